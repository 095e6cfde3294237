// Synonyms from files in METEOR's format and in WordNet's, with the tests' own files.
#include "core/text/words/synonyms.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <map>
#include <random>
#include <set>

#include "core/text/words/wordnet_files.h"
#include "tests/support/meteor_data.h"
#include "tests/support/own_folder.h"
#include "tests/unit/core/text/are_synonyms.h"

namespace mtgauge {
namespace {

using test::AreSynonyms;

// Returns the newest index in a folder of `count` files; empty if there are more or fewer.
std::filesystem::path IndexIn(const std::string& folder, size_t count) {
  std::vector<std::filesystem::path> files;
  for (const auto& file : std::filesystem::directory_iterator(folder)) files.push_back(file.path());
  if (files.size() != count) return {};
  return *std::max_element(files.begin(), files.end(), [](const auto& a, const auto& b) {
    return std::filesystem::last_write_time(a) < std::filesystem::last_write_time(b);
  });
}

TEST(Synonyms, KnowInflectedForms) {
  const auto opened = Synonyms::OpenMeteor(test::MeteorData(), "english", "none");
  ASSERT_TRUE(opened.ok()) << opened.status();
  const Synonyms& synonyms = **opened;
  EXPECT_TRUE(AreSynonyms(synonyms, "car", "automobile"));
  EXPECT_TRUE(AreSynonyms(synonyms, "cars", "automobiles"));
  EXPECT_TRUE(AreSynonyms(synonyms, "mice", "rodents"));  // an exception
  EXPECT_TRUE(AreSynonyms(synonyms, "went", "traveling"));
  EXPECT_FALSE(AreSynonyms(synonyms, "car", "mouse"));
  EXPECT_FALSE(AreSynonyms(synonyms, "carss", "automobile"));
  EXPECT_TRUE(AreSynonyms(synonyms, "spoonful", "scoop"));
  EXPECT_EQ(*opened, *Synonyms::OpenMeteor(test::MeteorData(), "english", "none"));  // read once
  EXPECT_FALSE(Synonyms::OpenMeteor("/nowhere", "english", "none").ok());
}

TEST(Synonyms, OfWordNetKeepPartsOfSpeechApart) {
  const auto opened = Synonyms::OpenWordNet(test::WordNetData(), "none");
  ASSERT_TRUE(opened.ok()) << opened.status();
  const Synonyms& synonyms = **opened;
  EXPECT_TRUE(AreSynonyms(synonyms, "cars", "automobile"));
  EXPECT_TRUE(AreSynonyms(synonyms, "mice", "rodents"));
  EXPECT_TRUE(AreSynonyms(synonyms, "went", "travels"));
  EXPECT_TRUE(AreSynonyms(synonyms, "faster", "quickest"));
  EXPECT_TRUE(AreSynonyms(synonyms, "walking", "strolled"));
  EXPECT_TRUE(AreSynonyms(synonyms, "cupsful", "portions"));
  EXPECT_FALSE(AreSynonyms(synonyms, "car", "run"));  // same number, but noun and verb
  EXPECT_FALSE(AreSynonyms(synonyms, "sooner", "shortly"));
  const auto missing = Synonyms::OpenWordNet("/nowhere", "none");
  ASSERT_FALSE(missing.ok());
  EXPECT_NE(missing.status().message().find("wordnet-base"), std::string::npos);
}

// A dictionary of random words, exceptions and numbers in METEOR's format, and METEOR's results for
// it, looked up one by one.
struct RandomDictionary {
  std::string exceptions, synsets;
  std::map<std::string, std::vector<uint32_t>> sets;
  std::map<std::string, std::vector<std::string>> bases;

  explicit RandomDictionary(uint32_t seed) {
    std::mt19937 random(seed);
    for (int n = 0; n < 400; ++n) {
      const std::string word = RandomWord(random);
      std::vector<uint32_t> of_word(random() % 4);
      synsets += word + "\n";
      for (uint32_t& set : of_word) synsets += std::to_string(set = random() % 50) + " ";
      synsets += "\n";
      sets[word] = of_word;
    }
    for (int n = 0; n < 60; ++n) {
      const std::string base = RandomWord(random);
      exceptions += base + "\n";
      for (uint32_t f = random() % 4; f > 0; --f) {
        const std::string form = RandomWord(random);
        exceptions += form + " ";
        bases[form].push_back(base);
      }
      exceptions += "\n";
    }
  }

  static std::string RandomWord(std::mt19937& random) {
    static constexpr const char* kSuffixes[] = {"", "", "s", "ed", "ies", "ss", "ful", "y"};
    std::string word;
    for (uint32_t letters = 1 + random() % 3; letters > 0; --letters) {
      word += static_cast<char>('a' + random() % 4);
    }
    return word + kSuffixes[random() % std::size(kEndings)];
  }

  std::set<uint32_t> Find(const std::string& word) const {
    std::set<uint32_t> found;
    const auto add = [&](const std::string& base) {
      const auto at = sets.find(base);
      if (at != sets.end()) found.insert(at->second.begin(), at->second.end());
    };
    add(word);
    if (const auto at = bases.find(word); at != bases.end()) {
      for (const std::string& base : at->second) add(base);
    } else if (!word.ends_with("ss") && word.size() > 2) {
      AddBase(word, add);
    }
    return found;
  }
  template <typename Add>
  void AddBase(const std::string& word, const Add& add) const {
    for (const WordNetPart& part : WordNetPartsOfSpeech()) {
      for (const WordEnding& ending : part.endings) {
        if (!word.ends_with(ending.of_form)) continue;
        const std::string base =
            word.substr(0, word.size() - ending.of_form.size()) + std::string(ending.of_base);
        if (sets.contains(base)) return add(base + (word.ends_with("ful") ? "ful" : ""));
      }
    }
  }
};

TEST(Synonyms, AreKept) {
  const OwnFolder folder;
  const std::string cache = folder.Path("cache");
  std::filesystem::create_directories(folder.Path("synonym"));
  std::string digest;
  for (const uint32_t seed : {1u, 2u, 3u}) {  // another dictionary under the same name
    const RandomDictionary want(seed);
    folder.Write("synonym/x.exceptions", want.exceptions);
    folder.Write("synonym/x.synsets", want.synsets);
    for (int time = 0; time < 3; ++time) {  // made, read, and made again after damage
      const auto opened = Synonyms::LoadMeteor(folder.Path(""), "x", cache);
      ASSERT_TRUE(opened.ok()) << opened.status();
      std::mt19937 random(seed);
      std::vector<uint32_t> found;
      for (int n = 0; n < 3000; ++n) {
        const std::string word = RandomDictionary::RandomWord(random);
        const std::set<uint32_t> all = want.Find(word);
        (*opened)->Find(word, found);
        ASSERT_EQ(found, std::vector<uint32_t>(all.begin(), all.end())) << word;
      }
      const std::filesystem::path index = IndexIn(cache, seed);
      ASSERT_FALSE(index.empty());
      if (time == 1) std::filesystem::resize_file(index, std::filesystem::file_size(index) / 2);
      EXPECT_EQ((*opened)->digest() == digest, time > 0);
      digest = (*opened)->digest();
    }
  }
}

TEST(Synonyms, OfWordNetAreKept) {
  const OwnFolder folder;
  const auto made = Synonyms::LoadWordNet(test::WordNetData(), folder.Path("cache"));
  const auto kept = Synonyms::LoadWordNet(test::WordNetData(), folder.Path("cache"));
  ASSERT_TRUE(made.ok() && kept.ok()) << made.status() << kept.status();
  EXPECT_FALSE(IndexIn(folder.Path("cache"), 1).empty());
  EXPECT_EQ((*made)->digest(), (*kept)->digest());
  std::vector<uint32_t> one, other;
  for (const char* const word :
       {"car", "cars", "mice", "went", "faster", "walking", "cupsful", "sooner", "unheard"}) {
    (*made)->Find(word, one);
    (*kept)->Find(word, other);
    EXPECT_EQ(one, other) << word;
  }
}

}  // namespace
}  // namespace mtgauge
