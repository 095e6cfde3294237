// Options of requests by name, for interfaces whose users write names and values, such as keyword
// arguments of another language or lines of a file. Names, values, checks and messages are the same
// as on the command line, where they are the long flags.
//
// Texts are not options: set TextInputs::references, inputs or columns.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "mtgauge/cite.h"
#include "mtgauge/compare.h"
#include "mtgauge/evaluate.h"
#include "mtgauge/explain.h"
#include "mtgauge/latency.h"
#include "mtgauge/matrix.h"
#include "mtgauge/mbr.h"
#include "mtgauge/nbest.h"
#include "mtgauge/report.h"
#include "mtgauge/resegment.h"
#include "mtgauge/rows.h"
#include "mtgauge/score.h"
#include "mtgauge/segments.h"
#include "mtgauge/spans.h"
#include "mtgauge/status.h"
#include "mtgauge/survey.h"
#include "mtgauge/tokenize.h"
#include "mtgauge/visibility.h"

namespace MTGAUGE_PUBLIC mtgauge {

enum class RequestKind {
  kScore,
  kSegments,
  kCompare,
  kNbest,
  kEvaluate,
  kRows,
  kSurvey,
  kTokenize,
  kMatrix,
  kMbr,
  kExplain,
  kResegment,
  kSpans,
  kLatency,
  kCite
};

// Describes an option. The strings live as long as the program.
struct OptionFacts {
  std::string_view name;  // "paired-bs-n"
  OptionKind kind;
  // What a value is called, and the known values; empty if any value is allowed or there is no
  // value. The name of a metric or tokenizer may be followed by a colon and options or a file.
  std::string_view noun;
  std::vector<std::string_view> choices;
  // A short description up to the first semicolon, then details. Names of other options are in
  // backticks.
  std::string_view help;
};

// Returns the options of a kind of request, in the order of the help.
std::vector<OptionFacts> OptionsOf(RequestKind kind);

// Returns the number of threads that MTGAUGE_THREADS of the environment names; 0 if it is not set.
// A UsageError if it is no such number.
MTGAUGE_PUBLIC Result<uint32_t> ThreadsOfEnvironment();

// Sets an option from text. A switch takes no value, a text or a number takes one, and a list takes
// at least one; values are added to those already in the list. Returns a UsageError, with the
// option's name in Error::option, if a value is invalid or this kind of request has no such option.
// The request is then unchanged.
template <typename Request>
MTGAUGE_PUBLIC Status SetOption(Request& request, std::string_view name,
                                const std::vector<std::string>& values);

}  // namespace mtgauge
