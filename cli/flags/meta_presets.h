// Presets of `mtgauge meta`: the evaluations of the papers, each a job file that lacks only the
// inputs. To add one: its text in meta_presets.cc.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cli/flags/flags.h"
#include "core/base/status.h"

namespace mtgauge {

std::vector<std::string_view> PresetNames();

// Applies what the preset of --preset says, but for flags that are among `uses` themselves. Nothing
// where no preset is named.
absl::Status ApplyPreset(const std::vector<FlagUse>& uses, LowArgs& args);

// The job file of a preset; of a name that is none, empty.
std::string_view PresetText(std::string_view name);

}  // namespace mtgauge
