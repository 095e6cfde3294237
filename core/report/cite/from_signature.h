// The command that gives a score with a signature.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/status.h"

namespace mtgauge {

struct SignatureCommand {
  std::string spec;                // "bleu:tok=intl", as after `metrics`
  std::string command;             // one line for a shell
  std::vector<std::string> notes;  // what the signature cannot tell, in sentences
};

// Tries the options of the metrics until one has this signature. Returns a UsageError if none has.
Result<SignatureCommand> FromSignature(std::string_view signature);

}  // namespace mtgauge
