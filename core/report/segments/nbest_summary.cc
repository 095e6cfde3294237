// Writes a summary in two formats.
#include "core/report/segments/nbest_summary.h"

#include <fmt/format.h>

#include <cstddef>

#include "core/base/printing.h"
#include "core/report/segments/nbest_fields.h"
#include "core/report/write_options.h"

namespace mtgauge {

std::string NbestJson(const NbestSummary& summary, const WriteOptions& options) {
  return DumpJson(AnswerJson("mtgauge.nbest/1", summary, options), 1) + '\n';
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
