// Signatures of scores as they are written: mtgauge's, sacreBLEU's long and short ones, and those
// of sacreBLEU 1.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/status.h"

namespace mtgauge {

// Under the names of keys that mtgauge writes: {"nrefs", "1"}, {"tok", "13a"}, ...
using SignatureKeysOf = std::vector<std::pair<std::string, std::string>>;

struct WrittenSignature {
  std::string title;  // "BLEU"; empty if it is not there
  SignatureKeysOf keys;

  // Returns null if there is no such key.
  const std::string* Find(std::string_view key) const;
  bool of_mtgauge() const;      // or of sacreBLEU
  bool tells_settings() const;  // or only of a run
};

// Accepts a printed line: columns before the signature, and a score with its details behind it, as
// in "mean of 2  BLEU|nrefs:1|... = 30.2 ...".
Result<WrittenSignature> ParseSignature(std::string_view text);

// Whether a key tells of a run and not of a metric's settings: references, versions, test sets,
// resampling, groups, what was learnt. `lang` does if its value is a pair.
bool TellsOfRun(std::string_view key, std::string_view value);

// Returns what differs between two signatures, in words; empty if they are of the same score. The
// version counts only between two of mtgauge's. A key that only one of both programs writes may be
// there.
std::string DifferenceOf(const WrittenSignature& wanted, const WrittenSignature& found);

}  // namespace mtgauge
