// Returns true if two words share a set of synonyms.
#pragma once

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <string>
#include <vector>

#include "core/text/words/synonyms.h"

namespace mtgauge::test {

inline bool AreSynonyms(const Synonyms& synonyms, const std::string& a, const std::string& b) {
  std::vector<uint32_t> of_a, of_b, common;
  synonyms.Find(a, of_a);
  synonyms.Find(b, of_b);
  std::set_intersection(of_a.begin(), of_a.end(), of_b.begin(), of_b.end(),
                        std::back_inserter(common));
  return !common.empty();
}

}  // namespace mtgauge::test
