// Looks for missing and duplicate numbers.
#include "core/rows/numbered_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>

namespace mtgauge {

void PutNumber(const std::optional<Shard>& number, const char* key, Json& header) {
  if (number) header[key] = {{"number", number->number}, {"count", number->count}};
}

std::optional<Shard> NumberIn(const Json& header, const char* key) {
  if (!header.contains(key)) return std::nullopt;
  return Shard{header.at(key).at("number"), header.at(key).at("count")};
}

absl::StatusOr<std::vector<size_t>> OrderByNumber(const std::vector<NumberedFile>& files,
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
  for (uint32_t number = 1; place_of_number.size() < count; ++number) {
    if (place_of_number.contains(number)) continue;
    return InputError({.file = files.front().path, .named = true},
                      fmt::format("{} {} of {} is missing", noun, number, count),
                      fmt::format("make it with `{}`, and name all {}s", option, noun));
  }
  order.clear();
  for (const auto& [number, place] : place_of_number) order.push_back(place);
  return order;
}

}  // namespace mtgauge
