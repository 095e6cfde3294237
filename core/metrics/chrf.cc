// chrF, chrF+ and chrF++ (Popović 2015, 2017) with sacreBLEU 2.6.0's conventions, to the last bit.
//
// Row: for each order, first of characters, then of words: the number of n-grams of the hypothesis
// (0 if the reference has none of that order), of the reference, and of matches. Of several
// references, the one with the highest F-score counts, the first if there is a tie.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>
#include <utility>

#include "core/algo/ngrams/char_ngrams.h"
#include "core/algo/ngrams/ngram_index.h"
#include "core/algo/ngrams/ngram_mean.h"
#include "core/algo/ngrams/token_ngram_index.h"
#include "core/base/kept_list.h"
#include "core/contract/metric_of.h"
#include "core/contract/ngram_bounds.h"
#include "core/contract/registry.h"
#include "core/contract/text_options.h"
#include "core/text/token_key.h"
#include "core/text/unicode.h"

namespace mtgauge {
namespace {

constexpr uint32_t kChrfMaxOrder = 1000;
constexpr int64_t kMaxBeta = 3'000'000'000;  // its square fits in 64 bits

struct ChrfOptions {
  uint32_t char_order = 6;
  uint32_t word_order = 0;
  int64_t beta = 2;
  bool lowercase = false;
  bool keep_space = false;
  bool keep_space_at_end = false;
  bool smooth_by_epsilon = false;

  uint32_t orders() const { return char_order + word_order; }
};

// The values of the option "space". sacreBLEU's command line strips the end of each line; its API
// does not.
struct SpaceRow {
  std::string_view name;
  bool keep, keep_at_end;
};
constexpr SpaceRow kSpaces[] = {{"no", false, false}, {"yes", true, false}, {"all", true, true}};

// What is computed in float32: nothing, the quotients of sums stored as float32, or everything.
enum class ChrfRounding { kDouble, kFloat32Quotients, kFloat32 };

double Round(double x, ChrfRounding rounding) {
  return rounding == ChrfRounding::kFloat32 ? static_cast<double>(static_cast<float>(x)) : x;
}

template <typename Number>
double ChrfQuotient(Number numerator, Number denominator, ChrfRounding rounding) {
  if (rounding == ChrfRounding::kDouble) {
    return static_cast<double>(numerator) / static_cast<double>(denominator);
  }
  return static_cast<double>(static_cast<float>(numerator) / static_cast<float>(denominator));
}

constexpr double kChrfEpsilon = 1e-16;  // sacreBLEU's value for a quotient whose denominator is 0

struct ChrfFigures {
  double score = 0, precision = 0, recall = 0;
};

constexpr std::array<bool, 256> MakeAsciiPunctuation() {
  std::array<bool, 256> is_mark{};
  for (int c = '!'; c <= '~'; ++c) {
    const bool letter_or_digit =
        (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
    is_mark[static_cast<size_t>(c)] = !letter_or_digit;
  }
  return is_mark;
}
constexpr std::array<bool, 256> kAsciiPunctuation = MakeAsciiPunctuation();

// The words of a segment: its tokens, each with at most one punctuation mark split off: the last
// character if it is one, else the first.
class Words {
 public:
  void Set(const Tokens& tokens, HashFunction hash) {
    constexpr size_t kSpare = 16;  // keys of padding that Tokens promises
    const size_t room = 2 * size_t{tokens.count};
    begin_.Grow(room, 0);
    end_.Grow(room, 0);
    key_.Grow(room + kSpare, 0);
    base_ = tokens.base;
    uint32_t count = 0;
    const auto add = [&, begins = begin_.data(), ends = end_.data(), keys = key_.data()](
                         uint32_t begin, uint32_t end, uint64_t key) {
      begins[count] = begin;
      ends[count] = end;
      keys[count++] = key;
    };
    for (uint32_t i = 0; i < tokens.count; ++i) {
      const uint32_t begin = tokens.begin[i], end = tokens.end[i];
      const uint64_t key = tokens.key[i];
      const auto first = static_cast<uint8_t>(tokens.base[begin]);
      const auto last = static_cast<uint8_t>(tokens.base[end - 1]);
      // An ASCII byte in a token of several bytes means that the token has other characters too.
      if (end - begin == 1 || !(kAsciiPunctuation[last] || kAsciiPunctuation[first])) {
        add(begin, end, key);
        continue;
      }
      const auto rest_key = [&](uint32_t from, uint32_t to, uint64_t if_exact) {
        return IsHashedKey(key) ? TokenKey({tokens.base + from, to - from}, hash) : if_exact;
      };
      if (kAsciiPunctuation[last]) {
        const uint64_t without = key & ~(uint64_t{0xFF} << (8 * ((end - 1 - begin) % 8)));
        add(begin, end - 1, rest_key(begin, end - 1, without));
        add(end - 1, end, last);
      } else {
        add(begin, begin + 1, first);
        add(begin + 1, end, rest_key(begin + 1, end, key >> 8));
      }
    }
    count_ = count;
  }
  Tokens tokens() const { return {{base_, begin_.data(), end_.data(), key_.data(), count_}}; }

 private:
  const char* base_ = nullptr;
  uint32_t count_ = 0;
  Buffer<uint32_t> begin_, end_;
  Buffer<uint64_t> key_;
};

struct PreparedReference {
  PreparedReference(const NgramOptions& char_options, const NgramOptions& word_options)
      : chars(char_options), word_ngrams(word_options) {}
  CharReference chars;
  Words words;
  NgramReferences word_ngrams;
};

// A table of many references.
class ChrfTable final : public ReferenceTable {
 public:
  ChrfTable(size_t references, size_t bytes, uint32_t char_order, uint32_t word_order,
            HashFunction hash)
      : ReferenceTable(references),
        chars(char_order, bytes),
        words(word_order, word_order > 0 ? bytes / 4 : 0, hash) {}
  NgramIndex chars;
  std::vector<uint32_t> char_lengths;
  TokenNgramIndex words;
};

// The mean of many references.
class ChrfMean final : public MeanReference {
 public:
  ChrfMean(size_t bytes, uint32_t char_order) : chars(char_order, bytes) {}
  NgramMean chars;
  std::unique_ptr<TokenNgramMean> words;  // null without word n-grams
};

struct ChrfScratch : Scratch {
  ChrfScratch(size_t most_orders, size_t width) : matches(most_orders), row(width) {}

  Characters characters;
  CharMatcher char_matcher;
  Words words;
  NgramScratch word_matcher;
  std::vector<int64_t> matches;
  std::vector<int64_t> row;  // for one of several references
  // For tables.
  NgramIndexMatcher char_index;
  TokenNgramScratch word_index;
  NgramMeanScratch mean;
  std::vector<double> mean_matches;
  std::vector<double> mean_row;
};

// Bounds by character n-grams. Of a text with L characters, l_n = L - n + 1 are n-grams of order n.
// The matches m_n of two texts do not grow with n, since every match of order n + 1 begins with one
// of order n, while 1 / l_n does grow. So, by Chebyshev's inequality for sums, over the orders n =
// 1..e that both texts have,
//
//   (1/e) sum m_n / l_n  <=  (sum m_n) (1/e^2) sum 1 / l_n.
//
// This bounds the mean precision and the mean recall by the same sum of matches, and the F-score,
// which grows with both, is proportional to a common factor of both.
class ChrfBounds final : public NgramBounds {
 public:
  using Text = std::function<std::string_view(const SegmentView&)>;
  using Score = std::function<double(double precision, double recall)>;

  ChrfBounds(std::span<const SegmentView> references, uint32_t order, bool keep_space, Text text,
             Score score)
      : NgramBounds(std::min(order, kCounted), order - std::min(order, kCounted) + 1),
        order_(order),
        keep_space_(keep_space),
        text_(std::move(text)),
        score_(std::move(score)) {
    Take(references);
  }

 private:
  static constexpr uint32_t kCounted = 5;  // longer n-grams are rare, and take much memory

  void ReferenceSymbols(const SegmentView& text, std::vector<uint32_t>& symbols) override {
    HypothesisSymbols(text, symbols);
  }
  void HypothesisSymbols(const SegmentView& text, std::vector<uint32_t>& symbols) const override {
    Characters characters;
    characters.Set(text_(text), keep_space_);
    symbols.assign(characters.points().begin(), characters.points().end());
  }
  double MostEach(size_t hypothesis, size_t reference) const override {
    const auto orders = static_cast<uint32_t>(std::min({hypothesis, reference, size_t{order_}}));
    double precision = 0, recall = 0;
    for (uint32_t n = 0; n < orders; ++n) {
      precision += 1 / static_cast<double>(hypothesis - n);
      recall += 1 / static_cast<double>(reference - n);
    }
    return 100 * score_(precision / orders / orders, recall / orders / orders);
  }
  double Most() const override { return 100; }

  uint32_t order_;
  bool keep_space_;
  Text text_;
  Score score_;
};

class Chrf final
    : public MetricOf<Chrf, KeptList<PreparedReference>, ChrfScratch, ChrfTable, ChrfMean>,
      public BoundedMetric {
 public:
  Chrf(const ChrfOptions& options, const MetricContext& context) : options_(options) {
    char_options_ = {options.char_order, context.ngram_engine, context.hash};
    // The position-mask engine is fastest with four orders.
    word_options_ = {std::max(options.word_order, 4U), context.ngram_engine, context.hash};
  }

  std::string Title() const override {
    return fmt::format("chrF{}{}", options_.beta, std::string(options_.word_order, '+'));
  }

  std::vector<std::string_view> MorePapers() const override {
    if (options_.word_order > 0) return {"Popović (2017)"};
    return {};
  }

  std::vector<ViewSpec> Views() const override {
    return {{options_.lowercase, options_.word_order > 0 ? FindTokenizer("none") : nullptr}};
  }

  std::vector<std::string> Columns() const override {
    std::vector<std::string> names;
    for (uint32_t n = 1; n <= options_.orders(); ++n) {
      const bool chars = n <= options_.char_order;
      for (const char* kind : {"hyp", "ref", "match"}) {
        names.push_back(fmt::format("{}_{}_{}", chars ? "char" : "word", kind,
                                    chars ? n : n - options_.char_order));
      }
    }
    return names;
  }

  std::vector<std::pair<std::string, std::string>> SignatureKeys() const override {
    std::vector<std::pair<std::string, std::string>> keys = {
        {"case", options_.lowercase ? "lc" : "mixed"},
        {"eff", options_.smooth_by_epsilon ? "no" : "yes"},
        {"nc", std::to_string(options_.char_order)},
        {"nw", std::to_string(options_.word_order)},
        {"space", Space()}};
    // sacreBLEU's signature does not include these; its title includes beta.
    if (options_.beta != 2) keys.emplace_back("beta", std::to_string(options_.beta));
    if (options_.lowercase) keys.emplace_back("lcunicode", std::string(kCaseUnicode));
    return keys;
  }

  ChrfScratch MakeScratch() const {
    return ChrfScratch(std::max(char_options_.max_order, word_options_.max_order),
                       3 * size_t{options_.orders()});
  }

  void Prepare(const ReferenceViews& references, ChrfScratch&,
               KeptList<PreparedReference>& out) const {
    out.Resize(references.count, char_options_, word_options_);
    for (uint32_t r = 0; r < references.count; ++r) {
      PreparedReference& reference = out[r];
      reference.chars.Set(Text(references.views[r]), options_.keep_space);
      if (options_.word_order == 0) continue;
      reference.words.Set(references.views[r].tokens, word_options_.hash->function);
      const Tokens words = reference.words.tokens();
      reference.word_ngrams.Set({&words, 1});
    }
  }

  void ExtractRow(const KeptList<PreparedReference>& references,
                  std::span<const SegmentView> hypothesis, ChrfScratch& memory,
                  int64_t* row) const {
    memory.characters.Set(Text(hypothesis[0]), options_.keep_space);
    if (options_.word_order > 0) {
      memory.words.Set(hypothesis[0].tokens, word_options_.hash->function);
    }
    if (references.size() == 1) {
      FillRow(references[0], memory, row);
      return;
    }
    std::fill_n(row, memory.row.size(), 0);
    double best = -1;
    for (const PreparedReference& reference : references) {
      FillRow(reference, memory, memory.row.data());
      const double score = Compute(std::span<const int64_t>(memory.row)).score;
      if (score <= best) continue;
      best = score;
      std::copy(memory.row.begin(), memory.row.end(), row);
    }
  }

  std::unique_ptr<ReferenceTable> NewTable(std::span<const SegmentView> references) const override {
    size_t longest = 0, all = 0;
    for (const SegmentView& reference : references) {
      longest = std::max(longest, reference.text.size());
      all += reference.text.size();
    }
    if (!NgramIndex::Fits(references.size(), longest, all, options_.orders())) return nullptr;
    auto table = std::make_unique<ChrfTable>(references.size(), all, options_.char_order,
                                             options_.word_order, word_options_.hash->function);
    Characters characters;
    Words words;
    for (const SegmentView& reference : references) {
      characters.Set(Text(reference), options_.keep_space);
      table->chars.Add(characters.points());
      table->char_lengths.push_back(static_cast<uint32_t>(characters.points().size()));
      if (options_.word_order == 0) continue;
      words.Set(reference.tokens, word_options_.hash->function);
      table->words.Add(words.tokens());
    }
    table->chars.Seal();
    table->words.Seal();
    return table;
  }

  void ExtractRows(const ChrfTable& table, std::span<const SegmentView> hypothesis,
                   ChrfScratch& memory, int64_t* rows) const {
    memory.characters.Set(Text(hypothesis[0]), options_.keep_space);
    const std::span<const uint32_t> points = memory.characters.points();
    FillColumns(static_cast<int64_t>(points.size()), table.char_lengths, options_.char_order,
                memory.char_index.Match(table.chars, points), rows);
    if (options_.word_order == 0) return;
    memory.words.Set(hypothesis[0].tokens, word_options_.hash->function);
    const Tokens words = memory.words.tokens();
    FillColumns(words.count, table.words.lengths(), options_.word_order,
                table.words.Match(words, memory.word_index),
                rows + 3 * size_t{options_.char_order});
  }

  std::unique_ptr<ScoreBounds> NewBounds(std::span<const SegmentView> references) const override {
    if (options_.word_order > 0 || options_.smooth_by_epsilon) return nullptr;
    return std::make_unique<ChrfBounds>(
        references, options_.char_order, options_.keep_space,
        [this](const SegmentView& view) { return Text(view); },
        [this](double precision, double recall) {
          return FScore(precision, recall, ChrfRounding::kDouble);
        });
  }

  bool HasMean() const override { return true; }
  std::unique_ptr<MeanReference> NewMean(std::span<const SegmentView> references,
                                         std::span<const double> weights) const override {
    size_t bytes = 0;
    for (const SegmentView& reference : references) bytes += reference.text.size();
    if (!NgramMean::Fits(bytes, options_.orders())) return nullptr;
    auto mean = std::make_unique<ChrfMean>(bytes, options_.char_order);
    Characters characters;
    std::vector<Words> words(options_.word_order > 0 ? references.size() : 0);
    for (size_t r = 0; r < references.size(); ++r) {
      characters.Set(Text(references[r]), options_.keep_space);
      mean->chars.Add(characters.points(), weights.empty() ? 1 : weights[r]);
    }
    mean->chars.Seal();
    if (options_.word_order == 0) return mean;
    std::vector<Tokens> tokens;
    for (size_t r = 0; r < references.size(); ++r) {
      words[r].Set(references[r].tokens, word_options_.hash->function);
      tokens.push_back(words[r].tokens());
    }
    mean->words =
        TokenNgramMean::Of(tokens, weights, options_.word_order, word_options_.hash->function);
    return mean;
  }

  double ScoreOwnMean(const ChrfMean& mean, std::span<const SegmentView> hypothesis,
                      ChrfScratch& memory) const {
    memory.mean_row.resize(3 * size_t{options_.orders()});
    memory.mean_matches.resize(options_.orders());
    double* const matches = memory.mean_matches.data();
    memory.characters.Set(Text(hypothesis[0]), options_.keep_space);
    const std::span<const uint32_t> points = memory.characters.points();
    mean.chars.Match(points, memory.mean, matches);
    double* const rest = FillMean(static_cast<int64_t>(points.size()), mean.chars,
                                  options_.char_order, matches, memory.mean_row.data());
    if (options_.word_order > 0) {
      memory.words.Set(hypothesis[0].tokens, word_options_.hash->function);
      const Tokens words = memory.words.tokens();
      mean.words->Match(words, memory.mean, matches);
      FillMean(words.count, mean.words->ngrams(), options_.word_order, matches, rest);
    }
    return Compute(std::span<const double>(memory.mean_row)).score;
  }

  double Score(std::span<const int64_t> sums, Level) const override { return Compute(sums).score; }

  bool ScoresAreFloat32(NumpyRule rule) const override { return rule == NumpyRule::kNumpy2; }

  double ScoreFloat32(std::span<const float> sums, NumpyRule rule) const override {
    return Compute(sums, rule == NumpyRule::kNumpy1 ? ChrfRounding::kFloat32Quotients
                                                    : ChrfRounding::kFloat32)
        .score;
  }

  std::vector<Detail> Details(std::span<const int64_t> sums, Level) const override {
    const ChrfFigures figures = Compute(sums);
    std::vector<int64_t> counts[3];
    for (size_t i = 0; i < sums.size(); ++i) counts[i % 3].push_back(sums[i]);
    return {{"precision", 100 * figures.precision},
            {"recall", 100 * figures.recall},
            {"hyp_ngrams", counts[0]},
            {"ref_ngrams", counts[1]},
            {"matches", counts[2]}};
  }

 private:
  std::string Space() const {
    if (options_.keep_space_at_end) return "all";
    return options_.keep_space ? "yes" : "no";
  }

  // Returns the text to compare. Trailing white space matters only if white space counts.
  std::string_view Text(const SegmentView& view) const {
    const bool trim = options_.keep_space && !options_.keep_space_at_end;
    return trim ? TrimRight(view.text) : view.text;
  }

  // Fills the row with the statistics against one reference.
  void FillRow(const PreparedReference& reference, ChrfScratch& memory, int64_t* row) const {
    memory.char_matcher.Match(reference.chars, memory.characters, memory.matches.data());
    const auto characters = static_cast<int64_t>(memory.characters.points().size());
    const auto match = [&](uint32_t n) { return memory.matches[n]; };
    row = FillOrders(characters, reference.chars.length(), options_.char_order, match, row);
    if (options_.word_order == 0) return;
    const Tokens words = memory.words.tokens();
    memory.word_matcher.Match(reference.word_ngrams, words, memory.matches.data());
    FillOrders(words.count, reference.words.tokens().count, options_.word_order, match, row);
  }

  // Fills the columns of all orders; match(n) is for order n + 1. Returns the end of the columns.
  template <typename MatchOf>
  static int64_t* FillOrders(int64_t hyp_len, int64_t ref_len, uint32_t orders,
                             const MatchOf& match, int64_t* row) {
    for (uint32_t n = 0; n < orders; ++n, row += 3) {
      row[1] = std::max<int64_t>(0, ref_len - n);
      row[0] = row[1] == 0 ? 0 : std::max<int64_t>(0, hyp_len - n);
      row[2] = match(n);
    }
    return row;
  }

  // The same as above, against the mean of references.
  static double* FillMean(int64_t hyp_len, const NgramMean& mean, uint32_t orders,
                          const double* matches, double* row) {
    for (uint32_t n = 0; n < orders; ++n, row += 3) {
      row[1] = mean.total(n + 1);
      row[0] = row[1] > 0 ? static_cast<double>(std::max<int64_t>(0, hyp_len - n)) : 0;
      row[2] = matches[n];
    }
    return row;
  }

  // The same as above, in the rows of many references; matches are [order][reference].
  void FillColumns(int64_t hyp_len, std::span<const uint32_t> ref_lens, uint32_t orders,
                   const uint16_t* matches, int64_t* rows) const {
    const size_t width = 3 * size_t{options_.orders()};
    for (size_t r = 0; r < ref_lens.size(); ++r, rows += width) {
      FillOrders(
          hyp_len, ref_lens[r], orders,
          [&](uint32_t n) { return matches[n * ref_lens.size() + r]; }, rows);
    }
  }

  double FScore(double precision, double recall, ChrfRounding rounding) const {
    // In Python, these numbers stay integers until they are combined with a float.
    const int64_t square = options_.beta * options_.beta;
    const double factor = Round(static_cast<double>(square), rounding);
    const double more = Round(static_cast<double>(square + 1), rounding);
    const double denominator = Round(Round(factor * precision, rounding) + recall, rounding);
    if (!(denominator > 0)) return kChrfEpsilon;
    const double product = Round(Round(more * precision, rounding) * recall, rounding);
    return Round(product / denominator, rounding);
  }

  // Computes the score from summed statistics, in sacreBLEU's order of floating-point operations.
  template <typename Number>
  ChrfFigures Compute(std::span<const Number> sums,
                      ChrfRounding rounding = ChrfRounding::kDouble) const {
    ChrfFigures out;
    // If the reference has no n-grams, sacreBLEU computes with Python's numbers only.
    if (!(sums[1] > 0)) rounding = ChrfRounding::kDouble;
    uint32_t effective = 0;
    double smoothed = 0;
    for (uint32_t n = 0; n < options_.orders(); ++n) {
      const Number hyp = sums[3 * n], ref = sums[3 * n + 1], match = sums[3 * n + 2];
      const double precision = hyp > 0 ? ChrfQuotient(match, hyp, rounding) : kChrfEpsilon;
      const double recall = ref > 0 ? ChrfQuotient(match, ref, rounding) : kChrfEpsilon;
      if (options_.smooth_by_epsilon) {
        const ChrfRounding of_term = ref > 0 ? rounding : ChrfRounding::kDouble;
        smoothed = Round(smoothed + Round(FScore(precision, recall, of_term), rounding), rounding);
      }
      if (!(hyp > 0 && ref > 0)) continue;
      out.precision = Round(out.precision + precision, rounding);
      out.recall = Round(out.recall + recall, rounding);
      ++effective;
    }
    if (effective > 0) {
      out.precision = Round(out.precision / effective, rounding);
      out.recall = Round(out.recall / effective, rounding);
    }
    if (options_.smooth_by_epsilon) {
      out.score = Round(Round(100 * smoothed, rounding) / options_.orders(), rounding);
    } else if (out.precision + out.recall > 0) {
      out.score = Round(100 * FScore(out.precision, out.recall, rounding), rounding);
    }
    return out;
  }

  ChrfOptions options_;
  NgramOptions char_options_, word_options_;
};

Result<std::unique_ptr<Metric>> MakeChrf(const MetricOptions& given, const MetricContext& context) {
  ChrfOptions options;
  MTG_ASSIGN_OR_RETURN(options.char_order, ReadWhole(given, "nc", 6, 0, kChrfMaxOrder));
  MTG_ASSIGN_OR_RETURN(options.word_order, ReadWhole(given, "nw", 0, 0, kChrfMaxOrder));
  MTG_ASSIGN_OR_RETURN(options.beta, ReadInteger(given, "beta", 2, -kMaxBeta, kMaxBeta));
  MTG_ASSIGN_OR_RETURN(options.lowercase, ReadYesNo(given, "lc", false));
  MTG_ASSIGN_OR_RETURN(const SpaceRow* const space, ReadNamed(given, "space", std::span(kSpaces)));
  options.keep_space = space->keep;
  options.keep_space_at_end = space->keep_at_end;
  MTG_ASSIGN_OR_RETURN(options.smooth_by_epsilon, ReadYesNo(given, "eps", false));
  if (options.orders() == 0) {
    return UsageError({.option = "nc"}, "nc=0 and nw=0 leave no n-grams to count",
                      "set one of them");
  }
  return std::make_unique<Chrf>(options, context);
}

constexpr MetricOptionRow kChrfOptions[] = {
    {"nc", "N", "6", "longest character n-gram, 0 to 1000"},
    {"nw", "N", "0", "longest word n-gram, 0 to 1000: 1 is chrF+, 2 is chrF++"},
    {"beta", "N", "2", "weight of recall against precision"},
    {"lc", "yes|no", "no", "compare in lower case"},
    {"space", "yes|no|all", "no",
     "count white space as characters: yes, but not at the end of a line, which sacreBLEU's "
     "command line strips; all: there too, as in sacreBLEU's Python API"},
    {"eps", "yes|no", "no", "average over all orders; an order without n-grams counts 1e-16"},
};

}  // namespace

extern const MetricRow kChrf;
const MetricRow kChrf = {
    .name = "chrf",
    .title = "chrF",
    .help = "F-score of character n-grams (chrF2), and of word n-grams if nw > 0 (nw=2 is chrF++)",
    .paper = "Popović (2015)",
    .scale = 100,
    .higher_is_better = true,
    .options = kChrfOptions,
    .make = &MakeChrf,
    .agreement = {93.0, 1.11427},  // Kocmi et al. (2024), Navigating the Metrics Maze
    .references = "the best-scoring reference counts",
    .first_of_ties = true,
    .notes =
        "Scores are printed under the name that says beta and the word order: chrF2, or chrF2++ "
        "for nw=2.",
};

}  // namespace mtgauge
