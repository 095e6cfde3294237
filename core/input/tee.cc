// Passes each piece of a sequential source to all readers.
#include "core/input/tee.h"

#include <atomic>
#include <cstring>
#include <deque>
#include <mutex>
#include <string>
#include <utility>

namespace mtgauge {
namespace {

class Shared {
 public:
  Shared(std::unique_ptr<Source> source, size_t readers)
      : source_(std::move(source)), queues_(readers), passes_(readers) {}

  Source& source() { return *source_; }

  void Read(size_t reader, uint32_t block_bytes, Block& block) {
    if (Take(reader, block)) return;
    // A reader that waits for the source does not block others from data that has already arrived.
    const std::lock_guard<std::mutex> reading(reading_);
    if (Take(reader, block)) return;
    const uint64_t index = std::exchange(block.index, next_++);
    source_->Read(block_bytes, block);
    block.index = index;
    if (block.bytes > 0 || block.last || !block.status.ok()) PassOn(reader, block);
  }

  // The first reader that is rewound rewinds the source.
  void Rewind(size_t reader) {
    if (passes_[reader]++ < pass_) return;
    ++pass_;
    source_->Rewind();
    next_ = 0;
    for (auto& queue : queues_) queue.clear();
  }

 private:
  struct Piece {
    std::string bytes;
    bool last;
    Status status;
  };

  bool Take(size_t reader, Block& block) {
    std::shared_ptr<const Piece> piece;
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      if (queues_[reader].empty()) return false;
      piece = std::move(queues_[reader].front());
      queues_[reader].pop_front();
    }
    Clear(block, static_cast<uint32_t>(piece->bytes.size()));
    std::memcpy(block.data.data(), piece->bytes.data(), piece->bytes.size());
    block.bytes = static_cast<uint32_t>(piece->bytes.size());
    block.last = piece->last;
    block.status = piece->status;
    Seal(block);
    return true;
  }

  void PassOn(size_t reader, const Block& block) {
    const auto piece = std::make_shared<const Piece>(
        Piece{std::string(block.data.data(), block.bytes), block.last, block.status});
    const std::lock_guard<std::mutex> lock(mutex_);
    for (size_t other = 0; other < queues_.size(); ++other) {
      if (other != reader) queues_[other].push_back(piece);
    }
  }

  std::unique_ptr<Source> source_;
  std::mutex reading_;  // guards source_ and next_; locked before mutex_
  uint64_t next_ = 0;   // next block of the source
  std::mutex mutex_;    // guards queues_
  std::vector<std::deque<std::shared_ptr<const Piece>>> queues_;  // [reader], pieces not taken yet
  std::vector<uint64_t> passes_;                                  // [reader], number of rewinds
  uint64_t pass_ = 0;                                             // number of rewinds of the source
};

class Branch final : public Source {
 public:
  Branch(std::shared_ptr<Shared> shared, size_t reader)
      : shared_(std::move(shared)), reader_(reader) {}

  const std::string& name() const override { return shared_->source().name(); }
  bool ranged() const override { return shared_->source().ranged(); }
  uint64_t size() const override { return shared_->source().size(); }
  Extent extent() const override {
    if (!ranged()) return shared_->source().extent();
    return {read_.load(std::memory_order_relaxed), size()};  // others read elsewhere
  }
  bool rereadable() const override { return shared_->source().rereadable(); }
  bool whole_ids() const override { return shared_->source().whole_ids(); }

  void Read(uint32_t block_bytes, Block& block) override {
    if (!ranged()) return shared_->Read(reader_, block_bytes, block);
    shared_->source().Read(block_bytes, block);
    read_.store(block.index * block_bytes + block.bytes, std::memory_order_relaxed);
  }

  void ReadAt(uint64_t from, uint32_t bytes, Block& block) override {
    shared_->source().ReadAt(from, bytes, block);
    read_.store(from + block.bytes, std::memory_order_relaxed);
  }

  Status PrepareToRewind() override {
    return rereadable() ? shared_->source().PrepareToRewind() : OkStatus();
  }
  void Rewind() override { shared_->Rewind(reader_); }

 private:
  std::shared_ptr<Shared> shared_;
  size_t reader_;
  std::atomic<uint64_t> read_{0};  // end of its last read, if the source is ranged
};

}  // namespace

std::vector<std::unique_ptr<Source>> Tee(std::unique_ptr<Source> source, size_t readers) {
  std::vector<std::unique_ptr<Source>> branches;
  if (readers == 1) {
    branches.push_back(std::move(source));
    return branches;
  }
  const auto shared = std::make_shared<Shared>(std::move(source), readers);
  for (size_t r = 0; r < readers; ++r) branches.push_back(std::make_unique<Branch>(shared, r));
  return branches;
}

}  // namespace mtgauge
