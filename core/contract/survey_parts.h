// What the surveys of several metrics share: their names, and digests of references.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/hash.h"
#include "core/contract/text_options.h"
#include "core/text/view.h"

namespace mtgauge {

// Returns the name of a survey of n-grams, as in "nist|case:lc|tok:mteval|order:5". `normalize` is
// the normalization of the references; empty for none.
std::string SurveyName(std::string_view metric, const TextOptions& text, uint32_t order,
                       const std::string& normalize);
// Returns the order in a survey's name; 0 if it has none that is at most `most`. Ignores the rest.
uint32_t OrderInSurveyName(std::string_view name, uint32_t most);

// Makes digests of texts that do not depend on the hash of the views.
class TokenDigest {
 public:
  // `hash` is the hash of the views.
  explicit TokenDigest(HashFunction hash) : hash_(hash) {}
  uint64_t Of(const Tokens& tokens);

 private:
  HashFunction hash_;
  std::vector<uint64_t> keys_;
};

}  // namespace mtgauge
