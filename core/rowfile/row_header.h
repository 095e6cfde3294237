// The header of a row file: systems, metrics and everything else that scoring needs.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/status.h"
#include "core/rowfile/sealed_file.h"
#include "core/score/checks/text_digest.h"
#include "core/score/job.h"
#include "core/score/source_facts.h"
#include "core/score/worker.h"
#include "mtgauge/options.h"

namespace mtgauge {

// A reference or a system.
struct RowStream {
  std::string name;  // as printed
  std::string file;
  TextDigest digest;
};

struct RowMetric {
  std::string spec;
  std::string signature;             // without the number of references
  std::string learnt;                // the signature's key for what the metric learnt; may be empty
  std::vector<std::string> columns;  // of its rows
};

// The segments of a language whose rows were made with a tokenizer or weights of its own.
struct RowLanguage {
  std::string name;                             // the value of the field that names languages
  std::vector<RowMetric> metrics;               // as in RowHeader, with their own settings
  std::vector<TextDigest> references, systems;  // of its segments

  uint64_t segments() const { return references.front().segments; }
};

struct RowHeader {
  std::string version;  // of the program that scored
  TextInputs texts;     // as requested
  MetricChoice choice;
  std::vector<RowStream> references, systems;
  std::vector<RowStream> source;        // what was translated, if a metric needs it: one, or none
  std::vector<size_t> systems_of_file;  // [output file]
  std::vector<RowMetric> metrics;
  std::string by;  // the field that groups the segments; empty if there are no groups
  // By first appearance, if each language has its own settings; `metrics` then has those of the
  // first.
  std::vector<RowLanguage> languages;
  std::string language_field;                   // which of the fields of `by` names them
  bool has_ids = false, has_documents = false;  // of the first segment
  bool in_memory = false;                       // the texts had no files, so all names are given
  uint64_t segments = 0;                        // including skipped ones
  uint64_t replaced = 0;
  std::vector<std::vector<int64_t>> sums;  // [system * metrics + metric][column]
  SourceFacts sources;
  // Of a file that holds sums only, and no sections: the rest of what a run added up. Its `sums`
  // are those above.
  std::optional<Totals> totals;
  std::optional<Shard> shard;
  std::string job;  // of a shard: JobDigest() of its request
  // The files that a shard is taken from, with their bytes, which all shards must have; 0: unknown.
  std::vector<std::pair<std::string, uint64_t>> sizes;

  size_t cells() const { return systems.size() * metrics.size(); }
  uint32_t WidthOf(size_t cell) const {
    return static_cast<uint32_t>(metrics[cell % metrics.size()].columns.size());
  }
  uint64_t blocks() const;  // 0 if it holds sums only
  // Returns the number of a language, or how many there are if it is not among them.
  size_t FindLanguage(std::string_view name) const;
};

// Returns whether rows of both languages can be added.
bool SameSettings(const RowLanguage& a, const RowLanguage& b);
// Returns the language of a segment from its group by the header's fields; empty if there is none.
std::string LanguageOf(const RowHeader& header, std::string_view group);

Json ToJson(const RowHeader& header);
// Returns the options that all metrics share, as they are in JSON.
Json SharedOptions(const RowHeader& header);
// Parses the header of an opened file; fails if this program cannot use it.
Result<RowHeader> ParseRowHeader(const SealedFile& file);

// Describes the streams and metrics of a job.
void Describe(const Job& job, RowHeader& header);

}  // namespace mtgauge
