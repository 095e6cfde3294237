// Completion for fish.
#include <fmt/format.h>

#include "cli/help/generated.h"
#include "cli/help/topics.h"
#include "cli/verbs/verbs.h"

namespace mtgauge {
namespace {

std::string FishQuoted(std::string_view text) {
  return '\'' + Replaced(Replaced(text, '\\', "\\\\"), '\'', "\\'") + '\'';
}

// Returns "-s w", or "-o tok" for a short name of several letters.
std::string ShortOption(const Flag& flag) {
  if (flag.short_name.empty()) return "";
  return fmt::format(" {} {}", flag.short_name.size() == 2 ? "-s" : "-o",
                     flag.short_name.substr(1));
}

std::string FishValues(const Flag& flag) {
  if (MayStandAlone(flag.kind)) return "";
  if (OfferOf(flag) == Offer::kFiles) return " -r -F";
  if (OfferOf(flag) == Offer::kNothing) return " -x";
  return fmt::format(" -x -a {}", FishQuoted(fmt::format("{}", fmt::join(flag.choices(), " "))));
}

// Completes the second and later values of a flag that takes several.
std::string MoreValues(const Verb& verb, const Flag& flag) {
  if (flag.kind != OptionKind::kList || OfferOf(flag) != Offer::kChoices) return "";
  return fmt::format("complete -c mtgauge -n '__mtgauge_values_of {} {} {}' -f -a {}\n", verb.name,
                     flag.short_name, flag.long_name,
                     FishQuoted(fmt::format("{}", fmt::join(flag.choices(), " "))));
}

std::string VerbLines(const Verb& verb) {
  const std::string given =
      fmt::format("complete -c mtgauge -n '__fish_seen_subcommand_from {}'", verb.name);
  std::string out;
  if (verb.words != nullptr) {
    out += fmt::format("{}{} -a '{}'\n", given, verb.files_follow ? "" : " -f",
                       fmt::join(verb.words(), " "));
  } else if (!verb.positionals) {
    out += given + " -f\n";
  }
  for (const Flag* flag : FlagsOfVerb(verb.bit)) {
    out += fmt::format("{}{} -l {}{} -d {}\n", given, ShortOption(*flag), flag->long_name.substr(2),
                       FishValues(*flag), FishQuoted(BriefHelp(*flag)));
    out += MoreValues(verb, *flag);
  }
  return out;
}

}  // namespace

std::string GenerateFish() {
  std::string out =
      "# Completion of mtgauge for fish; made by 'mtgauge generate fish'.\n"
      "# Whether the last flag of the verb argv[1] is one of the others.\n"
      "function __mtgauge_values_of\n"
      "  set -l words (commandline -opc)\n"
      "  test \"$words[2]\" = $argv[1]; or return 1\n"
      "  set -l flags (string match -- '-*' $words)\n"
      "  set -q flags[1]; and contains -- $flags[-1] $argv[2..]\n"
      "end\n";
  std::string names;
  for (const Verb& verb : Verbs()) {
    out += fmt::format("complete -c mtgauge -n __fish_use_subcommand -f -a {} -d {}\n", verb.name,
                       FishQuoted(verb.summary));
    names += fmt::format("{}{}", names.empty() ? "" : " ", verb.name);
  }
  names += fmt::format(" {}", fmt::join(TopicNames(), " "));
  out +=
      "complete -c mtgauge -n __fish_use_subcommand -f -a help -d 'describe a verb and all its "
      "flags'\n"
      "complete -c mtgauge -n '__fish_seen_subcommand_from help' -f -a '" +
      names + "'\n";
  for (const Verb& verb : Verbs()) out += VerbLines(verb);
  return out;
}

}  // namespace mtgauge
