// Where a verb's data go: standard output, or a file that appears only when it is complete.
#pragma once

#include <string>
#include <string_view>

#include "core/base/status.h"

namespace mtgauge {

// Buffered. Not thread-safe; one at a time in a process. Unless Finish() succeeded, the destructor
// leaves no file behind.
class Output {
 public:
  // An empty path is standard output. A regular file is written under a temporary name in its own
  // folder; what is no regular file (a device, a pipe) is written to directly.
  static absl::StatusOr<Output> Open(const std::string& path);

  Output(Output&& other) noexcept;
  Output& operator=(Output&&) = delete;
  ~Output();

  // Fails with IoError, or with Aborted when the reader of a pipe has gone, which is no error.
  absl::Status Write(std::string_view bytes);
  // Writes what is left and gives the file its name.
  absl::Status Finish();

 private:
  Output() = default;
  absl::Status Flush();

  int fd_ = -1;
  std::string name_;       // for messages
  std::string temporary_;  // empty: written to directly
  std::string final_;
  std::string buffer_;
};

// Removes the temporary file of an unfinished Output. For signal handlers: it only unlinks.
void RemoveUnfinishedOutput();

}  // namespace mtgauge
