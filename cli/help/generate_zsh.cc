// Completion for zsh, by its function _arguments.
#include <fmt/format.h>

#include "cli/help/generated.h"
#include "cli/help/topics.h"
#include "cli/verbs/verbs.h"

namespace mtgauge {
namespace {

std::string ZshQuoted(std::string_view text) { return '\'' + Replaced(text, '\'', "'\\''") + '\''; }

// Escapes text inside the brackets of a specification.
std::string Bracketed(std::string_view text) {
  return Replaced(Replaced(Replaced(text, '\\', "\\\\"), '[', "\\["), ']', "\\]");
}

std::string ZshValues(const Flag& flag) {
  if (MayStandAlone(flag.kind)) return "";
  std::string action = " ";
  if (OfferOf(flag) == Offer::kFiles) action = "_files";
  if (OfferOf(flag) == Offer::kChoices)
    action = fmt::format("({})", fmt::join(flag.choices(), " "));
  // Up to the next flag, if there may be several values.
  return fmt::format("{}:{}:{}", flag.kind == OptionKind::kList ? ":*-*" : "", flag.value_name,
                     action);
}

std::string FlagSpec(const Flag& flag, std::string_view spelling) {
  const std::string values = ZshValues(flag);
  // "--format=json" is completed, too.
  const bool equals = flag.takes_one_value() && spelling.starts_with("--");
  return ZshQuoted(fmt::format("*{}{}[{}]{}{}", spelling, equals ? "=" : "",
                               Bracketed(BriefHelp(flag)),
                               values.empty() || values.front() == ':' ? "" : ":", values));
}

std::string VerbCase(const Verb& verb) {
  std::string out = fmt::format("    {})\n      _arguments", verb.name);
  for (const Flag* flag : FlagsOfVerb(verb.bit)) {
    for (const std::string_view spelling : {flag->short_name, flag->long_name}) {
      if (!spelling.empty()) out += " \\\n        " + FlagSpec(*flag, spelling);
    }
  }
  if (verb.words != nullptr) {
    out += " \\\n        " + ZshQuoted(fmt::format("{}:word:({})", verb.files_follow ? "1" : "*",
                                                   fmt::join(verb.words(), " ")));
  }
  if (verb.positionals && (verb.words == nullptr || verb.files_follow)) {
    out += " \\\n        '*:file:_files'";
  }
  return out + "\n      ;;\n";
}

}  // namespace

std::string GenerateZsh() {
  std::string out =
      "#compdef mtgauge\n# Completion of mtgauge for zsh; made by 'mtgauge generate zsh'.\n"
      "_mtgauge() {\n  local -a verbs\n  verbs=(\n";
  for (const Verb& verb : Verbs()) {
    out += "    " + ZshQuoted(fmt::format("{}:{}", verb.name, verb.summary)) + '\n';
  }
  out +=
      "  )\n"
      "  if (( CURRENT == 2 )) || [[ $words[2] == help ]]; then\n"
      "    (( CURRENT == 2 )) && verbs+=('help:describe a verb and all its flags')\n"
      "    [[ $words[2] == help ]] && verbs+=(" +
      fmt::format("{}", fmt::join(TopicNames(), " ")) +
      ")\n"
      "    _describe verb verbs\n"
      "    return\n"
      "  fi\n"
      "  local verb=$words[2]\n"
      "  shift words\n"
      "  (( CURRENT -= 1 ))\n"
      "  case $verb in\n";
  for (const Verb& verb : Verbs()) out += VerbCase(verb);
  return out + "  esac\n}\n_mtgauge \"$@\"\n";
}

}  // namespace mtgauge
