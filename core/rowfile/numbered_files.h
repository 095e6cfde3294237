// Files that are numbered parts of a whole.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/status.h"
#include "core/rowfile/sealed_file.h"
#include "mtgauge/options.h"

namespace mtgauge {

// Writes and reads the number of a file in its header, under a key of its own; nothing if it has
// none. Reading throws Json's exceptions if the header contains something else.
void PutNumber(const std::optional<Shard>& number, const char* key, Json& header);
std::optional<Shard> NumberIn(const Json& header, const char* key);

// The key of the digest of a shard's job (JobDigest()), beside its number. Shards of texts in
// memory have none.
inline constexpr const char* kJobKey = "job";

// Returns an error unless the file is whole, and has the same number of the same job.
Status CheckPart(const std::string& path, const std::optional<Shard>& shard,
                 const std::string& job);

struct NumberedFile {
  std::string path;
  std::optional<Shard> number;
};

// The numbers that no file has.
struct MissingNumbers {
  std::string list;  // as Slurm's job arrays take them: "3,7-9"
  uint64_t missing = 0;
  std::string message;  // "shards 3,7-9 of 12 are missing"
};
// Returns none if no file has a number. Returns an InputError if a number is duplicate or from
// another whole.
Result<MissingNumbers> FindMissingNumbers(const std::vector<NumberedFile>& files,
                                          std::string_view noun);

// Returns the indices of the files in the order of their numbers, or as they are if none has a
// number. Returns an InputError if one is missing, duplicate or from another whole. `noun`: what
// such a file is called; `option`: the option that numbers it.
Result<std::vector<size_t>> OrderByNumber(const std::vector<NumberedFile>& files,
                                          std::string_view noun, std::string_view option);

// Returns the files in this order.
template <typename File>
std::vector<File> Arranged(std::vector<File> files, const std::vector<size_t>& order) {
  std::vector<File> arranged;
  for (const size_t place : order) arranged.push_back(std::move(files[place]));
  return arranged;
}

}  // namespace mtgauge
