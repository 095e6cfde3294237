// Messages on standard error.
#include "cli/console/console.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <vector>

#include "core/base/numbers.h"
#include "core/base/printing.h"
#include "core/base/split.h"

namespace mtgauge {
namespace {

constexpr size_t kUsualColumns = 80, kFewestColumns = 40, kMostColumns = 120;

// Returns 0 if the variable is not set or is not a number.
size_t ColumnsVariable() {
  const char* const variable = std::getenv("COLUMNS");
  return variable == nullptr ? 0 : ParseNumber<size_t>(variable).value_or(0);
}

constexpr std::string_view kRed = "\033[31m", kGreen = "\033[32m", kYellow = "\033[33m",
                           kBold = "\033[1m", kPlain = "\033[0m";

bool ShowsColours(int descriptor) {
  const char *const refused = std::getenv("NO_COLOR"), *const terminal = std::getenv("TERM");
  return isatty(descriptor) != 0 && (refused == nullptr || *refused == '\0') &&
         terminal != nullptr && std::string_view(terminal) != "dumb";
}

std::string In(std::string_view colour, std::string_view text) {
  return std::string(colour).append(text).append(kPlain);
}

// The titles of a table, with their columns on the screen.
struct Title {
  std::string_view text;
  size_t begin, end;
};
std::vector<Title> TitlesOf(std::string_view line) {
  constexpr std::string_view kBetween = "  ";
  std::vector<Title> titles;
  for (size_t begin = line.find_first_not_of(' '); begin < line.size();) {
    const size_t end = std::min(line.find(kBetween, begin), line.size());
    titles.push_back({line.substr(begin, end - begin), DisplayWidth(line.substr(0, begin)),
                      DisplayWidth(line.substr(0, end))});
    begin = line.find_first_not_of(' ', end);
  }
  return titles;
}

// Returns whether a cell in these columns is a number, and not a name or a text: numbers end below
// their title, and names begin there.
bool IsNumberCell(size_t begin, size_t end, const std::vector<Title>& titles) {
  return std::any_of(titles.begin(), titles.end(), [&](const Title& title) {
    return title.end == end && (title.begin != begin || title.text == "score");
  });
}

// Returns a line of a table with its rank, if it has one, and its marked numbers in colours.
std::string PaintedLine(std::string_view line, bool ranked, const std::vector<Title>& titles) {
  std::string out;
  bool first = true;
  for (size_t at = 0; at < line.size();) {
    const size_t begin = std::min(line.find_first_not_of(' ', at), line.size());
    const size_t end = std::min(line.find(' ', begin), line.size());
    const std::string_view word = line.substr(begin, end - begin);
    const bool marked = word.size() > 1 && word.ends_with('*') && IsDigit(word[word.size() - 2]) &&
                        IsNumberCell(DisplayWidth(line.substr(0, begin)),
                                     DisplayWidth(line.substr(0, end)), titles);
    out += line.substr(at, begin - at);
    out += marked ? In(kGreen, word) : ranked && first ? In(kBold, word) : std::string(word);
    first = false;
    at = end;
  }
  return out;
}

void PrintLine(std::string_view kind, std::string_view colour, const std::string& message) {
  std::string line = "mtgauge: ";
  line += colour.empty() || !ShowsColours(STDERR_FILENO) ? std::string(kind) : In(colour, kind);
  line += Printable(message) + '\n';
  std::fwrite(line.data(), 1, line.size(), stderr);
}

}  // namespace

void PrintNote(const std::string& message) { PrintLine("", "", message); }
void PrintWarning(const std::string& message) { PrintLine("warning: ", kYellow, message); }
void PrintError(const std::string& message) { PrintLine("error: ", kRed, message); }

bool GoesToTerminal(const std::string& output) {
  return output.empty() && isatty(STDOUT_FILENO) != 0;
}

std::string Painted(std::string text) {
  if (!ShowsColours(STDOUT_FILENO)) return text;
  std::string out;
  std::vector<Title> titles;  // of this table; empty before its first rule
  std::string_view above;     // the line above
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find('\n', at), text.size());
    const std::string_view line = std::string_view(text).substr(at, end - at);
    const bool rule = line.starts_with("  --");
    if (line.empty()) titles.clear();
    if (rule && titles.empty()) titles = TitlesOf(above);
    const bool ranked = !titles.empty() && titles.front().text.starts_with("rank");
    out += rule || titles.empty() ? std::string(line) : PaintedLine(line, ranked, titles);
    above = line;
    if (end < text.size()) out += '\n';
    at = end + 1;
  }
  return out;
}

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
