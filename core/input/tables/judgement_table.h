// Scores that people, or programs, gave to the outputs of named systems, read from a file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/status.h"
#include "core/input/tables/mqm_weights.h"

namespace mtgauge {

// Of one language pair.
struct JudgementTable {
  struct Judgement {
    uint32_t system, item, annotator;
    double score;
  };
  struct Criterion {
    std::string name;                   // empty: the file does not say
    std::vector<Judgement> judgements;  // in the file's order; missing scores are not there
  };
  std::string language_pair;            // empty: the file does not say
  std::vector<std::string> systems;     // an empty name where the file has but one and none for it
  std::vector<std::string> items;       // ids; "1", "2", ... where the file has none
  std::vector<std::string> annotators;  // one without a name where the file tells none
  std::vector<Criterion> criteria;
  std::vector<std::string> documents;  // of the items; empty: the file does not tell
  bool lower_is_better = false;        // as the form itself says
  bool of_documents = false;           // the items are documents
  bool numbered = false;               // the items have no ids of their own
  bool whole_systems = false;          // there are no items but one, the whole output
  std::vector<std::string> notes;      // what was read as nothing, for warnings
};

struct JudgementOptions {
  MqmWeights mqm_weights = PublishedMqmWeights();
};

// One table for each language pair of the file; more than one only where the file tells them. The
// form is found by content:
//   - MQM's marked errors: a row for each under a header with a system, a category and a severity
//     (mqm_table.cc)
//   - a JSON object on each line, for each judgement or for each segment with the scores of all
//     systems, as WMT24 and WMT25 publish them (judgement_records.cc)
//   - a row for each judgement under a header that names a column of systems ("system", "sys",
//     "model") and, where there are, of segments ("segment", "seg_id", "SID", ...), documents
//     ("document", "doc", "doc_id", ...; of several the first) and annotators ("annotator",
//     "rater",
//     ...); every other column that holds scores is a criterion, but for "N", which counts. Scores
//     are of documents where there is no column of segments. Columns are separated by tabs, commas
//     or, as in WMT's direct assessments, by spaces. Google's scalar judgements (pSQM, cSQM) may
//     lack the header
//   - WMT's rankings of systems: lines RAW Z N N SYSTEM, the criteria RAW.SCR and Z.SCR
//   - SYSTEM <tab> SCORE, once for each system (mt-metrics-eval's .sys.score)
//   - what ParseScoreTable() reads
// A line that does not fit is an InputError.
absl::StatusOr<std::vector<JudgementTable>> ReadJudgementTables(
    const std::string& path, const JudgementOptions& options = {});
// Whether bytes have one of the forms that ParseScoreTable() does not read, with a system on each
// line: judgements under a header, or a ranking. A column of systems that holds nothing but numbers
// is taken for a system's scores.
bool HasSystemOnEachLine(std::string_view bytes);
// The same from bytes; `name` is for messages.
absl::StatusOr<std::vector<JudgementTable>> ParseJudgementTables(
    const std::string& name, std::string_view bytes, const JudgementOptions& options = {});
// Of a file of one language pair; an InputError where it has several.
absl::StatusOr<JudgementTable> ParseJudgementTable(const std::string& name, std::string_view bytes);

}  // namespace mtgauge
