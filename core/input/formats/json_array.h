// JSON arrays as JSON Lines.
#pragma once

#include <memory>

#include "core/input/source.h"

namespace mtgauge {

// Returns a source of the array's elements, each in a line of its own: it changes only the bytes
// between tokens. Its lines count elements. An InputError if the text is not one array; what the
// elements are is not checked.
std::unique_ptr<Source> ArrayLines(std::unique_ptr<Source> bytes);

}  // namespace mtgauge
