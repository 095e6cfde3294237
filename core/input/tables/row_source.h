// Formats with one record per line (TSV, JSONL) or with quoted line ends (CSV): splits the rows,
// and knows the usual column names.
#pragma once

#include <cstdint>
#include <functional>
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

// Makes the segments of one column or several from a file's rows. A source may have several that
// share its rows: the result for a row must not depend on other rows.
class RowReader {
 public:
  virtual ~RowReader() = default;
  // Adds the row's segment to each of the fillers (one filler per column), or to none. kTextPadding
  // bytes after the row can be read.
  virtual Status Read(const Row& row, std::span<BlockFiller> fillers) = 0;
  // The same for rows that are lines, each with its LF. `lines`: number of lines before them; it
  // grows by theirs. A reader may do so faster than Read(), with the same result.
  virtual Status ReadLines(std::string_view rows, uint64_t& lines, std::span<BlockFiller> fillers);
};

using RowReaderMaker = std::function<std::unique_ptr<RowReader>()>;

// A source that puts segments into several blocks at once.
class FanSource : public Source {
 public:
  // Where the segments of the next Read() go, one filler per column; the block of Read() then stays
  // empty.
  virtual void Aim(std::span<BlockFiller> fillers) = 0;
};

// The columns of a file of rows; sequential. Keeps a block and the longest row in memory, for each
// block that is fetched and not finished. Rows before an error are still returned.
class RowSource final : public FanSource {
 public:
  // `ends`: null if each line is a row.
  explicit RowSource(std::unique_ptr<Source> bytes, std::unique_ptr<RowEnds> ends = nullptr);

  // Returns the first row that is not blank, without consuming it. It is valid until the next call
  // of any method. Waits for it, until stopped.
  Result<Row> FirstRow(const OpenOptions& options);
  // Returns all bytes, for callers that make their own columns. Call it instead of SetReaders().
  std::unique_ptr<Source> TakeBytes();
  // Call it before the first Read().
  void SetReaders(RowReaderMaker make);
  void Aim(std::span<BlockFiller> fillers) override { fillers_ = fillers; }

  const std::string& name() const override { return bytes_->name(); }
  bool ranged() const override { return false; }
  Extent extent() const override { return bytes_->extent(); }
  Place start() const override { return bytes_->start(); }
  bool rereadable() const override { return bytes_->rereadable(); }
  Status PrepareToRewind() override;
  void Rewind() override;
  void Read(uint32_t block_bytes, Block& block) override;
  // If rows are lines and the block is not small, finds where they end, and leaves them to the
  // rest.
  void Fetch(uint32_t block_bytes, Block& block) override;

 private:
  // Lines that were read at once, and who makes their segments.
  struct Lines {
    std::unique_ptr<RowReader> reader;
    Block block;                     // as it was read
    Buffer<char> begun;              // what begun_lines are in
    std::string_view begun_lines;    // those that began before the block
    std::string_view lines;          // those within it
    uint64_t before = 0, count = 0;  // number of lines before them, and of them
    Status Read(std::span<BlockFiller> fillers);
  };
  class Readers;

  std::shared_ptr<Lines> TakeLines(uint32_t block_bytes);
  std::string_view TakeBegun(std::string_view& fresh, Lines& taken);
  void EndLastLine(Block& block) const;
  Status ReadBytes(uint32_t block_bytes, Block& block);
  void Keep(std::string_view bytes);
  void DropKept(uint32_t bytes);
  Status ReadRows(RowReader& reader, std::span<BlockFiller> fillers);
  uint32_t FindEnd(uint32_t from);
  uint64_t LinesOf(const Row& row) const;
  Row RowAt(uint32_t begin, uint32_t end, uint64_t line) const;
  void Forget();

  std::unique_ptr<Source> bytes_;
  std::unique_ptr<RowEnds> ends_;
  std::shared_ptr<Readers> readers_;  // outlives the source as long as blocks are not finished
  std::span<BlockFiller> fillers_;    // as Aim() says; empty: that of the block
  uint64_t next_ = 0;                 // number of the next block
  Buffer<char> text_;                 // rows not returned yet; the last one may be incomplete
  uint32_t size_ = 0;                 // of text_
  uint32_t sought_ = 0;  // text_ has been searched for the end of a row up to this byte
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
