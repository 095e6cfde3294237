// The signed-rank test over the units that each rule compares.
#include "parallel/compare/human_tests.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "core/base/nan.h"
#include "core/base/printing.h"
#include "core/judgements/campaign_ranks.h"
#include "core/judgements/wilcoxon.h"
#include "core/significance/conventions.h"
#include "core/significance/significance.h"

namespace mtgauge {
namespace {

using Judgement = JudgementTable::Judgement;
using Scores = std::vector<double>;

// The scores of every system, by unit.
class UnitScores {
 public:
  // `by_round`: what a round judges again is another unit.
  UnitScores(const HumanTable& table, bool by_round) : of_systems_(table.systems.size()) {
    uint32_t rounds = 1;
    for (const Judgement& judgement : table.judgements) {
      if (by_round) rounds = std::max(rounds, judgement.round + 1);
    }
    rounds_ = rounds;
    term_of_item_ = table.term_of_item;
    terms_ = std::max<size_t>(table.terms.size(), 1);
    for (const Judgement& judgement : table.judgements) {
      const uint64_t unit = uint64_t{judgement.item} * rounds + (by_round ? judgement.round : 0);
      of_systems_[judgement.system].push_back(
          {unit, table.lower_is_better ? -judgement.score : judgement.score});
    }
    for (std::vector<Scored>& scores : of_systems_) {
      std::stable_sort(scores.begin(), scores.end(),
                       [](const Scored& a, const Scored& b) { return a.unit < b.unit; });
    }
  }

  // Returns the differences of two systems on the units of both, by term: of each score of one with
  // each score of the other, as a join of tables pairs them. Leaves out terms without any.
  std::vector<Scores> Differences(uint32_t a, uint32_t b) const {
    const std::vector<Scored>&of_a = of_systems_[a], &of_b = of_systems_[b];
    std::vector<Scores> differences(terms_);
    for (size_t i = 0, j = 0; i < of_a.size() && j < of_b.size();) {
      if (of_a[i].unit != of_b[j].unit) {
        ++(of_a[i].unit < of_b[j].unit ? i : j);
        continue;
      }
      const uint64_t item = of_a[i].unit / rounds_;
      Scores& of_term = differences[term_of_item_.empty() ? 0 : term_of_item_[item]];
      const size_t end = EndOfUnit(of_a, i), other_end = EndOfUnit(of_b, j);
      for (; i < end; ++i) {
        for (size_t k = j; k < other_end; ++k) of_term.push_back(of_a[i].score - of_b[k].score);
      }
      j = other_end;
    }
    std::erase_if(differences, [](const Scores& of_term) { return of_term.empty(); });
    return differences;
  }

 private:
  struct Scored {
    uint64_t unit;
    double score;
  };

  static size_t EndOfUnit(const std::vector<Scored>& scores, size_t begin) {
    size_t end = begin;
    while (end < scores.size() && scores[end].unit == scores[begin].unit) ++end;
    return end;
  }

  std::vector<std::vector<Scored>> of_systems_;
  std::vector<uint32_t> term_of_item_;
  uint64_t rounds_ = 1;
  size_t terms_ = 1;
};

// The tests of one pair in each term.
struct TermTests {
  Scores two_sided, greater, less;
  bool exact = true;
};

TermTests TestPair(const UnitScores& units, uint32_t a, uint32_t b) {
  TermTests tests;
  for (const Scores& of_term : units.Differences(a, b)) {
    const WilcoxonP p = Wilcoxon(of_term);
    tests.two_sided.push_back(p.two_sided);
    tests.greater.push_back(p.greater);
    tests.less.push_back(p.less);
    tests.exact = tests.exact && p.exact;
  }
  return tests;
}

// Returns the p of all units together; NaN if the systems have none in common.
double OnlyOf(const Scores& p) { return p.empty() ? kNaN : p.front(); }

// Returns the p of our rule: of all units, or combined over the terms of a mean with its direction.
double OwnP(const TermTests& tests) {
  return tests.two_sided.size() < 2 ? OnlyOf(tests.two_sided)
                                    : CombineSymmetric(tests.greater, tests.less);
}

void WarnOfUndefined(const MetricComparison& metric, size_t count, std::string_view effect,
                     std::vector<Warning>& warnings) {
  if (count == 0) return;
  warnings.push_back({"no-variation", "",
                      fmt::format("{}: the signed-rank test of {} is undefined, since all "
                                  "differences are 0{}",
                                  metric.metric, Counted(count, "pair"), effect)});
}

void TestByOwnRule(const HumanTable& table, const CompareOptions& options, MetricComparison& metric,
                   std::vector<Warning>& warnings) {
  const UnitScores units(table, false);
  Scores p;
  size_t undefined = 0;
  for (PairTest& pair : metric.pairs) {
    const TermTests tests = TestPair(units, pair.a, pair.b);
    pair.p = OwnP(tests);
    pair.exact = tests.exact && tests.two_sided.size() == 1;
    if (std::isnan(pair.p)) {
      ++undefined;
      pair.p = 1;
    }
    p.push_back(pair.p);
  }
  const Scores adjusted = Adjusted(options.correction, p);
  for (size_t i = 0; i < p.size(); ++i) {
    metric.pairs[i].p_adjusted = adjusted[i];
    metric.pairs[i].p_error = 0;
    metric.pairs[i].significant = adjusted[i] <= options.alpha;
  }
  WarnOfUndefined(metric, undefined, "; its p is 1", warnings);
  RankSystems(options, metric);
}

// Returns the pairs whose directions in different domains the rule of WMT24 adds up.
std::vector<const PairTest*> Disagreements(const CompareOptions& options,
                                           const std::vector<TermTests>& tests,
                                           const MetricComparison& metric) {
  std::vector<const PairTest*> found;
  for (size_t i = 0; i < tests.size(); ++i) {
    const double own = OwnP(tests[i]);
    if ((metric.pairs[i].p < options.alpha) != (own < options.alpha)) {
      found.push_back(&metric.pairs[i]);
    }
  }
  return found;
}

void WarnOfDirections(const CompareOptions& options, const std::vector<TermTests>& tests,
                      const MetricComparison& metric, std::vector<Warning>& warnings) {
  const std::vector<const PairTest*> found = Disagreements(options, tests, metric);
  if (found.empty()) return;
  const PairTest& first = *found.front();
  const bool by_rule = first.p < options.alpha;
  warnings.push_back(
      {"direction", "",
       fmt::format("{}: the rule of WMT24 counts wins and losses in different domains alike: '{}' "
                   "and '{}' {} significantly by it, but {} if directions count ({}); use "
                   "`clusters` wmt with `test` wilcoxon",
                   metric.metric, metric.systems[first.a].name, metric.systems[first.b].name,
                   by_rule ? "differ" : "do not differ", by_rule ? "not" : "they do",
                   Counted(found.size(), "such pair"))});
}

void TestByCampaign(const HumanTable& table, const CompareOptions& options,
                    MetricComparison& metric, std::vector<Warning>& warnings) {
  const bool wmt25 = options.clusters == ClusterRule::kWmt25;
  const UnitScores units(table, wmt25);
  const auto systems = static_cast<uint32_t>(metric.systems.size());
  const double sign = table.lower_is_better ? -1 : 1;
  Scores scores;
  for (const SystemEstimate& system : metric.systems) scores.push_back(sign * system.score);
  std::vector<TermTests> tests;
  std::vector<Scores> p(systems, Scores(systems, 1));
  size_t undefined = 0;
  for (PairTest& pair : metric.pairs) {
    const TermTests& of = tests.emplace_back(TestPair(units, pair.a, pair.b));
    pair.p = wmt25                 ? OnlyOf(scores[pair.a] >= scores[pair.b] ? of.greater : of.less)
             : table.terms.empty() ? OnlyOf(of.two_sided)
                                   : CombineAsWmt24(of.two_sided);
    p[pair.a][pair.b] = p[pair.b][pair.a] = pair.p;
    pair.p_adjusted = pair.p;
    pair.p_error = 0;
    pair.exact = of.exact && of.two_sided.size() == 1;
    pair.significant = pair.p < options.alpha;
    undefined += std::isnan(pair.p) ? 1 : 0;
  }
  const PairP of_pair = [&](uint32_t better, uint32_t worse) { return p[better][worse]; };
  const std::vector<CampaignRank> ranks = wmt25 ? RankAsWmt25(scores, of_pair, options.alpha)
                                                : RankAsWmt24(scores, of_pair, options.alpha);
  for (const CampaignRank& rank : ranks) {
    SystemEstimate& system = metric.systems[rank.system];
    system.rank_low = rank.low;
    system.rank_high = rank.high;
    system.cluster = rank.cluster;
  }
  WarnOfUndefined(metric, undefined,
                  "; as in the campaign's script, it separates clusters, but not ranks", warnings);
  if (!wmt25 && !table.terms.empty()) WarnOfDirections(options, tests, metric, warnings);
}

}  // namespace

void TestByRanks(const HumanTable& table, const CompareOptions& options, MetricComparison& metric,
                 std::vector<Warning>& warnings) {
  (IsCampaign(options.clusters) ? TestByCampaign : TestByOwnRule)(table, options, metric, warnings);
}

}  // namespace mtgauge
