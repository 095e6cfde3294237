// The record of the arguments, for JSON and for a job file that repeats the run.
#pragma once

#include <vector>

#include "cli/flags/flags.h"
#include "core/base/status.h"
#include "core/report/configuration.h"

namespace mtgauge {

struct Verb;

// A flag and the values of each of its uses, as UsesOf() returns them.
struct FlagRecord {
  const Flag* flag;
  OptionUses uses;
};
// Returns all flags that a job file may name, in the table's order.
std::vector<FlagRecord> RecordFlags(const LowArgs& args);

// Builds the configuration. `filled` has its defaults filled in; the record is empty if no texts
// are scored.
Configuration MakeConfiguration(const LowArgs& filled, const RunRecord& record);

// Returns the verb with this bit.
const Verb& VerbOfBit(uint32_t bit);

}  // namespace mtgauge
