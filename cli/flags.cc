// The one table of flags, and the reading of a whole command line.
#include "cli/flags.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstddef>

#include "cli/arguments.h"
#include "cli/report_writer.h"
#include "cli/suggest.h"
#include "cli/verbs.h"
#include "core/algo/ngram_match.h"
#include "core/base/hash.h"
#include "core/metric/registry.h"
#include "core/text/tokenizer.h"

namespace mtgauge {
namespace {

constexpr uint32_t kScoring = kScoreVerb | kSegmentsVerb;
constexpr uint32_t kMostThreads = 4096;
constexpr uint32_t kWidest = 100;

using Values = std::vector<std::string>;
using Names = std::vector<std::string_view>;

template <typename Rows>
Names NamesOf(const Rows& rows) {
  Names names;
  for (const auto& row : rows) names.push_back(row.name);
  return names;
}
Names MetricChoices() { return NamesOf(Metrics()); }
Names TokenizerChoices() { return NamesOf(Tokenizers()); }
Names HashChoices() { return NamesOf(Hashes()); }
Names NgramEngineChoices() { return NamesOf(NgramEngines()); }
Names FormatChoices() { return NamesOf(ReportFormats()); }
Names SmoothingChoices() { return {"exp", "floor", "add-k", "none"}; }
Names OnInvalidChoices() { return {"error", "replace", "skip"}; }
Names CompatChoices() { return {"sacrebleu", "sacrebleu-py312"}; }

template <bool LowArgs::*member>
absl::Status SetSwitch(LowArgs& args, const Values&) {
  args.*member = true;
  return absl::OkStatus();
}

template <auto member>
absl::Status SetText(LowArgs& args, const Values& values) {
  args.*member = values.front();
  return absl::OkStatus();
}

template <std::vector<std::string> LowArgs::*member>
absl::Status AddAll(LowArgs& args, const Values& values) {
  (args.*member).insert((args.*member).end(), values.begin(), values.end());
  return absl::OkStatus();
}

template <uint32_t LowArgs::*member, uint32_t least, uint32_t most>
absl::Status SetNumber(LowArgs& args, const Values& values) {
  const std::string& text = values.front();
  uint32_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool whole = error == std::errc() && end == text.data() + text.size();
  if (!whole || number < least || number > most) {
    return UsageError(fmt::format("'{}' is not a whole number from {} to {}", text, least, most));
  }
  args.*member = number;
  return absl::OkStatus();
}

absl::Status SetOutput(LowArgs& args, const Values& values) {
  if (values.front().empty()) return UsageError("the file name is empty");
  args.output = values.front() == "-" ? std::string() : values.front();
  return absl::OkStatus();
}

constexpr Flag kFlags[] = {
    {"--input", "-i", "HYP", Arity::kOneOrMore, FlagGroup::kInput, kScoring,
     "hypothesis files, one per system; - is standard input, which is read when the flag is absent",
     "", nullptr, AddAll<&LowArgs::inputs>},
    {"--on-invalid", "", "WHAT", Arity::kOne, FlagGroup::kInput, kScoring | kTokenizeVerb,
     "what to do about invalid UTF-8: stop with an error (the default), replace the bytes by "
     "U+FFFD, or skip the segment",
     "choice", OnInvalidChoices, SetText<&LowArgs::on_invalid>},

    {"--metrics", "-m", "METRIC", Arity::kOneOrMore, FlagGroup::kMetric, kScoring | kCiteVerb,
     "metrics (default: bleu), each with options of its own if need be, as in "
     "bleu:order=2,smooth=floor",
     "metric", MetricChoices, AddAll<&LowArgs::metrics>},
    {"--tokenize", "-tok", "NAME", Arity::kOne, FlagGroup::kMetric,
     kScoring | kTokenizeVerb | kCiteVerb, "tokenizer (default: 13a, or what -l calls for)",
     "tokenizer", TokenizerChoices, SetText<&LowArgs::tokenize>},
    {"--lowercase", "-lc", "", Arity::kNone, FlagGroup::kMetric,
     kScoring | kTokenizeVerb | kCiteVerb, "lowercase the text first", "", nullptr,
     SetSwitch<&LowArgs::lowercase>},
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
    {"--compat", "", "TOOL", Arity::kOne, FlagGroup::kMetric, kScoring,
     "compute exp, log and sums as that tool does on this machine, to the last bit; "
     "sacrebleu-py312 "
     "is sacreBLEU under Python 3.12 or later",
     "tool", CompatChoices, SetText<&LowArgs::compat>},
    {"--num-refs", "-nr", "N", Arity::kOne, FlagGroup::kMetric, kCiteVerb,
     "number of references (default: 1)", "", nullptr, SetNumber<&LowArgs::num_refs, 1, 1'000'000>},

    {"--format", "-f", "FORMAT", Arity::kOne, FlagGroup::kOutput, kScoring,
     "form of the output (default: text)", "format", FormatChoices, SetText<&LowArgs::format>},
    {"--width", "-w", "N", Arity::kOne, FlagGroup::kOutput, kScoring,
     "digits after the point, in text (default: 1); json and tsv carry every digit", "", nullptr,
     SetNumber<&LowArgs::width, 0, kWidest>},
    {"--score-only", "-b", "", Arity::kNone, FlagGroup::kOutput, kScoring,
     "bare numbers, in text: the systems in order, and for each its metrics", "", nullptr,
     SetSwitch<&LowArgs::score_only>},
    {"--sentence-level", "-sl", "", Arity::kNone, FlagGroup::kOutput, kScoreVerb,
     "score every segment by itself, as the verb 'segments' does", "", nullptr,
     SetSwitch<&LowArgs::sentence_level>},
    {"--output", "-o", "FILE", Arity::kOne, FlagGroup::kOutput,
     kScoring | kTokenizeVerb | kCiteVerb,
     "write to FILE, which appears only when it is complete (default: -, standard output)", "",
     nullptr, SetOutput},

    {"--strict", "", "", Arity::kNone, FlagGroup::kWarnings, kScoring,
     "make every warning an error (exit code 3)", "", nullptr, SetSwitch<&LowArgs::strict>},
    {"--force", "", "", Arity::kNone, FlagGroup::kWarnings, kScoring,
     "no warnings, neither on standard error nor in json", "", nullptr, SetSwitch<&LowArgs::force>},
    {"--quiet", "-q", "", Arity::kNone, FlagGroup::kWarnings, kScoring,
     "nothing but errors on standard error", "", nullptr, SetSwitch<&LowArgs::quiet>},

    {"--threads", "", "N", Arity::kOne, FlagGroup::kRunning, kScoring,
     "threads (default: as many as the process may use); the output does not depend on it", "",
     nullptr, SetNumber<&LowArgs::threads, 1, kMostThreads>},
    {"--ngram-engine", "", "NAME", Arity::kOne, FlagGroup::kRunning, kScoring,
     "how n-grams are matched; a matter of speed only (default: auto)", "n-gram engine",
     NgramEngineChoices, SetText<&LowArgs::ngram_engine>},
    {"--hash", "", "NAME", Arity::kOne, FlagGroup::kRunning, kScoring,
     "hash function of the n-gram table; a matter of speed only", "hash", HashChoices,
     SetText<&LowArgs::hash>},

    {"--help", "-h", "", Arity::kNone, FlagGroup::kOther, ~0u, "show this text", "", nullptr,
     nullptr},
};

// A metric may carry options: bleu:order=2.
std::string_view NamePart(const Flag& flag, std::string_view value) {
  return flag.choices == MetricChoices ? value.substr(0, value.find(':')) : value;
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

absl::Status Apply(const FlagUse& use, LowArgs& args) {
  absl::Status status = CheckChoices(use);
  if (status.ok()) status = use.flag->set(args, use.values);
  if (status.ok()) return status;
  return UsageError(FlagLabel(*use.flag) + ": " + std::string(status.message()));
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
  for (const Flag& flag : kFlags) {
    if ((flag.verbs & verb) != 0) flags.push_back(&flag);
  }
  return flags;
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
  for (const FlagUse& use : split.uses) MTG_RETURN_IF_ERROR(Apply(use, command.args));
  command.args.references = std::move(split.positionals);
  return command;
}

}  // namespace mtgauge
