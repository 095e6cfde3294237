// Runs one task per system and table, and for n-grams one per part of the vocabulary.
#include "parallel/explain/tables.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>

#include "core/base/printing.h"
#include "core/explain/error_classes.h"
#include "core/explain/examples.h"
#include "core/explain/ngram_differences.h"
#include "core/explain/word_tables.h"
#include "parallel/run/threads.h"

namespace mtgauge {
namespace {

using Tasks = std::vector<std::function<void()>>;

// Computes the tables of words, first for the references and then for each system.
class WordCounter {
 public:
  explicit WordCounter(const Corpus& corpus) : corpus_(corpus) {}

  void AddTable(const std::string& by, const std::string& label, Kinds kinds) {
    tables_.push_back(CountReferenceWords(corpus_, kinds));
    kinds_.push_back(std::move(kinds));
    Name(by, label);
  }
  void AddTags() {
    tables_.push_back(CountReferenceTags(corpus_));
    kinds_.emplace_back();
    Name("tag", "tag");
  }

  void AddTasks(Tasks& tasks) {
    counts_.assign(tables_.size(), std::vector<std::vector<WordCounts>>(corpus_.systems.size()));
    for (size_t table = 0; table < tables_.size(); ++table) {
      for (size_t s = 0; s < corpus_.systems.size(); ++s) {
        tasks.emplace_back([this, table, s] { counts_[table][s] = Count(table, s); });
      }
    }
  }

  // Returns the tables. Call it after all tasks.
  std::vector<WordTable> TakeTables() {
    for (size_t table = 0; table < tables_.size(); ++table) {
      for (size_t kind = 0; kind < tables_[table].kinds.size(); ++kind) {
        for (const std::vector<WordCounts>& of_system : counts_[table]) {
          tables_[table].kinds[kind].systems.push_back(of_system[kind]);
        }
      }
    }
    return std::move(tables_);
  }

 private:
  void Name(const std::string& by, const std::string& label) {
    tables_.back().by = by;
    tables_.back().label = label;
  }
  std::vector<WordCounts> Count(size_t table, size_t system) const {
    const Kinds& kinds = kinds_[table];
    return kinds.names.empty() ? CountSystemTags(corpus_, tables_[table], system)
                               : CountSystemWords(corpus_, kinds, system);
  }

  const Corpus& corpus_;
  std::vector<WordTable> tables_;
  std::vector<Kinds> kinds_;                                  // [table]; empty for tags
  std::vector<std::vector<std::vector<WordCounts>>> counts_;  // [table][system][kind]
};

void WarnOfLongSegments(uint64_t most, std::vector<Warning>& warnings) {
  if (most == 0) return;
  warnings.push_back({"long", "",
                      fmt::format("{} too long for error classes; split long segments",
                                  Counted(most, "segment is", "segments are"))});
}

}  // namespace

void AddTables(const Corpus& corpus, const WordFrequencies& frequencies, const SystemPairs& pairs,
               const ExplainRequest& request, Findings& findings) {
  WordCounter words(corpus);
  words.AddTable(
      "frequency",
      request.counts.empty() ? "occurrences in the references" : "occurrences in " + request.counts,
      WordsByFrequency(frequencies));
  words.AddTable("kind", "kind", WordsByLook(corpus));
  if (!request.lowercase) words.AddTable("case", "case", WordsByCase(corpus.vocabulary));
  if (corpus.reference.tags.size() > 0) words.AddTags();
  Tasks tasks;
  std::vector<std::optional<NgramMatches>> parts(NgramMatches::kParts);
  for (uint32_t part = 0; part < NgramMatches::kParts; ++part) {
    tasks.emplace_back([&, part] { parts[part].emplace(corpus, part); });
  }
  findings.errors.resize(corpus.systems.size());
  std::vector<uint64_t> too_long(corpus.systems.size());
  for (size_t s = 0; s < corpus.systems.size(); ++s) {
    tasks.emplace_back([&, s] { findings.errors[s] = ClassErrors(corpus, s, too_long[s]); });
  }
  words.AddTasks(tasks);
  findings.examples.resize(pairs.size());
  for (size_t pair = 0; pair < pairs.size(); ++pair) {
    tasks.emplace_back([&, pair] {
      const auto& [a, b] = pairs[pair];
      findings.examples[pair] = FindExamples(findings, 0, a, b, request.examples);
    });
  }
  const ForEach for_each = [&](size_t count, const std::function<void(size_t)>& call) {
    InParallel(request.threads, count, call);
  };
  for_each(tasks.size(), [&](size_t task) { tasks[task](); });
  findings.words = words.TakeTables();
  std::vector<NgramMatches> matches;
  for (std::optional<NgramMatches>& part : parts) matches.push_back(std::move(*part));
  findings.ngrams = CompareNgrams(corpus, matches, pairs, request.examples, for_each);
  WarnOfLongSegments(*std::max_element(too_long.begin(), too_long.end()),
                     findings.comparison.warnings);
}

}  // namespace mtgauge
