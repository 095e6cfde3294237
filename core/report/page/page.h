// Findings as one self-contained page of HTML. It is written in pieces, so that the segments, which
// are most of it, can be packed by several threads: the head, the chunks in order, the tail. Every
// piece depends on its arguments alone.
#pragma once

#include <cstddef>
#include <string>

#include "mtgauge/explain.h"

namespace mtgauge {

size_t PageChunks(const Findings& findings);
// Everything before the segments.
std::string PageHead(const Findings& findings, const PageOptions& options);
// One chunk of segments; `chunk` is below PageChunks().
std::string PageChunk(const Findings& findings, size_t chunk);
// What the script must know of the segments, and the script.
std::string PageTail(const Findings& findings, const PageOptions& options);

}  // namespace mtgauge
