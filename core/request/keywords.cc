// Looks up options by name in the table of options.
#include "mtgauge/keywords.h"

#include <fmt/format.h>

#include "core/base/suggest.h"
#include "core/request/options.h"

namespace mtgauge {
namespace {

absl::Status NoOption(RequestKind kind, std::string_view name) {
  std::vector<std::string_view> known;
  for (const OptionFacts& option : OptionsOf(kind)) known.push_back(option.name);
  return UsageError({.option = std::string(name)},
                    fmt::format("there is no option '{}'{}", name, DidYouMean(name, known)), "");
}

template <typename Request>
absl::Status Set(RequestKind kind, std::string_view name, const OptionValues& values,
                 Request& request) {
  for (const RequestOption& option : RequestOptions()) {
    if (option.name != name || (option.requests & BitOf(kind)) == 0) continue;
    RequestParts parts;
    CopyParts(request, parts);
    MTG_RETURN_IF_ERROR(ApplyOption(option, values, parts));
    CopyParts(parts, request);
    return absl::OkStatus();
  }
  return NoOption(kind, name);
}

}  // namespace

std::vector<OptionFacts> OptionsOf(RequestKind kind) {
  std::vector<OptionFacts> facts;
  for (const RequestOption& option : RequestOptions()) {
    if ((option.requests & BitOf(kind)) == 0) continue;
    facts.push_back({option.name, option.kind, option.noun, {}, option.help});
    if (option.choices != nullptr) facts.back().choices = option.choices();
  }
  return facts;
}

absl::Status SetOption(ScoreRequest& request, std::string_view name, const OptionValues& values) {
  return Set(RequestKind::kScore, name, values, request);
}
absl::Status SetOption(SegmentsRequest& request, std::string_view name,
                       const OptionValues& values) {
  return Set(RequestKind::kSegments, name, values, request);
}
absl::Status SetOption(CompareRequest& request, std::string_view name, const OptionValues& values) {
  return Set(RequestKind::kCompare, name, values, request);
}
absl::Status SetOption(NbestRequest& request, std::string_view name, const OptionValues& values) {
  return Set(RequestKind::kNbest, name, values, request);
}
absl::Status SetOption(EvaluateRequest& request, std::string_view name,
                       const OptionValues& values) {
  return Set(RequestKind::kEvaluate, name, values, request);
}
absl::Status SetOption(RowsRequest& request, std::string_view name, const OptionValues& values) {
  return Set(RequestKind::kRows, name, values, request);
}
absl::Status SetOption(ResegmentRequest& request, std::string_view name,
                       const OptionValues& values) {
  return Set(RequestKind::kResegment, name, values, request);
}
absl::Status SetOption(SurveyRequest& request, std::string_view name, const OptionValues& values) {
  return Set(RequestKind::kSurvey, name, values, request);
}
absl::Status SetOption(TokenizeRequest& request, std::string_view name,
                       const OptionValues& values) {
  return Set(RequestKind::kTokenize, name, values, request);
}
absl::Status SetOption(MatrixRequest& request, std::string_view name, const OptionValues& values) {
  return Set(RequestKind::kMatrix, name, values, request);
}
absl::Status SetOption(ExplainRequest& request, std::string_view name, const OptionValues& values) {
  return Set(RequestKind::kExplain, name, values, request);
}
absl::Status SetOption(MbrRequest& request, std::string_view name, const OptionValues& values) {
  return Set(RequestKind::kMbr, name, values, request);
}

}  // namespace mtgauge
