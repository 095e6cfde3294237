// Forms that all texts can be brought to. Unicode's normal forms are equal to Python's
// unicodedata.normalize() for the Unicode version of the tables
// (core/text/normalization_tables.inc, made by core/text/make_normalization_tables.py); Whisper's
// are in core/text/whisper.h.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "core/text/batch.h"

namespace mtgauge {

inline constexpr std::string_view kNormalizationUnicode = "14.0";

enum class NormalForm : uint8_t {
  kNone,
  kNfc,
  kNfd,
  kNfkc,
  kNfkd,
  kWhisperBasic,
  kWhisperDiacritics,  // without diacritics
  kWhisperLetters,     // with a space between characters
  kWhisperMarks,       // with marks
  kWhisperEnglish,
};
inline bool IsUnicodeForm(NormalForm form) {
  return form >= NormalForm::kNfc && form <= NormalForm::kNfkd;
}

struct NormalFormRow {
  std::string_view name;  // "nfc"
  NormalForm form;
};
// Returns all forms, and "none".
std::span<const NormalFormRow> NormalForms();

// Appends a normal form of Unicode. Never fails: bytes that are not UTF-8 stay, and nothing
// combines with them. Takes linear time except for long runs of combining marks, which are sorted.
void AppendNormalized(std::string_view text, NormalForm form, std::string& out);

// The building blocks of the normal forms.
uint8_t CombiningClass(uint32_t code_point);
// Appends a character's full decomposition, or itself if it has none. `compatible`: as for NFKD.
void AppendDecomposed(uint32_t code_point, bool compatible, std::u32string& out);
// Returns the character that two compose to, or 0.
char32_t Composition(uint32_t first, uint32_t second);

// A stream in a normal form. Reused from batch to batch; not thread-safe.
class NormalizedText {
 public:
  // Returns a stream with text and asides only, valid until the next call. The lines stay, since no
  // character becomes LF. Throws std::bad_alloc if the text would be longer than a stream can be.
  const Stream& Normalize(const Stream& stream, NormalForm form);

 private:
  Stream result_;
  std::string text_;
};

}  // namespace mtgauge
