// Overlap of semantic roles by its definition, with maps from items to counts. Slow and plain; the
// metric is compared with this.
#pragma once

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace mtgauge::oracle {

// A word with the roles that it is part of: (predicate, role).
struct RoleWord {
  std::string word;
  std::vector<std::pair<std::string, std::string>> roles;
};
using RoleText = std::vector<RoleWord>;
using ItemCounts = std::map<std::string, int>;

inline ItemCounts NaiveRoleItems(const RoleText& text, const std::string& items) {
  ItemCounts counts;
  std::map<std::pair<std::string, std::string>, std::string> fillers;
  for (const RoleWord& word : text) {
    for (const auto& [predicate, role] : word.roles) {
      if (items == "words") ++counts[role + "\n" + word.word];
      fillers[{predicate, role}] += word.word + " ";
    }
  }
  for (const auto& [key, words] : fillers) {
    if (items == "fillers") ++counts[key.second + "\n" + words];
    if (items == "roles") ++counts[key.second];
  }
  return counts;
}

inline double NaiveOverlap(const ItemCounts& hyp, const ItemCounts& ref, bool of_reference) {
  int common = 0, all = 0;
  std::map<std::string, std::pair<int, int>> both;
  for (const auto& [item, count] : hyp) both[item].first = count;
  for (const auto& [item, count] : ref) both[item].second = count;
  for (const auto& [item, counts] : both) {
    common += std::min(counts.first, counts.second);
    all += of_reference ? counts.second : std::max(counts.first, counts.second);
  }
  return all == 0 ? 0 : static_cast<double>(common) / all;
}

}  // namespace mtgauge::oracle
