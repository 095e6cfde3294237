// The second step from a command line to a job: what the typed arguments mean together.
#include "cli/settings.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <set>
#include <string_view>
#include <utility>

#include "cli/cite_command.h"
#include "cli/configuration.h"
#include "core/input/format.h"
#include "core/input/join.h"
#include "core/input/mtme_folder.h"
#include "core/input/test_sets.h"
#include "core/metric/registry.h"
#include "core/text/language.h"
#include "core/text/model_tokenizer.h"

namespace mtgauge {
namespace {

constexpr std::string_view kStandardInput = "-";
constexpr uint64_t kDefaultSeed = 12345;  // sacreBLEU's

// The target of "en-zh", "eng_Latn-zho_Hans" or "zh".
absl::StatusOr<LanguageTag> TargetLanguage(const std::string& pair) {
  Languages languages = ParseLanguages(pair);
  const bool told = languages.source
                        ? !languages.source->written.empty() && !languages.target.written.empty()
                        : !languages.target.code.empty();
  if (!told) {
    return UsageError(fmt::format(
        "-l/--language-pair: '{}' is not a language pair; write source and target as in en-de",
        pair));
  }
  return std::move(languages.target);
}

// The codes of a pair that are not known, for messages; empty: all are.
std::string UnknownLanguages(const Languages& languages) {
  std::string unknown;
  for (const LanguageTag* tag :
       {languages.source ? &*languages.source : nullptr, &languages.target}) {
    if (tag == nullptr || !tag->code.empty()) continue;
    unknown += fmt::format("{}'{}'", unknown.empty() ? "" : " and ", tag->written);
    if (!tag->meant.empty()) unknown += fmt::format(" (did you mean '{}'?)", tag->meant);
  }
  return unknown;
}

Warning LanguageWarning(const std::string& unknown, std::string_view told,
                        std::string_view tokenizer) {
  return {"language", "",
          fmt::format("unknown language code {} in '{}'; the tokenizer is {}; use a code of ISO "
                      "639 such as zh or zho, or choose with -tok",
                      unknown, told, tokenizer)};
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
      return UsageError(fmt::format("'{}' is given twice; name each system once", path));
    }
  }
  for (const auto* paths : {&args.references, &systems, &args.ref_annotations, &args.annotations}) {
    if (std::find(paths->begin(), paths->end(), std::string()) != paths->end()) {
      return UsageError("a file name is empty; name a file, or - for standard input");
    }
  }
  return absl::OkStatus();
}

// Files of tables beside the texts.
std::vector<std::string> TableFiles(const LowArgs& args) {
  std::vector<std::string> files = {args.documents, args.strata};
  for (const auto* all : {&args.scores, &args.humans}) {
    for (const OutsideFiles& scores : *all) {
      files.insert(files.end(), scores.files.begin(), scores.files.end());
    }
  }
  if (const size_t equals = args.by.find('='); equals != std::string::npos) {
    files.push_back(args.by.substr(equals + 1));
  }
  return files;
}

absl::Status CheckStandardInput(const LowArgs& args, const std::vector<std::string>& outputs) {
  std::ptrdiff_t uses = 0;
  for (const auto& files :
       {args.references, outputs, args.ref_annotations, args.annotations, TableFiles(args)}) {
    uses += std::count(files.begin(), files.end(), kStandardInput);
  }
  if (uses <= 1) return absl::OkStatus();
  return UsageError(
      "standard input can be read only once; give files for the others, or choose its columns, as "
      "in /dev/stdin:ref");
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

// A flag for all metrics that none of them takes would change nothing.
absl::Status CheckCommonFlags(const LowArgs& args, const std::vector<std::string>& metrics) {
  const struct {
    std::string_view flag, option;
    bool given;
  } flags[] = {{"-tok/--tokenize", "tok", args.tokenize.has_value()},
               {"--stem", "stem", args.stem.has_value()},
               {"-s/--smooth-method", "smooth", args.smooth_method.has_value()},
               {"-sv/--smooth-value", "value", args.smooth_value.has_value()}};
  for (const auto& flag : flags) {
    const auto takes = [&flag](const std::string& spec) {
      const MetricRow* row = FindMetric(spec.substr(0, spec.find(':')));
      return row != nullptr && std::any_of(row->options.begin(), row->options.end(),
                                           [&](const auto& o) { return o.name == flag.option; });
    };
    if (!flag.given || std::any_of(metrics.begin(), metrics.end(), takes)) continue;
    return UsageError(
        fmt::format("{}: none of the metrics asked for takes it; leave it out", flag.flag));
  }
  return absl::OkStatus();
}

// Hands the flags of single metrics to them.
absl::Status SetMetricFlags(const LowArgs& args, JobOptions& job) {
  for (const auto& [flag, value] : args.metric_flags) {
    const std::string_view metric = flag->metric;
    const bool asked = std::any_of(job.metrics.begin(), job.metrics.end(), [&](const auto& spec) {
      return std::string_view(spec).substr(0, spec.find(':')) == metric;
    });
    if (!asked) {
      return UsageError(
          fmt::format("{}: the metric {} is not asked for; add -m {}, or leave it out", flag->flag,
                      metric, metric));
    }
    job.shared[fmt::format("{}.{}", metric, flag->option)] = value;
  }
  return absl::OkStatus();
}

absl::Status CheckAnnotationFlags(const LowArgs& args) {
  const bool files = !args.ref_annotations.empty() || !args.annotations.empty();
  if (!files && args.annotate_with.empty()) return absl::OkStatus();
  if (files && !args.annotate_with.empty()) {
    return UsageError(
        "--annotate-with makes the annotations that --ref-annotations and --annotations name; "
        "leave it out, or them");
  }
  if (files && (args.ref_annotations.empty() || args.annotations.empty())) {
    return UsageError(
        "--ref-annotations and --annotations go together, since words are compared with words; "
        "give both, or leave both out");
  }
  if (!args.split_paragraphs && !args.leave_one_out) return absl::OkStatus();
  return UsageError(fmt::format(
      "{}: annotations are of the texts as they are given; leave it out, or the annotations",
      args.split_paragraphs ? "--split-paragraphs" : "--leave-one-out-refs"));
}

absl::Status CheckConflicts(const LowArgs& args) {
  if (args.strict && args.force) {
    return UsageError("--strict and --force contradict each other; leave one out");
  }
  MTG_RETURN_IF_ERROR(CheckAnnotationFlags(args));
  if (!args.split_key.empty()) {
    if (args.key.empty()) {
      return UsageError("--split-key: name the field that it takes apart with --key FIELD");
    }
    MTG_RETURN_IF_ERROR(KeyTemplate::Parse(args.split_key).status());
  }
  if (args.split_paragraphs &&
      (!args.documents.empty() || !args.strata.empty() || !args.scores.empty())) {
    return UsageError(
        "--split-paragraphs: files of documents, strata and scores have a line for each record, "
        "not for its paragraphs; leave one out, or tell documents in the texts' own files");
  }
  if (args.score_only && args.format != "text") {
    return UsageError(
        fmt::format("-b/--score-only goes with --format text, not {}; leave one out", args.format));
  }
  return absl::OkStatus();
}

std::string DisplayName(const std::string& path) {
  return path == kStandardInput ? "<stdin>" : path;
}

// What is scored where no output is named: those of a folder that the references are from, else
// standard input.
std::vector<std::string> UnnamedOutputs(const LowArgs& args) {
  if (!args.references.empty()) {
    const std::string path = SplitPath(args.references.front()).file;
    if (IsMtmeFolder(path)) return {path};
  }
  return {std::string(kStandardInput)};
}

std::vector<std::string> DisplayNames(std::vector<std::string> paths) {
  std::transform(paths.begin(), paths.end(), paths.begin(), DisplayName);
  return paths;
}

const CompatTool* FindCompatTool(const LowArgs& args) {
  for (const CompatTool& tool : CompatTools()) {
    if (tool.name == args.compat) return &tool;
  }
  return nullptr;
}

void SetCompat(const LowArgs& args, CompareOptions& options) {
  const CompatTool* tool = FindCompatTool(args);
  options.sacrebleu = tool != nullptr;
  options.numpy2 = tool != nullptr && tool->numpy2;
}

// The conventions of sacreBLEU's --paired-bs and --paired-ar.
CompareOptions SacreBleuTest(TestKind test) {
  CompareOptions options;
  options.test = test;
  options.resamples = test == TestKind::kBootstrap ? 1000 : 10000;
  options.null = NullRule::kShifted;
  options.ties = TieRule::kStrict;
  options.generator = Generator::kNumpy;
  options.interval = IntervalKind::kOrder;
  options.correction = Correction::kNone;
  return options;
}

// A number of resamples goes with what it is of.
absl::Status CheckCounts(const LowArgs& args) {
  const struct {
    std::string_view flag;
    bool without;
  } counts[] = {{"--confidence", args.confidence_n && !args.confidence},
                {"--paired-bs", args.paired_bs_n && !args.paired_bs},
                {"--paired-ar", args.paired_ar_n && !args.paired_ar}};
  for (const auto& count : counts) {
    if (!count.without) continue;
    return UsageError(fmt::format("{}-n goes with {}; add it, or leave out {}-n", count.flag,
                                  count.flag, count.flag));
  }
  // Other verbs have resamples of their own.
  const bool resampled = args.confidence || args.paired_bs || args.paired_ar;
  if (args.verb == kScoreVerb && args.seed && !resampled) {
    return UsageError("--seed goes with --confidence, --paired-bs or --paired-ar; leave it out");
  }
  return absl::OkStatus();
}

// Takes what was typed for a convention that --compat has an opinion about.
template <typename Value>
absl::Status Choose(const LowArgs& args, std::string_view flag, const std::optional<Value>& typed,
                    Value& convention) {
  if (!args.compat.empty() && typed.value_or(convention) != convention) {
    return UsageError(
        fmt::format("{} contradicts --compat {}, which sets every convention; leave one out", flag,
                    args.compat));
  }
  convention = typed.value_or(convention);
  return absl::OkStatus();
}

// The first flag that is about texts alone; empty: none was given.
std::string_view TextFlag(const LowArgs& args) {
  if (!args.metrics.empty()) return "-m/--metrics";
  if (args.tokenize) return "-tok/--tokenize";
  if (args.lowercase) return "-lc/--lowercase";
  if (args.stem) return "--stem";
  if (!args.by.empty()) return "--by";
  if (!args.annotations.empty()) return "--annotations";
  if (!args.ref_annotations.empty()) return "--ref-annotations";
  if (!args.annotate_with.empty()) return "--annotate-with";
  if (args.language_pair) return "-l/--language-pair";
  if (args.smooth_method) return "-s/--smooth-method";
  if (!args.metric_flags.empty()) return args.metric_flags.front().first->flag;
  return args.smooth_value ? "-sv/--smooth-value" : "";
}

absl::Status CheckScores(const LowArgs& args) {
  if (args.drop_missing && args.scores.empty()) {
    return UsageError("--missing drop-pairwise goes with --scores; leave it out");
  }
  if (!args.compat.empty() && !args.scores.empty()) {
    return UsageError(
        fmt::format("--compat {}: sacreBLEU has no outside scores; leave out --compat, or --scores",
                    args.compat));
  }
  std::set<std::string_view> metrics;
  for (const OutsideFiles& scores : args.scores) {
    if (!metrics.insert(scores.metric).second) {
      return UsageError(
          fmt::format("--scores: the metric '{}' is given twice; name each once", scores.metric));
    }
  }
  return absl::OkStatus();
}

absl::Status CheckComparing(const LowArgs& args) {
  if (args.references.empty() && args.scores.empty()) {
    return UsageError(
        "no reference; reference files come first, as in: mtgauge compare REF -i A B; outside "
        "scores (--scores) need none");
  }
  if (const std::string_view flag = TextFlag(args); args.references.empty() && !flag.empty()) {
    return UsageError(fmt::format(
        "{}: no reference to score against; name reference files first, or leave it out", flag));
  }
  if (args.gate && !args.baseline) {
    return UsageError("--gate needs a system to be held against; name it with --baseline NAME");
  }
  return CheckScores(args);
}

// What the generator of sacreBLEU's resamples cannot draw.
absl::Status CheckNumpy(const LowArgs& args, const std::vector<NamedFiles>& systems,
                        TestKind test) {
  if (!args.strata.empty()) {
    return UsageError(
        "--rng numpy and --compat resample a whole corpus; leave out --strata, or use --rng mtg1");
  }
  const bool runs = !systems.empty() && systems.front().files.size() > 1;
  if (runs && test == TestKind::kRandomization) {
    return UsageError(
        "--rng numpy and --compat do not shuffle several runs of a system; use --rng mtg1, --test "
        "bs, or one file for each --system");
  }
  return absl::OkStatus();
}

// Those of -i, then those of --system; standard input when there is text to read and none is named.
absl::StatusOr<std::vector<NamedFiles>> ResolveSystems(const LowArgs& args) {
  std::vector<NamedFiles> systems;
  const bool unnamed = args.inputs.empty() && args.systems.empty() && !args.references.empty();
  for (const std::string& path : unnamed ? UnnamedOutputs(args) : args.inputs) {
    systems.push_back({DisplayName(path), {path}});
  }
  systems.insert(systems.end(), args.systems.begin(), args.systems.end());
  std::set<std::string_view> names;
  for (const NamedFiles& system : systems) {
    if (!names.insert(system.name).second) {
      return UsageError(fmt::format("the system '{}' is given twice; name each once", system.name));
    }
    if (system.files.size() != systems.front().files.size()) {
      return UsageError(fmt::format(
          "--system: '{}' has {} output files and '{}' has {}; give every system equally many runs",
          systems.front().name, systems.front().files.size(), system.name, system.files.size()));
    }
  }
  return systems;
}

WriteOptions MakeWriteOptions(const LowArgs& args) {
  WriteOptions write;
  write.width = args.width.value_or(args.unit_scale ? 3 : 1);
  write.more_digits = !args.width && !args.unit_scale;
  write.score_only = args.score_only;
  write.unit_scale = args.unit_scale;
  return write;
}

// FIELD or FIELD=FILE; the documents of --documents, and the fields of -t, are such files, too.
absl::StatusOr<SegmentGroups> ResolveGrouping(const LowArgs& args) {
  SegmentGroups by;
  const size_t equals = args.by.find('=');
  by.field = args.by.substr(0, equals);
  if (equals != std::string::npos) {
    by.file = args.by.substr(equals + 1);
    if (by.field.empty() || by.file.empty()) {
      return UsageError(fmt::format(
          "--by: '{}' is not a field and a file, as in --by domain=domains.txt", args.by));
    }
    return by;
  }
  if (IsDocumentField(by.field)) by.file = args.documents;
  if (!args.test_set || !by.file.empty() || by.field.empty()) return by;
  MTG_ASSIGN_OR_RETURN(const std::vector<std::string> fields,
                       TestSetFields(*args.test_set, args.language_pair.value_or("")));
  const std::string field = FindField(fields, by.field);
  if (!field.empty()) {
    MTG_ASSIGN_OR_RETURN(by.file, TestSetFile(*args.test_set, *args.language_pair, field));
  }
  return by;
}

absl::Status CheckGrouping(const LowArgs& args, const SegmentGroups& by,
                           const std::vector<std::string>& paths) {
  if (by.field.empty()) return absl::OkStatus();
  if (args.split_paragraphs && !by.file.empty()) {
    return UsageError(fmt::format(
        "--split-paragraphs: {} has a line for each record, not for its paragraphs; leave one out, "
        "or tell the groups in the texts' own files",
        by.file));
  }
  if (by.file == kStandardInput) {
    return UsageError("--by: the groups cannot come from standard input; name a file");
  }
  const bool needed =
      args.test_set || std::any_of(paths.begin(), paths.end(), [](const auto& path) {
        return IsMtmeFolder(SplitPath(path).file);
      });
  if (!IsLanguageField(by.field) || !args.language_pair || needed) return absl::OkStatus();
  return UsageError(
      "--by lang and -l/--language-pair contradict each other: the segments tell their languages; "
      "leave one out");
}

// What every verb that scores texts fills in.
void FillTexts(std::optional<uint32_t> width, LowArgs& args) {
  if (args.metrics.empty()) args.metrics = JobOptions().metrics;
  args.width = width;
}

// The resampling of the verb score.
void FillResampling(const CompareOptions& options, LowArgs& args) {
  args.seed = options.seed;
  if (args.paired_ar) {
    args.paired_ar_n = options.resamples;
  } else if (args.paired_bs) {
    args.paired_bs_n = options.resamples;
  } else {
    args.confidence_n = options.resamples;
  }
}

void FillTest(const CompareOptions& options, LowArgs& args) {
  args.test = options.test;
  args.resamples = options.resamples;
  args.seed = options.seed;
  if (options.test == TestKind::kBootstrap) args.null = options.null;
  args.generator = options.generator;
  args.interval = options.interval;
  args.correction = options.correction;
}

// The job over the files of all systems, in order.
absl::StatusOr<ScoringSettings> ResolveTexts(const LowArgs& args,
                                             const std::vector<std::string>& outputs, Level level) {
  ScoringSettings settings;
  MTG_RETURN_IF_ERROR(CheckStreams(args, outputs));
  MTG_RETURN_IF_ERROR(CheckConflicts(args));
  MTG_ASSIGN_OR_RETURN(settings.job, ResolveMetrics(args, level));
  for (const auto* paths : {&args.references, &outputs, &args.ref_annotations, &args.annotations}) {
    settings.paths.insert(settings.paths.end(), paths->begin(), paths->end());
  }
  MTG_RETURN_IF_ERROR(CheckTables(args));
  settings.names = {DisplayNames(args.references), DisplayNames(outputs)};
  settings.names.ref_annotations = DisplayNames(args.ref_annotations);
  settings.names.hyp_annotations = DisplayNames(args.annotations);
  settings.annotate_with = args.annotate_with;
  if (!args.annotate_with.empty()) {
    settings.names.ref_annotations = settings.names.refs;
    settings.names.hyp_annotations = settings.names.hyps;
  }
  settings.in_effect = args;
  settings.language_pair = args.language_pair.value_or("");
  settings.input_format = args.input_format;
  settings.key = args.key;
  settings.split_key = args.split_key;
  MTG_ASSIGN_OR_RETURN(settings.by, ResolveGrouping(args));
  MTG_RETURN_IF_ERROR(CheckGrouping(args, settings.by, settings.paths));
  settings.tokenizer_by_language = IsLanguageField(settings.by.field) && !args.tokenize;
  settings.write = MakeWriteOptions(args);
  return settings;
}

// With the references of -t in place of reference files.
absl::StatusOr<LowArgs> WithTestSet(const LowArgs& typed) {
  LowArgs args = typed;
  if (!args.test_set) return args;
  if (!args.references.empty()) {
    return UsageError("-t/--test-set and reference files exclude each other; leave one out");
  }
  if (!args.language_pair) {
    return UsageError(fmt::format("-t/--test-set: name the language pair, as in: -t {} -l en-de",
                                  *args.test_set));
  }
  MTG_ASSIGN_OR_RETURN(args.references, TestSetReferences(*args.test_set, *args.language_pair));
  return args;
}

// -l chooses for languages that 13a does not split; for others each metric keeps its own tokenizer,
// which is its tool's.
absl::Status SetTokenizer(const LowArgs& args, JobOptions& job) {
  if (!args.tokenize && !args.language_pair) return absl::OkStatus();
  if (std::all_of(job.metrics.begin(), job.metrics.end(), NamesItsTokenizer)) {
    return absl::OkStatus();
  }
  MTG_ASSIGN_OR_RETURN(const TokenizerRow* tokenizer, ResolveTokenizer(args));
  if (!args.tokenize && tokenizer == &Tokenizers().front()) return absl::OkStatus();
  job.shared["tok"] = std::string(tokenizer->name);
  return absl::OkStatus();
}

}  // namespace

std::span<const CompatTool> CompatTools() {
  static constexpr CompatTool kTools[] = {
      {"sacrebleu", Arithmetic::kPlatform, false},
      {"sacrebleu-py312", Arithmetic::kPlatformCompensatedSum, false},
      {"sacrebleu-numpy2", Arithmetic::kPlatform, true},
      {"sacrebleu-py312-numpy2", Arithmetic::kPlatformCompensatedSum, true},
  };
  return kTools;
}

absl::Status CheckTables(const LowArgs& args) { return CheckStandardInput(args, {}); }

OnInvalid ResolveOnInvalid(const LowArgs& args) {
  if (args.on_invalid == "replace") return OnInvalid::kReplace;
  return args.on_invalid == "skip" ? OnInvalid::kSkip : OnInvalid::kError;
}

absl::StatusOr<const TokenizerRow*> ResolveTokenizer(const LowArgs& args) {
  if (args.tokenize) return OpenTokenizer(*args.tokenize);
  if (!args.language_pair) return &Tokenizers().front();
  MTG_ASSIGN_OR_RETURN(const LanguageTag target, TargetLanguage(*args.language_pair));
  const std::string_view name = TokenizerForTarget(target);
  absl::StatusOr<const TokenizerRow*> row = OpenTokenizer(name);
  if (row.ok()) return row;
  return UsageError(fmt::format(
      "-l/--language-pair: the target language {} calls for the tokenizer {}: {}; or choose "
      "another with -tok",
      target.written, name, std::string(row.status().message())));
}

std::vector<Warning> LanguageWarnings(const LowArgs& args) {
  if (!args.language_pair || args.tokenize) return {};
  const Languages languages = ParseLanguages(*args.language_pair);
  const std::string unknown = UnknownLanguages(languages);
  if (unknown.empty()) return {};
  return {LanguageWarning(unknown, *args.language_pair, TokenizerForTarget(languages.target))};
}

absl::StatusOr<JobOptions> ForLanguage(const JobOptions& job, const std::string& language,
                                       std::vector<Warning>& warnings) {
  JobOptions options = job;
  options.shared.erase("tok");
  if (std::all_of(job.metrics.begin(), job.metrics.end(), NamesItsTokenizer)) return options;
  const Languages languages = ParseLanguages(language);
  if (languages.target.written.empty()) {
    return InputError(fmt::format(
        "--by: '{}' is no language, as in en-zh or zh, so that it chooses no tokenizer; name one "
        "for all with -tok",
        language));
  }
  const std::string_view name = TokenizerForTarget(languages.target);
  if (const std::string unknown = UnknownLanguages(languages); !unknown.empty()) {
    warnings.push_back(LanguageWarning(unknown, language, name));
  }
  const absl::StatusOr<const TokenizerRow*> row = OpenTokenizer(name);
  if (!row.ok()) {
    return UsageError(
        fmt::format("--by: the language '{}' calls for the tokenizer {}: {}; or choose one for all "
                    "with -tok",
                    language, name, std::string(row.status().message())));
  }
  if (*row != &Tokenizers().front()) options.shared["tok"] = std::string(name);
  return options;
}

absl::StatusOr<JobOptions> ResolveMetrics(const LowArgs& args, Level level) {
  JobOptions job;
  if (!args.metrics.empty()) job.metrics = args.metrics;
  MTG_RETURN_IF_ERROR(CheckMetrics(job.metrics));
  job.level = level;
  job.on_invalid = ResolveOnInvalid(args);
  MTG_RETURN_IF_ERROR(CheckCommonFlags(args, job.metrics));
  MTG_RETURN_IF_ERROR(SetTokenizer(args, job));
  if (args.lowercase) job.shared["lc"] = "yes";
  if (args.stem) job.shared["stem"] = *args.stem;
  if (args.smooth_method) job.shared["smooth"] = *args.smooth_method;
  if (args.smooth_value) job.shared["value"] = *args.smooth_value;
  MTG_RETURN_IF_ERROR(SetMetricFlags(args, job));
  if (level == Level::kSegment) job.shared["eff"] = "yes";
  if (args.language_pair) MTG_RETURN_IF_ERROR(TargetLanguage(*args.language_pair).status());
  if (const CompatTool* tool = FindCompatTool(args)) job.context.arithmetic = tool->arithmetic;
  for (const NgramEngineRow& row : NgramEngines()) {
    if (row.name == args.ngram_engine) job.context.ngram_engine = row.engine;
  }
  if (!args.hash.empty()) job.context.hash = FindHash(args.hash);
  return job;
}

absl::StatusOr<ScoringSettings> ResolveScoring(const LowArgs& typed, Level level) {
  MTG_ASSIGN_OR_RETURN(const LowArgs args, WithTestSet(typed));
  const std::vector<std::string> outputs = args.inputs.empty() ? UnnamedOutputs(args) : args.inputs;
  MTG_RETURN_IF_ERROR(CheckStandardInput(args, outputs));
  MTG_ASSIGN_OR_RETURN(ScoringSettings settings, ResolveTexts(args, outputs, level));
  settings.in_effect = typed;
  // A width that depends on the metric has no number.
  const WriteOptions& write = settings.write;
  FillTexts(write.more_digits ? std::nullopt : std::optional(write.width), settings.in_effect);
  if (!args.leave_one_out) settings.in_effect.inputs = outputs;
  MTG_ASSIGN_OR_RETURN(const std::optional<CompareOptions> resampling, ResolveResampling(args));
  if (resampling) FillResampling(*resampling, settings.in_effect);
  MTG_ASSIGN_OR_RETURN(settings.write.configuration,
                       MakeConfiguration(settings.in_effect, &settings.job));
  return settings;
}

absl::StatusOr<uint64_t> ResolveSeed(const LowArgs& args) {
  if (args.seed) return *args.seed;
  const char* text = std::getenv("SACREBLEU_SEED");
  if (text == nullptr) return kDefaultSeed;
  const std::string digits = text;
  uint64_t seed = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), seed);
  if (error == std::errc() && end == digits.data() + digits.size()) return seed;
  return UsageError(fmt::format(
      "SACREBLEU_SEED: '{}' is not a whole number below 2^64, and a test without a seed ('none') "
      "could not be repeated; set a number, or unset it",
      digits));
}

absl::StatusOr<CompareOptions> ResolveTest(const LowArgs& args) {
  CompareOptions options;
  options.test = args.test.value_or(options.test);
  if (!args.compat.empty()) options = SacreBleuTest(options.test);
  SetCompat(args, options);
  MTG_RETURN_IF_ERROR(Choose(args, "--null", args.null, options.null));
  MTG_RETURN_IF_ERROR(Choose(args, "--rng", args.generator, options.generator));
  MTG_RETURN_IF_ERROR(Choose(args, "--interval", args.interval, options.interval));
  MTG_RETURN_IF_ERROR(Choose(args, "--correction", args.correction, options.correction));
  MTG_RETURN_IF_ERROR(
      Choose(args, "--sampling", std::optional<Sampling>(args.sampling), options.sampling));
  MTG_RETURN_IF_ERROR(Choose(args, "--unit", std::optional<Unit>(args.unit), options.unit));
  if (args.null && options.test == TestKind::kRandomization) {
    return UsageError("--null goes with --test bs, not ar; leave one out");
  }
  if (args.null == NullRule::kShifted && options.correction == Correction::kMaxT) {
    return UsageError(
        "--null shifted has no max-T correction; use --correction holm, or --null centred");
  }
  if (options.sampling != Sampling::kFull && options.interval == IntervalKind::kBca) {
    return UsageError(
        "--interval bca needs resamples of full size; leave out --sampling, or use --interval "
        "percentile");
  }
  if (options.sampling != Sampling::kFull && options.generator == Generator::kNumpy) {
    return UsageError(
        "--rng numpy has no half-size resamples; leave out --sampling, or use --rng mtg1");
  }
  options.resamples = args.resamples.value_or(options.resamples);
  MTG_ASSIGN_OR_RETURN(options.seed, ResolveSeed(args));
  options.alpha = args.alpha;
  options.clusters = args.clusters;
  return options;
}

absl::StatusOr<ComparingSettings> ResolveComparing(const LowArgs& typed) {
  MTG_ASSIGN_OR_RETURN(const LowArgs args, WithTestSet(typed));
  ComparingSettings settings;
  MTG_RETURN_IF_ERROR(CheckComparing(args));
  MTG_ASSIGN_OR_RETURN(settings.options, ResolveTest(args));
  MTG_ASSIGN_OR_RETURN(settings.systems, ResolveSystems(args));
  if (settings.options.generator == Generator::kNumpy) {
    MTG_RETURN_IF_ERROR(CheckNumpy(args, settings.systems, settings.options.test));
  }
  std::vector<std::string> files;
  if (!args.references.empty()) {
    for (const NamedFiles& system : settings.systems) {
      files.insert(files.end(), system.files.begin(), system.files.end());
    }
    MTG_ASSIGN_OR_RETURN(settings.texts, ResolveTexts(args, files, Level::kCorpus));
  }
  MTG_RETURN_IF_ERROR(CheckStandardInput(args, files));
  MTG_RETURN_IF_ERROR(CheckConflicts(args));
  MTG_RETURN_IF_ERROR(CheckTables(args));
  settings.write.width = args.width.value_or(2);
  settings.write.more_digits = !args.width;
  settings.in_effect = typed;
  FillTest(settings.options, settings.in_effect);
  if (settings.texts) FillTexts(args.width, settings.in_effect);
  if (settings.texts && args.systems.empty()) settings.in_effect.inputs = files;
  const JobOptions* const job = settings.texts ? &settings.texts->job : nullptr;
  const size_t references = settings.texts ? settings.texts->names.refs.size() : 0;
  settings.write.cite = CiteCommand(job, references, settings.options);
  MTG_ASSIGN_OR_RETURN(settings.write.configuration, MakeConfiguration(settings.in_effect, job));
  return settings;
}

absl::StatusOr<std::optional<CompareOptions>> ResolveResampling(const LowArgs& args) {
  MTG_RETURN_IF_ERROR(CheckCounts(args));
  const bool paired = args.paired_bs || args.paired_ar;
  if (!paired && !args.confidence) return std::optional<CompareOptions>();
  if (args.paired_ar && (args.paired_bs || args.confidence)) {
    return UsageError(fmt::format("--paired-ar and --{} contradict each other; leave one out",
                                  args.paired_bs ? "paired-bs" : "confidence"));
  }
  if (args.sentence_level) {
    return UsageError(
        "--confidence, --paired-bs and --paired-ar are about the score of a whole corpus; leave "
        "out -sl");
  }
  CompareOptions options =
      SacreBleuTest(args.paired_ar ? TestKind::kRandomization : TestKind::kBootstrap);
  const std::optional<uint64_t>& resamples = args.paired_ar   ? args.paired_ar_n
                                             : args.paired_bs ? args.paired_bs_n
                                                              : args.confidence_n;
  options.resamples = resamples.value_or(options.resamples);
  MTG_ASSIGN_OR_RETURN(options.seed, ResolveSeed(args));
  if (paired) options.baseline = 0;
  SetCompat(args, options);
  return std::optional<CompareOptions>(options);
}

absl::Status CheckResampledSystems(const LowArgs& args, size_t systems) {
  if ((args.paired_bs || args.paired_ar) && systems < 2) {
    return UsageError(fmt::format("--paired-{} needs at least two systems; name them with -i",
                                  args.paired_bs ? "bs" : "ar"));
  }
  if (args.confidence && !args.paired_bs && systems > 1) {
    return UsageError(
        "--confidence is for one system; with several use --paired-bs, or the verb 'compare'");
  }
  return absl::OkStatus();
}

}  // namespace mtgauge
