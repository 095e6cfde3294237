// Counts words by kind.
#include "core/explain/word_tables.h"

#include <algorithm>

namespace mtgauge {
namespace {

// Calls `kind_of_reference(segment, position)`, and likewise for the hypothesis.
template <typename OfReference, typename OfHypothesis>
std::vector<WordCounts> CountMatches(const Corpus& corpus, size_t system, size_t kinds,
                                     const OfReference& kind_of_reference,
                                     const OfHypothesis& kind_of_hypothesis) {
  std::vector<WordCounts> counts(kinds);
  OccurrenceMatcher matcher(corpus.vocabulary);
  for (size_t i = 0; i < corpus.segments(); ++i) {
    if (corpus.skipped[i] != 0) continue;
    const std::span<const uint32_t> matches =
        matcher.Match(corpus.reference.words[i], corpus.systems[system].words[i]);
    for (size_t at = 0; at < matches.size(); ++at) {
      const bool matched = matches[at] != OccurrenceMatcher::kNone;
      WordCounts& of_kind =
          counts[matched ? kind_of_reference(i, matches[at]) : kind_of_hypothesis(i, at)];
      ++of_kind.hypothesis;
      if (matched) ++of_kind.matches;
    }
  }
  return counts;
}

double Share(uint64_t part, uint64_t whole) {
  return part == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole);
}

constexpr uint32_t kNoKind = UINT32_MAX;

// Returns the kind of each word of the vocabulary that is a tag.
std::vector<uint32_t> KindsOfTags(const Corpus& corpus, const WordTable& table) {
  absl::flat_hash_map<std::string_view, uint32_t> kinds;
  for (uint32_t kind = 0; kind < table.kinds.size(); ++kind) {
    kinds.emplace(table.kinds[kind].name, kind);
  }
  std::vector<uint32_t> of_word(corpus.vocabulary.size(), kNoKind);
  for (uint32_t word = 0; word < of_word.size(); ++word) {
    if (const auto found = kinds.find(corpus.vocabulary[word]); found != kinds.end()) {
      of_word[word] = found->second;
    }
  }
  return of_word;
}

}  // namespace

double PrecisionOf(const WordCounts& counts) { return Share(counts.matches, counts.hypothesis); }
double RecallOf(const WordKind& kind, const WordCounts& counts) {
  return Share(counts.matches, kind.reference);
}
double F1Of(const WordKind& kind, const WordCounts& counts) {
  if (counts.matches == 0) return 0;
  const double precision = PrecisionOf(counts), recall = RecallOf(kind, counts);
  return 2 * precision * recall / (precision + recall);
}

WordTable CountReferenceWords(const Corpus& corpus, const Kinds& kinds) {
  WordTable table;
  for (const std::string& name : kinds.names) table.kinds.push_back({name, 0, {}});
  for (size_t i = 0; i < corpus.segments(); ++i) {
    if (corpus.skipped[i] != 0) continue;
    for (const uint32_t word : corpus.reference.words[i]) ++table.kinds[kinds.of[word]].reference;
  }
  return table;
}

std::vector<WordCounts> CountSystemWords(const Corpus& corpus, const Kinds& kinds, size_t system) {
  return CountMatches(
      corpus, system, kinds.names.size(),
      [&](size_t i, size_t at) { return kinds.of[corpus.reference.words[i][at]]; },
      [&](size_t i, size_t at) { return kinds.of[corpus.systems[system].words[i][at]]; });
}

WordTable CountReferenceTags(const Corpus& corpus) {
  std::vector<uint64_t> counts(corpus.vocabulary.size());
  std::vector<bool> is_tag(corpus.vocabulary.size());
  std::vector<uint32_t> seen;
  const auto see = [&](const WordText& text, uint64_t by) {
    for (size_t i = 0; i < corpus.segments(); ++i) {
      if (corpus.skipped[i] != 0) continue;
      for (const uint32_t tag : text.tags[i]) {
        if (!is_tag[tag]) seen.push_back(tag);
        is_tag[tag] = true;
        counts[tag] += by;
      }
    }
  };
  see(corpus.reference, 1);
  for (const WordText& system : corpus.systems) see(system, 0);
  std::stable_sort(seen.begin(), seen.end(),
                   [&](uint32_t a, uint32_t b) { return counts[a] > counts[b]; });
  WordTable table;
  for (const uint32_t tag : seen) table.kinds.push_back({corpus.vocabulary[tag], counts[tag], {}});
  return table;
}

std::vector<WordCounts> CountSystemTags(const Corpus& corpus, const WordTable& table,
                                        size_t system) {
  const std::vector<uint32_t> kind_of = KindsOfTags(corpus, table);
  return CountMatches(
      corpus, system, table.kinds.size(),
      [&](size_t i, size_t at) { return kind_of[corpus.reference.tags[i][at]]; },
      [&](size_t i, size_t at) { return kind_of[corpus.systems[system].tags[i][at]]; });
}

}  // namespace mtgauge
