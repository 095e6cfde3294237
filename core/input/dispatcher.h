// The serial part of reading: decides which blocks to read next, and cuts the blocks of all streams
// into batches with the same records. Numbers records from Source::start(). Uses no threads: the
// caller runs the orders, in any order, and reports back. A plain loop and a task graph get batches
// with the same contents.
#pragma once

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <memory>
#include <string>
#include <vector>

#include "core/base/status.h"
#include "core/input/source.h"
#include "core/simd/kernels.h"
#include "core/text/batch.h"

namespace mtgauge {

struct ReadLimits {
  uint32_t block_bytes = 256 << 10;
  uint32_t batch_segments = 1024;
  uint32_t batches_in_flight = 4;  // at most this many batches exist at once
  uint32_t blocks_ahead = 3;       // per stream: blocks being read or waiting to be cut
  uint32_t line_bytes = UINT32_MAX - kTextPadding;  // longest line, including its LF
  // Splits each record into as many records as it has paragraphs (paragraphs.h).
  bool split_paragraphs = false;
  // The sources that are neither references nor systems.
  bool has_source_text = false;  // what was translated is there, last
  bool annotated = false;        // each reference and system has annotations, in the same order
};

// What the caller must do next. A sequential stream gets one Fetch() at a
// time.
struct Orders {
  // Pass them to Source::Fetch(), or to FinishBlock() if it has left a rest, and then to
  // Dispatcher::OnBlock().
  std::vector<Block> reads;
  std::vector<std::unique_ptr<Batch>> batches;  // score them, then call Dispatcher::OnBatchDone()

  bool empty() const { return reads.empty() && batches.empty(); }
  void Append(Orders more) {
    std::move(more.reads.begin(), more.reads.end(), std::back_inserter(reads));
    std::move(more.batches.begin(), more.batches.end(), std::back_inserter(batches));
  }
};

class Dispatcher {
 public:
  // `sources`: references first, then systems, any annotations and any source text. They must
  // outlive the dispatcher.
  Dispatcher(std::vector<Source*> sources, size_t references, const ReadLimits& limits);
  ~Dispatcher();

  void Start(Orders& orders);
  // A block whose rest is not done yet becomes a read again.
  void OnBlock(Block block, Orders& orders);
  void OnBatchDone(Orders& orders);

  // Returns true if nothing is being read or scored and no more orders will come.
  bool finished() const;
  // Valid after finished(). Returns the error of a failed read, or an error if the streams have
  // different lengths (with all counts) or give different ids, documents or groups for a record.
  // The records before the error have been handed out.
  Status status() const;
  uint64_t records() const;  // handed out in batches, counted as they are in the files
  // Number of records that could not be split, since their texts have different numbers of
  // paragraphs, and the place of the first.
  uint64_t unsplit() const;
  const std::string& first_unsplit() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace mtgauge
