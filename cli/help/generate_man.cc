// The manual page, in the man macros of roff.
#include <fmt/format.h>

#include "cli/help/generated.h"
#include "cli/help/help.h"
#include "core/base/version.h"

namespace mtgauge {
namespace {

// Returns text that roff shows literally: without escapes or requests at the start of a line, and
// with hyphens that can be copied.
std::string Text(std::string_view text) {
  const std::string plain = Replaced(Replaced(text, '\\', "\\e"), '-', "\\-");
  return (plain.starts_with('.') || plain.starts_with('\'') ? "\\&" : "") + plain;
}

std::string Section(std::string_view title) { return fmt::format(".SH \"{}\"\n", Text(title)); }

std::string Example(std::string_view command) {
  return fmt::format(".PP\n.nf\n    {}\n.fi\n", Text(command));
}

std::string FlagsOf(const Verb& verb) {
  std::string out;
  for (const FlagGroup group : kFlagGroups) {
    std::string listed;
    for (const Flag* flag : FlagsOfVerb(verb.bit)) {
      if (flag->group != group) continue;
      listed += fmt::format(".TP\n\\fB{}\\fR\n{}\n", Text(FlagUsage(*flag)), Text(FlagText(*flag)));
    }
    if (!listed.empty()) out += fmt::format(".PP\n{}:\n{}", GroupTitle(group), listed);
  }
  return out;
}

}  // namespace

std::string GenerateMan() {
  std::string out = fmt::format(".TH MTGAUGE 1 \"\" \"mtgauge {}\" \"User Commands\"\n", kVersion);
  out += Section("NAME") + Text(fmt::format("mtgauge - {}", ProgramSummary())) + '\n';
  out += Section("SYNOPSIS");
  for (const Verb& verb : Verbs()) {
    out += fmt::format("\\fBmtgauge {}\\fR {}\n.br\n", verb.name, Text(verb.usage));
  }
  out += "\\fBmtgauge help\\fR [VERB]\n";
  for (const Verb& verb : Verbs()) {
    out += Section(fmt::format("mtgauge {}", verb.name)) + Text(verb.about) + '\n';
    for (const std::string_view example : verb.examples) out += Example(example);
    out += FlagsOf(verb);
  }
  return out + Section("EXIT STATUS") + Text(ExitCodes()) + '\n';
}

}  // namespace mtgauge
