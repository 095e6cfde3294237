// The parser of a whole command line.
#include "cli/flags/command.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cli/flags/arguments.h"
#include "cli/flags/habits.h"
#include "cli/flags/meta_presets.h"
#include "cli/help/topics.h"
#include "cli/verbs/verbs.h"
#include "core/base/named.h"
#include "core/base/suggest.h"

namespace mtgauge {
namespace {

using Names = std::vector<std::string_view>;

bool LooksLikeFile(const std::string& word) {
  return word.find_first_of("./") != word.npos || access(word.c_str(), F_OK) == 0;
}

const Verb* VerbNamed(std::string_view name) { return RowNamed(Verbs(), name); }

Names VerbNames() { return NamesOfRows(Verbs()); }

bool IsMetric(std::string_view name) {
  const Names metrics = MetricNames();
  return std::find(metrics.begin(), metrics.end(), name) != metrics.end();
}

Status UnknownVerb(const std::string& name) {
  if (const std::string_view advice = AdviceOn(name); !advice.empty()) {
    return UsageError(fmt::format("unknown verb '{}'; {}", name, advice));
  }
  if (name.starts_with('-') || LooksLikeFile(name)) {
    return UsageError(fmt::format(
        "a verb is missing before '{0}'; to score systems, type: mtgauge score {0} ... ('mtgauge "
        "--help' lists the verbs)",
        name));
  }
  if (IsMetric(name)) {
    return UsageError(fmt::format(
        "'{0}' is a metric, not a verb; type: mtgauge score REF ... -i HYP ... -m {0}", name));
  }
  const std::string hint = DidYouMean(name, VerbNames());
  return UsageError(
      fmt::format("unknown verb '{}'{}", name,
                  hint.empty() ? " (known: " + JoinChoices(VerbNames()) + ")" : hint));
}

Status UnknownTopic(const std::string& name) {
  if (IsMetric(name)) {
    return UsageError(fmt::format("'{0}' is a metric; type: mtgauge metrics {0}", name));
  }
  const Names topics = TopicNames();
  Names known = VerbNames();
  known.insert(known.end(), topics.begin(), topics.end());
  const std::string hint = DidYouMean(name, known);
  return UsageError(fmt::format(
      "no help on '{}'{}", name,
      hint.empty() ? "; name a verb ('mtgauge help' lists them), " + JoinChoices(topics) : hint));
}

Result<Command> ReadHelp(const std::vector<std::string>& arguments) {
  Command command;
  command.kind = Command::Kind::kHelp;
  if (arguments.size() > 2) {
    return UsageError(
        fmt::format("unexpected argument '{}' after 'help {}'", arguments[2], arguments[1]));
  }
  command.short_help = arguments.size() == 1 && arguments.front() != "--help";
  if (arguments.size() == 1) return command;
  command.topic = FindTopic(arguments[1]);
  command.verb = command.topic == nullptr ? VerbNamed(arguments[1]) : nullptr;
  if (command.topic == nullptr && command.verb == nullptr) return UnknownTopic(arguments[1]);
  return command;
}

}  // namespace

const Verb* VerbOf(const std::vector<std::string>& arguments) {
  return arguments.empty() ? nullptr : VerbNamed(arguments.front());
}

Result<Command> ReadCommand(const std::vector<std::string>& arguments) {
  if (arguments.empty())
    return UsageError("no verb; name one of those above, as in: mtgauge score REF ... -i HYP ...");
  const std::string& first = arguments.front();
  if (first == "--version" || first == "-V") {
    Command command{Command::Kind::kShowVersion, nullptr, {}};
    command.verbose = arguments.size() > 1 && arguments[1] == "--verbose";
    const size_t known = command.verbose ? 2 : 1;
    if (arguments.size() == known) return command;
    return UsageError(fmt::format(
        "unexpected argument '{}' after {}; for all that a report of a fault needs, type: mtgauge "
        "--version --verbose",
        arguments[known], first));
  }
  if (first == "--help" || first == "-h" || first == "help") return ReadHelp(arguments);

  Command command;
  command.verb = VerbNamed(first);
  if (command.verb == nullptr) return UnknownVerb(first);
  const std::vector<const Flag*> flags = FlagsOfVerb(command.verb->bit);
  const std::vector<std::string> rest(arguments.begin() + 1, arguments.end());
  const bool stands_in = command.verb->fail != nullptr;  // for a program with its own habits
  if (!stands_in) MTG_RETURN_IF_ERROR(CheckHabits(*command.verb, rest));
  MTG_ASSIGN_OR_RETURN(Arguments split, SplitArguments(flags, command.verb->positionals, rest));
  if (split.help) {
    command.kind = Command::Kind::kHelp;
    command.short_help = split.short_help;
    return command;
  }
  command.args.verb = command.verb->bit;
  MTG_RETURN_IF_ERROR(ApplyPreset(split.uses, command.args));
  bool format_told = false;
  for (const FlagUse& use : split.uses) {
    MTG_RETURN_IF_ERROR(ApplyFlag(use, command.args));
    format_told |= use.flag->long_name == "--format";
  }
  if (!stands_in) MTG_RETURN_IF_ERROR(TakeFormatOfEnding(format_told, command.args));
  if (split.version) command.kind = Command::Kind::kShowVersion;
  command.args.references = std::move(split.positionals);
  return command;
}

}  // namespace mtgauge
