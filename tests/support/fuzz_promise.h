// The checks of fuzzers, and the file that they give to readers of files.
#pragma once

#include <unistd.h>

#include <cstdlib>
#include <iostream>
#include <string>

namespace mtgauge::test {

inline void Promise(bool kept, const char* what) {
  if (kept) return;
  std::cerr << "broken promise: " << what << '\n';
  std::abort();
}

// Returns the process's file for all inputs, in memory if there is such a folder.
inline const std::string& FuzzPath() {
  static const std::string path = [] {
    const std::string folder = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp";
    return folder + "/mtgauge-fuzz-" + std::to_string(getpid());
  }();
  return path;
}

}  // namespace mtgauge::test
