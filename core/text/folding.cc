// Folds and deletes character by character; no character becomes LF, so lines stay.
#include "core/text/folding.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <limits>
#include <new>
#include <span>

#include "core/simd/kernels.h"
#include "core/text/utf8.h"

namespace mtgauge {
namespace {

struct KindRange {
  uint32_t first, last;
  uint8_t kind;
};
struct FoldingEntry {
  uint32_t code_point;
  uint32_t folded[3];
};

#include "core/text/folding_tables.inc"

static_assert(kFoldingTableUnicode == kFoldingUnicode);

uint8_t KindIn(std::span<const KindRange> ranges, uint32_t code_point) {
  const auto range = std::partition_point(
      ranges.begin(), ranges.end(),
      [code_point](const KindRange& candidate) { return candidate.last < code_point; });
  return range != ranges.end() && range->first <= code_point ? range->kind : 0;
}

void AppendKept(uint32_t code_point, uint8_t ignored, std::string& out) {
  if ((ignored & kIgnorePunctuation) != 0 && MarkKindOf(code_point) == MarkKind::kPunctuation) {
    return;
  }
  AppendUtf8(code_point, out);
}

// `code_point` is beyond ASCII.
void AppendFolded(uint32_t code_point, uint8_t ignored, std::string& out) {
  const FoldingEntry* const entry = std::partition_point(
      std::begin(kFoldings), std::end(kFoldings),
      [code_point](const FoldingEntry& candidate) { return candidate.code_point < code_point; });
  if (entry == std::end(kFoldings) || entry->code_point != code_point) {
    return AppendKept(code_point, ignored, out);
  }
  for (const uint32_t folded : entry->folded) {
    if (folded != 0) AppendKept(folded, ignored, out);
  }
}

}  // namespace

MarkKind MarkKindOf(uint32_t code_point) {
  return static_cast<MarkKind>(KindIn(kKindRanges, code_point));
}

bool IsWordCharacter(uint32_t code_point) {
  constexpr uint32_t kLatin = 0x250;
  static const std::array<bool, kLatin> latin = [] {
    std::array<bool, kLatin> known{};
    for (uint32_t i = 0; i < kLatin; ++i) known[i] = KindIn(kWordRanges, i) != 0;
    return known;
  }();
  return code_point < kLatin ? latin[code_point] : KindIn(kWordRanges, code_point) != 0;
}

int DigitValue(uint32_t code_point) {
  const uint32_t* const after = std::upper_bound(std::begin(kZeros), std::end(kZeros), code_point);
  if (after == std::begin(kZeros) || code_point - after[-1] > 9) return -1;
  return static_cast<int>(code_point - after[-1]);
}

void AppendWithout(std::string_view text, uint8_t ignored, std::string& out) {
  for (size_t at = 0; at < text.size();) {
    const CodePoint next = DecodeAt(text, at);
    if (next.value >= kInvalidByte) {
      out += text[at];
    } else if (next.value < 0x80) {
      const bool lowered = (ignored & kIgnoreCase) != 0 && next.value >= 'A' && next.value <= 'Z';
      AppendKept(lowered ? next.value + ('a' - 'A') : next.value, ignored, out);
    } else if ((ignored & kIgnoreCase) != 0) {
      AppendFolded(next.value, ignored, out);
    } else {
      AppendKept(next.value, ignored, out);
    }
    at += next.length;
  }
}

const Stream& IgnoringText::Remove(const Stream& stream, uint8_t ignored) {
  text_.clear();
  AppendWithout({stream.text, stream.bytes}, ignored, text_);
  if (text_.size() > std::numeric_limits<uint32_t>::max() - kTextPadding) throw std::bad_alloc();
  result_.bytes = static_cast<uint32_t>(text_.size());
  text_.append(kTextPadding, '\0');
  result_.text = text_.data();
  result_.aside.clear();
  for (const Aside& aside : stream.aside) {
    AppendWithout(aside.text, ignored, result_.aside.emplace_back(Aside{aside.segment, {}}).text);
  }
  return result_;
}

}  // namespace mtgauge
