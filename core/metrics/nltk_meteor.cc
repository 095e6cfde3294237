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

// Words of one text: their positions, in order, and the symbol of each.
struct PlacedSymbols {
  std::span<const uint32_t> at;
  const uint32_t* symbol;
};

// The pairs of positions of a hypothesis and a reference.
class GreedyPairs {
 public:
  static constexpr uint32_t kFree = UINT32_MAX;

  void Begin(size_t hypothesis_size, size_t reference_size) {
    pair_of_.assign(hypothesis_size, kFree);
    taken_.assign(reference_size, 0);
    before_.resize(reference_size);
  }
  // Pairs words with the same symbol, of those free; `distinct` is greater than every symbol.
  void TakeEqual(const PlacedSymbols& hypothesis, const PlacedSymbols& reference,
                 uint32_t distinct) {
    last_.assign(distinct, kFree);
    for (size_t k = 0; k < reference.at.size(); ++k) {
      const uint32_t j = reference.at[k];
      before_[j] = std::exchange(last_[reference.symbol[k]], j);
    }
    for (size_t k = hypothesis.at.size(); k-- > 0;) {
      if (Last(hypothesis.symbol[k]) != kFree) Take(hypothesis.at[k], hypothesis.symbol[k]);
    }
  }
  // Returns the last free position of a symbol of the last TakeEqual(), or kFree.
  uint32_t Last(uint32_t symbol) const { return symbol == kNoSymbol ? kFree : last_[symbol]; }
  // Pairs i with the symbol's last free position.
  void Take(uint32_t i, uint32_t symbol) {
    const uint32_t j = last_[symbol];
    pair_of_[i] = j;
    taken_[j] = 1;
    last_[symbol] = before_[j];
  }
  bool IsFree(uint32_t i) const { return pair_of_[i] == kFree; }
  // Returns the free positions, stored in `memory`.
  std::span<const uint32_t> FreeOfHypothesis(Buffer<uint32_t>& memory) const {
    return Free(pair_of_, kFree, memory);
  }
  std::span<const uint32_t> FreeOfReference(Buffer<uint32_t>& memory) const {
    return Free(taken_, 0, memory);
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
  static std::span<const uint32_t> Free(std::span<const uint32_t> states, uint32_t free,
                                        Buffer<uint32_t>& memory) {
    memory.Grow(states.size(), 0);
    size_t count = 0;
    for (uint32_t i = 0; i < states.size(); ++i) {
      memory[count] = i;
      count += size_t{states[i] == free};
    }
    return {memory.data(), count};
  }

  std::vector<uint32_t> pair_of_;        // for each position of the hypothesis
  std::vector<uint32_t> taken_;          // for each position of the reference: 1 if it is
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
    reference_.at = pairs.FreeOfReference(reference_at_);
    hypothesis_.at = pairs.FreeOfHypothesis(hypothesis_at_);
    if (reference_.at.empty() || hypothesis_.at.empty()) return false;
    words_.Reset("\n\n", 2, 2);
    words_.FindLines();
    Add(reference, reference_.at, 0);
    Add(hypothesis, hypothesis_.at, 1);
    stemmer_.StemView(words_, stems_);
    reference_stems_ = stems_.Segment(0).tokens;
    symbols_.Set({&reference_stems_, 1});
    reference_.symbol = symbols_[0].data();
    hypothesis_.symbol = symbols_.Find(hypothesis_stems(), found_).data();
    return true;
  }

  const PlacedSymbols& reference() const { return reference_; }
  const PlacedSymbols& hypothesis() const { return hypothesis_; }
  // The stems themselves.
  const Tokens& reference_stems() const { return reference_stems_; }
  Tokens hypothesis_stems() const { return stems_.Segment(1).tokens; }
  uint32_t distinct() const { return symbols_.distinct(); }

 private:
  void Add(const Tokens& words, std::span<const uint32_t> positions, uint32_t segment) {
    words_.BeginSegment(words.base);
    for (const uint32_t i : positions) words_.AddToken(words.begin[i], words.end[i], words.key[i]);
    words_.EndSegment(segment);
  }

  Stemmer stemmer_;
  View words_, stems_;  // of the reference, and of the hypothesis
  ReferenceSymbols symbols_;
  Tokens reference_stems_;
  PlacedSymbols reference_, hypothesis_;
  Buffer<uint32_t> reference_at_, hypothesis_at_, found_;
};

struct NltkScratch : Scratch {
  explicit NltkScratch(HashFunction hash) : stems(hash) {}

  std::span<const uint32_t> All(size_t count) {
    while (all.size() < count) all.push_back(static_cast<uint32_t>(all.size()));
    return {all.data(), count};
  }

  Buffer<uint32_t> words;
  std::vector<uint32_t> all;  // 0, 1, 2, ...: all positions of a text
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
    const Tokens& tokens = hypothesis[0].tokens;
    const Symbols words = refs.words.Find(tokens, work.words);
    double best = 0;
    for (uint32_t r = 0; r < refs.words.references(); ++r) {
      const Symbols reference = refs.words[r];
      work.pairs.Begin(words.size(), reference.size());
      const std::span<const uint32_t> all = work.All(std::max(words.size(), reference.size()));
      work.pairs.TakeEqual({all.first(words.size()), words.data()},
                           {all.first(reference.size()), reference.data()}, refs.words.distinct());
      if (work.stems.Make(refs.tokens[r], tokens, work.pairs)) {
        work.pairs.TakeEqual(work.stems.hypothesis(), work.stems.reference(),
                             work.stems.distinct());
        if (options_.wordnet != nullptr) TakeSynonyms(work);
      }
      best = std::max(best, Meteor(work.pairs.Count(), words.size(), reference.size()));
    }
    WriteScore(best, row);
  }

 private:
  // Runs after the stage of stems and uses its lists of free positions.
  void TakeSynonyms(NltkScratch& work) const {
    const PlacedSymbols &reference = work.stems.reference(), &hypothesis = work.stems.hypothesis();
    work.listed.Clear();
    for (uint32_t k = 0; k < reference.at.size(); ++k) {
      const uint32_t symbol = reference.symbol[k];
      if (work.pairs.Last(symbol) != reference.at[k]) continue;  // once for each distinct stem
      work.listed.Add(options_.wordnet->Listing(work.stems.reference_stems()[k]), symbol,
                      [](uint32_t) {});
    }
    const Tokens stems = work.stems.hypothesis_stems();
    for (uint32_t k = stems.count; k-- > 0;) {
      if (!work.pairs.IsFree(hypothesis.at[k])) continue;
      uint32_t best = kNoSymbol;
      const auto see = [&](uint32_t symbol) {
        const uint32_t last = work.pairs.Last(symbol), most = work.pairs.Last(best);
        if (last != GreedyPairs::kFree && (most == GreedyPairs::kFree || last > most)) {
          best = symbol;
        }
      };
      work.listed.ForEach(work.known.Of(stems[k], *options_.wordnet), see);
      if (best != kNoSymbol) work.pairs.Take(hypothesis.at[k], best);
    }
  }

  double Meteor(const GreedyPairs::Counts& counts, size_t of_hyp, size_t of_ref) const {
    if (counts.pairs == 0) return 0;
    const double pairs = counts.pairs, precision = pairs / static_cast<double>(of_hyp),
                 recall = pairs / static_cast<double>(of_ref);
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
