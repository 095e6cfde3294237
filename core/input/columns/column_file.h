// Files of columns, such as Parquet: one interface for the formats that have their own readers.
//
// A file is a tree of fields; its leaves have the values. The path to a leaf is its name, with dots
// between the names of fields. Each leaf is read on its own, from the first row to the last.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/status.h"
#include "core/input/source.h"

namespace mtgauge {

// Leaf::type_name of scores that are not read.
inline constexpr std::string_view kDecimals = "decimal numbers";

// That of keys and values of a map, or of the map.
inline constexpr std::string_view kMaps = "maps";

struct Leaf {
  enum class Type : uint8_t {
    kText,
    kName,      // whole numbers, true and false: ids, documents, groups
    kFraction,  // scores, groups
    kOther,     // not read
  };
  std::string name;
  Type type = Type::kOther;
  std::string_view type_name = {};  // as in "it has dates"
  bool list = false;                // a row has any number of elements
  bool outermost = false;           // the name is that of one field, whatever dots it has
  bool whole = false;               // whole numbers that fit into 64 bits with a sign
};

// Rows of a leaf. The texts are valid until the reader is used again.
struct LeafRows {
  size_t count = 0;
  std::vector<std::string_view> elements;  // data() is null if the value is null
  std::vector<size_t> ends;                // of each row's elements; empty if each row has one
};

// Consecutive rows of a leaf without lists, whose values are made when they are needed.
class PackedRows {
 public:
  virtual ~PackedRows() = default;
  virtual size_t count() const = 0;      // at least 1
  virtual uint64_t bytes() const = 0;    // of all texts, about
  virtual uint64_t longest() const = 0;  // bytes that a text repeated in many rows may have
  // Returns the values, which live as long as this object. Any thread may call it; the first call
  // makes them.
  virtual Result<std::span<const std::string_view>> Values() = 0;
};

class LeafReader {
 public:
  virtual ~LeafReader() = default;
  // Reads the next rows, at least one. Returns false at the end.
  virtual Result<bool> Next(LeafRows& rows) = 0;
  // Whether NextPacked() can be used instead. It returns null at the end.
  virtual bool packs() const { return false; }
  virtual Result<std::shared_ptr<PackedRows>> NextPacked() { return std::shared_ptr<PackedRows>(); }
};

class ColumnFile {
 public:
  virtual ~ColumnFile() = default;
  virtual const std::string& name() const = 0;
  virtual std::span<const Leaf> leaves() const = 0;
  // How far the file is read after this number of rows.
  virtual Extent ExtentAfter(uint64_t rows) const = 0;
  // Called before the first of two passes: the second one must read the same bytes.
  virtual Status PrepareToRewind() const = 0;
  virtual Result<uint64_t> CountRows() const = 0;
  // Reads from a row on. Several leaves may be read at once.
  virtual std::unique_ptr<LeafReader> Read(size_t leaf, uint64_t first_row) const = 0;
};

// A file whose leaves are read by Reader(bytes, metadata, leaf, first row), and whose rows are
// counted by Reader::CountRows(bytes, metadata).
template <typename Metadata, typename Reader>
class FileOfLeaves final : public ColumnFile {
 public:
  FileOfLeaves(std::shared_ptr<Source> bytes, Metadata metadata)
      : bytes_(std::move(bytes)),
        metadata_(std::make_shared<const Metadata>(std::move(metadata))) {}

  const std::string& name() const override { return bytes_->name(); }
  std::span<const Leaf> leaves() const override { return metadata_->leaves; }
  Extent ExtentAfter(uint64_t rows) const override {
    const uint64_t all = RowsIn(*metadata_);
    if (all == 0) return bytes_->extent();
    const double share = static_cast<double>(rows) / static_cast<double>(all);
    const auto bytes = static_cast<double>(bytes_->size());
    return {static_cast<uint64_t>(share * bytes), bytes_->size()};
  }
  Status PrepareToRewind() const override { return bytes_->PrepareToRewind(); }
  Result<uint64_t> CountRows() const override { return Reader::CountRows(*bytes_, *metadata_); }
  std::unique_ptr<LeafReader> Read(size_t leaf, uint64_t first_row) const override {
    return std::make_unique<Reader>(bytes_, metadata_, leaf, first_row);
  }

 private:
  std::shared_ptr<Source> bytes_;
  std::shared_ptr<const Metadata> metadata_;
};

}  // namespace mtgauge
