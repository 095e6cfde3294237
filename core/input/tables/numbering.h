// Numbers for names.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace mtgauge {

// Numbers names by their first appearance.
class Numbering {
 public:
  uint32_t Of(std::string_view name) {
    const auto [found, is_new] =
        numbers_.try_emplace(std::string(name), static_cast<uint32_t>(names_.size()));
    if (is_new) names_.emplace_back(name);
    return found->second;
  }
  std::vector<uint32_t> OfAll(const std::vector<std::string>& names) {
    std::vector<uint32_t> numbers;
    for (const std::string& name : names) numbers.push_back(Of(name));
    return numbers;
  }
  std::vector<std::string> TakeNames() { return std::move(names_); }
  size_t size() const { return names_.size(); }

 private:
  std::unordered_map<std::string, uint32_t> numbers_;
  std::vector<std::string> names_;
};

}  // namespace mtgauge
