// Checks that two inputs name the same document for each segment. A table with other segment
// numbers than the texts would otherwise give its scores to wrong segments.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/base/status.h"

namespace mtgauge {

// The documents of an input's segments.
struct NamedDocuments {
  std::string file;                    // for messages
  std::vector<std::string> ids;        // of the segments
  std::vector<std::string> documents;  // of the segments; empty where unknown
  std::vector<size_t> lines = {};      // of the segments; empty, or 0, if unknown
  std::optional<int64_t> offset = {};  // what `human-offset` added to the ids, if it can
};

// Returns the ids "1", "2", ... of segments that are identified by their order.
std::vector<std::string> SegmentNumbers(size_t segments);

// Returns the only number from -2 to 2 that, added to the segment numbers of the table, gives every
// segment of the table the same document as in the texts. Nothing if there is none or several.
std::optional<int64_t> FindOffset(const NamedDocuments& table, const NamedDocuments& texts);

// Compares the documents of the segments that both name. Returns an InputError for `table` that
// names the first segments of other documents, and the `human-offset` that would fit, if there is
// one. Inputs that have no name of a document in common name documents in ways of their
// own: then all documents of one must lie within documents of the other. `by_order`: the table's
// rows are matched by their order, not by their numbers.
Status CheckSameDocuments(const NamedDocuments& table, const NamedDocuments& texts,
                          bool by_order = false);

}  // namespace mtgauge
