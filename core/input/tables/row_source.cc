// Cuts blocks of bytes into rows.
#include "core/input/tables/row_source.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <iterator>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "core/base/split.h"
#include "core/input/peek.h"
#include "core/input/tables/marked_lines.h"
#include "core/simd/kernels.h"

namespace mtgauge {
namespace {

constexpr uint32_t kMostBytes = UINT32_MAX - kTextPadding;  // of a row
constexpr uint32_t kFirstRowBytes = 64 << 10;               // read at once to find the first row
// Blocks are smaller if there are many streams. These have work for all threads as they are, and
// blocks that wait would need much memory.
constexpr uint32_t kWorthARest = 64 << 10;

}  // namespace

Status RowReader::ReadLines(std::string_view rows, uint64_t& lines,
                            std::span<BlockFiller> fillers) {
  while (!rows.empty()) {
    const std::string_view row = TakeLine(rows);
    MTG_RETURN_IF_ERROR(Read({row, ++lines}, fillers));
  }
  return OkStatus();
}

// Those that are not at work, with the memory of what they have read. Thread-safe.
class RowSource::Readers {
 public:
  RowReaderMaker make;

  std::shared_ptr<Lines> Take() {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (idle_.empty()) {
      auto lines = std::make_shared<Lines>();
      lines->reader = make();
      return lines;
    }
    std::shared_ptr<Lines> lines = std::move(idle_.back());
    idle_.pop_back();
    return lines;
  }
  void Put(std::shared_ptr<Lines> lines) {
    const std::lock_guard<std::mutex> lock(mutex_);
    idle_.push_back(std::move(lines));
  }

 private:
  std::mutex mutex_;
  std::vector<std::shared_ptr<Lines>> idle_;
};

RowSource::RowSource(std::unique_ptr<Source> bytes, std::unique_ptr<RowEnds> ends)
    : bytes_(std::move(bytes)), ends_(std::move(ends)), readers_(std::make_shared<Readers>()) {}

void RowSource::SetReaders(RowReaderMaker make) { readers_->make = std::move(make); }

Result<Row> RowSource::FirstRow(const OpenOptions& options) {
  Block block;
  uint32_t begin = 0;
  uint64_t line = 1;
  for (uint32_t sought = 0;;) {
    const uint32_t end = FindEnd(sought);
    const bool whole = end < size_ || (ended_ && end > begin);
    if (whole) {
      const Row row = RowAt(begin, end, line);
      begin = sought = std::min(end + 1, size_);
      line += LinesOf(row);
      if (IsBlankLine(row.text)) continue;
      if (bytes_->restarts()) next_ = 0;  // later blocks may have another size
      if (ends_ != nullptr) ends_->Restart();
      return row;
    }
    if (ended_) return Row();
    if (options.stop != nullptr && options.stop->load(std::memory_order_relaxed)) {
      return CancelledError();
    }
    sought = size_;
    MTG_RETURN_IF_ERROR(ReadBytes(kFirstRowBytes, block));
    Keep({block.data.data(), block.bytes});
  }
}

std::unique_ptr<Source> RowSource::TakeBytes() {
  if (bytes_->restarts() || next_ == 0) return std::move(bytes_);
  return PutBack(std::move(bytes_), std::string(text_.data(), size_), ended_);
}

Status RowSource::PrepareToRewind() {
  if (bytes_->rereadable()) return bytes_->PrepareToRewind();
  MTG_ASSIGN_OR_RETURN(bytes_, MakeRereadable(TakeBytes()));
  Forget();
  return OkStatus();
}

void RowSource::Rewind() {
  bytes_->Rewind();
  Forget();
}

void RowSource::Forget() {
  next_ = 0;
  size_ = sought_ = 0;
  lines_ = bytes_->start().lines;
  ended_ = false;
  failed_ = OkStatus();
  if (ends_ != nullptr) ends_->Restart();
}

void RowSource::Read(uint32_t block_bytes, Block& block) {
  BlockFiller filler(block);
  const std::span<BlockFiller> fillers = fillers_.empty() ? std::span(&filler, 1) : fillers_;
  std::shared_ptr<Lines> lines = TakeLines(block_bytes);
  const Status rows = ends_ == nullptr ? lines->Read(fillers) : ReadRows(*lines->reader, fillers);
  readers_->Put(std::move(lines));
  if (!rows.ok()) failed_ = rows;
  const bool anything = filler.bytes() > 0;
  filler.Finish(ended_ && failed_.ok());
  // Rows before an error go first, in a block of their own.
  if (!anything) block.status = failed_;
}

void RowSource::Fetch(uint32_t block_bytes, Block& block) {
  const bool has_rest = ends_ == nullptr && fillers_.empty() && block_bytes >= kWorthARest;
  if (!has_rest) return Read(block_bytes, block);
  const std::shared_ptr<Lines> lines = TakeLines(block_bytes);
  if (lines->count == 0) {
    BlockFiller(block).Finish(ended_ && failed_.ok());
    block.status = failed_;
    return;
  }
  block.extras = nullptr;
  block.lines = lines->count;
  block.last = ended_ && failed_.ok();
  block.rest = [lines, readers = readers_](Block& made) {
    const bool last = made.last;  // a source around this one may know that more follows
    BlockFiller filler(made);
    const Status status = lines->Read({&filler, 1});
    filler.Finish(last && status.ok());
    made.status = status;
    readers->Put(lines);
  };
}

Status RowSource::ReadBytes(uint32_t block_bytes, Block& block) {
  block.index = next_++;
  bytes_->Read(block_bytes, block);
  MTG_RETURN_IF_ERROR(block.status);
  ended_ = block.last;
  if (block.bytes <= kMostBytes - size_) return OkStatus();
  return InputError({name(), lines_ + 1},
                    fmt::format("the line is longer than {} bytes", kMostBytes),
                    "check that the file has one record per line");
}

// Appends to text_.
void RowSource::Keep(std::string_view bytes) {
  if (bytes.empty()) return;
  text_.Grow(size_t{size_} + bytes.size() + kTextPadding, size_);
  std::memcpy(text_.data() + size_, bytes.data(), bytes.size());
  size_ += static_cast<uint32_t>(bytes.size());
  std::memset(text_.data() + size_, 0, kTextPadding);
}

void RowSource::DropKept(uint32_t bytes) {
  size_ -= bytes;
  if (size_ > 0 && bytes > 0) std::memmove(text_.data(), text_.data() + bytes, size_);
}

Status RowSource::ReadRows(RowReader& reader, std::span<BlockFiller> fillers) {
  uint32_t begin = 0;
  Status status;
  while (status.ok() && begin < size_) {
    const uint32_t end = FindEnd(std::max(begin, sought_));
    if (end == size_ && !ended_) break;
    const Row row = RowAt(begin, end, lines_ + 1);
    status = reader.Read(row, fillers);
    lines_ += LinesOf(row);
    begin = std::min(end + 1, size_);
  }
  // An error ends the column, so nothing after it is looked at again.
  DropKept(status.ok() ? begin : size_);
  sought_ = size_;
  return status;
}

Status RowSource::Lines::Read(std::span<BlockFiller> fillers) {
  uint64_t line = before;
  MTG_RETURN_IF_ERROR(reader->ReadLines(begun_lines, line, fillers));
  return reader->ReadLines(lines, line, fillers);
}

// Reads a block. If rows are lines, takes those that end in it; otherwise they are then in text_.
std::shared_ptr<RowSource::Lines> RowSource::TakeLines(uint32_t block_bytes) {
  // Drop the bytes that were read to find the first row.
  if (bytes_->restarts() && next_ == 0) Forget();
  std::shared_ptr<Lines> taken = readers_->Take();
  Block& block = taken->block;
  const bool reads = failed_.ok() && !ended_;
  if (reads) failed_ = ReadBytes(block_bytes, block);
  if (!reads || !failed_.ok()) {
    block.bytes = 0;
    block.lines = 0;
  }
  if (ends_ == nullptr && ended_ && failed_.ok()) EndLastLine(block);
  std::string_view fresh(block.data.data(), block.bytes);
  if (ends_ != nullptr) {
    Keep(fresh);
    return taken;
  }
  taken->before = lines_;
  taken->count = block.lines;
  taken->begun_lines = size_ > 0 ? TakeBegun(fresh, *taken) : std::string_view();
  taken->lines = fresh.substr(0, WholeLines(fresh));
  Keep(fresh.substr(taken->lines.size()));
  sought_ = size_;
  lines_ += taken->count;
  return taken;
}

void RowSource::EndLastLine(Block& block) const {
  const bool open =
      block.bytes > 0 ? block.data[block.bytes - 1] != '\n' : size_ > 0 && text_[size_ - 1] != '\n';
  if (!open) return;
  block.data.Grow(size_t{block.bytes} + 1 + kTextPadding, block.bytes);
  block.data[block.bytes++] = '\n';
  ++block.lines;
}

// Takes the lines of text_, of which the last may end with the first of a block, and removes that
// from the block's bytes.
std::string_view RowSource::TakeBegun(std::string_view& fresh, Lines& taken) {
  const std::string_view end = fresh.substr(0, std::min(fresh.find('\n'), fresh.size() - 1) + 1);
  fresh.remove_prefix(end.size());
  taken.count += ActiveKernels().count_lines(text_.data(), size_);
  Keep(end);
  if (FindEnd(sought_) == size_) return {};
  const std::string_view kept(text_.data(), size_);
  const std::string_view whole = kept.substr(0, WholeLines(kept));
  std::swap(taken.begun, text_);
  size_ = 0;
  Keep(kept.substr(whole.size()));
  return whole;
}

// Returns the end of the row, or of text_ if it is not there.
uint32_t RowSource::FindEnd(uint32_t from) {
  const std::string_view piece(text_.data() + from, size_ - from);
  const size_t end =
      ends_ == nullptr ? std::min(piece.find('\n'), piece.size()) : ends_->Find(piece);
  return from + static_cast<uint32_t>(end);
}

uint64_t RowSource::LinesOf(const Row& row) const {
  if (ends_ == nullptr) return 1;
  return 1 + ActiveKernels().count_lines(row.text.data(), row.text.size());
}

Row RowSource::RowAt(uint32_t begin, uint32_t end, uint64_t line) const {
  std::string_view text(text_.data() + begin, end - begin);
  if (text.ends_with('\r')) text.remove_suffix(1);
  return {text, line};
}

std::span<const std::string_view> TextNames(Role role) {
  static constexpr std::array<std::string_view, 3> kReferences = {"ref", "reference", "refs"};
  static constexpr std::array<std::string_view, 3> kSystems = {"hyp", "hypothesis", "translation"};
  static constexpr std::array<std::string_view, 3> kSources = {"src", "source", "source_text"};
  switch (role) {
    case Role::kReference:
      return kReferences;
    case Role::kSystem:
      return kSystems;
    case Role::kSource:
      break;
  }
  return kSources;
}

bool IsColumnName(std::string_view cell) {
  static constexpr std::string_view kColumnNames[] = {
      "ref",         "refs",     "reference", "references", "hyp",    "hypothesis",
      "translation", "mt",       "src",       "source",     "text",   "target",
      "tgt",         "sentence", "segment",   "system",     "output", "id",
      "segment_id",  "doc",      "doc_id",    "document",   "lang",   "lp"};
  std::string lowered(cell);
  for (char& c : lowered) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
  return std::find(std::begin(kColumnNames), std::end(kColumnNames), std::string_view(lowered)) !=
         std::end(kColumnNames);
}

bool IsIdName(std::string_view name) { return name == "id"; }

bool IsDocumentName(std::string_view name) {
  return name == "doc_id" || name == "document" || name == "doc";
}

}  // namespace mtgauge
