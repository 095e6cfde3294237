// WordNet's words: their base forms, and which words mean the same.
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

  // Read once per process and folder, and kept. A UsageError when a file is not there. What was
  // made of the files is kept in the user's folder, too, and read from there the next time (see
  // index_file.h).
  static absl::StatusOr<const WordNet*> Open(const std::string& folder);
  // The same, not shared, with the folder of the index, or empty for the user's.
  static absl::StatusOr<std::unique_ptr<const WordNet>> Load(const std::string& folder,
                                                             const std::string& cache);

  virtual ~WordNet() = default;
  // Number of a word in lower case, "_" standing for a space; kUnknown if WordNet lacks it.
  virtual uint32_t Find(std::string_view word) const = 0;
  // Number of the base form: that of the lists of exceptions, else the word itself if it is known,
  // else what WordNet's endings make of it; in each the order is noun, verb, adjective, adverb.
  virtual uint32_t BaseForm(std::string_view word) const = 0;
  virtual std::string_view Word(uint32_t number) const = 0;
  // The synsets of a word of all parts of speech, rising; those of two parts never meet.
  virtual std::span<const uint32_t> Synsets(uint32_t number) const = 0;
  // The words of these synsets, rising; the word itself is one of them.
  virtual std::span<const uint32_t> Related(uint32_t number) const = 0;
  // 16 hexadecimal digits that tell what was read.
  virtual const std::string& digest() const = 0;
};

}  // namespace mtgauge
