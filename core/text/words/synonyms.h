// Dictionaries of synonyms: each word belongs to sets, and words that share one are synonyms.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/status.h"

namespace mtgauge {

class IndexFile;

// A language's words and their sets, inflected forms among them. Read once per process and shared;
// immutable and thread-safe.
class Synonyms {
 public:
  // What was made of the files is kept in a folder and read from there the next time: in `cache` if
  // that is named, else in the user's (see index_file.h).
  //
  // METEOR 1.5's FOLDER/synonym/LANGUAGE.synsets and .exceptions, packed by gzip or not, and
  // METEOR's morphology: a form of the list of exceptions belongs to the sets of its bases, another
  // to those of the first word of the dictionary that an ending's rule makes of it. A UsageError
  // that names the file when one is not there.
  static absl::StatusOr<const Synonyms*> OpenMeteor(const std::string& folder,
                                                    const std::string& language,
                                                    const std::string& cache);
  // The database of WordNet 3.0 in `folder` and WordNet's own morphology: a form's bases are looked
  // for in each part of speech by itself, and sets of different parts of speech are different.
  static absl::StatusOr<const Synonyms*> OpenWordNet(const std::string& folder,
                                                     const std::string& cache);
  // The same, not shared.
  static absl::StatusOr<std::unique_ptr<const Synonyms>> LoadMeteor(const std::string& folder,
                                                                    const std::string& language,
                                                                    const std::string& cache);
  static absl::StatusOr<std::unique_ptr<const Synonyms>> LoadWordNet(const std::string& folder,
                                                                     const std::string& cache);

  ~Synonyms();

  // The sets that a word belongs to, each once; none for words that are not known.
  void Find(std::string_view word, std::vector<uint32_t>& sets) const;
  // 16 hexadecimal digits that tell what was read.
  const std::string& digest() const { return digest_; }

 private:
  struct Tables;
  struct Memory;
  template <typename Read>
  static absl::StatusOr<std::unique_ptr<const Synonyms>> Load(const IndexFile& index, Tables empty,
                                                              const Read& read);
  static absl::StatusOr<std::string> ReadMeteor(const std::string& folder,
                                                const std::string& language, Memory& out);
  static absl::StatusOr<std::string> ReadWordNet(const std::string& folder, Memory& out);
  explicit Synonyms(std::unique_ptr<const Tables> tables, std::string digest);

  std::unique_ptr<const Tables> tables_;
  std::string digest_;
};

}  // namespace mtgauge
