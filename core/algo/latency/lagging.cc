// The measures of latency.
#include "core/algo/latency/lagging.h"

#include <algorithm>
#include <numeric>

namespace mtgauge {
namespace {

double LongerLength(const TimedSegment& segment) {
  return std::max(static_cast<double>(segment.delays.size()), segment.reference_length);
}

// `length`: words of the output that keeps pace.
double Lagging(const TimedSegment& segment, double length) {
  if (segment.delays.front() > segment.source_length) return segment.delays.front();
  const double pace = length / segment.source_length;
  double sum = 0, words = 0;
  for (const double delay : segment.delays) {
    sum += delay - words / pace;
    ++words;
    if (delay >= segment.source_length) break;
  }
  return sum / words;
}

}  // namespace

std::optional<double> AverageLagging(const TimedSegment& segment) {
  if (segment.reference_length == 0) return std::nullopt;
  return Lagging(segment, segment.reference_length);
}

double LengthAdaptiveLagging(const TimedSegment& segment) {
  return Lagging(segment, LongerLength(segment));
}

std::optional<double> AverageProportion(const TimedSegment& segment) {
  if (segment.reference_length == 0) return std::nullopt;
  const double sum = std::accumulate(segment.delays.begin(), segment.delays.end(), 0.0);
  return sum / (segment.source_length * segment.reference_length);
}

double DifferentiableLagging(const TimedSegment& segment) {
  const auto count = static_cast<double>(segment.delays.size());
  const double pace = count / segment.source_length;
  double sum = 0, words = 0, last = 0;
  for (const double delay : segment.delays) {
    last = words == 0 ? delay : std::max(delay, last + 1 / pace);
    sum += last - words / pace;
    ++words;
  }
  return sum / count;
}

std::optional<double> YetAnotherLagging(const TimedSegment& segment) {
  const double pace = LongerLength(segment) / segment.source_length;
  double sum = 0, words = 0;
  for (const double delay : segment.delays) {
    if (delay >= segment.end) break;
    sum += delay - words / pace;
    ++words;
  }
  return words == 0 ? std::nullopt : std::optional(sum / words);
}

}  // namespace mtgauge
