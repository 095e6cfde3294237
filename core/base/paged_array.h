// An array that grows at its end, for large arrays with random reads: uses huge pages if the system
// has them.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstring>
#include <type_traits>
#include <utility>

#include "core/base/zeroed_pages.h"

namespace mtgauge {

template <typename T>
class PagedArray {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  PagedArray() = default;
  PagedArray(PagedArray&& other) noexcept
      : pages_(std::move(other.pages_)),
        size_(std::exchange(other.size_, 0)),
        room_(std::exchange(other.room_, 0)) {}
  PagedArray& operator=(PagedArray&& other) noexcept {
    std::swap(pages_, other.pages_);
    std::swap(size_, other.size_);
    std::swap(room_, other.room_);
    return *this;
  }

  T* data() { return static_cast<T*>(pages_.data()); }
  const T* data() const { return static_cast<const T*>(pages_.data()); }
  T& operator[](size_t i) { return data()[i]; }
  const T& operator[](size_t i) const { return data()[i]; }
  size_t size() const { return size_; }

  // Adds elements whose bytes are all 0, and returns the first one. Throws std::bad_alloc.
  T* Extend(size_t count) {
    if (size_ + count > room_) Grow(size_ + count);
    return data() + std::exchange(size_, size_ + count);
  }

 private:
  void Grow(size_t wanted) {
    constexpr size_t kLeast = size_t{64} << 10, kMany = size_t{1} << 20;
    const size_t bytes = std::max(kLeast, std::bit_ceil(wanted * sizeof(T)));
    ZeroedPages pages(
        bytes, bytes <= kMany ? ZeroedPages::Made::kAtOnce : ZeroedPages::Made::kWhenTouched);
    if (size_ > 0) std::memcpy(pages.data(), pages_.data(), size_ * sizeof(T));
    pages_ = std::move(pages);
    room_ = bytes / sizeof(T);
  }

  ZeroedPages pages_;
  size_t size_ = 0, room_ = 0;
};

}  // namespace mtgauge
