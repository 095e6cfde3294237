// One source whose reader fills a block for each column; blocks are queued, as in Tee.
#include "core/input/tables/row_fan.h"

#include <deque>
#include <mutex>
#include <utility>

namespace mtgauge {
namespace {

class Shared {
 public:
  Shared(std::unique_ptr<FanSource> rows, size_t columns)
      : rows_(std::move(rows)),
        extent_(rows_->extent()),
        queues_(columns),
        closed_(columns),
        passes_(columns) {}

  const std::string& name() const { return rows_->name(); }
  Extent extent() const {
    const std::lock_guard<std::mutex> lock(mutex_);
    return extent_;
  }
  Place start() const { return rows_->start(); }
  bool rereadable() const { return rows_->rereadable(); }
  bool whole_ids() const { return rows_->whole_ids(); }

  void Read(size_t column, uint32_t block_bytes, Block& block) {
    if (Take(column, block)) return;
    // A column that waits for the rows does not block others from data that has already arrived.
    const std::lock_guard<std::mutex> reading(reading_);
    if (Take(column, block)) return;
    Fill(block_bytes);
    if (!Take(column, block)) BlockFiller(block).Finish(false);
  }

  // Nobody will read the column.
  void Close(size_t column) {
    const std::lock_guard<std::mutex> lock(mutex_);
    closed_[column] = true;
    queues_[column].clear();
  }

  Status PrepareToRewind() { return rows_->PrepareToRewind(); }

  // The first column that is rewound rewinds the rows.
  void Rewind(size_t column) {
    if (passes_[column]++ < pass_) return;
    ++pass_;
    rows_->Rewind();
    next_ = 0;
    for (auto& queue : queues_) queue.clear();
  }

 private:
  bool Take(size_t column, Block& block) {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (queues_[column].empty()) return false;
    Block taken = std::move(queues_[column].front());
    queues_[column].pop_front();
    taken.stream = block.stream;
    taken.index = block.index;
    block = std::move(taken);
    return true;
  }

  // Reads more rows. Rows before an error go first, in separate blocks.
  void Fill(uint32_t block_bytes) {
    std::vector<Block> blocks(queues_.size());
    std::vector<BlockFiller> fillers(blocks.begin(), blocks.end());
    Block own;
    own.index = next_++;
    rows_->Aim(fillers);
    rows_->Read(block_bytes, own);
    const bool anything = fillers.front().bytes() > 0;
    const bool ended = own.last && own.status.ok();
    for (BlockFiller& filler : fillers) filler.Finish(ended);
    const std::lock_guard<std::mutex> lock(mutex_);
    extent_ = rows_->extent();
    for (size_t column = 0; column < queues_.size(); ++column) {
      if (closed_[column]) continue;
      if (anything || ended) queues_[column].push_back(std::move(blocks[column]));
      if (own.status.ok()) continue;
      Block& failed = queues_[column].emplace_back();
      Clear(failed, 0);
      failed.status = own.status;
      Seal(failed);
    }
  }

  std::unique_ptr<FanSource> rows_;
  std::mutex reading_;                     // guards rows_ and next_; locked before mutex_
  uint64_t next_ = 0;                      // next block of the rows
  mutable std::mutex mutex_;               // guards extent_ and queues_
  Extent extent_;                          // after the last Fill()
  std::vector<std::deque<Block>> queues_;  // [column], blocks not taken yet
  std::vector<bool> closed_;               // [column], guarded by mutex_
  std::vector<uint64_t> passes_;           // [column], number of rewinds
  uint64_t pass_ = 0;                      // number of rewinds of the rows
};

class FanColumn final : public Source {
 public:
  FanColumn(std::shared_ptr<Shared> shared, size_t column)
      : shared_(std::move(shared)), column_(column) {}

  ~FanColumn() override { shared_->Close(column_); }
  FanColumn(const FanColumn&) = delete;
  FanColumn& operator=(const FanColumn&) = delete;

  const std::string& name() const override { return shared_->name(); }
  bool ranged() const override { return false; }
  Extent extent() const override { return shared_->extent(); }
  Place start() const override { return shared_->start(); }
  bool whole_ids() const override { return shared_->whole_ids(); }
  bool rereadable() const override { return shared_->rereadable(); }
  Status PrepareToRewind() override { return shared_->PrepareToRewind(); }
  void Rewind() override { shared_->Rewind(column_); }
  void Read(uint32_t block_bytes, Block& block) override {
    shared_->Read(column_, block_bytes, block);
  }

 private:
  std::shared_ptr<Shared> shared_;
  size_t column_;
};

}  // namespace

std::vector<std::unique_ptr<Source>> FanOut(std::unique_ptr<Source> bytes, size_t columns,
                                            RowReaderMaker make) {
  auto rows = std::make_unique<RowSource>(std::move(bytes));
  rows->SetReaders(std::move(make));
  return FanOut(std::move(rows), columns);
}

std::vector<std::unique_ptr<Source>> FanOut(std::unique_ptr<FanSource> rows, size_t columns) {
  std::vector<std::unique_ptr<Source>> sources;
  if (columns == 1) {
    sources.push_back(std::move(rows));
    return sources;
  }
  const auto shared = std::make_shared<Shared>(std::move(rows), columns);
  for (size_t c = 0; c < columns; ++c) sources.push_back(std::make_unique<FanColumn>(shared, c));
  return sources;
}

}  // namespace mtgauge
