// How well each system does words of each kind: precision, recall and F1 as compare-mt has them.
#pragma once

#include <cstddef>
#include <vector>

#include "core/explain/corpus.h"
#include "core/explain/kinds.h"
#include "mtgauge/explain.h"

namespace mtgauge {

// `kinds`: of every word of the vocabulary. A table without systems.
WordTable CountReferenceWords(const Corpus& corpus, const Kinds& kinds);
// [kind] of one system.
std::vector<WordCounts> CountSystemWords(const Corpus& corpus, const Kinds& kinds, size_t system);

// The same by the tags of words, where all texts have them: kinds are tags by frequency in the
// references, then by first appearance.
WordTable CountReferenceTags(const Corpus& corpus);
std::vector<WordCounts> CountSystemTags(const Corpus& corpus, const WordTable& table,
                                        size_t system);

}  // namespace mtgauge
