// Converts parsed arguments to requests, and back.
#include "cli/flags/requests.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <memory>
#include <string>
#include <utility>

#include "cli/console/console.h"
#include "cli/console/progress.h"
#include "cli/flags/configuration.h"
#include "cli/flags/shards.h"
#include "cli/flags/spelling.h"
#include "cli/jobs/resume.h"
#include "core/base/numbers.h"

namespace mtgauge {
namespace {

// Prints how long the metrics took to read their own files, if that was long.
class LoadingNote {
 public:
  ~LoadingNote() {
    constexpr double kLong = 0.5;
    const double seconds = std::chrono::duration<double>(Clock::now() - start_).count();
    if (seconds < kLong) return;
    PrintNote(fmt::format("the metrics' own files were read in {:.1f} s", seconds));
  }

 private:
  using Clock = std::chrono::steady_clock;
  Clock::time_point start_ = Clock::now();
};

// Returns whether an output is a pipe or a device, not a file.
bool IsTakenInOrder(const std::string& output) {
  struct stat about;
  const int got = output.empty() ? fstat(STDOUT_FILENO, &about) : stat(output.c_str(), &about);
  return got == 0 && !S_ISREG(about.st_mode);
}

}  // namespace

RunOptions RunOptionsOf(uint32_t threads, const NoticeOptions& notices, const Program& program,
                        bool shows_itself) {
  RunOptions run;
  run.threads = threads;
  run.stop = program.stop;
  if (notices.quiet) return run;
  const ProgressOptions progress = {notices.progress.value_or(0), program.step};
  if (isatty(STDERR_FILENO) != 0) {
    run.hooks.loading = [] { return std::make_shared<LoadingNote>(); };
  }
  if (!shows_itself) {
    run.hooks.scoring = [progress](uint64_t bytes, const RunCounters& counters) {
      return std::make_shared<ProgressMeter>(progress, bytes, counters);
    };
  }
  run.hooks.resampling = [progress] {
    const auto line = std::make_shared<ProgressLine>("resampling", true, progress);
    return [line](double share) { line->Show(share); };
  };
  return run;
}

Status TakeProgress(NoticeOptions& notices) {
  const char* const variable = std::getenv("MTGAUGE_PROGRESS");
  if (notices.progress || variable == nullptr || *variable == '\0') return OkStatus();
  const auto seconds = ParseNumber<uint32_t>(variable);
  if (!seconds) {
    return UsageError(fmt::format(
        "MTGAUGE_PROGRESS: '{}' is not a whole number of seconds; set it to one, or unset it",
        variable));
  }
  notices.progress = *seconds;
  return OkStatus();
}

TokenizeRequest TokenizeRequestOf(const LowArgs& args) {
  TokenizeRequest request;
  if (!args.inputs.empty()) request.input = args.inputs.back();
  CopyParts(args, request);
  return request;
}

WriteOptions WriteOptionsOf(LowArgs& in_effect, const RunRecord& record) {
  constexpr uint32_t kWithTests = kCompareVerb | kExplainVerb | kReportVerb;
  Figures figures = (in_effect.verb & kWithTests) != 0 ? Figures::kComparisons : Figures::kScores;
  constexpr uint32_t kOfShares = kMetaVerb | kSpansVerb;
  if (in_effect.unit_scale || (in_effect.verb & kOfShares) != 0) figures = Figures::kShares;
  WriteOptions write = DigitsFor(figures, in_effect.width);
  if (figures == Figures::kShares) in_effect.width = write.width;
  write.score_only = in_effect.score_only;
  write.to_pipe = IsTakenInOrder(in_effect.output);
  write.unit_scale = in_effect.unit_scale;
  write.configuration = MakeConfiguration(in_effect, record);
  return write;
}

Status CheckFileNamed(const LowArgs& args, std::string_view what) {
  if (!args.output.empty()) return OkStatus();
  return UsageError({.option = "output"},
                    fmt::format("`output`: {} cannot go to standard output", what), "name a file");
}

Status TakeShardOfArray(LowArgs& args) {
  if (!args.shard) {
    MTG_ASSIGN_OR_RETURN(args.shard, ShardOfArray());
  }
  if (args.shard || !args.resume) return OkStatus();
  return UsageError(
      "--resume: only a part knows what it was made from; add --shard 1/1 for all segments, or use "
      "'mtgauge run --resume'");
}

void NoteShard(const LowArgs& typed, const LowArgs& in_effect) {
  if (typed.shard || !in_effect.shard || in_effect.quiet) return;
  PrintNote(fmt::format("this task of a job array reads part {} of {}; --shard 1/1 would read all",
                        in_effect.shard->number, in_effect.shard->count));
}

Result<bool> IsDone(const LowArgs& in_effect, const Status& written) {
  std::string reason;
  if (access(in_effect.output.c_str(), F_OK) != 0) {
    reason = fmt::format("{} is missing", in_effect.output);
  } else if (!written.ok()) {
    reason = written.error().what.empty() ? written.message() : written.error().what;
  } else {
    MTG_ASSIGN_OR_RETURN(reason, NewerInput(in_effect));
  }
  if (!in_effect.quiet) {
    PrintNote(fmt::format("{}: {}", in_effect.output, Verdict(reason)));
  }
  return reason.empty();
}

void NoteStandardInput(const TextInputs& texts, bool quiet) {
  const auto reads = [](const std::vector<std::string>& files) {
    return std::any_of(files.begin(), files.end(),
                       [](const std::string& file) { return file == "-" || file.ends_with("=-"); });
  };
  const bool read = reads(texts.references) || reads(texts.inputs) ||
                    reads(texts.ref_annotations) || reads(texts.annotations);
  if (!read || quiet || isatty(STDIN_FILENO) == 0) return;
  PrintNote("reading standard input from the terminal; end it with Ctrl-D, or name files with -i");
}

void NoteReport(const LowArgs& in_effect, size_t systems) {
  const bool from_texts = !in_effect.references.empty() || in_effect.test_set;
  if (!GoesToTerminal(in_effect.output) || !from_texts || systems < 2 || in_effect.quiet) return;
  PrintNote("see where they differ: 'mtgauge report' with the same arguments and -o report.html");
}

Status HandleWarnings(const NoticeOptions& options, std::vector<Warning>& warnings) {
  if (options.force) warnings.clear();
  for (Warning& warning : warnings) warning.message = Spelled(warning.message);
  if (!options.quiet) {
    for (const Warning& warning : warnings) {
      const std::string system = warning.system.empty() ? "" : warning.system + ": ";
      PrintWarning(fmt::format("{}{} [{}]", system, warning.message, warning.code));
    }
  }
  if (!options.strict || warnings.empty()) return OkStatus();
  const Warning& first = warnings.front();
  return InputError(
      fmt::format("--strict makes a warning an error: {}{}{}",
                  first.system.empty() ? "" : first.system + ": ", first.message,
                  warnings.size() > 1 ? fmt::format(" (and {} more)", warnings.size() - 1) : ""));
}

Status CheckFlags(const LowArgs& args) {
  if (args.strict && args.force) {
    return UsageError("--strict and --force contradict each other; leave one out");
  }
  if (args.score_only && args.format != "text") {
    return UsageError(
        fmt::format("-b/--score-only needs --format text, not {}; leave one out", args.format));
  }
  if (IsBinaryForm(args.format) && GoesToTerminal(args.output)) {
    return UsageError(
        fmt::format("{} is not text for a terminal; write it to a file with -o", args.format));
  }
  return OkStatus();
}

}  // namespace mtgauge
