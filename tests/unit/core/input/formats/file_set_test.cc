// Sets of files: their order, and texts that do not depend on the cut of blocks.
#include "core/input/formats/file_set.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "core/input/formats/files_of_set.h"
#include "tests/support/own_folder.h"
#include "tests/unit/core/input/opened_columns.h"

namespace mtgauge {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;

class FileSet : public testing::Test {
 protected:
  std::string Write(const std::string& name, const std::string& text = "x") {
    fs::create_directories(fs::path(Path(name)).parent_path());
    return folder_.Write(name, text);
  }
  std::string Path(const std::string& name) const { return folder_.Path(name); }

  std::vector<std::string> Names(const std::string& pattern) {
    const auto files = FilesOfSet(Path(pattern));
    EXPECT_TRUE(files.ok()) << files.status();
    std::vector<std::string> names;
    if (!files.ok()) return names;
    for (const std::string& file : *files) {
      names.push_back(fs::path(file).lexically_relative(Path("")).string());
    }
    return names;
  }

  OwnFolder folder_;
};

TEST_F(FileSet, NaturalOrderWithoutHiddenFiles) {
  for (const char* name : {"a10b2.t", "a9b10.t", "a9b9.t", "a09c.t", "A.t", ".h.t", "_h.t"}) {
    Write(name);
  }
  EXPECT_THAT(Names("*.t"), ElementsAre("A.t", "a9b9.t", "a9b10.t", "a09c.t", "a10b2.t"));
  EXPECT_THAT(Names(""), ElementsAre("A.t", "a9b9.t", "a9b10.t", "a09c.t", "a10b2.t"));
  Write("b/1.t");
  EXPECT_THAT(FilesOfSet(Path("")).status().message(), HasSubstr("has files and folders"));
  EXPECT_THAT(Names("**/[0-9].t"), ElementsAre("b/1.t"));
  EXPECT_THAT(Names("b/**"), ElementsAre("b/1.t"));
  EXPECT_THAT(Names("**/*1*.t"), ElementsAre("a9b10.t", "a10b2.t", "b/1.t"));
}

TEST_F(FileSet, AFileOfThatNameWins) {
  Write("x[1].t");
  Write("x1.t");
  EXPECT_FALSE(IsFileSet(Path("x[1].t")));
  EXPECT_TRUE(IsFileSet(Path("x[12].t")));
  EXPECT_FALSE(IsFileSet(Path("y*")));
  EXPECT_TRUE(IsFileSet(Path("")));
}

TEST_F(FileSet, NumberedFilesAreWhole) {
  const auto error = [&](const std::string& path) {
    const auto files = FilesOfSet(Path(path));
    return files.ok() ? "" : files.status().message();
  };
  Write("s/t-00001-of-00003.x");
  Write("s/t-00003-of-00003.x");
  EXPECT_THAT(error("s"), HasSubstr("t-00002-of-00003.x is missing"));
  Write("s/t-00002-of-00003.x");
  EXPECT_EQ(error("s"), "");
  Write("s/t-00000-of-00003.x");
  EXPECT_THAT(error("s"), HasSubstr("is missing, or is there twice"));
  EXPECT_THAT(error("none"), HasSubstr("No such file"));
}

TEST_F(FileSet, SavedDatasetsHaveTheirOwnOrder) {
  Write("d/b.arrow");
  Write("d/a.arrow");
  Write("d/state.json", R"({"_data_files": [{"filename": "b.arrow"}, {"filename": "a.arrow"}]})");
  EXPECT_THAT(Names("d"), ElementsAre("d/b.arrow", "d/a.arrow"));
  for (const char* bad : {"", "[]", "{}", R"({"_data_files": []})", R"({"_data_files": [1]})",
                          R"({"_data_files": 7})"}) {
    Write("d/state.json", bad);
    EXPECT_THAT(std::string(FilesOfSet(Path("d")).status().message()),
                HasSubstr("it names no files of data"))
        << bad;
  }
}

TEST_F(FileSet, TextsFollowEachOtherForAnyBlocks) {
  Write("1.txt", "one\ntwo");
  Write("2.txt", "");
  Write("3.txt", "three\n\n");
  Write("4.txt", "four");
  for (const uint32_t bytes : {1U, 2U, 3U, 7U, 1000U}) {
    const auto opened =
        test::ReadColumns(OpenFileSet(Path("*.txt"), Role::kSystem, {}), Role::kSystem, bytes);
    ASSERT_TRUE(opened.status.ok()) << opened.status;
    EXPECT_THAT(opened.driven.lines[0], ElementsAre("one", "two", "three", "", "four")) << bytes;
  }
}

TEST_F(FileSet, LinesBelongToTheirFiles) {
  const std::string a = Write("a.jsonl", "\n{\"hyp\": \"1\"}\n{\"hyp\": \"2\"}\n");
  const std::string b = Write("b.jsonl", "{\"hyp\": \"3\"}\n\n{\"hyp\": \"4\"}\n");
  auto columns = OpenFileSet(Path("*.jsonl"), Role::kSystem, {});
  ASSERT_TRUE(columns.ok()) << columns.status();
  Source& source = *columns->front().source;
  for (int pass = 0; pass < 2; ++pass) {
    std::vector<uint64_t> lines;
    for (Block block; !block.last; ++block.index) {
      source.Read(1, block);
      ASSERT_TRUE(block.status.ok()) << block.status;
      lines.insert(lines.end(), block.extras->lines.begin(), block.extras->lines.end());
    }
    EXPECT_THAT(lines, ElementsAre(2, 3, 4, 6));
    EXPECT_EQ(source.FileOf(3).file, a);
    EXPECT_EQ(source.FileOf(6).file, b);
    EXPECT_EQ(source.FileOf(6).line, 3U);
    source.Rewind();
  }
}

TEST_F(FileSet, FilesOfOtherFormatsAreRefused) {
  Write("1.t", "a\n");
  Write("2.t",
        "<refset setid=\"s\" srclang=\"a\" trglang=\"b\" refid=\"r\">\n<doc docid=\"d\">\n"
        "<seg id=\"1\">a</seg>\n</doc>\n</refset>\n");
  const auto opened =
      test::ReadColumns(OpenFileSet(Path("*.t"), Role::kReference, {}), Role::kReference, 100);
  EXPECT_THAT(opened.status.message(), HasSubstr("2.t: it is sgml, but "));
  EXPECT_THAT(OpenFileSet(Path("2*"), Role::kReference, {}).status().message(),
              HasSubstr("a format that is read as a whole; name its files one by one"));
}

TEST_F(FileSet, FilesThatSayOtherThingsAreRefused) {
  const std::string first = Write("s/1.jsonl", R"({"system": "A", "id": 1, "hyp": "a"})");
  OpenOptions options;
  const auto error = [&](const std::string& second) {
    Write("s/2.jsonl", second);
    return test::ReadColumns(OpenFileSet(Path("s"), Role::kSystem, options), Role::kSystem, 100)
        .status.message();
  };
  EXPECT_THAT(error(R"({"system": "B", "id": 2, "hyp": "a"})"),
              HasSubstr("2.jsonl: its system is 'B', but that of " + first + " is 'A'"));
  EXPECT_THAT(error(R"({"system": "A", "hyp": "a"})"), HasSubstr("it has no 'id', but " + first));
  EXPECT_EQ(error(""), "");
  Write("s/0.jsonl", "");
  EXPECT_EQ(error(R"({"system": "A", "id": 2, "hyp": "a"})"), "");
}

TEST_F(FileSet, LinksToFoldersAreNotFollowedForEver) {
  Write("d/a.t", "a\n");
  fs::create_directory_symlink(".", Path("d/loop"));
  fs::create_directory_symlink("..", Path("d/up"));
  EXPECT_THAT(Names("**/a.t"), ElementsAre("d/a.t"));
}

}  // namespace
}  // namespace mtgauge
