// Messages on standard error.
#include "cli/console/console.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "core/base/numbers.h"
#include "core/base/printing.h"

namespace mtgauge {
namespace {

constexpr size_t kUsualColumns = 80, kFewestColumns = 40, kMostColumns = 120;

// Returns 0 if the variable is not set or is not a number.
size_t ColumnsVariable() {
  const char* const variable = std::getenv("COLUMNS");
  return variable == nullptr ? 0 : ParseNumber<size_t>(variable).value_or(0);
}

void PrintLine(const std::string& kind, const std::string& message) {
  const std::string line = "mtgauge: " + kind + Printable(message) + '\n';
  std::fwrite(line.data(), 1, line.size(), stderr);
}

}  // namespace

void PrintNote(const std::string& message) { PrintLine("", message); }
void PrintWarning(const std::string& message) { PrintLine("warning: ", message); }
void PrintError(const std::string& message) { PrintLine("error: ", message); }

size_t TerminalColumns(int descriptor) {
  winsize size = {};
  return ioctl(descriptor, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

size_t OutputColumns() {
  size_t columns = ColumnsVariable();
  if (columns == 0) columns = TerminalColumns(STDOUT_FILENO);
  if (columns == 0) columns = kUsualColumns;
  return std::clamp(columns, kFewestColumns, kMostColumns);
}

}  // namespace mtgauge
