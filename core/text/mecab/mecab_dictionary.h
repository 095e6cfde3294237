// The binary dictionaries of MeCab (Kudo, Yamamoto and Matsumoto 2004): sys.dic, unk.dic,
// matrix.bin and char.bin, in UTF-8.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/paged_array.h"
#include "core/base/status.h"

namespace mtgauge {

// One reading of a word; of those that cost the same in every context, only the cheapest is kept.
struct MecabWord {
  uint16_t left, right;  // classes by which it joins what stands before and behind it
  int16_t cost;
  uint16_t penalty;  // number of what it costs more behind a space
};

// What kind of character: the bits of char.bin.
struct MecabCharacter {
  uint32_t kinds : 18;
  uint32_t kind : 8;     // whose unknown words begin with it
  uint32_t longest : 4;  // unknown words of 1, 2, ... characters
  uint32_t group : 1;    // and one of all characters of a kind
  uint32_t always : 1;   // even where the dictionary knows a word
};

// Immutable, checked when it is read: no look-up leaves its tables.
class MecabDictionary {
 public:
  // Errors name the file; there is no remedy in them. `space_penalty`: costs behind spaces, which
  // mecab-ko reads from the file dicrc, and MeCab does not.
  static absl::StatusOr<std::unique_ptr<MecabDictionary>> Open(const std::string& folder,
                                                               bool space_penalty);

  uint32_t entries() const { return entries_; }          // of sys.dic
  const std::string& digest() const { return digest_; }  // of sys.dic

  // A double array (Aoe 1989) of words as bytes, as Darts builds it.
  class Words {
   public:
    // False: broken.
    bool Read(std::string_view units, std::string_view tokens, const MecabDictionary& dictionary);
    std::span<const MecabWord> Find(std::string_view word) const;

    // The words that begin with some bytes, followed byte by byte.
    uint32_t Start() const { return units_[0].base; }
    // Quicker than At, from a table that stays in the processor's caches.
    bool HasWord(uint32_t state) const { return (has_word_[state / 64] >> state % 64 & 1) != 0; }
    std::span<const MecabWord> At(uint32_t state) const {
      const Unit& unit = units_[state];
      if (unit.check != state || static_cast<int32_t>(unit.base) >= 0) return {};
      return {words_.data() + (~unit.base >> 8), ~unit.base & 0xFF};
    }
    // False: no word goes on with this byte, and the state is none.
    bool Follow(char byte, uint32_t& state) const {
      const Unit& next = units_[state + static_cast<uint8_t>(byte) + 1];
      const bool goes_on = (next.check == state) & (static_cast<int32_t>(next.base) >= 0);
      state = next.base;
      return goes_on;
    }

   private:
    struct Unit {
      uint32_t base, check;  // a negative base is a leaf: ~(first word << 8 | words)
    };
    PagedArray<Unit> units_;
    PagedArray<MecabWord> words_;
    std::vector<uint64_t> has_word_;  // a bit for each state
  };

  const Words& words() const { return words_; }
  std::span<const MecabWord> Unknown(MecabCharacter character) const {
    return unknown_[character.kind];
  }
  // By the 16 bits that MeCab makes of a character; 0 beyond them.
  MecabCharacter Character(uint16_t code) const { return characters_[code]; }

  uint32_t right_classes() const { return right_classes_; }
  uint32_t left_classes() const { return left_classes_; }
  // The costs of a left class behind each right class.
  const int16_t* Connections(uint32_t left) const {
    return matrix_.data() + 2 + size_t{right_classes_} * left;
  }
  // The least and the most that any word costs behind a right class.
  int32_t LeastBehind(uint32_t right) const { return least_behind_[right]; }
  int32_t MostBehind(uint32_t right) const { return most_behind_[right]; }
  int32_t Penalty(const MecabWord& word) const { return penalties_[word.penalty]; }

 private:
  absl::Status ReadConnections(const std::string& path);
  absl::Status ReadWords(const std::string& path, bool is_system, Words& words);
  absl::Status ReadCharacters(const std::string& path, const Words& unknown);
  absl::Status ReadPenalties(const std::string& path);
  uint16_t PenaltyOf(uint16_t part_of_speech) const;

  uint32_t entries_ = 0;
  std::string digest_;
  uint32_t right_classes_ = 0, left_classes_ = 0;
  PagedArray<int16_t> matrix_;  // as matrix.bin has it, with the numbers of classes in front
  std::vector<int16_t> least_behind_, most_behind_;  // [right class]
  Words words_;
  Words unknown_words_;
  std::array<std::span<const MecabWord>, 256> unknown_;
  std::vector<MecabCharacter> characters_;
  std::vector<uint16_t> penalized_;       // parts of speech
  std::vector<int32_t> penalties_ = {0};  // of none, then of each
};

}  // namespace mtgauge
