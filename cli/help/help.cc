// Help texts, made from the tables of verbs and flags.
#include "cli/help/help.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "cli/flags/spelling.h"
#include "cli/help/generated.h"
#include "cli/help/topics.h"
#include "core/report/forms/text_wrap.h"

namespace mtgauge {
namespace {

constexpr size_t kColumns = 80;
constexpr size_t kTextColumn = 8, kShortTextColumn = 30, kNamesColumn = 20;

std::string FlagHelp(const Flag& flag) {
  return "  " + FlagUsage(flag) + '\n' + Paragraph(FlagText(flag), kTextColumn, kColumns);
}

std::string Title(const Verb& verb) {
  return fmt::format("mtgauge {}: {}\n\nUsage: mtgauge {} {}\n\n", verb.name, verb.summary,
                     verb.name, verb.usage);
}

std::string Examples(const Verb& verb) {
  return fmt::format("\nExamples:\n  {}\n", fmt::join(verb.examples, "\n  "));
}

std::string VerbLine(const Verb& verb) {
  return fmt::format("  {:<12}{}\n", verb.name, verb.summary);
}

std::string VerbsInBrief() {
  std::string everyday = "\nMost used:\n", all = "\nAll verbs:\n";
  for (size_t group = 0; group < std::size(kVerbGroupTitles); ++group) {
    std::string names;
    for (const Verb& verb : Verbs()) {
      if (static_cast<size_t>(verb.group) != group) continue;
      if (verb.everyday) everyday += VerbLine(verb);
      names += fmt::format("{}{}", names.empty() ? "" : ", ", verb.name);
    }
    all += Hanging(fmt::format("  {}", kVerbGroupTitles[group]), names, kNamesColumn, kColumns);
  }
  return everyday + all;
}

std::string VerbsByGroup() {
  std::string out;
  for (size_t group = 0; group < std::size(kVerbGroupTitles); ++group) {
    out += fmt::format("\n{}:\n", kVerbGroupTitles[group]);
    for (const Verb& verb : Verbs()) {
      if (static_cast<size_t>(verb.group) == group) out += VerbLine(verb);
    }
  }
  return out;
}

// Where to find more help.
std::string Pointers() {
  return fmt::format(
      "  mtgauge VERB -h       the common flags of a verb; --help: all\n"
      "  mtgauge help TOPIC    {}\n"
      "  mtgauge --help        all verbs; mtgauge --version --verbose: version, system\n"
      "\nExample: {}\n",
      fmt::join(TopicNames(), ", "), Verbs().front().examples[0]);
}

}  // namespace

std::string FlagUsage(const Flag& flag) {
  std::string usage;
  if (!flag.short_name.empty()) usage += fmt::format("{}, ", flag.short_name);
  usage += flag.long_name;
  if (!flag.value_name.empty()) usage += fmt::format(" {}", flag.value_name);
  if (flag.kind == OptionKind::kList) usage += " ...";
  return usage;
}

// A longer list has a verb of its own, or the help names what is in it.
constexpr size_t kMostNamed = 16;

std::string FlagText(const Flag& flag) {
  std::string text = Spelled(flag.help);
  if (flag.choices == nullptr) return text;
  const std::vector<std::string_view> choices = flag.choices();
  if (choices.size() < kMostNamed)
    return text + fmt::format("; one of {}", fmt::join(choices, ", "));
  const std::string list = fmt::format("{}s", flag.noun);
  const auto verbs = Verbs();
  const bool has_verb =
      std::any_of(verbs.begin(), verbs.end(), [&](const Verb& verb) { return verb.name == list; });
  return has_verb ? text + fmt::format("; 'mtgauge {0}' lists all {0}", list) : text;
}

std::string_view ProgramSummary() {
  return "scores machine translation exactly as the reference tools do";
}

std::string_view ExitCodes() {
  return "0 done, 1 a --gate or a --require failed, 2 usage, 3 bad input, 4 input/output, 130 "
         "interrupted.";
}

std::string HelpText(const Command& command) {
  if (command.topic != nullptr) return command.topic->text();
  if (command.verb == nullptr) return ProgramHelp(command.short_help);
  return command.short_help ? ShortHelp(*command.verb) : VerbHelp(*command.verb);
}

std::string ProgramHelp(bool brief) {
  return fmt::format("mtgauge: {}\n\nUsage: mtgauge VERB [ARGUMENT ...]\n", ProgramSummary()) +
         (brief ? VerbsInBrief() : VerbsByGroup()) + '\n' + Pointers() +
         (brief ? "" : Paragraph(fmt::format("\nExit codes: {}", ExitCodes()), 0, kColumns));
}

std::string VerbHelp(const Verb& verb) {
  std::string out = Title(verb);
  out += Paragraph(verb.about, 0, kColumns);
  out += Examples(verb);
  for (const FlagGroup group : kFlagGroups) {
    std::string listed;
    for (const Flag* flag : FlagsOfVerb(verb.bit)) {
      if (flag->group == group) listed += FlagHelp(*flag);
    }
    if (!listed.empty()) out += fmt::format("\n{}:\n{}", GroupTitle(group), listed);
  }
  return out;
}

std::string ShortHelp(const Verb& verb) {
  std::string flags;
  for (const FlagGroup group : kFlagGroups) {
    for (const Flag* flag : FlagsOfVerb(verb.bit)) {
      if (flag->group != group || (flag->common & verb.bit) == 0) continue;
      flags += Hanging("  " + FlagUsage(*flag), BriefHelp(*flag), kShortTextColumn, kColumns);
    }
  }
  if (flags.empty()) return VerbHelp(verb);
  return Title(verb) + "Common flags:\n" + flags + Examples(verb) +
         fmt::format("\n'mtgauge {} --help' shows all flags.\n", verb.name);
}

}  // namespace mtgauge
