// Formats with one record per line (TSV, JSONL) or with quoted line ends (CSV): splits the rows,
// and knows the usual column names.
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

// One row of a file, without the LF or CR LF at its end.
struct Row {
  std::string_view text;
  uint64_t line = 0;  // of its beginning, in the file, from 1; 0 if there is no row
};

// Finds the ends of rows that are not lines.
class RowEnds {
 public:
  virtual ~RowEnds() = default;
  // Returns the offset of the LF that ends the row, or the size if it is not there; the search goes
  // on with the next piece of the row. After an LF was found, the next row begins.
  virtual size_t Find(std::string_view piece) = 0;
  // Begins with the first row again.
  virtual void Restart() = 0;
};

// Makes one column's segments from a file's rows. It sees each row once, in order, and again after
// RowSource::Rewind(): its result for a row must not depend on earlier rows.
class RowReader {
 public:
  virtual ~RowReader() = default;
  // Adds the row's segment, or nothing. kTextPadding bytes after the row can be read.
  virtual Status Read(const Row& row, BlockFiller& filler) = 0;
};

// One column of a file of rows; sequential. Keeps a block and the longest row in memory. Rows
// before an error are still returned.
class RowSource final : public Source {
 public:
  // `ends`: null if each line is a row.
  explicit RowSource(std::unique_ptr<Source> bytes, std::unique_ptr<RowEnds> ends = nullptr)
      : bytes_(std::move(bytes)), ends_(std::move(ends)) {}

  // Returns the first row that is not blank, without consuming it. It is valid until the next call
  // of any method. Waits for it, until stopped.
  Result<Row> FirstRow(const OpenOptions& options);
  // Returns all bytes, for callers that make their own columns. Call it instead of SetReader().
  std::unique_ptr<Source> TakeBytes();
  // Call it before the first Read().
  void SetReader(std::unique_ptr<RowReader> reader) { reader_ = std::move(reader); }

  const std::string& name() const override { return bytes_->name(); }
  bool ranged() const override { return false; }
  Extent extent() const override { return bytes_->extent(); }
  Place start() const override { return bytes_->start(); }
  bool rereadable() const override { return bytes_->rereadable(); }
  Status PrepareToRewind() override;
  void Rewind() override;
  void Read(uint32_t block_bytes, Block& block) override;

 private:
  Status ReadBytes(uint32_t block_bytes);
  Status ReadRows(BlockFiller& filler);
  uint32_t FindEnd(uint32_t from);
  uint64_t LinesOf(const Row& row) const;
  Row RowAt(uint32_t begin, uint32_t end, uint64_t line) const;
  void Forget();

  std::unique_ptr<Source> bytes_;
  std::unique_ptr<RowEnds> ends_;
  std::unique_ptr<RowReader> reader_;
  Block block_;          // the last block read
  uint64_t next_ = 0;    // number of the next block
  Buffer<char> text_;    // rows not returned yet; the last one may be incomplete
  uint32_t size_ = 0;    // of text_
  uint32_t sought_ = 0;  // ReadRows() has searched text_ for the end of a row up to this byte
  uint64_t lines_ = 0;   // number of lines of the rows returned and of those before start()
  bool ended_ = false;   // nothing follows text_
  Status failed_;
};

// FormatRow::detect of a format that any text may have: only the file's name, or a chosen column,
// decides.
inline Detected DetectByName(std::string_view) { return Detected::kNo; }

// The default names of columns, if none is chosen by name.
std::span<const std::string_view> TextNames(Role role);
// Returns true for a usual name of a column, in any case: a text that consists of it is hardly a
// segment.
bool IsColumnName(std::string_view cell);
bool IsIdName(std::string_view name);
bool IsDocumentName(std::string_view name);

}  // namespace mtgauge
