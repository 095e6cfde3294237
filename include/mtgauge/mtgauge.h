// Includes the whole library: scores of corpora and segments, comparisons, evaluations, n-best
// lists, tokenized text, prepared references, and options by name.
//
// Every function that can fail returns a Status or a Result; mtgauge/status.h describes the errors.
// The library never prints and never exits. Functions may be called from any thread at
// any time, unless their class says otherwise. Arguments must not change until the call returns.
#pragma once

#include "mtgauge/cite.h"
#include "mtgauge/compare.h"
#include "mtgauge/evaluate.h"
#include "mtgauge/explain.h"
#include "mtgauge/keywords.h"
#include "mtgauge/latency.h"
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
#include "mtgauge/signature.h"
#include "mtgauge/spans.h"
#include "mtgauge/status.h"
#include "mtgauge/survey.h"
#include "mtgauge/table.h"
#include "mtgauge/texts.h"
#include "mtgauge/tokenize.h"
