// Myers' bit vectors (1999), of which every row is kept, and the way back through them.
#include "core/algo/distance/edit_alignment.h"

#include <algorithm>

namespace mtgauge {
namespace {

// rapidfuzz keeps two bits for each cell of a table, up to this many bytes.
constexpr uint64_t kMostTableBytes = uint64_t{1} << 20;

bool FitsTable(uint64_t reference, uint64_t hypothesis, uint64_t most_edits) {
  const uint64_t band = std::min(reference, 2 * most_edits + 1);
  return 2 * band * hypothesis / 8 < kMostTableBytes || reference < 65 || hypothesis < 10;
}

// Goes back through the rows of the table, from its end. `changes(i, kind, j)`
// says whether row i has such a change at position j, and `equal(i, j)` compares.
template <typename Changes, typename Equal>
void GoBack(size_t i, size_t j, const Changes& changes, const Equal& equal, EditCounts& counts) {
  while (i > 0 && j > 0) {
    if (changes(i - 1, &EditChanges::more, j - 1)) {
      ++counts.deletions;
      --i;
    } else if (j > 1 && changes(i - 1, &EditChanges::less, j - 2)) {
      ++counts.insertions;
      --j;
    } else {
      --i, --j;
      ++(equal(i, j) ? counts.hits : counts.substitutions);
    }
  }
  counts.deletions += i;
  counts.insertions += j;
}

}  // namespace

EditCounts EditAlignment::CountShort(const Tokens& reference, const Tokens& hypothesis,
                                     const Kernels& kernels) {
  uint64_t masks[64];
  kernels.match_masks(&reference, &hypothesis, 1, masks);
  const auto same = [&](uint32_t i, uint32_t j) { return (masks[i] >> j & 1) != 0; };
  uint32_t first = 0, i = reference.count, j = hypothesis.count;
  while (first < i && first < j && same(first, first)) ++first;
  while (first < i && first < j && same(i - 1, j - 1)) --i, --j;
  EditChanges changes[64];
  uint64_t up = ~uint64_t{0}, down = 0;
  for (uint32_t row = first; row < i; ++row) {
    const uint64_t mask = masks[row] >> first;
    changes[row - first] = NextEditRow(&mask, 1, &up, &down);
  }
  EditCounts counts = {.hits = first + reference.count - i};
  GoBack(
      i - first, j - first,
      [&](size_t row, uint64_t EditChanges::*kind, size_t place) {
        return (changes[row].*kind >> place & 1) != 0;
      },
      [&](size_t a, size_t b) { return (masks[first + a] >> (first + b) & 1) != 0; }, counts);
  return counts;
}

EditCounts EditAlignment::Count(Symbols reference, Symbols hypothesis, uint32_t distinct) {
  distinct_ = distinct;
  counts_ = {};
  parts_.assign(1, {reference, hypothesis, std::max(reference.size(), hypothesis.size())});
  while (!parts_.empty()) {
    const Part part = parts_.back();
    parts_.pop_back();
    CountPart(part);
  }
  return counts_;
}

void EditAlignment::CountPart(Part part) {
  auto& [reference, hypothesis, most_edits] = part;
  const size_t shorter = std::min(reference.size(), hypothesis.size());
  size_t same = 0;
  while (same < shorter && reference[same] == hypothesis[same]) ++same;
  counts_.hits += same;
  reference = reference.subspan(same);
  hypothesis = hypothesis.subspan(same);
  while (!reference.empty() && !hypothesis.empty() && reference.back() == hypothesis.back()) {
    ++counts_.hits;
    reference = reference.first(reference.size() - 1);
    hypothesis = hypothesis.first(hypothesis.size() - 1);
  }
  most_edits = std::min<uint64_t>(most_edits, std::max(reference.size(), hypothesis.size()));
  if (reference.empty() || hypothesis.empty()) {
    counts_.deletions += reference.size();
    counts_.insertions += hypothesis.size();
  } else if (FitsTable(reference.size(), hypothesis.size(), most_edits)) {
    Trace(reference, hypothesis);
  } else {
    Split(part);
  }
}

// The reference is cut at the first of the places where both halves have the fewest edits together.
void EditAlignment::Split(const Part& part) {
  const size_t middle = part.hypothesis.size() / 2, length = part.reference.size();
  backwards_.Grow(length + part.hypothesis.size(), 0);
  uint32_t* const hypothesis =
      std::reverse_copy(part.reference.begin(), part.reference.end(), backwards_.data());
  uint32_t* const end =
      std::reverse_copy(part.hypothesis.begin() + static_cast<std::ptrdiff_t>(middle),
                        part.hypothesis.end(), hypothesis);
  FindDistances({backwards_.data(), hypothesis}, {hypothesis, end}, right_);
  FindDistances(part.reference, part.hypothesis.first(middle), left_);
  size_t best = 0;
  for (size_t i = 1; i <= length; ++i) {
    if (left_[i] + right_[length - i] < left_[best] + right_[length - best]) best = i;
  }
  parts_.push_back({part.reference.first(best), part.hypothesis.first(middle), left_[best]});
  parts_.push_back(
      {part.reference.subspan(best), part.hypothesis.subspan(middle), right_[length - best]});
}

void EditAlignment::FindDistances(Symbols reference, Symbols hypothesis,
                                  std::vector<uint64_t>& distances) {
  masks_.Set(reference, distinct_);
  const uint32_t words = masks_.words();
  up_.Grow(words, 0);
  down_.Grow(words, 0);
  none_.Grow(words, 0);
  std::fill_n(up_.data(), words, ~uint64_t{0});
  std::fill_n(down_.data(), words, uint64_t{0});
  std::fill_n(none_.data(), words, uint64_t{0});
  for (const uint32_t symbol : hypothesis) {
    const uint64_t* const mask = symbol == kNoSymbol ? none_.data() : masks_.Of(symbol);
    NextEditRow(mask, words, up_.data(), down_.data());
  }
  distances.assign(1, hypothesis.size());
  for (size_t i = 0; i < reference.size(); ++i) {
    const uint64_t up = up_[i / 64] >> (i % 64) & 1, down = down_[i / 64] >> (i % 64) & 1;
    distances.push_back(distances.back() + up - down);
  }
}

void EditAlignment::Trace(Symbols reference, Symbols hypothesis) {
  masks_.Set(hypothesis, distinct_);
  const size_t words = (hypothesis.size() + 63) / 64;
  up_.Grow(words, 0);
  down_.Grow(words, 0);
  std::fill_n(up_.data(), words, ~uint64_t{0});
  std::fill_n(down_.data(), words, uint64_t{0});
  changes_.Grow(words * reference.size(), 0);
  for (size_t i = 0; i < reference.size(); ++i) {
    NextEditRow(masks_.Of(reference[i]), static_cast<uint32_t>(words), up_.data(), down_.data(),
                kBeforeFirst,
                [row = changes_.data() + i * words](uint32_t w, EditChanges c) { row[w] = c; });
  }
  GoBack(
      reference.size(), hypothesis.size(),
      [&](size_t i, uint64_t EditChanges::*kind, size_t j) {
        return (changes_[i * words + j / 64].*kind >> (j % 64) & 1) != 0;
      },
      [&](size_t i, size_t j) { return reference[i] == hypothesis[j]; }, counts_);
}

}  // namespace mtgauge
