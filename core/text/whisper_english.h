// The English normalizer of Whisper, as whisper-normalizer 0.1.15 and openai-whisper 20250625 have
// it, with CPython 3.11's Unicode 14.0.
#pragma once

#include <string>
#include <string_view>

namespace mtgauge {

// Appends a text that is in lower case and without what stands in brackets: contractions and titles
// are written out, numbers become digits, spellings American. Returns false, and appends nothing,
// where the tool stops with an error: at a number of more than 4,300 digits.
[[nodiscard]] bool AppendWhisperEnglish(std::string_view text, std::string& out);

}  // namespace mtgauge
