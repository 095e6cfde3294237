// Fits the model that ranks the systems, and tests its strengths.
#include "parallel/compare/paired_judgements.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>

#include "core/base/nan.h"
#include "core/base/version.h"
#include "core/judgements/pairwise_models.h"
#include "core/judgements/trueskill.h"
#include "core/significance/conventions.h"
#include "core/significance/significance.h"
#include "core/stats/normal.h"
#include "parallel/compare/paired_table.h"
#include "parallel/compare/settings.h"

namespace mtgauge {
namespace {

bool IsFitted(JudgementModel model) {
  return model == JudgementModel::kBradleyTerry || model == JudgementModel::kDavidson ||
         model == JudgementModel::kRaoKupper;
}

// Says which systems have no finite strength.
Status NoFit(const std::string& file, const PairedJudgements& judged, const StrengthFit& fit,
             std::string_view model) {
  if (fit.problem == FitProblem::kOnlyTies) {
    return InputError({file},
                      fmt::format("all judgements are ties, which `model` {} cannot fit", model),
                      "use `model` wins-or-ties");
  }
  std::vector<std::string_view> first;
  for (size_t s = 0; s < judged.systems.size(); ++s) {
    if (fit.groups[s] == fit.groups[0]) first.push_back(judged.systems[s]);
  }
  const std::string names = fmt::format("{}", fmt::join(first, ", "));
  if (fit.problem == FitProblem::kDisconnected) {
    return InputError(
        {file},
        fmt::format("{} and the other systems were never compared, not even by way of "
                    "others",
                    names),
        "rank them by themselves, or judge more pairs");
  }
  return InputError({file},
                    fmt::format("between {} and the other systems, one side won all judgements: "
                                "there is no finite strength",
                                names),
                    "judge more pairs, or use `model` expected-wins or trueskill");
}

// Tests each difference of log-strengths by its standard error.
void AddWaldTests(const CompareOptions& options, const StrengthFit& fit,
                  const ComparisonTable& table, MetricComparison& out) {
  const size_t systems = out.systems.size();
  const double z = -NormalQuantile(options.alpha / 2);
  std::vector<double> p;
  for (const auto& [a, b] : PairsOf(static_cast<uint32_t>(systems), options.baseline)) {
    PairTest& pair = out.pairs.emplace_back();
    pair.a = a;
    pair.b = b;
    pair.difference = fit.log_strengths[a] - fit.log_strengths[b];
    pair.se = fit.difference_errors[a * systems + b];
    pair.interval = {pair.difference - z * pair.se, pair.difference + z * pair.se};
    pair.p = 2 * NormalCdf(-std::fabs(pair.difference) / pair.se);
    pair.detectable = kNaN;
    const auto wins = static_cast<double>(table.Wins(a, b)),
               losses = static_cast<double>(table.Wins(b, a)),
               ties = static_cast<double>(table.Ties(a, b));
    const double judged = std::max(wins + losses + ties, 1.0);
    pair.wins = wins / judged;
    pair.losses = losses / judged;
    pair.ties = ties / judged;
    p.push_back(pair.p);
  }
  const std::vector<double> adjusted = Adjusted(options.correction, p);
  for (size_t i = 0; i < p.size(); ++i) {
    out.pairs[i].p_adjusted = adjusted[i];
    out.pairs[i].significant = adjusted[i] <= options.alpha;
  }
  RankSystems(options, out);
}

Status AddStrengths(const std::string& file, const PairedJudgements& judged,
                    const ComparisonTable& table, JudgementModel model,
                    const CompareOptions& options, MetricComparison& out) {
  const PairwiseModel models[] = {PairwiseModel::kBradleyTerry, PairwiseModel::kDavidson,
                                  PairwiseModel::kRaoKupper};
  const StrengthFit fit = FitStrengths(table, models[static_cast<size_t>(model)]);
  if (fit.problem != FitProblem::kNone) {
    return NoFit(file, judged, fit, NameOf(kJudgementModels, model));
  }
  const double z = -NormalQuantile(options.alpha / 2);
  for (size_t s = 0; s < out.systems.size(); ++s) {
    SystemEstimate& system = out.systems[s];
    system.score = system.mean = fit.log_strengths[s];
    system.sd = fit.errors[s];
    system.interval = {system.score - z * system.sd, system.score + z * system.sd};
    system.half_width = z * system.sd;
  }
  if (model != JudgementModel::kBradleyTerry) {
    out.signature += fmt::format("|tie-parameter:{:.6g}", fit.tie);
  }
  AddWaldTests(options, fit, table, out);
  return OkStatus();
}

void AddSkills(const PairedJudgements& judged, const CompareOptions& options,
               MetricComparison& out) {
  const std::vector<SkillRank> ranks =
      TrueSkillRanks(static_cast<uint32_t>(judged.systems.size()), judged.judgements,
                     static_cast<uint32_t>(options.resamples), options.seed);
  for (const SkillRank& rank : ranks) {
    SystemEstimate& system = out.systems[rank.system];
    system.score = system.mean = rank.mean;
    system.rank_low = rank.low;
    system.rank_high = rank.high;
    system.cluster = rank.cluster;
  }
}

void AddShares(const ComparisonTable& table, JudgementModel model, MetricComparison& out) {
  const std::vector<double> shares = model == JudgementModel::kExpectedWins ? ExpectedWins(table)
                                     : model == JudgementModel::kWins       ? WinsOverDecided(table)
                                                                            : WinsOrTies(table);
  for (size_t s = 0; s < shares.size(); ++s) out.systems[s].score = shares[s];
}

std::string SignatureOfTest(const CompareOptions& options, JudgementModel model, size_t pairs) {
  std::string text;
  if (IsFitted(model)) {
    text = fmt::format("test:wald|side:two|alpha:{}|corr:{}|pairs:{}", options.alpha,
                       NameOf(kCorrections, options.correction), pairs);
  } else if (model == JudgementModel::kTrueSkill) {
    text = fmt::format("ranks:bootstrap|resamples:{}|seed:{}|rng:mtg1", options.resamples,
                       options.seed);
  } else {
    text = "test:none";
  }
  return text + fmt::format("|version:mtgauge-{}", kVersion);
}

// Refuses options that judgements of pairs have no use for.
Status CheckPairOptions(const CompareRequest& request, JudgementModel model) {
  const std::pair<bool, std::string_view> options[] = {
      {!request.mean.empty(), "mean"},
      {request.agreement, "agreement"},
      {request.normalize_annotators, "annotators"},
      {request.unit.has_value(), "unit"},
      {request.interval.value_or(IntervalKind::kPercentile) != IntervalKind::kPercentile,
       "interval"},
      {request.sampling != Sampling::kFull, "sampling"},
      {IsCampaign(request.clusters), "clusters"},
      {request.test.value_or(TestKind::kBootstrap) != TestKind::kBootstrap, "test"},
      {request.plan > 0, "plan"},
      {request.join_common, "join"},
      {request.table.has_value() && !IsFitted(model), "table"},
      {(request.gate || request.baseline) && !IsFitted(model), "baseline"}};
  for (const auto& [given, option] : options) {
    if (!given) continue;
    return UsageError({.option = std::string(option)},
                      fmt::format("`{}` has no meaning for judgements of pairs under `model` {}",
                                  option, NameOf(kJudgementModels, model)),
                      "leave it out");
  }
  return OkStatus();
}

// Figures that the model does not have.
void ClearEstimates(MetricComparison& metric) {
  for (SystemEstimate& system : metric.systems) {
    system.sd = system.mean = system.half_width = system.sd_selection = kNaN;
    system.rank_high = static_cast<uint32_t>(metric.systems.size());
  }
}

}  // namespace

Result<Comparison> RankByPairs(const CompareRequest& request,
                               const std::vector<std::string>& contents,
                               const CompareOptions& given) {
  const JudgementModel model = request.model.value_or(JudgementModel::kBradleyTerry);
  MTG_RETURN_IF_ERROR(CheckPairOptions(request, model));
  const std::string& file = request.humans.front().files.front();
  MTG_ASSIGN_OR_RETURN(const PairedJudgements judged, ReadPairedJudgements(request, contents));
  if (judged.judgements.empty()) return InputError({file}, "no judgements", "write some lines");
  Comparison out;
  out.options = given;
  CompareOptions& options = out.options;
  options.test = TestKind::kWald;
  if (options.correction == Correction::kMaxT) options.correction = Correction::kHolm;
  if (request.baseline) {
    MTG_ASSIGN_OR_RETURN(options.baseline, PlaceOfBaseline(*request.baseline, judged.systems));
  }
  out.segments = judged.judgements.size();
  MetricComparison& metric = out.metrics.emplace_back();
  metric.metric = IsFitted(model) ? "log-strength" : std::string(NameOf(kJudgementModels, model));
  metric.scale = 0;
  metric.signature =
      fmt::format("judgements:pairs|model:{}|n:{}|version:mtgauge-{}",
                  NameOf(kJudgementModels, model), judged.judgements.size(), kVersion);
  metric.units = metric.segments = judged.judgements.size();
  for (const std::string& name : judged.systems) metric.systems.emplace_back().name = name;
  ClearEstimates(metric);
  const ComparisonTable table(static_cast<uint32_t>(judged.systems.size()), judged.judgements);
  if (IsFitted(model)) {
    MTG_RETURN_IF_ERROR(AddStrengths(file, judged, table, model, options, metric));
  } else if (model == JudgementModel::kTrueSkill) {
    AddSkills(judged, options, metric);
  } else {
    AddShares(table, model, metric);
    out.warnings.push_back(
        {"no-test", "",
         fmt::format("`model` {} has no test, so all systems share one rank; for "
                     "ranks use `model` bt, davidson or trueskill",
                     NameOf(kJudgementModels, model))});
  }
  metric.test_signature = SignatureOfTest(options, model, metric.pairs.size());
  return out;
}

}  // namespace mtgauge
