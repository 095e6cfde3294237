// The library's functions are found by their names in C++'s binary interface, so that nothing needs
// its headers or links it.
#include "core/text/language_detector.h"

#include <dlfcn.h>
#include <fmt/format.h>
#include <sys/auxv.h>

#include <algorithm>

#include "core/text/language.h"
#include "core/text/letter_scripts.h"
#include "core/text/utf8.h"

namespace mtgauge {
namespace {

constexpr const char* kFile = "libcld2.so.0";
constexpr std::string_view kData = "V2.0 - 20141016";
constexpr std::string_view kInstall = "install the package libcld2-0 of Debian 12";

// The languages that the library knows, by the codes of ISO 639-3: those of its table of four
// letters, then those it knows by their scripts. Of those in brackets, it takes one for another.
constexpr std::string_view kLanguages =
    "afr (ara arb) (aze azj) bel bul (bih bho mag mai) ben cat ceb ces cym dan deu eng spa "
    "(est ekk) eus (fas pes prs) fin fra gle gla glg (hin nep npi mar) hmn (hrv srp bos cnr "
    "hbs) hat hun (ind msa zsm zlm) isl ita heb jav kaz (kur kmr) kir lug lit (lav lvs) (mlg "
    "plt) mkd (mon khk) mlt nld (nor nob nno) nya pol por ron rus kin slk slv (sqi als) sot "
    "sun swe (swa swh) tgk (tgl fil) tur ukr urd (uzb uzn) vie (yid ydd) hye kat ell guj pan "
    "kan khm lao mal (ori ory) sin (syr syc aii) tam tel div tha (iku ike) chr lif mya kor "
    "jpn (zho cmn)";

struct DetectableCode {
  std::string code;
  DetectedLanguage language;
};
const std::vector<DetectableCode>& Codes() {
  static const auto& codes = *new std::vector<DetectableCode>([] {
    std::vector<DetectableCode> all;
    DetectedLanguage language = kUnknownLanguage;
    bool open = false;  // between brackets
    for (std::string_view rest = kLanguages; !rest.empty();) {
      std::string_view word = rest.substr(0, rest.find(' '));
      rest.remove_prefix(std::min(rest.size(), word.size() + 1));
      if (!open) ++language;
      if (word.starts_with('(')) open = true, word.remove_prefix(1);
      if (word.ends_with(')')) open = false, word.remove_suffix(1);
      all.push_back({std::string(word), language});
    }
    return all;
  }());
  return codes;
}

// Replaces what the library does not accept as text, and counts letters.
uint32_t CopyPlain(std::string_view text, std::string& out) {
  uint32_t letters = 0;
  out.clear();
  for (size_t at = 0; at < text.size();) {
    const CodePoint c = DecodeAt(text, at);
    const bool control = c.value < 0x20 || (c.value >= 0x7F && c.value < 0xA0);
    const bool none = c.value >= kInvalidByte || (c.value & 0xFFFE) == 0xFFFE ||
                      (c.value >= 0xFDD0 && c.value < 0xFDF0);
    if (control || none) {
      out += ' ';
    } else {
      out += text.substr(at, c.length);
    }
    letters += LetterScript(c.value) != 0 ? 1 : 0;
    at += c.length;
  }
  return letters;
}

}  // namespace

std::optional<DetectedLanguage> FindDetectable(std::string_view name) {
  const std::string code = ParseLanguages(name).target.code;
  for (const DetectableCode& known : Codes()) {
    if (known.code == code) return known.language;
  }
  return std::nullopt;
}

std::string DetectableLanguages() {
  std::vector<std::string_view> codes;
  for (const DetectableCode& known : Codes()) codes.push_back(known.code);
  return fmt::format("{}", fmt::join(codes, ", "));
}

Status LanguageDetector::Load() {
  if (getauxval(AT_BASE) == 0) {  // there is no loader
    return UsageError("a static program cannot load libcld2, which tells languages",
                      "take the release's other program");
  }
  void* const library = dlopen(kFile, RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) {
    return UsageError(fmt::format("the library that tells languages is missing: {}", dlerror()),
                      std::string(kInstall));
  }
  auto* const version =
      reinterpret_cast<const char* (*)()>(dlsym(library, "_ZN4CLD221DetectLanguageVersionEv"));
  auto* const code_of = reinterpret_cast<const char* (*)(int)>(
      dlsym(library, "_ZN4CLD212LanguageCodeENS_8LanguageE"));
  detect_ = reinterpret_cast<DetectFunction*>(
      dlsym(library, "_ZN4CLD224ExtDetectLanguageSummaryEPKcibPNS_8LanguageEPiS4_Pb"));
  const bool complete = version != nullptr && code_of != nullptr && detect_ != nullptr;
  if (!complete || version() != kData) {
    return UsageError(fmt::format("{} is not {}", kFile, kDetectorVersion), std::string(kInstall));
  }
  constexpr int kNumbers = 614;  // of languages, in the library
  for (int number = 0; number < kNumbers; ++number) {
    languages_.push_back(FindDetectable(code_of(number)).value_or(kUnknownLanguage));
  }
  return OkStatus();
}

Result<const LanguageDetector*> LanguageDetector::Open() {
  struct Opened {
    LanguageDetector detector;
    Status status;
  };
  static const Opened& opened = *[] {
    auto* const made = new Opened;
    made->status = made->detector.Load();
    return made;
  }();
  if (!opened.status.ok()) return opened.status;
  return &opened.detector;
}

LanguageDetector::Answer LanguageDetector::Detect(std::string_view text, std::string& room) const {
  constexpr size_t kMostBytes = size_t{1} << 30;  // the library counts them in an int
  Answer answer;
  answer.letters = CopyPlain(text.substr(0, kMostBytes), room);
  // It returns a language itself, too, but of a web page: rather a small part than much English,
  // French or German.
  int languages[3] = {}, percentages[3] = {}, bytes = 0;
  detect_(room.data(), static_cast<int>(room.size()), true, languages, percentages, &bytes,
          &answer.reliable);
  const auto first = static_cast<size_t>(std::max(languages[0], 0));
  if (first < languages_.size()) answer.language = languages_[first];
  return answer;
}

}  // namespace mtgauge
