// Writes an EvaluationSet as tab-separated values with all digits: a line for each measure of each
// metric, each rank, each tested pair and each point of a study. The column `other` has the study's
// name and point.
#include <cmath>

#include "core/base/printing.h"
#include "core/meta/measures.h"
#include "core/report/evaluate/evaluation_writer.h"
#include "core/report/write_options.h"

namespace mtgauge {
namespace {

constexpr std::string_view kHeader =
    "kind\tlanguage_pair\tcriterion\tmeasure\tmetric\tother\tvalue\tp\tweight\teps\tfisher_low\t"
    "fisher_high\tlow\thigh\tse\tp_adjusted\tsignificant\tcluster\trank_low\trank_high\n";

// Returns an empty cell if the value is not finite.
std::string Cell(double value) { return std::isfinite(value) ? ShortestDouble(value) : ""; }

std::string Line(const std::vector<std::string>& cells) {
  std::string line;
  for (const std::string& cell : cells) line += (line.empty() ? "" : "\t") + cell;
  return line + '\n';
}

std::vector<std::string> Key(const char* kind, const Evaluation& evaluation, const Measure& measure,
                             const std::string& metric) {
  return {kind, OneLine(evaluation.language_pair), OneLine(evaluation.criterion),
          std::string(measure.name), OneLine(metric)};
}

void Append(std::vector<std::string>& cells, std::vector<std::string> more) {
  cells.insert(cells.end(), more.begin(), more.end());
}

std::string MeasureLine(std::vector<std::string> cells, const MeasureEstimate& estimate,
                        const std::string& other = "") {
  const Measured& measured = estimate.measured;
  Append(cells, {other, Cell(measured.value), Cell(measured.p), std::to_string(measured.weight),
                 Cell(measured.eps.value_or(NAN)), Cell(estimate.fisher.low),
                 Cell(estimate.fisher.high), Cell(estimate.bootstrap.low),
                 Cell(estimate.bootstrap.high), Cell(estimate.se), "", "", "", "", ""});
  return Line(cells);
}

std::string TestLines(const EvaluationSet& set, const Evaluation& evaluation,
                      const TestedMeasure& tested) {
  std::string out;
  for (size_t place = 0; place < tested.order.size(); ++place) {
    std::vector<std::string> cells =
        Key("rank", evaluation, *tested.measure, set.metrics[tested.order[place]].name);
    cells.resize(cells.size() + 12);
    Append(cells, {std::to_string(tested.clusters[place]), std::to_string(tested.low[place]),
                   std::to_string(tested.high[place])});
    out += Line(cells);
  }
  for (const MetricPair& pair : tested.pairs) {
    std::vector<std::string> cells =
        Key("pair", evaluation, *tested.measure, set.metrics[pair.a].name);
    Append(cells, {OneLine(set.metrics[pair.b].name), Cell(pair.difference), Cell(pair.p)});
    cells.resize(cells.size() + 7);
    Append(cells, {Cell(pair.p_adjusted), pair.significant ? "yes" : "no", "", "", ""});
    out += Line(cells);
  }
  return out;
}

std::string EvaluationLines(const EvaluationSet& set, const Evaluation& evaluation) {
  std::string out;
  for (size_t m = 0; m < set.metrics.size(); ++m) {
    for (size_t k = 0; k < set.options.measures.size(); ++k) {
      out += MeasureLine(Key("measure", evaluation, *set.options.measures[k], set.metrics[m].name),
                         evaluation.estimates[m][k]);
    }
  }
  for (const TestedMeasure& tested : evaluation.tests) out += TestLines(set, evaluation, tested);
  return out;
}

std::string StudyLines(const Study& study) {
  std::string out;
  for (const StudyPoint& point : study.points) {
    const std::string place = OneLine(study.name) + '=' + OneLine(point.label);
    for (const Evaluation& evaluation : point.evaluations) {
      for (size_t s = 0; s < study.series.size(); ++s) {
        for (size_t k = 0; k < study.measures.size(); ++k) {
          out += MeasureLine(Key("study", evaluation, *study.measures[k], study.series[s]),
                             evaluation.estimates[s][k], place);
        }
      }
    }
  }
  return out;
}

}  // namespace

std::string EvaluationTsv(const EvaluationSet& set, const WriteOptions&) {
  std::string out(kHeader);
  for (const auto* evaluations : {&set.evaluations, &set.pooled}) {
    for (const Evaluation& evaluation : *evaluations) out += EvaluationLines(set, evaluation);
  }
  for (const Study& study : set.studies) out += StudyLines(study);
  return out;
}

}  // namespace mtgauge
