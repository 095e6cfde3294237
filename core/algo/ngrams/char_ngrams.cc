// Clipped matches of character n-grams, by position masks and by naming.
#include "core/algo/ngrams/char_ngrams.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "core/text/unicode.h"
#include "core/text/utf8.h"

namespace mtgauge {
namespace {

constexpr uint32_t kBlock = 128;  // positions that a kernel takes at a time
constexpr auto kAlways = [](uint32_t) { return true; };

constexpr std::array<bool, 128> MakeAsciiVisible() {
  std::array<bool, 128> visible{};
  for (uint32_t c = 0; c < 128; ++c) visible[c] = !((c >= 9 && c <= 13) || (c >= 28 && c <= 32));
  return visible;
}
constexpr std::array<bool, 128> kAsciiVisible = MakeAsciiVisible();

// The number of ASCII bytes before the first other one among the 8 at `bytes`.
uint32_t AsciiBytes(const char* bytes) {
  uint64_t word;
  std::memcpy(&word, bytes, sizeof word);
  if constexpr (std::endian::native == std::endian::big) word = __builtin_bswap64(word);
  return static_cast<uint32_t>(std::countr_zero(word & 0x8080808080808080)) / 8;
}

}  // namespace

void Characters::Set(std::string_view text, bool keep_space) {
  points_.Grow(text.size() + 1, 0);  // a character that is not kept is written all the same
  uint32_t* out = points_.data();
  size_t at = 0;
  const auto ascii = [&](uint32_t bytes) {
    for (uint32_t i = 0; i < bytes; ++i) {
      const auto c = static_cast<uint8_t>(text[at + i]);
      *out = c;
      out += keep_space || kAsciiVisible[c];
    }
    at += bytes;
  };
  while (at < text.size()) {
    if (at + 8 <= text.size()) {
      const uint32_t bytes = AsciiBytes(text.data() + at);
      if (bytes == 8) {
        ascii(8);
        continue;
      }
      ascii(bytes);
    }
    const CodePoint point = DecodeAt(text, at);
    *out = point.value;
    out += keep_space || !IsSpace(point.value);
    at += point.length;
  }
  count_ = static_cast<uint32_t>(out - points_.data());
}

void CharacterIndex::AddPage(uint32_t point) {
  const size_t page = point >> 8;
  if (page + 2 > page_of_.size()) page_of_.resize(page + 2, 0);
  page_of_[page] = static_cast<uint16_t>(pages_.size());
  pages_.emplace_back();
}

void CharReference::Set(std::string_view text, bool keep_space) {
  characters_.Set(text, keep_space);
  by_table_ = options_.engine == NgramEngine::kTable || length() > kMaxBitmaskCharacters ||
              options_.max_order > kMaxBitmaskOrder;
  if (!by_table_) SetMasks();
}

void CharReference::SetMasks() {
  for (uint32_t row = 1; row < rows_; ++row) row_of_.At(distinct_[row]) = 0;
  const std::span<const uint32_t> points = characters_.points();
  distinct_.Grow(points.size() + 2, 0);
  row_at_.Grow(points.size(), 0);
  uint32_t rows = 1;
  for (size_t i = 0; i < points.size(); ++i) {
    // Whether a character is new cannot be predicted, so nothing branches on it.
    uint16_t& row = row_of_.At(points[i]);
    const uint32_t is_new = row == 0;
    distinct_[rows] = points[i];
    row = static_cast<uint16_t>(row | (rows & (0 - is_new)));
    row_at_[i] = row;
    rows += is_new;
  }
  rows_ = rows;
  const size_t words = (points.size() + kBlock - 1) / kBlock * rows * 2;
  masks_.Grow(words, 0);
  std::fill_n(masks_.data(), words, 0);
  for (size_t i = 0; i < points.size(); ++i) {
    const size_t row = i / kBlock * rows + row_at_[i];
    masks_[row * 2 + i % kBlock / 64] |= uint64_t{1} << (i % 64);
  }
}

void CharMatcher::Match(const CharReference& reference, const Characters& hypothesis,
                        int64_t* matches) {
  std::fill_n(matches, reference.options_.max_order, 0);
  if (reference.by_table_) {
    MatchTable(reference, hypothesis.points(), matches);
  } else {
    MatchMasks(reference, hypothesis.points(), matches);
  }
}

void CharMatcher::MatchMasks(const CharReference& reference, std::span<const uint32_t> hypothesis,
                             int64_t* matches) {
  const auto count = static_cast<uint32_t>(hypothesis.size());
  const uint32_t blocks = (reference.length() + kBlock - 1) / kBlock;
  rows_.Grow(count, 0);
  for (uint32_t j = 0; j < count; ++j) rows_[j] = reference.row_of_.Find(hypothesis[j]);
  if (blocks > 1) {
    chain_.Grow(2 * size_t{count}, 0);
    std::fill_n(chain_.data(), 2 * size_t{count}, 0);
  }
  int64_t sums[kMaxBitmaskOrder] = {};
  for (uint32_t b = 0; b < blocks; ++b) {
    kernels_.match_chars(reference.masks_.data() + size_t{b} * reference.rows_ * 2, rows_.data(),
                         count, blocks > 1 ? chain_.data() : nullptr, sums);
  }
  std::copy_n(sums, reference.options_.max_order, matches);
}

// An n-gram is the pair (its first n - 1 characters as an n-gram, its last character), so no n-gram
// is ever compared with another. Only one order's names are held at a time.
void CharMatcher::MatchTable(const CharReference& reference, std::span<const uint32_t> hypothesis,
                             int64_t* matches) {
  const std::span<const uint32_t> points = reference.characters_.points();
  const NgramOptions& options = reference.options_;
  names_.Grow(points.size(), 0);
  left_.Grow(points.size(), 0);
  found_.Grow(hypothesis.size(), 0);
  std::fill_n(names_.data(), points.size(), 0);
  std::fill_n(found_.data(), hypothesis.size(), 0);
  bool any = true;
  for (uint32_t n = 1; n <= options.max_order && n <= points.size() && any; ++n) {
    index_.Clear(options.hash->function, points.size());
    uint32_t grams = 0;
    for (size_t i = 0; i + n <= points.size(); ++i) {
      const uint64_t key = uint64_t{names_[i]} << 32 | points[i + n - 1];
      names_[i] = index_.FindOrAdd(key, grams, kAlways);
      if (names_[i] == grams) left_[grams++] = 0;
      ++left_[names_[i]];
    }
    any = TakeGrams(hypothesis, n, matches[n - 1]);
  }
}

// Matches the hypothesis' n-grams of one order; false when the reference has none of them.
bool CharMatcher::TakeGrams(std::span<const uint32_t> hypothesis, uint32_t order,
                            int64_t& matches) {
  for (size_t j = 0; j + order <= hypothesis.size(); ++j) {
    if (found_[j] == GenerationIndex::kNone) continue;
    const uint64_t key = uint64_t{found_[j]} << 32 | hypothesis[j + order - 1];
    found_[j] = index_.Find(key, kAlways);
    if (found_[j] == GenerationIndex::kNone || left_[found_[j]] == 0) continue;
    --left_[found_[j]];
    ++matches;
  }
  return matches > 0;
}

}  // namespace mtgauge
