// The speed of tokenizing: every instruction set of the kernels, then every tokenizer and stemmer
// as the scorer uses them.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "bench/micro/register.h"
#include "bench/micro/sample_text.h"
#include "core/base/hash.h"
#include "core/simd/kernels.h"
#include "core/text/tokenizing/model_tokenizer.h"
#include "core/text/tokenizing/piece_tokenizer.h"
#include "core/text/tokenizing/tokenizer.h"
#include "core/text/view.h"
#include "core/text/words/stemmer.h"
#include "tests/support/own_folder.h"
#include "tests/support/sentencepiece.h"

namespace mtgauge::bench {
namespace {

const SampleStream& Sample() {
  static const SampleStream stream = MakeStream(SampleText(1).Pairs(1000).first);
  return stream;
}

using CutKernel = decltype(Kernels::cut_13a);

// The arrays that a tokenizing kernel fills.
struct Cutting {
  std::vector<uint32_t> begin, end, line_token, line_end, special;

  explicit Cutting(const SampleStream& text)
      : begin(text.bytes + 64),
        end(text.bytes + 64),
        line_token(text.bytes + 64),
        line_end(text.bytes + 64),
        special(text.bytes + 64) {}

  CutOutput Run(CutKernel kernel, const SampleStream& text) {
    CutOutput out{};
    out.begin = begin.data();
    out.end = end.data();
    out.line_token = line_token.data();
    out.line_end = line_end.data();
    out.special = special.data();
    CutState state;
    kernel(text.memory.data(), 0, text.bytes, &state, &out);
    return out;
  }
};

bool SameCut(CutKernel kernel, CutKernel twin, const SampleStream& text) {
  Cutting mine(text), theirs(text);
  const CutOutput a = mine.Run(kernel, text), b = theirs.Run(twin, text);
  return a.begins == b.begins && a.ends == b.ends && a.lines == b.lines &&
         a.specials == b.specials && std::equal(a.begin, a.begin + a.begins, b.begin) &&
         std::equal(a.end, a.end + a.ends, b.end) &&
         std::equal(a.line_token, a.line_token + a.lines, b.line_token) &&
         std::equal(a.line_end, a.line_end + a.lines, b.line_end) &&
         std::equal(a.special, a.special + a.specials, b.special);
}

void PerLine(benchmark::State& state, const SampleStream& text) {
  state.SetBytesProcessed(state.iterations() * int64_t{text.bytes});
  state.SetItemsProcessed(state.iterations() * int64_t{text.lines});
}

void Cut(benchmark::State& state, CutKernel kernel, CutKernel twin) {
  if (!SameCut(kernel, twin, Sample())) return state.SkipWithError("differs from the scalar twin");
  Cutting cutting(Sample());
  for (auto _ : state) benchmark::DoNotOptimize(cutting.Run(kernel, Sample()));
  PerLine(state, Sample());
}

void Keys(benchmark::State& state, const Kernels& set, const Kernels& twin) {
  const SampleStream& text = Sample();
  Cutting cutting(text);
  const CutOutput cut = cutting.Run(twin.cut_13a, text);
  std::vector<uint64_t> keys(cut.begins), expected(cut.begins);
  set.token_keys(text.memory.data(), cut.begin, cut.end, cut.begins, keys.data());
  twin.token_keys(text.memory.data(), cut.begin, cut.end, cut.begins, expected.data());
  if (keys != expected) return state.SkipWithError("differs from the scalar twin");
  for (auto _ : state) {
    set.token_keys(text.memory.data(), cut.begin, cut.end, cut.begins, keys.data());
    benchmark::ClobberMemory();
  }
  PerLine(state, text);
}

bool SameView(const View& a, const View& b) {
  for (uint32_t i = 0; i < a.segments(); ++i) {
    const Tokens x = a.Segment(i).tokens, y = b.Segment(i).tokens;
    if (x.count != y.count || !std::equal(x.key, x.key + x.count, y.key)) return false;
    for (uint32_t t = 0; t < x.count; ++t) {
      if (x[t] != y[t]) return false;
    }
  }
  return a.segments() == b.segments();
}

void CutStream(benchmark::State& state, const TokenizerRow& row) {
  const SampleStream& text = Sample();
  const Tokenizer& tokenizer = row.get();
  View view(DefaultHash().function), twin(DefaultHash().function);
  tokenizer.CutStream(text.memory.data(), text.bytes, text.lines, {}, view);
  tokenizer.Tokenizer::CutStream(text.memory.data(), text.bytes, text.lines, {}, twin);
  if (!SameView(view, twin)) return state.SkipWithError("differs from cutting line by line");
  for (auto _ : state) {
    tokenizer.CutStream(text.memory.data(), text.bytes, text.lines, {}, view);
    benchmark::ClobberMemory();
  }
  PerLine(state, text);
}

// A SentencePiece model of the sample's own words, and the library as the reference for its pieces.
struct PieceSample {
  OwnFolder folder;
  std::string path, file;
  std::unique_ptr<test::SpmModel> library;

  explicit PieceSample(const char* type) : path(folder.Path("own.model")) {
    const std::string& text = Sample().memory;
    const std::string lines = folder.Write("lines", text.substr(0, Sample().bytes));
    test::TrainSpm(lines, folder.Path("own"), 8000, std::string("--model_type=") + type);
    file = std::string(ReadModelFile(path).value().bytes());
    library = test::LoadSpmModel(path);
  }

  void CutByLibrary(View& view) const {
    const SampleStream& text = Sample();
    view.Reset(text.memory.data(), text.bytes, text.lines);
    view.FindLines();
    std::vector<std::string> pieces;
    for (uint32_t i = 0; i < text.lines; ++i) {
      library->Cut(view.Segment(i).text, pieces);
      AddPieces({pieces.begin(), pieces.end()}, i, view);
    }
  }
};

const PieceSample& SampleOf(const char* type) {
  static std::map<std::string, PieceSample> samples;
  return samples.try_emplace(type, type).first->second;
}

void CutPieces(benchmark::State& state, const char* type, bool by_library) {
  const SampleStream& text = Sample();
  const PieceSample& sample = SampleOf(type);
  const std::unique_ptr<Tokenizer> older =
      MakePieceTokenizer(PieceEncoder::Make(sample.file, PieceRule::kOlder));
  const std::unique_ptr<Tokenizer> own =
      MakePieceTokenizer(PieceEncoder::Make(sample.file, PieceRule::kNewest));
  View view(DefaultHash().function), twin(DefaultHash().function);
  older->CutStream(text.memory.data(), text.bytes, text.lines, {}, view);
  sample.CutByLibrary(twin);
  if (!SameView(view, twin)) return state.SkipWithError("differs from the library");
  for (auto _ : state) {
    if (by_library) {
      sample.CutByLibrary(view);
    } else {
      own->CutStream(text.memory.data(), text.bytes, text.lines, {}, view);
    }
    benchmark::ClobberMemory();
  }
  PerLine(state, text);
}

void OpenPieces(benchmark::State& state, bool by_library) {
  const PieceSample& sample = SampleOf("unigram");
  for (auto _ : state) {
    if (by_library) {
      benchmark::DoNotOptimize(test::LoadSpmModel(sample.path));
    } else {
      benchmark::DoNotOptimize(PieceEncoder::Make(sample.file, PieceRule::kNewest));
    }
  }
}

bool StemsOf(const View& stems, const View& words, Stemmer& stemmer) {
  for (uint32_t i = 0; i < words.segments(); ++i) {
    const Tokens x = words.Segment(i).tokens, y = stems.Segment(i).tokens;
    if (x.count != y.count) return false;
    for (uint32_t t = 0; t < x.count; ++t) {
      if (stemmer.Stem(x[t]) != y[t]) return false;
    }
  }
  return true;
}

// Measures the cost of stems in addition to the view of words that they are made from.
void StemStream(benchmark::State& state, const StemmerRow& row) {
  const SampleStream& text = Sample();
  View words(DefaultHash().function), stems(DefaultHash().function);
  FindTokenizer("13a")->get().CutStream(text.memory.data(), text.bytes, text.lines, {}, words);
  Stemmer stemmer(row, DefaultHash().function);
  stemmer.StemView(words, stems);
  if (!StemsOf(stems, words, stemmer)) return state.SkipWithError("differs from word by word");
  for (auto _ : state) {
    stemmer.StemView(words, stems);
    benchmark::ClobberMemory();
  }
  PerLine(state, text);
}

}  // namespace

void RegisterAll() {
  const Kernels& twin = **RunnableKernels().begin();
  for (const Kernels* set : RunnableKernels()) {
    const std::string name = set->name;
    benchmark::RegisterBenchmark(("cut_13a/" + name).c_str(), Cut, set->cut_13a, twin.cut_13a);
    benchmark::RegisterBenchmark(("cut_whitespace/" + name).c_str(), Cut, set->cut_whitespace,
                                 twin.cut_whitespace);
    benchmark::RegisterBenchmark(("token_keys/" + name).c_str(), Keys, *set, twin);
  }
  for (const TokenizerRow& row : Tokenizers()) {
    benchmark::RegisterBenchmark(("tokenizer/" + std::string(row.name)).c_str(), CutStream, row);
  }
  for (const bool by_library : {false, true}) {
    const std::string by = by_library ? "/library" : "/own";
    benchmark::RegisterBenchmark(("pieces/unigram" + by).c_str(), CutPieces, "unigram", by_library);
    benchmark::RegisterBenchmark(("pieces/bpe" + by).c_str(), CutPieces, "bpe", by_library);
    benchmark::RegisterBenchmark(("pieces/open" + by).c_str(), OpenPieces, by_library);
  }
  for (const StemmerRow& row : Stemmers()) {
    benchmark::RegisterBenchmark(("stemmer/" + std::string(row.name)).c_str(), StemStream, row);
  }
}

}  // namespace mtgauge::bench
