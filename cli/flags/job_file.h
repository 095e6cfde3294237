// Job files: a batch run as TOML, whose keys are the flags of the command line.
//
//   metrics = ["bleu", "chrf"]     # holds for every step whose verb takes it
//   [[step]]
//   verb = "score"
//   references = ["ref.txt"]
//   input = ["a.txt", "b.txt"]
//   output = "scores.json"
//
// The table of flags says which keys there are and what their values must be.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cli/flags/flags.h"
#include "core/base/status.h"

namespace mtgauge {

struct JobStep {
  const Verb* verb;
  LowArgs args;
  std::string where;  // "job.toml:7:1", its first line
};

// The steps of a file; at least one. Errors are UsageErrors that name line and column.
absl::StatusOr<std::vector<JobStep>> ParseJobFile(const std::string& name, std::string_view text);

// A job file of one step. A UsageError for a value that is not UTF-8, which TOML cannot hold.
absl::StatusOr<std::string> JobFileText(const LowArgs& in_effect);

}  // namespace mtgauge
