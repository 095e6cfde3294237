// Runs a dispatcher to its end with reads and batches completing in a random order, and checks the
// dispatcher's guarantees meanwhile. Used by its unit test and its fuzzer.
#pragma once

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "core/input/dispatcher.h"
#include "core/simd/kernels.h"

namespace mtgauge::test {

// The results: lines[stream][record], without LF, and the order in which batches were cut.
struct Driven {
  std::vector<std::vector<std::string>> lines;      // including segments set aside
  std::vector<std::vector<uint64_t>> file_lines;    // [stream][record]
  std::vector<std::vector<uint8_t>> missing;        // [stream][record]
  std::vector<std::string> ids, documents, groups;  // [record]; empty if unknown
  uint64_t first = 0;                               // record; nothing before it is counted or kept
  std::vector<uint32_t> batch_sizes;
  Status status;
  size_t most_reads = 0;    // maximum number of pending reads of one stream
  size_t most_batches = 0;  // maximum number in flight
};

// Ends the program with a message unless `held`: a broken guarantee, in tests and fuzzers alike.
inline void Promise(bool held, const char* what) {
  if (held) return;
  std::fprintf(stderr, "the dispatcher broke a promise: %s\n", what);
  std::abort();
}

inline std::vector<std::string> SplitLines(const std::string& text) {
  std::vector<std::string> lines;
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find('\n', at), text.size());
    lines.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return lines;
}

class DispatcherDriver {
 public:
  DispatcherDriver(std::vector<Source*> sources, size_t references, const ReadLimits& limits,
                   uint64_t seed)
      : sources_(std::move(sources)),
        limits_(limits),
        random_(seed),
        dispatcher_(sources_, references, limits) {}

  Driven Run() {
    driven_.lines.resize(sources_.size());
    driven_.file_lines.resize(sources_.size());
    driven_.missing.resize(sources_.size());
    driven_.first = sources_.front()->start().segments;
    Orders orders;
    dispatcher_.Start(orders);
    Accept(orders);
    while (!reads_.empty() || !batches_.empty()) {
      Promise(!dispatcher_.finished(), "finished while something is under way");
      const size_t pick = random_() % (reads_.size() + batches_.size());
      Orders more;
      if (pick < reads_.size()) {
        Block block = TakeOut(reads_, pick);
        if (block.rest != nullptr) {
          FinishBlock(block);
        } else {
          sources_[block.stream]->Fetch(limits_.block_bytes, block);
        }
        dispatcher_.OnBlock(std::move(block), more);
      } else {
        Finish(*TakeOut(batches_, pick - reads_.size()));
        dispatcher_.OnBatchDone(more);
      }
      Accept(more);
    }
    Promise(dispatcher_.finished(), "nothing is under way but it is not finished");
    for (const auto& lines : driven_.lines) {
      Promise(lines.size() == dispatcher_.records(), "records() counts what was handed out");
    }
    driven_.status = dispatcher_.status();
    return std::move(driven_);
  }

 private:
  template <typename T>
  static T TakeOut(std::vector<T>& from, size_t i) {
    T taken = std::move(from[i]);
    from.erase(from.begin() + static_cast<ptrdiff_t>(i));
    return taken;
  }

  void Accept(Orders& orders) {
    for (Block& block : orders.reads) reads_.push_back(std::move(block));
    for (auto& batch : orders.batches) Check(std::move(batch));
    for (uint32_t stream = 0; stream < sources_.size(); ++stream) {
      const auto of_stream = [stream](const Block& block) { return block.stream == stream; };
      const auto under_way =
          static_cast<size_t>(std::count_if(reads_.begin(), reads_.end(), of_stream));
      const auto fetches = std::count_if(reads_.begin(), reads_.end(), [&](const Block& block) {
        return of_stream(block) && block.rest == nullptr;
      });
      driven_.most_reads = std::max(driven_.most_reads, under_way);
      Promise(sources_[stream]->ranged() || fetches <= 1, "one fetch of a sequential stream");
    }
    driven_.most_batches = std::max(driven_.most_batches, batches_.size());
    Promise(driven_.most_reads <= limits_.blocks_ahead, "blocks_ahead");
    Promise(driven_.most_batches <= limits_.batches_in_flight, "batches_in_flight");
  }

  void Check(std::unique_ptr<Batch> batch) {
    Promise(batch->number == driven_.batch_sizes.size(), "batches are numbered in order");
    Promise(batch->first == driven_.first + records_, "batches follow each other");
    Promise(batch->segments >= 1 && batch->segments <= limits_.batch_segments, "batch size");
    records_ += batch->segments;
    driven_.batch_sizes.push_back(batch->segments);
    for (size_t i = 0; i < sources_.size(); ++i) {
      driven_.lines[i].resize(records_);
      driven_.file_lines[i].resize(records_);
      driven_.missing[i].resize(records_);
    }
    driven_.ids.resize(records_);
    driven_.documents.resize(records_);
    driven_.groups.resize(records_);
    batches_.push_back(std::move(batch));
  }

  // Copies a batch's lines at the end of its life, to detect memory that is reused too early.
  void Finish(const Batch& batch) {
    size_t stream = 0;
    for (const auto* side :
         {&batch.refs, &batch.hyps, &batch.ref_annotations, &batch.hyp_annotations}) {
      for (const Stream& text : *side) {
        CopyLines(batch, text, driven_.lines[stream]);
        CopyExtras(batch, text, stream++);
      }
    }
    const auto at = static_cast<ptrdiff_t>(batch.first - driven_.first);
    Promise(batch.ids.empty() || batch.ids.size() == batch.segments, "an id for each");
    Promise(batch.documents.empty() || batch.documents.size() == batch.segments, "a document each");
    std::copy(batch.ids.begin(), batch.ids.end(), driven_.ids.begin() + at);
    std::copy(batch.documents.begin(), batch.documents.end(), driven_.documents.begin() + at);
    Promise(batch.groups.empty() || batch.groups.size() == batch.segments, "a group each");
    std::copy(batch.groups.begin(), batch.groups.end(), driven_.groups.begin() + at);
    Promise(stream == sources_.size(), "one stream per source");
  }

  void CopyLines(const Batch& batch, const Stream& stream, std::vector<std::string>& lines) {
    const std::string padded(stream.text, size_t{stream.bytes} + kTextPadding);  // readable
    const std::string text = padded.substr(0, stream.bytes);
    Promise(text.back() == '\n', "a stream ends with LF");
    std::vector<std::string> split = SplitLines(text);
    Promise(split.size() == batch.segments, "one LF per segment");
    const auto at = static_cast<ptrdiff_t>(batch.first - driven_.first);
    std::move(split.begin(), split.end(), lines.begin() + at);
  }

  void CopyExtras(const Batch& batch, const Stream& stream, size_t index) {
    Promise(stream.lines.empty() || stream.lines.size() == batch.segments, "a line for each");
    Promise(stream.missing.empty() || stream.missing.size() == batch.segments, "a mark for each");
    const uint64_t at = batch.first - driven_.first;
    for (uint32_t i = 0; i < batch.segments; ++i) {
      driven_.file_lines[index][at + i] = batch.line_of(stream, i);
      driven_.missing[index][at + i] = stream.missing_at(i) ? 1 : 0;
    }
    int64_t before = -1;
    for (const Aside& aside : stream.aside) {
      Promise(aside.segment > before && aside.segment < batch.segments, "asides are in order");
      before = aside.segment;
      std::string& line = driven_.lines[index][at + aside.segment];
      Promise(line.empty(), "the line of an aside is empty");
      line = aside.text;
    }
  }

  std::vector<Source*> sources_;
  ReadLimits limits_;
  std::minstd_rand random_;
  Dispatcher dispatcher_;
  std::vector<Block> reads_;
  std::vector<std::unique_ptr<Batch>> batches_;
  uint64_t records_ = 0;
  Driven driven_;
};

inline Driven Drive(const std::vector<std::unique_ptr<Source>>& sources, size_t references,
                    const ReadLimits& limits, uint64_t seed) {
  std::vector<Source*> plain;
  for (const auto& source : sources) plain.push_back(source.get());
  return DispatcherDriver(std::move(plain), references, limits, seed).Run();
}

}  // namespace mtgauge::test
