// The cost of NIST per segment: learning from the references, merging the statistics of two
// threads, and scoring, for a test set of usual size and a large one.
#include <benchmark/benchmark.h>

#include <cmath>
#include <string>
#include <vector>

#include "bench/micro/register.h"
#include "bench/micro/sample_text.h"
#include "core/contract/registry.h"
#include "core/text/view.h"
#include "tests/oracle/naive_nist.h"

namespace mtgauge::bench {
namespace {

// Pairs tokenized by mteval's rules. The generator's lines repeat no more than news does.
class Corpus {
 public:
  explicit Corpus(uint32_t lines)
      : hyp_view_(DefaultHash().function), ref_view_(DefaultHash().function) {
    const auto [hyps, refs] = SampleText(1).Pairs(lines);
    Cut(hyps, hyps_, hyp_view_);
    Cut(refs, refs_, ref_view_);
  }

  uint32_t lines() const { return hyps_.lines; }
  SegmentView hyp(uint32_t i) const { return hyp_view_.Segment(i); }
  SegmentView ref(uint32_t i) const { return ref_view_.Segment(i); }

 private:
  static void Cut(const std::vector<std::string>& lines, SampleStream& stream, View& view) {
    stream = MakeStream(lines);
    FindTokenizer("mteval-lc")
        ->get()
        .CutStream(stream.memory.data(), stream.bytes, stream.lines, {}, view);
  }

  SampleStream hyps_, refs_;
  View hyp_view_, ref_view_;
};

const Corpus& Sample(uint32_t lines) {
  static const Corpus small(3000), large(300000);
  return lines == 3000 ? small : large;
}

std::unique_ptr<Metric> MakeNist() { return MakeMetric("nist", {}, {}).value().metric; }

// Learns from the references begin, begin + step, ...
std::unique_ptr<Survey> Learn(const Metric& metric, const Corpus& corpus, uint32_t begin,
                              uint32_t step) {
  auto survey = metric.NewSurvey();
  for (uint32_t i = begin; i < corpus.lines(); i += step) {
    const SegmentView view = corpus.ref(i);
    survey->Observe({{&view, 1}, 1});
  }
  return survey;
}

std::vector<int64_t> SumOfRows(const Metric& metric, const Corpus& corpus) {
  std::vector<int64_t> row(metric.Columns().size()), sums(row.size());
  const auto prepared = metric.NewPrepared();
  const auto scratch = metric.NewScratch();
  for (uint32_t i = 0; i < corpus.lines(); ++i) {
    const SegmentView ref = corpus.ref(i), hyp = corpus.hyp(i);
    metric.PrepareRefs({{&ref, 1}, 1}, *scratch, *prepared);
    metric.Extract(*prepared, {&hyp, 1}, *scratch, row.data());
    for (size_t c = 0; c < row.size(); ++c) sums[c] += row[c];
  }
  return sums;
}

oracle::Words WordsOf(const Tokens& tokens) {
  oracle::Words words;
  for (uint32_t i = 0; i < tokens.count; ++i) words.emplace_back(tokens[i]);
  return words;
}

// Uses the small corpus; the definition would take minutes on the large one.
bool AgreesWithDefinition() {
  const Corpus& corpus = Sample(3000);
  const auto metric = MakeNist();
  metric->Bind(*Learn(*metric, corpus, 0, 1));
  const double ours = metric->Score(SumOfRows(*metric, corpus), Level::kCorpus);
  std::vector<std::vector<oracle::Words>> refs;
  for (uint32_t i = 0; i < corpus.lines(); ++i) refs.push_back({WordsOf(corpus.ref(i).tokens)});
  const oracle::NaiveNist naive(refs, 5, false);
  oracle::NaiveNist::Sums sums;
  for (uint32_t i = 0; i < corpus.lines(); ++i) {
    naive.Add(naive.Segment(refs[i], WordsOf(corpus.hyp(i).tokens)), sums);
  }
  return std::abs(ours - oracle::NaiveNist::Score(sums)) < 1e-8;
}

// Compares in the first case that runs; every case reports the result.
bool CheckedOnce(benchmark::State& state) {
  static const bool agrees = AgreesWithDefinition();
  if (!agrees) state.SkipWithError("differs from the definition");
  return agrees;
}

void Survey(benchmark::State& state, uint32_t lines) {
  if (!CheckedOnce(state)) return;
  for (auto _ : state) {
    const auto metric = MakeNist();
    metric->Bind(*Learn(*metric, Sample(lines), 0, 1));
    benchmark::DoNotOptimize(metric.get());
  }
  state.SetItemsProcessed(state.iterations() * lines);
}

void Merge(benchmark::State& state, uint32_t lines) {
  if (!CheckedOnce(state)) return;
  const auto metric = MakeNist();
  const auto other = Learn(*metric, Sample(lines), 1, 2);
  for (auto _ : state) {
    state.PauseTiming();
    auto into = Learn(*metric, Sample(lines), 0, 2);
    state.ResumeTiming();
    into->Merge(*other);
    state.PauseTiming();
    into.reset();
    state.ResumeTiming();
  }
  state.SetItemsProcessed(state.iterations() * lines);
}

void Score(benchmark::State& state, uint32_t lines) {
  if (!CheckedOnce(state)) return;
  const auto metric = MakeNist();
  metric->Bind(*Learn(*metric, Sample(lines), 0, 1));
  for (auto _ : state) benchmark::DoNotOptimize(SumOfRows(*metric, Sample(lines)));
  state.SetItemsProcessed(state.iterations() * lines);
}

}  // namespace

void RegisterAll() {
  for (const uint32_t lines : {3000u, 300000u}) {
    const std::string size = "/lines:" + std::to_string(lines);
    benchmark::RegisterBenchmark(("nist_survey" + size).c_str(), Survey, lines);
    benchmark::RegisterBenchmark(("nist_merge" + size).c_str(), Merge, lines);
    benchmark::RegisterBenchmark(("nist_score" + size).c_str(), Score, lines);
  }
}

}  // namespace mtgauge::bench
