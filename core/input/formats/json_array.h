// JSON arrays as JSON Lines.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "core/base/status.h"
#include "core/input/source.h"

namespace mtgauge {

// Returns a source of the array's elements, each in a line of its own: it changes only the bytes
// between tokens. Its lines count elements. An InputError if the text is not one array; what the
// elements are is not checked.
std::unique_ptr<Source> ArrayLines(std::unique_ptr<Source> bytes);
// The same for a text, without space before the elements.
Result<std::string> ArrayAsLines(const std::string& file, std::string_view bytes);

}  // namespace mtgauge
