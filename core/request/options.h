// The one table of the options that requests have. Whoever asks for scores finds an option here by
// its name: the command line, its job files, and programs (mtgauge/keywords.h).
//
// To add an option: its field in the request's header, and one row in options.cc. Names in
// backticks are those of other options; each door writes them as its users do.
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

// Requests as bits of a set.
constexpr uint32_t BitOf(RequestKind kind) { return uint32_t{1} << static_cast<uint32_t>(kind); }

struct RequestOption {
  std::string_view name;  // "paired-bs-n"; unique among the options of a request
  OptionKind kind;
  uint32_t requests;      // that have it
  std::string_view help;  // begins with few words, which a semicolon ends
  OptionAccess<RequestParts> access;
  // What a value is, for messages ("tokenizer"), and the known ones; null if any value may do.
  std::string_view noun = {};
  OptionChoices choices = nullptr;
  bool moves_output = true;  // false: the bytes of the output are the same whatever its value
};

std::span<const RequestOption> RequestOptions();

// Checks the values and stores them; a list adds to what is there. A UsageError names the option.
absl::Status ApplyOption(const RequestOption& option, const OptionValues& values,
                         RequestParts& parts);

// A UsageError for a value that is none of the choices; null: any value may do.
absl::Status CheckChoices(std::string_view noun, OptionChoices choices, const OptionValues& values);
// What is wrong is known to be about an option.
absl::Status AboutOption(std::string_view name, const absl::Status& status);

}  // namespace mtgauge
