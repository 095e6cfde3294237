// Tables of paraphrases in METEOR 1.5's format: for each a line with its probability, one with a
// phrase and one with what may stand for it.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "core/base/status.h"

namespace mtgauge {

// Phrases as paths of words from a root, each with its entries in the order of the file. Read once
// per process and shared; immutable and thread-safe.
class Paraphrases {
 public:
  static constexpr uint32_t kNone = UINT32_MAX;
  static constexpr uint32_t kRoot = 0;
  static constexpr size_t kLongestPhrase = 1000;  // words

  // The table at `path`, packed by gzip or not; a UsageError that names the file, and the line
  // where there is one, if it is not there or not a table. Probabilities are not used, as METEOR
  // does not use them.
  static absl::StatusOr<const Paraphrases*> Open(const std::string& path);

  ~Paraphrases();

  // The number of a word of the table, or kNone.
  uint32_t FindWord(std::string_view word) const;
  uint32_t words() const;  // every number is below it
  // Where a word leads from the root or from where other words led, or kNone.
  uint32_t Follow(uint32_t from, uint32_t word) const;
  // The entries of the phrase that leads here.
  std::span<const uint32_t> Entries(uint32_t at) const;
  // The words that may stand for an entry's phrase.
  std::span<const uint32_t> Paraphrase(uint32_t entry) const;
  // 16 hexadecimal digits that tell what was read.
  const std::string& digest() const;

 private:
  struct Tables;
  explicit Paraphrases(std::unique_ptr<const Tables> tables);

  std::unique_ptr<const Tables> tables_;
};

}  // namespace mtgauge
