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
#include "core/text/tokenizing/model_tokenizer.h"

namespace mtgauge {

// One reading of a word. Of readings whose costs differ by a constant, only the cheapest is kept.
struct MecabWord {
  uint16_t left, right;  // classes for the connections with the words before and after it
  int16_t cost;
  uint16_t penalty;  // index of its extra cost after a space
};

// The properties of a character, in the bit layout of char.bin.
struct MecabCharacter {
  uint32_t kinds : 18;
  uint32_t kind : 8;     // the category of unknown words that begin with it
  uint32_t longest : 4;  // also try unknown words of 1, 2, ... characters up to this length
  uint32_t group : 1;    // also try all adjacent characters of a kind as one
  uint32_t always : 1;   // even if the dictionary contains a word here
};

// Immutable and checked when it is read: no look-up leaves its tables.
class MecabDictionary {
 public:
  // Error messages name the file and give no remedy. `space_penalty`: whether words cost more after
  // spaces, which mecab-ko reads from the file dicrc and MeCab ignores.
  static Result<std::unique_ptr<MecabDictionary>> Open(const std::string& folder,
                                                       bool space_penalty);

  uint32_t entries() const { return entries_; }  // in sys.dic
  // Of all files: any of them may change where a text is cut.
  const std::string& digest() const { return digest_; }

  // A double array (Aoe 1989) over the bytes of the words, as Darts builds it.
  class Words {
   public:
    // Returns false if the data is invalid.
    bool Read(std::string_view units, std::string_view tokens, const MecabDictionary& dictionary);
    std::span<const MecabWord> Find(std::string_view word) const;

    // The state before the first byte; Follow() then walks byte by byte.
    uint32_t Start() const { return units_[0].base; }
    // Faster than At(): its table stays in the processor's caches.
    bool HasWord(uint32_t state) const { return (has_word_[state / 64] >> state % 64 & 1) != 0; }
    std::span<const MecabWord> At(uint32_t state) const {
      const Unit& unit = units_[state];
      if (unit.check != state || static_cast<int32_t>(unit.base) >= 0) return {};
      return {words_.data() + (~unit.base >> 8), ~unit.base & 0xFF};
    }
    // Returns false, with an invalid state, if no word continues with this byte.
    bool Follow(char byte, uint32_t& state) const {
      const Unit& next = units_[state + static_cast<uint8_t>(byte) + 1];
      const bool goes_on = (next.check == state) & (static_cast<int32_t>(next.base) >= 0);
      state = next.base;
      return goes_on;
    }

   private:
    struct Unit {
      uint32_t base, check;  // a negative base marks a leaf: ~(first word << 8 | number of words)
    };
    PagedArray<Unit> units_;
    PagedArray<MecabWord> words_;
    std::vector<uint64_t> has_word_;  // one bit per state
  };

  const Words& words() const { return words_; }
  std::span<const MecabWord> Unknown(MecabCharacter character) const {
    return unknown_[character.kind];
  }
  // Looks up the 16-bit code that MeCab makes from a character, 0 for those beyond 16 bits.
  MecabCharacter Character(uint16_t code) const { return characters_[code]; }

  uint32_t right_classes() const { return right_classes_; }
  uint32_t left_classes() const { return left_classes_; }
  // The costs of a left class after each right class.
  const int16_t* Connections(uint32_t left) const {
    return matrix_.data() + 2 + size_t{right_classes_} * left;
  }
  // The least and the most that any word costs after a right class.
  int32_t LeastBehind(uint32_t right) const { return least_behind_[right]; }
  int32_t MostBehind(uint32_t right) const { return most_behind_[right]; }
  int32_t Penalty(const MecabWord& word) const { return penalties_[word.penalty]; }

 private:
  // Returns a file's bytes and adds them to the digest.
  Result<ModelFile> ReadFile(const std::string& path);
  Status ReadConnections(const std::string& path);
  Status ReadWords(const std::string& path, bool is_system, Words& words);
  Status ReadCharacters(const std::string& path, const Words& unknown);
  Status ReadPenalties(const std::string& path, std::string_view bytes);
  uint16_t PenaltyOf(uint16_t part_of_speech) const;

  uint32_t entries_ = 0;
  std::string digest_;  // until all files are read, that of each
  uint32_t right_classes_ = 0, left_classes_ = 0;
  PagedArray<int16_t> matrix_;  // as in matrix.bin, which begins with the numbers of classes
  std::vector<int16_t> least_behind_, most_behind_;  // [right class]
  Words words_;
  Words unknown_words_;
  std::array<std::span<const MecabWord>, 256> unknown_;
  std::vector<MecabCharacter> characters_;
  std::vector<uint16_t> penalized_;       // parts of speech
  std::vector<int32_t> penalties_ = {0};  // 0, then one per penalized part of speech
};

}  // namespace mtgauge
