// Compares the five tokenizers, lower-casing and trimming with sacreBLEU's output for adversarial
// strings.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/text/batch.h"
#include "core/text/tokenizing/tokenizer.h"
#include "core/text/unicode.h"
#include "tests/support/shared_data.h"

namespace mtgauge::tokenizers_sacrebleu_test {
namespace {

constexpr const char* kFile = "golden/sacrebleu/tokenizers.json";

std::vector<std::string> TokensOf(const View& view, uint32_t segment) {
  const Tokens tokens = view.Segment(segment).tokens;
  std::vector<std::string> out;
  for (uint32_t i = 0; i < tokens.count; ++i) out.emplace_back(tokens[i]);
  return out;
}

TEST(TokenizersGolden, LowerAndRightStrip) {
  MTG_SKIP_WITHOUT_SHARED(kFile);
  for (const auto& golden : ReadJson(SharedFolder() / kFile)) {
    const std::string text = golden.at("input");
    std::string lower;
    AppendLowercase(text, lower);
    EXPECT_EQ(lower, golden.at("lower").get<std::string>()) << text;
    EXPECT_EQ(TrimRight(text), golden.at("rstrip").get<std::string>()) << text;
  }
}

TEST(TokenizersGolden, FiveTokenizers) {
  MTG_SKIP_WITHOUT_SHARED(kFile);
  const auto goldens = ReadJson(SharedFolder() / kFile);
  std::vector<std::string> texts;
  for (const auto& golden : goldens) texts.push_back(golden.at("input"));
  const Batch batch = MakeBatch({}, {texts});
  const Stream& stream = batch.hyps[0];
  for (const TokenizerRow& row : Tokenizers()) {
    if (!goldens[0].at("bleu").contains(std::string(row.name))) continue;  // not sacreBLEU's
    SCOPED_TRACE(std::string(row.name));
    View alone(DefaultHash().function), together(DefaultHash().function);
    row.get().CutStream(stream.text, stream.bytes, batch.segments, stream.aside, together);
    for (uint32_t i = 0; i < texts.size(); ++i) {
      const auto expected =
          goldens[i].at("bleu").at(std::string(row.name)).get<std::vector<std::string>>();
      EXPECT_EQ(TokensOf(together, i), expected) << "as a stream: " << texts[i];
      alone.Reset("\n", 1, 1);
      row.get().CutSegment(texts[i], 0, alone);
      EXPECT_EQ(TokensOf(alone, 0), expected) << "alone: " << texts[i];
    }
  }
}

}  // namespace
}  // namespace mtgauge::tokenizers_sacrebleu_test
