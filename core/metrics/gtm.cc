// GTM, the General Text Matcher (Melamed, Green and Turian 2003; Turian, Shen and Melamed 2003). A
// matching pairs equal words, each word at most once. Words that are adjacent and in order on both
// sides form a run; a run does not cross from one reference into the next. With run lengths l,
//
//   size = (sum of l^e)^(1/e),  P = size / |h|,  R = size / mean |r|,  F = 2 P R / (P + R).
//
// For e = 1 the largest matching is the number of clipped unigrams. For e > 1 finding it is
// NP-hard, so runs are taken greedily, the longest first. Several references are matched together.
// While there are more pairs than the mean reference has words, pairs of the shortest run are
// dropped.
//
// Row for micro: the size (fixed_sum.h), |h| and mean |r|, whose sums give the corpus score. Row
// for macro: the figure itself and 1, or 0 for a segment without words on both sides.
#include <fmt/format.h>

#include <algorithm>

#include "core/algo/alignment/greedy_runs.h"
#include "core/base/pinned_math.h"
#include "core/contract/fixed_sum.h"
#include "core/contract/mean_length.h"
#include "core/contract/metric_of.h"
#include "core/contract/text_options.h"

namespace mtgauge {
namespace {

enum class Stat { kF, kP, kR };
struct GtmStatRow {
  std::string_view name;
  Stat stat;
};
constexpr GtmStatRow kGtmStats[] = {{"f", Stat::kF}, {"p", Stat::kP}, {"r", Stat::kR}};

struct CorpusRow {
  std::string_view name;
  bool macro;
};
constexpr CorpusRow kCorpora[] = {{"micro", false}, {"macro", true}};

struct GtmOptions {
  TextOptions text;
  double exponent = 2;
  const GtmStatRow* stat = &kGtmStats[0];
  const CorpusRow* corpus = &kCorpora[0];
};

struct GtmPrepared {
  explicit GtmPrepared(HashFunction hash) : symbols(SymbolKind::kToken, hash) {}

  JoinedReferences joined() const {
    return {{all.data(), length}, {begins.data(), length}, &places};
  }

  std::vector<Tokens> tokens;
  ReferenceSymbols symbols;
  Buffer<uint32_t> all;  // symbols of all references
  Buffer<uint8_t> begins;
  Occurrences places;
  size_t length = 0;
};

struct GtmScratch : Scratch {
  Buffer<uint32_t> hypothesis;
  Buffer<uint32_t> used;  // how often each symbol was used
  GreedyRuns runs;
};

double GtmRatio(double part, double whole) { return whole == 0 ? 0 : part / whole; }

// Computes (sum of l^e)^(1/e) for lengths in descending order, limited to `most` pairs in total.
double Size(std::span<const uint32_t> lengths, uint64_t most, double exponent) {
  if (lengths.empty()) return 0;
  const auto longest = static_cast<double>(std::min<uint64_t>(lengths[0], most));
  double sum = 0;
  for (const uint32_t of_run : lengths) {
    const uint64_t length = std::min<uint64_t>(of_run, most);
    if (length == 0) break;
    most -= length;
    const double share = static_cast<double>(length) / longest;
    sum += share == 1 ? 1 : PinnedExp(exponent * PinnedLog(share));
  }
  return sum <= 1 ? longest : longest * PinnedExp(PinnedLog(sum) / exponent);
}

class Gtm final : public MetricOf<Gtm, GtmPrepared, GtmScratch> {
 public:
  Gtm(const GtmOptions& options, HashFunction hash) : options_(options), hash_(hash) {}

  std::string Title() const override {
    constexpr const char* kSuffixes[] = {"", " P", " R"};
    return std::string("GTM") + kSuffixes[static_cast<size_t>(options_.stat->stat)];
  }
  std::vector<ViewSpec> Views() const override { return {options_.text.Words()}; }
  std::vector<std::string> Columns() const override {
    if (options_.corpus->macro) return {"sum", "sum_rest", "segments"};
    return {"size", "size_rest", "hyp_len", "ref_len", "ref_len_parts"};
  }
  std::vector<std::pair<std::string, std::string>> SignatureKeys() const override {
    return TextSignatureKeys(options_.text, {{"e", fmt::format("{}", options_.exponent)},
                                             {"stat", std::string(options_.stat->name)},
                                             {"corpus", std::string(options_.corpus->name)}});
  }

  GtmPrepared MakePrepared() const { return GtmPrepared(hash_); }

  void Prepare(const ReferenceViews& references, GtmScratch&, GtmPrepared& out) const {
    references.CopyTokens(out.tokens);
    out.symbols.Set(out.tokens);
    out.length = 0;
    for (uint32_t r = 0; r < out.tokens.size(); ++r) {
      const Symbols symbols = out.symbols[r];
      out.all.Grow(out.length + symbols.size(), out.length);
      out.begins.Grow(out.length + symbols.size(), out.length);
      std::copy(symbols.begin(), symbols.end(), out.all.data() + out.length);
      std::fill_n(out.begins.data() + out.length, symbols.size(), uint8_t{0});
      if (!symbols.empty()) out.begins[out.length] = 1;
      out.length += symbols.size();
    }
    out.places.Set({out.all.data(), out.length}, out.symbols.distinct());
  }

  void ExtractRow(const GtmPrepared& references, std::span<const SegmentView> hypothesis,
                  GtmScratch& scratch, int64_t* row) const {
    const Tokens& tokens = hypothesis[0].tokens;
    const auto count = static_cast<int64_t>(references.tokens.size());
    const MeanLength ref_len = MeanLength::Of(static_cast<int64_t>(references.length), count);
    const double size = MatchSize(references, tokens, scratch);
    if (options_.corpus->macro) {
      const auto parts = static_cast<double>(ref_len.parts);
      FixedSum::Write(
          Figure(size, tokens.count, MeanLengthValue(static_cast<double>(ref_len.whole), parts)),
          row);
      row[2] = tokens.count == 0 && references.length == 0 ? 0 : 1;
      return;
    }
    FixedSum::Write(size, row);
    row[2] = tokens.count;
    row[3] = ref_len.whole;
    row[4] = ref_len.parts;
  }

  double Score(std::span<const int64_t> sums, Level) const override {
    if (options_.corpus->macro) {
      return 100.0 * GtmRatio(FixedSum::Read(sums), static_cast<double>(sums[2]));
    }
    return 100.0 * Figure(FixedSum::Read(sums), static_cast<double>(sums[2]), RefLength(sums));
  }
  std::vector<Detail> Details(std::span<const int64_t> sums, Level) const override {
    if (options_.corpus->macro) return {{"segments", sums[2]}};
    const double size = FixedSum::Read(sums), ref_len = RefLength(sums);
    return {{"size", size},
            {"hyp_len", sums[2]},
            {"ref_len", ref_len},
            {"precision", GtmRatio(size, static_cast<double>(sums[2]))},
            {"recall", GtmRatio(size, ref_len)}};
  }

 private:
  static double RefLength(std::span<const int64_t> sums) {
    return MeanLengthValue(static_cast<double>(sums[3]), static_cast<double>(sums[4]));
  }

  double Figure(double size, double hyp_len, double ref_len) const {
    switch (options_.stat->stat) {
      case Stat::kP:
        return GtmRatio(size, hyp_len);
      case Stat::kR:
        return GtmRatio(size, ref_len);
      case Stat::kF:
        break;
    }
    return GtmRatio(2 * size, hyp_len + ref_len);  // 2 P R / (P + R)
  }

  double MatchSize(const GtmPrepared& references, const Tokens& tokens, GtmScratch& work) const {
    if (references.length == 0) return 0;
    const Symbols hypothesis = references.symbols.Find(tokens, work.hypothesis);
    // The number of pairs is whole, so the limit is the mean length rounded down.
    const uint64_t most = references.length / references.tokens.size();
    if (options_.exponent == 1) {
      return static_cast<double>(std::min(most, CommonWords(references, hypothesis, work)));
    }
    work.beyond_budget |= !work.runs.Match(hypothesis, references.joined());
    return work.beyond_budget ? 0 : Size(work.runs.lengths(), most, options_.exponent);
  }

  static uint64_t CommonWords(const GtmPrepared& references, Symbols hypothesis, GtmScratch& work) {
    work.used.Grow(references.symbols.distinct(), 0);
    std::fill_n(work.used.data(), references.symbols.distinct(), 0);
    uint64_t common = 0;
    for (const uint32_t symbol : hypothesis) {
      if (symbol == kNoSymbol) continue;
      common += work.used[symbol]++ < references.places.Of(symbol).size() ? 1 : 0;
    }
    return common;
  }

  GtmOptions options_;
  HashFunction hash_;
};

Result<std::unique_ptr<Metric>> MakeGtm(const MetricOptions& given, const MetricContext& context) {
  GtmOptions options;
  MTG_ASSIGN_OR_RETURN(options.text, ReadTextOptions(given, context));
  MTG_ASSIGN_OR_RETURN(options.exponent, ReadNumber(given, "e", options.exponent, 1, 100));
  MTG_ASSIGN_OR_RETURN(options.stat, ReadNamed(given, "stat", std::span(kGtmStats)));
  MTG_ASSIGN_OR_RETURN(options.corpus, ReadNamed(given, "corpus", std::span(kCorpora)));
  return std::make_unique<Gtm>(options, context.hash->function);
}

constexpr MetricOptionRow kGtmOptions[] = {
    kTokOption,
    kLcOption,
    kStemOption,
    {"e", "X", "2", "exponent that rewards long runs; 1 counts single words"},
    {"stat", "NAME", "f", "p (precision), r (recall) or f"},
    {"corpus", "NAME", "micro", "corpus score: micro (of sums) or macro (mean over segments)"},
};

}  // namespace

extern const MetricRow kGtm;
const MetricRow kGtm = {
    .name = "gtm",
    .title = "GTM",
    .help = "precision, recall or F-score of the maximum matching of runs of words, in percent",
    .paper = "Melamed et al. (2003)",
    .scale = 100,
    .higher_is_better = true,
    .options = kGtmOptions,
    .make = &MakeGtm,
    .references = "all references are matched together; the mean length counts",
    .first_of_ties = true,
    .notes =
        "Computed as the papers say. Under e > 1 the best matching is hard to find, so runs are "
        "taken greedily, the longest first.",
};

}  // namespace mtgauge
