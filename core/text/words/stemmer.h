// Stemmers: those of Snowball, through libstemmer, and the table of them; and those of tools.
//
// To add one that a later libstemmer has: a row in stemmer.cc. Help, tests and benchmarks walk the
// table.
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

struct sb_stemmer;  // libstemmer's

namespace mtgauge {

struct StemmerRow {
  std::string_view name;  // "de"; the language's code, but for Porter's original
  const char* algorithm;  // as libstemmer calls it, "german"; null: it is `own`
  std::string_view help;
  bool keeps_ss = false;  // of "Ergebnisse", which later versions of German stem as "Ergebnis"
  std::string (*own)(std::string_view word) = nullptr;
};

// All stemmers, by name.
std::span<const StemmerRow> Stemmers();
const StemmerRow* FindStemmer(std::string_view name);
// Snowball's German as METEOR 1.5 has it; not in the table.
const StemmerRow& MeteorGermanStemmer();
// NLTK's Porter, and what Google's rouge_score makes of it (nltk_porter.h); not in the table.
const StemmerRow& NltkStemmer();
const StemmerRow& RougeStemmer();
std::string StemmerNames();  // "ar, ca, ...", for messages
// The value of the signature's key `stem`: "de-snowball2.2.0".
std::string StemmerSignature(const StemmerRow& row);

// Stems words, and remembers the stems of many that it saw lately: in any text most words are among
// a few thousand, and stemming one afresh takes as long as cutting fifty. Once it has stemmed a
// view it holds 5 MB and the text of the longest segment. Not thread-safe; make one per thread. Its
// answers do not depend on what it saw before.
class Stemmer {
 public:
  static constexpr size_t kLongestWord = 1024;  // bytes

  // Keys of stems are made by `hash`, as those of the views must be. `row` must outlive it. Throws
  // std::bad_alloc.
  Stemmer(const StemmerRow& row, HashFunction hash);

  // A word's stem; valid until the next call. Does not lower-case. For libstemmer a word stays as
  // it is when nothing would be left of it, so that there are as many stems as words, when it is
  // not UTF-8, and when it is longer than any word is, where some of its loops would take quadratic
  // time.
  std::string_view Stem(std::string_view word);

  // Makes `stems` what `words` is with each token replaced by its stem. It reads the same text,
  // and nothing else of `words` is needed afterwards.
  void StemView(const View& words, View& stems);

 private:
  struct Free {
    void operator()(sb_stemmer* stemmer) const;
  };
  // Words that are looked for together: a cache line. One that was never filled says, rightly, that
  // the empty word's stem is empty. A key of at most 8 bytes is all there is to know of a word.
  static constexpr unsigned kWays = 4;
  struct alignas(64) KnownSet {
    uint64_t key[kWays], stem_key[kWays];
  };
  static constexpr unsigned kSetBits = 13;  // of the number of sets
  // What the keys of a known word and its stem do not tell.
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
  // The way of a key that is in the set, in which no key is twice; otherwise any. Without branches,
  // which could not be predicted.
  static size_t WayOf(const KnownSet& set, uint64_t key) {
    const auto is = [&](size_t way) { return size_t{set.key[way] == key}; };
    return (is(1) + 2 * is(2) + 3 * is(3)) % kWays;
  }
  void StemSegment(const Tokens& words, uint32_t segment, View& stems);
  // Puts a word's stem at `at` of text_ and moves that behind it; returns its key.
  uint64_t PutStem(std::string_view word, uint64_t key, size_t& at);
  uint64_t PutNewStem(std::string_view word, uint64_t key, size_t& at);

  HashFunction hash_;
  std::unique_ptr<sb_stemmer, Free> stemmer_;
  const StemmerRow* row_;
  std::string kept_;  // a stem that libstemmer does not hold
  std::vector<KnownSet> known_;
  Buffer<KnownTexts> texts_;  // of the words in known_, in order
  uint32_t turn_ = 0;         // which of a set is forgotten next
  // The stems of the segment at hand: their text, and of each its end and key.
  Buffer<char> text_;
  Buffer<uint32_t> ends_;
  Buffer<uint64_t> keys_;
};

}  // namespace mtgauge
