// ROUGE-N and ROUGE-L (Lin 2004). With m n-grams in common (clipped by each reference separately),
// or m the length of the longest common subsequence, and h and r the number of n-grams, or tokens,
// of each side,
//
//   P = m / h,  R = m / r,  F_beta = (1 + beta^2) P R / (R + beta^2 P)
//                                  = (1 + beta^2) m / (h + beta^2 r).
//
// Of several references, the best value of the requested statistic counts. The corpus score is the
// mean of the segments' values, without segments that are empty on both sides.
//
// Row: the value and 1 if it counts; on request also m, h and r for the reference that counts, the
// first if there is a tie.
#include <absl/container/inlined_vector.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/algo/distance/sequence_pair.h"
#include "core/base/kept_list.h"
#include "core/contract/metric_of.h"
#include "core/contract/text_options.h"

namespace mtgauge {
namespace {

constexpr uint32_t kRougeMaxOrder = 9;
constexpr uint32_t kLongestSubsequence = 0;  // value of `order` for ROUGE-L

// A segment's value in rows is rounded to a multiple of 2^-36, so that 2^27 segments can be added
// up. The error of a score in percent is at most 100 * 2^-37 < 10^-9.
constexpr double kFixedPoint = 0x1p36;

struct RougeOptions {
  TextOptions text;
  uint32_t order = 1;
  char stat = 'f';
  double beta = 1;
  bool counts = false;
};

// The overlap with one reference.
struct RougeOverlap {
  int64_t matches = 0;
  uint32_t hyp_count = 0, ref_count = 0;
};

struct RougePrepared {
  explicit RougePrepared(HashFunction hash) : sequences(hash) {}
  std::vector<Tokens> tokens;
  KeptList<NgramReferences> ngrams;  // one per reference
  ReferenceSequences sequences;      // for the longest common subsequence
};

struct RougeScratch : Scratch {
  NgramScratch ngrams;
  SequencePair pair;
};

class Rouge final : public MetricOf<Rouge, RougePrepared, RougeScratch> {
 public:
  Rouge(const RougeOptions& options, const MetricContext& context) : options_(options) {
    ngram_options_.max_order = std::max(options.order, 1u);
    ngram_options_.engine = context.ngram_engine;
    ngram_options_.hash = context.hash;
  }

  std::string Title() const override { return "ROUGE-" + Variant("L"); }
  std::vector<ViewSpec> Views() const override { return {options_.text.Words()}; }
  std::vector<std::string> Columns() const override {
    if (!options_.counts) return {"sum", "segments"};
    return {"sum", "segments", "matches", "hyp_count", "ref_count"};
  }
  std::vector<std::pair<std::string, std::string>> SignatureKeys() const override {
    std::vector<std::pair<std::string, std::string>> own = {
        {"n", Variant("l")}, {"stat", std::string(1, options_.stat)}};
    if (options_.stat == 'f') own.emplace_back("beta", fmt::format("{}", options_.beta));
    return TextSignatureKeys(options_.text, own);
  }

  RougePrepared MakePrepared() const { return RougePrepared(ngram_options_.hash->function); }

  void Prepare(const ReferenceViews& references, RougeScratch&, RougePrepared& out) const {
    references.CopyTokens(out.tokens);
    if (options_.order == kLongestSubsequence) {
      out.sequences.Set(references.views);
      return;
    }
    out.ngrams.Resize(out.tokens.size(), ngram_options_);
    for (size_t r = 0; r < out.tokens.size(); ++r) out.ngrams[r].Set({&out.tokens[r], 1});
  }

  void ExtractRow(const RougePrepared& references, std::span<const SegmentView> hypothesis,
                  RougeScratch& work, int64_t* row) const {
    const Tokens& hyp = hypothesis[0].tokens;
    if (options_.order == kLongestSubsequence) {
      work.pair.Set(references.sequences, hyp);
    }
    RougeOverlap best;
    bool empty = hyp.count == 0;
    for (uint32_t r = 0; r < references.tokens.size(); ++r) {
      const uint32_t length = references.tokens[r].count;
      const RougeOverlap with{Matches(references, r, hyp, work), Units(hyp.count), Units(length)};
      if (r == 0 || Value(with) > Value(best)) best = with;
      empty = empty && length == 0;
    }
    row[0] = static_cast<int64_t>(std::nearbyint(Value(best) * kFixedPoint));
    row[1] = empty ? 0 : 1;
    if (!options_.counts) return;
    row[2] = best.matches;
    row[3] = Units(hyp.count);
    row[4] = best.ref_count;
  }

  double Score(std::span<const int64_t> sums, Level) const override {
    if (sums[1] == 0) return 0;
    return 100.0 * (static_cast<double>(sums[0]) / kFixedPoint / static_cast<double>(sums[1]));
  }
  std::vector<Detail> Details(std::span<const int64_t> sums, Level) const override {
    std::vector<Detail> details = {{"segments", sums[1]}};
    if (!options_.counts) return details;
    details.insert(details.end(),
                   {{"matches", sums[2]}, {"hyp_count", sums[3]}, {"ref_count", sums[4]}});
    return details;
  }

 private:
  std::string Variant(const char* subsequence) const {
    return options_.order == kLongestSubsequence ? subsequence : std::to_string(options_.order);
  }

  int64_t Matches(const RougePrepared& references, uint32_t r, const Tokens& hyp,
                  RougeScratch& work) const {
    if (options_.order == kLongestSubsequence) {
      work.beyond_budget |= work.pair.Steps(r) > kMostSteps;
      if (work.beyond_budget) return 0;
      return static_cast<int64_t>(work.pair.CommonSubsequence(r));
    }
    absl::InlinedVector<int64_t, kRougeMaxOrder> matches(options_.order);
    work.ngrams.Match(references.ngrams[r], hyp, matches.data());
    return matches.back();
  }

  // Returns the number of units that are counted in `tokens` tokens: n-grams, or the tokens
  // themselves.
  uint32_t Units(uint32_t tokens) const {
    const uint32_t lost = std::max(options_.order, 1u) - 1;  // tokens minus n-grams
    return tokens > lost ? tokens - lost : 0;
  }

  double Value(const RougeOverlap& with) const {
    if (with.matches == 0) return 0;
    const auto m = static_cast<double>(with.matches);
    const double h = with.hyp_count, r = with.ref_count;
    if (options_.stat == 'p') return m / h;
    if (options_.stat == 'r') return m / r;
    const double squared = options_.beta * options_.beta;
    return (1 + squared) * m / (h + squared * r);
  }

  RougeOptions options_;
  NgramOptions ngram_options_;
};

Result<std::unique_ptr<Metric>> MakeRouge(const MetricOptions& given,
                                          const MetricContext& context) {
  RougeOptions options;
  MTG_ASSIGN_OR_RETURN(options.text, ReadTextOptions(given, context));
  if (const auto n = given.find("n"); n != given.end() && n->second == "l") {
    options.order = kLongestSubsequence;
  } else {
    MTG_ASSIGN_OR_RETURN(options.order, ReadWhole(given, "n", 1, 1, kRougeMaxOrder));
  }
  if (const auto stat = given.find("stat"); stat != given.end()) {
    if (stat->second != "p" && stat->second != "r" && stat->second != "f") {
      return UsageError({.option = "stat"}, fmt::format("unknown stat '{}'", stat->second),
                        "there are f, p, r");
    }
    options.stat = stat->second[0];
  }
  if (const auto beta = given.find("beta"); beta != given.end() && options.stat != 'f') {
    return UsageError({.option = "beta"}, fmt::format("stat {} takes no beta", options.stat),
                      fmt::format("leave out beta={} or use stat=f", beta->second));
  }
  MTG_ASSIGN_OR_RETURN(options.beta, ReadNumber(given, "beta", 1, 0, 1e6));
  MTG_ASSIGN_OR_RETURN(options.counts, ReadYesNo(given, "details", false));
  return std::make_unique<Rouge>(options, context);
}

constexpr MetricOptionRow kRougeOptions[] = {
    kTokOption,
    kLcOption,
    kStemOption,
    {"n", "N|l", "1", "n-gram order, 1 to 9, or l for the longest common subsequence"},
    {"stat", "NAME", "f", "p (precision), r (recall) or f"},
    {"beta", "X", "1", "weight of recall against precision in f"},
    {"details", "yes|no", "no", "also report the counts behind the scores"},
};

}  // namespace

extern const MetricRow kRouge;
const MetricRow kRouge = {
    .name = "rouge",
    .title = "ROUGE",
    .help = "mean over segments of n-gram or longest-common-subsequence overlap, in percent",
    .paper = "Lin (2004)",
    .scale = 100,
    .higher_is_better = true,
    .options = kRougeOptions,
    .make = &MakeRouge,
    .references = "the best-scoring reference counts",
    .corpus = "mean",
    .notes =
        "Google's stemming is not applied. Segments that are empty on both sides do not count.",
};

}  // namespace mtgauge
