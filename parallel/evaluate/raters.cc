// Leaves out each rater in turn, and reduces all sides to the outputs that remain.
#include "parallel/evaluate/raters.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

#include "core/base/nan.h"
#include "core/base/printing.h"
#include "core/judgements/annotators.h"

namespace mtgauge {
namespace {

// What a rater and the others gave to the same outputs; NaN elsewhere.
struct SharedCells {
  ScoreGrid own, others;
  uint64_t outputs = 0, systems = 0;
};

// Takes only outputs that all metrics score.
SharedCells CellsOf(const std::vector<RaterCells>& raters, size_t rater, double sign,
                    const std::vector<EvaluatedSide>& metrics) {
  SharedCells shared;
  shared.own.systems = static_cast<uint32_t>(raters[rater].cells.size());
  shared.own.items = static_cast<uint32_t>(raters[rater].cells.front().size());
  shared.others = shared.own;
  for (uint32_t s = 0; s < shared.own.systems; ++s) {
    const uint64_t before = shared.outputs;
    for (uint32_t i = 0; i < shared.own.items; ++i) {
      double sum = 0, count = 0;
      for (size_t other = 0; other < raters.size(); ++other) {
        const double score = raters[other].cells[s][i];
        if (other == rater || std::isnan(score)) continue;
        sum += score;
        ++count;
      }
      const double own = raters[rater].cells[s][i];
      const bool scored = std::none_of(metrics.begin(), metrics.end(), [&](const auto& metric) {
        return std::isnan(metric.scores.segments.At(s, i));
      });
      const bool both = count > 0 && !std::isnan(own) && scored;
      shared.own.values.push_back(both ? sign * own : kNaN);
      shared.others.values.push_back(both ? sign * sum / count : kNaN);
      shared.outputs += both ? 1 : 0;
    }
    shared.systems += shared.outputs > before ? 1 : 0;
  }
  return shared;
}

// Returns a side of scores of people.
Result<EvaluatedSide> SideOfPeople(const std::string& name, const EvaluatedSide& people,
                                   ScoreGrid scores, const std::vector<std::string>& systems,
                                   MetaInputs& inputs) {
  EvaluatedSide side;
  side.name = name;
  side.higher_is_better = people.higher_is_better;
  side.scores.segments = std::move(scores);
  MTG_ASSIGN_OR_RETURN(EvaluatedSide made, MeanSide(side, systems, inputs));
  constexpr std::string_view kOutside = "scores:outside";
  made.signature.replace(made.signature.find(kOutside), kOutside.size(), "scores:rater");
  return made;
}

// Returns the rows of these cells, and zeros elsewhere, which add nothing to a sum.
RowStore KeepRows(const RowStore& rows, std::span<const double> cells) {
  RowStore kept(rows.columns());
  std::vector<int64_t> row(rows.columns());
  for (size_t i = 0; i < cells.size(); ++i) {
    rows.Row(i, row.data());
    if (std::isnan(cells[i])) std::fill(row.begin(), row.end(), 0);
    kept.Add(i, row);
  }
  kept.Finish();
  return kept;
}

// Keeps a metric's scores where `cells` has some. Its scores of systems are then computed from
// them.
EvaluatedSide KeepCells(const EvaluatedSide& metric, const ScoreGrid& cells) {
  EvaluatedSide kept;
  kept.name = metric.name;
  kept.signature = metric.signature;
  constexpr std::string_view kGiven = "corpus:given";
  if (const size_t given = kept.signature.find(kGiven); given != std::string::npos) {
    kept.signature.replace(given, kGiven.size(), "corpus:mean");
  }
  kept.higher_is_better = metric.higher_is_better;
  kept.metric = metric.metric;
  kept.segment_metric = metric.segment_metric;
  kept.last_counts = metric.last_counts;
  kept.scores.segments = metric.scores.segments;
  std::vector<double>& values = kept.scores.segments.values;
  for (size_t cell = 0; cell < values.size(); ++cell) {
    if (std::isnan(cells.values[cell])) values[cell] = kNaN;
  }
  for (uint32_t s = 0; s < cells.systems; ++s) {
    kept.rows.push_back(KeepRows(metric.rows[s], cells.Row(s)));
    const auto row = cells.Row(s);
    const bool any =
        std::any_of(row.begin(), row.end(), [](double score) { return !std::isnan(score); });
    kept.scores.systems.push_back(any ? kept.ScoreOf(kept.rows.back().Totals()) : kNaN);
  }
  return kept;
}

Status CheckMetrics(const MetaPair& pair, const RawSide& people) {
  for (const EvaluatedSide& metric : pair.segments.metrics) {
    if (metric.rows.empty()) {
      return UsageError({.option = "raters-as-metrics"},
                        fmt::format("`raters-as-metrics`: there are only scores of whole systems "
                                    "of '{}', not of the outputs that two raters judged",
                                    metric.name),
                        "use its scores of segments");
    }
    const bool taken = metric.name == kRaters ||
                       std::any_of(people.raters.begin(), people.raters.end(),
                                   [&](const RaterCells& of) { return of.name == metric.name; });
    if (!taken) continue;
    return UsageError(
        {.option = "raters-as-metrics"},
        fmt::format("`raters-as-metrics`: '{}' is the name of a metric and of a rater",
                    metric.name),
        "rename one");
  }
  return OkStatus();
}

Result<MetaPair> PairOfRater(const MetaPair& pair, const std::string& name, SharedCells shared,
                             MetaInputs& inputs) {
  const EvaluationInput& from = pair.segments;
  const EvaluatedSide& people = from.humans.front();
  MetaPair out;
  out.documents = pair.documents;
  out.groups = pair.groups;
  out.scored = pair.scored;
  out.text_systems = pair.text_systems;
  out.text_metrics = pair.text_metrics;
  out.text_metrics.emplace_back();
  EvaluationInput& input = out.segments;
  input.language_pair = from.language_pair;
  input.systems = from.systems;
  input.lengths = from.lengths;
  input.rater = name;
  for (const EvaluatedSide& metric : from.metrics) {
    input.metrics.push_back(KeepCells(metric, shared.own));
  }
  MTG_ASSIGN_OR_RETURN(
      EvaluatedSide others,
      SideOfPeople(people.name, people, std::move(shared.others), from.systems, inputs));
  input.humans.push_back(std::move(others));
  MTG_ASSIGN_OR_RETURN(EvaluatedSide own,
                       SideOfPeople(kRaters, people, std::move(shared.own), from.systems, inputs));
  input.metrics.push_back(std::move(own));
  return out;
}

}  // namespace

Result<std::vector<MetaPair>> PairsOfRaters(const MetaPair& pair, const RawSide& people,
                                            MetaInputs& inputs) {
  if (people.raters.size() < 2) {
    return InputError({.file = people.file, .option = "raters-as-metrics"},
                      fmt::format("the file names {}, but raters are compared with each other",
                                  people.raters.empty() ? "no annotator" : "only one annotator"),
                      "add a column 'annotator', or leave out `raters-as-metrics`");
  }
  MTG_RETURN_IF_ERROR(CheckMetrics(pair, people));
  std::vector<MetaPair> pairs;
  std::string few;
  for (size_t r = 0; r < people.raters.size(); ++r) {
    const std::string& name = people.raters[r].name;
    SharedCells shared =
        CellsOf(people.raters, r, people.lower_is_better ? -1 : 1, pair.segments.metrics);
    if (shared.outputs >= kFewestOutputs && shared.systems >= 2) {
      MTG_ASSIGN_OR_RETURN(pairs.emplace_back(),
                           PairOfRater(pair, name, std::move(shared), inputs));
      continue;
    }
    few += fmt::format("{}'{}' ({})", few.empty() ? "" : ", ", name,
                       Counted(shared.outputs, "output"));
  }
  if (pairs.empty()) {
    return InputError({.file = people.file, .option = "raters-as-metrics"},
                      fmt::format("no rater has at least {} outputs, of two systems, that another "
                                  "one judged too: {}",
                                  kFewestOutputs, few),
                      "leave out `raters-as-metrics`");
  }
  if (!few.empty()) {
    inputs.warnings.push_back(
        {"annotators", "",
         fmt::format("{}: raters are left out who judged fewer than {} outputs, or those of one "
                     "system, that another one judged too: {}",
                     people.file, kFewestOutputs, few)});
  }
  return pairs;
}

}  // namespace mtgauge
