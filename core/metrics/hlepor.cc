// hLEPOR (Han et al. 2013) as hLepor 0.0.4 computes it, a weighted harmonic mean:
//
//   hLEPOR = 10 / (2 / ELP + 1 / e^(-NPD) + 7 / HPR)
//   ELP = e^(1 - longer length / shorter length),  HPR = 10 / (1 / P + 9 / R)
//   NPD = 1 / |h| sum |(i + 1) / |h| - (j + 1) / |r||
//
// over the words i of the hypothesis h that have a place j in the reference r; with m such words, P
// = m / |h| and R = m / |r|. Each place is taken once. Of the free places with its word, word i
// takes the nearest; if at some of them one of the two words before or behind is also among those
// around i, the nearest of these is meant, but the tool uses that one's number in the short list to
// look it up in the long one. It looks at words before a place only from the third word on. Equal
// texts have NPD 0.
//
// Of several references, the best score counts. Row: sum, sum_rest (fixed_sum.h), segments.
#include <algorithm>
#include <bit>
#include <cstdlib>
#include <span>
#include <vector>

#include "core/base/pinned_math.h"
#include "core/contract/placed_words.h"
#include "core/text/tokenizers/tok_lepor.h"

namespace mtgauge {
namespace {

constexpr size_t kAround = 2;  // words looked at on each side

struct HLeporScratch : PlacedScratch {
  using PlacedScratch::PlacedScratch;
  std::vector<std::vector<uint32_t>> free;  // [word]: places that are not taken
};

// Calls see(word) for the words around a place until it returns true; returns whether it did.
template <typename Word, typename See>
bool AnyAround(std::span<const Word> words, size_t at, const See& see) {
  const auto before = words.subspan(at < kAround ? at : at - kAround, at < kAround ? 0 : kAround);
  const auto behind = words.subspan(at + 1, std::min(kAround, words.size() - at - 1));
  return std::any_of(before.begin(), before.end(), see) ||
         std::any_of(behind.begin(), behind.end(), see);
}

bool ShareAWordAround(Symbols hyp, size_t i, Symbols ref, size_t j) {
  return AnyAround(hyp, i, [&](uint32_t ours) {
    return AnyAround(ref, j, [ours](uint32_t theirs) { return ours == theirs; });
  });
}

// Takes a place for word i of the hypothesis out of those that are free, of which there is one at
// least.
uint32_t TakePlace(Symbols hyp, size_t i, Symbols ref, std::vector<uint32_t>& free) {
  struct Nearest {
    size_t count = 0, index = 0, distance = SIZE_MAX;
    void Add(size_t apart) {
      if (apart < distance) distance = apart, index = count;
      ++count;
    }
  } all, beside;
  for (const uint32_t j : free) {
    const size_t apart = std::max<size_t>(i, j) - std::min<size_t>(i, j);
    all.Add(apart);
    if (ShareAWordAround(hyp, i, ref, j)) beside.Add(apart);
  }
  const auto taken = free.begin() + static_cast<ptrdiff_t>((beside.count > 0 ? beside : all).index);
  const uint32_t place = *taken;
  free.erase(taken);
  return place;
}

// The words that have a place, and the sum of the differences of their places.
struct HLeporPlacing {
  double matched = 0, differences = 0;
  void Add(size_t i, size_t j, double hyp_length, double ref_length) {
    ++matched;
    differences +=
        std::abs(static_cast<double>(i + 1) / hyp_length - static_cast<double>(j + 1) / ref_length);
  }
};

// Returns the mask with the nearest of the places in one, the first of two.
uint64_t NearestPlace(uint64_t places, size_t from) {
  const uint64_t not_behind = (uint64_t{2} << from) - 1, ahead = places & not_behind;
  const uint64_t behind = places & ~not_behind, next = behind & (0 - behind);
  if (ahead == 0) return next;
  const auto last = static_cast<size_t>(std::bit_width(ahead)) - 1;
  const bool is_nearer =
      behind != 0 && static_cast<size_t>(std::countr_zero(behind)) - from < from - last;
  return is_nearer ? next : uint64_t{1} << last;
}

// Returns the mask with place `index` of those in one, which has more.
uint64_t PlaceWithIndex(uint64_t places, int index) {
  for (; index > 0; --index) places &= places - 1;
  return places & (0 - places);
}

// Finds the places by masks of at most 64 words on both sides.
HLeporPlacing PlaceHLeporByMasks(std::span<const uint64_t> masks, double h, double r) {
  HLeporPlacing placed;
  uint64_t free = ~uint64_t{0};
  for (size_t i = 0; i < masks.size(); ++i) {
    const uint64_t open = masks[i] & free;
    if (open == 0) continue;
    uint64_t words = 0;  // where the words around word i are
    AnyAround(masks, i, [&words](uint64_t mask) { return words |= mask, false; });
    const uint64_t before = (words << 1 | words << 2) & ~uint64_t{3};
    const uint64_t beside = open & (before | words >> 1 | words >> 2);
    uint64_t taken = NearestPlace(open, i);
    if (beside != 0)
      taken = PlaceWithIndex(open, std::popcount(beside & (NearestPlace(beside, i) - 1)));
    free &= ~taken;
    placed.Add(i, static_cast<size_t>(std::countr_zero(taken)), h, r);
  }
  return placed;
}

// The same by lists of any length.
HLeporPlacing PlaceHLeporByLists(Symbols ref, const Occurrences& places, Symbols hyp,
                                 std::vector<std::vector<uint32_t>>& free) {
  for (size_t j = 0; j < ref.size(); ++j) {
    const std::span<const uint32_t> all = places.Of(ref[j]);
    if (all.front() != j) continue;
    if (free.size() <= ref[j]) free.resize(ref[j] + 1);
    free[ref[j]].assign(all.begin(), all.end());
  }
  HLeporPlacing placed;
  const auto h = static_cast<double>(hyp.size()), r = static_cast<double>(ref.size());
  for (size_t i = 0; i < hyp.size(); ++i) {
    if (places.Of(hyp[i]).empty() || free[hyp[i]].empty()) continue;
    placed.Add(i, TakePlace(hyp, i, ref, free[hyp[i]]), h, r);
  }
  return placed;
}

// Returns whether word i of the hypothesis is the one at place i, for as many words.
bool AreEqual(std::span<const uint64_t> masks, uint32_t ref_length) {
  bool equal = masks.size() == ref_length;
  for (size_t i = 0; i < masks.size(); ++i) equal = equal && (masks[i] >> i & 1) != 0;
  return equal;
}

class HLepor final : public MetricOfPlaces<HLepor, HLeporScratch> {
 public:
  using MetricOfPlaces::MetricOfPlaces;

  std::vector<std::pair<std::string, std::string>> SignatureKeys() const override {
    return TextSignatureKeys(text());
  }

  static constexpr uint64_t kStepsOfPair = 16;
  static double ScoreByMasks(std::span<const uint64_t> masks, uint32_t ref_length) {
    const auto h = static_cast<double>(masks.size()), r = static_cast<double>(ref_length);
    return Value(PlaceHLeporByMasks(masks, h, r), h, r, AreEqual(masks, ref_length));
  }
  static double ScoreByLists(Symbols ref, const Occurrences& places, Symbols hyp,
                             HLeporScratch& work) {
    const bool equal = std::equal(hyp.begin(), hyp.end(), ref.begin(), ref.end());
    return Value(PlaceHLeporByLists(ref, places, hyp, work.free), static_cast<double>(hyp.size()),
                 static_cast<double>(ref.size()), equal);
  }

 private:
  static double Value(const HLeporPlacing& placed, double h, double r, bool equal) {
    if (h == 0 || r == 0) return 0;
    if (equal) return 1;
    if (placed.matched == 0) return 0;
    const double length = PinnedExp(1 - std::max(h, r) / std::min(h, r));
    const double position = PinnedExp(-(placed.differences / h));
    const double words = 10 / (1 / (placed.matched / h) + 9 / (placed.matched / r));
    return length > 0 && position > 0 ? 10 / (2 / length + 1 / position + 7 / words) : 0;
  }
};

Result<std::unique_ptr<Metric>> MakeHLepor(const MetricOptions& given,
                                           const MetricContext& context) {
  MetricOptions all = given;
  all.emplace("lc", "yes");
  MTG_ASSIGN_OR_RETURN(const TextOptions text, ReadOwnTextOptions(all, context, HLeporWords()));
  return std::make_unique<HLepor>(text, context.hash->function);
}

constexpr MetricOptionRow kHLeporOptions[] = {
    {"tok", "NAME", "hlepor", "tokenizer; hlepor cuts at each space"},
    {"lc", "yes|no", "yes", "compare in lower case"}};

}  // namespace

extern const MetricRow kHLepor;
const MetricRow kHLepor = {
    .name = "hlepor",
    .title = "hLEPOR",
    .help = "harmonic mean of word recall and precision, positions and length",
    .paper = "Han et al. (2013)",
    .scale = 1,
    .higher_is_better = true,
    .options = kHLeporOptions,
    .make = &MakeHLepor,
    .references = "the best-scoring reference counts",
    .corpus = "mean",
    .equal_is_perfect = false,
    .notes =
        "The scores are those of hLepor with separate_punctuation=False; by default it cuts words "
        "with NLTK's word_tokenize, so give it texts that are tokenized like this. hLepor has one "
        "reference. An empty text scores 0, where hLepor stops with an error.",
};

}  // namespace mtgauge
