// Any bytes as a metric spec, and as hypotheses and references of every metric: no crash, finite
// scores, and the same rows from every n-gram engine.
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "core/contract/registry.h"
#include "core/score/job.h"
#include "core/score/worker.h"
#include "tests/support/learn.h"
#include "tests/support/meteor_data.h"
#include "tests/support/roles.h"

namespace {

using Rows = std::vector<std::vector<int64_t>>;

void Require(bool holds) {
  if (!holds) std::abort();
}

// Segments are separated by tabs, so that they may contain LF; a segment "\r" is a missing one.
std::vector<std::string> Split(std::string_view text) {
  std::vector<std::string> segments(1);
  for (const char byte : text) {
    if (byte == '\t') {
      segments.emplace_back();
    } else {
      segments.back() += byte;
    }
  }
  return segments;
}

// `segments`, distributed over records of one hypothesis and two references. Points into them.
struct Records {
  std::vector<std::string> hyps;
  std::vector<std::vector<const std::string*>> refs{2};
};

Records Deal(const std::vector<std::string>& segments) {
  Records records;
  for (size_t i = 0; i + 2 < segments.size(); i += 3) {
    records.hyps.push_back(segments[i]);
    records.refs[0].push_back(&segments[i + 1]);
    const bool missing = segments[i + 2] == "\r";
    records.refs[1].push_back(missing ? nullptr : &segments[i + 2]);
  }
  return records;
}

Rows Score(const std::string& spec, mtgauge::NgramEngine engine, const Records& records) {
  mtgauge::JobOptions options;
  options.metrics = {spec};
  options.context.ngram_engine = engine;
  options.on_invalid = mtgauge::OnInvalid::kReplace;
  mtgauge::StreamNames names = {{"ref1", "ref2"}, {"sys"}};
  const bool needs_source = mtgauge::NeedsSource(spec);
  if (needs_source) names.sources = {"src"};
  auto job = mtgauge::Job::Make(options, names);
  if (!job.ok()) return {};
  mtgauge::Batch batch = mtgauge::MakeBatch(records.refs, {records.hyps});
  if (needs_source) {  // the hypotheses in another order
    std::vector<std::string> sources(records.hyps.rbegin(), records.hyps.rend());
    batch.sources = mtgauge::MakeBatch({}, {sources}).hyps;
  }
  Require(mtgauge::test::Learn(*job, batch).ok());
  mtgauge::Worker worker(*job);
  Rows rows;
  std::vector<mtgauge::SegmentScores> segments;
  Require(worker.Process(batch, {&segments, &rows}).ok());
  for (const mtgauge::SegmentScores& segment : segments) Require(std::isfinite(segment.scores[0]));
  const mtgauge::Report report = mtgauge::MakeReport(*job, worker.totals());
  Require(std::isfinite(report.systems[0].scores[0].score));
  return rows;
}

}  // namespace

// The text before the first LF is a spec; the rest are segments.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view input(reinterpret_cast<const char*>(data), size);
  const size_t end = input.find('\n');
  const std::string spec(input.substr(0, end));
  const std::vector<std::string> segments =
      Split(end == std::string_view::npos ? input : input.substr(end + 1));
  std::vector<std::string> labelled;
  for (const std::string& segment : segments) {
    labelled.push_back(segment == "\r" ? segment : mtgauge::test::TextFor("sr", segment));
  }
  const Records plain = Deal(segments), with_roles = Deal(labelled);
  const auto records_for = [&](std::string_view metric) -> const Records& {
    return mtgauge::test::ComparesRoles(metric) ? with_roles : plain;
  };
  Score(spec, mtgauge::NgramEngine::kAuto, records_for(spec));
  for (const mtgauge::MetricRow& metric : mtgauge::Metrics()) {
    // A metric that is not based on words rejects a stemmer, and gives no rows.
    for (const char* options : {"", ":stem=en"}) {
      const std::string metric_spec = std::string(metric.name) + options;
      const Records& records = records_for(metric_spec);
      const Rows want = Score(metric_spec, mtgauge::NgramEngine::kAuto, records);
      if (want.empty()) continue;
      for (const mtgauge::NgramEngineRow& row : mtgauge::NgramEngines()) {
        Require(Score(metric_spec, row.engine, records) == want);
      }
    }
  }
  return 0;
}
