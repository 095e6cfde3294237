// Cuts batches: a lane keeps the blocks of one stream in order, and the dispatcher takes the same
// number of lines from all lanes.
#include "core/input/dispatcher.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cstring>
#include <deque>
#include <iterator>
#include <mutex>
#include <optional>
#include <string_view>
#include <utility>

#include "core/input/paragraphs.h"
#include "core/input/standard_input.h"

namespace mtgauge {
namespace {

// Reuses the memory of blocks: when the last user of a block releases it, the next read fills it.
// Thread-safe; lives as long as any block.
class BlockPool {
 public:
  Block Take() {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (spare_.empty()) {
      spare_.reserve(++made_);  // so that Put() cannot fail
      return Block();
    }
    Block block = std::move(spare_.back());
    spare_.pop_back();
    return block;
  }

  void Put(Block block) noexcept {
    block.extras.reset();
    const std::lock_guard<std::mutex> lock(mutex_);
    if (spare_.size() < made_) spare_.push_back(std::move(block));
  }

 private:
  std::mutex mutex_;
  std::vector<Block> spare_;
  size_t made_ = 0;
};

using SharedBlock = std::shared_ptr<Block>;

SharedBlock Share(Block block, const std::shared_ptr<BlockPool>& pool) {
  return SharedBlock(new Block(std::move(block)), [pool](Block* used) {
    pool->Put(std::move(*used));
    delete used;
  });
}

// One stream: its blocks in order, and the position of the next record in them.
//
// A line that spans blocks is carried: its pieces are copied to a separate buffer and their blocks
// released, so that a line of any length needs only one block at a time.
class Lane {
 public:
  enum class State {
    kWaiting,  // for a block
    kLines,    // lines() records can be taken
    kEnd,
    kFailed,  // see error()
  };

  explicit Lane(Source* source) : source_(source), taken_(source->start().segments) {}

  const std::string& name() const { return source_->name(); }
  FileLine place() { return source_->FileOf(Line()); }
  const Status& error() const { return error_; }
  uint64_t taken() const { return taken_; }
  bool reading() const { return reading_ > 0; }

  bool WantsRead(uint32_t blocks_ahead) const {
    return !closed_ && queue_.size() < blocks_ahead && (source_->ranged() || !fetching_);
  }
  // Returns the number of the block to read next.
  uint64_t Ask() {
    queue_.emplace_back();
    ++reading_;
    fetching_ = first_ + queue_.size() - 1;
    return *fetching_;
  }
  void OnFetched(uint64_t block) {
    if (fetching_ == block) fetching_.reset();
  }

  void Arrive(SharedBlock block) {
    --reading_;
    OnFetched(block->index);
    const uint64_t slot = block->index - first_;
    if (slot >= queue_.size()) return;  // requested before the end was known
    if (block->last || !block->status.ok()) {
      closed_ = true;
      queue_.resize(slot + 1);
    }
    queue_[slot] = std::move(block);
  }

  // Moves on to the next record, if the blocks that have arrived allow it.
  State Prepare(uint32_t line_bytes) {
    while (error_.ok() && !carry_whole_) {
      if (AtEnd()) {
        if (carry_bytes_ == 0) return State::kEnd;
        Carry("\n", 1, line_bytes);
        carry_whole_ = true;
      } else if (!Open()) {
        if (error_.ok()) return State::kWaiting;
      } else if (left_ == 0) {
        Carry(current().data.data() + at_, current().bytes - at_, line_bytes);
        if (error_.ok()) Pop();
      } else if (carry_bytes_ == 0) {
        return State::kLines;
      } else {
        at_ = EndOfLine(current(), 1);
        Carry(current().data.data(), at_, line_bytes);
        --left_;
        carry_whole_ = true;
      }
    }
    return error_.ok() ? State::kLines : State::kFailed;
  }

  // Records that one batch can take after Prepare() returned kLines.
  uint64_t lines() const { return carry_whole_ ? 1 : left_; }

  // Returns the ids, documents or groups of the next records; null if the stream does not give
  // them.
  std::string* Names(std::vector<std::string> LineExtras::*kind) {
    if (carry_whole_ || current().extras == nullptr) return nullptr;
    std::vector<std::string>& names = (*current().extras).*kind;
    return names.empty() ? nullptr : names.data() + next_line();
  }
  // Returns the line of the next record.
  uint64_t Line() {
    const bool told = !carry_whole_ && current().extras && !current().extras->lines.empty();
    return told ? current().extras->lines[next_line()] : taken_ + 1;
  }

  Stream Take(uint32_t records) {
    assert(records > 0 && records <= lines());
    taken_ += records;
    Stream stream;
    if (carry_whole_) {
      auto line = std::make_shared<Buffer<char>>(std::move(carry_));
      stream.text = line->data();
      stream.bytes = static_cast<uint32_t>(std::exchange(carry_bytes_, 0));
      stream.owner = std::move(line);
      carry_whole_ = false;
      return stream;
    }
    if (current().extras != nullptr) TakeExtras(*current().extras, records, stream);
    const uint32_t end = EndOfLine(current(), next_line() + records);
    stream.text = current().data.data() + at_;
    stream.bytes = end - at_;
    stream.owner = queue_.front();
    at_ = end;
    left_ -= records;
    return stream;
  }

  // Adds the lines of the blocks that have arrived to taken(), without keeping any.
  State CountRest() {
    if (std::exchange(carry_whole_, false)) {
      ++taken_;
      carry_bytes_ = 0;
    }
    while (error_.ok() && Open()) {
      taken_ += left_;
      if (at_ < current().bytes) carry_bytes_ = current().data[current().bytes - 1] != '\n' ? 1 : 0;
      Pop();
    }
    if (!error_.ok()) return State::kFailed;
    if (!AtEnd()) return State::kWaiting;
    taken_ += std::exchange(carry_bytes_, 0);
    return State::kEnd;
  }

 private:
  // Makes the front block current. Returns false if it has not arrived or has failed.
  bool Open() {
    if (open_) return true;
    if (queue_.empty() || queue_.front() == nullptr) return false;
    if (queue_.front()->lines == 0) error_ = queue_.front()->status;
    if (!error_.ok()) return false;
    at_ = 0;
    left_ = queue_.front()->lines;
    open_ = true;
    return true;
  }

  Block& current() const { return *queue_.front(); }
  // The line of the next record in the current block, from 0.
  uint64_t next_line() const { return current().lines - left_; }

  // Moves out the metadata of the next records. Each line is taken once, so nobody else needs it.
  void TakeExtras(LineExtras& extras, uint32_t records, Stream& stream) const {
    stream.escaped = extras.escaped;
    const auto from = static_cast<ptrdiff_t>(next_line());
    const auto to = from + ptrdiff_t{records};
    if (!extras.lines.empty()) {
      stream.lines.assign(extras.lines.begin() + from, extras.lines.begin() + to);
    }
    if (!extras.missing.empty()) {
      stream.missing.assign(extras.missing.begin() + from, extras.missing.begin() + to);
    }
    const auto before = [](const Aside& aside, ptrdiff_t line) { return aside.segment < line; };
    auto aside = std::lower_bound(extras.asides.begin(), extras.asides.end(), from, before);
    for (; aside != extras.asides.end() && aside->segment < to; ++aside) {
      stream.aside.push_back(
          {aside->segment - static_cast<uint32_t>(from), std::move(aside->text)});
    }
  }

  void Pop() {
    error_ = queue_.front()->status;
    queue_.pop_front();
    ++first_;
    open_ = false;
  }

  bool AtEnd() const { return closed_ && queue_.empty(); }

  // Appends bytes to the carried line.
  void Carry(const char* bytes, uint32_t count, uint32_t line_bytes) {
    if (count == 0) return;
    if (carry_bytes_ + count > line_bytes) {
      error_ = InputError({name(), taken_ + 1},
                          fmt::format("the line is longer than {} bytes", line_bytes),
                          "check that the file is text with one segment per line");
      return;
    }
    carry_.Grow(carry_bytes_ + count + kTextPadding, carry_bytes_);
    std::memcpy(carry_.data() + carry_bytes_, bytes, count);
    carry_bytes_ += count;
    std::memset(carry_.data() + carry_bytes_, 0, kTextPadding);
  }

  Source* source_;
  // Blocks requested and not yet used up, by number from first_; null while being read.
  std::deque<SharedBlock> queue_;
  uint64_t first_ = 0;
  uint32_t reading_ = 0;
  std::optional<uint64_t> fetching_;  // the last block asked for, until it is fetched
  bool closed_ = false;               // the last block has arrived: request no more

  bool open_ = false;  // the front block is the current one
  uint32_t at_ = 0;    // its first byte not yet taken
  uint64_t left_ = 0;  // number of LFs from at_ on

  Buffer<char> carry_;  // the beginning of a line, or a whole line
  uint64_t carry_bytes_ = 0;
  bool carry_whole_ = false;

  uint64_t taken_;  // records, including those before the first
  Status error_;
};

// Returns an error like "a.txt and 2 more have 5 segments but b.txt has 4; every file ...". For a
// lane that failed during counting it says "at least" and the number of segments seen.
Status UnequalError(const std::vector<Lane>& lanes, size_t references, size_t texts) {
  struct Group {
    const Lane* first;
    size_t more;
  };
  std::vector<Group> groups;  // by first file
  uint64_t most_in_reference = 0, most_in_system = 0;
  std::string remedy = "every file must have one line per segment";
  for (size_t i = 0; i < lanes.size(); ++i) {
    const Lane& lane = lanes[i];
    if (i < texts) {
      uint64_t& most = i < references ? most_in_reference : most_in_system;
      most = std::max(most, lane.taken());
      if (i >= references && lane.taken() == 0) remedy = RemedyForNoText(lane.name(), remedy);
      if (i >= references && lane.name().find_first_of("*?[") != std::string::npos) {
        remedy = fmt::format(
            "{} is one system of several files; leave out the quotes if each file is a "
            "system",
            lane.name());
      }
    }
    const auto same = std::find_if(groups.begin(), groups.end(), [&lane](const Group& group) {
      return group.first->taken() == lane.taken() && group.first->error().ok() == lane.error().ok();
    });
    if (same == groups.end()) {
      groups.push_back({&lane, 0});
    } else {
      ++same->more;
    }
  }
  std::string message;
  for (size_t i = 0; i < groups.size(); ++i) {
    const Group& group = groups[i];
    if (i > 0) message += i == 1 ? " but " : " and ";
    message += group.first->name();
    if (group.more > 0) message += fmt::format(" and {} more", group.more);
    message += group.more > 0 ? " have " : " has ";
    if (!group.first->error().ok()) message += "at least ";
    const uint64_t count = group.first->taken();
    message += std::to_string(count);
    if (i == 0) message += count == 1 ? " segment" : " segments";
  }
  if (references > 0 && most_in_system > most_in_reference) {
    remedy += " (if outputs contain line breaks, use JSON Lines with one record per segment)";
  }
  return InputError(std::move(message), std::move(remedy));
}

}  // namespace

struct Dispatcher::State {
  State(const std::vector<Source*>& sources, size_t reference_count, const ReadLimits& read_limits)
      : references(reference_count), limits(read_limits), pool(std::make_shared<BlockPool>()) {
    limits.batch_segments = std::max(limits.batch_segments, 1U);
    limits.batches_in_flight = std::max(limits.batches_in_flight, 1U);
    limits.blocks_ahead = std::max(limits.blocks_ahead, 1U);
    for (Source* source : sources) lanes.emplace_back(source);
    texts = lanes.size() - (limits.has_source_text ? 1 : 0);
    if (limits.annotated) texts /= 2;
    first_record = lanes.front().taken();
  }

  void Advance(Orders& orders) {
    if (phase == Phase::kCutting) Cut(orders);
    if (phase == Phase::kCounting) CountRest();
    if (phase != Phase::kDone) AskForReads(orders);
  }

  // Hands out batches until one lane lacks a block, ends or fails, or enough batches are in flight.
  void Cut(Orders& orders) {
    for (;;) {
      bool waiting = false;
      size_t ended = 0;
      const Lane* failed = nullptr;
      uint64_t count = limits.batch_segments;
      // Every lane moves on, even if another must wait: this releases used blocks.
      for (Lane& lane : lanes) {
        const Lane::State state = lane.Prepare(limits.line_bytes);
        waiting |= state == Lane::State::kWaiting;
        ended += state == Lane::State::kEnd;
        if (state == Lane::State::kFailed && failed == nullptr) failed = &lane;
        if (state == Lane::State::kLines) count = std::min(count, lane.lines());
      }
      // All lanes are at the same record, so once none waits the outcome depends only on the bytes
      // and not on the order in which blocks arrived.
      if (waiting) return;
      if (failed != nullptr) {
        status = failed->error();
        phase = Phase::kDone;
      } else if (ended == lanes.size() && AllHaveTaken(lanes.front().taken())) {
        phase = Phase::kDone;
      } else if (ended > 0) {
        phase = Phase::kCounting;
      }
      if (phase != Phase::kCutting || in_flight == limits.batches_in_flight) return;
      const uint32_t agreeing = Agreeing(static_cast<uint32_t>(count));
      if (agreeing == 0) {
        phase = Phase::kDone;
        return;
      }
      orders.batches.push_back(MakeBatch(agreeing));
    }
  }

  // In a shard, a stream may have ended before the first record.
  bool AllHaveTaken(uint64_t count) const {
    return std::all_of(lanes.begin(), lanes.end(),
                       [count](const Lane& lane) { return lane.taken() == count; });
  }

  // Returns how many of the next records have the same id, document and group in all streams that
  // give them. If it is 0, `status` says why; the message depends only on the first record and not
  // on `count`.
  uint32_t Agreeing(uint32_t count) {
    static constexpr std::pair<std::vector<std::string> LineExtras::*, std::string_view> kKinds[] =
        {{&LineExtras::ids, "segment"},
         {&LineExtras::documents, "document"},
         {&LineExtras::groups, "group"}};
    for (const auto& kind : kKinds) {
      Lane* first = nullptr;
      for (Lane& lane : lanes) {
        const std::string* const names = lane.Names(kind.first);
        if (names == nullptr) continue;
        if (first == nullptr) {
          first = &lane;
          continue;
        }
        const std::string* const expected = first->Names(kind.first);
        count = static_cast<uint32_t>(std::mismatch(names, names + count, expected).first - names);
        if (count > 0) continue;
        const FileLine here = lane.place(), there = first->place();
        ErrorPlace place{here.file, here.line, lane.taken()};
        place.named = true;
        status = InputError(
            place,
            fmt::format("{}:{} has {} '{}', but {}:{} has {} '{}'", place.file, place.line,
                        kind.second, *names, there.file, there.line, kind.second, *expected),
            "put the same records in the same order into all files");
        return 0;
      }
    }
    return count;
  }

  // Returns the ids, documents or groups of the next records, from the first stream that gives
  // them.
  std::vector<std::string> TakeNames(std::vector<std::string> LineExtras::*kind, uint32_t count) {
    for (Lane& lane : lanes) {
      std::string* const names = lane.Names(kind);
      if (names == nullptr) continue;
      return {std::make_move_iterator(names), std::make_move_iterator(names + count)};
    }
    return {};
  }

  // Returns the streams of a batch that a lane is one of.
  std::vector<Stream>& StreamsOf(size_t lane, Batch& batch) const {
    if (limits.has_source_text && lane + 1 == lanes.size()) return batch.sources;
    const bool of_reference = lane % texts < references;
    if (lane < texts) return of_reference ? batch.refs : batch.hyps;
    return of_reference ? batch.ref_annotations : batch.hyp_annotations;
  }

  std::unique_ptr<Batch> MakeBatch(uint32_t count) {
    auto batch = std::make_unique<Batch>();
    batch->number = batches++;
    batch->first = first_record + records;
    batch->segments = count;
    batch->ids = TakeNames(&LineExtras::ids, count);
    batch->documents = TakeNames(&LineExtras::documents, count);
    batch->groups = TakeNames(&LineExtras::groups, count);
    batch->refs.reserve(references);
    batch->hyps.reserve(texts - references);
    for (size_t i = 0; i < lanes.size(); ++i) StreamsOf(i, *batch).push_back(lanes[i].Take(count));
    records += count;
    if (limits.split_paragraphs) SplitParagraphs(lanes.front().name(), *batch, unsplit);
    batch->first = first_record + segments;
    segments += batch->segments;
    ++in_flight;
    return batch;
  }

  void CountRest() {
    bool waiting = false;
    for (Lane& lane : lanes) waiting |= lane.CountRest() == Lane::State::kWaiting;
    if (waiting) return;
    status = UnequalError(lanes, references, texts);
    phase = Phase::kDone;
  }

  void AskForReads(Orders& orders) {
    for (size_t i = 0; i < lanes.size(); ++i) {
      while (lanes[i].WantsRead(limits.blocks_ahead)) {
        Block block = pool->Take();
        block.stream = static_cast<uint32_t>(i);
        block.index = lanes[i].Ask();
        orders.reads.push_back(std::move(block));
      }
    }
  }

  enum class Phase { kCutting, kCounting, kDone };

  size_t references;
  size_t texts = 0;  // lanes of references and systems
  ReadLimits limits;
  std::shared_ptr<BlockPool> pool;
  std::vector<Lane> lanes;
  Phase phase = Phase::kCutting;
  uint64_t first_record = 0;
  uint64_t batches = 0, records = 0;
  uint64_t segments = 0;  // more than records if paragraphs are split
  UnsplitRecords unsplit;
  uint32_t in_flight = 0;
  Status status;
};

Dispatcher::Dispatcher(std::vector<Source*> sources, size_t references, const ReadLimits& limits)
    : state_(std::make_unique<State>(sources, references, limits)) {
  assert(!sources.empty() && references <= state_->texts);
  assert(!limits.annotated || sources.size() == 2 * state_->texts + limits.has_source_text);
}

Dispatcher::~Dispatcher() = default;

void Dispatcher::Start(Orders& orders) { state_->Advance(orders); }

void Dispatcher::OnBlock(Block block, Orders& orders) {
  Lane& lane = state_->lanes[block.stream];
  if (block.rest != nullptr) {
    lane.OnFetched(block.index);
    orders.reads.push_back(std::move(block));
  } else {
    lane.Arrive(Share(std::move(block), state_->pool));
  }
  state_->Advance(orders);
}

void Dispatcher::OnBatchDone(Orders& orders) {
  --state_->in_flight;
  state_->Advance(orders);
}

bool Dispatcher::finished() const {
  return state_->phase == State::Phase::kDone && state_->in_flight == 0 &&
         std::none_of(state_->lanes.begin(), state_->lanes.end(),
                      [](const Lane& lane) { return lane.reading(); });
}

Status Dispatcher::status() const { return state_->status; }

uint64_t Dispatcher::records() const { return state_->records; }
uint64_t Dispatcher::unsplit() const { return state_->unsplit.count; }
const std::string& Dispatcher::first_unsplit() const { return state_->unsplit.first; }

}  // namespace mtgauge
