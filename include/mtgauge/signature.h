// From the signature of a score back to the request.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "mtgauge/status.h"
#include "mtgauge/visibility.h"

namespace MTGAUGE_PUBLIC mtgauge {

struct SignatureSettings {
  std::string metric;      // with its options, as in MetricChoice: "bleu:tok=intl"
  std::string references;  // their number; "var" if it differs between segments; empty if not given
  // Other options of a ScoreRequest by name, with their values: {"test-set", "wmt17"}. Switches
  // have none.
  std::vector<std::pair<std::string, std::string>> options;
  std::vector<std::string> notes;  // what the signature cannot tell, in sentences
};

// Accepts signatures as mtgauge and sacreBLEU print them: long, short or of sacreBLEU 1. Returns a
// UsageError if no metric has the signature. Thread-safe.
Result<SignatureSettings> FromSignature(std::string_view signature);

}  // namespace mtgauge
