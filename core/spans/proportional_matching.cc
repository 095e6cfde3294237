// The one-to-one matching with the greatest F1 of an output under MPP. F1 is no sum over pairs, so
// it is not an assignment problem: pairs can favour precision or recall. Spans that overlap
// directly or through others form components. Each is solved to its Pareto front, the credits of
// precision and recall that no other matching exceeds in both. The fronts are then merged.
#include <algorithm>
#include <map>
#include <numeric>
#include <utility>

#include "core/spans/span_pairs.h"

namespace mtgauge {
namespace {

constexpr double kEqual = 1e-12;
constexpr uint32_t kNone = UINT32_MAX;
constexpr uint64_t kMostPoints = uint64_t{1} << 21;

// What some matching contributes to precision and recall; `trail` tells its pairs.
struct Point {
  double p = 0, r = 0;
  uint32_t trail = kNone;
};
using Front = std::vector<Point>;

// A pair added to a matching, or two matchings joined.
struct Trail {
  uint32_t before, joined;
  const SpanPair* pair;
};

// Keeps the points that no other exceeds in both.
void KeepBest(Front& front) {
  std::stable_sort(front.begin(), front.end(), [](const Point& a, const Point& b) {
    return a.p != b.p ? a.p > b.p : a.r > b.r;
  });
  size_t kept = 0;
  for (const Point& point : front) {
    if (kept == 0 || point.r > front[kept - 1].r) front[kept++] = point;
  }
  front.resize(kept);
}

// A linear bound of F1. F1 is concave and of degree 1, so its gradient at any point, times another
// point, is at least the F1 of that point.
struct Slope {
  double p = 1, r = 1;

  double Of(const Point& point) const { return p * point.p + r * point.r; }
};

const Point& Greatest(const Front& front, const Slope& slope) {
  return *std::max_element(front.begin(), front.end(), [&](const Point& a, const Point& b) {
    return slope.Of(a) < slope.Of(b);
  });
}

class F1Matcher {
 public:
  F1Matcher(double predicted_size, double gold_size)
      : predicted_size_(predicted_size), gold_size_(gold_size) {}

  // Solves one component: its pairs, sorted by predicted span. Returns false if it is too much
  // work.
  bool Add(const std::vector<const SpanPair*>& pairs);
  // Merges all components.
  std::optional<std::vector<SpanPair>> Best();

 private:
  using Used = std::vector<uint32_t>;  // gold spans that are taken and that later pairs have
  using States = std::map<Used, Front>;

  bool Spend(size_t steps) { return (steps_ += steps) <= kMostPoints; }
  double F1(const Point& point) const {
    return F1Of(point.p / predicted_size_, point.r / gold_size_);
  }
  Slope SlopeAt(const Point& point) const;
  // Returns a slope whose bound is close, and the F1 that some matching has.
  std::pair<Slope, double> FindBound() const;
  bool Better(const Point& a, const Point& b) const;
  void Collect(uint32_t trail, std::vector<SpanPair>& pairs) const;

  double predicted_size_, gold_size_;
  uint64_t steps_ = 0;
  std::vector<Trail> trails_;
  std::vector<Front> fronts_;
};

bool F1Matcher::Add(const std::vector<const SpanPair*>& pairs) {
  std::map<uint32_t, size_t> last;  // gold span -> its last pair
  for (size_t i = 0; i < pairs.size(); ++i) last[pairs[i]->gold] = i;
  States states = {{{}, {Point{}}}};
  for (size_t begin = 0, end = 0; begin < pairs.size(); begin = end) {
    while (end < pairs.size() && pairs[end]->predicted == pairs[begin]->predicted) ++end;
    States next;
    const auto put = [&](Used used, const Point& point) {
      std::erase_if(used, [&](uint32_t gold) { return last[gold] < end; });
      next[std::move(used)].push_back(point);
    };
    for (const auto& [used, front] : states) {
      if (!Spend(front.size() * (end - begin + 1))) return false;
      for (const Point& point : front) put(used, point);
      for (size_t i = begin; i < end; ++i) {
        const SpanPair& pair = *pairs[i];
        const auto place = std::lower_bound(used.begin(), used.end(), pair.gold);
        if (place != used.end() && *place == pair.gold) continue;
        Used more = used;
        more.insert(more.begin() + (place - used.begin()), pair.gold);
        for (const Point& point : front) {
          trails_.push_back({point.trail, kNone, &pair});
          put(more, {point.p + pair.to_predicted, point.r + pair.to_gold,
                     static_cast<uint32_t>(trails_.size() - 1)});
        }
      }
    }
    for (auto& [used, front] : next) KeepBest(front);
    states = std::move(next);
  }
  fronts_.push_back(std::move(states.begin()->second));  // all gold spans are done: one state
  return true;
}

Slope F1Matcher::SlopeAt(const Point& point) const {
  const double p = point.p / predicted_size_, r = point.r / gold_size_, sum = p + r;
  if (sum == 0) return {1 / predicted_size_, 1 / gold_size_};
  return {2 * (r / sum) * (r / sum) / predicted_size_, 2 * (p / sum) * (p / sum) / gold_size_};
}

std::pair<Slope, double> F1Matcher::FindBound() const {
  constexpr int kMostRounds = 32;
  Slope slope = SlopeAt({}), best_slope = slope;
  double best = 0;
  for (int round = 0; round < kMostRounds; ++round) {
    Point sum;
    for (const Front& front : fronts_) {
      const Point& chosen = Greatest(front, slope);
      sum.p += chosen.p;
      sum.r += chosen.r;
    }
    if (F1(sum) <= best) break;
    best = F1(sum);
    best_slope = slope = SlopeAt(sum);
  }
  return {best_slope, best};
}

bool F1Matcher::Better(const Point& a, const Point& b) const {
  const double ap = a.p / predicted_size_, ar = a.r / gold_size_;
  const double bp = b.p / predicted_size_, br = b.r / gold_size_;
  const double by[][2] = {{F1(a), F1(b)}, {ap + ar, bp + br}, {ap, bp}, {ar, br}};
  for (const auto& [x, y] : by) {
    if (x > y + kEqual) return true;
    if (x < y - kEqual) return false;
  }
  return false;
}

void F1Matcher::Collect(uint32_t trail, std::vector<SpanPair>& pairs) const {
  for (; trail != kNone; trail = trails_[trail].before) {
    if (trails_[trail].pair != nullptr) pairs.push_back(*trails_[trail].pair);
    Collect(trails_[trail].joined, pairs);
  }
}

std::optional<std::vector<SpanPair>> F1Matcher::Best() {
  const auto [slope, least] = FindBound();
  std::vector<double> rest(fronts_.size() + 1);  // the most that the fronts from here on add
  for (size_t k = fronts_.size(); k-- > 0;) {
    rest[k] = rest[k + 1] + slope.Of(Greatest(fronts_[k], slope));
  }
  Front merged = {Point{}};
  for (size_t k = 0; k < fronts_.size(); ++k) {
    Front next;
    if (!Spend(merged.size() * fronts_[k].size())) return std::nullopt;
    for (const Point& a : merged) {
      for (const Point& b : fronts_[k]) {
        Point both = {a.p + b.p, a.r + b.r, a.trail};
        if (slope.Of(both) + rest[k + 1] < least - kEqual) continue;
        if (b.trail != kNone) {
          trails_.push_back({a.trail, b.trail, nullptr});
          both.trail = static_cast<uint32_t>(trails_.size() - 1);
        }
        next.push_back(both);
      }
    }
    KeepBest(next);
    merged = std::move(next);
  }
  std::vector<SpanPair> pairs;
  const Point* best = &merged.front();
  for (const Point& point : merged) {
    if (Better(point, *best)) best = &point;
  }
  Collect(best->trail, pairs);
  return pairs;
}

// Returns the pairs of each component, in the order of their predicted spans.
std::vector<std::vector<const SpanPair*>> ComponentsOf(std::span<const SpanPair> pairs) {
  std::vector<size_t> parents(pairs.size());
  std::iota(parents.begin(), parents.end(), size_t{0});
  const auto root = [&](size_t at) {
    while (parents[at] != at) at = parents[at] = parents[parents[at]];
    return at;
  };
  std::map<uint32_t, size_t> of_predicted, of_gold;
  for (size_t i = 0; i < pairs.size(); ++i) {
    parents[root(i)] = root(of_predicted.try_emplace(pairs[i].predicted, i).first->second);
    parents[root(i)] = root(of_gold.try_emplace(pairs[i].gold, i).first->second);
  }
  std::map<size_t, std::vector<const SpanPair*>> by_root;
  for (size_t i = 0; i < pairs.size(); ++i) by_root[root(i)].push_back(&pairs[i]);
  std::vector<std::vector<const SpanPair*>> components;
  for (auto& [at, component] : by_root) components.push_back(std::move(component));
  return components;
}

}  // namespace

std::optional<std::vector<SpanPair>> MatchForF1(std::span<const SpanPair> pairs,
                                                double predicted_size, double gold_size) {
  if (pairs.empty()) return std::vector<SpanPair>();
  F1Matcher matcher(predicted_size, gold_size);
  for (const std::vector<const SpanPair*>& component : ComponentsOf(pairs)) {
    if (!matcher.Add(component)) return std::nullopt;
  }
  return matcher.Best();
}

}  // namespace mtgauge
