// Sources: files by ranges, pipes as they come, and their behaviour if either changes or fails.
#include "core/input/source.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <filesystem>
#include <memory>
#include <thread>

#include "core/input/byte_order_mark.h"
#include "core/simd/kernels.h"
#include "tests/support/has_proc.h"
#include "tests/support/own_folder.h"

namespace mtgauge {
namespace {

using testing::AllOf;
using testing::HasSubstr;

class SourceTest : public testing::Test {
 protected:
  std::string Path(const std::string& name) const { return folder_.Path(name); }
  std::string Write(const std::string& name, const std::string& bytes) const {
    return folder_.Write(name, bytes);
  }

 private:
  const OwnFolder folder_;
};

std::unique_ptr<Source> MustOpen(const std::string& path) {
  auto source = OpenSource(path);
  EXPECT_TRUE(source.ok()) << source.status();
  return std::move(source).value();
}

Block ReadBlock(Source& source, uint32_t block_bytes, uint64_t index) {
  Block block;
  block.index = index;
  source.Read(block_bytes, block);
  return block;
}

std::string Text(const Block& block) { return std::string(block.data.data(), block.bytes); }

// Reads to the end sequentially.
std::string ReadAll(Source& source, uint32_t block_bytes) {
  std::string text;
  for (uint64_t index = 0;; ++index) {
    const Block block = ReadBlock(source, block_bytes, index);
    EXPECT_TRUE(block.status.ok()) << block.status;
    text += Text(block);
    if (block.last || !block.status.ok()) return text;
  }
}

// A mark is removed only from the first bytes, however few of them a block has, and again after the
// source has been rewound.
TEST(ByteOrderMark, IsLeftOutWhateverTheBlocks) {
  const std::string mark = "\xEF\xBB\xBF";
  const std::string texts[] = {"",
                               "a",
                               mark.substr(0, 1),
                               mark.substr(0, 2) + "b",
                               mark,
                               mark + "one\ntwo\n" + mark + "three\n",
                               mark + mark,
                               "one" + mark};
  for (const std::string& text : texts) {
    const bool marked = text.starts_with(mark);
    const std::string expected = text.substr(marked ? mark.size() : 0);
    for (const bool ranged : {true, false}) {
      for (const uint32_t block_bytes : {1U, 2U, 3U, 4U, 5U, 100U}) {
        SCOPED_TRACE(testing::Message() << text << " " << ranged << " " << block_bytes);
        const auto seen = std::make_shared<std::atomic<bool>>(false);
        const auto source = WithWarnings(WithoutMark(MemorySource("file", text, ranged), seen),
                                         seen, {{"code", "known"}});
        EXPECT_EQ(source->ranged(), ranged);
        EXPECT_EQ(ReadAll(*source, block_bytes), expected);
        ASSERT_EQ(source->warnings().size(), marked ? 2U : 1U);
        EXPECT_EQ(source->warnings()[0].message, "known");
        source->Rewind();
        EXPECT_EQ(ReadAll(*source, block_bytes), expected);
      }
    }
  }
}

// Replaces standard input during its lifetime.
class StandardInput {
 public:
  explicit StandardInput(int fd) : saved_(dup(STDIN_FILENO)) { dup2(fd, STDIN_FILENO); }
  ~StandardInput() {
    dup2(saved_, STDIN_FILENO);
    close(saved_);
  }

 private:
  int saved_;
};

struct Pipe {
  Pipe() { EXPECT_EQ(pipe(fd), 0); }
  ~Pipe() {
    CloseWriter();
    close(fd[0]);
  }
  void CloseWriter() {
    if (fd[1] >= 0) close(fd[1]);
    fd[1] = -1;
  }
  void Send(const std::string& text) const {
    ASSERT_EQ(write(fd[1], text.data(), text.size()), static_cast<ssize_t>(text.size()));
  }
  int fd[2];
};

TEST_F(SourceTest, RegularFilesAreReadByRangesInAnyOrder) {
  std::string text;
  for (int i = 0; i < 1000; ++i) text += std::to_string(i) + "\n";
  const auto source = MustOpen(Write("file", text));
  EXPECT_TRUE(source->ranged());
  const uint64_t blocks = (text.size() + 99) / 100;
  for (uint64_t index = blocks + 3; index-- > 0;) {
    const Block block = ReadBlock(*source, 100, index);
    ASSERT_TRUE(block.status.ok()) << block.status;
    const std::string expected =
        index < blocks ? text.substr(static_cast<size_t>(index) * 100, 100) : "";
    EXPECT_EQ(Text(block), expected);
    EXPECT_EQ(block.last, index + 1 >= blocks);
    EXPECT_EQ(block.lines,
              static_cast<uint64_t>(std::count(expected.begin(), expected.end(), '\n')));
  }
}

TEST_F(SourceTest, AFileThatFillsItsLastBlockEndsThere) {
  const auto source = MustOpen(Write("file", "12345678"));
  EXPECT_FALSE(ReadBlock(*source, 4, 0).last);
  EXPECT_TRUE(ReadBlock(*source, 4, 1).last);
}

TEST_F(SourceTest, EmptyFileIsOneEmptyBlock) {
  const auto source = MustOpen(Write("file", ""));
  const Block block = ReadBlock(*source, 100, 0);
  EXPECT_TRUE(block.status.ok());
  EXPECT_TRUE(block.last);
  EXPECT_EQ(block.bytes, 0U);
}

TEST_F(SourceTest, FilesThatHideTheirSizeAreReadToTheEnd) {
  if (!HasProc()) GTEST_SKIP() << "there is no /proc";
  const auto source = MustOpen("/proc/self/status");
  EXPECT_FALSE(source->ranged());
  EXPECT_THAT(ReadAll(*source, 64), HasSubstr("Pid:"));
}

TEST_F(SourceTest, AFileThatChangesBetweenTwoReadingsIsAnError) {
  const std::string path = Write("file", std::string(1000, 'x'));
  const auto once = MustOpen(path);
  const auto twice = MakeRereadable(MustOpen(path)).value();
  EXPECT_EQ(ReadAll(*twice, 300), std::string(1000, 'x'));
  EXPECT_EQ(ReadAll(*once, 300), std::string(1000, 'x'));
  Write("file", std::string(700, 'x') + std::string(300, 'y'));  // as long as before
  twice->Rewind();
  EXPECT_TRUE(ReadBlock(*twice, 300, 1).status.ok());
  for (const uint64_t index : {2, 3}) {
    EXPECT_EQ(ReadBlock(*twice, 300, index).status.message(),
              path + " changed while it was being read; run again when no program writes to it");
  }
  EXPECT_TRUE(ReadBlock(*once, 300, 2).status.ok());  // its readings need not agree
}

TEST_F(SourceTest, AFileThatShrinksOrGrowsIsAnError) {
  const std::string path = Write("file", std::string(1000, 'x'));
  const auto source = MustOpen(path);
  std::filesystem::resize_file(path, 500);
  EXPECT_TRUE(ReadBlock(*source, 100, 0).status.ok());
  for (const uint64_t index : {5, 9}) {
    const Block block = ReadBlock(*source, 100, index);
    EXPECT_EQ(block.status.kind(), ErrorKind::kIo);
    EXPECT_EQ(block.status.message(),
              path + " changed while it was being read; run again when no program writes to it");
    EXPECT_EQ(block.bytes, 0U);
  }
  std::filesystem::resize_file(path, 1001);
  EXPECT_TRUE(ReadBlock(*source, 100, 5).status.ok());
  EXPECT_THAT(std::string(ReadBlock(*source, 100, 9).status.message()), HasSubstr("changed while"));
}

TEST_F(SourceTest, ErrorsNamePathReasonAndRemedy) {
  const auto error = [](const std::string& path) {
    const auto source = OpenSource(path);
    EXPECT_EQ(source.status().kind(), ErrorKind::kIo);
    return source.status().message();
  };
  EXPECT_EQ(error(Path("none")),
            "cannot open " + Path("none") + ": No such file or directory; check the path");
  EXPECT_EQ(error(Path("")),
            "cannot open " + Path("") + ": Is a directory; name a file, not a directory");
  const std::string secret = Write("secret", "x");
  chmod(secret.c_str(), 0);
  if (access(secret.c_str(), R_OK) != 0) {  // root may read everything
    EXPECT_EQ(error(secret),
              "cannot open " + secret + ": Permission denied; check its permissions");
  }
}

TEST_F(SourceTest, StandardInputMayBeAFileThatIsPartlyRead) {
  const std::string path = Write("file", "header\nbody 1\nbody 2\n");
  const int fd = open(path.c_str(), O_RDONLY);
  ASSERT_EQ(lseek(fd, 7, SEEK_SET), 7);
  {
    const StandardInput input(fd);
    const auto source = MustOpen("-");
    EXPECT_EQ(source->name(), "<stdin>");
    EXPECT_TRUE(source->ranged());
    EXPECT_EQ(ReadAll(*source, 5), "body 1\nbody 2\n");
  }
  close(fd);
}

TEST_F(SourceTest, PipesGiveWhatIsThereAndThenWaitInVain) {
  Pipe pipe;
  const StandardInput input(pipe.fd[0]);
  const auto source = MustOpen("-");
  EXPECT_FALSE(source->ranged());
  pipe.Send("one\ntw");
  Block block = ReadBlock(*source, 100, 0);
  EXPECT_EQ(Text(block), "one\ntw");
  EXPECT_EQ(block.lines, 1U);
  EXPECT_FALSE(block.last);
  // No data available: an empty block, so that the caller can check its stop flag.
  block = ReadBlock(*source, 100, 1);
  EXPECT_TRUE(block.status.ok());
  EXPECT_EQ(block.bytes, 0U);
  EXPECT_FALSE(block.last);
  pipe.Send("o\n");
  pipe.CloseWriter();
  block = ReadBlock(*source, 100, 2);
  EXPECT_EQ(Text(block), "o\n");
  EXPECT_TRUE(block.last);
}

TEST_F(SourceTest, PipesOfAnySizeArriveWhole) {
  std::string text;
  for (int i = 0; i < 100000; ++i) text += std::to_string(i * 7919) + "\n";
  ASSERT_EQ(mkfifo(Path("fifo").c_str(), 0600), 0);
  std::thread writer([&] { Write("fifo", text); });
  const auto source = MustOpen(Path("fifo"));
  EXPECT_EQ(ReadAll(*source, 10000), text);
  writer.join();
}

TEST_F(SourceTest, AClosedStandardInputIsAnError) {
  const int saved = dup(STDIN_FILENO);
  close(STDIN_FILENO);
  const auto source = OpenSource("-");
  dup2(saved, STDIN_FILENO);
  close(saved);
  EXPECT_THAT(
      source.status().message(),
      AllOf(HasSubstr("cannot open <stdin>: Bad file descriptor"), HasSubstr("connect it")));
}

TEST_F(SourceTest, ManyThreadsReadOneFile) {
  std::string text;
  for (int i = 0; i < 20000; ++i) text += std::to_string(i) + "\n";
  const auto source = MustOpen(Write("file", text));
  std::vector<std::thread> threads;
  std::vector<std::string> copies(4);
  for (std::string& copy : copies) {
    threads.emplace_back([&source, &copy] { copy = ReadAll(*source, 4096); });
  }
  for (std::thread& thread : threads) thread.join();
  for (const std::string& copy : copies) EXPECT_EQ(copy, text);
}

// The system is asked for later blocks of such a size.
TEST_F(SourceTest, LargeBlocksAreReadInAnyOrder) {
  std::string text;
  for (int i = 0; i < 800'000; ++i) text += std::to_string(i) + "\n";
  constexpr uint32_t kBytes = 256 << 10;
  const auto source = MustOpen(Write("file", text));
  EXPECT_EQ(ReadAll(*source, kBytes), text);
  for (uint64_t index = text.size() / kBytes + 3; index-- > 0;) {
    const Block block = ReadBlock(*source, kBytes, index);
    ASSERT_TRUE(block.status.ok()) << block.status;
    const uint64_t from = std::min<uint64_t>(index * kBytes, text.size());
    EXPECT_TRUE(Text(block) == text.substr(from, kBytes)) << index;
  }
}

TEST(MemorySourceTest, BothKindsGiveTheSameBytes) {
  for (const bool ranged : {false, true}) {
    const auto source = MemorySource("memory", "0123456789", ranged);
    EXPECT_EQ(source->name(), "memory");
    EXPECT_EQ(source->ranged(), ranged);
    EXPECT_EQ(Text(ReadBlock(*source, 4, 0)), "0123");
    EXPECT_EQ(Text(ReadBlock(*source, 4, 1)), "4567");
    const Block last = ReadBlock(*source, 4, 2);
    EXPECT_EQ(Text(last), "89");
    EXPECT_TRUE(last.last);
  }
}

TEST(CountLinesTest, CountsBeforeEveryStride) {
  for (const uint32_t bytes : {0U, 1U, 4095U, 4096U, 4097U, 12288U, 20000U}) {
    Block block;
    block.data.Grow(bytes + kTextPadding, 0);
    block.bytes = bytes;
    for (uint32_t i = 0; i < bytes; ++i) block.data[i] = i % 3 == 0 || i % 7 == 0 ? '\n' : 'x';
    block.lines_before = {99};  // from an earlier use
    CountLines(block);
    EXPECT_EQ(block.lines, static_cast<uint64_t>(
                               std::count(block.data.data(), block.data.data() + bytes, '\n')));
    ASSERT_EQ(block.lines_before.size(), (bytes + 4095) / 4096);
    for (uint32_t k = 0; k < block.lines_before.size(); ++k) {
      EXPECT_EQ(block.lines_before[k],
                std::count(block.data.data(), block.data.data() + k * 4096, '\n'));
    }
  }
}

}  // namespace
}  // namespace mtgauge
