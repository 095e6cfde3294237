// Numbers as little-endian bytes, on any machine.
#pragma once

#include <cstdint>
#include <string>

namespace mtgauge {

template <typename Number>
void AppendLittle(Number number, std::string& bytes) {
  for (size_t i = 0; i < sizeof(Number); ++i) {
    bytes.push_back(static_cast<char>(number >> (8 * i) & 0xff));
  }
}
inline void AppendU32(uint32_t number, std::string& bytes) { AppendLittle(number, bytes); }
inline void AppendU64(uint64_t number, std::string& bytes) { AppendLittle(number, bytes); }

template <typename Number>
Number ReadLittle(const char* bytes) {
  Number number = 0;
  for (size_t i = 0; i < sizeof(Number); ++i) {
    number |= Number{static_cast<unsigned char>(bytes[i])} << (8 * i);
  }
  return number;
}
inline uint32_t ReadU32(const char* bytes) { return ReadLittle<uint32_t>(bytes); }
inline uint64_t ReadU64(const char* bytes) { return ReadLittle<uint64_t>(bytes); }

}  // namespace mtgauge
