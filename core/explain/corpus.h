// The words of a test set as numbers, for counts over whole texts.
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
  uint32_t Add(std::string_view word);  // returns its number, a new one if it is new
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
  size_t size() const { return ends_.size(); }  // number of segments
  std::span<const uint32_t> operator[](size_t segment) const {
    const uint64_t begin = segment == 0 ? 0 : ends_[segment - 1];
    return std::span(words_).subspan(begin, ends_[segment] - begin);
  }
  std::span<const uint32_t> all() const { return words_; }

 private:
  std::vector<uint32_t> words_;
  std::vector<uint64_t> ends_;
};

// One text: its words, and the base form and tag of each word, if known.
struct WordText {
  WordSequences words, bases,
      tags;  // of the same lengths; `bases` and `tags` may be completely empty
};

struct Corpus {
  Vocabulary vocabulary;  // of words, base forms and tags
  WordText reference;     // the first reference of each segment
  std::vector<WordText> systems;
  std::vector<uint8_t> skipped;  // [segment], 1 if the segment is not counted

  size_t segments() const { return reference.words.size(); }
};

// Matches each word of a hypothesis with a word of the reference: the k-th occurrence of a word
// with its k-th occurrence there. The vocabulary must not grow; make one per thread.
class OccurrenceMatcher {
 public:
  explicit OccurrenceMatcher(const Vocabulary& vocabulary) : first_(vocabulary.size(), kNone) {}

  static constexpr uint32_t kNone = UINT32_MAX;
  // Returns for each word of the hypothesis a position in the reference, or kNone. Valid until the
  // next call.
  std::span<const uint32_t> Match(std::span<const uint32_t> reference,
                                  std::span<const uint32_t> hypothesis);

 private:
  std::vector<uint32_t> first_;  // [word], its first position that is not matched yet
  std::vector<uint32_t> next_;   // [position], the next position of the same word
  std::vector<uint32_t> matches_;
};

}  // namespace mtgauge
