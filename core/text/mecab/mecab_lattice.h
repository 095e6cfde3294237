// The cheapest cut of a text into words of a dictionary, as MeCab finds it.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "core/text/mecab/mecab_dictionary.h"

namespace mtgauge {

// All words at all places, and the cheapest way to each (Viterbi). Where ways cost the same, the
// one that MeCab takes. Holds the memory of one text and is used again for the next; one thread.
class MecabLattice {
 public:
  struct Word {
    uint32_t begin, end;
  };

  explicit MecabLattice(const MecabDictionary& dictionary);

  // The words lie in words() until the next call. False: MeCab gives up on such a text, by the sum
  // of its costs, or goes astray in 65,535 bytes of spaces.
  bool Cut(std::string_view text);
  std::span<const Word> words() const { return words_; }

 private:
  static constexpr uint32_t kNone = UINT32_MAX;
  // A word at its place with the cheapest way to it.
  struct Node {
    int64_t cost;
    uint32_t before;      // the word before
    uint32_t next_ended;  // another that ends at the same place
    uint32_t begin, end;
    uint16_t right;
  };
  // What may follow at a place: readings of a word.
  struct Candidate {
    uint32_t end;
    std::span<const MecabWord> readings;
  };
  // A word of the dictionary.
  struct Match {
    Candidate word;
    uint32_t shorter;  // the next that begins at the same place
  };
  struct Walk {
    uint32_t begin, state;
  };
  // The cheapest way to a word of some left class.
  struct Way {
    int64_t cost;
    uint32_t node;
  };
  struct Ended {
    // What it costs more than the cheapest that ends at the place; in the lower half its rank,
    // which decides between equals.
    int64_t key;
    uint32_t node;
    uint16_t right;
  };

  void FindMatches();
  bool Extend(uint32_t at);
  // Finds candidates_; false where MeCab goes astray.
  bool FindCandidates(uint32_t at);
  void AddUnknownWords(MecabCharacter first, uint32_t second, uint32_t limit);
  void GatherEnded(uint32_t at);
  Way CheapestTo(uint16_t left) const;
  MecabCharacter CharacterAt(uint32_t at, uint32_t limit, uint32_t& bytes) const;

  const MecabDictionary& dictionary_;
  std::string_view text_;
  std::vector<Node> nodes_;
  std::vector<uint32_t> ended_at_;       // the newest word that ends there
  std::vector<uint32_t> longest_match_;  // that begins there
  std::vector<Match> matches_;
  std::vector<Walk> walks_;
  uint32_t begin_ = 0;  // of the candidates, behind spaces
  std::vector<Candidate> candidates_;
  int64_t base_ = 0;  // the cheapest of ended_
  std::vector<Ended> ended_;
  std::vector<uint32_t> seen_left_;  // place for which way_of_left_ holds
  std::vector<Way> way_of_left_;
  std::vector<Word> words_;
};

}  // namespace mtgauge
