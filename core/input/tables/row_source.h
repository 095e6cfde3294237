// Formats of one record a line (TSV, JSONL): cutting the lines, and the names of their columns.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "core/input/block_filler.h"
#include "core/input/formats/format.h"
#include "core/input/source.h"

namespace mtgauge {

// One line of a file, without LF or CR LF.
struct Row {
  std::string_view text;
  uint64_t line = 0;  // in the file, from 1; 0: there is none
};

// Makes one column's segments of a file's rows. Each row is seen once, in order, and again after
// RowSource::Rewind(): what it makes of a row must not depend on the rows before.
class RowReader {
 public:
  virtual ~RowReader() = default;
  // Adds the row's segment, or nothing. kTextPadding bytes behind the row can be read.
  virtual absl::Status Read(const Row& row, BlockFiller& filler) = 0;
};

// One column of a file of rows; sequential. Needs a block and the longest row in memory. Rows
// before an error are handed out.
class RowSource final : public Source {
 public:
  explicit RowSource(std::unique_ptr<Source> bytes) : bytes_(std::move(bytes)) {}

  // The first row that holds more than white space; it is not used up. Valid until anything else is
  // called. Waits for it, until stopped.
  absl::StatusOr<Row> FirstRow(const OpenOptions& options);
  // The bytes from the first on, for columns of their own. Instead of SetReader().
  std::unique_ptr<Source> TakeBytes();
  // To be called before the first Read().
  void SetReader(std::unique_ptr<RowReader> reader) { reader_ = std::move(reader); }

  const std::string& name() const override { return bytes_->name(); }
  bool ranged() const override { return false; }
  Place start() const override { return bytes_->start(); }
  bool rereadable() const override { return bytes_->rereadable(); }
  absl::Status PrepareToRewind() override;
  void Rewind() override;
  void Read(uint32_t block_bytes, Block& block) override;

 private:
  absl::Status ReadBytes(uint32_t block_bytes);
  absl::Status ReadRows(BlockFiller& filler);
  Row RowAt(uint32_t begin, uint32_t end, uint64_t line) const;
  void Forget();

  std::unique_ptr<Source> bytes_;
  std::unique_ptr<RowReader> reader_;
  Block block_;          // what has been read last
  uint64_t next_ = 0;    // number of the next block
  Buffer<char> text_;    // rows not handed out yet, the last of them perhaps in part
  uint32_t size_ = 0;    // of text_
  uint32_t sought_ = 0;  // no LF before this byte of text_ that ReadRows() has not seen
  uint64_t lines_ = 0;   // handed out, with those before the first
  bool ended_ = false;   // nothing follows text_
  absl::Status failed_;
};

// What columns are called unless they are chosen by name.
std::span<const std::string_view> TextNames(Role role);
bool IsIdName(std::string_view name);
bool IsDocumentName(std::string_view name);

}  // namespace mtgauge
