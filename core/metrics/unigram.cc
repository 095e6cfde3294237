// Precision, recall and their weighted harmonic mean over unigrams (Lavie, Sagae and Jayaraman
// 2004). With m clipped matches,
//
//   P = m / |h|,  R = m / |r|,  F_alpha = P R / (alpha P + (1 - alpha) R)
//                                       = m / (alpha |r| + (1 - alpha) |h|),
//
// so that P is F_0 and R is F_1. Also the position-independent error rate (Tillmann et al. 1997) as
// in Moses, from sums over all segments: (max(|h|, |r|) - m) / |r|.
//
// Each statistic chooses its own best reference, the first if there is a tie. PER chooses the one
// with the fewest errors.
#include <fmt/format.h>

#include <algorithm>

#include "core/algo/distance/sequence_pair.h"
#include "core/contract/metric_of.h"
#include "core/contract/text_options.h"

namespace mtgauge {
namespace {

struct UnigramStatRow {
  std::string_view name;
  const char* title;
  double alpha;  // the default
  bool takes_alpha;
};
constexpr UnigramStatRow kPerStat = {"per", "PER", 0, false};
constexpr UnigramStatRow kUnigramStats[] = {{"f1", "unigram F1", 0.5, false},
                                            {"fmean", "unigram Fmean", 0.9, true},
                                            {"p", "unigram P", 0, false},
                                            {"r", "unigram R", 1, false}};

struct UnigramOptions {
  TextOptions text;
  const UnigramStatRow* stat = &kUnigramStats[0];
  double alpha = 0.5;
};

struct UnigramScratch : Scratch {
  SequencePair pair;
};

double UnigramRatio(int64_t numerator, int64_t denominator) {
  return denominator == 0 ? 0 : static_cast<double>(numerator) / static_cast<double>(denominator);
}

class Unigram final : public MetricOf<Unigram, ReferenceSequences, UnigramScratch> {
 public:
  Unigram(const UnigramOptions& options, HashFunction hash) : options_(options), hash_(hash) {}

  std::string Title() const override { return options_.stat->title; }
  std::vector<ViewSpec> Views() const override { return {options_.text.Words()}; }
  std::vector<std::string> Columns() const override { return {"matches", "hyp_len", "ref_len"}; }
  std::vector<std::pair<std::string, std::string>> SignatureKeys() const override {
    std::vector<std::pair<std::string, std::string>> own;
    if (!IsPer()) own.emplace_back("stat", options_.stat->name);
    if (options_.stat->takes_alpha) own.emplace_back("alpha", fmt::format("{}", options_.alpha));
    return TextSignatureKeys(options_.text, own);
  }

  ReferenceSequences MakePrepared() const { return ReferenceSequences(hash_); }

  void Prepare(const ReferenceViews& references, UnigramScratch&, ReferenceSequences& out) const {
    out.Set(references.views);
  }

  void ExtractRow(const ReferenceSequences& references, std::span<const SegmentView> hypothesis,
                  UnigramScratch& scratch, int64_t* row) const {
    SequencePair& pair = scratch.pair;
    const Tokens& tokens = hypothesis[0].tokens;
    pair.Set(references, tokens);
    row[0] = row[2] = 0;
    row[1] = tokens.count;
    double best = 0;
    for (uint32_t r = 0; r < references.count(); ++r) {
      const auto matches = static_cast<int64_t>(pair.CommonSymbols(r));
      const int64_t length = references.length(r);
      const double figure =
          IsPer() ? -Errors(matches, row[1], length) : Figure(matches, row[1], length);
      if (r > 0 && figure <= best) continue;
      best = figure;
      row[0] = matches;
      row[2] = length;
    }
  }

  double Score(std::span<const int64_t> sums, Level) const override {
    if (!IsPer()) return 100.0 * Figure(sums[0], sums[1], sums[2]);
    if (sums[2] == 0) return sums[1] == 0 ? 0 : 100;
    return 100.0 * Errors(sums[0], sums[1], sums[2]) / static_cast<double>(sums[2]);
  }
  std::vector<Detail> Details(std::span<const int64_t> sums, Level) const override {
    return {{"matches", sums[0]},
            {"hyp_len", sums[1]},
            {"ref_len", sums[2]},
            {"precision", 100.0 * UnigramRatio(sums[0], sums[1])},
            {"recall", 100.0 * UnigramRatio(sums[0], sums[2])}};
  }

  // Moses splits at ASCII white space only, which is tok=ascii.

 private:
  bool IsPer() const { return options_.stat == &kPerStat; }

  static double Errors(int64_t matches, int64_t hyp_len, int64_t ref_len) {
    return static_cast<double>(std::max(hyp_len, ref_len) - matches);
  }

  double Figure(int64_t matches, int64_t hyp_len, int64_t ref_len) const {
    if (matches == 0) return 0;
    return static_cast<double>(matches) / (options_.alpha * static_cast<double>(ref_len) +
                                           (1 - options_.alpha) * static_cast<double>(hyp_len));
  }

  UnigramOptions options_;
  HashFunction hash_;
};

Result<std::unique_ptr<Metric>> MakeUnigram(const MetricOptions& given,
                                            const MetricContext& context) {
  UnigramOptions options;
  MTG_ASSIGN_OR_RETURN(options.text, ReadTextOptions(given, context));
  if (const auto stat = given.find("stat"); stat != given.end()) {
    options.stat = nullptr;
    for (const UnigramStatRow& row : kUnigramStats) {
      if (row.name == stat->second) options.stat = &row;
    }
    if (options.stat == nullptr) {
      return UsageError({.option = "stat"}, fmt::format("unknown stat '{}'", stat->second),
                        "there are f1, fmean, p, r");
    }
  }
  if (const auto alpha = given.find("alpha"); alpha != given.end() && !options.stat->takes_alpha) {
    return UsageError({.option = "alpha"},
                      fmt::format("stat {} takes no alpha", options.stat->name),
                      fmt::format("leave out alpha={} or use stat=fmean", alpha->second));
  }
  MTG_ASSIGN_OR_RETURN(options.alpha, ReadNumber(given, "alpha", options.stat->alpha, 0, 1));
  return std::make_unique<Unigram>(options, context.hash->function);
}

Result<std::unique_ptr<Metric>> MakePer(const MetricOptions& given, const MetricContext& context) {
  UnigramOptions options;
  options.stat = &kPerStat;
  MTG_ASSIGN_OR_RETURN(options.text, ReadTextOptions(given, context));
  return std::make_unique<Unigram>(options, context.hash->function);
}

constexpr MetricOptionRow kPerOptions[] = {kTokOption, kLcOption, kStemOption};
constexpr MetricOptionRow kUnigramOptions[] = {
    kTokOption,
    kLcOption,
    kStemOption,
    {"stat", "NAME", "f1", "p (precision), r (recall), f1 or fmean (weighted harmonic mean)"},
    {"alpha", "X", "0.9", "weight of recall in fmean: 0 is precision alone, 1 recall alone"},
};

}  // namespace

extern const MetricRow kUnigram;
const MetricRow kUnigram = {
    .name = "unigram",
    .title = "unigram",
    .help = "precision, recall or F-score of the matching words, in percent",
    .paper = "Lavie et al. (2004)",
    .scale = 100,
    .higher_is_better = true,
    .options = kUnigramOptions,
    .make = &MakeUnigram,
    .references = "the best-scoring reference counts",
    .first_of_ties = true,
    .notes = "Each figure uses the reference that is best for it.",
};

extern const MetricRow kPer;
const MetricRow kPer = {
    .name = "per",
    .title = "PER",
    .help = "position-independent word error rate, in percent",
    .paper = "Tillmann et al. (1997)",
    .scale = 100,
    .higher_is_better = false,
    .options = kPerOptions,
    .make = &MakePer,
    .references = "the best-scoring reference counts",
    .first_of_ties = true,
    .notes = "tok=ascii gives the scores of Moses' evaluator, which prints 1 - PER.",
};

}  // namespace mtgauge
