// CIDEr-D (Vedantam et al. 2015) as pycocoevalcap 1.2 computes it, which calls it CIDEr. Each text
// is a vector for each order n: an n-gram g that occurs c times has the weight
//
//   w(g) = c (ln N - ln max(1, d(g))),
//
// where d(g) of N segments have a reference with g. The similarity of hypothesis h and reference r
// is
//
//   sum min(w_h, w_r) w_r / (|w_h| |w_r|) e^(-(l_h - l_r)^2 / (2 sigma^2))
//
// over the n-grams of h, with lengths in bigrams. The score is ten times the mean over orders and
// references; that of a corpus is the mean over its segments. form=plain is CIDEr, the cosine
// alone.
//
// Row: sum, sum_rest (fixed_sum.h), segments.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>
#include <vector>

#include "core/algo/ngrams/document_counts.h"
#include "core/algo/ngrams/ngram_table.h"
#include "core/base/bytes.h"
#include "core/base/kept_list.h"
#include "core/base/pinned_math.h"
#include "core/contract/mean_of_segments.h"
#include "core/contract/survey_parts.h"
#include "core/contract/text_options.h"

namespace mtgauge {
namespace {

constexpr uint32_t kCiderMaxOrder = 9;
constexpr double kCiderScale = 10;

struct CiderFormRow {
  std::string_view name, title;
  bool plain;
};
constexpr CiderFormRow kCiderForms[] = {{"d", "CIDEr-D", false}, {"plain", "CIDEr", true}};

struct CiderOptions {
  TextOptions text;
  const CiderFormRow* form = kCiderForms;
  uint32_t order = 4;
  double sigma = 6;
  std::string normalize;  // the normalization of the references; empty: none
};

class CiderSurvey final : public Survey {
 public:
  CiderSurvey(std::string name, uint32_t order, HashFunction hash)
      : name_(std::move(name)),
        hash_(hash),
        counts_(std::make_shared<DocumentCounts>(order)),
        digests_(hash) {}

  void Observe(const ReferenceViews& references) override {
    if (references.count == 0) return;
    counts_->Add(references.views);
    uint64_t digest = 0;
    for (const SegmentView& view : references.views) digest += digests_.Of(view.tokens);
    // References of one segment count together, whatever their order.
    std::string bytes;
    AppendU64(digest, bytes);
    digest_ += DefaultHash().function(bytes.data(), bytes.size());
  }
  void Merge(const Survey& other) override {
    const auto& from = static_cast<const CiderSurvey&>(other);
    counts_->Merge(*from.counts_);
    digest_ += from.digest_;
  }
  std::string Name() const override { return name_; }
  void Save(std::string& bytes) const override {
    AppendU64(digest_, bytes);
    counts_->Save(bytes);
  }
  bool Load(std::string_view bytes) override {
    if (bytes.size() < sizeof(digest_)) return false;
    digest_ = ReadU64(bytes.data());
    return counts_->Load(bytes.substr(sizeof(digest_)), hash_);
  }
  std::pair<std::string, std::string> SignatureKey() const override {
    return {"df", fmt::format("{:08x}", digest_ >> 32)};
  }

  std::shared_ptr<const DocumentCounts> counts() const { return counts_; }

 private:
  std::string name_;
  HashFunction hash_;
  std::shared_ptr<DocumentCounts> counts_;
  TokenDigest digests_;
  uint64_t digest_ = 0;
};

// The n-grams of some texts by number, in order of first occurrence. Numbers of n-grams that an
// earlier list has come from there.
class GramList {
 public:
  struct Gram {
    uint32_t order;
    double weight;  // of one occurrence
    uint32_t id;    // in the counts
  };

  // Makes room for texts of `tokens` tokens in all. `hash` is that of the views.
  void Clear(const GramList* earlier, HashFunction hash, size_t tokens) {
    earlier_ = earlier;
    first_ = earlier == nullptr ? 0 : earlier->size();
    words_.Clear(hash, tokens);
    longer_.Clear(hash, tokens);
    of_words_.clear();
    grams_.clear();
  }
  uint32_t size() const { return first_ + static_cast<uint32_t>(grams_.size()); }
  const Gram& operator[](uint32_t gram) const {
    return gram < first_ ? (*earlier_)[gram] : grams_[gram - first_];
  }

  // Returns the number of a token. weight(count) is the weight of an n-gram with that count.
  template <typename Weight>
  uint32_t Word(const Tokens& tokens, uint32_t i, const DocumentCounts& counts,
                const Weight& weight) {
    if (earlier_ != nullptr) {
      const uint32_t known = earlier_->words_.Find(tokens, i);
      if (known != TokenNames::kNone) return earlier_->of_words_[known];
    }
    const uint32_t word = words_.Add(tokens, i);
    if (word == of_words_.size()) {
      of_words_.push_back(size());
      Add(1, counts.FindToken(tokens.key[i], tokens[i]), weight);
    }
    return of_words_[word];
  }
  // Returns the number of an n-gram, given its prefix, its last token and its place in the counts.
  template <typename Weight>
  uint32_t Longer(uint32_t order, uint32_t prefix, uint32_t token,
                  const DocumentCounts::Found& found, const Weight& weight) {
    const uint64_t key = uint64_t{prefix} << 32 | token;
    const auto any = [](uint32_t) { return true; };
    if (earlier_ != nullptr) {
      const uint32_t known = earlier_->longer_.Find(key, any);
      if (known != GenerationIndex::kNone) return known;
    }
    const uint32_t fresh = size(), gram = longer_.FindOrAdd(key, fresh, any);
    if (gram == fresh) Add(order, found, weight);
    return gram;
  }

 private:
  template <typename Weight>
  void Add(uint32_t order, const DocumentCounts::Found& found, const Weight& weight) {
    grams_.push_back({order, weight(found.count), found.id});
  }

  const GramList* earlier_ = nullptr;
  uint32_t first_ = 0;  // the number of grams_[0]
  TokenNames words_;
  std::vector<uint32_t> of_words_;  // [word]: its number as an n-gram
  GenerationIndex longer_;
  std::vector<Gram> grams_;
};

// The vectors of a text.
struct CiderText {
  std::vector<std::pair<uint32_t, double>> weights;  // n-gram and weight, each once
  std::vector<double> norms;                         // by order
  double length = 0;
};

struct CiderPrepared {
  GramList grams;
  KeptList<CiderText> texts;  // one per reference
};

struct CiderScratch : Scratch {
  GramList grams;
  CiderText text;
  std::vector<uint32_t> words, ids;                       // of a text: numbers, ids in the counts
  std::vector<std::vector<DocumentCounts::Found>> found;  // [order - 2][begin]
  std::vector<uint32_t> occurrences;                      // [n-gram]
  std::vector<double> weights;                            // [n-gram]: weight in the hypothesis
  std::vector<double> similarities;                       // by order
  std::vector<double> of_references;                      // similarities, summed over orders
};

class Cider final : public MeanOfSegments<Cider, CiderPrepared, CiderScratch> {
 public:
  Cider(const CiderOptions& options, HashFunction hash) : options_(options), hash_(hash) {}

  std::string Title() const override { return std::string(options_.form->title); }
  std::vector<ViewSpec> Views() const override { return {options_.text.Words()}; }
  std::vector<std::pair<std::string, std::string>> SignatureKeys() const override {
    std::vector<std::pair<std::string, std::string>> own = {
        {"form", std::string(options_.form->name)}, {"order", std::to_string(options_.order)}};
    if (!options_.form->plain) own.emplace_back("sigma", fmt::format("{}", options_.sigma));
    own.emplace_back("corpus", "mean");
    return TextSignatureKeys(options_.text, own);
  }

  std::unique_ptr<Survey> NewSurvey() const override {
    return std::make_unique<CiderSurvey>(
        SurveyName("cider-d", options_.text, options_.order, options_.normalize), options_.order,
        hash_);
  }
  void Bind(const Survey& survey) override {
    counts_ = static_cast<const CiderSurvey&>(survey).counts();
    log_segments_ = PinnedLog(std::max<double>(counts_->documents(), 1));
    for (uint32_t count = 0; count < kUsualCounts; ++count) usual_weights_[count] = Weight(count);
  }

  void Prepare(const ReferenceViews& references, CiderScratch& work, CiderPrepared& out) const {
    size_t tokens = 0;
    for (const SegmentView& view : references.views) tokens += view.tokens.count;
    out.grams.Clear(nullptr, hash_, tokens);
    out.texts.Resize(references.count);
    for (uint32_t r = 0; r < references.count; ++r) {
      Read(references.views[r].tokens, out.grams, work, out.texts[r]);
    }
  }

  void ExtractRow(const CiderPrepared& references, std::span<const SegmentView> hypothesis,
                  CiderScratch& work, int64_t* row) const {
    work.grams.Clear(&references.grams, hash_, hypothesis[0].tokens.count);
    Read(hypothesis[0].tokens, work.grams, work, work.text);
    work.weights.assign(work.grams.size(), 0);
    for (const auto& [gram, weight] : work.text.weights) work.weights[gram] = weight;
    work.of_references.clear();
    for (const CiderText& reference : references.texts) {
      work.of_references.push_back(Similarity(reference, references.grams, work));
    }
    // In an order that does not depend on that of the references.
    std::sort(work.of_references.begin(), work.of_references.end());
    double sum = 0;
    for (const double similarity : work.of_references) sum += similarity;
    const auto count = static_cast<double>(std::max<size_t>(references.texts.size(), 1));
    WriteScore(kCiderScale * (sum / options_.order / count), row);
  }

 private:
  static constexpr uint32_t kUsualCounts = 256;

  // Returns the weight of an n-gram that so many segments have.
  double Weight(uint32_t count) const {
    return log_segments_ - PinnedLog(std::max<double>(count, 1));
  }

  // Numbers the n-grams of a text and weighs them.
  void Read(const Tokens& tokens, GramList& grams, CiderScratch& work, CiderText& out) const {
    const auto weight = [this](uint32_t count) {
      return count < kUsualCounts ? usual_weights_[count] : Weight(count);
    };
    out.weights.clear();
    work.occurrences.assign(grams.size(), 0);
    const auto count = [&](uint32_t gram) {
      if (gram >= work.occurrences.size()) work.occurrences.resize(gram + 1);
      if (++work.occurrences[gram] == 1) out.weights.emplace_back(gram, 0);
      return gram;
    };
    work.words.clear();
    work.ids.clear();
    for (uint32_t i = 0; i < tokens.count; ++i) {
      work.words.push_back(count(grams.Word(tokens, i, *counts_, weight)));
      work.ids.push_back(grams[work.words.back()].id);
    }
    counts_->FindAll(work.ids, options_.order, work.found);
    for (uint32_t begin = 0; begin < tokens.count; ++begin) {
      uint32_t gram = work.words[begin];
      const uint32_t orders = std::min(options_.order, tokens.count - begin);
      for (uint32_t order = 2; order <= orders; ++order) {
        gram = count(grams.Longer(order, gram, work.words[begin + order - 1],
                                  work.found[order - 2][begin], weight));
      }
    }
    out.length = options_.order > 1 && tokens.count > 1 ? tokens.count - 1 : 0;
    out.norms.assign(options_.order, 0);
    for (auto& [gram, value] : out.weights) {
      value = work.occurrences[gram] * grams[gram].weight;
      out.norms[grams[gram].order - 1] += value * value;
    }
    for (double& norm : out.norms) norm = std::sqrt(norm);
  }

  // Returns the sum over orders of the similarities of the hypothesis in `work` and a reference.
  double Similarity(const CiderText& reference, const GramList& grams, CiderScratch& work) const {
    work.similarities.assign(options_.order, 0);
    for (const auto& [gram, weight] : reference.weights) {
      const double ours = work.weights[gram];
      work.similarities[grams[gram].order - 1] +=
          (options_.form->plain ? ours : std::min(ours, weight)) * weight;
    }
    double sum = 0;
    for (uint32_t n = 0; n < options_.order; ++n) {
      const double norm = work.text.norms[n] * reference.norms[n];
      if (norm > 0) sum += work.similarities[n] / norm;
    }
    if (options_.form->plain) return sum;
    const double difference = work.text.length - reference.length;
    return sum * PinnedExp(-difference * difference / (2 * options_.sigma * options_.sigma));
  }

  CiderOptions options_;
  HashFunction hash_;
  std::shared_ptr<const DocumentCounts> counts_ = std::make_shared<DocumentCounts>(kCiderMaxOrder);
  double log_segments_ = 0;
  double usual_weights_[kUsualCounts] = {};  // by count
};

Result<std::unique_ptr<Metric>> MakeCider(const MetricOptions& given,
                                          const MetricContext& context) {
  CiderOptions options;
  options.normalize = context.normalize;
  MTG_ASSIGN_OR_RETURN(options.text, ReadTextOptions(given, context));
  MTG_ASSIGN_OR_RETURN(options.form, ReadNamed(given, "form", std::span(kCiderForms)));
  MTG_ASSIGN_OR_RETURN(options.order, ReadWhole(given, "order", options.order, 1, kCiderMaxOrder));
  MTG_ASSIGN_OR_RETURN(options.sigma, ReadNumber(given, "sigma", options.sigma, 0.001, 1e6));
  if (options.form->plain && given.contains("sigma")) {
    return UsageError({.option = "sigma"}, "sigma=X is for form=d", "leave one out");
  }
  return std::make_unique<Cider>(options, context.hash->function);
}

// Returns an empty survey for a survey's name, or null if the name is not valid.
std::unique_ptr<Survey> CiderSurveyOfName(const std::string& name) {
  const uint32_t order = OrderInSurveyName(name, kCiderMaxOrder);
  if (order == 0) return nullptr;
  return std::make_unique<CiderSurvey>(name, order, DefaultHash().function);
}

constexpr MetricOptionRow kCiderOptions[] = {
    kTokOption,
    kLcOption,
    kStemOption,
    {"form", "NAME", "d", "d (CIDEr-D) or plain (CIDEr: neither clipped nor penalized by length)"},
    {"order", "N", "4", "longest n-gram, 1 to 9"},
    {"sigma", "X", "6", "width of the length penalty of CIDEr-D, in bigrams"},
};

}  // namespace

extern const MetricRow kCider;
const MetricRow kCider = {
    .name = "cider-d",
    .title = "CIDEr-D",
    .help = "likeness of n-grams that are rare in the references, from 0 to 10",
    .paper = "Vedantam et al. (2015)",
    .scale = 10,
    .higher_is_better = true,
    .options = kCiderOptions,
    .make = &MakeCider,
    .survey = &CiderSurveyOfName,
    .references = "the mean over the references counts",
    .corpus = "mean",
    .equal_is_perfect = false,
    .notes =
        "The scores are those of pycocoevalcap, which calls this metric CIDEr, to nine digits. It "
        "cuts the text at white space; its own recipe first tokenizes, lower-cases and drops "
        "punctuation with Stanford's PTBTokenizer, so give it such texts. Weights come from all "
        "references: n-grams in the references of every segment count nothing, and a segment on "
        "its own scores 0.",
};

}  // namespace mtgauge
