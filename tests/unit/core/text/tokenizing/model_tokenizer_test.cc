// Tokenizers with models: equal to the libraries' results, the same from all threads, and with
// clear errors for models that are missing or broken.
#include "core/text/tokenizing/model_tokenizer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <stdlib.h>

#include <filesystem>
#include <thread>

#include "core/base/hash.h"
#include "core/contract/registry.h"
#include "tests/support/own_folder.h"
#include "tests/support/random_text.h"
#include "tests/support/sentencepiece.h"

namespace mtgauge {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::vector<std::string> WordsOf(const View& view) {
  const Tokens tokens = view.Segment(0).tokens;
  std::vector<std::string> words;
  for (uint32_t i = 0; i < tokens.count; ++i) words.emplace_back(tokens[i]);
  return words;
}

std::vector<std::string> Cut(const TokenizerRow& row, const std::string& text) {
  View view(DefaultHash().function);
  view.Reset("\n", 1, 1);
  view.FindLines();
  row.get().CutSegment(text, 0, view);
  return WordsOf(view);
}

std::vector<std::string> SplitAtSpaces(const std::string& text) {
  View view(DefaultHash().function);
  view.Reset("\n", 1, 1);
  view.FindLines();
  FindTokenizer("none")->get().CutSegment(text, 0, view);
  return WordsOf(view);
}

class SpmTokenizer : public testing::Test {
 protected:
  void SetUp() override {
    std::string lines;
    for (int i = 0; i < 400; ++i) {
      for (const char* word : {"boat", "boats", "boating", "harbour", "the", "a", "grün", "船"}) {
        if ((i * 7 + word[0]) % 3 != 0) lines += std::string(word) + " ";
      }
      lines += "number " + std::to_string(i) + "\n";
    }
    model_ = folder_.Path("own.model");
    ASSERT_TRUE(test::TrainSpm(folder_.Write("lines", lines), folder_.Path("own"), 120));
  }

  const OwnFolder folder_;
  std::string model_;
};

TEST_F(SpmTokenizer, EqualsTheLibraryOnAnyText) {
  const auto row = OpenTokenizer("spm:" + model_, {.pieces = "0.2.1"});  // the library is older
  ASSERT_TRUE(row.ok()) << row.status();
  test::RandomText random(5);
  std::vector<std::string> texts = {"",
                                    " ",
                                    "the boats",
                                    "the  boat \n",
                                    "unseen: \u732b",
                                    "\xff\xfe broken",
                                    std::string("nul\0nul", 7),
                                    std::string(3000, 'a'),
                                    "\u3000wide\u3000space"};
  for (int i = 0; i < 300; ++i) texts.push_back(random.Sentence(1 + random.Below(12)));
  for (const std::string& text : texts) {
    std::string stripped = text;
    while (!stripped.empty() && (stripped.back() == ' ' || stripped.back() == '\n')) {
      stripped.pop_back();
    }
    EXPECT_EQ(Cut(**row, text), SplitAtSpaces(test::EncodeBySpm(model_, stripped))) << text;
  }
}

TEST_F(SpmTokenizer, IsOpenedOnceAndSharedByThreads) {
  const TokenizerRow* const row = OpenTokenizer("spm:" + model_).value();
  EXPECT_EQ(OpenTokenizer("spm:" + model_).value(), row);
  const std::vector<std::string> alone = Cut(*row, "boats in the harbour");
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&] {
      for (int i = 0; i < 200; ++i) ASSERT_EQ(Cut(*row, "boats in the harbour"), alone);
    });
  }
  for (std::thread& thread : threads) thread.join();
}

TEST_F(SpmTokenizer, SignatureTellsTheModel) {
  const auto made = MakeMetric("bleu:tok=spm:" + model_, {}, {});
  ASSERT_TRUE(made.ok()) << made.status();
  const auto keys = made->metric->SignatureKeys();
  EXPECT_THAT(keys, testing::Contains(testing::Pair("tok", "spm")));
  EXPECT_THAT(keys, testing::Contains(testing::Pair(
                        "model", DigestOfBytes(ReadModelFile(model_).value().bytes()))));
  EXPECT_THAT(keys, testing::Contains(testing::Pair("pieces", "0.2.3")));
  const auto older = MakeMetric("bleu:pieces=0.2.1,tok=spm:" + model_, {}, {});
  ASSERT_TRUE(older.ok()) << older.status();
  EXPECT_THAT(older->metric->SignatureKeys(), testing::Contains(testing::Key("model")));
  EXPECT_THAT(older->metric->SignatureKeys(),
              testing::Not(testing::Contains(testing::Key("pieces"))));
  EXPECT_EQ(OpenTokenizer("spm:" + model_, {.pieces = "0.2.3"}).value(),
            OpenTokenizer("spm:" + model_).value());
}

// BPE merges pieces by the same rule in all versions.
TEST_F(SpmTokenizer, OnlyUnigramsDependOnTheVersion) {
  ASSERT_TRUE(test::TrainSpm(folder_.Path("lines"), folder_.Path("bpe"), 60, "--model_type=bpe"));
  const std::string tok = "spm:" + folder_.Path("bpe.model");
  EXPECT_EQ(OpenTokenizer(tok).value()->pieces, "");
  EXPECT_FALSE(OpenTokenizer(tok, {.pieces = "0.2.1"}).value()->outdated);
}

TEST_F(SpmTokenizer, PublishedModelsAreFoundInSacrebleusFolder) {
  ASSERT_EQ(setenv("SACREBLEU", folder_.Path("").c_str(), 1), 0);
  const auto missing = OpenTokenizer("flores200");
  EXPECT_EQ(missing.status().kind(), ErrorKind::kUsage);
  EXPECT_THAT(missing.status().message(), HasSubstr("models/flores200sacrebleuspm"));
  EXPECT_THAT(missing.status().message(), HasSubstr("-tok flores200"));
  std::filesystem::create_directory(folder_.Path("models"));
  std::filesystem::copy_file(model_, folder_.Path("models/flores200sacrebleuspm"));
  const auto found = OpenTokenizer("flores200");
  ASSERT_TRUE(found.ok()) << found.status();
  EXPECT_EQ((*found)->signature, "flores200");
  unsetenv("SACREBLEU");
}

TEST(ModelTokenizer, ErrorsNameFileAndRemedy) {
  const OwnFolder folder;
  const auto error = [](const std::string& name) {
    return std::string(OpenTokenizer(name).status().message());
  };
  EXPECT_THAT(error("spm:" + folder.Path("absent")), HasSubstr("absent: there is no such file"));
  EXPECT_THAT(error("spm:" + folder.Write("text", "no model")),
              HasSubstr("this is not a SentencePiece model"));
  EXPECT_THAT(error("ja-mecab:" + folder.Path("absent")), HasSubstr("apt-get install"));
  EXPECT_THAT(error("13a:file"), HasSubstr("takes no file"));
  EXPECT_THAT(error("14a"), HasSubstr("there are 13a, "));
}

TEST(MecabTokenizer, CutsAsTheIpaDictionarySays) {
  const Result<const TokenizerRow*> row = OpenTokenizer("ja-mecab");
  if (!row.ok()) GTEST_SKIP() << row.status().message();
  EXPECT_THAT(Cut(**row, " \u732b\u304c\u9b5a\u3092\u98df\u3079\u308b\u3002 "),
              ElementsAre("\u732b", "\u304c", "\u9b5a", "\u3092", "\u98df\u3079\u308b", "\u3002"));
  EXPECT_THAT(Cut(**row, ""), ElementsAre());
  EXPECT_THAT(Cut(**row, "\xff\xfe"), testing::SizeIs(testing::Le(2u)));
  EXPECT_THAT(std::string((*row)->signature), HasSubstr("ja-mecab-0.996-IPA"));
}

}  // namespace
}  // namespace mtgauge
