// Tells the language of a text: libcld2 (Compact Language Detector 2), which few runs need and
// which is loaded on first use.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/status.h"

namespace mtgauge {

// The sources that the library was built from; other ones may give other answers.
inline constexpr std::string_view kDetectorVersion = "cld2-20150806";

// A language, or several that the detector takes for each other, such as Croatian and Serbian.
using DetectedLanguage = uint16_t;
inline constexpr DetectedLanguage kUnknownLanguage = 0;

// Returns the language with this name, in any form of core/text/language.h; nothing if the detector
// does not know it.
std::optional<DetectedLanguage> FindDetectable(std::string_view name);
// Returns codes of all languages that it knows: "af, ar, ...".
std::string DetectableLanguages();

// Immutable and thread-safe.
class LanguageDetector {
 public:
  // Loads the library, once per process. Returns a UsageError that says what to install if it is
  // missing.
  static Result<const LanguageDetector*> Open();

  struct Answer {
    DetectedLanguage language = kUnknownLanguage;  // of most of the text
    bool reliable = false;                         // as the library says
    uint32_t letters = 0;                          // in the text
  };
  // Takes any bytes. `room` is working memory.
  Answer Detect(std::string_view text, std::string& room) const;

 private:
  LanguageDetector() = default;
  Status Load();

  using DetectFunction = int(const char* text, int bytes, bool plain, int* languages,
                             int* percentages, int* text_bytes, bool* reliable);
  DetectFunction* detect_ = nullptr;
  std::vector<DetectedLanguage> languages_;  // [the library's number]
};

}  // namespace mtgauge
