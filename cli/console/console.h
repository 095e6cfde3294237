// What the program says on standard error. Only cli/ may speak; the library returns what it has to
// say.
#pragma once

#include <cstddef>
#include <string>

namespace mtgauge {

// "mtgauge: warning: MESSAGE", always one line.
void PrintWarning(const std::string& message);
// "mtgauge: MESSAGE", always one line: what a run has found, where its data go elsewhere.
void PrintNote(const std::string& message);
// "mtgauge: error: MESSAGE", always one line; called by main only.
void PrintError(const std::string& message);

// Columns of the terminal behind a descriptor; 0 where it is no terminal or does not tell.
size_t TerminalColumns(int descriptor);
// How wide text for people on standard output should be: $COLUMNS or the terminal's width, 80 where
// neither is known, and at most 120, which is as wide as lines can be read.
size_t OutputColumns();

// How far a long run is, on a line of its own that is gone at the end; only on a terminal. Not
// thread-safe.
class ProgressLine {
 public:
  ProgressLine(std::string what, bool wanted);
  ~ProgressLine();
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  void Show(double share);

 private:
  std::string what_;
  bool shown_;
  int percent_ = 0;
};

}  // namespace mtgauge
