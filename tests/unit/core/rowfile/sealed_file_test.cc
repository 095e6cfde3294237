// The container of row files: it is read back unchanged, and any change of its bytes is detected.
#include "core/rowfile/sealed_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "core/base/bytes.h"
#include "core/base/hash.h"
#include "tests/support/own_folder.h"

namespace mtgauge {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

constexpr size_t kFirstMark = 16, kLastMark = 48;

uint64_t Checksum(std::string_view bytes) {
  return FindHash("xxh3")->function(bytes.data(), bytes.size());
}

std::string ReadFile(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

class SealedFileTest : public testing::Test {
 protected:
  std::string Write(const std::string& name, const std::vector<std::string>& sections) const {
    const std::string path = folder_.Path(name);
    auto writer = SealedWriter::Open(path);
    EXPECT_TRUE(writer.ok()) << writer.status();
    for (const std::string& section : sections) EXPECT_TRUE(writer->Add(section).ok());
    EXPECT_TRUE(writer->Finish({{"kind", "rows"}, {"text", "größer"}}).ok());
    return path;
  }

  // Opens the file and reads all of it; returns the header and the sections, or the error.
  static std::string Contents(const std::string& path) {
    const auto file = SealedFile::Open(path);
    if (!file.ok()) return file.status().message();
    std::string all = file->header().dump();
    for (size_t i = 0; i < file->sections(); ++i) {
      const auto section = file->Read(i);
      if (!section.ok()) return section.status().message();
      all += '|' + *section;
    }
    return all;
  }
  std::string ContentsOf(const std::string& bytes) const {
    return Contents(folder_.Write("changed", bytes));
  }
  // Checks for an error of one line that names the file.
  void ExpectError(const std::string& bytes, const std::string& what) const {
    EXPECT_THAT(ContentsOf(bytes), AllOf(StartsWith(folder_.Path("changed") + ": "),
                                         HasSubstr(what), Not(HasSubstr("\n"))));
  }

  // Returns a last mark with a valid checksum.
  static std::string LastMark(uint64_t sections, uint64_t index, uint64_t header, uint64_t text) {
    std::string mark;
    for (const uint64_t field : {sections, index, header, text}) AppendU64(field, mark);
    AppendU64(Checksum(mark), mark);
    return mark + "MTGEND\r\n";
  }

  OwnFolder folder_;
  const std::vector<std::string> sections_ = {"first section", "", std::string(300, 'x'), "last"};
};

TEST_F(SealedFileTest, WhatWasWrittenIsRead) {
  const std::string path = Write("a", sections_);
  const auto file = SealedFile::Open(path);
  ASSERT_TRUE(file.ok()) << file.status();
  EXPECT_EQ(file->path(), path);
  EXPECT_EQ(file->size(), std::filesystem::file_size(path));
  EXPECT_EQ(file->header()["text"], "größer");
  ASSERT_EQ(file->sections(), sections_.size());
  for (size_t i = sections_.size(); i-- > 0;) {
    EXPECT_EQ(file->bytes_of(i), sections_[i].size());
    EXPECT_EQ(file->Read(i).value(), sections_[i]);
  }
}

TEST_F(SealedFileTest, NoSections) {
  const auto file = SealedFile::Open(Write("a", {}));
  ASSERT_TRUE(file.ok()) << file.status();
  EXPECT_EQ(file->sections(), 0U);
}

// All bytes are little-endian, and in the documented order.
TEST_F(SealedFileTest, Layout) {
  const std::string bytes = ReadFile(Write("a", {"abc"}));
  EXPECT_EQ(bytes.substr(0, kFirstMark), std::string("\x89MTGAUGE\r\n\x1a\n\x01\0\0\0", 16));
  EXPECT_EQ(bytes.substr(16, 3), "abc");
  EXPECT_EQ(ReadU64(bytes.data() + 19), 3U);
  EXPECT_EQ(ReadU64(bytes.data() + 27), Checksum("abc"));
  const std::string mark = bytes.substr(bytes.size() - kLastMark);
  EXPECT_EQ(ReadU64(mark.data()), 1U);
  EXPECT_EQ(ReadU64(mark.data() + 8), Checksum(bytes.substr(19, 16)));
  const std::string header = bytes.substr(35, bytes.size() - kLastMark - 35);
  EXPECT_EQ(ReadU64(mark.data() + 16), header.size());
  EXPECT_EQ(ReadU64(mark.data() + 24), Checksum(header));
  EXPECT_EQ(ReadU64(mark.data() + 32), Checksum(mark.substr(0, 32)));
  EXPECT_EQ(mark.substr(40), "MTGEND\r\n");
}

TEST_F(SealedFileTest, EveryFlippedBitIsSeen) {
  const std::string bytes = ReadFile(Write("a", sections_));
  for (size_t i = 0; i < bytes.size(); ++i) {
    for (int bit = 0; bit < 8; ++bit) {
      std::string changed = bytes;
      changed[i] = static_cast<char>(changed[i] ^ (1 << bit));
      ASSERT_THAT(ContentsOf(changed), AllOf(StartsWith(folder_.Path("changed") + ": "),
                                             HasSubstr("; "), Not(HasSubstr("\n"))))
          << "byte " << i << ", bit " << bit;
    }
  }
}

TEST_F(SealedFileTest, EveryTruncationIsSeen) {
  const std::string bytes = ReadFile(Write("a", sections_));
  for (size_t size = 0; size < bytes.size(); ++size) {
    ASSERT_THAT(ContentsOf(bytes.substr(0, size)), StartsWith(folder_.Path("changed") + ": "))
        << size;
  }
  ExpectError(bytes.substr(0, bytes.size() - 1), "not finished");
  ExpectError(bytes.substr(0, 40), "ends too early");
  ExpectError("", "not a file of rows");
}

TEST_F(SealedFileTest, WhatFollowsOrIsLackingInTheMiddleIsSeen) {
  const std::string bytes = ReadFile(Write("a", sections_));
  ExpectError(bytes + "\n", "not finished");
  ExpectError(bytes + bytes, "damaged");
  std::string shorter = bytes;
  ExpectError(shorter.erase(100, 7), "damaged");
}

TEST_F(SealedFileTest, OtherVersionsAndByteOrders) {
  std::string bytes = ReadFile(Write("a", sections_));
  bytes[12] = 2;
  ExpectError(bytes, "version 2 of the format");
  bytes[12] = 0;
  bytes[15] = 1;
  ExpectError(bytes, "big-endian");
}

TEST_F(SealedFileTest, ForeignFiles) {
  ExpectError("The tree stands by the river.\n", "not a file of rows");
  ExpectError(std::string("\x89PNG\r\n\x1a\n") + std::string(500, 'x'), "not a file of rows");
  EXPECT_THAT(Contents(folder_.Path("no such file")), HasSubstr("No such file"));
  EXPECT_THAT(Contents(folder_.Path("")), HasSubstr("regular file"));
}

// Data that a faulty program or an attacker seals with valid checksums.
TEST_F(SealedFileTest, NumbersThatCannotBe) {
  const std::string bytes = ReadFile(Write("a", {"abc"}));
  const std::string body = bytes.substr(0, bytes.size() - kLastMark);
  const uint64_t index = Checksum(body.substr(19, 16)), size = body.size() - 35;
  const uint64_t text = Checksum(body.substr(35));
  EXPECT_EQ(body + LastMark(1, index, size, text), bytes);
  ExpectError(body + LastMark(1, index, uint64_t{1} << 30, text), "its header has 1073741824");
  ExpectError(body + LastMark(1, index, 60'000'000, text), "damaged");
  ExpectError(body + LastMark(2, index, size, text), "its last mark");
  ExpectError(body + LastMark(0, Checksum(""), size, text), "its index");
  for (const uint64_t many : {uint64_t{1} << 32, uint64_t{1} << 60, UINT64_MAX}) {
    ExpectError(body + LastMark(many, index, size, text), "damaged");
  }
  for (const uint64_t length : {uint64_t{2}, uint64_t{4}, UINT64_MAX, UINT64_MAX - 18}) {
    std::string entry;
    AppendU64(length, entry);
    AppendU64(Checksum("abc"), entry);
    ExpectError(
        body.substr(0, 19) + entry + body.substr(35) + LastMark(1, Checksum(entry), size, text),
        "its index");
  }
}

TEST_F(SealedFileTest, HeadersThatAreNoObjects) {
  const std::string head = ReadFile(Write("a", {})).substr(0, kFirstMark);
  for (const std::string header :
       {"", "7", "[]", "{", "{\"a\": \"\xFF\"}", "\"kind\"", "null", "{} {}"}) {
    ExpectError(head + header + LastMark(0, Checksum(""), header.size(), Checksum(header)),
                "not a JSON object");
  }
  const std::string deep(1'000'000, '[');
  ExpectError(head + deep + LastMark(0, Checksum(""), deep.size(), Checksum(deep)),
              "not a JSON object");
}

TEST_F(SealedFileTest, NothingAppearsBeforeTheEnd) {
  const std::string path = folder_.Path("a");
  {
    auto writer = SealedWriter::Open(path);
    ASSERT_TRUE(writer.ok()) << writer.status();
    ASSERT_TRUE(writer->Add("abc").ok());
    EXPECT_FALSE(std::filesystem::exists(path));
  }
  EXPECT_FALSE(std::filesystem::exists(path));
  EXPECT_FALSE(SealedWriter::Open("").ok());
}

TEST_F(SealedFileTest, HeadersThatNobodyWouldReadAreNotWritten) {
  const std::string path = folder_.Path("a");
  auto writer = SealedWriter::Open(path);
  ASSERT_TRUE(writer.ok()) << writer.status();
  const Status status = writer->Finish({{"text", std::string(64 << 20, 'x')}});
  EXPECT_THAT(status.message(), HasSubstr("would have 67108875 bytes"));
  EXPECT_FALSE(std::filesystem::exists(path));
}

// The file is complete, and from the writer that finished last.
TEST_F(SealedFileTest, TwoWritersOfOneName) {
  const std::string path = folder_.Path("a");
  auto first = SealedWriter::Open(path), second = SealedWriter::Open(path);
  ASSERT_TRUE(first.ok() && second.ok());
  ASSERT_TRUE(first->Add("of the first").ok());
  ASSERT_TRUE(second->Add("of the second").ok());
  ASSERT_TRUE(first->Add("more").ok());
  ASSERT_TRUE(second->Finish({{"n", 2}}).ok());
  EXPECT_EQ(Contents(path), "{\"n\":2}|of the second");
  ASSERT_TRUE(first->Finish({{"n", 1}}).ok());
  EXPECT_EQ(Contents(path), "{\"n\":1}|of the first|more");
}

// More files than may be open at once.
TEST_F(SealedFileTest, ManyFiles) {
  const std::string path = Write("a", sections_);
  std::vector<SealedFile> files;
  for (int i = 0; i < 10'000; ++i) {
    auto file = SealedFile::Open(path);
    ASSERT_TRUE(file.ok()) << i << ": " << file.status();
    files.push_back(*std::move(file));
  }
  EXPECT_EQ(files.front().Read(0).value(), sections_[0]);
  EXPECT_EQ(files.back().Read(2).value(), sections_[2]);
  std::filesystem::remove(path);
  EXPECT_EQ(files.front().Read(0).value(), sections_[0]);
  EXPECT_FALSE(files.back().Read(2).ok());
}

TEST_F(SealedFileTest, FilesThatShrinkWhileTheyAreRead) {
  const std::string path = Write("a", sections_);
  const auto file = SealedFile::Open(path);
  ASSERT_TRUE(file.ok()) << file.status();
  std::filesystem::resize_file(path, 20);
  EXPECT_THAT(std::string(file->Read(2).status().message()), HasSubstr("became shorter"));
}

}  // namespace
}  // namespace mtgauge
