// Counts of n-grams taken elsewhere, read from a file: one n-gram to a line, its tokens parted by
// single blanks, a tab, and how often it occurs.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "core/algo/ngrams/ngram_trie.h"
#include "core/base/hash.h"
#include "core/base/status.h"

namespace mtgauge {

struct NgramCountFile {
  std::shared_ptr<const NgramTrie> counts;
  std::string digest;  // of the file's bytes, 16 hexadecimal digits
};

// Reads the n-grams of up to `max_order` tokens; longer ones are passed over. The sum of the counts
// of single tokens is the number of all tokens. Lines may come in any order, and those of n-grams
// of two or more tokens that occur once may be missing. `hash` is that of the keys looked up.
//
// An IoError when the file cannot be read. An InputError that names file and line when a line is
// not an n-gram and a whole number from 1 to 2^32 - 2, when an n-gram is there twice, when one of
// its tokens has no line, and when its first n - 1 tokens have none or occur less often; also when
// the file has no n-gram of some length up to `max_order`, since what it lacks counts as occurring
// once.
absl::StatusOr<NgramCountFile> ReadNgramCountFile(const std::string& path, uint32_t max_order,
                                                  HashFunction hash);

}  // namespace mtgauge
