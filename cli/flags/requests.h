// From what was typed to requests: a verb's arguments become a checked request, and what tells how
// its answer is written. The verb looks at nothing else.
#pragma once

#include <type_traits>
#include <utility>
#include <vector>

#include "cli/flags/flags.h"
#include "cli/verbs/verbs.h"
#include "mtgauge/compare.h"
#include "mtgauge/evaluate.h"
#include "mtgauge/explain.h"
#include "mtgauge/matrix.h"
#include "mtgauge/mbr.h"
#include "mtgauge/nbest.h"
#include "mtgauge/report.h"
#include "mtgauge/rows.h"
#include "mtgauge/score.h"
#include "mtgauge/segments.h"
#include "mtgauge/tokenize.h"

namespace mtgauge {

// How a verb runs: its threads, its signal to stop, and what it shows on a terminal meanwhile.
// `shows_itself`: what it writes tells how far it is.
RunOptions RunOptionsOf(uint32_t threads, bool quiet, const Program& program,
                        bool shows_itself = false);

// A UsageError for flags of warnings and of output that contradict each other.
absl::Status CheckFlags(const LowArgs& args);
// How an answer is written. Fills in the digits where the verb has a rule for them.
WriteOptions WriteOptionsOf(LowArgs& in_effect, const RunRecord& record);

// What a verb was asked for: its request, checked, and how the answer is written.
template <typename Run>
struct Asked {
  Run run;
  LowArgs in_effect;  // what was typed, with all defaults filled in
  WriteOptions write;
};

template <typename Run>
absl::StatusOr<Asked<Run>> Ask(const LowArgs& args, const Program& program,
                               bool shows_itself = false) {
  MTG_RETURN_IF_ERROR(CheckFlags(args));
  std::remove_cvref_t<decltype(std::declval<const Run&>().in_effect())> request;
  CopyParts(args, request);
  static_cast<RunOptions&>(request) = RunOptionsOf(args.threads, args.quiet, program, shows_itself);
  MTG_ASSIGN_OR_RETURN(Run run, Run::Make(request));
  LowArgs in_effect = args;
  CopyParts(run.in_effect(), in_effect);
  const WriteOptions write = WriteOptionsOf(in_effect, run.record());
  return Asked<Run>{std::move(run), std::move(in_effect), write};
}

// Verb::check of a verb whose request says it all.
template <typename Run>
absl::StatusOr<LowArgs> CheckRequest(const LowArgs& args) {
  MTG_ASSIGN_OR_RETURN(Asked<Run> asked, Ask<Run>(args, Program{}));
  return std::move(asked.in_effect);
}

TokenizeRequest TokenizeRequestOf(const LowArgs& args);

// Takes the part of this task of a cluster's array where none was named; NoteShard() says so.
absl::Status TakeShardOfArray(LowArgs& args);
void NoteShard(const LowArgs& typed, const LowArgs& in_effect);

// Says that standard input is read where one of the files is "-" and a person would have to type
// it.
void NoteStandardInput(const TextInputs& texts, bool quiet);

// Says in the last line on a terminal that there is a page to look at, where several systems were
// scored from texts.
void NoteReport(const LowArgs& in_effect, size_t systems);

// Prints the warnings as the options say; drops them under --force. An InputError under --strict.
absl::Status HandleWarnings(const NoticeOptions& options, std::vector<Warning>& warnings);

// Verb::check and Verb::run of a verb whose answer is written in one of several forms.
template <typename Run, typename Form>
absl::StatusOr<LowArgs> CheckForm(const LowArgs& args, Form (*form_of)(const Asked<Run>&)) {
  MTG_ASSIGN_OR_RETURN(const Asked<Run> asked, Ask<Run>(args, Program{}));
  MTG_RETURN_IF_ERROR(asked.run.Check(form_of(asked)));
  return asked.in_effect;
}
template <typename Run, typename Form>
absl::Status WriteForm(const LowArgs& args, const Program& program,
                       Form (*form_of)(const Asked<Run>&)) {
  MTG_ASSIGN_OR_RETURN(Asked<Run> asked, Ask<Run>(args, program));
  const LowArgs& told = asked.in_effect;
  MTG_RETURN_IF_ERROR(asked.run.Check(form_of(asked)));
  NoteStandardInput(told, told.quiet);
  return asked.run.Write(form_of(asked), [&](std::vector<Warning>& warnings) {
    return HandleWarnings(told, warnings);
  });
}

// Runs what writes a file of its own, and shows the warnings before the file appears.
template <typename Run>
absl::Status WriteFileOf(Asked<Run> asked) {
  const LowArgs& args = asked.in_effect;
  NoteStandardInput(args, args.quiet);
  const auto accept = [&](std::vector<Warning>& warnings) {
    return HandleWarnings(args, warnings);
  };
  return asked.run.Write(args.output, accept).status();
}

}  // namespace mtgauge
