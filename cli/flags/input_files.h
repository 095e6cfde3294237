// Which files a command line reads, and that none of them is written to.
#pragma once

#include <string>
#include <vector>

#include "cli/flags/flags.h"
#include "cli/verbs/verbs.h"
#include "core/base/status.h"

namespace mtgauge {

// Every file that the verb would read by what was typed, in no stated order; "-" is standard input.
// What a command of --annotate-with reads is not known.
std::vector<std::string> InputFiles(const Verb& verb, const LowArgs& args);

// A UsageError when an output of the verb is one of its inputs, or of the files `besides`, by
// whatever path, link or descriptor each is reached; or when two outputs are one file.
absl::Status CheckOverwrites(const Verb& verb, const LowArgs& args,
                             const std::vector<std::string>& besides = {});

// The file that a path leads to, however it is spelled; it need not exist.
std::string FileOf(const std::string& path);

// Checks that and runs the verb.
absl::Status RunVerb(const Verb& verb, const LowArgs& args, const Program& program);

}  // namespace mtgauge
