// Arrays made from another tool's files and cached in a folder, so that the next start need not
// make them again. A cached file is used only if this version made it from the same bytes; a
// damaged or truncated file counts as missing. Checksums do not prove who made it: unless the user
// trusts the folder, it must be a file that only the user or root could have written.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/zeroed_pages.h"
#include "mtgauge/status.h"

namespace mtgauge {

struct CacheFolder {
  std::string path;           // empty if nothing is cached
  std::string_view named_by;  // "cache" or "MTGAUGE_CACHE"; empty for the default
  bool trusted = false;       // whoever can write there is trusted

  bool operator==(const CacheFolder&) const = default;
};

// Returns the cache folder: `given`, else $MTGAUGE_CACHE, else mtgauge in $XDG_CACHE_HOME or in
// ~/.cache. "none" is no folder, "trusted:FOLDER" one that is trusted.
CacheFolder ChooseCacheFolder(const std::string& given);

// Returns a digest of the files' bytes on disk; empty if a file cannot be read.
std::string SourceDigest(std::span<const std::string> paths);

struct KeptArrays {
  std::string digest;                    // 16 bytes, chosen by the maker
  std::vector<std::string_view> arrays;  // of numbers in memory layout, each aligned for any type
  ZeroedPages memory;                    // contains the arrays
};

template <typename Value>
std::string_view BytesOf(std::span<const Value> values) {
  return {reinterpret_cast<const char*>(values.data()), values.size_bytes()};
}
// Returns an empty span if the bytes are not a whole number of values.
template <typename Value>
std::span<const Value> ValuesOf(std::string_view bytes) {
  if (bytes.size() % sizeof(Value) != 0) return {};
  return {reinterpret_cast<const Value*>(bytes.data()), bytes.size() / sizeof(Value)};
}

// The cached arrays made from some files. Any number of processes may use a folder at once.
class IndexFile {
 public:
  // `kind` names what is made from the files at `sources` and the version of its format, as in
  // "paraphrases-1". The index is stored in the folder `cache` if that is given; otherwise in the
  // user's folder, unless the files are small.
  IndexFile(std::string_view kind, std::vector<std::string> sources, const std::string& cache);

  // Returns an InputError if the user has named the folder, but may not trust the index in it. In
  // the default folder it counts as missing.
  Status CheckOwner() const;
  std::optional<KeptArrays> Read() const;
  // Returns whether the arrays are cached now; false if the files have changed meanwhile. Writes
  // all or nothing. Removes indexes of the same files in earlier formats, such as "NAME-1" for
  // "NAME-2".
  bool Write(const std::string& digest, std::span<const std::string_view> arrays) const;

  const std::string& path() const { return path_; }  // empty if nothing is cached

 private:
  void RemoveEarlierForms() const;

  std::string kind_;
  std::vector<std::string> sources_;
  std::string source_;  // digest of the sources
  std::string front_;   // the beginning of the index
  CacheFolder folder_;
  std::string path_;
};

}  // namespace mtgauge
