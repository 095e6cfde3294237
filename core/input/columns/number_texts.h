// Writes the values of columns of names as JSON does.
#pragma once

#include <charconv>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace mtgauge {

inline constexpr size_t kMostDigits = 20;

// Writes a number at `at`, where there is room for kMostDigits, and moves `at` behind it.
inline std::string_view WriteWhole(uint64_t bits, bool is_signed, char*& at) {
  char* const begin = at;
  char* const end = at + kMostDigits;
  at = is_signed ? std::to_chars(at, end, static_cast<int64_t>(bits)).ptr
                 : std::to_chars(at, end, bits).ptr;
  return {begin, static_cast<size_t>(at - begin)};
}

inline std::string_view TruthText(bool truth) { return truth ? "true" : "false"; }

}  // namespace mtgauge
