// METEOR 1.5 (Denkowski and Lavie 2014). Scores equal those of its jar, run with the same stages,
// to the last digit; the signature names the stages. Published scores also use the paraphrase
// stage, whose table the user must provide.
//
// Aligns words that are equal, have equal stems or are synonyms, and phrases that the table lists
// as paraphrases of each other. For a segment, or for sums,
//
//   P = sum over stages i of w_i (delta c_i + (1 - delta) f_i) / (delta C + (1 - delta) F)
//
// on the hypothesis side, with content and function words (c, f: matched; C, F: all). R is the same
// on the reference side, and Fmean = 1 / ((1 - alpha) / P + alpha / R). With ch chunks and m
// matched words (the mean of the two sides), the score is Fmean (1 - gamma (ch / m)^beta). If one
// chunk matches the whole segment, ch is 0.
//
// As in the jar, words and stems are equal if they have the same Java String.hashCode().
// `equality=words` compares the words themselves.
//
// The row contains the 23 figures of the jar's -ssOut in its order, except for the chunk of such a
// segment. Among several references the one with the highest score counts; on ties, the first.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "core/algo/alignment/beam_alignment.h"
#include "core/algo/alignment/phrase_pairs.h"
#include "core/algo/alignment/symbols.h"
#include "core/algo/alignment/word_facts.h"
#include "core/base/pinned_math.h"
#include "core/contract/metric_of.h"
#include "core/contract/text_options.h"
#include "core/text/language.h"
#include "core/text/tokenizers/tok_meteor.h"
#include "core/text/unicode.h"
#include "core/text/words/paraphrases.h"
#include "core/text/words/resource_file.h"
#include "core/text/words/synonyms.h"

namespace mtgauge {
namespace {

constexpr size_t kMostStages = 4;  // as in the jar, whose row has room for four
constexpr uint32_t kMeteorUsualBeam = 40;

enum class Stage : uint8_t { kExact, kStem, kSynonym, kParaphrase };
struct StageRow {
  std::string_view name, long_name;
  Stage stage;
  uint16_t credit;  // twice what a pair of words adds to the jar's sort key
};
constexpr StageRow kStages[] = {{"ex", "exact", Stage::kExact, 2},
                                {"st", "stem", Stage::kStem, 0},
                                {"sy", "synonym", Stage::kSynonym, 0},
                                {"pa", "paraphrase", Stage::kParaphrase, 0}};

struct Parameters {
  double alpha, beta, gamma, delta;
  double weights[kMostStages];
};
constexpr Parameters kIndependent = {0.75, 1.40, 0.70, 0.50, {1, 0.5, 0.5, 0.5}};
constexpr Parameters kTuning = {0.5, 1, 0.5, 0.5, {1, 0.5, 0.5, 0.5}};
constexpr Parameters kAdequacy = {0.75, 1.40, 0.45, 0.70, {1, 1, 0.6, 0.8}};
constexpr Parameters kHter = {0.40, 1.50, 0.35, 0.55, {1, 0.2, 0.6, 0.8}};

// A language by METEOR's name. Languages without -norm also have no function word list.
struct Language {
  std::string_view name, file;
  std::string_view stemmer;
  std::string_view stages;
  std::optional<Parameters> rank = std::nullopt;
  bool is_tokenized() const { return rank.has_value(); }
};
constexpr std::string_view kExactOnly = "ex", kWithStems = "ex+st", kAllStages = "ex+st+sy";
constexpr Language kLanguages[] = {
    {"en", "english", "en", kAllStages, {{0.85, 0.20, 0.60, 0.75, {1, 0.6, 0.8, 0.6}}}},
    {"cz", "czech", "", kExactOnly, {{0.95, 0.20, 0.60, 0.80, {1, 0.4, 0, 0}}}},
    {"fr", "french", "fr", kWithStems, {{0.90, 1.40, 0.60, 0.65, {1, 0.2, 0.4, 0}}}},
    {"es", "spanish", "es", kWithStems, {{0.65, 1.30, 0.50, 0.80, {1, 0.8, 0.6, 0}}}},
    {"de", "german", "de", kWithStems, {{0.95, 1.00, 0.55, 0.55, {1, 0.8, 0.2, 0}}}},
    {"ru", "russian", "ru", kWithStems, {{0.75, 1.40, 0.70, 0.50, {1, 0.5, 0.5, 0}}}},
    {"ar", "arabic", "", kExactOnly},
    {"da", "danish", "da", kWithStems},
    {"fi", "finnish", "fi", kWithStems},
    {"hu", "hungarian", "hu", kWithStems},
    {"it", "italian", "it", kWithStems},
    {"nl", "dutch", "nl", kWithStems},
    {"no", "norwegian", "no", kWithStems},
    {"pt", "portuguese", "pt", kWithStems},
    {"ro", "romanian", "ro", kWithStems},
    {"sv", "swedish", "sv", kWithStems},
    {"tr", "turkish", "tr", kWithStems},
    {"other", "other", "", kExactOnly},
};

enum class Text { kNormalized, kNoPunctuation, kLower, kPlain };
struct TextRow {
  std::string_view name;
  Text text;
};
constexpr TextRow kTexts[] = {{"norm", Text::kNormalized},
                              {"nopunct", Text::kNoPunctuation},
                              {"lower", Text::kLower},
                              {"plain", Text::kPlain}};

// The function word list. The jar reads the English list for every language.
enum class Functions { kEnglish, kOwn, kNone };
struct FunctionsRow {
  std::string_view name;
  Functions functions;
};
constexpr FunctionsRow kFunctions[] = {
    {"english", Functions::kEnglish}, {"own", Functions::kOwn}, {"none", Functions::kNone}};

struct EqualityRow {
  std::string_view name;
  Equality equality;
};
constexpr EqualityRow kEqualities[] = {{"hashes", Equality::kHashes}, {"words", Equality::kWords}};

struct MeteorOptions {
  const Language* language = &kLanguages[0];
  std::string_view task;
  const TextRow* text = &kTexts[0];
  std::vector<StageRow> stages;
  Parameters parameters{};
  uint32_t beam = kMeteorUsualBeam;
  Equality equality = Equality::kHashes;
  const TokenizerRow* tokenizer = nullptr;
  const StemmerRow* stemmer = nullptr;
  const Synonyms* synonyms = nullptr;
  bool of_wordnet = false;  // whether the synonyms are from WordNet
  const Paraphrases* paraphrases = nullptr;
  std::string synonyms_digest, paraphrases_digest;  // empty if not used
  Functions functions_of = Functions::kEnglish;
  FunctionWords functions;
  std::string functions_digest = "none";

  bool Has(Stage stage) const {
    return std::any_of(stages.begin(), stages.end(),
                       [&](const StageRow& row) { return row.stage == stage; });
  }
};

// The columns of the row.
enum MeteorColumn : size_t {
  kHypLength,
  kRefLength,
  kHypFunction,
  kRefFunction,
  kFirstStage,  // four per stage, see StageColumn
  kChunks = kFirstStage + 4 * kMostStages,
  kHypMatched,
  kRefMatched,
  kWidth
};
enum StageColumn : size_t { kHypContent, kRefContent, kHypOfFunction, kRefOfFunction };
using MeteorRow = std::array<int64_t, kWidth>;

// The score and its components.
struct MeteorFigures {
  double precision, recall, fmean, penalty, score;
};

class Score15 {
 public:
  Score15(const Parameters& parameters, size_t stages, Arithmetic arithmetic)
      : p_(parameters), stages_(stages), pinned_(arithmetic == Arithmetic::kPinned) {}

  // Computes the figures of a row. Adds in the same order as the jar.
  MeteorFigures Of(std::span<const int64_t> row) const {
    const auto at = [&](size_t column) { return static_cast<double>(row[column]); };
    const auto ratio = [&](size_t length, size_t function, size_t content_of, size_t function_of) {
      double matched = 0;
      for (size_t s = 0; s < stages_; ++s) {
        matched += at(kFirstStage + 4 * s + content_of) * p_.weights[s] * p_.delta;
      }
      for (size_t s = 0; s < stages_; ++s) {
        matched += at(kFirstStage + 4 * s + function_of) * p_.weights[s] * (1.0 - p_.delta);
      }
      return matched / (p_.delta * (at(length) - at(function)) + (1.0 - p_.delta) * at(function));
    };
    MeteorFigures out{};
    out.precision = ratio(kHypLength, kHypFunction, kHypContent, kHypOfFunction);
    out.recall = ratio(kRefLength, kRefFunction, kRefContent, kRefOfFunction);
    out.fmean = 1.0 / ((1.0 - p_.alpha) / out.precision + p_.alpha / out.recall);
    out.penalty = p_.gamma * Power(at(kChunks) / ((at(kHypMatched) + at(kRefMatched)) / 2));
    const double score = out.fmean * (1.0 - out.penalty);
    out.score = std::isnan(score) ? 0 : std::max(score, 0.0);
    return out;
  }

 private:
  double Power(double share) const {
    if (!pinned_) return std::pow(share, p_.beta);
    if (std::isnan(share)) return share;
    if (p_.beta == 0) return 1;
    return share > 0 ? PinnedExp(p_.beta * PinnedLog(share)) : 0;
  }

  Parameters p_;
  size_t stages_;
  bool pinned_;
};

struct MeteorPrepared {
  explicit MeteorPrepared(HashFunction hash) : words(SymbolKind::kToken, hash), stems(hash) {}

  std::vector<Tokens> tokens;
  ReferenceSymbols words;
  std::vector<uint8_t> is_function;      // by name
  NameHashes hashes;                     // if words are compared by hash
  std::vector<uint32_t> phrase_word_of;  // by name: number in the paraphrase table
  // For each name, the names with the same stem (including itself) and those in a common synonym
  // set; and the indexes that find the same for other words.
  StemIndex stems;
  std::vector<uint32_t> stem_of;
  WordLists names_of_stem, synonyms_of;
  SynonymIndex synonyms;
  std::vector<uint32_t> last_synonym_of;  // by name; prevents duplicates
};

struct MeteorScratch : Scratch {
  MeteorScratch(const MeteorOptions& of_metric, HashFunction hash)
      : facts(of_metric.functions, of_metric.synonyms, of_metric.paraphrases, of_metric.stemmer,
              of_metric.equality, hash),
        phrases(of_metric.paraphrases) {}

  WordFacts facts;
  Buffer<uint32_t> words;
  std::vector<uint8_t> is_function;
  // Hashes of the hypothesis words, and whether different words may share one.
  std::vector<uint32_t> hashes;
  bool has_equal_hashes = false;
  WordLists found;  // words of the hypothesis, by name and stage
  std::vector<AlignmentOption> options, first_options;
  std::vector<uint32_t> ends, first_ends;
  BeamAlignment alignment;
  // For the paraphrase stage.
  PhrasePairs phrases;
  std::vector<uint32_t> hyp_phrase_words, ref_phrase_words;
  std::vector<uint32_t> lists;  // option list of each reference word
};

class Meteor final : public MetricOf<Meteor, MeteorPrepared, MeteorScratch> {
 public:
  Meteor(MeteorOptions options, const MetricContext& context)
      : options_(std::move(options)),
        hash_(context.hash->function),
        score_(options_.parameters, options_.stages.size(), context.arithmetic) {
    stage_index_.fill(kNoStage);
    for (uint32_t s = 0; s < options_.stages.size(); ++s) {
      stage_index_[static_cast<size_t>(options_.stages[s].stage)] = s;
    }
  }

  std::vector<ViewSpec> Views() const override {
    const bool lower = options_.text->text == Text::kLower;
    return {{lower, options_.tokenizer, nullptr}};
  }

  std::vector<std::string> Columns() const override {
    std::vector<std::string> columns = {"hyp_len", "ref_len", "hyp_function", "ref_function"};
    for (size_t s = 1; s <= kMostStages; ++s) {
      for (const char* const what :
           {"hyp_content", "ref_content", "hyp_function", "ref_function"}) {
        columns.push_back(fmt::format("{}_{}", what, s));
      }
    }
    columns.insert(columns.end(), {"chunks", "hyp_matched", "ref_matched"});
    return columns;
  }

  std::vector<std::pair<std::string, std::string>> SignatureKeys() const override {
    const Parameters& p = options_.parameters;
    std::vector<std::pair<std::string, std::string>> keys = {
        {"lang", std::string(options_.language->name)},
        {"text", std::string(options_.text->name)},
        {"stages", StageNames("_")},
        {"weights",
         fmt::format("{}", fmt::join(std::span(p.weights).first(options_.stages.size()), "_"))},
        {"params", fmt::format("{}_{}_{}_{}", p.alpha, p.beta, p.gamma, p.delta)}};
    if (options_.equality == Equality::kWords) keys.emplace_back("equality", "words");
    if (options_.beam != kMeteorUsualBeam)
      keys.emplace_back("beam", fmt::format("{}", options_.beam));
    if (options_.stemmer != nullptr) {
      keys.emplace_back("stem", StemmerSignature(*options_.stemmer));
    }
    if (!options_.synonyms_digest.empty()) {
      keys.emplace_back("synonyms", fmt::format("{}-{}", options_.of_wordnet ? "wordnet" : "meteor",
                                                options_.synonyms_digest));
    }
    keys.emplace_back("functions", options_.functions_digest);
    if (!options_.paraphrases_digest.empty()) {
      keys.emplace_back("paraphrases", options_.paraphrases_digest);
    }
    if (!options_.tokenizer->model.empty()) {
      keys.emplace_back("model", std::string(options_.tokenizer->model));
    }
    if (options_.text->text != Text::kPlain) {
      keys.emplace_back("lcunicode", std::string(kCaseUnicode));
    }
    return keys;
  }

  MeteorPrepared MakePrepared() const { return MeteorPrepared(hash_); }
  MeteorScratch MakeScratch() const { return MeteorScratch(options_, hash_); }

  void Prepare(const ReferenceViews& references, MeteorScratch& scratch,
               MeteorPrepared& out) const {
    WordFacts& facts = scratch.facts;
    references.CopyTokens(out.tokens);
    facts.BeginSegment();
    for (const Tokens& tokens : out.tokens) {
      for (uint32_t j = 0; j < tokens.count; ++j) facts.Prefetch(tokens, j);
    }
    out.words.Set(out.tokens);
    out.is_function.clear();
    out.phrase_word_of.clear();
    if (ByHash()) out.hashes.Clear(out.words.distinct());
    StartKin(out);
    for (uint32_t r = 0; r < references.count; ++r) {
      for (uint32_t j = 0; j < out.words[r].size(); ++j) {
        const uint32_t name = out.words[r][j];
        if (name < out.is_function.size()) continue;
        const uint32_t fact = facts.Find(out.tokens[r], j);
        out.is_function.push_back(facts.IsFunction(fact) ? 1 : 0);
        if (ByHash()) out.hashes.Add(facts.Hash(fact));
        AddKin(name, facts, fact, out);
        if (options_.paraphrases == nullptr) continue;
        out.phrase_word_of.push_back(facts.PhraseWord(fact));
        options_.paraphrases->Prefetch(Paraphrases::kRoot, facts.PhraseWord(fact));
      }
    }
  }

  void ExtractRow(const MeteorPrepared& refs, std::span<const SegmentView> hypothesis,
                  MeteorScratch& work, int64_t* row) const {
    const Symbols words = refs.words.Find(hypothesis[0].tokens, work.words);
    ListPairs(refs, hypothesis, words, work);
    MeteorRow best{};
    best[kHypLength] = hypothesis[0].tokens.count;
    best[kHypFunction] = std::count(work.is_function.begin(), work.is_function.end(), 1);
    const MeteorRow of_hypothesis = best;
    double best_score = -1;
    for (uint32_t r = 0; r < refs.words.references(); ++r) {
      MeteorRow with = of_hypothesis;
      if (!Match(refs, refs.words[r], words, work, with)) {
        work.beyond_budget = true;
        return;
      }
      const double score = refs.words.references() == 1 ? 0 : score_.Of(with).score;
      if (score <= best_score) continue;
      best_score = score;
      best = with;
    }
    std::copy(best.begin(), best.end(), row);
  }

  double Score(std::span<const int64_t> sums, Level) const override {
    return score_.Of(sums).score;
  }

  std::vector<Detail> Details(std::span<const int64_t> sums, Level level) const override {
    const MeteorFigures figures = score_.Of(sums);
    const auto finite = [](double value) { return std::isfinite(value) ? value : 0; };
    std::vector<Detail> details = {{"precision", finite(figures.precision)},
                                   {"recall", finite(figures.recall)},
                                   {"fmean", finite(figures.fmean)},
                                   {"penalty", finite(figures.penalty)}};
    // The jar shows the one chunk of a fully matched segment although the score does not count it.
    const bool whole = level == Level::kSegment && sums[kChunks] == 0 && sums[kHypMatched] > 0;
    details.push_back({"chunks", whole ? 1 : sums[kChunks]});
    for (const auto& [name, column] : {std::pair{"hyp_matched", kHypMatched},
                                       {"ref_matched", kRefMatched},
                                       {"hyp_len", kHypLength},
                                       {"ref_len", kRefLength},
                                       {"hyp_function", kHypFunction},
                                       {"ref_function", kRefFunction}}) {
      details.push_back({name, sums[column]});
    }
    // One value per stage, in order.
    for (const auto& [name, column] : {std::pair{"hyp_matched_content", kHypContent},
                                       {"ref_matched_content", kRefContent},
                                       {"hyp_matched_function", kHypOfFunction},
                                       {"ref_matched_function", kRefOfFunction}}) {
      std::vector<int64_t> matched;
      for (size_t s = 0; s < options_.stages.size(); ++s) {
        matched.push_back(sums[kFirstStage + 4 * s + column]);
      }
      details.push_back({name, std::move(matched)});
    }
    return details;
  }

 private:
  std::string StageNames(std::string_view between) const {
    std::vector<std::string_view> names;
    for (const StageRow& row : options_.stages) names.push_back(row.name);
    return fmt::format("{}", fmt::join(names, between));
  }

  bool Has(Stage stage) const { return stage_index_[static_cast<size_t>(stage)] != kNoStage; }
  bool ByHash() const { return options_.equality == Equality::kHashes; }
  uint32_t StageIndex(Stage stage) const { return stage_index_[static_cast<size_t>(stage)]; }

  void StartKin(MeteorPrepared& out) const {
    const uint32_t names = out.words.distinct();
    if (Has(Stage::kStem)) {
      out.stems.Clear(names);
      out.stem_of.clear();
      out.names_of_stem.Clear(names);
    }
    if (Has(Stage::kSynonym)) {
      out.synonyms.Clear();
      out.synonyms_of.Clear(names);
      out.last_synonym_of.assign(names, kNoSymbol);
    }
  }

  // Adds a name to the indexes of stems and synonyms. Names must be added in order.
  void AddKin(uint32_t name, const WordFacts& facts, uint32_t fact, MeteorPrepared& out) const {
    if (Has(Stage::kStem)) {
      const uint32_t stem = out.stems.FindOrAdd(facts.StemKey(fact), facts.StemText(fact));
      out.stem_of.push_back(stem);
      out.names_of_stem.Add(stem, name);
    }
    if (Has(Stage::kSynonym)) {
      out.synonyms.Add(facts.Sets(fact), name, [&](uint32_t other) {
        if (std::exchange(out.last_synonym_of[other], name) == name) return;
        out.synonyms_of.Add(name, other);
        out.synonyms_of.Add(other, name);
      });
    }
  }

  // Fills `options` and `ends` of `work` with the words of the hypothesis that each stage pairs
  // with each name of the references.
  void ListPairs(const MeteorPrepared& refs, std::span<const SegmentView> hypothesis, Symbols words,
                 MeteorScratch& work) const {
    const Tokens& tokens = hypothesis[0].tokens;
    const uint32_t names = refs.words.distinct();
    const size_t stages = options_.stages.size();
    work.facts.BeginSegment();
    for (uint32_t i = 0; i < tokens.count; ++i) {
      if (words[i] == kNoSymbol) work.facts.Prefetch(tokens, i);
    }
    work.is_function.resize(tokens.count);
    work.has_equal_hashes = ByHash() && refs.hashes.AreShared();
    if (ByHash()) work.hashes.resize(tokens.count);
    if (options_.paraphrases != nullptr) work.hyp_phrase_words.resize(tokens.count);
    work.found.Clear(names * stages);
    // Lists are read in reverse, so fill them from the end of the hypothesis.
    for (uint32_t i = tokens.count; i-- > 0;) {
      work.is_function[i] = words[i] != kNoSymbol ? ListKnown(refs, words[i], i, work)
                                                  : ListOther(refs, tokens, i, work);
    }
    work.options.clear();
    work.ends.resize(names);
    for (uint32_t name = 0; name < names; ++name) {
      for (size_t s = 0; s < stages; ++s) {
        const uint16_t credit = options_.stages[s].credit;
        work.found.ForEach(name * stages + s, [&](uint32_t i) {
          work.options.push_back({i, static_cast<uint16_t>(s), credit});
        });
      }
      work.ends[name] = static_cast<uint32_t>(work.options.size());
    }
  }

  // Adds word `i` of the hypothesis, which a reference contains, to the list of each name that a
  // stage pairs it with. Returns whether it is a function word.
  uint8_t ListKnown(const MeteorPrepared& refs, uint32_t word, uint32_t i,
                    MeteorScratch& work) const {
    const size_t stages = options_.stages.size();
    const auto equal = [&](uint32_t name) {
      return name == word || (ByHash() && refs.hashes[name] == refs.hashes[word]);
    };
    if (Has(Stage::kExact)) {
      const auto add = [&](uint32_t name) {
        work.found.Add(name * stages + StageIndex(Stage::kExact), i);
      };
      if (ByHash() && refs.hashes.IsShared(refs.hashes[word])) {
        refs.hashes.ForEach(refs.hashes[word], add);
      } else {
        add(word);
      }
    }
    if (Has(Stage::kStem)) {
      refs.names_of_stem.ForEach(refs.stem_of[word], [&](uint32_t name) {
        if (!equal(name)) work.found.Add(name * stages + StageIndex(Stage::kStem), i);
      });
    }
    if (Has(Stage::kSynonym)) {
      refs.synonyms_of.ForEach(word, [&](uint32_t name) {
        if (!equal(name)) work.found.Add(name * stages + StageIndex(Stage::kSynonym), i);
      });
    }
    if (ByHash()) work.hashes[i] = refs.hashes[word];
    if (options_.paraphrases != nullptr) work.hyp_phrase_words[i] = refs.phrase_word_of[word];
    return refs.is_function[word];
  }

  // The same as above, for a word that no reference contains.
  uint8_t ListOther(const MeteorPrepared& refs, const Tokens& tokens, uint32_t i,
                    MeteorScratch& work) const {
    const size_t stages = options_.stages.size();
    const uint32_t fact = work.facts.Find(tokens, i);
    const uint32_t hash = work.facts.Hash(fact);
    const auto equal = [&](uint32_t name) { return ByHash() && refs.hashes[name] == hash; };
    if (ByHash()) work.hashes[i] = hash;
    if (options_.paraphrases != nullptr) {
      work.hyp_phrase_words[i] = work.facts.PhraseWord(fact);
      options_.paraphrases->Prefetch(Paraphrases::kRoot, work.facts.PhraseWord(fact));
    }
    if (ByHash() && refs.hashes.Has(hash)) {
      work.has_equal_hashes = true;
      refs.hashes.ForEach(hash, [&](uint32_t name) {
        if (Has(Stage::kExact)) work.found.Add(name * stages + StageIndex(Stage::kExact), i);
      });
    }
    if (Has(Stage::kStem)) {
      const uint32_t stem = refs.stems.Find(work.facts.StemKey(fact), work.facts.StemText(fact));
      if (stem != StemIndex::kNone) {
        refs.names_of_stem.ForEach(stem, [&](uint32_t name) {
          if (!equal(name)) work.found.Add(name * stages + StageIndex(Stage::kStem), i);
        });
      }
    }
    if (Has(Stage::kSynonym)) {
      refs.synonyms.ForEach(work.facts.Sets(fact), [&](uint32_t name) {
        const size_t list = name * stages + StageIndex(Stage::kSynonym);
        if (!equal(name) && work.found.First(list) != i) work.found.Add(list, i);
      });
    }
    return work.facts.IsFunction(fact) ? 1 : 0;
  }

  // Returns the task with only the pairs of the first stage: the jar finds no others if a segment
  // equals its reference.
  AlignmentTask FirstStage(const AlignmentTask& task, MeteorScratch& work) const {
    work.first_options.clear();
    work.first_ends.clear();
    for (uint32_t name = 0; name < task.ends.size(); ++name) {
      for (const AlignmentOption& option : task.OptionsOf(name)) {
        if (option.stage == 0) work.first_options.push_back(option);
      }
      work.first_ends.push_back(static_cast<uint32_t>(work.first_options.size()));
    }
    return {task.hypothesis_size, task.reference, work.first_options, work.first_ends};
  }

  // Writes the figures of the hypothesis against one reference into the row. Returns false if that
  // would take too many steps.
  bool Match(const MeteorPrepared& refs, Symbols reference, Symbols words, MeteorScratch& work,
             MeteorRow& row) const {
    row[kRefLength] = static_cast<int64_t>(reference.size());
    for (const uint32_t name : reference) row[kRefFunction] += refs.is_function[name];
    const bool equal = work.has_equal_hashes ? HaveEqualHashes(refs, reference, work)
                                             : std::ranges::equal(words, reference);
    AlignmentTask task = {static_cast<uint32_t>(words.size()), reference, work.options, work.ends};
    if (equal) {
      task = FirstStage(task, work);
    } else if (options_.paraphrases != nullptr) {
      if (!FindPhrases(refs, reference, work)) return false;
      if (!work.phrases.pairs().empty()) {
        task = WithPhrases(refs, reference, task.hypothesis_size, work);
      }
    }
    if (work.alignment.Prepare(task, options_.beam) > kMostSteps) return false;
    work.alignment.Search(task, options_.beam);
    CountPairs(refs, reference, work, row);
    const bool perfect = row[kChunks] == 1 && row[kHypMatched] == row[kHypLength] &&
                         row[kRefMatched] == row[kRefLength];
    if (perfect) row[kChunks] = 0;
    return true;
  }

  static bool HaveEqualHashes(const MeteorPrepared& refs, Symbols reference,
                              const MeteorScratch& work) {
    return std::ranges::equal(work.hashes, reference, [&](uint32_t hash, uint32_t name) {
      return hash == refs.hashes[name];
    });
  }

  static void CountPairs(const MeteorPrepared& refs, Symbols reference, const MeteorScratch& work,
                         MeteorRow& row) {
    for (size_t j = 0; j < reference.size(); ++j) {
      const AlignmentOption& pair = work.alignment.pairs()[j];
      if (pair.hypothesis == AlignmentOption::kNone) continue;
      for (uint32_t w = 0; w < pair.hyp_words; ++w) {
        AddHypWord(work, pair.stage, pair.hypothesis + w, row);
      }
      for (uint32_t w = 0; w < pair.ref_words; ++w) {
        AddRefWord(refs, pair.stage, reference[j + w], row);
      }
    }
    row[kChunks] = work.alignment.Chunks();
  }

  static void AddHypWord(const MeteorScratch& work, size_t stage, uint32_t word, MeteorRow& row) {
    const size_t column = work.is_function[word] != 0 ? kHypOfFunction : kHypContent;
    ++row[kFirstStage + 4 * stage + column];
    ++row[kHypMatched];
  }
  static void AddRefWord(const MeteorPrepared& refs, size_t stage, uint32_t name, MeteorRow& row) {
    const size_t column = refs.is_function[name] != 0 ? kRefOfFunction : kRefContent;
    ++row[kFirstStage + 4 * stage + column];
    ++row[kRefMatched];
  }

  // Finds pairs of phrases. Returns false if there are too many.
  static bool FindPhrases(const MeteorPrepared& refs, Symbols reference, MeteorScratch& work) {
    work.ref_phrase_words.clear();
    for (const uint32_t name : reference) {
      work.ref_phrase_words.push_back(refs.phrase_word_of[name]);
    }
    return work.phrases.Find(work.hyp_phrase_words, work.ref_phrase_words);
  }

  // Returns the task with phrases added. Words that begin a phrase get a list of their own, in
  // stage order.
  AlignmentTask WithPhrases(const MeteorPrepared& refs, Symbols reference, uint32_t hypothesis_size,
                            MeteorScratch& work) const {
    const auto own = static_cast<uint16_t>(StageIndex(Stage::kParaphrase));
    work.ends.resize(refs.words.distinct());  // drops the lists of the previous reference
    work.options.resize(work.ends.back());
    work.lists.assign(reference.begin(), reference.end());
    for (uint32_t j = 0; j < reference.size(); ++j) {
      if (work.phrases.PairsAt(j).empty()) continue;
      const uint32_t begin = reference[j] == 0 ? 0 : work.ends[reference[j] - 1];
      const auto add_words = [&](bool later) {
        for (uint32_t o = begin; o < work.ends[reference[j]]; ++o) {
          const AlignmentOption word = work.options[o];
          if ((word.stage > own) == later) work.options.push_back(word);
        }
      };
      add_words(false);
      for (const PhrasePair& pair : work.phrases.PairsAt(j)) {
        // Each word adds half a word's credit, rounded down on each side.
        const auto credit = static_cast<uint16_t>(pair.hyp_words / 2 + pair.ref_words / 2);
        work.options.push_back({pair.hypothesis, own, credit, pair.hyp_words, pair.ref_words});
      }
      add_words(true);
      work.lists[j] = static_cast<uint32_t>(work.ends.size());
      work.ends.push_back(static_cast<uint32_t>(work.options.size()));
    }
    return {hypothesis_size, work.lists, work.options, work.ends};
  }

  static constexpr uint32_t kNoStage = UINT32_MAX;

  MeteorOptions options_;
  HashFunction hash_;
  Score15 score_;
  std::array<uint32_t, std::size(kStages)> stage_index_;  // index in options_.stages
};

std::string_view MeteorGiven(const MetricOptions& given, std::string_view name,
                             std::string_view fallback) {
  const auto found = given.find(name);
  return found == given.end() ? fallback : std::string_view(found->second);
}

std::vector<std::string_view> SplitAtPlus(std::string_view text) {
  std::vector<std::string_view> parts;
  for (size_t begin = 0; begin <= text.size();) {
    const size_t end = std::min(text.find('+', begin), text.size());
    parts.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return parts;
}

Status ReadStages(const MetricOptions& given, MeteorOptions& options) {
  std::string text(MeteorGiven(given, "modules", options.language->stages));
  if (given.contains("para") && !given.contains("modules")) text += "+pa";
  for (const std::string_view name : SplitAtPlus(text)) {
    const auto* const row = std::find_if(
        std::begin(kStages), std::end(kStages),
        [&](const StageRow& stage) { return stage.name == name || stage.long_name == name; });
    const bool known = row != std::end(kStages);
    if (!known || options.Has(row->stage)) {
      return UsageError({.option = "modules"},
                        fmt::format("modules={}: give ex, st, sy and pa (exact, stem, synonym, "
                                    "paraphrase) joined by +, each once",
                                    text),
                        "");
    }
    options.stages.push_back(*row);
  }
  return OkStatus();
}

Status ReadParameters(const MetricOptions& given, MeteorOptions& options) {
  const bool english = options.language == &kLanguages[0];
  options.task = MeteorGiven(given, "task", options.language->is_tokenized() ? "rank" : "li");
  if (options.task == "li") {
    options.parameters = kIndependent;
  } else if (options.task == "tune") {
    options.parameters = kTuning;
  } else if (options.task == "rank" && options.language->rank) {
    options.parameters = *options.language->rank;
  } else if (options.task == "adq" && english) {
    options.parameters = kAdequacy;
  } else if (options.task == "hter" && english) {
    options.parameters = kHter;
  } else {
    return UsageError(
        {.option = "task"},
        fmt::format("task={}: METEOR 1.5 has parameters for rank in en, cz, fr, es, de and ru, for "
                    "adq and hter in en, for li and tune in all languages",
                    options.task),
        "");
  }
  Parameters& p = options.parameters;
  MTG_ASSIGN_OR_RETURN(p.alpha, ReadNumber(given, "alpha", p.alpha, 0, 1));
  MTG_ASSIGN_OR_RETURN(p.beta, ReadNumber(given, "beta", p.beta, 0, 1000));
  MTG_ASSIGN_OR_RETURN(p.gamma, ReadNumber(given, "gamma", p.gamma, 0, 1));
  MTG_ASSIGN_OR_RETURN(p.delta, ReadNumber(given, "delta", p.delta, 0, 1));
  const auto weights = given.find("weights");
  if (weights == given.end()) return OkStatus();
  const std::vector<std::string_view> numbers = SplitAtPlus(weights->second);
  if (numbers.size() != options.stages.size()) {
    return UsageError({.option = "weights"},
                      fmt::format("weights={}: give one for each of the {} modules, joined by +",
                                  weights->second, options.stages.size()),
                      "");
  }
  for (size_t s = 0; s < numbers.size(); ++s) {
    const MetricOptions one = {{"weights", std::string(numbers[s])}};
    MTG_ASSIGN_OR_RETURN(p.weights[s], ReadNumber(one, "weights", 1, 0, 1));
  }
  return OkStatus();
}

Status ReadText(const MetricOptions& given, const MetricContext& context, const std::string& folder,
                MeteorOptions& options) {
  const Language& language = *options.language;
  MetricOptions text = given;
  if (!language.is_tokenized()) text.emplace("text", "lower");
  MTG_ASSIGN_OR_RETURN(options.text, ReadNamed(text, "text", std::span(kTexts)));
  if (options.text->text == Text::kLower || options.text->text == Text::kPlain) {
    options.tokenizer = &JavaWhitespaceTokenizer();
    return OkStatus();
  }
  if (!language.is_tokenized()) {
    return UsageError({.option = "text"},
                      fmt::format("text={}: METEOR 1.5 tokenizes only en, cz, fr, es, de and ru",
                                  options.text->name),
                      "tokenize before and give text=lower or text=plain");
  }
  const std::string file = fmt::format("nonbreaking/{}.prefixes", language.file);
  if (folder.empty() && context.rows == nullptr) return NoMeteorFile(file);
  const std::string_view name =
      options.text->text == Text::kNoPunctuation ? "meteor-nopunct" : "meteor";
  MTG_ASSIGN_OR_RETURN(options.tokenizer,
                       TokenizerIn(context, fmt::format("{}:{}/{}", name, folder, file)));
  return OkStatus();
}

Status ReadStemming(MeteorOptions& options) {
  if (!options.Has(Stage::kStem)) return OkStatus();
  const Language& language = *options.language;
  options.stemmer = FindMeteorStemmer(language.stemmer);
  if (options.stemmer != nullptr) return OkStatus();
  return UsageError({.option = "lang"},
                    fmt::format("METEOR has no stemmer for lang={}", language.name),
                    "leave out st of modules");
}

Status ReadMeteorSynonyms(const MetricOptions& given, const MetricContext& context,
                          const std::string& folder, MeteorOptions& options) {
  const std::string_view source = MeteorGiven(given, "synonyms", "meteor");
  if (source != "meteor" && source != "wordnet") {
    return UsageError({.option = "synonyms"},
                      fmt::format("synonyms={} must be meteor or wordnet", source), "");
  }
  if (!options.Has(Stage::kSynonym)) return OkStatus();
  if (options.language->file != "english") {
    return UsageError({.option = "lang"}, "METEOR has synonyms only for lang=en",
                      "leave out sy of modules");
  }
  options.of_wordnet = source == "wordnet";
  if (context.rows != nullptr) {
    options.synonyms_digest = context.rows->Digest("synonyms");
    return OkStatus();
  }
  const std::string cache(MeteorGiven(given, "cache", ""));
  if (options.of_wordnet) {
    const std::string wordnet = WordNetFolder(std::string(MeteorGiven(given, "wordnet", "")));
    MTG_ASSIGN_OR_RETURN(options.synonyms, Synonyms::OpenWordNet(wordnet, cache));
  } else {
    MTG_ASSIGN_OR_RETURN(options.synonyms, Synonyms::OpenMeteor(folder, "english", cache));
  }
  options.synonyms_digest = options.synonyms->digest();
  return OkStatus();
}

Status ReadParaphrases(const MetricOptions& given, const MetricContext& context,
                       MeteorOptions& options) {
  const auto file = given.find("para");
  const bool wanted = options.Has(Stage::kParaphrase);
  if (wanted != (file != given.end())) {
    if (wanted) {
      return UsageError({.option = "para"},
                        "modules with pa need a table of paraphrases: para=FILE", "");
    }
    return UsageError({.option = "para"}, "para=FILE is for the module pa", "add it to modules");
  }
  if (!wanted) return OkStatus();
  if (context.rows != nullptr) {
    options.paraphrases_digest = context.rows->Digest("paraphrases");
    return OkStatus();
  }
  MTG_ASSIGN_OR_RETURN(
      options.paraphrases,
      Paraphrases::Open(file->second, std::string(MeteorGiven(given, "cache", ""))));
  options.paraphrases_digest = options.paraphrases->digest();
  return OkStatus();
}

Status ReadFunctions(const MetricOptions& given, const MetricContext& context,
                     const std::string& folder, MeteorOptions& options) {
  MTG_ASSIGN_OR_RETURN(const FunctionsRow* const row,
                       ReadNamed(given, "functions", std::span(kFunctions)));
  options.functions_of = row->functions;
  if (row->functions == Functions::kNone) return OkStatus();
  const bool own = row->functions == Functions::kOwn;
  if (own && !options.language->is_tokenized()) {
    return UsageError(
        {.option = "functions"},
        fmt::format("functions=own: METEOR has no list for lang={}", options.language->name), "");
  }
  if (context.rows != nullptr) {
    options.functions_digest = fmt::format("{}-{}", row->name, context.rows->Digest("functions"));
    return OkStatus();
  }
  MTG_ASSIGN_OR_RETURN(
      const std::string bytes,
      ReadMeteorFile(folder, fmt::format("function/{}.words",
                                         own ? options.language->file : kLanguages[0].file)));
  options.functions = FunctionWords(bytes);
  options.functions_digest =
      fmt::format("{}-{:016x}", row->name, FindHash("xxh64")->function(bytes.data(), bytes.size()));
  return OkStatus();
}

// Returns METEOR's name for a language, which may be given in another form. Returns unknown names
// unchanged.
std::string MeteorLanguage(const std::string& told) {
  const auto code_of = [](std::string_view name) {
    return ParseLanguages(name == "cz" ? "cs" : name).target.code;
  };
  const std::string code = code_of(told);
  for (const Language& language : kLanguages) {
    if (language.name == told) return told;
    if (!code.empty() && code_of(language.name) == code) return std::string(language.name);
  }
  return told;
}

Result<std::unique_ptr<Metric>> MakeMeteor(const MetricOptions& given,
                                           const MetricContext& context) {
  MeteorOptions options;
  MetricOptions language = given;
  if (const auto told = language.find("lang"); told != language.end()) {
    told->second = MeteorLanguage(told->second);
  }
  MTG_ASSIGN_OR_RETURN(options.language, ReadNamed(language, "lang", std::span(kLanguages)));
  const std::string folder = MeteorFolder(std::string(MeteorGiven(given, "data", "")));
  MTG_RETURN_IF_ERROR(ReadStages(given, options));
  MTG_RETURN_IF_ERROR(ReadParameters(given, options));
  MTG_RETURN_IF_ERROR(ReadText(given, context, folder, options));
  MTG_RETURN_IF_ERROR(ReadStemming(options));
  MTG_RETURN_IF_ERROR(ReadMeteorSynonyms(given, context, folder, options));
  MTG_RETURN_IF_ERROR(ReadParaphrases(given, context, options));
  MTG_RETURN_IF_ERROR(ReadFunctions(given, context, folder, options));
  MTG_ASSIGN_OR_RETURN(const EqualityRow* const equality,
                       ReadNamed(given, "equality", std::span(kEqualities)));
  options.equality = equality->equality;
  MTG_ASSIGN_OR_RETURN(options.beam,
                       ReadWhole(given, "beam", kMeteorUsualBeam, 1, BeamAlignment::kWidestBeam));
  return std::make_unique<Meteor>(std::move(options), context);
}

constexpr MetricOptionRow kMeteorOptions[] = {
    {"lang", "NAME", "en",
     "language: en, cz, fr, es, de, ru, ar, da, fi, hu, it, nl, no, pt, ro, sv, tr or other"},
    {"task", "NAME", "rank", "tuned parameters: rank, li or tune; for English also adq and hter"},
    {"text", "NAME", "norm",
     "text preparation: norm (tokenize and lower-case), nopunct (also delete punctuation), lower "
     "or "
     "plain"},
    {"modules", "LIST", "ex+st+sy",
     "stages in order: ex (exact), st (stem), sy (synonym), pa (paraphrase)"},
    {"para", "FILE", "none", "paraphrase table in METEOR 1.5's format; adds the stage pa"},
    {"cache", "DIR", "$MTGAUGE_CACHE",
     "folder that keeps indexes of the paraphrase table and of synonyms, or none; trusted:DIR takes "
     "indexes that other users wrote; by default mtgauge in $XDG_CACHE_HOME or ~/.cache"},
    {"weights", "LIST", "1+0.6+0.8", "weights of the stages, in their order"},
    {"alpha", "X", "0.85", "weight of recall in Fmean"},
    {"beta", "X", "0.2", "exponent of the chunk penalty"},
    {"gamma", "X", "0.6", "largest chunk penalty"},
    {"delta", "X", "0.75", "weight of content words; function words weigh 1 - delta"},
    {"beam", "N", "40", "beam size: partial alignments that are kept"},
    {"equality", "hashes|words", "hashes",
     "how equal words are found: by Java's 32-bit hashes, as in METEOR's jar, so that some "
     "different "
     "words are equal (\"je\" and \"l'\"), or by the words themselves"},
    {"data", "DIR", "$METEOR_DATA", "METEOR 1.5's folder `resources`"},
    {"functions", "NAME", "english",
     "function word list: english (as METEOR's jar, for every language), own (the language's) or "
     "none"},
    {"synonyms", "meteor|wordnet", "meteor",
     "synonyms from METEOR's own files, or from WordNet 3.0"},
    {"wordnet", "DIR", "/usr/share/wordnet",
     "folder of WordNet's files; $WNSEARCHDIR is used if set"},
};

}  // namespace

extern const MetricRow kMeteor;
const MetricRow kMeteor = {
    .name = "meteor",
    .title = "METEOR",
    .help =
        "METEOR 1.5: words aligned by form, stem and synonym, with a penalty for scattered matches",
    .paper = "Denkowski and Lavie (2014)",
    .scale = 1,
    .higher_is_better = true,
    .options = kMeteorOptions,
    .make = &MakeMeteor,
    .references = "the best-scoring reference counts",
    .first_of_ties = true,
    .notes =
        "Needs METEOR's own files: data=DIR or $METEOR_DATA names its folder `resources`. The "
        "scores are those of METEOR's jar run with the same stages. Published scores usually have "
        "the paraphrase stage as well; para=FILE adds it. The jar uses English function words for "
        "every language; functions=own uses those of the language.",
};

}  // namespace mtgauge
