// Tokenized text, as a metric would match it.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "mtgauge/options.h"
#include "mtgauge/score.h"
#include "mtgauge/status.h"
#include "mtgauge/visibility.h"

namespace MTGAUGE_PUBLIC mtgauge {

struct TokenizeRequest {
  // As in TextInputs: a file, FILE:NAME, or "-" for standard input.
  std::string input = "-";
  std::string input_format;  // detected if empty
  std::optional<std::string> tokenize, language_pair, stem;
  bool lowercase = false;
  OnInvalid on_invalid = OnInvalid::kError;
  const std::atomic<bool>* stop = nullptr;  // as in RunOptions
};

// Returns a UsageError if the tokenizer is unknown or its files are missing.
Status CheckTokenize(const TokenizeRequest& request);

// Passes the tokenized lines to `take` in order, several at a time. Each line ends with a line feed
// and has single spaces between tokens. Memory grows only with the longest line. An error of `take`
// stops it. Returns the warnings.
Result<std::vector<Warning>> Tokenize(const TokenizeRequest& request,
                                      const std::function<Status(std::string_view lines)>& take);

}  // namespace mtgauge
