// Files of one record per line, for any cut of their bytes: compared with their original records,
// and read twice.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

#include "core/input/tables/marked_lines.h"
#include "tests/unit/core/input/opened_columns.h"

namespace mtgauge {
namespace {

using test::Opened;
using test::ReadPieces;
using testing::Each;

// Rows of all lengths, including lines of many blocks, compared with their original strings.
TEST(Rows, AnyCutGivesTheSameColumns) {
  std::mt19937 random(11);
  std::vector<std::string> refs, hyps;
  std::string tsv = "ref\thyp\n", jsonl;
  for (int i = 0; i < 300; ++i) {
    refs.push_back(std::string(random() % (i % 50 == 0 ? 3000 : 20), 'r') + std::to_string(i));
    hyps.push_back(std::string(random() % 20, ' ') + std::to_string(i));
    tsv += refs.back() + "\t" + hyps.back() + "\n";
    jsonl += "{\"refs\":[\"" + refs.back() + "\",\"" + hyps.back() + "\"]}\n";
  }
  for (const uint32_t longest : {1U, 13U, 300U, 5000U, 100000U}) {
    EXPECT_EQ(ReadPieces("t", tsv, Role::kReference, "ref", longest).driven.lines[0], refs);
    EXPECT_EQ(ReadPieces("t", tsv, Role::kReference, "hyp", longest).driven.lines[0], hyps);
    EXPECT_EQ(ReadPieces("t", jsonl, Role::kReference, "", longest).driven.lines,
              (std::vector{refs, hyps}));
    const Opened ranged =
        test::ReadColumns(OpenColumns(MemorySource("t", jsonl, true), Role::kReference, {}),
                          Role::kReference, longest);
    EXPECT_EQ(ranged.driven.lines, (std::vector{refs, hyps}));
  }
}

TEST(Rows, AreReadTwice) {
  std::string jsonl;
  std::vector<std::string> texts;
  for (int i = 0; i < 1000; ++i) {
    texts.push_back(std::to_string(i));
    jsonl += "{\"refs\":[\"" + texts.back() + "\",\"x\",null],\"id\":" + texts.back() + "}\n";
  }
  const auto make = [&jsonl](int kind) -> std::unique_ptr<Source> {
    if (kind == 0) return MemorySource("t", jsonl, true);
    return std::make_unique<test::PiecesSource>("t", jsonl, 99, 3, kind == 1);
  };
  for (const int kind : {0, 1, 2}) {
    auto columns = OpenColumns(make(kind), Role::kReference, {});
    ASSERT_TRUE(columns.ok()) << columns.status();
    std::vector<std::unique_ptr<Source>> sources;
    for (Column& column : *columns) {
      sources.push_back(MakeRereadable(std::move(column.source)).value());
      EXPECT_TRUE(sources.back()->rereadable());
    }
    ReadLimits limits;
    limits.block_bytes = 500;
    for (int time = 0; time < 3; ++time) {
      const test::Driven driven = test::Drive(sources, 3, limits, 1);
      ASSERT_TRUE(driven.status.ok()) << driven.status;
      EXPECT_EQ(driven.lines[0], texts) << kind;
      EXPECT_EQ(driven.ids, texts);
      EXPECT_THAT(driven.missing[2], Each(1));
      for (auto& source : sources) source->Rewind();
    }
  }
}

// Lines of all lengths, with marks next to each other and at their ends, and carriage returns.
TEST(Rows, LinesAreMarked) {
  constexpr std::string_view kBytes = "a\"\\\t\r\n\x1F bc";
  constexpr WantedBytes kWanted = {' ', '"', '\\'};
  std::mt19937 random(17);
  MarkedLines marked(kWanted);
  for (int text = 0; text < 300; ++text) {
    std::string lines;
    for (size_t size = random() % (text % 50 == 0 ? 200'000 : 300), i = 0; i < size; ++i) {
      const char byte = kBytes[random() % kBytes.size()];
      lines += byte == '\n' && random() % (text * text + 1) > 0 ? 'a' : byte;
    }
    lines += '\n';
    const size_t bytes = lines.size();
    lines.append(kTextPadding, '"');
    std::string_view rest = std::string_view(lines).substr(0, bytes);
    marked.Begin(rest);
    while (!rest.empty()) {
      ASSERT_TRUE(marked.Next());
      const size_t before = rest.size();
      const std::string_view line = TakeLine(rest);
      ASSERT_EQ(marked.line(), line);
      ASSERT_EQ(marked.line().data(), line.data());
      ASSERT_EQ(marked.is_marked(), before - rest.size() <= 64 << 10);
      if (!marked.is_marked()) continue;
      std::vector<const char*> places, expected;
      for (const char& c : line) {
        if (static_cast<uint8_t>(c) < ' ' || c == '"' || c == '\\') expected.push_back(&c);
      }
      expected.push_back(line.data() + line.size());
      for (uint32_t i = 0; i <= marked.count(); ++i) {
        places.push_back(marked.piece().data() + marked.marks()[i]);
      }
      ASSERT_EQ(places, expected) << text;
    }
    EXPECT_FALSE(marked.Next());
  }
}

// The source of a run only finds the ends of lines. What it leaves to others knows its line
// numbers.
TEST(Rows, AreMadeAfterTheyAreFetched) {
  constexpr size_t kRows = 20'000;
  std::string jsonl;
  for (size_t i = 0; i < kRows; ++i) jsonl += "{\"hyp\":\"" + std::to_string(i) + "\"}\n\n";
  auto columns = OpenColumns(MemorySource("t", jsonl, true), Role::kSystem, {});
  ASSERT_TRUE(columns.ok()) << columns.status();
  const auto source = WithWarnings(std::move(columns->front().source), nullptr);
  std::vector<Block> blocks;
  while (blocks.empty() || !blocks.back().last) {
    Block& block = blocks.emplace_back();
    block.index = blocks.size() - 1;
    source->Fetch(64 << 10, block);
    EXPECT_NE(block.rest, nullptr);
  }
  EXPECT_GT(blocks.size(), 3U);
  std::vector<std::string> texts(blocks.size());
  std::vector<uint64_t> lines;
  for (size_t i = blocks.size(); i-- > 0;) {
    FinishBlock(blocks[i]);
    EXPECT_TRUE(blocks[i].status.ok()) << blocks[i].status;
    texts[i] = std::string(blocks[i].data.data(), blocks[i].bytes);
    const std::vector<uint64_t>& own = blocks[i].extras->lines;
    lines.insert(lines.begin(), own.begin(), own.end());
  }
  std::string all, expected;
  for (const std::string& text : texts) all += text;
  for (size_t i = 0; i < kRows; ++i) {
    expected += std::to_string(i) + '\n';
    EXPECT_EQ(lines.at(i), 2 * i + 1);
  }
  EXPECT_EQ(all, expected);
}

}  // namespace
}  // namespace mtgauge
