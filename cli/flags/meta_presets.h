// Presets of `mtgauge meta`: the evaluations of the papers, each as a job file without inputs. To
// add one, add its text in meta_presets.cc.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cli/flags/flags.h"
#include "core/base/status.h"

namespace mtgauge {

std::vector<std::string_view> PresetNames();

// Applies the settings of the preset that --preset names, except for flags that are in `uses`
// themselves. Does nothing if no preset is named.
Status ApplyPreset(const std::vector<FlagUse>& uses, LowArgs& args);

// Returns the job file of a preset, or an empty string if no preset has that name.
std::string_view PresetText(std::string_view name);

}  // namespace mtgauge
