// The dispatcher: batches equal a plain line splitter's for any blocks and any order of events.
#include "core/input/dispatcher.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

#include "tests/support/drive_dispatcher.h"
#include "tests/support/segment_source.h"

namespace mtgauge {
namespace {

using test::KnownSegment;
using test::SegmentSource;

using test::Drive;
using test::Driven;
using test::SplitLines;
using testing::ElementsAre;
using testing::HasSubstr;

using Sources = std::vector<std::unique_ptr<Source>>;

Sources Memory(const std::vector<std::string>& texts, bool ranged) {
  Sources sources;
  for (size_t i = 0; i < texts.size(); ++i) {
    sources.push_back(MemorySource(std::string(1, static_cast<char>('a' + i)), texts[i], ranged));
  }
  return sources;
}

ReadLimits Limits(uint32_t block_bytes, uint32_t batch_segments = 1024, uint32_t in_flight = 4,
                  uint32_t ahead = 3) {
  ReadLimits limits;
  limits.block_bytes = block_bytes;
  limits.batch_segments = batch_segments;
  limits.batches_in_flight = in_flight;
  limits.blocks_ahead = ahead;
  return limits;
}

// Delivers its text in scripted pieces, and can fail at the end instead of ending.
class PieceSource final : public Source {
 public:
  PieceSource(std::string name, std::vector<std::string> pieces, Status at_end = {})
      : name_(std::move(name)), pieces_(std::move(pieces)), at_end_(std::move(at_end)) {}
  const std::string& name() const override { return name_; }
  bool ranged() const override { return false; }
  void Read(uint32_t block_bytes, Block& block) override {
    block.data.Grow(size_t{block_bytes} + kTextPadding, 0);
    block.bytes = 0;
    block.last = false;
    block.status = OkStatus();
    if (next_ < pieces_.size()) {
      const std::string& piece = pieces_[next_++];
      std::copy(piece.begin(), piece.end(), block.data.data());
      block.bytes = static_cast<uint32_t>(piece.size());
    } else {
      block.last = at_end_.ok();
      block.status = at_end_;
    }
    CountLines(block);
  }

 private:
  std::string name_;
  std::vector<std::string> pieces_;
  Status at_end_;
  size_t next_ = 0;
};

std::string RandomLines(std::mt19937& random, size_t count, size_t longest) {
  std::string text;
  for (size_t i = 0; i < count; ++i) {
    // Mostly short lines, a few that span many blocks, with CR and NUL among the bytes.
    size_t length = random() % 12;
    if (random() % 20 == 0) length = random() % longest;
    for (size_t k = 0; k < length; ++k) text += "ab c\r\0x"[random() % 7];
    text += '\n';
  }
  if (!text.empty() && random() % 3 == 0) {
    text.pop_back();  // an unterminated last line must not be empty
    if (text.empty() || text.back() == '\n') text += 'z';
  }
  return text;
}

TEST(DispatcherTest, EqualsAPlainSplitter) {
  std::mt19937 random(1);
  for (int round = 0; round < 3000; ++round) {
    const size_t streams = 1 + random() % 4;
    const size_t records = random() % 60;
    std::vector<std::string> texts;
    for (size_t i = 0; i < streams; ++i) texts.push_back(RandomLines(random, records, 300));
    const uint32_t block_bytes = 1 + random() % (round % 2 == 0 ? 16 : 400);
    const ReadLimits limits =
        Limits(block_bytes, 1 + random() % 9, 1 + random() % 5, 1 + random() % 4);
    const Sources sources = Memory(texts, random() % 2 == 0);
    const Driven driven = Drive(sources, random() % (streams + 1), limits, random());
    ASSERT_TRUE(driven.status.ok()) << driven.status;
    for (size_t i = 0; i < streams; ++i) ASSERT_EQ(driven.lines[i], SplitLines(texts[i]));
  }
}

TEST(DispatcherTest, CutsDoNotDependOnTheOrderOfEvents) {
  std::mt19937 random(2);
  for (int round = 0; round < 50; ++round) {
    const std::vector<std::string> texts = {RandomLines(random, 200, 300),
                                            RandomLines(random, 200, 300)};
    const ReadLimits limits = Limits(64 + random() % 1000, 16, 1 + random() % 5);
    const Driven first = Drive(Memory(texts, true), 1, limits, 1);
    const Driven second = Drive(Memory(texts, true), 1, limits, 2);
    ASSERT_EQ(first.batch_sizes, second.batch_sizes);
  }
}

TEST(DispatcherTest, FillsBatchesFromLargeBlocks) {
  std::string text;
  for (int i = 0; i < 2500; ++i) text += "some words of one line\n";
  const Driven driven = Drive(Memory({text, text}, true), 1, Limits(1 << 20), 1);
  EXPECT_THAT(driven.batch_sizes, ElementsAre(1024, 1024, 452));
}

TEST(DispatcherTest, ReadsAheadWithinItsLimits) {
  std::string text;
  for (int i = 0; i < 5000; ++i) text += "0123456789\n";
  const Driven driven = Drive(Memory({text, text}, true), 1, Limits(1000, 10, 6, 5), 3);
  EXPECT_EQ(driven.most_reads, 5U);  // the driver aborts beyond the limits
  EXPECT_EQ(driven.most_batches, 6U);
}

TEST(DispatcherTest, EmptyStreamsHaveNoRecords) {
  for (const bool ranged : {false, true}) {
    const Driven driven = Drive(Memory({"", "", ""}, ranged), 1, Limits(10), 1);
    EXPECT_TRUE(driven.status.ok());
    EXPECT_TRUE(driven.batch_sizes.empty());
  }
}

// The known data differ between streams, except ids and documents.
std::vector<KnownSegment> RandomSegments(std::mt19937& random, size_t count, bool ids,
                                         bool documents, bool lines) {
  std::vector<KnownSegment> segments(count);
  uint64_t line = 0;
  for (size_t i = 0; i < count; ++i) {
    KnownSegment& segment = segments[i];
    segment.missing = random() % 10 == 0;
    if (!segment.missing) {
      for (size_t left = random() % 12; left > 0; --left) segment.text += "ab c\n\0x"[random() % 7];
    }
    if (ids) segment.id = std::string(1 + i % 30, 'i') + std::to_string(i);
    if (documents) segment.document = "d" + std::to_string(i / 7);
    line += 1 + random() % 3;
    if (lines) segment.line = line;
  }
  return segments;
}

// A stream of plain text among others, and what is known about each, for any cut and order of
// events.
TEST(DispatcherTest, CarriesWhatIsKnownOfSegments) {
  std::mt19937 random(3);
  for (int round = 0; round < 2000; ++round) {
    const size_t records = random() % 80, streams = 1 + random() % 4;
    Sources sources;
    std::vector<std::vector<KnownSegment>> known;
    bool any_ids = false, any_documents = false;
    for (size_t i = 0; i < streams; ++i) {
      const bool ids = random() % 2 == 0, documents = random() % 2 == 0, lines = random() % 2 == 0;
      any_ids |= ids;
      any_documents |= documents;
      known.push_back(RandomSegments(random, records, ids, documents, lines));
      sources.push_back(
          std::make_unique<SegmentSource>("s", known.back(), 1 + random() % 20, random() % 2 == 0));
    }
    const std::string text = RandomLines(random, records, 100);
    sources.push_back(MemorySource("plain", text, random() % 2 == 0));
    const ReadLimits limits =
        Limits(1 + random() % 200, 1 + random() % 9, 1 + random() % 5, 1 + random() % 4);
    const Driven driven = Drive(sources, random() % (streams + 1), limits, random());
    ASSERT_TRUE(driven.status.ok()) << driven.status;
    ASSERT_EQ(driven.ids.size(), records);
    ASSERT_EQ(driven.lines.back(), SplitLines(text));
    for (size_t r = 0; r < records; ++r) {
      ASSERT_EQ(driven.ids[r],
                any_ids ? std::string(1 + r % 30, 'i') + std::to_string(r) : std::string());
      ASSERT_EQ(driven.documents[r], any_documents ? "d" + std::to_string(r / 7) : std::string());
      for (size_t i = 0; i < streams; ++i) {
        const KnownSegment& segment = known[i][r];
        ASSERT_EQ(driven.lines[i][r], segment.text);
        ASSERT_EQ(driven.missing[i][r] != 0, segment.missing);
        ASSERT_EQ(driven.file_lines[i][r], segment.line == 0 ? r + 1 : segment.line);
      }
    }
  }
}

TEST(DispatcherTest, DifferentIdsAreAnErrorBehindTheRecordsBeforeIt) {
  std::mt19937 random(4);
  for (int round = 0; round < 300; ++round) {
    auto first = RandomSegments(random, 50, true, true, true);
    auto second = first, third = first;
    second[20].id = "other";
    third[20].id = "another";  // the first of several streams is named
    third[round % 2 == 0 ? 18 : 30].document = "elsewhere";
    Sources sources;
    for (const auto& segments : {first, second, third}) {
      sources.push_back(
          std::make_unique<SegmentSource>(std::string(1, static_cast<char>('a' + sources.size())),
                                          segments, 1 + random() % 20, random() % 2 == 0));
    }
    const Driven driven = Drive(
        sources, 1, Limits(100, 1 + random() % 30, 1 + random() % 4, 1 + random() % 3), random());
    const size_t record = round % 2 == 0 ? 18 : 20;
    ASSERT_EQ(driven.ids.size(), record);
    const std::string line = ":" + std::to_string(first[record].line);
    ASSERT_EQ(driven.status.message(),
              round % 2 == 0
                  ? "c" + line + " has document 'elsewhere', but a" + line +
                        " has document 'd2'; put the same records in the same order into all files"
                  : "b" + line + " has segment 'other', but a" + line + " has segment '" +
                        first[20].id + "'; put the same records in the same order into all files");
  }
}

TEST(DispatcherTest, LastLineFeedEndsALineAndBeginsNone) {
  for (const char* text : {"x\n\ny\n", "x\n\ny"}) {
    const Driven driven = Drive(Memory({text}, true), 0, Limits(2), 1);
    EXPECT_THAT(driven.lines[0], ElementsAre("x", "", "y"));
  }
  EXPECT_THAT(Drive(Memory({"\n\n"}, true), 0, Limits(8), 1).lines[0], ElementsAre("", ""));
}

TEST(DispatcherTest, CarriageReturnsStay) {
  EXPECT_THAT(Drive(Memory({"x\r\ny\r"}, false), 0, Limits(2), 1).lines[0],
              ElementsAre("x\r", "y\r"));
}

TEST(DispatcherTest, TakesPiecesOfAnySize) {
  Sources sources;
  std::vector<std::string> pieces = {"", "on", "", "e\ntwo", "\n", "", "three\nfour", "", "\nfi"};
  sources.push_back(std::make_unique<PieceSource>("a", pieces));
  sources.push_back(MemorySource("b", "1\n2\n3\n4\n5\n", true));
  const Driven driven = Drive(sources, 1, Limits(20), 1);
  EXPECT_TRUE(driven.status.ok());
  EXPECT_THAT(driven.lines[0], ElementsAre("one", "two", "three", "four", "fi"));
  EXPECT_THAT(driven.lines[1], ElementsAre("1", "2", "3", "4", "5"));
}

TEST(DispatcherTest, ALineOfManyBlocksNeedsOneBlockAtATime) {
  const std::string line(5'000'000, 'x');
  for (const bool ranged : {false, true}) {
    const Driven driven =
        Drive(Memory({"a\n" + line + "\nb\n", "1\n2\n3\n"}, ranged), 1, Limits(1000, 8, 1, 1), 1);
    EXPECT_TRUE(driven.status.ok());
    EXPECT_EQ(driven.lines[0], (std::vector<std::string>{"a", line, "b"}));
  }
}

TEST(DispatcherTest, TooLongALineIsAnErrorBehindTheRecordsBeforeIt) {
  ReadLimits limits = Limits(16);
  limits.line_bytes = 100;
  const std::string fits(99, 'x'), too_long(100, 'x');
  EXPECT_TRUE(Drive(Memory({fits + "\n" + fits}, true), 0, limits, 1).status.ok());
  for (const char* end : {"\nmore\n", ""}) {
    const Driven driven = Drive(Memory({"1\n2\n3\n", "x\n" + too_long + end}, true), 1, limits, 1);
    EXPECT_EQ(driven.status.kind(), ErrorKind::kInput);
    EXPECT_THAT(driven.status.message(), HasSubstr("b:2: the line is longer than 100 bytes"));
    EXPECT_EQ(driven.lines[0].size(), 1U);
  }
}

TEST(DispatcherTest, UnequalCountsAreNamed) {
  const auto message = [](const std::vector<std::string>& texts, size_t references) {
    std::string text;
    for (const uint32_t block_bytes : {1U, 3U, 1000U}) {
      for (const bool ranged : {false, true}) {
        const Driven driven = Drive(Memory(texts, ranged), references, Limits(block_bytes, 2), 7);
        EXPECT_EQ(driven.status.kind(), ErrorKind::kInput);
        EXPECT_TRUE(text.empty() || text == driven.status.message()) << driven.status;
        text = driven.status.message();
      }
    }
    return text;
  };
  EXPECT_EQ(message({"1\n2\n3\n", "1\n2\n"}, 1),
            "a has 3 segments but b has 2; every file must have one line per segment");
  EXPECT_EQ(
      message({"1\n", "1\n2\n3"}, 1),
      "a has 1 segment but b has 3; every file must have one line per segment (if outputs contain "
      "line breaks, use JSON Lines with one record per segment)");
  EXPECT_EQ(
      message({"1\n2\n", "\n\n", "", "1\n2", "1\n2\n3\n4\n5"}, 2),
      "a and 2 more have 2 segments but c has 0 and e has 5; every file must have one line per "
      "segment (if outputs contain line breaks, use JSON Lines with one record per segment)");
  EXPECT_EQ(message({"1\n2 and the rest of a longer line", "1\n"}, 1),
            "a has 2 segments but b has 1; every file must have one line per segment");
}

TEST(DispatcherTest, RecordsBeforeAMismatchAreHandedOut) {
  const Driven driven = Drive(Memory({"1\n2\n3\n4\n", "1\n2\n"}, true), 1, Limits(3), 1);
  EXPECT_THAT(driven.lines[0], ElementsAre("1", "2"));
}

TEST(DispatcherTest, AFailedReadIsReportedBehindTheRecordsBeforeIt) {
  for (uint64_t seed = 1; seed <= 20; ++seed) {
    Sources sources;
    sources.push_back(std::make_unique<PieceSource>(
        "a", std::vector<std::string>{"1\n2\n3\n4\n5\n"}, IoError("a is broken")));
    sources.push_back(std::make_unique<PieceSource>("b", std::vector<std::string>{"1\n2", "\n3\n4"},
                                                    IoError("b is broken")));
    const Driven driven = Drive(sources, 1, Limits(64), seed);
    // b's fourth line was never complete.
    EXPECT_EQ(driven.status.message(), "b is broken");
    EXPECT_THAT(driven.lines[0], ElementsAre("1", "2", "3"));
  }
}

TEST(DispatcherTest, AMismatchComesBeforeALaterFailure) {
  Sources sources;
  sources.push_back(MemorySource("a", "1\n", true));
  sources.push_back(std::make_unique<PieceSource>("b", std::vector<std::string>{"1\n2\n", "3\n4"},
                                                  IoError("b is broken")));
  EXPECT_THAT(std::string(Drive(sources, 1, Limits(64), 1).status.message()),
              HasSubstr("a has 1 segment but b has at least 3;"));
}

}  // namespace
}  // namespace mtgauge
