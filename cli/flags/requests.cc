// Requests out of typed arguments, and back.
#include "cli/flags/requests.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <string>
#include <utility>

#include "cli/console/console.h"
#include "cli/console/progress.h"
#include "cli/flags/configuration.h"
#include "cli/flags/spelling.h"

namespace mtgauge {
namespace {

template <typename Request, typename... Parts>
Request Take(const LowArgs& args) {
  Request request;
  ((static_cast<Parts&>(request) = args), ...);
  return request;
}

template <typename... Parts, typename Request>
LowArgs PutBack(LowArgs args, const Request& request) {
  ((static_cast<Parts&>(args) = request), ...);
  return args;
}

// Says how long the metrics' own files took to read, where they took long.
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

}  // namespace

RunOptions RunOptionsOf(const LowArgs& args, const Program& program, bool shows_itself) {
  RunOptions run;
  run.threads = args.threads;
  run.stop = program.stop;
  if (args.quiet) return run;
  if (isatty(STDERR_FILENO) != 0) {
    run.hooks.loading = [] { return std::make_shared<LoadingNote>(); };
  }
  if (!shows_itself) {
    run.hooks.scoring = [](uint64_t bytes, const RunCounters& counters) {
      return std::make_shared<ProgressMeter>(true, bytes, counters);
    };
  }
  run.hooks.resampling = [] {
    const auto line = std::make_shared<ProgressLine>("resampling", true);
    return [line](double share) { line->Show(share); };
  };
  return run;
}

ScoreRequest ScoreRequestOf(const LowArgs& args) {
  return Take<ScoreRequest, TextInputs, MetricChoice, RunOptions, SeedOption, ScoreOptions>(args);
}
SegmentsRequest SegmentsRequestOf(const LowArgs& args) {
  return Take<SegmentsRequest, TextInputs, MetricChoice, RunOptions>(args);
}
CompareRequest CompareRequestOf(const LowArgs& args) {
  return Take<CompareRequest, TextInputs, MetricChoice, RunOptions, SeedOption, OutsideOptions,
              SignificanceOptions, PairTestOptions>(args);
}
EvaluateRequest EvaluateRequestOf(const LowArgs& args) {
  return Take<EvaluateRequest, TextInputs, MetricChoice, RunOptions, SeedOption, OutsideOptions,
              SignificanceOptions, AgreementOptions>(args);
}
NbestRequest NbestRequestOf(const LowArgs& args) {
  return Take<NbestRequest, TextInputs, MetricChoice, RunOptions>(args);
}
TokenizeRequest TokenizeRequestOf(const LowArgs& args) {
  TokenizeRequest request;
  if (!args.inputs.empty()) request.input = args.inputs.back();
  request.tokenize = args.tokenize;
  request.language_pair = args.language_pair;
  request.stem = args.stem;
  request.lowercase = args.lowercase;
  request.on_invalid = args.on_invalid;
  return request;
}

LowArgs InEffect(LowArgs args, const ScoreRequest& request) {
  return PutBack<TextInputs, MetricChoice, SeedOption, ScoreOptions>(std::move(args), request);
}
LowArgs InEffect(LowArgs args, const SegmentsRequest& request) {
  return PutBack<TextInputs, MetricChoice>(std::move(args), request);
}
LowArgs InEffect(LowArgs args, const CompareRequest& request) {
  return PutBack<TextInputs, MetricChoice, SeedOption, OutsideOptions, SignificanceOptions,
                 PairTestOptions>(std::move(args), request);
}
LowArgs InEffect(LowArgs args, const EvaluateRequest& request) {
  return PutBack<TextInputs, MetricChoice, SeedOption, OutsideOptions, SignificanceOptions,
                 AgreementOptions>(std::move(args), request);
}
LowArgs InEffect(LowArgs args, const NbestRequest& request) {
  return PutBack<TextInputs, MetricChoice>(std::move(args), request);
}

WriteOptions WriteOptionsOf(const LowArgs& filled, const RunRecord& record) {
  WriteOptions write;
  write.width = filled.width.value_or(filled.unit_scale ? 3 : 1);
  write.more_digits = !filled.width && !filled.unit_scale;
  write.score_only = filled.score_only;
  write.unit_scale = filled.unit_scale;
  write.configuration = MakeConfiguration(filled, record);
  return write;
}

void NoteStandardInput(const TextInputs& texts, const LowArgs& args) {
  const auto reads = [](const std::vector<std::string>& files) {
    return std::find(files.begin(), files.end(), "-") != files.end();
  };
  const bool read = reads(texts.references) || reads(texts.inputs) ||
                    reads(texts.ref_annotations) || reads(texts.annotations);
  if (!read || args.quiet || isatty(STDIN_FILENO) == 0) return;
  PrintNote("reading standard input from the terminal; end it with Ctrl-D, or name files with -i");
}

absl::Status HandleWarnings(const LowArgs& args, std::vector<Warning>& warnings) {
  if (args.force) warnings.clear();
  for (Warning& warning : warnings) warning.message = Spelled(warning.message);
  if (!args.quiet) {
    for (const Warning& warning : warnings) {
      const std::string system = warning.system.empty() ? "" : warning.system + ": ";
      PrintWarning(fmt::format("{}{} [{}]", system, warning.message, warning.code));
    }
  }
  if (!args.strict || warnings.empty()) return absl::OkStatus();
  const Warning& first = warnings.front();
  return InputError(
      fmt::format("--strict makes a warning an error: {}{}{}",
                  first.system.empty() ? "" : first.system + ": ", first.message,
                  warnings.size() > 1 ? fmt::format(" (and {} more)", warnings.size() - 1) : ""));
}

absl::Status CheckFlags(const LowArgs& args) {
  if (args.strict && args.force) {
    return UsageError("--strict and --force contradict each other; leave one out");
  }
  if (args.score_only && args.format != "text") {
    return UsageError(
        fmt::format("-b/--score-only goes with --format text, not {}; leave one out", args.format));
  }
  return absl::OkStatus();
}

}  // namespace mtgauge
