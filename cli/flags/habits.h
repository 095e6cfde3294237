// What users of other tools or verbs type out of habit, and what to type here.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cli/flags/flags.h"
#include "core/base/status.h"

namespace mtgauge {

// Returns what to type instead of a word that is no verb or flag; empty if the word is no habit.
std::string_view AdviceOn(std::string_view word);

// Returns a UsageError with the advice on the first argument that is a habit, or a flag of other
// verbs, and not one of the flags. Flags may be abbreviated, so that a habit could be taken for the
// beginning of another flag.
Status CheckHabits(std::span<const Flag* const> flags, const std::vector<std::string>& arguments);

}  // namespace mtgauge
