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

// `same_verb`: whether items include the verb, the word with the role "v".
inline ItemCounts NaiveRoleItems(const RoleText& text, const std::string& items,
                                 bool same_verb = false) {
  ItemCounts counts;
  std::map<std::pair<std::string, std::string>, std::string> fillers;
  for (const RoleWord& word : text) {
    for (const auto& [predicate, role] : word.roles) fillers[{predicate, role}] += word.word + " ";
  }
  const auto type = [&](const std::string& predicate, const std::string& role) {
    const auto verb = fillers.find({predicate, "v"});
    return role + "\n" + (same_verb && verb != fillers.end() ? verb->second : "") + "\n";
  };
  for (const RoleWord& word : text) {
    for (const auto& [predicate, role] : word.roles) {
      if (items == "words") ++counts[type(predicate, role) + word.word];
    }
  }
  for (const auto& [key, words] : fillers) {
    if (items == "fillers") ++counts[type(key.first, key.second) + words];
    if (items == "roles") ++counts[type(key.first, key.second)];
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

inline double NaiveMeanOverlap(const ItemCounts& hyp, const ItemCounts& ref, bool of_reference) {
  std::map<std::string, std::pair<ItemCounts, ItemCounts>> types;
  for (const auto& [item, n] : hyp) types[item.substr(0, item.find('\n'))].first[item] = n;
  for (const auto& [item, n] : ref) types[item.substr(0, item.find('\n'))].second[item] = n;
  double sum = 0;
  int count = 0;
  for (const auto& [role, sides] : types) {
    if (of_reference && sides.second.empty()) continue;
    sum += NaiveOverlap(sides.first, sides.second, of_reference);
    ++count;
  }
  return count == 0 ? 0 : sum / count;
}

}  // namespace mtgauge::oracle
