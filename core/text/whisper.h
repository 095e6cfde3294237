// The normalizers of Whisper, as whisper-normalizer 0.1.15 and openai-whisper 20250625 have them,
// with CPython 3.11's Unicode 14.0. The English one continues in core/text/whisper_english.h.
#pragma once

#include <string>
#include <string_view>

#include "core/text/normalization.h"

namespace mtgauge {

// Appends a segment in one of Whisper's forms: in lower case, without what stands in brackets,
// compatible characters replaced (NFKC), and a space for each mark, symbol or punctuation. A
// segment for which the English normalizer stops with an error stays as it is.
void AppendWhisper(std::string_view segment, NormalForm form, std::string& out);

// Returns whether a form deletes marks or puts spaces for them. Words that are spelled with marks
// then lose vowels or fall apart.
constexpr bool DropsMarks(NormalForm form) {
  return form >= NormalForm::kWhisperBasic && form != NormalForm::kWhisperMarks;
}

// The building blocks.
// Appends NFKD without diacritics, and with a space for each other mark, and each symbol or
// punctuation that is not in `kept`.
void AppendWithoutDiacritics(std::string_view text, std::u32string_view kept, std::string& out);
// Appends one space for each run of white space.
void AppendWithSingleSpaces(std::string_view text, std::string& out);

}  // namespace mtgauge
