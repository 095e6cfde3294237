// What the footer of a Parquet file says, and the heads of its pages.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/status.h"
#include "core/input/columns/column_file.h"
#include "core/input/source.h"

namespace mtgauge {

// The numbers by which Parquet names types.
enum class ParquetType : int8_t {
  kNone = -1,
  kBoolean,
  kInt32,
  kInt64,
  kInt96,
  kFloat,
  kDouble,
  kBytes,
  kFixedBytes
};

// How the levels of a leaf say which values are there.
struct ParquetLeaf {
  ParquetType type = ParquetType::kNone;
  bool is_signed = true;
  uint8_t width = 0;             // bytes of a number
  uint32_t most_definition = 0;  // the level of a value that is there
  uint32_t most_repetition = 0;
  uint32_t element = 0;  // the least definition level at which a list has an element
};

// The values of a leaf in one row group.
struct ParquetChunk {
  ParquetType type = ParquetType::kNone;
  int64_t codec = 0;
  int64_t values = 0;
  uint64_t begin = 0, end = 0;  // in the file
  bool encrypted = false;
  bool elsewhere = false;  // in another file
};

struct ParquetGroup {
  std::vector<ParquetChunk> chunks;  // of each leaf
  int64_t rows = 0;
};

struct ParquetMetadata {
  std::vector<Leaf> leaves;
  std::vector<ParquetLeaf> parquet;  // of each leaf
  std::vector<ParquetGroup> groups;
};

inline uint64_t RowsIn(const ParquetMetadata& metadata) {
  uint64_t rows = 0;
  for (const ParquetGroup& group : metadata.groups) rows += static_cast<uint64_t>(group.rows);
  return rows;
}

// Reads the footer.
Result<ParquetMetadata> ReadParquetFooter(Source& bytes);

struct ParquetPage {
  enum Kind : int8_t { kData = 0, kIndex = 1, kDictionary = 2, kDataV2 = 3 };
  int64_t kind = -1;
  int64_t raw_bytes = -1, packed_bytes = -1;
  int64_t values = -1;
  int64_t encoding = -1, definition_encoding = 3, repetition_encoding = 3;
  int64_t definition_bytes = 0, repetition_bytes = 0;  // in pages of version 2
  bool packed = true;
  bool has_checksum = false;
  uint32_t checksum = 0;
  size_t head_bytes = 0;
};
// Reads the head of a page. Returns what is wrong, or nothing.
std::string_view ReadParquetPage(std::string_view bytes, ParquetPage& page);

}  // namespace mtgauge
