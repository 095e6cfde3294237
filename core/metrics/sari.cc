// SARI for simplified text (Xu, Napoles, Pavlick, Chen and Callison-Burch, TACL 2016): how well the
// hypothesis adds, keeps and deletes n-grams of the source, as seen by the references.
//
// For n-grams of one order, let s, h and r be the counts of an n-gram in the source and the
// hypothesis, both times the number of references, and in all references together:
//
//   keep    min(s, h), of which min(s, h, r) rightly; the references keep min(s, r)
//   delete  d = max(0, s - h); the references delete max(0, s - r); what is right see below
//   add     n-grams with h > 0 and s = 0, of which those with r > 0 rightly; the references add
//           those with r > 0 and s = 0
//
// Precision is what is right of what the hypothesis does, recall of what the references do. The two
// tools differ in how these become a score:
//
//   evaluate  per segment and order: the precisions of keep and delete are means over n-grams (not
//             occurrences); delete counts with its precision, max(0, d - r) of d being right;
//             nothing of nothing is 1. The score is the mean over orders 1 to 4 and the three
//             operations; the corpus, over segments.
//   easse     counts are summed over the corpus for each order; of d, min(d, max(0, s - r)) are
//             right; nothing of nothing is 0.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>

#include "core/algo/ngrams/ngram_table.h"
#include "core/contract/fixed_sum.h"
#include "core/contract/metric_of.h"
#include "core/contract/text_options.h"

namespace mtgauge {
namespace {

constexpr uint32_t kSariOrders = 4;

// The n-grams of one segment, numbered by first appearance within each order. An n-gram is the
// number of its first n - 1 words, and that of its last word.
class SariNgrams {
 public:
  // Makes room for texts of `words` words. Keeps the numbers of `base`, which must outlive this and
  // not change; may be null.
  void Start(const SariNgrams* base, HashFunction hash, size_t words) {
    base_ = base;
    words_.Clear(hash, words);
    for (uint32_t order = 0; order < kSariOrders; ++order) {
      ngrams_[order].Clear(hash, words);
      ends_[order] = base == nullptr ? 0 : base->ends_[order];
    }
  }
  size_t size(uint32_t order) const { return ends_[order]; }

  // Calls see(order, number) for every n-gram of a text. An empty text may count as an empty word.
  template <typename See>
  void ForEach(const Tokens& tokens, bool empty_word, const See& see) {
    if (tokens.count == 0 && empty_word) see(0, Number(0, kEmptyWord));
    std::array<uint32_t, kSariOrders> ending = {};  // the n-grams that end with the last word
    for (uint32_t i = 0; i < tokens.count; ++i) {
      const uint64_t word = WordNumber(tokens, i);
      for (uint32_t order = std::min(i + 1, kSariOrders); order-- > 0;) {
        const uint64_t head = order == 0 ? 0 : ending[order - 1];
        ending[order] = Number(order, head << 32 | word);
        see(order, ending[order]);
      }
    }
  }

 private:
  static constexpr uint32_t kEmptyWord = UINT32_MAX - 1;
  static constexpr auto kAnyNgram = [](uint32_t) { return true; };

  uint32_t WordNumber(const Tokens& tokens, uint32_t i) {
    if (base_ == nullptr) return words_.Add(tokens, i);
    const uint32_t known = base_->words_.Find(tokens, i);
    return known != TokenNames::kNone ? known : base_->words_.count() + words_.Add(tokens, i);
  }
  uint32_t Number(uint32_t order, uint64_t ngram) {
    if (base_ != nullptr) {
      const uint32_t known = base_->ngrams_[order].Find(ngram, kAnyNgram);
      if (known != GenerationIndex::kNone) return known;
    }
    const uint32_t number = ngrams_[order].FindOrAdd(ngram, ends_[order], kAnyNgram);
    if (number == ends_[order]) ++ends_[order];
    return number;
  }

  const SariNgrams* base_ = nullptr;
  TokenNames words_;
  std::array<GenerationIndex, kSariOrders> ngrams_;
  std::array<uint32_t, kSariOrders> ends_ = {};
};

using SariCounts = std::array<std::vector<int64_t>, kSariOrders>;  // [order][n-gram]

struct SariPrepared {
  SariNgrams ngrams;  // of the source and the references
  SariCounts source, references;
  int64_t count = 0;  // of references
};

struct SariScratch : Scratch {
  SariNgrams ngrams;
  SariCounts hypothesis;
};

// What a hypothesis does with the n-grams of one order, what of it rightly, and what the references
// do.
struct SariOperation {
  int64_t right = 0, done = 0, wanted = 0;
};
struct SariOperations {
  SariOperation add, keep, remove;
  // The sums over n-grams of the shares of their occurrences that are rightly kept and deleted, and
  // the numbers of these n-grams.
  double kept_shares = 0, removed_shares = 0;
  int64_t kept = 0, removed = 0;
};

// The counts of one n-gram.
void AddNgram(int64_t source, int64_t hypothesis, int64_t reference, SariOperations& sums) {
  if (source == 0) {
    sums.add.done += hypothesis > 0 ? 1 : 0;
    sums.add.right += hypothesis > 0 && reference > 0 ? 1 : 0;
    sums.add.wanted += reference > 0 ? 1 : 0;
    return;
  }
  const int64_t kept = std::min(source, hypothesis), removed = source - kept;
  const int64_t rightly_kept = std::min(kept, reference);
  const int64_t to_remove = std::max<int64_t>(source - reference, 0);
  sums.keep.done += kept;
  sums.keep.right += rightly_kept;
  sums.keep.wanted += std::min(source, reference);
  sums.remove.done += removed;
  sums.remove.right += std::min(removed, to_remove);
  sums.remove.wanted += to_remove;
  if (kept > 0) {
    ++sums.kept;
    sums.kept_shares += static_cast<double>(rightly_kept) / static_cast<double>(kept);
  }
  if (removed > 0) {
    ++sums.removed;
    const int64_t rightly = std::max<int64_t>(removed - reference, 0);
    sums.removed_shares += static_cast<double>(rightly) / static_cast<double>(removed);
  }
}

double Share(double part, int64_t whole, double of_nothing) {
  return whole == 0 ? of_nothing : part / static_cast<double>(whole);
}
double HarmonicMean(double precision, double recall) {
  return precision + recall == 0 ? 0 : 2 * precision * recall / (precision + recall);
}

// Evaluate's score of a segment, from 0 to 1, in its order of operations.
double EvaluateScore(std::span<const SariOperations> orders) {
  double keep = 0, remove = 0, add = 0;
  for (const SariOperations& of : orders) {
    keep += HarmonicMean(Share(of.kept_shares, of.kept, 1),
                         Share(static_cast<double>(of.keep.right), of.keep.wanted, 1));
    remove += Share(of.removed_shares, of.removed, 1);
    const auto added = static_cast<double>(of.add.right);
    add += HarmonicMean(Share(added, of.add.done, 1), Share(added, of.add.wanted, 1));
  }
  return (keep / kSariOrders + remove / kSariOrders + add / kSariOrders) / 3;
}

struct SariSettings {
  bool easse = false;
  bool of_means = false;          // F1 of the mean precision and recall, not the mean F1
  bool delete_precision = false;  // instead of F1
  bool legacy = false;            // the source is not tokenized, and nothing is lower-cased
};

// EASSE's score of one operation, from 0 to 1.
double EasseScore(std::span<const SariOperation> orders, bool of_means, bool precision_only) {
  double precisions = 0, recalls = 0, fs = 0;
  for (const SariOperation& of : orders) {
    const double precision = Share(static_cast<double>(of.right), of.done, 0);
    const double recall = Share(static_cast<double>(of.right), of.wanted, 0);
    precisions += precision / kSariOrders;
    recalls += recall / kSariOrders;
    fs += HarmonicMean(precision, recall) / kSariOrders;
  }
  if (precision_only) return precisions;
  return of_means ? HarmonicMean(precisions, recalls) : fs;
}

// The columns of EASSE's rows: for each operation and order, what SariOperation has.
constexpr std::string_view kSariOperations[] = {"add", "keep", "delete"};
constexpr std::string_view kSariFigures[] = {"right", "done", "wanted"};

class Sari final : public MetricOf<Sari, SariPrepared, SariScratch> {
 public:
  Sari(const TextOptions& text, const SariSettings& settings, HashFunction hash)
      : text_(text), settings_(settings), hash_(hash) {}

  // The words, and the view of the source if it is another one.
  std::vector<ViewSpec> Views() const override {
    if (!settings_.legacy) return {text_.Words()};
    return {text_.Words(), {false, FindTokenizer("none")}};
  }
  std::vector<std::string> Columns() const override {
    if (!settings_.easse) return {"sum", "sum_rest", "segments"};
    std::vector<std::string> columns;
    for (const std::string_view operation : kSariOperations) {
      for (uint32_t order = 1; order <= kSariOrders; ++order) {
        for (const std::string_view figure : kSariFigures) {
          columns.push_back(fmt::format("{}_{}_{}", operation, figure, order));
        }
      }
    }
    return columns;
  }
  std::vector<std::pair<std::string, std::string>> SignatureKeys() const override {
    SignatureKeyList own = {{"dialect", settings_.easse ? "easse" : "evaluate"}};
    if (settings_.easse) {
      own.emplace_back("f", settings_.of_means ? "means" : "orders");
      own.emplace_back("del", settings_.delete_precision ? "p" : "f");
      if (settings_.legacy) own.emplace_back("legacy", "yes");
    }
    return TextSignatureKeys(text_, own);
  }

  void Prepare(const ReferenceViews& references, SariScratch&, SariPrepared& out) const {
    const size_t each = settings_.legacy ? 2 : 1;
    out.count = references.count;
    const Tokens& source = references.source.back().tokens;
    size_t words = source.count;
    for (const SegmentView& view : references.views) words += view.tokens.count;
    out.ngrams.Start(nullptr, hash_, words);
    Clear(out.source);
    Clear(out.references);
    Count(source, out.ngrams, out.source);
    for (size_t r = 0; r < references.count; ++r) {
      Count(references.views[r * each].tokens, out.ngrams, out.references);
    }
    for (uint32_t order = 0; order < kSariOrders; ++order) {
      out.source[order].resize(out.ngrams.size(order));
      out.references[order].resize(out.ngrams.size(order));
    }
  }

  void ExtractRow(const SariPrepared& prepared, std::span<const SegmentView> hypothesis,
                  SariScratch& work, int64_t* row) const {
    work.ngrams.Start(&prepared.ngrams, hash_, hypothesis[0].tokens.count);
    Clear(work.hypothesis);
    Count(hypothesis[0].tokens, work.ngrams, work.hypothesis);
    std::array<SariOperations, kSariOrders> orders;
    for (uint32_t order = 0; order < kSariOrders; ++order) {
      std::vector<int64_t>& counts = work.hypothesis[order];
      counts.resize(work.ngrams.size(order));
      const size_t known = prepared.source[order].size();
      for (size_t i = 0; i < known; ++i) {
        AddNgram(prepared.source[order][i] * prepared.count, counts[i] * prepared.count,
                 prepared.references[order][i], orders[order]);
      }
      orders[order].add.done += static_cast<int64_t>(counts.size() - known);
    }
    if (settings_.easse) return WriteCounts(orders, row);
    FixedSum::Write(EvaluateScore(orders), row);
    row[2] = 1;
  }

  double Score(std::span<const int64_t> sums, Level) const override {
    if (!settings_.easse) return 100.0 * FixedSum::Mean(sums, sums[2]);
    const std::array<double, 3> of = OfOperations(sums);
    return 100.0 * (of[0] + of[1] + of[2]) / 3;
  }
  std::vector<Detail> Details(std::span<const int64_t> sums, Level) const override {
    if (!settings_.easse) return {{"segments", sums[2]}};
    std::vector<Detail> details;
    const std::array<double, 3> of = OfOperations(sums);
    for (size_t i = 0; i < of.size(); ++i) {
      details.push_back({std::string(kSariOperations[i]), 100.0 * of[i]});
    }
    return details;
  }

 private:
  static void Clear(SariCounts& counts) {
    for (std::vector<int64_t>& of_order : counts) of_order.clear();
  }
  void Count(const Tokens& tokens, SariNgrams& ngrams, SariCounts& counts) const {
    ngrams.ForEach(tokens, !settings_.easse, [&counts](uint32_t order, uint32_t number) {
      if (counts[order].size() <= number) counts[order].resize(number + size_t{1});
      ++counts[order][number];
    });
  }

  static void WriteCounts(std::span<const SariOperations> orders, int64_t* row) {
    for (const auto operation :
         {&SariOperations::add, &SariOperations::keep, &SariOperations::remove}) {
      for (const SariOperations& of : orders) {
        *row++ = (of.*operation).right;
        *row++ = (of.*operation).done;
        *row++ = (of.*operation).wanted;
      }
    }
  }

  // Returns the scores of kSariOperations, from 0 to 1.
  std::array<double, 3> OfOperations(std::span<const int64_t> sums) const {
    std::array<double, 3> scores = {};
    for (size_t i = 0; i < scores.size(); ++i) {
      std::array<SariOperation, kSariOrders> orders;
      for (SariOperation& of : orders) {
        of = {sums[0], sums[1], sums[2]};
        sums = sums.subspan(std::size(kSariFigures));
      }
      const bool deletes = i + 1 == scores.size();
      scores[i] = EasseScore(orders, settings_.of_means, deletes && settings_.delete_precision);
    }
    return scores;
  }

  TextOptions text_;
  SariSettings settings_;
  HashFunction hash_;
};

struct SariNamed {
  std::string_view name;
};
constexpr SariNamed kSariTools[] = {{"evaluate"}, {"easse"}};
constexpr SariNamed kSariMeans[] = {{"orders"}, {"means"}};
constexpr SariNamed kSariDeletes[] = {{"f"}, {"p"}};

Result<std::unique_ptr<Metric>> MakeSari(const MetricOptions& given, const MetricContext& context) {
  SariSettings settings;
  MTG_ASSIGN_OR_RETURN(const SariNamed* tool, ReadNamed(given, "dialect", std::span(kSariTools)));
  MTG_ASSIGN_OR_RETURN(const SariNamed* mean, ReadNamed(given, "f", std::span(kSariMeans)));
  MTG_ASSIGN_OR_RETURN(const SariNamed* remove, ReadNamed(given, "del", std::span(kSariDeletes)));
  MTG_ASSIGN_OR_RETURN(settings.legacy, ReadYesNo(given, "legacy", false));
  settings.easse = tool->name == "easse";
  settings.of_means = mean->name == "means";
  settings.delete_precision = remove->name == "p";
  if (!settings.easse && (settings.of_means || settings.delete_precision || settings.legacy)) {
    return UsageError({.option = "metrics"}, "sari: f, del and legacy are EASSE's",
                      "add dialect=easse, or leave them out");
  }
  MetricOptions all = given;
  all.emplace("tok", "13a");
  all.emplace("lc", settings.legacy ? "no" : "yes");
  MTG_ASSIGN_OR_RETURN(const TextOptions text, ReadTextOptions(all, context));
  return std::make_unique<Sari>(text, settings, context.hash->function);
}

constexpr MetricOptionRow kSariOptions[] = {
    {"tok", "NAME", "13a", "tokenizer"},
    {"lc", "yes|no", "yes", "compare in lower case; no with legacy"},
    {"dialect", "NAME", "evaluate",
     "evaluate: the mean over segments, as in Hugging Face's evaluate; easse: counts summed over the "
     "corpus, as in EASSE and papers that use it"},
    {"f", "NAME", "orders",
     "EASSE: the mean of F1 over orders (orders), or F1 of mean precision and recall (means), as "
     "use_paper_version"},
    {"del", "f|p", "f", "EASSE: F1 or precision of deletions; p as use_f1_for_deletion=False"},
    {"legacy", "yes|no", "no", "EASSE: the source as it is, and all texts cased"},
};

}  // namespace

extern const MetricRow kSari;
const MetricRow kSari = {
    .name = "sari",
    .title = "SARI",
    .help = "simplification: n-grams rightly added, kept and deleted, beside the source",
    .paper = "Xu et al. (2016)",
    .scale = 100,
    .higher_is_better = true,
    .options = kSariOptions,
    .make = &MakeSari,
    .references = "counts of all references together",
    .needs_source = true,
    .equal_is_perfect = false,
    .notes = "It compares with the source text.",
};

}  // namespace mtgauge
