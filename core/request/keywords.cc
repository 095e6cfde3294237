// Looks up options by name in the table of options.
#include "mtgauge/keywords.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

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

Result<uint32_t> ThreadsOfEnvironment() {
  const char* const variable = std::getenv("MTGAUGE_THREADS");
  const std::string given = variable == nullptr ? "" : variable;
  if (given.empty() || given == "0") return uint32_t{0};
  ScoreRequest request;
  MTG_RETURN_IF_ERROR(
      Within("MTGAUGE_THREADS of the environment", SetOption(request, "threads", {given})));
  return request.threads;
}

namespace {

// Returns the options that a request has (or lacks) and that differ from their defaults.
template <typename Request>
std::vector<std::string_view> ChangedOptions(const Request& request, bool has) {
  const RequestParts defaults;
  RequestParts parts;
  CopyParts(request, parts);
  std::vector<std::string_view> names;
  for (const RequestOption& option : RequestOptions()) {
    // Several options may have one name, of which a request has one.
    const bool counts = has ? (option.requests & BitOf(kKindOf<Request>)) != 0
                            : !Has(kKindOf<Request>, option.name);
    if (option.access.get == nullptr || !counts) continue;
    if (option.access.get(parts) != option.access.get(defaults)) names.push_back(option.name);
  }
  return names;
}

}  // namespace

template <typename Request>
std::vector<std::string_view> GivenOptions(const Request& request) {
  return ChangedOptions(request, true);
}

std::string FirstOf(std::span<const std::string_view> given,
                    std::span<const std::string_view> names) {
  const auto found = std::find_first_of(given.begin(), given.end(), names.begin(), names.end());
  return found == given.end() ? std::string() : std::string(*found);
}

template <typename Request>
Status CheckLeftOut(const Request& request) {
  const std::vector<std::string_view> set = ChangedOptions(request, false);
  if (set.empty()) return OkStatus();
  const std::string name(set.front());
  return UsageError({.option = name},
                    fmt::format("`{}`: this kind of request has no such option", name),
                    "leave it out");
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
template std::vector<std::string_view> GivenOptions(const ScoreRequest&);
template std::vector<std::string_view> GivenOptions(const CompareRequest&);
template std::vector<std::string_view> GivenOptions(const EvaluateRequest&);
template Status SetOption(CiteRequest&, std::string_view, const OptionValues&);

}  // namespace mtgauge
