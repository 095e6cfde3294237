// Help texts, made from the tables of verbs and flags.
#include "cli/help/help.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>

#include "cli/flags/spelling.h"
#include "cli/help/generated.h"
#include "core/report/forms/text_wrap.h"

namespace mtgauge {
namespace {

constexpr size_t kColumns = 80;
constexpr size_t kTextColumn = 8, kShortTextColumn = 30;

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
  return "scores machine translation, with exactly the scores of the reference tools";
}

std::string_view ExitCodes() {
  return "0 done, 1 a --gate or a --require failed, 2 usage, 3 bad input, 4 input/output, 130 "
         "interrupted.";
}

std::string ProgramHelp() {
  std::string out = fmt::format("mtgauge: {}\n\nUsage: mtgauge VERB [ARGUMENT ...]\n\nVerbs:\n",
                                ProgramSummary());
  for (const Verb& verb : Verbs()) out += fmt::format("  {:<12}{}\n", verb.name, verb.summary);
  out +=
      fmt::format("  {:<12}{}\n\nOther:\n  {:<12}{}\n  {:<12}{}\n\nExample:\n  {}\n\n", "help VERB",
                  "describe a verb and all its flags", "--help", "this text", "--version",
                  "the version; with --verbose, the system too", Verbs().front().examples[0]);
  return out + Paragraph(fmt::format("Exit codes: {}", ExitCodes()), 0, kColumns);
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
  if (verb.version != nullptr) return VerbHelp(verb);  // like the program that it stands for
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
