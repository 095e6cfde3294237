// The columns of a file as a run would read them, for any cut of its bytes.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/input/formats/format.h"
#include "tests/support/drive_dispatcher.h"
#include "tests/support/pieces_source.h"

namespace mtgauge::test {

struct Opened {
  Status status;
  std::vector<std::string> names;
  Driven driven;  // of all columns together
};

inline Opened ReadColumns(Result<std::vector<Column>> columns, Role role, uint32_t block_bytes) {
  Opened opened;
  opened.status = columns.status();
  if (!columns.ok()) return opened;
  std::vector<std::unique_ptr<Source>> sources;
  for (Column& column : *columns) {
    opened.names.push_back(column.name);
    sources.push_back(std::move(column.source));
  }
  ReadLimits limits;
  limits.block_bytes = block_bytes;
  opened.driven =
      Drive(sources, role == Role::kReference ? sources.size() : 0, limits, block_bytes);
  opened.status = opened.driven.status;
  return opened;
}

inline OpenOptions Choosing(const std::string& column) {
  OpenOptions options;
  options.column = column;
  return options;
}

// Reads the bytes of a file whose name ends in `name`, in pieces of at most `longest` bytes.
inline Opened ReadPieces(const std::string& name, const std::string& bytes, Role role,
                         const std::string& column, uint32_t longest = 100) {
  return ReadColumns(
      OpenColumns(std::make_unique<PiecesSource>(name, bytes, longest, 3), role, Choosing(column)),
      role, longest + 1);
}

inline std::string ReadErrorOf(const std::string& name, const std::string& bytes, Role role,
                               const std::string& column = "") {
  const Opened opened = ReadPieces(name, bytes, role, column);
  EXPECT_EQ(opened.status.kind(), ErrorKind::kInput) << opened.status;
  return opened.status.message();
}

}  // namespace mtgauge::test
