// The metric that gives a score with a signature.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/status.h"
#include "core/contract/signature.h"

namespace mtgauge {

struct SignatureOf {
  WrittenSignature signature;
  std::string spec;                // "bleu:tok=intl", as after `metrics`
  std::vector<std::string> notes;  // what the signature cannot tell, in sentences
};

// Tries the options of the metrics until one has this signature. Returns a UsageError if none has.
Result<SignatureOf> FromSignature(std::string_view text);

}  // namespace mtgauge
