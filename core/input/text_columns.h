// Batches from text in memory (mtgauge/texts.h): checks the columns, cuts them by segments and
// bytes, and copies the texts once.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>

#include "core/base/status.h"
#include "core/input/shard.h"
#include "core/text/batch.h"
#include "mtgauge/texts.h"

namespace mtgauge {

// Returns an InputError that names the column and segment if columns differ in length, a text is
// too long, or a hypothesis or an id is missing.
Status CheckTextColumns(const TextColumns& texts);

// The same for a single column, in which no text may be missing. `what` names one text in messages
// ("hypothesis").
Status CheckTexts(const TextColumn& column, std::string_view what);

// Returns the stream names of a job over the columns.
StreamNames NamesOf(const TextColumns& texts);

// Cuts the segments of checked columns into batches. Not thread-safe, except Fill().
class TextCutter {
 public:
  // A batch ends after `batch_segments` segments, or when one of its columns has `batch_bytes`.
  // Cuts the segments of `range`. The columns must outlive the cutter.
  TextCutter(const TextColumns& texts, uint32_t batch_segments, uint64_t batch_bytes,
             const SegmentRange& range = {});

  // Returns the next batch, without its texts; null at the end.
  std::unique_ptr<Batch> Next();
  // Copies the texts into a batch. Several threads may fill different batches at once.
  void Fill(Batch& batch) const;
  // Fills only the groups.
  void FillGroups(Batch& batch) const;

 private:
  const TextColumns& texts_;
  uint64_t next_, end_;
  uint32_t batch_segments_;
  uint64_t batch_bytes_;
};

// Returns all segments of checked columns as one batch, for callers that score it themselves. Each
// column must have fewer than 4 GiB.
Batch BatchOf(const TextColumns& texts);

// Returns one column's segments [first, first + count) as a stream. They must have fewer than 4
// GiB.
Stream StreamOf(const TextColumn& column, uint64_t first, uint32_t count);

}  // namespace mtgauge
