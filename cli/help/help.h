// Help texts, made from the tables of verbs and flags, and their parts for the manual page.
#pragma once

#include <string>
#include <string_view>

#include "cli/flags/command.h"
#include "cli/verbs/verbs.h"

namespace mtgauge {

// Returns what a command line of the kind kHelp asks for.
std::string HelpText(const Command& command);
// The verbs by group. `brief`: one screen, which describes only the everyday verbs.
std::string ProgramHelp(bool brief);
std::string VerbHelp(const Verb& verb);
// Returns one screen of help: the common flags and the examples.
std::string ShortHelp(const Verb& verb);

std::string FlagUsage(const Flag& flag);  // "-w, --width N"
std::string FlagText(const Flag& flag);   // its effect and its allowed values
std::string_view ProgramSummary();
std::string_view ExitCodes();

}  // namespace mtgauge
