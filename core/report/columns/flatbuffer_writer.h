// FlatBuffers, in which Arrow's metadata are written.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace mtgauge {

// Appends zeros up to a multiple of 8 bytes, at which numbers of every type may begin.
void PadTo8(std::string& bytes);

// A table. Each field takes 8 bytes, so that every number is where its type may be.
class FlatTableWriter {
 public:
  FlatTableWriter& Number(size_t field, int64_t number);
  // `elements`: of one size, a multiple or a part of 8 bytes.
  FlatTableWriter& Vector(size_t field, size_t count, std::string elements);
  FlatTableWriter& Text(size_t field, std::string_view text);
  FlatTableWriter& Table(size_t field, const FlatTableWriter& table);
  FlatTableWriter& Tables(size_t field, const std::vector<FlatTableWriter>& tables);

  // Returns the whole buffer, of a multiple of 8 bytes.
  std::string Bytes() const;

 private:
  // A part of the buffer, of a multiple of 8 bytes. Offsets point to its byte `entry`.
  struct Part {
    std::string bytes;
    size_t entry = 0;

    // Appends `part`, and lets the offset at `from` point to it.
    void Add(size_t from, const Part& part);
  };

  Part Whole() const;

  std::map<size_t, int64_t> numbers_;  // an offset, which is set later, is 0
  std::map<size_t, Part> parts_;
};

}  // namespace mtgauge
