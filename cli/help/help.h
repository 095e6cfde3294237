// Help texts, made from the tables of verbs and flags, and their parts for the manual page.
#pragma once

#include <string>
#include <string_view>

#include "cli/flags/flags.h"
#include "cli/verbs/verbs.h"

namespace mtgauge {

std::string ProgramHelp();
std::string VerbHelp(const Verb& verb);
// Returns one screen of help: the common flags and the examples. For a verb that stands for another
// program, returns the whole help.
std::string ShortHelp(const Verb& verb);

std::string FlagUsage(const Flag& flag);  // "-w, --width N"
std::string FlagText(const Flag& flag);   // its effect and its allowed values
std::string_view ProgramSummary();
std::string_view ExitCodes();

}  // namespace mtgauge
