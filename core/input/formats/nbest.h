// n-best lists as Moses and Marian write them, with their references.
//
// A line is "ID ||| TEXT ||| FEATURES ||| SCORE"; everything after the text is optional. A
// separator is "|||" with a blank or the line's end on either side (Moses' readers need no blanks,
// but it writes bars of the text as &#124;, and Marian does not); the first separators count, and
// fields are trimmed of blanks. The candidates of a segment are adjacent, and every segment has at
// least one. Ids number the segments from 0 or from 1, or they are the ids of the references.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "core/base/status.h"
#include "core/input/source.h"
#include "core/text/batch.h"

namespace mtgauge {

struct NbestLine {
  std::string_view id, text;
};

// Returns nothing if the line has no separator, or no id before it.
std::optional<NbestLine> ParseNbestLine(std::string_view line);

struct NbestOptions {
  uint32_t block_bytes = 256 << 10;
  // A batch ends with the first segment that reaches either limit.
  uint32_t batch_candidates = 1024;
  uint32_t batch_bytes = 256 << 10;
  bool keep_lines = false;                  // fill Batch::candidate_lines
  const std::atomic<bool>* stop = nullptr;  // polled; then Next() ends with a Cancelled error
};

// Makes batches of whole segments with all their candidates, in one plain loop. Keeps some blocks
// of each file and one batch in memory, so the longest list of a segment must fit.
class NbestBatches {
 public:
  // The sources must outlive this object.
  NbestBatches(const std::vector<Source*>& references, Source& list, const NbestOptions& options);
  ~NbestBatches();

  // Returns the next batch; null at the end, and after the last whole segment before an error.
  std::unique_ptr<Batch> Next();
  const Status& status() const;
  uint64_t candidates() const;  // in the batches so far

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace mtgauge
