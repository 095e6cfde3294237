// The steps of a comparison: from rows to units, to scores of resamples, to tests.
#include "parallel/significance/comparer.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <deque>
#include <span>
#include <utility>

#include "core/base/hash.h"
#include "core/base/pinned_math.h"
#include "core/base/printing.h"
#include "core/base/version.h"
#include "core/significance/conventions.h"
#include "core/significance/significance.h"
#include "parallel/run/memory.h"
#include "parallel/run/threads.h"
#include "parallel/significance/resampled_units.h"
#include "parallel/significance/shuffler.h"

namespace mtgauge {
namespace {

constexpr uint64_t kFewUnits = 30;
constexpr double kLargeDesignEffect = 1.5;
constexpr uint64_t kDesignResamples = 1000;
constexpr uint64_t kSideResamples = 1000;  // sacreBLEU's
constexpr uint32_t kMostStrata = 4096;
constexpr uint64_t kFewestCommon = 20;

// Returns a copy of the rows in which those of the given segments are zero.
RowStore WithoutMissing(const RowStore& rows, const std::vector<bool>& missing) {
  RowStore out(rows.columns());
  std::vector<int64_t> row(rows.columns());
  for (uint64_t i = 0; i < rows.segments(); ++i) {
    rows.Row(i, row.data());
    if (missing[i]) std::fill(row.begin(), row.end(), 0);
    out.Add(i, row);
  }
  out.Finish();
  return out;
}

// Maps one progress bar to several phases of equal length.
class Phases {
 public:
  Phases(const Progress& progress, uint32_t phases) : progress_(progress), phases_(phases) {}

  Progress Next() {
    const uint32_t begun = begun_++;
    if (!progress_) return nullptr;
    return [this, begun](double share) { progress_((begun + share) / phases_); };
  }

 private:
  const Progress& progress_;
  double phases_;
  uint32_t begun_ = 0;
};

class Comparer {
 public:
  Comparer(const CompareInput& input, const CompareOptions& options, const Schedule& schedule,
           const Progress& progress)
      : input_(input),
        options_(options),
        schedule_(schedule),
        phases_(progress, uint32_t{NeedsMain()} + NeedsHalf() + NeedsShuffles() +
                              NeedsDesignEffect() + (NeedsSideIntervals() ? 2 : 0)) {
    pairs_ = PairsOf(static_cast<uint32_t>(input.systems.size()), options.baseline);
    for (const ComparedMetric& metric : input.metrics) {
      runs_.emplace_back();
      for (const RowStore& rows : metric.rows) AddRun(metric, rows);
      if (metric.missing.empty()) continue;
      for (const auto& [a, b] : pairs_) {
        AddRun(metric, Keep(WithoutMissing(metric.rows[a], metric.missing[b])));
        AddRun(metric, Keep(WithoutMissing(metric.rows[b], metric.missing[a])));
      }
    }
  }

  Result<Comparison> Run();
  Status Draw();

 private:
  // Everything that is drawn, by metric. Unused members are empty.
  struct Drawn {
    std::vector<ResampledScores> main, half,
        other_unit;  // full size; half size; by ScoreOtherUnit()
    std::vector<ShuffledDifferences> shuffled;
    std::vector<std::vector<ResampledScores>> beside;  // by ScoreSideIntervals()
  };

  bool NeedsPairs() const { return input_.systems.size() > 1; }
  bool NeedsHalf() const { return options_.sampling != Sampling::kFull; }
  bool NeedsMain() const { return NeedsPairs() || NeedsDesignEffect() || !NeedsHalf(); }
  bool NeedsShuffles() const { return NeedsPairs() && options_.test == TestKind::kRandomization; }
  bool NeedsDesignEffect() const { return !input_.document_of_segment.empty(); }

  // Appends a store to the runs of the current metric.
  void AddRun(const ComparedMetric& metric, const RowStore& rows) {
    stores_.push_back(&rows);
    runs_.back().push_back({metric.metric, columns_, rows.columns()});
    columns_ += rows.columns();
  }
  const RowStore& Keep(RowStore rows) { return kept_.emplace_back(std::move(rows)); }

  NumpyRule Rule() const { return options_.numpy2 ? NumpyRule::kNumpy2 : NumpyRule::kNumpy1; }

  Status Check() const;
  Status CheckMissing(const ComparedMetric& metric) const;
  // Says which pair has too few common scores in a term of the mean; empty if none has.
  std::string ThinTerm(const ComparedMetric& metric) const;
  Draws MakeDraws(Draws::Kind kind, uint64_t resamples) const;
  void FindFloats();
  // What is resampled and scored by itself: all strata, or each of them as a term of a mean.
  struct Term {
    std::span<const RowProduct> strata;
    double weight;
    uint64_t seed;
  };
  std::vector<Term> TermsOf(const ResampledRows& units, uint64_t seed) const;
  // [metric][run][resample]: the weight of the terms in which a resample has no score, as may
  // happen if scores are missing. Empty for a metric without missing scores.
  using LostWeights = std::vector<std::vector<std::vector<double>>>;
  LostWeights NoneLost(uint64_t resamples) const;
  std::vector<ResampledScores> Observed(const ResampledRows& units) const;
  // Scores every metric and run on resamples of the units.
  Result<std::vector<ResampledScores>> ScoreResamples(const ResampledRows& units,
                                                      const Draws& draws);
  // Returns true if sacreBLEU's intervals are needed in addition to its randomization test.
  bool NeedsSideIntervals() const {
    return options_.sacrebleu && options_.generator == Generator::kNumpy && NeedsShuffles();
  }
  // Resamples as PairedTest(n_ar_confidence=0) does, for the mean, spread and interval of each
  // system.
  Result<std::vector<std::vector<ResampledScores>>> ScoreSideIntervals(const ResampledRows& units);
  void EstimateBeside(std::span<const std::vector<ResampledScores>> drawn, size_t metric,
                      MetricComparison& out) const;
  double ScoreSums(const ScoredRun& run, std::span<const int64_t> sums) const;
  Result<std::vector<ShuffledDifferences>> ShuffleAll(const ResampledRows& units);
  // Scores with the other unit resampled, for the design effect. Returns nothing if a document is
  // in several strata.
  Result<std::vector<ResampledScores>> ScoreOtherUnit(Draws draws);
  std::vector<std::vector<double>> Jackknife(const ResampledRows& units, size_t metric) const;
  Result<Drawn> DrawAll(const ResampledRows& units);
  // Rounds the differences of the shuffles in `drawn`.
  MetricComparison CompareBy(size_t metric, const ResampledRows& units, Drawn& drawn) const;
  MetricComparison Describe(size_t metric, const ResampledRows& units) const;
  std::string TestSignature(const ResampledRows& units, bool exact) const;
  void AddAgreement(size_t metric, MetricComparison& out) const;
  // Adds the shares of which each system's score is one.
  void AddDetails(size_t metric, const ResampledRows& units, MetricComparison& out) const;
  // Divides the differences between brevity penalty and precision.
  void AddBrevity(size_t metric, const ResampledRows& units, MetricComparison& out) const;
  void WarnOfEstimates(const MetricComparison& metric, std::vector<Warning>& warnings) const;
  void Warn(const ResampledRows& units, Comparison& out) const;

  const CompareInput& input_;
  const CompareOptions& options_;
  const Schedule& schedule_;
  Phases phases_;
  std::vector<std::pair<uint32_t, uint32_t>> pairs_;  // pairs to test
  std::deque<RowStore> kept_;            // rows of pairs with their own set of segments
  std::vector<const RowStore*> stores_;  // by metric, then by run
  std::vector<FloatSums> floats_;
  // [metric][run]; after the runs, two for each pair with its own set of segments.
  std::vector<std::vector<ScoredRun>> runs_;
  uint32_t columns_ = 0;
};

Status Comparer::Check() const {
  if (input_.metrics.empty() || input_.systems.empty()) {
    return UsageError("there is nothing to compare", "give at least one metric and one system");
  }
  const uint64_t segments = stores_.front()->segments();
  if (segments == 0) {
    return InputError("there is nothing to resample", "give at least one segment");
  }
  for (const ComparedMetric& metric : input_.metrics) MTG_RETURN_IF_ERROR(CheckMissing(metric));
  if (!input_.stratum_of_segment.empty() &&
      *std::max_element(input_.stratum_of_segment.begin(), input_.stratum_of_segment.end()) >=
          kMostStrata) {
    return InputError(fmt::format("more than {} strata", kMostStrata), "join small strata");
  }
  for (const auto* ids : {&input_.document_of_segment, &input_.stratum_of_segment}) {
    if (!ids->empty() && ids->size() != segments) {
      return InputError(fmt::format("{}, but {} of documents or strata",
                                    Counted(segments, "segment"), Counted(ids->size(), "line")),
                        "give one line per scored segment");
    }
  }
  if (options_.unit != Unit::kSegment && input_.document_of_segment.empty()) {
    return UsageError({.option = "unit"}, "`unit` document needs `documents` FILE", "");
  }
  if (options_.null == NullRule::kShifted && options_.test == TestKind::kBootstrap &&
      options_.correction == Correction::kMaxT && NeedsPairs()) {
    return UsageError({.option = "null"}, "`null` shifted has no max-T correction",
                      "use `correction` holm, or `null` centred");
  }
  for (const ComparedMetric& metric : input_.metrics) {
    const std::string thin = ThinTerm(metric);
    if (thin.empty() || options_.test == TestKind::kWilcoxon) continue;
    return InputError(thin,
                      "too few for a mean over groups; complete the scores, or leave out `mean`");
  }
  return OkStatus();
}

// Requires enough common segments. Otherwise some resamples would contain none, and have no score.
Status Comparer::CheckMissing(const ComparedMetric& metric) const {
  if (metric.missing.empty()) return OkStatus();
  if (metric.rows.size() > input_.systems.size()) {
    return UsageError(
        fmt::format("{}: systems with several output files must have all scores", metric.label),
        "complete the scores");
  }
  for (const auto& [a, b] : pairs_) {
    uint64_t common = 0;
    for (size_t i = 0; i < metric.missing[a].size(); ++i) {
      common += metric.missing[a][i] || metric.missing[b][i] ? 0 : 1;
    }
    if (common >= kFewestCommon) continue;
    return InputError(
        fmt::format("{}: '{}' and '{}' have scores for only {} common segments", metric.label,
                    input_.systems[a], input_.systems[b], common),
        fmt::format("at least {} are needed to resample them; complete the scores", kFewestCommon));
  }
  return OkStatus();
}

// A resample may have no score of a pair in a term with few scores of both, and then leaves the
// term out. That must be rare.
std::string Comparer::ThinTerm(const ComparedMetric& metric) const {
  constexpr double kRarely = 0.01;
  if (input_.terms.empty() || metric.missing.empty()) return {};
  const std::vector<uint32_t>& documents = input_.document_of_segment;
  const auto unit_of = [&](uint32_t i) {
    return options_.unit == Unit::kSegment ? i : documents[i];
  };
  const auto segments = static_cast<uint32_t>(input_.stratum_of_segment.size());
  std::vector<uint32_t> term_of_unit(segments, UINT32_MAX);
  std::vector<uint64_t> all(input_.terms.size());
  for (uint32_t i = 0; i < segments; ++i) {
    uint32_t& term = term_of_unit[unit_of(i)];
    if (term == UINT32_MAX) ++all[term = input_.stratum_of_segment[i]];
  }
  for (const auto& [a, b] : pairs_) {
    std::vector<bool> has(segments);
    std::vector<uint64_t> common(input_.terms.size());
    for (uint32_t i = 0; i < segments; ++i) {
      if (metric.missing[a][i] || metric.missing[b][i] || has[unit_of(i)]) continue;
      has[unit_of(i)] = true;
      ++common[input_.stratum_of_segment[i]];
    }
    for (size_t term = 0; term < all.size(); ++term) {
      const auto units = static_cast<double>(all[term]);
      const double share = static_cast<double>(common[term]) / units;
      if (std::pow(1 - share, units) <= kRarely) continue;
      return fmt::format("{}: '{}' and '{}' have common scores for {} of the {} of '{}'",
                         metric.label, input_.systems[a], input_.systems[b], common[term],
                         Counted(all[term], NameOf(kUnits, options_.unit)),
                         input_.terms[term].name);
    }
  }
  return {};
}

Draws Comparer::MakeDraws(Draws::Kind kind, uint64_t resamples) const {
  const auto source =
      options_.generator == Generator::kNumpy ? Draws::Source::kNumpy : Draws::Source::kMtg1;
  Draws draws = {kind, source, options_.seed, resamples, options_.sacrebleu};
  draws.maker = input_.sums;
  const bool as_numpy = options_.sacrebleu && source == Draws::Source::kNumpy;
  if (as_numpy && options_.unit == Unit::kSegment) draws.floats = floats_;
  return draws;
}

// Sums of integers are the same in any order, so metrics whose floats are all integers are left
// out.
void Comparer::FindFloats() {
  size_t store = 0;
  for (const std::vector<ScoredRun>& runs : runs_) {
    for (const ScoredRun& run : runs) {
      const RowStore& rows = *stores_[store++];
      const auto columns = run.metric->Floats();
      if (!columns) continue;
      FloatSums floats = {{columns->exact + run.first_column, columns->sum + run.first_column,
                           columns->rest + run.first_column},
                          std::vector<double>(rows.segments())};
      std::vector<int64_t> row(rows.columns());
      for (uint64_t i = 0; i < rows.segments(); ++i) {
        rows.Row(i, row.data());
        floats.values[i] = run.metric->FloatOf(row);
      }
      const auto is_whole = [](double value) { return value == std::floor(value); };
      if (std::all_of(floats.values.begin(), floats.values.end(), is_whole)) continue;
      floats_.push_back(std::move(floats));
    }
  }
}

bool IsZero(std::span<const int64_t> row) {
  return std::all_of(row.begin(), row.end(), [](int64_t value) { return value == 0; });
}

// Divides a mean by the weight of the terms that have a score.
void WeighAgain(double lost, double& mean) {
  if (lost > 0) mean /= 1 - lost;
}

std::vector<Comparer::Term> Comparer::TermsOf(const ResampledRows& units, uint64_t seed) const {
  if (input_.terms.empty()) return {{units.strata, 1, seed}};
  std::vector<Term> terms;
  for (size_t s = 0; s < units.strata.size(); ++s) {
    ContentHash name;
    name.Add(input_.terms[s].name);
    terms.push_back(
        {std::span(units.strata).subspan(s, 1), input_.terms[s].weight, seed ^ name.value()});
  }
  return terms;
}

// Computes the observed scores.
std::vector<ResampledScores> Comparer::Observed(const ResampledRows& units) const {
  std::vector<ResampledScores> out(runs_.size());
  for (size_t m = 0; m < runs_.size(); ++m) out[m].observed.assign(runs_[m].size(), 0);
  LostWeights lost = NoneLost(1);
  for (const Term& term : TermsOf(units, 0)) {
    std::vector<int64_t> totals = TotalsOf(term.strata);
    for (const FloatSums& floats : floats_) {
      double sum = 0;
      for (const double value : floats.values) sum += value;
      totals[floats.columns.sum] = std::bit_cast<int64_t>(sum);
    }
    for (size_t m = 0; m < runs_.size(); ++m) {
      for (size_t r = 0; r < runs_[m].size(); ++r) {
        const ScoredRun& run = runs_[m][r];
        const auto sums = std::span<const int64_t>(totals).subspan(run.first_column, run.width);
        out[m].observed[r] += term.weight * run.metric->Score(sums, Level::kCorpus);
        if (!lost[m].empty() && IsZero(sums)) lost[m][r][0] += term.weight;
      }
    }
  }
  for (size_t m = 0; m < lost.size(); ++m) {
    for (size_t r = 0; r < lost[m].size(); ++r) WeighAgain(lost[m][r][0], out[m].observed[r]);
  }
  return out;
}

double Comparer::ScoreSums(const ScoredRun& run, std::span<const int64_t> sums) const {
  if (!options_.sacrebleu) return run.metric->Score(sums, Level::kCorpus);
  std::vector<float> rounded;
  for (const int64_t sum : sums) rounded.push_back(static_cast<float>(sum));
  if (const auto floats = run.metric->Floats()) {
    rounded[floats->sum] = static_cast<float>(std::bit_cast<double>(sums[floats->sum]));
  }
  return run.metric->ScoreFloat32(rounded, Rule());
}

Comparer::LostWeights Comparer::NoneLost(uint64_t resamples) const {
  LostWeights lost(runs_.size());
  for (size_t m = 0; m < runs_.size(); ++m) {
    if (input_.terms.empty() || input_.metrics[m].missing.empty()) continue;
    lost[m].assign(runs_[m].size(), std::vector<double>(resamples));
  }
  return lost;
}

Result<std::vector<ResampledScores>> Comparer::ScoreResamples(const ResampledRows& units,
                                                              const Draws& draws) {
  std::vector<ResampledScores> out = Observed(units);
  for (size_t m = 0; m < runs_.size(); ++m) {
    out[m].scores.assign(runs_[m].size(), std::vector<double>(draws.resamples));
    out[m].float32 = options_.sacrebleu && input_.metrics[m].metric->ScoresAreFloat32(Rule());
  }
  const uint32_t columns = units.strata.front().columns();
  const Progress progress = phases_.Next();
  const std::vector<Term> terms = TermsOf(units, draws.seed);
  Phases of_terms(progress, static_cast<uint32_t>(terms.size()));
  LostWeights lost = NoneLost(draws.resamples);
  for (const Term& term : terms) {
    const SumsSink score = [&](uint64_t first, uint32_t count, std::span<const int64_t> sums) {
      for (size_t m = 0; m < runs_.size(); ++m) {
        for (size_t r = 0; r < runs_[m].size(); ++r) {
          const ScoredRun& run = runs_[m][r];
          for (uint32_t i = 0; i < count; ++i) {
            const auto row = sums.subspan(size_t{i} * columns + run.first_column, run.width);
            out[m].scores[r][first + i] += term.weight * ScoreSums(run, row);
            if (!lost[m].empty() && IsZero(row)) lost[m][r][first + i] += term.weight;
          }
        }
      }
    };
    Draws of_term = draws;
    of_term.seed = term.seed;
    MTG_RETURN_IF_ERROR(Resample(term.strata, of_term, schedule_, score, of_terms.Next()));
  }
  for (size_t m = 0; m < lost.size(); ++m) {
    for (size_t r = 0; r < lost[m].size(); ++r) {
      for (size_t b = 0; b < lost[m][r].size(); ++b) {
        WeighAgain(lost[m][r][b], out[m].scores[r][b]);
      }
    }
  }
  return out;
}

// [0]: for the baseline, from a new generator. [1]: for the others, from a generator that has
// tossed the coins of the test before.
Result<std::vector<std::vector<ResampledScores>>> Comparer::ScoreSideIntervals(
    const ResampledRows& units) {
  std::vector<std::vector<ResampledScores>> drawn;
  for (const uint64_t shuffles : {uint64_t{0}, options_.resamples}) {
    Draws draws = MakeDraws(Draws::Kind::kBootstrap, kSideResamples);
    draws.coins_before = shuffles * units.count;
    MTG_ASSIGN_OR_RETURN(drawn.emplace_back(), ScoreResamples(units, draws));
  }
  return drawn;
}

void Comparer::EstimateBeside(std::span<const std::vector<ResampledScores>> drawn, size_t metric,
                              MetricComparison& out) const {
  for (size_t which = 0; which < drawn.size(); ++which) {
    MetricComparison estimated = out;
    EstimateSystems(options_, drawn[which][metric], {}, estimated);
    for (uint32_t s = 0; s < out.systems.size(); ++s) {
      if ((s == options_.baseline.value_or(0)) != (which == 0)) continue;
      out.systems[s].mean = estimated.systems[s].mean;
      out.systems[s].sd = estimated.systems[s].sd;
      out.systems[s].interval = estimated.systems[s].interval;
      out.systems[s].half_width = estimated.systems[s].half_width;
    }
  }
}

Result<std::vector<ShuffledDifferences>> Comparer::ShuffleAll(const ResampledRows& units) {
  std::vector<ShuffleInput> inputs;
  for (size_t m = 0; m < runs_.size(); ++m) {
    inputs.push_back({runs_[m], input_.runs_of_system, pairs_, options_.sacrebleu});
    if (input_.metrics[m].missing.empty()) continue;
    auto own = static_cast<uint32_t>(input_.metrics[m].rows.size());
    for (auto& pair : inputs.back().pairs) {
      pair = {own, own + 1};
      own += 2;
    }
  }
  return Shuffle(units.strata, inputs, MakeDraws(Draws::Kind::kCoins, options_.resamples),
                 schedule_, phases_.Next());
}

Result<std::vector<ResampledScores>> Comparer::ScoreOtherUnit(Draws draws) {
  const Unit other = options_.unit == Unit::kSegment ? Unit::kDocument : Unit::kSegment;
  const Result<ResampledRows> units = MakeUnits(input_, other, stores_);
  if (!units.ok()) return std::vector<ResampledScores>();
  draws.resamples = std::min(draws.resamples, kDesignResamples);
  return ScoreResamples(*units, draws);
}

// Returns [system][unit]: the score without that unit, computed by subtraction.
std::vector<std::vector<double>> Comparer::Jackknife(const ResampledRows& units,
                                                     size_t metric) const {
  const std::span<const ScoredRun> runs =
      std::span(runs_[metric]).first(input_.metrics[metric].rows.size());
  const uint32_t columns = units.strata.front().columns();
  const std::vector<int64_t> totals = TotalsOf(units.strata);
  std::vector<std::vector<double>> scores(input_.systems.size(), std::vector<double>(units.count));
  uint64_t before = 0;
  for (const RowProduct& stratum : units.strata) {
    InParallel(schedule_.threads, stratum.blocks(), [&](size_t block) {
      std::vector<int64_t> row(columns);
      std::vector<double> of_runs(runs.size());
      for (uint32_t i = 0; i < stratum.units_of(block); ++i) {
        const uint64_t unit = block * kBlockSegments + i;
        stratum.Row(unit, row.data());
        for (uint32_t c = 0; c < columns; ++c) row[c] = totals[c] - row[c];
        for (size_t r = 0; r < runs.size(); ++r) {
          of_runs[r] = runs[r].metric->Score(
              std::span<const int64_t>(row).subspan(runs[r].first_column, runs[r].width),
              Level::kCorpus);
        }
        const std::vector<double> of_systems = AverageRuns(of_runs, input_.runs_of_system);
        for (size_t s = 0; s < of_systems.size(); ++s) scores[s][before + unit] = of_systems[s];
      }
    });
    before += stratum.units();
  }
  return scores;
}

std::string Comparer::TestSignature(const ResampledRows& units, bool exact) const {
  const bool pairs = NeedsPairs();
  std::string text;
  const auto add = [&](std::string_view key, std::string_view value) {
    text += fmt::format("{}{}:{}", text.empty() ? "" : "|", key, value);
  };
  if (pairs) {
    add("test", NameOf(kTestKinds, options_.test));
    if (options_.test == TestKind::kWilcoxon) add("variant", "scipy-1.15|test-unit:segment");
    if (options_.test == TestKind::kBootstrap) add("null", NameOf(kNullRules, options_.null));
    add("side", options_.clusters == ClusterRule::kWmt25 ? "one" : "two");
    add("ties", NameOf(kTieRules, options_.ties));
  }
  add(options_.test == TestKind::kRandomization && pairs ? "shuffles" : "resamples",
      exact ? "all" : std::to_string(options_.resamples));
  add("seed", std::to_string(options_.seed));
  add("rng", NameOf(kGenerators, options_.generator));
  add("unit", NameOf(kUnits, options_.unit));
  add("n", std::to_string(units.count));
  if (options_.order != Order::kGiven) add("order", NameOf(kOrders, options_.order));
  if (!input_.terms.empty()) {
    add("mean", fmt::format("{}({})", options_.mean, input_.terms.size()));
    if (pairs && options_.test == TestKind::kWilcoxon) {
      add("combine", options_.clusters == ClusterRule::kWmt24 ? "stouffer" : "signed-stouffer");
    }
  } else if (units.strata.size() > 1) {
    add("strata", std::to_string(units.strata.size()));
  }
  add("interval", NameOf(kIntervalKinds, options_.interval));
  if (NeedsSideIntervals()) add("bs", std::to_string(kSideResamples));
  if (options_.sampling != Sampling::kFull) add("sampling", NameOf(kSamplings, options_.sampling));
  add("alpha", fmt::format("{}", options_.alpha));
  if (pairs) add("corr", NameOf(kCorrections, options_.correction));
  if (pairs && LeastP(options_, units.count) > 1 / (static_cast<double>(options_.resamples) + 1)) {
    add("least-p", "2^(1-n)");
  }
  if (pairs && options_.baseline) add("family", "baseline");
  if (pairs && options_.margin) add("margin", fmt::format("{}", *options_.margin));
  if (pairs && options_.clusters != ClusterRule::kWmt) {
    add("clusters", NameOf(kClusterRules, options_.clusters));
  }
  if (std::any_of(input_.metrics.begin(), input_.metrics.end(),
                  [](const ComparedMetric& metric) { return !metric.missing.empty(); })) {
    add("missing", "pairwise");
  }
  if (options_.sacrebleu) add("arith", options_.numpy2 ? "numpy2" : "numpy1");
  add("version", fmt::format("mtgauge-{}", kVersion));
  return text;
}

MetricComparison Comparer::Describe(size_t metric, const ResampledRows& units) const {
  const ComparedMetric& compared = input_.metrics[metric];
  MetricComparison out;
  out.metric = compared.label;
  out.scale = compared.scale;
  out.higher_is_better = compared.higher_is_better;
  out.ranks = compared.ranks;
  out.signature = compared.signature;
  if (!input_.terms.empty()) {
    out.signature += fmt::format("|by:{}|macro:{}", options_.mean, input_.terms.size());
  }
  out.equals = compared.equals;
  out.units = units.count;
  out.segments = stores_.front()->segments();
  for (size_t s = 0; s < input_.systems.size(); ++s) {
    out.systems.emplace_back();
    out.systems.back().name = input_.systems[s];
    out.systems.back().runs = input_.runs_of_system[s];
  }
  return out;
}

// Returns how many documents or strata there are.
uint64_t CountOf(const std::vector<uint32_t>& unit_of_segment) {
  if (unit_of_segment.empty()) return 0;
  return uint64_t{1} + *std::max_element(unit_of_segment.begin(), unit_of_segment.end());
}

void Comparer::AddAgreement(size_t metric, MetricComparison& out) const {
  const Agreement& agreement = input_.metrics[metric].agreement;
  if (agreement.top == 0) return;
  for (PairTest& pair : out.pairs) {
    const double delta = std::fabs(pair.difference);
    if (delta == 0) continue;  // there is no difference to agree with
    pair.human_agreement = agreement.top / (1 + PinnedExp(-agreement.slope * delta));
  }
}

// A score as a product.
struct ScoreFactors {
  double brevity, precision;
};

// Returns the part of score(a) - score(b) that the factor `brevity` makes: the mean of what it
// changes if it changes before the other factor, and after it.
double BrevityPart(const ScoreFactors& a, const ScoreFactors& b) {
  return (a.brevity - b.brevity) * (a.precision + b.precision) / 2;
}

// Adds what a score says only together with others, or why it says nothing.
void Comparer::AddDetails(size_t metric, const ResampledRows& units, MetricComparison& out) const {
  for (const Term& term : TermsOf(units, 0)) {
    const std::vector<int64_t> totals = TotalsOf(term.strata);
    auto run = runs_[metric].begin();
    for (SystemEstimate& system : out.systems) {
      for (uint32_t i = 0; i < system.runs; ++i, ++run) {
        const auto sums = std::span<const int64_t>(totals).subspan(run->first_column, run->width);
        if (system.caution.empty()) system.caution = run->metric->Caution(sums);
        if (!run->metric->DetailsAreShares()) continue;
        std::vector<Detail> shares = run->metric->Details(sums, Level::kCorpus);
        for (size_t d = 0; d < shares.size(); ++d) {
          auto& share = std::get<double>(shares[d].value);
          share *= term.weight / system.runs;
          if (!system.details.empty()) share += std::get<double>(system.details[d].value);
        }
        system.details = std::move(shares);
      }
    }
  }
}

void Comparer::AddBrevity(size_t metric, const ResampledRows& units, MetricComparison& out) const {
  const ScoredRun& any = runs_[metric].front();
  if (!any.metric->Brevity(std::vector<int64_t>(any.width))) return;
  std::vector<size_t> first = {0};  // run of each system
  for (const uint32_t runs : input_.runs_of_system) first.push_back(first.back() + runs);
  for (const Term& term : TermsOf(units, 0)) {
    const std::vector<int64_t> totals = TotalsOf(term.strata);
    std::vector<ScoreFactors> factors;
    for (size_t r = 0; r < first.back(); ++r) {
      const ScoredRun& run = runs_[metric][r];
      const auto sums = std::span<const int64_t>(totals).subspan(run.first_column, run.width);
      const double brevity = run.metric->Brevity(sums).value_or(1);
      const double score = run.metric->Score(sums, Level::kCorpus);
      factors.push_back({brevity, brevity > 0 ? score / brevity : 0});
    }
    for (PairTest& pair : out.pairs) {
      const auto pairs = static_cast<double>(input_.runs_of_system[pair.a]) *
                         static_cast<double>(input_.runs_of_system[pair.b]);
      double sum = 0;
      for (size_t i = first[pair.a]; i < first[pair.a + 1]; ++i) {
        for (size_t j = first[pair.b]; j < first[pair.b + 1]; ++j) {
          sum += BrevityPart(factors[i], factors[j]);
        }
      }
      pair.brevity = pair.brevity.value_or(0) + term.weight * sum / pairs;
    }
  }
}

// Returns the smallest number of resamples with which some p could be significant. Step-up
// corrections need no more than a single test if all pairs differ.
double EnoughResamples(const CompareOptions& options, size_t pairs) {
  const bool by_number = options.correction == Correction::kHolm ||
                         options.correction == Correction::kBonferroni ||
                         options.correction == Correction::kSidak;
  return std::ceil((by_number ? static_cast<double>(pairs) : 1.0) / options.alpha - 1e-9) - 1;
}

// Adds a single warning for all pairs.
void WarnOfConstantPairs(const MetricComparison& metric, std::vector<Warning>& out) {
  const auto constant = [](const PairTest& pair) { return pair.se == 0 && pair.difference != 0; };
  const auto first = std::find_if(metric.pairs.begin(), metric.pairs.end(), constant);
  if (first == metric.pairs.end()) return;
  const auto more = std::count_if(first + 1, metric.pairs.end(), constant);
  out.push_back(
      {"no-variation", metric.systems[first->a].name,
       fmt::format("{}: all resamples differ from '{}' by the same amount, so nothing can be "
                   "tested{}; resample more units",
                   metric.metric, metric.systems[first->b].name,
                   more == 0   ? std::string()
                   : more == 1 ? ", nor in 1 more pair"
                               : fmt::format(", nor in {} more pairs", more))});
}

// Warns about units that are not independent, and about undefined intervals.
void Comparer::WarnOfEstimates(const MetricComparison& metric,
                               std::vector<Warning>& warnings) const {
  if (options_.unit == Unit::kSegment && metric.design_effect.value_or(1) > kLargeDesignEffect) {
    warnings.push_back({"design-effect", "",
                        fmt::format("{}: segments of a document resemble each other (design "
                                    "effect {:.2f}); use `unit` document",
                                    metric.metric, *metric.design_effect)});
  }
  for (const SystemEstimate& system : metric.systems) {
    if (options_.interval != IntervalKind::kBca || !std::isnan(system.interval.low)) continue;
    warnings.push_back({"bca", system.name,
                        fmt::format("{}: the BCa interval is undefined, since all resamples "
                                    "or all segments agree; use `interval` percentile",
                                    metric.metric)});
  }
}

void Comparer::Warn(const ResampledRows& units, Comparison& out) const {
  const size_t pairs = pairs_.size();
  const double enough = EnoughResamples(options_, std::max<size_t>(pairs, 1));
  const bool exact = !out.metrics.empty() && !out.metrics.front().pairs.empty() &&
                     out.metrics.front().pairs.front().exact;
  if (static_cast<double>(options_.resamples) < enough && !exact) {
    out.warnings.push_back(
        {"resamples", "",
         fmt::format("{} cannot show significance at {} for {}; use `resamples` {:.0f} or more",
                     Counted(options_.resamples, "resample"), options_.alpha,
                     Counted(pairs, "pair"), enough)});
  }
  if (units.count < kFewUnits) {
    const double least_p = NeedsPairs() ? LeastP(options_, units.count) : 0;
    out.warnings.push_back(
        {"units", "",
         fmt::format("only {} {}{} resampled{}; intervals from fewer than {} are too narrow",
                     units.count, NameOf(kUnits, options_.unit), units.count == 1 ? " is" : "s are",
                     least_p > options_.alpha
                         ? fmt::format(", too few to show significance at {} (p is at least {})",
                                       options_.alpha, least_p)
                         : "",
                     kFewUnits)});
  }
  for (const RowProduct& stratum : units.strata) {
    if (units.strata.size() == 1 || stratum.units() > 1) continue;
    out.warnings.push_back({"strata", "",
                            fmt::format("a {} of one unit never varies; join it with another",
                                        input_.terms.empty() ? "stratum" : "group of the mean")});
    break;
  }
  for (const ComparedMetric& metric : input_.metrics) {
    if (options_.test != TestKind::kWilcoxon) break;  // an error elsewhere
    const std::string thin = ThinTerm(metric);
    if (thin.empty()) continue;
    out.warnings.push_back({"few-common", "",
                            thin + "; a resample without any of them leaves this group out of the "
                                   "interval and standard error of the pair"});
  }
  for (const MetricComparison& metric : out.metrics) WarnOfConstantPairs(metric, out.warnings);
  if (options_.sampling == Sampling::kHalfReplaced) {
    out.warnings.push_back({"half-replaced", "",
                            "half-size resamples with replacement make intervals sqrt(2) times too "
                            "wide; use `sampling` half"});
  }
  for (const MetricComparison& metric : out.metrics) WarnOfEstimates(metric, out.warnings);
}

Result<Comparer::Drawn> Comparer::DrawAll(const ResampledRows& units) {
  Drawn drawn;
  const bool only_p = options_.only_p && options_.test == TestKind::kRandomization;
  const Draws bootstrap = MakeDraws(Draws::Kind::kBootstrap, only_p ? 1 : options_.resamples);
  if (NeedsMain()) {
    MTG_ASSIGN_OR_RETURN(drawn.main, ScoreResamples(units, bootstrap));
  }
  if (NeedsHalf()) {
    const auto kind =
        options_.sampling == Sampling::kHalf ? Draws::Kind::kHalf : Draws::Kind::kHalfReplaced;
    MTG_ASSIGN_OR_RETURN(drawn.half, ScoreResamples(units, MakeDraws(kind, options_.resamples)));
  }
  if (NeedsShuffles()) {
    MTG_ASSIGN_OR_RETURN(drawn.shuffled, ShuffleAll(units));
  }
  if (NeedsDesignEffect()) {
    MTG_ASSIGN_OR_RETURN(drawn.other_unit, ScoreOtherUnit(bootstrap));
  }
  if (NeedsSideIntervals()) {
    MTG_ASSIGN_OR_RETURN(drawn.beside, ScoreSideIntervals(units));
  }
  return drawn;
}

MetricComparison Comparer::CompareBy(size_t m, const ResampledRows& units, Drawn& drawn) const {
  MetricComparison metric = Describe(m, units);
  std::vector<std::vector<double>> jackknife;
  if (options_.interval == IntervalKind::kBca) jackknife = Jackknife(units, m);
  EstimateSystems(options_, drawn.half.empty() ? drawn.main[m] : drawn.half[m], jackknife, metric);
  EstimateBeside(drawn.beside, m, metric);
  AddDetails(m, units, metric);
  ShuffledDifferences* const shuffled = drawn.shuffled.empty() ? nullptr : &drawn.shuffled[m];
  if (NeedsPairs()) {
    TestPairs(options_, drawn.main[m], shuffled, metric);
    RankSystems(options_, metric);
    AddAgreement(m, metric);
    AddBrevity(m, units, metric);
  }
  if (!drawn.other_unit.empty() && CountOf(input_.document_of_segment) > 1) {
    const bool segments = options_.unit == Unit::kSegment;
    const ResampledScores &main = drawn.main[m], &other = drawn.other_unit[m];
    metric.design_effect = DesignEffect(segments ? other : main, segments ? main : other,
                                        input_.metrics[m].rows.size());
  }
  metric.test_signature = TestSignature(units, shuffled != nullptr && shuffled->exact);
  return metric;
}

Status Comparer::Draw() {
  MTG_RETURN_IF_ERROR(Check());
  MTG_ASSIGN_OR_RETURN(const ResampledRows units, MakeUnits(input_, options_.unit, stores_));
  return DrawAll(units).status();
}

Result<Comparison> Comparer::Run() {
  MTG_RETURN_IF_ERROR(Check());
  FindFloats();
  MTG_ASSIGN_OR_RETURN(const ResampledRows units, MakeUnits(input_, options_.unit, stores_));
  MTG_ASSIGN_OR_RETURN(Drawn drawn, DrawAll(units));
  Comparison out;
  out.options = options_;
  out.segments = stores_.front()->segments();
  for (size_t m = 0; m < runs_.size(); ++m) out.metrics.push_back(CompareBy(m, units, drawn));
  out.documents = CountOf(input_.document_of_segment);
  if (input_.terms.empty()) out.strata = CountOf(input_.stratum_of_segment);
  Warn(units, out);
  return out;
}

}  // namespace

MetricFacts DescribeMetric(const Job& job, size_t metric, const std::string& references) {
  const MadeMetric& made = job.metrics()[metric];
  MetricFacts out;
  out.metric = made.metric.get();
  out.label = made.Title();
  out.signature = job.Signature(metric, references);
  out.equals = made.CorpusEquals(references);
  out.scale = made.row->scale;
  out.higher_is_better = made.row->higher_is_better;
  out.ranks = made.row->ranks;
  if (made.row->agreement.top > 0 && HasDefaultSettings(made)) out.agreement = made.row->agreement;
  return out;
}

namespace {

Status TooLarge() {
  return IoError("out of memory", "use fewer resamples, or compare fewer systems at once");
}

}  // namespace

Result<Comparison> Compare(const CompareInput& input, const CompareOptions& options,
                           const Schedule& schedule, const Progress& progress) {
  return WithinMemory([&] { return Comparer(input, options, schedule, progress).Run(); }, TooLarge);
}

Status DrawSums(const CompareInput& input, const CompareOptions& options, const Schedule& schedule,
                const Progress& progress) {
  return WithinMemory([&] { return Comparer(input, options, schedule, progress).Draw(); },
                      TooLarge);
}

Result<Comparison> RunComparison(const CompareInput& input, const CompareOptions& options,
                                 const RunOptions& run) {
  const auto compare = [&](const CompareOptions& of) {
    const std::function<void(double)> show =
        run.hooks.resampling ? run.hooks.resampling() : nullptr;
    return Compare(input, of, MakeSchedule(run), show);
  };
  if (!options.baseline || !options.rank_beside_baseline) return compare(options);
  MTG_ASSIGN_OR_RETURN(Comparison comparison, compare(options));
  CompareOptions of_all = options;
  of_all.baseline.reset();
  of_all.margin.reset();
  MTG_ASSIGN_OR_RETURN(const Comparison all, compare(of_all));
  for (size_t m = 0; m < all.metrics.size(); ++m) {
    for (size_t s = 0; s < all.metrics[m].systems.size(); ++s) {
      const SystemEstimate& from = all.metrics[m].systems[s];
      SystemEstimate& to = comparison.metrics[m].systems[s];
      to.cluster = from.cluster;
      to.rank_low = from.rank_low;
      to.rank_high = from.rank_high;
    }
  }
  return comparison;
}

}  // namespace mtgauge
