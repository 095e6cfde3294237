// WordNet's words: their base forms, and which words share a synset.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "core/base/status.h"

namespace mtgauge {

// The index and exception files of WordNet 3.0 in a folder, as Debian's wordnet-base installs them.
// Immutable and thread-safe.
class WordNet {
 public:
  static constexpr uint32_t kUnknown = UINT32_MAX;

  // Opens a folder, once per process. Returns a UsageError if a file is missing. The tables are
  // also cached in the user's folder (see index_file.h).
  static Result<const WordNet*> Open(const std::string& folder);
  // Same as above, but not shared; `cache` is the folder of the index, or empty for the user's.
  static Result<std::unique_ptr<const WordNet>> Load(const std::string& folder,
                                                     const std::string& cache);

  virtual ~WordNet() = default;
  // Returns the number of a word in lower case, with "_" for a space; kUnknown if WordNet lacks it.
  virtual uint32_t Find(std::string_view word) const = 0;
  // Returns the number of the base form: from the lists of exceptions, else the word itself if it
  // is known, else from WordNet's endings; each in the order noun, verb, adjective, adverb.
  virtual uint32_t BaseForm(std::string_view word) const = 0;
  virtual std::string_view Word(uint32_t number) const = 0;
  // The synsets of a word in all parts of speech, ascending; different parts of speech share none.
  virtual std::span<const uint32_t> Synsets(uint32_t number) const = 0;
  // The words of these synsets, ascending; the word itself is one of them.
  virtual std::span<const uint32_t> Related(uint32_t number) const = 0;
  // 16 hexadecimal digits that identify the files read.
  virtual const std::string& digest() const = 0;
};

}  // namespace mtgauge
