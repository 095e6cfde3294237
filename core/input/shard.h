// Cutting files of lines into shards: each run takes a part of every file, and finds out which by
// itself, from the files alone.
//
// The cuts are where the first file has its share of bytes; the lines before them are counted, and
// that number of segments is where all other files are cut. What is before a shard is read once to
// count its lines and not decoded; what is behind it is not read.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/status.h"
#include "core/input/source.h"
#include "mtgauge/options.h"

namespace mtgauge {

// Which lines of a file are its segments.
struct SegmentLines {
  uint64_t header = 0;       // the first lines, which are none
  bool skips_blank = false;  // lines that hold nothing but white space are none
  bool operator==(const SegmentLines&) const = default;
};

// A file, of which Read() gives all until it is cut, and its part of a shard from then on. Ranged
// and rereadable as the file is, which must be ranged to be cut.
class FilePart final : public Source {
 public:
  explicit FilePart(std::unique_ptr<Source> whole) : whole_(std::move(whole)) {}

  // Bytes from `begin` to byte `end`. Nothing may be under way.
  void Cut(const Place& begin, uint64_t end);
  // All bytes, as what follows the segments before `begin`.
  void StartAt(const Place& begin) { begin_ = begin; }

  const std::string& name() const override { return whole_->name(); }
  bool ranged() const override { return whole_->ranged(); }
  uint64_t size() const override { return is_cut_ ? end_ - begin_.byte : whole_->size(); }
  void Read(uint32_t block_bytes, Block& block) override;
  Place start() const override { return begin_; }
  bool rereadable() const override { return whole_->rereadable(); }
  absl::Status PrepareToRewind() override { return whole_->PrepareToRewind(); }
  void Rewind() override { whole_->Rewind(); }
  std::vector<InputWarning> warnings() const override { return whole_->warnings(); }

 private:
  std::unique_ptr<Source> whole_;
  bool is_cut_ = false;
  Place begin_;
  uint64_t end_ = 0;
};

// Finds places in a file by counting its lines from the front, no further than it must.
class PlaceFinder {
 public:
  // `file` is ranged. `stop` may be null; set, it ends a search with a Cancelled error. Reads
  // `block_bytes` at once: many for a disk, and few enough for a cache.
  PlaceFinder(Source& file, const SegmentLines& lines, const std::atomic<bool>* stop,
              uint32_t block_bytes = 1 << 20);

  // The first segment that begins at byte `byte`, which the file has, or behind it. One that
  // begins with white space, where blank lines are none, begins behind that.
  absl::StatusOr<uint64_t> SegmentAt(uint64_t byte);
  // Where a line begins that has `segment` segments before it; the file's end where it has fewer.
  absl::StatusOr<Place> Find(uint64_t segment);

 private:
  // What lies before a byte.
  struct Mark {
    uint64_t lines = 0;     // whole ones
    uint64_t segments = 0;  // of them, where blank lines are none
    bool begun = false;     // a line that is a segment, unless it is of the header, has begun
  };

  Mark Scan(const char* text, uint64_t bytes, const Mark& before) const;
  uint64_t SegmentsAt(const Mark& mark) const;
  absl::Status Load(uint64_t index);
  absl::Status CountNext();
  Place PlaceIn(uint64_t index, uint64_t segment) const;
  Place End() const;

  Source& file_;
  SegmentLines lines_;
  const std::atomic<bool>* stop_;
  uint32_t block_bytes_;
  std::vector<Mark> marks_ = {Mark()};  // before each block that has been counted, and the next
  bool ended_ = false;                  // the last one has been counted
  uint64_t bytes_ = 0;                  // counted
  Block block_;
  bool loaded_ = false;
};

// A file of a run: its columns' parts, of the same bytes, all of which are to be cut.
struct ShardFile {
  std::vector<FilePart*> parts;
  SegmentLines lines;
};

// "3/16", from 1/N to N/N; nothing where it is no such part.
std::optional<Shard> ParseShard(std::string_view text);

// A UsageError unless the number is one of 1 to count.
absl::Status CheckShard(const Shard& shard);

// Whether there is something to cut.
bool CutsFiles(const ShardOption& option);

// The first segment of shard `number` + 1 among `count`, which is the end of shard `number`, when
// `size` is cut evenly; `size` for the last.
uint64_t ShareOf(uint64_t size, uint64_t number, uint64_t count);

// Shards of so many bytes of the first file, or segments in memory, begin at a multiple of
// kShardGrain segments.
inline constexpr uint64_t kLargeShardBytes = 4 << 20;
inline constexpr uint64_t kLargeShardSegments = 16 * 4096;
inline constexpr uint64_t kShardGrain = 4096;

// Cuts the files, of which the first tells where; one that is not ranged is empty. Where one has
// too few segments for a shard, and in the last shard, all go on to their ends, so that whoever
// reads them finds out, and tells how many each has.
absl::Status CutFiles(const Shard& shard, const std::vector<ShardFile>& files,
                      const std::atomic<bool>* stop);

// Segments [first, end) of `size` in memory.
struct SegmentRange {
  uint64_t first = 0, end = UINT64_MAX;
};
SegmentRange CutSegments(const Shard& shard, uint64_t size);

}  // namespace mtgauge
