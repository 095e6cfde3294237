// Error rates: the number of edits divided by the length of the reference, where edits are
//
//   wer   insertions, deletions and substitutions of words (Levenshtein 1966)
//   cder  the same, plus moves of a block for the cost of one jump (Leusch, Ueffing and Ney 2006)
//   cer   as wer but over characters
//
// and what Morris, Maier and Green (2004) make of the counts S, D, I and the hits H of an
// alignment:
//
//   mer   (S + D + I) / (H + S + D + I)
//   wip   H / (H + S + D) * H / (H + S + I);  wil = 1 - wip
//
// A dialect is a tool: its words, its choice between alignments with equally few edits, and its
// figure for an empty reference. With several references, the one with the fewest edits counts; if
// tied, the first. This is what cdec does; jiwer and kaldialign have one reference.
#include <fmt/format.h>

#include <algorithm>

#include "core/algo/alignment/symbols.h"
#include "core/algo/distance/char_pair.h"
#include "core/algo/distance/edit_alignment.h"
#include "core/algo/distance/kaldi_alignment.h"
#include "core/algo/distance/sequence_pair.h"
#include "core/contract/metric_of.h"
#include "core/contract/text_options.h"
#include "core/text/tokenizers/tok_jiwer.h"

namespace mtgauge {
namespace {

struct DialectRow {
  std::string_view name;
  std::string_view tok;  // default for words; empty for jiwer's own
};
constexpr DialectRow kDialects[] = {{"jiwer", ""}, {"cdec", "ascii"}, {"kaldialign", "none"}};
constexpr const DialectRow* kOfJiwer = &kDialects[0];
constexpr const DialectRow* kOfCdec = &kDialects[1];
constexpr const DialectRow* kOfKaldialign = &kDialects[2];
using DialectRows = std::span<const DialectRow>;
constexpr DialectRows kOfWords = kDialects, kOfCharacters = kOfWords.first(2),
                      kOfInformation = kOfWords.first(1);

// The score: edits by length, or only the edits.
enum class Measure { kRate, kSum, kMean };

struct RateOptions {
  TextOptions text = {};
  const DialectRow* dialect = kOfCdec;
  Measure measure = Measure::kRate;
  bool characters = false;
  bool sclite = false, compounds = false;  // of kaldialign

  SignatureKeyList SignatureKeys() const {
    if (measure != Measure::kRate) {
      return TextSignatureKeys(text, {{"unit", characters ? "char" : "word"},
                                      {"corpus", measure == Measure::kSum ? "sum" : "mean"}});
    }
    if (dialect == kOfCdec) return TextSignatureKeys(text);
    SignatureKeyList own = {{"dialect", std::string(dialect->name)}};
    if (dialect == kOfKaldialign) {
      own.emplace_back("sclite", sclite ? "yes" : "no");
      own.emplace_back("compounds", compounds ? "yes" : "no");
    }
    return TextSignatureKeys(text, own);
  }
};

// Returns a rate in percent. For an empty reference, jiwer has the number of edits; cdec's dialect
// has 100, as sacreBLEU's TER does.
double RateOf(const RateOptions& options, int64_t edits, int64_t length) {
  if (length > 0) return 100.0 * static_cast<double>(edits) / static_cast<double>(length);
  if (options.dialect == kOfCdec) return edits == 0 ? 0 : 100;
  return 100.0 * static_cast<double>(edits);
}

template <typename Pair>
struct PairScratch : Scratch {
  Pair pair;
};

// `References` and `Pair` are the classes of sequence_pair.h or char_pair.h.
template <typename References, typename Pair, uint64_t (Pair::*kDistance)(uint32_t reference)>
class ErrorRate final
    : public MetricOf<ErrorRate<References, Pair, kDistance>, References, PairScratch<Pair>> {
 public:
  ErrorRate(const RateOptions& options, HashFunction hash) : options_(options), hash_(hash) {}

  std::vector<ViewSpec> Views() const override { return {options_.text.Words()}; }
  std::vector<std::string> Columns() const override {
    return {"edits", options_.measure == Measure::kRate ? "ref_len" : "segments"};
  }
  std::vector<std::pair<std::string, std::string>> SignatureKeys() const override {
    return options_.SignatureKeys();
  }
  References MakePrepared() const {
    if constexpr (std::is_default_constructible_v<References>)
      return References();
    else
      return References(hash_);
  }

  void Prepare(const ReferenceViews& references, PairScratch<Pair>&, References& out) const {
    out.Set(references.views);
  }

  void ExtractRow(const References& references, std::span<const SegmentView> hypothesis,
                  PairScratch<Pair>& work, int64_t* row) const {
    work.pair.Set(references, hypothesis[0].tokens);
    row[0] = row[1] = 0;
    uint64_t steps = 0;
    for (uint32_t r = 0; r < references.count(); ++r) steps += work.pair.Steps(r);
    work.beyond_budget = steps > kMostSteps;
    if (work.beyond_budget) return;
    for (uint32_t r = 0; r < references.count(); ++r) {
      const auto edits = static_cast<int64_t>((work.pair.*kDistance)(r));
      if (r > 0 && edits >= row[0]) continue;
      row[0] = edits;
      row[1] = references.length(r);
    }
    if (options_.measure != Measure::kRate) row[1] = 1;
  }

  double Score(std::span<const int64_t> sums, Level) const override {
    if (options_.measure == Measure::kRate) return RateOf(options_, sums[0], sums[1]);
    const auto edits = static_cast<double>(sums[0]);
    if (options_.measure == Measure::kSum || sums[1] == 0) return edits;
    return edits / static_cast<double>(sums[1]);
  }
  std::vector<Detail> Details(std::span<const int64_t> sums, Level) const override {
    return {{"edits", sums[0]}, {Columns()[1], sums[1]}};
  }

 private:
  RateOptions options_;
  HashFunction hash_;
};

using WordRate = ErrorRate<ReferenceSequences, SequencePair, &SequencePair::Edits>;
using BlockRate = ErrorRate<ReferenceSequences, SequencePair, &SequencePair::BlockEdits>;
using CharacterRate = ErrorRate<CharReferences, CharPair, &CharPair::Edits>;

// The columns of metrics that count the edits by kind.
enum KindColumnOfRates : uint32_t {
  kSubstituted,
  kDeleted,
  kInserted,
  kReferenceLength,
  kHypothesisLength
};

int64_t EditsIn(std::span<const int64_t> sums) {
  return sums[kSubstituted] + sums[kDeleted] + sums[kInserted];
}
int64_t HitsIn(std::span<const int64_t> sums) {
  return sums[kReferenceLength] - sums[kSubstituted] - sums[kDeleted];
}

// How a figure is made of the counts: a fraction.
using RateFigure = double (*)(std::span<const int64_t> sums);

double MatchErrorRate(std::span<const int64_t> sums) {
  const int64_t edits = EditsIn(sums), all = HitsIn(sums) + edits;
  return all == 0 ? 0 : static_cast<double>(edits) / static_cast<double>(all);
}
double WordInformationPreserved(std::span<const int64_t> sums) {
  const int64_t ref = sums[kReferenceLength], hyp = sums[kHypothesisLength];
  if (ref == 0 || hyp == 0) return ref == hyp ? 1 : 0;
  const auto hits = static_cast<double>(HitsIn(sums));
  return hits / static_cast<double>(ref) * (hits / static_cast<double>(hyp));
}
double WordInformationLost(std::span<const int64_t> sums) {
  return 1 - WordInformationPreserved(sums);
}

struct KindsPrepared {
  explicit KindsPrepared(SymbolKind kind, HashFunction hash) : symbols(kind, hash) {}
  std::vector<Tokens> tokens;
  bool named = false;  // else all are short
  ReferenceSymbols symbols;
};

struct KindsScratch : Scratch {
  explicit KindsScratch(KindsPrepared own) : own_names(std::move(own)) {}
  KindsPrepared own_names;  // for a long hypothesis of short references
  Buffer<uint32_t> names;
  EditAlignment alignment;
  KaldiAlignment kaldi;
};

class KindsOfErrors final : public MetricOf<KindsOfErrors, KindsPrepared, KindsScratch> {
 public:
  // Without a figure, the score is the error rate.
  KindsOfErrors(const RateOptions& options, RateFigure figure, HashFunction hash)
      : options_(options), figure_(figure), hash_(hash) {
    if (options.sclite) costs_ = {3, 3, 4};
  }

  std::vector<ViewSpec> Views() const override { return {options_.text.Words()}; }
  std::vector<std::string> Columns() const override {
    return {"substitutions", "deletions", "insertions", "ref_len", "hyp_len"};
  }
  std::vector<std::pair<std::string, std::string>> SignatureKeys() const override {
    return options_.SignatureKeys();
  }
  KindsPrepared MakePrepared() const {
    return KindsPrepared(options_.characters ? SymbolKind::kCharacter : SymbolKind::kToken, hash_);
  }

  KindsScratch MakeScratch() const { return KindsScratch(MakePrepared()); }

  void Prepare(const ReferenceViews& references, KindsScratch&, KindsPrepared& out) const {
    references.CopyTokens(out.tokens);
    out.named = options_.characters || options_.dialect == kOfKaldialign ||
                !std::all_of(out.tokens.begin(), out.tokens.end(), &EditAlignment::IsShort);
    if (out.named) out.symbols.Set(out.tokens);
  }

  void ExtractRow(const KindsPrepared& references, std::span<const SegmentView> hypothesis,
                  KindsScratch& work, int64_t* row) const {
    std::fill_n(row, kHypothesisLength + 1, 0);
    const Tokens& tokens = hypothesis[0].tokens;
    if (references.named) return ExtractNamed(references, tokens, work, row);
    if (!EditAlignment::IsShort(tokens)) {
      work.own_names.tokens = references.tokens;
      work.own_names.symbols.Set(references.tokens);
      return ExtractNamed(work.own_names, tokens, work, row);
    }
    work.beyond_budget = false;
    for (uint32_t r = 0; r < references.tokens.size(); ++r) {
      const Tokens& reference = references.tokens[r];
      KeepFewest(EditAlignment::CountShort(reference, tokens), r, reference.count, row);
    }
    row[kHypothesisLength] = tokens.count;
  }

  double Score(std::span<const int64_t> sums, Level) const override {
    if (figure_ != nullptr) return 100.0 * figure_(sums);
    return RateOf(options_, EditsIn(sums), sums[kReferenceLength]);
  }
  std::vector<Detail> Details(std::span<const int64_t> sums, Level) const override {
    std::vector<Detail> details = {{"edits", EditsIn(sums)}, {"ref_len", sums[kReferenceLength]}};
    if (figure_ != nullptr) details.push_back({"hyp_len", sums[kHypothesisLength]});
    // Joined words of kaldialign are neither hits nor edits.
    if (options_.dialect != kOfKaldialign) details.push_back({"hits", HitsIn(sums)});
    details.push_back({"substitutions", sums[kSubstituted]});
    details.push_back({"deletions", sums[kDeleted]});
    details.push_back({"insertions", sums[kInserted]});
    return details;
  }

 private:
  static void KeepFewest(const EditCounts& counts, uint32_t r, size_t length, int64_t* row) {
    if (r > 0 && static_cast<int64_t>(counts.edits()) >= EditsIn({row, kHypothesisLength + 1})) {
      return;
    }
    row[kSubstituted] = static_cast<int64_t>(counts.substitutions);
    row[kDeleted] = static_cast<int64_t>(counts.deletions);
    row[kInserted] = static_cast<int64_t>(counts.insertions);
    row[kReferenceLength] = static_cast<int64_t>(length);
  }

  // The same as ExtractRow() by the names of words or characters.
  void ExtractNamed(const KindsPrepared& references, const Tokens& hypothesis, KindsScratch& work,
                    int64_t* row) const {
    const Symbols names = references.symbols.Find(hypothesis, work.names);
    uint64_t steps = 0;
    for (uint32_t r = 0; r < references.symbols.references(); ++r) {
      steps += Steps(references.symbols[r], names);
    }
    work.beyond_budget = steps > kMostSteps;
    for (uint32_t r = 0; r < references.symbols.references() && !work.beyond_budget; ++r) {
      KeepFewest(Count(references, r, hypothesis, names, work), r, references.symbols[r].size(),
                 row);
    }
    row[kHypothesisLength] = static_cast<int64_t>(names.size());
  }

  uint64_t Steps(Symbols reference, Symbols hypothesis) const {
    if (options_.dialect != kOfKaldialign) return EditAlignment::Steps(reference, hypothesis);
    return KaldiAlignment::Steps(reference.size(), hypothesis.size());
  }

  EditCounts Count(const KindsPrepared& references, uint32_t r, const Tokens& hypothesis,
                   Symbols names, KindsScratch& work) const {
    const Symbols reference = references.symbols[r];
    if (options_.dialect != kOfKaldialign) {
      return work.alignment.Count(reference, names, references.symbols.distinct());
    }
    if (!options_.compounds) return work.kaldi.Count(reference, names, costs_);
    return work.kaldi.CountJoined(references.tokens[r], hypothesis, costs_, &work.beyond_budget);
  }

  RateOptions options_;
  RateFigure figure_;
  HashFunction hash_;
  EditCosts costs_;
};

// Rows without this key are those of version 1.0.0-rc1, which had no dialects.
bool AreOfFirstVersion(const MetricContext& context) {
  return context.rows != nullptr && context.rows->Value("dialect").empty();
}

// Reads tok, lc and stem. `tok` is the default of tok; empty for jiwer's own way to cut.
Status ReadTexts(const MetricOptions& given, const MetricContext& context, std::string_view tok,
                 RateOptions& options) {
  const TokenizerRow& own = options.characters ? JiwerCharacters() : JiwerWords();
  MTG_ASSIGN_OR_RETURN(options.text, ReadOwnTextOptions(given, context, own, tok));
  return OkStatus();
}

Status ReadDialect(const MetricOptions& given, const MetricContext& context, RateOptions& options) {
  MTG_ASSIGN_OR_RETURN(options.dialect,
                       ReadNamed(given, "dialect", options.characters ? kOfCharacters : kOfWords));
  std::string_view tok = options.dialect->tok;
  if (given.find("dialect") == given.end() && AreOfFirstVersion(context)) {
    options.dialect = kOfCdec;
    tok = "none";
  }
  MTG_RETURN_IF_ERROR(ReadTexts(given, context, tok, options));
  for (const auto& [name, value] :
       {std::pair("sclite", &options.sclite), std::pair("compounds", &options.compounds)}) {
    MTG_ASSIGN_OR_RETURN(*value, ReadYesNo(given, name, false));
    if (!*value || options.dialect == kOfKaldialign) continue;
    return UsageError({.option = name}, fmt::format("{} is for dialect=kaldialign", name),
                      "add it, or leave this out");
  }
  return OkStatus();
}

template <typename Rate, bool kCharacters>
Result<std::unique_ptr<Metric>> MakeErrorRate(const MetricOptions& given,
                                              const MetricContext& context) {
  RateOptions options{.characters = kCharacters};
  MTG_RETURN_IF_ERROR(ReadDialect(given, context, options));
  MTG_ASSIGN_OR_RETURN(const bool kinds, ReadYesNo(given, "details", false));
  if (kinds || options.dialect == kOfKaldialign) {
    return std::make_unique<KindsOfErrors>(options, nullptr, context.hash->function);
  }
  return std::make_unique<Rate>(options, context.hash->function);
}

template <RateFigure kFigure>
Result<std::unique_ptr<Metric>> MakeInformation(const MetricOptions& given,
                                                const MetricContext& context) {
  RateOptions options{.dialect = kOfJiwer};
  MTG_RETURN_IF_ERROR(ReadNamed(given, "dialect", kOfInformation).status());
  MTG_RETURN_IF_ERROR(ReadTexts(given, context, kOfJiwer->tok, options));
  return std::make_unique<KindsOfErrors>(options, kFigure, context.hash->function);
}

Result<std::unique_ptr<Metric>> MakeCder(const MetricOptions& given, const MetricContext& context) {
  RateOptions options;
  MTG_RETURN_IF_ERROR(ReadTexts(given, context, kTokOption.fallback, options));
  return std::make_unique<BlockRate>(options, context.hash->function);
}

struct EditUnitRow {
  std::string_view name;
  bool characters;
};
constexpr EditUnitRow kEditUnits[] = {{"word", false}, {"char", true}};
struct EditCorpusRow {
  std::string_view name;
  Measure measure;
};
constexpr EditCorpusRow kEditCorpora[] = {{"mean", Measure::kMean}, {"sum", Measure::kSum}};

Result<std::unique_ptr<Metric>> MakeEditDistance(const MetricOptions& given,
                                                 const MetricContext& context) {
  RateOptions options;
  MTG_ASSIGN_OR_RETURN(const EditUnitRow* unit, ReadNamed(given, "unit", std::span(kEditUnits)));
  MTG_ASSIGN_OR_RETURN(const EditCorpusRow* corpus,
                       ReadNamed(given, "corpus", std::span(kEditCorpora)));
  options.characters = unit->characters;
  options.measure = corpus->measure;
  MTG_ASSIGN_OR_RETURN(options.text, ReadTextOptions(given, context));
  if (options.characters && given.find(kTokOption.name) == given.end()) {
    options.text.tokenizer = &WholeText();
  }
  if (options.characters) {
    return std::make_unique<CharacterRate>(options, context.hash->function);
  }
  return std::make_unique<WordRate>(options, context.hash->function);
}

constexpr MetricOptionRow kEditDistanceOptions[] = {
    {"unit", "word|char", "word", "what is edited; white space counts among characters"},
    {"corpus", "mean|sum", "mean", "how the segments' edits make the corpus score"},
    {"tok", "NAME", "", "tokenizer; by default none for words, and the whole text for characters"},
    kLcOption};

constexpr std::string_view kTokHelp = "tokenizer; by default that of the dialect";
constexpr MetricOptionRow kTokOfDialect = {"tok", "NAME", "", kTokHelp};
constexpr MetricOptionRow kDetailsOption = {"details", "yes|no", "no",
                                            "also report hits and the edits of each kind"};
constexpr MetricOptionRow kWerOptions[] = {
    {"dialect", "jiwer|kaldialign|cdec", "jiwer", "compute as this tool does"},
    kTokOfDialect,
    kLcOption,
    kStemOption,
    kDetailsOption,
    {"sclite", "yes|no", "no", "kaldialign: align at sclite's costs of 3, 3 and 4"},
    {"compounds", "yes|no", "no", "kaldialign: words joined in the other text cost nothing"}};
constexpr MetricOptionRow kCerOptions[] = {
    {"dialect", "jiwer|cdec", "jiwer", "compute as this tool does, of characters"},
    kTokOfDialect,
    kLcOption,
    kDetailsOption};
constexpr MetricOptionRow kInformationOptions[] = {
    {"dialect", "jiwer", "jiwer", "compute as this tool does"},
    kTokOfDialect,
    kLcOption,
    kStemOption};
constexpr MetricOptionRow kCderOptions[] = {kTokOption, kLcOption, kStemOption};

constexpr std::string_view kFewestEdits = "the reference with the fewest edits counts";
constexpr std::string_view kMorris = "Morris et al. (2004)";

}  // namespace

extern const MetricRow kWer, kMer, kWil, kWip, kCder, kCer, kEditDistance;

const MetricRow kWer = {
    .name = "wer",
    .title = "WER",
    .help = "word error rate: word edits over the reference length, in percent",
    .paper = "Levenshtein (1966)",
    .scale = 100,
    .higher_is_better = false,
    .options = kWerOptions,
    .make = &MakeErrorRate<WordRate, false>,
    .references = kFewestEdits,
    .first_of_ties = true,
    .notes =
        "jiwer prints a fraction and has one reference. A single no-break space or tab does not "
        "separate its words. For an empty reference its rate is the number of words; kaldialign "
        "prints inf there. For an empty hypothesis odashi's mteval prints 0; here every reference "
        "word counts as missing.",
};

const MetricRow kMer = {
    .name = "mer",
    .title = "MER",
    .help = "match error rate: word edits over hits and edits, in percent",
    .paper = kMorris,
    .scale = 100,
    .higher_is_better = false,
    .options = kInformationOptions,
    .make = &MakeInformation<&MatchErrorRate>,
    .references = kFewestEdits,
    .first_of_ties = true,
    .notes = "jiwer prints a fraction and has one reference.",
};

const MetricRow kWil = {
    .name = "wil",
    .title = "WIL",
    .help = "word information lost: 1 minus WIP, in percent",
    .paper = kMorris,
    .scale = 100,
    .higher_is_better = false,
    .options = kInformationOptions,
    .make = &MakeInformation<&WordInformationLost>,
    .references = kFewestEdits,
    .first_of_ties = true,
    .notes = "jiwer prints a fraction and has one reference.",
};

const MetricRow kWip = {
    .name = "wip",
    .title = "WIP",
    .help = "word information preserved: the share of hits in both texts, multiplied, in percent",
    .paper = kMorris,
    .scale = 100,
    .higher_is_better = true,
    .options = kInformationOptions,
    .make = &MakeInformation<&WordInformationPreserved>,
    .references = kFewestEdits,
    .first_of_ties = true,
    .notes = "jiwer prints a fraction and has one reference.",
};

const MetricRow kCder = {
    .name = "cder",
    .title = "CDER",
    .help = "word error rate in which moving a block costs one edit, in percent",
    .paper = "Leusch et al. (2006)",
    .scale = 100,
    .higher_is_better = false,
    .options = kCderOptions,
    .make = &MakeCder,
    .references = kFewestEdits,
    .first_of_ties = true,
    .notes =
        "tok=ascii gives the scores of Moses' evaluator, which prints 1 - CDER and, because of a "
        "bug, uses only the first reference.",
};

const MetricRow kCer = {
    .name = "cer",
    .title = "CER",
    .help = "character error rate: edits of code points over the reference length, in percent",
    .paper = "Levenshtein (1966)",
    .scale = 100,
    .higher_is_better = false,
    .options = kCerOptions,
    .make = &MakeErrorRate<CharacterRate, true>,
    .references = kFewestEdits,
    .first_of_ties = true,
    .counts_characters = [](const MetricOptions&) { return true; },
    .notes =
        "jiwer prints a fraction and has one reference. It counts all white space but that at the "
        "ends. With a tokenizer, and in the dialect cdec, white space between words counts as one "
        "space. cdec counts bytes, so its figures differ for text that is not ASCII.",
};

const MetricRow kEditDistance = {
    .name = "edit-distance",
    .title = "edit distance",
    .help = "the number of edits of words or characters, by segment or in all",
    .paper = "Levenshtein (1966)",
    .scale = 0,
    .higher_is_better = false,
    .options = kEditDistanceOptions,
    .make = &MakeEditDistance,
    .references = kFewestEdits,
    .first_of_ties = true,
    .counts_characters =
        [](const MetricOptions& given) {
          const auto unit = given.find("unit");
          return unit != given.end() && unit->second == "char";
        },
    .notes =
        "rapidfuzz has one reference and no corpus score; torchmetrics' EditDistance is unit=char "
        "with the mean or the sum.",
};

}  // namespace mtgauge
