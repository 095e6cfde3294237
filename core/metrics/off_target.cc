// The share of hypotheses in a wrong language, as libcld2 tells it. A hypothesis is
//
//   on       in the language that is meant
//   off      in another one, of which the library is sure, with 20 letters or more
//   unknown  anything else
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/contract/metric_of.h"
#include "core/contract/registry.h"
#include "core/text/language.h"
#include "core/text/language_detector.h"

namespace mtgauge {
namespace {

struct MeantLanguages {
  std::vector<DetectedLanguage> languages;
};

struct DetectionScratch : Scratch {
  std::string room;
};

class OffTarget final : public MetricOf<OffTarget, MeantLanguages, DetectionScratch> {
 public:
  OffTarget(const LanguageDetector* detector, std::string name, DetectedLanguage language)
      : detector_(detector), name_(std::move(name)), language_(language) {}

  std::vector<ViewSpec> Views() const override { return {{false, nullptr}}; }
  std::vector<std::string> Columns() const override { return {"on", "off", "unknown"}; }
  std::vector<std::pair<std::string, std::string>> SignatureKeys() const override {
    return {{"lang", name_}, {"lid", std::string(kDetectorVersion)}};
  }

  void Prepare(const ReferenceViews& references, DetectionScratch& work,
               MeantLanguages& out) const {
    out.languages.clear();
    if (language_ != kUnknownLanguage) {
      out.languages.push_back(language_);
      return;
    }
    for (const SegmentView& reference : references.views) {
      const LanguageDetector::Answer answer = detector_->Detect(reference.text, work.room);
      if (IsSure(answer)) out.languages.push_back(answer.language);
    }
  }

  void ExtractRow(const MeantLanguages& meant, std::span<const SegmentView> hypothesis,
                  DetectionScratch& work, int64_t* row) const {
    row[0] = row[1] = row[2] = 0;
    const LanguageDetector::Answer answer = detector_->Detect(hypothesis[0].text, work.room);
    const auto& known = meant.languages;
    const bool on = std::find(known.begin(), known.end(), answer.language) != known.end();
    const bool off = !on && !known.empty() && IsSure(answer);
    ++row[on ? 0 : off ? 1 : 2];
  }

  double Score(std::span<const int64_t> sums, Level) const override { return Share(sums, 1); }
  std::vector<Detail> Details(std::span<const int64_t> sums, Level) const override {
    return {{"on", Share(sums, 0)}, {"off", Share(sums, 1)}, {"unknown", Share(sums, 2)}};
  }
  bool DetailsAreShares() const override { return true; }
  std::string Verbose(std::span<const int64_t> sums, Level) const override {
    return fmt::format("(on = {:.1f} off = {:.1f} unknown = {:.1f})", Share(sums, 0),
                       Share(sums, 1), Share(sums, 2));
  }
  std::string Caution(std::span<const int64_t> sums) const override {
    if (sums[0] + sums[1] > 0) return {};
    return "the language of all segments is unknown; they are too short, or write lang=CODE";
  }

 private:
  // Returns a column in percent of all segments.
  static double Share(std::span<const int64_t> sums, size_t column) {
    const int64_t segments = sums[0] + sums[1] + sums[2];
    if (segments == 0) return 0;
    return 100.0 * static_cast<double>(sums[column]) / static_cast<double>(segments);
  }

  static bool IsSure(const LanguageDetector::Answer& answer) {
    constexpr uint32_t kFewLetters = 20;
    return answer.reliable && answer.letters >= kFewLetters && answer.language != kUnknownLanguage;
  }

  const LanguageDetector* detector_;  // null if existing rows are scored
  std::string name_;                  // of the language that is meant, in the signature
  DetectedLanguage language_;         // kUnknownLanguage: that of the references
};

constexpr std::string_view kOfReferences = "reference";
constexpr MetricOptionRow kOffTargetOptions[] = {
    {"lang", "CODE", kOfReferences,
     "the language that is meant, as de; reference: those of the segment's references"},
};

// Returns what to write for a name that no language has: its parts, if it is read as a pair.
std::string LanguageRemedy(const Languages& read) {
  std::string parts;
  for (const LanguageTag& tag : {read.source.value_or(LanguageTag()), read.target}) {
    if (!read.source || !FindDetectable(tag.code)) continue;
    parts += fmt::format("{}lang={}", parts.empty() ? "" : " or ", ShortestCode(tag.code));
  }
  if (parts.empty()) return "it knows " + DetectableLanguages();
  return fmt::format("write {}, without a region", parts);
}

Result<std::unique_ptr<Metric>> MakeOffTarget(const MetricOptions& given,
                                              const MetricContext& context) {
  const auto found = given.find("lang");
  std::string name(kOfReferences);
  DetectedLanguage language = kUnknownLanguage;
  if (found != given.end() && found->second != kOfReferences) {
    const Languages read = ParseLanguages(found->second);
    const std::optional<DetectedLanguage> known = FindDetectable(read.target.code);
    if (!known || read.source) {
      return UsageError({.option = "lang"},
                        "lang=" + found->second + " is not a language that libcld2 knows",
                        LanguageRemedy(read));
    }
    name = ShortestCode(read.target.code);
    language = *known;
  }
  const LanguageDetector* detector = nullptr;
  if (context.rows == nullptr) {
    MTG_ASSIGN_OR_RETURN(detector, LanguageDetector::Open());
  }
  return std::make_unique<OffTarget>(detector, std::move(name), language);
}

}  // namespace

extern const MetricRow kOffTarget;
const MetricRow kOffTarget = {
    .name = "off-target",
    .title = "off-target",
    .help = "percentage of hypotheses in a wrong language",
    .paper = "",
    .scale = 100,
    .higher_is_better = false,
    .options = kOffTargetOptions,
    .make = &MakeOffTarget,
    .references = "their languages are right, unless lang=CODE names one",
    .equal_is_perfect = false,
    .notes =
        "It needs the library libcld2 (Debian's libcld2-0). A hypothesis of which the library is "
        "not sure, or of fewer than 20 letters, is unknown.",
};

}  // namespace mtgauge
