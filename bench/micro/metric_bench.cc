// The cost of scoring one pair with each metric of the registry and its default settings:
// tokenizing, the reference, the hypothesis. Excludes what a metric learns from all references.
#include <benchmark/benchmark.h>

#include <string>
#include <vector>

#include "bench/micro/register.h"
#include "bench/micro/sample_text.h"
#include "core/contract/registry.h"
#include "core/score/job.h"
#include "core/score/worker.h"
#include "tests/support/learn.h"

namespace mtgauge::bench {
namespace {

constexpr uint32_t kPairs = 1000;

using Lines = std::vector<std::string>;
using Sums = std::vector<std::vector<int64_t>>;

// A metric that needs what was translated gets the references, as if nothing had to change.
Batch Join(const MetricRow& row, const Lines& refs, const Lines& hyps) {
  std::vector<const std::string*> pointers;
  for (const std::string& ref : refs) pointers.push_back(&ref);
  Batch batch = MakeBatch({pointers}, {hyps});
  if (row.needs_source) batch.sources = batch.refs;
  return batch;
}

Result<Job> MakeJob(const MetricRow& row, NgramEngine engine, const Lines& refs,
                    const Lines& hyps) {
  JobOptions options;
  options.metrics = {std::string(row.name)};
  options.context.ngram_engine = engine;
  StreamNames names = {{"ref"}, {"sys"}};
  if (row.needs_source) names.sources = {"src"};
  MTG_ASSIGN_OR_RETURN(Job job, Job::Make(options, names));
  Batch batch = Join(row, refs, hyps);
  MTG_RETURN_IF_ERROR(test::Learn(job, batch));
  return job;
}

// Computes the same sums with the n-gram table, one pair at a time from last to first.
Result<Sums> SlowSums(const MetricRow& row, const Lines& refs, const Lines& hyps) {
  MTG_ASSIGN_OR_RETURN(const Job job, MakeJob(row, NgramEngine::kTable, refs, hyps));
  Worker worker(job);
  for (size_t i = refs.size(); i-- > 0;) {
    Batch batch = Join(row, {refs[i]}, {hyps[i]});
    MTG_RETURN_IF_ERROR(worker.Process(batch, {}));
  }
  return worker.totals().sums;
}

void Score(benchmark::State& state, const MetricRow& row) {
  const auto [hyps, refs] = SampleText(1).Pairs(kPairs);
  const auto job = MakeJob(row, NgramEngine::kAuto, refs, hyps);
  const auto slow = SlowSums(row, refs, hyps);
  if (!job.ok() || !slow.ok()) return state.SkipWithError("cannot be made");
  Batch batch = Join(row, refs, hyps);
  Worker once(*job);
  if (!once.Process(batch, {}).ok() || once.totals().sums != *slow) {
    return state.SkipWithError("differs from the sums of single pairs");
  }
  Worker worker(*job);
  for (auto _ : state) {
    if (!worker.Process(batch, {}).ok()) return state.SkipWithError("failed");
  }
  state.SetItemsProcessed(state.iterations() * kPairs);
}

}  // namespace

void RegisterAll() {
  for (const MetricRow& row : Metrics()) {
    benchmark::RegisterBenchmark(("score/" + std::string(row.name)).c_str(), Score, row);
  }
}

}  // namespace mtgauge::bench
