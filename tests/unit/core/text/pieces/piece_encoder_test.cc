// Our encoder of SentencePiece models: the library's pieces for every line, for models of every
// kind. By the newest rules, those of an obvious program.
#include "core/text/pieces/piece_encoder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <limits>
#include <sstream>

#include "core/base/hash.h"
#include "core/text/tokenizing/model_tokenizer.h"
#include "core/text/tokenizing/piece_tokenizer.h"
#include "core/text/unicode.h"
#include "tests/oracle/naive_pieces.h"
#include "tests/support/own_folder.h"
#include "tests/support/piece_model_file.h"
#include "tests/support/piece_text.h"
#include "tests/support/sentencepiece.h"

namespace mtgauge {
namespace {

using test::PieceModelFile;
using Type = PieceModel::Type;
using Algorithm = PieceModel::Algorithm;
constexpr Algorithm kAlgorithms[] = {Algorithm::kUnigram, Algorithm::kBpe, Algorithm::kWord,
                                     Algorithm::kCharacter};

constexpr uint32_t kModelType = 3, kSpaceAsSuffix = 24, kByteFallback = 35;  // of the trainer
constexpr uint32_t kDummyPrefix = 3, kRemoveExtraSpaces = 4,
                   kEscapeSpaces = 5;  // of the normalizer

std::vector<std::string> TokensOf(const View& view) {
  const Tokens tokens = view.Segment(0).tokens;
  std::vector<std::string> out;
  for (uint32_t i = 0; i < tokens.count; ++i) out.emplace_back(tokens[i]);
  return out;
}

class Compared {
 public:
  explicit Compared(const std::string& path) {
    std::ostringstream bytes;
    bytes << std::ifstream(path, std::ios::binary).rdbuf();
    file = bytes.str();
    own = MakePieceTokenizer(PieceEncoder::Make(file, PieceRule::kOlder));
    newest = PieceEncoder::Make(file, PieceRule::kNewest);
    library = test::LoadSpmModel(path);
  }

  std::vector<std::string> Own(std::string_view line) {
    Reset();
    own->CutSegment(line, 0, view_);
    if (view_.refused() == View::kNone) return TokensOf(view_);
    EXPECT_EQ(view_.refused(), 0u);
    EXPECT_EQ(view_.refusal(), Refusal::kControlSymbol);
    return Refused();
  }
  static std::vector<std::string> Refused() { return {"refused"}; }
  std::vector<std::string> ByLibrary(std::string_view line) {
    Reset();
    std::vector<std::string> pieces;
    if (!library->Cut(TrimRight(line), pieces)) return Refused();
    AddPieces({pieces.begin(), pieces.end()}, 0, view_);
    return TokensOf(view_);
  }

  std::string file;
  std::unique_ptr<Tokenizer> own;
  std::unique_ptr<PieceEncoder> newest;
  std::unique_ptr<test::SpmModel> library;

 private:
  void Reset() {
    view_.Reset("\n", 1, 1);
    view_.FindLines();
  }
  View view_{DefaultHash().function};
};

// The library here is older, so an obvious program stands for the newest one.
void ExpectTheNewestPieces(const PieceEncoder& encoder, const PieceModel& model,
                           std::string_view line, PieceEncoder::Scratch& scratch) {
  encoder.Encode(line, scratch);
  std::vector<uint32_t> ends;
  for (const PieceEnd& end : scratch.pieces()) ends.push_back(end.at);
  ASSERT_EQ(ends, oracle::NaivePieceEnds(model, scratch.text().text())) << line;
}

void ExpectTheLibrarysPieces(const std::string& path, uint32_t lines) {
  Compared model(path);
  ASSERT_NE(model.own, nullptr) << path;
  ASSERT_NE(model.library, nullptr) << path;
  test::PieceText text(*ReadPieceModel(model.file), 7);
  std::vector<std::string> cases = {"",
                                    " ",
                                    "   ",
                                    "\u2581",
                                    "\u2581\u2581 \u2581",
                                    "\xff",
                                    "\xe2\x96",
                                    std::string(1, '\0'),
                                    std::string("a\0b", 3),
                                    std::string(5000, 'a'),
                                    std::string(700, ' ') + "a" + std::string(700, ' ') + "b",
                                    "\u3000a\u3000\u00a0b\u0085c\x1c"
                                    "d\te",
                                    "e\u0301\u0301 \ufb01\u0132 \ufdfa \uff21\uff22"};
  for (uint32_t i = 0; i < lines; ++i) cases.push_back(text.Line());
  for (const std::string& line : cases) ASSERT_EQ(model.Own(line), model.ByLibrary(line)) << line;
  const PieceModel read = *ReadPieceModel(model.file);
  if (read.algorithm != PieceModel::Algorithm::kUnigram) return;
  PieceEncoder::Scratch scratch;
  for (const std::string& line : cases) ExpectTheNewestPieces(*model.newest, read, line, scratch);
}

class PieceEncoderTest : public testing::Test {
 protected:
  void Check(const PieceModelFile& model, uint32_t lines = 400) {
    ExpectTheLibrarysPieces(folder_.Write("by-hand.model", model.file()), lines);
  }
  const OwnFolder folder_;
};

// Many segmentations are equally good, so rounding and order decide.
PieceModelFile ModelOfTies(Algorithm algorithm) {
  PieceModelFile model;
  const std::string texts[] = {"a",
                               "b",
                               "aa",
                               "ab",
                               "ba",
                               "aaa",
                               "aba",
                               "\u2581",
                               "\u2581"
                               "a",
                               "\u2581"
                               "ab",
                               "\u00e9",
                               "\u00e9a",
                               "\u2581"
                               "aa",
                               "bab",
                               "bb"};
  for (const std::string& text : texts) model.Add(text, -0.1f * static_cast<float>(text.size()));
  model.SetTrainer(kModelType, static_cast<uint32_t>(algorithm));
  return model;
}

TEST_F(PieceEncoderTest, BreaksTiesAsTheLibrary) {
  Check(ModelOfTies(Algorithm::kUnigram), 3000);
  Check(ModelOfTies(Algorithm::kBpe), 3000);
}

TEST_F(PieceEncoderTest, KnowsEveryOption) {
  for (const Algorithm algorithm : kAlgorithms) {
    for (uint32_t bits = 0; bits < 32; ++bits) {
      PieceModelFile model = ModelOfTies(algorithm);
      model.SetTrainer(kSpaceAsSuffix, bits & 1);
      model.SetNormalizer(kDummyPrefix, bits >> 1 & 1);
      model.SetNormalizer(kRemoveExtraSpaces, bits >> 2 & 1);
      model.SetNormalizer(kEscapeSpaces, bits >> 3 & 1);
      model.SetTrainer(kByteFallback, bits >> 4);
      if (bits >> 4 != 0) model.AddBytes();
      Check(model, 50);
    }
  }
}

TEST_F(PieceEncoderTest, KnowsEveryTypeOfPiece) {
  for (const Algorithm algorithm : kAlgorithms) {
    PieceModelFile model = ModelOfTies(algorithm);
    model.Add("<s>", 0, Type::kControl);
    model.Add("aab", -0.05f, Type::kUserDefined);
    model.Add(
        "b\u2581"
        "a",
        0, Type::kUserDefined);
    model.Add("c d", 0, Type::kUserDefined);
    model.Add("abab", 3, Type::kUnused);
    model.Add("ababab", 2.5f, Type::kUnused);
    model.Add("aabb", 2, Type::kUnused);
    model.Add("bbb", 0.75f);  // better than nothing
    model.Add("c", -2, Type::kUnused);
    model.Add("d", 0, Type::kControl);
    model.Add("\u2581ab\u00e9", 0, Type::kControl);
    model.AddSelfTest();
    Check(model, 2000);
  }
}

TEST_F(PieceEncoderTest, CutsBehindSpacesToo) {
  for (const Algorithm algorithm : kAlgorithms) {
    PieceModelFile model;
    const std::string texts[] = {"a", "b", "ab", "\u2581", "a\u2581", "ba\u2581", "\u00e9\u2581"};
    for (const std::string& text : texts) model.Add(text, -static_cast<float>(text.size()));
    model.SetTrainer(kSpaceAsSuffix, 1);
    model.SetTrainer(kModelType, static_cast<uint32_t>(algorithm));
    Check(model);
  }
}

// Sums grow until scores no longer change them.
TEST_F(PieceEncoderTest, RoundsLongSumsAsTheLibrary) {
  Compared model(folder_.Write("by-hand.model", ModelOfTies(Algorithm::kUnigram).file()));
  test::RandomText random(3);
  std::string line;
  for (int i = 0; i < 200000; ++i) line += "ab  "[random.Below(4)];
  EXPECT_EQ(model.Own(line), model.ByLibrary(line));
}

// With costly pieces, sums begin again at 0 many times: in words that are cached and in longer
// parts.
TEST_F(PieceEncoderTest, BeginsLongSumsAgain) {
  PieceModelFile costly;
  for (const std::string text : {"a", "b", "aa", "ab", "ba", "abab", "bbb", "\u2581", "\u2581ab"}) {
    costly.Add(text, -2345.7f * static_cast<float>(text.size()) - 0.3f);
  }
  Compared model(folder_.Write("costly.model", costly.file()));
  const PieceModel read = *ReadPieceModel(model.file);
  PieceEncoder::Scratch scratch;
  test::RandomText random(4);
  for (const std::string_view letters : {"ab ", "ab  \u00e9", "ab", "ababababababababababab "}) {
    std::string line;
    for (int i = 0; i < 20000; ++i) {
      line += letters[random.Below(static_cast<uint32_t>(letters.size()))];
    }
    ExpectTheNewestPieces(*model.newest, read, line, scratch);
  }
}

TEST_F(PieceEncoderTest, EqualsTheLibraryWithTrainedModels) {
  test::RandomText random(11);
  std::string lines;
  for (int i = 0; i < 500; ++i) lines += random.Sentence(1 + random.Below(20)) + "\n";
  const std::string path = folder_.Write("lines", lines);
  for (
      const std::string options :
      {"", "--normalization_rule_name=nmt_nfkc_cf", "--model_type=bpe",
       "--normalization_rule_name=identity --byte_fallback=true --remove_extra_whitespaces=false",
       "--treat_whitespace_as_suffix=true --normalization_rule_name=nfkc",
       "--model_type=bpe --byte_fallback=true --user_defined_symbols=mi,\u00dfe,1.5 --split_digits=true",
       "--split_by_whitespace=false --add_dummy_prefix=false --user_defined_symbols=ka,lo",
       "--model_type=word", "--model_type=char --user_defined_symbols=ka,\u00dfe",
       "--model_type=char --treat_whitespace_as_suffix=true --byte_fallback=true"}) {
    SCOPED_TRACE(options);
    ASSERT_TRUE(test::TrainSpm(path, folder_.Path("trained"), 400, options));
    ExpectTheLibrarysPieces(folder_.Path("trained.model"), 300);
  }
}

// What the library refuses to load.
TEST_F(PieceEncoderTest, RefusesWhatIsNoModel) {
  const auto is_refused = [&](const PieceModelFile& model) {
    const bool refused = PieceEncoder::Make(model.file(), PieceRule::kNewest) == nullptr;
    const std::string path = folder_.Write("by-hand.model", model.file());
    EXPECT_EQ(test::LoadSpmModel(path) == nullptr, refused);
    return refused;
  };
  EXPECT_FALSE(is_refused(ModelOfTies(Algorithm::kUnigram)));
  PieceModelFile twice = ModelOfTies(Algorithm::kUnigram), bytes = twice, unknown = twice;
  twice.Add("a", 0);
  bytes.AddBytes();
  unknown.SetTrainer(kModelType, 5);
  EXPECT_TRUE(is_refused(twice) && is_refused(bytes));
  EXPECT_FALSE(is_refused(unknown));  // a model of unigrams
  EXPECT_EQ(PieceEncoder::Make("", PieceRule::kNewest), nullptr);
  // The library loads these, and fails or cuts at random later.
  PieceModelFile nan = ModelOfTies(Algorithm::kUnigram), map = nan;
  nan.Add("c", std::numeric_limits<float>::quiet_NaN());
  map.SetCharsmap("no map");
  EXPECT_EQ(PieceEncoder::Make(nan.file(), PieceRule::kNewest), nullptr);
  EXPECT_EQ(PieceEncoder::Make(map.file(), PieceRule::kNewest), nullptr);
  EXPECT_EQ(PieceEncoder::Make(PieceModelFile().file(), PieceRule::kNewest), nullptr);
}

TEST_F(PieceEncoderTest, ReadsBrokenFilesSafely) {
  ASSERT_TRUE(
      test::TrainSpm(folder_.Write("lines", "the boats\nthe boat\n"), folder_.Path("own"), 30));
  const std::string file = Compared(folder_.Path("own.model")).file;
  test::RandomText random(2);
  PieceEncoder::Scratch scratch;
  for (int i = 0; i < 2000; ++i) {
    std::string broken = file;
    if (i % 3 == 0) broken.resize(random.Below(static_cast<uint32_t>(file.size())));
    for (uint32_t n = i % 3; n > 0 && !broken.empty(); --n) {
      const uint32_t near = i % 2 == 0 ? 2000 : static_cast<uint32_t>(broken.size());
      broken[random.Below(near)] = static_cast<char>(random.Below(256));
    }
    const std::unique_ptr<PieceEncoder> encoder = PieceEncoder::Make(broken, PieceRule::kNewest);
    if (encoder == nullptr) continue;
    encoder->Encode("the bo\u0301ats", scratch = PieceEncoder::Scratch());
    ASSERT_TRUE(scratch.pieces().empty() || scratch.pieces().back().at == scratch.text().size);
  }
}

}  // namespace
}  // namespace mtgauge
