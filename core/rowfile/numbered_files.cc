// Looks for missing and duplicate numbers.
#include "core/rowfile/numbered_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <numeric>

namespace mtgauge {
namespace {

// The index of the file with each number.
using PlaceOfNumber = std::map<uint32_t, size_t>;

// Returns the numbers from 1 to `last` that have no place.
MissingNumbers Missing(const PlaceOfNumber& known, uint32_t last, std::string_view noun) {
  MissingNumbers missing;
  uint64_t next = 1;  // after the last known number
  const auto add_up_to = [&](uint64_t end) {
    if (next < end) {
      missing.list += fmt::format("{}{}", missing.list.empty() ? "" : ",", next);
      if (end - next > 1) missing.list += fmt::format("-{}", end - 1);
      missing.missing += end - next;
    }
    next = end + 1;
  };
  for (const auto& [number, place] : known) add_up_to(number);
  add_up_to(uint64_t{last} + 1);
  const bool one = missing.missing == 1;
  missing.message = fmt::format("{}{} {} of {} {} missing", noun, one ? "" : "s", missing.list,
                                last, one ? "is" : "are");
  return missing;
}

// Returns the first file with a number, or the end.
auto FirstNumbered(const std::vector<NumberedFile>& files) {
  return std::find_if(files.begin(), files.end(),
                      [](const NumberedFile& file) { return file.number.has_value(); });
}

// Returns the places of the files, all of which must be parts of a whole of `count`.
Result<PlaceOfNumber> PlacesOf(const std::vector<NumberedFile>& files, uint32_t count,
                               std::string_view noun) {
  PlaceOfNumber places;
  for (size_t place = 0; place < files.size(); ++place) {
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
    const auto [known, added] = places.emplace(shard->number, place);
    if (added) continue;
    return InputError({.file = path, .named = true},
                      fmt::format("{} and {}: both are {} {} of {}", files[known->second].path,
                                  path, noun, shard->number, count),
                      "leave one out");
  }
  return places;
}

}  // namespace

void PutNumber(const std::optional<Shard>& number, const char* key, Json& header) {
  if (number) header[key] = {{"number", number->number}, {"count", number->count}};
}

std::optional<Shard> NumberIn(const Json& header, const char* key) {
  if (!header.contains(key)) return std::nullopt;
  return Shard{header.at(key).at("number"), header.at(key).at("count")};
}

Status CheckPart(const std::string& path, const std::optional<Shard>& shard,
                 const std::string& job) {
  MTG_ASSIGN_OR_RETURN(const SealedFile file, SealedFile::Open(path));
  try {
    const Json& made = file.header().at("shard");
    if (job.empty() || made.value(kJobKey, "") != job) {
      return InputError({path},
                        "it was made of other texts, with other options or by another version",
                        "make it again");
    }
    const std::optional<Shard> number = NumberIn(file.header(), "shard");
    if (!shard || number->number != shard->number || number->count != shard->count) {
      return InputError({path}, fmt::format("it is shard {} of {}", number->number, number->count),
                        "name another file");
    }
  } catch (const Json::exception& fault) {
    return InputError({path}, "it is not a shard", "make it again");
  }
  return file.CheckSections();
}

Result<MissingNumbers> FindMissingNumbers(const std::vector<NumberedFile>& files,
                                          std::string_view noun) {
  const auto first = FirstNumbered(files);
  if (first == files.end()) return MissingNumbers();
  MTG_ASSIGN_OR_RETURN(const PlaceOfNumber places, PlacesOf(files, first->number->count, noun));
  return Missing(places, first->number->count, noun);
}

Result<std::vector<size_t>> OrderByNumber(const std::vector<NumberedFile>& files,
                                          std::string_view noun, std::string_view option) {
  std::vector<size_t> order(files.size());
  std::iota(order.begin(), order.end(), size_t{0});
  const auto first = FirstNumbered(files);
  if (first == files.end()) return order;
  const uint32_t count = first->number->count;
  MTG_ASSIGN_OR_RETURN(const PlaceOfNumber places, PlacesOf(files, count, noun));
  const MissingNumbers missing = Missing(places, count, noun);
  if (missing.missing > 0) {
    return InputError({.file = files.front().path, .named = true}, missing.message,
                      fmt::format("make {} with `{}`, and name all {}s",
                                  missing.missing == 1 ? "it" : "them", option, noun));
  }
  order.clear();
  for (const auto& [number, place] : places) order.push_back(place);
  return order;
}

}  // namespace mtgauge
