// Aligns an output's words with a reference's by the letters that they share, to find the reference
// segment of each word: the SoftSegmenter of Polák et al. (2025).
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace mtgauge {

inline constexpr uint32_t kNoOwner = UINT32_MAX;

// Returns for each word of the output the reference word that it belongs to, from first to last, or
// kNoOwner; nothing if `stop`, which may be null, was set meanwhile. The reference has at least one
// word. Takes a quarter of a byte for each pair of words.
//
// Of all alignments of words in order, the one with the highest sum of similarities counts. Where
// several are equal, seen from the end, a pair goes before a lone reference word, and that before a
// lone word of the output. The similarity of two words is the number of letters that both have over
// the number that any has; of `characters` it is 1 or 0. A punctuation mark and another word are
// never a pair. A lone word belongs to the reference word before it, unless the next one is more
// similar; then it and all lone words up to there belong to that one.
std::optional<std::vector<uint32_t>> AlignSoftly(const std::vector<std::string>& reference,
                                                 const std::vector<std::string>& output,
                                                 bool characters, const std::atomic<bool>* stop);

}  // namespace mtgauge
