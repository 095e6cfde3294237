// How good the best candidates and the first ones are, as a corpus.
#include "core/report/segments/nbest_summary.h"

#include <fmt/format.h>

#include <cstddef>

#include "core/base/version.h"
#include "core/report/forms/json_output.h"
#include "core/score/metric_labels.h"

namespace mtgauge {

absl::StatusOr<NbestSummary> SummarizeNbest(const JobOptions& corpus_options, const Job& job,
                                            const Report& report, const NbestSums& sums) {
  MTG_ASSIGN_OR_RETURN(const Job corpus, Job::Make(corpus_options, job.names()));
  NbestSummary summary{report.segments, sums.candidates(), MetricLabels(job), {}, {}, {}};
  for (size_t m = 0; m < job.metrics().size(); ++m) {
    // One that learns from the references has done so in the job of the candidates.
    const Metric& own = *corpus.metrics()[m].metric;
    const Metric& metric = own.NewSurvey() == nullptr ? own : *job.metrics()[m].metric;
    summary.scales.push_back(job.metrics()[m].row->scale);
    summary.best.push_back(metric.Score(sums.best()[m], Level::kCorpus));
    summary.first.push_back(metric.Score(sums.first()[m], Level::kCorpus));
  }
  return summary;
}

std::string NbestSummaryLine(const NbestSummary& summary, const WriteOptions& options) {
  std::string text =
      fmt::format("{} candidates of {} segments", summary.candidates, summary.segments);
  for (size_t m = 0; m < summary.labels.size(); ++m) {
    text +=
        fmt::format("{} {} {} of the best, {} of the first", m == 0 ? ":" : ";", summary.labels[m],
                    RoundedScore(summary.best[m], summary.scales[m], options),
                    RoundedScore(summary.first[m], summary.scales[m], options));
  }
  return text;
}

std::string NbestSummaryJson(const NbestSummary& summary, const Report& report,
                             const WriteOptions& options) {
  Json json = {{"schema", "mtgauge.nbest/1"},
               {"version", std::string(kVersion)},
               {"segments", summary.segments},
               {"candidates", summary.candidates}};
  json["configuration"] = ConfigJson(options);
  json["warnings"] = WarningsJson(report.warnings);
  json["picked_by"] = summary.labels.front();
  json["scores"] = Json::array();
  for (size_t m = 0; m < summary.labels.size(); ++m) {
    json["scores"].push_back({{"metric", summary.labels[m]},
                              {"best", summary.best[m]},
                              {"first", summary.first[m]},
                              {"candidate_signature", report.systems.front().scores[m].signature}});
  }
  return DumpJson(json, 1) + '\n';
}

}  // namespace mtgauge
