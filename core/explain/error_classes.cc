// Two alignments, and what they make of each word.
#include "core/explain/error_classes.h"

#include <algorithm>
#include <numeric>

namespace mtgauge {
namespace {

// How a cell of the table can be reached with the fewest edits, the first that applies.
enum Way : uint8_t { kDiagonal, kMissingWord, kExtraWord };

}  // namespace

// Fills `ways_` row by row of the hypothesis.
void ErrorClassifier::Align(std::span<const uint32_t> reference,
                            std::span<const uint32_t> hypothesis) {
  const size_t width = reference.size() + 1;
  ways_.resize(width * (hypothesis.size() + 1));
  row_.resize(width);
  std::iota(row_.begin(), row_.end(), 0U);
  std::fill_n(ways_.begin(), width, kMissingWord);
  for (size_t h = 1; h <= hypothesis.size(); ++h) {
    uint8_t* const ways = &ways_[h * width];
    uint32_t diagonal = row_[0];
    ways[0] = kExtraWord;
    row_[0] = static_cast<uint32_t>(h);
    for (size_t r = 1; r < width; ++r) {
      const uint32_t aligned = diagonal + (reference[r - 1] != hypothesis[h - 1] ? 1 : 0);
      const uint32_t missing = row_[r - 1] + 1, extra = row_[r] + 1;
      diagonal = row_[r];
      row_[r] = std::min({aligned, missing, extra});
      ways[r] = row_[r] == aligned ? kDiagonal : row_[r] == missing ? kMissingWord : kExtraWord;
    }
  }
}

void ErrorClassifier::ReadBack(std::span<const uint32_t> reference,
                               std::span<const uint32_t> hypothesis) {
  reference_.steps.resize(reference.size());
  hypothesis_.steps.resize(hypothesis.size());
  size_t r = reference.size(), h = hypothesis.size();
  while (r > 0 || h > 0) {
    switch (ways_[h * (reference.size() + 1) + r]) {
      case kDiagonal: {
        --r;
        --h;
        const Step step = reference[r] == hypothesis[h] ? Step::kEqual : Step::kReplaced;
        reference_.steps[r] = hypothesis_.steps[h] = step;
        break;
      }
      case kMissingWord:
        reference_.steps[--r] = Step::kMissing;
        break;
      default:
        hypothesis_.steps[--h] = Step::kExtra;
    }
  }
}

// Gives words of one fate another where they are equal on both sides, from left to right.
void ErrorClassifier::MatchEqual(std::span<const uint32_t> reference,
                                 std::span<const uint32_t> hypothesis, Fate from, Fate to) {
  for (size_t r = 0; r < reference.size(); ++r) {
    if (reference_.fates[r] == from) ++counts_[reference[r]];
  }
  std::vector<uint32_t> matched;
  for (size_t h = 0; h < hypothesis.size(); ++h) {
    if (hypothesis_.fates[h] != from || counts_[hypothesis[h]] == 0) continue;
    --counts_[hypothesis[h]];
    hypothesis_.fates[h] = to;
    matched.push_back(hypothesis[h]);
  }
  for (const uint32_t word : reference) counts_[word] = 0;
  for (const uint32_t word : matched) ++counts_[word];
  for (size_t r = 0; r < reference.size(); ++r) {
    if (reference_.fates[r] != from || counts_[reference[r]] == 0) continue;
    --counts_[reference[r]];
    reference_.fates[r] = to;
  }
}

void ErrorClassifier::Count(const Side& side, Step absent, ErrorCounts& counts) {
  for (size_t i = 0; i < side.steps.size(); ++i) {
    switch (side.fates[i]) {
      case Fate::kMatched:
        break;
      case Fate::kMoved:
        ++counts.order;
        break;
      case Fate::kInflected:
        ++counts.inflection;
        break;
      case Fate::kWrong:
        ++(side.steps[i] == absent ? counts.missing : counts.lexical);
    }
  }
}

bool ErrorClassifier::Add(const ErrorWords& reference, const ErrorWords& hypothesis,
                          SystemErrors& errors) {
  if ((reference.words.size() + 1) * (hypothesis.words.size() + 1) > kMostPairs) return false;
  Align(reference.words, hypothesis.words);
  ReadBack(reference.words, hypothesis.words);
  for (Side* side : {&reference_, &hypothesis_}) {
    side->fates.clear();
    for (const Step step : side->steps) {
      side->fates.push_back(step == Step::kEqual ? Fate::kMatched : Fate::kWrong);
    }
  }
  MatchEqual(reference.words, hypothesis.words, Fate::kWrong, Fate::kMoved);
  if (!reference.bases.empty() && !hypothesis.bases.empty()) {
    MatchEqual(reference.bases, hypothesis.bases, Fate::kWrong, Fate::kInflected);
  }
  Count(reference_, Step::kMissing, errors.reference);
  Count(hypothesis_, Step::kExtra, errors.hypothesis);
  errors.reference_words += reference.words.size();
  errors.hypothesis_words += hypothesis.words.size();
  return true;
}

SystemErrors ClassErrors(const Corpus& corpus, size_t system, uint64_t& too_long) {
  SystemErrors errors;
  ErrorClassifier classifier(corpus.vocabulary);
  const auto words_of = [](const WordText& text, size_t i) {
    return ErrorWords{text.words[i],
                      text.bases.size() == 0 ? std::span<const uint32_t>() : text.bases[i]};
  };
  for (size_t i = 0; i < corpus.segments(); ++i) {
    if (corpus.skipped[i] != 0) continue;
    if (!classifier.Add(words_of(corpus.reference, i), words_of(corpus.systems[system], i),
                        errors)) {
      ++too_long;
    }
  }
  return errors;
}

}  // namespace mtgauge
