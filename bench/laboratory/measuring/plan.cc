// Adds up the costs of a job's steps.
#include "bench/laboratory/measuring/plan.h"

#include <algorithm>
#include <cmath>

namespace mtgauge {
namespace {

// Memory of the program on one thread (10 MB of it without any text) and for each further thread,
// measured on jobs of all sizes (docs/limits.md, "Memory").
constexpr double kFirstThreadBytes = 14e6, kNextThreadBytes = 4e6;
// For kept rows: those of unfinished blocks, and the allocator's rounding up for the others.
constexpr double kOpenRowsBytes = 4e6, kRowsRoundedUp = 1.2;
// Number of resamples whose sums exist at the same time.
constexpr double kResamplesAtATime = 1024;
// Speed of adding up consecutive numbers in memory: one 8-byte sum read, one written.
constexpr double kMergeBytesPerSecond = 1e9;
// Threads learn from references separately before the results are merged; measured on two threads.
constexpr double kLearntByThreads = 1.5;

// One thread alternates between reading and working; several do both at once.
double PassSeconds(uint32_t threads, double disk, double busy) {
  return threads == 1 ? disk + busy : std::max(disk, busy);
}

// Adds the first reading: of all texts, to find the first bad record, or of all references if there
// are several shards.
void AddSurvey(const PlanJob& job, const PlanCosts& costs, double speed_up, PlanPrediction& out) {
  if (costs.survey_segment <= 0) return;
  const auto segments = static_cast<double>(job.segments);
  const double bytes = job.shards == 1 ? out.bytes : segments * job.references * costs.line_bytes;
  const double busy = (bytes * costs.read_byte + segments * costs.survey_segment) / speed_up;
  const double disk = job.disk_bytes_per_second > 0 ? bytes / job.disk_bytes_per_second : 0;
  out.survey_seconds = PassSeconds(job.threads, disk, busy);
  out.memory_bytes += segments * costs.survey_bytes * (job.threads == 1 ? 1 : kLearntByThreads);
}

}  // namespace

double SpeedUp(uint32_t threads, double serial_share) {
  return 1 / (serial_share + (1 - serial_share) / threads);
}

double SerialShare(uint32_t threads, double speed_up) {
  return std::max((threads / speed_up - 1) / (threads - 1), 0.0);
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
  out.score_seconds = PassSeconds(job.threads, out.disk_seconds, busy);
  out.waits_for_disk = out.disk_seconds > (job.threads == 1 ? 0 : busy);

  out.resample_seconds =
      resamples * segments * (costs.draw_segment + systems * costs.multiply_segment) / speed_up;
  const double sums = resamples * systems * costs.columns * 8;
  if (job.shards > 1) out.merge_seconds = job.shards * sums / kMergeBytesPerSecond;
  const double scores = resamples * systems * costs.score_resample / speed_up;

  out.memory_bytes = kFirstThreadBytes + (job.threads - 1) * kNextThreadBytes;
  if (keeps) {
    out.memory_bytes +=
        kOpenRowsBytes + segments * systems * costs.row_bytes * kRowsRoundedUp +
        resamples * systems * 8 +
        std::min(resamples, kResamplesAtATime) * systems * costs.columns * 8 * job.threads;
  }
  AddSurvey(job, costs, speed_up, out);
  out.total_seconds = costs.start + out.survey_seconds + out.score_seconds + out.resample_seconds +
                      out.merge_seconds + scores;
  return out;
}

}  // namespace mtgauge
