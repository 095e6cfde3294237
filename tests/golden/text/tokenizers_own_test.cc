// Compares tokens and lower case with sacreBLEU and CPython, on our own strings and, if it is
// available, on the shared set. Includes line feeds inside a segment.
#include <gtest/gtest.h>

#include <iostream>

#include "core/text/tokenizing/tokenizer.h"
#include "core/text/unicode.h"
#include "core/text/view.h"
#include "tests/support/shared_data.h"

namespace mtgauge::tokenizers_own_test {
namespace {

std::string Joined(const SegmentView& segment) {
  std::string joined;
  for (uint32_t i = 0; i < segment.tokens.count; ++i) {
    joined += (i == 0 ? "" : " ") + std::string(segment.tokens[i]);
  }
  return joined;
}

// Tokenizes all texts as one stream, then each as a separate stream.
void ExpectTokens(const TokenizerRow& row, const std::vector<std::string>& texts,
                  const std::vector<std::string>& expected) {
  SCOPED_TRACE(std::string(row.name));
  View view(DefaultHash().function);
  const Batch batch = MakeBatch({}, {texts});
  const Stream& all = batch.hyps[0];
  row.get().CutStream(all.text, all.bytes, batch.segments, all.aside, view);
  ASSERT_EQ(view.segments(), texts.size());
  for (uint32_t i = 0; i < texts.size(); ++i) {
    EXPECT_EQ(Joined(view.Segment(i)), expected[i]) << "stream, segment " << i << ": " << texts[i];
  }
  for (size_t i = 0; i < texts.size(); ++i) {
    const Batch single = MakeBatch({}, {{texts[i]}});
    const Stream& one = single.hyps[0];
    row.get().CutStream(one.text, one.bytes, 1, one.aside, view);
    EXPECT_EQ(Joined(view.Segment(0)), expected[i]) << "alone: " << texts[i];
  }
}

std::string Lowercase(const std::string& text) {
  std::string out;
  AppendLowercase(text, out);
  return out;
}

TEST(TokensGolden, OwnStrings) {
  const auto file = ReadJson(ProjectFolder() / "tests/golden/data/token_cases.json");
  const auto& cases = file.at("cases");
  ASSERT_GT(cases.size(), 200u);
  std::vector<std::string> texts;
  for (const auto& golden : cases) {
    texts.push_back(golden.at("text"));
    EXPECT_EQ(Lowercase(texts.back()), golden.at("lower").get<std::string>()) << texts.back();
  }
  for (const std::string name : file.at("tokenizers")) {
    const TokenizerRow* row = FindTokenizer(name);
    ASSERT_NE(row, nullptr) << name;
    std::vector<std::string> expected;
    for (const auto& golden : cases) expected.push_back(golden.at(name));
    ExpectTokens(*row, texts, expected);
  }
  std::cout << "compared " << cases.size() << " strings\n";
}

}  // namespace
}  // namespace mtgauge::tokenizers_own_test
