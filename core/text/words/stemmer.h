// Stemmers: the table of Snowball's, which use libstemmer, and the stemmers of other tools.
//
// To add one that a later libstemmer has, add a row in stemmer.cc. Help, tests and benchmarks
// iterate over the table.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/buffer.h"
#include "core/base/hash.h"
#include "core/text/view.h"
#include "core/text/words/meteor_stems.h"

struct sb_stemmer;  // from libstemmer

namespace mtgauge {

struct StemmerRow {
  std::string_view name;  // "de"; the language's code, except for Porter's original
  const char* algorithm;  // libstemmer's name, "german"; null if `own` is used
  std::string_view help;
  std::string (*own)(std::string_view word) = nullptr;
  // The stemmer of another tool that asks libstemmer's.
  std::string (*around)(std::string_view word, const SnowballStem& today) = nullptr;
  std::string_view tool = "";  // whose stemmer `own` is, with its version: "nltk3.9.1"
};

// All stemmers, sorted by name.
std::span<const StemmerRow> Stemmers();
const StemmerRow* FindStemmer(std::string_view name);
// Returns the stemmer of METEOR 1.5 for a language, which is not in the table if it differs from
// the table's; null if there is none.
const StemmerRow* FindMeteorStemmer(std::string_view language);
// NLTK's Porter stemmer and the variants of Google's rouge_score and of ROUGE-1.5.5
// (nltk_porter.h); not in the table.
const StemmerRow& NltkStemmer();
const StemmerRow& RougeStemmer();
const StemmerRow& Rouge155Stemmer();
std::string StemmerNames();  // "ar, ca, ...", for messages
// Returns the value of the signature's key `stem`: "de-snowball2.2.0".
std::string StemmerSignature(const StemmerRow& row);

// Stems words and caches the stems of recent ones: most words of any text are among a few thousand,
// and stemming a word takes as long as tokenizing fifty. After the first view it uses 5 MB plus the
// text of the longest segment. Not thread-safe; make one per thread. Results do not depend on the
// cache.
class Stemmer {
 public:
  static constexpr size_t kLongestWord = 1024;  // bytes

  // `hash` makes the keys of stems and must be the one that the views use. `row` must outlive the
  // stemmer. Throws std::bad_alloc.
  Stemmer(const StemmerRow& row, HashFunction hash);

  // Returns a word's stem, valid until the next call. Does not lowercase. With libstemmer a word
  // stays unchanged if its stem would be empty (so that there are as many stems as words), if it is
  // not UTF-8, or if it is longer than any real word, since some of libstemmer's loops take
  // quadratic time.
  std::string_view Stem(std::string_view word);

  // Makes `stems` a copy of `words` in which each token is replaced by its stem. It refers to the
  // same text, but does not need `words` afterwards.
  void StemView(const View& words, View& stems);

 private:
  struct Free {
    void operator()(sb_stemmer* stemmer) const;
  };
  // The words of one set, in one cache line. An entry that was never filled maps the empty word to
  // an empty stem, which is correct. A key that is not hashed identifies its word.
  static constexpr unsigned kWays = 4;
  struct alignas(64) KnownSet {
    uint64_t key[kWays], stem_key[kWays];
  };
  static constexpr unsigned kSetBits = 13;  // log2 of the number of sets
  // The texts of a known word and its stem, needed where their keys are hashed.
  static constexpr size_t kLongestKnown = 63;
  struct alignas(64) KnownText {
    char text[kLongestKnown];
    uint8_t size;

    void Set(std::string_view other);
    std::string_view Get() const { return {text, size}; }
  };
  struct KnownTexts {
    KnownText stem, word;
  };

  static size_t SetOf(uint64_t key) {
    constexpr uint64_t kGoldenRatio = 0x9E3779B97F4A7C15;  // Knuth's multiplicative hash
    return (key * kGoldenRatio) >> (64 - kSetBits);
  }
  // Returns the way of a key that is in the set, which contains each key at most once; otherwise
  // any way. Has no branches, since they would be unpredictable.
  static size_t WayOf(const KnownSet& set, uint64_t key) {
    const auto is = [&](size_t way) { return size_t{set.key[way] == key}; };
    return (is(1) + 2 * is(2) + 3 * is(3)) % kWays;
  }
  std::string_view SnowballStemOf(std::string_view word);
  void StemSegment(const Tokens& words, uint32_t segment, View& stems);
  // Writes a word's stem to text_ at `at` and moves `at` past it; returns the stem's key.
  uint64_t PutStem(std::string_view word, uint64_t key, size_t& at);
  uint64_t PutNewStem(std::string_view word, uint64_t key, size_t& at);

  HashFunction hash_;
  std::unique_ptr<sb_stemmer, Free> stemmer_;
  const StemmerRow* row_;
  std::string kept_;  // a stem that is not in libstemmer's memory
  std::vector<KnownSet> known_;
  Buffer<KnownTexts> texts_;  // for the words in known_, in the same order
  uint32_t turn_ = 0;         // which way of a set is replaced next
  // The stems of the current segment: their text, and the end and key of each.
  Buffer<char> text_;
  Buffer<uint32_t> ends_;
  Buffer<uint64_t> keys_;
};

}  // namespace mtgauge
