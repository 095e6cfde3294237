// TER (Snover et al. 2006): the number of edits, where moving a block of words is one edit, divided
// by the mean length of the references. HTER: the same against one targeted reference, divided by
// the mean length of the others. With the conventions of sacreBLEU 2.6.0 or tercom 0.10.0, to the
// last edit.
//
// Row: edits, ref_len, ref_len_rest, ref_len_fine. Edits are the fewest over the references. The
// mean reference length is a rational: ref_len whole words, ref_len_rest parts of kLengthParts, and
// ref_len_fine parts of 2^-30 of such a part. For up to 24 references it is the exact mean, and
// ref_len_fine is 0. For more it is the nearest such rational, at most 10^-19 words away. Sums are
// exact and the score is their quotient, so it does not depend on the order of the segments.
//
// On request there are also columns for each kind of edit, for the reference with the fewest edits,
// the first if there is a tie. They are tercom's Ins, Del, Sub, Shft and WdSh.
//
// sacreBLEU adds up the segments' mean lengths as floats. To give equal scores to the last bit, its
// arithmetic (--compat sacrebleu) has two more columns; see FloatColumns.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/algo/alignment/symbols.h"
#include "core/algo/distance/shift_search.h"
#include "core/base/kept_list.h"
#include "core/contract/mean_length.h"
#include "core/contract/metric_of.h"
#include "core/contract/text_options.h"
#include "core/text/tokenizers/tok_tercom.h"
#include "core/text/unicode.h"

namespace mtgauge {
namespace {

constexpr std::string_view kSacrebleu = "sacrebleu", kTercom = "tercom";

struct TerOptions {
  TercomRules rules;  // `original` is the dialect, for both text and search
  bool lowercase = true;
  bool kinds = false;
  bool targeted = false;  // edits are against the first reference; the length is that of the others
};

struct TerPrepared {
  explicit TerPrepared(HashFunction hash) : symbols(SymbolKind::kToken, hash) {}
  ReferenceSymbols symbols;
  std::vector<Tokens> tokens;
  KeptList<WordIndex> references;
  int64_t length = 0, lengths = 0;  // the sum of the references' lengths, and their number
};

struct TerScratch : Scratch {
  Buffer<uint32_t> words;
  ShiftSearch search;
};

// Computes 100 * edits / length, in the type of the sums.
template <typename Number>
double Rate(Number edits, Number length) {
  if (length > 0) return 100.0 * static_cast<double>(edits / length);
  return edits > 0 ? 100.0 : 0.0;
}

enum TerColumn : uint32_t { kEdits, kLength, kLengthRest, kLengthFine, kColumns };
constexpr FloatColumns kFloatColumns = {kLength, kColumns, kColumns + 1};

struct KindColumn {
  std::string_view name;
  uint32_t EditKinds::*count;
};
constexpr KindColumn kKindColumns[] = {{"insertions", &EditKinds::insertions},
                                       {"deletions", &EditKinds::deletions},
                                       {"substitutions", &EditKinds::substitutions},
                                       {"shifts", &EditKinds::shifts},
                                       {"shifted_words", &EditKinds::shifted_words}};

// Returns a segment's mean length as Python rounds it: a quotient of the sum of lengths and their
// number. The columns are so close to it that no other quotient of numbers below 2^30 is as close,
// so it is one of the convergents of their continued fraction.
double MeanAsQuotient(std::span<const int64_t> row) {
  __extension__ using Wide = __int128;
  constexpr int64_t kMost = int64_t{1} << 30;
  const int64_t whole = row[kLength];
  if (row[kLengthFine] == 0 || whole >= kMost / 2) {
    return NearestLength(whole, row[kLengthRest], row[kLengthFine]);
  }
  constexpr int64_t kUnit = kLengthParts << kFinePlaces;
  const int64_t part = (row[kLengthRest] << kFinePlaces) + row[kLengthFine];
  int64_t left = part, right = kUnit;
  int64_t p = 0, q = 1, p_before = 1, q_before = 0;
  while (left > 0) {
    const Wide error = Wide{part} * q - Wide{kUnit} * p;
    if (2 * (error < 0 ? -error : error) <= q) break;
    const int64_t step = right / left;
    right = std::exchange(left, right % left);
    p_before = std::exchange(p, step * p + p_before);
    q_before = std::exchange(q, step * q + q_before);
    if (q >= kMost) return NearestLength(whole, row[kLengthRest], row[kLengthFine]);
  }
  return static_cast<double>(whole * q + p) / static_cast<double>(q);
}

class Ter final : public MetricOf<Ter, TerPrepared, TerScratch> {
 public:
  Ter(const TerOptions& options, const MetricContext& context)
      : options_(options),
        as_sacrebleu_(context.arithmetic != Arithmetic::kPinned && !options.targeted &&
                      !options.rules.original),
        hash_(context.hash->function) {}

  std::vector<ViewSpec> Views() const override {
    TercomRules of_references = options_.rules;
    of_references.twice = !options_.rules.original;
    std::vector<ViewSpec> views = {{options_.lowercase, &TercomTokenizer(options_.rules)},
                                   {options_.lowercase, &TercomTokenizer(of_references)}};
    if (views[0] == views[1]) views.pop_back();
    return views;
  }
  std::vector<std::string> Columns() const override {
    std::vector<std::string> columns = {"edits", "ref_len", "ref_len_rest", "ref_len_fine"};
    if (as_sacrebleu_) columns.insert(columns.end(), {"ref_len_float", "ref_len_float_rest"});
    for (const KindColumn& column : kKindColumns) {
      if (options_.kinds) columns.emplace_back(column.name);
    }
    return columns;
  }

  std::vector<std::pair<std::string, std::string>> SignatureKeys() const override {
    const auto yes_no = [](bool value) { return value ? "yes" : "no"; };
    std::vector<std::pair<std::string, std::string>> keys = {
        {"case", options_.lowercase ? "lc" : "mixed"},
        {"tok", "tercom"},
        {"norm", yes_no(options_.rules.normalized)},
        {"punct", yes_no(!options_.rules.no_punctuation)},
        {"asian", yes_no(options_.rules.asian)}};
    if (options_.targeted) keys.emplace_back("length", "rest");
    if (options_.rules.original) keys.emplace_back("dialect", kTercom);
    if (options_.lowercase) keys.emplace_back("lcunicode", std::string(kCaseUnicode));
    return keys;
  }

  TerPrepared MakePrepared() const { return TerPrepared(hash_); }

  void Prepare(const ReferenceViews& references, TerScratch&, TerPrepared& out) const {
    out.tokens.clear();
    out.length = 0;
    // Takes the last of a reference's views. It is the only one unless references are tokenized
    // differently from hypotheses.
    const size_t each = references.count == 0 ? 0 : references.views.size() / references.count;
    for (size_t r = 1; r <= references.count; ++r) {
      out.tokens.push_back(references.views[r * each - 1].tokens);
      out.length += out.tokens.back().count;
    }
    out.lengths = references.count;
    if (options_.targeted && references.count > 1) {
      --out.lengths;
      out.length -= out.tokens.front().count;
      out.tokens.resize(1);
    }
    out.symbols.Set(out.tokens);
    out.references.Resize(out.tokens.size());
    for (uint32_t r = 0; r < out.tokens.size(); ++r) {
      out.references[r].Set(out.symbols[r], out.symbols.distinct());
    }
  }

  void ExtractRow(const TerPrepared& refs, std::span<const SegmentView> hypothesis,
                  TerScratch& memory, int64_t* row) const {
    const Symbols words = refs.symbols.Find(hypothesis[0].tokens, memory.words);
    // WordIndex has a single number for all words that no reference has.
    for (size_t i = 0; i < words.size(); ++i) {
      memory.words[i] = std::min(memory.words[i], refs.symbols.distinct());
    }
    const ShiftRules& shifts = options_.rules.original ? kTercomShifts : kSacrebleuShifts;
    int64_t edits = INT64_MAX;
    EditKinds kinds;
    if (refs.tokens.empty()) {
      edits = hypothesis[0].tokens.count;
      kinds.insertions = hypothesis[0].tokens.count;
    }
    for (const WordIndex& reference : refs.references) {
      const std::optional<uint32_t> found = memory.search.Edits(words, reference, shifts);
      memory.beyond_budget = !found;
      if (!found) return;
      if (*found >= edits) continue;
      edits = *found;
      if (options_.kinds) kinds = memory.search.Kinds();
    }
    const MeanLength mean = MeanLength::Of(refs.length, refs.lengths);
    row[kEdits] = edits;
    row[kLength] = mean.whole;
    row[kLengthRest] = mean.parts;
    row[kLengthFine] = FineLength(refs.length, refs.lengths);
    if (as_sacrebleu_) row[kFloatColumns.sum] = row[kFloatColumns.rest] = 0;
    for (size_t i = 0; options_.kinds && i < std::size(kKindColumns); ++i) {
      row[FirstKind() + i] = kinds.*kKindColumns[i].count;
    }
  }

  double Score(std::span<const int64_t> sums, Level level) const override {
    const bool one = as_sacrebleu_ && level == Level::kSegment;
    return Rate(static_cast<double>(sums[kEdits]), one ? MeanAsQuotient(sums) : RefLength(sums));
  }

  bool ScoresAreFloat32(NumpyRule rule) const override { return rule == NumpyRule::kNumpy2; }

  double ScoreFloat32(std::span<const float> sums, NumpyRule rule) const override {
    float length = as_sacrebleu_ ? sums[kFloatColumns.sum] : 0;
    if (length == 0) length = sums[kLength] + sums[kLengthRest] / static_cast<float>(kLengthParts);
    if (rule == NumpyRule::kNumpy1 || !(length > 0)) return Rate(sums[kEdits], length);
    return static_cast<double>(100.0F * (sums[kEdits] / length));
  }

  std::optional<FloatColumns> Floats() const override {
    return as_sacrebleu_ ? std::optional(kFloatColumns) : std::nullopt;
  }
  double FloatOf(std::span<const int64_t> row) const override { return MeanAsQuotient(row); }

  std::vector<Detail> Details(std::span<const int64_t> sums, Level) const override {
    std::vector<Detail> details = {{"num_edits", sums[kEdits]}, {"ref_length", RefLength(sums)}};
    for (size_t i = 0; options_.kinds && i < std::size(kKindColumns); ++i) {
      details.push_back({std::string(kKindColumns[i].name), sums[FirstKind() + i]});
    }
    return details;
  }

 private:
  uint32_t FirstKind() const { return as_sacrebleu_ ? kFloatColumns.rest + 1 : uint32_t{kColumns}; }
  double RefLength(std::span<const int64_t> sums) const {
    if (as_sacrebleu_ && sums[kFloatColumns.sum] != 0) {
      return std::bit_cast<double>(sums[kFloatColumns.sum]);
    }
    if (sums[kLengthFine] != 0) {
      return NearestLength(sums[kLength], sums[kLengthRest], sums[kLengthFine]);
    }
    return MeanLengthValue(static_cast<double>(sums[kLength]),
                           static_cast<double>(sums[kLengthRest]));
  }

  TerOptions options_;
  bool as_sacrebleu_;
  HashFunction hash_;
};

// Reads an option with two values. Returns true for `other`, false for `fallback`.
Result<bool> ReadChoice(const MetricOptions& given, std::string_view name,
                        std::string_view fallback, std::string_view other) {
  const auto found = given.find(name);
  if (found == given.end() || found->second == fallback) return false;
  if (found->second == other) return true;
  return UsageError({.option = std::string(name)},
                    fmt::format("{}={} must be {} or {}", name, found->second, fallback, other),
                    "");
}

Result<TerOptions> ReadOptions(const MetricOptions& given) {
  TerOptions options;
  MTG_ASSIGN_OR_RETURN(options.rules.normalized, ReadYesNo(given, "norm", false));
  MTG_ASSIGN_OR_RETURN(const bool punctuation, ReadYesNo(given, "punct", true));
  options.rules.no_punctuation = !punctuation;
  MTG_ASSIGN_OR_RETURN(options.rules.asian, ReadYesNo(given, "asian", false));
  MTG_ASSIGN_OR_RETURN(const bool mixed, ReadChoice(given, "case", "lc", "mixed"));
  options.lowercase = !mixed;
  MTG_ASSIGN_OR_RETURN(options.kinds, ReadYesNo(given, "details", false));
  return options;
}

Result<std::unique_ptr<Metric>> MakeTer(const MetricOptions& given, const MetricContext& context) {
  MTG_ASSIGN_OR_RETURN(TerOptions options, ReadOptions(given));
  MTG_ASSIGN_OR_RETURN(options.rules.original, ReadChoice(given, "dialect", kSacrebleu, kTercom));
  return std::make_unique<Ter>(options, context);
}

Result<std::unique_ptr<Metric>> MakeHter(const MetricOptions& given, const MetricContext& context) {
  MTG_ASSIGN_OR_RETURN(TerOptions options, ReadOptions(given));
  MTG_ASSIGN_OR_RETURN(const bool sacrebleu, ReadChoice(given, "dialect", kTercom, kSacrebleu));
  options.rules.original = !sacrebleu;
  options.targeted = true;
  return std::make_unique<Ter>(options, context);
}

constexpr MetricOptionRow kNormOption = {"norm", "yes|no", "no",
                                         "decode entities, split off punctuation and 's"};
constexpr MetricOptionRow kPunctOption = {"punct", "yes|no", "yes",
                                          "no deletes . , ? : ; ! \" ( )"};
constexpr MetricOptionRow kAsianOption = {
    "asian", "yes|no", "no",
    "Chinese and Japanese: split characters (with norm=yes), delete punctuation (with punct=no)"};
constexpr MetricOptionRow kCaseOption = {"case", "lc|mixed", "lc",
                                         "compare in lower case (lc), or case-sensitively (mixed)"};
constexpr MetricOptionRow kKindsOption = {
    "details", "yes|no", "no",
    "also report the number of edits of each kind, and of shifted words"};
constexpr std::string_view kDialectHelp = "compute as sacreBLEU 2.6.0 or as tercom 0.10.0 does";

constexpr MetricOptionRow kTerOptions[] = {
    kNormOption,
    kPunctOption,
    kAsianOption,
    kCaseOption,
    {"dialect", "sacrebleu|tercom", kSacrebleu, kDialectHelp},
    kKindsOption};
constexpr MetricOptionRow kHterOptions[] = {kNormOption,
                                            kPunctOption,
                                            kAsianOption,
                                            kCaseOption,
                                            {"dialect", "sacrebleu|tercom", kTercom, kDialectHelp},
                                            kKindsOption};

}  // namespace

extern const MetricRow kTer;
const MetricRow kTer = {
    .name = "ter",
    .title = "TER",
    .help = "edits, with moves of blocks of words, over the mean reference length; lower is better",
    .paper = "Snover et al. (2006)",
    .scale = 100,
    .higher_is_better = false,
    .options = kTerOptions,
    .make = &MakeTer,
    .references = "the fewest edits to any reference, over the mean length",
    .notes =
        "dialect=sacrebleu gives sacreBLEU's scores, dialect=tercom those of tercom 0.10.0: the "
        "two treat text differently and search with different beams.",
};

extern const MetricRow kHter;
const MetricRow kHter = {
    .name = "hter",
    .title = "HTER",
    .help = "TER against a post-edited reference, which comes first; lower is better",
    .paper = "Snover et al. (2006)",
    .scale = 100,
    .higher_is_better = false,
    .options = kHterOptions,
    .make = &MakeHter,
    .references = "edits to the first reference, over the mean length of the others",
    .first_of_ties = true,
    .needs_first = true,
    .notes =
        "The edits to the first reference are divided by the mean length of the other references, "
        "or by its own length if it is the only one.",
};

}  // namespace mtgauge
