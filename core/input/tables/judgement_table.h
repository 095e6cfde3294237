// Scores that humans, or programs, gave to the outputs of named systems, read from a file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/status.h"
#include "core/input/tables/mqm_weights.h"

namespace mtgauge {

// The judgements of one language pair.
struct JudgementTable {
  struct Judgement {
    uint32_t system, item, annotator;
    double score;
    uint32_t round = 0;  // of a campaign that judges its outputs several times
    int32_t marks = -1;  // number of errors that were marked; -1 if the file does not say
  };
  // A score that is missing though there is a line for it.
  struct Gap {
    uint32_t system, item;
    size_t line;
  };
  struct Criterion {
    std::string name;                   // empty if the file gives none
    std::vector<Judgement> judgements;  // in the file's order, without missing scores
    std::vector<size_t> lines = {};     // of the judgements; empty if unknown
    std::vector<Gap> gaps = {};         // empty if unknown
  };
  // Control items are damaged copies of outputs. Passed: scored lower than the output.
  struct Controls {
    uint32_t items = 0, passed = 0;
  };
  std::string language_pair;            // empty if the file gives none
  std::vector<std::string> systems;     // a single empty name if the file names no system
  std::vector<std::string> items;       // ids; "1", "2", ... if the file has none
  std::vector<std::string> annotators;  // a single empty name if the file names none
  std::vector<Controls> controls;       // of each annotator; empty if there are none
  std::vector<Criterion> criteria;
  std::vector<std::string> documents;  // of the items; empty if the file gives none
  std::vector<std::string> domains;    // the same
  std::vector<size_t> lines;           // of the first judgement of each item; empty if unknown
  bool lower_is_better = false;        // as defined by the file's form
  bool of_documents = false;           // the items are documents
  bool numbered = false;               // the items have no ids in the file
  bool whole_systems = false;          // there is only one item, the whole output
  bool of_errors = false;              // scores are sums of JudgementOptions::mqm_weights
  std::vector<std::string> notes;      // values that were ignored, for warnings
};

struct JudgementOptions {
  MqmWeights mqm_weights = PublishedMqmWeights();
  // Segments of different documents may have the same id: an item is DOCUMENT <tab> ID.
  bool ids_within_documents = false;
};

// Reads one table for each language pair in the file. The form is detected from the content:
//   - MQM's marked errors: a row for each error under a header with a system, a category and a
//     severity (mqm_table.cc)
//   - Pearmut's download, or its entries as JSON Lines (pearmut_table.cc)
//   - a JSON object per line, for each judgement or for each segment with the scores of all
//     systems, as WMT24 and WMT25 publish them (judgement_records.cc)
//   - a JSON object per line, for each document, with lists of the scores of its segments, as WMT25
//     publishes those of metrics (automatic_scores.cc)
//   - a row for each judgement under a header that names a column of systems ("system", "sys",
//     "model") and optionally of segments ("segment", "seg_id", "SID", ...), documents ("document",
//     "doc", "doc_id", ...; the first one counts), annotators ("annotator", "rater", ...),
//     domains, numbers of marked errors ("error_spans") and language pairs ("lang", "lp", ...);
//     every other column that contains scores is a criterion, except "N", which is a count. Without
//     a column of segments, scores are of documents. Columns are separated by tabs, commas or, as
//     in WMT's direct assessments, spaces. Google's scalar judgements (pSQM, cSQM) may lack the
//     header
//   - WMT's rankings of systems: lines RAW Z N N SYSTEM, the criteria RAW.SCR and Z.SCR
//   - SYSTEM <tab> SCORE, once for each system (mt-metrics-eval's .sys.score)
//   - the forms that ParseScoreTable() reads
// Returns an InputError for a line that does not fit.
Result<std::vector<JudgementTable>> ReadJudgementTables(const std::string& path,
                                                        const JudgementOptions& options = {});
// Returns true if the bytes have one of the forms that ParseScoreTable() does not read and that
// name a system on each line: judgements under a header or as JSON objects, or a ranking; also for
// lists of scores by document. A column of systems with only numbers is taken as one system's
// scores.
bool HasSystemOnEachLine(std::string_view bytes);
// Parses the same from bytes; `name` is for messages.
Result<std::vector<JudgementTable>> ParseJudgementTables(const std::string& name,
                                                         std::string_view bytes,
                                                         const JudgementOptions& options = {});
// Checks that no annotator scores the same output twice in a round. Done for rows under a header;
// elsewhere several scores of an output are averaged.
Status CheckOnce(const std::string& name, const JudgementTable& table);
// Reads a file of one language pair; returns an InputError if it has several.
Result<JudgementTable> ParseJudgementTable(const std::string& name, std::string_view bytes);

}  // namespace mtgauge
