// Annotates texts with an external program, run as a command.
#pragma once

#include <memory>
#include <string>

#include "core/base/status.h"
#include "core/input/formats/format.h"
#include "core/input/source.h"

namespace mtgauge {

// Runs `command` under sh on a text and returns its annotation. The command reads the segments from
// standard input, one per line, and writes factored lines or CoNLL-U, which are kept in memory.
// Reads the text to its end. Returns an InputError if the command fails, with its exit code and the
// first line of its standard error, which is not shown otherwise. options.stop ends the command and
// all processes it has started.
Result<std::unique_ptr<Source>> Annotate(Source& text, const std::string& command,
                                         const OpenOptions& options);

// Reads a text to its end, and returns its segments, one per line. A line end within a segment
// becomes a space.
Result<std::string> ReadLines(Source& text, const OpenOptions& options);

}  // namespace mtgauge
