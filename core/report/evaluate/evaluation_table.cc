// An EvaluationSet as a table.
#include <cmath>

#include "core/evaluate/measures.h"
#include "core/fields/table.h"
#include "core/report/evaluate/evaluation_writer.h"
#include "core/significance/metric_ranking.h"

namespace mtgauge {
namespace {

using enum ColumnType;
using Line = std::vector<TableCell>;

enum Place : size_t {
  kKind,
  kPair,
  kCriterion,
  kMeasure,
  kMetric,
  kOther,
  kValue,
  kP,
  kWeight,
  kEps,
  kFisherLow,
  kFisherHigh,
  kLow,
  kHigh,
  kSe,
  kAdjusted,
  kSignificant,
  kCluster,
  kRankLow,
  kRankHigh,
  kRater,
  kOutputs,
  kGoodFrom,
  kTruePositives,
  kFalsePositives,
  kFalseNegatives,
  kTrueNegatives,
  kPlaces
};
// The column at each place.
const TableColumn kPlacesColumns[kPlaces] = {{"kind", kText},
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

// Returns a line of that kind without figures.
Line LineOf(const char* kind, const Evaluation& evaluation, const Measure& measure,
            const std::string& metric, const std::string& other = "") {
  Line line = {
      kind, evaluation.language_pair, evaluation.criterion, std::string(measure.name), metric,
      other};
  line.resize(kPlaces);
  if (!evaluation.rater.empty()) line[kRater] = evaluation.rater;
  if (evaluation.outputs > 0) line[kOutputs] = static_cast<int64_t>(evaluation.outputs);
  return line;
}

Line MeasureLine(Line line, const MeasureEstimate& estimate) {
  const Measured& measured = estimate.measured;
  line[kValue] = FiniteCell(measured.value);
  line[kP] = FiniteCell(measured.p);
  line[kWeight] = static_cast<int64_t>(measured.weight);
  line[kEps] = FiniteCell(measured.eps.value_or(NAN));
  line[kFisherLow] = FiniteCell(estimate.fisher.low);
  line[kFisherHigh] = FiniteCell(estimate.fisher.high);
  line[kLow] = FiniteCell(estimate.bootstrap.low);
  line[kHigh] = FiniteCell(estimate.bootstrap.high);
  line[kSe] = FiniteCell(estimate.se);
  if (measured.cut) line[kGoodFrom] = FiniteCell(*measured.cut);
  if (measured.good) {
    line[kTruePositives] = static_cast<int64_t>(measured.good->true_positives);
    line[kFalsePositives] = static_cast<int64_t>(measured.good->false_positives);
    line[kFalseNegatives] = static_cast<int64_t>(measured.good->false_negatives);
    line[kTrueNegatives] = static_cast<int64_t>(measured.good->true_negatives);
  }
  return line;
}

void AppendTests(const EvaluationSet& set, const Evaluation& evaluation,
                 const TestedMeasure& tested, Table& table) {
  for (size_t place = 0; place < tested.order.size(); ++place) {
    Line& line = table.lines.emplace_back(
        LineOf("rank", evaluation, *tested.measure, NameIn(set, evaluation, tested.order[place])));
    line[kCluster] = int64_t{tested.clusters[place]};
    line[kRankLow] = int64_t{tested.low[place]};
    line[kRankHigh] = int64_t{tested.high[place]};
  }
  for (const MetricPair& pair : tested.pairs) {
    Line& line = table.lines.emplace_back(LineOf("pair", evaluation, *tested.measure,
                                                 NameIn(set, evaluation, pair.a),
                                                 NameIn(set, evaluation, pair.b)));
    line[kValue] = FiniteCell(pair.difference);
    line[kP] = FiniteCell(pair.p);
    line[kAdjusted] = FiniteCell(pair.p_adjusted);
    line[kSignificant] = pair.significant;
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
    line[kValue] = FiniteCell(MeanOverMeasures(set, m));
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
  table.columns.assign(std::begin(kPlacesColumns), std::end(kPlacesColumns));
  for (const auto* evaluations : {&set.evaluations, &set.pooled}) {
    for (const Evaluation& evaluation : *evaluations) AppendEvaluation(set, evaluation, table);
  }
  AppendMeans(set, table);
  for (const Study& study : set.studies) AppendStudy(study, table);
  return table;
}

}  // namespace mtgauge
