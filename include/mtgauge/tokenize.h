// Tokenized text: what a metric would match.
#pragma once

#include <absl/status/statusor.h>

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "mtgauge/options.h"
#include "mtgauge/score.h"

namespace mtgauge {

struct TokenizeRequest {
  std::string input = "-";  // a file; "-": standard input
  std::optional<std::string> tokenize, language_pair, stem;
  bool lowercase = false;
  OnInvalid on_invalid = OnInvalid::kError;
  const std::atomic<bool>* stop = nullptr;  // as RunOptions has it
};

// Returns a UsageError for an unknown tokenizer, or one whose files are missing.
absl::Status CheckTokenize(const TokenizeRequest& request);

// Passes the tokenized lines in order, several at a time. Each ends with a line feed and has single
// spaces between tokens. Memory grows with the longest line only. An error of `take` ends the
// reading. Returns the warnings.
absl::StatusOr<std::vector<Warning>> Tokenize(
    const TokenizeRequest& request,
    const std::function<absl::Status(std::string_view lines)>& take);

}  // namespace mtgauge
