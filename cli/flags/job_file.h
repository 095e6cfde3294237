// Job files: a batch run as TOML, whose keys are the flags of the command line.
//
//   metrics = ["bleu", "chrf"]     # applies to every step whose verb takes it
//   [[step]]
//   verb = "score"
//   references = ["ref.txt"]
//   input = ["a.txt", "b.txt"]
//   output = "scores.json"
//
// The table of flags defines the keys and the values that they take.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cli/flags/flags.h"
#include "core/base/status.h"

namespace mtgauge {

struct Verb;

struct JobStep {
  const Verb* verb;
  LowArgs args;
  std::string where;  // its position, "job.toml:7:1"
};

// Parses a file into its steps, at least one. Errors are UsageErrors that name line and column.
Result<std::vector<JobStep>> ParseJobFile(const std::string& name, std::string_view text);

// Returns a job file of one step, or a UsageError if a value is not UTF-8, which TOML requires.
Result<std::string> JobFileText(const LowArgs& in_effect);

}  // namespace mtgauge
