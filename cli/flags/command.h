// The parser of a whole command line.
#pragma once

#include <string>
#include <vector>

#include "cli/flags/flags.h"
#include "core/base/status.h"

namespace mtgauge {

struct HelpTopic;
struct Verb;

// A parsed command line. `verb` is null for help or version of the program itself.
struct Command {
  enum class Kind { kRun, kHelp, kShowVersion };
  Kind kind = Kind::kRun;
  const Verb* verb = nullptr;
  LowArgs args;
  const HelpTopic* topic = nullptr;  // for kHelp, without a verb; null: the program
  bool short_help = false;           // for kHelp: only the common flags, or one screen of verbs
  bool verbose = false;              // for kShowVersion
};

// Returns the verb that a command line begins with, or null if there is none.
const Verb* VerbOf(const std::vector<std::string>& arguments);

// Parses the arguments after the program's name. Every failure is a UsageError.
Result<Command> ReadCommand(const std::vector<std::string>& arguments);

}  // namespace mtgauge
