// Splits a verb's arguments into flags, their values and positionals by the rules of Python's
// argparse (CPython 3.11), so that command lines written for sacreBLEU have the same meaning here:
// `-tok 13a`, `-w2`, `-w=2`, `-sfloor`, `--wid 2`, `-bq`, `--`, greedy lists.
//
// One rule differs on purpose: a repeated list flag adds to the list (argparse's 'extend'), because
// otherwise the systems named first would be dropped silently.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "cli/flags/flags.h"
#include "core/base/status.h"

namespace mtgauge {

struct Arguments {
  std::vector<FlagUse> uses;             // in the order given
  std::vector<std::string> positionals;  // a single run, as with argparse's nargs='*'
  // Whether --help or --version was given; the arguments after it were not read.
  bool help = false, version = false;
  bool short_help = false;  // help was requested as -h
};

// Every failure is a UsageError. `positionals` says whether the verb takes any.
Result<Arguments> SplitArguments(std::span<const Flag* const> flags, bool positionals,
                                 const std::vector<std::string>& arguments);

}  // namespace mtgauge
