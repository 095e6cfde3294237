// How the command line spells the options that the library's messages name.
#pragma once

#include <string>
#include <string_view>

namespace mtgauge {

// Returns a message with the spelling of the command line: `name` in backticks becomes the flag of
// that name ("--null"), for a few flags the short one ("-tok"). Before a colon, at the beginning of
// the message or after a context, it becomes both: "-m/--metrics: ...". Other text in backticks
// stays.
std::string Spelled(std::string_view sentence);
// Returns a word as a POSIX shell reads it, in quotes if it needs them.
std::string ShellWord(const std::string& word);

}  // namespace mtgauge
