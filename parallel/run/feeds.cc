// Feeds: one class for each kind of input.
#include <algorithm>
#include <atomic>
#include <utility>

#include "parallel/run/feed.h"
#include "parallel/run/threads.h"

namespace mtgauge {
namespace {

uint32_t BatchesInFlight(uint32_t threads) { return threads == 1 ? 1 : 2 * threads + 2; }

// Limits for texts that the fast metrics score in a few milliseconds.
constexpr uint64_t kShortTexts = 8 << 20;
constexpr uint32_t kShortBlock = 32 << 10, kShortBatch = 128;

bool AreShort(const std::vector<std::unique_ptr<Source>>& sources) {
  uint64_t bytes = 0;
  for (const std::unique_ptr<Source>& source : sources) {
    if (source->size() == 0) return false;
    bytes += source->size();
  }
  return bytes <= kShortTexts;
}

class SourceFeed final : public Feed {
 public:
  SourceFeed(const std::vector<std::unique_ptr<Source>>& sources, size_t references,
             const ReadLimits& limits, RunCounters* counters)
      : sources_(sources),
        counters_(counters),
        block_bytes_(limits.block_bytes),
        counted_(sources.size()),
        dispatcher_(Plain(sources), references, limits) {}

  uint32_t starts() const override { return 1; }
  void OnStart(Orders& orders) override { dispatcher_.Start(orders); }
  void OnBlock(Block block, Orders& orders) override {
    dispatcher_.OnBlock(std::move(block), orders);
  }
  void OnBatchDone(Orders& orders) override { dispatcher_.OnBatchDone(orders); }
  void Read(Block& block) const override {
    if (block.rest != nullptr) return FinishBlock(block);
    sources_[block.stream]->Fetch(block_bytes_, block);
    if (counters_ != nullptr) {
      counters_->bytes_read.fetch_add(BytesRead(block), std::memory_order_relaxed);
    }
  }
  bool is_short() const override { return AreShort(sources_); }
  Status status() const override { return dispatcher_.status(); }
  Status Placed(const Status& status) const override {
    if (status.ok()) return status;
    const Error& error = status.error();
    for (const auto& source : sources_) {
      if (error.line == 0 || source->name() != error.file) continue;
      const FileLine place = source->FileOf(error.line);
      if (place.file == error.file) return status;
      return MakeStatus(error.kind, {place.file, place.line, error.segment, error.option},
                        error.what, error.remedy);
    }
    return status;
  }
  SourceFacts facts() const override {
    SourceFacts facts;
    AddInputWarnings(Plain(sources_), facts.warnings);
    facts.unsplit = {dispatcher_.unsplit(), dispatcher_.records(), dispatcher_.first_unsplit()};
    return facts;
  }

 private:
  // Returns the bytes of the block, or those of the files behind it if the run counts those
  // (Texts::BytesToRead()).
  uint64_t BytesRead(const Block& block) const {
    const Source& source = *sources_[block.stream];
    if (source.ranged() || source.size() > 0) return block.bytes;
    const Extent extent = source.extent();
    if (extent.bytes == 0) return block.bytes;
    uint64_t& counted = counted_[block.stream];
    const uint64_t before = std::exchange(counted, std::max(counted, extent.read));
    return counted - before;
  }

  static std::vector<Source*> Plain(const std::vector<std::unique_ptr<Source>>& sources) {
    std::vector<Source*> plain;
    for (const auto& source : sources) plain.push_back(source.get());
    return plain;
  }

  const std::vector<std::unique_ptr<Source>>& sources_;
  RunCounters* counters_;
  uint32_t block_bytes_;
  mutable std::vector<uint64_t> counted_;  // of each source that one thread reads: its extent
  Dispatcher dispatcher_;
};

// A feed that creates batches one by one, so that scoring starts with the first. Each start and
// each finished batch allows one more.
class BatchFeed : public Feed {
 public:
  explicit BatchFeed(const Schedule& schedule)
      : in_flight_(BatchesInFlight(ThreadsOf(schedule.threads))) {}

  uint32_t starts() const final { return in_flight_; }
  void OnStart(Orders& orders) final { Issue(orders); }
  void OnBlock(Block, Orders&) final {}
  void OnBatchDone(Orders& orders) final { Issue(orders); }
  void Read(Block&) const final {}
  Status status() const final { return OkStatus(); }

 private:
  // Returns batch `number`, or null at the end. It is not called again after that.
  virtual std::unique_ptr<Batch> Make(uint64_t number) = 0;

  void Issue(Orders& orders) {
    if (ended_) return;
    std::unique_ptr<Batch> batch = Make(number_);
    ended_ = batch == nullptr;
    if (ended_) return;
    batch->number = number_++;
    orders.batches.push_back(std::move(batch));
  }

  uint32_t in_flight_;
  uint64_t number_ = 0;
  bool ended_ = false;
};

class CallerFeed final : public BatchFeed {
 public:
  CallerFeed(const std::function<std::unique_ptr<Batch>()>& next, const Schedule& schedule)
      : BatchFeed(schedule), next_(next) {}

 private:
  std::unique_ptr<Batch> Make(uint64_t) override { return next_(); }

  const std::function<std::unique_ptr<Batch>()>& next_;
};

// A feed of text in memory. Each batch is copied by the thread that scores it.
class TextFeed final : public BatchFeed {
 public:
  TextFeed(const TextColumns& texts, const Schedule& schedule)
      : BatchFeed(schedule),
        cutter_(texts, schedule.batch_segments, schedule.block_bytes, schedule.segments) {}

  void Fill(Batch& batch) const override {
    if (batch.refs.empty()) cutter_.Fill(batch);
  }

 private:
  std::unique_ptr<Batch> Make(uint64_t) override { return cutter_.Next(); }

  TextCutter cutter_;
};

// A feed of row files. A batch is a block of the first one.
class RowFeed final : public BatchFeed {
 public:
  RowFeed(const Job& job, const RowSet& rows, GroupsOf groups, const Schedule& schedule)
      : BatchFeed(schedule),
        rows_(rows),
        groups_(groups),
        counters_(schedule.counters),
        cuts_(rows.Cuts()),
        has_floats_(std::any_of(
            job.metrics().begin(), job.metrics().end(),
            [](const MadeMetric& made) { return made.metric->Floats().has_value(); })) {}

  // Reads all facts about the segments except their rows. Score() reports a failed read.
  void Fill(Batch& batch) const override {
    if (!batch.excluded.empty()) return;
    Result<SegmentFacts> facts = rows_.ReadFacts(batch.first, batch.segments);
    if (facts.ok()) TakeFacts(*facts, groups_, batch);
  }
  Status Score(Worker& worker, Batch& batch, const BatchOutput& output) const override {
    if (!batch.indices.empty()) return ScorePart(worker, batch, output);
    MTG_ASSIGN_OR_RETURN(SegmentFacts facts, rows_.ReadFacts(batch.first, batch.segments));
    KnownSegments known;
    uint64_t bytes = 0;
    const bool sums_only =
        output.rows == nullptr && output.segments == nullptr && !has_floats_ && rows_.has_sums();
    if (sums_only) {
      MTG_ASSIGN_OR_RETURN(known.sums, rows_.ReadSums(batch.first, batch.segments, bytes));
    } else {
      MTG_ASSIGN_OR_RETURN(known.rows, rows_.ReadRows(batch.first, batch.segments, bytes));
    }
    known.marks = std::move(facts.marks);
    for (const uint32_t lacking : facts.lacking) {
      known.references.push_back(static_cast<uint32_t>(rows_.header().references.size()) - lacking);
    }
    if (batch.excluded.empty()) TakeFacts(facts, groups_, batch);
    worker.Recall(batch, known, output);
    if (counters_ != nullptr) {
      counters_->bytes_read.fetch_add(bytes, std::memory_order_relaxed);
    }
    return OkStatus();
  }
  Status Complete(Totals& totals) const override { return CompleteTotals(rows_, totals); }
  SourceFacts facts() const override { return rows_.header().sources; }

 private:
  // Scores some of the segments between two.
  Status ScorePart(Worker& worker, const Batch& part, const BatchOutput& output) const {
    const uint64_t first = part.indices.front();
    const auto count = static_cast<uint32_t>(part.indices.back() - first + 1);
    MTG_ASSIGN_OR_RETURN(const SegmentFacts facts, rows_.ReadFacts(first, count));
    uint64_t bytes = 0;
    MTG_ASSIGN_OR_RETURN(const auto rows, rows_.ReadRows(first, count, bytes));
    KnownSegments known;
    for (const std::vector<int64_t>& all : rows) {
      const size_t width = all.size() / count;
      std::vector<int64_t>& of_part = known.rows.emplace_back();
      for (const uint64_t index : part.indices) {
        const auto row = all.begin() + static_cast<std::ptrdiff_t>((index - first) * width);
        of_part.insert(of_part.end(), row, row + static_cast<std::ptrdiff_t>(width));
      }
    }
    for (size_t s = 0; s < rows_.header().systems.size(); ++s) {
      for (const uint64_t index : part.indices) {
        known.marks.push_back(facts.marks[s * count + (index - first)]);
      }
    }
    for (const uint64_t index : part.indices) {
      const uint32_t lacking = facts.lacking.empty() ? 0 : facts.lacking[index - first];
      known.references.push_back(static_cast<uint32_t>(rows_.header().references.size()) - lacking);
    }
    worker.Recall(part, known, output);
    if (counters_ != nullptr) counters_->bytes_read.fetch_add(bytes, std::memory_order_relaxed);
    return OkStatus();
  }

  std::unique_ptr<Batch> Make(uint64_t number) override {
    if (number + 1 >= cuts_.size()) return nullptr;
    auto batch = std::make_unique<Batch>();
    batch->first = cuts_[number];
    batch->segments = static_cast<uint32_t>(cuts_[number + 1] - cuts_[number]);
    if (number == 0) Fill(*batch);  // the run checks in the first batch whether segments have names
    return batch;
  }

  const RowSet& rows_;
  GroupsOf groups_;
  RunCounters* counters_;
  std::vector<uint64_t> cuts_;
  bool has_floats_;
};

constexpr uint32_t kSmallestBlock = 32 << 10;
// Limits the segments of all streams together in a batch, so that thousands of systems need no more
// memory than a few. From kManyStreams on, blocks read ahead would need more memory than batches.
constexpr size_t kBatchCells = 1 << 17;
constexpr uint32_t kSmallestBatch = 16;
constexpr size_t kManyStreams = 256;

// Returns the sizes of blocks and batches. One thread alternates between reading and scoring and
// needs no blocks ahead. Several threads get enough blocks to keep busy while others are being
// read. Blocks are smaller if there are many streams, so that the text in memory stays within 16 MB
// + 4 MB per thread, or 32 KiB for each of many streams. For short texts, blocks and batches are
// small, because their memory pages are allocated for this run.
ReadLimits LimitsOf(const Schedule& schedule, uint32_t threads,
                    const std::vector<std::unique_ptr<Source>>& sources) {
  const size_t streams = sources.size();
  ReadLimits limits;
  limits.batch_segments = std::min<uint32_t>(
      schedule.batch_segments,
      std::max(kSmallestBatch, static_cast<uint32_t>(kBatchCells / std::max<size_t>(streams, 1))));
  limits.split_paragraphs = schedule.split_paragraphs;
  limits.annotated = schedule.annotated;
  limits.has_source_text = schedule.has_source_text;
  limits.batches_in_flight = BatchesInFlight(threads);
  limits.blocks_ahead = threads == 1 || streams >= kManyStreams ? 1 : 2 + threads / 2;
  const uint64_t blocks = uint64_t{limits.batches_in_flight + limits.blocks_ahead} * streams;
  const uint64_t share = ((uint64_t{16} + 4 * threads) << 20) / std::max<uint64_t>(blocks, 1);
  limits.block_bytes = std::min<uint32_t>(
      std::max(schedule.block_bytes, 1U),
      static_cast<uint32_t>(std::max<uint64_t>(share / 4096 * 4096, kSmallestBlock)));
  if (AreShort(sources)) {
    limits.block_bytes = std::min(limits.block_bytes, kShortBlock);
    limits.batch_segments = std::min(limits.batch_segments, kShortBatch);
  }
  return limits;
}

}  // namespace

std::unique_ptr<Feed> FeedOf(const std::vector<std::unique_ptr<Source>>& sources, size_t references,
                             const Schedule& schedule) {
  return std::make_unique<SourceFeed>(sources, references,
                                      LimitsOf(schedule, ThreadsOf(schedule.threads), sources),
                                      schedule.counters);
}

std::unique_ptr<Feed> FeedOf(const std::function<std::unique_ptr<Batch>()>& next,
                             const Schedule& schedule) {
  return std::make_unique<CallerFeed>(next, schedule);
}

std::unique_ptr<Feed> FeedOf(const TextColumns& texts, const Schedule& schedule) {
  return std::make_unique<TextFeed>(texts, schedule);
}

std::unique_ptr<Feed> FeedOf(const Job& job, const RowSet& rows, GroupsOf groups,
                             const Schedule& schedule) {
  return std::make_unique<RowFeed>(job, rows, groups, schedule);
}

}  // namespace mtgauge
