// Warnings of groups, as one list.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "core/score/job.h"
#include "mtgauge/score.h"

namespace mtgauge {

// Collects the warnings of all groups. Equal warnings are reported once, with the text of the first
// group.
class GroupWarnings {
 public:
  void Add(const std::string& group, std::vector<Warning> warnings);
  void AddTo(const std::string& by, std::vector<Warning>& out) &&;

 private:
  struct Seen {
    Warning first;
    std::string group;  // the first group that has it
    size_t groups;
  };
  std::vector<Seen> seen_;
  std::map<std::tuple<std::string, std::string, size_t>, size_t> places_;
};

// The same as CautionsOf(), for a group.
std::vector<Warning> GroupCautionsOf(const Job& job, const std::vector<std::vector<int64_t>>& sums);

// Returns whether a warning says that scores of the whole corpus say nothing.
bool SaysNothing(const std::vector<Warning>& warnings);

}  // namespace mtgauge
