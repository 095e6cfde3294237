// Looks up options by name in the table of options.
#include "mtgauge/keywords.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/suggest.h"
#include "core/request/options.h"

namespace mtgauge {
namespace {

bool Has(RequestKind kind, std::string_view name) {
  const std::span<const RequestOption> options = RequestOptions();
  return std::any_of(options.begin(), options.end(), [&](const RequestOption& option) {
    return option.name == name && (option.requests & BitOf(kind)) != 0;
  });
}

Status NoOption(RequestKind kind, std::string_view name) {
  std::vector<std::string_view> known;
  for (const OptionFacts& option : OptionsOf(kind)) known.push_back(option.name);
  return UsageError({.option = std::string(name)},
                    fmt::format("there is no option '{}'{}", name, DidYouMean(name, known)), "");
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

template <typename Request>
Status SetOption(Request& request, std::string_view name, const OptionValues& values) {
  constexpr RequestKind kKind = kKindOf<Request>;
  for (const RequestOption& option : RequestOptions()) {
    if (option.name != name || (option.requests & BitOf(kKind)) == 0) continue;
    RequestParts parts;
    CopyParts(request, parts);
    MTG_RETURN_IF_ERROR(ApplyOption(option, values, parts));
    CopyParts(parts, request);
    return OkStatus();
  }
  return NoOption(kKind, name);
}

template <typename Request>
Status CheckLeftOut(const Request& request) {
  const RequestParts defaults;
  RequestParts parts;
  CopyParts(request, parts);
  for (const RequestOption& option : RequestOptions()) {
    if (option.access.get == nullptr || Has(kKindOf<Request>, option.name)) continue;
    if (option.access.get(parts) == option.access.get(defaults)) continue;
    const std::string name(option.name);
    return UsageError({.option = name},
                      fmt::format("`{}`: this kind of request has no such option", name),
                      "leave it out");
  }
  return OkStatus();
}

// For each kind of request.
template Status SetOption(ScoreRequest&, std::string_view, const OptionValues&);
template Status CheckLeftOut(const ScoreRequest&);
template Status SetOption(SegmentsRequest&, std::string_view, const OptionValues&);
template Status CheckLeftOut(const SegmentsRequest&);
template Status SetOption(CompareRequest&, std::string_view, const OptionValues&);
template Status CheckLeftOut(const CompareRequest&);
template Status SetOption(NbestRequest&, std::string_view, const OptionValues&);
template Status CheckLeftOut(const NbestRequest&);
template Status SetOption(EvaluateRequest&, std::string_view, const OptionValues&);
template Status CheckLeftOut(const EvaluateRequest&);
template Status SetOption(RowsRequest&, std::string_view, const OptionValues&);
template Status CheckLeftOut(const RowsRequest&);
template Status SetOption(SurveyRequest&, std::string_view, const OptionValues&);
template Status CheckLeftOut(const SurveyRequest&);
template Status SetOption(TokenizeRequest&, std::string_view, const OptionValues&);
template Status CheckLeftOut(const TokenizeRequest&);
template Status SetOption(MatrixRequest&, std::string_view, const OptionValues&);
template Status CheckLeftOut(const MatrixRequest&);
template Status SetOption(MbrRequest&, std::string_view, const OptionValues&);
template Status CheckLeftOut(const MbrRequest&);
template Status SetOption(ExplainRequest&, std::string_view, const OptionValues&);
template Status CheckLeftOut(const ExplainRequest&);
template Status SetOption(ResegmentRequest&, std::string_view, const OptionValues&);
template Status CheckLeftOut(const ResegmentRequest&);
template Status SetOption(SpansRequest&, std::string_view, const OptionValues&);
template Status CheckLeftOut(const SpansRequest&);
template Status SetOption(LatencyRequest&, std::string_view, const OptionValues&);
template Status CheckLeftOut(const LatencyRequest&);
template Status SetOption(CiteRequest&, std::string_view, const OptionValues&);

}  // namespace mtgauge
