// Splits one verb's arguments into flags, their values and positionals by the rules of Python's
// argparse (CPython 3.11), so that command lines written for sacreBLEU mean here what they mean
// there: `-tok 13a`, `-w2`, `-w=2`, `-sfloor`, `--wid 2`, `-bq`, `--`, greedy lists.
//
// One rule differs on purpose: a list flag that is repeated adds to the list (argparse's 'extend'),
// because dropping the systems named first would be silent.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "cli/flags/flags.h"
#include "core/base/status.h"

namespace mtgauge {

struct Arguments {
  std::vector<FlagUse> uses;             // in order
  std::vector<std::string> positionals;  // one run, as argparse's nargs='*' takes them
  // --help or --version was met; what follows it was not read.
  bool help = false, version = false;
  bool short_help = false;  // it was -h
};

// Every failure is a UsageError. `positionals` says whether the verb takes any.
absl::StatusOr<Arguments> SplitArguments(std::span<const Flag* const> flags, bool positionals,
                                         const std::vector<std::string>& arguments);

}  // namespace mtgauge
