// Normalizes independent pieces of text: each runs from one character that the text before it
// cannot change to the next. Most are a single character that stays as it is.
#include "core/text/normalization.h"

#include <algorithm>
#include <cstring>
#include <iterator>
#include <limits>
#include <new>
#include <tuple>

#include "core/simd/kernels.h"
#include "core/text/code_points.h"
#include "core/text/utf8.h"
#include "core/text/whisper.h"

namespace mtgauge {
namespace {

struct DecompositionEntry {
  uint32_t code_point;
  uint16_t canonical_at, canonical_size, compatible_at, compatible_size;
};
struct CompositionEntry {
  uint32_t first, second, composed;
};
struct ClassRange {
  uint32_t first, last;
  uint8_t value;
};

#include "core/text/normalization_tables.inc"

static_assert(kTableUnicode == kNormalizationUnicode);

// Unicode, section 3.12: Hangul syllables are computed, not stored.
constexpr uint32_t kSyllables = 0xAC00, kLeading = 0x1100, kVowels = 0x1161, kTrailing = 0x11A7;
constexpr uint32_t kLeadingCount = 19, kVowelCount = 21, kTrailingCount = 28;
constexpr uint32_t kSyllableCount = kLeadingCount * kVowelCount * kTrailingCount;

bool IsIn(uint32_t code_point, uint32_t first, uint32_t count) {
  return code_point >= first && code_point - first < count;
}

bool IsCompatible(NormalForm form) {
  return form == NormalForm::kNfkc || form == NormalForm::kNfkd;
}
bool Composes(NormalForm form) { return form == NormalForm::kNfc || form == NormalForm::kNfkc; }

uint8_t MovedBit(NormalForm form) {
  return static_cast<uint8_t>(1 << (static_cast<unsigned>(form) - 1));
}

bool Moves(uint32_t code_point, uint8_t bit) {
  if (code_point >= kInvalidByte) return false;
  return (kMovedBlocks[kMovedIndex[code_point >> 8]][code_point & 0xFF] & bit) != 0;
}

// Sorts the marks after a character by combining class; marks of one class stay in order.
void SortMarks(std::u32string& text) {
  for (size_t begin = 0; begin < text.size();) {
    size_t end = begin;
    while (end < text.size() && CombiningClass(text[end]) != 0) ++end;
    std::stable_sort(text.begin() + static_cast<std::ptrdiff_t>(begin),
                     text.begin() + static_cast<std::ptrdiff_t>(end),
                     [](char32_t a, char32_t b) { return CombiningClass(a) < CombiningClass(b); });
    begin = end + 1;
  }
}

// Composes each character with the last one of class 0 if they have a composition and no character
// in between has the same or a higher class.
void Compose(std::u32string& text) {
  constexpr size_t kNone = std::u32string::npos;
  size_t written = 0, starter = kNone;
  int last = -1;  // class of the last character written after the starter; -1 if there is none
  for (const char32_t character : text) {
    const int own = CombiningClass(character);
    if (starter != kNone && last < own) {
      const char32_t composed = Composition(text[starter], character);
      if (composed != 0) {
        text[starter] = composed;
        continue;
      }
    }
    if (own == 0) starter = written;
    last = own == 0 ? -1 : own;
    text[written++] = character;
  }
  text.resize(written);
}

// Appends the normal form of a piece.
void AppendPiece(std::string_view piece, NormalForm form, std::u32string& work, std::string& out) {
  work.clear();
  for (size_t at = 0; at < piece.size();) {
    const CodePoint code_point = DecodeAt(piece, at);
    AppendDecomposed(code_point.value, IsCompatible(form), work);
    at += code_point.length;
  }
  SortMarks(work);
  if (Composes(form)) Compose(work);
  AppendCodePoints(work, out);
}

// Returns the end of the run of ASCII at `at`.
size_t SkipAscii(std::string_view text, size_t at) {
  constexpr uint64_t kBeyondAscii = 0x8080808080808080;
  uint64_t bytes;
  while (text.size() - at >= sizeof bytes) {
    std::memcpy(&bytes, text.data() + at, sizeof bytes);
    if ((bytes & kBeyondAscii) != 0) break;
    at += sizeof bytes;
  }
  while (at < text.size() && static_cast<uint8_t>(text[at]) < 0x80) ++at;
  return at;
}

}  // namespace

std::span<const NormalFormRow> NormalForms() {
  static constexpr NormalFormRow kRows[] = {
      {"none", NormalForm::kNone},
      {"nfc", NormalForm::kNfc},
      {"nfd", NormalForm::kNfd},
      {"nfkc", NormalForm::kNfkc},
      {"nfkd", NormalForm::kNfkd},
      {"whisper-basic", NormalForm::kWhisperBasic},
      {"whisper-basic+diacritics", NormalForm::kWhisperDiacritics},
      {"whisper-basic+letters", NormalForm::kWhisperLetters},
      {"whisper-basic+marks", NormalForm::kWhisperMarks},
      {"whisper-english", NormalForm::kWhisperEnglish}};
  return kRows;
}

uint8_t CombiningClass(uint32_t code_point) {
  if (code_point < std::begin(kClasses)->first) return 0;
  const ClassRange* const range = std::partition_point(
      std::begin(kClasses), std::end(kClasses),
      [code_point](const ClassRange& candidate) { return candidate.last < code_point; });
  return range != std::end(kClasses) && range->first <= code_point ? range->value : 0;
}

void AppendDecomposed(uint32_t code_point, bool compatible, std::u32string& out) {
  if (IsIn(code_point, kSyllables, kSyllableCount)) {
    const uint32_t index = code_point - kSyllables, of_vowel = index / kTrailingCount;
    out += static_cast<char32_t>(kLeading + of_vowel / kVowelCount);
    out += static_cast<char32_t>(kVowels + of_vowel % kVowelCount);
    const uint32_t trailing = index % kTrailingCount;
    if (trailing != 0) out += static_cast<char32_t>(kTrailing + trailing);
    return;
  }
  const DecompositionEntry* const entry =
      std::partition_point(std::begin(kDecompositions), std::end(kDecompositions),
                           [code_point](const DecompositionEntry& candidate) {
                             return candidate.code_point < code_point;
                           });
  if (entry == std::end(kDecompositions) || entry->code_point != code_point) {
    out += static_cast<char32_t>(code_point);
  } else if (compatible) {
    out.append(kDecomposed + entry->compatible_at, entry->compatible_size);
  } else {
    out.append(kDecomposed + entry->canonical_at, entry->canonical_size);
  }
}

char32_t Composition(uint32_t first, uint32_t second) {
  if (IsIn(first, kLeading, kLeadingCount) && IsIn(second, kVowels, kVowelCount)) {
    return kSyllables + ((first - kLeading) * kVowelCount + (second - kVowels)) * kTrailingCount;
  }
  if (IsIn(first, kSyllables, kSyllableCount) && (first - kSyllables) % kTrailingCount == 0 &&
      IsIn(second, kTrailing + 1, kTrailingCount - 1)) {
    return first + (second - kTrailing);
  }
  const CompositionEntry* const entry = std::partition_point(
      std::begin(kCompositions), std::end(kCompositions), [&](const CompositionEntry& candidate) {
        return std::tie(candidate.first, candidate.second) < std::tie(first, second);
      });
  const bool found =
      entry != std::end(kCompositions) && entry->first == first && entry->second == second;
  return found ? entry->composed : 0;
}

void AppendNormalized(std::string_view text, NormalForm form, std::string& out) {
  if (form == NormalForm::kNone) {
    out.append(text);
    return;
  }
  const uint8_t bit = MovedBit(form);
  std::u32string work;
  size_t copied = 0;  // end of the part of `text` already copied
  size_t last = 0;    // where the last character begins that the text before it cannot change
  for (size_t at = 0; at < text.size();) {
    if (const size_t end = SkipAscii(text, at); end > at) {
      last = end - 1;
      at = end;
      continue;
    }
    CodePoint code_point = DecodeAt(text, at);
    if (!Moves(code_point.value, bit)) {
      last = at;
      at += code_point.length;
      continue;
    }
    for (at += code_point.length; at < text.size(); at += code_point.length) {
      code_point = DecodeAt(text, at);
      if (!Moves(code_point.value, bit)) break;
    }
    out.append(text.substr(copied, last - copied));
    AppendPiece(text.substr(last, at - last), form, work, out);
    copied = last = at;
  }
  out.append(text.substr(copied));
}

namespace {

void AppendForm(std::string_view segment, NormalForm form, std::string& out) {
  if (form <= NormalForm::kNfkd) {
    AppendNormalized(segment, form, out);
  } else {
    AppendWhisper(segment, form, out);
  }
}

void AppendLines(std::string_view text, NormalForm form, std::string& out) {
  if (IsUnicodeForm(form)) return AppendNormalized(text, form, out);
  for (size_t begin = 0; begin < text.size();) {
    const size_t end = text.find('\n', begin);
    AppendForm(text.substr(begin, end - begin), form, out);
    out += '\n';
    begin = end + 1;
  }
}

}  // namespace

const Stream& NormalizedText::Normalize(const Stream& stream, NormalForm form) {
  text_.clear();
  AppendLines({stream.text, stream.bytes}, form, text_);
  if (text_.size() > std::numeric_limits<uint32_t>::max() - kTextPadding) throw std::bad_alloc();
  result_.bytes = static_cast<uint32_t>(text_.size());
  text_.append(kTextPadding, '\0');
  result_.text = text_.data();
  result_.aside.clear();
  for (const Aside& aside : stream.aside) {
    AppendForm(aside.text, form, result_.aside.emplace_back(Aside{aside.segment, {}}).text);
  }
  return result_;
}

}  // namespace mtgauge
