// Cuts files into shards. Each run processes one part of every file, and finds this part by itself,
// from the files only.
//
// The first file is cut at equal shares of its bytes, or of its rows if their number is known. The
// segments before each cut are counted, and all other files are cut after the same number of
// segments. Text before a shard is read once, only to count its rows; what is after it is not read.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/status.h"
#include "core/input/place_finder.h"
#include "core/input/source.h"
#include "mtgauge/options.h"

namespace mtgauge {

// What can be cut after any segment. It reads everything until it is cut.
class Cuttable {
 public:
  virtual ~Cuttable() = default;
  // Returns a finder that must not outlive it. `lines`: of the file, if it has rows of text.
  // `stop` may be null.
  virtual Result<std::unique_ptr<SegmentFinder>> Finder(const SegmentLines& lines,
                                                        const std::atomic<bool>* stop) = 0;
  // Restricts it to the segments from `begin` to `end`, or to its own end if that is null. No read
  // may be in progress.
  virtual void Cut(const Place& begin, const Place* end) = 0;
};

// A file whose Read() returns everything until it is cut, and then its part of a shard. It is
// ranged and rereadable if the file is. A file that is not ranged must be empty, and stays whole.
class FilePart final : public Source, public Cuttable {
 public:
  explicit FilePart(std::unique_ptr<Source> whole) : whole_(std::move(whole)) {}

  Result<std::unique_ptr<SegmentFinder>> Finder(const SegmentLines& lines,
                                                const std::atomic<bool>* stop) override;
  void Cut(const Place& begin, const Place* end) override;
  // Keeps all bytes, but numbers the segments from `begin` on.
  void StartAt(const Place& begin) { begin_ = begin; }

  const std::string& name() const override { return whole_->name(); }
  bool ranged() const override { return whole_->ranged(); }
  uint64_t size() const override { return is_cut_ ? end_ - begin_.byte : whole_->size(); }
  Extent extent() const override { return whole_->extent(); }
  void Read(uint32_t block_bytes, Block& block) override;
  // From a byte of the whole file on.
  void ReadAt(uint64_t from, uint32_t bytes, Block& block) override {
    whole_->ReadAt(from, bytes, block);
  }
  Place start() const override { return begin_; }
  bool goes_on() const override { return is_cut_ && end_ < whole_->size(); }
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

// A file or a set of files of a run, and all that read it and are cut alike.
struct ShardFile {
  std::vector<Cuttable*> parts;
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

// Cuts the files; the first one decides where. If a file
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
