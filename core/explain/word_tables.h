// How well each system translates words of each kind: precision, recall and F1 as in compare-mt.
#pragma once

#include <cstddef>
#include <vector>

#include "core/explain/corpus.h"
#include "core/explain/kinds.h"
#include "mtgauge/explain.h"

namespace mtgauge {

// Counts the references' words. `kinds`: for every word of the vocabulary. The table has no systems
// yet.
WordTable CountReferenceWords(const Corpus& corpus, const Kinds& kinds);
// Returns the counts of one system by kind.
std::vector<WordCounts> CountSystemWords(const Corpus& corpus, const Kinds& kinds, size_t system);

// The same by the tags of words, if all texts have them: the kinds are the tags, sorted by
// frequency in the references, then by first appearance.
WordTable CountReferenceTags(const Corpus& corpus);
std::vector<WordCounts> CountSystemTags(const Corpus& corpus, const WordTable& table,
                                        size_t system);

}  // namespace mtgauge
