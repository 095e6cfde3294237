// Annotation commands: their input, the handling of their output, and how they fail.
#include "core/input/annotator.h"

#include <gtest/gtest.h>
#include <sys/types.h>

#include <atomic>
#include <chrono>
#include <thread>

#include "tests/support/has_proc.h"
#include "tests/support/own_folder.h"

namespace mtgauge {
namespace {

using std::chrono::steady_clock;

// Returns the annotations, one per line, or the annotator's error.
Result<std::string> Annotated(const std::string& text, const std::string& command,
                              const OpenOptions& options = {}) {
  const std::unique_ptr<Source> source = MemorySource("text", text, true);
  MTG_ASSIGN_OR_RETURN(const std::unique_ptr<Source> annotation,
                       Annotate(*source, command, options));
  std::string lines;
  for (Block block; !block.last; ++block.index) {
    annotation->Read(1 << 20, block);
    MTG_RETURN_IF_ERROR(block.status);
    lines.append(block.data.data(), block.bytes);
  }
  return lines;
}

void ExpectFailure(const std::string& command, const std::string& message) {
  const auto annotated = Annotated("one two\n", command);
  ASSERT_EQ(annotated.status().kind(), ErrorKind::kInput) << command;
  EXPECT_EQ(annotated.status().message(), message);
}

TEST(Annotator, PassesTextOnAndReadsWhatIsPrinted) {
  EXPECT_EQ(*Annotated("a b\nc\n", "sed 's/[a-z]/&|&|N/g'"), "a|a|N b|b|N\nc|c|N\n");
  EXPECT_EQ(*Annotated("", "cat"), "");
  // The command need not read, and may print more than a pipe can hold before it reads.
  EXPECT_EQ(*Annotated("a\n", "echo 'b|b|N'"), "b|b|N\n");
  const auto much = Annotated(std::string(1 << 20, 'x') + "\n",
                              "head -c 300000 /dev/zero | tr '\\0' y; echo; cat > /dev/null");
  ASSERT_TRUE(much.ok()) << much.status();
  EXPECT_EQ(much->size(), 300001u);
}

TEST(Annotator, LinesThatAreMissingAreMissed) {
  // The shortage is detected when texts are joined; no lines may be invented here.
  EXPECT_EQ(*Annotated("a\nb\nc\n", "head -n 2"), "a\nb\n");
  EXPECT_EQ(*Annotated("a\nb\nc\n", "true"), "");
}

TEST(Annotator, CommandsThatFail) {
  ExpectFailure(
      "echo broken >&2; echo 'and more' >&2; exit 7",
      "`annotate-with`: the command failed on text with exit code 7: broken; run it by hand on "
      "that text");
  ExpectFailure(
      "cat; exit 1",
      "`annotate-with`: the command failed on text with exit code 1; run it by hand on that text");
  ExpectFailure(
      "kill -9 $$",
      "`annotate-with`: the command failed on text with signal 9; run it by hand on that text");
  ExpectFailure(
      "kill -TERM $$",
      "`annotate-with`: the command failed on text with signal 15; run it by hand on that text");
}

TEST(Annotator, ACommandThatDoesNotExist) {
  const auto annotated = Annotated("one\n", "/no/such/tagger --fast");
  ASSERT_EQ(annotated.status().kind(), ErrorKind::kInput);
  EXPECT_NE(annotated.status().message().find("with exit code 127: "), std::string::npos);
  EXPECT_NE(annotated.status().message().find("/no/such/tagger"), std::string::npos);
}

// Returns true if the process exists and is not a zombie.
bool IsRunning(pid_t process) {
  std::ifstream status("/proc/" + std::to_string(process) + "/stat");
  std::string number, name, state;
  return status >> number >> name >> state && state != "Z";
}

// The command's children are ended, too, including those that ignore signals.
TEST(Annotator, IsStopped) {
  if (!HasProc()) GTEST_SKIP() << "there is no /proc";
  const OwnFolder folder;
  const std::string pid_file = folder.Path("pid");
  std::atomic<bool> stop = false;
  OpenOptions options;
  options.stop = &stop;
  std::thread stopper([&] {
    while (!std::filesystem::exists(pid_file) || std::filesystem::file_size(pid_file) == 0) {
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    stop = true;
  });
  const auto annotated =
      Annotated("one\n", "trap '' TERM; sleep 600 & echo $! > '" + pid_file + "'; wait", options);
  stopper.join();
  EXPECT_EQ(annotated.status().kind(), ErrorKind::kCancelled);
  pid_t child = 0;
  std::ifstream(pid_file) >> child;
  ASSERT_GT(child, 0);
  const auto begin = steady_clock::now();
  while (IsRunning(child) && steady_clock::now() - begin < std::chrono::seconds(20)) {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  EXPECT_FALSE(IsRunning(child));
}

TEST(Annotator, WithoutRoomForFiles) {
  const char* const before = std::getenv("TMPDIR");
  const std::string kept = before == nullptr ? "" : before;
  setenv("TMPDIR", "/no/such/folder", 1);
  const auto annotated = Annotated("one\n", "cat");
  before == nullptr ? unsetenv("TMPDIR") : setenv("TMPDIR", kept.c_str(), 1);
  EXPECT_EQ(annotated.status().kind(), ErrorKind::kIo) << annotated.status();
  EXPECT_NE(annotated.status().message().find("TMPDIR"), std::string::npos);
}

}  // namespace
}  // namespace mtgauge
