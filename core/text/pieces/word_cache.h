// A cache of words and their pieces, since most words repeat. Each place contains four words.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <functional>
#include <string_view>

#include "core/base/zeroed_pages.h"

namespace mtgauge {

class WordCache {
 public:
  static constexpr size_t kMostBytes = 24;
  static constexpr size_t kMostPieces = 6;

  struct alignas(64) Entry {                    // one cache line
    std::array<uint64_t, kMostBytes / 8> word;  // padded with zeros
    float scores[kMostPieces];
    // The pieces are valid if the absolute score before the word is below this.
    float most_before;
    uint8_t ends[kMostPieces];
    uint8_t unknown;  // one bit per piece
    uint8_t pieces;
    uint8_t bytes;  // length of the word; 0 if the entry is empty
    bool recent;    // found since the flag was last cleared
  };
  static_assert(sizeof(Entry) == 64);
  using Place = std::array<Entry, 4>;

  // Returns the place for a word and prefetches it. The word is not empty and has at most
  // kMostBytes; 8 bytes after it must be readable.
  Place* PlaceOf(std::string_view word) {
    uint64_t hash = word.size();
    for (const uint64_t bytes : Padded(word)) {
      hash = (std::rotl(hash, 29) ^ bytes) * 0x9E3779B97F4A7C15u;
    }
    Place* const place = static_cast<Place*>(places_.data()) + (hash >> (64 - kLogPlaces));
    for (const Entry& entry : *place) __builtin_prefetch(&entry);
    return place;
  }
  // Finds the word at its place. If it is missing, it replaces an older one.
  struct Found {
    Entry& entry;
    bool is_new;
  };
  static Found Find(Place& place, std::string_view word) {
    const std::array bytes = Padded(word);
    for (Entry& entry : place) {
      if (entry.word != bytes || entry.bytes != word.size()) continue;
      entry.recent = true;
      return {entry, false};
    }
    auto older = std::find_if_not(place.begin(), place.end(), std::mem_fn(&Entry::recent));
    if (older == place.end()) {
      for (Entry& entry : place) entry.recent = false;
      older = place.begin();
    }
    older->word = bytes;
    older->bytes = static_cast<uint8_t>(word.size());
    older->recent = true;
    return {*older, true};
  }

 private:
  static constexpr uint32_t kLogPlaces = 14;

  static std::array<uint64_t, kMostBytes / 8> Padded(std::string_view word) {
    std::array<uint64_t, kMostBytes / 8> bytes = {};
    for (size_t i = 0; 8 * i < word.size(); ++i) {
      const size_t left = word.size() - 8 * i;
      std::memcpy(&bytes[i], word.data() + 8 * i, 8);
      if (left < 8) bytes[i] &= ~(~uint64_t{0} << (8 * left));
    }
    return bytes;
  }

  // Zeros are empty entries. A short text touches few of them.
  ZeroedPages places_{sizeof(Place) << kLogPlaces, ZeroedPages::Made::kWhenTouched};
};

}  // namespace mtgauge
