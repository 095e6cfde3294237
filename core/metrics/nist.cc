// NIST (Doddington 2002) as mteval-v13a.pl and mteval-v14.pl compute it, and as NLTK does. Each
// matching n-gram is
// weighted by its information, info(w1..wn) = log2(count(w1..w(n-1)) / count(w1..wn)), with counts
// over all references. For unigrams the numerator is the number of reference tokens.
//
// Row for order N: info_1..N, info_rest_1..N, total_1..N, ref_len, ref_len_rest. The unit of info
// is 2^-12 bits, and that of info_rest, which is below 2^32, is 2^-44 bits. Each n-gram is rounded
// once, so scores agree with mteval's doubles to 1e-12. Sums have room for 2^31 segments and 2^45
// tokens. total_n = max(0, length of the hypothesis - n + 1). The mean length of the references is
// ref_len + ref_len_rest / kLengthParts tokens.
//
// The counts may come from a file instead, for example those of a larger corpus (section 5.4 of the
// paper). N-grams missing from it count as occurring once.
//
// mteval tests whether the prefix of an n-gram is true as a Perl string, but "0" is false. So
// bigrams that begin with the token 0 get the numerator of unigrams. `paper` turns this bug off.
//
// NLTK takes one reference for each order: that with the most information, the longest if several
// have as much. It adds up the lengths of these references and compares them with as many times the
// length of the hypothesis. It has no bug with the token 0, and fails if some order has no n-grams
// in the whole corpus; the score is 0 here.
#include <absl/container/inlined_vector.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <new>
#include <numeric>
#include <optional>
#include <tuple>
#include <utility>

#include "core/algo/ngrams/ngram_count_bytes.h"
#include "core/algo/ngrams/ngram_count_file.h"
#include "core/algo/ngrams/ngram_counts.h"
#include "core/algo/ngrams/ngram_match.h"
#include "core/algo/ngrams/ngram_text.h"
#include "core/algo/ngrams/ngram_trie.h"
#include "core/base/buffer.h"
#include "core/base/bytes.h"
#include "core/base/kept_list.h"
#include "core/base/pinned_math.h"
#include "core/contract/mean_length.h"
#include "core/contract/metric.h"
#include "core/contract/metric_of.h"
#include "core/contract/survey_parts.h"
#include "core/contract/text_options.h"

namespace mtgauge {
namespace {

constexpr uint32_t kNistMaxOrder = 100;
constexpr double kLn2 = 0.69314718055994531;

struct NistOptions {
  TextOptions text;
  bool nltk = false;  // as NLTK does; then without mteval's bug
  bool paper = false;
  uint32_t order = 5;
  uint32_t single = 0;    // the only order to score; 0: all orders
  NgramCountFile file;    // counts from a file; null: those of the references
  std::string normalize;  // the normalization of the references; empty: none
};

class NistSurvey final : public Survey {
 public:
  NistSurvey(std::string name, uint32_t order, HashFunction hash)
      : name_(std::move(name)), order_(order), hash_(hash), text_(order), digests_(hash) {}

  void Observe(const ReferenceViews& references) override {
    for (const SegmentView& view : references.views) {
      text_.Add(view.tokens);
      digest_ += digests_.Of(view.tokens);
    }
  }

  void Merge(const Survey& other) override {
    const auto& from = static_cast<const NistSurvey&>(other);
    text_.Merge(from.text_);
    if (from.has_loaded()) {
      if (sum_ == nullptr) sum_ = CountsOf(std::exchange(read_, {}));
      from.AddLoaded(*sum_);
      trie_ = nullptr;
    }
    digest_ += from.digest_;
  }

  std::string Name() const override { return name_; }

  // Writes the digest (8 bytes) and the counts.
  void Save(std::string& bytes) const override {
    AppendU64(digest_, bytes);
    if (!has_loaded()) return text_.Save(bytes);
    if (sum_ == nullptr && text_.empty()) {
      bytes += read_;
    } else {
      Sum()->Save(bytes);
    }
  }
  bool Load(std::string_view bytes) override {
    if (bytes.size() < sizeof(digest_)) return false;
    digest_ = ReadU64(bytes.data());
    read_ = bytes.substr(sizeof(digest_));
    std::optional<NgramTrie> trie = ReadTrie(read_, order_, hash_);
    if (!trie) return false;
    trie_ = std::make_shared<const NgramTrie>(std::move(*trie));
    return true;
  }

  // The weights depend on the multiset of references, and so does the digest.
  std::pair<std::string, std::string> SignatureKey() const override {
    return {"info", fmt::format("{:08x}", digest_ >> 32)};
  }

  void Finish(const Fork& fork) override { finished_ = Counts(fork); }

  // Returns the counts, shared with the caller. Nothing may be added to the survey after that.
  std::shared_ptr<const NgramTrie> counts() const {
    return finished_ != nullptr ? finished_ : Counts({});
  }

 private:
  std::shared_ptr<const NgramTrie> Counts(const Fork& fork) const {
    if (!has_loaded()) return std::make_shared<NgramTrie>(text_.Count(fork));
    if (trie_ != nullptr && text_.empty()) return trie_;
    return std::make_shared<NgramTrie>(Sum()->Trie());
  }

  bool has_loaded() const { return !read_.empty() || sum_ != nullptr; }

  // Returns the counts that Save() wrote, or no counts if `bytes` is empty.
  std::unique_ptr<NgramCounts> CountsOf(std::string_view bytes) const {
    auto counts = std::make_unique<NgramCounts>(order_);
    if (!bytes.empty() && !counts->Load(bytes, hash_)) {
      throw std::bad_alloc();  // a count of more than 32 bits
    }
    return counts;
  }
  void AddLoaded(NgramCounts& sum) const {
    if (!read_.empty()) sum.Merge(*CountsOf(read_));
    if (sum_ != nullptr) sum.Merge(*sum_);
  }
  // Returns the sum of all loaded counts and those of the text.
  std::shared_ptr<const NgramCounts> Sum() const {
    if (text_.empty() && read_.empty()) return sum_;
    auto sum = std::make_shared<NgramCounts>(order_);
    AddLoaded(*sum);
    if (text_.empty()) return sum;
    std::string bytes;
    text_.Save(bytes);
    sum->Merge(*CountsOf(bytes));
    return sum;
  }

  std::string name_;
  uint32_t order_;
  HashFunction hash_;  // the hash of the views
  NgramText text_;     // the observed references
  // Counts loaded from other surveys: the saved bytes and their trie, or the sum of several.
  std::string read_;
  std::shared_ptr<const NgramTrie> trie_;
  std::shared_ptr<NgramCounts> sum_;
  std::shared_ptr<const NgramTrie> finished_;
  TokenDigest digests_;
  uint64_t digest_ = 0;
};

// The weights of n-grams, in fixed point. Logarithms are rounded to kLogPlaces bits after the point
// and then their differences to kPlaces, so that equal counts give exactly zero information.
class InfoWeights {
 public:
  InfoWeights() : counts_(std::make_shared<NgramTrie>()) {}
  InfoWeights(std::shared_ptr<const NgramTrie> counts, bool paper);

  // Returns information in bits, given both columns.
  static double Bits(int64_t coarse, int64_t fine) {
    return std::ldexp(static_cast<double>(coarse), kFinePlaces - kPlaces) +
           std::ldexp(static_cast<double>(fine), -kPlaces);
  }

  // Working memory of Weigh().
  struct Scratch {
    // The state of a token of the hypothesis.
    struct Word {
      uint32_t number;       // token id; kUnknown: it has no count
      NgramTrie::Gram gram;  // the longest n-gram so far that starts with it
      uint64_t context;      // the numerator for the next order; if 1, longer n-grams weigh nothing
    };
    struct Logarithm {
      uint64_t count;
      int64_t log;
    };
    Buffer<Word> words;
    std::array<Logarithm, 1024> logs{};  // a cache for large counts
  };
  // Sets coarse[0, marks.orders) and fine[0, marks.orders) to the information of the credited
  // matches of each order.
  void Weigh(const NgramMarks& marks, const Tokens& hypothesis, Scratch& scratch, int64_t* coarse,
             int64_t* fine) const;

 private:
  static constexpr int kPlaces = 44, kLogPlaces = 52, kDropped = kLogPlaces - kPlaces;
  static constexpr int kFinePlaces = 32;  // those in the second column
  static constexpr uint32_t kSmall = 4096;
  static constexpr uint32_t kUnknown = UINT32_MAX;

  static int64_t ComputeLog(uint64_t count) {
    return std::llround(std::ldexp(PinnedLog(static_cast<double>(count)) / kLn2, kLogPlaces));
  }
  int64_t Log(uint64_t count, Scratch& scratch) const {
    if (count < kSmall) return logs_[count];
    if (count == counts_->tokens()) return log_of_all_;
    Scratch::Logarithm& met = scratch.logs[count % scratch.logs.size()];
    if (met.count != count) met = {count, ComputeLog(count)};
    return met.log;
  }
  // N-grams without a count occur once.
  int64_t Info(uint64_t context, uint64_t count, Scratch& scratch) const {
    const int64_t difference = Log(context, scratch) - Log(std::max<uint64_t>(count, 1), scratch);
    return (difference + (int64_t{1} << (kDropped - 1))) >> kDropped;
  }

  // A sum of values of Info(), with room for one per token of a segment.
  struct Sum {
    int64_t coarse = 0, fine = 0;
    void Add(int64_t info) {
      coarse += info >> kFinePlaces;
      fine += info & kAllFine;
    }
  };
  static constexpr int64_t kAllFine = (int64_t{1} << kFinePlaces) - 1;

  Sum WeighTokens(const NgramMarks& marks, const Tokens& hypothesis, Scratch& scratch) const;
  Sum WeighGrams(uint32_t order, const NgramMarks& marks, Scratch& scratch) const;

  std::shared_ptr<const NgramTrie> counts_;
  uint64_t first_of_all_ = 0;  // key of the token whose bigrams use the unigram numerator; 0: none
  int64_t log_of_all_ = 0;     // logarithm of the number of tokens
  std::vector<int64_t> logs_ = std::vector<int64_t>(kSmall);  // [count]
};

InfoWeights::InfoWeights(std::shared_ptr<const NgramTrie> counts, bool paper)
    : counts_(std::move(counts)) {
  for (uint32_t count = 1; count < kSmall; ++count) logs_[count] = ComputeLog(count);
  log_of_all_ = ComputeLog(std::max<uint64_t>(counts_->tokens(), 1));
  if (!paper) first_of_all_ = TokenKey("0", DefaultHash().function);
}

// Calls visit(index of the last token) for every n-gram in a set of marks.
template <typename Visit>
void ForEachBit(const uint64_t* set, uint32_t words, const Visit& visit) {
  for (uint32_t w = 0; w < words; ++w) {
    for (uint64_t left = set[w]; left != 0; left &= left - 1) {
      visit(64 * w + static_cast<uint32_t>(std::countr_zero(left)));
    }
  }
}
bool HasBit(const uint64_t* set, uint32_t at) { return (set[at / 64] >> at % 64 & 1) != 0; }

void InfoWeights::Weigh(const NgramMarks& marks, const Tokens& hypothesis, Scratch& scratch,
                        int64_t* coarse, int64_t* fine) const {
  for (uint32_t n = 1; n <= marks.orders; ++n) {
    const Sum sum =
        n == 1 ? WeighTokens(marks, hypothesis, scratch) : WeighGrams(n, marks, scratch);
    coarse[n - 1] = sum.coarse + (sum.fine >> kFinePlaces);
    fine[n - 1] = sum.fine & kAllFine;
  }
}

InfoWeights::Sum InfoWeights::WeighTokens(const NgramMarks& marks, const Tokens& hypothesis,
                                          Scratch& scratch) const {
  scratch.words.Grow(hypothesis.count, 0);
  const uint64_t* const found = marks.found(1);
  const uint64_t* const pairs = marks.orders > 1 ? marks.found(2) : nullptr;
  const uint64_t* const keys = hypothesis.key;
  ForEachBit(found, marks.words, [&](uint32_t i) { counts_->PrefetchToken(keys[i]); });
  ForEachBit(found, marks.words, [&](uint32_t i) { counts_->PrefetchRest(keys[i]); });
  Sum sum;
  ForEachBit(found, marks.words, [&](uint32_t i) {
    const CountTable::Slot* const token = counts_->FindToken(keys[i], hypothesis[i]);
    Scratch::Word& word = scratch.words[i];
    word = token == nullptr ? Scratch::Word{kUnknown, {}, 0}
                            : Scratch::Word{token->id, counts_->OfToken(*token), token->count};
    if (keys[i] == first_of_all_) word.context = counts_->tokens();
    if (HasBit(marks.credited(1), i)) sum.Add(Info(counts_->tokens(), word.gram.count, scratch));
    if (pairs != nullptr && HasBit(pairs, i)) {
      counts_->Prefetch(scratch.words[i - 1].gram, word.number);
    }
  });
  return sum;
}

InfoWeights::Sum InfoWeights::WeighGrams(uint32_t order, const NgramMarks& marks,
                                         Scratch& scratch) const {
  const uint64_t* const longer = order < marks.orders ? marks.found(order + 1) : nullptr;
  Sum sum;
  ForEachBit(marks.found(order), marks.words, [&](uint32_t last) {
    Scratch::Word& first = scratch.words[last + 1 - order];
    if (first.context <= 1) return;
    first.gram = counts_->Find(first.gram, scratch.words[last].number);
    if (HasBit(marks.credited(order), last)) {
      sum.Add(Info(first.context, first.gram.count, scratch));
    }
    first.context = first.gram.count;
    if (longer != nullptr && last + 1 < 64 * marks.words && HasBit(longer, last + 1)) {
      counts_->Prefetch(first.gram, scratch.words[last + 1].number);
    }
  });
  return sum;
}

struct NistPrepared {
  explicit NistPrepared(const NgramOptions& options) : references(options) {}

  NgramReferences references;
  MeanLength length;
  KeptList<NgramReferences> separate;  // for NLTK
};

struct NistScratch : Scratch {
  NgramScratch matcher;
  InfoWeights::Scratch weights;
  std::vector<int64_t> info, lengths;  // of one reference, and of the best ones by order
};

// Stored inline up to the default order, so that scoring a resample does not allocate.
using NistOrders = absl::InlinedVector<double, 5>;

struct NistFigures {
  double score = 0;
  double penalty = 1;
  double ratio = 0;       // hypothesis length / reference length
  NistOrders info;        // total, by order
  NistOrders individual;  // scores by order
  double hyp_len = 0, ref_len = 0;
};

// Returns 1 for a length ratio of at least 1, and 0.5 for a ratio of 2/3.
double LengthPenalty(double ratio) {
  if (ratio >= 1) return 1;
  if (ratio <= 0) return 0;
  const double log_ratio = PinnedLog(ratio), log_anchor = PinnedLog(1.5);
  const double beta = kLn2 / (log_anchor * log_anchor);
  return PinnedExp(-beta * log_ratio * log_ratio);
}

class Nist final : public MetricOf<Nist, NistPrepared, NistScratch> {
 public:
  Nist(const NistOptions& options, const MetricContext& context)
      : options_(options), matching_{options.order, context.ngram_engine, context.hash} {
    if (given()) weights_ = InfoWeights(options.file.counts, options.paper);
  }

  // mteval supports only its own tokenizers and the counts of the references, and has the bug.

  std::vector<ViewSpec> Views() const override { return {options_.text.Words()}; }

  std::vector<std::string> Columns() const override {
    std::vector<std::string> names;
    for (const char* kind : {"info", "info_rest", "total"}) {
      for (uint32_t n = 1; n <= options_.order; ++n) names.push_back(fmt::format("{}_{}", kind, n));
    }
    names.insert(names.end(), {"ref_len", "ref_len_rest"});
    return names;
  }

  std::vector<std::pair<std::string, std::string>> SignatureKeys() const override {
    std::vector<std::pair<std::string, std::string>> own = {
        {"order", std::to_string(options_.order)}};
    if (!options_.nltk) own.emplace_back("paper", options_.paper ? "yes" : "no");
    if (options_.single > 0) own.emplace_back("single", std::to_string(options_.single));
    if (given()) own.emplace_back("info", "file-" + options_.file.digest);
    return TextSignatureKeys(options_.text, own);
  }

  std::unique_ptr<Survey> NewSurvey() const override {
    if (given()) return nullptr;
    std::string name = SurveyName("nist", options_.text, options_.order, options_.normalize);
    return std::make_unique<NistSurvey>(std::move(name), options_.order, matching_.hash->function);
  }
  void Bind(const Survey& survey) override {
    const auto& learnt = static_cast<const NistSurvey&>(survey);
    weights_ = InfoWeights(learnt.counts(), options_.paper);
  }

  NistPrepared MakePrepared() const { return NistPrepared(matching_); }

  void Prepare(const ReferenceViews& references, NistScratch&, NistPrepared& out) const {
    if (options_.nltk) {
      out.separate.Resize(references.count, matching_);
      for (uint32_t r = 0; r < references.count; ++r) {
        out.separate[r].Set(references.views.subspan(r, 1));
      }
      return;
    }
    int64_t tokens = 0;
    for (const SegmentView& view : references.views) tokens += view.tokens.count;
    out.references.Set(references.views);
    out.length = MeanLength::Of(tokens, references.count);
  }

  void ExtractRow(const NistPrepared& refs, std::span<const SegmentView> hypothesis,
                  NistScratch& own, int64_t* row) const {
    const Tokens& hyp = hypothesis[0].tokens;
    int64_t* const fine = row + options_.order;
    int64_t* const totals = fine + options_.order;
    for (int64_t n = 0; n < options_.order; ++n) totals[n] = hyp.count > n ? hyp.count - n : 0;
    if (options_.nltk) return WeighBest(refs, hyp, own, row);
    std::fill(row, totals, 0);
    weights_.Weigh(own.matcher.Mark(refs.references, hyp), hyp, own.weights, row, fine);
    totals[options_.order] = refs.length.whole;
    totals[options_.order + 1] = refs.length.parts;
  }

  double Score(std::span<const int64_t> sums, Level) const override { return Compute(sums).score; }

  std::vector<Detail> Details(std::span<const int64_t> sums, Level) const override {
    const NistFigures figures = Compute(sums);
    const auto totals = Totals(sums);
    return {
        {"info", std::vector<double>(figures.info.begin(), figures.info.end())},
        {"totals", std::vector<int64_t>(totals.begin(), totals.end())},
        {"individual", std::vector<double>(figures.individual.begin(), figures.individual.end())},
        {"penalty", figures.penalty},
        {"hyp_len", totals[0]},
        {"ref_len", figures.ref_len}};
  }

  std::string Verbose(std::span<const int64_t> sums, Level) const override {
    const NistFigures figures = Compute(sums);
    std::string text;
    for (const double score : figures.individual) {
      text += fmt::format("{}{:.4f}", text.empty() ? "" : "/", score);
    }
    return text + fmt::format(" (penalty = {:.3f} ratio = {:.3f} hyp_len = {} ref_len = {:.1f})",
                              figures.penalty, figures.ratio, Totals(sums)[0], figures.ref_len);
  }

 private:
  // Returns true if the counts come from a file.
  bool given() const { return options_.file.counts != nullptr; }

  // Writes the information and the length of the best reference of each order.
  void WeighBest(const NistPrepared& refs, const Tokens& hyp, NistScratch& own,
                 int64_t* row) const {
    const size_t order = options_.order;
    own.info.assign(2 * order, 0);
    own.lengths.assign(order, 0);
    std::fill_n(row, 2 * order, 0);
    for (const NgramReferences& reference : refs.separate) {
      std::fill(own.info.begin(), own.info.end(), 0);
      weights_.Weigh(own.matcher.Mark(reference, hyp), hyp, own.weights, own.info.data(),
                     own.info.data() + order);
      const int64_t length = reference.tokens().front().count;
      for (size_t n = 0; n < order; ++n) {
        const std::tuple found(own.info[n], own.info[order + n], length);
        if (found <= std::tuple(row[n], row[order + n], own.lengths[n])) continue;
        std::tie(row[n], row[order + n], own.lengths[n]) = found;
      }
    }
    row[3 * order] = std::accumulate(own.lengths.begin(), own.lengths.end(), int64_t{0});
    row[3 * order + 1] = 0;
  }

  std::span<const int64_t> Totals(std::span<const int64_t> sums) const {
    return sums.subspan(2 * size_t{options_.order}, options_.order);
  }

  NistFigures Compute(std::span<const int64_t> sums) const {
    NistFigures out;
    const uint32_t order = options_.order;
    const auto totals = Totals(sums);
    const auto hyp_len = static_cast<double>(totals[0]);
    const auto ref_len = sums.last<2>();
    out.ref_len = MeanLengthValue(static_cast<double>(ref_len[0]), static_cast<double>(ref_len[1]));
    out.ratio = out.ref_len > 0 ? (options_.nltk ? order * hyp_len : hyp_len) / out.ref_len : 0;
    if (options_.nltk) out.ref_len /= order;  // the mean over orders
    out.penalty = out.ref_len > 0 ? LengthPenalty(out.ratio) : 1;
    for (uint32_t n = 0; n < order; ++n) {
      const auto total = static_cast<double>(std::max<int64_t>(totals[n], 1));
      out.info.push_back(InfoWeights::Bits(sums[n], sums[order + n]));
      out.individual.push_back(out.info.back() / total * out.penalty);
      if (options_.single == 0 || options_.single == n + 1) out.score += out.info.back() / total;
    }
    out.score *= out.penalty;
    if (options_.nltk && totals[order - 1] == 0) out.score = 0;  // NLTK divides by 0
    return out;
  }

  NistOptions options_;
  NgramOptions matching_;
  InfoWeights weights_;
};

Result<std::unique_ptr<Metric>> MakeNist(const MetricOptions& given, const MetricContext& context) {
  NistOptions options;
  options.normalize = context.normalize;
  MTG_ASSIGN_OR_RETURN(options.text, ReadToolTextOptions(given, context, "mteval", "yes"));
  if (given.contains("single")) {
    MTG_ASSIGN_OR_RETURN(options.single, ReadWhole(given, "single", 1, 1, kNistMaxOrder));
  }
  MTG_ASSIGN_OR_RETURN(
      options.order,
      ReadWhole(given, "order", std::max(options.order, options.single), 1, kNistMaxOrder));
  if (options.single > options.order) {
    return UsageError({.option = "single"},
                      fmt::format("single={} is longer than the longest n-gram", options.single),
                      fmt::format("leave out order={}", options.order));
  }
  MTG_ASSIGN_OR_RETURN(options.paper, ReadYesNo(given, "paper", false));
  if (const auto file = given.find("counts"); file != given.end()) {
    MTG_ASSIGN_OR_RETURN(options.file,
                         ReadNgramCountFile(file->second, options.order, context.hash->function));
  }
  return std::make_unique<Nist>(options, context);
}

Result<std::unique_ptr<Metric>> MakeNltkNist(const MetricOptions& given,
                                             const MetricContext& context) {
  NistOptions options;
  options.nltk = options.paper = true;
  options.normalize = context.normalize;
  MTG_ASSIGN_OR_RETURN(options.text, ReadTextOptions(given, context));
  MTG_ASSIGN_OR_RETURN(options.order, ReadWhole(given, "order", options.order, 1, kNistMaxOrder));
  return std::make_unique<Nist>(options, context);
}

// Returns an empty survey for a survey's name, or null if the name is not valid. Ignores the
// tokenizer in the name.
std::unique_ptr<Survey> SurveyOfName(const std::string& name) {
  const uint32_t order = OrderInSurveyName(name, kNistMaxOrder);
  if (order == 0) return nullptr;
  return std::make_unique<NistSurvey>(name, order, DefaultHash().function);
}

constexpr MetricOptionRow kNistOptions[] = {
    {"tok", "NAME", "mteval", "tokenizer"},
    {"lc", "yes|no", "yes", "compare in lower case"},
    kStemOption,
    {"order", "N", "5", "longest n-gram, 1 to 100 (at least single=)"},
    {"single", "N", "", "score only n-grams of this length"},
    {"paper", "yes|no", "no",
     "weight bigrams that begin with the token 0 as the paper does (mteval has a bug)"},
    {"counts", "FILE", "", "take n-gram counts from this file, not from the references"},
};

constexpr MetricOptionRow kNltkNistOptions[] = {
    kTokOption,
    kLcOption,
    {"order", "N", "5", "longest n-gram, 1 to 100"},
};

}  // namespace

extern const MetricRow kNist;
const MetricRow kNist = {
    .name = "nist",
    .title = "NIST",
    .help = "n-gram matches, weighted by their information in the references",
    .paper = "Doddington (2002)",
    .scale = 0,
    .higher_is_better = true,
    .options = kNistOptions,
    .make = &MakeNist,
    .survey = &SurveyOfName,
    .references =
        "matches are clipped to the largest count in any reference; the mean length counts",
    .notes =
        "mteval has a bug: it weights bigrams that begin with the token 0 as if they were "
        "unigrams. The default copies the bug, paper=yes does not. With paper=yes, counts=FILE or "
        "a tokenizer other than mteval's, no other tool gives the same scores.",
};

extern const MetricRow kNltkNist;
const MetricRow kNltkNist = {
    .name = "nltk-nist",
    .title = "NLTK NIST",
    .help = "NIST with the digits of NLTK's corpus_nist: the best reference of each order",
    .paper = "Doddington (2002)",
    .scale = 0,
    .higher_is_better = true,
    .options = kNltkNistOptions,
    .make = &MakeNltkNist,
    .survey = &SurveyOfName,
    .references = "for each order, that with the most information counts",
    .notes =
        "NLTK takes lists of words; tok=none cuts the text at white space, as Python's split() "
        "does. A segment's score uses the counts of all references, as in mteval. NLTK's "
        "sentence_nist has only the counts of its own references: score each segment alone for "
        "that. Where some order has no n-grams at all, NLTK fails and the score is 0.",
};

}  // namespace mtgauge
