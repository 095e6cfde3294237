// Looks for missing and duplicate numbers.
#include "core/rowfile/numbered_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>

namespace mtgauge {
namespace {

struct MissingNumbers {
  std::string list;
  uint64_t count = 0;
};

// Returns the numbers from 1 to `last` that are not keys, as Slurm's job arrays take them: "3,7-9".
MissingNumbers Missing(const std::map<uint32_t, size_t>& known, uint32_t last) {
  MissingNumbers missing;
  uint64_t next = 1;  // after the last known number
  const auto add_up_to = [&](uint64_t end) {
    if (next < end) {
      missing.list += fmt::format("{}{}", missing.list.empty() ? "" : ",", next);
      if (end - next > 1) missing.list += fmt::format("-{}", end - 1);
      missing.count += end - next;
    }
    next = end + 1;
  };
  for (const auto& [number, place] : known) add_up_to(number);
  add_up_to(uint64_t{last} + 1);
  return missing;
}

}  // namespace

void PutNumber(const std::optional<Shard>& number, const char* key, Json& header) {
  if (number) header[key] = {{"number", number->number}, {"count", number->count}};
}

std::optional<Shard> NumberIn(const Json& header, const char* key) {
  if (!header.contains(key)) return std::nullopt;
  return Shard{header.at(key).at("number"), header.at(key).at("count")};
}

Result<std::vector<size_t>> OrderByNumber(const std::vector<NumberedFile>& files,
                                          std::string_view noun, std::string_view option) {
  std::vector<size_t> order(files.size());
  std::iota(order.begin(), order.end(), size_t{0});
  const auto first = std::find_if(files.begin(), files.end(),
                                  [](const NumberedFile& file) { return file.number.has_value(); });
  if (first == files.end()) return order;
  const uint32_t count = first->number->count;
  std::map<uint32_t, size_t> place_of_number;
  for (const size_t place : order) {
    const auto& [path, shard] = files[place];
    const std::string remedy = fmt::format("use only the {}s of one run", noun);
    if (!shard) {
      return InputError({path}, fmt::format("this file is not a {}, but others are", noun), remedy);
    }
    if (shard->count != count || shard->number == 0 || shard->number > count) {
      return InputError({path},
                        fmt::format("this is {} {} of {}, but others are of {}", noun,
                                    shard->number, shard->count, count),
                        remedy);
    }
    const auto [known, added] = place_of_number.emplace(shard->number, place);
    if (added) continue;
    return InputError({.file = path, .named = true},
                      fmt::format("{} and {}: both are {} {} of {}", files[known->second].path,
                                  path, noun, shard->number, count),
                      "leave one out");
  }
  if (const auto [list, missing] = Missing(place_of_number, count); missing > 0) {
    return InputError({.file = files.front().path, .named = true},
                      fmt::format("{}{} {} of {} {} missing", noun, missing == 1 ? "" : "s", list,
                                  count, missing == 1 ? "is" : "are"),
                      fmt::format("make {} with `{}`, and name all {}s",
                                  missing == 1 ? "it" : "them", option, noun));
  }
  order.clear();
  for (const auto& [number, place] : place_of_number) order.push_back(place);
  return order;
}

}  // namespace mtgauge
