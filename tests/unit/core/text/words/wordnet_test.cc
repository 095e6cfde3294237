// WordNet: base forms, synsets and related words.
#include "core/text/words/wordnet.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "tests/support/own_folder.h"
#include "tests/unit/core/text/small_wordnet.h"

namespace mtgauge {
namespace {

using test::SmallWordNet;

TEST(WordNet, BaseFormsSynsetsAndRelatedWords) {
  const auto opened = WordNet::Open(SmallWordNet());
  ASSERT_TRUE(opened.ok()) << opened.status();
  const WordNet& wordnet = **opened;
  const auto base = [&](std::string_view word) {
    const uint32_t number = wordnet.BaseForm(word);
    return number == WordNet::kUnknown ? "" : std::string(wordnet.Word(number));
  };
  EXPECT_EQ(base("car"), "car");
  EXPECT_EQ(base("cars"), "car");
  EXPECT_EQ(base("children"), "child");
  EXPECT_EQ(base("ran"), "run");
  EXPECT_EQ(base("runs"), "run");
  EXPECT_EQ(base("faster"), "fast");
  EXPECT_EQ(base("fasts"), "");   // an adjective takes no s
  EXPECT_EQ(base("ghosts"), "");  // its base is not in the index
  EXPECT_EQ(base("the"), "");
  const auto related = [&](const char* word) {
    std::vector<std::string> words;
    for (const uint32_t number : wordnet.Related(wordnet.Find(word))) {
      words.emplace_back(wordnet.Word(number));
    }
    std::sort(words.begin(), words.end());
    return words;
  };
  EXPECT_EQ(related("car"), (std::vector<std::string>{"automobile", "car", "wagon"}));
  EXPECT_EQ(related("wagon"), (std::vector<std::string>{"car", "wagon"}));
  EXPECT_EQ(wordnet.Synsets(wordnet.Find("car")).size(), 2u);
  EXPECT_EQ(wordnet.Synsets(wordnet.Find("run")).size(), 2u);  // of a noun and of a verb
  EXPECT_EQ(*opened, *WordNet::Open(SmallWordNet()));
  EXPECT_EQ(WordNet::Open("/no/such/folder").status().kind(), ErrorKind::kUsage);
}

TEST(WordNet, OfItsIndexIsThatOfItsFiles) {
  const OwnFolder cache;
  const auto load = [&] { return WordNet::Load(SmallWordNet(), cache.Path("")); };
  const auto made = load();
  ASSERT_TRUE(made.ok()) << made.status();
  ASSERT_FALSE(std::filesystem::is_empty(cache.Path("")));
  const std::string path = std::filesystem::directory_iterator(cache.Path(""))->path();
  const auto written = std::filesystem::last_write_time(path);
  const auto kept = load();
  ASSERT_TRUE(kept.ok()) << kept.status();
  EXPECT_EQ(std::filesystem::last_write_time(path), written);
  EXPECT_EQ((*kept)->digest(), (*made)->digest());
  for (const std::string_view word : {"car", "cars", "children", "ran", "runs", "wagon", "faster",
                                      "fasts", "ghosts", "the", ""}) {
    const uint32_t number = (*made)->Find(word), base = (*made)->BaseForm(word);
    EXPECT_EQ((*kept)->Find(word), number);
    EXPECT_EQ((*kept)->BaseForm(word), base);
    if (base != WordNet::kUnknown) {
      EXPECT_EQ((*kept)->Word(base), (*made)->Word(base));
      EXPECT_TRUE(std::ranges::equal((*kept)->Synsets(base), (*made)->Synsets(base)));
      EXPECT_TRUE(std::ranges::equal((*kept)->Related(base), (*made)->Related(base)));
    }
  }
  // A damaged index counts as missing.
  std::filesystem::resize_file(path, std::filesystem::file_size(path) - 1);
  const auto again = load();
  ASSERT_TRUE(again.ok()) << again.status();
  EXPECT_EQ((*again)->BaseForm("children"), (*made)->BaseForm("children"));
}

}  // namespace
}  // namespace mtgauge
