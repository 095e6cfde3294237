// CharacTER (Wang, Peter, Rosendahl and Ney 2016) as cer 1.2.0 computes it: runs of words are
// shifted to where the reference has them (core/algo/distance/matched_shifts.h), and then
//
//   CharacTER = min(1, (edits of characters + costs of the shifts) / characters of the hypothesis)
//
// over the words with one space between them. An empty text beside one that is not scores 1. With
// several references, the lowest score counts.
//
// Row: sum, sum_rest, sum_fine (exact_sum.h), segments.
#include <algorithm>
#include <utility>
#include <vector>

#include "core/algo/alignment/symbols.h"
#include "core/algo/distance/char_pair.h"
#include "core/algo/distance/matched_shifts.h"
#include "core/base/kept_list.h"
#include "core/contract/exact_sum.h"
#include "core/contract/metric_of.h"
#include "core/contract/text_options.h"

namespace mtgauge {
namespace {

struct CharacterPrepared {
  explicit CharacterPrepared(HashFunction hash) : symbols(SymbolKind::kToken, hash) {}
  std::vector<Tokens> tokens;
  ReferenceSymbols symbols;
  KeptList<WordIndex> words;
  CharReferences characters;
};

struct CharacterScratch : Scratch {
  Buffer<uint32_t> names;
  MatchedShifts shifts;
  CharPair pair;
};

class Character final : public MetricOf<Character, CharacterPrepared, CharacterScratch> {
 public:
  Character(const TextOptions& text, HashFunction hash) : text_(text), hash_(hash) {}

  std::vector<ViewSpec> Views() const override { return {text_.Words()}; }
  std::vector<std::string> Columns() const override {
    return {"sum", "sum_rest", "sum_fine", "segments"};
  }
  std::vector<std::pair<std::string, std::string>> SignatureKeys() const override {
    return TextSignatureKeys(text_);
  }

  CharacterPrepared MakePrepared() const { return CharacterPrepared(hash_); }

  void Prepare(const ReferenceViews& references, CharacterScratch&, CharacterPrepared& out) const {
    references.CopyTokens(out.tokens);
    out.symbols.Set(out.tokens);
    out.words.Resize(out.tokens.size());
    for (uint32_t r = 0; r < out.tokens.size(); ++r) {
      out.words[r].Set(out.symbols[r], out.symbols.distinct());
    }
    out.characters.Set(references.views);
  }

  void ExtractRow(const CharacterPrepared& references, std::span<const SegmentView> hypothesis,
                  CharacterScratch& work, int64_t* row) const {
    const Tokens& tokens = hypothesis[0].tokens;
    const Symbols names = references.symbols.Find(tokens, work.names);
    // WordIndex has a single name for all words that no reference has.
    for (uint32_t i = 0; i < tokens.count; ++i) {
      work.names[i] = std::min(work.names[i], references.symbols.distinct());
    }
    double best = 1;
    for (uint32_t r = 0; r < references.words.size() && !work.beyond_budget; ++r) {
      best = std::min(best, Value(references, r, tokens, names, work));
    }
    ExactSum::Write(best, row);
    row[3] = 1;
  }

  double Score(std::span<const int64_t> sums, Level) const override {
    return 100.0 * ExactSum::Mean(sums, sums[3]);
  }
  std::vector<Detail> Details(std::span<const int64_t> sums, Level) const override {
    return {{"segments", sums[3]}};
  }

 private:
  double Value(const CharacterPrepared& references, uint32_t r, const Tokens& tokens, Symbols names,
               CharacterScratch& work) const {
    const WordIndex& reference = references.words[r];
    if (tokens.count == 0 || reference.size() == 0) return tokens.count == reference.size() ? 0 : 1;
    work.beyond_budget = !work.shifts.Search(tokens, names, reference);
    if (work.beyond_budget) return 1;
    work.pair.Set(references.characters, work.shifts.Shifted());
    work.beyond_budget = work.pair.Steps(r) > kMostSteps;
    if (work.beyond_budget) return 1;
    const double edits = static_cast<double>(work.pair.Edits(r)) + work.shifts.Cost();
    return std::min(1.0, edits / work.pair.hyp_length());
  }

  TextOptions text_;
  HashFunction hash_;
};

Result<std::unique_ptr<Metric>> MakeCharacter(const MetricOptions& given,
                                              const MetricContext& context) {
  MTG_ASSIGN_OR_RETURN(const TextOptions text, ReadTextOptions(given, context));
  return std::make_unique<Character>(text, context.hash->function);
}

constexpr MetricOptionRow kCharacterOptions[] = {kTokOption, kLcOption};

}  // namespace

extern const MetricRow kCharacter;
const MetricRow kCharacter = {
    .name = "character",
    .title = "CharacTER",
    .help = "edits of characters after shifts of words, over the hypothesis length, in percent",
    .paper = "Wang et al. (2016)",
    .scale = 100,
    .higher_is_better = false,
    .options = kCharacterOptions,
    .make = &MakeCharacter,
    .references = "the lowest score counts",
    .corpus = "mean",
    .notes =
        "cer has one reference, takes lists of words and prints a fraction; tok=none cuts the text "
        "at white space, as Python's split() does. The corpus score is the exact mean, rounded "
        "once, as Python's statistics.mean() gives it.",
};

}  // namespace mtgauge
