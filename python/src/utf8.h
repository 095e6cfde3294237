// UTF-8 of the characters that Python's strings hold. Free of Python.
//
// Python's own conversion goes character by character, and keeps its result in the string.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

namespace mtgauge::python {

// Memory for texts. It never moves.
class TextRoom {
 public:
  // Returns room for a text of at most `bytes` bytes, which ends with Keep().
  char* Take(size_t bytes) {
    if (bytes > left_) {
      left_ = std::max(bytes, chunk_);
      chunk_ = std::min(2 * chunk_, kMostChunk);
      chunks_.emplace_back(new char[left_]);
      next_ = chunks_.back().get();
    }
    return next_;
  }
  // Keeps what was written up to `end`.
  std::string_view Keep(char* end) {
    const std::string_view text(next_, static_cast<size_t>(end - next_));
    next_ = end;
    left_ -= text.size();
    return text;
  }

 private:
  static constexpr size_t kMostChunk = 1 << 20;

  size_t chunk_ = 1 << 10;  // the size of the next chunk, which fits a few sentences at first
  std::vector<std::unique_ptr<char[]>> chunks_;
  char* next_ = nullptr;
  size_t left_ = 0;
};

// The most bytes of a character of this many bytes in Python.
template <typename Unit>
constexpr size_t kMostUtf8 = sizeof(Unit) < 4 ? sizeof(Unit) + 1 : 4;

// Writes a character below U+0800 that is not ASCII; returns the end.
inline char* WriteTwoBytes(uint32_t c, char* to) {
  *to++ = static_cast<char>(0xC0 | c >> 6);
  *to++ = static_cast<char>(0x80 | (c & 0x3F));
  return to;
}

// Writes characters below U+0100 to `to`, which has 2 * count bytes. Returns the end.
inline char* WriteUtf8(const uint8_t* from, size_t count, char* to) {
  constexpr size_t kWord = sizeof(uint64_t);
  const uint8_t* const end = from + count;
  while (static_cast<size_t>(end - from) >= kWord) {
    uint64_t word;
    std::memcpy(&word, from, kWord);
    std::memcpy(to, &word, kWord);
    const uint64_t high = word & 0x8080808080808080;
    const int bits = std::endian::native == std::endian::little ? std::countr_zero(high)
                                                                : std::countl_zero(high);
    const auto ascii = static_cast<size_t>(bits) / 8;  // bytes before the first other
    from += ascii;
    to += ascii;
    if (high != 0) to = WriteTwoBytes(*from++, to);
  }
  for (; from < end; ++from) {
    if (*from < 0x80) {
      *to++ = static_cast<char>(*from);
    } else {
      to = WriteTwoBytes(*from, to);
    }
  }
  return to;
}

// Writes characters to `to`, which has kMostUtf8<Unit> * count bytes. Returns the end, or null at a
// lone surrogate.
template <typename Unit>
char* WriteUtf8(const Unit* from, size_t count, char* to) {
  const auto put = [&to](uint32_t byte) { *to++ = static_cast<char>(byte); };
  for (const uint32_t c : std::span(from, count)) {
    if (c < 0x80) {
      put(c);
    } else if (c < 0x800) {
      to = WriteTwoBytes(c, to);
    } else {
      if (c - 0xD800 < 0x800) return nullptr;
      if (c < 0x10000) {
        put(0xE0 | c >> 12);
      } else {
        put(0xF0 | c >> 18);
        put(0x80 | (c >> 12 & 0x3F));
      }
      put(0x80 | (c >> 6 & 0x3F));
      put(0x80 | (c & 0x3F));
    }
  }
  return to;
}

}  // namespace mtgauge::python
