// The texts of several language pairs, from a list of their files (PairListOption).
#pragma once

#include <string>
#include <vector>

#include "core/base/status.h"
#include "core/input/tables/pair_list.h"
#include "mtgauge/options.h"

namespace mtgauge {

// Reads the list and expands shell patterns in it to sorted file names. Keeps only the `wanted`
// pairs, which may be written in another way; all if there are none. Returns a UsageError if no
// pair is left.
Result<std::vector<PairFiles>> ReadPairTexts(const std::string& list,
                                             const std::vector<std::string>& wanted);

// Returns a UsageError if a request with a list names texts in other ways, too.
Status CheckOnlyPairList(const TextInputs& texts);

// Returns one request for each pair of the list of `request`, with its own language pair,
// references and outputs. `language-pair` chooses pairs, separated by commas.
template <typename Request>
Result<std::vector<Request>> RequestsOfList(const Request& request);

}  // namespace mtgauge
