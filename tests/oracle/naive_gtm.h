// Match sizes of GTM by their definitions: the greedy choice by repeatedly examining every pair of
// positions, and the largest matching by branch and bound.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

namespace mtgauge::oracle {

using Words = std::vector<std::string>;

// Concatenated references; runs do not cross a barrier.
struct NaiveJoined {
  explicit NaiveJoined(const std::vector<Words>& refs) {
    for (size_t r = 0; r < refs.size(); ++r) {
      for (const std::string& word : refs[r]) {
        words.push_back(word);
        of.push_back(r);
      }
    }
  }
  Words words;
  std::vector<size_t> of;
};

inline std::vector<size_t> NaiveGreedyRuns(const Words& hyp, const NaiveJoined& ref) {
  std::vector<bool> hyp_taken(hyp.size()), ref_taken(ref.words.size());
  std::vector<size_t> runs;
  while (true) {
    size_t best = 0, best_i = 0, best_j = 0;
    for (size_t i = 0; i < hyp.size(); ++i) {
      for (size_t j = 0; j < ref.words.size(); ++j) {
        size_t k = 0;
        while (i + k < hyp.size() && j + k < ref.words.size() && ref.of[j + k] == ref.of[j] &&
               !hyp_taken[i + k] && !ref_taken[j + k] && hyp[i + k] == ref.words[j + k]) {
          ++k;
        }
        if (k <= best) continue;
        best = k;
        best_i = i;
        best_j = j;
      }
    }
    if (best == 0) return runs;
    runs.push_back(best);
    for (size_t k = 0; k < best; ++k) hyp_taken[best_i + k] = ref_taken[best_j + k] = true;
  }
}

// Drops pairs of the shortest run while there are more than the mean reference has words.
inline double NaiveSize(std::vector<size_t> runs, double mean_length, double exponent) {
  size_t pairs = 0;
  for (const size_t run : runs) pairs += run;
  while (static_cast<double>(pairs) > mean_length) {
    std::sort(runs.begin(), runs.end());
    --pairs;
    if (--runs.front() == 0) runs.erase(runs.begin());
  }
  double sum = 0;
  for (const size_t run : runs) sum += std::pow(static_cast<double>(run), exponent);
  return std::pow(sum, 1 / exponent);
}

// The largest sum of squared lengths of runs over all matchings with one reference. A pair of
// positions in a maximal run of length L adds at most L to it, which bounds the rest of the search.
class ExactSquares {
 public:
  // For each word, the position after the last pair is tried first.
  ExactSquares(const Words& hyp, const Words& ref, uint64_t most_nodes)
      : hyp_(hyp), ref_(ref), nodes_(most_nodes), taken_(ref.size()), bound_(hyp.size() + 1) {
    for (size_t i = hyp.size(); i-- > 0;) {
      size_t longest = 0;
      for (size_t j = 0; j < ref.size(); ++j) longest = std::max(longest, MaximalRun(i, j));
      bound_[i] = bound_[i + 1] + longest;
    }
  }

  // `known` is the value of a known matching. Returns false if there are more nodes than allowed.
  bool Solve(size_t known) {
    best_ = known;
    Search(0, kNone, 0, 0);
    return nodes_ > 0;
  }
  size_t best() const { return best_; }

 private:
  static constexpr size_t kNone = SIZE_MAX;

  size_t MaximalRun(size_t i, size_t j) const {
    if (hyp_[i] != ref_[j]) return 0;
    size_t length = 1;
    for (size_t k = 1; k <= i && k <= j && hyp_[i - k] == ref_[j - k]; ++k) ++length;
    for (size_t k = 1; i + k < hyp_.size() && j + k < ref_.size(); ++k) {
      if (hyp_[i + k] != ref_[j + k]) break;
      ++length;
    }
    return length;
  }

  // Words up to `i` are placed, the last at `last` as the end of a run of length `run`; `done` is
  // the sum without that run.
  void Search(size_t i, size_t last, size_t run, size_t done) {
    if (nodes_ == 0) return;
    --nodes_;
    best_ = std::max(best_, done + run * run);
    // Each pair of the open run may become worth as much as its maximal run allows.
    const size_t open = run == 0 ? 0 : run * MaximalRun(i - 1, last);
    if (i == hyp_.size() || done + open + bound_[i] <= best_) return;
    if (run > 0 && last + 1 < ref_.size()) Place(i, last + 1, run, done, true);
    for (size_t j = 0; j < ref_.size(); ++j) {
      if (run == 0 || j != last + 1) Place(i, j, run, done, false);
    }
    Search(i + 1, kNone, 0, done + run * run);
  }
  void Place(size_t i, size_t j, size_t run, size_t done, bool continues) {
    if (taken_[j] || hyp_[i] != ref_[j]) return;
    taken_[j] = true;
    Search(i + 1, j, continues ? run + 1 : 1, continues ? done : done + run * run);
    taken_[j] = false;
  }

  const Words& hyp_;
  const Words& ref_;
  uint64_t nodes_;
  size_t best_ = 0;
  std::vector<bool> taken_;
  std::vector<size_t> bound_;
};

}  // namespace mtgauge::oracle
