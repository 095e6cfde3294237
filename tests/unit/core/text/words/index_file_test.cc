// The cached index of another tool's file, and what makes it invalid.
#include "core/text/words/index_file.h"

#include <gtest/gtest.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

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

constexpr std::string_view kDigest = "0123456789abcdef";

// Returns the index of the file "source" of a folder.
IndexFile Index(const OwnFolder& folder, std::string_view kind = "things-1") {
  return {kind, {folder.Path("source")}, folder.Path("cache")};
}

TEST(IndexFile, GivesBackWhatWasKept) {
  const OwnFolder folder;
  folder.Write("source", "one");
  const IndexFile index = Index(folder);
  EXPECT_FALSE(index.Read().has_value());
  const std::string large((size_t{1} << 20) + 5, 'x');
  const std::vector<std::string_view> arrays = {"abc", "", large, "de", "f", "g"};
  ASSERT_TRUE(index.Write(std::string(kDigest), arrays));
  const auto kept = index.Read();
  ASSERT_TRUE(kept.has_value());
  EXPECT_EQ(kept->digest, kDigest);
  EXPECT_EQ(kept->arrays, arrays);
  for (const std::string_view array : kept->arrays) {
    EXPECT_EQ(reinterpret_cast<uintptr_t>(array.data()) % alignof(uint64_t), 0u);
  }
  // Another index under this name.
  const std::string other = Index(folder, "things-2").path();
  std::filesystem::copy_file(index.path(), other);
  EXPECT_FALSE(Index(folder, "things-2").Read().has_value());
  ASSERT_TRUE(index.Write(std::string(kDigest), {}));  // without arrays
  EXPECT_TRUE(index.Read()->arrays.empty());
}

TEST(IndexFile, OfAChangedSourceCountsAsNotThere) {
  const OwnFolder folder;
  const std::string source = folder.Write("source", "one");
  const auto time = std::filesystem::last_write_time(source);
  const IndexFile of_one = Index(folder);
  ASSERT_TRUE(of_one.Write(std::string(kDigest), {}));
  folder.Write("source", "two");  // of the same size and time
  std::filesystem::last_write_time(source, time);
  EXPECT_FALSE(Index(folder).Read().has_value());
  std::filesystem::copy_file(of_one.path(), Index(folder).path());
  EXPECT_FALSE(Index(folder).Read().has_value());
  // An index made from the old bytes is not stored.
  std::filesystem::remove(of_one.path());
  EXPECT_FALSE(of_one.Write(std::string(kDigest), {}));
  folder.Write("source", "one");
  EXPECT_FALSE(Index(folder).Read().has_value());
}

TEST(IndexFile, OfWhichAnyBitIsWrongCountsAsNotThere) {
  const OwnFolder folder;
  folder.Write("source", "one");
  const IndexFile index = Index(folder);
  ASSERT_TRUE(index.Write(std::string(kDigest), std::vector<std::string_view>{"abc", "defg"}));
  const std::string whole = ReadWhole(index.path());
  const auto put = [&](const std::string& bytes) {
    std::ofstream(index.path(), std::ios::binary) << bytes;
  };
  for (size_t at = 0; at < whole.size(); ++at) {
    for (const int bit : {1, 128}) {
      std::string damaged = whole;
      damaged[at] = static_cast<char>(damaged[at] ^ bit);
      put(damaged);
      ASSERT_FALSE(index.Read().has_value()) << "byte " << at;
    }
    put(whole.substr(0, at));
    ASSERT_FALSE(index.Read().has_value()) << "cut at " << at;
  }
  put(whole + "x");
  EXPECT_FALSE(index.Read().has_value());
  put(whole);
  EXPECT_TRUE(index.Read().has_value());
}

TEST(IndexFile, ReplacesThoseInEarlierFormsAlone) {
  const OwnFolder folder;
  folder.Write("source", "one");
  const auto write = [&](std::string_view kind) {
    const IndexFile index = Index(folder, kind);
    EXPECT_TRUE(index.Write(std::string(kDigest), {}));
    return index.path();
  };
  const std::string first = write("things-9");
  const std::string kept[] = {write("thing-3"), write("things-11"), write("others-9")};
  folder.Write("source", "two");
  const std::string of_others = write("things-9");
  folder.Write("source", "one");
  const std::string second = Index(folder, "things-8").path();  // only by name
  std::filesystem::copy_file(of_others, second);
  const std::string now = write("things-10");
  EXPECT_FALSE(std::filesystem::exists(first));
  for (const std::string& path : kept) EXPECT_TRUE(std::filesystem::exists(path)) << path;
  for (const std::string& path : {of_others, second, now}) {
    EXPECT_TRUE(std::filesystem::exists(path)) << path;
  }
}

TEST(IndexFile, KeepsNothingWhereItCannot) {
  const OwnFolder folder;
  const std::string source = folder.Write("source", "one"), missing = folder.Path("none");
  for (const auto& [sources, cache] :
       {std::pair<std::vector<std::string>, std::string>{{source}, "none"},
        {{source, missing}, folder.Path("cache")},
        {{folder.Path("")}, folder.Path("cache")},
        {{source}, folder.Write("file", "") + "/f"}}) {
    const IndexFile index("things-1", sources, cache);
    EXPECT_FALSE(index.Write(std::string(kDigest), {}));
    EXPECT_FALSE(index.Read().has_value());
  }
}

// Readers see a complete file or none, whoever writes.
TEST(IndexFile, IsMadeByManyProcessesAtOnce) {
  const OwnFolder folder;
  folder.Write("source", "one");
  const std::string large(size_t{3} << 20, 'x');
  const std::vector<std::string_view> arrays = {large, "abc"};
  std::vector<pid_t> children;
  for (int child = 0; child < 4; ++child) {
    const pid_t pid = fork();
    ASSERT_GE(pid, 0);
    if (pid > 0) {
      children.push_back(pid);
      continue;
    }
    bool good = true;
    for (int round = 0; round < 10; ++round) {
      const IndexFile index = Index(folder);
      good = good && index.Write(std::string(kDigest), arrays);
      const auto kept = index.Read();
      good = good && kept && kept->arrays == arrays;
    }
    _exit(good ? 0 : 1);
  }
  for (const pid_t pid : children) {
    int status = -1;
    ASSERT_EQ(waitpid(pid, &status, 0), pid);
    EXPECT_EQ(status, 0);
  }
  size_t files = 0;
  for (const auto& file : std::filesystem::directory_iterator(folder.Path("cache"))) {
    files += file.exists() ? 1 : 0;
  }
  EXPECT_EQ(files, 1u);
}

mode_t ModeOf(const std::string& path) {
  struct stat about = {};
  EXPECT_EQ(lstat(path.c_str(), &about), 0) << path;
  return about.st_mode;
}

TEST(IndexFile, ThatOthersCouldHaveWrittenNeedsTrust) {
  const OwnFolder folder;
  folder.Write("source", "one");
  const IndexFile index = Index(folder);
  const IndexFile trusting("things-1", {folder.Path("source")}, "trusted:" + folder.Path("cache"));
  ASSERT_TRUE(index.Write(std::string(kDigest), {}));
  EXPECT_EQ(trusting.path(), index.path());
  const auto expect = [&](bool own) {
    EXPECT_EQ(index.Read().has_value(), own);
    EXPECT_EQ(index.CheckOwner().ok(), own);
    EXPECT_TRUE(trusting.Read().has_value());
    EXPECT_TRUE(trusting.CheckOwner().ok());
  };
  for (const mode_t mode : {0664, 0646, 0600, 0644}) {
    ASSERT_EQ(chmod(index.path().c_str(), mode), 0);
    expect((mode & 022) == 0);
  }
  if (geteuid() == 0) {
    ASSERT_EQ(chown(index.path().c_str(), 1000, 1000), 0);
    expect(false);
  }
  ASSERT_EQ(chmod(index.path().c_str(), 0666), 0);
  EXPECT_EQ(
      index.CheckOwner().message(),
      index.path() +
          ": others could have written this index; delete it, or if you trust everyone who can "
          "write there, set cache=trusted:" +
          folder.Path("cache"));
}

TEST(IndexFile, ThatOthersCouldHaveWrittenIsReplacedInTheDefaultFolder) {
  const OwnFolder folder;
  const std::string source = folder.Write("source", std::string(size_t{1} << 20, 'a'));
  setenv("XDG_CACHE_HOME", folder.Path("").c_str(), 1);
  const char* const named = getenv("MTGAUGE_CACHE");
  const std::string before = named == nullptr ? "" : named;
  unsetenv("MTGAUGE_CACHE");
  const IndexFile index("things-1", {source}, "");
  if (!before.empty()) setenv("MTGAUGE_CACHE", before.c_str(), 1);
  unsetenv("XDG_CACHE_HOME");
  ASSERT_TRUE(index.Write(std::string(kDigest), {}));
  ASSERT_EQ(chmod(index.path().c_str(), 0666), 0);
  EXPECT_TRUE(index.CheckOwner().ok());
  EXPECT_FALSE(index.Read().has_value());
  ASSERT_TRUE(index.Write(std::string(kDigest), {}));
  EXPECT_TRUE(index.Read().has_value());
}

TEST(IndexFile, FollowsNoLink) {
  const OwnFolder folder;
  folder.Write("source", "one");
  const std::string precious = folder.Write("precious", "mine");
  const IndexFile index = Index(folder);
  ASSERT_TRUE(index.Write(std::string(kDigest), {}));
  const std::string elsewhere = folder.Path("elsewhere");
  std::filesystem::rename(index.path(), elsewhere);
  std::filesystem::create_symlink(elsewhere, index.path());
  EXPECT_FALSE(index.Read().has_value());
  std::filesystem::remove(index.path());
  std::filesystem::create_symlink(precious, index.path());
  ASSERT_TRUE(index.Write(std::string(kDigest), {}));
  EXPECT_EQ(ReadWhole(precious), "mine");
  EXPECT_TRUE(S_ISREG(ModeOf(index.path())));
  EXPECT_TRUE(index.Read().has_value());
}

TEST(IndexFile, IsTheUsersAlone) {
  const OwnFolder folder;
  const mode_t mask = umask(0);
  const IndexFile index("things-1", {folder.Write("source", "one")}, folder.Path("new/cache"));
  EXPECT_TRUE(index.Write(std::string(kDigest), {}));
  umask(mask);
  EXPECT_EQ(ModeOf(folder.Path("new")) & 0777, 0700u);
  EXPECT_EQ(ModeOf(folder.Path("new/cache")) & 0777, 0700u);
  EXPECT_EQ(ModeOf(index.path()) & 0777, 0644u);
}

TEST(ChooseCacheFolder, TakesTheOneThatIsNamed) {
  const CacheFolder none;
  unsetenv("MTGAUGE_CACHE");
  unsetenv("XDG_CACHE_HOME");
  setenv("HOME", "/home/me", 1);
  EXPECT_EQ(ChooseCacheFolder(""), (CacheFolder{"/home/me/.cache/mtgauge", "", false}));
  setenv("XDG_CACHE_HOME", "/cache", 1);
  EXPECT_EQ(ChooseCacheFolder(""), (CacheFolder{"/cache/mtgauge", "", false}));
  setenv("XDG_CACHE_HOME", "not/absolute", 1);
  EXPECT_EQ(ChooseCacheFolder(""), (CacheFolder{"/home/me/.cache/mtgauge", "", false}));
  setenv("MTGAUGE_CACHE", "/mine", 1);
  EXPECT_EQ(ChooseCacheFolder(""), (CacheFolder{"/mine", "MTGAUGE_CACHE", false}));
  EXPECT_EQ(ChooseCacheFolder("other"), (CacheFolder{"other", "cache", false}));
  EXPECT_EQ(ChooseCacheFolder("trusted:other"), (CacheFolder{"other", "cache", true}));
  EXPECT_EQ(ChooseCacheFolder("none"), none);
  setenv("MTGAUGE_CACHE", "trusted:/ours", 1);
  EXPECT_EQ(ChooseCacheFolder(""), (CacheFolder{"/ours", "MTGAUGE_CACHE", true}));
  setenv("MTGAUGE_CACHE", "none", 1);
  EXPECT_EQ(ChooseCacheFolder(""), none);
  unsetenv("MTGAUGE_CACHE");
  unsetenv("XDG_CACHE_HOME");
  unsetenv("HOME");
  EXPECT_EQ(ChooseCacheFolder(""), none);
}

TEST(SourceDigest, TellsBytesApart) {
  const OwnFolder folder;
  const auto digest = [](const std::vector<std::string>& paths) { return SourceDigest(paths); };
  const std::string a = folder.Write("a", std::string(size_t{3} << 20, 'a'));
  const std::string b = folder.Write("b", std::string(size_t{3} << 20, 'a'));
  const std::string c = folder.Write("c", std::string(size_t{2} << 20, 'a'));
  EXPECT_EQ(digest({a}), digest({b}));
  EXPECT_NE(digest({a}), digest({c}));
  EXPECT_NE(digest({a, c}), digest({c, a}));
  EXPECT_EQ(digest({a}).size(), 16u);
  EXPECT_EQ(digest({a, folder.Path("none")}), "");
  EXPECT_EQ(digest({folder.Path("")}), "");  // a folder
}

}  // namespace
}  // namespace mtgauge
