// Completion for bash.
#include <fmt/format.h>

#include "cli/help/generated.h"
#include "cli/help/topics.h"
#include "cli/verbs/verbs.h"

namespace mtgauge {
namespace {

std::string Spellings(const Flag& flag, std::string_view format, std::string_view between) {
  std::string out = fmt::format(fmt::runtime(format), flag.long_name);
  if (flag.short_name.empty()) return out;
  return fmt::format(fmt::runtime(format), flag.short_name) + std::string(between) + out;
}

std::string VerbNames() {
  std::string names;
  for (const Verb& verb : Verbs()) names += fmt::format("{} ", verb.name);
  return names;
}

// Writes flags=... for each verb.
std::string FlagCases() {
  std::string out;
  for (const Verb& verb : Verbs()) {
    std::string flags;
    for (const Flag* flag : FlagsOfVerb(verb.bit)) flags += Spellings(*flag, "{}", " ") + ' ';
    flags.pop_back();
    out += fmt::format("    {}) flags='{}' ;;\n", verb.name, flags);
  }
  return out;
}

// Writes words=... for each flag with known values, by verb, flag and position after the flag.
std::string WordCases() {
  std::string out;
  for (const Verb& verb : Verbs()) {
    if (verb.words != nullptr) {
      out += fmt::format("    '{}  1') words='{}' ;;\n", verb.name, fmt::join(verb.words(), " "));
    }
    for (const Flag* flag : FlagsOfVerb(verb.bit)) {
      if (OfferOf(*flag) != Offer::kChoices) continue;
      const std::string place = flag->kind != OptionKind::kList ? " 1'" : " '*";
      out += fmt::format("    {}) words='{}' ;;\n",
                         Spellings(*flag, fmt::format("'{} {{}}{}", verb.name, place), " | "),
                         fmt::join(flag->choices(), " "));
    }
  }
  return out;
}

}  // namespace

std::string GenerateBash() {
  return R"(# Completion of mtgauge for bash; made by 'mtgauge generate bash'.
_mtgauge() {
  local current=${COMP_WORDS[COMP_CWORD]} verb=${COMP_WORDS[1]} flag= flags= words= at place
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W ')" +
         VerbNames() + R"(help --help --version' -- "$current"))
    return
  fi
  if [ "$verb" = help ]; then
    COMPREPLY=($(compgen -W ')" +
         VerbNames() + fmt::format("{}", fmt::join(TopicNames(), " ")) + R"(' -- "$current"))
    return
  fi
  for ((at = COMP_CWORD - 1; at > 1; --at)); do
    case ${COMP_WORDS[at]} in
      -*) flag=${COMP_WORDS[at]}; break ;;
    esac
  done
  place=$((COMP_CWORD - at))
  # --format=json comes as three words.
  if [ "${COMP_WORDS[COMP_CWORD - 1]}" = '=' ]; then place=1; fi
  case $verb in
)" + FlagCases() +
         R"(  esac
  case "$verb $flag $place" in
)" + WordCases() +
         R"(  esac
  case $current in
    -*) words=$flags ;;
  esac
  # Without words readline completes the names of files.
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _mtgauge mtgauge
)";
}

}  // namespace mtgauge
