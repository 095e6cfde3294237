// Reads the task numbers of a job array.
#include "cli/flags/shards.h"

#include <fmt/format.h>

#include <cstdint>
#include <cstdlib>

#include "core/base/numbers.h"

namespace mtgauge {
namespace {

// Reads a number from the environment; returns `fallback` if it is not set or not a number.
std::optional<uint32_t> NumberOf(const char* variable, std::optional<uint32_t> fallback) {
  const char* const text = std::getenv(variable);
  if (text == nullptr) return fallback;
  const std::optional<uint32_t> number = ParseNumber<uint32_t>(text);
  return number ? number : fallback;
}

}  // namespace

Result<std::optional<Shard>> ShardOfArray() {
  const auto id = NumberOf("SLURM_ARRAY_TASK_ID", std::nullopt);
  const auto count = NumberOf("SLURM_ARRAY_TASK_COUNT", std::nullopt);
  if (!id || !count) return std::optional<Shard>();
  const uint32_t least = NumberOf("SLURM_ARRAY_TASK_MIN", 0).value_or(0);
  const uint32_t step = std::max<uint32_t>(NumberOf("SLURM_ARRAY_TASK_STEP", 1).value_or(1), 1);
  const uint32_t place = *id < least ? UINT32_MAX : (*id - least) / step;
  if (place >= *count || (*id - least) % step != 0) {
    return UsageError(
        {.option = "shard"},
        fmt::format("`shard`: task {} of this job array of {} tasks from {} has no part to read",
                    *id, *count, least),
        "number the tasks without gaps, as in --array=1-16, or name the part");
  }
  return std::optional(Shard{place + 1, *count});
}

}  // namespace mtgauge
