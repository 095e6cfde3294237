// Joins equal warnings of groups.
#include "parallel/score/group_warnings.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/score/worker.h"

namespace mtgauge {

void GroupWarnings::Add(const std::string& group, std::vector<Warning> warnings) {
  std::map<std::pair<std::string, std::string>, size_t> repeated;  // within the group
  for (Warning& warning : warnings) {
    const size_t which = repeated[{warning.code, warning.system}]++;
    const auto [found, is_new] =
        places_.try_emplace({warning.code, warning.system, which}, seen_.size());
    if (is_new) seen_.push_back({std::move(warning), group, 0});
    ++seen_[found->second].groups;
  }
}

void GroupWarnings::AddTo(const std::string& by, std::vector<Warning>& out) && {
  for (Seen& seen : seen_) {
    const std::string more = seen.groups == 1 ? "" : fmt::format(" and {} more", seen.groups - 1);
    seen.first.message = fmt::format("{} '{}'{}: {}", by, seen.group, more, seen.first.message);
    out.push_back(std::move(seen.first));
  }
}

std::vector<Warning> GroupCautionsOf(const Job& job,
                                     const std::vector<std::vector<int64_t>>& sums) {
  std::vector<Warning> warnings = CautionsOf(job, sums);
  for (Warning& warning : warnings) {
    warning.message += "; the score of such a group says nothing, but counts in a mean";
  }
  return warnings;
}

bool SaysNothing(const std::vector<Warning>& warnings) {
  return std::ranges::any_of(warnings,
                             [](const Warning& warning) { return warning.code == kNoScore; });
}

}  // namespace mtgauge
