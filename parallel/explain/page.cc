// Writes the page of findings, and compresses its segments on all threads.
#include "core/report/page/page.h"

#include <algorithm>
#include <string>
#include <vector>

#include "core/base/status.h"
#include "mtgauge/explain.h"
#include "parallel/run/threads.h"

namespace mtgauge {

Status WritePage(const Findings& findings, const PageOptions& options, const RunOptions& run,
                 const std::function<Status(std::string_view)>& write) {
  constexpr size_t kTogether = 16;  // number of chunks in memory at a time
  MTG_RETURN_IF_ERROR(write(PageHead(findings, options)));
  const size_t chunks = PageChunks(findings);
  std::vector<std::string> packed(kTogether);
  for (size_t first = 0; first < chunks; first += kTogether) {
    if (run.stop != nullptr && *run.stop) return CancelledError();
    const size_t count = std::min(kTogether, chunks - first);
    InParallel(run.threads, count, [&](size_t i) { packed[i] = PageChunk(findings, first + i); });
    for (size_t i = 0; i < count; ++i) MTG_RETURN_IF_ERROR(write(packed[i]));
  }
  return write(PageTail(findings, options));
}

}  // namespace mtgauge
