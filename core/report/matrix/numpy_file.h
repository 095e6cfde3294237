// NumPy's files: an array (.npy), and several of them in an archive (.npz).
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/status.h"
#include "mtgauge/output.h"

namespace mtgauge {

// What stands before the numbers of an array in row-major order, low byte first.
std::string NpyHead(std::span<const uint64_t> shape, bool float32);
void AppendNumber(double value, bool float32, std::string& bytes);

// A ZIP archive that is written from front to back, without compression. Files and archive may be
// larger than 4 GB.
class ZipWriter {
 public:
  explicit ZipWriter(Output& output) : output_(output) {}

  // Ends the file before, if there is one.
  absl::Status Begin(const std::string& name);
  absl::Status Add(std::string_view bytes);
  // Writes what ends an archive.
  absl::Status Finish();

 private:
  struct File {
    std::string name;
    uint64_t offset, bytes;
    uint32_t checksum;
  };

  absl::Status EndFile();
  absl::Status Write(std::string_view bytes);

  Output& output_;
  std::vector<File> files_;
  bool open_ = false;  // the last of them
  uint64_t written_ = 0;
};

}  // namespace mtgauge
