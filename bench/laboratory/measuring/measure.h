// The measuring method of the laboratories: what is measured, how often, and which conclusions the
// spread of the times allows.
//
// All candidates take turns: each round measures every candidate once and begins with a different
// one. Anything that slows the machine down thus affects all candidates equally, and none always
// profits from the one before it. Two candidates are compared round by round.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "core/base/status.h"

namespace mtgauge {

// A time, in seconds since some fixed times.
struct Moment {
  double wall = 0;
  double cpu = 0;  // processor time of all threads of the process
};
using Clock = std::function<Moment()>;
Moment Now();  // the system's monotonic clocks

// Something to measure. One thread calls its functions.
struct Candidate {
  std::string name;
  std::function<void()> run;
  // The answers are compared before anything is timed. Both are null if there is no slow version.
  std::function<uint64_t()> answer;  // a digest of the result
  std::function<uint64_t()> twin;    // a digest of the expected result, computed in another way
};

struct Method {
  uint32_t rounds = 9;  // at least 1
  uint32_t warmups = 1;
  double least_seconds = 0.01;  // a measurement repeats its work until it takes about this long
};

struct Timing {
  std::string name;
  uint64_t repetitions = 1;       // in each measurement
  std::vector<double> wall, cpu;  // seconds for one repetition: [round]
};

// Measures all candidates. Fails if an answer differs from its twin's (an internal error, since all
// answers should be right), or with a Cancelled error if `stop` is set. `progress` is called with
// the finished share; it may be null.
Result<std::vector<Timing>> MeasureInTurns(std::span<const Candidate> candidates,
                                           const Method& method, const Clock& clock,
                                           const std::atomic<bool>& stop,
                                           const std::function<void(double)>& progress);

struct Spread {
  double median = 0;
  double deviation = 0;  // median absolute deviation from the median
  double least = 0, most = 0;
};
// Needs at least one value. Medians are computed as in numpy.
Spread SpreadOf(std::span<const double> values);

// How many times as long one candidate takes as another, round by round. The true median is between
// `low` and `high` with a probability of at least 95 %, for any distribution (binomial bounds of
// order statistics). With fewer than six rounds the probability is lower, and the bounds are the
// extremes.
struct Ratio {
  double median = 1;
  double low = 1, high = 1;
  // Returns true if the bounds show which candidate is faster.
  bool resolved() const { return low > 1 || high < 1; }
};
Ratio RatioOf(std::span<const double> times, std::span<const double> base);
// Returns the rank, from 1, of the lower bound among this many ordered values.
size_t LowerRank(size_t values);

// Returns warnings about conclusions that the spread does not allow: one about candidates whose
// times vary by more than a tenth, and one about neighbours by median time whose order may be due
// to chance. Uses CPU times.
std::vector<std::string> NoiseWarnings(std::span<const Timing> timings);

}  // namespace mtgauge
