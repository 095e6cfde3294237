// Synonyms from files in METEOR's form and in WordNet's. The files are the tests' own.
#include "core/text/words/synonyms.h"

#include <gtest/gtest.h>

#include "tests/support/meteor_data.h"
#include "tests/unit/core/text/are_synonyms.h"

namespace mtgauge {
namespace {

using test::AreSynonyms;

TEST(Synonyms, KnowInflectedForms) {
  const auto opened = Synonyms::OpenMeteor(test::MeteorData(), "english");
  ASSERT_TRUE(opened.ok()) << opened.status();
  const Synonyms& synonyms = **opened;
  EXPECT_TRUE(AreSynonyms(synonyms, "car", "automobile"));
  EXPECT_TRUE(AreSynonyms(synonyms, "cars", "automobiles"));
  EXPECT_TRUE(AreSynonyms(synonyms, "mice", "rodents"));  // an exception
  EXPECT_TRUE(AreSynonyms(synonyms, "went", "traveling"));
  EXPECT_FALSE(AreSynonyms(synonyms, "car", "mouse"));
  EXPECT_FALSE(AreSynonyms(synonyms, "carss", "automobile"));
  EXPECT_TRUE(AreSynonyms(synonyms, "spoonful", "scoop"));
  EXPECT_EQ(*opened, *Synonyms::OpenMeteor(test::MeteorData(), "english"));  // read once
  EXPECT_FALSE(Synonyms::OpenMeteor("/nowhere", "english").ok());
}

TEST(Synonyms, OfWordNetKeepPartsOfSpeechApart) {
  const auto opened = Synonyms::OpenWordNet(test::WordNetData());
  ASSERT_TRUE(opened.ok()) << opened.status();
  const Synonyms& synonyms = **opened;
  EXPECT_TRUE(AreSynonyms(synonyms, "cars", "automobile"));
  EXPECT_TRUE(AreSynonyms(synonyms, "mice", "rodents"));
  EXPECT_TRUE(AreSynonyms(synonyms, "went", "travels"));
  EXPECT_TRUE(AreSynonyms(synonyms, "faster", "quickest"));
  EXPECT_TRUE(AreSynonyms(synonyms, "walking", "strolled"));
  EXPECT_TRUE(AreSynonyms(synonyms, "cupsful", "portions"));
  EXPECT_FALSE(AreSynonyms(synonyms, "car", "run"));  // a noun's set and a verb's of one number
  EXPECT_FALSE(AreSynonyms(synonyms, "sooner", "shortly"));
  const auto missing = Synonyms::OpenWordNet("/nowhere");
  ASSERT_FALSE(missing.ok());
  EXPECT_NE(missing.status().message().find("wordnet-base"), std::string::npos);
}

}  // namespace
}  // namespace mtgauge
