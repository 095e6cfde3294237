#!/usr/bin/env bash
# Tests that cmake/CheckLayers.cmake accepts a small tree and reports each error that is put into
# it.
# Usage: layers_test.sh CheckLayers.cmake
set -euo pipefail
check=$1
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
mkdir -p "$root"/core/{base,text,metrics,contract,score} "$root"/{parallel,cli/flags}

run() { cmake -DROOT="$root" -P "$check" > "$root/out" 2>&1; }
# FILE LINE MESSAGE: checks that the line in the file is rejected with the message.
refused() {
  mkdir -p "$root/$(dirname "$1")"
  echo "$2" > "$root/$1"
  if run; then
    echo "not seen: '$2' in $1" >&2
    exit 1
  fi
  grep -qF "$3" <(tr -s ' \n' ' ' < "$root/out") || { cat "$root/out" >&2; exit 1; }
  rm "$root/$1"
}

echo '#include "core/base/status.h"' > "$root/core/text/view.h"
echo '#include "parallel/score/scorer.h"' > "$root/cli/flags/flags.cc"
echo '#include <tbb/flow_graph.h>' > "$root/parallel/scorer.cc"
run || { cat "$root/out" >&2; exit 1; }

refused core/base/hash.cc '#include "core/text/view.h"' "'base' may not include 'text'"
refused core/text/view.cc '#  include "parallel/score/scorer.h"' "'text' may not include 'parallel'"
refused core/score/job.cc '#include "core/metrics/bleu.h"' "'score' may not include 'metrics'"
refused core/report/forms/x.cc '#include "parallel/score/scorer.h"' "'report' may not include 'parallel'"
refused cli/x.cc '#include "bench/laboratory/bench.h"' "'cli' may not include 'laboratory'"
refused bench/laboratory/measuring/x.cc '#include "core/score/job.h"' "'measuring' may not include 'score'"
refused parallel/x.cc '#include "cli/flags/flags.h"' "'parallel' may not include 'cli'"
refused parallel/significance/x.cc '#include "parallel/score/scorer.h"' "'parallel/significance' may not include 'parallel/score'"
refused parallel/score/x.cc '#include "parallel/matrix/plan.h"' "'parallel/score' may not include 'parallel/matrix'"
refused cli/x.cc '#include "tests/support/random_text.h"' "'cli' may not include 'tests'"
refused cli/verbs/score.cc '#include "core/score/job.h"' "ask for it by include/mtgauge"
refused core/text/x.h '#include <tbb/task.h>' "may include TBB"
refused parallel/x.cc '#include <simdjson.h>' "may include simdjson"
refused core/metrics/bleu.h '#pragma once' "a metric has no header"
refused core/novel/x.cc '#pragma once' "the room 'novel' is not in"
