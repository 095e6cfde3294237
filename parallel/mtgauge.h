// The library in one include, <mtgauge/mtgauge.h>: jobs, batches, sources and scoring on all cores.
#pragma once

#include "core/score/job.h"
#include "core/score/report.h"
#include "core/text/batch.h"
#include "parallel/scorer.h"
