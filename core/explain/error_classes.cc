// Aligns a segment in both ways, and assigns an error class to each word.
#include "core/explain/error_classes.h"

namespace mtgauge {

// The rows of the table are the words of the reference, so that among equally cheap steps a missing
// word comes before an extra one.
void ErrorClassifier::Align(std::span<const uint32_t> reference,
                            std::span<const uint32_t> hypothesis) {
  const uint32_t distinct = Number(reference, hypothesis);
  path_.assign(reference.size(), EditStep::kDelete);
  if (hypothesis.empty()) return;
  path_.assign(hypothesis.size(), EditStep::kInsert);
  if (reference.empty()) return;
  index_.Set(columns_, distinct);
  distance_.Start(index_, static_cast<uint32_t>(rows_.size()), false);
  distance_.SetBase(rows_);
  distance_.Trace(path_);
}

// Maps words to small numbers; words that are not in the hypothesis share the next number.
uint32_t ErrorClassifier::Number(std::span<const uint32_t> reference,
                                 std::span<const uint32_t> hypothesis) {
  rows_.clear();
  columns_.clear();
  uint32_t distinct = 0;
  for (const uint32_t word : hypothesis) {
    if (counts_[word] == 0) counts_[word] = ++distinct;
    columns_.push_back(counts_[word] - 1);
  }
  for (const uint32_t word : reference) {
    rows_.push_back(counts_[word] == 0 ? distinct : counts_[word] - 1);
  }
  for (const uint32_t word : hypothesis) counts_[word] = 0;
  return distinct;
}

void ErrorClassifier::ReadBack(std::span<const uint32_t> reference,
                               std::span<const uint32_t> hypothesis) {
  reference_.steps.resize(reference.size());
  hypothesis_.steps.resize(hypothesis.size());
  size_t r = reference.size(), h = hypothesis.size();
  for (const EditStep step : path_) {
    if (step != EditStep::kInsert) reference_.steps[--r] = step;
    if (step != EditStep::kDelete) hypothesis_.steps[--h] = step;
  }
}

// Changes the fate of words from `from` to `to` if they are equal on both sides, from left to
// right.
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

void ErrorClassifier::Count(const Side& side, EditStep absent, ErrorCounts& counts) {
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
    for (const EditStep step : side->steps) {
      side->fates.push_back(step == EditStep::kMatch ? Fate::kMatched : Fate::kWrong);
    }
  }
  MatchEqual(reference.words, hypothesis.words, Fate::kWrong, Fate::kMoved);
  if (!reference.bases.empty() && !hypothesis.bases.empty()) {
    MatchEqual(reference.bases, hypothesis.bases, Fate::kWrong, Fate::kInflected);
  }
  Count(reference_, EditStep::kDelete, errors.reference);
  Count(hypothesis_, EditStep::kInsert, errors.hypothesis);
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
