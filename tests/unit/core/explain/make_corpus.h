// Corpora for tests, from words separated by spaces.
#pragma once

#include <algorithm>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include "core/explain/corpus.h"

namespace mtgauge {

using Texts = std::vector<std::string>;  // [segment]

inline void AppendWords(const std::string& text, Vocabulary& vocabulary, WordSequences& lists) {
  std::vector<uint32_t> words;
  std::istringstream in(text);
  for (std::string word; in >> word;) words.push_back(vocabulary.Add(word));
  lists.Append(words);
}

inline Corpus MakeCorpus(const Texts& reference, const std::vector<Texts>& systems) {
  Corpus corpus;
  for (const std::string& text : reference) {
    AppendWords(text, corpus.vocabulary, corpus.reference.words);
  }
  for (const Texts& system : systems) {
    WordText& text = corpus.systems.emplace_back();
    for (const std::string& line : system) AppendWords(line, corpus.vocabulary, text.words);
  }
  corpus.skipped.assign(reference.size(), 0);
  return corpus;
}

// Returns texts of a few repeated words, some lines empty, some long.
inline Texts RandomTexts(size_t segments, uint32_t words, std::mt19937_64& random) {
  Texts texts;
  for (size_t i = 0; i < segments; ++i) {
    const size_t length = random() % 20 == 0 ? 0 : random() % (random() % 10 == 0 ? 90 : 12);
    std::string text;
    for (size_t w = 0; w < length; ++w) {
      text += (w == 0 ? "w" : " w") + std::to_string(random() % words);
    }
    texts.push_back(text);
  }
  return texts;
}

}  // namespace mtgauge
