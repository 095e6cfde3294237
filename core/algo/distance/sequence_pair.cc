// Chooses between comparing keys and comparing numbered tokens.
#include "core/algo/distance/sequence_pair.h"

#include <algorithm>

namespace mtgauge {
namespace {

bool IsLong(const Tokens& tokens) { return tokens.count > ReferenceSequences::kMostTokens; }

}  // namespace

void ReferenceSequences::Set(std::span<const SegmentView> references) {
  tokens_.clear();
  for (const SegmentView& view : references) tokens_.push_back(view.tokens);
  named_ = std::any_of(tokens_.begin(), tokens_.end(), IsLong);
  if (named_) symbols_.Set(tokens_);
}

void SequencePair::Set(const ReferenceSequences& references, const Tokens& hypothesis) {
  references_ = &references;
  hypothesis_ = hypothesis;
  symbols_ = references.named_ ? &references.symbols_ : nullptr;
  if (symbols_ == nullptr && IsLong(hypothesis)) {
    if (own_symbols_.empty()) own_symbols_.emplace_back(SymbolKind::kToken, references.hash_);
    own_symbols_[0].Set(references.tokens_);
    symbols_ = own_symbols_.data();
  }
  if (symbols_ == nullptr) {
    programs_.Set(hypothesis.count);
  } else {
    matcher_.Set(symbols_->Find(hypothesis, names_), symbols_->distinct());
  }
}

auto SequencePair::MasksOf(uint32_t r) {
  const uint32_t words = MaskPrograms::WordsFor(hypothesis_.count);
  masks_.Grow(size_t{references_->length(r)} * words, 0);
  kernels_->match_masks(&references_->tokens_[r], &hypothesis_, words, masks_.data());
  return [masks = masks_.data(), words](uint32_t i) { return masks + size_t{i} * words; };
}

uint64_t SequencePair::Steps(uint32_t r) const {
  if (symbols_ != nullptr) return matcher_.Steps((*symbols_)[r]);
  return uint64_t{MaskPrograms::WordsFor(hypothesis_.count)} * references_->length(r);
}

uint64_t SequencePair::Edits(uint32_t r) {
  if (symbols_ != nullptr) return matcher_.Edits((*symbols_)[r]);
  const uint32_t length = references_->length(r);
  if (std::max(length, hypothesis_.count) > 64) return programs_.Edits(length, MasksOf(r));
  return kernels_->edits(&hypothesis_, &references_->tokens_[r]);
}
uint64_t SequencePair::BlockEdits(uint32_t r) {
  return symbols_ != nullptr ? matcher_.BlockEdits((*symbols_)[r])
                             : programs_.BlockEdits(references_->length(r), MasksOf(r));
}
uint64_t SequencePair::CommonSubsequence(uint32_t r) {
  return symbols_ != nullptr ? matcher_.CommonSubsequence((*symbols_)[r])
                             : programs_.CommonSubsequence(references_->length(r), MasksOf(r));
}
uint64_t SequencePair::CommonSymbols(uint32_t r) {
  return symbols_ != nullptr ? matcher_.CommonSymbols((*symbols_)[r])
                             : programs_.CommonSymbols(references_->length(r), MasksOf(r));
}

}  // namespace mtgauge
