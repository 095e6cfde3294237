// Chooses the n-gram engine for each segment.
#include "core/algo/ngrams/ngram_match.h"

#include <algorithm>
#include <vector>

#include "core/algo/ngrams/ngram_bitmask.h"
#include "core/algo/ngrams/ngram_table.h"

namespace mtgauge {

std::span<const NgramEngineRow> NgramEngines() {
  static constexpr NgramEngineRow kRows[] = {{"auto", NgramEngine::kAuto},
                                             {"table", NgramEngine::kTable},
                                             {"bitmask", NgramEngine::kBitmask}};
  return kRows;
}

struct NgramReferences::State {
  NgramOptions options;
  std::vector<Tokens> references;
  NgramTable table;
  bool by_table = false;
};

NgramReferences::NgramReferences(const NgramOptions& options) : state_(std::make_unique<State>()) {
  state_->options = options;
}
NgramReferences::~NgramReferences() = default;
NgramReferences::NgramReferences(NgramReferences&&) noexcept = default;
NgramReferences& NgramReferences::operator=(NgramReferences&&) noexcept = default;

void NgramReferences::Set(std::span<const Tokens> references) {
  state_->references.assign(references.begin(), references.end());
  Prepare();
}
void NgramReferences::Set(std::span<const SegmentView> references) {
  state_->references.clear();
  for (const SegmentView& view : references) state_->references.push_back(view.tokens);
  Prepare();
}
std::span<const Tokens> NgramReferences::tokens() const { return state_->references; }

// Only the table engine needs more than the tokens.
void NgramReferences::Prepare() {
  const std::vector<Tokens>& references = state_->references;
  const bool fits = std::all_of(references.begin(), references.end(), [](const Tokens& reference) {
    return reference.count <= kMaxBitmaskTokens;
  });
  const NgramOptions& options = state_->options;
  state_->by_table = options.engine == NgramEngine::kTable || !fits;
  if (state_->by_table) {
    state_->table.Set(references, options.max_order, options.hash->function);
  }
}

struct NgramScratch::State {
  BitmaskMatcher bitmask;
  TableMatcher table;
};

NgramScratch::NgramScratch() : state_(std::make_unique<State>()) {}
NgramScratch::~NgramScratch() = default;
NgramScratch::NgramScratch(NgramScratch&&) noexcept = default;
NgramScratch& NgramScratch::operator=(NgramScratch&&) noexcept = default;

void NgramScratch::Match(const NgramReferences& references, const Tokens& hypothesis,
                         int64_t* matches) {
  const NgramReferences::State& prepared = *references.state_;
  if (prepared.by_table) {
    state_->table.Match(prepared.table, hypothesis, matches);
  } else {
    state_->bitmask.Match(prepared.references, hypothesis, prepared.options.max_order, matches);
  }
}

NgramMarks NgramScratch::Mark(const NgramReferences& references, const Tokens& hypothesis) {
  const NgramReferences::State& prepared = *references.state_;
  if (prepared.by_table) return state_->table.Mark(prepared.table, hypothesis);
  return state_->bitmask.Mark(prepared.references, hypothesis, prepared.options.max_order);
}

}  // namespace mtgauge
