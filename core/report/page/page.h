// Self-contained HTML pages. That of Findings is made in pieces, so that several threads
// can compress the segments, which are most of it: the head, the chunks in order, the tail. Every
// piece depends only on its arguments.
#pragma once

#include <cstddef>
#include <string>

#include "core/report/write_options.h"
#include "mtgauge/explain.h"
#include "mtgauge/score.h"

namespace mtgauge {

size_t PageChunks(const Findings& findings);
// Returns everything before the segments.
std::string PageHead(const Findings& findings, const PageOptions& options);
// Returns one chunk of segments; `chunk` must be below PageChunks().
std::string PageChunk(const Findings& findings, size_t chunk);
// Returns the script and its data about the segments.
std::string PageTail(const Findings& findings, const PageOptions& options);

// Returns a page with the summary and the scores of a comparison.
std::string ComparisonHtml(const Comparison& comparison, const WriteOptions& options);

}  // namespace mtgauge
