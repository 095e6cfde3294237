// Lists of candidates ("n-best lists"), as Moses and Marian write them, beside their references.
//
// A line is "ID ||| TEXT ||| FEATURES ||| SCORE"; what follows the text may be missing. A separator
// is "|||" with a blank or the line's end on either side (Moses' readers need no blanks, but it
// writes bars of the text as &#124;, and Marian does not); the first ones count, and fields are
// trimmed of blanks. The candidates of a segment stand together, and every segment has at least
// one. Ids count the segments from 0 or from 1, or they are those that the references tell.
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

// Nothing where the line has no separator, or no id before it.
std::optional<NbestLine> ParseNbestLine(std::string_view line);

struct NbestOptions {
  uint32_t block_bytes = 256 << 10;
  // A batch ends with the first segment that reaches either.
  uint32_t batch_candidates = 1024;
  uint32_t batch_bytes = 256 << 10;
  bool keep_lines = false;                  // fills Batch::candidate_lines
  const std::atomic<bool>* stop = nullptr;  // polled; then Next() ends with a Cancelled error
};

// Makes batches of whole segments with all their candidates, in one plain loop. Memory: some blocks
// of every file, and a batch; so that the longest list of one segment must fit.
class NbestBatches {
 public:
  // The sources must outlive it.
  NbestBatches(const std::vector<Source*>& references, Source& list, const NbestOptions& options);
  ~NbestBatches();

  // Null at the end, and behind the last whole segment before an error.
  std::unique_ptr<Batch> Next();
  const absl::Status& status() const;
  uint64_t candidates() const;  // of the batches so far

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace mtgauge
