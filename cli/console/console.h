// Messages on standard error. Only cli/ may print; the library returns its messages.
#pragma once

#include <cstddef>
#include <string>

namespace mtgauge {

// Prints "mtgauge: warning: MESSAGE", always one line.
void PrintWarning(const std::string& message);
// Prints "mtgauge: MESSAGE", always one line: what a run found, when its data go elsewhere.
void PrintNote(const std::string& message);
// Prints "mtgauge: error: MESSAGE", always one line. Only main calls it.
void PrintError(const std::string& message);

// Returns whether data for this output file (empty: standard output) are shown on a terminal.
bool GoesToTerminal(const std::string& output);
// Returns the text with colours if standard output shows them: numbers with the mark of
// significance and the ranks of tables. They are off if NO_COLOR is set, and where TERM is dumb or
// not set.
std::string Painted(std::string text);

// Returns the width of the terminal that a descriptor refers to, or 0 if it is not a terminal or
// its width is unknown.
size_t TerminalColumns(int descriptor);
// Returns the width of readable text on standard output: $COLUMNS or the width of the terminal, 80
// if neither is known. At most 120, since longer lines are hard to read.
size_t OutputColumns();

}  // namespace mtgauge
