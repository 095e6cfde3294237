// Cuts blocks of bytes into rows.
#include "core/input/tables/row_source.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <iterator>
#include <string>
#include <utility>

#include "core/input/peek.h"
#include "core/simd/kernels.h"

namespace mtgauge {
namespace {

constexpr uint32_t kMostBytes = UINT32_MAX - kTextPadding;  // of a row
constexpr uint32_t kFirstRowBytes = 64 << 10;               // read at once to find the first row

bool IsBlank(std::string_view text) {
  return text.find_first_not_of(" \t\r\v\f") == std::string_view::npos;
}

}  // namespace

Result<Row> RowSource::FirstRow(const OpenOptions& options) {
  uint32_t begin = 0;
  uint64_t line = 1;
  for (uint32_t sought = 0;;) {
    const uint32_t end = FindEnd(sought);
    const bool whole = end < size_ || (ended_ && end > begin);
    if (whole) {
      const Row row = RowAt(begin, end, line);
      begin = sought = std::min(end + 1, size_);
      line += LinesOf(row);
      if (IsBlank(row.text)) continue;
      if (bytes_->restarts()) next_ = 0;  // later blocks may have another size
      if (ends_ != nullptr) ends_->Restart();
      return row;
    }
    if (ended_) return Row();
    if (options.stop != nullptr && options.stop->load(std::memory_order_relaxed)) {
      return CancelledError();
    }
    sought = size_;
    MTG_RETURN_IF_ERROR(ReadBytes(kFirstRowBytes));
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
  // Drop the bytes that were read to find the first row.
  if (bytes_->restarts() && next_ == 0) Forget();
  BlockFiller filler(block);
  if (failed_.ok() && !ended_) failed_ = ReadBytes(block_bytes);
  const Status rows = ReadRows(filler);
  if (!rows.ok()) failed_ = rows;
  const bool anything = filler.bytes() > 0;
  filler.Finish(ended_ && failed_.ok());
  // Rows before an error go first, in a block of their own.
  if (!anything) block.status = failed_;
}

Status RowSource::ReadBytes(uint32_t block_bytes) {
  block_.index = next_++;
  bytes_->Read(block_bytes, block_);
  MTG_RETURN_IF_ERROR(block_.status);
  ended_ = block_.last;
  if (block_.bytes > kMostBytes - size_) {
    return InputError({name(), lines_ + 1},
                      fmt::format("the line is longer than {} bytes", kMostBytes),
                      "check that the file has one record per line");
  }
  text_.Grow(size_t{size_} + block_.bytes + kTextPadding, size_);
  if (block_.bytes > 0) std::memcpy(text_.data() + size_, block_.data.data(), block_.bytes);
  size_ += block_.bytes;
  std::memset(text_.data() + size_, 0, kTextPadding);
  return OkStatus();
}

Status RowSource::ReadRows(BlockFiller& filler) {
  uint32_t begin = 0;
  Status status;
  while (status.ok() && begin < size_) {
    const uint32_t end = FindEnd(std::max(begin, sought_));
    if (end == size_ && !ended_) break;
    const Row row = RowAt(begin, end, lines_ + 1);
    status = reader_->Read(row, filler);
    lines_ += LinesOf(row);
    begin = std::min(end + 1, size_);
  }
  // An error ends the column, so nothing after it is looked at again.
  if (!status.ok()) begin = size_;
  size_ -= begin;
  if (size_ > 0 && begin > 0) std::memmove(text_.data(), text_.data() + begin, size_);
  sought_ = size_;
  return status;
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
