// What the program says on standard error.
#include "cli/console.h"

#include <unistd.h>

#include <cstdio>
#include <utility>

#include "cli/report_writer.h"

namespace mtgauge {
namespace {

void PrintLine(const std::string& kind, const std::string& message) {
  const std::string line = "mtgauge: " + kind + Printable(message) + '\n';
  std::fwrite(line.data(), 1, line.size(), stderr);
}

}  // namespace

void PrintNote(const std::string& message) { PrintLine("", message); }
void PrintWarning(const std::string& message) { PrintLine("warning: ", message); }
void PrintError(const std::string& message) { PrintLine("error: ", message); }

ProgressLine::ProgressLine(std::string what, bool wanted)
    : what_(std::move(what)), shown_(wanted && isatty(STDERR_FILENO) != 0) {}

ProgressLine::~ProgressLine() {
  if (percent_ > 0) std::fputs("\r\x1b[K", stderr);
}

void ProgressLine::Show(double share) {
  const int percent = static_cast<int>(100 * share);
  if (!shown_ || percent == percent_) return;
  percent_ = percent;
  std::fprintf(stderr, "\rmtgauge: %s: %d%%", what_.c_str(), percent);
}

}  // namespace mtgauge
