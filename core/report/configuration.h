// What a run was asked for, as plain data: the record that JSON output carries. Whoever fills it
// knows how it was asked; the forms do not.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/metric/registry.h"

namespace mtgauge {

// What an option takes: nothing, one text, one number or a list of texts.
enum class OptionKind { kSwitch, kText, kNumber, kList };

// An option and the values of each of its uses, none where it is not set. A list may be given
// several times, the others once.
struct OptionRecord {
  std::string key;  // "chrf-beta"
  OptionKind kind = OptionKind::kText;
  std::vector<std::vector<std::string>> uses;
};

struct MetricRecord {
  std::string spec;
  MetricOptions options;  // all of them
};

// What can move a byte of the output; threads, engines and the output's name cannot.
struct Configuration {
  std::string verb;
  std::vector<std::string> references;
  std::vector<OptionRecord> options;
  std::vector<MetricRecord> metrics;
};

// What has no option of its own: the references.
inline constexpr std::string_view kReferencesKey = "references";

// Whether the text is a number as JSON and job files write it, so that it reads back the same.
bool IsPlainNumber(const std::string& text);

}  // namespace mtgauge
