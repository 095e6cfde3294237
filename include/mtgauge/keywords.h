// Options of requests by name, for interfaces whose users write names and values, such as keywords
// of another language or lines of a file. Names, values, checks and messages are those of the
// command line: its long flags have these names.
//
// Texts are not options: fill TextInputs::references, inputs or columns.
#pragma once

#include <absl/status/status.h>

#include <string>
#include <string_view>
#include <vector>

#include "mtgauge/compare.h"
#include "mtgauge/evaluate.h"
#include "mtgauge/explain.h"
#include "mtgauge/matrix.h"
#include "mtgauge/mbr.h"
#include "mtgauge/nbest.h"
#include "mtgauge/report.h"
#include "mtgauge/resegment.h"
#include "mtgauge/rows.h"
#include "mtgauge/score.h"
#include "mtgauge/segments.h"
#include "mtgauge/survey.h"
#include "mtgauge/tokenize.h"

namespace mtgauge {

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
  kResegment
};

// What an option is. The text lives as long as the program.
struct OptionFacts {
  std::string_view name;  // "paired-bs-n"
  OptionKind kind;
  // What a value is called, and the known ones; empty: any value may do, or there is none. Behind
  // the name of a metric or a tokenizer, a colon and options or a file may stand.
  std::string_view noun;
  std::vector<std::string_view> choices;
  // A short description up to the first semicolon, then details. Other options are in backticks.
  std::string_view help;
};

// The options that a request has, in the order of help.
std::vector<OptionFacts> OptionsOf(RequestKind kind);

// Sets an option from text: no value for a switch, one for a text or a number, at least one for a
// list. A list adds to what the request has. Fails with a UsageError, which names the option in
// Error::option, if a value is not valid or the request has no such option; the request stays as it
// was.
absl::Status SetOption(ScoreRequest& request, std::string_view name,
                       const std::vector<std::string>& values);
absl::Status SetOption(SegmentsRequest& request, std::string_view name,
                       const std::vector<std::string>& values);
absl::Status SetOption(CompareRequest& request, std::string_view name,
                       const std::vector<std::string>& values);
absl::Status SetOption(NbestRequest& request, std::string_view name,
                       const std::vector<std::string>& values);
absl::Status SetOption(EvaluateRequest& request, std::string_view name,
                       const std::vector<std::string>& values);
absl::Status SetOption(RowsRequest& request, std::string_view name,
                       const std::vector<std::string>& values);
absl::Status SetOption(SurveyRequest& request, std::string_view name,
                       const std::vector<std::string>& values);
absl::Status SetOption(TokenizeRequest& request, std::string_view name,
                       const std::vector<std::string>& values);
absl::Status SetOption(MatrixRequest& request, std::string_view name,
                       const std::vector<std::string>& values);
absl::Status SetOption(ExplainRequest& request, std::string_view name,
                       const std::vector<std::string>& values);
absl::Status SetOption(MbrRequest& request, std::string_view name,
                       const std::vector<std::string>& values);
absl::Status SetOption(ResegmentRequest& request, std::string_view name,
                       const std::vector<std::string>& values);

}  // namespace mtgauge
