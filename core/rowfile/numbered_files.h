// Files that are numbered parts of a whole.
#pragma once

#include <cstddef>
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

struct NumberedFile {
  std::string path;
  std::optional<Shard> number;
};

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
