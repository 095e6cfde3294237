// The method of the laboratories: what is measured beside what, how often, and what the spread of
// the times allows one to say.
//
// All candidates take turns: in each round every one of them is measured once, and each round
// begins with the next one, so that whatever slows the machine down meets all alike and no one
// profits from its neighbour. Two candidates are compared round by round.
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

// A moment, in seconds since some fixed moments.
struct Moment {
  double wall = 0;
  double cpu = 0;  // processor time of all threads of the process
};
using Clock = std::function<Moment()>;
Moment Now();  // the system's monotonic clocks

// Something to be measured. Its functions are called by one thread.
struct Candidate {
  std::string name;
  std::function<void()> run;
  // Before anything is timed the answers are compared. Both null: there is no twin.
  std::function<uint64_t()> answer;  // a digest of what it computes
  std::function<uint64_t()> twin;    // the digest of what it should compute, found in another way
};

struct Method {
  uint32_t rounds = 9;  // at least 1
  uint32_t warmups = 1;
  double least_seconds = 0.01;  // a measurement repeats its work until it takes about so long
};

struct Timing {
  std::string name;
  uint64_t repetitions = 1;       // of each measurement
  std::vector<double> wall, cpu;  // seconds for one repetition: [round]
};

// Measures all candidates. Fails when an answer is not that of its twin (an internal error, since
// every answer is supposed to be right), or with a Cancelled error when `stop` is set. `progress`
// is called with the share that is done; it may be null.
absl::StatusOr<std::vector<Timing>> MeasureInTurns(std::span<const Candidate> candidates,
                                                   const Method& method, const Clock& clock,
                                                   const std::atomic<bool>& stop,
                                                   const std::function<void(double)>& progress);

struct Spread {
  double median = 0;
  double deviation = 0;  // median absolute deviation from the median
  double least = 0, most = 0;
};
// Of at least one value; medians are those of numpy.
Spread SpreadOf(std::span<const double> values);

// How many times as long one candidate takes as another, round by round. The true median lies from
// `low` to `high` with a probability of at least 95 %, whatever the distribution: the binomial
// bounds of order statistics. With fewer than six rounds it is less, and the bounds are the
// extremes.
struct Ratio {
  double median = 1;
  double low = 1, high = 1;
  // The rounds agree on which is faster, as far as such bounds can tell.
  bool resolved() const { return low > 1 || high < 1; }
};
Ratio RatioOf(std::span<const double> times, std::span<const double> base);
// Rank, from 1, of the lower bound among so many ordered values.
size_t LowerRank(size_t values);

// What the spread forbids to conclude: a sentence on candidates whose times vary by more than a
// tenth, and one on neighbours by median time whose order may be chance. Times of the processor.
std::vector<std::string> NoiseWarnings(std::span<const Timing> timings);

}  // namespace mtgauge
