// Builds a job: makes its metrics and collects the distinct views that they need.
#include "core/score/job.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/base/version.h"

namespace mtgauge {

namespace {

// Rejects normalization: it may make or delete a mark that separates annotated words.
Status CheckAnnotated(const MadeMetric& made) {
  if (made.normalize == nullptr && made.ignored == 0) return OkStatus();
  return UsageError({.option = "metrics"},
                    fmt::format("{}: {} does not change annotations", made.spec,
                                made.normalize != nullptr ? kNormalize.name : kIgnore.name),
                    "normalize the files beforehand");
}

Status NoSource(const MadeMetric& made, bool may_have_one) {
  if (may_have_one) {
    return UsageError(
        {.option = "source"}, fmt::format("{} compares with the source text", made.Title()),
        fmt::format("name its file with `source` FILE, or leave out `metrics` {}", made.row->name));
  }
  return UsageError(
      {.option = "metrics"},
      fmt::format("{} compares with the source text, and there is none here", made.Title()),
      fmt::format("use {}, which take a source text, or leave out `metrics` {}", kVerbsWithSource,
                  made.row->name));
}

}  // namespace

Result<Job> Job::Make(const JobOptions& options, StreamNames names) {
  if (names.refs.empty())
    return UsageError({.option = "references"}, "no reference", "name at least one reference file");
  if (names.hyps.empty())
    return UsageError({.option = "input"}, "no system", "name at least one with `input` FILE");
  if (options.metrics.empty())
    return UsageError({.option = "metrics"}, "no metric",
                      "name at least one with `metrics` METRIC");
  Job job;
  job.options_ = options;
  job.names_ = std::move(names);
  for (size_t m = 0; m < options.metrics.size(); ++m) {
    MetricContext context = options.context;
    if (!options.rows.empty()) context.rows = &options.rows[m];
    MTG_ASSIGN_OR_RETURN(MadeMetric made, MakeMetric(options.metrics[m], options.shared, context));
    if (made.row->needs_source && job.names_.sources.empty() && options.rows.empty()) {
      return NoSource(made, options.may_have_source);
    }
    std::vector<uint32_t> indices;
    for (ViewSpec view : made.Views()) {
      view.annotations = view.annotations && job.names_.annotated();
      if (view.annotations) {
        MTG_RETURN_IF_ERROR(CheckAnnotated(made));
        view.strip_before.clear();
      }
      indices.push_back(job.AddView(view));
    }
    job.views_of_metric_.push_back(std::move(indices));
    job.widths_.push_back(static_cast<uint32_t>(made.metric->Columns().size()));
    job.metrics_.push_back(std::move(made));
  }
  job.learnt_.resize(job.metrics_.size());
  const bool asked = std::any_of(job.views_.begin(), job.views_.end(),
                                 [](const ViewSpec& view) { return view.annotations; });
  if (job.names_.annotated() && !asked && !options.texts_are_shown) {
    return UsageError({.option = "annotations"},
                      "`annotations`: none of the metrics reads annotations",
                      "add `metrics` maxsim, or leave them out");
  }
  const bool compares = std::any_of(job.metrics_.begin(), job.metrics_.end(),
                                    [](const MadeMetric& made) { return made.row->needs_source; });
  if (!job.names_.sources.empty() && !compares && !options.texts_are_shown) {
    return UsageError({.option = "source"}, "`source`: none of the metrics reads the source text",
                      "add `metrics` sari, or leave it out");
  }
  if (options.surveys != nullptr && !job.needs_survey()) {
    return UsageError({.option = "survey"},
                      "`survey`: none of the metrics learns from references first",
                      "add `metrics` nist, or leave it out");
  }
  return job;
}

Status Job::BindFromShelf() {
  for (size_t m = 0; m < metrics_.size(); ++m) {
    std::unique_ptr<Survey> empty = metrics_[m].metric->NewSurvey();
    if (empty == nullptr) continue;
    MTG_ASSIGN_OR_RETURN(const std::shared_ptr<const Survey> learnt,
                         options_.surveys->Take(std::move(empty)));
    Bind(m, *learnt);
  }
  bound_ = true;
  return OkStatus();
}

uint32_t Job::AddView(const ViewSpec& view) {
  const auto known = std::find(views_.begin(), views_.end(), view);
  if (known != views_.end()) return static_cast<uint32_t>(known - views_.begin());
  const bool stems = view.stemmer != nullptr;
  ViewSpec unstemmed = view;
  unstemmed.stemmer = nullptr;
  const uint32_t words = stems ? AddView(unstemmed) : 0;
  const auto index = static_cast<uint32_t>(views_.size());
  views_.push_back(view);
  words_of_.push_back(stems ? words : index);
  return index;
}

bool Job::needs_survey() const {
  return !bound_ && std::any_of(metrics_.begin(), metrics_.end(), [](const MadeMetric& made) {
    return made.metric->NewSurvey() != nullptr;
  });
}

void Job::Bind(const Surveys& surveys) {
  for (size_t m = 0; m < metrics_.size(); ++m) {
    if (surveys[m] != nullptr) Bind(m, *surveys[m]);
  }
  bound_ = true;
}

void Job::Bind(size_t metric, const Survey& survey) {
  metrics_[metric].metric->Bind(survey);
  const auto [key, value] = survey.SignatureKey();
  learnt_[metric] = "|" + key + ":" + value;
}

void Job::TakeLearnt(std::vector<std::string> learnt) {
  learnt_ = std::move(learnt);
  bound_ = true;
}

std::string Job::Settings(size_t metric) const {
  std::string settings;
  for (const auto& [key, value] : metrics_[metric].SignatureKeys()) {
    settings += (settings.empty() ? "" : "|") + key + ":" + value;
  }
  return settings;
}

std::string Job::Signature(size_t metric, const std::string& references) const {
  const std::string settings = Settings(metric);
  return "nrefs:" + references + (settings.empty() ? "" : "|" + settings) + learnt_[metric] +
         "|version:mtgauge-" + std::string(kVersion);
}

}  // namespace mtgauge
