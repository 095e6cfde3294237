// MAXSIM (Chan and Ng 2008): the similarity of n-grams of lemmas and tags under a matching.
//
// For n = 1, 2, 3 the n-grams of both sides are matched in three stages: first those with equal
// lemmas and tags; then, of the rest, those with equal lemmas; then, of the rest, by the matching
// of maximum weight (Kuhn-Munkres). The first two stages go through the hypothesis from left to
// right, take the first free n-gram of the reference and count 1 each. In the third, a pair has the
// weight
//
//   w = (1 / n) sum of S_i,  S_i = (I(equal tags) + Syn(lemmas)) / 2,  0 if any S_i is 0,
//
// where Syn is 1 for equal lemmas and synonyms; if neither word has a tag, S_i = Syn. The option d
// adds triples (child, relation, parent) of subjects and objects. They have one stage only, a
// matching with w = (Syn + I + Syn) / 3 for pairs with equal relations. With m matches, and h and r
// n-grams or triples on the two sides,
//
//   F = P R / (alpha P + (1 - alpha) R) = m / (alpha r + (1 - alpha) h),  alpha = 0.9.
//
// The score is the mean F over the orders, and over the triples unless neither side has any. It is
// averaged over several references and over the segments. Words without a letter or digit are
// dropped first; segments without words on both sides do not count.
//
// Annotations are factored tokens (core/text/factors.h), with head and relation for d. They come
// with the text or, if a job has none there, are the text itself. A token without factors is its
// own lemma and has no tag.
#include <absl/strings/ascii.h>
#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "core/algo/alignment/assignment.h"
#include "core/algo/alignment/occurrences.h"
#include "core/algo/alignment/word_facts.h"
#include "core/base/kept_list.h"
#include "core/contract/fixed_sum.h"
#include "core/contract/mean_of_segments.h"
#include "core/contract/text_options.h"
#include "core/text/factors.h"
#include "core/text/token_key.h"
#include "core/text/unicode.h"
#include "core/text/utf8.h"
#include "core/text/words/resource_file.h"
#include "core/text/words/wordnet.h"

namespace mtgauge {
namespace {

constexpr uint32_t kMaxsimMaxOrder = 9;
constexpr uint64_t kMaxsimMostPairs = uint64_t{1} << 26;  // pairs of n-grams in one matching
constexpr size_t kMostEdges = size_t{1} << 22;            // pairs with a weight, 48 MB
constexpr uint32_t kNoTag = kNoSymbol - 1;

enum class Lemmas { kFactors, kWordNet, kWords };
enum class Synonymy { kNone, kWordSet, kSynset };
struct SynonymyRow {
  std::string_view name;
  Synonymy synonymy;
};
constexpr SynonymyRow kSynonymies[] = {
    {"none", Synonymy::kNone}, {"wordset", Synonymy::kWordSet}, {"synset", Synonymy::kSynset}};
struct ShortRow {
  std::string_view name;
  bool skip;
};
constexpr ShortRow kShorts[] = {{"zero", false}, {"skip", true}};

struct MaxsimOptions {
  TextOptions text;
  Lemmas lemmas = Lemmas::kFactors;
  std::string lemmas_name = "factors";
  const SynonymyRow* synonymy = &kSynonymies[0];
  const ShortRow* too_short = &kShorts[0];
  const WordNet* wordnet = nullptr;  // null if neither lemmas nor synonyms need it
  std::string wordnet_digest;        // empty if not needed
  uint32_t order = 3;
  double alpha = 0.9;
  bool dependencies = false;
};

// The multiplier of Fibonacci hashing, which takes the top bits of the product.
constexpr uint64_t kMultiplier = 0x9E3779B97F4A7C15;

// ---- words and their annotations ----

bool HasLetterOrDigit(std::string_view word) {
  if (!word.empty() && absl::ascii_isalnum(static_cast<unsigned char>(word[0]))) return true;
  for (size_t at = 0; at < word.size();) {
    if (word.substr(at).starts_with(kEscapedBar)) {
      at += kEscapedBar.size();
      continue;
    }
    const CodePoint c = DecodeAt(word, at);
    if (!IsPunctuation(c.value) && !IsSymbol(c.value)) return true;
    at += c.length;
  }
  return false;
}

// Returns 1 for a subject, 2 for an object, else 0. Knows the relation names of Universal
// Dependencies, Stanford and MSTParser.
uint32_t RelationOf(std::string_view name) {
  const std::string_view plain = name.substr(0, name.find(':'));
  for (const std::string_view subject :
       {"nsubj", "csubj", "nsubjpass", "csubjpass", "subj", "sub"}) {
    if (plain == subject) return 1;
  }
  for (const std::string_view object : {"obj", "dobj"}) {
    if (plain == object) return 2;
  }
  return 0;
}

// A word in the form in which it is compared: the references' names for its lemma and tag.
struct Word {
  uint32_t lemma;
  uint32_t tag;
  uint32_t meaning;  // the lemma's number in WordNet
};
struct Triple {
  Word child, parent;
  uint32_t relation;
};
struct Segment {
  std::vector<Word> words;  // without punctuation
  std::vector<Word> all;    // with punctuation, for heads
  std::vector<Triple> triples;
  bool tagged = false;  // true if any word has a tag
};

// Names (small integers) for strings, which must outlive this object.
class Names {
  auto SameAs(std::string_view text) const {
    return [this, text](uint32_t name) { return strings_[name] == text; };
  }

 public:
  void Clear(HashFunction hash, size_t expected) {
    index_.Clear(hash, expected);
    strings_.clear();
  }
  // Returns the name of a text, adding it if it is new. `key` is the text's token key.
  uint32_t Add(std::string_view text, uint64_t key) {
    const auto fresh = static_cast<uint32_t>(strings_.size());
    const uint32_t name = index_.FindOrAdd(key, fresh, SameAs(text));
    if (name == fresh) strings_.push_back(text);
    return name;
  }
  uint32_t Find(std::string_view text, uint64_t key) const {
    return index_.Find(key, SameAs(text));
  }
  uint32_t size() const { return static_cast<uint32_t>(strings_.size()); }

 private:
  GenerationIndex index_;
  std::vector<std::string_view> strings_;
};

// A cache of WordNet lookups of recent words.
class KnownWords {
 public:
  struct Known {
    uint32_t number = WordNet::kUnknown;  // the base form's if lemmas are base forms
    uint64_t lemma_key = 0;
  };
  // `key` is the word's token key under `hash`.
  const Known& Of(std::string_view word, uint64_t key, const MaxsimOptions& options,
                  HashFunction hash) {
    if (slots_.empty()) slots_.resize(kSlots);
    Slot& slot = slots_[(key * kMultiplier) >> (64 - kSlotBits)];
    if (slot.filled && slot.key == key && (!IsHashedKey(key) || slot.word == word)) {
      return slot.known;
    }
    const bool base_forms = options.lemmas == Lemmas::kWordNet;
    const uint32_t number =
        base_forms ? options.wordnet->BaseForm(word) : options.wordnet->Find(word);
    const bool other = base_forms && number != WordNet::kUnknown;
    slot = {true,
            key,
            std::string(word),
            {number, other ? TokenKey(options.wordnet->Word(number), hash) : key}};
    return slot.known;
  }

 private:
  static constexpr int kSlotBits = 13;
  static constexpr size_t kSlots = size_t{1} << kSlotBits;

  struct Slot {
    bool filled = false;
    uint64_t key = 0;
    std::string word;
    Known known;
  };
  std::vector<Slot> slots_;
};

// Fills `out` with the words of a segment, whose keys are under `hash`. name_of(text, key) returns
// the name of a lemma or tag.
template <typename NameOf>
void Read(const Tokens& tokens, const MaxsimOptions& options, HashFunction hash,
          const NameOf& name_of, KnownWords& known_words, Segment& out) {
  const bool factors = options.lemmas == Lemmas::kFactors;
  out.words.clear();
  out.all.clear();
  out.triples.clear();
  out.tagged = false;
  for (uint32_t i = 0; i < tokens.count; ++i) {
    Factors annotation;
    if (factors) {
      annotation = SplitFactors(tokens[i]);
    } else {
      annotation.word = annotation.lemma = tokens[i];
    }
    const bool whole = annotation.lemma.size() == tokens[i].size();
    uint64_t key = whole ? tokens.key[i] : TokenKey(annotation.lemma, hash);
    uint32_t meaning = WordNet::kUnknown;
    if (options.wordnet != nullptr) {
      const KnownWords::Known& known = known_words.Of(annotation.lemma, key, options, hash);
      meaning = known.number;
      if (options.lemmas == Lemmas::kWordNet && meaning != WordNet::kUnknown) {
        annotation.lemma = options.wordnet->Word(meaning);
      }
      key = known.lemma_key;
    }
    const bool has_tag = !annotation.tag.empty();
    out.tagged |= has_tag;
    const uint32_t tag = has_tag ? name_of(annotation.tag, TokenKey(annotation.tag, hash)) : kNoTag;
    const Word word = {name_of(annotation.lemma, key), tag, meaning};
    if (options.dependencies) out.all.push_back(word);
    if (HasLetterOrDigit(annotation.word)) out.words.push_back(word);
  }
  if (!options.dependencies || options.lemmas != Lemmas::kFactors) return;
  for (uint32_t i = 0; i < tokens.count; ++i) {
    const Factors annotation = SplitFactors(tokens[i]);
    const uint32_t relation = RelationOf(annotation.relation);
    size_t head = 0;
    for (const char digit : annotation.head) {
      head = digit >= '0' && digit <= '9' ? 10 * head + static_cast<size_t>(digit - '0') : SIZE_MAX;
      if (head > tokens.count) break;
    }
    if (relation == 0 || head == 0 || head > tokens.count) continue;
    out.triples.push_back({out.all[i], out.all[head - 1], relation});
  }
}

// ---- synonyms ----

// Returns the ids that a word of WordNet shares with its synonyms.
std::span<const uint32_t> MeaningsOf(const MaxsimOptions& options, uint32_t word) {
  const bool words = options.synonymy->synonymy == Synonymy::kWordSet;
  return words ? options.wordnet->Related(word) : options.wordnet->Synsets(word);
}

// Tests if two words of WordNet are synonyms; caches the answers for recent pairs.
class SynonymTest {
 public:
  bool Same(const MaxsimOptions& options, uint32_t a, uint32_t b) {
    if (options.synonymy->synonymy == Synonymy::kNone || a == WordNet::kUnknown ||
        b == WordNet::kUnknown) {
      return false;
    }
    if (known_.empty()) known_.assign(kSlots, UINT64_MAX);
    const uint64_t pair = uint64_t{a} << 32 | b;
    uint64_t& slot = known_[(pair * kMultiplier) >> (64 - kSlotBits)];
    if (slot >> 1 != pair) slot = pair << 1 | (Share(options, a, b) ? 1 : 0);
    return (slot & 1) != 0;
  }

 private:
  static constexpr int kSlotBits = 15;
  static constexpr size_t kSlots = size_t{1} << kSlotBits;

  static bool Share(const MaxsimOptions& options, uint32_t a, uint32_t b) {
    const std::span<const uint32_t> x = MeaningsOf(options, a), y = MeaningsOf(options, b);
    for (size_t i = 0, j = 0; i < x.size() && j < y.size();) {
      if (x[i] == y[j]) return true;
      x[i] < y[j] ? ++i : ++j;
    }
    return false;
  }

  std::vector<uint64_t> known_;  // pair << 1 | answer
};

// ---- matching ----

struct MaxsimReference : Segment {
  Buffer<uint32_t> lemmas;
  Occurrences places;     // places of lemmas
  SynonymIndex meanings;  // meanings of the lemmas in WordNet, if no word has a tag
};

struct MaxsimPrepared {
  Names names;
  KeptList<MaxsimReference> references;
};

struct MaxsimScratch : Scratch {
  Segment hypothesis;
  KnownWords known_words;
  SynonymTest synonyms;
  Assignment assignment;
  std::vector<uint8_t> hyp_taken, ref_taken;
  std::vector<uint32_t> hyp_left, ref_left;
  std::vector<WeightedEdge> edges;
  // For short segments: the similarity of each hypothesis word to each reference word, and the
  // indices of the reference words with a similarity above 0, up to near_end[i].
  std::vector<uint8_t> similarities;
  std::vector<uint32_t> near, near_end, ref_place;
  uint64_t steps = 0;
};

// Matches one hypothesis with one reference.
class Matcher {
 public:
  Matcher(const MaxsimOptions& options, const MaxsimReference& reference, MaxsimScratch& work)
      : options_(options), hyp_(work.hypothesis), ref_(reference), work_(work) {
    const size_t pairs = hyp_.words.size() * ref_.words.size();
    remembers_ = pairs <= kMostRemembered;
    if (hyp_.tagged || ref_.tagged) {
      if (remembers_) Remember();
    } else if (options_.synonymy->synonymy == Synonymy::kNone) {
      only_equal_ = true;
    } else if (remembers_) {
      only_equal_ = !RememberUntagged();
    }
  }

  // Returns the matches of n-grams, in units of 1 / (2 n).
  uint64_t Ngrams(uint32_t n) {
    const size_t hyp_ngrams = Count(hyp_, n), ref_ngrams = Count(ref_, n);
    work_.hyp_taken.assign(hyp_ngrams, 0);
    work_.ref_taken.assign(ref_ngrams, 0);
    // Without tags the second stage is the same as the first. If only equal words are similar, the
    // first stage leaves no similar pair of n-grams.
    if (only_equal_) return 2 * n * MatchEqual(n, false);
    const uint64_t equal = MatchEqual(n, true) + MatchEqual(n, false);
    return 2 * n * equal + MatchSimilar(n);
  }
  // Returns the matches of triples, in units of 1 / 3.
  uint64_t Triples() {
    work_.edges.clear();
    if (hyp_.triples.size() * ref_.triples.size() > kMaxsimMostPairs) return TooMuch();
    for (uint32_t i = 0; i < hyp_.triples.size(); ++i) {
      for (uint32_t j = 0; j < ref_.triples.size(); ++j) {
        const Triple &a = hyp_.triples[i], &b = ref_.triples[j];
        if (a.relation != b.relation) continue;
        const uint32_t weight =
            1 + (Synonymous(a.child, b.child) ? 1 : 0) + (Synonymous(a.parent, b.parent) ? 1 : 0);
        if (work_.edges.size() == kMostEdges) return TooMuch();
        work_.edges.push_back({i, j, weight});
      }
    }
    return Greatest(hyp_.triples.size(), ref_.triples.size());
  }

  static size_t Count(const Segment& segment, uint32_t n) {
    return segment.words.size() < n ? 0 : segment.words.size() - n + 1;
  }

 private:
  static constexpr size_t kMostRemembered = size_t{1} << 16;

  uint64_t TooMuch() {
    work_.beyond_budget = true;
    return 0;
  }

  bool Synonymous(const Word& a, const Word& b) {
    return (a.lemma == b.lemma && a.lemma != kNoSymbol) ||
           work_.synonyms.Same(options_, a.meaning, b.meaning);
  }
  // Caches the similarities, because all orders need the same ones; most are 0.
  void Remember() {
    work_.similarities.clear();
    work_.near.clear();
    work_.near_end.clear();
    for (const Word& word : hyp_.words) {
      for (uint32_t j = 0; j < ref_.words.size(); ++j) {
        const uint32_t similarity = Similarity(word, ref_.words[j]);
        work_.similarities.push_back(static_cast<uint8_t>(similarity));
        if (similarity > 0) work_.near.push_back(j);
      }
      work_.near_end.push_back(static_cast<uint32_t>(work_.near.size()));
    }
  }
  // The same as above for words without tags, few of which are similar. Returns true if any pair is
  // similar but not equal.
  bool RememberUntagged() {
    const size_t length = ref_.words.size();
    std::vector<uint32_t>& near = work_.near;
    work_.similarities.assign(hyp_.words.size() * length, 0);
    near.clear();
    work_.near_end.clear();
    bool synonyms = false;
    for (size_t i = 0; i < hyp_.words.size(); ++i) {
      const Word& word = hyp_.words[i];
      uint8_t* const similarities = work_.similarities.data() + i * length;
      const auto add = [&](uint32_t lemma) {
        for (const uint32_t j : ref_.places.Of(lemma)) {
          if (std::exchange(similarities[j], 2) == 0) near.push_back(j);
        }
      };
      const auto begin = static_cast<ptrdiff_t>(near.size());
      add(word.lemma);
      const size_t equal = near.size();
      if (word.meaning != WordNet::kUnknown) {
        ref_.meanings.ForEach(MeaningsOf(options_, word.meaning), add);
      }
      if (near.size() > equal) {
        std::sort(near.begin() + begin, near.end());
        synonyms = true;
      }
      work_.near_end.push_back(static_cast<uint32_t>(near.size()));
    }
    return synonyms;
  }
  // Returns the words of the reference that may be similar to word i of the hypothesis. Needs
  // Remember().
  std::span<const uint32_t> Near(size_t i) const {
    const uint32_t begin = i == 0 ? 0 : work_.near_end[i - 1];
    return std::span(work_.near).subspan(begin, work_.near_end[i] - begin);
  }

  // Returns 2 S for two words, given by index.
  uint32_t Similarity(size_t i, size_t j) {
    if (!remembers_) return Similarity(hyp_.words[i], ref_.words[j]);
    return work_.similarities[i * ref_.words.size() + j];
  }
  uint32_t Similarity(const Word& a, const Word& b) {
    const uint32_t synonyms = Synonymous(a, b) ? 1 : 0;
    if (a.tag == kNoTag && b.tag == kNoTag) return 2 * synonyms;
    return synonyms + (a.tag == b.tag && a.tag != kNoSymbol ? 1 : 0);
  }

  bool Equal(size_t i, size_t j, uint32_t n, bool tags) const {
    for (uint32_t k = 0; k < n; ++k) {
      const Word &a = hyp_.words[i + k], &b = ref_.words[j + k];
      if (a.lemma != b.lemma || (tags && a.tag != b.tag)) return false;
    }
    return true;
  }

  uint64_t MatchEqual(uint32_t n, bool tags) {
    uint64_t matched = 0;
    for (size_t i = 0; i < work_.hyp_taken.size(); ++i) {
      if (work_.hyp_taken[i] != 0) continue;
      for (const uint32_t j : ref_.places.Of(hyp_.words[i].lemma)) {
        ++work_.steps;
        if (j >= work_.ref_taken.size()) break;
        if (work_.ref_taken[j] != 0 || !Equal(i, j, n, tags)) continue;
        work_.hyp_taken[i] = work_.ref_taken[j] = 1;
        ++matched;
        break;
      }
      if (work_.steps > kMostSteps) return TooMuch();
    }
    return matched;
  }

  uint64_t MatchSimilar(uint32_t n) {
    const auto left = [](const std::vector<uint8_t>& taken, std::vector<uint32_t>& out) {
      out.clear();
      for (uint32_t i = 0; i < taken.size(); ++i) {
        if (taken[i] == 0) out.push_back(i);
      }
    };
    left(work_.hyp_taken, work_.hyp_left);
    left(work_.ref_taken, work_.ref_left);
    if (work_.hyp_left.size() * work_.ref_left.size() > kMaxsimMostPairs) return TooMuch();
    if (!(remembers_ ? ListNear(n) : ListAll(n))) return TooMuch();
    return Greatest(work_.hyp_left.size(), work_.ref_left.size());
  }

  // Lists the remaining pairs of n-grams that have a weight. Returns false if there are too many.
  bool ListAll(uint32_t n) {
    work_.edges.clear();
    for (uint32_t i = 0; i < work_.hyp_left.size(); ++i) {
      for (uint32_t j = 0; j < work_.ref_left.size(); ++j) {
        const uint32_t weight = Weight(work_.hyp_left[i], work_.ref_left[j], n);
        if (weight == 0) continue;
        if (work_.edges.size() == kMostEdges) return false;
        work_.edges.push_back({i, j, weight});
      }
    }
    return true;
  }
  // The same as above from what Remember() stored: only n-grams whose first words are similar.
  bool ListNear(uint32_t n) {
    work_.edges.clear();
    work_.ref_place.resize(work_.ref_taken.size());
    for (uint32_t j = 0; j < work_.ref_left.size(); ++j) work_.ref_place[work_.ref_left[j]] = j;
    for (uint32_t i = 0; i < work_.hyp_left.size(); ++i) {
      for (const uint32_t j : Near(work_.hyp_left[i])) {
        if (j >= work_.ref_taken.size()) break;
        if (work_.ref_taken[j] != 0) continue;
        const uint32_t weight = Weight(work_.hyp_left[i], j, n);
        if (weight > 0) work_.edges.push_back({i, work_.ref_place[j], weight});
      }
    }
    return true;
  }

  // Returns 2 n w.
  uint32_t Weight(size_t i, size_t j, uint32_t n) {
    uint32_t sum = 0;
    for (uint32_t k = 0; k < n; ++k) {
      const uint32_t similarity = Similarity(i + k, j + k);
      if (similarity == 0) return 0;
      sum += similarity;
    }
    return sum;
  }

  uint64_t Greatest(size_t lefts, size_t rights) {
    const uint64_t weight =
        work_.assignment.Greatest(work_.edges, static_cast<uint32_t>(lefts),
                                  static_cast<uint32_t>(rights), kMostSteps, work_.steps);
    return work_.steps > kMostSteps ? TooMuch() : weight;
  }

  const MaxsimOptions& options_;
  const Segment& hyp_;
  const MaxsimReference& ref_;
  MaxsimScratch& work_;
  bool remembers_ = false;
  bool only_equal_ = false;  // true if only equal words are similar
};

// ---- the metric ----

class Maxsim final : public MeanOfSegments<Maxsim, MaxsimPrepared, MaxsimScratch, 100> {
 public:
  Maxsim(MaxsimOptions options, HashFunction hash) : options_(std::move(options)), hash_(hash) {}

  std::string Title() const override { return options_.dependencies ? "MAXSIM n+d" : "MAXSIM"; }
  std::vector<ViewSpec> Views() const override {
    ViewSpec words = options_.text.Words();
    words.annotations = options_.lemmas == Lemmas::kFactors;
    return {words};
  }
  std::vector<std::pair<std::string, std::string>> SignatureKeys() const override {
    std::vector<std::pair<std::string, std::string>> own = {
        {"lemmas", options_.lemmas_name},
        {"syn", std::string(options_.synonymy->name)},
        {"order", std::to_string(options_.order)},
        {"alpha", fmt::format("{}", options_.alpha)},
        {"short", std::string(options_.too_short->name)}};
    if (options_.dependencies) own.emplace_back("d", "yes");
    if (!options_.wordnet_digest.empty()) own.emplace_back("wordnet", options_.wordnet_digest);
    return TextSignatureKeys(options_.text, own);
  }

  void Prepare(const ReferenceViews& references, MaxsimScratch& scratch,
               MaxsimPrepared& out) const {
    out.references.Resize(references.count);
    size_t tokens = 0;
    for (const SegmentView& view : references.views) tokens += view.tokens.count;
    out.names.Clear(hash_, 2 * tokens);
    for (uint32_t r = 0; r < references.count; ++r) {
      MaxsimReference& reference = out.references[r];
      Read(
          references.views[r].tokens, options_, hash_,
          [&](std::string_view text, uint64_t key) { return out.names.Add(text, key); },
          scratch.known_words, reference);
      reference.lemmas.Grow(reference.words.size(), 0);
      std::transform(reference.words.begin(), reference.words.end(), reference.lemmas.data(),
                     [](const Word& word) { return word.lemma; });
    }
    for (uint32_t r = 0; r < references.count; ++r) {
      MaxsimReference& reference = out.references[r];
      reference.places.Set({reference.lemmas.data(), reference.words.size()}, out.names.size());
      AddMeanings(reference);
    }
  }

  void ExtractRow(const MaxsimPrepared& prepared, std::span<const SegmentView> hypothesis,
                  MaxsimScratch& work, int64_t* row) const {
    Read(
        hypothesis[0].tokens, options_, hash_,
        [&](std::string_view text, uint64_t key) { return prepared.names.Find(text, key); },
        work.known_words, work.hypothesis);
    work.steps = 0;
    bool empty = work.hypothesis.words.empty();
    int64_t sums[FixedSum::kColumns] = {};  // over the references, independent of their order
    for (const MaxsimReference& reference : prepared.references) {
      FixedSum::Write(Value(reference, work), row);
      for (uint32_t c = 0; c < FixedSum::kColumns; ++c) sums[c] += row[c];
      empty = empty && reference.words.empty();
    }
    const auto count = static_cast<double>(prepared.references.size());
    WriteScore(count == 0 ? 0 : FixedSum::Read(sums) / count, row, !empty);
  }

 private:
  void AddMeanings(MaxsimReference& reference) const {
    reference.meanings.Clear();
    if (options_.synonymy->synonymy == Synonymy::kNone || reference.tagged) return;
    for (uint32_t j = 0; j < reference.words.size(); ++j) {
      const auto [lemma, tag, meaning] = reference.words[j];
      if (meaning == WordNet::kUnknown || reference.places.Of(lemma).front() != j) continue;
      reference.meanings.Add(MeaningsOf(options_, meaning), lemma, [](uint32_t) {});
    }
  }

  // Computes P R / (alpha P + (1 - alpha) R) for m = matched / parts.
  double FMean(uint64_t matched, uint32_t parts, size_t of_hyp, size_t of_ref) const {
    if (matched == 0) return 0;
    const double weighted = options_.alpha * static_cast<double>(of_ref) +
                            (1 - options_.alpha) * static_cast<double>(of_hyp);
    return static_cast<double>(matched) / (parts * weighted);
  }

  double Value(const MaxsimReference& reference, MaxsimScratch& work) const {
    const Segment& hyp = work.hypothesis;
    Matcher matcher(options_, reference, work);
    double sum = 0;
    uint32_t terms = 0;
    for (uint32_t n = 1; n <= options_.order; ++n) {
      const size_t of_hyp = Matcher::Count(hyp, n), of_ref = Matcher::Count(reference, n);
      if (of_hyp == 0 && of_ref == 0 && options_.too_short->skip) continue;
      ++terms;
      if (of_hyp > 0 && of_ref > 0) sum += FMean(matcher.Ngrams(n), 2 * n, of_hyp, of_ref);
    }
    const size_t of_hyp = hyp.triples.size(), of_ref = reference.triples.size();
    if (of_hyp + of_ref > 0) {
      ++terms;
      if (of_hyp > 0 && of_ref > 0) sum += FMean(matcher.Triples(), 3, of_hyp, of_ref);
    }
    return terms == 0 ? 0 : sum / terms;
  }

  MaxsimOptions options_;
  HashFunction hash_;
};

Status ReadLemmas(const MetricOptions& given, MaxsimOptions& options) {
  const auto found = given.find("lemmas");
  if (found != given.end()) options.lemmas_name = found->second;
  if (options.lemmas_name == "factors") {
    // Factored text is already tokenized.
    options.text.tokenizer = FindTokenizer("none");
    return OkStatus();
  }
  options.lemmas = options.lemmas_name == "wordnet" ? Lemmas::kWordNet : Lemmas::kWords;
  if (options.lemmas_name == "wordnet" || options.lemmas_name == "words") return OkStatus();
  options.text.stemmer = FindStemmer(options.lemmas_name);
  if (options.text.stemmer != nullptr) return OkStatus();
  return UsageError({.option = "lemmas"},
                    fmt::format("lemmas={} must be factors, wordnet, words or a stemmer: {}",
                                options.lemmas_name, StemmerNames()),
                    "");
}

Status ReadMaxsimWordNet(const MetricOptions& given, const MetricContext& context,
                         MaxsimOptions& options) {
  const auto folder = given.find("wordnet");
  if (options.lemmas != Lemmas::kWordNet && options.synonymy->synonymy == Synonymy::kNone) {
    if (folder == given.end()) return OkStatus();
    return UsageError({.option = "wordnet"},
                      "maxsim: wordnet=DIR is read for lemmas=wordnet or a syn only", "");
  }
  if (context.rows != nullptr) {
    options.wordnet_digest = context.rows->Digest("wordnet");
    return OkStatus();
  }
  MTG_ASSIGN_OR_RETURN(options.wordnet,
                       WordNet::Open(WordNetFolder(folder == given.end() ? "" : folder->second)));
  options.wordnet_digest = options.wordnet->digest();
  return OkStatus();
}

Result<std::unique_ptr<Metric>> MakeMaxsim(const MetricOptions& given,
                                           const MetricContext& context) {
  MaxsimOptions options;
  MetricOptions all = given;
  all.emplace("lc", "yes");
  MTG_ASSIGN_OR_RETURN(options.text, ReadTextOptions(all, context));
  MTG_RETURN_IF_ERROR(ReadLemmas(given, options));
  MTG_ASSIGN_OR_RETURN(options.synonymy, ReadNamed(given, "syn", std::span(kSynonymies)));
  MTG_ASSIGN_OR_RETURN(options.too_short, ReadNamed(given, "short", std::span(kShorts)));
  MTG_ASSIGN_OR_RETURN(options.order, ReadWhole(given, "order", options.order, 1, kMaxsimMaxOrder));
  MTG_ASSIGN_OR_RETURN(options.alpha, ReadNumber(given, "alpha", options.alpha, 0, 1));
  MTG_ASSIGN_OR_RETURN(options.dependencies, ReadYesNo(given, "d", false));
  if (options.dependencies && options.lemmas != Lemmas::kFactors) {
    return UsageError({.option = "d"}, "maxsim: d=yes needs the relations of lemmas=factors", "");
  }
  MTG_RETURN_IF_ERROR(ReadMaxsimWordNet(given, context, options));
  return std::make_unique<Maxsim>(std::move(options), context.hash->function);
}

constexpr MetricOptionRow kMaxsimOptions[] = {
    {"tok", "NAME", "none", "tokenizer of text without factors"},
    {"lc", "yes|no", "yes", "compare in lower case"},
    {"lemmas", "NAME", "factors",
     "where lemmas come from: factors (annotations, or text as word|lemma|tag), wordnet (base "
     "forms, no tags), words, or a stemmer (porter or a language code)"},
    {"syn", "NAME", "none",
     "WordNet synonyms: none, wordset (two words share a synonym), synset (they share a synset)"},
    {"wordnet", "DIR", "/usr/share/wordnet",
     "folder of WordNet's files; $WNSEARCHDIR is used if set"},
    {"d", "yes|no", "no", "also match subject and object relations: word|lemma|tag|head|relation"},
    {"order", "N", "3", "longest n-gram, 1 to 9"},
    {"alpha", "X", "0.9", "weight of recall against precision"},
    {"short", "NAME", "zero",
     "an n-gram order that neither side has counts 0 (zero) or is left out (skip)"},
};

}  // namespace

extern const MetricRow kMaxsim;
const MetricRow kMaxsim = {
    .name = "maxsim",
    .title = "MAXSIM",
    .help =
        "similarity of n-grams of lemmas and part-of-speech tags under the best matching, in "
        "percent",
    .paper = "Chan and Ng (2008)",
    .scale = 100,
    .higher_is_better = true,
    .options = kMaxsimOptions,
    .make = &MakeMaxsim,
    .references = "the scores against all references are averaged",
    .corpus = "mean",
    .equal_is_perfect = false,
    .notes =
        "Reads annotation files, or text with factors (word|lemma|tag). Computed as the paper "
        "says.",
};

}  // namespace mtgauge
