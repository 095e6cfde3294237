// From what was typed to the record of it: for JSON, and for the job file that does it again.
#pragma once

#include <vector>

#include "cli/flags/flags.h"
#include "core/base/status.h"
#include "core/report/configuration.h"

namespace mtgauge {

struct Verb;

// A flag and the values of each of its uses, as UsesOf() tells them.
struct FlagRecord {
  const Flag* flag;
  OptionUses uses;
};
// All flags that a job may name, in the table's order.
std::vector<FlagRecord> RecordFlags(const LowArgs& args);

// `filled` has its defaults filled in; the record is empty where no texts are scored.
Configuration MakeConfiguration(const LowArgs& filled, const RunRecord& record);

// The verb of a bit.
const Verb& VerbOfBit(uint32_t bit);

}  // namespace mtgauge
