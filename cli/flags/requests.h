// Converts parsed arguments to a checked request and the options for writing its answer, which are
// all that the verb uses.
#pragma once

#include <unistd.h>

#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "cli/console/console.h"
#include "cli/flags/flags.h"
#include "cli/verbs/verbs.h"
#include "mtgauge/compare.h"
#include "mtgauge/evaluate.h"
#include "mtgauge/explain.h"
#include "mtgauge/latency.h"
#include "mtgauge/matrix.h"
#include "mtgauge/mbr.h"
#include "mtgauge/nbest.h"
#include "mtgauge/output.h"
#include "mtgauge/report.h"
#include "mtgauge/rows.h"
#include "mtgauge/score.h"
#include "mtgauge/segments.h"
#include "mtgauge/spans.h"
#include "mtgauge/tokenize.h"

namespace mtgauge {

// Returns how a verb runs: its threads, its stop flag, and where its progress is shown.
// `shows_itself`: the output itself shows the progress.
RunOptions RunOptionsOf(uint32_t threads, const NoticeOptions& notices, const Program& program,
                        bool shows_itself = false);
// Sets the seconds between two lines of progress from MTGAUGE_PROGRESS, if they were not given.
// Returns a UsageError if that is not a number.
Status TakeProgress(NoticeOptions& notices);

// Returns a UsageError for flags of warnings and of output that contradict each other.
Status CheckFlags(const LowArgs& args);
// Returns how an answer is written. Fills in the number of digits if the verb has a rule for it.
WriteOptions WriteOptionsOf(LowArgs& in_effect, const RunRecord& record);

// A verb's checked request, and how its answer is written.
template <typename Run>
struct Asked {
  Run run;
  LowArgs in_effect;  // the arguments, with all defaults filled in
  WriteOptions write;
};

template <typename Run>
Result<Asked<Run>> Ask(const LowArgs& args, const Program& program, bool shows_itself = false) {
  MTG_RETURN_IF_ERROR(CheckFlags(args));
  std::remove_cvref_t<decltype(std::declval<const Run&>().in_effect())> request;
  CopyParts(args, request);
  static_cast<RunOptions&>(request) = RunOptionsOf(args.threads, args, program, shows_itself);
  MTG_ASSIGN_OR_RETURN(Run run, Run::Make(request));
  LowArgs in_effect = args;
  CopyParts(run.in_effect(), in_effect);
  const WriteOptions write = WriteOptionsOf(in_effect, run.record());
  return Asked<Run>{std::move(run), std::move(in_effect), write};
}

// Verb::check of a verb with no checks beyond those of its request.
template <typename Run>
Result<LowArgs> CheckRequest(const LowArgs& args) {
  MTG_ASSIGN_OR_RETURN(Asked<Run> asked, Ask<Run>(args, Program{}));
  return std::move(asked.in_effect);
}

TokenizeRequest TokenizeRequestOf(const LowArgs& args);

// Returns a UsageError if a file is written but none is named. `what` is written: "rows".
Status CheckFileNamed(const LowArgs& args, std::string_view what);
// Sets the shard from this task's number in a cluster's array if no shard was given. --resume needs
// one. NoteShard() prints a note about it.
Status TakeShardOfArray(LowArgs& args);
void NoteShard(const LowArgs& typed, const LowArgs& in_effect);

// Prints a note that standard input is read, if one of the files is "-" and it is a terminal.
void NoteStandardInput(const TextInputs& texts, bool quiet);

// On a terminal, prints a last line that suggests `mtgauge report`, if several systems were scored
// from texts.
void NoteReport(const LowArgs& in_effect, size_t systems);

// Prints the warnings as the options require; drops them under --force. Returns an InputError under
// --strict.
Status HandleWarnings(const NoticeOptions& options, std::vector<Warning>& warnings);

// Verb::check and Verb::run of a verb whose answer is written in one of several forms.
template <typename Run, typename Form>
Result<LowArgs> CheckForm(const LowArgs& args, Form (*form_of)(const Asked<Run>&)) {
  MTG_ASSIGN_OR_RETURN(const Asked<Run> asked, Ask<Run>(args, Program{}));
  MTG_RETURN_IF_ERROR(asked.run.Check(form_of(asked)));
  return asked.in_effect;
}
template <typename Run, typename Form>
Status WriteForm(const LowArgs& args, const Program& program, Form (*form_of)(const Asked<Run>&)) {
  MTG_ASSIGN_OR_RETURN(Asked<Run> asked, Ask<Run>(args, program));
  const LowArgs& told = asked.in_effect;
  MTG_RETURN_IF_ERROR(asked.run.Check(form_of(asked)));
  NoteStandardInput(told, told.quiet);
  return asked.run.Write(form_of(asked), [&](std::vector<Warning>& warnings) {
    return HandleWarnings(told, warnings);
  });
}

// Returns the answer in the form that was asked for. On a terminal, tables for people fit its width
// and have colours.
template <typename Answer>
Result<std::string> Shown(const Answer& answer, const std::string& format, const LowArgs& told,
                          WriteOptions write) {
  if (!GoesToTerminal(told.output)) return Format(answer, format, write);
  write.columns = OutputColumns();
  MTG_ASSIGN_OR_RETURN(std::string text, Format(answer, format, write));
  return format == "text" || format == "table" ? Painted(std::move(text)) : text;
}

// Verb::run of a verb that makes one answer and writes it whole.
template <typename Run>
Status WriteAnswer(const LowArgs& args, const Program& program) {
  MTG_ASSIGN_OR_RETURN(auto asked, Ask<Run>(args, program));
  const LowArgs& told = asked.in_effect;
  MTG_ASSIGN_OR_RETURN(Output output, Output::Open(told.output));
  NoteStandardInput(told, told.quiet);
  MTG_ASSIGN_OR_RETURN(auto answer, asked.run.Run());
  MTG_RETURN_IF_ERROR(HandleWarnings(told, answer.warnings));
  MTG_ASSIGN_OR_RETURN(const std::string text, Shown(answer, told.format, told, asked.write));
  MTG_RETURN_IF_ERROR(output.Write(text));
  return output.Finish();
}

// For --resume: prints whether the output need not be made again. `written`: whether it is whole
// and fits the request.
Result<bool> IsDone(const LowArgs& in_effect, const Status& written);

// Verb::check and Verb::run of a verb that writes a file of all segments, or of a part. Warnings
// are printed before the file appears.
template <typename Run>
Result<Asked<Run>> AskForPart(LowArgs args, const Program& program, std::string_view what) {
  MTG_RETURN_IF_ERROR(CheckFileNamed(args, what));
  MTG_RETURN_IF_ERROR(TakeShardOfArray(args));
  return Ask<Run>(args, program);
}
template <typename Run>
Result<LowArgs> CheckPartOf(const LowArgs& args, std::string_view what) {
  MTG_ASSIGN_OR_RETURN(Asked<Run> asked, AskForPart<Run>(args, Program{}, what));
  return std::move(asked.in_effect);
}
template <typename Run>
Status WritePartOf(const LowArgs& args, const Program& program, std::string_view what) {
  MTG_ASSIGN_OR_RETURN(Asked<Run> asked, AskForPart<Run>(args, program, what));
  const LowArgs& told = asked.in_effect;
  NoteShard(args, told);
  if (told.resume) {
    MTG_ASSIGN_OR_RETURN(const bool done, IsDone(told, asked.run.CheckWritten(told.output)));
    if (done) return OkStatus();
  }
  NoteStandardInput(told, told.quiet);
  const auto accept = [&](std::vector<Warning>& warnings) {
    return HandleWarnings(told, warnings);
  };
  return asked.run.Write(told.output, accept).status();
}

}  // namespace mtgauge
