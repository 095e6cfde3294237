// Writes the formats of NumPy (NEP 1, version 1.0) and ZIP (APPNOTE 6.3, with 64-bit sizes).
#include "core/report/matrix/numpy_file.h"

#include <fmt/format.h>
#include <zlib.h>

#include <bit>
#include <cstddef>
#include <utility>

namespace mtgauge {
namespace {

constexpr uint16_t kVersion64 = 45;          // ZIP with 64-bit sizes
constexpr uint16_t kSizesFollow = 1 << 3;    // sizes and checksum follow the bytes
constexpr uint16_t kDate = 1 << 5 | 1;       // always 1 January 1980
constexpr uint32_t kElsewhere = UINT32_MAX;  // the number is in the 64-bit field

template <typename Number>
void Append(Number value, std::string& bytes) {
  for (size_t i = 0; i < sizeof value; ++i) bytes += static_cast<char>(value >> (8 * i) & 0xFF);
}

// Appends the fields, from the version on, that a file's header and its directory entry share.
void AppendFacts(uint32_t checksum, uint32_t sizes, const std::string& name, uint16_t extra,
                 std::string& bytes) {
  Append(kVersion64, bytes);
  Append(kSizesFollow, bytes);
  Append(uint16_t{0}, bytes);  // stored
  Append(uint16_t{0}, bytes);  // midnight
  Append(kDate, bytes);
  Append(checksum, bytes);
  Append(sizes, bytes);
  Append(sizes, bytes);
  Append(static_cast<uint16_t>(name.size()), bytes);
  Append(extra, bytes);
}

}  // namespace

std::string NpyHead(std::span<const uint64_t> shape, bool float32) {
  constexpr size_t kAlignment = 64, kBefore = 10;  // magic, version, length
  std::string lengths;
  for (const uint64_t length : shape) lengths += fmt::format("{}, ", length);
  lengths.pop_back();
  if (shape.size() > 1) lengths.pop_back();
  std::string facts = fmt::format("{{'descr': '<f{}', 'fortran_order': False, 'shape': ({}), }}",
                                  float32 ? 4 : 8, lengths);
  facts.append(kAlignment - (kBefore + facts.size() + 1) % kAlignment, ' ');
  facts += '\n';
  std::string head = {'\x93', 'N', 'U', 'M', 'P', 'Y', '\x01', '\x00'};
  Append(static_cast<uint16_t>(facts.size()), head);
  return head + facts;
}

void AppendNumber(double value, bool float32, std::string& bytes) {
  if (float32) {
    Append(std::bit_cast<uint32_t>(static_cast<float>(value)), bytes);
  } else {
    Append(std::bit_cast<uint64_t>(value), bytes);
  }
}

Status ZipWriter::Write(std::string_view bytes) {
  written_ += bytes.size();
  return output_.Write(bytes);
}

Status ZipWriter::Begin(const std::string& name) {
  MTG_RETURN_IF_ERROR(EndFile());
  files_.push_back({name, written_, 0, 0});
  open_ = true;
  std::string header;
  Append(uint32_t{0x04034b50}, header);
  AppendFacts(0, kElsewhere, name, 20, header);
  header += name;
  Append(uint16_t{1}, header);  // 64-bit sizes
  Append(uint16_t{16}, header);
  Append(uint64_t{0}, header);
  Append(uint64_t{0}, header);
  return Write(header);
}

Status ZipWriter::Add(std::string_view bytes) {
  File& file = files_.back();
  file.bytes += bytes.size();
  file.checksum = static_cast<uint32_t>(
      crc32_z(file.checksum, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size()));
  return Write(bytes);
}

Status ZipWriter::EndFile() {
  if (!std::exchange(open_, false)) return OkStatus();
  const File& file = files_.back();
  std::string sizes;
  Append(uint32_t{0x08074b50}, sizes);
  Append(file.checksum, sizes);
  Append(file.bytes, sizes);
  Append(file.bytes, sizes);
  return Write(sizes);
}

Status ZipWriter::Finish() {
  MTG_RETURN_IF_ERROR(EndFile());
  const uint64_t directory = written_;
  std::string entries;
  for (const File& file : files_) {
    Append(uint32_t{0x02014b50}, entries);
    Append(kVersion64, entries);  // version of the writer
    AppendFacts(file.checksum, kElsewhere, file.name, 28, entries);
    Append(uint16_t{0}, entries);  // no comment
    Append(uint16_t{0}, entries);  // disk
    Append(uint16_t{0}, entries);  // attributes
    Append(uint32_t{0}, entries);
    Append(kElsewhere, entries);
    entries += file.name;
    Append(uint16_t{1}, entries);
    Append(uint16_t{24}, entries);
    Append(file.bytes, entries);
    Append(file.bytes, entries);
    Append(file.offset, entries);
  }
  MTG_RETURN_IF_ERROR(Write(entries));
  const uint64_t end = written_;
  std::string tail;
  Append(uint32_t{0x06064b50}, tail);  // ZIP64 end of central directory record
  Append(uint64_t{44}, tail);
  Append(kVersion64, tail);
  Append(kVersion64, tail);
  Append(uint32_t{0}, tail);
  Append(uint32_t{0}, tail);
  Append(uint64_t{files_.size()}, tail);
  Append(uint64_t{files_.size()}, tail);
  Append(end - directory, tail);
  Append(directory, tail);
  Append(uint32_t{0x07064b50}, tail);  // ZIP64 end of central directory locator
  Append(uint32_t{0}, tail);
  Append(end, tail);
  Append(uint32_t{1}, tail);
  Append(uint32_t{0x06054b50}, tail);  // end of central directory record
  Append(uint16_t{0}, tail);
  Append(uint16_t{0}, tail);
  Append(uint16_t{UINT16_MAX}, tail);
  Append(uint16_t{UINT16_MAX}, tail);
  Append(kElsewhere, tail);
  Append(kElsewhere, tail);
  Append(uint16_t{0}, tail);
  return Write(tail);
}

}  // namespace mtgauge
