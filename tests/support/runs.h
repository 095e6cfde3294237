// Whole runs over sources, for tests that compare them to the last bit.
#pragma once

#include <cstdint>
#include <cstdio>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "parallel/score/scorer.h"

namespace mtgauge::test {

// Writes a number in hexadecimal, so that the text is equal if and only if the number is.
inline std::string Exact(double value) {
  char text[40];
  std::snprintf(text, sizeof text, "%a", value);
  return text;
}

inline Schedule MakeSchedule(uint32_t threads, uint32_t block_bytes = 256 << 10,
                             uint32_t batch_segments = 1024) {
  Schedule schedule;
  schedule.threads = threads;
  schedule.block_bytes = block_bytes;
  schedule.batch_segments = batch_segments;
  return schedule;
}

// Reads everything twice if the job needs it.
inline Result<Report> SurveyAndScore(Job& job, std::vector<std::unique_ptr<Source>> sources,
                                     const Schedule& schedule, const Sink& sink = {}) {
  if (job.needs_survey()) MTG_RETURN_IF_ERROR(SurveySources(job, sources, schedule));
  return ScoreSources(job, std::move(sources), schedule, sink);
}

// Returns the number of segments, and the first system's signatures and scores; or the error.
inline std::vector<std::string> ExactFigures(const Result<Report>& report) {
  if (!report.ok()) return {report.status().message()};
  std::vector<std::string> figures = {std::to_string(report->segments)};
  for (const MetricScore& score : report->systems[0].scores) {
    figures.push_back(score.signature + " " + Exact(score.score));
  }
  return figures;
}

}  // namespace mtgauge::test
