// The content of a signature, and metrics that are made from it only.
#include "core/contract/row_settings.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "core/contract/registry.h"
#include "core/text/tokenizing/model_tokenizer.h"

namespace mtgauge {
namespace {

TEST(RowSettings, ValuesByTheirKeys) {
  const RowSettings settings(
      "case:mixed|tok:13a|smooth:floor[0.10]|empty:|odd|synonyms:a-b-c0ffee");
  EXPECT_EQ(settings.Value("case"), "mixed");
  EXPECT_EQ(settings.Value("tok"), "13a");
  EXPECT_EQ(settings.Value("smooth"), "floor[0.10]");
  EXPECT_EQ(settings.Value("empty"), "");
  EXPECT_EQ(settings.Value("odd"), "");
  EXPECT_EQ(settings.Value("ok"), "");
  EXPECT_EQ(settings.Value(""), "");
  EXPECT_EQ(settings.Digest("synonyms"), "c0ffee");
  EXPECT_EQ(settings.Digest("tok"), "13a");
  EXPECT_EQ(settings.Digest("none"), "");
  EXPECT_EQ(RowSettings("").Value("case"), "");
  EXPECT_EQ(RowSettings("|:|").Value(""), "");
}

// None of these folders exists.
TEST(RowSettings, MetricsAreMadeWithoutTheirFiles) {
  const std::pair<const char*, const char*> cases[] = {
      {"bleu:tok=spm:/nowhere/a.model",
       "case:mixed|eff:no|tok:spm|smooth:exp|model:0123456789abcdef"},
      {"bleu:tok=ja-mecab:/nowhere",
       "case:mixed|eff:no|tok:ja-mecab-0.996-IPA-392127|smooth:exp|model:0123456789abcdef"},
      {"meteor:data=/nowhere,modules=ex+sy+pa,para=/nowhere,functions=own,weights=1+1+1",
       "lang:en|text:norm|stages:ex_sy_pa|weights:1_1_1|params:0.85_0.2_0.6_0.75|"
       "synonyms:meteor-0000000000000001|functions:own-0000000000000002|"
       "paraphrases:0000000000000003|model:0000000000000004|lcunicode:14.0"},
      {"meteor:text=lower,functions=none,modules=ex+sy,synonyms=wordnet,wordnet=/nowhere,"
       "weights=1+1",
       "lang:en|text:lower|stages:ex_sy|weights:1_1|params:0.85_0.2_0.6_0.75|"
       "synonyms:wordnet-0000000000000001|functions:none|lcunicode:14.0"},
  };
  for (const auto& [spec, signature] : cases) {
    const RowSettings settings(signature);
    MetricContext context;
    context.rows = &settings;
    const auto made = MakeMetric(spec, {}, context);
    ASSERT_TRUE(made.ok()) << made.status();
    std::string found;
    for (const auto& [key, value] : made->metric->SignatureKeys()) {
      found += (found.empty() ? "" : "|") + key + ":" + value;
    }
    EXPECT_EQ(found, signature);
    EXPECT_FALSE(MakeMetric(spec, {}, {}).ok()) << spec;
  }
}

// sacreBLEU has one dictionary for Japanese; another may cut otherwise.
TEST(RowSettings, OnlyItsOwnDictionaryEqualsSacreBleu) {
  const auto equals = [](const std::string& model) {
    const RowSettings settings("case:mixed|eff:no|tok:ja-mecab-0.996-IPA|smooth:exp|model:" +
                               model);
    MetricContext context;
    context.rows = &settings;
    return std::string(MakeMetric("bleu:tok=ja-mecab:/nowhere", {}, context)->Equals());
  };
  EXPECT_EQ(equals("989208ecf43e94b1"), "sacrebleu-2.6.0");
  EXPECT_EQ(equals("796a336b8eadab55"), "");
}

TEST(RowSettings, OptionsAreCheckedAllTheSame) {
  const RowSettings settings("");
  MetricContext context;
  context.rows = &settings;
  for (const char* const spec : {"bleu:tok=14a", "bleu:tok=13a:file", "meteor:modules=xx",
                                 "maxsim:wordnet=/nowhere", "meteor2005:synonyms=some"}) {
    EXPECT_EQ(MakeMetric(spec, {}, context).status().message(),
              MakeMetric(spec, {}, {}).status().message());
    EXPECT_FALSE(MakeMetric(spec, {}, context).ok()) << spec;
  }
}

TEST(RecallTokenizer, KnowsWhatItIsToldAndCutsNothing) {
  const TokenizerRow* const row = RecallTokenizer("spm:/nowhere", "spm", "c0ffee", {}).value();
  EXPECT_EQ(row->name, "spm:/nowhere");
  EXPECT_EQ(row->signature, "spm");
  EXPECT_EQ(row->model, "c0ffee");
  EXPECT_TRUE(row->splits_unspaced_scripts);
  EXPECT_EQ(row->get, nullptr);
  EXPECT_EQ(RecallTokenizer("spm:/nowhere", "spm", "c0ffee", {}).value(), row);
  EXPECT_NE(RecallTokenizer("spm:/nowhere", "spm", "c0ffef", {}).value(), row);
  EXPECT_EQ(RecallTokenizer("zh", "other", "", {}).value(), FindTokenizer("zh"));
  EXPECT_EQ(RecallTokenizer("intl", "intl", "", {.unicode = "18.0"}).value(),
            FindTokenizer("intl"));
  EXPECT_EQ(RecallTokenizer("intl", "intl", "", {.unicode = "15.0"}).value(),
            FindTokenizer("intl")->older);
}

// Rows of earlier versions have intl with Unicode 15.0, and pieces without a version.
TEST(RecallTokenizer, KeepsTheVersionsOfItsRows) {
  for (const std::string end :
       {"tok:intl|unicode:15.0", "tok:intl|unicode:18.0", "tok:flores200|model:00c0ffee",
        "tok:flores200|model:00c0ffee|pieces:0.2.3"}) {
    const RowSettings settings("case:mixed|" + end);
    MetricContext context;
    context.rows = &settings;
    const std::string tok(settings.Value("tok"));
    const MadeMetric made = MakeMetric("exact:tok=" + tok, {}, context).value();
    std::string keys;
    for (const auto& [key, value] : made.SignatureKeys()) {
      keys += (keys.empty() ? "" : "|") + key + ":" + value;
    }
    EXPECT_EQ(keys.substr(keys.find("tok:")), end);
    const MadeMetric bleu = MakeMetric("bleu:tok=" + tok, {}, context).value();
    const bool newest = end.ends_with("18.0") || end.ends_with("0.2.3");
    EXPECT_EQ(bleu.Equals(), newest ? "sacrebleu-2.6.0" : "") << end;
  }
}

}  // namespace
}  // namespace mtgauge
