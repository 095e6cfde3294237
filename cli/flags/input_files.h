// Determines the files that a command line reads, and checks that it writes to none of them.
#pragma once

#include <string>
#include <vector>

#include "cli/flags/flags.h"
#include "cli/verbs/verbs.h"
#include "core/base/status.h"
#include "core/contract/registry.h"

namespace mtgauge {

// Returns every file that the verb would read with these arguments, in unspecified order; "-" is
// standard input. Files that an --annotate-with command reads are not included.
std::vector<std::string> InputFiles(const Verb& verb, const LowArgs& args);

// Returns the file that the environment names for an option that is not set; empty if there is
// none.
std::string UsualFile(const MetricOptionRow& option);

// Returns a UsageError if an output of the verb is one of its inputs or of the files `besides`,
// through any path, link or descriptor, or if two outputs are the same file.
Status CheckOverwrites(const Verb& verb, const LowArgs& args,
                       const std::vector<std::string>& besides = {});

// Returns the file that a path leads to, however it is spelled; it need not exist.
std::string FileOf(const std::string& path);

// Checks for overwritten inputs and runs the verb.
Status RunVerb(const Verb& verb, const LowArgs& args, const Program& program);

}  // namespace mtgauge
