// WordNet as NLTK's METEOR uses it: the synsets that a word leads to, and those that list it.
//
// The two differ. A word leads to the synsets of its base forms ("gates" to those of "gate"), but
// only synsets with its exact spelling list it: "paris" leads to the synset that lists "Paris", but
// no synset lists "paris".
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/status.h"

namespace mtgauge {

// Read once per process and shared; immutable and thread-safe.
class NltkWordNet {
 public:
  // Opens the files of WordNet 3.0 in `folder`: index.*, data.* and *.exc, plain or compressed by
  // gzip. Returns a UsageError that names a file that cannot be read, or an InputError that names
  // one that is not WordNet's. The tables are also cached in the user's folder (see index_file.h).
  static Result<const NltkWordNet*> Open(const std::string& folder);
  // Same as above, but not shared; `cache` is the folder of the index, or empty for the user's.
  static Result<std::unique_ptr<const NltkWordNet>> Load(const std::string& folder,
                                                         const std::string& cache);
  ~NltkWordNet();

  // Finds the synsets that a word in lower case leads to, in any order:
  // WordNetCorpusReader.synsets().
  void FindSynsets(std::string_view word, std::vector<uint32_t>& synsets) const;
  // Returns the synsets that list the word, if it is in lower case and has no "_".
  std::span<const uint32_t> Listing(std::string_view word) const;
  // 16 hexadecimal digits that identify the files read.
  const std::string& digest() const { return digest_; }

 private:
  struct Tables;
  explicit NltkWordNet(std::unique_ptr<const Tables> tables, std::string digest);

  std::unique_ptr<const Tables> tables_;
  std::string digest_;
};

}  // namespace mtgauge
