// METEOR as in NLTK 3.9.1: nltk.translate.meteor_score.meteor_score(). It is not the METEOR of its
// papers: words are paired greedily, and synonyms are looked up for stems.
//
// There are three stages: equal words, equal stems, synonyms. In each, every free word of the
// hypothesis, from the last to the first, takes the last free word of the reference that matches. A
// word of the reference is a synonym if its stem is listed in a synset of the other's stem. Most
// words have an equal one, so stems are made for each pair of texts, of the words left free. With m
// pairs in ch chunks,
//
//   P = m / |h|,  R = m / |r|,  F = P R / (alpha P + (1 - alpha) R),
//   score = (1 - gamma (ch / m)^beta) F.
//
// The best of several references counts. The corpus score is the mean over segments.
// Row: sum, sum_rest (fixed_sum.h), segments.
#include <absl/container/flat_hash_map.h>
#include <absl/strings/string_view.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/algo/alignment/symbols.h"
#include "core/algo/alignment/word_facts.h"
#include "core/base/pinned_math.h"
#include "core/contract/mean_of_segments.h"
#include "core/contract/text_options.h"
#include "core/text/words/nltk_wordnet.h"
#include "core/text/words/resource_file.h"

namespace mtgauge {
namespace {

struct NltkMeteorOptions {
  TextOptions text;
  double alpha = 0.9, beta = 3, gamma = 0.5;
  const NltkWordNet* wordnet = nullptr;
  std::string digest;  // WordNet's; empty if there are no synonyms
};

struct NltkPrepared {
  explicit NltkPrepared(HashFunction hash) : words(SymbolKind::kToken, hash) {}

  std::vector<Tokens> tokens;
  ReferenceSymbols words;
};

// The pairs of positions of a hypothesis and a reference.
class GreedyPairs {
 public:
  static constexpr uint32_t kFree = UINT32_MAX;

  void Begin(size_t hypothesis_size, size_t reference_size) {
    pair_of_.assign(hypothesis_size, kFree);
    taken_.assign(reference_size, false);
  }
  // Lists the free positions of the reference by symbol; symbol_of(j) is called for these only.
  template <typename SymbolOf>
  void List(const SymbolOf& symbol_of, uint32_t distinct) {
    last_.assign(distinct, kFree);
    before_.resize(taken_.size());
    ForEachFreeOfReference([&](uint32_t j) { before_[j] = std::exchange(last_[symbol_of(j)], j); });
  }
  // Returns the last free position of a symbol, or kFree.
  uint32_t Last(uint32_t symbol) const { return symbol == kNoSymbol ? kFree : last_[symbol]; }
  // Pairs i with the symbol's last free position.
  void Take(uint32_t i, uint32_t symbol) {
    const uint32_t j = last_[symbol];
    pair_of_[i] = j;
    taken_[j] = true;
    last_[symbol] = before_[j];
  }
  // Pairs the free positions of the hypothesis with those of the reference that have their symbol.
  template <typename SymbolOf>
  void TakeEqual(const SymbolOf& symbol_of) {
    ForEachFree([&](uint32_t i) {
      if (Last(symbol_of(i)) != kFree) Take(i, symbol_of(i));
    });
  }
  // Calls visit(i) for each free position of the hypothesis, from the last to the first.
  template <typename Visit>
  void ForEachFree(const Visit& visit) const {
    for (auto i = static_cast<uint32_t>(pair_of_.size()); i-- > 0;) {
      if (pair_of_[i] == kFree) visit(i);
    }
  }
  // Calls visit(j) for each free position of the reference, in order.
  template <typename Visit>
  void ForEachFreeOfReference(const Visit& visit) const {
    for (uint32_t j = 0; j < taken_.size(); ++j) {
      if (!taken_[j]) visit(j);
    }
  }

  struct Counts {
    uint32_t pairs = 0, chunks = 0;
  };
  Counts Count() const {
    Counts counts;
    for (size_t i = 0; i < pair_of_.size(); ++i) {
      if (pair_of_[i] == kFree) continue;
      ++counts.pairs;
      const bool goes_on = i > 0 && pair_of_[i - 1] != kFree && pair_of_[i - 1] + 1 == pair_of_[i];
      if (!goes_on) ++counts.chunks;
    }
    return counts;
  }

 private:
  std::vector<uint32_t> pair_of_;        // for each position of the hypothesis
  std::vector<bool> taken_;              // for each position of the reference
  std::vector<uint32_t> last_, before_;  // for each symbol; for each position, the one before it
};

// A limited cache of the synsets of words, for one worker.
class KnownSynsets {
 public:
  const std::vector<uint32_t>& Of(std::string_view word, const NltkWordNet& wordnet) {
    const auto known = known_.find(absl::string_view(word.data(), word.size()));
    if (known != known_.end()) return known->second;
    if (known_.size() > kMostWords) known_.clear();
    std::vector<uint32_t>& synsets = known_[std::string(word)];
    wordnet.FindSynsets(word, synsets);
    return synsets;
  }

 private:
  static constexpr size_t kMostWords = size_t{1} << 15;
  absl::flat_hash_map<std::string, std::vector<uint32_t>> known_;
};

// The stems of the free words of a hypothesis and a reference, with numbers for the distinct stems
// of the reference.
class FreeStems {
 public:
  explicit FreeStems(HashFunction hash)
      : stemmer_(NltkStemmer(), hash),
        words_(hash),
        stems_(hash),
        symbols_(SymbolKind::kToken, hash) {}

  // Returns whether both have free words.
  bool Make(const Tokens& reference, const Tokens& hypothesis, const GreedyPairs& pairs) {
    words_.Reset("\n\n", kSides, kSides);
    words_.FindLines();
    place_.Grow(size_t{reference.count} + hypothesis.count, 0);
    in_hypothesis_ = place_.data() + reference.count;
    uint32_t free_of_reference = 0, free_of_hypothesis = 0;
    words_.BeginSegment(reference.base);
    pairs.ForEachFreeOfReference(
        [&](uint32_t j) { Add(reference, j, place_[j], free_of_reference); });
    words_.EndSegment(0);
    words_.BeginSegment(hypothesis.base);
    pairs.ForEachFree(
        [&](uint32_t i) { Add(hypothesis, i, in_hypothesis_[i], free_of_hypothesis); });
    words_.EndSegment(1);
    if (free_of_reference == 0 || free_of_hypothesis == 0) return false;
    stemmer_.StemView(words_, stems_);
    reference_ = stems_.Segment(0).tokens;
    hypothesis_ = stems_.Segment(1).tokens;
    symbols_.Set({&reference_, 1});
    symbols_.Find(hypothesis_, found_);
    return true;
  }

  // The numbers of the stems at a free position, and their text.
  uint32_t OfReference(uint32_t j) const { return symbols_[0][place_[j]]; }
  uint32_t OfHypothesis(uint32_t i) const { return found_[in_hypothesis_[i]]; }
  std::string_view TextOfReference(uint32_t j) const { return reference_[place_[j]]; }
  std::string_view TextOfHypothesis(uint32_t i) const { return hypothesis_[in_hypothesis_[i]]; }
  uint32_t distinct() const { return symbols_.distinct(); }

 private:
  static constexpr uint32_t kSides = 2;

  void Add(const Tokens& words, uint32_t word, uint32_t& place, uint32_t& count) {
    words_.AddToken(words.begin[word], words.end[word], words.key[word]);
    place = count++;
  }

  Stemmer stemmer_;
  View words_, stems_;
  ReferenceSymbols symbols_;
  Tokens reference_, hypothesis_;
  Buffer<uint32_t> found_;
  Buffer<uint32_t> place_;  // of each free word among the free ones: the reference's, and then
  uint32_t* in_hypothesis_ = nullptr;
};

struct NltkScratch : Scratch {
  explicit NltkScratch(HashFunction hash) : stems(hash) {}

  Buffer<uint32_t> words;
  GreedyPairs pairs;
  FreeStems stems;
  SynonymIndex listed;  // from each synset to the stems of the reference that it lists
  KnownSynsets known;
};

class NltkMeteor final : public MeanOfSegments<NltkMeteor, NltkPrepared, NltkScratch> {
 public:
  NltkMeteor(NltkMeteorOptions options, const MetricContext& context)
      : options_(std::move(options)),
        hash_(context.hash->function),
        pinned_(context.arithmetic == Arithmetic::kPinned) {}

  std::vector<ViewSpec> Views() const override {
    ViewSpec words = options_.text.Words();
    words.stemmer = nullptr;
    return {words};
  }
  std::vector<std::pair<std::string, std::string>> SignatureKeys() const override {
    const std::string synonyms = options_.digest.empty() ? "none" : "wordnet-" + options_.digest;
    return TextSignatureKeys(
        options_.text,
        {{"params", fmt::format("{}_{}_{}", options_.alpha, options_.beta, options_.gamma)},
         {"synonyms", synonyms},
         {"corpus", "mean"}});
  }

  NltkPrepared MakePrepared() const { return NltkPrepared(hash_); }
  NltkScratch MakeScratch() const { return NltkScratch(hash_); }

  void Prepare(const ReferenceViews& references, NltkScratch&, NltkPrepared& out) const {
    references.CopyTokens(out.tokens);
    out.words.Set(out.tokens);
  }

  void ExtractRow(const NltkPrepared& refs, std::span<const SegmentView> hypothesis,
                  NltkScratch& work, int64_t* row) const {
    const Tokens& words = hypothesis[0].tokens;
    refs.words.Find(words, work.words);
    double best = 0;
    for (uint32_t r = 0; r < refs.words.references(); ++r) {
      const Symbols reference = refs.words[r];
      const auto length = static_cast<uint32_t>(reference.size());
      work.pairs.Begin(words.count, length);
      work.pairs.List([&](uint32_t j) { return reference[j]; }, refs.words.distinct());
      work.pairs.TakeEqual([&](uint32_t i) { return work.words[i]; });
      if (work.stems.Make(refs.tokens[r], words, work.pairs)) {
        work.pairs.List([&](uint32_t j) { return work.stems.OfReference(j); },
                        work.stems.distinct());
        work.pairs.TakeEqual([&](uint32_t i) { return work.stems.OfHypothesis(i); });
        if (options_.wordnet != nullptr) TakeSynonyms(work);
      }
      best = std::max(best, Meteor(work.pairs.Count(), words.count, length));
    }
    WriteScore(best, row);
  }

 private:
  // Runs after the stage of stems and uses its lists of free positions.
  void TakeSynonyms(NltkScratch& work) const {
    work.listed.Clear();
    work.pairs.ForEachFreeOfReference([&](uint32_t j) {
      const uint32_t symbol = work.stems.OfReference(j);
      if (work.pairs.Last(symbol) != j) return;  // once for each distinct stem
      work.listed.Add(options_.wordnet->Listing(work.stems.TextOfReference(j)), symbol,
                      [](uint32_t) {});
    });
    work.pairs.ForEachFree([&](uint32_t i) {
      uint32_t best = kNoSymbol;
      const auto see = [&](uint32_t symbol) {
        const uint32_t last = work.pairs.Last(symbol), most = work.pairs.Last(best);
        if (last != GreedyPairs::kFree && (most == GreedyPairs::kFree || last > most)) {
          best = symbol;
        }
      };
      work.listed.ForEach(work.known.Of(work.stems.TextOfHypothesis(i), *options_.wordnet), see);
      if (best != kNoSymbol) work.pairs.Take(i, best);
    });
  }

  double Meteor(const GreedyPairs::Counts& counts, uint32_t of_hyp, uint32_t of_ref) const {
    if (counts.pairs == 0) return 0;
    const double pairs = counts.pairs, precision = pairs / of_hyp, recall = pairs / of_ref;
    const double f =
        precision * recall / (options_.alpha * precision + (1 - options_.alpha) * recall);
    const double share = counts.chunks / pairs;
    const double power =
        pinned_ ? PinnedExp(options_.beta * PinnedLog(share)) : std::pow(share, options_.beta);
    return (1 - options_.gamma * power) * f;
  }

  NltkMeteorOptions options_;
  HashFunction hash_;
  bool pinned_;
};

Status ReadNltkMeteorWordNet(const MetricOptions& given, const MetricContext& context,
                             NltkMeteorOptions& options) {
  const auto synonyms = given.find("synonyms");
  if (synonyms != given.end() && synonyms->second == "none") return OkStatus();
  if (synonyms != given.end() && synonyms->second != "wordnet") {
    return UnknownName("synonyms", synonyms->second, {"wordnet", "none"});
  }
  if (context.rows != nullptr) {
    options.digest = context.rows->Digest("synonyms");
    return OkStatus();
  }
  const auto folder = given.find("wordnet");
  MTG_ASSIGN_OR_RETURN(
      options.wordnet,
      NltkWordNet::Open(WordNetFolder(folder == given.end() ? "" : folder->second)));
  options.digest = options.wordnet->digest();
  return OkStatus();
}

Result<std::unique_ptr<Metric>> MakeNltkMeteor(const MetricOptions& given,
                                               const MetricContext& context) {
  NltkMeteorOptions options;
  MTG_ASSIGN_OR_RETURN(options.text, ReadTextOptions(given, context));
  options.text.lowercase = true;
  options.text.stemmer = &NltkStemmer();
  MTG_ASSIGN_OR_RETURN(options.alpha, ReadNumber(given, "alpha", options.alpha, 0, 1));
  MTG_ASSIGN_OR_RETURN(options.beta, ReadNumber(given, "beta", options.beta, 0, 1000));
  MTG_ASSIGN_OR_RETURN(options.gamma, ReadNumber(given, "gamma", options.gamma, 0, 1));
  MTG_RETURN_IF_ERROR(ReadNltkMeteorWordNet(given, context, options));
  return std::make_unique<NltkMeteor>(std::move(options), context);
}

constexpr MetricOptionRow kNltkMeteorOptions[] = {
    {"tok", "NAME", "none", "tokenizer; none is what Python's split() does"},
    {"alpha", "X", "0.9", "weight of recall in F"},
    {"beta", "X", "3", "exponent of the chunk penalty"},
    {"gamma", "X", "0.5", "largest chunk penalty"},
    {"synonyms", "wordnet|none", "wordnet", "match synonyms of WordNet 3.0, or none"},
    {"wordnet", "DIR", "/usr/share/wordnet",
     "folder of WordNet's files; $WNSEARCHDIR is used if set"},
};

}  // namespace

extern const MetricRow kNltkMeteor;
const MetricRow kNltkMeteor = {
    .name = "nltk-meteor",
    .title = "NLTK METEOR",
    .help = "METEOR with the digits of NLTK's meteor_score, which is not the METEOR of its papers",
    .paper = "Lavie and Agarwal (2007)",
    .scale = 0,  // even a single chunk has a penalty
    .higher_is_better = true,
    .options = kNltkMeteorOptions,
    .make = &MakeNltkMeteor,
    .references = "the best-scoring reference counts",
    .corpus = "mean",
    .notes =
        "As in NLTK, words are paired greedily, and synonyms are looked up for stems. Needs "
        "WordNet 3.0 (Debian package wordnet-base). NLTK takes lists of words; tok=none cuts the "
        "text as split() does.",
};

}  // namespace mtgauge
