// The one table of flags, and the reading of a whole command line.
#include "cli/flags.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstddef>

#include "cli/arguments.h"
#include "cli/comparison_writer.h"
#include "cli/evaluation_writer.h"
#include "cli/meta_presets.h"
#include "cli/mtme.h"
#include "cli/nbest_output.h"
#include "cli/report_writer.h"
#include "cli/sacrebleu_flags.h"
#include "cli/settings.h"
#include "cli/suggest.h"
#include "cli/verbs.h"
#include "core/algo/ngram_match.h"
#include "core/base/hash.h"
#include "core/compare/conventions.h"
#include "core/compare/evaluation_conventions.h"
#include "core/input/format.h"
#include "core/meta/measures.h"
#include "core/metric/registry.h"
#include "core/text/model_tokenizer.h"
#include "core/text/stemmer.h"

namespace mtgauge {
namespace {

constexpr uint32_t kSingle = kScoreVerb | kSegmentsVerb;
constexpr uint32_t kPairing = kSingle | kCompareVerb;
constexpr uint32_t kScoring = kPairing | kNbestVerb | kMetaVerb;
constexpr uint32_t kListing = kMetricsVerb | kTokenizersVerb | kStemmersVerb;
// Flags of all that reads texts and scores them.
constexpr uint32_t kTexts = kScoring | kBenchVerb;
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

template <typename Rows>
Names NamesOf(const Rows& rows) {
  Names names;
  for (const auto& row : rows) names.push_back(row.name);
  return names;
}
Names MetricChoices() { return NamesOf(Metrics()); }
Names TokenizerChoices() { return AllTokenizerNames(); }
Names StemmerChoices() { return NamesOf(Stemmers()); }
Names HashChoices() { return NamesOf(Hashes()); }
Names NgramEngineChoices() { return NamesOf(NgramEngines()); }
Names FormatChoices() { return NamesOf(ReportFormats()); }
Names SegmentFormatChoices() {
  Names names;
  for (const ReportFormat& format : ReportFormats()) {
    if (format.segments != nullptr) names.push_back(format.name);
  }
  names.push_back(kMtmeFormat);
  return names;
}
Names ListFormatChoices() { return {"text", "json", "tsv"}; }
Names NbestFormatChoices() { return NamesOf(NbestForms()); }
Names ComparisonFormatChoices() { return NamesOf(ComparisonFormats()); }
Names LaboratoryFormatChoices() { return {"text", "json", "markdown"}; }
Names EvaluationFormatChoices() { return NamesOf(EvaluationFormats()); }
Names MeasureChoices() { return NamesOf(Measures()); }
Names SmoothingChoices() { return {"exp", "floor", "add-k", "none"}; }
Names OnInvalidChoices() { return {"error", "replace", "skip"}; }
Names CompatChoices() { return NamesOf(CompatTools()); }

constexpr Named<bool> kScales[] = {{"own", false}, {"unit", true}};
constexpr Named<bool> kJoins[] = {{"all", false}, {"common", true}};
constexpr Named<bool> kAnnotatorScales[] = {{"raw", false}, {"z", true}};
constexpr Named<bool> kAverages[] = {{"groups", false}, {"size", true}};
constexpr Named<bool> kUndefinedRules[] = {{"skip", false}, {"zero", true}};
constexpr Named<bool> kMissingRules[] = {{"error", false}, {"drop-pairwise", true}};

// The names of one of the tables of conventions.
template <const auto& table>
Names ChoicesOf() {
  return NamesOf(table);
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

template <bool LowArgs::*member>
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

template <const MetricFlag& flag>
absl::Status ReadMetricOption(LowArgs& args, const Values& values) {
  args.metric_flags.emplace_back(&flag, values.empty() ? std::string(flag.value) : values.front());
  return absl::OkStatus();
}
std::vector<Values> MetricOptionUses(const LowArgs& args, const MetricFlag& flag) {
  std::vector<Values> last;
  for (const auto& given : args.metric_flags) {
    if (given.first == &flag) last = {flag.value.empty() ? Values{given.second} : Values{}};
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

constexpr MetricFlag kChrfCharOrder = {"-cc/--chrf-char-order", "chrf", "nc"};
constexpr MetricFlag kChrfWordOrder = {"-cw/--chrf-word-order", "chrf", "nw"};
constexpr MetricFlag kChrfBeta = {"--chrf-beta", "chrf", "beta"};
constexpr MetricFlag kChrfWhitespace = {"--chrf-whitespace", "chrf", "space", "yes"};
constexpr MetricFlag kChrfLowercase = {"--chrf-lowercase", "chrf", "lc", "yes"};
constexpr MetricFlag kChrfEpsilon = {"--chrf-eps-smoothing", "chrf", "eps", "yes"};
constexpr MetricFlag kMeteorData = {"--meteor-data", "meteor", "data"};
constexpr MetricFlag kNistCounts = {"--nist-counts", "nist", "counts"};
constexpr MetricFlag kTerCaseSensitive = {"--ter-case-sensitive", "ter", "case", "mixed"};
constexpr MetricFlag kTerAsianSupport = {"--ter-asian-support", "ter", "asian", "yes"};
constexpr MetricFlag kTerNoPunct = {"--ter-no-punct", "ter", "punct", "no"};
constexpr MetricFlag kTerNormalized = {"--ter-normalized", "ter", "norm", "yes"};

template <std::vector<std::string> LowArgs::*member>
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
template <double LowArgs::*member>
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

template <double LowArgs::*member>
absl::Status ReadShare(LowArgs& args, const Values& values) {
  const std::string& text = values.front();
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), args.*member);
  const bool number = error == std::errc() && end == text.data() + text.size();
  if (!number || !(args.*member > 0 && args.*member < 1)) {
    return UsageError(fmt::format("'{}' is not a number between 0 and 1", text));
  }
  return absl::OkStatus();
}
template <double LowArgs::*member>
constexpr FlagAccess SetShare() {
  return {ReadShare<member>, DoubleUses<member>};
}

absl::Status CheckNotEmpty(const Values& files) {
  if (std::find(files.begin(), files.end(), std::string()) == files.end()) return absl::OkStatus();
  return UsageError("the file name is empty");
}

template <std::string LowArgs::*member>
constexpr FlagAccess SetFile() {
  return {[](LowArgs& args, const Values& values) {
            args.*member = values.front();
            return CheckNotEmpty(values);
          },
          [](const LowArgs& args) { return OneUse(args.*member); }};
}

template <std::string LowArgs::*member>
constexpr FlagAccess SetField() {
  return {[](LowArgs& args, const Values& values) {
            args.*member = values.front();
            return values.front().empty() ? UsageError("the name is empty") : absl::OkStatus();
          },
          [](const LowArgs& args) { return OneUse(args.*member); }};
}

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

template <std::vector<OutsideFiles> LowArgs::*member>
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
     "hypothesis files, one per system unless a file names several; FILE:COLUMN is a column of a "
     "table (its number, or its name in the first line) or a field of JSON Lines; - is standard "
     "input, which is read when no system is named",
     "", nullptr, AddAll<&LowArgs::inputs>},
    {"--input", "-i", "LIST", Arity::kOne, FlagGroup::kInput, kNbestVerb,
     "list of candidates, 'ID ||| TEXT ||| FEATURES ||| SCORE' a line as Moses and Marian write "
     "it, "
     "or 'ID ||| TEXT'; - is standard input, which is read without this flag",
     "", nullptr, AddAll<&LowArgs::inputs>},
    {"--input", "-i", "FILE", Arity::kOne, FlagGroup::kInput, kTokenizeVerb,
     "the text (default: -, standard input)", "", nullptr, AddAll<&LowArgs::inputs>},
    {"--system", "", "NAME", Arity::kOneOrMore, FlagGroup::kInput, kCompareVerb,
     "NAME FILE ...: a system by its name, with its output files, several if they come from "
     "several "
     "runs of its optimizer; repeat it for each system, after or instead of -i",
     "", nullptr, AddSystem},
    {"--ref-annotations", "", "FILE", Arity::kOneOrMore, FlagGroup::kInput, kPairing,
     "annotations of the references, one file for each, for the metrics that read lemmas and tags "
     "(maxsim); lines of word|lemma|tag[|head|relation] or CoNLL-U, whose words are those of the "
     "text",
     "", nullptr, AddAll<&LowArgs::ref_annotations>},
    {"--annotations", "", "FILE", Arity::kOneOrMore, FlagGroup::kInput, kPairing,
     "the same of the systems, one file for each", "", nullptr, AddAll<&LowArgs::annotations>},
    {"--annotate-with", "", "CMD", Arity::kOne, FlagGroup::kInput, kPairing,
     "have a command annotate every reference and system in place of such files: sh runs it once "
     "for each, it reads plain lines and writes annotations",
     "", nullptr, SetField<&LowArgs::annotate_with>},
    {"--scores", "", "METRIC", Arity::kOneOrMore, FlagGroup::kInput, kCompareVerb,
     "METRIC=FILE ...: segment scores from another program, METRIC:lower=FILE if lower is better; "
     "files with one number a line go to the systems in order, files that name systems by name; "
     "tables with a system and a segment on each line, as 'mtgauge meta --human' reads them, need "
     "METRIC to name the column of scores if there are several",
     "", nullptr, AddScores},
    {"--human", "", "FILE", Arity::kOneOrMore, FlagGroup::kInput, kMetaVerb,
     "files of people's scores, [NAME=]FILE ...: each column of a table is a criterion, NAME "
     "chooses one; NAME:lower if lower is better, NAME@en-de for one of several language pairs; a "
     "file of scores of systems goes with one of segments, whose means it replaces",
     "", nullptr, AddHumans},
    {"--scores", "", "METRIC", Arity::kOneOrMore, FlagGroup::kInput, kMetaVerb,
     "METRIC=FILE ...: a metric's scores, in the forms of --human; METRIC:lower if lower is "
     "better, METRIC@en-de for one of several language pairs",
     "", nullptr, AddScores},
    {"--join", "", "WHAT", Arity::kOne, FlagGroup::kInput, kMetaVerb,
     "what to do about systems and segments that only some files have, and about scores that a "
     "metric lacks: stop with an error (all, the default), or leave them out with a warning "
     "(common)",
     "choice", ChoicesOf<kJoins>, SetChoice<&LowArgs::join_common, kJoins>},
    {"--annotators", "", "SCALE", Arity::kOne, FlagGroup::kInput, kMetaVerb,
     "people's scores as they are (raw, the default), or in standard deviations from the "
     "mean of each annotator's (z)",
     "scale", ChoicesOf<kAnnotatorScales>,
     SetChoice<&LowArgs::normalize_annotators, kAnnotatorScales>},
    {"--missing", "", "WHAT", Arity::kOne, FlagGroup::kInput, kCompareVerb,
     "what to do about missing outside scores: stop with an error (the default), or test each "
     "pair on the segments that both systems have a score for",
     "choice", ChoicesOf<kMissingRules>, SetChoice<&LowArgs::drop_missing, kMissingRules>},
    {"--documents", "", "FILE", Arity::kOne, FlagGroup::kInput, kCompareVerb | kSegmentsVerb,
     "the document of each segment, one name a line (the first of several columns)", "", nullptr,
     SetFile<&LowArgs::documents>},
    {"--documents", "", "FILE", Arity::kOne, FlagGroup::kInput, kMetaVerb,
     "the document of each segment, one name a line (the first of several columns; default: as the "
     "texts tell, or a column 'document' of a table of scores)",
     "", nullptr, SetFile<&LowArgs::documents>},
    {"--by", "", "FIELD", Arity::kOne, FlagGroup::kInput, kPairing,
     "score groups of segments as small corpora: by lang (the language pair), domain, doc, or any "
     "field of JSON Lines, column of a table or attribute of a <doc>; FIELD=FILE takes the groups "
     "from a file, one name a line. 'score' adds the plain mean over groups; 'compare' tests and "
     "corrects within each group, and shows A - B of every group in the order of the command line "
     "(a baseline second). Groups come in the order of the input. By lang, unless -tok is given, "
     "each language has the tokenizer "
     "that -l would choose, and nist learns from its references alone; this costs a reading of all "
     "inputs more, and one for each tokenizer (with nist, each language)",
     "", nullptr, SetField<&LowArgs::by>},
    {"--by", "", "FIELD", Arity::kOne, FlagGroup::kInput, kMetaVerb,
     "measure each group of segments by itself, too: by domain, or any field that the texts tell; "
     "FIELD=FILE takes the groups from a file, one name a line",
     "", nullptr, SetField<&LowArgs::by>},
    {"--strata", "", "FILE", Arity::kOne, FlagGroup::kInput, kCompareVerb,
     "the stratum of each segment (domain, source, ...), one name a line; resamples keep the size "
     "of each",
     "", nullptr, SetFile<&LowArgs::strata>},
    {"--key", "", "FIELD", Arity::kOne, FlagGroup::kInput, kPairing,
     "join the records of JSON Lines or tables by this field and not by their order, in the order "
     "of "
     "the first reference; records that name their 'system' may be of several, which become one "
     "output each. All texts are in memory then, with about 160 bytes for each",
     "", nullptr, SetField<&LowArgs::key>},
    {"--split-key", "", "TEMPLATE", Arity::kOne, FlagGroup::kInput, kPairing,
     "what the field of --key tells, as in '{lang}_#_{domain}_#_{doc}_#_{}': names between braces, "
     "separators between them; {doc} ends the name of the segment's document, which is the field "
     "up "
     "to there",
     "", nullptr, SetField<&LowArgs::split_key>},
    {"--split-paragraphs", "", "", Arity::kNone, FlagGroup::kInput, kPairing,
     "make a segment of each paragraph (blank lines part them) of records whose texts all have "
     "equally many; ID#1, ID#2, ... are its ids, and other records stay whole",
     "", nullptr, SetSwitch<&LowArgs::split_paragraphs>},
    {"--leave-one-out-refs", "", "", Arity::kNone, FlagGroup::kInput, kScoreVerb,
     "score each reference file too, as a system, against the other references", "", nullptr,
     SetSwitch<&LowArgs::leave_one_out>},
    {"--test-set", "-t", "SET", Arity::kOne, FlagGroup::kInput, kTexts,
     "take the references of this test set from sacreBLEU's cache ($SACREBLEU, or ~/.sacrebleu); "
     "needs -l",
     "", nullptr, SetText<&LowArgs::test_set>},
    {"--input-format", "", "FORMAT", Arity::kOne, FlagGroup::kInput, kScoring,
     "what all references and hypotheses are, where their first bytes or names would tell wrong",
     "format", FormatNames, SetText<&LowArgs::input_format>},
    {"--on-invalid", "", "WHAT", Arity::kOne, FlagGroup::kInput, kScoring | kTokenizeVerb,
     "what to do about invalid UTF-8: stop with an error (the default), replace the bytes by "
     "U+FFFD, or skip the segment",
     "choice", OnInvalidChoices, SetText<&LowArgs::on_invalid>},

    {"--metrics", "-m", "METRIC", Arity::kOneOrMore, FlagGroup::kMetric, kTexts | kCiteVerb,
     "metrics (default: bleu), each with options of its own if need be, as in "
     "bleu:order=2,smooth=floor",
     "metric", MetricChoices, AddAll<&LowArgs::metrics>},
    {"--tokenize", "-tok", "NAME", Arity::kOne, FlagGroup::kMetric,
     kScoring | kTokenizeVerb | kCiteVerb,
     "tokenizer (default: what -l calls for, or the metric's own: 13a for bleu)", "tokenizer",
     TokenizerChoices, SetText<&LowArgs::tokenize>},
    {"--tokenizers", "-tok", "NAME", Arity::kOneOrMore, FlagGroup::kMetric, kBenchVerb,
     "the tokenizers that are measured (default: all, those with models where the model is in its "
     "usual place)",
     "tokenizer", TokenizerChoices, AddAll<&LowArgs::tokenizers>},
    {"--lowercase", "-lc", "", Arity::kNone, FlagGroup::kMetric,
     kScoring | kTokenizeVerb | kCiteVerb, "lowercase the text first", "", nullptr,
     SetSwitch<&LowArgs::lowercase>},
    {"--stem", "", "NAME", Arity::kOne, FlagGroup::kMetric, kBenchVerb,
     "measure the stems of lower-cased words, too: those of a language's code, or porter "
     "('mtgauge stemmers' lists them)",
     "stemmer", StemmerChoices, SetText<&LowArgs::stem>},
    {"--stem", "", "NAME", Arity::kOne, FlagGroup::kMetric, kScoring | kTokenizeVerb | kCiteVerb,
     "take the stems of words: a language's code, or porter ('mtgauge stemmers' lists them); they "
     "are made for lower case, so -lc should go with it",
     "stemmer", StemmerChoices, SetText<&LowArgs::stem>},
    {"--language-pair", "-l", "XX-YY", Arity::kOne, FlagGroup::kMetric, kBenchVerb,
     "source and target language; the target chooses the baseline as it does the tokenizer of the "
     "verb 'score'",
     "", nullptr, SetText<&LowArgs::language_pair>},
    {"--language-pair", "-l", "XX-YY", Arity::kOne, FlagGroup::kMetric,
     kScoring | kTokenizeVerb | kCiteVerb,
     "source and target language; the target chooses the tokenizer as in sacreBLEU when -tok is "
     "absent",
     "", nullptr, SetText<&LowArgs::language_pair>},
    {"--smooth-method", "-s", "METHOD", Arity::kOne, FlagGroup::kMetric, kScoring | kCiteVerb,
     "smoothing of n-gram orders without a match (default: exp)", "smoothing method",
     SmoothingChoices, SetText<&LowArgs::smooth_method>},
    {"--smooth-value", "-sv", "X", Arity::kOne, FlagGroup::kMetric, kScoring | kCiteVerb,
     "value of floor (default: 0.1) and add-k (default: 1)", "", nullptr,
     SetText<&LowArgs::smooth_value>},
    {"--chrf-char-order", "-cc", "N", Arity::kOne, FlagGroup::kMetric, kScoring | kCiteVerb,
     "order of chrf's character n-grams (default: 6), as in chrf:nc=6", "", nullptr,
     SetMetricOption<kChrfCharOrder>},
    {"--chrf-word-order", "-cw", "N", Arity::kOne, FlagGroup::kMetric, kScoring | kCiteVerb,
     "order of chrf's word n-grams (default: 0); 2 is chrF++, as in chrf:nw=2", "", nullptr,
     SetMetricOption<kChrfWordOrder>},
    {"--chrf-beta", "", "N", Arity::kOne, FlagGroup::kMetric, kScoring | kCiteVerb,
     "weight of chrf's recall (default: 2)", "", nullptr, SetMetricOption<kChrfBeta>},
    {"--chrf-whitespace", "", "", Arity::kNone, FlagGroup::kMetric, kScoring | kCiteVerb,
     "chrf counts white space as characters, but for the end of a line (chrf:space=all: there too)",
     "", nullptr, SetMetricOption<kChrfWhitespace>},
    {"--chrf-lowercase", "", "", Arity::kNone, FlagGroup::kMetric, kScoring | kCiteVerb,
     "chrf compares in lower case", "", nullptr, SetMetricOption<kChrfLowercase>},
    {"--chrf-eps-smoothing", "", "", Arity::kNone, FlagGroup::kMetric, kScoring | kCiteVerb,
     "chrf averages over all orders, 1e-16 standing for what has no n-gram", "", nullptr,
     SetMetricOption<kChrfEpsilon>},
    {"--meteor-data", "", "DIR", Arity::kOne, FlagGroup::kMetric, kScoring | kCiteVerb,
     "METEOR 1.5's folder `resources`, as in meteor:data=DIR (default: $METEOR_DATA)", "", nullptr,
     SetMetricOption<kMeteorData>},
    {"--nist-counts", "", "FILE", Arity::kOne, FlagGroup::kMetric, kScoring | kCiteVerb,
     "weigh nist's n-grams by their counts in a file (lines of tokens, a tab and a count) and not "
     "by those of the references, as in nist:counts=FILE",
     "", nullptr, SetMetricOption<kNistCounts>},
    {"--ter-case-sensitive", "", "", Arity::kNone, FlagGroup::kMetric, kScoring | kCiteVerb,
     "ter compares as it is written", "", nullptr, SetMetricOption<kTerCaseSensitive>},
    {"--ter-asian-support", "", "", Arity::kNone, FlagGroup::kMetric, kScoring | kCiteVerb,
     "ter splits, or deletes, what Chinese and Japanese need", "", nullptr,
     SetMetricOption<kTerAsianSupport>},
    {"--ter-no-punct", "", "", Arity::kNone, FlagGroup::kMetric, kScoring | kCiteVerb,
     "ter deletes punctuation", "", nullptr, SetMetricOption<kTerNoPunct>},
    {"--ter-normalized", "", "", Arity::kNone, FlagGroup::kMetric, kScoring | kCiteVerb,
     "ter decodes entities and splits punctuation", "", nullptr, SetMetricOption<kTerNormalized>},
    {"--compat", "", "TOOL", Arity::kOne, FlagGroup::kMetric,
     kSingle | kCompareVerb | kSacreBleuVerb,
     "compute exp, log and sums as that tool does on this machine, to the last bit, and test as it "
     "does: generator, float32 sums, p, interval; -py312 is Python 3.12 or later, -numpy2 NumPy 2",
     "tool", CompatChoices, SetText<&LowArgs::compat>},
    {"--num-refs", "-nr", "N", Arity::kOne, FlagGroup::kMetric, kCiteVerb,
     "number of references (default: 1)", "", nullptr, SetNumber<&LowArgs::num_refs, 1, 1'000'000>},

    {"--preset", "", "NAME", Arity::kOne, FlagGroup::kTest, kMetaVerb,
     "the evaluation of a paper: Lavie et al.'s of precision and recall (lavie2004), Doddington's "
     "of NIST (doddington2002), Melamed et al.'s of GTM (melamed2003), Chan & Ng's (maxsim2008), "
     "or "
     "WMT24's (wmt); flags given besides replace what it says, --print-job writes it out",
     "preset", PresetNames, NamePreset},
    {"--measures", "", "NAME", Arity::kOneOrMore, FlagGroup::kTest, kMetaVerb,
     "measures of agreement (default: pearson spearman kendall accuracy spa seg-pearson acc-eq): "
     "of systems pearson, spearman, kendall, accuracy, spa, differentials; of segments "
     "seg-pearson, seg-spearman, seg-kendall, seg-kendall-c, tau-23, acc-eq, tau-like, "
     "seg-differentials; of the metric alone f-ratio, how well it tells systems apart",
     "measure", MeasureChoices, AddAll<&LowArgs::measures>},
    {"--mean-measures", "", "", Arity::kNone, FlagGroup::kTest, kMetaVerb,
     "close with the mean over all measures, each counting the same, as WMT24 averages spa and "
     "acc-eq",
     "", nullptr, SetSwitch<&LowArgs::mean_measures>},
    {"--study", "", "WHAT", Arity::kOneOrMore, FlagGroup::kTest, kMetaVerb,
     "measure along something: length, pseudo-documents of 1, 2, ... random segments; references, "
     "how many there are; references-length, length for each set of references; "
     "reference-normalization, scores over what the references reach against each other; joining, "
     "neighbouring segments of a document joined two by two before they are scored; METRIC:OPTION, "
     "the values of an option that the metrics of -m have",
     "", nullptr, AddAll<&LowArgs::studies>},
    {"--longest", "", "N", Arity::kOne, FlagGroup::kTest, kMetaVerb,
     "segments of the longest pseudo-document of --study length and references-length (default: "
     "25)",
     "", nullptr, SetNumber<&LowArgs::longest, 1, kLongest>},
    {"--measures", "", "NAME", Arity::kOneOrMore, FlagGroup::kTest, kCiteVerb,
     "write about an evaluation of metrics, mtgauge meta's, by these measures", "measure",
     MeasureChoices, AddAll<&LowArgs::measures>},
    {"--study", "", "WHAT", Arity::kOneOrMore, FlagGroup::kTest, kCiteVerb, "and about its studies",
     "", nullptr, AddAll<&LowArgs::studies>},
    {"--group", "", "BY", Arity::kOne, FlagGroup::kTest, kMetaVerb,
     "what measures of segments are averaged over (default: nothing for Pearson's and Spearman's, "
     "segments for those of pairs)",
     "grouping", ChoicesOf<kGroupings>, SetChoice<&LowArgs::grouping, kGroupings>},
    {"--average", "", "BY", Arity::kOne, FlagGroup::kTest, kMetaVerb,
     "average over groups as equals (the default), or each by its size", "average",
     ChoicesOf<kAverages>, SetChoice<&LowArgs::average_by_size, kAverages>},
    {"--undefined", "", "WHAT", Arity::kOne, FlagGroup::kTest, kMetaVerb,
     "groups without a value, as where all scores are equal: skip (the default), or count as zero",
     "choice", ChoicesOf<kUndefinedRules>, SetChoice<&LowArgs::undefined_is_zero, kUndefinedRules>},
    {"--threshold", "", "X", Arity::kOne, FlagGroup::kTest, kMetaVerb,
     "what people's scores must differ by for tau-like (default: 25)", "", nullptr, SetThreshold},
    {"--tests", "", "MEASURE", Arity::kOneOrMore, FlagGroup::kTest, kMetaVerb,
     "measures that metrics are compared by (default: pearson and acc-eq, if measured)", "measure",
     MeasureChoices, AddAll<&LowArgs::tested_measures>},
    {"--metric-test", "", "TEST", Arity::kOne, FlagGroup::kTest, kMetaVerb | kCiteVerb,
     "test of correlations: swaps of both metrics' scores (perm-both, the default), or Williams's "
     "for systems; acc-eq has the exact law of swapped pairs",
     "test", ChoicesOf<kMetricTests>, SetChoice<&LowArgs::metric_test, kMetricTests>},
    {"--resample", "", "WHAT", Arity::kOne, FlagGroup::kTest, kMetaVerb,
     "what intervals come from (default: segments); systems, or both, are drawn for measures of "
     "systems alone; where systems have scores of their own, or with none, only Fisher's interval "
     "is left",
     "choice", ChoicesOf<kResampledUnits>, SetChoice<&LowArgs::resampled_units, kResampledUnits>},
    {"--resamples", "-B", "N", Arity::kOne, FlagGroup::kTest, kMetaVerb,
     "resamples, and swaps (default: 1000); up to 16 systems all swaps are taken", "", nullptr,
     SetNumber<&LowArgs::resamples, 1, kMostResamples>},
    {"--correction", "", "NAME", Arity::kOne, FlagGroup::kTest, kMetaVerb,
     "correction of p for the number of pairs of metrics (default: holm)", "correction",
     ChoicesOf<kCorrections>, SetChoice<&LowArgs::correction, kCorrections>},
    {"--test", "", "TEST", Arity::kOne, FlagGroup::kTest, kCompareVerb | kCiteVerb,
     "paired bootstrap (the default) or approximate randomization; the bootstrap's p over n "
     "segments or documents is at least 2^(1-n), so that fewer than 6 never show significance at "
     "0.05. 'cite' writes about tests when any flag of this group is given",
     "test", ChoicesOf<kTestKinds>, SetChoice<&LowArgs::test, kTestKinds>},
    {"--resamples", "-B", "N", Arity::kOne, FlagGroup::kTest, kCompareVerb | kCiteVerb | kBenchVerb,
     "resamples (default: 10000)", "", nullptr, SetNumber<&LowArgs::resamples, 1, kMostResamples>},
    {"--seed", "", "N", Arity::kOne, FlagGroup::kTest,
     kScoreVerb | kCompareVerb | kBenchVerb | kMetaVerb,
     "seed of the resamples (default: SACREBLEU_SEED, or 12345); 0 is a seed like any other", "",
     nullptr, SetNumber<&LowArgs::seed, 0, UINT64_MAX>},
    {"--alpha", "", "X", Arity::kOne, FlagGroup::kTest, kCompareVerb | kBenchVerb | kMetaVerb,
     "level of the tests, and of intervals 1 - X (default: 0.05)", "", nullptr,
     SetShare<&LowArgs::alpha>},
    {"--correction", "", "NAME", Arity::kOne, FlagGroup::kTest, kCompareVerb | kCiteVerb,
     "correction of p for the number of pairs of one metric (default: max-t)", "correction",
     ChoicesOf<kCorrections>, SetChoice<&LowArgs::correction, kCorrections>},
    {"--baseline", "", "NAME", Arity::kOne, FlagGroup::kTest, kCompareVerb,
     "compare the others with this system only, and correct for these pairs only", "", nullptr,
     SetText<&LowArgs::baseline>},
    {"--baseline", "", "NAME", Arity::kOne, FlagGroup::kMetric, kBenchVerb,
     "what the others are held against (default: what 'score' would use, 13a or what -l calls for)",
     "", nullptr, SetText<&LowArgs::baseline>},
    {"--gate", "", "", Arity::kNone, FlagGroup::kTest, kCompareVerb,
     "exit with 1 when a system is significantly worse than the baseline (adjusted p)", "", nullptr,
     SetSwitch<&LowArgs::gate>},
    {"--clusters", "", "RULE", Arity::kOne, FlagGroup::kTest, kCompareVerb | kMetaVerb,
     "how adjusted p cuts the ranking: wmt (the default) only where all above beat all below, "
     "greedy where one of the cluster beats the next",
     "rule", ChoicesOf<kClusterRules>, SetChoice<&LowArgs::clusters, kClusterRules>},
    {"--interval", "", "KIND", Arity::kOne, FlagGroup::kTest, kCompareVerb,
     "interval of a score (default: percentile); order is sacreBLEU's order statistics", "interval",
     ChoicesOf<kIntervalKinds>, SetChoice<&LowArgs::interval, kIntervalKinds>},
    {"--sampling", "", "SIZE", Arity::kOne, FlagGroup::kTest, kCompareVerb,
     "size of the resamples behind the intervals (default: full); half is half of the units, drawn "
     "without replacement, half-replaced with it (intervals 1.41 times too wide)",
     "sampling", ChoicesOf<kSamplings>, SetChoice<&LowArgs::sampling, kSamplings>},
    {"--unit", "", "UNIT", Arity::kOne, FlagGroup::kTest, kCompareVerb,
     "what is resampled (default: segment); document needs --documents, or texts that tell theirs "
     "(SGML, XML, folders)",
     "unit", ChoicesOf<kUnits>, SetChoice<&LowArgs::unit, kUnits>},
    {"--unit", "", "UNIT", Arity::kOne, FlagGroup::kTest, kMetaVerb,
     "what measures of segments are of, and what is resampled (default: segment); a document's "
     "score is that of a corpus of its segments, people's the mean of theirs or, from a table of "
     "documents, their own",
     "unit", ChoicesOf<kUnits>, SetChoice<&LowArgs::unit, kUnits>},
    {"--null", "", "RULE", Arity::kOne, FlagGroup::kTest, kCompareVerb | kCiteVerb,
     "the bootstrap's null hypothesis: centred on the difference (the default), or shifted as in "
     "sacreBLEU, whose p is too small",
     "rule", ChoicesOf<kNullRules>, SetChoice<&LowArgs::null, kNullRules>},
    {"--rng", "", "NAME", Arity::kOne, FlagGroup::kTest, kCompareVerb,
     "generator of the resamples (default: mtg1); numpy draws those of sacreBLEU", "generator",
     ChoicesOf<kGenerators>, SetChoice<&LowArgs::generator, kGenerators>},
    {"--confidence", "-ci", "", Arity::kNone, FlagGroup::kTest, kScoreVerb,
     "the mean of the bootstrap and half the width of its 95 % interval, for one system", "",
     nullptr, SetSwitch<&LowArgs::confidence>},
    {"--confidence-n", "-cin", "N", Arity::kOne, FlagGroup::kTest, kScoreVerb,
     "resamples of --confidence (default: 1000)", "", nullptr,
     SetNumber<&LowArgs::confidence_n, 1, kMostResamples>},
    {"--paired-bs", "-pbs", "", Arity::kNone, FlagGroup::kTest, kScoreVerb,
     "paired bootstrap against the first system, as sacreBLEU does it; the verb 'compare' tests "
     "all pairs, at the level that it says",
     "", nullptr, SetSwitch<&LowArgs::paired_bs>},
    {"--paired-bs-n", "-pbsn", "N", Arity::kOne, FlagGroup::kTest, kScoreVerb,
     "resamples of --paired-bs (default: 1000)", "", nullptr,
     SetNumber<&LowArgs::paired_bs_n, 1, kMostResamples>},
    {"--paired-ar", "-par", "", Arity::kNone, FlagGroup::kTest, kScoreVerb,
     "approximate randomization against the first system, as sacreBLEU does it", "", nullptr,
     SetSwitch<&LowArgs::paired_ar>},
    {"--paired-ar-n", "-parn", "N", Arity::kOne, FlagGroup::kTest, kScoreVerb,
     "trials of --paired-ar (default: 10000)", "", nullptr,
     SetNumber<&LowArgs::paired_ar_n, 1, kMostResamples>},

    {"--format", "-f", "FORMAT", Arity::kOne, FlagGroup::kOutput, kScoreVerb,
     "form of the output (default: text); jsonl is one object a line for each score, latex a table "
     "for the package booktabs",
     "format", FormatChoices, SetText<&LowArgs::format>},
    {"--format", "-f", "FORMAT", Arity::kOne, FlagGroup::kOutput, kListing,
     "form of the output (default: text)", "format", ListFormatChoices, SetText<&LowArgs::format>},
    {"--format", "-f", "FORMAT", Arity::kOne, FlagGroup::kOutput, kSegmentsVerb,
     "form of the output (default: text); json, or jsonl, is one object a line; mtme is the score "
     "files of "
     "mt-metrics-eval (METRIC-REFS.seg.score, .sys.score and, with documents, .doc.score) in the "
     "folder that -o names",
     "format", SegmentFormatChoices, SetText<&LowArgs::format>},
    {"--format", "-f", "FORMAT", Arity::kOne, FlagGroup::kOutput, kCompareVerb,
     "form of the output (default: text)", "format", ComparisonFormatChoices,
     SetText<&LowArgs::format>},
    {"--format", "-f", "FORMAT", Arity::kOne, FlagGroup::kOutput, kBenchVerb,
     "form of the output (default: text); json tells every figure, the method and the machine",
     "format", LaboratoryFormatChoices, SetText<&LowArgs::format>},
    {"--svg", "", "FILE", Arity::kOne, FlagGroup::kOutput, kBenchVerb,
     "write a chart, cost against effect, to FILE", "", nullptr, SetFile<&LowArgs::plot>},
    {"--svg", "", "DIR", Arity::kOne, FlagGroup::kOutput, kMetaVerb,
     "write charts into the folder DIR: each metric against people, and each study", "", nullptr,
     SetFile<&LowArgs::plot>, false},
    {"--format", "-f", "FORMAT", Arity::kOne, FlagGroup::kOutput, kNbestVerb,
     "form of the output (default: text, the best candidates alone); tsv and jsonl carry ids, "
     "places "
     "in the list and scores, json only how good the best and the first candidates are as a corpus",
     "format", NbestFormatChoices, SetText<&LowArgs::format>},
    {"--all", "", "", Arity::kNone, FlagGroup::kOutput, kNbestVerb,
     "write every candidate with its scores; in text that is its line with one more field, the "
     "scores of the metrics in order",
     "", nullptr, SetSwitch<&LowArgs::all_candidates>},
    {"--format", "-f", "FORMAT", Arity::kOne, FlagGroup::kOutput, kMetaVerb,
     "form of the output (default: text)", "format", EvaluationFormatChoices,
     SetText<&LowArgs::format>},
    {"--width", "-w", "N", Arity::kOne, FlagGroup::kOutput, kMetaVerb,
     "digits after the point (default: 3); json and tsv carry every digit", "", nullptr,
     SetNumber<&LowArgs::width, 0, kWidest>},
    {"--width", "-w", "N", Arity::kOne, FlagGroup::kOutput, kSingle | kNbestVerb,
     "digits after the point, for people (default: 1; 3 for scores that are not out of 100, and "
     "with --scale unit); json, jsonl and tsv carry every digit",
     "", nullptr, SetNumber<&LowArgs::width, 0, kWidest>},
    {"--scale", "", "SCALE", Arity::kOne, FlagGroup::kOutput, kSingle,
     "the metric's own (the default), or unit: from 0 to 1, higher being better, as rewards are; "
     "the score as a share of a perfect one or, where lower is better, 1 less that share and at "
     "least 0 (a TER beyond 100)",
     "scale", ChoicesOf<kScales>, SetChoice<&LowArgs::unit_scale, kScales>},
    {"--flush", "", "", Arity::kNone, FlagGroup::kOutput, kSegmentsVerb,
     "answer without delay: write the score of each line as soon as the line has been read from "
     "all inputs, for a program that talks to this one through pipes",
     "", nullptr, SetSwitch<&LowArgs::flush>, false},
    {"--width", "-w", "N", Arity::kOne, FlagGroup::kOutput, kCompareVerb,
     "digits of scores after the point (default: 2); json and tsv carry every digit", "", nullptr,
     SetNumber<&LowArgs::width, 0, kWidest>},
    {"--score-only", "-b", "", Arity::kNone, FlagGroup::kOutput, kSingle,
     "bare numbers, in text: the systems in order, and for each its metrics", "", nullptr,
     SetSwitch<&LowArgs::score_only>},
    {"--sentence-level", "-sl", "", Arity::kNone, FlagGroup::kOutput, kScoreVerb,
     "score every segment by itself, as the verb 'segments' does", "", nullptr,
     SetSwitch<&LowArgs::sentence_level>},
    {"--require", "", "BOUND", Arity::kOneOrMore, FlagGroup::kOutput, kScoreVerb,
     "exit with 1 unless every system's score is so, as in 'bleu>=30' 'ter<=55' (>=, >, <= or <, "
     "in "
     "quotes), or that of one system, as in 'SYSTEM:bleu>=30'; the output is written all the same",
     "", nullptr, AddRequirements},
    {"--output", "-o", "FILE", Arity::kOne, FlagGroup::kOutput,
     kScoring | kTokenizeVerb | kCiteVerb | kListing | kGenerateVerb | kBenchVerb,
     "write to FILE, which appears only when it is complete (default: -, standard output)", "",
     nullptr, SetOutput, false},

    {"--strict", "", "", Arity::kNone, FlagGroup::kWarnings, kTexts,
     "make every warning an error (exit code 3)", "", nullptr, SetSwitch<&LowArgs::strict>, false},
    {"--force", "", "", Arity::kNone, FlagGroup::kWarnings, kTexts,
     "no warnings, neither on standard error nor in json", "", nullptr, SetSwitch<&LowArgs::force>},
    {"--quiet", "-q", "", Arity::kNone, FlagGroup::kWarnings, kTexts,
     "nothing but errors on standard error, and no bar of progress on a terminal", "", nullptr,
     SetSwitch<&LowArgs::quiet>, false},

    {"--threads", "", "N", Arity::kOne, FlagGroup::kRunning, kTexts | kSacreBleuVerb | kRunVerb,
     "threads (default: as many as the process may use); the output does not depend on it", "",
     nullptr, SetNumber<&LowArgs::threads, 1, kMostThreads>, false},
    {"--load", "", "X", Arity::kOne, FlagGroup::kLaboratory, kBenchVerb,
     "hashes: the share of a table that is full at most (default: as in the table engine, a half)",
     "", nullptr, SetShare<&LowArgs::load>},
    {"--buckets", "", "N", Arity::kOne, FlagGroup::kLaboratory, kBenchVerb,
     "hashes: size of the table, a power of 2", "", nullptr,
     SetNumber<&LowArgs::buckets, 2, kMostBuckets>},
    {"--adversarial", "", "", Arity::kNone, FlagGroup::kLaboratory, kBenchVerb,
     "hashes: show what keys that are made to collide under one hash are to all", "", nullptr,
     SetSwitch<&LowArgs::adversarial>},
    {"--segments", "", "N", Arity::kOne, FlagGroup::kLaboratory, kBenchVerb,
     "plan: segments of the job (default: 1000000)", "", nullptr,
     SetNumber<&LowArgs::plan_segments, 0, kMostSegments>},
    {"--systems", "", "N", Arity::kOne, FlagGroup::kLaboratory, kBenchVerb,
     "plan: its systems (default: 2)", "", nullptr,
     SetNumber<&LowArgs::plan_systems, 1, kMostPlanned>},
    {"--shards", "", "N", Arity::kOne, FlagGroup::kLaboratory, kBenchVerb,
     "plan: machines that share it, each with --threads (default: 1)", "", nullptr,
     SetNumber<&LowArgs::plan_shards, 1, kMostPlanned>},
    {"--disk-mbps", "", "N", Arity::kOne, FlagGroup::kLaboratory, kBenchVerb,
     "plan: what its disk reads, in MB/s (default: texts are in memory already)", "", nullptr,
     SetNumber<&LowArgs::disk_mbps, 1, kMostSegments>},
    {"--rounds", "", "N", Arity::kOne, FlagGroup::kLaboratory, kBenchVerb,
     "how often each candidate is measured (default: 9); fewer than 6 tell little of chance", "",
     nullptr, SetNumber<&LowArgs::rounds, 1, kMostRounds>},
    {"--ngram-engine", "", "NAME", Arity::kOne, FlagGroup::kRunning, kScoring,
     "how n-grams are matched; a matter of speed only (default: auto)", "n-gram engine",
     NgramEngineChoices, SetText<&LowArgs::ngram_engine>, false},
    {"--hash", "", "NAME", Arity::kOne, FlagGroup::kRunning, kScoring,
     "hash function of the n-gram table; a matter of speed only", "hash", HashChoices,
     SetText<&LowArgs::hash>, false},

    {"--print-job", "", "", Arity::kNone, FlagGroup::kOther, kScoring | kTokenizeVerb,
     "write what would be done, defaults included, as a file for 'mtgauge run', and stop; relative "
     "paths in it hold where it lies",
     "", nullptr, AskForJob},
    {"--help", "-h", "", Arity::kNone, FlagGroup::kOther, ~0u, "show this text", "", nullptr,
     nullptr},
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

absl::Status ApplyFlag(const FlagUse& use, LowArgs& args) {
  absl::Status status = CheckChoices(use);
  if (status.ok()) status = use.flag->access.set(args, use.values);
  if (status.ok()) return status;
  return UsageError(FlagLabel(*use.flag) + ": " + std::string(status.message()));
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
