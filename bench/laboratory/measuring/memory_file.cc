// Implements a memory file with memfd_create().
#include "bench/laboratory/measuring/memory_file.h"

#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>
#include <utility>

namespace mtgauge {

Result<MemoryFile> MemoryFile::Make(std::string_view bytes) {
  MemoryFile file;
  file.descriptor_ = memfd_create("mtgauge-plan", MFD_CLOEXEC);
  while (file.descriptor_ >= 0 && !bytes.empty()) {
    const ssize_t written = write(file.descriptor_, bytes.data(), bytes.size());
    if (written <= 0) break;
    bytes.remove_prefix(static_cast<size_t>(written));
  }
  if (file.descriptor_ >= 0 && bytes.empty()) return file;
  return IoError(
      fmt::format("cannot keep texts in memory: {}", std::generic_category().message(errno)),
      "use shorter texts");
}

MemoryFile::MemoryFile(MemoryFile&& other) noexcept
    : descriptor_(std::exchange(other.descriptor_, -1)) {}

MemoryFile& MemoryFile::operator=(MemoryFile&& other) noexcept {
  std::swap(descriptor_, other.descriptor_);
  return *this;
}

MemoryFile::~MemoryFile() {
  if (descriptor_ >= 0) close(descriptor_);
}

std::string MemoryFile::path() const { return fmt::format("/proc/self/fd/{}", descriptor_); }

}  // namespace mtgauge
