// WordNet as NLTK uses it, on a small dictionary. differential/words.sh compares it with NLTK.
#include "core/text/words/nltk_wordnet.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "tests/support/own_folder.h"

namespace mtgauge {
namespace {

using testing::HasSubstr;
using testing::UnorderedElementsAre;

constexpr uint32_t kVerb = 1u << 28, kAdjective = 2u << 28;

// A separate dictionary, whose files a test may change.
class NltkWordNetTest : public testing::Test {
 protected:
  NltkWordNetTest() {
    folder_.Write("index.noun",
                  "  1 a licence\npairs n 1 0 1 0 00000011\nparis n 1 0 1 0 00000010\n"
                  "wolf n 1 0 1 0 00000012\nred_wolf n 1 0 1 0 00000013\nmouse n 1 0 1 0 00000014\n"
                  "city n 1 0 1 0 00000010\nmous n 1 0 1 0 00000011\n");
    folder_.Write("data.noun",
                  "  1 a licence\n00000010 15 n 02 Paris 0 city 0 000 | a town; (it)\n"
                  "00000011 04 n 02 pairs 0 mous 0 000 | x\n00000012 05 n 01 wolf 0 000 | y\n"
                  "00000013 05 n 02 red_wolf 0 wolf 1 000 | z\n00000014 05 n 01 mouse 0 000 | w\n");
    folder_.Write("index.verb", "  1 a licence\nwolf v 1 0 1 0 00000010\n");
    folder_.Write("data.verb",
                  "  1 a licence\n00000010 34 v 0a wolf 0 b 0 c 0 d 0 e 0 f 0 g 0 h 0 i 0 gulp 0 "
                  "000 | x\n");
    folder_.Write("index.adj", "  1 a licence\ngalore a 1 0 1 0 00000010\n");
    folder_.Write("data.adj", "  1 a licence\n00000010 00 s 02 galore(ip) 0 many(a) 0 000 | x\n");
    folder_.Write("noun.exc", "mice mouse\nwolves wolf nobody\n");
    for (const char* name : {"index.adv", "data.adv"}) folder_.Write(name, "  1 a licence\n");
    for (const char* name : {"verb.exc", "adj.exc", "adv.exc"}) folder_.Write(name, "");
  }
  const NltkWordNet& Open() {
    const auto wordnet = NltkWordNet::Open(folder_.Path(""));
    EXPECT_TRUE(wordnet.ok()) << wordnet.status();
    return **wordnet;
  }
  std::vector<uint32_t> Synsets(std::string_view word) {
    std::vector<uint32_t> synsets;
    Open().FindSynsets(word, synsets);
    return synsets;
  }
  std::vector<uint32_t> Listing(std::string_view word) {
    const auto listing = Open().Listing(word);
    return {listing.begin(), listing.end()};
  }
  OwnFolder folder_;
};

TEST_F(NltkWordNetTest, BaseFormsOfEachPartOfSpeech) {
  EXPECT_THAT(Synsets("wolf"), UnorderedElementsAre(12, kVerb | 10));
  EXPECT_THAT(Synsets("wolfs"), UnorderedElementsAre(12, kVerb | 10));
  EXPECT_THAT(Synsets("wolfed"), UnorderedElementsAre(kVerb | 10));
  EXPECT_THAT(Synsets("pairs"), UnorderedElementsAre(11));
  EXPECT_THAT(Synsets("red_wolf"), UnorderedElementsAre(13));
  EXPECT_THAT(Synsets("nothing"), UnorderedElementsAre());
  EXPECT_THAT(Synsets(""), UnorderedElementsAre());
}

TEST_F(NltkWordNetTest, ExceptionsTakeThePlaceOfEndings) {
  EXPECT_THAT(Synsets("mice"), UnorderedElementsAre(14));
  EXPECT_THAT(Synsets("wolves"), UnorderedElementsAre(12));
}

TEST_F(NltkWordNetTest, NltksOwnEndingOfNouns) {
  folder_.Write("noun.exc", "");
  EXPECT_THAT(Synsets("wolves"), UnorderedElementsAre(12));  // -ves, -f
}

TEST_F(NltkWordNetTest, ListsNamesAsTheyAreSpelled) {
  EXPECT_THAT(Synsets("paris"), UnorderedElementsAre(10));
  EXPECT_THAT(Listing("paris"), UnorderedElementsAre());  // it is "Paris"
  EXPECT_THAT(Listing("city"), UnorderedElementsAre(10));
  EXPECT_THAT(Listing("red_wolf"), UnorderedElementsAre());
  EXPECT_THAT(Listing("wolf"), UnorderedElementsAre(12, 13, kVerb | 10));
  EXPECT_THAT(Listing("gulp"), UnorderedElementsAre(kVerb | 10));  // the tenth, 0a
  EXPECT_THAT(Listing("galore"), UnorderedElementsAre(kAdjective | 10));
  EXPECT_THAT(Listing("many"), UnorderedElementsAre(kAdjective | 10));
}

TEST_F(NltkWordNetTest, OfItsIndexIsThatOfItsFiles) {
  const OwnFolder cache;
  const auto load = [&] { return NltkWordNet::Load(folder_.Path(""), cache.Path("")); };
  const auto made = load();
  ASSERT_TRUE(made.ok()) << made.status();
  ASSERT_FALSE(std::filesystem::is_empty(cache.Path("")));
  const std::string path = std::filesystem::directory_iterator(cache.Path(""))->path();
  const auto written = std::filesystem::last_write_time(path);
  const auto agrees = [&](const NltkWordNet& other) {
    EXPECT_EQ(other.digest(), (*made)->digest());
    for (const std::string_view word : {"wolf", "wolfs", "wolves", "mice", "paris", "pairs",
                                        "red_wolf", "city", "galore", "many", "nothing", ""}) {
      std::vector<uint32_t> of_made, of_other;
      (*made)->FindSynsets(word, of_made);
      other.FindSynsets(word, of_other);
      EXPECT_EQ(of_other, of_made) << word;
      EXPECT_TRUE(std::ranges::equal(other.Listing(word), (*made)->Listing(word))) << word;
    }
  };
  const auto kept = load();
  ASSERT_TRUE(kept.ok()) << kept.status();
  EXPECT_EQ(std::filesystem::last_write_time(path), written);
  agrees(**kept);
  // A damaged index counts as missing.
  std::filesystem::resize_file(path, std::filesystem::file_size(path) - 1);
  const auto again = load();
  ASSERT_TRUE(again.ok()) << again.status();
  agrees(**again);
  // A change in any file matters, including data.*.
  folder_.Write("data.adj", "  1 a licence\n00000010 00 s 01 many(a) 0 000 | x\n");
  const auto changed = load();
  ASSERT_TRUE(changed.ok()) << changed.status();
  EXPECT_TRUE((*changed)->Listing("galore").empty());
}

TEST_F(NltkWordNetTest, FilesThatAreNotWordNets) {
  for (const char* bad : {"  1 a licence\n0001 15 n 01 word 0 000\n",
                          "  1 a licence\n00000010 15 n ff word 0 000\n", "  1\n00000010 15 n\n"}) {
    folder_.Write("data.noun", bad);
    const auto wordnet = NltkWordNet::Open(folder_.Path(""));
    ASSERT_FALSE(wordnet.ok()) << bad;
    EXPECT_THAT(wordnet.status().message(), HasSubstr("data.noun: not WordNet's file"));
  }
  std::filesystem::remove(folder_.Path("data.noun"));
  EXPECT_THAT(NltkWordNet::Open(folder_.Path("")).status().message(),
              HasSubstr("cannot read WordNet's file"));
}

}  // namespace
}  // namespace mtgauge
