// Counts clipped matches and lengths.
#include "core/contract/ngram_precision.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <utility>

#include "core/base/pinned_math.h"

namespace mtgauge {
namespace {

int64_t ClosestLength(std::span<const Tokens> references, int64_t hyp_len) {
  int64_t best = 0, best_distance = -1;
  for (const Tokens& reference : references) {
    const int64_t length = reference.count;
    const int64_t distance = std::abs(length - hyp_len);
    if (best_distance < 0 || distance < best_distance ||
        (distance == best_distance && length < best)) {
      best = length;
      best_distance = distance;
    }
  }
  return best;
}

int64_t ShortestLength(std::span<const Tokens> references) {
  const auto shortest =
      std::min_element(references.begin(), references.end(),
                       [](const Tokens& a, const Tokens& b) { return a.count < b.count; });
  return shortest == references.end() ? 0 : shortest->count;
}

template <typename Number>
void FillTotals(int64_t hyp_len, int64_t orders, Number* totals) {
  for (int64_t n = 0; n < orders; ++n) {
    totals[n] = static_cast<Number>(hyp_len > n ? hyp_len - n : 0);
  }
}

MeanLength AverageLength(std::span<const Tokens> references) {
  int64_t total = 0;
  for (const Tokens& reference : references) total += reference.count;
  return MeanLength::Of(total, static_cast<int64_t>(references.size()));
}

}  // namespace

double Exp(double x, Arithmetic arithmetic) {
  return arithmetic == Arithmetic::kPinned ? PinnedExp(x) : std::exp(x);
}

double Log(double x, Arithmetic arithmetic) {
  if (x == 0) return -9999999999.0;
  return arithmetic == Arithmetic::kPinned ? PinnedLog(x) : std::log(x);
}

double BrevityPenalty(double hyp_len, double ref_len, Arithmetic arithmetic) {
  if (hyp_len >= ref_len) return 1.0;
  if (hyp_len == 0) return 0.0;
  return Exp(1.0 - ref_len / hyp_len, arithmetic);
}

NgramPrecisionMetric::NgramPrecisionMetric(uint32_t order, RefLength ref_length,
                                           const MetricContext& context)
    : ref_length_(ref_length), arithmetic_(context.arithmetic) {
  ngram_options_.max_order = order;
  ngram_options_.engine = context.ngram_engine;
  ngram_options_.hash = context.hash;
}

std::vector<std::string> NgramPrecisionMetric::Columns() const {
  std::vector<std::string> names = {"hyp_len", "ref_len"};
  for (const char* kind : {"correct", "total"}) {
    for (uint32_t n = 1; n <= order(); ++n) names.push_back(fmt::format("{}_{}", kind, n));
  }
  if (averages()) names.emplace_back("ref_len_rest");
  return names;
}

void NgramPrecisionMetric::Prepare(const ReferenceViews& references, PrecisionScratch&,
                                   NgramReferences& prepared) const {
  prepared.Set(references.views);
}

void NgramPrecisionMetric::ExtractRow(const NgramReferences& references,
                                      std::span<const SegmentView> hypothesis,
                                      PrecisionScratch& scratch, int64_t* row) const {
  const Tokens& hyp = hypothesis[0].tokens;
  const int64_t hyp_len = hyp.count, orders = order();
  row[0] = hyp_len;
  scratch.ngrams.Match(references, hyp, row + 2);
  int64_t* totals = row + 2 + orders;
  FillTotals(hyp_len, orders, totals);
  switch (ref_length_) {
    case RefLength::kClosest:
      row[1] = ClosestLength(references.tokens(), hyp_len);
      break;
    case RefLength::kShortest:
      row[1] = ShortestLength(references.tokens());
      break;
    case RefLength::kAverage:
      const MeanLength mean = AverageLength(references.tokens());
      row[1] = mean.whole;
      totals[orders] = mean.parts;
      break;
  }
}

std::unique_ptr<ReferenceTable> NgramPrecisionMetric::NewTable(
    std::span<const SegmentView> references) const {
  return TokenTable::Of(references, ngram_options_);
}

// For a single reference, the closest, the shortest and the mean length are the same.
void NgramPrecisionMetric::ExtractRows(const TokenTable& references,
                                       std::span<const SegmentView> hypothesis,
                                       PrecisionScratch& scratch, int64_t* rows) const {
  const TokenNgramIndex& words = references.index();
  const Tokens& hyp = hypothesis[0].tokens;
  const uint16_t* const matches = words.Match(hyp, scratch.table);
  const size_t count = words.lengths().size(), orders = order();
  for (size_t r = 0; r < count; ++r, rows += width()) {
    rows[0] = hyp.count;
    rows[1] = words.lengths()[r];
    for (size_t n = 0; n < orders; ++n) rows[2 + n] = matches[n * count + r];
    FillTotals(hyp.count, static_cast<int64_t>(orders), rows + 2 + orders);
    if (averages()) rows[2 + 2 * orders] = 0;
  }
}

std::unique_ptr<MeanReference> NgramPrecisionMetric::NewMean(
    std::span<const SegmentView> references, std::span<const double> weights) const {
  std::vector<Tokens> tokens;
  for (const SegmentView& reference : references) tokens.push_back(reference.tokens);
  auto words = TokenNgramMean::Of(tokens, weights, order(), ngram_options_.hash->function);
  if (words == nullptr) return nullptr;
  return std::make_unique<PrecisionMean>(std::move(words));
}

double NgramPrecisionMetric::ScoreOwnMean(const PrecisionMean& mean,
                                          std::span<const SegmentView> hypothesis,
                                          PrecisionScratch& scratch) const {
  const TokenNgramMean& words = *mean.words;
  const Tokens& hyp = hypothesis[0].tokens;
  const size_t orders = order();
  std::vector<double> sums(width(), 0);
  sums[0] = hyp.count;
  sums[1] = words.ngrams().length();
  words.Match(hyp, scratch.mean, sums.data() + 2);
  FillTotals(hyp.count, static_cast<int64_t>(orders), sums.data() + 2 + orders);
  return ScoreReal(sums);
}

decltype(Detail::value) NgramPrecisionMetric::LengthDetail(double ref_len) const {
  if (averages()) return ref_len;
  return static_cast<int64_t>(ref_len);
}

}  // namespace mtgauge
