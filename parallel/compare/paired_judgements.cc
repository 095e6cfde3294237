// Reads paired judgements, and fits the model that ranks the systems.
#include "parallel/compare/paired_judgements.h"

#include <absl/strings/ascii.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <deque>
#include <optional>
#include <unordered_map>
#include <utility>

#include "core/base/nan.h"
#include "core/base/printing.h"
#include "core/base/version.h"
#include "core/input/tables/text_file.h"
#include "core/judgements/pairwise_models.h"
#include "core/judgements/trueskill.h"
#include "core/significance/conventions.h"
#include "core/significance/significance.h"
#include "core/stats/normal.h"
#include "parallel/compare/settings.h"

namespace mtgauge {
namespace {

using PairFields = std::vector<std::string_view>;

// Splits a line at tabs or, without any, at commas.
PairFields CutPairLine(std::string_view line, std::deque<std::string>& unquoted) {
  return line.find('\t') != line.npos ? CutFields(line) : CutQuoted(line, unquoted);
}

// The places of the columns; `winner` names a system, or the side that won.
struct PairColumns {
  size_t first, second, winner, width;
  std::optional<size_t> lang;
};

std::optional<size_t> FindOneOf(const PairFields& header,
                                std::initializer_list<std::string_view> names) {
  for (size_t c = 0; c < header.size(); ++c) {
    const std::string lower = absl::AsciiStrToLower(std::string(header[c]));
    if (std::find(names.begin(), names.end(), lower) != names.end()) return c;
  }
  return std::nullopt;
}

std::optional<PairColumns> FindPairColumns(std::string_view header) {
  std::deque<std::string> unquoted;
  const PairFields fields = CutPairLine(header, unquoted);
  const auto first = FindOneOf(fields, {"system1", "system_a", "model_a"}),
             second = FindOneOf(fields, {"system2", "system_b", "model_b"}),
             winner = FindOneOf(fields, {"winner"});
  if (!first || !second || !winner) return std::nullopt;
  return PairColumns{*first, *second, *winner, fields.size(),
                     FindOneOf(fields, {"lang", "langs", "lp", "language_pair"})};
}

std::optional<Winner> WinnerOf(std::string_view first, std::string_view second,
                               std::string_view winner) {
  const std::string name = absl::AsciiStrToLower(std::string(winner));
  const auto is_one_of = [&](std::initializer_list<std::string_view> names) {
    return std::find(names.begin(), names.end(), name) != names.end();
  };
  if (winner == first) return Winner::kFirst;
  if (winner == second) return Winner::kSecond;
  if (is_one_of({"1", "a", "system1", "system_a", "model_a"})) return Winner::kFirst;
  if (is_one_of({"2", "b", "system2", "system_b", "model_b"})) return Winner::kSecond;
  if (is_one_of({"tie", "=", "0", "tie (bothbad)"})) return Winner::kTie;
  return std::nullopt;
}

// The language pair of all judgements that are ranked together.
struct OnePair {
  std::optional<std::string> asked, found;

  bool Takes(std::string_view pair) {
    if (asked && *asked != pair) return false;
    if (!found) found = pair;
    return true;
  }
};

Status AddFile(const std::string& file, const std::string& bytes,
               const std::vector<std::string>& left_out, OnePair& languages,
               std::unordered_map<std::string, uint32_t>& numbers, PairedJudgements& all) {
  const std::vector<std::string_view> lines = CutLines(bytes);
  const std::optional<PairColumns> columns =
      lines.empty() ? std::nullopt : FindPairColumns(lines.front());
  if (!columns) {
    return InputError({file, 1}, "no columns system1, system2 and winner",
                      "rank scores and judgements of pairs by themselves");
  }
  const auto number = [&](std::string_view name) {
    const auto [found, is_new] =
        numbers.try_emplace(std::string(name), static_cast<uint32_t>(numbers.size()));
    if (is_new) all.systems.emplace_back(name);
    return found->second;
  };
  for (size_t i = 1; i < lines.size(); ++i) {
    std::deque<std::string> unquoted;
    const PairFields fields = CutPairLine(lines[i], unquoted);
    if (fields.size() != columns->width) {
      return InputError({file, i + 1},
                        fmt::format("{}, but the header has {}", Counted(fields.size(), "column"),
                                    columns->width),
                        "write as many columns on every line");
    }
    const std::string_view first = fields[columns->first], second = fields[columns->second];
    const std::optional<Winner> winner = WinnerOf(first, second, fields[columns->winner]);
    if (!winner || first == second || first.empty() || second.empty()) {
      return InputError({file, i + 1},
                        !winner ? fmt::format("the winner '{:.40}' is neither '{}' nor '{}'",
                                              fields[columns->winner], first, second)
                                : std::string("two different systems are needed"),
                        "write the name of one of two systems, or tie");
    }
    const std::string_view pair = columns->lang ? fields[*columns->lang] : std::string_view();
    if (!languages.Takes(pair)) continue;
    if (*languages.found != pair) {
      return InputError(
          {.file = file, .line = i + 1, .option = "language-pair"},
          fmt::format("judgements of '{}', after those of '{}'", pair, *languages.found),
          "choose one with `language-pair`");
    }
    const auto is_left_out = [&](std::string_view name) {
      return std::find(left_out.begin(), left_out.end(), name) != left_out.end();
    };
    if (is_left_out(first) || is_left_out(second)) continue;
    const uint32_t a = number(first);
    all.judgements.push_back({a, number(second), *winner});
  }
  return OkStatus();
}

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
      {request.clusters == ClusterRule::kWmt24 || request.clusters == ClusterRule::kWmt25,
       "clusters"},
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

bool HoldsPairedJudgements(std::string_view bytes) {
  return FindPairColumns(bytes.substr(0, bytes.find_first_of("\r\n"))).has_value();
}

Result<Comparison> RankByPairs(const CompareRequest& request,
                               const std::vector<std::string>& contents,
                               const CompareOptions& given) {
  const JudgementModel model = request.model.value_or(JudgementModel::kBradleyTerry);
  MTG_RETURN_IF_ERROR(CheckPairOptions(request, model));
  PairedJudgements judged;
  OnePair languages = {request.language_pair, std::nullopt};
  size_t next = 0;
  std::unordered_map<std::string, uint32_t> numbers;
  const std::string& file = request.humans.front().files.front();
  for (const OutsideFiles& files : request.humans) {
    for (const std::string& name : files.files) {
      MTG_RETURN_IF_ERROR(
          AddFile(name, contents[next++], request.left_out_systems, languages, numbers, judged));
    }
  }
  if (judged.judgements.empty()) return InputError({file}, "no judgements", "write some lines");
  Comparison out;
  out.options = given;
  CompareOptions& options = out.options;
  options.test = TestKind::kWald;
  if (options.correction == Correction::kMaxT) options.correction = Correction::kHolm;
  if (request.baseline) {
    const auto found = numbers.find(*request.baseline);
    if (found == numbers.end()) {
      return UsageError({.option = "baseline"},
                        fmt::format("`baseline`: no system '{}' in {}", *request.baseline, file),
                        "");
    }
    options.baseline = found->second;
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
  }
  metric.test_signature = SignatureOfTest(options, model, metric.pairs.size());
  return out;
}

}  // namespace mtgauge
