// What users of other tools or verbs type out of habit, and what to type here.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cli/flags/flags.h"
#include "cli/verbs/verbs.h"
#include "core/base/status.h"

namespace mtgauge {

// Returns what to type instead of a word, or a flag with a value, "FLAG=VALUE", that these verbs do
// not have; empty if it is no habit.
std::string_view AdviceOn(std::string_view word, uint32_t verbs = kAnyVerb);

// Returns a UsageError with the advice on the first argument that is a habit, or a flag of other
// verbs, and not one of the verb's. Flags may be abbreviated, so that a habit could be taken for
// the beginning of another flag.
Status CheckHabits(const Verb& verb, const std::vector<std::string>& arguments);

}  // namespace mtgauge
