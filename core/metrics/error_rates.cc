// Error rates: the number of edits divided by the length of the reference, where edits are
//
//   wer   insertions, deletions and substitutions of words (Levenshtein 1966)
//   cder  the same, plus moves of a block for the cost of one jump (Leusch, Ueffing and Ney 2006)
//   cer   as wer but over characters, with one space between words
//
// With several references, the one with the fewest edits counts; if tied, the first. This is what
// cdec does.
#include "core/algo/distance/char_pair.h"
#include "core/algo/distance/sequence_pair.h"
#include "core/contract/metric_of.h"
#include "core/contract/text_options.h"

namespace mtgauge {
namespace {

// The tools with the same scores. They split only at ASCII white space, as tok=ascii does.
constexpr std::string_view kCdec = "cdec-f7c4899", kMoses = "moses-3445289", kNoTool;

template <typename Pair>
struct PairScratch : Scratch {
  Pair pair;
};

// `References` and `Pair` are the classes of sequence_pair.h or char_pair.h.
template <typename References, typename Pair, uint64_t (Pair::*kDistance)(uint32_t reference),
          const std::string_view& kTool>
class ErrorRate final : public MetricOf<ErrorRate<References, Pair, kDistance, kTool>, References,
                                        PairScratch<Pair>> {
 public:
  ErrorRate(const TextOptions& options, HashFunction hash) : options_(options), hash_(hash) {}

  std::vector<ViewSpec> Views() const override { return {options_.Words()}; }
  std::vector<std::string> Columns() const override { return {"edits", "ref_len"}; }
  std::vector<std::pair<std::string, std::string>> SignatureKeys() const override {
    return TextSignatureKeys(options_);
  }
  std::optional<std::string_view> Equals() const override {
    if (options_.tokenizer->name == "none") return kNoTool;
    return kTool;
  }

  References MakePrepared() const { return References(hash_); }

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
  }

  // Returns 100 for a nonempty hypothesis with an empty reference, as sacreBLEU's TER does.
  double Score(std::span<const int64_t> sums, Level) const override {
    if (sums[1] == 0) return sums[0] == 0 ? 0 : 100;
    return 100.0 * static_cast<double>(sums[0]) / static_cast<double>(sums[1]);
  }
  std::vector<Detail> Details(std::span<const int64_t> sums, Level) const override {
    return {{"edits", sums[0]}, {"ref_len", sums[1]}};
  }

 private:
  TextOptions options_;
  HashFunction hash_;
};

template <typename References, typename Pair, auto kDistance, const std::string_view& kTool>
Result<std::unique_ptr<Metric>> MakeErrorRates(const MetricOptions& given,
                                               const MetricContext& context) {
  MTG_ASSIGN_OR_RETURN(const TextOptions options, ReadTextOptions(given, context));
  return std::make_unique<ErrorRate<References, Pair, kDistance, kTool>>(options,
                                                                         context.hash->function);
}

constexpr MetricOptionRow kErrorRatesOptions[] = {kTokOption, kLcOption, kStemOption};
constexpr MetricOptionRow kCerOptions[] = {kTokOption, kLcOption};

}  // namespace

extern const MetricRow kWer, kCder, kCer;

const MetricRow kWer = {
    .name = "wer",
    .title = "WER",
    .help = "word error rate: word edits over the reference length, in percent",
    .equals = "",
    .paper = "Levenshtein (1966)",
    .scale = 100,
    .higher_is_better = false,
    .options = kErrorRatesOptions,
    .make = &MakeErrorRates<ReferenceSequences, SequencePair, &SequencePair::Edits, kCdec>,
    .references = "the reference with the fewest edits counts",
    .first_of_ties = true,
    .notes =
        "tok=ascii gives cdec's scores. For an empty hypothesis odashi's mteval prints 0; here every reference word counts as "
        "missing.",
};

const MetricRow kCder = {
    .name = "cder",
    .title = "CDER",
    .help = "word error rate in which moving a block costs one edit, in percent",
    .equals = "",
    .paper = "Leusch et al. (2006)",
    .scale = 100,
    .higher_is_better = false,
    .options = kErrorRatesOptions,
    .make = &MakeErrorRates<ReferenceSequences, SequencePair, &SequencePair::BlockEdits, kMoses>,
    .references = "the reference with the fewest edits counts",
    .first_of_ties = true,
    .notes =
        "tok=ascii gives the scores of Moses' evaluator, which prints 1 - CDER and, because of a bug, uses only the first reference.",
};

const MetricRow kCer = {
    .name = "cer",
    .title = "CER",
    .help = "character error rate: edits of code points over the reference length, in percent",
    .equals = "",
    .paper = "Levenshtein (1966)",
    .scale = 100,
    .higher_is_better = false,
    .options = kCerOptions,
    .make = &MakeErrorRates<CharReferences, CharPair, &CharPair::Edits, kNoTool>,
    .references = "the reference with the fewest edits counts",
    .first_of_ties = true,
    .notes =
        "White space between words counts as one space. cdec counts bytes, so its figures differ "
        "for text that is not ASCII.",
};

}  // namespace mtgauge
