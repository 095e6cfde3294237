// Batches out of text in memory (mtgauge/texts.h): checked columns, cut by segments and bytes, and
// copied once.
#pragma once

#include <cstdint>
#include <memory>

#include "core/base/status.h"
#include "core/text/batch.h"
#include "mtgauge/texts.h"

namespace mtgauge {

// An InputError that names the column and segment where columns differ in length, a text is too
// long, or a hypothesis or an id is missing.
absl::Status CheckTextTable(const TextTable& table);

// The names of a job over the table.
StreamNames NamesOf(const TextTable& table);

// Cuts the segments of a checked table into batches. Not thread-safe, but for Fill().
class TextTableCutter {
 public:
  // A batch ends after `batch_segments` segments, or when one of its columns has `batch_bytes`.
  // The table must outlive the cutter.
  TextTableCutter(const TextTable& table, uint32_t batch_segments, uint64_t batch_bytes);

  // The next batch, without its texts; null at the end.
  std::unique_ptr<Batch> Next();
  // Copies its texts. Any thread may, several at once for different batches.
  void Fill(Batch& batch) const;

 private:
  const TextTable& table_;
  uint64_t segments_;
  uint32_t batch_segments_;
  uint64_t batch_bytes_;
  uint64_t next_ = 0;
};

// One column's segments [first, first + count) as a stream. They are of fewer than 4 GiB.
Stream StreamOf(const TextColumn& column, uint64_t first, uint32_t count);

}  // namespace mtgauge
