// Makes charts from an EvaluationSet.
#include "core/report/evaluate/evaluation_plots.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numeric>
#include <set>
#include <system_error>

#include "core/base/printing.h"
#include "core/evaluate/agreement.h"
#include "core/evaluate/measures.h"
#include "core/significance/metric_ranking.h"
#include "mtgauge/output.h"

namespace mtgauge {
namespace {

// Makes a file name. Names that would be equal are numbered.
std::string FileName(const std::vector<std::string>& parts, std::set<std::string>& taken) {
  std::string name;
  for (const std::string& part : parts) {
    if (part.empty()) continue;
    if (!name.empty()) name += '-';
    name += SafeFileName(part, "._+");
  }
  std::string unique = name;
  for (size_t k = 2; !taken.insert(unique).second; ++k) unique = fmt::format("{}-{}", name, k);
  return unique + ".svg";
}

std::string Short(double value) { return std::isnan(value) ? "n/a" : fmt::format("{:.3f}", value); }

// Formats a correlation of the drawn scores, with its interval if the set measures it. Measures are
// positive if a metric agrees with people, also where lower scores are better.
std::string Correlation(const EvaluationSet& set, const Evaluation& evaluation, size_t metric,
                        std::string_view measure, double value) {
  std::string out = Short(value);
  for (size_t k = 0; k < set.options.measures.size(); ++k) {
    if (set.options.measures[k]->name != measure) continue;
    const MeasureEstimate& estimate = evaluation.estimates[metric][k];
    const bool resampled = !std::isnan(estimate.bootstrap.low);
    const auto [low, high] = resampled ? estimate.bootstrap : estimate.fisher;
    const bool turned = !set.metrics[metric].higher_is_better;
    if (!std::isnan(low)) {
      out += fmt::format(" [{}, {}]", Short(turned ? -high : low), Short(turned ? -low : high));
    }
  }
  return out;
}

Plot ScatterOf(const EvaluationSet& set, const Evaluation& evaluation, size_t metric) {
  const std::vector<double>& scores = evaluation.metric_scores[metric];
  const bool lower = !set.metrics[metric].higher_is_better;
  const std::string& name = NameIn(set, evaluation, metric);
  Plot plot;
  std::vector<double> x, y;
  for (size_t s = 0; s < scores.size(); ++s) {
    if (std::isnan(scores[s]) || std::isnan(evaluation.human_scores[s])) continue;
    x.push_back(scores[s]);
    y.push_back(evaluation.human_scores[s]);
    plot.points.push_back({x.back(), y.back(), evaluation.systems[s], 0});
  }
  const std::string pair = evaluation.language_pair.empty() ? "" : evaluation.language_pair + ", ";
  plot.title = fmt::format(
      "{}{} and {}: Pearson {}, Spearman {}, {}", pair, name, evaluation.criterion,
      Correlation(set, evaluation, metric, "pearson", Pearson(x, y)),
      Correlation(set, evaluation, metric, "spearman", Correlate(Statistic::kSpearman, x, y)),
      Counted(x.size(), "system"));
  plot.x.title = name + (lower ? " (lower is better)" : "");
  plot.y.title = evaluation.criterion;
  return plot;
}

// Returns how far a series is shifted so that the intervals of all series stand side by side.
double ShiftOf(const Study& study, size_t series) {
  constexpr double kShare = 0.5;  // of the distance between points
  double distance = std::numeric_limits<double>::infinity();
  for (const StudyPoint& a : study.points) {
    for (const StudyPoint& b : study.points) {
      if (a.x < b.x) distance = std::min(distance, b.x - a.x);
    }
  }
  if (std::isinf(distance)) distance = 1;
  const auto count = static_cast<double>(study.series.size());
  return kShare * distance * ((static_cast<double>(series) + 0.5) / count - 0.5);
}

// Returns the values of a series at all points with the same x.
std::vector<double> ValuesAt(const Study& study, size_t criterion, size_t measure, size_t series,
                             double x) {
  std::vector<double> values;
  for (const StudyPoint& point : study.points) {
    const double value = point.evaluations[criterion].estimates[series][measure].measured.value;
    if (point.x == x && !std::isnan(value)) values.push_back(value);
  }
  return values;
}

// Adds the points of a series and, if the study is ordered, a line through them. Intervals are a
// band where it does not hide others, else each point has its own.
void AddSeries(const Study& study, size_t criterion, size_t measure, size_t series, Plot& plot) {
  constexpr size_t kMostBands = 3;
  const bool bands = study.ordered && study.series.size() <= kMostBands && study.points.size() > 1;
  const double shift = bands ? 0 : ShiftOf(study, series);
  PlotLine line;
  PlotBand band;
  line.series = band.series = series;
  for (const StudyPoint& point : study.points) {
    const MeasureEstimate& estimate = point.evaluations[criterion].estimates[series][measure];
    const double value = estimate.measured.value;
    if (std::isnan(value)) continue;
    const std::vector<double> same = ValuesAt(study, criterion, measure, series, point.x);
    const bool banded = bands && same.size() == 1;
    const bool label = !study.ordered && series == 0;
    PlotPoint& drawn = plot.points.emplace_back();
    drawn = {point.x + shift, value, label ? point.label : "", series};
    if (!banded) {
      drawn.low = estimate.bootstrap.low;
      drawn.high = estimate.bootstrap.high;
    }
    // Several points at the same x, e.g. sets of the same size, are joined through their mean.
    if (!line.x.empty() && line.x.back() == drawn.x) continue;
    line.x.push_back(drawn.x);
    line.y.push_back(std::accumulate(same.begin(), same.end(), 0.0) /
                     static_cast<double>(same.size()));
    if (!banded || std::isnan(estimate.bootstrap.low)) continue;
    band.x.push_back(point.x);
    band.low.push_back(estimate.bootstrap.low);
    band.high.push_back(estimate.bootstrap.high);
  }
  if (!study.ordered) return;
  if (!band.x.empty()) plot.bands.push_back(std::move(band));
  plot.lines.push_back(std::move(line));
}

Plot StudyPlot(const Study& study, size_t criterion, size_t measure) {
  const Evaluation& first = study.points.front().evaluations[criterion];
  Plot plot;
  plot.title = fmt::format("{}{}: {} and {}{}",
                           study.language_pair.empty() ? "" : study.language_pair + ", ",
                           study.name, study.measures[measure]->title, first.criterion,
                           first.rater.empty() ? "" : " without " + first.rater);
  plot.x.title = study.axis;
  plot.y.title = study.measures[measure]->title;
  plot.series = study.series;
  for (size_t s = 0; s < study.series.size(); ++s) AddSeries(study, criterion, measure, s, plot);
  return plot;
}

}  // namespace

std::vector<std::pair<std::string, Plot>> PlotsOf(const EvaluationSet& set) {
  std::vector<std::pair<std::string, Plot>> plots;
  std::set<std::string> taken;
  for (const Evaluation& evaluation : set.evaluations) {
    for (size_t m = 0; m < set.metrics.size(); ++m) {
      Plot plot = ScatterOf(set, evaluation, m);
      if (plot.points.empty()) continue;
      plots.emplace_back(
          FileName({evaluation.language_pair, evaluation.criterion, NameIn(set, evaluation, m)},
                   taken),
          std::move(plot));
    }
  }
  for (const Study& study : set.studies) {
    if (study.points.empty()) continue;
    for (size_t c = 0; c < study.points.front().evaluations.size(); ++c) {
      for (size_t k = 0; k < study.measures.size(); ++k) {
        Plot plot = StudyPlot(study, c, k);
        if (plot.points.empty()) continue;
        plots.emplace_back(
            FileName({study.language_pair, study.points.front().evaluations[c].criterion,
                      study.points.front().evaluations[c].rater, study.name,
                      std::string(study.measures[k]->name)},
                     taken),
            std::move(plot));
      }
    }
  }
  return plots;
}

Status WritePlots(const EvaluationSet& set, const std::string& folder) {
  struct stat about;
  if (mkdir(folder.c_str(), 0777) != 0) {
    const int error = errno;
    if (error != EEXIST || stat(folder.c_str(), &about) != 0 || !S_ISDIR(about.st_mode)) {
      return IoError(
          {.file = folder, .option = "svg", .named = true},
          fmt::format("cannot write into {}: {}", folder, std::generic_category().message(error)),
          "name a folder with `svg`");
    }
  }
  std::vector<Output> files;
  for (const auto& [name, plot] : PlotsOf(set)) {
    MTG_ASSIGN_OR_RETURN(Output file, Output::Open(fmt::format("{}/{}", folder, name)));
    MTG_RETURN_IF_ERROR(file.Write(SvgOf(plot)));
    MTG_RETURN_IF_ERROR(file.Close());
    files.push_back(std::move(file));
  }
  for (Output& file : files) MTG_RETURN_IF_ERROR(file.Publish());
  return OkStatus();
}

}  // namespace mtgauge
