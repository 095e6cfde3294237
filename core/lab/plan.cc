// Adds up the costs of a job's steps.
#include "core/lab/plan.h"

#include <algorithm>
#include <cmath>

namespace mtgauge {
namespace {

// What the program holds on one thread (10 MB of it without any text) and for each further one,
// measured on jobs of any size
// (DESIGN.md, "Memory is bounded").
constexpr double kFirstThreadBytes = 14e6, kNextThreadBytes = 4e6;
// Resamples whose sums exist at a time.
constexpr double kResamplesAtATime = 1024;
// Adding up numbers that lie in order in memory: one sum of 8 bytes read, one written.
constexpr double kMergeBytesPerSecond = 1e9;

}  // namespace

double SpeedUp(uint32_t threads, double serial_share) {
  return 1 / (serial_share + (1 - serial_share) / threads);
}

double SerialShare(uint32_t threads, double speed_up) {
  const double share = (threads / speed_up - 1) / (threads - 1);
  return std::clamp(share, 0.0, 1.0);
}

PlanPrediction Predict(const PlanJob& job, const PlanCosts& costs) {
  PlanPrediction out;
  const double segments = std::ceil(static_cast<double>(job.segments) / job.shards);
  const double streams = static_cast<double>(job.references) + job.systems;
  const double systems = job.systems, speed_up = SpeedUp(job.threads, costs.serial_share);
  const auto resamples = static_cast<double>(job.resamples);
  const bool keeps = job.resamples > 0;

  out.bytes = segments * streams * costs.line_bytes;
  if (job.disk_bytes_per_second > 0) out.disk_seconds = out.bytes / job.disk_bytes_per_second;
  const double score =
      out.bytes * (costs.read_byte + costs.prepare_byte) +
      segments * systems * (costs.match_segment + (keeps ? costs.keep_segment : 0));
  const double busy = score / speed_up;
  out.score_seconds = job.threads == 1 ? out.disk_seconds + busy : std::max(out.disk_seconds, busy);
  out.waits_for_disk = out.disk_seconds > (job.threads == 1 ? 0 : busy);

  out.resample_seconds =
      resamples * segments * (costs.draw_segment + systems * costs.multiply_segment) / speed_up;
  const double sums = resamples * systems * costs.columns * 8;
  if (job.shards > 1) out.merge_seconds = job.shards * sums / kMergeBytesPerSecond;
  const double scores = resamples * systems * costs.score_resample / speed_up;
  out.total_seconds =
      costs.start + out.score_seconds + out.resample_seconds + out.merge_seconds + scores;

  out.memory_bytes = kFirstThreadBytes + (job.threads - 1) * kNextThreadBytes;
  if (keeps) {
    out.memory_bytes +=
        segments * systems * costs.row_bytes + resamples * systems * 8 +
        std::min(resamples, kResamplesAtATime) * systems * costs.columns * 8 * job.threads;
  }
  return out;
}

}  // namespace mtgauge
