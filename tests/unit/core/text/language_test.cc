// The table of languages and the parser of their names.
#include "core/text/language.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace mtgauge {
namespace {

std::string_view TokenizerOf(std::string_view text) {
  return TokenizerForTarget(ParseLanguages(text).target);
}

TEST(Language, EveryWayToWriteChinese) {
  for (const std::string_view text : {"zh",
                                      "ZH",
                                      "zho",
                                      "chi",
                                      "cmn",
                                      "yue",
                                      "zho_Hans",
                                      "cmn_Hans",
                                      "yue_Hant",
                                      "zh-Hant",
                                      "zh-Hant-TW",
                                      "zh_CN",
                                      "zh-cn",
                                      "zh-TW",
                                      "zh_tw",
                                      "zh-SG",
                                      "zh_Hant_HK",
                                      "en-zh",
                                      "en-ZH",
                                      "EN-ZH",
                                      "eng-zho",
                                      "en-cmn",
                                      "en-zh-Hant-TW",
                                      "en-zh_CN",
                                      "en-zh_TW",
                                      "eng-zh-CN",
                                      "eng_Latn-zho_Hans",
                                      "eng_Latn-yue_Hant",
                                      "eng_Latn_zho_Hans",
                                      "en_zh",
                                      "en_US-zh_CN",
                                      "en-US-zh-CN",
                                      "cs_CZ-zh_CN",
                                      "de-lzh"}) {
    EXPECT_EQ(TokenizerOf(text), "zh") << text;
    EXPECT_EQ(ParseLanguages(text).target.meant, "") << text;
  }
}

TEST(Language, JapaneseAndKorean) {
  for (const std::string_view text : {"ja", "jpn", "jpn_Jpan", "ja-JP", "ja_JP", "en-ja", "EN-JA",
                                      "eng_Latn-jpn_Jpan", "en-ja_JP", "zh-ja"}) {
    EXPECT_EQ(TokenizerOf(text), "ja-mecab") << text;
  }
  for (const std::string_view text : {"ko", "kor", "kor_Hang", "ko-KR", "ko_KR", "ko-kr", "en-ko",
                                      "eng_Latn-kor_Hang", "en-ko_KR"}) {
    EXPECT_EQ(TokenizerOf(text), "ko-mecab") << text;
  }
}

TEST(Language, OthersHaveTheDefault) {
  for (const std::string_view text : {"de",
                                      "en-de",
                                      "zh-en",
                                      "zho_Hans-eng_Latn",
                                      "en-cs_CZ",
                                      "de_DE",
                                      "pt-br",
                                      "sr-Latn-RS",
                                      "eng_Latn-tha_Thai",
                                      "en-es_419",
                                      "ajp_Arab",
                                      "en-mas_KE",
                                      "zh_Latn",
                                      "ko-en",
                                      "cz-en",
                                      "en-bho_IN",
                                      "mul",
                                      "sr_Cyrl",
                                      "fil",
                                      "kmr_Latn"}) {
    EXPECT_EQ(TokenizerOf(text), "13a") << text;
    EXPECT_NE(ParseLanguages(text).target.code, "") << text;
  }
}

TEST(Language, Pairs) {
  const Languages pair = ParseLanguages("eng_Latn-zho_Hans");
  ASSERT_TRUE(pair.source.has_value());
  EXPECT_EQ(pair.source->code, "eng");
  EXPECT_EQ(pair.source->script, "latn");
  EXPECT_EQ(pair.target.code, "zho");
  EXPECT_EQ(pair.target.script, "hans");
  EXPECT_EQ(ParseLanguages("en-zh-Hant-TW").target.region, "tw");
  EXPECT_FALSE(ParseLanguages("zh-Hant-TW").source.has_value());
  EXPECT_FALSE(ParseLanguages("zh_CN").source.has_value());
  EXPECT_EQ(ParseLanguages("GER").target.code, "deu");
  EXPECT_EQ(ParseLanguages("iw").target.code, "heb");
}

TEST(Language, UnknownCodesKeepTheirSpelling) {
  EXPECT_EQ(ParseLanguages("en-Xx").target.written, "Xx");
  for (const std::string_view text : {"en-xx", "en-german", "german-english", "german", "q", "1",
                                      "en-", "-", "", "_", "en-qqq", "\xFF-\xFF"}) {
    EXPECT_EQ(ParseLanguages(text).target.code, "") << text;
    EXPECT_EQ(TokenizerOf(text), "13a") << text;
  }
  EXPECT_EQ(ParseLanguages("en-jp").target.meant, "ja");
  EXPECT_EQ(ParseLanguages("en-CN").target.meant, "zh");
  EXPECT_EQ(ParseLanguages("bo-CN").target.code, "bod");
}

TEST(Language, AThirdLanguageIsKnown) {
  EXPECT_EQ(ParseLanguages("en-de-fr").target.another, "fr");
  EXPECT_EQ(ParseLanguages("en-de-ja").target.another, "ja");
  EXPECT_EQ(ParseLanguages("en-fr-en").target.another, "en");
  for (const std::string_view text : {"en-de", "en-de-FR", "en-de_fr", "en-de-at", "en-pt-br",
                                      "en-fr-ca", "de-de", "en-zh-tw", "en-de-1996", "en-xx"}) {
    EXPECT_EQ(ParseLanguages(text).target.another, "") << text;
  }
}

TEST(Language, FindsAPairHoweverItIsWritten) {
  const std::vector<std::string> pairs = {"en-de", "en-zh_CN", "en-zh_TW", "cs-en"};
  EXPECT_EQ(MeantPair("eng_Latn-deu_Latn", pairs), "en-de");
  EXPECT_EQ(MeantPair("CZE-ENG", pairs), "cs-en");
  EXPECT_EQ(MeantPair("en-zh_TW", pairs), "en-zh_TW");
  EXPECT_EQ(MeantPair("en-zh-TW", pairs), "en-zh_TW");
  EXPECT_EQ(MeantPair("en-zh", pairs), "en-zh") << "either may be meant";
  EXPECT_EQ(MeantPair("eng_Latn-cmn_Hans", {"en-de", "en-zh"}), "en-zh") << "FLORES+";
  EXPECT_EQ(MeantPair("eng_Latn-arb_Arab", {"en-de", "en-ar_EG"}), "en-ar_EG");
  EXPECT_EQ(MeantPair("en-yue", {"en-de", "en-zh"}), "en-yue") << "another language";
  EXPECT_EQ(MeantPair("eng-zho_Hant", pairs), "en-zh_TW") << "Taiwan's script";
  EXPECT_EQ(MeantPair("en-zh_TW", {"en-zh_CN"}), "en-zh_TW") << "another region";
  EXPECT_EQ(MeantPair("eng-zho_Hant", {"en-zh_CN"}), "eng-zho_Hant") << "another script";
  EXPECT_EQ(MeantPair("en-pt_BR", {"en-pt_PT", "en-pt"}), "en-pt");
  EXPECT_EQ(MeantPair("en-de-wmt22", pairs), "en-de-wmt22") << "something else stands behind";
  EXPECT_EQ(MeantPair("de-en", pairs), "de-en");
  EXPECT_EQ(MeantPair("xx-yy", pairs), "xx-yy");
  EXPECT_EQ(MeantPair("", pairs), "");
}

TEST(Language, PairsOfTwoListsAreTheSameIfEachIsWhatTheOtherMeans) {
  const std::vector<std::string> spellings = {
      "en-cs", "eng-ces", "EN-CZE", "en-cs_CZ", "en-cs-CZ", "eng_Latn-ces_Latn", "en_US-cs"};
  for (const std::string& a : spellings) {
    for (const std::string& b : spellings) {
      EXPECT_TRUE(IsMeantPair(a, {a, "en-de"}, b, {"en-de", b})) << a << ' ' << b;
    }
  }
  const std::vector<std::string> both = {"en-zh", "en-zh_TW"};
  EXPECT_TRUE(IsMeantPair("en-zh", both, "en-zh", both));
  EXPECT_TRUE(IsMeantPair("en-zh", {"en-zh"}, "en-zh_TW", {"en-zh_TW"}));
  EXPECT_FALSE(IsMeantPair("en-zh", {"en-zh"}, "en-zh_TW", both)) << "en-zh means en-zh there";
  EXPECT_FALSE(IsMeantPair("en-zh_TW", both, "en-zh", {"en-zh"}));
  EXPECT_FALSE(IsMeantPair("en-zh", {"en-zh"}, "en-zh_TW", {"en-zh_CN", "en-zh_TW"}));
  EXPECT_FALSE(IsMeantPair("en-pt_BR", {"en-pt_BR"}, "en-pt_PT", {"en-pt_PT"}));
  EXPECT_FALSE(IsMeantPair("en-de-wmt22", {"en-de-wmt22"}, "en-de-wmt23", {"en-de-wmt23"}));
  EXPECT_FALSE(IsMeantPair("wmt22/en-de", {"wmt22/en-de"}, "wmt23/en-de", {"wmt23/en-de"}));
  EXPECT_FALSE(IsMeantPair("", {""}, "en-de", {"en-de"}));
}

TEST(Language, OneSpellingForComparison) {
  const std::string pair = ParseLanguages("en-de").Canonical();
  EXPECT_EQ(ParseLanguages("eng-deu").Canonical(), pair);
  EXPECT_EQ(ParseLanguages("EN-GER").Canonical(), pair);
  EXPECT_NE(ParseLanguages("en-zh_TW").Canonical(), ParseLanguages("en-zh_CN").Canonical());
  EXPECT_NE(ParseLanguages("en-xx").Canonical(), ParseLanguages("en-yy").Canonical());
}

TEST(Language, FirstNamesOfPairs) {
  using Names = std::vector<std::string>;
  EXPECT_EQ(FirstNamesOfPairs({"en-cs_CZ", "eng-ces", "en-cs", "en-de", "en-cs_CZ"}),
            (Names{"en-cs_CZ", "en-cs_CZ", "en-cs_CZ", "en-de", "en-cs_CZ"}));
  EXPECT_EQ(FirstNamesOfPairs({"en-zh", "en-zh_CN", "en-zh_TW", "eng-zho"}),
            (Names{"en-zh", "en-zh_CN", "en-zh_TW", "en-zh"}));
  EXPECT_EQ(FirstNamesOfPairs({"", "en-de", ""}), (Names{"", "en-de", ""}));
}

}  // namespace
}  // namespace mtgauge
