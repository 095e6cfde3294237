// Cuts files of lines into shards. Each run processes one part of every file, and finds this part
// by itself, from the files only.
//
// The first file is cut at equal shares of its bytes. The segments before each cut are counted, and
// all other files are cut after the same number of segments. The text before a shard is read once,
// only to count its lines; the text after it is not read.
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

// Which lines of a file are segments.
struct SegmentLines {
  uint64_t header = 0;       // number of first lines that are not segments
  bool skips_blank = false;  // lines that contain only white space are not segments
  bool operator==(const SegmentLines&) const = default;
};

// A file whose Read() returns everything until it is cut, and then its part of a shard. It is
// ranged and rereadable if the file is. Only a ranged file can be cut.
class FilePart final : public Source {
 public:
  explicit FilePart(std::unique_ptr<Source> whole) : whole_(std::move(whole)) {}

  // Restricts the source to the bytes from `begin` to `end`. No read may be in progress.
  void Cut(const Place& begin, uint64_t end);
  // Keeps all bytes, but numbers the segments from `begin` on.
  void StartAt(const Place& begin) { begin_ = begin; }

  const std::string& name() const override { return whole_->name(); }
  bool ranged() const override { return whole_->ranged(); }
  uint64_t size() const override { return is_cut_ ? end_ - begin_.byte : whole_->size(); }
  void Read(uint32_t block_bytes, Block& block) override;
  Place start() const override { return begin_; }
  bool rereadable() const override { return whole_->rereadable(); }
  Status PrepareToRewind() override { return whole_->PrepareToRewind(); }
  void Rewind() override { whole_->Rewind(); }
  std::vector<InputWarning> warnings() const override { return whole_->warnings(); }

 private:
  std::unique_ptr<Source> whole_;
  bool is_cut_ = false;
  Place begin_;
  uint64_t end_ = 0;
};

// Finds places in a file by counting its lines from the front, no further than necessary.
class PlaceFinder {
 public:
  // `file` must be ranged. `stop` may be null; when set, it ends a search with a Cancelled error.
  // Reads `block_bytes` at once: enough for a disk to be fast, but little enough for the cache.
  PlaceFinder(Source& file, const SegmentLines& lines, const std::atomic<bool>* stop,
              uint32_t block_bytes = 1 << 20);

  // Returns the number of the first segment that begins at or after byte `byte`, which must be in
  // the file. If blank lines are skipped, a segment begins after its leading white space.
  Result<uint64_t> SegmentAt(uint64_t byte);
  // Returns the beginning of a line with `segment` segments before it; the file's end if there are
  // fewer.
  Result<Place> Find(uint64_t segment);

 private:
  // Counts of lines and segments before a byte.
  struct Mark {
    uint64_t lines = 0;     // complete lines
    uint64_t segments = 0;  // in these lines, if blank lines are skipped
    bool begun = false;     // a line has begun that is a segment, unless it belongs to the header
  };

  Mark Scan(const char* text, uint64_t bytes, const Mark& before) const;
  uint64_t SegmentsAt(const Mark& mark) const;
  Status Load(uint64_t index);
  Status CountNext();
  Place PlaceIn(uint64_t index, uint64_t segment) const;
  Place End() const;

  Source& file_;
  SegmentLines lines_;
  const std::atomic<bool>* stop_;
  uint32_t block_bytes_;
  std::vector<Mark> marks_ = {Mark()};  // before each counted block, and after the last one
  bool ended_ = false;                  // the last block has been counted
  uint64_t bytes_ = 0;                  // number of counted bytes
  Block block_;
  bool loaded_ = false;
};

// A file of a run: the parts of its columns, which all read the same bytes and are cut alike.
struct ShardFile {
  std::vector<FilePart*> parts;
  SegmentLines lines;
};

// Parses "3/16", from 1/N to N/N. Returns nothing if the text has another form.
std::optional<Shard> ParseShard(std::string_view text);

// Returns a UsageError unless the number is between 1 and the count.
Status CheckShard(const Shard& shard);

// Returns true if there is something to cut.
bool CutsFiles(const ShardOption& option);

// Divides `size` into `count` equal shards and returns the beginning of shard `number` (from 0),
// which is the end of the shard before; `size` if `number` is `count`.
uint64_t ShareOf(uint64_t size, uint64_t number, uint64_t count);

// Shards of at least this many bytes of the first file, or segments in memory, begin at a multiple
// of kShardGrain segments.
inline constexpr uint64_t kLargeShardBytes = 4 << 20;
inline constexpr uint64_t kLargeShardSegments = 16 * 4096;
inline constexpr uint64_t kShardGrain = 4096;

// Cuts the files; the first one decides where. A file that is not ranged must be empty. If a file
// has too few segments for the shard, and in the last shard, all files continue to their ends, so
// that the reader notices different lengths and reports the counts.
Status CutFiles(const Shard& shard, const std::vector<ShardFile>& files,
                const std::atomic<bool>* stop);

// Segments [first, end) of `size` in memory.
struct SegmentRange {
  uint64_t first = 0, end = UINT64_MAX;
};
SegmentRange CutSegments(const Shard& shard, uint64_t size);

}  // namespace mtgauge
