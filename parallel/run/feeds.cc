// One class for each kind of input.
#include <algorithm>
#include <atomic>
#include <string>
#include <utility>

#include "parallel/arena.h"
#include "parallel/run/feed.h"
#include "parallel/scorer.h"

namespace mtgauge {
namespace {

uint32_t BatchesInFlight(uint32_t threads) { return threads == 1 ? 1 : 2 * threads + 2; }

// Texts that are scored in a few milliseconds by the fast metrics.
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
        dispatcher_(Plain(sources), references, limits) {}

  uint32_t starts() const override { return 1; }
  void OnStart(Orders& orders) override { dispatcher_.Start(orders); }
  void OnBlock(Block block, Orders& orders) override {
    dispatcher_.OnBlock(std::move(block), orders);
  }
  void OnBatchDone(Orders& orders) override { dispatcher_.OnBatchDone(orders); }
  void Read(Block& block) const override {
    sources_[block.stream]->Read(block_bytes_, block);
    if (counters_ != nullptr) {
      counters_->bytes_read.fetch_add(block.bytes, std::memory_order_relaxed);
    }
  }
  bool is_short() const override { return AreShort(sources_); }
  absl::Status status() const override { return dispatcher_.status(); }
  SourceFacts facts() const override {
    SourceFacts facts;
    AddInputWarnings(Plain(sources_), facts.warnings);
    facts.unsplit = {dispatcher_.unsplit(), dispatcher_.records(), dispatcher_.first_unsplit()};
    return facts;
  }

 private:
  static std::vector<Source*> Plain(const std::vector<std::unique_ptr<Source>>& sources) {
    std::vector<Source*> plain;
    for (const auto& source : sources) plain.push_back(source.get());
    return plain;
  }

  const std::vector<std::unique_ptr<Source>>& sources_;
  RunCounters* counters_;
  uint32_t block_bytes_;
  Dispatcher dispatcher_;
};

// Batches of the caller's. Each start and each batch done allows one more; making them one by one
// lets scoring begin with the first.
class CallerFeed final : public Feed {
 public:
  CallerFeed(const std::function<std::unique_ptr<Batch>()>& next, uint32_t in_flight)
      : next_(next), in_flight_(in_flight) {}

  uint32_t starts() const override { return in_flight_; }
  void OnStart(Orders& orders) override { Issue(orders); }
  void OnBlock(Block, Orders&) override {}
  void OnBatchDone(Orders& orders) override { Issue(orders); }
  void Read(Block&) const override {}
  absl::Status status() const override { return absl::OkStatus(); }

 private:
  void Issue(Orders& orders) {
    if (ended_) return;
    std::unique_ptr<Batch> batch = next_();
    ended_ = batch == nullptr;
    if (ended_) return;
    batch->number = number_++;
    orders.batches.push_back(std::move(batch));
  }

  const std::function<std::unique_ptr<Batch>()>& next_;
  uint32_t in_flight_;
  uint64_t number_ = 0;
  bool ended_ = false;
};

// Text in memory: batches are cut one by one, and each is copied by the thread that scores it.
class TextFeed final : public Feed {
 public:
  TextFeed(const TextColumns& texts, const Schedule& schedule, uint32_t threads)
      : cutter_(texts, schedule.batch_segments, schedule.block_bytes, schedule.segments),
        in_flight_(BatchesInFlight(threads)) {}

  uint32_t starts() const override { return in_flight_; }
  void OnStart(Orders& orders) override { Issue(orders); }
  void OnBlock(Block, Orders&) override {}
  void OnBatchDone(Orders& orders) override { Issue(orders); }
  void Read(Block&) const override {}
  void Fill(Batch& batch) const override {
    if (batch.refs.empty()) cutter_.Fill(batch);
  }
  absl::Status status() const override { return absl::OkStatus(); }

 private:
  void Issue(Orders& orders) {
    std::unique_ptr<Batch> batch = cutter_.Next();
    if (batch == nullptr) return;
    batch->number = number_++;
    orders.batches.push_back(std::move(batch));
  }

  TextCutter cutter_;
  uint32_t in_flight_;
  uint64_t number_ = 0;
};

// Segments that row files tell of: a batch is a block of the first of them.
class RowFeed final : public Feed {
 public:
  RowFeed(const Job& job, const RowSet& rows, GroupsOf groups, RunCounters* counters,
          uint32_t threads)
      : rows_(rows),
        groups_(groups),
        counters_(counters),
        cuts_(rows.Cuts()),
        in_flight_(BatchesInFlight(threads)),
        has_floats_(std::any_of(
            job.metrics().begin(), job.metrics().end(),
            [](const MadeMetric& made) { return made.metric->Floats().has_value(); })) {}

  uint32_t starts() const override { return in_flight_; }
  void OnStart(Orders& orders) override { Issue(orders); }
  void OnBlock(Block, Orders&) override {}
  void OnBatchDone(Orders& orders) override { Issue(orders); }
  void Read(Block&) const override {}
  // For who looks at a batch before it is scored. What cannot be read is told by Score().
  void Fill(Batch& batch) const override {
    if (!batch.excluded.empty()) return;
    absl::StatusOr<SegmentFacts> facts = rows_.ReadFacts(batch.first, batch.segments);
    if (facts.ok()) TakeFacts(*facts, groups_, batch);
  }
  absl::Status Score(Worker& worker, Batch& batch, const BatchOutput& output) const override {
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
    return absl::OkStatus();
  }
  absl::Status Complete(Totals& totals) const override { return CompleteTotals(rows_, totals); }
  absl::Status status() const override { return absl::OkStatus(); }
  SourceFacts facts() const override { return rows_.header().sources; }

 private:
  void Issue(Orders& orders) {
    if (number_ + 1 >= cuts_.size()) return;
    auto batch = std::make_unique<Batch>();
    batch->number = number_;
    batch->first = cuts_[number_];
    batch->segments = static_cast<uint32_t>(cuts_[number_ + 1] - cuts_[number_]);
    // The first tells whether segments have names.
    if (number_ == 0) Fill(*batch);
    ++number_;
    orders.batches.push_back(std::move(batch));
  }

  const RowSet& rows_;
  GroupsOf groups_;
  RunCounters* counters_;
  std::vector<uint64_t> cuts_;
  uint32_t in_flight_;
  bool has_floats_;
  uint64_t number_ = 0;
};

constexpr uint32_t kSmallestBlock = 32 << 10;
// Segments of all streams together in one batch, so that thousands of systems take no more memory
// than a few do; from so many streams on, blocks ahead would hold more than batches do.
constexpr size_t kBatchCells = 1 << 17;
constexpr uint32_t kSmallestBatch = 16;
constexpr size_t kManyStreams = 256;

// One thread alternates between reading and scoring and needs nothing ahead. Several get enough
// blocks to keep busy while others are being read, made smaller when there are many streams so that
// the text in memory stays within 16 MB + 4 MB per thread, or 32 KiB for each of many streams. Of
// short texts blocks and batches are small, since the pages that hold them are made for this run.
ReadLimits LimitsOf(const Schedule& schedule, uint32_t threads,
                    const std::vector<std::unique_ptr<Source>>& sources) {
  const size_t streams = sources.size();
  ReadLimits limits;
  limits.batch_segments = std::min<uint32_t>(
      schedule.batch_segments,
      std::max(kSmallestBatch, static_cast<uint32_t>(kBatchCells / std::max<size_t>(streams, 1))));
  limits.split_paragraphs = schedule.split_paragraphs;
  limits.annotated = schedule.annotated;
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
  return std::make_unique<CallerFeed>(next, BatchesInFlight(ThreadsOf(schedule.threads)));
}

std::unique_ptr<Feed> FeedOf(const TextColumns& texts, const Schedule& schedule) {
  return std::make_unique<TextFeed>(texts, schedule, ThreadsOf(schedule.threads));
}

std::unique_ptr<Feed> FeedOf(const Job& job, const RowSet& rows, GroupsOf groups,
                             const Schedule& schedule) {
  return std::make_unique<RowFeed>(job, rows, groups, schedule.counters,
                                   ThreadsOf(schedule.threads));
}

}  // namespace mtgauge
