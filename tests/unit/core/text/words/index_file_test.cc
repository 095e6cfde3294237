// What is kept of another tool's file, and what counts as not there.
#include "core/text/words/index_file.h"

#include <gtest/gtest.h>
#include <stdlib.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "tests/support/own_folder.h"

namespace mtgauge {
namespace {

std::string ReadWhole(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

TEST(IndexFile, GivesBackWhatWasKept) {
  const OwnFolder folder;
  const IndexFile index(folder.Path("a/b"), "things-1", "0f");
  EXPECT_FALSE(index.Read().has_value());
  const std::string large((size_t{1} << 20) + 5, 'x');
  const IndexFile::Arrays arrays = {"abc", "", large, "de", "f"};
  ASSERT_TRUE(index.Write("0123456789abcdef", arrays));
  const auto kept = index.Read();
  ASSERT_TRUE(kept.has_value());
  EXPECT_EQ(kept->digest, "0123456789abcdef");
  ASSERT_EQ(kept->arrays.size(), arrays.size());
  for (size_t a = 0; a < arrays.size(); ++a) EXPECT_EQ(kept->arrays[a], arrays[a]);
  EXPECT_FALSE(IndexFile(folder.Path("a/b"), "things-2", "0f").Read().has_value());
  EXPECT_FALSE(IndexFile(folder.Path("a/b"), "things-1", "0e").Read().has_value());
  // Another's file under the name.
  std::filesystem::copy_file(folder.Path("a/b/things-1-0f.index"),
                             folder.Path("a/b/things-1-0e.index"));
  std::filesystem::copy_file(folder.Path("a/b/things-1-0f.index"),
                             folder.Path("a/b/things-2-0f.index"));
  EXPECT_FALSE(IndexFile(folder.Path("a/b"), "things-1", "0e").Read().has_value());
  EXPECT_FALSE(IndexFile(folder.Path("a/b"), "things-2", "0f").Read().has_value());
}

TEST(IndexFile, OfWhichAnyBitIsWrongCountsAsNotThere) {
  const OwnFolder folder;
  const IndexFile index(folder.Path("f"), "things-1", "0f");
  ASSERT_TRUE(index.Write("0123456789abcdef", {"abc", "defg"}));
  const std::string path = folder.Path("f/things-1-0f.index");
  const std::string whole = ReadWhole(path);
  for (size_t at = 0; at < whole.size(); ++at) {
    for (const int bit : {1, 128}) {
      std::string damaged = whole;
      damaged[at] = static_cast<char>(damaged[at] ^ bit);
      folder.Write("f/things-1-0f.index", damaged);
      ASSERT_FALSE(index.Read().has_value()) << "byte " << at;
    }
    folder.Write("f/things-1-0f.index", whole.substr(0, at));
    ASSERT_FALSE(index.Read().has_value()) << "cut at " << at;
  }
  folder.Write("f/things-1-0f.index", whole);
  EXPECT_TRUE(index.Read().has_value());
}

TEST(IndexFile, WithoutAFolderKeepsNothing) {
  const OwnFolder folder;
  for (const auto& [where, source] : {std::pair<std::string, std::string>{"", "0f"},
                                      {folder.Path("f"), ""},
                                      {folder.Write("file", "") + "/f", "0f"}}) {
    const IndexFile index(where, "things-1", source);
    EXPECT_FALSE(index.Write("0123456789abcdef", {}));
    EXPECT_FALSE(index.Read().has_value());
  }
}

TEST(CacheFolder, IsTheOneThatIsNamed) {
  unsetenv("MTGAUGE_CACHE");
  unsetenv("XDG_CACHE_HOME");
  setenv("HOME", "/home/me", 1);
  EXPECT_EQ(CacheFolder(""), "/home/me/.cache/mtgauge");
  setenv("XDG_CACHE_HOME", "/cache", 1);
  EXPECT_EQ(CacheFolder(""), "/cache/mtgauge");
  setenv("XDG_CACHE_HOME", "not/absolute", 1);
  EXPECT_EQ(CacheFolder(""), "/home/me/.cache/mtgauge");
  setenv("MTGAUGE_CACHE", "/mine", 1);
  EXPECT_EQ(CacheFolder(""), "/mine");
  EXPECT_EQ(CacheFolder("other"), "other");
  EXPECT_EQ(CacheFolder("none"), "");
  setenv("MTGAUGE_CACHE", "none", 1);
  EXPECT_EQ(CacheFolder(""), "");
  unsetenv("MTGAUGE_CACHE");
  unsetenv("XDG_CACHE_HOME");
  unsetenv("HOME");
  EXPECT_EQ(CacheFolder(""), "");
}

TEST(SourceDigest, TellsBytesApart) {
  const OwnFolder folder;
  const std::string a = folder.Write("a", std::string(size_t{3} << 20, 'a'));
  EXPECT_EQ(SourceDigest(a), SourceDigest(folder.Write("b", std::string(size_t{3} << 20, 'a'))));
  EXPECT_NE(SourceDigest(a), SourceDigest(folder.Write("c", std::string(size_t{2} << 20, 'a'))));
  EXPECT_EQ(SourceDigest(a).size(), 16u);
  EXPECT_EQ(SourceDigest(folder.Path("none")), "");
  EXPECT_EQ(SourceDigest(folder.Path("")), "");  // a folder
}

}  // namespace
}  // namespace mtgauge
