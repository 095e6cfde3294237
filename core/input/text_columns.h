// Batches out of text in memory (mtgauge/texts.h): checked columns, cut by segments and bytes, and
// copied once.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>

#include "core/base/status.h"
#include "core/input/shard.h"
#include "core/text/batch.h"
#include "mtgauge/texts.h"

namespace mtgauge {

// An InputError that names the column and segment where columns differ in length, a text is too
// long, or a hypothesis or an id is missing.
absl::Status CheckTextColumns(const TextColumns& texts);

// The same of texts by themselves, none of which may be missing; `what` one is ("hypothesis").
absl::Status CheckTexts(const TextColumn& column, std::string_view what);

// The names of a job over the columns.
StreamNames NamesOf(const TextColumns& texts);

// Cuts the segments of checked columns into batches. Not thread-safe, but for Fill().
class TextCutter {
 public:
  // A batch ends after `batch_segments` segments, or when one of its columns has `batch_bytes`.
  // Cuts the segments of `range`. The columns must outlive the cutter.
  TextCutter(const TextColumns& texts, uint32_t batch_segments, uint64_t batch_bytes,
             const SegmentRange& range = {});

  // The next batch, without its texts; null at the end.
  std::unique_ptr<Batch> Next();
  // Copies its texts. Any thread may, several at once for different batches.
  void Fill(Batch& batch) const;
  // Its groups alone.
  void FillGroups(Batch& batch) const;

 private:
  const TextColumns& texts_;
  uint64_t next_, end_;
  uint32_t batch_segments_;
  uint64_t batch_bytes_;
};

// All segments of checked columns as one batch, for those who score it themselves. Each column has
// fewer than 4 GiB.
Batch BatchOf(const TextColumns& texts);

// One column's segments [first, first + count) as a stream. They are of fewer than 4 GiB.
Stream StreamOf(const TextColumn& column, uint64_t first, uint32_t count);

}  // namespace mtgauge
