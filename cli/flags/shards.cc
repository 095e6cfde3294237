// Reading the numbers of tasks.
#include "cli/flags/shards.h"

#include <fmt/format.h>

#include <charconv>
#include <cstdint>
#include <cstdlib>
#include <string>

namespace mtgauge {
namespace {

std::optional<uint32_t> ParseNumber(std::string_view text) {
  uint32_t number = 0;
  const char* const end = text.data() + text.size();
  const auto [at, error] = std::from_chars(text.data(), end, number);
  return error == std::errc() && at == end ? std::optional(number) : std::nullopt;
}

// Of the environment; `fallback` where it is not set or no number.
std::optional<uint32_t> NumberOf(const char* variable, std::optional<uint32_t> fallback) {
  const char* const text = std::getenv(variable);
  if (text == nullptr) return fallback;
  const std::optional<uint32_t> number = ParseNumber(text);
  return number ? number : fallback;
}

}  // namespace

std::optional<Shard> ParseShard(std::string_view text) {
  const size_t slash = text.find('/');
  if (slash == std::string_view::npos) return std::nullopt;
  const auto number = ParseNumber(text.substr(0, slash)),
             count = ParseNumber(text.substr(slash + 1));
  if (!number || !count || *number == 0 || *number > *count) return std::nullopt;
  return Shard{*number, *count};
}

absl::StatusOr<std::optional<Shard>> ShardOfArray() {
  const auto id = NumberOf("SLURM_ARRAY_TASK_ID", std::nullopt);
  const auto count = NumberOf("SLURM_ARRAY_TASK_COUNT", std::nullopt);
  if (!id || !count) return std::optional<Shard>();
  const uint32_t least = NumberOf("SLURM_ARRAY_TASK_MIN", 0).value_or(0);
  const uint32_t step = std::max<uint32_t>(NumberOf("SLURM_ARRAY_TASK_STEP", 1).value_or(1), 1);
  const uint32_t place = *id < least ? UINT32_MAX : (*id - least) / step;
  if (place >= *count || (*id - least) % step != 0) {
    return UsageError(
        {.option = "shard"},
        fmt::format("`shard`: task {} of this job array of {} tasks from {} leaves no "
                    "part to it",
                    *id, *count, least),
        "number the tasks without gaps, as in --array=1-16, or name the part");
  }
  return std::optional(Shard{place + 1, *count});
}

}  // namespace mtgauge
