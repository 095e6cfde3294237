// Any thread may tokenize a block of segments, with a separate vocabulary. The blocks are then
// merged in order.
#include "parallel/explain/words.h"

#include <algorithm>
#include <string>

#include "core/base/hash.h"
#include "core/text/casing.h"
#include "core/text/factors.h"
#include "core/text/unicode.h"
#include "core/text/view.h"
#include "parallel/run/threads.h"

namespace mtgauge {
namespace {

constexpr size_t kWordsBlock = 4096;

std::vector<std::string> ReferenceTexts(const HeldSegments& held, size_t first, size_t count) {
  std::vector<std::string> texts;
  for (size_t i = first; i < first + count; ++i) {
    const std::string* reference = held.texts[i].FirstReference();
    texts.push_back(reference == nullptr ? std::string() : *reference);
  }
  return texts;
}

// Column 0 is the reference; the systems follow.
std::vector<std::string> TextsOf(const HeldSegments& held, size_t column, size_t first,
                                 size_t count) {
  if (!held.reference_annotations.empty()) {
    const std::vector<std::string>& all =
        column == 0 ? held.reference_annotations : held.annotations[column - 1];
    const auto begin = all.begin() + static_cast<std::ptrdiff_t>(first);
    return {begin, begin + static_cast<std::ptrdiff_t>(count)};
  }
  if (column == 0) return ReferenceTexts(held, first, count);
  std::vector<std::string> texts;
  for (size_t i = first; i < first + count; ++i) {
    texts.push_back(held.texts[i].hypotheses[column - 1]);
  }
  return texts;
}

// A block of a column, with its own vocabulary.
struct CutBlock {
  Vocabulary vocabulary;
  WordText text;
  uint32_t refused = View::kNone;  // a segment that the tokenizer rejects, and why
  Refusal refusal = Refusal::kTooLong;
};

// Appends the tokens of a segment, or the factors of annotated words.
void AppendSegment(const Tokens& tokens, bool annotated, CutBlock& block) {
  std::vector<uint32_t> words, bases, tags;
  for (uint32_t t = 0; t < tokens.count; ++t) {
    if (!annotated) {
      words.push_back(block.vocabulary.Add(tokens[t]));
      continue;
    }
    const Factors factors = SplitFactors(tokens[t]);
    words.push_back(block.vocabulary.Add(factors.word));
    bases.push_back(block.vocabulary.Add(factors.lemma));
    tags.push_back(block.vocabulary.Add(factors.tag));
  }
  block.text.words.Append(words);
  if (!annotated) return;
  block.text.bases.Append(bases);
  block.text.tags.Append(tags);
}

CutBlock Cut(const std::vector<std::string>& texts, const WordChoice& choice, bool annotated) {
  const Batch batch = MakeBatch({}, {texts});
  CasedText cased;
  cased.Set(batch.hyps.front(), choice.lowercase);
  View view(DefaultHash().function);
  const TokenizerRow& row = annotated ? *FindTokenizer("none") : *choice.tokenizer;
  row.get().CutStream(cased.text(), cased.bytes(), batch.segments, cased.asides(), view);
  CutBlock block;
  block.refused = view.refused();
  block.refusal = view.refusal();
  if (block.refused != View::kNone) return block;
  for (uint32_t i = 0; i < batch.segments; ++i) {
    AppendSegment(view.Segment(i).tokens, annotated, block);
  }
  return block;
}

void AppendRenumbered(const WordSequences& from, std::span<const uint32_t> numbers,
                      WordSequences& to) {
  std::vector<uint32_t> renumbered;
  for (size_t i = 0; i < from.size(); ++i) {
    renumbered.clear();
    for (const uint32_t word : from[i]) renumbered.push_back(numbers[word]);
    to.Append(renumbered);
  }
}

void AppendBlock(const CutBlock& block, Vocabulary& vocabulary, WordText& text) {
  std::vector<uint32_t> numbers;
  for (uint32_t word = 0; word < block.vocabulary.size(); ++word) {
    numbers.push_back(vocabulary.Add(block.vocabulary[word]));
  }
  AppendRenumbered(block.text.words, numbers, text.words);
  AppendRenumbered(block.text.bases, numbers, text.bases);
  AppendRenumbered(block.text.tags, numbers, text.tags);
}

// Uses the stems of the lowercased words as base forms.
void AddStems(const StemmerRow& row, Corpus& corpus) {
  Stemmer stemmer(row, DefaultHash().function);
  std::vector<uint32_t> bases;
  std::string lower;
  for (uint32_t word = 0, words = corpus.vocabulary.size(); word < words; ++word) {
    lower.clear();
    AppendLowercase(corpus.vocabulary[word], lower);
    bases.push_back(corpus.vocabulary.Add(stemmer.Stem(lower)));
  }
  AppendRenumbered(corpus.reference.words, bases, corpus.reference.bases);
  for (WordText& system : corpus.systems) {
    AppendRenumbered(system.words, bases, system.bases);
  }
}

}  // namespace

Result<Corpus> CutWords(const HeldSegments& held, const WordChoice& choice, const RunOptions& run) {
  const bool annotated = !held.reference_annotations.empty();
  Corpus corpus;
  corpus.skipped = held.skipped;
  if (held.texts.empty()) return corpus;
  const size_t columns = 1 + held.texts.front().hypotheses.size();
  const size_t blocks = (held.size() + kWordsBlock - 1) / kWordsBlock;
  std::vector<CutBlock> cut(columns * blocks);
  InParallel(run.threads, cut.size(), [&](size_t task) {
    const size_t first = task % blocks * kWordsBlock;
    const size_t count = std::min(kWordsBlock, held.size() - first);
    cut[task] = Cut(TextsOf(held, task / blocks, first, count), choice, annotated);
  });
  corpus.systems.resize(columns - 1);
  for (size_t task = 0; task < cut.size(); ++task) {
    if (cut[task].refused != View::kNone) {
      return RefusalError({.segment = task % blocks * kWordsBlock + cut[task].refused},
                          cut[task].refusal, choice.tokenizer->name);
    }
    const size_t column = task / blocks;
    AppendBlock(cut[task], corpus.vocabulary,
                column == 0 ? corpus.reference : corpus.systems[column - 1]);
  }
  if (choice.stemmer != nullptr && !annotated) AddStems(*choice.stemmer, corpus);
  return corpus;
}

}  // namespace mtgauge
