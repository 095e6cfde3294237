// NumPy's file formats: an array (.npy), and an archive of arrays (.npz).
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/status.h"
#include "mtgauge/output.h"

namespace mtgauge {

// Returns the header of an array in row-major order with little-endian numbers.
std::string NpyHead(std::span<const uint64_t> shape, bool float32);
void AppendNumber(double value, bool float32, std::string& bytes);

// Writes a ZIP archive sequentially, without compression. The archive and its files may be larger
// than 4 GB.
class ZipWriter {
 public:
  explicit ZipWriter(Output& output) : output_(output) {}

  // Ends the previous file, if there is one, and begins another.
  Status Begin(const std::string& name);
  Status Add(std::string_view bytes);
  // Writes the end of the archive.
  Status Finish();

 private:
  struct File {
    std::string name;
    uint64_t offset, bytes;
    uint32_t checksum;
  };

  Status EndFile();
  Status Write(std::string_view bytes);

  Output& output_;
  std::vector<File> files_;
  bool open_ = false;  // true while the last file is being written
  uint64_t written_ = 0;
};

}  // namespace mtgauge
