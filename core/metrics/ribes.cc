// RIBES (Isozaki et al. 2010; Hirao et al. 2014) with the digits of RIBES.py 1.03.1:
//
//   RIBES = NKT p^alpha bp^beta,  p = n / |h|,  bp = min(1, e^(1 - |r| / |h|)),
//
// where n words of the hypothesis have a rank in the reference and NKT is the share of their pairs
// with rising ranks. NSR, Spearman's coefficient as (rho + 1) / 2, can replace NKT.
//
// A word has a rank if some context that begins or ends with it occurs exactly once in the
// hypothesis and once in the reference. The shortest such context decides; of two equally short
// ones, the one that ends with the word. Consider the words that the hypothesis, from the word on,
// has in common with each place of the reference. Let l and m be the longest and second longest
// such run, and a the longest with any other place of the hypothesis. Contexts longer than a and m
// occur at most once, and those no longer than l do occur, so the shortest one has max(a, m) + 1
// words, if that is at most l. The same holds backwards.
//
// Of several references, the best value counts. Empty references are ignored, and a segment that
// has no other is not part of the corpus score, which is the mean over segments (RIBES.py -z).
//
// NLTK 3.10.4 differs: of two equally short contexts, the one that begins with the word decides. A
// context of several words that ends with the word may not be the whole beginning of the hypothesis
// if the word is in its second half. NKT is 0 for a single rank, even in references of one word.
// Case counts, and so do segments with empty references, with the value 0.
//
// Row: the value and 1 if it counts; on request also n, |h| and |r|.
#include <fmt/format.h>

#include <algorithm>

#include "core/algo/alignment/occurrences.h"
#include "core/base/kept_list.h"
#include "core/base/pinned_math.h"
#include "core/contract/fixed_sum.h"
#include "core/contract/metric_of.h"
#include "core/contract/text_options.h"

namespace mtgauge {
namespace {

constexpr uint32_t kNoRank = UINT32_MAX;

struct CorrelationRow {
  std::string_view name;
  bool spearman;
};
constexpr CorrelationRow kCorrelations[] = {{"nkt", false}, {"nsr", true}};

struct RibesOptions {
  TextOptions text;
  const CorrelationRow* correlation = &kCorrelations[0];
  double alpha = 0.25;
  double beta = 0.10;
  bool counts = false;
  bool nltk = false;
};

struct RibesPrepared {
  explicit RibesPrepared(HashFunction hash) : symbols(SymbolKind::kToken, hash) {}
  std::vector<Tokens> tokens;  // of references that are not empty
  bool counts = false;         // whether the segment is part of the corpus score
  ReferenceSymbols symbols;
  KeptList<Occurrences> places;  // by reference
};

// The lengths of the two longest common runs from one position, and the place of the longest.
struct Reach {
  uint32_t longest = 0, second = 0, place = 0;
};

// Finds, for each position of a sequence, the longest runs in common with another sequence, from
// the last position to the first (or backwards). Takes time proportional to the number of pairs of
// equal words.
class CommonRuns {
 public:
  // Calls visit(i, reach) for each position i of `from`. `same` means that `places` are those of
  // `from` itself; then no position is compared with itself.
  template <bool kForward, typename Visit>
  void ForEach(Symbols from, const Occurrences& places, size_t length, bool same,
               const Visit& visit) {
    cells_.Grow(length + 2, 0);
    std::fill_n(cells_.data(), length + 2, Cell{kNoRank, 0});
    const auto count = static_cast<uint32_t>(from.size());
    uint32_t before = kNoRank - 1;  // the position visited last; no cell has this initial value
    for (uint32_t step = 0; step < count; ++step) {
      const uint32_t i = kForward ? count - 1 - step : step;
      Reach reach;
      const std::span<const uint32_t> found = places.Of(from[i]);
      // Works in place: the neighbour's cell must still be the previous position's.
      for (size_t k = 0; k < found.size(); ++k) {
        const uint32_t j = kForward ? found[k] : found[found.size() - 1 - k];
        const Cell& neighbour = cells_[kForward ? j + 2 : j];
        const uint32_t run = neighbour.position == before ? neighbour.run + 1 : 1;
        cells_[j + 1] = {i, run};
        if (!same || i != j) Add(run, j, reach);
      }
      visit(i, reach);
      before = i;
    }
  }

 private:
  struct Cell {
    uint32_t position;
    uint32_t run;
  };

  static void Add(uint32_t run, uint32_t place, Reach& reach) {
    if (run > reach.longest) {
      reach = {run, reach.longest, place};
    } else if (run > reach.second) {
      reach.second = run;
    }
  }

  Buffer<Cell> cells_;  // the cell of place j is at j + 1
};

// What is known about one word of the hypothesis; filled by Align().
struct Alignment {
  uint32_t repeated[2];  // longest run in common with another place, [forward]
  uint32_t context;      // length of the shortest context so far
  uint32_t rank;
};

struct RibesScratch : Scratch {
  Buffer<uint32_t> hypothesis;
  Occurrences places;
  CommonRuns runs;
  Buffer<Alignment> words;
  Buffer<uint32_t> ranks;
  Buffer<uint32_t> below;  // counts of places in a reference, as a Fenwick tree
};

void FindRepeated(Symbols hypothesis, RibesScratch& work) {
  const auto keep = [&](size_t direction) {
    return [&work, direction](uint32_t i, const Reach& reach) {
      work.words[i].repeated[direction] = reach.longest;
    };
  };
  work.runs.ForEach<false>(hypothesis, work.places, hypothesis.size(), true, keep(0));
  work.runs.ForEach<true>(hypothesis, work.places, hypothesis.size(), true, keep(1));
}

// Writes the ranks of the words that have one to work.ranks, in order. Returns their number.
uint32_t Align(Symbols hypothesis, Symbols reference, const Occurrences& places, bool nltk,
               RibesScratch& work) {
  for (size_t i = 0; i < hypothesis.size(); ++i) {
    work.words[i].context = work.words[i].rank = kNoRank;
  }
  const auto shorten = [&](size_t direction) {
    return [&work, direction, nltk, hypothesis](uint32_t i, const Reach& reach) {
      Alignment& word = work.words[i];
      const uint32_t context = std::max(word.repeated[direction], reach.second) + 1;
      if (context > reach.longest || context >= word.context) return;
      const bool whole = direction == 0 && context > 1 && context == i + 1;
      if (nltk && whole && 2 * size_t{i} > hypothesis.size()) return;
      word.context = context;
      word.rank = reach.place;
    };
  };
  // Of two equally short contexts, the one found first decides.
  if (nltk) work.runs.ForEach<true>(hypothesis, places, reference.size(), false, shorten(1));
  work.runs.ForEach<false>(hypothesis, places, reference.size(), false, shorten(0));
  if (!nltk) work.runs.ForEach<true>(hypothesis, places, reference.size(), false, shorten(1));
  uint32_t ranked = 0;
  for (size_t i = 0; i < hypothesis.size(); ++i) {
    if (work.words[i].rank != kNoRank) work.ranks[ranked++] = work.words[i].rank;
  }
  return ranked;
}

// Counts places; returns how many are before a given one.
class PlaceCounts {
 public:
  PlaceCounts(Buffer<uint32_t>& tree, size_t places) : tree_(tree), places_(places) {
    tree_.Grow(places + 1, 0);
    std::fill_n(tree_.data(), places + 1, 0);
  }
  void Add(uint32_t place) {
    for (size_t at = size_t{place} + 1; at <= places_; at += at & (~at + 1)) ++tree_[at];
  }
  uint64_t Before(uint32_t place) const {
    uint64_t count = 0;
    for (size_t at = place; at > 0; at &= at - 1) count += tree_[at];
    return count;
  }

 private:
  Buffer<uint32_t>& tree_;
  size_t places_;
};

// Returns the share of pairs with rising ranks; equal ranks do not rise.
double RisingPairs(std::span<const uint32_t> ranks, size_t places, Buffer<uint32_t>& tree) {
  PlaceCounts counts(tree, places);
  uint64_t rising = 0;
  for (const uint32_t rank : ranks) {
    rising += counts.Before(rank);
    counts.Add(rank);
  }
  const auto n = static_cast<double>(ranks.size());
  return static_cast<double>(rising) / (n * (n - 1) / 2);
}

// Returns (rho + 1) / 2 with rho = 1 - 6 sum d^2 / (n^3 - n), over the order in the hypothesis and
// in the reference. Equal ranks share the mean of their places in the order.
double SpearmanShare(std::span<const uint32_t> ranks, size_t places, Buffer<uint32_t>& tree) {
  PlaceCounts counts(tree, places);
  for (const uint32_t rank : ranks) counts.Add(rank);
  double squares = 0;  // sum of squared doubled differences
  for (size_t i = 0; i < ranks.size(); ++i) {
    const auto order = static_cast<double>(counts.Before(ranks[i]) + counts.Before(ranks[i] + 1));
    const double difference = order + 1 - 2 * (static_cast<double>(i) + 1);
    squares += difference * difference;
  }
  const auto n = static_cast<double>(ranks.size());
  const double rho = 1 - 6 * (squares / 4) / (n * n * n - n);
  return (rho + 1) / 2;
}

class Ribes final : public MetricOf<Ribes, RibesPrepared, RibesScratch> {
 public:
  Ribes(const RibesOptions& options, HashFunction hash) : options_(options), hash_(hash) {}

  std::vector<ViewSpec> Views() const override { return {options_.text.Words()}; }
  std::vector<std::string> Columns() const override {
    if (!options_.counts) return {"sum", "sum_rest", "segments"};
    return {"sum", "sum_rest", "segments", "aligned", "hyp_len", "ref_len"};
  }
  std::vector<std::pair<std::string, std::string>> SignatureKeys() const override {
    if (options_.nltk) {
      return TextSignatureKeys(options_.text, {{"alpha", fmt::format("{}", options_.alpha)},
                                               {"beta", fmt::format("{}", options_.beta)}});
    }
    return TextSignatureKeys(options_.text, {{"corr", std::string(options_.correlation->name)},
                                             {"alpha", fmt::format("{}", options_.alpha)},
                                             {"beta", fmt::format("{}", options_.beta)}});
  }

  RibesPrepared MakePrepared() const { return RibesPrepared(hash_); }

  void Prepare(const ReferenceViews& references, RibesScratch&, RibesPrepared& out) const {
    out.tokens.clear();
    for (const SegmentView& view : references.views) {
      if (view.tokens.count > 0) out.tokens.push_back(view.tokens);
    }
    out.counts = options_.nltk ? references.count > 0 : !out.tokens.empty();
    out.symbols.Set(out.tokens);
    out.places.Resize(out.tokens.size());
    for (uint32_t r = 0; r < out.tokens.size(); ++r) {
      out.places[r].Set(out.symbols[r], out.symbols.distinct());
    }
  }

  void ExtractRow(const RibesPrepared& references, std::span<const SegmentView> hypothesis,
                  RibesScratch& work, int64_t* row) const {
    const BestReference best = Best(references, hypothesis[0].tokens, work);
    FixedSum::Write(best.value, row);
    row[2] = references.counts ? 1 : 0;
    if (!options_.counts) return;
    row[3] = best.aligned;
    row[4] = hypothesis[0].tokens.count;
    row[5] = best.ref_len;
  }

  double Score(std::span<const int64_t> sums, Level) const override {
    return FixedSum::Mean(sums, sums[2]);
  }
  std::vector<Detail> Details(std::span<const int64_t> sums, Level) const override {
    std::vector<Detail> details = {{"segments", sums[2]}};
    if (!options_.counts) return details;
    details.insert(details.end(),
                   {{"aligned", sums[3]}, {"hyp_len", sums[4]}, {"ref_len", sums[5]}});
    return details;
  }

 private:
  // The best value, and the numbers for the reference that has it, the first if there is a tie.
  struct BestReference {
    double value = 0;
    uint32_t aligned = 0, ref_len = 0;
  };

  BestReference Best(const RibesPrepared& references, const Tokens& tokens,
                     RibesScratch& work) const {
    BestReference best;
    if (!references.tokens.empty()) best.ref_len = references.tokens.front().count;
    if (tokens.count == 0) return best;
    const Symbols hypothesis = references.symbols.Find(tokens, work.hypothesis);
    work.places.Set(hypothesis, references.symbols.distinct());
    work.words.Grow(tokens.count, 0);
    work.ranks.Grow(tokens.count, 0);
    // The steps of a comparison with the hypothesis itself, or with a reference.
    uint64_t steps = work.places.PairsWith(hypothesis);
    for (const Occurrences& places : references.places) steps += places.PairsWith(hypothesis);
    work.beyond_budget |= 2 * steps > kMostSteps;
    if (work.beyond_budget) return best;
    FindRepeated(hypothesis, work);
    for (uint32_t r = 0; r < references.tokens.size(); ++r) {
      const Symbols reference = references.symbols[r];
      const uint32_t ranked =
          Align(hypothesis, reference, references.places[r], options_.nltk, work);
      const std::span<const uint32_t> ranks(work.ranks.data(), ranked);
      const double value = Value(ranks, hypothesis.size(), reference.size(), work.below);
      if (r > 0 && value <= best.value) continue;
      best = {value, ranked, static_cast<uint32_t>(reference.size())};
    }
    return best;
  }

  double Value(std::span<const uint32_t> ranks, size_t hyp_len, size_t ref_len,
               Buffer<uint32_t>& tree) const {
    if (ranks.size() < 2 && (ranks.empty() || ref_len > 1 || options_.nltk)) return 0;
    double correlation = 1;
    if (ranks.size() > 1) {
      correlation = options_.correlation->spearman ? SpearmanShare(ranks, ref_len, tree)
                                                   : RisingPairs(ranks, ref_len, tree);
    }
    const auto length = static_cast<double>(hyp_len);
    const double precision = static_cast<double>(ranks.size()) / length;
    const double brevity = std::min(0.0, 1 - static_cast<double>(ref_len) / length);
    return correlation * PinnedExp(options_.alpha * PinnedLog(precision) + options_.beta * brevity);
  }

  RibesOptions options_;
  HashFunction hash_;
};

Result<std::unique_ptr<Metric>> MakeRibes(const MetricOptions& given,
                                          const MetricContext& context) {
  RibesOptions options;
  MetricOptions all = given;
  all.emplace("lc", "yes");
  MTG_ASSIGN_OR_RETURN(options.text, ReadTextOptions(all, context));
  MTG_ASSIGN_OR_RETURN(options.correlation, ReadNamed(given, "corr", std::span(kCorrelations)));
  MTG_ASSIGN_OR_RETURN(options.alpha, ReadNumber(given, "alpha", options.alpha, 0, 100));
  MTG_ASSIGN_OR_RETURN(options.beta, ReadNumber(given, "beta", options.beta, 0, 100));
  MTG_ASSIGN_OR_RETURN(options.counts, ReadYesNo(given, "details", false));
  return std::make_unique<Ribes>(options, context.hash->function);
}

Result<std::unique_ptr<Metric>> MakeNltkRibes(const MetricOptions& given,
                                              const MetricContext& context) {
  RibesOptions options;
  options.nltk = true;
  MTG_ASSIGN_OR_RETURN(options.text, ReadTextOptions(given, context));
  MTG_ASSIGN_OR_RETURN(options.alpha, ReadNumber(given, "alpha", options.alpha, 0, 100));
  MTG_ASSIGN_OR_RETURN(options.beta, ReadNumber(given, "beta", options.beta, 0, 100));
  MTG_ASSIGN_OR_RETURN(options.counts, ReadYesNo(given, "details", false));
  return std::make_unique<Ribes>(options, context.hash->function);
}

constexpr MetricOptionRow kRibesAlpha = {"alpha", "X", "0.25", "exponent of unigram precision"};
constexpr MetricOptionRow kRibesBeta = {"beta", "X", "0.1", "exponent of the brevity penalty"};
constexpr MetricOptionRow kRibesDetails = {"details", "yes|no", "no",
                                           "also report the counts behind the scores"};

constexpr MetricOptionRow kRibesOptions[] = {
    kTokOption,
    {"lc", "yes|no", "yes", "compare in lower case"},
    kStemOption,
    {"corr", "NAME", "nkt", "correlation of ranks: nkt (Kendall's) or nsr (Spearman's)"},
    kRibesAlpha,
    kRibesBeta,
    kRibesDetails,
};
constexpr MetricOptionRow kNltkRibesOptions[] = {kTokOption, kLcOption, kRibesAlpha, kRibesBeta,
                                                 kRibesDetails};

}  // namespace

extern const MetricRow kRibes;
const MetricRow kRibes = {
    .name = "ribes",
    .title = "RIBES",
    .help = "rank correlation of word order, times unigram precision and a brevity penalty",
    .paper = "Isozaki et al. (2010)",
    .scale = 1,
    .higher_is_better = true,
    .options = kRibesOptions,
    .make = &MakeRibes,
    .references = "the best-scoring reference counts",
    .corpus = "mean",
    .equal_is_perfect = false,
    .notes = "Segments whose references are all empty do not count, as with RIBES.py -z.",
};

extern const MetricRow kNltkRibes;
const MetricRow kNltkRibes = {
    .name = "nltk-ribes",
    .title = "NLTK RIBES",
    .help = "RIBES with the digits of NLTK's ribes_score, which is not quite that of RIBES.py",
    .paper = "Isozaki et al. (2010)",
    .scale = 1,
    .higher_is_better = true,
    .options = kNltkRibesOptions,
    .make = &MakeNltkRibes,
    .references = "the best-scoring reference counts",
    .corpus = "mean",
    .equal_is_perfect = false,
    .notes =
        "NLTK takes lists of words; tok=none cuts the text at white space, as Python's split() "
        "does. NLTK before 3.10.4 counted only runs of consecutive ranks and gives other scores. It "
        "refuses texts of more than 2,000 words; mtgauge scores them by the same rules.",
};

}  // namespace mtgauge
