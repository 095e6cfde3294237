// METEOR as in NLTK 3.9.1: nltk.translate.meteor_score.meteor_score(). It is not the METEOR of its
// papers: words are paired greedily, and synonyms are looked up for stems.
//
// There are three stages: equal words, equal stems, synonyms. In each, every free word of the
// hypothesis, from the last to the first, takes the last free word of the reference that matches. A
// word of the reference is a synonym if its stem is listed in a synset of the other's stem. With m
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
  explicit NltkPrepared(HashFunction hash)
      : words(SymbolKind::kToken, hash), stems(SymbolKind::kToken, hash) {}

  std::vector<Tokens> tokens;
  ReferenceSymbols words, stems;
  SynonymIndex listed;  // from each synset to the stems listed in it
};

// The pairs of positions of a hypothesis and a reference.
class GreedyPairs {
 public:
  static constexpr uint32_t kFree = UINT32_MAX;

  void Begin(size_t hypothesis_size, size_t reference_size) {
    pair_of_.assign(hypothesis_size, kFree);
    taken_.assign(reference_size, false);
  }
  // Lists the free positions of the reference by symbol.
  void List(Symbols reference, uint32_t distinct) {
    last_.assign(distinct, kFree);
    before_.resize(reference.size());
    for (uint32_t j = 0; j < reference.size(); ++j) {
      if (!taken_[j]) before_[j] = std::exchange(last_[reference[j]], j);
    }
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
  // Calls visit(i) for each free position of the hypothesis, from the last to the first.
  template <typename Visit>
  void ForEachFree(const Visit& visit) const {
    for (auto i = static_cast<uint32_t>(pair_of_.size()); i-- > 0;) {
      if (pair_of_[i] == kFree) visit(i);
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

struct NltkScratch : Scratch {
  Buffer<uint32_t> words, stems;
  GreedyPairs pairs;
  KnownSynsets known;
};

class NltkMeteor final : public MeanOfSegments<NltkMeteor, NltkPrepared, NltkScratch> {
 public:
  NltkMeteor(NltkMeteorOptions options, const MetricContext& context)
      : options_(std::move(options)),
        hash_(context.hash->function),
        pinned_(context.arithmetic == Arithmetic::kPinned) {}

  std::vector<ViewSpec> Views() const override {
    std::vector<ViewSpec> views(2, options_.text.Words());
    views[0].stemmer = nullptr;
    return views;
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

  void Prepare(const ReferenceViews& references, NltkScratch&, NltkPrepared& out) const {
    references.CopyTokens(out.tokens, 0, 2);
    out.words.Set(out.tokens);
    references.CopyTokens(out.tokens, 1, 2);
    out.stems.Set(out.tokens);
    if (options_.wordnet == nullptr) return;
    out.listed.Clear();
    uint32_t named = 0;
    for (uint32_t r = 0; r < references.count; ++r) {
      for (uint32_t j = 0; j < out.tokens[r].count; ++j) {
        if (out.stems[r][j] < named) continue;
        out.listed.Add(options_.wordnet->Listing(out.tokens[r][j]), named++, [](uint32_t) {});
      }
    }
  }

  void ExtractRow(const NltkPrepared& refs, std::span<const SegmentView> hypothesis,
                  NltkScratch& work, int64_t* row) const {
    const Tokens& stems = hypothesis[1].tokens;
    refs.words.Find(hypothesis[0].tokens, work.words);
    refs.stems.Find(stems, work.stems);
    double best = 0;
    for (uint32_t r = 0; r < refs.words.references(); ++r) {
      const auto length = static_cast<uint32_t>(refs.words[r].size());
      work.pairs.Begin(stems.count, length);
      TakeEqual(refs.words[r], refs.words.distinct(), work.words, work.pairs);
      TakeEqual(refs.stems[r], refs.stems.distinct(), work.stems, work.pairs);
      if (options_.wordnet != nullptr) TakeSynonyms(refs, stems, work);
      best = std::max(best, Meteor(work.pairs.Count(), stems.count, length));
    }
    WriteScore(best, row);
  }

 private:
  static void TakeEqual(Symbols reference, uint32_t distinct, const Buffer<uint32_t>& hypothesis,
                        GreedyPairs& pairs) {
    pairs.List(reference, distinct);
    pairs.ForEachFree([&](uint32_t i) {
      if (pairs.Last(hypothesis[i]) != GreedyPairs::kFree) pairs.Take(i, hypothesis[i]);
    });
  }

  // Runs after the stage of stems and uses its lists of free positions.
  void TakeSynonyms(const NltkPrepared& refs, const Tokens& stems, NltkScratch& work) const {
    work.pairs.ForEachFree([&](uint32_t i) {
      uint32_t best = kNoSymbol;
      const auto see = [&](uint32_t symbol) {
        const uint32_t last = work.pairs.Last(symbol), most = work.pairs.Last(best);
        if (last != GreedyPairs::kFree && (most == GreedyPairs::kFree || last > most)) {
          best = symbol;
        }
      };
      refs.listed.ForEach(work.known.Of(stems[i], *options_.wordnet), see);
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
