// Finding test sets in a cache with sacreBLEU's layout.
#include "core/input/sacrebleu/test_sets.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "tests/support/own_folder.h"

namespace mtgauge {
namespace {

using ::testing::ElementsAre;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

// A folder that is the cache during its lifetime.
class Cache {
 public:
  Cache() { setenv("SACREBLEU", folder_.Path("").c_str(), 1); }
  ~Cache() { unsetenv("SACREBLEU"); }

  void Add(const std::string& file) const {
    const std::filesystem::path path = folder_.Path(file);
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path) << "text\n";
  }

 private:
  OwnFolder folder_;
};

std::string FirstReference(const char* set, const char* pair) {
  const Result<std::vector<std::string>> files = TestSetReferences(set, pair);
  if (!files.ok()) return files.status().message();
  return std::filesystem::path(files->front()).filename();
}

TEST(TestSets, FindsFieldsAndFiles) {
  const Cache cache;
  for (const char* field : {"docid", "ref", "src", "origlang"}) {
    cache.Add(std::string("wmt17/wmt17.en-de.") + field);
  }
  cache.Add("wmt17/wmt17.en-fi.src");
  EXPECT_THAT(*TestSetFields("wmt17", "en-de"), ElementsAre("src", "ref", "docid", "origlang"));
  EXPECT_THAT(*TestSetFile("wmt17", "en-de", "docid"), EndsWith("/wmt17/wmt17.en-de.docid"));
  EXPECT_EQ(FirstReference("wmt17", "en-de"), "wmt17.en-de.ref");
}

TEST(TestSets, SpellsNamesAsFilesAre) {
  const Cache cache;
  for (const char* name : {"src", "ref-A", "ref-B", "online-A"}) {
    cache.Add(std::string("wmt21/systems/wmt21_systems.en-de.") + name);
  }
  EXPECT_THAT(*TestSetFields("wmt21/systems", "en-de"),
              ElementsAre("src", "ref:A", "ref:B", "online-A"));
  EXPECT_THAT(*TestSetFile("wmt21/systems", "en-de", "ref:B"),
              EndsWith("/wmt21/systems/wmt21_systems.en-de.ref-B"));
  EXPECT_EQ(FirstReference("wmt21/systems", "en-de"), "wmt21_systems.en-de.ref-A");
}

TEST(TestSets, ChoosesTheReferencesThatSacreBleuScoresAgainst) {
  const Cache cache;
  for (const char* pair : {"cs-en", "en-de"}) {
    for (const char* field : {"src", "ref-A", "ref-B"}) {
      cache.Add(std::string("wmt22/wmt22.") + pair + "." + field);
      cache.Add(std::string("wmt21/AB/wmt21_AB.") + pair + "." + field);
      cache.Add(std::string("mine/mine.") + pair + "." + field);
    }
  }
  EXPECT_EQ(FirstReference("wmt22", "cs-en"), "wmt22.cs-en.ref-B");
  EXPECT_EQ(FirstReference("wmt22", "en-de"), "wmt22.en-de.ref-A");
  EXPECT_EQ(TestSetReferences("wmt22", "en-de")->size(), 1u);
  EXPECT_EQ(TestSetReferences("wmt21/AB", "en-de")->size(), 2u);
  EXPECT_EQ(TestSetReferences("mine", "en-de")->size(), 2u);
}

TEST(TestSets, NamesTheCommandThatFillsTheCache) {
  const Cache cache;
  cache.Add("wmt17/wmt17.en-de.src");
  const char* const kCommand =
      "fill the cache with: python3 -m sacrebleu --download wmt17 -l en-de";
  EXPECT_THAT(FirstReference("wmt17", "en-de"), HasSubstr(kCommand));
  EXPECT_THAT(std::string(TestSetFile("wmt17", "en-de", "ref").status().message()),
              HasSubstr(kCommand));
  EXPECT_TRUE(TestSetFields("wmt17", "en-fi").status().kind() == ErrorKind::kIo);
  EXPECT_TRUE(TestSetFields("../wmt17", "en-de").status().kind() == ErrorKind::kIo);
}

TEST(TestSets, ListsWhatTheCacheHas) {
  const Cache cache;
  EXPECT_THAT(CachedTestSets(), IsEmpty());
  cache.Add("wmt21/systems/wmt21_systems.en-de.src");
  cache.Add("wmt17/wmt17.en-fi.src");
  cache.Add("wmt17/wmt17.en-de.src");
  cache.Add("wmt17/wmt17.en-de.ref");
  cache.Add("wmt17/raw/raw.xx-yy.src");
  const std::vector<CachedTestSet> sets = CachedTestSets();
  ASSERT_EQ(sets.size(), 2u);
  EXPECT_EQ(sets[0].set, "wmt17");
  EXPECT_THAT(sets[0].pairs, ElementsAre("en-de", "en-fi"));
  EXPECT_EQ(sets[1].set, "wmt21/systems");
}

TEST(TestSets, StandInTheHomeFolderByDefault) {
  unsetenv("SACREBLEU");
  EXPECT_THAT(TestSetFolder(), EndsWith("/.sacrebleu"));
}

}  // namespace
}  // namespace mtgauge
