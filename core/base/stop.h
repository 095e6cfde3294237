// The flag that stops this thread's work, for code far below the run that was given the flag.
#pragma once

#include <atomic>

namespace mtgauge {

// During its lifetime the flag, which may be null, is the one for this thread. Nests.
class StopScope {
 public:
  explicit StopScope(const std::atomic<bool>* stop);
  ~StopScope();
  StopScope(const StopScope&) = delete;
  StopScope& operator=(const StopScope&) = delete;

 private:
  const std::atomic<bool>* outer_;
};

// Returns true if the flag is set. Work that takes longer than an instant asks between its steps
// and ends early. What it returns then has no meaning; whoever made the scope returns a Cancelled
// error.
bool StopRequested();

}  // namespace mtgauge
