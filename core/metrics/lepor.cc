// LEPOR (Han, Wong and Chao 2012) as lepor 0.1.0 and NLTK 3.10.4 compute it:
//
//   LEPOR = LP e^(-NPD) 2 / (1 / (R + eps) + 1 / (P + eps)),
//
// where m words of the hypothesis h have a place in the reference r, P = m / |h|, R = m / |r|, and
//
//   NPD = 1 / |h| sum_k |k / |h| - place of the k-th such word / |r||,
//   LP = e^(1 - shorter length / longer length).
//
// LP grows with the difference of the lengths, since both tools divide the wrong way round: the
// paper has longer / shorter. A word that r has once takes that place. Of several places it takes
// those where a neighbour is equal, if there are such, and of these the one farthest away.
// Neighbours at index 0 are never looked at, and a place may be taken twice.
//
// Of several references, the best score counts. Row: sum, sum_rest (fixed_sum.h), segments.
#include <algorithm>
#include <bit>
#include <cstdlib>
#include <span>

#include "core/base/pinned_math.h"
#include "core/contract/placed_words.h"
#include "core/text/tokenizers/tok_lepor.h"

namespace mtgauge {
namespace {

struct LeporDialect {
  std::string_view name;
  std::string_view tok;  // by default; empty for lepor's own
  double epsilon;
};
constexpr LeporDialect kLeporDialects[] = {{"lepor", "", 1e-24}, {"nltk", "none", 0x1p-52}};

// The words that have a place, and the sum of the differences of their places.
struct LeporPlacing {
  double matched = 0, differences = 0;
  // Adds a word that has this place.
  void Add(size_t place, double hyp_length, double ref_length) {
    differences += std::abs(++matched / hyp_length - static_cast<double>(place + 1) / ref_length);
  }
};

// Returns whether both have a word to the left, or to the right, of these places that is equal.
bool HaveEqualNeighbours(Symbols ref, size_t j, Symbols hyp, size_t i) {
  const bool left = j > 1 && i > 1 && ref[j - 1] == hyp[i - 1];
  return left || (j + 1 < ref.size() && i + 1 < hyp.size() && ref[j + 1] == hyp[i + 1]);
}

// Returns the place that word i of the hypothesis takes, of those where the reference has it.
size_t PlaceTaken(Symbols ref, std::span<const uint32_t> places, Symbols hyp, size_t i) {
  if (places.size() == 1) return places[0];
  struct Farthest {
    size_t count = 0, first = 0, place = 0, distance = 0;
    void Add(size_t at, size_t from) {
      if (count++ == 0) first = at;
      const size_t apart = std::max(at, from) - std::min(at, from);
      if (apart > distance) distance = apart, place = at;
    }
  } all, beside;
  for (const uint32_t j : places) {
    all.Add(j, i);
    if (HaveEqualNeighbours(ref, j, hyp, i)) beside.Add(j, i);
  }
  if (beside.count == 1) return beside.first;
  return beside.count > 1 ? beside.place : all.place;
}

// Returns the farthest of the places in a mask, the first of two.
size_t FarthestIn(uint64_t places, size_t from) {
  const auto first = static_cast<size_t>(std::countr_zero(places)),
             last = static_cast<size_t>(std::bit_width(places)) - 1;
  const auto apart = [from](size_t at) { return std::max(at, from) - std::min(at, from); };
  return apart(last) > apart(first) ? last : first;
}

// Finds the places by masks of at most 64 words on both sides, and by lists of any length.
LeporPlacing PlaceLeporByMasks(std::span<const uint64_t> masks, double h, double r) {
  LeporPlacing placed;
  for (size_t i = 0; i < masks.size(); ++i) {
    if (masks[i] == 0) continue;
    const uint64_t left = i > 1 ? (masks[i - 1] << 1) & ~uint64_t{3} : 0;
    const uint64_t right = i + 1 < masks.size() ? masks[i + 1] >> 1 : 0;
    const uint64_t beside = masks[i] & (left | right);
    placed.Add(FarthestIn(beside != 0 ? beside : masks[i], i), h, r);
  }
  return placed;
}

LeporPlacing PlaceLeporByLists(Symbols ref, const Occurrences& places, Symbols hyp) {
  LeporPlacing placed;
  const auto h = static_cast<double>(hyp.size()), r = static_cast<double>(ref.size());
  for (size_t i = 0; i < hyp.size(); ++i) {
    const std::span<const uint32_t> found = places.Of(hyp[i]);
    if (!found.empty()) placed.Add(PlaceTaken(ref, found, hyp, i), h, r);
  }
  return placed;
}

class Lepor final : public MetricOfPlaces<Lepor, PlacedScratch> {
 public:
  Lepor(const LeporDialect& dialect, const TextOptions& text, HashFunction hash)
      : MetricOfPlaces(text, hash), dialect_(dialect) {}

  std::vector<std::pair<std::string, std::string>> SignatureKeys() const override {
    return TextSignatureKeys(text(), {{"dialect", std::string(dialect_.name)}});
  }

  static constexpr uint64_t kStepsOfPair = 4;
  double ScoreByMasks(std::span<const uint64_t> masks, uint32_t ref_length) const {
    const auto h = static_cast<double>(masks.size()), r = static_cast<double>(ref_length);
    return Value(PlaceLeporByMasks(masks, h, r), h, r);
  }
  double ScoreByLists(Symbols ref, const Occurrences& places, Symbols hyp, PlacedScratch&) const {
    return Value(PlaceLeporByLists(ref, places, hyp), static_cast<double>(hyp.size()),
                 static_cast<double>(ref.size()));
  }

 private:
  double Value(const LeporPlacing& placed, double h, double r) const {
    if (h == 0 || r == 0) return 0;
    const double penalty = PinnedExp(1 - std::min(h, r) / std::max(h, r));
    return penalty * PinnedExp(-(placed.differences / h)) *
           (2 / (1 / (placed.matched / r + dialect_.epsilon) +
                 1 / (placed.matched / h + dialect_.epsilon)));
  }

  const LeporDialect& dialect_;
};

Result<std::unique_ptr<Metric>> MakeLepor(const MetricOptions& given,
                                          const MetricContext& context) {
  MTG_ASSIGN_OR_RETURN(const LeporDialect* dialect,
                       ReadNamed(given, "dialect", std::span(kLeporDialects)));
  MTG_ASSIGN_OR_RETURN(const TextOptions text,
                       ReadOwnTextOptions(given, context, LeporWords(), dialect->tok));
  return std::make_unique<Lepor>(*dialect, text, context.hash->function);
}

constexpr MetricOptionRow kLeporOptions[] = {
    {"dialect", "lepor|nltk", "lepor", "compute as this tool does"},
    {"tok", "NAME", "", "tokenizer; by default lepor's own, and none for dialect=nltk"},
    kLcOption};

}  // namespace

extern const MetricRow kLepor;
const MetricRow kLepor = {
    .name = "lepor",
    .title = "LEPOR",
    .help = "precision and recall of words, times a penalty for positions and one for length",
    .paper = "Han et al. (2012)",
    .scale = 1,
    .higher_is_better = true,
    .options = kLeporOptions,
    .make = &MakeLepor,
    .references = "the best-scoring reference counts",
    .corpus = "mean",
    .equal_is_perfect = false,
    .notes =
        "Both tools divide the lengths the wrong way round, so that the length penalty grows with "
        "the difference and scores can exceed 1. NLTK takes lists of words; tok=none cuts the text "
        "at white space, as Python's split() does. An empty text scores 0; both tools stop with an "
        "error there, and NLTK also for very repetitive texts.",
};

}  // namespace mtgauge
