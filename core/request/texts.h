// Turns a request's texts into a job over named streams, with options for opening them.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/base/status.h"
#include "core/rowfile/row_set.h"
#include "core/score/job.h"
#include "core/text/batch.h"
#include "mtgauge/options.h"

namespace mtgauge {

// The groups of segments that TextInputs::by requests.
struct SegmentGroups {
  std::string field;  // empty: no groups
  std::string file;   // one line for each segment; empty: the inputs contain the groups
};

struct TextSettings {
  TextInputs texts;  // of the request, with the references of its test set
  JobOptions job;
  StreamNames names;
  std::vector<bool> named;  // [file of a system]: whether `names` has a given name
  // All streams, unless they are columns: references, systems, their annotations in the same order,
  // and what was translated. "-" is standard input.
  std::vector<std::string> paths;
  std::shared_ptr<const RowSet> rows;  // instead of paths
  SegmentGroups by;
  bool tokenizer_by_language = false;  // groups are languages, each with its own tokenizer
  bool line_by_line = false;           // OpenOptions::line_by_line
  bool by_may_lack = false;            // OpenOptions::by_may_lack
  ShardOption shard = {};
  std::vector<Warning> warnings;  // about the request itself
};

// The way that a verb uses texts, apart from their options.
struct TextUse {
  Level level = Level::kCorpus;
  bool each_reference = false;                   // references are scored against each other
  std::vector<std::string> tables = {};          // other files that are also read
  std::vector<std::string> line_tables = {};     // such files with a line for each segment
  std::shared_ptr<const RowSet> rows = nullptr;  // replaces the texts that they come from
  bool shows_texts = false;                      // JobOptions::texts_are_shown
};

// Splits "NAME=FILE" at the first '=' behind which a file exists, or else at the first. Returns a
// file without a name if a file has this whole name, or if there is no '='.
NamedFiles SplitName(const std::string& input);

// Returns TextInputs::inputs, or the default outputs if there are none.
std::vector<std::string> OutputsOf(const TextInputs& texts);
// Returns the systems of OutputsOf(). Those without a name are later named after their files. The
// systems of TextInputs::rows already have names.
std::vector<NamedFiles> SystemsOf(const TextInputs& texts);

// Returns TextInputs::inputs as systems with names of their own, or of their files. Two of one name
// are a UsageError.
Result<std::vector<NamedFiles>> NamedInputs(const TextInputs& texts);

// Replaces reference files with the references of the test set. With rows, uses the names of their
// references, so that the test set need not be present.
Result<TextInputs> WithTestSet(const TextInputs& texts, const RowSet* rows = nullptr);

// Checks what involves several options: references and systems, conflicts, the language's
// tokenizer. `texts` come from WithTestSet().
Result<TextSettings> ResolveTexts(const TextInputs& texts, const MetricChoice& choice,
                                  const std::vector<NamedFiles>& systems, const TextUse& use);
// Same as above, for the systems of SystemsOf().
Result<TextSettings> ResolveTexts(const TextInputs& texts, const MetricChoice& choice,
                                  const TextUse& use);

// Returns the settings for a report.
Result<RunRecord> RecordOf(const TextSettings& settings);

// Checks for contradictory options of the texts, without opening the texts.
Status CheckTextConflicts(const TextInputs& texts, const TextUse& use);

// Checks that at most one of all these files is standard input.
Status CheckStandardInput(const TextInputs& texts, const std::vector<std::string>& outputs,
                          const TextUse& use);

}  // namespace mtgauge
