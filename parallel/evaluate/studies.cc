// The studies. Each is a function from a context to points.
#include "parallel/evaluate/studies.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <numeric>
#include <optional>
#include <utility>

#include "core/base/named.h"
#include "core/base/nan.h"
#include "core/base/numbers.h"
#include "core/base/suggest.h"
#include "core/evaluate/measures.h"
#include "core/evaluate/system_level.h"
#include "core/score/job.h"
#include "core/significance/metric_ranking.h"
#include "parallel/evaluate/evaluator.h"

namespace mtgauge {
namespace {

// Returns one unit per item, or per item of the unit `wanted`.
Units SingleItems(uint32_t items, const std::vector<uint32_t>* unit_of_item, uint32_t wanted) {
  Units units;
  for (uint32_t i = 0; i < items; ++i) {
    if (unit_of_item == nullptr || (*unit_of_item)[i] == wanted) units.push_back({i});
  }
  return units;
}

uint32_t CountOfItems(const EvaluationInput& input) {
  for (const auto* sides : {&input.metrics, &input.humans}) {
    for (const EvaluatedSide& side : *sides) {
      if (side.scores.segments.systems > 0) return side.scores.segments.items;
    }
  }
  return 0;
}

bool ByDocuments(const StudyContext& context) { return context.request.unit == Unit::kDocument; }

// Returns the units of the segment measures, for the items of one group or for all.
Units MeasuredUnits(const StudyContext& context, const std::vector<uint32_t>* group_of_item,
                    uint32_t group) {
  const uint32_t items = CountOfItems(context.pair.segments);
  if (!ByDocuments(context)) return SingleItems(items, group_of_item, group);
  std::vector<uint32_t> document = context.pair.documents.unit_of_segment;
  for (uint32_t i = 0; i < items && group_of_item != nullptr; ++i) {
    if ((*group_of_item)[i] != group) document[i] = kNoUnit;
  }
  Units units = UnitsByNumber(document);
  std::erase_if(units, [](const auto& unit) { return unit.empty(); });
  return units;
}

Study NewStudy(const StudyContext& context, std::string name, std::string axis) {
  Study study;
  study.name = std::move(name);
  study.axis = std::move(axis);
  study.language_pair = context.pair.segments.language_pair;
  study.measures = context.options.measures;
  for (const EvaluatedSide& metric : context.whole.metrics) study.series.push_back(metric.name);
  // The last metric stands for the rater.
  if (!context.whole.rater.empty()) study.series.back() = context.whole.rater;
  return study;
}

std::vector<Study> OneStudy(Study study) {
  std::vector<Study> studies;
  studies.push_back(std::move(study));
  return studies;
}

// Evaluates a point. Metrics are compared over all points, not at each one.
Status AddPoint(const StudyContext& context, EvaluationInput input, std::string label, double x,
                Study& study) {
  EvaluateOptions options = context.options;
  options.measures = study.measures;
  options.tested.clear();
  options.test_mean = false;
  StudyPoint& point = study.points.emplace_back();
  point.label = std::move(label);
  point.x = x;
  point.units = CountOfItems(input);
  MTG_RETURN_IF_ERROR(PrepareInput(options, input));
  MTG_ASSIGN_OR_RETURN(point.evaluations, Evaluate(input, options, context.schedule));
  // A rater has judged some of the items.
  if (!input.rater.empty()) point.units = point.evaluations.front().segments;
  return OkStatus();
}

Result<Study> NewLengthStudy(const StudyContext& context, std::string name) {
  Study study = NewStudy(context, std::move(name), "segments of a pseudo-document");
  std::erase_if(study.measures, [](const Measure* measure) { return !measure->of_segments; });
  if (study.measures.empty() || CountOfItems(context.pair.segments) < 2) {
    return UsageError(
        {.option = "study"},
        "`study` length needs segment scores from metrics and people, and a measure of segments, "
        "as in `measures` seg-pearson",
        "");
  }
  return study;
}

// Returns random pseudo-documents of 1, 2, ... segments. There must be at least two of a size.
std::vector<Units> PseudoDocuments(const StudyContext& context) {
  std::vector<Units> of_size;
  const uint32_t items = CountOfItems(context.pair.segments);
  for (uint32_t size = 1; size <= context.request.longest && items / size >= 2; ++size) {
    of_size.push_back(RandomUnits(items, size, context.options.seed));
  }
  return of_size;
}

Result<std::vector<Study>> StudyLength(const StudyContext& context) {
  MTG_ASSIGN_OR_RETURN(Study study, NewLengthStudy(context, "length"));
  for (const Units& units : PseudoDocuments(context)) {
    const size_t size = study.points.size() + 1;
    MTG_RETURN_IF_ERROR(AddPoint(context, JoinItems(context.pair.segments, units),
                                 std::to_string(size), static_cast<double>(size), study));
  }
  return OneStudy(std::move(study));
}

Result<std::vector<Study>> StudyGroups(const StudyContext& context) {
  const UnitTable& groups = context.pair.groups;
  const std::string field = context.request.by.substr(0, context.request.by.find('='));
  Study study = NewStudy(context, "by " + field, field);
  study.ordered = false;
  for (uint32_t g = 0; g < groups.names.size(); ++g) {
    const Units units = MeasuredUnits(context, &groups.unit_of_segment, g);
    MTG_RETURN_IF_ERROR(
        AddPoint(context, JoinItems(context.pair.segments, units), groups.names[g], g + 1, study));
  }
  return OneStudy(std::move(study));
}

// Corresponding units of items and of the rows of a new scoring.
struct RowUnits {
  Units of_items;  // of the pair's segments, for human and outside scores
  Units of_rows;   // of the scored segments, in the same order
};

// The rows of texts that were scored again, and the jobs whose metrics score the rows.
struct Rescored {
  HeldTexts::Rows rows;
  std::unique_ptr<Job> segment_job;
};

Result<Rescored> Rescore(const StudyContext& context, const HeldTexts::Choice& choice,
                         const Units& joined) {
  const ScoredTexts& scored = *context.pair.scored;
  Rescored rescored;
  MTG_ASSIGN_OR_RETURN(rescored.rows,
                       scored.texts.Score(scored.job->options(), choice, joined, context.schedule));
  MTG_ASSIGN_OR_RETURN(Job job,
                       Job::Make(scored.segment_job->options(), rescored.rows.job->names()));
  rescored.segment_job = std::make_unique<Job>(std::move(job));
  return rescored;
}

// Gives a side the rows of these systems, joined to units.
void TakeRows(const Rescored& rescored, size_t metric, const std::vector<size_t>& systems,
              const Units& units, EvaluatedSide& side) {
  side.metric = rescored.rows.job->metrics()[metric].metric.get();
  const bool learns = side.metric->NewSurvey() != nullptr;
  if (side.segment_metric != nullptr) {
    side.segment_metric =
        learns ? side.metric : rescored.segment_job->metrics()[metric].metric.get();
  }
  side.rows.clear();
  for (const size_t system : systems) {
    side.rows.push_back(JoinRows(rescored.rows.of_metric[metric][system], units));
  }
  ScoreRows(side);
}

Status AddRescored(const StudyContext& context, const Rescored& rescored, const RowUnits& units,
                   std::string label, double x, Study& study) {
  EvaluationInput input = JoinItems(context.pair.segments, units.of_items);
  for (size_t m = 0; m < input.metrics.size(); ++m) {
    const std::optional<size_t> of_job = context.pair.text_metrics[m];
    if (!of_job) continue;
    TakeRows(rescored, *of_job, context.pair.text_systems, units.of_rows, input.metrics[m]);
  }
  return AddPoint(context, std::move(input), std::move(label), x, study);
}

Status CheckTexts(const StudyContext& context, std::string_view study) {
  if (context.pair.scored != nullptr) return OkStatus();
  return UsageError({.option = "study"}, fmt::format("`study` {} needs texts", study),
                    "name references and, with `input`, outputs");
}

Status CheckReferences(const StudyContext& context, std::string_view study) {
  MTG_RETURN_IF_ERROR(CheckTexts(context, study));
  if (context.pair.scored->texts.references() >= 2) return OkStatus();
  return UsageError({.option = "study"},
                    fmt::format("`study` {} needs at least two references", study),
                    "name them first");
}

// Computes the ratio of the systems' scores over the sets of one size.
ReferenceRatio RatioOverSets(const Study& study, uint64_t size) {
  ReferenceRatio ratio;
  ratio.size = size;
  for (size_t m = 0; m < study.series.size(); ++m) {
    std::vector<const std::vector<double>*> sets;
    for (const StudyPoint& point : study.points) {
      if (point.x != static_cast<double>(size)) continue;
      sets.push_back(&point.evaluations.front().metric_scores[m]);
    }
    ScoreGrid grid{
        static_cast<uint32_t>(sets.front()->size()), static_cast<uint32_t>(sets.size()), {}};
    for (uint32_t s = 0; s < grid.systems; ++s) {
      for (const std::vector<double>* scores : sets) grid.values.push_back((*scores)[s]);
    }
    const double value = ComputeFRatio(grid).ratio;
    ratio.sets = sets.size();
    ratio.of_series.push_back(std::isfinite(value) ? value : kNaN);
  }
  return ratio;
}

// Returns a name of a set: reference numbers from 1, as in 1+3.
std::string SetName(const std::vector<uint32_t>& set) {
  std::vector<uint32_t> numbers;
  for (const uint32_t r : set) numbers.push_back(r + 1);
  return fmt::format("{}", fmt::join(numbers, "+"));
}

// Returns the sets of references that have a text for every segment.
Result<std::vector<std::vector<uint32_t>>> SetsToStudy(const StudyContext& context,
                                                       std::string_view study) {
  constexpr size_t kNamed = 10;
  MTG_RETURN_IF_ERROR(CheckReferences(context, study));
  std::vector<std::vector<uint32_t>> complete;
  std::string names;
  size_t left_out = 0;
  for (std::vector<uint32_t>& set : ReferenceSets(context.pair.scored->texts.references())) {
    const std::optional<size_t> without = context.pair.scored->texts.FirstWithout(set);
    if (!without) {
      complete.push_back(std::move(set));
    } else if (++left_out <= kNamed) {
      names +=
          fmt::format("{}{} (segment {})", names.empty() ? "" : ", ", SetName(set), *without + 1);
    }
  }
  if (left_out > kNamed) names += fmt::format(" and {} more", left_out - kNamed);
  if (left_out > 0) {
    context.inputs.warnings.push_back(
        {"left-out", "",
         fmt::format(
             "study {}: sets of references without a text for some segment are left out: {}", study,
             names)});
  }
  return complete;
}

Result<std::vector<Study>> StudyReferences(const StudyContext& context) {
  MTG_ASSIGN_OR_RETURN(const auto all_sets, SetsToStudy(context, "references"));
  Study study = NewStudy(context, "references", "references");
  const Units all = SingleItems(CountOfItems(context.pair.segments), nullptr, 0);
  const Units measured = MeasuredUnits(context, nullptr, 0);
  for (const std::vector<uint32_t>& set : all_sets) {
    MTG_ASSIGN_OR_RETURN(const Rescored rescored, Rescore(context, {set, {}}, all));
    MTG_RETURN_IF_ERROR(AddRescored(context, rescored, {measured, measured}, SetName(set),
                                    static_cast<double>(set.size()), study));
  }
  std::map<double, uint64_t> sets;
  for (const StudyPoint& point : study.points) ++sets[point.x];
  for (const auto& [size, count] : sets) {
    if (count > 1) study.ratios.push_back(RatioOverSets(study, static_cast<uint64_t>(size)));
  }
  return OneStudy(std::move(study));
}

// Melamed, Green & Turian (2003): agreement as a function of length, for each set of references.
Result<std::vector<Study>> StudyReferencesLength(const StudyContext& context) {
  MTG_ASSIGN_OR_RETURN(const auto all_sets, SetsToStudy(context, "references-length"));
  const Units all = SingleItems(CountOfItems(context.pair.segments), nullptr, 0);
  std::vector<Study> studies;
  for (const std::vector<uint32_t>& set : all_sets) {
    MTG_ASSIGN_OR_RETURN(Study study,
                         NewLengthStudy(context, "length, references " + SetName(set)));
    MTG_ASSIGN_OR_RETURN(const Rescored rescored, Rescore(context, {set, {}}, all));
    for (const Units& units : PseudoDocuments(context)) {
      const size_t size = study.points.size() + 1;
      MTG_RETURN_IF_ERROR(AddRescored(context, rescored, {units, units}, std::to_string(size),
                                      static_cast<double>(size), study));
    }
    studies.push_back(std::move(study));
  }
  return studies;
}

// Returns the scores of the references against each other: for each metric of the job and each
// unit, the mean over the references, each scored against all others.
Result<std::vector<std::vector<double>>> ScoresOfReferences(const StudyContext& context,
                                                            const Units& units) {
  const uint32_t references = context.pair.scored->texts.references();
  const Units all = SingleItems(CountOfItems(context.pair.segments), nullptr, 0);
  std::vector<std::vector<double>> means(context.pair.scored->job->metrics().size(),
                                         std::vector<double>(units.size()));
  for (uint32_t held_out = 0; held_out < references; ++held_out) {
    HeldTexts::Choice choice{{}, held_out};
    for (uint32_t r = 0; r < references; ++r) {
      if (r != held_out) choice.references.push_back(r);
    }
    MTG_ASSIGN_OR_RETURN(const Rescored rescored, Rescore(context, choice, all));
    for (size_t m = 0; m < context.whole.metrics.size(); ++m) {
      const std::optional<size_t> of_job = context.pair.text_metrics[m];
      if (!of_job) continue;
      EvaluatedSide side;
      side.segment_metric = context.whole.metrics[m].segment_metric;
      TakeRows(rescored, *of_job, {0}, units, side);
      for (uint32_t u = 0; u < units.size(); ++u) {
        means[*of_job][u] += side.scores.segments.At(0, u) / references;
      }
    }
  }
  return means;
}

// Based on Doddington (2002, 5.6), who normalizes for the influence of the source text on the
// scores of all systems: divides each unit's score by that of the references against each other. In
// both points, systems' scores are means of unit scores, so the normalization is the only
// difference.
Result<std::vector<Study>> StudyReferenceNormalization(const StudyContext& context) {
  constexpr std::string_view kName = "reference-normalization";
  MTG_RETURN_IF_ERROR(CheckReferences(context, kName));
  MTG_RETURN_IF_ERROR(context.pair.scored->texts.CheckNoneMissing(kName));
  Study study = NewStudy(context, std::string(kName),
                         "scores, and scores over those of the references against each other");
  study.ordered = false;
  const Units units = MeasuredUnits(context, nullptr, 0);
  MTG_ASSIGN_OR_RETURN(const auto of_references, ScoresOfReferences(context, units));
  for (const bool normalized : {false, true}) {
    EvaluationInput input = JoinItems(context.pair.segments, units);
    for (size_t m = 0; m < input.metrics.size(); ++m) {
      const std::optional<size_t> of_job = context.pair.text_metrics[m];
      if (!of_job) continue;
      EvaluatedSide& side = input.metrics[m];
      ScoreGrid& grid = side.scores.segments;
      for (size_t cell = 0; normalized && cell < grid.values.size(); ++cell) {
        grid.values[cell] /= of_references[*of_job][cell % grid.items];
        if (!std::isfinite(grid.values[cell])) grid.values[cell] = kNaN;
      }
      MTG_ASSIGN_OR_RETURN(side, MeanSide(side, input.systems, context.inputs));
    }
    MTG_RETURN_IF_ERROR(AddPoint(context, std::move(input),
                                 normalized ? "normalized" : "as they are", normalized ? 1 : 0,
                                 study));
  }
  return OneStudy(std::move(study));
}

// Joins neighbouring segments until every document is one segment. The measured items are
// documents.
Result<std::vector<Study>> StudyJoining(const StudyContext& context) {
  MTG_RETURN_IF_ERROR(CheckTexts(context, "joining"));
  const UnitTable& documents = context.pair.documents;
  if (documents.names.empty()) {
    return UsageError({.option = "study"},
                      "`study` joining joins segments of a document, but no input names documents",
                      "name a file with `documents`");
  }
  Study study = NewStudy(context, "joining", "segments joined, on average");
  std::vector<uint32_t> references(context.pair.scored->texts.references());
  std::iota(references.begin(), references.end(), 0U);
  const std::vector<uint32_t>& document_of = documents.unit_of_segment;
  const Units whole = UnitsByNumber(document_of);
  Units joined = SingleItems(static_cast<uint32_t>(document_of.size()), nullptr, 0);
  std::erase_if(joined, [&](const auto& unit) { return document_of[unit.front()] == kNoUnit; });
  const auto items = static_cast<double>(joined.size());
  // The segments of a document need not be contiguous.
  std::stable_sort(joined.begin(), joined.end(), [&](const auto& a, const auto& b) {
    return document_of[a.front()] < document_of[b.front()];
  });
  for (uint64_t most = 1;; most *= 2) {
    std::vector<uint32_t> document_of_unit;
    for (const auto& unit : joined) document_of_unit.push_back(document_of[unit.front()]);
    const bool last = joined.size() == whole.size();
    MTG_ASSIGN_OR_RETURN(const Rescored rescored, Rescore(context, {references, {}}, joined));
    MTG_RETURN_IF_ERROR(AddRescored(context, rescored, {whole, UnitsByNumber(document_of_unit)},
                                    last ? "document" : std::to_string(most),
                                    items / static_cast<double>(joined.size()), study));
    if (last) return OneStudy(std::move(study));
    joined = JoinNeighbours(joined, document_of);
  }
}

// Returns a name with the options of a metric, except one.
std::string NameWithout(const MadeMetric& made, std::string_view option) {
  const MetricSpec others = MetricSpec(made.spec).Without(option);
  return made.Title() + others.text().substr(others.name().size());
}

// The metrics with one value of an option.
struct OptionPoint {
  std::string value;
  std::map<std::string, size_t> metric_of_series;  // index in the evaluation
};

// Groups the metrics of one name by the value of an option. Adds their other options to `series`,
// as names.
Result<std::vector<OptionPoint>> PointsOfOption(const StudyContext& context,
                                                std::string_view metric, const std::string& option,
                                                std::vector<std::string>& series) {
  std::vector<OptionPoint> points;
  const Job& job = *context.pair.scored->job;
  for (size_t m = 0; m < context.whole.metrics.size(); ++m) {
    if (!context.pair.text_metrics[m]) continue;
    const MadeMetric& made = job.metrics()[*context.pair.text_metrics[m]];
    if (made.row->name != metric) continue;
    MTG_ASSIGN_OR_RETURN(const MetricOptions options,
                         OptionsInEffect(made.spec, job.options().shared));
    const auto value = options.find(option);
    if (value == options.end()) {
      return UsageError({.option = "study"},
                        fmt::format("`study`: {} has no option '{}'", metric, option), "");
    }
    auto point = std::find_if(points.begin(), points.end(),
                              [&](const auto& known) { return known.value == value->second; });
    if (point == points.end()) point = points.insert(point, {value->second, {}});
    const std::string name = NameWithout(made, option);
    point->metric_of_series[name] = m;
    if (std::find(series.begin(), series.end(), name) == series.end()) series.push_back(name);
  }
  return points;
}

// Returns the estimates for the series of `study`; some may have no metric at this point.
std::vector<std::vector<MeasureEstimate>> EstimatesAt(const OptionPoint& point, const Study& study,
                                                      const Evaluation& from) {
  MeasureEstimate none;
  none.measured = {kNaN, kNaN, 0, std::nullopt};
  none.se = kNaN;
  std::vector<std::vector<MeasureEstimate>> estimates;
  for (const std::string& series : study.series) {
    const auto found = point.metric_of_series.find(series);
    estimates.push_back(found == point.metric_of_series.end()
                            ? std::vector<MeasureEstimate>(study.measures.size(), none)
                            : from.estimates[found->second]);
  }
  return estimates;
}

// Selects the metrics of one name from the evaluation, and sorts them by one of their options.
Result<std::vector<Study>> StudyOption(const StudyContext& context, const std::string& name) {
  MTG_RETURN_IF_ERROR(CheckTexts(context, name));
  const size_t colon = name.find(':');
  const std::string option = name.substr(colon + 1);
  Study study = NewStudy(context, name, option);
  study.series.clear();
  MTG_ASSIGN_OR_RETURN(const std::vector<OptionPoint> points,
                       PointsOfOption(context, name.substr(0, colon), option, study.series));
  if (points.size() < 2) {
    return UsageError(
        {.option = "study"},
        fmt::format(
            "`study` {0}: give metrics with several values of it, as in `metrics` {0}=1 {0}=2",
            name),
        "");
  }
  for (const OptionPoint& known : points) {
    const std::optional<double> number = ParseNumber<double>(known.value);
    study.ordered = study.ordered && number.has_value();
    StudyPoint& point = study.points.emplace_back();
    point.label = known.value;
    point.x = number.value_or(static_cast<double>(study.points.size()));
    point.units = CountOfItems(context.whole);
    for (const Evaluation& from : context.evaluated) {
      Evaluation& to = point.evaluations.emplace_back();
      to.language_pair = from.language_pair;
      to.criterion = from.criterion;
      to.rater = from.rater;
      to.segments = from.segments;
      to.estimates = EstimatesAt(known, study, from);
    }
  }
  std::stable_sort(study.points.begin(), study.points.end(),
                   [&](const auto& a, const auto& b) { return study.ordered && a.x < b.x; });
  return OneStudy(std::move(study));
}

struct StudyRow {
  std::string_view name;
  bool texts;  // it scores texts again
  Result<std::vector<Study>> (*run)(const StudyContext& context);
};
constexpr StudyRow kStudies[] = {
    {"length", false, StudyLength},
    {"joining", true, StudyJoining},
    {"references", true, StudyReferences},
    {"references-length", true, StudyReferencesLength},
    {"reference-normalization", true, StudyReferenceNormalization},
};

const StudyRow* FindStudy(std::string_view name) { return RowNamed(kStudies, name); }

}  // namespace

std::vector<std::string_view> StudyNames() { return NamesOfRows(kStudies); }

Status CheckStudies(const EvaluateRequest& request) {
  for (const std::string& name : request.studies) {
    if (std::count(request.studies.begin(), request.studies.end(), name) > 1) {
      return UsageError({.option = "study"}, fmt::format("`study`: '{}' is given twice", name), "");
    }
    const size_t colon = name.find(':');
    const bool option = colon != std::string::npos && colon + 1 < name.size() &&
                        FindMetric(name.substr(0, colon)) != nullptr;
    if (FindStudy(name) != nullptr || option) continue;
    const std::string hint = DidYouMean(name, StudyNames());
    return UsageError({.option = "study"},
                      fmt::format("`study`: unknown study '{}'{}", name,
                                  hint.empty() ? fmt::format(" (known: {}, or METRIC:OPTION)",
                                                             JoinChoices(StudyNames()))
                                               : hint),
                      "");
  }
  return OkStatus();
}

bool ScoresAgain(const EvaluateRequest& request) {
  return std::any_of(request.studies.begin(), request.studies.end(), [](const std::string& name) {
    const StudyRow* row = FindStudy(name);
    return row != nullptr && row->texts;
  });
}

bool StudiesNeedTexts(const EvaluateRequest& request) {
  return !request.by.empty() || ScoresAgain(request);
}

Result<std::vector<Study>> RunStudies(const StudyContext& context) {
  std::vector<Study> studies;
  const auto add = [&](Result<std::vector<Study>> made) -> Status {
    if (!made.ok()) return made.status();
    for (Study& study : *made) {
      if (study.ordered) CompareSeries(study);
      studies.push_back(std::move(study));
    }
    return OkStatus();
  };
  const bool asked = !context.request.studies.empty() || !context.request.by.empty();
  if (asked && context.pair.segments.humans.empty()) {
    return UsageError({.option = "study"},
                      "`study` and `by` need human scores of segments, not only of documents", "");
  }
  for (const std::string& name : context.request.studies) {
    const StudyRow* row = FindStudy(name);
    MTG_RETURN_IF_ERROR(add(row != nullptr ? row->run(context) : StudyOption(context, name)));
  }
  if (!context.request.by.empty()) MTG_RETURN_IF_ERROR(add(StudyGroups(context)));
  return studies;
}

}  // namespace mtgauge
