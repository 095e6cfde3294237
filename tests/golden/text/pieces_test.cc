// Compares pieces with those of SentencePiece's versions, on models and texts of our own.
#include <gtest/gtest.h>

#include <map>
#include <string>

#include "core/base/hash.h"
#include "core/text/pieces/piece_encoder.h"
#include "core/text/tokenizing/piece_tokenizer.h"
#include "core/text/view.h"
#include "tests/support/piece_model_file.h"
#include "tests/support/shared_data.h"

namespace mtgauge::pieces_test {
namespace {

std::string PiecesOf(const Tokenizer& tokenizer, const std::string& text) {
  View view(DefaultHash().function);
  view.Reset("\n", 1, 1);
  view.FindLines();
  tokenizer.CutSegment(text, 0, view);
  const Tokens tokens = view.Segment(0).tokens;
  std::string joined;
  for (uint32_t i = 0; i < tokens.count; ++i) joined.append(i > 0 ? " " : "").append(tokens[i]);
  return joined;
}

TEST(PiecesGolden, BothRules) {
  const auto golden = ReadJson(ProjectFolder() / "tests/golden/data/piece_cases.json");
  const std::map<std::string, PieceRule> rules = {{"0.2.3", PieceRule::kNewest},
                                                  {"0.2.1", PieceRule::kOlder}};
  std::map<std::string, size_t> moved;
  for (const auto& [name, pieces] : golden.at("models").items()) {
    test::PieceModelFile model;
    for (const auto& piece : pieces) {
      model.Add(piece.at(0).get<std::string>(), piece.at(1).get<float>(),
                static_cast<PieceModel::Type>(piece.at(2).get<int>()));
    }
    for (const auto& [version, rule] : rules) {
      const auto tokenizer = MakePieceTokenizer(PieceEncoder::Make(model.file(), rule));
      ASSERT_NE(tokenizer, nullptr) << name;
      for (const auto& one : golden.at("cases")) {
        if (one.at("model") != name) continue;
        EXPECT_EQ(PiecesOf(*tokenizer, one.at("text")), one.at(version).get<std::string>())
            << name << ", " << version << ": " << one.at("text");
        moved[name] += one.at("0.2.3") != one.at("0.2.1") ? 1 : 0;
      }
    }
  }
  EXPECT_GT(moved["uneven"] * moved["user symbols"] * moved["costly"], 0U);
}

}  // namespace
}  // namespace mtgauge::pieces_test
