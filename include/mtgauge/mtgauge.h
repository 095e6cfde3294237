// The library in one include: scores, segments, comparisons, evaluations, n-best lists, tokenized
// text, references that are prepared once, and options by name.
//
// Every function that can fail returns absl::Status or absl::StatusOr; mtgauge/status.h tells what
// an error is about. The library never prints and never exits. Any function may be called from
// any thread at any time; nobody may change what its arguments hold until it returns.
#pragma once

#include "mtgauge/compare.h"
#include "mtgauge/evaluate.h"
#include "mtgauge/explain.h"
#include "mtgauge/keywords.h"
#include "mtgauge/lists.h"
#include "mtgauge/matrix.h"
#include "mtgauge/mbr.h"
#include "mtgauge/nbest.h"
#include "mtgauge/options.h"
#include "mtgauge/output.h"
#include "mtgauge/report.h"
#include "mtgauge/resegment.h"
#include "mtgauge/rows.h"
#include "mtgauge/score.h"
#include "mtgauge/scorer.h"
#include "mtgauge/segments.h"
#include "mtgauge/status.h"
#include "mtgauge/survey.h"
#include "mtgauge/texts.h"
#include "mtgauge/tokenize.h"
