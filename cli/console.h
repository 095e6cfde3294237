// What the program says on standard error. Only cli/ may speak; the library returns what it has to
// say.
#pragma once

#include <string>

namespace mtgauge {

// "mtgauge: warning: MESSAGE", always one line.
void PrintWarning(const std::string& message);
// "mtgauge: MESSAGE", always one line: what a run has found, where its data go elsewhere.
void PrintNote(const std::string& message);
// "mtgauge: error: MESSAGE", always one line; called by main only.
void PrintError(const std::string& message);

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
