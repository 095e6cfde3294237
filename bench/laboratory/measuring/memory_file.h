// An unnamed file in memory. Reading it costs as much as reading a file in the page cache. It
// exists as long as the object.
#pragma once

#include <string>
#include <string_view>

#include "core/base/status.h"

namespace mtgauge {

class MemoryFile {
 public:
  // Returns an IoError if the system has no memory for it.
  static Result<MemoryFile> Make(std::string_view bytes);
  MemoryFile(MemoryFile&& other) noexcept;
  MemoryFile& operator=(MemoryFile&& other) noexcept;
  ~MemoryFile();

  std::string path() const;

 private:
  MemoryFile() = default;

  int descriptor_ = -1;
};

}  // namespace mtgauge
