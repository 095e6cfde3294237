// From what was typed to the record of it: for JSON, and for the job file that does it again.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cli/flags.h"
#include "core/base/status.h"
#include "core/report/configuration.h"
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

// `args` has its defaults filled in; `job`, of a verb that scores texts, may be null.
absl::StatusOr<Configuration> MakeConfiguration(const LowArgs& args, const JobOptions* job);

// The verb of a bit.
const Verb& VerbOfBit(uint32_t bit);
// "chrf-beta"
std::string_view KeyOf(const Flag& flag);
bool TakesNumber(const Flag& flag);

}  // namespace mtgauge
