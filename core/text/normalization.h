// Unicode's normal forms, as Python's unicodedata.normalize() has them under the version that the
// tables are of (core/text/normalization_tables.inc, made by
// core/text/make_normalization_tables.py).
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "core/text/batch.h"

namespace mtgauge {

inline constexpr std::string_view kNormalizationUnicode = "14.0";

enum class NormalForm : uint8_t { kNone, kNfc, kNfd, kNfkc, kNfkd };

struct NormalFormRow {
  std::string_view name;  // "nfc"
  NormalForm form;
};
// All of them, and "none".
std::span<const NormalFormRow> NormalForms();

// Appends the form of `text`. Total: bytes that are not UTF-8 stay, and nothing combines with them.
// Time is linear but for long runs of combining marks, which are sorted.
void AppendNormalized(std::string_view text, NormalForm form, std::string& out);

// What the forms are made of.
uint8_t CombiningClass(uint32_t code_point);
// Appends what a character decomposes into, wholly; itself, if it does not. `compatible`: as NFKD.
void AppendDecomposed(uint32_t code_point, bool compatible, std::u32string& out);
// The character that two compose, or 0.
char32_t Composition(uint32_t first, uint32_t second);

// A stream in a normal form. Reused from batch to batch; not thread-safe.
class NormalizedText {
 public:
  // The result is valid until the next call. It has text and asides alone. Lines stay: no character
  // becomes LF. Throws std::bad_alloc where the text would be longer than a stream can be.
  const Stream& Normalize(const Stream& stream, NormalForm form);

 private:
  Stream result_;
  std::string text_;
};

}  // namespace mtgauge
