// Counts the segments of files, and finds the places between them.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <vector>

#include "core/base/status.h"
#include "core/input/row_steps.h"
#include "core/input/source.h"

namespace mtgauge {

// Which rows of a file are segments.
struct SegmentLines {
  uint64_t header = 0;       // rows that begin in these first lines are not segments
  bool skips_blank = false;  // rows that contain only white space are not segments
  // What a row is, if it is not a line: fields in quotes with this separator, which are skipped
  // only if the row is empty; or an element of a JSON array.
  char separator = '\0';
  bool array = false;
  bool operator==(const SegmentLines&) const = default;
};

// Finds places in a file, or in a set of files, from the front and no further than necessary.
class SegmentFinder {
 public:
  virtual ~SegmentFinder() = default;
  // What shards have equal shares of: the bytes, or the segments if their number is known.
  virtual uint64_t size() const = 0;
  virtual bool in_bytes() const = 0;
  // Returns the number of the first segment that begins at or after `at`, which is less than
  // size(). If blank rows are skipped, a segment begins after its leading white space.
  virtual Result<uint64_t> SegmentAt(uint64_t at) = 0;
  // Returns the beginning of a row with `segment` segments before it; the end if there are fewer.
  virtual Result<Place> Find(uint64_t segment) = 0;
};

// Segments whose number is known. Their places have no bytes.
class RowFinder final : public SegmentFinder {
 public:
  explicit RowFinder(uint64_t rows) : rows_(rows) {}
  uint64_t size() const override { return rows_; }
  bool in_bytes() const override { return false; }
  Result<uint64_t> SegmentAt(uint64_t at) override { return at; }
  Result<Place> Find(uint64_t segment) override {
    const uint64_t row = std::min(segment, rows_);
    return Place{0, row, row};
  }

 private:
  uint64_t rows_;
};

// Counts the rows in the bytes of a file.
class PlaceFinder final : public SegmentFinder {
 public:
  // `file` must be ranged. `stop` may be null; when set, it ends a search with a Cancelled error.
  // Reads `block_bytes` at once: enough for a disk to be fast, but little enough for the cache.
  PlaceFinder(Source& file, const SegmentLines& lines, const std::atomic<bool>* stop,
              uint32_t block_bytes = 1 << 20);

  uint64_t size() const override { return file_.size(); }
  bool in_bytes() const override { return true; }
  Result<uint64_t> SegmentAt(uint64_t byte) override;
  Result<Place> Find(uint64_t segment) override;

 private:
  // Counts of lines and segments before a byte.
  struct Mark {
    uint64_t lines = 0;     // complete lines; of an array, elements
    uint64_t segments = 0;  // in complete rows, unless every line after the header is one
    bool begun = false;     // a row has begun that is a segment; of lines, even of the header
    // Of rows that are not lines.
    uint64_t row_line = 0;  // complete lines before the row
    bool lone_cr = false;   // the row is a CR so far
    QuotedRow quoted{'\0'};
    ArraySteps array = {};
    bool wrong = false;  // the array: nothing more is counted, and whoever reads it reports it
  };

  // Goes through the text, or no further than the row with which there are `most` segments.
  // Returns how far it went.
  uint64_t Scan(std::string_view text, Mark& mark, uint64_t most = UINT64_MAX) const;
  uint64_t ScanLines(std::string_view text, Mark& mark, uint64_t most) const;
  uint64_t ScanQuoted(std::string_view text, Mark& mark, uint64_t most) const;
  static uint64_t ScanArray(std::string_view text, Mark& mark, uint64_t most);
  // Every line after the header is a segment.
  bool is_plain() const { return !lines_.skips_blank && lines_.separator == '\0' && !lines_.array; }
  uint64_t SegmentsAt(const Mark& mark) const;
  Status Load(uint64_t index);
  Status CountNext();
  Place PlaceIn(uint64_t index, uint64_t segment) const;
  Place End() const;

  Source& file_;
  SegmentLines lines_;
  const std::atomic<bool>* stop_;
  uint32_t block_bytes_;
  std::vector<Mark> marks_;  // before each counted block, and after the last one
  bool ended_ = false;       // the last block has been counted
  uint64_t bytes_ = 0;       // number of counted bytes
  Block block_;
  bool loaded_ = false;
};

}  // namespace mtgauge
