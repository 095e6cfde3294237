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
  bool of_mtgauge() const;  // or of sacreBLEU
};

// Accepts a score and its details behind the signature, as in "BLEU|nrefs:1|... = 30.2 ...".
Result<WrittenSignature> ParseSignature(std::string_view text);

// The keys that tell of a run and not of a metric's settings: references, versions, test sets,
// resampling.
bool TellsOfRun(std::string_view key);

// Returns what differs between two signatures, in words; empty if they are of the same score. The
// version counts only between two of mtgauge's; a key that sacreBLEU does not write may be there.
std::string DifferenceOf(const WrittenSignature& wanted, const WrittenSignature& found);

}  // namespace mtgauge
