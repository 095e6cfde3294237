// Finds the cheapest segmentation of a text into words of a dictionary, as MeCab does.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "core/text/mecab/mecab_dictionary.h"

namespace mtgauge {

// All words at all positions and the cheapest path to each (Viterbi). Of paths with the same cost,
// it takes the one that MeCab takes. Reuses its memory from text to text; not thread-safe.
class MecabLattice {
 public:
  struct Word {
    uint32_t begin, end;
  };

  explicit MecabLattice(const MecabDictionary& dictionary);

  // Segments a text into words(), valid until the next call. Returns false where MeCab gives up
  // because of the sum of the costs, or fails because of 65,535 bytes of spaces.
  bool Cut(std::string_view text);
  std::span<const Word> words() const { return words_; }

 private:
  static constexpr uint32_t kNone = UINT32_MAX;
  // A word at its position, with the cheapest path to it.
  struct Node {
    int64_t cost;
    uint32_t before;      // the previous word on the path
    uint32_t next_ended;  // the next word that ends at the same position
    uint32_t begin, end;
    uint16_t right;
  };
  // A word that may follow at a position, with its readings.
  struct Candidate {
    uint32_t end;
    std::span<const MecabWord> readings;
  };
  // A word of the dictionary found at a position.
  struct Match {
    Candidate word;
    uint32_t shorter;  // the next shorter match that begins at the same position
  };
  struct Walk {
    uint32_t begin, state;
  };
  // The cheapest path to a word of some left class.
  struct Way {
    int64_t cost;
    uint32_t node;
  };
  struct Ended {
    // Upper half: the extra cost over the cheapest word that ends here. Lower half: the rank, which
    // breaks ties.
    int64_t key;
    uint32_t node;
    uint16_t right;
  };

  void FindMatches();
  bool Extend(uint32_t at);
  // Fills candidates_; returns false where MeCab fails.
  bool FindCandidates(uint32_t at);
  void AddUnknownWords(MecabCharacter first, uint32_t second, uint32_t limit);
  void GatherEnded(uint32_t at);
  Way CheapestTo(uint16_t left) const;
  MecabCharacter CharacterAt(uint32_t at, uint32_t limit, uint32_t& bytes) const;

  const MecabDictionary& dictionary_;
  std::string_view text_;
  std::vector<Node> nodes_;
  std::vector<uint32_t> ended_at_;       // the newest word that ends at each position
  std::vector<uint32_t> longest_match_;  // the longest match that begins at each position
  std::vector<Match> matches_;
  std::vector<Walk> walks_;
  uint32_t begin_ = 0;  // where the candidates begin, after spaces
  std::vector<Candidate> candidates_;
  int64_t base_ = 0;  // the cost of the cheapest of ended_
  std::vector<Ended> ended_;
  std::vector<uint32_t> seen_left_;  // the position for which way_of_left_ is valid
  std::vector<Way> way_of_left_;
  std::vector<Word> words_;
};

}  // namespace mtgauge
