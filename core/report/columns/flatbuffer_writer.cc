// Writes FlatBuffers (https://flatbuffers.dev/internals).
#include "core/report/columns/flatbuffer_writer.h"

#include <cstring>
#include <utility>

namespace mtgauge {
namespace {

constexpr size_t kFlatAligned = 8;  // bytes

template <typename Number>
void Store(Number number, size_t at, std::string& bytes) {
  std::memcpy(bytes.data() + at, &number, sizeof number);
}

}  // namespace

void PadTo8(std::string& bytes) {
  bytes.append((kFlatAligned - bytes.size() % kFlatAligned) % kFlatAligned, '\0');
}

void FlatTableWriter::Part::Add(size_t from, const Part& part) {
  Store(static_cast<uint32_t>(bytes.size() + part.entry - from), from, bytes);
  bytes += part.bytes;
}

FlatTableWriter& FlatTableWriter::Number(size_t field, int64_t number) {
  numbers_[field] = number;
  return *this;
}

// The elements begin at a multiple of 8 bytes, after their number.
FlatTableWriter& FlatTableWriter::Vector(size_t field, size_t count, std::string elements) {
  Part part{std::string(kFlatAligned, '\0'), sizeof(uint32_t)};
  Store(static_cast<uint32_t>(count), part.entry, part.bytes);
  part.bytes += elements;
  PadTo8(part.bytes);
  parts_[field] = std::move(part);
  return Number(field, 0);
}

// A text ends with a zero byte that does not count.
FlatTableWriter& FlatTableWriter::Text(size_t field, std::string_view text) {
  return Vector(field, text.size(), std::string(text) + '\0');
}

FlatTableWriter& FlatTableWriter::Table(size_t field, const FlatTableWriter& table) {
  parts_[field] = table.Whole();
  return Number(field, 0);
}

FlatTableWriter& FlatTableWriter::Tables(size_t field, const std::vector<FlatTableWriter>& tables) {
  Vector(field, tables.size(), std::string(sizeof(uint32_t) * tables.size(), '\0'));
  Part& part = parts_[field];
  for (size_t i = 0; i < tables.size(); ++i) {
    part.Add(kFlatAligned + sizeof(uint32_t) * i, tables[i].Whole());
  }
  return *this;
}

std::string FlatTableWriter::Bytes() const {
  Part root{std::string(kFlatAligned, '\0')};
  root.Add(0, Whole());
  return root.bytes;
}

// First a list of where the fields are; then, from `entry` on, the way back to the list, and the
// fields.
FlatTableWriter::Part FlatTableWriter::Whole() const {
  const size_t slots = numbers_.empty() ? 0 : numbers_.rbegin()->first + 1;
  constexpr size_t kListHead = 2;  // sizes of the list and of the fields
  std::vector<uint16_t> places(kListHead + slots);
  places[0] = static_cast<uint16_t>(places.size() * sizeof places[0]);
  places[1] = static_cast<uint16_t>(kFlatAligned * (1 + numbers_.size()));
  std::string fields(kFlatAligned, '\0');
  for (const auto& [field, number] : numbers_) {
    places[kListHead + field] = static_cast<uint16_t>(fields.size());
    fields.append(reinterpret_cast<const char*>(&number), sizeof number);
  }
  Part part{std::string(reinterpret_cast<const char*>(places.data()), places[0])};
  PadTo8(part.bytes);
  part.entry = part.bytes.size();
  Store(static_cast<int32_t>(part.entry), 0, fields);
  part.bytes += fields;
  for (const auto& [field, child] : parts_) part.Add(part.entry + places[kListHead + field], child);
  return part;
}

}  // namespace mtgauge
