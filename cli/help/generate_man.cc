// The manual pages, in the man macros of roff.
#include <fmt/format.h>

#include <iterator>
#include <string>
#include <vector>

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

std::string Heading(std::string_view page) {
  return fmt::format(".TH \"{}\" 1 \"\" \"mtgauge {}\" \"User Commands\"\n", Text(page), kVersion);
}

std::string PageOf(const Verb& verb) { return fmt::format("mtgauge-{}", verb.name); }

std::string SeeAlso(std::string_view page) { return fmt::format("\\fB{}\\fR(1)", Text(page)); }

std::string VerbPage(const Verb& verb) {
  std::string out = Heading(PageOf(verb));
  out += Section("NAME") + Text(fmt::format("{} - {}", PageOf(verb), verb.summary)) + '\n';
  out += Section("SYNOPSIS") + fmt::format("\\fBmtgauge {}\\fR {}\n", verb.name, Text(verb.usage));
  out += Section("DESCRIPTION") + Text(verb.about) + '\n';
  out += Section("OPTIONS") + FlagsOf(verb) + Section("EXAMPLES");
  for (const std::string_view example : verb.examples) out += Example(example);
  return out + Section("EXIT STATUS") + Text(ExitCodes()) + '\n' + Section("SEE ALSO") +
         SeeAlso("mtgauge") + '\n';
}

}  // namespace

std::string GenerateMan() {
  std::string out = Heading("mtgauge");
  out += Section("NAME") + Text(fmt::format("mtgauge - {}", ProgramSummary())) + '\n';
  out += Section("SYNOPSIS") + "\\fBmtgauge\\fR VERB [ARGUMENT ...]\n.br\n" +
         "\\fBmtgauge help\\fR [VERB|TOPIC]\n";
  out += Section("VERBS");
  for (size_t group = 0; group < std::size(kVerbGroupTitles); ++group) {
    out += fmt::format(".SS \"{}\"\n", kVerbGroupTitles[group]);
    for (const Verb& verb : Verbs()) {
      if (static_cast<size_t>(verb.group) != group) continue;
      out += fmt::format(".TP\n{}\n{}\n", SeeAlso(PageOf(verb)), Text(verb.summary));
    }
  }
  out += Section("EXAMPLES") + Example(Verbs().front().examples[0]);
  return out + Section("EXIT STATUS") + Text(ExitCodes()) + '\n';
}

std::vector<GeneratedFile> GenerateManPages() {
  std::vector<GeneratedFile> files = {{"mtgauge.1", GenerateMan()}};
  for (const Verb& verb : Verbs()) files.push_back({PageOf(verb) + ".1", VerbPage(verb)});
  return files;
}

}  // namespace mtgauge
