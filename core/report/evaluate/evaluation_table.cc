// An EvaluationSet as a table.
#include <cmath>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "core/evaluate/measures.h"
#include "core/fields/table.h"
#include "core/report/evaluate/evaluation_writer.h"
#include "core/significance/metric_ranking.h"

namespace mtgauge {
namespace {

using enum ColumnType;
using Line = std::vector<TableCell>;

struct NamedColumn {
  std::string_view name;
  ColumnType type;
};
constexpr NamedColumn kColumns[] = {{"kind", kText},
                                    {"language_pair", kText},
                                    {"criterion", kText},
                                    {"measure", kText},
                                    {"metric", kText},
                                    {"other", kText},
                                    {"value", kReal},
                                    {"p", kReal},
                                    {"weight", kWhole},
                                    {"eps", kReal},
                                    {"fisher_low", kReal},
                                    {"fisher_high", kReal},
                                    {"low", kReal},
                                    {"high", kReal},
                                    {"se", kReal},
                                    {"p_adjusted", kReal},
                                    {"significant", kSwitch},
                                    {"cluster", kWhole},
                                    {"rank_low", kWhole},
                                    {"rank_high", kWhole},
                                    {"rater", kText},
                                    {"outputs", kWhole},
                                    {"good_from", kReal},
                                    {"true_positives", kWhole},
                                    {"false_positives", kWhole},
                                    {"false_negatives", kWhole},
                                    {"true_negatives", kWhole}};

// Returns the place of a column. An unknown name does not compile.
consteval size_t At(std::string_view name) {
  size_t place = 0;
  while (kColumns[place].name != name) ++place;
  return place;
}

// Returns a line of that kind without figures.
Line LineOf(const char* kind, const Evaluation& evaluation, const Measure& measure,
            const std::string& metric, const std::string& other = "") {
  Line line = {
      kind, evaluation.language_pair, evaluation.criterion, std::string(measure.name), metric,
      other};
  line.resize(std::size(kColumns));
  if (!evaluation.rater.empty()) line[At("rater")] = evaluation.rater;
  if (evaluation.outputs > 0) line[At("outputs")] = static_cast<int64_t>(evaluation.outputs);
  return line;
}

Line MeasureLine(Line line, const MeasureEstimate& estimate) {
  const Measured& measured = estimate.measured;
  line[At("value")] = FiniteCell(measured.value);
  line[At("p")] = FiniteCell(measured.p);
  line[At("weight")] = static_cast<int64_t>(measured.weight);
  line[At("eps")] = FiniteCell(measured.eps.value_or(NAN));
  line[At("fisher_low")] = FiniteCell(estimate.fisher.low);
  line[At("fisher_high")] = FiniteCell(estimate.fisher.high);
  line[At("low")] = FiniteCell(estimate.bootstrap.low);
  line[At("high")] = FiniteCell(estimate.bootstrap.high);
  line[At("se")] = FiniteCell(estimate.se);
  if (measured.cut) line[At("good_from")] = FiniteCell(*measured.cut);
  if (measured.good) {
    line[At("true_positives")] = static_cast<int64_t>(measured.good->true_positives);
    line[At("false_positives")] = static_cast<int64_t>(measured.good->false_positives);
    line[At("false_negatives")] = static_cast<int64_t>(measured.good->false_negatives);
    line[At("true_negatives")] = static_cast<int64_t>(measured.good->true_negatives);
  }
  return line;
}

void AppendTests(const EvaluationSet& set, const Evaluation& evaluation,
                 const TestedMeasure& tested, Table& table) {
  for (size_t place = 0; place < tested.order.size(); ++place) {
    Line& line = table.lines.emplace_back(
        LineOf("rank", evaluation, *tested.measure, NameIn(set, evaluation, tested.order[place])));
    line[At("cluster")] = int64_t{tested.clusters[place]};
    line[At("rank_low")] = int64_t{tested.low[place]};
    line[At("rank_high")] = int64_t{tested.high[place]};
  }
  for (const MetricPair& pair : tested.pairs) {
    Line& line = table.lines.emplace_back(LineOf("pair", evaluation, *tested.measure,
                                                 NameIn(set, evaluation, pair.a),
                                                 NameIn(set, evaluation, pair.b)));
    line[At("value")] = FiniteCell(pair.difference);
    line[At("p")] = FiniteCell(pair.p);
    line[At("p_adjusted")] = FiniteCell(pair.p_adjusted);
    line[At("significant")] = pair.significant;
  }
}

void AppendEvaluation(const EvaluationSet& set, const Evaluation& evaluation, Table& table) {
  for (size_t m = 0; m < set.metrics.size(); ++m) {
    for (size_t k = 0; k < set.options.measures.size(); ++k) {
      table.lines.push_back(MeasureLine(
          LineOf("measure", evaluation, *set.options.measures[k], NameIn(set, evaluation, m)),
          evaluation.estimates[m][k]));
    }
  }
  for (const TestedMeasure& tested : evaluation.tests) AppendTests(set, evaluation, tested, table);
}

// Appends the means over measures and their test.
void AppendMeans(const EvaluationSet& set, Table& table) {
  Evaluation all;
  for (size_t m = 0; set.mean_measures && m < set.metrics.size(); ++m) {
    Line& line =
        table.lines.emplace_back(LineOf("mean", all, MeanOfMeasures(), set.metrics[m].name));
    line[At("value")] = FiniteCell(MeanOverMeasures(set, m));
  }
  if (set.mean_test) AppendTests(set, all, *set.mean_test, table);
}

void AppendStudy(const Study& study, Table& table) {
  for (const StudyPoint& point : study.points) {
    const std::string place = study.name + '=' + point.label;
    for (const Evaluation& evaluation : point.evaluations) {
      for (size_t s = 0; s < study.series.size(); ++s) {
        for (size_t k = 0; k < study.measures.size(); ++k) {
          table.lines.push_back(
              MeasureLine(LineOf("study", evaluation, *study.measures[k], study.series[s], place),
                          evaluation.estimates[s][k]));
        }
      }
    }
  }
}

}  // namespace

Table TableOf(const EvaluationSet& set) {
  Table table;
  for (const NamedColumn& column : kColumns) {
    table.columns.push_back({std::string(column.name), column.type});
  }
  for (const auto* evaluations : {&set.evaluations, &set.pooled}) {
    for (const Evaluation& evaluation : *evaluations) AppendEvaluation(set, evaluation, table);
  }
  AppendMeans(set, table);
  for (const Study& study : set.studies) AppendStudy(study, table);
  return table;
}

}  // namespace mtgauge
