// Help texts, made from the tables of verbs and flags.
#pragma once

#include <string>

#include "cli/verbs.h"

namespace mtgauge {

std::string ProgramHelp();
std::string VerbHelp(const Verb& verb);

}  // namespace mtgauge
