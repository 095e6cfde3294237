// Reads n-gram counts from a text file. Each line has an n-gram, with its tokens separated by
// single spaces, then a tab and the count.
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

// Reads the n-grams of up to `max_order` tokens and skips longer ones. The sum of the counts of
// single tokens is the total number of tokens. Lines may come in any order, and n-grams of two or
// more tokens that occur once may be missing. `hash` is the hash of the keys used for lookups.
//
// Returns an IoError if the file cannot be read. Returns an InputError with file and line if a line
// is not an n-gram and a whole number from 1 to 2^32 - 2, if an n-gram occurs twice, if one of its
// tokens has no line, or if its first n - 1 tokens have no line or a lower count. Also returns an
// InputError if the file has no n-gram of some length up to `max_order`, because missing n-grams
// count as occurring once.
Result<NgramCountFile> ReadNgramCountFile(const std::string& path, uint32_t max_order,
                                          HashFunction hash);

}  // namespace mtgauge
