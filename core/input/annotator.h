// An outside program that annotates texts, run as a command.
#pragma once

#include <memory>
#include <string>

#include "core/base/status.h"
#include "core/input/formats/format.h"
#include "core/input/source.h"

namespace mtgauge {

// What `command` makes of a text under sh: it reads the segments from its standard input, one a
// line, and writes factored lines or CoNLL-U, which are held in memory. Reads the text to its end.
// An InputError when the command fails, with its exit code and the first line of its standard
// error, which goes nowhere else; options.stop ends it and all that it has started.
absl::StatusOr<std::unique_ptr<Source>> Annotate(Source& text, const std::string& command,
                                                 const OpenOptions& options);

}  // namespace mtgauge
