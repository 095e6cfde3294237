// The cost of matching one hypothesis: the kernels, and both engines by the number of references,
// their length and the hash.
#include <benchmark/benchmark.h>

#include <string>
#include <vector>

#include "bench/laboratory/measuring/engines/engine_runs.h"
#include "bench/micro/register.h"
#include "bench/micro/sample_text.h"
#include "core/algo/ngrams/ngram_match.h"
#include "core/base/hash.h"
#include "core/simd/kernels.h"
#include "core/text/tokenizing/tokenizer.h"
#include "core/text/view.h"
#include "tests/oracle/naive_ngrams.h"

namespace mtgauge::bench {
namespace {

constexpr uint32_t kPairs = 500;
constexpr uint32_t kOrder = 4;

// Pairs tokenized by 13a. `lines_per_segment` lines make one segment.
class Corpus {
 public:
  Corpus(uint32_t lines_per_segment, HashFunction hash) : hyp_view_(hash), ref_view_(hash) {
    const auto [hyps, refs] = SampleText(1).Pairs(kPairs * lines_per_segment);
    Cut(hyps, lines_per_segment, hyps_, hyp_view_);
    Cut(refs, lines_per_segment, refs_, ref_view_);
  }

  Tokens hyp(uint32_t i) const { return hyp_view_.Segment(i).tokens; }
  // Further references are those of the next pairs.
  std::vector<Tokens> refs(uint32_t i, uint32_t count) const {
    std::vector<Tokens> refs;
    for (uint32_t r = 0; r < count; ++r) {
      refs.push_back(ref_view_.Segment((i + r) % kPairs).tokens);
    }
    return refs;
  }

 private:
  static void Cut(const std::vector<std::string>& lines, uint32_t per_segment, SampleStream& stream,
                  View& view) {
    std::vector<std::string> segments(kPairs);
    for (size_t i = 0; i < lines.size(); ++i) segments[i / per_segment] += lines[i] + ' ';
    stream = MakeStream(segments);
    FindTokenizer("13a")->get().CutStream(stream.memory.data(), stream.bytes, stream.lines, {},
                                          view);
  }

  SampleStream hyps_, refs_;
  View hyp_view_, ref_view_;
};

oracle::Words WordsOf(const Tokens& tokens) {
  oracle::Words words;
  for (uint32_t i = 0; i < tokens.count; ++i) words.emplace_back(tokens[i]);
  return words;
}

std::vector<int64_t> Naive(const std::vector<Tokens>& refs, const Tokens& hyp) {
  std::vector<oracle::Words> words;
  for (const Tokens& ref : refs) words.push_back(WordsOf(ref));
  return oracle::NaiveMatches(words, WordsOf(hyp), kOrder);
}

void Match4(benchmark::State& state, const Kernels& set) {
  const Corpus corpus(1, DefaultHash().function);
  std::vector<Tokens> hyps, refs;
  for (uint32_t i = 0; i < kPairs; ++i) {
    hyps.push_back(corpus.hyp(i));
    refs.push_back(corpus.refs(i, 1)[0]);
    std::vector<int64_t> matches(kOrder, 0);
    set.match4(&hyps[i], &refs[i], matches.data());
    if (matches != Naive(corpus.refs(i, 1), corpus.hyp(i))) {
      return state.SkipWithError("differs from the naive count");
    }
  }
  int64_t matches[kOrder] = {};
  for (auto _ : state) {
    for (uint32_t i = 0; i < kPairs; ++i) set.match4(&hyps[i], &refs[i], matches);
    benchmark::DoNotOptimize(matches);
  }
  state.SetItemsProcessed(state.iterations() * kPairs);
}

void Engine(benchmark::State& state, NgramEngine engine, const HashRow& hash,
            uint32_t reference_count, uint32_t lines_per_segment) {
  const Corpus corpus(lines_per_segment, hash.function);
  NgramReferences references({kOrder, engine, &hash});
  NgramScratch scratch;
  std::vector<std::vector<Tokens>> refs;
  std::vector<Tokens> hyps;
  std::vector<int64_t> matches(kOrder);
  for (uint32_t i = 0; i < kPairs; ++i) {
    refs.push_back(corpus.refs(i, reference_count));
    hyps.push_back(corpus.hyp(i));
    if (i % 10 != 0) continue;
    references.Set(refs[i]);
    scratch.Match(references, hyps[i], matches.data());
    if (matches != Naive(refs[i], hyps[i])) {
      return state.SkipWithError("differs from the naive count");
    }
  }
  for (auto _ : state) {
    for (uint32_t i = 0; i < kPairs; ++i) {
      references.Set(refs[i]);
      scratch.Match(references, hyps[i], matches.data());
      benchmark::DoNotOptimize(matches.data());
    }
  }
  state.SetItemsProcessed(state.iterations() * kPairs);
}

// Segments of one length under the laboratory's engines, checked against each other.
void LabEngine(benchmark::State& state, const mtgauge::LabEngine& engine, uint32_t most) {
  const Corpus corpus(1, DefaultHash().function);
  std::vector<WordSegment> segments;
  for (uint32_t i = 0; i < kPairs; ++i) segments.push_back({corpus.refs(i, 1), {corpus.hyp(i)}});
  for (const LengthClass& of : SortByLength(segments, 20000)) {
    if (of.most != most) continue;
    const auto run = engine.make();
    for (const mtgauge::LabEngine& other : LabEngines()) {
      if (most <= other.most_tokens &&
          RunEngine(*other.make(), of, kOrder) != RunEngine(*run, of, kOrder)) {
        return state.SkipWithError("the engines differ");
      }
    }
    for (auto _ : state) benchmark::DoNotOptimize(RunEngine(*run, of, kOrder));
    state.SetItemsProcessed(state.iterations() * static_cast<int64_t>(of.segments.size()));
  }
}

}  // namespace

void RegisterAll() {
  for (const mtgauge::LabEngine& engine : LabEngines()) {
    for (const uint32_t most : {16u, 32u, 64u, 128u, 512u, UINT32_MAX}) {
      if (most > engine.most_tokens) continue;
      const std::string name = "length/" + std::string(engine.name) + "/";
      const std::string length = most == UINT32_MAX ? "more" : std::to_string(most);
      benchmark::RegisterBenchmark((name + length).c_str(), LabEngine, engine, most);
    }
  }
  for (const Kernels* set : RunnableKernels()) {
    benchmark::RegisterBenchmark(("match4/" + std::string(set->name)).c_str(), Match4, *set);
  }
  for (const NgramEngineRow& row : NgramEngines()) {
    if (row.engine == NgramEngine::kAuto) continue;
    const std::string name = "engine/" + std::string(row.name);
    for (const uint32_t references : {1u, 4u}) {
      for (const uint32_t lines : {1u, 4u, 16u}) {
        const std::string which =
            "/references:" + std::to_string(references) + "/lines:" + std::to_string(lines);
        benchmark::RegisterBenchmark((name + which).c_str(), Engine, row.engine, DefaultHash(),
                                     references, lines);
      }
    }
  }
  for (const HashRow& hash : Hashes()) {
    benchmark::RegisterBenchmark(("table_hash/" + std::string(hash.name)).c_str(), Engine,
                                 NgramEngine::kTable, hash, 1, 1);
  }
}

}  // namespace mtgauge::bench
