// Kinds of words and of segments, by cutoffs or by what they look like.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/explain/corpus.h"

namespace mtgauge {

// Kinds with a name each, and the kind of every thing.
struct Kinds {
  std::vector<std::string> names;
  std::vector<uint32_t> of;  // [thing]
};

// How often words occur. Those that are in the vocabulary alone are known.
using WordFrequencies = std::vector<uint64_t>;  // [word]
// In the references, without skipped segments.
WordFrequencies FrequenciesIn(const Corpus& corpus);

// The kind of a number of occurrences: 0, 1, 2, 3, 4, 5-9, 10-99, 100-999, 1000+. The cutoffs here
// and below are compare-mt's.
std::vector<std::string> FrequencyNames();
uint32_t FrequencyKind(uint64_t frequency);

// [word]
Kinds WordsByFrequency(const WordFrequencies& frequencies);
// lower, upper, title, other, as Python has them.
Kinds WordsByCase(const Vocabulary& vocabulary);
// punctuation: of punctuation and symbols alone; number: these and digits; name: another word that
// begins with a capital letter, which the references never have in lower case; word.
Kinds WordsByLook(const Corpus& corpus);

// [segment]. By the words of the reference: <10, 10-19, ..., 60+.
Kinds SegmentsByLength(const Corpus& corpus);
// By the frequency of the reference's rarest word; "no words" for a reference without any.
Kinds SegmentsByRarestWord(const Corpus& corpus, const WordFrequencies& frequencies);
// By the words of a hypothesis less those of the reference.
Kinds SegmentsByLengthDifference(const Corpus& corpus, size_t system);
// By tenths of the scale; NaN is of no kind, whose number is beyond the names.
Kinds SegmentsByScore(std::span<const double> scores, double scale);

}  // namespace mtgauge
