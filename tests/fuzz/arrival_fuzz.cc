// Fuzzes reading for a program that waits for each score (--flush): however the bytes of the
// streams arrive, every record is delivered as soon as all streams have its complete line, and the
// records are those of a read without pauses.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/input/formats/format.h"
#include "tests/support/drive_dispatcher.h"
#include "tests/support/fuzz_numbers.h"

namespace {

using mtgauge::Block;
using mtgauge::test::Numbers;
using mtgauge::test::Promise;
using mtgauge::test::SplitLines;

// A pipe that contains the bytes written so far, for which nobody waits.
class Pipe final : public mtgauge::Source {
 public:
  explicit Pipe(std::string bytes) : bytes_(std::move(bytes)) {}

  void Write(size_t bytes) { written_ = std::min(written_ + bytes, bytes_.size()); }
  void Close() { closed_ = true; }
  bool complete() const { return written_ == bytes_.size(); }
  bool closed() const { return closed_; }
  // Returns the number of complete lines that have been written.
  size_t lines() const {
    const auto end = bytes_.begin() + static_cast<ptrdiff_t>(written_);
    const auto lines = static_cast<size_t>(std::count(bytes_.begin(), end, '\n'));
    const bool open_line = written_ > 0 && bytes_[written_ - 1] != '\n';
    return lines + (closed_ && open_line ? 1 : 0);
  }

  const std::string& name() const override { return name_; }
  bool ranged() const override { return false; }
  void Read(uint32_t block_bytes, Block& block) override {
    mtgauge::Clear(block, block_bytes);
    block.bytes = static_cast<uint32_t>(std::min<size_t>(block_bytes, written_ - read_));
    std::memcpy(block.data.data(), bytes_.data() + read_, block.bytes);
    read_ += block.bytes;
    block.last = closed_ && read_ == bytes_.size();
    mtgauge::Seal(block);
  }

 private:
  std::string name_ = "pipe", bytes_;
  size_t written_ = 0, read_ = 0;
  bool closed_ = false;
};

// Reads pipes as far as they are filled, record by record.
class Reader {
 public:
  Reader(const std::vector<mtgauge::Source*>& sources, size_t references,
         const mtgauge::ReadLimits& limits)
      : sources_(sources),
        block_bytes_(limits.block_bytes),
        dispatcher_(sources, references, limits),
        lines_(sources.size()) {
    mtgauge::Orders orders;
    dispatcher_.Start(orders);
    Accept(orders);
  }

  // Reads until the written bytes give nothing more: a few reads without a byte.
  void Settle() {
    for (size_t idle = 0; idle < 4 && !dispatcher_.finished();) {
      bool moved = false;
      for (Block& block : std::exchange(reads_, {})) {
        sources_[block.stream]->Read(block_bytes_, block);
        moved |= block.bytes > 0 || block.last;
        mtgauge::Orders more;
        dispatcher_.OnBlock(std::move(block), more);
        Accept(more);
      }
      idle = moved ? 0 : idle + 1;
    }
  }

  const std::vector<std::string>& lines(size_t stream) const { return lines_[stream]; }
  size_t records() const { return lines_.front().size(); }
  bool finished() const { return dispatcher_.finished(); }
  mtgauge::Status status() const { return dispatcher_.status(); }

 private:
  void Accept(mtgauge::Orders& orders) {
    while (true) {
      std::move(orders.reads.begin(), orders.reads.end(), std::back_inserter(reads_));
      if (orders.batches.empty()) return;
      mtgauge::Orders more;
      for (auto& batch : orders.batches) {
        Keep(*batch);
        batch.reset();
        dispatcher_.OnBatchDone(more);
      }
      orders = std::move(more);
    }
  }

  void Keep(const mtgauge::Batch& batch) {
    size_t stream = 0;
    for (const auto* side : {&batch.refs, &batch.hyps}) {
      for (const mtgauge::Stream& text : *side) {
        for (std::string& line : SplitLines({text.text, text.bytes})) {
          lines_[stream].push_back(std::move(line));
        }
        ++stream;
      }
    }
  }

  std::vector<mtgauge::Source*> sources_;
  uint32_t block_bytes_;
  mtgauge::Dispatcher dispatcher_;
  std::vector<std::vector<std::string>> lines_;  // [stream]
  std::vector<Block> reads_;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  Numbers numbers(data, size);
  const size_t streams = 1 + numbers.Below(3);
  const size_t references = numbers.Below(static_cast<uint32_t>(streams) + 1);
  mtgauge::ReadLimits limits;
  limits.block_bytes = 1 + numbers.Below(64);
  limits.batch_segments = 1 + numbers.Below(8);
  limits.batches_in_flight = 1 + numbers.Below(4);
  limits.blocks_ahead = 1 + numbers.Below(4);
  // The arrival of bytes: a stream and a number of bytes each time.
  std::vector<std::pair<size_t, size_t>> pieces(numbers.Below(64));
  for (auto& [stream, bytes] : pieces) {
    stream = numbers.Below(static_cast<uint32_t>(streams));
    bytes = 1 + numbers.Below(40);
  }
  std::vector<std::unique_ptr<Pipe>> pipes;
  std::vector<mtgauge::Source*> sources;
  std::vector<std::vector<std::string>> expected;
  for (size_t i = 0; i < streams; ++i) {
    const std::string text = numbers.Take(numbers.Below(200));
    expected.push_back(SplitLines(text));
    pipes.push_back(std::make_unique<Pipe>(text));
    sources.push_back(pipes.back().get());
  }
  Reader reader(sources, references, limits);
  const auto check = [&] {
    reader.Settle();
    size_t whole = SIZE_MAX;
    for (const auto& pipe : pipes) whole = std::min(whole, pipe->lines());
    Promise(reader.records() == whole, "a record is handed out when all streams have its line");
  };
  for (const auto& [stream, bytes] : pieces) {
    pipes[stream]->Write(bytes);
    check();
  }
  for (const auto& pipe : pipes) {
    while (!pipe->complete()) pipe->Write(SIZE_MAX / 2);
    check();
    pipe->Close();
    check();
  }
  Promise(reader.finished(), "it comes to an end");
  size_t shortest = SIZE_MAX, longest = 0;
  for (const auto& lines : expected) {
    shortest = std::min(shortest, lines.size());
    longest = std::max(longest, lines.size());
  }
  Promise(reader.status().ok() == (shortest == longest),
          "an error for unequal counts and only then");
  for (size_t i = 0; i < streams; ++i) {
    expected[i].resize(shortest);
    Promise(reader.lines(i) == expected[i], "lines equal a plain splitter's");
  }
  return 0;
}
