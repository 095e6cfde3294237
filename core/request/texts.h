// What a request's texts come to: a job over named streams, and how they are opened.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/base/status.h"
#include "core/rows/row_set.h"
#include "core/score/job.h"
#include "core/text/batch.h"
#include "mtgauge/options.h"

namespace mtgauge {

// The groups of segments that TextInputs::by asks for.
struct SegmentGroups {
  std::string field;  // empty: no groups
  std::string file;   // one line for each segment; empty: the inputs tell
};

struct TextSettings {
  JobOptions job;
  StreamNames names;
  std::vector<bool> named;  // [file of systems]: `names` has a name that was given
  // Of all streams: references, systems, and their annotations in the same order. "-" is standard
  // input.
  std::vector<std::string> paths;
  std::optional<TextColumns> columns;  // in place of paths
  std::shared_ptr<const RowSet> rows;  // likewise
  std::string annotate_with;           // the command that makes the annotations; empty: none
  std::string language_pair;           // empty: not told
  std::string key, split_key;          // OpenOptions'
  SegmentGroups by;
  bool tokenizer_by_language = false;  // groups are languages, each with its own tokenizer
  std::string input_format;            // OpenOptions::format
  bool split_paragraphs = false;
  ShardOption shard = {};
  std::vector<Warning> warnings;  // of the request itself
};

// What a verb wants of texts besides their options.
struct TextUse {
  Level level = Level::kCorpus;
  bool each_reference = false;                   // references are scored against each other
  std::vector<std::string> tables = {};          // files beside the texts that are read, too
  std::vector<std::string> line_tables = {};     // those with a line for each segment
  std::shared_ptr<const RowSet> rows = nullptr;  // in place of the texts, which they are of
};

// "NAME=FILE" where there is no file of the whole name; else a file without a name.
NamedFiles SplitName(const std::string& input);

// What TextInputs::inputs name; what is scored where they name nothing.
std::vector<std::string> OutputsOf(const TextInputs& texts);
// The systems of OutputsOf(). One without a name is called after its file. Those of
// TextInputs::rows have names already.
std::vector<NamedFiles> SystemsOf(const TextInputs& texts);

// With the references of the test set in place of reference files; of rows with those that they
// name, so that the test set need not be here.
absl::StatusOr<TextInputs> WithTestSet(const TextInputs& texts, const RowSet* rows = nullptr);

// Checks what no single option can tell: references and systems, conflicts, the language's
// tokenizer. `texts` are WithTestSet()'s.
absl::StatusOr<TextSettings> ResolveTexts(const TextInputs& texts, const MetricChoice& choice,
                                          const std::vector<NamedFiles>& systems,
                                          const TextUse& use);
// The same for the systems of SystemsOf().
absl::StatusOr<TextSettings> ResolveTexts(const TextInputs& texts, const MetricChoice& choice,
                                          const TextUse& use);

// What a report says of the settings.
absl::StatusOr<RunRecord> RecordOf(const TextSettings& settings);

// What no texts are needed for: options of the texts that contradict each other.
absl::Status CheckTextConflicts(const TextInputs& texts, const TextUse& use);

// Standard input can be one of all these files alone.
absl::Status CheckStandardInput(const TextInputs& texts, const std::vector<std::string>& outputs,
                                const TextUse& use);

}  // namespace mtgauge
