// An unnamed file in memory, so that reading costs what it costs of a file that the system has at
// hand. It is there as long as the object.
#pragma once

#include <string>
#include <string_view>

#include "core/base/status.h"

namespace mtgauge {

class MemoryFile {
 public:
  // An IoError where the system has no room for it.
  static absl::StatusOr<MemoryFile> Make(std::string_view bytes);
  MemoryFile(MemoryFile&& other) noexcept;
  MemoryFile& operator=(MemoryFile&& other) noexcept;
  ~MemoryFile();

  std::string path() const;

 private:
  MemoryFile() = default;

  int descriptor_ = -1;
};

}  // namespace mtgauge
