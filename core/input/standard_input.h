// Standard input as an input: how requests and messages name it, and what to do if it is empty.
#pragma once

#include <string>
#include <string_view>

namespace mtgauge {

inline constexpr std::string_view kStandardInput = "-", kStandardInputName = "<stdin>";

// Returns the name of an input in messages.
inline std::string DisplayName(std::string_view path) {
  return std::string(path == kStandardInput ? kStandardInputName : path);
}

// Returns the remedy for a system without any text. Standard input is read if no system is named,
// and the programs of a batch job have an empty one.
inline std::string RemedyForNoText(std::string_view name, std::string_view otherwise) {
  return std::string(name == kStandardInputName ? "name systems with `input`" : otherwise);
}

}  // namespace mtgauge
