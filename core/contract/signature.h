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
// resampling, groups, what was learnt. `lang` does if its value is a language pair.
bool TellsOfRun(std::string_view key, std::string_view value);

// Whether a key tells the version of data that a score depends on, which only mtgauge writes.
bool IsVersionOfData(std::string_view key);

// Returns the keys of `found` that `wanted` lacks, without those that its program never writes and
// that change nothing: versions, and what its title says.
SignatureKeysOf Unsaid(const WrittenSignature& wanted, const WrittenSignature& found);

// Returns what differs between two signatures, in words; empty if they are of the same score. The
// version counts only between two of mtgauge's. What tells of a run of sacreBLEU may be in `wanted`
// alone, and keys that are not Unsaid() in `found`.
std::string DifferenceOf(const WrittenSignature& wanted, const WrittenSignature& found);

}  // namespace mtgauge
