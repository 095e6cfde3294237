// The table of all options of requests. The command line, its job files and programs
// (mtgauge/keywords.h) look up options here by name.
//
// To add an option, add a field in the request's header and a row in options.cc. Names in backticks
// are those of other options; each interface writes them as its users do.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "core/base/status.h"
#include "core/request/option_access.h"
#include "core/request/parts.h"
#include "mtgauge/keywords.h"
#include "mtgauge/report.h"

namespace mtgauge {

// Encodes request kinds as bits of a set.
constexpr uint32_t BitOf(RequestKind kind) { return uint32_t{1} << static_cast<uint32_t>(kind); }

struct RequestOption {
  std::string_view name;  // "paired-bs-n"; unique among the options of a request
  OptionKind kind;
  uint32_t requests;      // the set of request kinds that have it
  std::string_view help;  // begins with a few words, up to a semicolon
  OptionAccess<RequestParts> access;
  // A noun for values in messages ("tokenizer"), and the known values; null if any may do.
  std::string_view noun = {};
  OptionChoices choices = nullptr;
  bool moves_output = true;  // false if its value never changes the bytes of the output
};

std::span<const RequestOption> RequestOptions();

// The kind of a request, by its type.
template <typename Request>
inline constexpr RequestKind kKindOf = RequestKind::kScore;
template <>
inline constexpr RequestKind kKindOf<SegmentsRequest> = RequestKind::kSegments;
template <>
inline constexpr RequestKind kKindOf<CompareRequest> = RequestKind::kCompare;
template <>
inline constexpr RequestKind kKindOf<NbestRequest> = RequestKind::kNbest;
template <>
inline constexpr RequestKind kKindOf<EvaluateRequest> = RequestKind::kEvaluate;
template <>
inline constexpr RequestKind kKindOf<RowsRequest> = RequestKind::kRows;
template <>
inline constexpr RequestKind kKindOf<SurveyRequest> = RequestKind::kSurvey;
template <>
inline constexpr RequestKind kKindOf<TokenizeRequest> = RequestKind::kTokenize;
template <>
inline constexpr RequestKind kKindOf<MatrixRequest> = RequestKind::kMatrix;
template <>
inline constexpr RequestKind kKindOf<MbrRequest> = RequestKind::kMbr;
template <>
inline constexpr RequestKind kKindOf<ExplainRequest> = RequestKind::kExplain;
template <>
inline constexpr RequestKind kKindOf<ResegmentRequest> = RequestKind::kResegment;
template <>
inline constexpr RequestKind kKindOf<SpansRequest> = RequestKind::kSpans;
template <>
inline constexpr RequestKind kKindOf<LatencyRequest> = RequestKind::kLatency;
template <>
inline constexpr RequestKind kKindOf<CiteRequest> = RequestKind::kCite;

// Returns the names of the options that have another value than their default, in the order of the
// table.
template <typename Request>
std::vector<std::string_view> GivenOptions(const Request& request);
// Returns the first name of `given` that is one of `names`, or empty.
std::string FirstOf(std::span<const std::string_view> given,
                    std::span<const std::string_view> names);

// Returns a UsageError if an option that this kind of request lacks has another value than its
// default: a program set a field that nothing would read.
template <typename Request>
Status CheckLeftOut(const Request& request);

// Checks the values and stores them; appends to lists. Returns a UsageError that names the option.
Status ApplyOption(const RequestOption& option, const OptionValues& values, RequestParts& parts);

// Returns a UsageError if a value is none of the choices; null allows any value.
Status CheckChoices(std::string_view noun, OptionChoices choices, const OptionValues& values);
// Adds the name of an option to an error.
Status AboutOption(std::string_view name, const Status& status);

}  // namespace mtgauge
