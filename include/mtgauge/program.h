// The command line, for packages of other languages that bring the program with them. Link
// mtgauge::program.
#pragma once

#include "mtgauge/visibility.h"

namespace MTGAUGE_PUBLIC mtgauge {

// Does what the program does with these arguments, of which the first is its own name, and returns
// its exit code. Call it once, in a process that does nothing else: it handles signals, and may end
// the process.
int RunProgram(int argc, char** argv);

}  // namespace mtgauge
