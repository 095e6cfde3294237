// What the program says on standard error.
#include "cli/console.h"

#include <cstdio>

#include "cli/report_writer.h"

namespace mtgauge {
namespace {

void PrintLine(const char* kind, const std::string& message) {
  const std::string line = "mtgauge: " + std::string(kind) + ": " + Printable(message) + '\n';
  std::fwrite(line.data(), 1, line.size(), stderr);
}

}  // namespace

void PrintWarning(const std::string& message) { PrintLine("warning", message); }
void PrintError(const std::string& message) { PrintLine("error", message); }

}  // namespace mtgauge
