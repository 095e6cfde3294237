// Selects some of all segments.
#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

namespace mtgauge {

// Returns the elements of some segments. `all` may be empty, and then so is the result.
template <typename Value>
std::vector<Value> Pick(const std::vector<Value>& all, std::span<const uint32_t> segments) {
  std::vector<Value> picked;
  if (all.empty()) return picked;
  for (const uint32_t segment : segments) picked.push_back(all[segment]);
  return picked;
}

// Renumbers without gaps, by first appearance.
inline std::vector<uint32_t> Dense(const std::vector<uint32_t>& numbers) {
  std::unordered_map<uint32_t, uint32_t> known;
  std::vector<uint32_t> dense;
  for (const uint32_t number : numbers) {
    const auto next = static_cast<uint32_t>(known.size());
    dense.push_back(known.emplace(number, next).first->second);
  }
  return dense;
}

}  // namespace mtgauge
