// The words of a test set as numbers, for what is counted over whole texts.
#pragma once

#include <absl/container/flat_hash_map.h>

#include <cstdint>
#include <deque>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mtgauge {

// Words, numbered from 0 by first appearance. Not thread-safe while words are added.
class Vocabulary {
 public:
  uint32_t Add(std::string_view word);  // its number, a new one if need be
  const std::string& operator[](uint32_t word) const { return words_[word]; }
  uint32_t size() const { return static_cast<uint32_t>(words_.size()); }

 private:
  std::deque<std::string> words_;
  absl::flat_hash_map<std::string_view, uint32_t> numbers_;
};

// The words of every segment of one text.
class WordSequences {
 public:
  void Append(std::span<const uint32_t> segment);
  size_t size() const { return ends_.size(); }  // segments
  std::span<const uint32_t> operator[](size_t segment) const {
    const uint64_t begin = segment == 0 ? 0 : ends_[segment - 1];
    return std::span(words_).subspan(begin, ends_[segment] - begin);
  }
  std::span<const uint32_t> all() const { return words_; }

 private:
  std::vector<uint32_t> words_;
  std::vector<uint64_t> ends_;
};

// One text: its words, and for each of them its base form and its tag, where they are known.
struct WordText {
  WordSequences words, bases,
      tags;  // of the same lengths; `bases` and `tags` may be empty as a whole
};

struct Corpus {
  Vocabulary vocabulary;  // of words, base forms and tags
  WordText reference;     // the first reference of each segment
  std::vector<WordText> systems;
  std::vector<uint8_t> skipped;  // [segment], 1: nothing is counted

  size_t segments() const { return reference.words.size(); }
};

// Which word of a reference each word of a hypothesis matches: the k-th of equal words the k-th.
// Remembers the vocabulary's size; make one per thread.
class OccurrenceMatcher {
 public:
  explicit OccurrenceMatcher(const Vocabulary& vocabulary) : first_(vocabulary.size(), kNone) {}

  static constexpr uint32_t kNone = UINT32_MAX;
  // [word of the hypothesis]: a position of the reference, or kNone. Valid until the next call.
  std::span<const uint32_t> Match(std::span<const uint32_t> reference,
                                  std::span<const uint32_t> hypothesis);

 private:
  std::vector<uint32_t> first_;  // [word]: the first position that is left
  std::vector<uint32_t> next_;   // [position]: the next of the same word
  std::vector<uint32_t> matches_;
};

}  // namespace mtgauge
