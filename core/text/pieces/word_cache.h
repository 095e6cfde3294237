// How words were cut before: most words of a text are old ones. Each place holds one word.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>
#include <vector>

#include "core/text/pieces/piece_end.h"

namespace mtgauge {

class WordCache {
 public:
  static constexpr size_t kMostBytes = 48;
  static constexpr size_t kMostPieces = 12;

  struct Entry {
    uint64_t word[kMostBytes / 8];  // padded with zeros; none when bytes is 0
    float scores[kMostPieces];
    // The pieces are right where the score before the word is smaller than this, without its sign.
    float most_before;
    uint8_t ends[kMostPieces];
    uint16_t unknown;  // a bit for each piece
    uint8_t bytes;
    uint8_t pieces;
  };

  // The entry for a word, which holds that word or another. 8 bytes behind `word` are readable.
  // `word` is not empty, and has at most kMostBytes.
  struct Place {
    Entry* entry;
    bool found;
  };
  Place Find(std::string_view word) {
    uint64_t bytes[kMostBytes / 8] = {};
    uint64_t hash = word.size();
    const size_t words = (word.size() + 7) / 8;
    for (size_t i = 0; i < words; ++i) {
      std::memcpy(&bytes[i], word.data() + 8 * i, 8);
      if (i + 1 == words) bytes[i] &= ~uint64_t{0} >> (8 * (8 * words - word.size()));
      hash = (std::rotl(hash, 29) ^ bytes[i]) * 0x9E3779B97F4A7C15u;
    }
    Entry& entry = entries_[hash >> (64 - kLogEntries)];
    bool same = entry.bytes == word.size();
    for (size_t i = 0; i < words; ++i) same &= entry.word[i] == bytes[i];
    if (!same) {
      std::memcpy(entry.word, bytes, sizeof(bytes));
      entry.bytes = static_cast<uint8_t>(word.size());
    }
    return {&entry, same};
  }

 private:
  static constexpr uint32_t kLogEntries = 14;

  std::vector<Entry> entries_ = std::vector<Entry>(size_t{1} << kLogEntries);
};

}  // namespace mtgauge
