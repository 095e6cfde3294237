// Choices for fuzzers, taken from the bytes of the input.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>

namespace mtgauge::test {

// Takes numbers from the front of the input; zeros after its end.
class Numbers {
 public:
  Numbers(const uint8_t* data, size_t size) : data_(data), size_(size) {}
  uint32_t Below(uint32_t n) {
    if (size_ == 0) return 0;
    --size_;
    return *data_++ % n;
  }
  // Takes up to `bytes` bytes, as text.
  std::string Take(size_t bytes) {
    const size_t count = std::min(bytes, size_);
    const std::string taken(reinterpret_cast<const char*>(data_), count);
    data_ += count;
    size_ -= count;
    return taken;
  }
  std::string Rest() { return Take(size_); }

 private:
  const uint8_t* data_;
  size_t size_;
};

}  // namespace mtgauge::test
