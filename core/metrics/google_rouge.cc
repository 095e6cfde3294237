// ROUGE as Google's package rouge_score 0.1.2 computes it, with the same tokenizer, stemmer and
// arithmetic. Let m be the number of matching n-grams, or of words in the longest common
// subsequence, and h and r the numbers of n-grams or words in hypothesis and reference. Then
//
//   P = m / h,  R = m / r,  F = 2 P R / (P + R).
//
// rougeLsum compares sentence by sentence: m counts the words of the reference's sentences that
// belong to a longest common subsequence with some sentence of the hypothesis. A line feed ends a
// sentence. With several references, the one with the highest F counts; if tied, the first. The
// corpus score is the mean over all segments.
//
// The tokenizers unicode-v1 and character-v1 are those of rouge-score-rs 0.2.1, which else computes
// the same.
//
// Row: sum, sum_rest (fixed_sum.h), segments.
#include <absl/container/inlined_vector.h>
#include <fmt/format.h>

#include <algorithm>

#include "core/algo/distance/sequence_pair.h"
#include "core/algo/distance/union_subsequence.h"
#include "core/base/kept_list.h"
#include "core/contract/mean_of_segments.h"
#include "core/contract/text_options.h"

namespace mtgauge {
namespace {

constexpr uint32_t kGoogleRougeMaxOrder = 9;
enum class Kind { kNgrams, kSubsequence, kSentences };
struct KindRow {
  std::string_view name, title;
  Kind kind;
  uint32_t order;
};
constexpr KindRow kKinds[] = {{"1", "Google ROUGE-1", Kind::kNgrams, 1},
                              {"2", "Google ROUGE-2", Kind::kNgrams, 2},
                              {"3", "Google ROUGE-3", Kind::kNgrams, 3},
                              {"4", "Google ROUGE-4", Kind::kNgrams, 4},
                              {"5", "Google ROUGE-5", Kind::kNgrams, 5},
                              {"6", "Google ROUGE-6", Kind::kNgrams, 6},
                              {"7", "Google ROUGE-7", Kind::kNgrams, 7},
                              {"8", "Google ROUGE-8", Kind::kNgrams, 8},
                              {"9", "Google ROUGE-9", Kind::kNgrams, 9},
                              {"l", "Google ROUGE-L", Kind::kSubsequence, 1},
                              {"lsum", "Google ROUGE-Lsum", Kind::kSentences, 1}};
struct GoogleRougeStatRow {
  std::string_view name;
};
constexpr GoogleRougeStatRow kGoogleRougeStats[] = {{"f"}, {"p"}, {"r"}};
constexpr GoogleRougeStatRow kGoogleRougeTokenizers[] = {
    {"rouge"}, {"unicode-v1"}, {"character-v1"}};

struct GoogleRougeFigures {
  double precision = 0, recall = 0, f = 0;
};

// Computes in rouge_score's order of operations, so that references tie here if they tie there.
GoogleRougeFigures FiguresOf(uint64_t matches, uint64_t of_hyp, uint64_t of_ref) {
  GoogleRougeFigures figures;
  if (matches == 0) return figures;
  figures.precision = static_cast<double>(matches) / static_cast<double>(of_hyp);
  figures.recall = static_cast<double>(matches) / static_cast<double>(of_ref);
  figures.f = 2 * figures.precision * figures.recall / (figures.precision + figures.recall);
  return figures;
}

// Appends the sentence ends of a segment that was split by the tokenizer rouge.
void FindSentenceEnds(const Tokens& words, std::vector<uint32_t>& ends) {
  for (uint32_t i = 1; i < words.count; ++i) {
    const std::string_view between(words.base + words.end[i - 1],
                                   words.begin[i] - words.end[i - 1]);
    if (between.find('\n') != std::string_view::npos) ends.push_back(i);
  }
  ends.push_back(words.count);
}

struct GooglePrepared {
  explicit GooglePrepared(HashFunction hash) : sequences(hash), symbols(SymbolKind::kToken, hash) {}
  std::vector<Tokens> tokens;
  KeptList<NgramReferences> ngrams;         // one per reference
  std::vector<SegmentView> views;           // the views of `tokens`
  ReferenceSequences sequences;             // for the longest common subsequence
  ReferenceSymbols symbols;                 // for sentences
  std::vector<std::vector<uint32_t>> ends;  // [reference]: sentence ends
};

struct GoogleScratch : Scratch {
  NgramScratch ngrams;
  SequencePair pair;
  Buffer<uint32_t> names;
  std::vector<uint32_t> ends;
  UnionSubsequence sentences;
};

class GoogleRouge final : public MeanOfSegments<GoogleRouge, GooglePrepared, GoogleScratch, 100> {
 public:
  GoogleRouge(const KindRow& kind, char stat, std::string_view tokenizer, const StemmerRow* stemmer,
              const MetricContext& context)
      : kind_(kind), stat_(stat) {
    text_.tokenizer = text_.lowercasing = FindTokenizer(tokenizer);
    text_.lowercase = true;
    text_.stemmer = stemmer;
    ngram_options_.max_order = kind.order;
    ngram_options_.engine = context.ngram_engine;
    ngram_options_.hash = context.hash;
  }

  std::string Title() const override { return std::string(kind_.title); }
  // Words, followed by stems if there is a stemmer. The last view is the one to compare.
  std::vector<ViewSpec> Views() const override {
    std::vector<ViewSpec> views = {text_.Words()};
    if (text_.stemmer != nullptr) {
      views.push_back(views[0]);
      views[0].stemmer = nullptr;
    }
    return views;
  }
  std::vector<std::pair<std::string, std::string>> SignatureKeys() const override {
    return TextSignatureKeys(text_,
                             {{"n", std::string(kind_.name)}, {"stat", std::string(1, stat_)}});
  }

  GooglePrepared MakePrepared() const { return GooglePrepared(ngram_options_.hash->function); }

  void Prepare(const ReferenceViews& references, GoogleScratch&, GooglePrepared& out) const {
    const size_t each = text_.stemmer != nullptr ? 2 : 1;
    out.tokens.clear();
    out.views.clear();
    out.ends.assign(references.count, {});
    for (size_t r = 0; r < references.count; ++r) {
      out.views.push_back(references.views[(r + 1) * each - 1]);
      out.tokens.push_back(out.views.back().tokens);
      if (kind_.kind == Kind::kSentences) {
        FindSentenceEnds(references.views[r * each].tokens, out.ends[r]);
      }
    }
    if (kind_.kind == Kind::kSubsequence) return out.sequences.Set(out.views);
    if (kind_.kind == Kind::kSentences) return out.symbols.Set(out.tokens);
    out.ngrams.Resize(out.tokens.size(), ngram_options_);
    for (size_t r = 0; r < out.tokens.size(); ++r) out.ngrams[r].Set({&out.tokens[r], 1});
  }

  void ExtractRow(const GooglePrepared& references, std::span<const SegmentView> hypothesis,
                  GoogleScratch& work, int64_t* row) const {
    const Tokens& hyp = hypothesis.back().tokens;
    if (kind_.kind == Kind::kSubsequence) work.pair.Set(references.sequences, hyp);
    if (kind_.kind == Kind::kSentences) {
      references.symbols.Find(hyp, work.names);
      work.ends.clear();
      FindSentenceEnds(hypothesis[0].tokens, work.ends);
    }
    GoogleRougeFigures best;
    for (uint32_t r = 0; r < references.tokens.size(); ++r) {
      const uint64_t matches = Matches(references, r, hyp, work);
      const uint64_t lost = kind_.order - 1;  // words minus n-grams
      const GoogleRougeFigures figures =
          FiguresOf(matches, hyp.count - lost, references.tokens[r].count - lost);
      if (figures.f > best.f) best = figures;
    }
    WriteScore(stat_ == 'p' ? best.precision : stat_ == 'r' ? best.recall : best.f, row);
  }

 private:
  uint64_t Matches(const GooglePrepared& references, uint32_t r, const Tokens& hyp,
                   GoogleScratch& work) const {
    if (kind_.kind == Kind::kSubsequence) {
      work.beyond_budget |= work.pair.Steps(r) > kMostSteps;
      return work.beyond_budget ? 0 : work.pair.CommonSubsequence(r);
    }
    if (kind_.kind == Kind::kSentences) {
      const Sentences ours = {{work.names.data(), hyp.count}, work.ends};
      const Sentences theirs = {references.symbols[r], references.ends[r]};
      const uint32_t distinct = references.symbols.distinct();
      work.beyond_budget |=
          UnionSubsequence::Steps(theirs, ours, distinct, kMostSteps) > kMostSteps;
      return work.beyond_budget ? 0 : work.sentences.Hits(theirs, ours, distinct);
    }
    absl::InlinedVector<int64_t, kGoogleRougeMaxOrder> matches(kind_.order);
    work.ngrams.Match(references.ngrams[r], hyp, matches.data());
    return static_cast<uint64_t>(matches.back());
  }

  const KindRow& kind_;
  char stat_;
  TextOptions text_;
  NgramOptions ngram_options_;
};

Result<std::unique_ptr<Metric>> MakeGoogleRouge(const MetricOptions& given,
                                                const MetricContext& context) {
  MTG_ASSIGN_OR_RETURN(const KindRow* kind, ReadNamed(given, "n", std::span(kKinds)));
  MTG_ASSIGN_OR_RETURN(const GoogleRougeStatRow* stat,
                       ReadNamed(given, "stat", std::span(kGoogleRougeStats)));
  MTG_ASSIGN_OR_RETURN(const bool stems, ReadYesNo(given, "use_stemmer", false));
  MTG_ASSIGN_OR_RETURN(const GoogleRougeStatRow* tokenizer,
                       ReadNamed(given, "tokenizer", std::span(kGoogleRougeTokenizers)));
  if (stems && tokenizer != kGoogleRougeTokenizers) {
    return UsageError({.option = "use_stemmer"}, fmt::format("{} has no stems", tokenizer->name),
                      "leave out use_stemmer");
  }
  return std::make_unique<GoogleRouge>(*kind, stat->name[0], tokenizer->name,
                                       stems ? &RougeStemmer() : nullptr, context);
}

constexpr MetricOptionRow kGoogleRougeOptions[] = {
    {"n", "N|l|lsum", "1",
     "n-gram order, 1 to 9; l: longest common subsequence; lsum: the same, sentence by sentence"},
    {"stat", "NAME", "f", "p (precision), r (recall) or f"},
    {"tokenizer", "NAME", "rouge",
     "rouge, or unicode-v1 (words of all scripts) or character-v1 of rouge-score-rs"},
    {"use_stemmer", "yes|no", "no", "compare Porter stems of words of four letters or more"},
};

}  // namespace

extern const MetricRow kGoogleRouge;
const MetricRow kGoogleRouge = {
    .name = "google-rouge",
    .title = "Google ROUGE",
    .help = "ROUGE with the digits of Google's rouge_score: rouge1, rouge2, rougeL, rougeLsum",
    .paper = "Lin (2004)",
    .scale = 100,
    .higher_is_better = true,
    .options = kGoogleRougeOptions,
    .make = &MakeGoogleRouge,
    .references = "that with the highest F counts",
    .first_of_ties = true,
    .corpus = "mean",
    .equal_is_perfect = false,
    .notes =
        "rouge_score prints a fraction, not a percentage. It keeps only a to z and 0 to 9, so text "
        "in other scripts disappears; tokenizer=unicode-v1 keeps it. A line feed within a segment ends a sentence of rougeLsum; "
        "plain text has none, but JSON Lines can.",
};

}  // namespace mtgauge
