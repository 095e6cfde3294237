// Decompression: the text is the same for any format, blocks and number of members; errors in an
// archive are reported with their line, the same however it is read.
#include "core/input/formats/decompress.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <thread>

#include "core/input/formats/codec.h"
#include "core/input/tables/text_file.h"
#include "core/simd/kernels.h"
#include "tests/support/archives.h"
#include "tests/support/drive_dispatcher.h"
#include "tests/support/has_proc.h"
#include "tests/support/own_folder.h"
#include "tests/support/pieces_source.h"
#include "tests/support/random_text.h"

namespace mtgauge {
namespace {

using test::ArchiveFormat;
using test::ArchiveFormats;
using testing::AllOf;
using testing::EndsWith;
using testing::HasSubstr;
using testing::StartsWith;

struct Outcome {
  std::string text;
  std::string error;  // empty if there was none
  bool operator==(const Outcome&) const = default;
};

std::ostream& operator<<(std::ostream& out, const Outcome& outcome) {
  return out << outcome.text.size() << " bytes, error: " << outcome.error;
}

Outcome ReadAll(Source& source, uint32_t block_bytes) {
  Outcome outcome;
  uint64_t lines = 0;
  Block block;
  for (block.index = 0;; ++block.index) {
    source.Read(block_bytes, block);
    EXPECT_LE(block.bytes, block_bytes);
    outcome.text.append(block.data.data(), block.bytes);
    lines += block.lines;
    EXPECT_EQ(std::string(block.data.data() + block.bytes, kTextPadding),
              std::string(kTextPadding, '\0'));
    if (!block.status.ok()) {
      EXPECT_EQ(block.bytes, 0U);
      outcome.error = block.status.message();
    }
    if (block.last || !block.status.ok()) break;
  }
  EXPECT_EQ(lines,
            static_cast<uint64_t>(std::count(outcome.text.begin(), outcome.text.end(), '\n')));
  return outcome;
}

Outcome ReadBytes(const std::string& bytes, uint32_t block_bytes, bool ranged) {
  return ReadAll(*Decompress(MemorySource("file", bytes, ranged)), block_bytes);
}

// Reads with blocks of several sizes, by ranges and sequentially; all outcomes must be equal.
Outcome ReadEveryWay(const std::string& bytes) {
  const Outcome outcome = ReadBytes(bytes, 1 << 20, true);
  for (const bool ranged : {false, true}) {
    for (const uint32_t block_bytes : {1U, 2U, 3U, 7U, 64U, 1000U, 4096U, 65536U, 262144U}) {
      if (bytes.size() > 100000 * size_t{block_bytes}) continue;
      EXPECT_EQ(ReadBytes(bytes, block_bytes, ranged), outcome) << block_bytes << ranged;
    }
  }
  return outcome;
}

std::string Lines(uint32_t count, uint64_t seed = 1) {
  test::RandomText random(seed);
  std::string text;
  for (uint32_t i = 0; i < count; ++i) text += random.Sentence(random.Below(20)) + '\n';
  return text;
}

TEST(Decompress, EveryFormatAndBlockSize) {
  for (const ArchiveFormat& format : ArchiveFormats()) {
    for (const std::string& text : {std::string(), std::string("\n"), std::string("no line end"),
                                    Lines(10), Lines(3000), std::string(100000, 'x')}) {
      EXPECT_EQ(ReadEveryWay(format.pack(text)), (Outcome{text, ""})) << format.name;
    }
  }
}

TEST(Decompress, EveryBlockSizeUpToTheTextAndBeyond) {
  const std::string text = Lines(12);
  for (const ArchiveFormat& format : ArchiveFormats()) {
    const std::string archive = format.pack(text);
    for (uint32_t block_bytes = 1; block_bytes < text.size() + 3; ++block_bytes) {
      EXPECT_EQ(ReadBytes(archive, block_bytes, true), (Outcome{text, ""})) << block_bytes;
    }
  }
}

TEST(Decompress, PlainTextPassesAsItIs) {
  // Beginnings of magic numbers, and similar bytes.
  for (const std::string& text :
       {std::string(), std::string("plain\n"), std::string("\x1F"), std::string("\x1F."),
        std::string("\xFD"),
        std::string("\xFD"
                    "7zXZ"),
        std::string("\xFD"
                    "7zX\n\n"),
        std::string("("), std::string("(\xB5"), std::string("P*M"), std::string("P*M\n"),
        std::string("_*"), std::string("`*M\x18"), std::string("\0\x1F\x8B", 3), Lines(2000)}) {
    EXPECT_EQ(ReadEveryWay(text), (Outcome{text, ""}));
  }
  for (const std::string text :
       {"B", "BZhello\n", "BZh9", "BZh91AY&S\n", "BZh01AY&SY", "BZh:1AY&SY", "BZh9\x17rE8P."}) {
    EXPECT_EQ(ReadEveryWay(text), (Outcome{text, ""}));
  }
}

TEST(Decompress, RangedPlainTextIsReturnedItself) {
  auto source = MemorySource("file", "plain", true);
  const Source* const before = source.get();
  EXPECT_EQ(Decompress(std::move(source)).get(), before);
  EXPECT_FALSE(Decompress(MemorySource("file", test::Gzip("text"), true))->ranged());
}

TEST(Decompress, SeveralMembers) {
  for (const ArchiveFormat& format : ArchiveFormats()) {
    std::string archive, text;
    for (const uint32_t lines : {3, 0, 100, 0, 0, 1}) {
      const std::string part = Lines(lines, lines) + (lines == 3 ? "goes on " : "");
      archive += format.pack(part);
      text += part;
    }
    EXPECT_EQ(ReadEveryWay(archive), (Outcome{text, ""})) << format.name;
  }
  EXPECT_EQ(ReadEveryWay(test::Zstd("a\n") + test::ZstdSized("b\n")), (Outcome{"a\nb\n", ""}));
  EXPECT_EQ(ReadEveryWay(test::Bzip2("a\n", 9) + test::Bzip2("", 5) + test::Bzip2("b\n", 1)),
            (Outcome{"a\nb\n", ""}));
}

TEST(Decompress, ManySmallMembers) {
  for (const ArchiveFormat& format : ArchiveFormats()) {
    const std::string one = format.pack("line\n"), none = format.pack("");
    std::string archive, text;
    for (int i = 0; i < 1000; ++i) {
      archive += i % 3 == 0 ? one : none;
      if (i % 3 == 0) text += "line\n";
    }
    EXPECT_EQ(ReadBytes(archive, 4096, true), (Outcome{text, ""})) << format.name;
  }
}

TEST(Decompress, ZerosBetweenAndBehindMembersArePadding) {
  for (const ArchiveFormat& format : ArchiveFormats()) {
    const std::string member = format.pack("line\n");
    for (const size_t zeros : {1, 4, 511, 5000}) {
      const std::string padding(zeros, '\0');
      EXPECT_EQ(ReadEveryWay(member + padding), (Outcome{"line\n", ""}));
      EXPECT_EQ(ReadEveryWay(member + padding + member + padding), (Outcome{"line\nline\n", ""}));
    }
  }
}

TEST(Decompress, FramesToBeSkippedAreSkipped) {
  const std::string first = test::ZstdSkippable("a table of contents");
  const std::string last = test::ZstdSkippable(std::string(3000, '\n'), '\x5F');
  const std::string nothing = test::ZstdSkippable("", '\x57');
  EXPECT_EQ(ReadEveryWay(first + nothing + test::Zstd("a\n") + last + test::Zstd("b\n") + nothing),
            (Outcome{"a\nb\n", ""}));
  EXPECT_EQ(ReadEveryWay(first), (Outcome{"", ""}));
}

size_t MagicBytes(const ArchiveFormat& format) {
  const auto row = std::find_if(Codecs().begin(), Codecs().end(),
                                [&](const CodecRow& each) { return each.name == format.name; });
  return row->low.size();
}

TEST(Decompress, TruncationAtEveryByteIsSeen) {
  const std::string text = Lines(40);
  for (const ArchiveFormat& format : ArchiveFormats()) {
    const std::string archive = format.pack(text);
    const size_t magic = MagicBytes(format);
    for (size_t size = magic; size < archive.size(); ++size) {
      const Outcome outcome = ReadEveryWay(archive.substr(0, size));
      EXPECT_THAT(text, StartsWith(outcome.text));
      const auto line = 1 + std::count(outcome.text.begin(), outcome.text.end(), '\n');
      EXPECT_EQ(outcome.error,
                "file:" + std::to_string(line) + ": " + format.name +
                    ": the file ends in the middle of the compressed data; get the complete file")
          << size;
    }
    // The same in a second member.
    const Outcome outcome = ReadEveryWay(archive + archive.substr(0, magic + 1));
    EXPECT_THAT(outcome.error, StartsWith("file:41: ")) << format.name;
    EXPECT_EQ(outcome.text, text);
  }
}

TEST(Decompress, FlippedBytesAreSeenAndNeverChangeText) {
  const std::string text = Lines(20);
  for (const ArchiveFormat& format : ArchiveFormats()) {
    const std::string archive = format.pack(text);
    const bool checked = archive[0] != '\x28' || format.pack("") != test::ZstdSized("");
    for (size_t i = 0; i < archive.size(); ++i) {
      std::string flipped = archive;
      flipped[i] = static_cast<char>(flipped[i] ^ 0x10);
      const Outcome outcome = ReadEveryWay(flipped);
      if (outcome.error.empty()) {
        // Not in a magic number: a comment of a gzip header, or a frame without checksum.
        if (checked && outcome.text != flipped) EXPECT_EQ(outcome.text, text) << i;
      } else {
        EXPECT_THAT(outcome.error, AllOf(StartsWith("file:"), HasSubstr(" data"), HasSubstr("; "),
                                         HasSubstr(format.name)));
      }
    }
  }
}

// Blocks of random sizes, for both the archive and the text.
Outcome ReadCutAtRandom(const std::string& bytes, test::RandomText& random) {
  const uint32_t longest = random.Below(2) == 0 ? 100 : 60000;
  const auto source =
      Decompress(std::make_unique<test::PiecesSource>("file", bytes, longest, random.Below(1000)));
  Outcome outcome;
  Block block;
  do {
    source->Read(1 + random.Below(random.Below(2) == 0 ? 20 : 60000), block);
    outcome.text.append(block.data.data(), block.bytes);
  } while (block.status.ok() && !block.last);
  outcome.error = block.status.message();
  return outcome;
}

// Text that hardly compresses, so that there are several chunks of all kinds.
std::string LinesOfLetters(test::RandomText& random, size_t bytes) {
  std::string text;
  while (text.size() < bytes) {
    const bool noise = text.size() / 70000 % 2 == 0;
    text += random.Below(30) == 0
                ? '\n'
                : static_cast<char>(noise ? random.Below(256) : 'a' + random.Below(9));
  }
  return text;
}

TEST(Decompress, DamageIsMetAtTheSamePlaceHoweverItIsCut) {
  test::RandomText random(7);
  const std::string text = LinesOfLetters(random, 400000);
  for (const ArchiveFormat& format : ArchiveFormats()) {
    const std::string archive = format.pack(text);
    ASSERT_EQ(ReadCutAtRandom(archive, random), (Outcome{text, ""}));
    for (int round = 0; round < 40; ++round) {
      std::string damaged = archive;
      const size_t at = random.Below(static_cast<uint32_t>(archive.size()));
      const size_t end = std::min<size_t>(at + 1 + random.Below(9), archive.size());
      for (size_t i = at; i < end; ++i) damaged[i] = static_cast<char>(random.Below(256));
      const Outcome outcome = ReadBytes(damaged, 1 << 20, true);
      for (int cut = 0; cut < 3; ++cut) {
        ASSERT_EQ(ReadCutAtRandom(damaged, random), outcome) << format.name << " at " << at;
      }
    }
  }
}

TEST(Decompress, DamageIsNamedWithTheReason) {
  std::string gzip = test::Gzip("one\ntwo\nthree\n");
  gzip[gzip.size() - 8] ^= 1;
  EXPECT_EQ(
      ReadEveryWay(gzip),
      (Outcome{
          "one\ntwo\nthree\n",
          "file:4: gzip: the data are damaged (incorrect data check); get an undamaged copy"}));
  const std::string bzip2 = test::Bzip2("one\ntwo\n");
  for (const size_t at : {size_t{10}, bzip2.size() - 3}) {  // the block's checksum, the stream's
    std::string damaged = bzip2;
    damaged[at] ^= 1;
    EXPECT_EQ(ReadEveryWay(damaged),
              (Outcome{"one\ntwo\n",
                       "file:3: bzip2: the data are damaged (not what bzip2 writes); get an "
                       "undamaged copy"}));
  }
  std::string zstd = test::Zstd("one\ntwo\n");
  zstd.back() ^= 1;
  EXPECT_EQ(ReadEveryWay(zstd),
            (Outcome{"one\ntwo\n",
                     "file:3: zstd: the data are damaged (Restored data doesn't match checksum); "
                     "get an undamaged copy"}));
  std::string xz = test::Xz("one\n");
  xz[xz.size() - 9] ^= 1;  // in the footer
  EXPECT_EQ(ReadEveryWay(xz), (Outcome{"one\n",
                                       "file:2: xz: the data are damaged (not what xz writes); "
                                       "get an undamaged copy"}));
}

// A frame whose text fits into a block could be decoded in one go, unlike a larger one.
TEST(Decompress, SoundBlocksOfADamagedFrameComeOutWhateverTheRoom) {
  const std::string text = Lines(4000);
  ASSERT_GT(text.size(), 2U << 17);
  std::string archive = test::ZstdSized(text);
  archive.resize(archive.size() - 1);
  const Outcome outcome = ReadEveryWay(archive);
  EXPECT_EQ(outcome.text.size(), text.size() >> 17 << 17);
  EXPECT_THAT(outcome.error, EndsWith("get the complete file"));
}

// Stored blocks are delivered in pieces, and a wrong size in the frame's header is found with the
// last piece.
TEST(Decompress, StoredBlocksOfADamagedFrameComeOutWhateverTheCut) {
  const auto frame = [](std::string_view text, int announced) {
    constexpr char kOneSegmentByteOfSize = 0x20, kLastStored = 1;
    std::string bytes = "\x28\xB5\x2F\xFD";
    bytes += kOneSegmentByteOfSize;
    bytes += static_cast<char>(announced);
    bytes += static_cast<char>(text.size() << 3 | kLastStored);
    return bytes + std::string(2, '\0') + std::string(text);
  };
  const std::string_view text = "one\ntwo\nthree\n";
  EXPECT_EQ(ReadEveryWay(frame(text, 14)), (Outcome{std::string(text), ""}));
  EXPECT_EQ(ReadEveryWay(frame(text, 17)).text, "one\ntwo\nthree");
  EXPECT_THAT(ReadEveryWay(frame(text, 17)).error,
              StartsWith("file:3: zstd: the data are damaged"));
}

// Makes the text of the first block begin at another place of its rotations.
std::string WithOrigin(std::string archive, uint32_t origin) {
  constexpr size_t kOrigin = 14 * 8 + 1;  // in bits
  for (size_t i = 0; i < 24; ++i) {
    const size_t at = (kOrigin + i) / 8, shift = 7 - (kOrigin + i) % 8;
    const uint32_t bit = origin >> (23 - i) & 1;
    archive[at] = static_cast<char>((archive[at] & ~(1U << shift)) | bit << shift);
  }
  return archive;
}

// A run whose length lies behind the end of the block is found after some text of the same piece.
TEST(Decompress, BrokenRunsAreMetAtTheSamePlaceHoweverTheyAreCut) {
  test::RandomText random(3);
  std::string text;
  for (int i = 0; i < 15000; ++i) text += std::string(4 + random.Below(16), 'x') + '\n';
  const std::string archive = test::Bzip2(text, 9);
  int broken = 0;
  for (uint32_t origin = 0; origin < 60000; origin += 2000) {
    const std::string damaged = WithOrigin(archive, origin);
    const Outcome outcome = ReadBytes(damaged, 1 << 20, true);
    EXPECT_THAT(outcome.error, HasSubstr("not what bzip2 writes"));
    if (outcome.text.size() % (1 << 16) == 0) ++broken;
    for (int cut = 0; cut < 5; ++cut) {
      ASSERT_EQ(ReadCutAtRandom(damaged, random), outcome) << origin;
    }
  }
  EXPECT_GT(broken, 0);
}

TEST(Decompress, SomethingElseAfterTheLastMemberIsAnError) {
  const std::string end =
      ": other bytes follow the compressed data; remove them, or get an undamaged copy";
  for (const ArchiveFormat& format : ArchiveFormats()) {
    const std::string member = format.pack("one\ntwo\n");
    for (const std::string& rest :
         {std::string("x"), std::string("\n"), std::string("\0\0x", 3), std::string("\x1F"),
          std::string("BZh91AY&S"), std::string("a line of text\n")}) {
      EXPECT_EQ(ReadEveryWay(member + rest),
                (Outcome{"one\ntwo\n", std::string("file:3: ") + format.name + end}));
    }
    for (const ArchiveFormat& other : ArchiveFormats()) {
      const Outcome outcome = ReadEveryWay(member + other.pack("three\n"));
      EXPECT_EQ(outcome.error.empty(), std::string(format.name) == other.name);
    }
  }
}

TEST(Decompress, LargeWindowsAreAcceptedUpToTwoGigabytes) {
  const std::string text = Lines(100);
  std::string archive = test::Zstd(text);
  ASSERT_EQ(archive[4] & 0x20, 0) << "the frame has a window descriptor";
  archive[5] = static_cast<char>((31 - 10) << 3);
  EXPECT_EQ(ReadBytes(archive, 4096, true), (Outcome{text, ""}));
  for (const int descriptor : {((31 - 10) << 3) + 1, (32 - 10) << 3, 0xFF}) {
    archive[5] = static_cast<char>(descriptor);
    EXPECT_EQ(
        ReadEveryWay(archive),
        (Outcome{
            "",
            "file:1: zstd: decompression needs a window of more than 2 GiB; compress the text with "
            "a smaller window"}));
  }
}

// Sets the dictionary size of the only block, in the format's code: 2 << (code / 2 + 11), or 3 <<.
std::string WithDictionary(std::string archive, char code) {
  constexpr size_t kBlock = 12;  // after the stream's header
  const size_t size = (static_cast<size_t>(archive[kBlock]) + 1) * 4 - 4;  // without its checksum
  const size_t filter = archive.find("\x21\x01", kBlock);
  archive[filter + 2] = code;
  const uint32_t check =
      lzma_crc32(reinterpret_cast<const uint8_t*>(archive.data() + kBlock), size, 0);
  for (size_t i = 0; i < 4; ++i) {
    archive[kBlock + size + i] = static_cast<char>(check >> (8 * i) & 0xFF);
  }
  return archive;
}

TEST(Decompress, LargeDictionariesAreAcceptedUpToTwoGigabytes) {
  const std::string text = Lines(100), archive = test::Xz(text);
  EXPECT_EQ(ReadBytes(WithDictionary(archive, 38), 4096, true), (Outcome{text, ""}));
  for (const char code : {39, 40}) {
    EXPECT_EQ(
        ReadEveryWay(WithDictionary(archive, code)),
        (Outcome{
            "",
            "file:1: xz: decompression needs a window of more than 2 GiB; compress the text with a "
            "smaller window"}));
  }
  EXPECT_EQ(
      ReadEveryWay(WithDictionary(archive, 41)),
      (Outcome{
          "",
          "file:1: xz: the data were compressed with options that mtgauge does not know; compress "
          "the text with other options"}));
}

TEST(Decompress, LongRangesOfTextComeBack) {
  const std::string part = Lines(20000);
  EXPECT_EQ(ReadBytes(test::Zstd(part + part + part, 27), 262144, true),
            (Outcome{part + part + part, ""}));
}

TEST(Decompress, HighlyCompressibleTextKeepsItsBlocksSmall) {
  std::string text;
  while (text.size() < 10000000) text += "the same line again and again\n";
  for (const ArchiveFormat& format : ArchiveFormats()) {
    const std::string archive = format.pack(text);
    EXPECT_LT(archive.size(), 50000U);
    EXPECT_EQ(ReadBytes(archive, 32768, true), (Outcome{text, ""}));
  }
}

TEST(Decompress, IsReadTwice) {
  const OwnFolder folder;
  const std::string text = Lines(5000);
  for (const ArchiveFormat& format : ArchiveFormats()) {
    const std::string archive = format.pack(text) + format.pack("end\n");
    auto source = OpenSource(folder.Write("file", archive)).value();
    const Source* const before = source.get();
    source = MakeRereadable(std::move(source)).value();
    EXPECT_EQ(source.get(), before) << "no copy is made of a file";
    Block block;
    source->Read(100, block);  // and the rest is not read
    source->Rewind();
    for (int round = 0; round < 3; ++round) {
      EXPECT_EQ(ReadAll(*source, 10000), (Outcome{text + "end\n", ""}));
      source->Rewind();
    }
    source = MakeRereadable(Decompress(MemorySource("pipe", archive, false))).value();
    for (int round = 0; round < 3; ++round) {
      EXPECT_EQ(ReadAll(*source, 10000), (Outcome{text + "end\n", ""}));
      source->Rewind();
    }
  }
}

TEST(Decompress, AnErrorIsMetAgainAfterRewind) {
  const std::string archive = test::Gzip("one\ntwo\n") + "x";
  const auto source = Decompress(MemorySource("file", archive, true));
  const Outcome first = ReadAll(*source, 5);
  EXPECT_THAT(first.error, StartsWith("file:3: "));
  source->Rewind();
  EXPECT_EQ(ReadAll(*source, 3), first);
}

TEST(Decompress, FilesAreKnownByTheirBytesAndNotByTheirName) {
  const OwnFolder folder;
  EXPECT_EQ(*ReadTextFile(folder.Write("text.gz", "plain\n")), "plain\n");
  EXPECT_EQ(*ReadTextFile(folder.Write("empty.xz", "")), "");
  EXPECT_EQ(*ReadTextFile(folder.Write("text", test::Xz("packed\n"))), "packed\n");
  EXPECT_TRUE(OpenSource(folder.Path("text.gz")).value()->ranged());
}

TEST(Decompress, AFileThatShrinksSaysSo) {
  const OwnFolder folder;
  const std::string path = folder.Write("file", test::Gzip(Lines(3000), 0));
  const auto source = OpenSource(path).value();
  std::filesystem::resize_file(path, 20000);
  const Outcome outcome = ReadAll(*source, 4096);
  EXPECT_EQ(outcome.error,
            path + " changed while it was being read; run again when no program writes to it");
  EXPECT_GT(outcome.text.size(), 16000U);
}

TEST(Decompress, PipesThatArriveByteByByte) {
  if (!HasProc()) GTEST_SKIP() << "there is no /proc";
  for (const ArchiveFormat& format : ArchiveFormats()) {
    const std::string archive = format.pack("some\nlines\n");
    int ends[2];
    ASSERT_EQ(pipe(ends), 0);
    const auto source = OpenSource("/proc/self/fd/" + std::to_string(ends[0])).value();
    close(ends[0]);
    // Nothing is available yet, and then only a part of a magic number: empty blocks, not a wait.
    Block block;
    source->Read(4096, block);
    EXPECT_TRUE(block.status.ok() && block.bytes == 0 && !block.last);
    ASSERT_EQ(write(ends[1], archive.data(), 1), 1);
    source->Read(4096, block);
    EXPECT_TRUE(block.status.ok() && block.bytes == 0 && !block.last);
    std::thread writer([&] {
      for (size_t i = 1; i < archive.size(); ++i) EXPECT_EQ(write(ends[1], &archive[i], 1), 1);
      close(ends[1]);
    });
    EXPECT_EQ(ReadAll(*source, 4096), (Outcome{"some\nlines\n", ""}));
    writer.join();
  }
}

TEST(Decompress, AnIdlePipeInTheMiddleOfAMemberOnlyWaits) {
  if (!HasProc()) GTEST_SKIP() << "there is no /proc";
  for (const ArchiveFormat& format : ArchiveFormats()) {
    const std::string archive = format.pack("some\nlines\n");
    int ends[2];
    ASSERT_EQ(pipe(ends), 0);
    const auto source = OpenSource("/proc/self/fd/" + std::to_string(ends[0])).value();
    close(ends[0]);
    const auto half = archive.size() / 2;
    ASSERT_EQ(write(ends[1], archive.data(), half), static_cast<ssize_t>(half));
    std::string text;
    Block block;
    for (int i = 0; i < 20; ++i) {  // libzstd treats 16 calls without progress as an error
      source->Read(4096, block);
      ASSERT_TRUE(block.status.ok()) << block.status;
      text.append(block.data.data(), block.bytes);
    }
    ASSERT_EQ(write(ends[1], archive.data() + half, archive.size() - half),
              static_cast<ssize_t>(archive.size() - half));
    close(ends[1]);
    EXPECT_EQ(text + ReadAll(*source, 4096).text, "some\nlines\n") << format.name;
  }
}

TEST(Decompress, StreamsOfEveryFormatBesidePlainText) {
  const std::string text = Lines(200);
  for (uint64_t order = 0; order < 20; ++order) {
    for (const uint32_t block_bytes : {1U, 10U, 1000U, 100000U}) {
      std::vector<std::unique_ptr<Source>> sources;
      sources.push_back(MemorySource("plain", text, true));
      sources.push_back(Decompress(MemorySource("pipe", text, false)));
      for (const ArchiveFormat& format : ArchiveFormats()) {
        sources.push_back(Decompress(MemorySource("packed", format.pack(text), order % 2 == 0)));
      }
      ReadLimits limits;
      limits.block_bytes = block_bytes;
      limits.batch_segments = 7;
      if (block_bytes == 1 && order > 1) continue;
      const test::Driven driven = test::Drive(sources, 2, limits, order);
      ASSERT_TRUE(driven.status.ok()) << driven.status;
      for (const auto& lines : driven.lines) EXPECT_EQ(lines, test::SplitLines(text));
    }
  }
}

// The text before the damage is delivered for any blocks, so an error earlier in the text is always
// reported first.
TEST(Decompress, LinesBeforeDamageAreHandedOut) {
  const std::string text = Lines(500);
  std::string archive = test::Gzip(text);
  archive.resize(archive.size() / 2);
  const Outcome outcome = ReadBytes(archive, 4096, true);
  const auto whole_lines =
      static_cast<size_t>(std::count(outcome.text.begin(), outcome.text.end(), '\n'));
  for (const uint32_t block_bytes : {100U, 5000U, 1000000U}) {
    std::vector<std::unique_ptr<Source>> sources;
    sources.push_back(MemorySource("plain", text, true));
    sources.push_back(Decompress(MemorySource("file", archive, true)));
    ReadLimits limits;
    limits.block_bytes = block_bytes;
    const test::Driven driven = test::Drive(sources, 1, limits, 1);
    EXPECT_EQ(driven.status.message(), outcome.error);
    EXPECT_EQ(driven.lines[1].size(), whole_lines);
  }
}

TEST(Decompress, ABombMeetsTheLimitOfALine) {
  const std::string archive = test::Gzip("short\n" + std::string(50000000, 'x'));
  EXPECT_LT(archive.size(), 100000U);
  std::vector<std::unique_ptr<Source>> sources;
  sources.push_back(Decompress(MemorySource("bomb", archive, true)));
  ReadLimits limits;
  limits.line_bytes = 1000000;
  const test::Driven driven = test::Drive(sources, 0, limits, 1);
  EXPECT_THAT(driven.status.message(), StartsWith("bomb:2: the line is longer than 1000000 bytes"));
}

TEST(Codecs, MagicsAreOfOneLengthAndDistinct) {
  for (const CodecRow& row : Codecs()) {
    EXPECT_EQ(row.low.size(), row.high.size());
    EXPECT_TRUE(row.CouldBegin(row.low));
    EXPECT_TRUE(row.CouldBegin(row.high));
    EXPECT_FALSE(row.CouldBegin(std::string(row.low) + "x"));
    for (const CodecRow& other : Codecs()) {
      EXPECT_EQ(other.CouldBegin(row.low), &other == &row);
    }
  }
}

}  // namespace
}  // namespace mtgauge
