// What a verb runs with, as plain data: the record in JSON, and the job file that does it again.
#pragma once

#include <string>
#include <vector>

#include "cli/flags.h"
#include "core/base/status.h"
#include "core/metric/registry.h"
#include "core/score/job.h"

namespace mtgauge {

struct Verb;

// A flag and the values of each of its uses, as FlagAccess::Get tells them.
struct FlagRecord {
  const Flag* flag;
  std::vector<std::vector<std::string>> uses;
};
// All flags that a job may name, in the table's order.
std::vector<FlagRecord> RecordFlags(const LowArgs& args);

struct MetricRecord {
  std::string spec;
  MetricOptions options;  // all of them
};

// What can move a byte of the output; threads, engines and the output's name cannot.
struct Configuration {
  std::string verb;
  std::vector<std::string> references;
  std::vector<FlagRecord> flags;
  std::vector<MetricRecord> metrics;
};
// `args` has its defaults filled in; `job`, of a verb that scores texts, may be null.
absl::StatusOr<Configuration> MakeConfiguration(const LowArgs& args, const JobOptions* job);

// The verb of a bit.
const Verb& VerbOfBit(uint32_t bit);
// What is not said as "--FLAG" has a key of its own: the references.
inline constexpr std::string_view kReferencesKey = "references";
// "chrf-beta"
std::string_view KeyOf(const Flag& flag);
// Whether what is typed for the flag is a number, and it is one as a job file or JSON writes it.
bool IsPlainNumber(const Flag& flag, const std::string& text);
bool TakesNumber(const Flag& flag);

}  // namespace mtgauge
