// ParaEval (Zhou, Lin and Hovy 2006): words matched by paraphrases, then by equal words. There are
// three tiers, each over the words that the tiers before left unmatched:
//
//   1. phrases of the table and their paraphrases, if either has several words,
//   2. single words and the single words that are their paraphrases,
//   3. equal words.
//
// The first two tiers read the hypothesis from left to right. At each word they take the longest
// phrase for which a reference contains a paraphrase, or the phrase itself, and the leftmost such
// place (the longest of those that begin there). A phrase counts if any reference has a free place
// for it, and takes one in each reference that has one: as BLEU clips by the largest count in a
// reference, with a phrase and its paraphrases as one. With m matched words of h and n of r,
//
//   P = m / h,  R = n / r,  F = 2 P R / (P + R),
//
// where n and r are summed over the references. Corpus scores are computed from sums over the
// segments.
#include <algorithm>
#include <utility>

#include "core/algo/ngrams/ngram_table.h"
#include "core/base/kept_list.h"
#include "core/contract/metric_of.h"
#include "core/contract/text_options.h"
#include "core/text/words/paraphrases.h"

namespace mtgauge {
namespace {

constexpr uint32_t kLongest = 1000;

struct ParaevalStatRow {
  std::string_view name;
  const char* title;
};
constexpr ParaevalStatRow kParaevalStats[] = {
    {"p", "ParaEval P"}, {"r", "ParaEval R"}, {"f", "ParaEval F1"}};

struct ParaEvalOptions {
  TextOptions text;
  const ParaevalStatRow* stat = &kParaevalStats[0];
  uint32_t shortest = 1;
  const Paraphrases* paraphrases = nullptr;
  std::string digest;  // the paraphrases'; empty if there are none
};

// A place in a reference of a word in the paraphrase table.
struct Occurrence {
  uint32_t word, at;
  friend bool operator<(const Occurrence& a, const Occurrence& b) {
    return std::pair(a.word, a.at) < std::pair(b.word, b.at);
  }
};

struct ParaevalReference {
  std::vector<uint32_t> names;          // by word
  std::vector<uint32_t> words;          // each word's number in the paraphrase table
  std::vector<Occurrence> occurrences;  // places of those numbers, sorted
};

struct ParaEvalPrepared {
  TokenNames names;
  KeptList<ParaevalReference> references;
};

struct ParaEvalScratch : Scratch {
  std::vector<uint32_t> words;   // the hypothesis' words, as numbers in the paraphrase table
  std::vector<uint8_t> matched;  // [word of the hypothesis]
  KeptList<std::vector<uint8_t>> taken;  // [reference][word]
  KeptList<std::vector<uint32_t>> left;  // [reference][name]: number of words that are not taken
  std::vector<uint32_t> stand_ins, stand_in_ends;
  std::vector<uint32_t> path;  // table nodes of the phrases that begin at a word
};

// Matches one hypothesis with its references.
class Matching {
 public:
  Matching(const ParaEvalOptions& options, const ParaEvalPrepared& prepared, const Tokens& hyp,
           ParaEvalScratch& work)
      : options_(options),
        names_(prepared.names),
        references_(prepared.references),
        hyp_(hyp),
        work_(work) {
    work_.matched.assign(hyp.count, 0);
    work_.taken.Resize(references_.size());
    for (uint32_t r = 0; r < references_.size(); ++r) {
      work_.taken[r].assign(references_[r].names.size(), 0);
    }
  }

  void Run() {
    if (options_.paraphrases != nullptr) {
      work_.words.clear();
      for (uint32_t i = 0; i < hyp_.count; ++i) {
        work_.words.push_back(options_.paraphrases->FindWord(hyp_[i]));
      }
      MatchPhrases(false);
      MatchPhrases(true);
    }
    MatchWords();
  }
  int64_t matched() const {
    return std::count(work_.matched.begin(), work_.matched.end(), uint8_t{1});
  }
  int64_t of_references() const { return of_references_; }

 private:
  void MatchPhrases(bool single) {
    for (uint32_t i = 0; i < hyp_.count && !work_.beyond_budget;) {
      FollowPhrases(i, single ? 1 : kLongest);
      uint32_t length = static_cast<uint32_t>(work_.path.size());
      while (length >= options_.shortest && length > 0 && !Take(i, length, single)) --length;
      const bool found = length >= options_.shortest && length > 0;
      if (found) std::fill_n(work_.matched.begin() + i, length, uint8_t{1});
      i += found ? length : 1;
    }
  }

  // Fills `path` with the table's nodes for the phrases from word i on, by length.
  void FollowPhrases(uint32_t i, uint32_t longest) {
    work_.path.clear();
    uint32_t at = Paraphrases::kRoot;
    for (uint32_t j = i; j < hyp_.count && work_.path.size() < longest; ++j) {
      if (work_.matched[j] != 0 || work_.words[j] == Paraphrases::kNone) return;
      at = options_.paraphrases->Follow(at, work_.words[j]);
      if (at == Paraphrases::kNone) return;
      work_.path.push_back(at);
    }
  }

  // Takes the first free place in each reference for the phrase of `length` words from i on.
  // Returns false if there is none.
  bool Take(uint32_t i, uint32_t length, bool single) {
    ListStandIns(i, length);
    bool found = false;
    for (uint32_t r = 0; r < references_.size(); ++r) {
      Place best;
      uint32_t begin = 0;
      for (const uint32_t end : work_.stand_in_ends) {
        if (end > begin && (length == 1 && end - begin == 1) == single) {
          Look(r, std::span(work_.stand_ins).subspan(begin, end - begin), best);
        }
        begin = end;
      }
      if (best.length == 0) continue;
      found = true;
      std::fill_n(work_.taken[r].begin() + best.at, best.length, uint8_t{1});
      of_references_ += best.length;
    }
    return found;
  }

  // Lists the paraphrases of a phrase and the phrase itself; nothing if the table does not have it.
  void ListStandIns(uint32_t i, uint32_t length) {
    std::vector<uint32_t>& words = work_.stand_ins;
    words.clear();
    work_.stand_in_ends.clear();
    options_.paraphrases->ForEach(work_.path[length - 1], [&](std::string_view packed) {
      while (!packed.empty()) words.push_back(TakePacked(packed));
      work_.stand_in_ends.push_back(static_cast<uint32_t>(words.size()));
    });
    if (words.empty()) return;
    const auto first = work_.words.begin() + i;
    words.insert(words.end(), first, first + length);
    work_.stand_in_ends.push_back(static_cast<uint32_t>(words.size()));
  }

  struct Place {
    uint32_t at = UINT32_MAX, length = 0;
  };

  // Sets `best` to the first free place of the phrase if it is better.
  void Look(uint32_t r, std::span<const uint32_t> phrase, Place& best) {
    const ParaevalReference& reference = references_[r];
    const std::vector<uint8_t>& taken = work_.taken[r];
    const auto length = static_cast<uint32_t>(phrase.size());
    auto occurrence = std::lower_bound(reference.occurrences.begin(), reference.occurrences.end(),
                                       Occurrence{phrase.front(), 0});
    for (; occurrence != reference.occurrences.end() && occurrence->word == phrase.front();
         ++occurrence) {
      const uint32_t at = occurrence->at;
      if (at > best.at || at + length > taken.size()) return;
      uint32_t k = 0;
      while (k < length && taken[at + k] == 0 && reference.words[at + k] == phrase[k]) ++k;
      steps_ += k + 1;
      if (steps_ > kMostSteps) work_.beyond_budget = true;
      if (work_.beyond_budget) return;
      if (k < length) continue;
      if (at < best.at || length > best.length) best = {at, length};
      return;
    }
  }

  void MatchWords() {
    work_.left.Resize(references_.size());
    for (uint32_t r = 0; r < references_.size(); ++r) {
      work_.left[r].assign(names_.count(), 0);
      const std::vector<uint32_t>& names = references_[r].names;
      for (size_t j = 0; j < names.size(); ++j) work_.left[r][names[j]] += 1u - work_.taken[r][j];
    }
    for (uint32_t i = 0; i < hyp_.count; ++i) {
      if (work_.matched[i] != 0) continue;
      const uint32_t name = names_.Find(hyp_, i);
      if (name == TokenNames::kNone) continue;
      for (uint32_t r = 0; r < references_.size(); ++r) {
        if (work_.left[r][name] == 0) continue;
        --work_.left[r][name];
        work_.matched[i] = 1;
        ++of_references_;
      }
    }
  }

  const ParaEvalOptions& options_;
  const TokenNames& names_;
  const KeptList<ParaevalReference>& references_;
  const Tokens& hyp_;
  ParaEvalScratch& work_;
  int64_t of_references_ = 0;
  uint64_t steps_ = 0;
};

double ParaevalRatio(int64_t numerator, int64_t denominator) {
  return denominator == 0 ? 0 : static_cast<double>(numerator) / static_cast<double>(denominator);
}

class ParaEval final : public MetricOf<ParaEval, ParaEvalPrepared, ParaEvalScratch> {
 public:
  ParaEval(ParaEvalOptions options, HashFunction hash)
      : options_(std::move(options)), hash_(hash) {}

  std::string Title() const override { return options_.stat->title; }
  std::vector<ViewSpec> Views() const override { return {options_.text.Words()}; }
  std::vector<std::string> Columns() const override {
    return {"hyp_matched", "hyp_len", "ref_matched", "ref_len"};
  }
  std::vector<std::pair<std::string, std::string>> SignatureKeys() const override {
    std::vector<std::pair<std::string, std::string>> own = {
        {"stat", std::string(options_.stat->name)}};
    if (options_.shortest > 1) own.emplace_back("shortest", std::to_string(options_.shortest));
    if (!options_.digest.empty()) own.emplace_back("paraphrases", options_.digest);
    return TextSignatureKeys(options_.text, own);
  }

  void Prepare(const ReferenceViews& references, ParaEvalScratch&, ParaEvalPrepared& out) const {
    out.references.Resize(references.count);
    size_t tokens = 0;
    for (const SegmentView& view : references.views) tokens += view.tokens.count;
    out.names.Clear(hash_, tokens);
    for (uint32_t r = 0; r < references.count; ++r) {
      Read(references.views[r].tokens, out.names, out.references[r]);
    }
  }

  void ExtractRow(const ParaEvalPrepared& prepared, std::span<const SegmentView> hypothesis,
                  ParaEvalScratch& scratch, int64_t* row) const {
    const Tokens& hyp = hypothesis[0].tokens;
    Matching matching(options_, prepared, hyp, scratch);
    matching.Run();
    row[0] = matching.matched();
    row[1] = hyp.count;
    row[2] = matching.of_references();
    row[3] = 0;
    for (const ParaevalReference& reference : prepared.references) {
      row[3] += static_cast<int64_t>(reference.names.size());
    }
  }

  double Score(std::span<const int64_t> sums, Level) const override {
    const double p = ParaevalRatio(sums[0], sums[1]), r = ParaevalRatio(sums[2], sums[3]);
    if (options_.stat->name == "p") return 100.0 * p;
    if (options_.stat->name == "r") return 100.0 * r;
    return p + r == 0 ? 0 : 100.0 * (2 * p * r / (p + r));
  }
  std::vector<Detail> Details(std::span<const int64_t> sums, Level) const override {
    return {{"hyp_matched", sums[0]},
            {"hyp_len", sums[1]},
            {"ref_matched", sums[2]},
            {"ref_len", sums[3]}};
  }

 private:
  void Read(const Tokens& tokens, TokenNames& names, ParaevalReference& out) const {
    out.names.clear();
    out.words.clear();
    out.occurrences.clear();
    for (uint32_t j = 0; j < tokens.count; ++j) {
      out.names.push_back(names.Add(tokens, j));
      if (options_.paraphrases == nullptr) continue;
      out.words.push_back(options_.paraphrases->FindWord(tokens[j]));
      if (out.words.back() != Paraphrases::kNone) out.occurrences.push_back({out.words.back(), j});
    }
    std::sort(out.occurrences.begin(), out.occurrences.end());
  }

  ParaEvalOptions options_;
  HashFunction hash_;
};

Result<std::unique_ptr<Metric>> MakeParaeval(const MetricOptions& given,
                                             const MetricContext& context) {
  ParaEvalOptions options;
  MetricOptions all = given;
  all.emplace("tok", "13a");
  all.emplace("lc", "yes");
  MTG_ASSIGN_OR_RETURN(options.text, ReadTextOptions(all, context));
  MTG_ASSIGN_OR_RETURN(options.stat, ReadNamed(given, "stat", std::span(kParaevalStats)));
  MTG_ASSIGN_OR_RETURN(options.shortest, ReadWhole(given, "shortest", 1, 1, kLongest));
  const auto file = given.find("para");
  if (file == given.end() || file->second == "none") {
    // Only equal words match.
  } else if (context.rows != nullptr) {
    options.digest = context.rows->Digest("paraphrases");
  } else {
    MTG_ASSIGN_OR_RETURN(options.paraphrases, Paraphrases::Open(file->second, ""));
    options.digest = options.paraphrases->digest();
  }
  return std::make_unique<ParaEval>(std::move(options), context.hash->function);
}

constexpr MetricOptionRow kParaevalOptions[] = {
    {"tok", "NAME", "13a", "tokenizer"},
    {"lc", "yes|no", "yes", "compare in lower case"},
    kStemOption,
    {"para", "FILE", "none",
     "paraphrase table in METEOR 1.5's format; without one, only equal words match"},
    {"stat", "p|r|f", "p", "what is printed: precision, recall or their F1"},
    {"shortest", "N", "1", "length in words of the shortest phrase that may match a paraphrase"},
};

}  // namespace

extern const MetricRow kParaEval;
const MetricRow kParaEval = {
    .name = "paraeval",
    .title = "ParaEval",
    .help = "share of words matched by paraphrases, then by equal words",
    .paper = "Zhou et al. (2006)",
    .scale = 100,
    .higher_is_better = true,
    .options = kParaevalOptions,
    .make = &MakeParaeval,
    .references =
        "for precision, a phrase counts where any reference has a free place for it; recall is "
        "over the words of all references",
    .notes =
        "Computed as the paper says. Its table of paraphrases was not published; para=FILE takes "
        "any in METEOR's format, such as METEOR's own.",
};

}  // namespace mtgauge
