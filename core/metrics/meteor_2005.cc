// The first METEOR (Banerjee and Lavie 2005), and the same with the parameters of Lavie and Agarwal
// (2007). Implemented from the papers; no program of that time is left to compare with.
//
// Words are paired in stages: equal words, then words with the same Porter stem, then synonyms.
// With m pairs in ch chunks,
//
//   P = m / |h|,  R = m / |r|,  F = P R / (alpha P + (1 - alpha) R),
//   score = F (1 - gamma (ch / m)^beta),
//
// where alpha = 0.9, beta = 3, gamma = 0.5 in 2005, and alpha = 0.81, beta = 0.83, gamma = 0.28 in
// 2007.
//
// Row: matches, hyp_len, ref_len, chunks. Of several references, the one with the highest score
// counts, the first if there is a tie.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/algo/alignment/staged_alignment.h"
#include "core/algo/alignment/symbols.h"
#include "core/algo/alignment/word_facts.h"
#include "core/base/pinned_math.h"
#include "core/contract/metric_of.h"
#include "core/contract/text_options.h"
#include "core/text/words/resource_file.h"

namespace mtgauge {
namespace {

constexpr uint32_t kMeteor2005UsualBeam = 40;

struct Preset {
  double alpha, beta, gamma;
};
constexpr Preset k2005 = {0.9, 3, 0.5};
constexpr Preset k2007 = {0.81, 0.83, 0.28};

struct Meteor2005Options {
  TextOptions text;
  Preset parameters{};
  bool stems = true;
  const Synonyms* synonyms = nullptr;
  std::string synonyms_of, synonyms_digest;  // the digest is empty if there are no synonyms
  uint32_t beam = kMeteor2005UsualBeam;
};

// Returns an empty list of function words: all words have the same weight.
const FunctionWords& NoFunctionWords() {
  static const FunctionWords none;
  return none;
}

struct Meteor2005Prepared {
  explicit Meteor2005Prepared(HashFunction hash)
      : words(SymbolKind::kToken, hash), stems(SymbolKind::kToken, hash) {}

  std::vector<Tokens> tokens;
  ReferenceSymbols words, stems;
  SynonymIndex synonyms;
};

struct Meteor2005Scratch : Scratch {
  Meteor2005Scratch(const Synonyms* dictionary, HashFunction hash)
      : facts(NoFunctionWords(), dictionary, nullptr, nullptr, Equality::kWords, hash) {}

  WordFacts facts;
  Buffer<uint32_t> words, stems;
  WordLists equal, of_stem, synonymous;
  StagedAlignment alignment;
};

class Meteor2005 final : public MetricOf<Meteor2005, Meteor2005Prepared, Meteor2005Scratch> {
 public:
  Meteor2005(Meteor2005Options options, const MetricContext& context)
      : options_(std::move(options)),
        hash_(context.hash->function),
        pinned_(context.arithmetic == Arithmetic::kPinned) {}

  std::vector<ViewSpec> Views() const override {
    std::vector<ViewSpec> views = {options_.text.Words()};
    if (options_.stems) {
      views.push_back(views[0]);
      views[1].stemmer = FindStemmer("porter");
    }
    return views;
  }
  std::vector<std::string> Columns() const override {
    return {"matches", "hyp_len", "ref_len", "chunks"};
  }
  std::vector<std::pair<std::string, std::string>> SignatureKeys() const override {
    const Preset& p = options_.parameters;
    SignatureKeyList own = {{"stages", fmt::format("ex{}{}", options_.stems ? "_po" : "",
                                                   options_.synonyms_digest.empty() ? "" : "_sy")},
                            {"params", fmt::format("{}_{}_{}", p.alpha, p.beta, p.gamma)},
                            {"beam", fmt::format("{}", options_.beam)}};
    if (options_.stems) own.emplace_back("stem", StemmerSignature(*FindStemmer("porter")));
    if (!options_.synonyms_digest.empty()) {
      own.emplace_back("synonyms",
                       fmt::format("{}-{}", options_.synonyms_of, options_.synonyms_digest));
    }
    return TextSignatureKeys(options_.text, own);
  }

  Meteor2005Prepared MakePrepared() const { return Meteor2005Prepared(hash_); }
  Meteor2005Scratch MakeScratch() const { return Meteor2005Scratch(options_.synonyms, hash_); }

  void Prepare(const ReferenceViews& references, Meteor2005Scratch& scratch,
               Meteor2005Prepared& out) const {
    WordFacts& facts = scratch.facts;
    if (options_.stems) {
      references.CopyTokens(out.tokens, 1, 2);
      out.stems.Set(out.tokens);
    }
    references.CopyTokens(out.tokens, 0, options_.stems ? 2 : 1);
    out.words.Set(out.tokens);
    facts.BeginSegment();
    out.synonyms.Clear();
    uint32_t named = 0;
    for (uint32_t r = 0; r < references.count; ++r) {
      for (uint32_t j = 0; j < out.words[r].size(); ++j) {
        if (out.words[r][j] < named) continue;
        const std::span<const uint32_t> sets = facts.Sets(facts.Find(out.tokens[r], j));
        out.synonyms.Add(sets, named++, [](uint32_t) {});
      }
    }
  }

  void ExtractRow(const Meteor2005Prepared& refs, std::span<const SegmentView> hypothesis,
                  Meteor2005Scratch& work, int64_t* row) const {
    ListPairs(refs, hypothesis, work);
    const uint32_t length = hypothesis[0].tokens.count;
    std::fill_n(row, 4, 0);
    row[1] = length;
    double best = -1;
    for (uint32_t r = 0; r < refs.words.references(); ++r) {
      if (!Align(refs, r, length, work)) {
        work.beyond_budget = true;
        return;
      }
      const auto pairs = work.alignment.pairs();
      const auto unpaired = std::count(pairs.begin(), pairs.end(), StagedAlignment::kNone);
      const auto size = static_cast<int64_t>(pairs.size());
      const int64_t with[4] = {size - unpaired, length, size, work.alignment.Chunks()};
      const double score = Score(with, Level::kSegment);
      if (score <= best) continue;
      best = score;
      std::copy_n(with, 4, row);
    }
  }

  double Score(std::span<const int64_t> sums, Level) const override {
    if (sums[0] == 0) return 0;
    return Fmean(sums) * (1 - Penalty(sums));
  }
  std::vector<Detail> Details(std::span<const int64_t> sums, Level) const override {
    const auto share = [&](size_t of) {
      return sums[of] == 0 ? 0 : static_cast<double>(sums[0]) / static_cast<double>(sums[of]);
    };
    return {{"precision", share(1)},
            {"recall", share(2)},
            {"fmean", sums[0] == 0 ? 0 : Fmean(sums)},
            {"penalty", sums[0] == 0 ? 0 : Penalty(sums)},
            {"matches", sums[0]},
            {"hyp_len", sums[1]},
            {"ref_len", sums[2]},
            {"chunks", sums[3]}};
  }

 private:
  // Computes P R / (alpha P + (1 - alpha) R); needs at least one match.
  double Fmean(std::span<const int64_t> sums) const {
    const double alpha = options_.parameters.alpha;
    return static_cast<double>(sums[0]) /
           (alpha * static_cast<double>(sums[2]) + (1 - alpha) * static_cast<double>(sums[1]));
  }
  double Penalty(std::span<const int64_t> sums) const {
    const Preset& p = options_.parameters;
    const double share = static_cast<double>(sums[3]) / static_cast<double>(sums[0]);
    return p.gamma * (pinned_ ? PinnedExp(p.beta * PinnedLog(share)) : std::pow(share, p.beta));
  }

  // Lists the words of the hypothesis by what they share with words of the references.
  void ListPairs(const Meteor2005Prepared& refs, std::span<const SegmentView> hypothesis,
                 Meteor2005Scratch& work) const {
    const Tokens& tokens = hypothesis[0].tokens;
    const Symbols words = refs.words.Find(tokens, work.words);
    Symbols stems;
    if (options_.stems) stems = refs.stems.Find(hypothesis[1].tokens, work.stems);
    work.facts.BeginSegment();
    work.equal.Clear(refs.words.distinct());
    work.synonymous.Clear(refs.words.distinct());
    work.of_stem.Clear(options_.stems ? refs.stems.distinct() : 0);
    // Filling a list from the end of the hypothesis puts it in the order of the hypothesis.
    for (uint32_t i = tokens.count; i-- > 0;) {
      if (words[i] != kNoSymbol) work.equal.Add(words[i], i);
      if (!stems.empty() && stems[i] != kNoSymbol) work.of_stem.Add(stems[i], i);
      if (options_.synonyms == nullptr) continue;
      const std::span<const uint32_t> sets = work.facts.Sets(work.facts.Find(tokens, i));
      refs.synonyms.ForEach(sets, [&](uint32_t name) {
        if (work.synonymous.First(name) != i) work.synonymous.Add(name, i);
      });
    }
  }

  // Returns false if this is too much work.
  bool Align(const Meteor2005Prepared& refs, uint32_t reference, uint32_t hypothesis_size,
             Meteor2005Scratch& work) const {
    const Symbols words = refs.words[reference];
    work.alignment.Begin(hypothesis_size, static_cast<uint32_t>(words.size()));
    const auto stage = [&](Symbols names, const WordLists& lists) {
      return work.alignment.AddStage(names, lists, options_.beam, kMostSteps);
    };
    return stage(words, work.equal) &&
           (!options_.stems || stage(refs.stems[reference], work.of_stem)) &&
           (options_.synonyms == nullptr || stage(words, work.synonymous));
  }

  Meteor2005Options options_;
  HashFunction hash_;
  bool pinned_;
};

std::string Meteor2005Given(const MetricOptions& given, std::string_view name,
                            std::string_view fallback) {
  const auto found = given.find(name);
  return found == given.end() ? std::string(fallback) : found->second;
}

Status ReadMeteor2005Synonyms(const MetricOptions& given, const MetricContext& context,
                              Meteor2005Options& options) {
  options.synonyms_of = Meteor2005Given(given, "synonyms", "wordnet");
  const bool of_wordnet = options.synonyms_of == "wordnet";
  if (options.synonyms_of == "none") return OkStatus();
  if (!of_wordnet && options.synonyms_of != "meteor") {
    return UnknownName("synonyms", options.synonyms_of, {"wordnet", "meteor", "none"});
  }
  if (context.rows != nullptr) {
    options.synonyms_digest = context.rows->Digest("synonyms");
    return OkStatus();
  }
  if (of_wordnet) {
    MTG_ASSIGN_OR_RETURN(
        options.synonyms,
        Synonyms::OpenWordNet(WordNetFolder(Meteor2005Given(given, "wordnet", "")), ""));
  } else {
    MTG_ASSIGN_OR_RETURN(
        options.synonyms,
        Synonyms::OpenMeteor(MeteorFolder(Meteor2005Given(given, "data", "")), "english", ""));
  }
  options.synonyms_digest = options.synonyms->digest();
  return OkStatus();
}

Result<std::unique_ptr<Metric>> MakeMeteor2005(const MetricOptions& given,
                                               const MetricContext& context, const Preset& preset) {
  Meteor2005Options options;
  MTG_ASSIGN_OR_RETURN(options.text, ReadToolTextOptions(given, context, "13a", "yes"));
  options.parameters = preset;
  Preset& p = options.parameters;
  MTG_ASSIGN_OR_RETURN(p.alpha, ReadNumber(given, "alpha", p.alpha, 0, 1));
  MTG_ASSIGN_OR_RETURN(p.beta, ReadNumber(given, "beta", p.beta, 0, 1000));
  MTG_ASSIGN_OR_RETURN(p.gamma, ReadNumber(given, "gamma", p.gamma, 0, 1));
  MTG_ASSIGN_OR_RETURN(options.beam, ReadWhole(given, "beam", kMeteor2005UsualBeam, 1,
                                               StagedAlignment::kWidestBeam));
  MTG_ASSIGN_OR_RETURN(options.stems, ReadYesNo(given, "porter", true));
  MTG_RETURN_IF_ERROR(ReadMeteor2005Synonyms(given, context, options));
  return std::make_unique<Meteor2005>(std::move(options), context);
}

constexpr MetricOptionRow kTok = {"tok", "NAME", "13a", "tokenizer"};
constexpr MetricOptionRow kLc = {"lc", "yes|no", "yes", "compare in lower case"};
constexpr MetricOptionRow kPorter = {"porter", "yes|no", "yes", "match Porter stems"};
constexpr MetricOptionRow kSynonyms = {
    "synonyms", "wordnet|meteor|none", "wordnet",
    "match synonyms of WordNet 3.0 or of METEOR 1.5's files, or none"};
constexpr MetricOptionRow kWordNet = {"wordnet", "DIR", "/usr/share/wordnet",
                                      "folder of WordNet's files; $WNSEARCHDIR is used if set"};
constexpr MetricOptionRow kData = {"data", "DIR", "$METEOR_DATA",
                                   "METEOR 1.5's folder `resources`, for synonyms=meteor"};
constexpr MetricOptionRow kBeam = {"beam", "N", "40",
                                   "beam size: partial alignments that are kept"};
constexpr std::string_view kAlphaHelp = "weight of recall in F";
constexpr std::string_view kBetaHelp = "exponent of the chunk penalty";
constexpr std::string_view kGammaHelp = "largest chunk penalty";

constexpr MetricOptionRow kOptions2005[] = {kTok,
                                            kLc,
                                            {"alpha", "X", "0.9", kAlphaHelp},
                                            {"beta", "X", "3", kBetaHelp},
                                            {"gamma", "X", "0.5", kGammaHelp},
                                            kPorter,
                                            kSynonyms,
                                            kWordNet,
                                            kData,
                                            kBeam};
constexpr MetricOptionRow kOptions2007[] = {kTok,
                                            kLc,
                                            {"alpha", "X", "0.81", kAlphaHelp},
                                            {"beta", "X", "0.83", kBetaHelp},
                                            {"gamma", "X", "0.28", kGammaHelp},
                                            kPorter,
                                            kSynonyms,
                                            kWordNet,
                                            kData,
                                            kBeam};

}  // namespace

extern const MetricRow kMeteor2005;
const MetricRow kMeteor2005 = {
    .name = "meteor2005",
    .title = "METEOR-2005",
    .help =
        "the first METEOR: words matched by form, Porter stem and synonym, with a penalty for "
        "chunks",
    .paper = "Banerjee and Lavie (2005)",
    .scale = 0,  // even a single chunk has a penalty
    .higher_is_better = true,
    .options = kOptions2005,
    .make = [](const MetricOptions& given,
               const MetricContext& context) { return MakeMeteor2005(given, context, k2005); },
    .references = "the best-scoring reference counts",
    .first_of_ties = true,
    .notes =
        "Computed as the paper says; no original program is left to compare with. Synonyms need "
        "WordNet 3.0 (Debian package wordnet-base).",
};

extern const MetricRow kMeteor2007;
const MetricRow kMeteor2007 = {
    .name = "meteor2007",
    .title = "METEOR-2007",
    .help = "METEOR of 2007: meteor2005 with parameters tuned to human judgements",
    .paper = "Lavie and Agarwal (2007)",
    .scale = 0,
    .higher_is_better = true,
    .options = kOptions2007,
    .make = [](const MetricOptions& given,
               const MetricContext& context) { return MakeMeteor2005(given, context, k2007); },
    .references = "the best-scoring reference counts",
    .first_of_ties = true,
    .notes =
        "Computed as the paper says; no original program is left to compare with. Synonyms need "
        "WordNet 3.0 (Debian package wordnet-base).",
};

}  // namespace mtgauge
