// Opening inputs: formats by content and by name, columns in one order, pipes in turns.
#include "core/input/formats/format.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <random>
#include <thread>

#include "tests/support/drive_dispatcher.h"
#include "tests/support/has_proc.h"
#include "tests/support/own_folder.h"
#include "tests/support/sgml_text.h"

namespace mtgauge {
namespace {

using testing::ElementsAre;

const std::string kSgml = test::SgmlSet("tstset", {{"s", {"a", "b", "c"}}}, 2);

struct OpenedPaths {
  Status status;
  std::vector<std::string> names;
  test::Driven driven;  // of all columns together
};

OpenedPaths OpenAndRead(const std::vector<InputPath>& paths, uint32_t block_bytes = 100) {
  OpenedPaths opened;
  auto inputs = OpenInputs(paths, {});
  opened.status = inputs.status();
  if (!inputs.ok()) return opened;
  std::vector<std::unique_ptr<Source>> sources;
  for (auto& columns : *inputs) {
    for (OpenedColumn& column : columns) {
      opened.names.push_back(column.name);
      sources.push_back(std::move(column.source));
    }
  }
  ReadLimits limits;
  limits.block_bytes = block_bytes;
  opened.driven = test::Drive(sources, 0, limits, 1);
  opened.status = opened.driven.status;
  return opened;
}

TEST(OpenInputs, ByContentOrElseByNameOrElsePlainText) {
  const OwnFolder folder;
  const std::string sgml = folder.Write("named.txt", kSgml);
  const std::string text = folder.Write("text", "<b>x\ny\nz");
  const OpenedPaths opened = OpenAndRead({{sgml, Role::kSystem}, {text, Role::kSystem}});
  ASSERT_TRUE(opened.status.ok()) << opened.status;
  EXPECT_THAT(opened.names, ElementsAre("s", ""));
  EXPECT_THAT(opened.driven.lines[0], ElementsAre("a", "b", "c"));
  EXPECT_THAT(opened.driven.lines[1], ElementsAre("<b>x", "y", "z"));
  EXPECT_THAT(opened.driven.ids, ElementsAre("1", "2", "1"));
  EXPECT_THAT(opened.driven.documents, ElementsAre("d000", "d000", "d001"));
  EXPECT_THAT(opened.driven.file_lines[0], ElementsAre(3, 4, 7));

  // The suffix of a compressed format behind that of the text does not matter.
  for (const std::string suffix : {"", ".gz", ".BZ2", ".xz", ".zst"}) {
    const std::string misnamed = folder.Write("text.SGM" + suffix, "x\n");
    EXPECT_EQ(OpenAndRead({{misnamed, Role::kSystem}}).status.message(),
              misnamed + ": no <tstset>; if this is plain text, rename it to end in .txt");
  }
}

TEST(OpenInputs, PlainTextIsTheSourceItself) {
  const OwnFolder folder;
  const std::string path = folder.Write("text", std::string(100000, 'x'));
  auto inputs = OpenInputs({{path, Role::kReference}}, {});
  ASSERT_TRUE(inputs.ok());
  EXPECT_TRUE(inputs->at(0).at(0).source->ranged());
  Block block;
  block.index = 1;
  inputs->at(0).at(0).source->Read(60000, block);
  EXPECT_EQ(block.bytes, 40000U);
  EXPECT_EQ(block.extras, nullptr);
}

// The content and the format do not depend on the pieces in which a pipe delivers.
TEST(OpenInputs, PipesInAnyPieces) {
  if (!HasProc()) GTEST_SKIP() << "there is no /proc";
  std::mt19937 random(5);
  std::string long_text;
  while (long_text.size() < 20000) long_text += std::to_string(random()) + "\n";
  const std::pair<std::string, std::vector<std::string>> cases[] = {
      {"", {}},
      {"x", {"x"}},
      {"<refse\nt", {"<refse", "t"}},
      {kSgml, {"a", "b", "c"}},
      {long_text, test::SplitLines(long_text)},
      {std::string(5000, ' ') + "\nx\n", {std::string(5000, ' '), "x"}},
      {std::string(3000, ' ') + kSgml, {"a", "b", "c"}}};
  for (const auto& [bytes, lines] : cases) {
    for (const size_t piece : {size_t{1}, size_t{7}, size_t{4096}, size_t{30000}}) {
      if (bytes.size() / piece > 3000) continue;
      int ends[2];
      ASSERT_EQ(pipe(ends), 0);
      std::thread writer([&, text = bytes] {
        for (size_t at = 0; at < text.size(); at += piece) {
          const std::string part = text.substr(at, piece);
          EXPECT_EQ(write(ends[1], part.data(), part.size()), static_cast<ssize_t>(part.size()));
        }
        close(ends[1]);
      });
      const OpenedPaths opened =
          OpenAndRead({{"/proc/self/fd/" + std::to_string(ends[0]), Role::kSystem}}, 1000);
      writer.join();
      close(ends[0]);
      ASSERT_TRUE(opened.status.ok()) << opened.status;
      EXPECT_EQ(opened.driven.lines[0], lines) << bytes.substr(0, 20) << " by " << piece;
    }
  }
}

// Otherwise a writer that fills the second pipe before the first would wait forever.
TEST(OpenInputs, PipesAreWaitedForTogether) {
  if (!HasProc()) GTEST_SKIP() << "there is no /proc";
  int first[2], second[2];
  ASSERT_EQ(pipe(first), 0);
  ASSERT_EQ(pipe(second), 0);
  ASSERT_GE(fcntl(second[1], F_SETPIPE_SZ, 4096), 4096);
  const std::string text(4096, 'x');  // fills the pipe
  std::thread writer([&] {
    for (const std::string& part : {text, std::string("y\n")}) {
      EXPECT_EQ(write(second[1], part.data(), part.size()), static_cast<ssize_t>(part.size()));
    }
    close(second[1]);
    EXPECT_EQ(write(first[1], "z\n", 2), 2);
    close(first[1]);
  });
  const OpenedPaths opened =
      OpenAndRead({{"/proc/self/fd/" + std::to_string(first[0]), Role::kSystem},
                   {"/proc/self/fd/" + std::to_string(second[0]), Role::kSystem}},
                  8192);
  writer.join();
  close(first[0]);
  close(second[0]);
  ASSERT_TRUE(opened.status.ok()) << opened.status;
  EXPECT_THAT(opened.driven.lines[0], ElementsAre("z"));
  EXPECT_THAT(opened.driven.lines[1], ElementsAre(text + "y"));
}

TEST(OpenInputs, AStopEndsTheWaiting) {
  if (!HasProc()) GTEST_SKIP() << "there is no /proc";
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  const std::atomic<bool> stop = true;
  OpenOptions options;
  options.stop = &stop;
  const auto inputs =
      OpenInputs({{"/proc/self/fd/" + std::to_string(ends[0]), Role::kSystem}}, options);
  EXPECT_EQ(inputs.status().kind(), ErrorKind::kCancelled);
  close(ends[0]);
  close(ends[1]);
}

TEST(OpenInputs, ColumnsAreInTheOrderOfTheFirst) {
  const OwnFolder folder;
  const std::string ref =
      folder.Write("ref.sgm",
                   "<refset><doc docid=y><seg id=2>y2</seg><seg id=1>y1</seg></doc>"
                   "<doc docid=x><seg id=1>x1</seg></doc></refset>");
  const std::string tst =
      folder.Write("tst.sgm",
                   "<tstset>\n<doc sysid=s docid=x><seg id=1>X1</seg></doc>\n"
                   "<doc sysid=s docid=y><seg id=1>Y1</seg>\n<seg id=2>Y2</seg></doc></tstset>");
  const OpenedPaths opened = OpenAndRead({{ref, Role::kReference}, {tst, Role::kSystem}});
  ASSERT_TRUE(opened.status.ok()) << opened.status;
  EXPECT_THAT(opened.driven.lines[0], ElementsAre("y2", "y1", "x1"));
  EXPECT_THAT(opened.driven.lines[1], ElementsAre("Y2", "Y1", "X1"));
  EXPECT_THAT(opened.driven.file_lines[1], ElementsAre(4, 3, 2));
}

TEST(OpenInputs, MissingAndSuperfluousSegmentsAreNamed) {
  const OwnFolder folder;
  const std::string two = "<doc sysid=s docid=d>\n<seg id=1>a</seg>\n<seg id=2>b</seg></doc>";
  const std::string one = "<doc sysid=s docid=d>\n<seg id=1>a</seg></doc>";
  const std::string ref = folder.Write("ref.sgm", "<refset>" + two + "</refset>");
  const std::string tst = folder.Write("tst.sgm", "<tstset>" + one + "</tstset>");
  const std::string remedy = "; all references and systems must have the same segments";
  EXPECT_EQ(OpenAndRead({{ref, Role::kReference}, {tst, Role::kSystem}}).status.message(),
            tst + ": no segment '2' of document 'd' of 's', which is in " + ref + ":3" + remedy);
  const std::string short_ref = folder.Write("short.sgm", "<refset>" + one + "</refset>");
  const std::string long_tst = folder.Write("long.sgm", "<tstset>" + two + "</tstset>");
  EXPECT_EQ(
      OpenAndRead({{short_ref, Role::kReference}, {long_tst, Role::kSystem}}).status.message(),
      short_ref + ": no segment '2' of document 'd' of 's', which is in " + long_tst + ":3" +
          remedy);
}

TEST(OpenInputs, LargeTablesInBlocksOfAnySizeAndTwice) {
  std::vector<std::string> lines;
  for (int i = 0; i < 5000; ++i) lines.push_back("segment " + std::to_string(i * 7919 % 5000));
  const OwnFolder folder;
  const std::string path = folder.Write("t.sgm", test::SgmlSet("tstset", {{"s", lines}}, 99));
  auto inputs = OpenInputs({{path, Role::kSystem}}, {});
  ASSERT_TRUE(inputs.ok()) << inputs.status();
  auto source = MakeRereadable(std::move(inputs->at(0).at(0).source));
  ASSERT_TRUE(source.ok());
  for (int time = 0; time < 2; ++time) {
    std::vector<std::unique_ptr<Source>> sources;
    sources.push_back(std::move(*source));
    const test::Driven driven = test::Drive(sources, 0, ReadLimits(), 1);
    EXPECT_EQ(driven.lines[0], lines);
    EXPECT_EQ(driven.documents.back(), "d050");
    *source = std::move(sources[0]);
    (*source)->Rewind();
  }
}

TEST(ReadWhole, RefusesMoreThanItsLimit) {
  auto source = MemorySource("f", "0123456789", true);
  EXPECT_EQ(ReadWhole(*source, 10, {}).value(), "0123456789");
  EXPECT_EQ(
      ReadWhole(*source, 9, {}).status().message(),
      "f: the file has more than 9 bytes, too many for a format that is read as a whole; split the "
      "file");
}

TEST(SplitPath, AColumnBehindAFileThatExists) {
  const OwnFolder folder;
  const std::string plain = folder.Write("a", ""), odd = folder.Write("a:b", "");
  EXPECT_EQ(SplitPath(plain + ":3").file, plain);
  EXPECT_EQ(SplitPath(plain + ":3").column, "3");
  EXPECT_EQ(SplitPath(odd).file, odd);
  EXPECT_EQ(SplitPath(odd).column, "");
  EXPECT_EQ(SplitPath(odd + ":c").file, odd);
  EXPECT_EQ(SplitPath(plain + ":").file, plain + ":");
  EXPECT_EQ(SplitPath("-:3").column, "");
  EXPECT_EQ(SplitPath(folder.Path("none") + ":3").column, "");
}

TEST(OpenInputs, ColumnsOfOneFile) {
  const OwnFolder folder;
  const std::string tsv = folder.Write("a.tsv", "ref\tone\ttwo\nr\ta\tb\n");
  const std::string plain = folder.Write("plain", "p\n");
  auto inputs = OpenInputs({{tsv + ":ref", Role::kReference},
                            {tsv + ":two", Role::kSystem},
                            {plain, Role::kSystem},
                            {tsv + ":2", Role::kSystem}},
                           {});
  ASSERT_TRUE(inputs.ok()) << inputs.status();
  EXPECT_EQ(inputs->at(1).at(0).name, "two");
  EXPECT_EQ(inputs->at(3).at(0).name, "");
  Block block;
  for (const auto& [input, text] : {std::pair(0, "r\n"), {1, "b\n"}, {2, "p\n"}, {3, "one\na\n"}}) {
    block.index = 0;
    inputs->at(static_cast<size_t>(input)).at(0).source->Read(1000, block);
    EXPECT_EQ(std::string(block.data.data(), block.bytes), text);
  }
}

TEST(OpenInputs, AColumnOfAFormatThatNamesItsSystems) {
  const OwnFolder folder;
  const std::string sgml =
      folder.Write("a.sgm",
                   "<tstset><doc docid=\"d\" sysid=\"one\"><seg id=\"1\">a</seg></doc>"
                   "<doc docid=\"d\" sysid=\"two\"><seg id=\"1\">b</seg></doc></tstset>");
  const auto inputs = OpenInputs({{sgml + ":two", Role::kSystem}}, {});
  ASSERT_TRUE(inputs.ok()) << inputs.status();
  ASSERT_EQ(inputs->at(0).size(), 1U);
  EXPECT_EQ(inputs->at(0).at(0).name, "two");
  EXPECT_EQ(OpenInputs({{sgml + ":x", Role::kSystem}}, {}).status().message(),
            sgml + ": no system or reference is called 'x' (known: one, two)");
}

}  // namespace
}  // namespace mtgauge
