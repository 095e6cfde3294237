// A growable array of plain values that never initialises its elements.
//
// The scoring loop writes every element before it reads it, so clearing fresh memory (as
// std::vector does) would be a second pass over data that fits into the cache only once.
#pragma once

#include <cstddef>
#include <cstring>
#include <new>
#include <type_traits>
#include <utility>

namespace mtgauge {

template <typename T>
class Buffer {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  Buffer() = default;
  Buffer(Buffer&& other) noexcept
      : data_(std::exchange(other.data_, nullptr)), capacity_(std::exchange(other.capacity_, 0)) {}
  Buffer& operator=(Buffer&& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(capacity_, other.capacity_);
    return *this;
  }
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;
  ~Buffer() { Free(); }

  T* data() { return data_; }
  const T* data() const { return data_; }
  T& operator[](size_t i) { return data_[i]; }
  const T& operator[](size_t i) const { return data_[i]; }
  size_t capacity() const { return capacity_; }

  // Makes room for `wanted` elements and keeps the first `used`. Throws std::bad_alloc.
  void Grow(size_t wanted, size_t used) {
    if (wanted <= capacity_) return;
    Move(wanted + wanted / 2, used);
  }
  // Allocates exactly `count` elements, for buffers that never grow again; the old content is lost.
  void Allocate(size_t count) { Move(count, 0); }

 private:
  static constexpr size_t kAlignment = 64;

  void Move(size_t capacity, size_t used) {
    T* fresh = static_cast<T*>(::operator new (capacity * sizeof(T), std::align_val_t{kAlignment}));
    if (used > 0) std::memcpy(fresh, data_, used * sizeof(T));
    Free();
    data_ = fresh;
    capacity_ = capacity;
  }

  void Free() {
    if (data_ != nullptr) ::operator delete (data_, std::align_val_t{kAlignment});
  }

  T* data_ = nullptr;
  size_t capacity_ = 0;
};

}  // namespace mtgauge
