// FlatBuffers, in which Arrow's metadata are written. Never reads past the bytes; after a fault,
// nothing more is found.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <type_traits>

namespace mtgauge {

class FlatTable;

class FlatBuffer {
 public:
  explicit FlatBuffer(std::string_view bytes) : bytes_(bytes) {}
  FlatBuffer(const FlatBuffer&) = delete;  // tables point to it
  FlatBuffer& operator=(const FlatBuffer&) = delete;

  // What is wrong with the bytes read so far; empty if nothing.
  std::string_view fault() const { return fault_; }
  // The outermost table.
  FlatTable Root();

 private:
  friend class FlatTable;
  friend class FlatVector;

  template <typename Number>
  Number Load(uint64_t at) {
    static_assert(!std::is_same_v<Number, bool>, "a byte may be more than 1");
    Number number{};
    if (Has(at, sizeof number)) std::memcpy(&number, bytes_.data() + at, sizeof number);
    return number;
  }
  bool Has(uint64_t at, uint64_t bytes);
  // Returns the place to which an offset points.
  uint64_t Follow(uint64_t at) { return at + Load<uint32_t>(at); }
  FlatTable TableAt(uint64_t at);
  void Fail(std::string_view why);

  std::string_view bytes_;
  std::string_view fault_;
};

// A vector of numbers, structs or tables; without elements if it is not there.
class FlatVector {
 public:
  FlatVector() = default;
  uint64_t size() const { return size_; }
  // The number that begins `at` bytes after the beginning of element `i`.
  template <typename Number>
  Number Get(uint64_t i, uint64_t at = 0) const {
    return i < size_ ? buffer_->Load<Number>(begin_ + i * element_ + at) : Number{};
  }
  FlatTable Table(uint64_t i) const;

 private:
  friend class FlatTable;

  FlatBuffer* buffer_ = nullptr;
  uint64_t begin_ = 0, size_ = 0, element_ = 0;  // bytes of each element
};

// A table, whose fields are numbered; each may be missing, and so may the table.
class FlatTable {
 public:
  FlatTable() = default;
  bool exists() const { return buffer_ != nullptr; }

  template <typename Number>
  Number Get(size_t field, Number otherwise = {}) const {
    const uint64_t at = Place(field);
    return at == 0 ? otherwise : buffer_->Load<Number>(at);
  }
  FlatTable Table(size_t field) const;
  std::string_view Text(size_t field) const;
  // `element`: bytes of each element; of a table, those of its offset.
  FlatVector Vector(size_t field, uint64_t element) const;
  FlatVector Tables(size_t field) const { return Vector(field, sizeof(uint32_t)); }

 private:
  friend class FlatBuffer;

  // Returns where a field is, or 0.
  uint64_t Place(size_t field) const;

  FlatBuffer* buffer_ = nullptr;
  uint64_t at_ = 0;
  uint64_t places_ = 0, places_bytes_ = 0;  // where the places of its fields are
};

}  // namespace mtgauge
