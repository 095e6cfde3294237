// The second step from a command line to a job: what the typed arguments mean together.
#include "cli/settings.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <set>
#include <string_view>
#include <utility>

#include "core/metric/registry.h"

namespace mtgauge {
namespace {

constexpr std::string_view kStandardInput = "-";

// "zh" of "en-zh".
absl::StatusOr<std::string> TargetLanguage(const std::string& pair) {
  const size_t dash = pair.find('-');
  const std::string_view target =
      dash == std::string::npos ? std::string_view() : std::string_view(pair).substr(dash + 1);
  if (dash == 0 || target.empty() || target.front() == '-') {
    return UsageError(fmt::format(
        "-l/--language-pair: '{}' is not a language pair; write source and target as in en-de",
        pair));
  }
  return std::string(target.substr(0, target.find('-')));
}

// True when the spec itself says which tokenizer to use, or the metric uses none.
bool NamesItsTokenizer(std::string_view spec) {
  const size_t colon = spec.find(':');
  const MetricRow* row = FindMetric(spec.substr(0, colon));
  if (row != nullptr && std::none_of(row->options.begin(), row->options.end(),
                                     [](const MetricOptionRow& o) { return o.name == "tok"; })) {
    return true;
  }
  if (colon == std::string_view::npos) return false;
  const std::string options = "," + std::string(spec.substr(colon + 1));
  return options.find(",tok=") != std::string::npos;
}

absl::Status CheckStreams(const LowArgs& args, const std::vector<std::string>& systems) {
  if (args.references.empty()) {
    return UsageError("no reference; reference files come first, as in: mtgauge score REF -i HYP");
  }
  std::set<std::string_view> seen;
  for (const std::string& path : systems) {
    if (!seen.insert(path).second) {
      return UsageError(
          fmt::format("-i/--input: '{}' is given twice; name each system once", path));
    }
  }
  const auto from_stdin =
      std::count(args.references.begin(), args.references.end(), kStandardInput);
  if (from_stdin > 1 || (from_stdin == 1 && seen.count(kStandardInput) > 0)) {
    return UsageError("standard input can be read only once; give files for the other texts");
  }
  for (const auto* paths : {&args.references, &systems}) {
    if (std::find(paths->begin(), paths->end(), std::string()) != paths->end()) {
      return UsageError("a file name is empty; name a file, or - for standard input");
    }
  }
  return absl::OkStatus();
}

absl::Status CheckMetrics(const std::vector<std::string>& specs) {
  std::set<std::string_view> seen;
  for (const std::string& spec : specs) {
    if (!seen.insert(spec).second) {
      return UsageError(fmt::format("-m/--metrics: '{}' is given twice", spec));
    }
  }
  return absl::OkStatus();
}

absl::Status CheckConflicts(const LowArgs& args) {
  if (args.strict && args.force) {
    return UsageError("--strict and --force contradict each other; leave one out");
  }
  if (args.score_only && args.format != "text") {
    return UsageError(
        fmt::format("-b/--score-only goes with --format text, not {}; leave one out", args.format));
  }
  return absl::OkStatus();
}

// Reading a file while it is being replaced would be safe, but never what was meant.
absl::Status CheckOutput(const std::string& output, const std::vector<std::string>& inputs) {
  struct stat out;
  if (output.empty() || stat(output.c_str(), &out) != 0 || !S_ISREG(out.st_mode)) {
    return absl::OkStatus();
  }
  for (const std::string& input : inputs) {
    struct stat in;
    if (input == kStandardInput || stat(input.c_str(), &in) != 0) continue;
    if (in.st_dev == out.st_dev && in.st_ino == out.st_ino) {
      return UsageError(
          fmt::format("-o/--output: {} is one of the inputs; write to another file", output));
    }
  }
  return absl::OkStatus();
}

std::vector<std::string> DisplayNames(std::vector<std::string> paths) {
  std::replace(paths.begin(), paths.end(), std::string(kStandardInput), std::string("<stdin>"));
  return paths;
}

WriteOptions MakeWriteOptions(const LowArgs& args, const ScoringSettings& settings) {
  WriteOptions write;
  write.width = args.width;
  write.score_only = args.score_only;
  write.config.emplace_back("references", settings.names.refs);
  write.config.emplace_back("metrics", settings.job.metrics);
  for (const auto& [name, value] : settings.job.shared) write.config.emplace_back(name, value);
  if (args.language_pair) write.config.emplace_back("language_pair", *args.language_pair);
  write.config.emplace_back("on_invalid", args.on_invalid);
  if (!args.compat.empty()) write.config.emplace_back("compat", args.compat);
  return write;
}

}  // namespace

OnInvalid ResolveOnInvalid(const LowArgs& args) {
  if (args.on_invalid == "replace") return OnInvalid::kReplace;
  return args.on_invalid == "skip" ? OnInvalid::kSkip : OnInvalid::kError;
}

absl::StatusOr<const TokenizerRow*> ResolveTokenizer(const LowArgs& args) {
  if (args.tokenize) return FindTokenizer(*args.tokenize);
  if (!args.language_pair) return &Tokenizers().front();
  MTG_ASSIGN_OR_RETURN(const std::string target, TargetLanguage(*args.language_pair));
  const std::string_view name = TokenizerForLanguage(target);
  const TokenizerRow* row = FindTokenizer(name);
  if (row == nullptr) {
    return UsageError(fmt::format(
        "-l/--language-pair: the target language {} calls for the tokenizer {}, which this build "
        "does not have; choose one with -tok ({})",
        target, name, TokenizerNames()));
  }
  return row;
}

absl::StatusOr<JobOptions> ResolveMetrics(const LowArgs& args, Level level) {
  JobOptions job;
  if (!args.metrics.empty()) job.metrics = args.metrics;
  MTG_RETURN_IF_ERROR(CheckMetrics(job.metrics));
  job.level = level;
  job.on_invalid = ResolveOnInvalid(args);
  if (!std::all_of(job.metrics.begin(), job.metrics.end(), NamesItsTokenizer)) {
    MTG_ASSIGN_OR_RETURN(const TokenizerRow* tokenizer, ResolveTokenizer(args));
    job.shared["tok"] = std::string(tokenizer->name);
  }
  if (args.lowercase) job.shared["lc"] = "yes";
  if (args.smooth_method) job.shared["smooth"] = *args.smooth_method;
  if (args.smooth_value) job.shared["value"] = *args.smooth_value;
  if (level == Level::kSegment) job.shared["eff"] = "yes";
  if (args.language_pair) MTG_RETURN_IF_ERROR(TargetLanguage(*args.language_pair).status());
  if (args.compat == "sacrebleu") job.context.arithmetic = Arithmetic::kPlatform;
  if (args.compat == "sacrebleu-py312") {
    job.context.arithmetic = Arithmetic::kPlatformCompensatedSum;
  }
  for (const NgramEngineRow& row : NgramEngines()) {
    if (row.name == args.ngram_engine) job.context.ngram_engine = row.engine;
  }
  if (!args.hash.empty()) job.context.hash = FindHash(args.hash);
  return job;
}

absl::StatusOr<ScoringSettings> ResolveScoring(const LowArgs& args, Level level) {
  const std::vector<std::string> systems =
      args.inputs.empty() ? std::vector<std::string>{std::string(kStandardInput)} : args.inputs;
  ScoringSettings settings;
  MTG_RETURN_IF_ERROR(CheckStreams(args, systems));
  MTG_RETURN_IF_ERROR(CheckConflicts(args));
  MTG_ASSIGN_OR_RETURN(settings.job, ResolveMetrics(args, level));
  settings.paths = args.references;
  settings.paths.insert(settings.paths.end(), systems.begin(), systems.end());
  MTG_RETURN_IF_ERROR(CheckOutput(args.output, settings.paths));
  settings.names = {DisplayNames(args.references), DisplayNames(systems)};
  settings.write = MakeWriteOptions(args, settings);
  return settings;
}

}  // namespace mtgauge
