// Draws a Report: the scores of each metric over the systems, as from checkpoint to checkpoint,
// with their intervals if there are any.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "core/base/numbers.h"
#include "core/base/printing.h"
#include "core/input/group_values.h"
#include "core/report/forms/plot.h"
#include "core/report/forms/svg.h"
#include "core/report/score/report_writer.h"
#include "core/report/write_options.h"

namespace mtgauge {
namespace {

struct NumberInName {
  size_t begin = 0, size = 0;
  double value = 0;
};

// Returns the numbers in a name, the last one first. Those of more digits than a double holds are
// names themselves, as of commits.
std::vector<NumberInName> NumbersIn(std::string_view name) {
  constexpr std::string_view kDigits = "0123456789";
  constexpr size_t kMostDigits = 15;
  std::vector<NumberInName> numbers;
  for (size_t at = name.find_first_of(kDigits); at != name.npos;) {
    size_t end = std::min(name.find_first_not_of(kDigits, at), name.size());
    if (end + 1 < name.size() && name[end] == '.' && kDigits.find(name[end + 1]) != name.npos) {
      end = std::min(name.find_first_not_of(kDigits, end + 1), name.size());
    }
    const auto value = ParseNumber<double>(name.substr(at, end - at));
    if (value && end - at <= kMostDigits) numbers.push_back({at, end - at, *value});
    at = name.find_first_of(kDigits, end);
  }
  std::reverse(numbers.begin(), numbers.end());
  return numbers;
}

// Where systems stand from left to right.
struct Placing {
  std::string title;                     // of the axis
  std::vector<std::string> series;       // a line for each
  std::vector<std::optional<double>> x;  // [system]; none for a level line beside all others
  std::vector<size_t> series_of;         // [system]
  bool by_number = false;
};

// Returns the place of the number that differs most often, counted from the last number of each
// name; of several such places, the last.
std::optional<size_t> PlaceOfNumber(const std::vector<std::vector<NumberInName>>& numbers) {
  std::vector<std::set<double>> values;  // [place]
  for (const std::vector<NumberInName>& of_name : numbers) {
    values.resize(std::max(values.size(), of_name.size()));
    for (size_t place = 0; place < of_name.size(); ++place) {
      values[place].insert(of_name[place].value);
    }
  }
  const auto most =
      std::max_element(values.begin(), values.end(),
                       [](const auto& a, const auto& b) { return a.size() < b.size(); });
  if (most == values.end() || most->size() < 2) return std::nullopt;
  return static_cast<size_t>(most - values.begin());
}

// Places systems by a number in their names. Names that differ in more than the number are of
// several series. Returns nothing if the numbers say no order: if series have fewer than two
// systems on average, or if there are too many of them.
std::optional<Placing> PlacedByNumber(const std::vector<std::string>& names) {
  constexpr size_t kMostSeries = 8, kMostLevel = 4;
  std::vector<std::vector<NumberInName>> numbers;
  for (const std::string& name : names) numbers.push_back(NumbersIn(name));
  const std::optional<size_t> place = PlaceOfNumber(numbers);
  if (!place) return std::nullopt;
  Placing placing;
  placing.by_number = true;
  placing.series_of.resize(names.size());
  size_t level = 0;
  for (size_t s = 0; s < names.size(); ++s) {
    if (numbers[s].size() <= *place) {
      placing.x.emplace_back();
      ++level;
      continue;
    }
    const NumberInName& number = numbers[s][*place];
    placing.x.emplace_back(number.value);
    const std::string rest = std::string(names[s]).replace(number.begin, number.size, "N");
    const auto known = std::find(placing.series.begin(), placing.series.end(), rest);
    placing.series_of[s] = static_cast<size_t>(known - placing.series.begin());
    if (known == placing.series.end()) placing.series.push_back(rest);
  }
  const size_t series = placing.series.size();
  if (2 * series > names.size() - level || series > kMostSeries || level > kMostLevel) {
    return std::nullopt;
  }
  const std::string& first = placing.series.front();
  placing.title = series > 1 ? "N in the names" : first == "N" ? "name" : "N in the name " + first;
  return placing;
}

Placing PlacedAsGiven(size_t systems) {
  Placing placing;
  placing.title = "systems in the order given";
  placing.series.emplace_back();
  placing.series_of.resize(systems);
  for (size_t s = 1; s <= systems; ++s) placing.x.emplace_back(static_cast<double>(s));
  return placing;
}

// The chart of one metric.
class MetricPlot {
 public:
  MetricPlot(const std::vector<SystemReport>& systems, size_t metric, const WriteOptions& options)
      : systems_(systems), metric_(metric), options_(options) {
    for (const SystemReport& system : systems) names_.push_back(Printable(system.name));
    std::optional<Placing> placed = PlacedByNumber(names_);
    placing_ = placed ? std::move(*placed) : PlacedAsGiven(names_.size());
  }

  // `of`: what the scores are over, at the beginning of the title.
  Plot Make(const std::string& of) {
    constexpr size_t kMostBands = 3, kMostLarge = 50;
    const MetricScore& first = ScoreOf(0);
    plot_.width = 640;
    plot_.height = 340;
    if (systems_.size() > kMostLarge) plot_.radius = 2;
    plot_.title = of + first.metric + (IntervalOf(0) ? " with 95% intervals" : "");
    plot_.x.title = placing_.title;
    plot_.x.whole = std::all_of(placing_.x.begin(), placing_.x.end(),
                                [](const auto& x) { return !x || *x == std::floor(*x); });
    plot_.y.title = first.metric + (first.higher_is_better ? "" : " (lower is better)");
    if (placing_.series.size() > 1) plot_.series = placing_.series;
    const bool bands = placing_.by_number && placing_.series.size() <= kMostBands;
    for (size_t k = 0; k < placing_.series.size(); ++k) AddSeries(k, bands);
    AddLevels();
    return std::move(plot_);
  }

 private:
  const MetricScore& ScoreOf(size_t system) const { return systems_[system].scores[metric_]; }
  std::optional<std::pair<double, double>> IntervalOf(size_t system) const {
    const std::optional<Resampled>& resampled = ScoreOf(system).resampled;
    if (!resampled || !resampled->interval) return std::nullopt;
    const auto& [mean, half_width] = *resampled->interval;
    return std::pair(mean - half_width, mean + half_width);
  }

  // Returns the systems of a series from left to right.
  std::vector<size_t> SystemsOf(size_t series) const {
    std::vector<size_t> systems;
    for (size_t s = 0; s < systems_.size(); ++s) {
      if (placing_.x[s] && placing_.series_of[s] == series) systems.push_back(s);
    }
    std::stable_sort(systems.begin(), systems.end(),
                     [&](size_t a, size_t b) { return *placing_.x[a] < *placing_.x[b]; });
    return systems;
  }

  // Adds the points of a series and, if they are in the order of numbers, a line through them.
  // Intervals are a band, or else each point has its own.
  void AddSeries(size_t series, bool bands) {
    PlotLine line;
    PlotBand band;
    line.series = band.series = series;
    for (const size_t s : SystemsOf(series)) {
      PlotPoint point = PointOf(s);
      line.x.push_back(point.x);
      line.y.push_back(point.y);
      if (bands && !std::isnan(point.low)) {
        band.x.push_back(point.x);
        band.low.push_back(std::exchange(point.low, NAN));
        band.high.push_back(std::exchange(point.high, NAN));
      }
      plot_.points.push_back(std::move(point));
    }
    if (placing_.by_number) plot_.lines.push_back(std::move(line));
    if (!band.x.empty()) plot_.bands.push_back(std::move(band));
  }

  PlotPoint PointOf(size_t system) const {
    constexpr size_t kMostLabels = 12;
    const MetricScore& score = ScoreOf(system);
    const auto rounded = [&](double value) { return RoundedScore(value, score.scale, options_); };
    PlotPoint point = {*placing_.x[system], score.score, "", placing_.series_of[system]};
    point.hint = fmt::format("{}: {}", names_[system], rounded(score.score));
    if (!placing_.by_number && systems_.size() <= kMostLabels) point.label = names_[system];
    if (const auto interval = IntervalOf(system)) {
      std::tie(point.low, point.high) = *interval;
      point.hint += fmt::format(" [{}, {}]", rounded(point.low), rounded(point.high));
    }
    return point;
  }

  // Adds a line for each system without a number, as wide as the chart.
  void AddLevels() {
    const auto [first, last] =
        std::minmax_element(plot_.points.begin(), plot_.points.end(),
                            [](const auto& a, const auto& b) { return a.x < b.x; });
    size_t series = placing_.series.size();
    for (size_t s = 0; s < systems_.size(); ++s) {
      if (placing_.x[s]) continue;
      const double score = ScoreOf(s).score;
      plot_.lines.push_back({{first->x, last->x}, {score, score}, names_[s], series++, true});
    }
  }

  const std::vector<SystemReport>& systems_;
  size_t metric_;
  const WriteOptions& options_;
  std::vector<std::string> names_;
  Placing placing_;
  Plot plot_;
};

void AddCharts(const std::vector<SystemReport>& systems, const std::string& of,
               const WriteOptions& options, std::vector<SvgDrawing>& charts) {
  const size_t metrics = systems.empty() ? 0 : systems.front().scores.size();
  for (size_t m = 0; m < metrics; ++m) {
    charts.push_back(DrawingOf(MetricPlot(systems, m, options).Make(of)));
  }
}

}  // namespace

std::string WriteSvg(const Report& report, const WriteOptions& options) {
  std::vector<SvgDrawing> charts;
  AddCharts(report.systems, "", options, charts);
  if (report.grouped) {
    const auto& [by, groups, macro] = *report.grouped;
    const size_t fields = SplitFields(by).size();
    for (const GroupReport& group : groups) {
      const std::string name = Printable(GroupLabel(group.name, fields));
      AddCharts(group.systems, fmt::format("{} {}, ", Printable(by), name), options, charts);
    }
    AddCharts(macro, fmt::format("mean of {}, ", groups.size()), options, charts);
  }
  return StackedSvg(charts, "Scores of systems");
}

}  // namespace mtgauge
