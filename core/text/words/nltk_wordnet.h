// WordNet as NLTK's METEOR asks it: which synsets a word leads to, and which list it.
//
// The two are not the same. A word leads to the synsets of its base forms ("gates" to those of
// "gate"), but is listed only as it is spelled in them: "paris" leads to the synset that lists
// "Paris", and no synset lists it.
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
  // The files of WordNet 3.0 in `folder`: index.*, data.* and *.exc, plain or packed by gzip. A
  // UsageError that names the file which cannot be read, an InputError one that is not WordNet's.
  // What was made of the files is kept in the user's folder, too, and read from there the next time
  // (see index_file.h).
  static absl::StatusOr<const NltkWordNet*> Open(const std::string& folder);
  // The same, not shared, with the folder of the index, or empty for the user's.
  static absl::StatusOr<std::unique_ptr<const NltkWordNet>> Load(const std::string& folder,
                                                                 const std::string& cache);
  ~NltkWordNet();

  // The numbers of the synsets that a word in lower case leads to, in any order:
  // WordNetCorpusReader.synsets().
  void FindSynsets(std::string_view word, std::vector<uint32_t>& synsets) const;
  // Those that list the word, if it is in lower case and has no "_".
  std::span<const uint32_t> Listing(std::string_view word) const;
  // 16 hexadecimal digits that tell what was read.
  const std::string& digest() const { return digest_; }

 private:
  struct Tables;
  explicit NltkWordNet(std::unique_ptr<const Tables> tables, std::string digest);

  std::unique_ptr<const Tables> tables_;
  std::string digest_;
};

}  // namespace mtgauge
