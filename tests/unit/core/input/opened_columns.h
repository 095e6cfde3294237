// The columns of a file as a run would read them, for any cut of its bytes.
#pragma once

#include <gtest/gtest.h>

#include <cstddef>
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

// Expects that the rows of a file of columns, cut anywhere, are those of the whole. `open`: opens
// it with options.
template <typename Open>
void ExpectPartsAreTheWhole(const Open& open, OpenOptions options, const Driven& whole) {
  options.shard.shard = Shard{1, 2};
  const size_t rows = whole.lines.front().size();
  for (size_t step = 0; step < 12; ++step) {
    const size_t from = step * 7919 % (rows + 1);
    const size_t end = from + step * 104'729 % (rows - from + 1);
    auto columns = open(options);
    ASSERT_TRUE(columns.ok()) << columns.status();
    for (Column& column : *columns) {
      EXPECT_EQ((*column.part->Finder({}, nullptr))->size(), rows);
      const Place stop = {0, end, end};
      column.part->Cut({0, from, from}, step % 3 == 0 ? nullptr : &stop);
    }
    const size_t last = step % 3 == 0 ? rows : end;
    const Opened part = ReadColumns(std::move(columns), Role::kReference, 1 << 10);
    ASSERT_TRUE(part.status.ok()) << part.status;
    EXPECT_EQ(part.driven.first, from);
    const auto slice = [&](const auto& all) {
      return std::vector(all.begin() + static_cast<std::ptrdiff_t>(from),
                         all.begin() + static_cast<std::ptrdiff_t>(last));
    };
    for (size_t i = 0; i < whole.lines.size(); ++i) {
      EXPECT_EQ(part.driven.lines[i], slice(whole.lines[i])) << from << " to " << last;
      EXPECT_EQ(part.driven.missing[i], slice(whole.missing[i]));
      EXPECT_EQ(part.driven.file_lines[i], slice(whole.file_lines[i]));
    }
    EXPECT_EQ(part.driven.ids, slice(whole.ids));
  }
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
