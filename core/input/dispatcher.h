// The serial brain of reading: orders blocks to be read, and cuts batches of equal records from the
// blocks of all streams. Records are numbered on from Source::start(). No threads in here: the
// caller runs what is asked for, in any order, and reports back. A plain loop and a task graph
// drive it alike, with the same batches' contents.
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
  uint32_t blocks_ahead = 3;       // per stream: blocks asked for or waiting to be cut
  uint32_t line_bytes = UINT32_MAX - kTextPadding;  // longest line, with its LF
  // Records become as many as they have paragraphs (paragraphs.h).
  bool split_paragraphs = false;
  // The second half of the sources are annotations of the first half, in the same order.
  bool annotated = false;
};

// What the caller must do next. Reads of one sequential stream are asked for one at a time.
struct Orders {
  std::vector<Block> reads;  // to be passed to Source::Read() and then to Dispatcher::OnBlock()
  std::vector<std::unique_ptr<Batch>> batches;  // to be scored, then Dispatcher::OnBatchDone()

  bool empty() const { return reads.empty() && batches.empty(); }
  void Append(Orders more) {
    std::move(more.reads.begin(), more.reads.end(), std::back_inserter(reads));
    std::move(more.batches.begin(), more.batches.end(), std::back_inserter(batches));
  }
};

class Dispatcher {
 public:
  // `sources`: the references' first, then the systems', then any annotations. They must outlive
  // the dispatcher.
  Dispatcher(std::vector<Source*> sources, size_t references, const ReadLimits& limits);
  ~Dispatcher();

  void Start(Orders& orders);
  void OnBlock(Block block, Orders& orders);
  void OnBatchDone(Orders& orders);

  // Nothing is under way and nothing more will be asked for.
  bool finished() const;
  // After finished(): a read that failed, streams of unequal length (with all counts), or streams
  // that tell different ids, documents or groups of one record. The records before the error have
  // been handed out. OK otherwise.
  absl::Status status() const;
  uint64_t records() const;  // handed out in batches, as they are in the files
  // Records whose texts do not agree on the number of their paragraphs, and where the first of them
  // stands.
  uint64_t unsplit() const;
  const std::string& first_unsplit() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace mtgauge
