// Texts in memory, scored under one metric by one worker, as most tests of a metric need.
#pragma once

#include <gtest/gtest.h>

#include <iterator>
#include <sstream>
#include <string>
#include <vector>

#include "core/score/job.h"
#include "core/score/worker.h"
#include "tests/support/learn.h"

namespace mtgauge::test {

using Lines = std::vector<std::string>;

inline Lines SplitAtSpaces(const std::string& text) {
  std::istringstream words(text);
  return {std::istream_iterator<std::string>(words), {}};
}

// [reference][segment], as for MakeBatch(). The texts outlive everything made from them.
using References = std::vector<std::vector<const std::string*>>;

inline References PointersTo(const std::vector<Lines>& refs) {
  References pointers;
  for (const Lines& lines : refs) {
    pointers.emplace_back();
    for (const std::string& line : lines) pointers.back().push_back(&line);
  }
  return pointers;
}

// The score of all segments together, and its parts.
struct Scored : MetricScore {
  std::vector<int64_t> sums;
  std::vector<std::vector<int64_t>> rows;  // [segment]
  std::vector<double> segments;            // their scores
};

inline Result<Job> MakeJob(const std::string& spec, size_t references,
                           const MetricContext& context = {}) {
  JobOptions options;
  options.metrics = {spec};
  options.context = context;
  options.on_invalid = OnInvalid::kReplace;
  StreamNames names{{}, {"sys"}};
  for (size_t r = 0; r < references; ++r) names.refs.push_back("ref" + std::to_string(r));
  return Job::Make(options, names);
}

// References may be missing (nullptr). Fails the test and returns nothing if the library returns an
// error.
inline Scored ScoreWithMissing(const std::string& spec, const References& refs, const Lines& hyps,
                               const MetricContext& context = {}) {
  auto job = MakeJob(spec, refs.size(), context);
  if (!job.ok()) {
    ADD_FAILURE() << job.status();
    return {};
  }
  Batch batch = MakeBatch(refs, {hyps});
  EXPECT_TRUE(Learn(*job, batch).ok());
  Worker worker(*job);
  std::vector<SegmentScores> segments;
  std::vector<std::vector<int64_t>> rows;
  const Status status = worker.Process(batch, {&segments, &rows});
  EXPECT_TRUE(status.ok()) << status;
  Scored scored{
      MakeReport(*job, worker.totals()).systems[0].scores[0], worker.totals().sums[0], {}, {}};
  const auto width = static_cast<std::ptrdiff_t>(job->widths()[0]);
  for (auto row = rows[0].begin(); row != rows[0].end(); row += width) {
    scored.rows.emplace_back(row, row + width);
  }
  for (const SegmentScores& segment : segments) scored.segments.push_back(segment.scores[0]);
  return scored;
}

inline Scored ScoreSegments(const std::string& spec, const std::vector<Lines>& refs,
                            const Lines& hyps, const MetricContext& context = {}) {
  return ScoreWithMissing(spec, PointersTo(refs), hyps, context);
}

// Scores one segment with all of its references.
inline Scored ScorePair(const std::string& spec, const Lines& refs, const std::string& hyp,
                        const MetricContext& context = {}) {
  References pointers;
  for (const std::string& ref : refs) pointers.push_back({&ref});
  return ScoreWithMissing(spec, pointers, {hyp}, context);
}

}  // namespace mtgauge::test
