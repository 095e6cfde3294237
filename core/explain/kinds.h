// Kinds of words and of segments, by cutoffs or by their characters.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/explain/corpus.h"

namespace mtgauge {

// Named kinds, and the kind of each word or segment.
struct Kinds {
  std::vector<std::string> names;
  std::vector<uint32_t> of;  // [word or segment]
};

// How often words occur; only words in the vocabulary are included.
using WordFrequencies = std::vector<uint64_t>;  // [word]
// Counts words in the references, without skipped segments.
WordFrequencies FrequenciesIn(const Corpus& corpus);

// Returns the kind of a number of occurrences: 0, 1, 2, 3, 4, 5-9, 10-99, 100-999, 1000+. All
// cutoffs in this file are compare-mt's.
std::vector<std::string> FrequencyNames();
uint32_t FrequencyKind(uint64_t frequency);

// [word]
Kinds WordsByFrequency(const WordFrequencies& frequencies);
// lower, upper, title or other, as Python defines them.
Kinds WordsByCase(const Vocabulary& vocabulary);
// punctuation: only punctuation and symbols; number: also digits, but no letters; name: another
// word that begins with a capital letter and never occurs in lower case in the references; word:
// the rest.
Kinds WordsByLook(const Corpus& corpus);

// [segment]. By number of words in the reference: <10, 10-19, ..., 60+.
Kinds SegmentsByLength(const Corpus& corpus);
// By the frequency of the reference's rarest word; "no words" if the reference has none.
Kinds SegmentsByRarestWord(const Corpus& corpus, const WordFrequencies& frequencies);
// By the number of words in the hypothesis minus that in the reference.
Kinds SegmentsByLengthDifference(const Corpus& corpus, size_t system);
// By tenths of the scale. NaN has no kind: its number is names.size().
Kinds SegmentsByScore(std::span<const double> scores, double scale);

}  // namespace mtgauge
