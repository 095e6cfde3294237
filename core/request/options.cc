// The table of options, and the functions that read their values.
#include "core/request/options.h"

#include <absl/strings/numbers.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <utility>

#include "core/algo/ngrams/ngram_match.h"
#include "core/base/hash.h"
#include "core/base/numbers.h"
#include "core/base/printing.h"
#include "core/base/suggest.h"
#include "core/contract/metric_names.h"
#include "core/contract/registry.h"
#include "core/evaluate/measures.h"
#include "core/input/formats/format.h"
#include "core/input/groups/group_reader.h"
#include "core/input/shard.h"
#include "core/input/tables/mqm_weights.h"
#include "core/request/metrics.h"
#include "core/request/texts.h"
#include "core/score/job.h"
#include "core/score/requirement.h"
#include "core/significance/conventions.h"
#include "core/significance/evaluation_conventions.h"
#include "core/significance/span_conventions.h"
#include "core/text/tokenizing/model_tokenizer.h"
#include "core/text/words/stemmer.h"

namespace mtgauge {
namespace {

using enum OptionKind;
using Member = FieldAccess<RequestParts>;
using Access = OptionAccess<RequestParts>;
using Names = std::vector<std::string_view>;

constexpr uint32_t kScore = BitOf(RequestKind::kScore), kSegments = BitOf(RequestKind::kSegments),
                   kCompare = BitOf(RequestKind::kCompare), kNbest = BitOf(RequestKind::kNbest),
                   kEvaluate = BitOf(RequestKind::kEvaluate), kRows = BitOf(RequestKind::kRows),
                   kSurvey = BitOf(RequestKind::kSurvey), kTokenize = BitOf(RequestKind::kTokenize),
                   kMatrix = BitOf(RequestKind::kMatrix), kMbr = BitOf(RequestKind::kMbr),
                   kExplain = BitOf(RequestKind::kExplain),
                   kResegment = BitOf(RequestKind::kResegment), kSpans = BitOf(RequestKind::kSpans),
                   kLatency = BitOf(RequestKind::kLatency), kCite = BitOf(RequestKind::kCite);
constexpr uint32_t kSingle = kScore | kSegments;
constexpr uint32_t kTesting = kCompare | kExplain;
constexpr uint32_t kPairing = kSingle | kTesting | kRows;
constexpr uint32_t kAllPairs = kMatrix | kMbr;
constexpr uint32_t kReading = kPairing | kNbest | kEvaluate;
constexpr uint32_t kScoring = kReading | kAllPairs;
constexpr uint32_t kNaming = kScoring | kCite;  // of metrics

constexpr uint32_t kMostThreads = 4096;
constexpr uint64_t kMostResamples = 1'000'000'000;
constexpr uint32_t kLongest = 1'000'000;
constexpr std::string_view kLower = ":lower";

Names MetricChoices() { return NamesOfRows(Metrics()); }
Names StemmerChoices() { return NamesOfRows(Stemmers()); }
Names HashChoices() { return NamesOfRows(Hashes()); }
Names NgramEngineChoices() { return NamesOfRows(NgramEngines()); }
Names MeasureChoices() { return MeasureNames(); }
Names TestedChoices() {
  Names names = MeasureNames();
  names.push_back(kMeanOfMeasures);
  return names;
}
Names SmoothingChoices() { return {"exp", "floor", "add-k", "none"}; }
Names SharedTaskChoices() { return {"wmt25"}; }
Names CompatChoices() { return NamesOfRows(CompatTools()); }

constexpr Named<LatencyUnit> kLatencyUnits[] = {{"word", LatencyUnit::kWord},
                                                {"char", LatencyUnit::kCharacter}};
constexpr Named<TestKind> kChosenTests[] = {kTestKinds[0], kTestKinds[1], kTestKinds[2]};
// Those that need no scores of people.
constexpr Named<TestKind> kResamplingTests[] = {kTestKinds[0], kTestKinds[1]};
constexpr Named<ClusterRule> kTestedClusters[] = {kClusterRules[0], kClusterRules[1]};
constexpr Named<bool> kScales[] = {{"own", false}, {"unit", true}};
constexpr Named<bool> kJoins[] = {{"all", false}, {"common", true}};
constexpr Named<bool> kSegmentRules[] = {{"all", false}, {"judged", true}};
constexpr Named<bool> kAnnotatorScales[] = {{"raw", false}, {"z", true}};
constexpr Named<bool> kAverages[] = {{"groups", false}, {"size", true}};
constexpr Named<bool> kUndefinedRules[] = {{"skip", false}, {"zero", true}};
constexpr Named<bool> kEmptyRules[] = {{"keep", false}, {"missing", true}};
constexpr Named<bool> kMissingRules[] = {{"error", false}, {"drop-pairwise", true}};

// An option that sets an option of a single metric.
struct Shortcut {
  std::string_view name, metric, option;
  std::string_view value = "";  // for a switch
};
constexpr Shortcut kChrfCharOrder = {"chrf-char-order", "chrf", "nc"};
constexpr Shortcut kChrfWordOrder = {"chrf-word-order", "chrf", "nw"};
constexpr Shortcut kChrfBeta = {"chrf-beta", "chrf", "beta"};
constexpr Shortcut kChrfWhitespace = {"chrf-whitespace", "chrf", "space", "yes"};
constexpr Shortcut kChrfLowercase = {"chrf-lowercase", "chrf", "lc", "yes"};
constexpr Shortcut kChrfEpsilon = {"chrf-eps-smoothing", "chrf", "eps", "yes"};
constexpr Shortcut kMeteorData = {"meteor-data", "meteor", "data"};
constexpr Shortcut kNistCounts = {"nist-counts", "nist", "counts"};
constexpr Shortcut kTerCaseSensitive = {"ter-case-sensitive", "ter", "case", "mixed"};
constexpr Shortcut kTerAsianSupport = {"ter-asian-support", "ter", "asian", "yes"};
constexpr Shortcut kTerNoPunct = {"ter-no-punct", "ter", "punct", "no"};
constexpr Shortcut kTerNormalized = {"ter-normalized", "ter", "norm", "yes"};

Status AddSetting(const Shortcut& shortcut, const OptionValues& values, RequestParts& parts) {
  parts.metric_settings.push_back({std::string(shortcut.name), std::string(shortcut.metric),
                                   std::string(shortcut.option),
                                   values.empty() ? std::string(shortcut.value) : values.front()});
  return OkStatus();
}
OptionUses SettingUses(const Shortcut& shortcut, const RequestParts& parts) {
  OptionUses last;
  for (const MetricSetting& setting : parts.metric_settings) {
    if (setting.name != shortcut.name) continue;
    last = {shortcut.value.empty() ? OptionValues{setting.value} : OptionValues{}};
  }
  return last;
}
template <const Shortcut& shortcut>
constexpr RequestOption OfMetric(OptionKind kind, std::string_view help) {
  return {shortcut.name, kind, kNaming, help,
          Access([](RequestParts& parts,
                    const OptionValues& values) { return AddSetting(shortcut, values, parts); },
                 [](const RequestParts& parts) { return SettingUses(shortcut, parts); })};
}

// An option of all metrics that have it.
constexpr Shortcut kDetails = {kDetailsOption, "", kDetailsOption, "yes"};
constexpr Access SetDetails() {
  return {[](RequestParts& parts, const OptionValues& values) {
            return AddSetting(kDetails, values, parts);
          },
          [](const RequestParts& parts) { return SettingUses(kDetails, parts); }};
}

// The use of an option whose field holds its text.
template <auto member>
OptionUses UseOfText(const RequestParts& parts) {
  return OneUse(parts.*member);
}

// Groups by one field, with one use.
Status ReadGrouping(RequestParts& parts, const OptionValues& values) {
  if (!parts.by.empty()) {
    return UsageError("it is given twice, but only one is possible here; leave one out");
  }
  parts.by = values.front();
  return parts.by.empty() ? UsageError("the name is empty") : OkStatus();
}
constexpr Access SetGrouping() { return {ReadGrouping, UseOfText<&RequestParts::by>}; }

// The fields of groups, in one use or in several.
template <auto member>
Status ReadGroupings(RequestParts& parts, const OptionValues& values) {
  if (values.front().empty()) return UsageError("the name is empty");
  parts.*member += ((parts.*member).empty() ? "" : ",") + values.front();
  return OkStatus();
}
template <auto member>
constexpr Access SetGroupings() {
  return {ReadGroupings<member>, UseOfText<member>};
}

bool AreNamed(const OptionValues& values) {
  return std::none_of(values.begin(), values.end(),
                      [](const std::string& value) { return SplitName(value).name.empty(); });
}

// Reads NAME=FILE ..., or NAME FILE ... for one system, whose name may also contain '='.
Status ReadSystem(RequestParts& parts, const OptionValues& values) {
  if (AreNamed(values)) {
    for (const std::string& value : values) parts.systems.push_back(SplitName(value));
    return OkStatus();
  }
  if (values.size() < 2 || values.front().empty()) {
    return UsageError("a name and a file are needed, as in: `system` NAME=FILE");
  }
  parts.systems.push_back({values.front(), {values.begin() + 1, values.end()}});
  return OkStatus();
}
// Reads NAME=FILE as a named input, for requests whose systems have no runs.
Status ReadNamedInputs(RequestParts& parts, const OptionValues& values) {
  if (!AreNamed(values)) {
    return UsageError(
        "a name and a file are needed, as in: `system` NAME=FILE; the verb 'compare' "
        "also takes NAME FILE FILE, the runs of one system");
  }
  parts.inputs.insert(parts.inputs.end(), values.begin(), values.end());
  return OkStatus();
}
OptionUses SystemUses(const RequestParts& parts) {
  OptionUses uses;
  for (const NamedFiles& system : parts.systems) {
    uses.push_back({system.name});
    uses.back().insert(uses.back().end(), system.files.begin(), system.files.end());
  }
  return uses;
}
constexpr Access AddSystem() { return {ReadSystem, SystemUses}; }
// In the record they are inputs.
constexpr Access AddNamedInputs() {
  return {ReadNamedInputs, [](const RequestParts&) { return OptionUses(); }};
}

// Reads FILE ..., NAME=FILE ... or NAME:lower=FILE ...
OutsideFiles ReadOutsideFiles(const OptionValues& values) {
  OutsideFiles scores{{}, false, values};
  const size_t equals = values.front().find('=');
  if (equals != std::string::npos) {
    scores.metric = values.front().substr(0, equals);
    scores.files.front().erase(0, equals + 1);
    scores.lower_is_better = scores.metric.ends_with(kLower);
    if (scores.lower_is_better) scores.metric.resize(scores.metric.size() - kLower.size());
  }
  return scores;
}

template <auto member>
OptionUses OutsideUses(const RequestParts& parts) {
  OptionUses uses;
  for (const OutsideFiles& scores : parts.*member) {
    uses.push_back(scores.files);
    if (scores.metric.empty()) continue;
    uses.back().front().insert(
        0, fmt::format("{}{}=", scores.metric, scores.lower_is_better ? kLower : ""));
  }
  return uses;
}

// `tables`: files without a name may be tables that name their metrics.
template <bool tables>
Status ReadScores(RequestParts& parts, const OptionValues& values) {
  OutsideFiles scores = ReadOutsideFiles(values);
  const bool is_table = tables && scores.files.front() == values.front();
  if (scores.metric.empty() && !is_table) {
    return UsageError(fmt::format(
        "'{}' does not begin with a name; write the metric before the file, as in COMET={}",
        values.front(), scores.files.front()));
  }
  MTG_RETURN_IF_ERROR(CheckNotEmpty(scores.files));
  parts.scores.push_back(std::move(scores));
  return OkStatus();
}
constexpr Access AddScores() { return {ReadScores<false>, OutsideUses<&RequestParts::scores>}; }
constexpr Access AddScoresOrTables() {
  return {ReadScores<true>, OutsideUses<&RequestParts::scores>};
}

Status ReadHumans(RequestParts& parts, const OptionValues& values) {
  OutsideFiles scores = ReadOutsideFiles(values);
  MTG_RETURN_IF_ERROR(CheckNotEmpty(scores.files));
  parts.humans.push_back(std::move(scores));
  return OkStatus();
}
constexpr Access AddHumans() { return {ReadHumans, OutsideUses<&RequestParts::humans>}; }

Status ReadMqmWeights(RequestParts& parts, const OptionValues& values) {
  parts.mqm_weights = values.front();
  return ParseMqmWeights(parts.mqm_weights).status();
}
constexpr Access SetMqmWeights() { return {ReadMqmWeights, UseOfText<&RequestParts::mqm_weights>}; }
Status ReadSeverityWeights(RequestParts& parts, const OptionValues& values) {
  parts.severity_weights = values.front();
  MTG_ASSIGN_OR_RETURN(const MqmWeights weights, ParseMqmWeights(parts.severity_weights));
  for (const auto& [severity, weight] : weights) {
    if (weight >= 0 && weight <= 1e6 && severity.find('/') == std::string::npos) continue;
    return UsageError(
        fmt::format("'{}' needs a weight from 0 to a million, and no category", severity));
  }
  return OkStatus();
}
constexpr Access SetSeverityWeights() {
  return {ReadSeverityWeights, UseOfText<&RequestParts::severity_weights>};
}

Status ReadPenalty(RequestParts& parts, const OptionValues& values) {
  parts.severity_penalty = ParseNumber<double>(values.front());
  if (parts.severity_penalty && *parts.severity_penalty >= 0 && *parts.severity_penalty <= 1) {
    return OkStatus();
  }
  return UsageError(fmt::format("'{}' is not a number from 0 to 1", values.front()));
}
constexpr Access SetPenalty() {
  return {ReadPenalty, [](const RequestParts& parts) {
            return parts.severity_penalty ? OneUse(ShortestDouble(*parts.severity_penalty))
                                          : OptionUses();
          }};
}
Status ReadRequirements(RequestParts& parts, const OptionValues& values) {
  for (const std::string& value : values) {
    MTG_ASSIGN_OR_RETURN(Requirement requirement, ParseRequirement(value));
    parts.requirements.push_back(std::move(requirement));
  }
  return OkStatus();
}
OptionUses RequirementUses(const RequestParts& parts) {
  OptionUses uses;
  for (const Requirement& requirement : parts.requirements) {
    if (uses.empty()) uses.emplace_back();
    uses.front().push_back(requirement.text);
  }
  return uses;
}
constexpr Access AddRequirements() { return {ReadRequirements, RequirementUses}; }

template <auto member>
Status ReadShard(RequestParts& parts, const OptionValues& values) {
  parts.*member = ParseShard(values.front());
  if (parts.*member) return OkStatus();
  return UsageError(fmt::format("'{}' is not a part such as 3/16", values.front()));
}
template <auto member>
OptionUses ShardUse(const RequestParts& parts) {
  const std::optional<Shard>& shard = parts.*member;
  if (!shard) return {};
  return OneUse(fmt::format("{}/{}", shard->number, shard->count));
}
template <auto member>
constexpr Access SetShard() {
  return {ReadShard<member>, ShardUse<member>};
}

Status ReadTemperature(RequestParts& parts, const OptionValues& values) {
  double value = 0;
  if (!absl::SimpleAtod(values.front(), &value) || !(value > 0) || !std::isfinite(value)) {
    return UsageError(fmt::format("'{}' is not a number above 0", values.front()));
  }
  parts.temperature = value;
  return OkStatus();
}
OptionUses TemperatureUse(const RequestParts& parts) {
  if (!parts.temperature) return {};
  return OneUse(ShortestDouble(*parts.temperature));
}
constexpr Access SetTemperature() { return {ReadTemperature, TemperatureUse}; }

Status ReadGate(RequestParts& parts, const OptionValues& values) {
  parts.gate = true;
  if (values.empty()) return OkStatus();
  const std::optional<double> margin = ParseNumber<double>(values.front());
  if (!margin || !(*margin > 0) || !std::isfinite(*margin)) {
    return UsageError(fmt::format(
        "'{}' is not a margin (a number above 0); put references before `gate`", values.front()));
  }
  parts.margin = margin;
  return OkStatus();
}
OptionUses GateUse(const RequestParts& parts) {
  if (!parts.gate) return {};
  return {parts.margin ? OptionValues{ShortestDouble(*parts.margin)} : OptionValues{}};
}
constexpr Access SetGate() { return {ReadGate, GateUse}; }

constexpr RequestOption kOptions[] = {
    {"system", kList, kTesting,
     "NAME=FILE ...: systems by name; or NAME FILE ...: one system with its output files; several "
     "files are several optimizer runs of it; repeat the flag for each system",
     AddSystem},
    {"system", kList, kSingle | kRows | kEvaluate, "NAME=FILE ...: systems by name",
     AddNamedInputs},
    {"rows", kList, kSingle | kTesting | kEvaluate,
     "row files of 'mtgauge rows' instead of texts: all shards of a corpus, or systems and "
     "metrics of the same segments",
     Member::List<&RequestParts::rows>, "", nullptr, false},
    {"shard", kText, kRows | kSurvey,
     "read only part I of N of the segments, from 1/N to N/N (default: all segments)",
     SetShard<&RequestParts::shard>},
    {"whole-files", kSwitch, kRows | kSurvey,
     "the files contain only the part that `shard` names; for files that cannot be cut",
     Member::Switch<&RequestParts::whole_files>},
    {"ref-annotations", kList, kPairing,
     "annotation files of the references, one per reference; for metrics that use lemmas and "
     "tags (maxsim); lines of word|lemma|tag[|head|relation], or CoNLL-U; the words must be "
     "those of the text",
     Member::List<&RequestParts::ref_annotations>},
    {"annotations", kList, kPairing,
     "annotation files of the systems, one per system; in the formats of `ref-annotations`",
     Member::List<&RequestParts::annotations>},
    {"annotate-with", kText, kPairing,
     "shell command that annotates a text, in place of annotation files; it runs once per "
     "reference and system, reads plain lines on standard input and writes annotations to "
     "standard output",
     Member::Name<&RequestParts::annotate_with>},
    {"scores", kList, kTesting,
     "METRIC=FILE ...: segment scores of another metric; METRIC:lower=FILE if lower is better; "
     "files with one number per line belong to the systems in order, other files name their "
     "systems; in tables with a system and a segment on each line, as in 'mtgauge meta `human`', "
     "METRIC names the column of scores if there are several, and may be left out for all, if there "
     "are no texts; a folder stands for its *.jsonl files",
     AddScoresOrTables()},
    {"human", kList, kEvaluate,
     "[NAME=]FILE ...: human scores; each column of a table is a criterion, and NAME selects "
     "one; NAME:lower=FILE if lower is better, NAME@en-de=FILE for one of several language "
     "pairs; system scores, if given as well, replace the means of segment scores",
     AddHumans},
    {"scores", kList, kEvaluate,
     "METRIC=FILE ...: scores of another metric; in the formats of `human`; METRIC:lower=FILE if "
     "lower is better, METRIC@en-de=FILE for one of several language pairs",
     AddScores},
    {"human", kList, kCompare,
     "rank systems by scores of people, without texts; [NAME=]FILE in the formats of 'mtgauge meta "
     "`human`'; each column of a table is a criterion, and NAME selects one; "
     "NAME:lower=FILE if lower is better; several files are several rounds of one campaign",
     AddHumans},
    {"join", kText, kCompare,
     "what to do with systems that are not in every group of `mean`, and with segments of `scores` "
     "that some system lacks: stop with an error (all, the default), or leave them out with a "
     "warning (common)",
     Member::Choice<&RequestParts::join_common, kJoins>, "choice", ChoicesOf<kJoins>},
    {"join", kText, kEvaluate,
     "what to do with systems and segments that only some files have, and with scores that a "
     "metric lacks: stop with an error (all, the default), or leave them out with a warning "
     "(common)",
     Member::Choice<&RequestParts::join_common, kJoins>, "choice", ChoicesOf<kJoins>},
    {"gold", kList, kSpans,
     "files with the error spans of people; judgements of several raters or rounds all count, each "
     "as an output of its own, and FILE:NAME takes those of one. Formats: WMT's ESA campaigns (CSV, JSON Lines), the table of WMT25's "
     "second task, MQM tables, ratings of mt-metrics-eval, Pearmut, xCOMET, or JSON Lines with "
     "fields system, segment and spans",
     Member::List<&RequestParts::golds>},
    {"gold", kList, kExplain,
     "files with the error spans that people marked in the outputs, to show in the segments; in the "
     "formats of 'mtgauge spans'; FILE:NAME takes those of one rater or round",
     Member::List<&RequestParts::golds>},
    {"spans", kList, kExplain,
     "NAME=FILE ...: error spans that programs predict, to show below those of `gold`; in the same "
     "formats",
     Member::List<&RequestParts::predicted_spans>},
    {"join", kText, kSpans,
     "what to do with outputs that only some files have, or whose texts differ: stop with an error "
     "(all, the default), or leave them out with a warning (common)",
     Member::Choice<&RequestParts::common_outputs, kJoins>, "choice", ChoicesOf<kJoins>},
    {"pairs", kText, kEvaluate,
     "table of language pairs; in place of references, outputs and human scores; columns pair, "
     "references, outputs and human, and source for metrics that need it, separated by tabs, with "
     "spaces between several files, which may be patterns as in out/*.de; with `language-pair`, only "
     "these pairs of it",
     Member::File<&RequestParts::pair_list>},
    {"pairs", kText, kScore | kCompare,
     "table of language pairs, in place of references and outputs: one answer with the scores of "
     "each, and their mean; columns pair, references and outputs, and source for metrics that need "
     "it, separated by tabs, with spaces between several files, which may be patterns as in out/*.de; "
     "with `language-pair`, only these pairs of it",
     Member::File<&RequestParts::pair_list>},
    {"segments", kText, kEvaluate,
     "segments to evaluate: all that the metrics score (all, the default), or those with a "
     "human score for any system (judged)",
     Member::Choice<&RequestParts::judged_segments, kSegmentRules>, "choice",
     ChoicesOf<kSegmentRules>},
    {"leave-out", kList, kCompare,
     "systems of `human` to leave out; PAIR:SYSTEM for one language pair",
     Member::List<&RequestParts::left_out_systems>},
    {"leave-out", kList, kEvaluate,
     "systems to leave out, by the names of the files, such as other references; PAIR:SYSTEM for "
     "one language pair",
     Member::List<&RequestParts::left_out_systems>},
    {"annotators", kText, kEvaluate | kCompare,
     "human scores as they are (raw, the default), or as z-scores of each annotator (z)",
     Member::Choice<&RequestParts::normalize_annotators, kAnnotatorScales>, "scale",
     ChoicesOf<kAnnotatorScales>},
    {"human-offset", kText, kEvaluate,
     "number to add to the segment numbers of human scores (default: 0); auto finds the only one "
     "from -2 to 2 with which all documents agree",
     Member::Name<&RequestParts::human_offset>},
    {"mqm-weights", kText, kEvaluate | kCompare,
     "weights of errors in MQM tables, as SEVERITY[/CATEGORY[/SUBCATEGORY]]:WEIGHT separated by "
     "spaces; the most specific one counts (default: 'Major:5 Minor:1 Neutral:0 "
     "Major/Non-translation!:25 Minor/Fluency/Punctuation:0.1')",
     SetMqmWeights()},
    {"missing", kText, kTesting,
     "what to do if scores of `scores` are missing: stop with an error (the default), or test "
     "each pair of systems on the segments that both have scores for",
     Member::Choice<&RequestParts::drop_missing, kMissingRules>, "choice",
     ChoicesOf<kMissingRules>},
    {"documents", kText, kTesting | kSegments | kResegment,
     "file with the document of each segment, one name per line (the first of several columns)",
     Member::File<&RequestParts::documents>},
    {"documents", kText, kEvaluate,
     "file with the document of each segment, one name per line (the first of several columns); "
     "default: the documents of the texts, or the column 'document' of a score table",
     Member::File<&RequestParts::documents>},
    {"hyp-documents", kText, kResegment,
     "file with the document of each line of the output, one name per line (the first of "
     "several columns); default: the documents in both inputs, or else one document",
     Member::File<&RequestParts::hyp_documents>},
    {"segmentation", kText, kLatency,
     "the references' segments of whole recordings, for logs with a line for each recording; a list "
     "of wav, offset and duration (in seconds) in YAML or JSON, in the order of the references; "
     "words are aligned with the references to find their segments",
     Member::File<&RequestParts::segmentation>},
    {"by", kText, kPairing,
     "score each group of segments as a corpus; FIELD is lang (the language pair), domain, doc, "
     "or any field of JSON Lines, column of a table or attribute of <doc>; FIELD=FILE reads the "
     "groups from a file, one name per line. Several fields, as in lang,system, group by all of "
     "them. Groups come in the order of the input. 'score' also prints the plain mean over "
     "groups (with several fields, over the first); 'compare' tests and corrects within each "
     "group, and shows A - B of every group in the order of the command line (a baseline "
     "second). With lang, each language gets the tokenizer that `language-pair` would choose, "
     "unless `tokenize` is given, and nist counts only the references of that language; inputs "
     "are then read once more, and once for each tokenizer (for nist, each language)",
     SetGroupings<&RequestParts::by>},
    {"mean", kText, kCompare,
     "compare means over groups, each with the same weight, instead of the whole corpus; FIELD is "
     "lang (the language pair), domain, or any field that `by` can group by; of lang,domain, "
     "domains are averaged first. Groups are resampled by themselves, and a document is never in "
     "two",
     SetGroupings<&RequestParts::mean>},
    {"by", kText, kEvaluate,
     "also measure each group of segments by itself; FIELD is domain, or any other field of the "
     "texts; FIELD=FILE reads the groups from a file, one name per line",
     SetGrouping},
    {"strata", kText, kCompare,
     "file with the stratum of each segment (domain, source, ...), one name per line; resamples "
     "keep the size of each stratum",
     Member::File<&RequestParts::strata>},
    {"key", kText, kPairing | kSurvey,
     "join records of JSON Lines or tables by this field, not by their order; the order is that "
     "of the first reference; if records have a field 'system', each system becomes one output. "
     "All texts are held in memory, plus about 160 bytes for each",
     Member::Name<&RequestParts::key>},
    {"split-key", kText, kPairing | kSurvey,
     "the parts of the `key` field, as in '{lang}_#_{domain}_#_{doc}_#_{}': names in braces with "
     "separators between them; the field up to the end of {doc} names the segment's document",
     Member::Name<&RequestParts::split_key>},
    {"split-paragraphs", kSwitch, kPairing | kSurvey,
     "make each paragraph a segment, in records whose texts all have the same number of "
     "paragraphs; blank lines separate paragraphs; the ids become ID#1, ID#2, ...; other records "
     "stay whole",
     Member::Switch<&RequestParts::split_paragraphs>},
    {"source", kText, kPairing | kEvaluate,
     "source text; for metrics that compare with it (sari, copied), and for explain and report, which "
     "show it; of a test set or a folder of mt-metrics-eval, it is found without this option",
     Member::File<&RequestParts::source>},
    {"counts", kText, kExplain,
     "file with word frequencies, for example from training data; lines with a word, a tab and "
     "a number (default: frequencies in the references)",
     Member::File<&RequestParts::counts>},
    {"list-format", kText, kAllPairs,
     "format of the groups of texts (default: auto-detected); lines: all lines of a file are "
     "one group; nbest: the lines ID ||| TEXT with the same id; jsonl: the lists 'hyps' and "
     "'refs' of a record",
     Member::Name<&RequestParts::list_format>, "format", ListFormats},
    {"weights", kText, kMbr,
     "weights of the references; a field of JSON Lines with a list of numbers, or score for the "
     "last field of an n-best list (default: all equal)",
     Member::Name<&RequestParts::weights>},
    {"temperature", kNumber, kMbr,
     "read the numbers of `weights` as log-probabilities; a reference with v has the weight "
     "exp(v / X)",
     SetTemperature()},
    {"aggregate", kSwitch, kMbr,
     "score each candidate once, against the mean of the references' n-gram counts; for bleu "
     "and chrf; replaces the mean of its scores",
     Member::Switch<&RequestParts::aggregate>},
    {"leave-one-out-refs", kSwitch, kScore,
     "also score each reference against the other references, as if it were a system",
     Member::Switch<&RequestParts::leave_one_out>},
    {"test-set", kText, kReading | kSurvey,
     "references of a test set in sacreBLEU's cache; needs `language-pair`; the cache is "
     "$SACREBLEU, or ~/.sacrebleu",
     Member::Text<&RequestParts::test_set>},
    {"input-format", kText, kScoring | kTokenize | kSurvey | kResegment,
     "format of all references and hypotheses; for use when auto-detection fails",
     Member::Text<&RequestParts::input_format>, "format", FormatNames},
    {"on-invalid", kText, kScoring | kTokenize | kSurvey | kResegment,
     "what to do with invalid UTF-8: stop with an error (the default), replace the bytes with "
     "U+FFFD, or skip the segment; JSON must be UTF-8, without halves of characters such as \\ud800",
     Member::Choice<&RequestParts::on_invalid, kOnInvalidRules>, "choice",
     ChoicesOf<kOnInvalidRules>},
    {"empty-references", kText, kReading | kSurvey,
     "how an empty reference counts if the segment has another that is not empty; keep: as a "
     "reference (the default), missing: as no reference, like null in JSON Lines",
     Member::Choice<&RequestParts::drop_empty_references, kEmptyRules>, "choice",
     ChoicesOf<kEmptyRules>},
    {"metrics", kList, kNaming | kSurvey,
     "metrics (default: bleu); a metric may have options, as in bleu:order=2,smooth=floor "
     "('mtgauge metrics NAME' lists them)",
     Member::List<&RequestParts::metrics>, "metric", MetricChoices},
    {"tokenize", kText, kNaming | kTokenize | kSurvey | kResegment,
     "tokenizer (default: from `language-pair`, or the metric's own); bleu's own is 13a",
     Member::Text<&RequestParts::tokenize>, "tokenizer", AllTokenizerNames},
    {"lowercase", kSwitch, kNaming | kTokenize | kSurvey | kResegment, "lower-case the text first",
     Member::Switch<&RequestParts::lowercase>},
    {"stem", kText, kNaming | kTokenize | kSurvey,
     "replace words by their stems; NAME is a language code or porter; stemmers expect lower case, "
     "so use `lowercase` as well",
     Member::Text<&RequestParts::stem>, "stemmer", StemmerChoices},
    {"language-pair", kText, kNaming | kTokenize | kSurvey | kResegment,
     "source and target language; the target language chooses the tokenizer, as in sacreBLEU, "
     "unless `tokenize` is given",
     Member::Text<&RequestParts::language_pair>},
    {"signature", kList, kScore,
     "signatures that the scores must have, as mtgauge or sacreBLEU prints them; a score with another "
     "one, or a signature without a score, is an error; 'cite' prints the command that gives them",
     Member::List<&RequestParts::signatures>, "", nullptr, false},
    {"smooth-method", kText, kNaming, "smoothing of n-gram orders without a match (default: exp)",
     Member::Text<&RequestParts::smooth_method>, "smoothing method", SmoothingChoices},
    {"smooth-value", kNumber, kNaming, "value for floor (default: 0.1) or add-k (default: 1)",
     Member::Text<&RequestParts::smooth_value>},
    OfMetric<kChrfCharOrder>(
        kWhole, "longest character n-gram of chrf (default: 6); the same as chrf:nc=N"),
    OfMetric<kChrfWordOrder>(
        kWhole, "longest word n-gram of chrf (default: 0); 2 is chrF++; the same as chrf:nw=N"),
    OfMetric<kChrfBeta>(kNumber, "weight of recall in chrf (default: 2); the same as chrf:beta=N"),
    OfMetric<kChrfWhitespace>(
        kSwitch,
        "chrf counts white space as characters, except at the end of a line (chrf:space=all: "
        "there too)"),
    OfMetric<kChrfLowercase>(kSwitch, "chrf compares in lower case"),
    OfMetric<kChrfEpsilon>(kSwitch,
                           "chrf averages over all orders; an order without n-grams counts 1e-16"),
    OfMetric<kMeteorData>(
        kText,
        "METEOR 1.5's folder 'resources' (default: $METEOR_DATA); the same as meteor:data=DIR"),
    OfMetric<kNistCounts>(
        kText,
        "file with n-gram counts for nist, used instead of the references' counts; lines of "
        "tokens, a tab and a count; the same as nist:counts=FILE"),
    {"survey", kText, kPairing | kNbest | kAllPairs,
     "file from 'mtgauge survey' with the counts that nist needs from all references; inputs "
     "are then read only once",
     Member::File<&RequestParts::survey>},
    OfMetric<kTerCaseSensitive>(kSwitch, "ter is case-sensitive"),
    OfMetric<kTerAsianSupport>(
        kSwitch,
        "ter splits Chinese and Japanese characters (with `ter-normalized`), or deletes their "
        "punctuation (with `ter-no-punct`)"),
    OfMetric<kTerNoPunct>(kSwitch, "ter deletes punctuation"),
    OfMetric<kTerNormalized>(kSwitch, "ter decodes entities and splits off punctuation"),
    {"compat", kText, kSingle | kCompare | kRows,
     "reproduce this tool's results on this machine, to the last bit: the same exp, log and sums "
     "and, in tests, the same random generator, float32 sums, p-values and intervals; -py312 "
     "stands for Python 3.12 or later, -numpy2 for NumPy 2",
     Member::Text<&RequestParts::compat>, "tool", CompatChoices},
    {"compat", kText, kSpans,
     "wmt25: the figure of WMT25's second task of metrics, with its rules; `measure` wmt25, "
     "`matching` many-many, `severity-penalty` 0.5, spans of the translation only, critical errors "
     "as major ones, no other severities, spans cut at the end of the text",
     Member::Text<&RequestParts::shared_task>, "task", SharedTaskChoices},
    {"measure", kText, kSpans,
     "what a pair of spans contributes; mpp: the shares of both that overlap (the default); mp: 1 "
     "if they overlap; em: 1 if they are equal; wmt25: the characters that both have",
     Member::Choice<&RequestParts::span_measure, kSpanMeasures>, "measure",
     ChoicesOf<kSpanMeasures>},
    {"matching", kText, kSpans,
     "how many partners a span has; one-one: at most one, with the best score of the output (the "
     "default); greedy: at most one, by overlap; many-many: any number",
     Member::Choice<&RequestParts::span_matching, kSpanMatchings>, "matching",
     ChoicesOf<kSpanMatchings>},
    {"average", kText, kSpans,
     "micro: over all spans (the default); macro: the mean over outputs, where an output without "
     "spans counts 1",
     Member::Choice<&RequestParts::span_average, kSpanAverages>, "average",
     ChoicesOf<kSpanAverages>},
    {"severity-penalty", kNumber, kSpans,
     "share of the credit that a pair of different severities loses, from 0 (the default) to 1",
     SetPenalty()},
    {"severity-weights", kText, kSpans,
     "weights of severities for `measure` mpp, as in 'minor:1 major:5'; a pair has the smaller "
     "weight of both (default: all equal)",
     SetSeverityWeights()},
    {"end", kText, kSpans,
     "whether the end of a span is its last character (inclusive) or the next one (exclusive), in "
     "all files; default: what each format says",
     Member::Choice<&RequestParts::span_end, kSpanEnds>, "end", ChoicesOf<kSpanEnds>},
    {"categories", kSwitch, kSpans,
     "also print precision and recall of each category of errors, from the same matching",
     Member::Switch<&RequestParts::by_category>},
    {"latency-unit", kText, kLatency, "what a delay is of; word (the default), or char",
     Member::Choice<&RequestParts::latency_unit, kLatencyUnits>, "unit", ChoicesOf<kLatencyUnits>},
    {"fix-elapsed", kSwitch, kLatency,
     "count only a word's own computation in the times 'elapsed', to which SimulEval adds that of all "
     "words before; for `segmentation`",
     Member::Switch<&RequestParts::fix_elapsed>},
    {"measures", kList, kEvaluate,
     "measures of agreement; for systems pearson, spearman, kendall, accuracy, spa, "
     "differentials; for segments seg-pearson, seg-spearman, seg-kendall, seg-kendall-c, tau-23, "
     "acc-eq, tau-like, seg-differentials (pdp), precision, recall and f1 (together: threshold), "
     "mcc, auc, length-pearson, length-partial, length-spearman, length-spearman-partial (the "
     "first two: length); for the metric alone f-ratio, which says how well it separates systems "
     "(default: pearson spearman kendall accuracy spa seg-pearson acc-eq)",
     Member::List<&RequestParts::measures>, "measure", MeasureChoices},
    {"measures", kList, kCite, "describe an evaluation by 'mtgauge meta' with these measures",
     Member::List<&RequestParts::measures>, "measure", MeasureChoices},
    {"mean-measures", kSwitch, kEvaluate,
     "also print the mean over all measures, with equal weights, as WMT does; correlations "
     "count as (1 + r) / 2 if there are also shares such as accuracy",
     Member::Switch<&RequestParts::mean_measures>},
    {"raters-as-metrics", kSwitch, kEvaluate,
     "also measure each rater of `human` as a metric, against the mean of the other raters, and "
     "all metrics on the same outputs: how well people agree is a ceiling for metrics (Proietti et "
     "al., 2025); needs the raters' names",
     Member::Switch<&RequestParts::raters_as_metrics>},
    {"study", kList, kEvaluate,
     "repeat the evaluation while one factor varies; length: pseudo-documents of 1, 2, ... "
     "random segments; references: their number; references-length: length, for each set of "
     "references; reference-normalization: scores divided by the references' scores against "
     "each other; joining: neighbouring segments of a document joined in pairs before scoring; "
     "METRIC:OPTION: the values of an option that the metrics of `metrics` have",
     Member::List<&RequestParts::studies>},
    {"study", kList, kCite, "also describe these studies of 'mtgauge meta'",
     Member::List<&RequestParts::studies>},
    {"longest", kWhole, kEvaluate,
     "number of segments in the longest pseudo-document (default: 25), for `study` length and "
     "references-length",
     Member::Number<&RequestParts::longest, 1, kLongest>},
    {"group", kText, kEvaluate,
     "what segment measures are averaged over (default: none for Pearson and Spearman, segment "
     "for measures of pairs)",
     Member::Choice<&RequestParts::grouping, kGroupings>, "grouping", ChoicesOf<kGroupings>},
    {"average", kText, kEvaluate,
     "weight of groups in an average: all equal (groups, the default), or by their size (size)",
     Member::Choice<&RequestParts::average_by_size, kAverages>, "average", ChoicesOf<kAverages>},
    {"undefined", kText, kEvaluate,
     "what to do with groups without a value, for example if all scores are equal: skip them "
     "(the default), or count them as zero",
     Member::Choice<&RequestParts::undefined_is_zero, kUndefinedRules>, "choice",
     ChoicesOf<kUndefinedRules>},
    {"threshold", kNumber, kEvaluate,
     "smallest difference of human scores that counts in tau-like (default: 25)",
     Member::Positive<&RequestParts::threshold>},
    {"ties", kText, kEvaluate,
     "scores that count as equal: equal numbers (exact, the default), as in mt-metrics-eval, or "
     "also those at most 1e-12 apart (1e-12), which rounding may have separated",
     Member::Choice<&RequestParts::score_ties, kScoreTies>, "rule", ChoicesOf<kScoreTies>},
    {"spa-ties", kText, kEvaluate,
     "where random signs give two systems exactly the observed difference, spa counts them for the "
     "system whose name comes first (first, the default) or half for each, which depends on no "
     "order (half)",
     Member::Choice<&RequestParts::spa_ties, kSpaTies>, "rule", ChoicesOf<kSpaTies>},
    {"good", kText, kEvaluate,
     "human score from which a translation is good, for precision, recall, f1, mcc and auc "
     "(default: 85); error-free: from 85 and without a marked error span, as in WMT26",
     Member::Name<&RequestParts::good_from>},
    {"good-metric", kList, kEvaluate,
     "score from which a metric calls a translation good, X or METRIC=X; default: 1 if it gives "
     "only 0 and 1, otherwise the score with the largest F1 on these data, which flatters it",
     Member::List<&RequestParts::good_metric>},
    {"dev", kText, kEvaluate,
     "answer of 'mtgauge meta' (JSON) on a development set, with the measure f1, for example: each "
     "metric calls a translation good from its score there, unless `good-metric` names another",
     Member::File<&RequestParts::development>},
    {"tests", kList, kEvaluate,
     "measures whose differences between metrics are tested (default: pearson and acc-eq, if "
     "measured); mean is the mean over all measures",
     Member::List<&RequestParts::tested_measures>, "measure", TestedChoices},
    {"metric-test", kText, kEvaluate | kCite,
     "test of differences between correlations: perm-both (the default) swaps the scores of both "
     "metrics, williams is Williams' test, for systems; acc-eq uses the exact distribution of "
     "swapped pairs",
     Member::Choice<&RequestParts::metric_test, kMetricTests>, "test", ChoicesOf<kMetricTests>},
    {"resample", kText, kEvaluate,
     "what is resampled for intervals (default: segments); systems and both are for measures of "
     "systems only; with none, or where system scores are given, only Fisher's interval is "
     "available",
     Member::Choice<&RequestParts::resampled_units, kResampledUnits>, "choice",
     ChoicesOf<kResampledUnits>},
    {"resamples", kWhole, kEvaluate,
     "number of resamples and of swaps (default: 1000); with up to 16 systems all swaps are taken",
     Member::Number<&RequestParts::resamples, 1, kMostResamples>},
    {"correction", kText, kEvaluate,
     "correction of p-values for the number of metric pairs (default: holm)",
     Member::Choice<&RequestParts::correction, kCorrections>, "correction",
     ChoicesOf<kCorrections>},
    {"test", kText, kCompare | kCite,
     "bs (the default), ar or wilcoxon; bs is the paired bootstrap, ar approximate randomization, "
     "and wilcoxon, for scores of people, the signed-rank test as SciPy 1.15 computes it. The "
     "bootstrap's p over n segments or documents is at least 2^(1-n), so fewer than 6 never show "
     "significance at 0.05. 'cite' describes the test if any flag of this group is given",
     Member::Choice<&RequestParts::test, kChosenTests>, "test", ChoicesOf<kChosenTests>},
    {"test", kText, kExplain | kSpans,
     "paired bootstrap (bs, the default) or randomization (ar); ar is approximate randomization. "
     "The bootstrap's p over n segments or documents is at least 2^(1-n), so fewer than 6 never "
     "show significance at 0.05",
     Member::Choice<&RequestParts::test, kResamplingTests>, "test", ChoicesOf<kResamplingTests>},
    {"resamples", kWhole, kTesting | kSpans | kCite, "number of resamples (default: 10000)",
     Member::Number<&RequestParts::resamples, 1, kMostResamples>},
    {"seed", kWhole, kScore | kTesting | kEvaluate | kSpans,
     "seed of the resamples (default: 12345); $SACREBLEU_SEED overrides the default; 0 is a seed "
     "like any other",
     Member::Number<&RequestParts::seed, 0, UINT64_MAX>},
    {"alpha", kNumber, kTesting | kEvaluate | kSpans,
     "significance level of tests (default: 0.05); intervals have the level 1 - X",
     Member::Share<&RequestParts::alpha>},
    {"correction", kText, kTesting | kSpans | kCite,
     "correction of p-values for the number of system pairs, for each metric (default: max-t)",
     Member::Choice<&RequestParts::correction, kCorrections>, "correction",
     ChoicesOf<kCorrections>},
    {"baseline", kText, kTesting | kSpans,
     "compare the other systems with this one only; p-values are corrected for these pairs only",
     Member::Text<&RequestParts::baseline>},
    {"gate", kOptionalNumber, kCompare,
     "say whether a system is worse than the baseline; that is, significantly worse by adjusted p; "
     "with a number X, if it may be worse by X or more, in points of each metric: "
     "non-inferiority by adjusted p on the same resamples. A difference that the test cannot "
     "decide fails too. `require` compares scores without a test",
     SetGate},
    {"require", kList, kCompare,
     "bounds on scores, without a test; for all systems, as in 'bleu>=30', or for one, as in "
     "'SYSTEM:bleu>=30'; with `baseline`, a bound may be at a distance from its score, as in "
     "'chrf>=baseline-0.5' 'ter<=baseline+1' (>=, >, <= or <, in quotes)",
     AddRequirements},
    {"table", kText, kCompare,
     "one table of systems and metrics, for a paper; replaces the tables of each metric and its "
     "pairs. Cells are scores, alone or with intervals or their half-widths. The best cluster "
     "of each metric is in bold; with `baseline`, * marks the systems that differ",
     Member::Choice<&RequestParts::table, kTableCells>, "choice", ChoicesOf<kTableCells>},
    {"clusters", kText, kCompare,
     "how adjusted p-values divide the ranking into clusters: wmt (the default) where all "
     "systems above beat all below, greedy where one system of the cluster beats the next system; "
     "of scores of people, also the whole rule of a campaign: wmt24 (with `mean` domain as "
     "published) or wmt25, with their scores, tests and ranks",
     Member::Choice<&RequestParts::clusters, kClusterRules>, "rule", ChoicesOf<kClusterRules>},
    {"agreement", kSwitch, kCompare,
     "also say how far the annotators of `human` agree: Krippendorff's alpha, how pairs of "
     "annotators order outputs, and annotators who differ from the others",
     Member::Switch<&RequestParts::agreement>},
    {"model", kText, kCompare,
     "how judgements of two outputs (`human` files with the columns or JSON fields system1, "
     "system2 and winner) become a ranking: strengths by Bradley and Terry (bt, the default; a tie "
     "is half a win), Davidson or Rao and Kupper, TrueSkill, or shares: expected-wins (Koehn, "
     "2012), wins among those decided, wins or ties among all",
     Member::Choice<&RequestParts::model, kJudgementModels>, "model", ChoicesOf<kJudgementModels>},
    {"length-controlled", kSwitch, kCompare,
     "for each pair, also estimate the difference of segment scores at equal length of the outputs, "
     "by regression on the difference of their lengths",
     Member::Switch<&RequestParts::length_controlled>},
    {"plan", kNumber, kCompare,
     "a difference of scores; for each pair, also say how many units and segments a test needs to "
     "find it, with these systems and units as the pilot",
     Member::Positive<&RequestParts::plan>},
    {"power", kNumber, kCompare,
     "probability of finding a difference, for `plan` and the smallest detectable difference "
     "(default: 0.8)",
     Member::Share<&RequestParts::power>},
    {"clusters", kText, kExplain | kEvaluate | kSpans,
     "how adjusted p-values divide the ranking into clusters: wmt (the default) where all "
     "systems above beat all below, greedy where one system of the cluster beats the next system",
     Member::Choice<&RequestParts::clusters, kTestedClusters>, "rule", ChoicesOf<kTestedClusters>},
    {"interval", kText, kTesting | kSpans,
     "kind of confidence interval (default: percentile); order is sacreBLEU's, from order "
     "statistics",
     Member::Choice<&RequestParts::interval, kIntervalKinds>, "interval",
     ChoicesOf<kIntervalKinds>},
    {"sampling", kText, kCompare,
     "size of the resamples for intervals (default: full); half draws half of the units without "
     "replacement, half-replaced draws half with replacement (intervals 1.41 times too wide)",
     Member::Choice<&RequestParts::sampling, kSamplings>, "sampling", ChoicesOf<kSamplings>},
    {"unit", kText, kCompare,
     "what is resampled (default: segment; of `human`, document if they are named); document needs "
     "`documents`, or input that names documents (SGML, XML, folders); screen, for `human` with "
     "annotators and documents: what an annotator saw together, a document with all systems",
     Member::Choice<&RequestParts::unit, kUnits>, "unit", ChoicesOf<kUnits>},
    {"unit", kText, kExplain,
     "what is resampled (default: segment); document needs `documents`, or input that names "
     "documents (SGML, XML, folders)",
     Member::Choice<&RequestParts::unit, kTextUnits>, "unit", ChoicesOf<kTextUnits>},
    {"unit", kText, kEvaluate,
     "unit of segment measures and of resampling (default: segment); a metric scores a document "
     "as a corpus; its human score is the mean of its segments or, in a table of documents, its "
     "own",
     Member::Choice<&RequestParts::unit, kTextUnits>, "unit", ChoicesOf<kTextUnits>},
    {"unit", kText, kSpans,
     "what is resampled (default: segment); all outputs of a segment or document stay together; "
     "document needs gold spans that name documents",
     Member::Choice<&RequestParts::unit, kTextUnits>, "unit", ChoicesOf<kTextUnits>},
    {"order", kText, kCompare,
     "how the segments were sorted, for the signature of the test; mtgauge sorts nothing: given "
     "(the default: unknown), key (by a column of unique values), content (by a hash of the "
     "texts)",
     Member::Choice<&RequestParts::order, kOrders>, "order", ChoicesOf<kOrders>},
    {"null", kText, kTesting | kCite,
     "null hypothesis of the bootstrap: centred on the difference (the default), or shifted as "
     "in sacreBLEU, whose p-values are too small",
     Member::Choice<&RequestParts::null, kNullRules>, "rule", ChoicesOf<kNullRules>},
    {"rng", kText, kTesting,
     "random generator (default: mtg1); numpy gives the resamples of sacreBLEU",
     Member::Choice<&RequestParts::generator, kGenerators>, "generator", ChoicesOf<kGenerators>},
    {"blocks", kText, kCompare,
     "resample only part I of N of the blocks of the row files, and write the sums to a file, "
     "for `sums`; give the same options as for the comparison",
     SetShard<&RequestParts::blocks>, "", nullptr, false},
    {"sums", kList, kCompare,
     "files that `blocks` wrote for all parts, or one that 'mtgauge merge' made from them; used "
     "instead of resampling, with the same output",
     Member::List<&RequestParts::sums>, "", nullptr, false},
    {"confidence", kSwitch, kScore,
     "95 % confidence interval by bootstrap; for one system; prints the bootstrap mean and half "
     "the width of the interval",
     Member::Switch<&RequestParts::confidence>},
    {"confidence-n", kWhole, kScore, "number of resamples for `confidence` (default: 1000)",
     Member::Number<&RequestParts::confidence_n, 1, kMostResamples>},
    {"paired-bs", kSwitch, kScore,
     "paired bootstrap against the first system; as in sacreBLEU; the verb 'compare' tests all "
     "pairs and keeps its significance level",
     Member::Switch<&RequestParts::paired_bs>},
    {"paired-bs-n", kWhole, kScore, "number of resamples for `paired-bs` (default: 1000)",
     Member::Number<&RequestParts::paired_bs_n, 1, kMostResamples>},
    {"paired-ar", kSwitch, kScore,
     "approximate randomization against the first system; as in sacreBLEU",
     Member::Switch<&RequestParts::paired_ar>},
    {"paired-ar-n", kWhole, kScore, "number of trials for `paired-ar` (default: 10000)",
     Member::Number<&RequestParts::paired_ar_n, 1, kMostResamples>},
    {"scale", kText, kSingle | kAllPairs,
     "own: the metric's own scale (the default), or unit: from 0 to 1, where higher is better, "
     "as for rewards; that is the share of a perfect score or, if lower is better, 1 minus that "
     "share and at least 0 (for a TER above 100)",
     Member::Choice<&RequestParts::unit_scale, kScales>, "scale", ChoicesOf<kScales>},
    {"details", kSwitch, kSingle,
     "also give the figures behind each score; counts, lengths, matches of each order, edits of "
     "each kind, matches of METEOR's stages; in json and jsonl, and in tsv for segments",
     SetDetails()},
    {"sentence-level", kSwitch, kLatency,
     "also give the figures of each segment; in json, and in place of those of the systems in other "
     "formats",
     Member::Switch<&RequestParts::each_segment>},
    {"gaps", kSwitch, kResegment,
     "also tell what is missing and what is surplus in each document, and in all; in json, and in "
     "place of the segments in other formats",
     Member::Switch<&RequestParts::gaps>},
    {"require", kList, kScore,
     "bounds on scores; for all systems, as in 'bleu>=30' 'ter<=55' (>=, >, <= or <, in "
     "quotes), or for one system, as in 'SYSTEM:bleu>=30'",
     AddRequirements},
    {"examples", kWhole, kExplain,
     "number of n-grams and segments to show for each pair of systems and direction (default: 10)",
     Member::Number<&RequestParts::examples, 0, kLongest>},
    {"threads", kWhole, kScoring | kSurvey | kResegment | kSpans | kLatency,
     "number of threads (default: MTGAUGE_THREADS of the environment, or all available); the "
     "output does not depend on it",
     Member::Number<&RequestParts::threads, 1, kMostThreads>, "", nullptr, false},
    {"ngram-engine", kText, kScoring, "how n-grams are matched (default: auto); affects speed only",
     Member::Text<&RequestParts::ngram_engine>, "n-gram engine", NgramEngineChoices, false},
    {"hash", kText, kScoring | kSurvey, "hash function of the n-gram table; affects speed only",
     Member::Text<&RequestParts::hash>, "hash", HashChoices, false},
};

// Removes what follows the name: options of a metric (bleu:order=2), a tokenizer's file (spm:FILE).
std::string_view NamePart(OptionChoices choices, std::string_view value) {
  const bool names_more = choices == MetricChoices || choices == AllTokenizerNames;
  return names_more ? value.substr(0, value.find(':')) : value;
}

// Checks that there are as many values as the kind takes.
Status CheckCount(OptionKind kind, const OptionValues& values) {
  if (values.empty()) {
    return MayStandAlone(kind) ? OkStatus() : UsageError("it needs a value");
  }
  if (kind == kSwitch) {
    return UsageError(fmt::format("it takes no value, but '{}' was given", values.front()),
                      "leave the value out (in Python: True or False)");
  }
  if (kind == kList || values.size() == 1) return OkStatus();
  return UsageError(fmt::format("it takes one value, but {} were given", values.size()));
}

}  // namespace

std::span<const RequestOption> RequestOptions() { return kOptions; }

Status CheckChoices(std::string_view noun, OptionChoices choices, const OptionValues& values) {
  if (choices == nullptr) return OkStatus();
  const Names known = choices();
  for (const std::string& value : values) {
    const std::string_view name = NamePart(choices, value);
    if (std::find(known.begin(), known.end(), name) != known.end()) continue;
    const bool several = std::ranges::find(known, name.substr(0, name.find(' '))) != known.end();
    std::string hint =
        several ? ": these are several; give each on its own" : DidYouMean(name, known);
    if (hint.empty()) hint = " (known: " + JoinChoices(known) + ")";
    return UsageError(fmt::format("unknown {} '{}'{}", noun, name, hint));
  }
  return OkStatus();
}

Status AboutOption(std::string_view name, const Status& status) {
  return Within(fmt::format("`{}`", name), WithOption(std::string(name), status));
}

Status ApplyOption(const RequestOption& option, const OptionValues& values, RequestParts& parts) {
  const auto apply = [&]() -> Status {
    MTG_RETURN_IF_ERROR(CheckCount(option.kind, values));
    OptionValues read = values;
    if (option.choices == MetricChoices) {
      MTG_ASSIGN_OR_RETURN(read, ReadMetricSpecs(values));
    }
    MTG_RETURN_IF_ERROR(CheckChoices(option.noun, option.choices, read));
    return option.access.set(parts, read);
  };
  return AboutOption(option.name, apply());
}

}  // namespace mtgauge
