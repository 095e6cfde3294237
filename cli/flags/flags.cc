// The one table of flags, and the reading of a whole command line.
#include "cli/flags/flags.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstddef>

#include "cli/flags/arguments.h"
#include "cli/flags/meta_presets.h"
#include "cli/sacrebleu/flags.h"
#include "cli/verbs/verbs.h"
#include "core/algo/ngrams/ngram_match.h"
#include "core/base/hash.h"
#include "core/base/printing.h"
#include "core/base/suggest.h"
#include "core/compare/conventions.h"
#include "core/compare/evaluation_conventions.h"
#include "core/input/formats/format.h"
#include "core/input/shard.h"
#include "core/meta/measures.h"
#include "core/metric/metric_names.h"
#include "core/metric/registry.h"
#include "core/report/lists/lists.h"
#include "core/request/metrics.h"
#include "core/score/requirement.h"
#include "core/text/tokenizer/model_tokenizer.h"
#include "core/text/words/stemmer.h"
#include "mtgauge/nbest.h"
#include "mtgauge/report.h"

namespace mtgauge {
namespace {

constexpr uint32_t kSingle = kScoreVerb | kSegmentsVerb;
constexpr uint32_t kPairing = kSingle | kCompareVerb | kRowsVerb;
constexpr uint32_t kScoring = kPairing | kNbestVerb | kMetaVerb;
constexpr uint32_t kListing = kMetricsVerb | kTokenizersVerb | kStemmersVerb;
// Of `common`: for all verbs that have the flag.
constexpr uint32_t kAnyVerb = ~0u;
// Flags of all that reads texts and scores them.
constexpr uint32_t kTexts = kScoring | kBenchVerb | kSurveyVerb;
constexpr uint32_t kMostRounds = 10000;
constexpr uint64_t kMostBuckets = uint64_t{1} << 28;
constexpr uint64_t kMostSegments = 1'000'000'000'000;
constexpr uint64_t kMostPlanned = 1'000'000;
constexpr uint32_t kMostThreads = 4096;
constexpr uint32_t kWidest = 100;
constexpr uint64_t kMostResamples = 1'000'000'000;
constexpr uint32_t kLongest = 1'000'000;
constexpr std::string_view kLower = ":lower";

using Values = FlagAccess::Values;
using Names = std::vector<std::string_view>;

Names MetricChoices() { return NamesOfRows(Metrics()); }
Names TokenizerChoices() { return AllTokenizerNames(); }
Names StemmerChoices() { return NamesOfRows(Stemmers()); }
Names HashChoices() { return NamesOfRows(Hashes()); }
Names NgramEngineChoices() { return NamesOfRows(NgramEngines()); }
Names FormatChoices() { return ScoreForms(); }
Names SegmentFormatChoices() { return SegmentForms(); }
Names ListFormatChoices() { return ListForms(); }
Names HeaderFormatChoices() { return {"text", "json"}; }
Names NbestFormatChoices() { return NbestForms(); }
Names ComparisonFormatChoices() { return CompareForms(); }
Names LaboratoryFormatChoices() { return {"text", "json", "markdown"}; }
Names EvaluationFormatChoices() { return EvaluateForms(); }
Names MeasureChoices() { return NamesOfRows(Measures()); }
Names SmoothingChoices() { return {"exp", "floor", "add-k", "none"}; }
Names CompatChoices() { return NamesOfRows(CompatTools()); }

constexpr Named<bool> kScales[] = {{"own", false}, {"unit", true}};
constexpr Named<bool> kJoins[] = {{"all", false}, {"common", true}};
constexpr Named<bool> kAnnotatorScales[] = {{"raw", false}, {"z", true}};
constexpr Named<bool> kAverages[] = {{"groups", false}, {"size", true}};
constexpr Named<bool> kUndefinedRules[] = {{"skip", false}, {"zero", true}};
constexpr Named<bool> kMissingRules[] = {{"error", false}, {"drop-pairwise", true}};

// The names of one of the tables of conventions.
template <const auto& table>
Names ChoicesOf() {
  return NamesOfRows(table);
}

// What a member tells, as the values of one use; none where it holds nothing.
std::vector<Values> OneUse(const std::string& text) {
  return text.empty() ? std::vector<Values>() : std::vector<Values>{{text}};
}
std::vector<Values> OneUse(const std::optional<std::string>& text) {
  return text ? std::vector<Values>{{*text}} : std::vector<Values>();
}

// Of a member that is a value, or an optional one.
template <typename Value>
Value ValueType(const std::optional<Value>&);
template <typename Value>
Value ValueType(const Value&);

template <auto member, const auto& table>
constexpr FlagAccess SetChoice() {
  return {[](LowArgs& args, const Values& values) {
            for (const auto& row : table) {
              if (row.name == values.front()) args.*member = row.value;
            }
            return absl::OkStatus();
          },
          [](const LowArgs& args) {
            const std::optional<decltype(ValueType(args.*member))> value = args.*member;
            return value ? OneUse(std::string(NameOf(table, *value))) : std::vector<Values>();
          }};
}

template <auto member>
constexpr FlagAccess SetSwitch() {
  return {[](LowArgs& args, const Values&) {
            args.*member = true;
            return absl::OkStatus();
          },
          [](const LowArgs& args) { return std::vector<Values>(args.*member ? 1 : 0); }};
}

template <auto member>
constexpr FlagAccess SetText() {
  return {[](LowArgs& args, const Values& values) {
            args.*member = values.front();
            return absl::OkStatus();
          },
          [](const LowArgs& args) { return OneUse(args.*member); }};
}

// A flag that sets an option of one metric.
struct MetricFlag {
  std::string_view name, metric, option;
  std::string_view value = "";  // of a switch
};

template <const MetricFlag& flag>
absl::Status ReadMetricOption(LowArgs& args, const Values& values) {
  args.metric_settings.push_back({std::string(flag.name), std::string(flag.metric),
                                  std::string(flag.option),
                                  values.empty() ? std::string(flag.value) : values.front()});
  return absl::OkStatus();
}
std::vector<Values> MetricOptionUses(const LowArgs& args, const MetricFlag& flag) {
  std::vector<Values> last;
  for (const MetricSetting& setting : args.metric_settings) {
    if (setting.name == flag.name) last = {flag.value.empty() ? Values{setting.value} : Values{}};
  }
  return last;
}
template <const MetricFlag& flag>
std::vector<Values> UsesOfMetricOption(const LowArgs& args) {
  return MetricOptionUses(args, flag);
}
template <const MetricFlag& flag>
constexpr FlagAccess SetMetricOption() {
  return {ReadMetricOption<flag>, UsesOfMetricOption<flag>};
}

constexpr MetricFlag kChrfCharOrder = {"chrf-char-order", "chrf", "nc"};
constexpr MetricFlag kChrfWordOrder = {"chrf-word-order", "chrf", "nw"};
constexpr MetricFlag kChrfBeta = {"chrf-beta", "chrf", "beta"};
constexpr MetricFlag kChrfWhitespace = {"chrf-whitespace", "chrf", "space", "yes"};
constexpr MetricFlag kChrfLowercase = {"chrf-lowercase", "chrf", "lc", "yes"};
constexpr MetricFlag kChrfEpsilon = {"chrf-eps-smoothing", "chrf", "eps", "yes"};
constexpr MetricFlag kMeteorData = {"meteor-data", "meteor", "data"};
constexpr MetricFlag kNistCounts = {"nist-counts", "nist", "counts"};
constexpr MetricFlag kTerCaseSensitive = {"ter-case-sensitive", "ter", "case", "mixed"};
constexpr MetricFlag kTerAsianSupport = {"ter-asian-support", "ter", "asian", "yes"};
constexpr MetricFlag kTerNoPunct = {"ter-no-punct", "ter", "punct", "no"};
constexpr MetricFlag kTerNormalized = {"ter-normalized", "ter", "norm", "yes"};

template <auto member>
constexpr FlagAccess AddAll() {
  return {[](LowArgs& args, const Values& values) {
            (args.*member).insert((args.*member).end(), values.begin(), values.end());
            return absl::OkStatus();
          },
          [](const LowArgs& args) {
            return (args.*member).empty() ? std::vector<Values>()
                                          : std::vector<Values>{args.*member};
          }};
}

template <auto member, uint64_t least, uint64_t most>
absl::Status ReadNumber(LowArgs& args, const Values& values) {
  const std::string& text = values.front();
  uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool whole = error == std::errc() && end == text.data() + text.size();
  if (!whole || number < least || number > most) {
    return UsageError(fmt::format("'{}' is not a whole number from {} to {}", text, least, most));
  }
  args.*member = static_cast<decltype(ValueType(args.*member))>(number);
  return absl::OkStatus();
}

// A value below the least was never given.
template <auto member, uint64_t least>
std::vector<Values> NumberUses(const LowArgs& args) {
  const std::optional<decltype(ValueType(args.*member))> number = args.*member;
  return number && *number >= least ? OneUse(fmt::to_string(*number)) : std::vector<Values>();
}

template <auto member, uint64_t least, uint64_t most>
constexpr FlagAccess SetNumber() {
  return {ReadNumber<member, least, most>, NumberUses<member, least>};
}

// 0 stands for a flag that was not given.
template <auto member>
std::vector<Values> DoubleUses(const LowArgs& args) {
  return args.*member > 0 ? OneUse(ShortestDouble(args.*member)) : std::vector<Values>();
}

absl::Status ReadThreshold(LowArgs& args, const Values& values) {
  const std::string& text = values.front();
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), args.threshold);
  const bool number = error == std::errc() && end == text.data() + text.size();
  if (!number || !(args.threshold > 0 && args.threshold < 1e300)) {
    return UsageError(fmt::format("'{}' is not a positive number", text));
  }
  return absl::OkStatus();
}

constexpr FlagAccess SetThreshold() { return {ReadThreshold, DoubleUses<&LowArgs::threshold>}; }

template <auto member>
absl::Status ReadShare(LowArgs& args, const Values& values) {
  const std::string& text = values.front();
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), args.*member);
  const bool number = error == std::errc() && end == text.data() + text.size();
  if (!number || !(args.*member > 0 && args.*member < 1)) {
    return UsageError(fmt::format("'{}' is not a number between 0 and 1", text));
  }
  return absl::OkStatus();
}
template <auto member>
constexpr FlagAccess SetShare() {
  return {ReadShare<member>, DoubleUses<member>};
}

absl::Status CheckNotEmpty(const Values& files) {
  if (std::find(files.begin(), files.end(), std::string()) == files.end()) return absl::OkStatus();
  return UsageError("the file name is empty");
}

template <auto member>
constexpr FlagAccess SetFile() {
  return {[](LowArgs& args, const Values& values) {
            args.*member = values.front();
            return CheckNotEmpty(values);
          },
          [](const LowArgs& args) { return OneUse(args.*member); }};
}

template <auto member>
constexpr FlagAccess SetField() {
  return {[](LowArgs& args, const Values& values) {
            args.*member = values.front();
            return values.front().empty() ? UsageError("the name is empty") : absl::OkStatus();
          },
          [](const LowArgs& args) { return OneUse(args.*member); }};
}

absl::Status ReadGrouping(LowArgs& args, const Values& values) {
  if (!args.by.empty()) {
    return UsageError("it is given twice, but segments are grouped by one field; leave one out");
  }
  args.by = values.front();
  return args.by.empty() ? UsageError("the name is empty") : absl::OkStatus();
}
std::vector<Values> GroupingUse(const LowArgs& args) { return OneUse(args.by); }
constexpr FlagAccess SetGrouping() { return {ReadGrouping, GroupingUse}; }

absl::Status ReadSystem(LowArgs& args, const Values& values) {
  if (values.size() < 2 || values.front().empty()) {
    return UsageError("a name and then at least one file are needed, as in: --system NAME FILE");
  }
  args.systems.push_back({values.front(), {values.begin() + 1, values.end()}});
  return absl::OkStatus();
}
std::vector<Values> SystemUses(const LowArgs& args) {
  std::vector<Values> uses;
  for (const NamedFiles& system : args.systems) {
    uses.push_back({system.name});
    uses.back().insert(uses.back().end(), system.files.begin(), system.files.end());
  }
  return uses;
}
constexpr FlagAccess AddSystem() { return {ReadSystem, SystemUses}; }

std::string NamedAsTyped(const OutsideFiles& scores) {
  if (scores.metric.empty()) return {};
  return fmt::format("{}{}=", scores.metric, scores.lower_is_better ? kLower : "");
}

template <auto member>
std::vector<Values> OutsideUses(const LowArgs& args) {
  std::vector<Values> uses;
  for (const OutsideFiles& scores : args.*member) {
    uses.push_back(scores.files);
    uses.back().front().insert(0, NamedAsTyped(scores));
  }
  return uses;
}

// METRIC=FILE FILE ... or METRIC:lower=FILE ...
absl::Status ReadScores(LowArgs& args, const Values& values) {
  const size_t equals = values.front().find('=');
  OutsideFiles scores;
  if (equals != std::string::npos) scores.metric = values.front().substr(0, equals);
  scores.lower_is_better = scores.metric.ends_with(kLower);
  if (scores.lower_is_better) scores.metric.resize(scores.metric.size() - kLower.size());
  if (scores.metric.empty()) {
    return UsageError(fmt::format(
        "'{}' does not begin with a name; write the metric before the file, as in COMET={}",
        values.front(), values.front().substr(equals + 1)));
  }
  scores.files = values;
  scores.files.front().erase(0, equals + 1);
  MTG_RETURN_IF_ERROR(CheckNotEmpty(scores.files));
  args.scores.push_back(std::move(scores));
  return absl::OkStatus();
}
constexpr FlagAccess AddScores() { return {ReadScores, OutsideUses<&LowArgs::scores>}; }

// FILE ..., NAME=FILE ... or NAME:lower=FILE ...
absl::Status ReadHumans(LowArgs& args, const Values& values) {
  const size_t equals = values.front().find('=');
  OutsideFiles scores;
  scores.files = values;
  if (equals != std::string::npos) {
    scores.metric = values.front().substr(0, equals);
    scores.files.front().erase(0, equals + 1);
    scores.lower_is_better = scores.metric.ends_with(kLower);
    if (scores.lower_is_better) scores.metric.resize(scores.metric.size() - kLower.size());
  }
  MTG_RETURN_IF_ERROR(CheckNotEmpty(scores.files));
  args.humans.push_back(std::move(scores));
  return absl::OkStatus();
}
constexpr FlagAccess AddHumans() { return {ReadHumans, OutsideUses<&LowArgs::humans>}; }

absl::Status ReadRequirements(LowArgs& args, const Values& values) {
  for (const std::string& value : values) {
    MTG_ASSIGN_OR_RETURN(Requirement requirement, ParseRequirement(value));
    args.requirements.push_back(std::move(requirement));
  }
  return absl::OkStatus();
}
std::vector<Values> RequirementUses(const LowArgs& args) {
  std::vector<Values> uses;
  for (const Requirement& requirement : args.requirements) {
    if (uses.empty()) uses.emplace_back();
    uses.front().push_back(requirement.text);
  }
  return uses;
}
constexpr FlagAccess AddRequirements() { return {ReadRequirements, RequirementUses}; }

absl::Status ReadOutput(LowArgs& args, const Values& values) {
  args.output = values.front() == "-" ? std::string() : values.front();
  return CheckNotEmpty(values);
}
constexpr FlagAccess SetOutput() {
  return {ReadOutput, [](const LowArgs& args) { return OneUse(args.output); }};
}

absl::Status ReadShard(LowArgs& args, const Values& values) {
  const std::optional<Shard> shard = ParseShard(values.front());
  if (!shard) {
    return UsageError(fmt::format("'{}' is not a part such as 3/16", values.front()));
  }
  args.shard = shard;
  return absl::OkStatus();
}
constexpr FlagAccess SetShard() {
  return {ReadShard, [](const LowArgs& args) {
            return args.shard ? OneUse(fmt::format("{}/{}", args.shard->number, args.shard->count))
                              : std::vector<Values>();
          }};
}

// In no record: what it says is there. ReadCommand() applies it.
absl::Status NamePreset(LowArgs&, const Values&) { return absl::OkStatus(); }

// In no record: it is not about what is run.
absl::Status AskForJob(LowArgs& args, const Values&) {
  args.print_job = true;
  return absl::OkStatus();
}

constexpr Flag kFlags[] = {
    {"--input", "-i", "HYP", Arity::kOneOrMore, FlagGroup::kInput,
     kPairing | kBenchVerb | kMetaVerb,
     "hypothesis files, one per system; - is standard input, which is also read if no system is "
     "given; a file may hold several systems, and FILE:NAME is one of them: a system of SGML or "
     "XML, a column of a table (by number or name) or a field of JSON Lines",
     "", nullptr, AddAll<&LowArgs::inputs>, true, kAnyVerb},
    {"--input", "-i", "LIST", Arity::kOne, FlagGroup::kInput, kNbestVerb,
     "n-best list (default: standard input); one candidate per line, 'ID ||| TEXT ||| FEATURES ||| "
     "SCORE' as Moses and Marian write it, or 'ID ||| TEXT'",
     "", nullptr, AddAll<&LowArgs::inputs>, true, kAnyVerb},
    {"--input", "-i", "FILE", Arity::kOne, FlagGroup::kInput, kTokenizeVerb,
     "text to tokenize (default: standard input)", "", nullptr, AddAll<&LowArgs::inputs>, true,
     kAnyVerb},
    {"--system", "", "NAME", Arity::kOneOrMore, FlagGroup::kInput, kCompareVerb,
     "NAME FILE ...: a system by name with its output files; several files are several optimizer "
     "runs of one system; repeat the flag for each system",
     "", nullptr, AddSystem},
    {"--rows", "", "FILE", Arity::kOneOrMore, FlagGroup::kInput, kSingle | kCompareVerb | kMetaVerb,
     "row files of 'mtgauge rows' in place of texts: all shards of a corpus, or systems and metrics "
     "of the same segments",
     "", nullptr, AddAll<&LowArgs::rows>, false},
    {"--shard", "", "I/N", Arity::kOne, FlagGroup::kInput, kRowsVerb,
     "score only part I of N of the segments, from 1/N to N/N; within a Slurm job array the "
     "default is the task's own part (1/1: all segments)",
     "", nullptr, SetShard, true, kAnyVerb},
    {"--whole-files", "", "", Arity::kNone, FlagGroup::kInput, kRowsVerb,
     "the files hold nothing but the part that --shard names; for files that cannot be cut", "",
     nullptr, SetSwitch<&LowArgs::whole_files>},
    {"--info", "", "FILE", Arity::kOne, FlagGroup::kOutput, kRowsVerb,
     "describe this row file, and stop; with -f json, its header", "", nullptr,
     SetFile<&LowArgs::info>, false, kAnyVerb},
    {"--ref-annotations", "", "FILE", Arity::kOneOrMore, FlagGroup::kInput, kPairing,
     "annotation files of the references, one per reference; for metrics that use lemmas and tags "
     "(maxsim); lines of word|lemma|tag[|head|relation], or CoNLL-U; the words must be those of "
     "the text",
     "", nullptr, AddAll<&LowArgs::ref_annotations>},
    {"--annotations", "", "FILE", Arity::kOneOrMore, FlagGroup::kInput, kPairing,
     "annotation files of the systems, one per system; in the formats of --ref-annotations", "",
     nullptr, AddAll<&LowArgs::annotations>},
    {"--annotate-with", "", "CMD", Arity::kOne, FlagGroup::kInput, kPairing,
     "shell command that annotates a text, in place of annotation files; it runs once per "
     "reference and system, reads plain lines on standard input and writes annotations to standard "
     "output",
     "", nullptr, SetField<&LowArgs::annotate_with>},
    {"--scores", "", "METRIC", Arity::kOneOrMore, FlagGroup::kInput, kCompareVerb,
     "METRIC=FILE ...: segment scores of another metric; METRIC:lower=FILE if lower is better; "
     "files with one number per line belong to the systems in order, other files name their "
     "systems; in tables with a system and a segment on each line, as in 'mtgauge meta --human', "
     "METRIC names the column of scores if there are several",
     "", nullptr, AddScores, true, kAnyVerb},
    {"--human", "", "FILE", Arity::kOneOrMore, FlagGroup::kInput, kMetaVerb,
     "[NAME=]FILE ...: human scores; each column of a table is a criterion, and NAME selects one; "
     "NAME:lower=FILE if lower is better, NAME@en-de=FILE for one of several language pairs; "
     "system scores, if given besides segment scores, are used instead of the means of these",
     "", nullptr, AddHumans, true, kAnyVerb},
    {"--scores", "", "METRIC", Arity::kOneOrMore, FlagGroup::kInput, kMetaVerb,
     "METRIC=FILE ...: scores of another metric; in the formats of --human; METRIC:lower=FILE if "
     "lower is better, METRIC@en-de=FILE for one of several language pairs",
     "", nullptr, AddScores, true, kAnyVerb},
    {"--join", "", "WHAT", Arity::kOne, FlagGroup::kInput, kMetaVerb,
     "what to do with systems and segments that only some files have, and with scores that a "
     "metric lacks: stop with an error (all, the default), or leave them out with a warning "
     "(common)",
     "choice", ChoicesOf<kJoins>, SetChoice<&LowArgs::join_common, kJoins>},
    {"--annotators", "", "SCALE", Arity::kOne, FlagGroup::kInput, kMetaVerb,
     "human scores as they are (raw, the default), or as z-scores of each annotator (z)", "scale",
     ChoicesOf<kAnnotatorScales>, SetChoice<&LowArgs::normalize_annotators, kAnnotatorScales>},
    {"--missing", "", "WHAT", Arity::kOne, FlagGroup::kInput, kCompareVerb,
     "what to do if scores of --scores are missing: stop with an error (the default), or test each "
     "pair of systems on the segments that both have scores for",
     "choice", ChoicesOf<kMissingRules>, SetChoice<&LowArgs::drop_missing, kMissingRules>},
    {"--documents", "", "FILE", Arity::kOne, FlagGroup::kInput, kCompareVerb | kSegmentsVerb,
     "file with the document of each segment, one name per line (the first of several columns)", "",
     nullptr, SetFile<&LowArgs::documents>},
    {"--documents", "", "FILE", Arity::kOne, FlagGroup::kInput, kMetaVerb,
     "file with the document of each segment, one name per line (the first of several columns); "
     "default: the documents of the texts, or the column 'document' of a score table",
     "", nullptr, SetFile<&LowArgs::documents>},
    {"--by", "", "FIELD", Arity::kOne, FlagGroup::kInput, kPairing,
     "score each group of segments as a corpus; FIELD is lang (the language pair), domain, doc, or "
     "any field of JSON Lines, column of a table or attribute of <doc>; FIELD=FILE reads the "
     "groups from a file, one name per line. Groups come in the order of the input. 'score' also "
     "prints the plain mean over groups; 'compare' tests and corrects within each group, and shows "
     "A - B of every group in the order of the command line (a baseline second). By lang, unless "
     "-tok is given, each language gets the tokenizer that -l would choose, and nist learns from "
     "the references of that language only; all inputs are then read once more, and once for each "
     "tokenizer (for nist, each language)",
     "", nullptr, SetGrouping, true, kSingle},
    {"--by", "", "FIELD", Arity::kOne, FlagGroup::kInput, kMetaVerb,
     "also measure each group of segments by itself; FIELD is domain, or any other field of the "
     "texts; FIELD=FILE reads the groups from a file, one name per line",
     "", nullptr, SetGrouping},
    {"--strata", "", "FILE", Arity::kOne, FlagGroup::kInput, kCompareVerb,
     "file with the stratum of each segment (domain, source, ...), one name per line; resamples "
     "keep the size of each stratum",
     "", nullptr, SetFile<&LowArgs::strata>},
    {"--key", "", "FIELD", Arity::kOne, FlagGroup::kInput, kPairing | kSurveyVerb,
     "join records of JSON Lines or tables by this field, not by their order; the order is that of "
     "the first reference; records with a field 'system' may be of several systems, which become "
     "one output each. All texts are then kept in memory, with about 160 bytes more for each",
     "", nullptr, SetField<&LowArgs::key>},
    {"--split-key", "", "TEMPLATE", Arity::kOne, FlagGroup::kInput, kPairing | kSurveyVerb,
     "the parts of the --key field, as in '{lang}_#_{domain}_#_{doc}_#_{}': names in braces with "
     "separators between them; the field up to the end of {doc} names the segment's document",
     "", nullptr, SetField<&LowArgs::split_key>},
    {"--split-paragraphs", "", "", Arity::kNone, FlagGroup::kInput, kPairing | kSurveyVerb,
     "make each paragraph a segment, in records whose texts all have the same number of "
     "paragraphs; blank lines separate paragraphs; the ids become ID#1, ID#2, ...; other records "
     "stay whole",
     "", nullptr, SetSwitch<&LowArgs::split_paragraphs>},
    {"--leave-one-out-refs", "", "", Arity::kNone, FlagGroup::kInput, kScoreVerb,
     "also score each reference against the other references, as if it were a system", "", nullptr,
     SetSwitch<&LowArgs::leave_one_out>},
    {"--test-set", "-t", "SET", Arity::kOne, FlagGroup::kInput, kTexts,
     "references of a test set in sacreBLEU's cache; needs -l; the cache is $SACREBLEU, or "
     "~/.sacrebleu",
     "", nullptr, SetText<&LowArgs::test_set>, true, kSingle},
    {"--input-format", "", "FORMAT", Arity::kOne, FlagGroup::kInput, kScoring | kSurveyVerb,
     "format of all references and hypotheses; for use when auto-detection fails", "format",
     FormatNames, SetText<&LowArgs::input_format>},
    {"--on-invalid", "", "WHAT", Arity::kOne, FlagGroup::kInput,
     kScoring | kTokenizeVerb | kSurveyVerb,
     "what to do with invalid UTF-8: stop with an error (the default), replace the bytes with "
     "U+FFFD, or skip the segment",
     "choice", ChoicesOf<kOnInvalidRules>, SetChoice<&LowArgs::on_invalid, kOnInvalidRules>, true,
     kTokenizeVerb},

    {"--metrics", "-m", "METRIC", Arity::kOneOrMore, FlagGroup::kMetric, kTexts | kCiteVerb,
     "metrics (default: bleu); a metric may have options, as in bleu:order=2,smooth=floor "
     "('mtgauge metrics NAME' lists them)",
     "metric", MetricChoices, AddAll<&LowArgs::metrics>, true, kAnyVerb},
    {"--tokenize", "-tok", "NAME", Arity::kOne, FlagGroup::kMetric,
     kScoring | kTokenizeVerb | kCiteVerb | kSurveyVerb,
     "tokenizer (default: from -l, or the metric's own); bleu's own is 13a", "tokenizer",
     TokenizerChoices, SetText<&LowArgs::tokenize>, true, kAnyVerb},
    {"--tokenizers", "-tok", "NAME", Arity::kOneOrMore, FlagGroup::kMetric, kBenchVerb,
     "tokenizers to measure (default: all); those with a model are measured by default if the "
     "model is in its usual place",
     "tokenizer", TokenizerChoices, AddAll<&LowArgs::tokenizers>, true, kAnyVerb},
    {"--lowercase", "-lc", "", Arity::kNone, FlagGroup::kMetric,
     kScoring | kTokenizeVerb | kCiteVerb | kSurveyVerb, "lower-case the text first", "", nullptr,
     SetSwitch<&LowArgs::lowercase>, true, kSingle | kTokenizeVerb | kCiteVerb | kNbestVerb},
    {"--stem", "", "NAME", Arity::kOne, FlagGroup::kMetric, kBenchVerb,
     "also measure stems of lower-cased words; NAME is a language code or porter ('mtgauge "
     "stemmers' lists them)",
     "stemmer", StemmerChoices, SetText<&LowArgs::stem>},
    {"--stem", "", "NAME", Arity::kOne, FlagGroup::kMetric,
     kScoring | kTokenizeVerb | kCiteVerb | kSurveyVerb,
     "replace words by their stems; NAME is a language code or porter ('mtgauge stemmers' lists "
     "them); stemmers expect lower case, so use -lc as well",
     "stemmer", StemmerChoices, SetText<&LowArgs::stem>, true, kTokenizeVerb},
    {"--language-pair", "-l", "XX-YY", Arity::kOne, FlagGroup::kMetric, kBenchVerb,
     "source and target language; the target language chooses the baseline, as it chooses the "
     "tokenizer of 'score'",
     "", nullptr, SetText<&LowArgs::language_pair>, true, kAnyVerb},
    {"--language-pair", "-l", "XX-YY", Arity::kOne, FlagGroup::kMetric,
     kScoring | kTokenizeVerb | kCiteVerb | kSurveyVerb,
     "source and target language; the target language chooses the tokenizer, as in sacreBLEU, "
     "unless -tok is given",
     "", nullptr, SetText<&LowArgs::language_pair>, true,
     kPairing | kTokenizeVerb | kCiteVerb | kNbestVerb},
    {"--smooth-method", "-s", "METHOD", Arity::kOne, FlagGroup::kMetric, kScoring | kCiteVerb,
     "smoothing of n-gram orders without a match (default: exp)", "smoothing method",
     SmoothingChoices, SetText<&LowArgs::smooth_method>},
    {"--smooth-value", "-sv", "X", Arity::kOne, FlagGroup::kMetric, kScoring | kCiteVerb,
     "value for floor (default: 0.1) or add-k (default: 1)", "", nullptr,
     SetText<&LowArgs::smooth_value>},
    {"--chrf-char-order", "-cc", "N", Arity::kOne, FlagGroup::kMetric, kScoring | kCiteVerb,
     "longest character n-gram of chrf (default: 6); the same as chrf:nc=N", "", nullptr,
     SetMetricOption<kChrfCharOrder>},
    {"--chrf-word-order", "-cw", "N", Arity::kOne, FlagGroup::kMetric, kScoring | kCiteVerb,
     "longest word n-gram of chrf (default: 0); 2 is chrF++; the same as chrf:nw=N", "", nullptr,
     SetMetricOption<kChrfWordOrder>},
    {"--chrf-beta", "", "N", Arity::kOne, FlagGroup::kMetric, kScoring | kCiteVerb,
     "weight of recall in chrf (default: 2); the same as chrf:beta=N", "", nullptr,
     SetMetricOption<kChrfBeta>},
    {"--chrf-whitespace", "", "", Arity::kNone, FlagGroup::kMetric, kScoring | kCiteVerb,
     "chrf counts white space as characters, but for the end of a line (chrf:space=all: there too)",
     "", nullptr, SetMetricOption<kChrfWhitespace>},
    {"--chrf-lowercase", "", "", Arity::kNone, FlagGroup::kMetric, kScoring | kCiteVerb,
     "chrf compares in lower case", "", nullptr, SetMetricOption<kChrfLowercase>},
    {"--chrf-eps-smoothing", "", "", Arity::kNone, FlagGroup::kMetric, kScoring | kCiteVerb,
     "chrf averages over all orders; an order without n-grams counts 1e-16", "", nullptr,
     SetMetricOption<kChrfEpsilon>},
    {"--meteor-data", "", "DIR", Arity::kOne, FlagGroup::kMetric, kScoring | kCiteVerb,
     "METEOR 1.5's folder `resources` (default: $METEOR_DATA); the same as meteor:data=DIR", "",
     nullptr, SetMetricOption<kMeteorData>},
    {"--nist-counts", "", "FILE", Arity::kOne, FlagGroup::kMetric, kScoring | kCiteVerb,
     "file with n-gram counts for nist, in place of those of the references; lines of tokens, a "
     "tab and a count; the same as nist:counts=FILE",
     "", nullptr, SetMetricOption<kNistCounts>},
    {"--survey", "", "FILE", Arity::kOne, FlagGroup::kMetric, kPairing | kNbestVerb,
     "file of 'mtgauge survey' with what metrics such as nist learn from all references; the "
     "inputs are then read once",
     "", nullptr, SetFile<&LowArgs::survey>},
    {"--ter-case-sensitive", "", "", Arity::kNone, FlagGroup::kMetric, kScoring | kCiteVerb,
     "ter is case-sensitive", "", nullptr, SetMetricOption<kTerCaseSensitive>},
    {"--ter-asian-support", "", "", Arity::kNone, FlagGroup::kMetric, kScoring | kCiteVerb,
     "ter splits Chinese and Japanese characters (with --ter-normalized), or deletes their "
     "punctuation (with --ter-no-punct)",
     "", nullptr, SetMetricOption<kTerAsianSupport>},
    {"--ter-no-punct", "", "", Arity::kNone, FlagGroup::kMetric, kScoring | kCiteVerb,
     "ter deletes punctuation", "", nullptr, SetMetricOption<kTerNoPunct>},
    {"--ter-normalized", "", "", Arity::kNone, FlagGroup::kMetric, kScoring | kCiteVerb,
     "ter decodes entities and splits off punctuation", "", nullptr,
     SetMetricOption<kTerNormalized>},
    {"--compat", "", "TOOL", Arity::kOne, FlagGroup::kMetric,
     kSingle | kCompareVerb | kSacreBleuVerb,
     "give what this tool gives on this machine, to the last bit: the same exp, log and sums and, "
     "in tests, the same random generator, float32 sums, p-values and intervals; -py312 stands for "
     "Python 3.12 or later, -numpy2 for NumPy 2",
     "tool", CompatChoices, SetText<&LowArgs::compat>},
    {"--num-refs", "-nr", "N", Arity::kOne, FlagGroup::kMetric, kCiteVerb,
     "number of references (default: 1)", "", nullptr, SetNumber<&LowArgs::num_refs, 1, 1'000'000>,
     true, kAnyVerb},

    {"--preset", "", "NAME", Arity::kOne, FlagGroup::kTest, kMetaVerb,
     "settings of a published evaluation; lavie2004 is that of Lavie et al. (precision and "
     "recall), doddington2002 of NIST, melamed2003 of GTM, maxsim2008 of Chan and Ng, wmt of "
     "WMT24; other flags override its settings, --print-job prints them",
     "preset", PresetNames, NamePreset, true, kAnyVerb},
    {"--measures", "", "NAME", Arity::kOneOrMore, FlagGroup::kTest, kMetaVerb,
     "measures of agreement; for systems pearson, spearman, kendall, accuracy, spa, differentials; "
     "for segments seg-pearson, seg-spearman, seg-kendall, seg-kendall-c, tau-23, acc-eq, "
     "tau-like, seg-differentials; for the metric alone f-ratio, which says how well it separates "
     "systems (default: pearson spearman kendall accuracy spa seg-pearson acc-eq)",
     "measure", MeasureChoices, AddAll<&LowArgs::measures>, true, kAnyVerb},
    {"--mean-measures", "", "", Arity::kNone, FlagGroup::kTest, kMetaVerb,
     "also print the mean over all measures, with equal weights; WMT24 does so with spa and acc-eq",
     "", nullptr, SetSwitch<&LowArgs::mean_measures>},
    {"--study", "", "WHAT", Arity::kOneOrMore, FlagGroup::kTest, kMetaVerb,
     "how agreement depends on something; length: pseudo-documents of 1, 2, ... random segments; "
     "references: their number; references-length: length, for each set of references; "
     "reference-normalization: scores divided by those that the references reach against each "
     "other; joining: neighbouring segments of a document joined in pairs before they are scored; "
     "METRIC:OPTION: the values of an option that the metrics of -m have",
     "", nullptr, AddAll<&LowArgs::studies>, true, kAnyVerb},
    {"--longest", "", "N", Arity::kOne, FlagGroup::kTest, kMetaVerb,
     "number of segments in the longest pseudo-document (default: 25), for --study length and "
     "references-length",
     "", nullptr, SetNumber<&LowArgs::longest, 1, kLongest>},
    {"--measures", "", "NAME", Arity::kOneOrMore, FlagGroup::kTest, kCiteVerb,
     "describe an evaluation by 'mtgauge meta' with these measures", "measure", MeasureChoices,
     AddAll<&LowArgs::measures>, true, kAnyVerb},
    {"--study", "", "WHAT", Arity::kOneOrMore, FlagGroup::kTest, kCiteVerb,
     "also describe these studies of 'mtgauge meta'", "", nullptr, AddAll<&LowArgs::studies>},
    {"--group", "", "BY", Arity::kOne, FlagGroup::kTest, kMetaVerb,
     "what segment measures are averaged over (default: none for Pearson and Spearman, segment for "
     "measures of pairs)",
     "grouping", ChoicesOf<kGroupings>, SetChoice<&LowArgs::grouping, kGroupings>},
    {"--average", "", "BY", Arity::kOne, FlagGroup::kTest, kMetaVerb,
     "weight of groups in an average: all equal (groups, the default), or by their size (size)",
     "average", ChoicesOf<kAverages>, SetChoice<&LowArgs::average_by_size, kAverages>},
    {"--undefined", "", "WHAT", Arity::kOne, FlagGroup::kTest, kMetaVerb,
     "what to do with groups without a value, for example if all scores are equal: skip them (the "
     "default), or count them as zero",
     "choice", ChoicesOf<kUndefinedRules>, SetChoice<&LowArgs::undefined_is_zero, kUndefinedRules>},
    {"--threshold", "", "X", Arity::kOne, FlagGroup::kTest, kMetaVerb,
     "smallest difference of human scores that counts in tau-like (default: 25)", "", nullptr,
     SetThreshold},
    {"--tests", "", "MEASURE", Arity::kOneOrMore, FlagGroup::kTest, kMetaVerb,
     "measures whose differences between metrics are tested (default: pearson and acc-eq, if "
     "measured)",
     "measure", MeasureChoices, AddAll<&LowArgs::tested_measures>},
    {"--metric-test", "", "TEST", Arity::kOne, FlagGroup::kTest, kMetaVerb | kCiteVerb,
     "test of differences between correlations: perm-both (the default) swaps the scores of both "
     "metrics, williams is Williams' test, for systems; acc-eq uses the exact distribution of "
     "swapped pairs",
     "test", ChoicesOf<kMetricTests>, SetChoice<&LowArgs::metric_test, kMetricTests>},
    {"--resample", "", "WHAT", Arity::kOne, FlagGroup::kTest, kMetaVerb,
     "what is resampled for intervals (default: segments); systems and both are for measures of "
     "systems only; with none, or where system scores are given, only Fisher's interval is "
     "available",
     "choice", ChoicesOf<kResampledUnits>, SetChoice<&LowArgs::resampled_units, kResampledUnits>},
    {"--resamples", "-B", "N", Arity::kOne, FlagGroup::kTest, kMetaVerb,
     "number of resamples and of swaps (default: 1000); with up to 16 systems all swaps are taken",
     "", nullptr, SetNumber<&LowArgs::resamples, 1, kMostResamples>},
    {"--correction", "", "NAME", Arity::kOne, FlagGroup::kTest, kMetaVerb,
     "correction of p-values for the number of metric pairs (default: holm)", "correction",
     ChoicesOf<kCorrections>, SetChoice<&LowArgs::correction, kCorrections>},
    {"--test", "", "TEST", Arity::kOne, FlagGroup::kTest, kCompareVerb | kCiteVerb,
     "paired bootstrap (bs, the default) or randomization (ar); ar is approximate randomization. "
     "The bootstrap's p over n segments or documents is at least 2^(1-n), so fewer than 6 never "
     "show significance at 0.05. 'cite' describes the test if any flag of this group is given",
     "test", ChoicesOf<kTestKinds>, SetChoice<&LowArgs::test, kTestKinds>, true, kAnyVerb},
    {"--resamples", "-B", "N", Arity::kOne, FlagGroup::kTest, kCompareVerb | kCiteVerb | kBenchVerb,
     "number of resamples (default: 10000)", "", nullptr,
     SetNumber<&LowArgs::resamples, 1, kMostResamples>, true, kCompareVerb | kCiteVerb},
    {"--seed", "", "N", Arity::kOne, FlagGroup::kTest,
     kScoreVerb | kCompareVerb | kBenchVerb | kMetaVerb,
     "seed of the resamples (default: 12345); $SACREBLEU_SEED overrides the default; 0 is a seed "
     "like any other",
     "", nullptr, SetNumber<&LowArgs::seed, 0, UINT64_MAX>},
    {"--alpha", "", "X", Arity::kOne, FlagGroup::kTest, kCompareVerb | kBenchVerb | kMetaVerb,
     "significance level of tests (default: 0.05); intervals have the level 1 - X", "", nullptr,
     SetShare<&LowArgs::alpha>},
    {"--correction", "", "NAME", Arity::kOne, FlagGroup::kTest, kCompareVerb | kCiteVerb,
     "correction of p-values for the number of system pairs, for each metric (default: max-t)",
     "correction", ChoicesOf<kCorrections>, SetChoice<&LowArgs::correction, kCorrections>, true,
     kCiteVerb},
    {"--baseline", "", "NAME", Arity::kOne, FlagGroup::kTest, kCompareVerb,
     "compare the other systems with this one only; p-values are corrected for these pairs only",
     "", nullptr, SetText<&LowArgs::baseline>, true, kAnyVerb},
    {"--baseline", "", "NAME", Arity::kOne, FlagGroup::kMetric, kBenchVerb,
     "tokenizer that the others are compared with; default: that of 'score', 13a or the one from "
     "-l",
     "", nullptr, SetText<&LowArgs::baseline>, true, kAnyVerb},
    {"--gate", "", "", Arity::kNone, FlagGroup::kTest, kCompareVerb,
     "exit with 1 if a system is worse than the baseline; that is, significantly worse by adjusted "
     "p",
     "", nullptr, SetSwitch<&LowArgs::gate>, true, kAnyVerb},
    {"--clusters", "", "RULE", Arity::kOne, FlagGroup::kTest, kCompareVerb | kMetaVerb,
     "how adjusted p-values divide the ranking into clusters: wmt (the default) where all systems "
     "above beat all below, greedy where one system of the cluster beats the next system",
     "rule", ChoicesOf<kClusterRules>, SetChoice<&LowArgs::clusters, kClusterRules>},
    {"--interval", "", "KIND", Arity::kOne, FlagGroup::kTest, kCompareVerb,
     "kind of confidence interval (default: percentile); order is sacreBLEU's, from order "
     "statistics",
     "interval", ChoicesOf<kIntervalKinds>, SetChoice<&LowArgs::interval, kIntervalKinds>},
    {"--sampling", "", "SIZE", Arity::kOne, FlagGroup::kTest, kCompareVerb,
     "size of the resamples for intervals (default: full); half draws half of the units without "
     "replacement, half-replaced draws half with replacement (intervals 1.41 times too wide)",
     "sampling", ChoicesOf<kSamplings>, SetChoice<&LowArgs::sampling, kSamplings>},
    {"--unit", "", "UNIT", Arity::kOne, FlagGroup::kTest, kCompareVerb,
     "what is resampled (default: segment); document needs --documents, or input that names "
     "documents (SGML, XML, folders)",
     "unit", ChoicesOf<kUnits>, SetChoice<&LowArgs::unit, kUnits>},
    {"--unit", "", "UNIT", Arity::kOne, FlagGroup::kTest, kMetaVerb,
     "unit of segment measures and of resampling (default: segment); a metric scores a document as "
     "a corpus; its human score is the mean of its segments or, in a table of documents, its own",
     "unit", ChoicesOf<kUnits>, SetChoice<&LowArgs::unit, kUnits>},
    {"--null", "", "RULE", Arity::kOne, FlagGroup::kTest, kCompareVerb | kCiteVerb,
     "null hypothesis of the bootstrap: centred on the difference (the default), or shifted as in "
     "sacreBLEU, whose p-values are too small",
     "rule", ChoicesOf<kNullRules>, SetChoice<&LowArgs::null, kNullRules>},
    {"--rng", "", "NAME", Arity::kOne, FlagGroup::kTest, kCompareVerb,
     "random generator (default: mtg1); numpy gives the resamples of sacreBLEU", "generator",
     ChoicesOf<kGenerators>, SetChoice<&LowArgs::generator, kGenerators>},
    {"--confidence", "-ci", "", Arity::kNone, FlagGroup::kTest, kScoreVerb,
     "95 % confidence interval by bootstrap; for one system; prints the bootstrap mean and half "
     "the width of the interval",
     "", nullptr, SetSwitch<&LowArgs::confidence>, true, kAnyVerb},
    {"--confidence-n", "-cin", "N", Arity::kOne, FlagGroup::kTest, kScoreVerb,
     "number of resamples for --confidence (default: 1000)", "", nullptr,
     SetNumber<&LowArgs::confidence_n, 1, kMostResamples>},
    {"--paired-bs", "-pbs", "", Arity::kNone, FlagGroup::kTest, kScoreVerb,
     "paired bootstrap against the first system; as in sacreBLEU; the verb 'compare' tests all "
     "pairs and keeps its significance level",
     "", nullptr, SetSwitch<&LowArgs::paired_bs>, true, kAnyVerb},
    {"--paired-bs-n", "-pbsn", "N", Arity::kOne, FlagGroup::kTest, kScoreVerb,
     "number of resamples for --paired-bs (default: 1000)", "", nullptr,
     SetNumber<&LowArgs::paired_bs_n, 1, kMostResamples>},
    {"--paired-ar", "-par", "", Arity::kNone, FlagGroup::kTest, kScoreVerb,
     "approximate randomization against the first system; as in sacreBLEU", "", nullptr,
     SetSwitch<&LowArgs::paired_ar>},
    {"--paired-ar-n", "-parn", "N", Arity::kOne, FlagGroup::kTest, kScoreVerb,
     "number of trials for --paired-ar (default: 10000)", "", nullptr,
     SetNumber<&LowArgs::paired_ar_n, 1, kMostResamples>},

    {"--format", "-f", "FORMAT", Arity::kOne, FlagGroup::kOutput, kScoreVerb,
     "output format (default: text); jsonl is one object per score and line, latex a table for the "
     "package booktabs",
     "format", FormatChoices, SetText<&LowArgs::format>, true, kAnyVerb},
    {"--format", "-f", "FORMAT", Arity::kOne, FlagGroup::kOutput, kListing,
     "output format (default: text)", "format", ListFormatChoices, SetText<&LowArgs::format>, true,
     kAnyVerb},
    {"--format", "-f", "FORMAT", Arity::kOne, FlagGroup::kOutput, kRowsVerb,
     "format of --info (default: text)", "format", HeaderFormatChoices, SetText<&LowArgs::format>},
    {"--format", "-f", "FORMAT", Arity::kOne, FlagGroup::kOutput, kSegmentsVerb,
     "output format (default: text); json and jsonl are one object per line; mtme writes the score "
     "files of mt-metrics-eval (METRIC-REFS.seg.score, .sys.score and, with documents, .doc.score) "
     "into the folder given by -o",
     "format", SegmentFormatChoices, SetText<&LowArgs::format>, true, kAnyVerb},
    {"--format", "-f", "FORMAT", Arity::kOne, FlagGroup::kOutput, kCompareVerb,
     "output format (default: text)", "format", ComparisonFormatChoices, SetText<&LowArgs::format>,
     true, kAnyVerb},
    {"--format", "-f", "FORMAT", Arity::kOne, FlagGroup::kOutput, kBenchVerb,
     "output format (default: text); json has all figures, the method and the machine", "format",
     LaboratoryFormatChoices, SetText<&LowArgs::format>, true, kAnyVerb},
    {"--svg", "", "FILE", Arity::kOne, FlagGroup::kOutput, kBenchVerb,
     "write a chart of cost against effect to FILE", "", nullptr, SetFile<&LowArgs::plot>, true,
     kAnyVerb},
    {"--svg", "", "DIR", Arity::kOne, FlagGroup::kOutput, kMetaVerb,
     "write charts into the folder DIR; one of each metric against people, and one of each study",
     "", nullptr, SetFile<&LowArgs::plot>, false, kAnyVerb},
    {"--format", "-f", "FORMAT", Arity::kOne, FlagGroup::kOutput, kNbestVerb,
     "output format (default: text); text is the best candidates only; tsv and jsonl add ids, "
     "ranks in the list and scores; json has only the corpus scores of the best and of the first "
     "candidates",
     "format", NbestFormatChoices, SetText<&LowArgs::format>, true, kAnyVerb},
    {"--all", "", "", Arity::kNone, FlagGroup::kOutput, kNbestVerb,
     "write every candidate with its scores; in text, its line gets one more field with the scores "
     "of the metrics in order",
     "", nullptr, SetSwitch<&LowArgs::all_candidates>, true, kAnyVerb},
    {"--format", "-f", "FORMAT", Arity::kOne, FlagGroup::kOutput, kMetaVerb,
     "output format (default: text)", "format", EvaluationFormatChoices, SetText<&LowArgs::format>,
     true, kAnyVerb},
    {"--width", "-w", "N", Arity::kOne, FlagGroup::kOutput, kMetaVerb,
     "digits after the point (default: 3); json and tsv always have all digits", "", nullptr,
     SetNumber<&LowArgs::width, 0, kWidest>, true, kAnyVerb},
    {"--width", "-w", "N", Arity::kOne, FlagGroup::kOutput, kSingle | kNbestVerb,
     "digits after the point (default: 1); 3 for scores that are not out of 100, and with --scale "
     "unit; json, jsonl and tsv always have all digits",
     "", nullptr, SetNumber<&LowArgs::width, 0, kWidest>, true, kAnyVerb},
    {"--scale", "", "SCALE", Arity::kOne, FlagGroup::kOutput, kSingle,
     "own: the metric's own scale (the default), or unit: from 0 to 1, where higher is better, as "
     "for rewards; that is the share of a perfect score or, if lower is better, 1 minus that share "
     "and at least 0 (for a TER above 100)",
     "scale", ChoicesOf<kScales>, SetChoice<&LowArgs::unit_scale, kScales>},
    {"--flush", "", "", Arity::kNone, FlagGroup::kOutput, kSegmentsVerb,
     "write each score at once; that is, as soon as its line has been read from all inputs, for "
     "programs that talk to this one through pipes",
     "", nullptr, SetSwitch<&LowArgs::flush>, false, kAnyVerb},
    {"--width", "-w", "N", Arity::kOne, FlagGroup::kOutput, kCompareVerb,
     "digits of scores after the point (default: 2); json and tsv always have all digits", "",
     nullptr, SetNumber<&LowArgs::width, 0, kWidest>},
    {"--score-only", "-b", "", Arity::kNone, FlagGroup::kOutput, kSingle,
     "print bare numbers, in text format; the systems in order, and for each its metrics", "",
     nullptr, SetSwitch<&LowArgs::score_only>, true, kSegmentsVerb},
    {"--sentence-level", "-sl", "", Arity::kNone, FlagGroup::kOutput, kScoreVerb,
     "score every segment by itself, as the verb 'segments' does", "", nullptr,
     SetSwitch<&LowArgs::sentence_level>},
    {"--require", "", "BOUND", Arity::kOneOrMore, FlagGroup::kOutput, kScoreVerb,
     "exit with 1 unless scores are within bounds; of all systems, as in 'bleu>=30' 'ter<=55' (>=, "
     ">, <= or <, in quotes), or of one system, as in 'SYSTEM:bleu>=30'; the output is written in "
     "any case",
     "", nullptr, AddRequirements},
    {"--output", "-o", "FILE", Arity::kOne, FlagGroup::kOutput,
     (kScoring & ~kRowsVerb) | kTokenizeVerb | kCiteVerb | kListing | kGenerateVerb | kBenchVerb,
     "output file (default: standard output); it appears only when it is complete", "", nullptr,
     SetOutput, false, kAnyVerb},
    {"--output", "-o", "FILE", Arity::kOne, FlagGroup::kOutput,
     kRowsVerb | kMergeVerb | kSurveyVerb, "output file; it appears only when it is complete", "",
     nullptr, SetOutput, false, kAnyVerb},

    {"--strict", "", "", Arity::kNone, FlagGroup::kWarnings, kTexts,
     "treat warnings as errors (exit code 3)", "", nullptr, SetSwitch<&LowArgs::strict>, false},
    {"--force", "", "", Arity::kNone, FlagGroup::kWarnings, kTexts,
     "no warnings, on standard error or in json", "", nullptr, SetSwitch<&LowArgs::force>},
    {"--quiet", "-q", "", Arity::kNone, FlagGroup::kWarnings, kTexts,
     "only errors on standard error, and no progress bar", "", nullptr, SetSwitch<&LowArgs::quiet>,
     false},

    {"--threads", "", "N", Arity::kOne, FlagGroup::kRunning,
     kTexts | kSacreBleuVerb | kRunVerb | kMergeVerb,
     "number of threads (default: all available); the output does not depend on it", "", nullptr,
     SetNumber<&LowArgs::threads, 1, kMostThreads>, false, kRunVerb | kBenchVerb},
    {"--load", "", "X", Arity::kOne, FlagGroup::kLaboratory, kBenchVerb,
     "hashes: highest load of the table, as a share (default: that of the table engine, a half)",
     "", nullptr, SetShare<&LowArgs::load>},
    {"--buckets", "", "N", Arity::kOne, FlagGroup::kLaboratory, kBenchVerb,
     "hashes: size of the table, a power of 2", "", nullptr,
     SetNumber<&LowArgs::buckets, 2, kMostBuckets>},
    {"--adversarial", "", "", Arity::kNone, FlagGroup::kLaboratory, kBenchVerb,
     "hashes: show how keys made to collide under one hash behave under all", "", nullptr,
     SetSwitch<&LowArgs::adversarial>},
    {"--segments", "", "N", Arity::kOne, FlagGroup::kLaboratory, kBenchVerb,
     "plan: number of segments (default: 1000000)", "", nullptr,
     SetNumber<&LowArgs::plan_segments, 0, kMostSegments>},
    {"--systems", "", "N", Arity::kOne, FlagGroup::kLaboratory, kBenchVerb,
     "plan: number of systems (default: 2)", "", nullptr,
     SetNumber<&LowArgs::plan_systems, 1, kMostPlanned>},
    {"--shards", "", "N", Arity::kOne, FlagGroup::kLaboratory, kBenchVerb,
     "plan: number of machines that share the job, each with --threads (default: 1)", "", nullptr,
     SetNumber<&LowArgs::plan_shards, 1, kMostPlanned>},
    {"--disk-mbps", "", "N", Arity::kOne, FlagGroup::kLaboratory, kBenchVerb,
     "plan: read speed of the disk in MB/s (default: texts are already in memory)", "", nullptr,
     SetNumber<&LowArgs::disk_mbps, 1, kMostSegments>},
    {"--rounds", "", "N", Arity::kOne, FlagGroup::kLaboratory, kBenchVerb,
     "how often each candidate is measured (default: 9); fewer than 6 rounds say little about "
     "noise",
     "", nullptr, SetNumber<&LowArgs::rounds, 1, kMostRounds>, true, kAnyVerb},
    {"--ngram-engine", "", "NAME", Arity::kOne, FlagGroup::kRunning, kScoring,
     "how n-grams are matched (default: auto); affects speed only", "n-gram engine",
     NgramEngineChoices, SetText<&LowArgs::ngram_engine>, false},
    {"--hash", "", "NAME", Arity::kOne, FlagGroup::kRunning, kScoring | kSurveyVerb,
     "hash function of the n-gram table; affects speed only", "hash", HashChoices,
     SetText<&LowArgs::hash>, false},

    {"--print-job", "", "", Arity::kNone, FlagGroup::kOther, kScoring | kTokenizeVerb | kSurveyVerb,
     "print the job, with all defaults, as a file for 'mtgauge run', and stop; relative paths in "
     "it start from the file's folder",
     "", nullptr, AskForJob},
    {"--help", "-h", "", Arity::kNone, FlagGroup::kOther, ~kSacreBleuVerb,
     "-h shows the common flags, --help shows all", "", nullptr, nullptr},
};

// A metric may carry options (bleu:order=2), a tokenizer a file (spm:FILE).
std::string_view NamePart(const Flag& flag, std::string_view value) {
  const bool names_more = flag.choices == MetricChoices || flag.choices == TokenizerChoices;
  return names_more ? value.substr(0, value.find(':')) : value;
}

absl::Status CheckChoices(const FlagUse& use) {
  if (use.flag->choices == nullptr) return absl::OkStatus();
  const Names known = use.flag->choices();
  for (const std::string& value : use.values) {
    const std::string_view name = NamePart(*use.flag, value);
    if (std::find(known.begin(), known.end(), name) != known.end()) continue;
    const std::string hint = DidYouMean(name, known);
    return UsageError(fmt::format("unknown {} '{}'{}", use.flag->noun, name,
                                  hint.empty() ? " (known: " + JoinChoices(known) + ")" : hint));
  }
  return absl::OkStatus();
}

absl::StatusOr<const Verb*> FindVerb(const std::string& name) {
  Names names;
  for (const Verb& verb : Verbs()) {
    if (verb.name == name) return &verb;
    names.push_back(verb.name);
  }
  if (name.starts_with('-')) {
    return UsageError(fmt::format("the first argument must be a verb ({}), not the flag '{}'",
                                  JoinChoices(names), name));
  }
  const std::string hint = DidYouMean(name, names);
  return UsageError(fmt::format("unknown verb '{}'{}", name,
                                hint.empty() ? " (known: " + JoinChoices(names) + ")" : hint));
}

absl::StatusOr<Command> ReadHelp(const std::vector<std::string>& arguments) {
  Command command{Command::Kind::kHelp, nullptr, {}};
  if (arguments.size() > 2) {
    return UsageError(fmt::format("unexpected argument '{}' after 'help VERB'", arguments[2]));
  }
  if (arguments.size() == 2) {
    MTG_ASSIGN_OR_RETURN(command.verb, FindVerb(arguments[1]));
  }
  return command;
}

}  // namespace

std::span<const Flag> Flags() { return kFlags; }

std::vector<const Flag*> FlagsOfVerb(uint32_t verb) {
  std::vector<const Flag*> flags;
  for (const std::span<const Flag> rows : {SacreBleuFlags(), Flags()}) {
    for (const Flag& flag : rows) {
      if ((flag.verbs & verb) != 0) flags.push_back(&flag);
    }
  }
  return flags;
}

absl::Status ApplyFlag(const FlagUse& typed, LowArgs& args) {
  FlagUse use = typed;
  const auto apply = [&]() -> absl::Status {
    if (use.flag->choices == MetricChoices) {
      MTG_ASSIGN_OR_RETURN(use.values, ReadMetricSpecs(use.values));
    }
    MTG_RETURN_IF_ERROR(CheckChoices(use));
    return use.flag->access.set(args, use.values);
  };
  absl::Status status = apply();
  if (status.ok()) return status;
  const std::string option(use.flag->long_name.substr(2));
  return Within("`" + option + "`", WithOption(option, status));
}

std::string FlagLabel(const Flag& flag) {
  if (flag.short_name.empty()) return std::string(flag.long_name);
  return fmt::format("{}/{}", flag.short_name, flag.long_name);
}

std::string_view GroupTitle(FlagGroup group) {
  switch (group) {
    case FlagGroup::kInput:
      return "Input";
    case FlagGroup::kMetric:
      return "Metrics";
    case FlagGroup::kTest:
      return "Significance";
    case FlagGroup::kLaboratory:
      return "Laboratory";
    case FlagGroup::kOutput:
      return "Output";
    case FlagGroup::kWarnings:
      return "Warnings";
    case FlagGroup::kRunning:
      return "Running";
    case FlagGroup::kOther:
      break;
  }
  return "Other";
}

const Verb* VerbOf(const std::vector<std::string>& arguments) {
  if (arguments.empty()) return nullptr;
  const absl::StatusOr<const Verb*> verb = FindVerb(arguments.front());
  return verb.ok() ? *verb : nullptr;
}

absl::StatusOr<Command> ReadCommand(const std::vector<std::string>& arguments) {
  if (arguments.empty()) return UsageError("no verb; 'mtgauge --help' lists them");
  const std::string& first = arguments.front();
  if (first == "--version" || first == "-V") {
    return Command{Command::Kind::kVersion, nullptr, {}};
  }
  if (first == "--help" || first == "-h" || first == "help") return ReadHelp(arguments);

  Command command;
  MTG_ASSIGN_OR_RETURN(command.verb, FindVerb(first));
  const std::vector<const Flag*> flags = FlagsOfVerb(command.verb->bit);
  const std::vector<std::string> rest(arguments.begin() + 1, arguments.end());
  MTG_ASSIGN_OR_RETURN(Arguments split, SplitArguments(flags, command.verb->positionals, rest));
  if (split.help) {
    command.kind = Command::Kind::kHelp;
    command.short_help = split.short_help;
    return command;
  }
  command.args.verb = command.verb->bit;
  MTG_RETURN_IF_ERROR(ApplyPreset(split.uses, command.args));
  for (const FlagUse& use : split.uses) MTG_RETURN_IF_ERROR(ApplyFlag(use, command.args));
  if (split.version) command.kind = Command::Kind::kVersion;
  command.args.references = std::move(split.positionals);
  return command;
}

}  // namespace mtgauge
