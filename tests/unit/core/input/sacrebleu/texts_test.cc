// Texts as sacreBLEU reads them: white space, tabs, lengths, and batches that lose nothing.
#include "core/input/sacrebleu/texts.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/own_folder.h"

namespace mtgauge {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::SizeIs;

std::string TextOf(const PythonColumn& column) { return column.text.substr(0, column.bytes()); }

class SacreBleuFiles : public testing::Test {
 protected:
  Result<SacreBleuTexts> Read(bool paired = false) const {
    return ReadSacreBleuTexts(inputs_, paired);
  }
  std::string ErrorOf(bool paired = false) const {
    return std::string(Read(paired).status().message());
  }

  OwnFolder folder_;
  SacreBleuInputs inputs_;
};

// A file's lines end only at LF; white space at their ends is removed, a byte order mark is not.
TEST_F(SacreBleuFiles, LinesLoseWhiteSpaceAtTheirEnds) {
  inputs_.references = {folder_.Write("ref",
                                      "\xEF\xBB\xBF"
                                      "a b \t\r\n\n c\rd")};
  inputs_.inputs = {folder_.Write("hyp", "x\n\xC2\xA0\ny\xE3\x80\x80\n")};
  const auto texts = Read();
  ASSERT_TRUE(texts.ok()) << texts.status();
  EXPECT_EQ(TextOf(texts->references.front()),
            "\xEF\xBB\xBF"
            "a b\n\n c\rd\n");
  EXPECT_EQ(TextOf(texts->systems.front()), "x\n\ny\n");
  EXPECT_EQ(texts->systems.front().lines, 3U);
  EXPECT_THAT(texts->Names().hyps, ElementsAre(inputs_.inputs.front()));
  EXPECT_FALSE(texts->unnamed);
}

TEST_F(SacreBleuFiles, ReferencesBetweenTabs) {
  inputs_.references = {folder_.Write("ref", "a\tb\tc\nd\te\n")};
  inputs_.inputs = {folder_.Write("hyp", "x\ny\n")};
  inputs_.num_refs = 2;
  const auto texts = Read();
  ASSERT_TRUE(texts.ok()) << texts.status();
  ASSERT_THAT(texts->references, SizeIs(2));
  EXPECT_EQ(TextOf(texts->references[0]), "a\nd\n");
  EXPECT_EQ(TextOf(texts->references[1]), "b\tc\ne\n");
  inputs_.num_refs = 3;
  EXPECT_TRUE(IsColumnError(Read().status()));
  EXPECT_THAT(ErrorOf(), HasSubstr("line 2: expected 3 fields, but found 2"));
}

TEST_F(SacreBleuFiles, BadTextsAreErrors) {
  inputs_.references = {folder_.Write("ref", "a\nb\n")};
  inputs_.inputs = {folder_.Write("hyp", "a\n")};
  EXPECT_THAT(ErrorOf(), HasSubstr("System and reference streams have different lengths"));
  inputs_.inputs = {folder_.Write("none", "")};
  EXPECT_THAT(ErrorOf(), HasSubstr("none contains no sentence; check the input"));
  inputs_.inputs = {folder_.Write("bytes", "a\nb\xFF\n")};
  EXPECT_THAT(ErrorOf(), HasSubstr("bytes:2: invalid UTF-8 (0xFF); convert the file to UTF-8"));
}

TEST_F(SacreBleuFiles, OnlyTheBaselineOfPairedTestsMayBeRepeated) {
  const std::string a = folder_.Write("a", "a\n"), b = folder_.Write("b", "b\n");
  inputs_.references = {a};
  inputs_.inputs = {a, b, a};
  const auto texts = Read(true);
  ASSERT_TRUE(texts.ok()) << texts.status();
  EXPECT_THAT(texts->systems, SizeIs(2));
  EXPECT_TRUE(texts->baseline_repeated);
  EXPECT_THAT(ErrorOf(false), HasSubstr("already used to name a system"));
  inputs_.inputs = {a, b, b};
  EXPECT_THAT(ErrorOf(true), HasSubstr("already used to name a system"));
}

TEST_F(SacreBleuFiles, BatchesAreTheTexts) {
  std::string ref, hyp;
  for (int i = 0; i < 5000; ++i) {
    ref += std::to_string(i) + '\n';
    hyp += std::string(i % 700 == 0 ? 1'200'000 : 1, 'h') + '\n';
  }
  inputs_.references = {folder_.Write("ref", ref)};
  inputs_.inputs = {folder_.Write("hyp", hyp)};
  const auto texts = Read();
  ASSERT_TRUE(texts.ok()) << texts.status();
  const auto next = texts->Batches();
  std::string refs, hyps;
  uint64_t segments = 0, batches = 0;
  while (const auto batch = next()) {
    EXPECT_EQ(batch->first, segments);
    EXPECT_EQ(batch->number, batches++);
    segments += batch->segments;
    refs.append(batch->refs.front().text, batch->refs.front().bytes);
    hyps.append(batch->hyps.front().text, batch->hyps.front().bytes);
  }
  EXPECT_EQ(segments, 5000U);
  EXPECT_GT(batches, 5U);
  EXPECT_EQ(refs, ref);
  EXPECT_EQ(hyps, hyp);
}

}  // namespace
}  // namespace mtgauge
