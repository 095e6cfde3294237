// Tables that were made of another tool's file and are kept in a folder, so that the next start
// need not make them again. They are read only if they were made of the same bytes by this version;
// what is damaged, cut short or another's counts as not there.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/zeroed_pages.h"

namespace mtgauge {

// The folder that is meant: `given`, else $MTGAUGE_CACHE, else mtgauge in $XDG_CACHE_HOME or in
// ~/.cache. Empty, and nothing is kept: by the name "none", or where there is no such folder.
std::string CacheFolder(const std::string& given);

// A digest of the bytes of a file as they lie there; empty if it cannot be read.
std::string SourceDigest(const std::string& path);

inline constexpr size_t kIndexArrays = 5;

struct KeptTables {
  std::string digest;                    // 16 bytes that the maker gave
  std::vector<std::string_view> arrays;  // of numbers as in memory, each aligned for any
  ZeroedPages memory;                    // that they lie in
};

// Of one source, by the digest of its bytes. Any number of processes may use a folder at once.
class IndexFile {
 public:
  using Arrays = std::array<std::string_view, kIndexArrays>;

  // `kind`: what the tables are, with the version of their form, as "paraphrases-1".
  IndexFile(const std::string& folder, std::string_view kind, const std::string& source);

  std::optional<KeptTables> Read() const;
  // Whether they are kept now. The file appears whole, or not at all.
  bool Write(const std::string& digest, const Arrays& arrays) const;

 private:
  std::string front_;  // how the file begins
  std::string path_;   // empty: nothing is kept
};

}  // namespace mtgauge
