// The stages of the first METEOR as described: every choice is a separate object, all are sorted,
// and of equal ones the first stays.
#pragma once

#include <algorithm>
#include <cstdint>
#include <tuple>
#include <vector>

namespace mtgauge::oracle {

class NaiveStages {
 public:
  static constexpr uint32_t kNone = UINT32_MAX;

  NaiveStages(size_t hypothesis_size, size_t reference_size)
      : pairs_(reference_size, kNone), taken_(hypothesis_size) {}

  // options[j]: candidates for word j of the reference, ascending.
  void AddStage(std::vector<std::vector<uint32_t>> options, size_t beam) {
    TakeForced(options);
    std::vector<Choice> choices(1);
    choices[0].used.resize(taken_.size());
    choices[0].pairs = pairs_;
    for (size_t j = 0; j < pairs_.size(); ++j) {
      if (pairs_[j] != kNone || options[j].empty()) {
        for (Choice& choice : choices) {
          choice.joins += Joins(choice, pairs_[j]);
          choice.last = pairs_[j];
        }
      } else {
        choices = Best(Successors(choices, j, options[j]), beam);
      }
    }
    const auto better = [](const Choice& x, const Choice& y) { return Order(x) < Order(y); };
    pairs_ = std::min_element(choices.begin(), choices.end(), better)->pairs;
    for (const uint32_t i : pairs_) {
      if (i != kNone) taken_[i] = true;
    }
  }

  const std::vector<uint32_t>& pairs() const { return pairs_; }
  bool exact() const { return exact_; }

 private:
  struct Choice {
    std::vector<uint32_t> pairs;
    std::vector<bool> used;
    int matches = 0, crossings = 0, joins = 0;
    uint32_t last = kNone, option = kNone;
    size_t from = 0;
  };
  static std::tuple<int, int, int> Order(const Choice& choice) {
    return {-choice.matches, choice.crossings, -choice.joins};
  }
  static int Joins(const Choice& choice, uint32_t i) {
    return choice.last != kNone && i != kNone && choice.last + 1 == i ? 1 : 0;
  }

  void TakeForced(std::vector<std::vector<uint32_t>>& options) {
    std::vector<int> coverage(taken_.size());
    for (size_t j = 0; j < options.size(); ++j) {
      if (pairs_[j] != kNone) options[j].clear();
      std::erase_if(options[j], [&](uint32_t i) { return taken_[i]; });
      for (const uint32_t i : options[j]) ++coverage[i];
    }
    for (size_t j = 0; j < options.size(); ++j) {
      if (options[j].size() == 1 && coverage[options[j][0]] == 1) {
        pairs_[j] = options[j][0];
        taken_[options[j][0]] = true;
      }
    }
  }

  // Counts crossings with the fixed pairs and those of the choice.
  static int Crossings(const Choice& choice, size_t position, uint32_t hypothesis) {
    int crossings = 0;
    for (size_t j = 0; j < choice.pairs.size(); ++j) {
      if (choice.pairs[j] == kNone) continue;
      crossings += (j < position) != (choice.pairs[j] < hypothesis) ? 1 : 0;
    }
    return crossings;
  }

  static std::vector<Choice> Successors(const std::vector<Choice>& choices, size_t position,
                                        const std::vector<uint32_t>& options) {
    std::vector<Choice> out;
    for (size_t c = 0; c < choices.size(); ++c) {
      for (const uint32_t i : options) {
        if (choices[c].used[i]) continue;
        Choice next = choices[c];
        ++next.matches;
        next.crossings += Crossings(next, position, i);
        next.joins += Joins(next, i);
        next.used[i] = true;
        next.pairs[position] = next.last = next.option = i;
        next.from = c;
        out.push_back(next);
      }
      Choice next = choices[c];
      next.last = next.option = kNone;
      next.from = c;
      out.push_back(next);
    }
    return out;
  }

  std::vector<Choice> Best(std::vector<Choice> all, size_t beam) {
    std::sort(all.begin(), all.end(), [](const Choice& x, const Choice& y) {
      return std::tuple(Order(x), x.option, x.from) < std::tuple(Order(y), y.option, y.from);
    });
    std::vector<Choice> best;
    for (const Choice& choice : all) {
      const bool is_known = std::any_of(best.begin(), best.end(), [&](const Choice& other) {
        return other.last == choice.last && other.used == choice.used;
      });
      if (is_known) continue;
      if (best.size() == beam) {
        exact_ = false;
        break;
      }
      best.push_back(choice);
    }
    return best;
  }

  std::vector<uint32_t> pairs_;
  std::vector<bool> taken_;
  bool exact_ = true;
};

}  // namespace mtgauge::oracle
