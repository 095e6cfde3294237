// How the command line writes the options that the library's sentences name.
#pragma once

#include <string>
#include <string_view>

namespace mtgauge {

// A sentence as users of the command line read it: `name` in backticks becomes the flag of that
// name ("--null"), a few by their short spelling ("-tok"). Before a colon, at the beginning of the
// sentence or behind a context, both spellings stand: "-m/--metrics: ...". Backticks around
// anything else stay.
std::string Spelled(std::string_view sentence);

}  // namespace mtgauge
