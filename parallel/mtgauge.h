// The library in one include, <mtgauge/mtgauge.h>: jobs, texts in memory, sources, scoring on all
// cores, and references that are prepared once.
#pragma once

#include "core/input/text_columns.h"
#include "core/score/job.h"
#include "core/score/prepared_references.h"
#include "core/text/batch.h"
#include "mtgauge/score.h"
#include "parallel/scorer.h"
