// Builds the lattice from left to right.
//
// MeCab compares every word with every word before it. The order of its lists decides between paths
// of equal cost: words that begin later come first, then those found first. This code keeps the
// order, but makes one comparison for all words with the same left class.
#include "core/text/mecab/mecab_lattice.h"

#include <algorithm>
#include <limits>

namespace mtgauge {
namespace {

constexpr uint32_t kMostBytes = 65535;  // MeCab's limit on the bytes it reads from any position
// Maximum characters in a group after the first; MeCab ignores the setting in dicrc.
constexpr uint32_t kMostGrouped = 24;
constexpr int64_t kMostCost = std::numeric_limits<int32_t>::max();

}  // namespace

MecabLattice::MecabLattice(const MecabDictionary& dictionary)
    : dictionary_(dictionary),
      seen_left_(dictionary.left_classes(), kNone),
      way_of_left_(dictionary.left_classes()) {}

// Decodes the character at `at`. Like MeCab, accepts ill-formed UTF-8 and keeps 16 bits.
MecabCharacter MecabLattice::CharacterAt(uint32_t at, uint32_t limit, uint32_t& bytes) const {
  const auto byte = [&](uint32_t i) -> uint32_t { return static_cast<uint8_t>(text_[at + i]); };
  const uint32_t left = limit - at;
  uint32_t code = 0;
  bytes = 1;
  if (byte(0) < 0x80) {
    code = byte(0);
  } else if (left >= 2 && (byte(0) & 0xE0) == 0xC0) {
    bytes = 2;
    code = (byte(0) & 0x1F) << 6 | (byte(1) & 0x3F);
  } else if (left >= 3 && (byte(0) & 0xF0) == 0xE0) {
    bytes = 3;
    code = (byte(0) & 0xF) << 12 | (byte(1) & 0x3F) << 6 | (byte(2) & 0x3F);
  } else if (left >= 4 && (byte(0) & 0xF8) == 0xF0) {
    bytes = 4;
  } else if (left >= 5 && (byte(0) & 0xFC) == 0xF8) {
    bytes = 5;
  } else if (left >= 6 && (byte(0) & 0xFE) == 0xFC) {
    bytes = 6;
  }
  return dictionary_.Character(static_cast<uint16_t>(code));
}

bool MecabLattice::Cut(std::string_view text) {
  text_ = text;
  const auto size = static_cast<uint32_t>(text.size());
  words_.clear();
  nodes_.clear();
  ended_at_.assign(size + 1, kNone);
  std::fill(seen_left_.begin(), seen_left_.end(), kNone);
  FindMatches();
  nodes_.push_back({0, kNone, kNone, 0, 0, 0});
  ended_at_[0] = 0;
  for (uint32_t at = 0; at < size; ++at) {
    if (ended_at_[at] != kNone && !Extend(at)) return false;
  }
  uint32_t last = size;  // the remaining text is spaces
  while (ended_at_[last] == kNone) --last;
  GatherEnded(last);
  const Way way = CheapestTo(0);
  if (way.cost >= kMostCost) return false;
  for (uint32_t i = way.node; i != 0; i = nodes_[i].before) {
    words_.push_back({nodes_[i].begin, nodes_[i].end});
  }
  std::reverse(words_.begin(), words_.end());
  return true;
}

// Finds the words of the dictionary at all positions. It follows all positions in step, byte by
// byte, so that the processor waits for many dictionary reads at a time.
void MecabLattice::FindMatches() {
  const auto size = static_cast<uint32_t>(text_.size());
  const MecabDictionary::Words& words = dictionary_.words();
  longest_match_.assign(size, kNone);
  matches_.clear();
  walks_.resize(size);
  for (uint32_t i = 0; i < size; ++i) walks_[i] = {i, words.Start()};
  for (uint32_t length = 1; !walks_.empty(); ++length) {
    size_t going = 0;
    for (Walk walk : walks_) {  // without branches
      const uint32_t end = walk.begin + length;
      const bool goes_on = words.Follow(text_[std::min(end, size) - 1], walk.state);
      walks_[going] = walk;
      going += static_cast<size_t>(goes_on & (end <= size));
    }
    walks_.resize(going);
    for (const Walk& walk : walks_) {
      if (!words.HasWord(walk.state)) continue;
      const std::span<const MecabWord> readings = words.At(walk.state);
      __builtin_prefetch(readings.data());
      uint32_t& longest = longest_match_[walk.begin];
      matches_.push_back({{walk.begin + length, readings}, longest});
      longest = static_cast<uint32_t>(matches_.size() - 1);
    }
  }
}

// Finds the best path to each candidate. Candidates found last enter the lists first.
bool MecabLattice::Extend(uint32_t at) {
  if (!FindCandidates(at)) return false;
  GatherEnded(at);
  for (size_t i = candidates_.size(); i-- > 0;) {
    const Candidate& candidate = candidates_[i];
    uint32_t& newest = ended_at_[candidate.end];
    for (size_t k = candidate.readings.size(); k-- > 0;) {
      const MecabWord& word = candidate.readings[k];
      Way& way = way_of_left_[word.left];
      if (seen_left_[word.left] != at) {
        seen_left_[word.left] = at;
        way = CheapestTo(word.left);
      }
      const int64_t cost = way.cost + word.cost + (begin_ > at ? dictionary_.Penalty(word) : 0);
      if (cost >= kMostCost) return false;
      nodes_.push_back({cost, way.node, newest, begin_, candidate.end, word.right});
      newest = static_cast<uint32_t>(nodes_.size() - 1);
    }
  }
  return true;
}

// Drops words that cost more than another one whatever follows, without branches. The costs of the
// words kept differ by less than 16 bits.
void MecabLattice::GatherEnded(uint32_t at) {
  ended_.clear();
  base_ = std::numeric_limits<int64_t>::max();
  int64_t most = base_;  // upper bound of the cheapest, including its connection to the next word
  for (uint32_t i = ended_at_[at]; i != kNone; i = nodes_[i].next_ended) {
    const Node& node = nodes_[i];
    base_ = std::min(base_, node.cost);
    most = std::min(most, node.cost + dictionary_.MostBehind(node.right));
    ended_.push_back({node.cost, i, node.right});
  }
  size_t kept = 0;
  for (const Ended& ended : ended_) {
    const bool keep = ended.key + dictionary_.LeastBehind(ended.right) <= most;
    const int64_t key = (ended.key - base_) << 32 | static_cast<int64_t>(kept);
    ended_[kept] = {key, ended.node, ended.right};
    kept += static_cast<size_t>(keep);
  }
  ended_.resize(kept);
}

// Finds the cheapest path, the first of equals. Has no branches, since they would be unpredictable,
// and two chains of comparisons, since each comparison waits for the one before.
MecabLattice::Way MecabLattice::CheapestTo(uint16_t left) const {
  const int16_t* const connections = dictionary_.Connections(left);
  const auto cost = [&](const Ended& ended) {
    return ended.key + (int64_t{connections[ended.right]} << 32);
  };
  const size_t count = ended_.size();
  int64_t even = cost(ended_[0]), odd = even;
  for (size_t i = count % 2; i < count; i += 2) {
    even = std::min(even, cost(ended_[i]));
    odd = std::min(odd, cost(ended_[i + 1]));
  }
  const int64_t best = std::min(even, odd);
  return {base_ + (best >> 32), ended_[static_cast<uint32_t>(best)].node};
}

bool MecabLattice::FindCandidates(uint32_t at) {
  const auto size = static_cast<uint32_t>(text_.size());
  const uint32_t limit = size - at >= kMostBytes ? at + kMostBytes : size;
  candidates_.clear();
  // Skip spaces, where each character shares a category with the one before.
  MecabCharacter last = dictionary_.Character(' '), first = last;
  uint32_t bytes = 0;
  for (begin_ = at; begin_ < limit; begin_ += bytes) {
    first = CharacterAt(begin_, limit, bytes);
    if ((last.kinds & first.kinds) == 0) break;
    last = first;
  }
  if (begin_ == limit) return limit == size;
  for (uint32_t i = longest_match_[begin_]; i != kNone; i = matches_[i].shorter) {
    if (matches_[i].word.end <= limit) candidates_.push_back(matches_[i].word);
  }
  std::reverse(candidates_.begin(), candidates_.end());
  if (candidates_.empty() || first.always) AddUnknownWords(first, begin_ + bytes, limit);
  return true;
}

// `second` is where the first character ends.
void MecabLattice::AddUnknownWords(MecabCharacter first, uint32_t second, uint32_t limit) {
  const auto add = [&](uint32_t end) { candidates_.push_back({end, dictionary_.Unknown(first)}); };
  uint32_t bytes = 0;
  uint32_t group_end = kNone;
  if (first.group) {
    uint32_t grouped = 0;
    MecabCharacter last = first;
    for (group_end = second; group_end < limit; group_end += bytes, ++grouped) {
      const MecabCharacter next = CharacterAt(group_end, limit, bytes);
      if ((last.kinds & next.kinds) == 0) break;
      last = next;
    }
    if (grouped <= kMostGrouped) add(group_end);
  }
  uint32_t end = second;
  for (uint32_t i = 1; i <= first.longest && end != group_end; ++i) {
    add(end);
    if (end == limit || (first.kinds & CharacterAt(end, limit, bytes).kinds) == 0) break;
    end += bytes;
  }
  if (candidates_.empty()) add(end);
}

}  // namespace mtgauge
