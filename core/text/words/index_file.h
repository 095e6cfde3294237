// Arrays that were made of another tool's files and are kept in a folder, so that the next start
// need not make them again. They are read only if they were made of the same bytes by this version;
// what is damaged, cut short or another's counts as not there.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/zeroed_pages.h"

namespace mtgauge {

// The folder that is meant: `given`, else $MTGAUGE_CACHE, else mtgauge in $XDG_CACHE_HOME or in
// ~/.cache. Empty, and nothing is kept: by the name "none", or where there is no such folder.
std::string CacheFolder(const std::string& given);

// A digest of the bytes of files as they lie there; empty if one cannot be read.
std::string SourceDigest(std::span<const std::string> paths);

struct KeptArrays {
  std::string digest;                    // 16 bytes that the maker gave
  std::vector<std::string_view> arrays;  // of numbers as in memory, each aligned for any
  ZeroedPages memory;                    // that they lie in
};

template <typename Value>
std::string_view BytesOf(std::span<const Value> values) {
  return {reinterpret_cast<const char*>(values.data()), values.size_bytes()};
}
// Empty if the bytes are no whole number of values.
template <typename Value>
std::span<const Value> ValuesOf(std::string_view bytes) {
  if (bytes.size() % sizeof(Value) != 0) return {};
  return {reinterpret_cast<const Value*>(bytes.data()), bytes.size() / sizeof(Value)};
}

// The arrays that were made of some files. Any number of processes may use a folder at once.
class IndexFile {
 public:
  // `kind`: what is made of the files at `sources`, with the version of its form, as
  // "paraphrases-1". It is kept in the folder `cache` if that is named; else, if the files are not
  // small, in the user's.
  IndexFile(std::string_view kind, std::vector<std::string> sources, const std::string& cache);

  std::optional<KeptArrays> Read() const;
  // Whether they are kept now: not if the files have changed meanwhile. The index appears whole, or
  // not at all. It replaces those of the same files in earlier forms, "NAME-1" before "NAME-2".
  bool Write(const std::string& digest, std::span<const std::string_view> arrays) const;

  const std::string& path() const { return path_; }  // empty: nothing is kept

 private:
  void RemoveEarlierForms() const;

  std::string kind_;
  std::vector<std::string> sources_;
  std::string source_;  // their digest
  std::string front_;   // how the index begins
  std::string folder_, path_;
};

}  // namespace mtgauge
