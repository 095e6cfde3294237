// Writes a summary in two formats.
#include "core/report/segments/nbest_summary.h"

#include <fmt/format.h>

#include <cstddef>

#include "core/base/printing.h"
#include "core/base/version.h"
#include "core/report/forms/json_output.h"
#include "core/report/write_options.h"

namespace mtgauge {

std::string NbestJson(const NbestSummary& summary, const WriteOptions& options) {
  Json json = {{"schema", "mtgauge.nbest/1"},
               {"version", std::string(kVersion)},
               {"segments", summary.segments},
               {"candidates", summary.candidates}};
  json["configuration"] = ConfigJson(options);
  json["warnings"] = summary.warnings;
  json["picked_by"] = summary.scores.front().metric;
  json["scores"] = Json::array();
  for (const NbestSummary::MetricScore& score : summary.scores) {
    json["scores"].push_back({{"metric", score.metric},
                              {"best", score.best},
                              {"first", score.first},
                              {"candidate_signature", score.candidate_signature}});
  }
  return DumpJson(json, 1) + '\n';
}

std::string NbestText(const NbestSummary& summary, const WriteOptions& options) {
  std::string text = fmt::format("{} of {}", Counted(summary.candidates, "candidate"),
                                 Counted(summary.segments, "segment"));
  for (size_t m = 0; m < summary.scores.size(); ++m) {
    const NbestSummary::MetricScore& score = summary.scores[m];
    text += fmt::format("{} {} {} of the best, {} of the first", m == 0 ? ":" : ";", score.metric,
                        RoundedScore(score.best, score.scale, options),
                        RoundedScore(score.first, score.scale, options));
  }
  return text;
}

}  // namespace mtgauge
