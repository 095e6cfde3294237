// From what was typed to requests: the parts of LowArgs, each consumed by the request of a verb.
#pragma once

#include "cli/flags/flags.h"
#include "cli/verbs/verbs.h"
#include "mtgauge/compare.h"
#include "mtgauge/evaluate.h"
#include "mtgauge/nbest.h"
#include "mtgauge/report.h"
#include "mtgauge/score.h"
#include "mtgauge/segments.h"
#include "mtgauge/tokenize.h"

namespace mtgauge {

// How a verb runs: its threads, its signal to stop, and what it shows on a terminal meanwhile.
// `shows_itself`: what it writes tells how far it is.
RunOptions RunOptionsOf(const LowArgs& args, const Program& program, bool shows_itself = false);

ScoreRequest ScoreRequestOf(const LowArgs& args);
SegmentsRequest SegmentsRequestOf(const LowArgs& args);
CompareRequest CompareRequestOf(const LowArgs& args);
EvaluateRequest EvaluateRequestOf(const LowArgs& args);
NbestRequest NbestRequestOf(const LowArgs& args);
TokenizeRequest TokenizeRequestOf(const LowArgs& args);

// The same with what a request has come to, for the record of a run.
LowArgs InEffect(LowArgs args, const ScoreRequest& request);
LowArgs InEffect(LowArgs args, const SegmentsRequest& request);
LowArgs InEffect(LowArgs args, const CompareRequest& request);
LowArgs InEffect(LowArgs args, const EvaluateRequest& request);
LowArgs InEffect(LowArgs args, const NbestRequest& request);

// How scores are written; `filled` has its defaults filled in.
WriteOptions WriteOptionsOf(const LowArgs& filled, const RunRecord& record);

// Says that standard input is read where one of the files is "-" and a person would have to type
// it.
void NoteStandardInput(const TextInputs& texts, const LowArgs& args);

// Prints the warnings as the flags say; drops them under --force. An InputError under --strict.
absl::Status HandleWarnings(const LowArgs& args, std::vector<Warning>& warnings);
// A UsageError for flags of warnings and of output that contradict each other.
absl::Status CheckFlags(const LowArgs& args);

}  // namespace mtgauge
