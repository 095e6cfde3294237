// What a verb runs with, as plain data.
#include "cli/configuration.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <utility>

#include "cli/report_writer.h"
#include "cli/verbs.h"

namespace mtgauge {

const Verb& VerbOfBit(uint32_t bit) {
  const std::span<const Verb> verbs = Verbs();
  return *std::find_if(verbs.begin(), verbs.end(),
                       [bit](const Verb& verb) { return verb.bit == bit; });
}

std::string_view KeyOf(const Flag& flag) { return flag.long_name.substr(2); }

bool TakesNumber(const Flag& flag) { return flag.value_name == "N" || flag.value_name == "X"; }

bool IsPlainNumber(const Flag& flag, const std::string& text) {
  if (!TakesNumber(flag)) return false;
  int64_t whole = 0;
  const char* const end = text.data() + text.size();
  if (std::from_chars(text.data(), end, whole).ptr == end) return fmt::to_string(whole) == text;
  double number = 0;
  const auto [at, error] = std::from_chars(text.data(), end, number);
  return error == std::errc() && at == end && std::isfinite(number) &&
         ShortestDouble(number) == text;
}

std::vector<FlagRecord> RecordFlags(const LowArgs& args) {
  std::vector<FlagRecord> records;
  for (const Flag* flag : FlagsOfVerb(args.verb)) {
    if (flag->access.get != nullptr) records.push_back({flag, flag->access.get(args)});
  }
  return records;
}

absl::StatusOr<Configuration> MakeConfiguration(const LowArgs& args, const JobOptions* job) {
  Configuration configuration;
  configuration.verb = std::string(VerbOfBit(args.verb).name);
  configuration.references = args.references;
  configuration.flags = RecordFlags(args);
  std::erase_if(configuration.flags,
                [](const FlagRecord& record) { return !record.flag->moves_output; });
  if (job == nullptr) return configuration;
  for (const std::string& spec : job->metrics) {
    MTG_ASSIGN_OR_RETURN(MetricOptions options, OptionsInEffect(spec, job->shared));
    configuration.metrics.push_back({spec, std::move(options)});
  }
  return configuration;
}

}  // namespace mtgauge
