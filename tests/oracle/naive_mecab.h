// MeCab's search without pruning: compares every word with every word before it. For short texts in
// UTF-8; never gives up.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/text/mecab/mecab_dictionary.h"
#include "core/text/utf8.h"

namespace mtgauge {

// For short texts in UTF-8; never gives up.
class NaiveMecab {
 public:
  explicit NaiveMecab(const MecabDictionary& dictionary) : dictionary_(dictionary) {}

  std::vector<std::string> Words(std::string_view text) {
    text_ = text;
    nodes_ = {{0, 0, 0, 0, 0, 0}};
    size_t last = 0;
    for (size_t place = 0; place < text.size(); ++place) {
      if (!IsEnd(place)) continue;
      last = place;
      Extend(place);
    }
    if (IsEnd(text.size())) last = text.size();
    std::vector<std::string> words;
    for (size_t i = Cheapest(last, 0).second; i != 0; i = nodes_[i].before) {
      const std::string_view word = text.substr(nodes_[i].begin, nodes_[i].end - nodes_[i].begin);
      words.emplace(words.begin(), word);
    }
    return words;
  }

 private:
  struct Node {
    size_t place, begin, end;  // the place is before spaces
    uint16_t right;
    int64_t cost;
    size_t before;
  };
  struct Candidate {
    size_t end;
    std::span<const MecabWord> readings;
  };

  bool IsEnd(size_t place) const {
    for (const Node& node : nodes_) {
      if (node.end == place) return true;
    }
    return false;
  }
  MecabCharacter Character(size_t at) const {
    const char32_t code = DecodeAt(text_, at).value;
    return dictionary_.Character(code > 0xFFFF ? 0 : static_cast<uint16_t>(code));
  }
  size_t Behind(size_t at) const { return at + DecodeAt(text_, at).length; }
  // Returns the end and length of a chain of characters of compatible kinds that begins after
  // `last`.
  std::pair<size_t, size_t> Chain(size_t at, MecabCharacter last) const {
    size_t count = 0;
    for (; at < text_.size() && (last.kinds & Character(at).kinds) != 0; ++count) {
      last = Character(at);
      at = Behind(at);
    }
    return {at, count};
  }

  std::vector<Candidate> Candidates(size_t begin) const {
    std::vector<Candidate> found;
    for (size_t end = begin + 1; end <= text_.size(); ++end) {
      const auto readings = dictionary_.words().Find(text_.substr(begin, end - begin));
      if (!readings.empty()) found.push_back({end, readings});
    }
    const MecabCharacter first = Character(begin);
    if (!found.empty() && !first.always) return found;
    const auto unknown = dictionary_.Unknown(first);
    const auto [group, grouped] = Chain(Behind(begin), first);
    if (first.group && grouped <= 24) found.push_back({group, unknown});
    size_t end = Behind(begin);
    for (uint32_t i = 1; i <= first.longest && !(first.group && end == group); ++i) {
      found.push_back({end, unknown});
      if (end == text_.size() || (first.kinds & Character(end).kinds) == 0) break;
      end = Behind(end);
    }
    if (found.empty()) found.push_back({end, unknown});
    return found;
  }

  // Among equal ones, those that begin last come first, then those that were found first.
  std::pair<int64_t, size_t> Cheapest(size_t place, uint16_t left) const {
    std::pair<int64_t, size_t> best = {INT64_MAX, 0};
    for (size_t i = 0; i < nodes_.size(); ++i) {
      const Node& node = nodes_[i];
      if (node.end != place) continue;
      const int64_t cost = node.cost + dictionary_.Connections(left)[node.right];
      if (cost < best.first || (cost == best.first && node.place > nodes_[best.second].place)) {
        best = {cost, i};
      }
    }
    return best;
  }

  void Extend(size_t place) {
    const size_t begin = Chain(place, dictionary_.Character(' ')).first;
    if (begin == text_.size()) return;
    for (const Candidate& candidate : Candidates(begin)) {
      for (const MecabWord& word : candidate.readings) {
        const auto [cost, before] = Cheapest(place, word.left);
        const int64_t penalty = begin > place ? dictionary_.Penalty(word) : 0;
        nodes_.push_back(
            {place, begin, candidate.end, word.right, cost + word.cost + penalty, before});
      }
    }
  }

  const MecabDictionary& dictionary_;
  std::string_view text_;
  std::vector<Node> nodes_;
};

}  // namespace mtgauge
