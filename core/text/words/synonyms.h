// Dictionaries of synonyms: each word belongs to sets, and words that share a set are synonyms.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/status.h"

namespace mtgauge {

class IndexFile;

// A language's words, including inflected forms, and their sets. Read once per process and shared;
// immutable and thread-safe.
class Synonyms {
 public:
  // The tables made from the files are cached: in `cache` if that is given, otherwise in the user's
  // folder (see index_file.h).
  //
  // Opens METEOR 1.5's FOLDER/synonym/LANGUAGE.synsets and .exceptions, compressed by gzip or not,
  // with METEOR's morphology: a form in the list of exceptions belongs to the sets of its bases,
  // any other form to those of the first dictionary word that an ending's rule makes from it.
  // Returns a UsageError that names the file if one is missing.
  static Result<const Synonyms*> OpenMeteor(const std::string& folder, const std::string& language,
                                            const std::string& cache);
  // Opens the database of WordNet 3.0 in `folder` with WordNet's own morphology: a form's bases are
  // looked up in each part of speech separately, and no two parts of speech share a set.
  static Result<const Synonyms*> OpenWordNet(const std::string& folder, const std::string& cache);
  // Same as above, but not shared.
  static Result<std::unique_ptr<const Synonyms>> LoadMeteor(const std::string& folder,
                                                            const std::string& language,
                                                            const std::string& cache);
  static Result<std::unique_ptr<const Synonyms>> LoadWordNet(const std::string& folder,
                                                             const std::string& cache);

  ~Synonyms();

  // Finds the sets that a word belongs to, each once; none if the word is unknown.
  void Find(std::string_view word, std::vector<uint32_t>& sets) const;
  // 16 hexadecimal digits that identify the files read.
  const std::string& digest() const { return digest_; }

 private:
  struct Tables;
  struct Memory;
  template <typename Read>
  static Result<std::unique_ptr<const Synonyms>> Load(const IndexFile& index, Tables empty,
                                                      const Read& read);
  static Result<std::string> ReadMeteor(const std::string& folder, const std::string& language,
                                        Memory& out);
  static Result<std::string> ReadWordNet(const std::string& folder, Memory& out);
  explicit Synonyms(std::unique_ptr<const Tables> tables, std::string digest);

  std::unique_ptr<const Tables> tables_;
  std::string digest_;
};

}  // namespace mtgauge
