// Views: lines, tokens, segments set aside, kept text, reuse.
#include "core/text/view.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/simd/kernels.h"
#include "core/text/token_key.h"

namespace mtgauge {
namespace {

class ViewTest : public testing::Test {
 protected:
  void Reset(const std::string& text, uint32_t segments) {
    text_ = text;
    view_.Reset(text_.data(), static_cast<uint32_t>(text_.size()), segments);
    view_.FindLines();
  }

  std::string text_;
  View view_{DefaultHash().function};
};

TEST_F(ViewTest, FindsLines) {
  Reset("ab\n\nc\r\n", 3);
  ASSERT_EQ(view_.segments(), 3u);
  EXPECT_EQ(view_.Segment(0).text, "ab");
  EXPECT_EQ(view_.Segment(1).text, "");
  EXPECT_EQ(view_.Segment(2).text, "c\r");
  EXPECT_EQ(std::vector<uint32_t>(view_.line_end(), view_.line_end() + 3),
            (std::vector<uint32_t>{2, 3, 6}));
  for (uint32_t i = 0; i < 3; ++i) EXPECT_EQ(view_.Segment(i).tokens.count, 0u);
}

TEST_F(ViewTest, KeepsTokensOfSegmentsInAnyOrder) {
  Reset("x yy\nlongword-here z\n", 2);
  view_.BeginSegment(text_.data() + 5);
  view_.AddToken(0, 13);
  view_.EndSegment(1);
  view_.BeginSegment(text_.data());
  view_.AddToken(0, 1);
  view_.AddToken(2, 4);
  view_.EndSegment(0);
  const Tokens first = view_.Segment(0).tokens, second = view_.Segment(1).tokens;
  ASSERT_EQ(first.count, 2u);
  EXPECT_EQ(first[0], "x");
  EXPECT_EQ(first[1], "yy");
  EXPECT_EQ(first.key[1], TokenKey("yy", DefaultHash().function));
  ASSERT_EQ(second.count, 1u);
  EXPECT_EQ(second[0], "longword-here");
  EXPECT_EQ(second.key[0], TokenKey("longword-here", DefaultHash().function));
}

TEST_F(ViewTest, GrowsWithItsTokens) {
  constexpr uint32_t kTokens = 10'000;
  Reset(std::string(kTokens, 'q') + "\n", 1);
  view_.BeginSegment(text_.data());
  for (uint32_t i = 0; i < kTokens; ++i) view_.AddToken(i, i + 1);
  view_.EndSegment(0);
  const Tokens tokens = view_.Segment(0).tokens;
  ASSERT_EQ(tokens.count, kTokens);
  for (uint32_t i = 0; i < kTokens; ++i) {
    ASSERT_EQ(tokens.begin[i], i);
    ASSERT_EQ(tokens.end[i], i + 1);
    ASSERT_EQ(tokens.key[i], uint64_t{'q'});
  }
}

TEST_F(ViewTest, SegmentsSetAside) {
  Reset("a\n\nc\n\n", 4);
  view_.SetAside(1, "b1\nb2");
  view_.SetAside(3, "\n");
  EXPECT_EQ(view_.Segment(0).text, "a");
  EXPECT_EQ(view_.Segment(1).text, "b1\nb2");
  EXPECT_EQ(view_.Segment(2).text, "c");
  EXPECT_EQ(view_.Segment(3).text, "\n");
  Reset("a\n\n", 2);
  EXPECT_EQ(view_.Segment(1).text, "");
}

TEST_F(ViewTest, KeptTextStaysWhereItIsAndIsPadded) {
  Reset("", 0);
  std::vector<const char*> kept;
  std::vector<std::string> texts;
  for (uint32_t i = 0; i < 300; ++i) {
    texts.push_back(std::string(i * 40, static_cast<char>('a' + i % 26)));
    kept.push_back(view_.Keep(texts.back()));
  }
  for (size_t i = 0; i < texts.size(); ++i) {
    EXPECT_EQ(std::string_view(kept[i], texts[i].size()), texts[i]);
    EXPECT_EQ(std::string_view(kept[i] + texts[i].size(), kTextPadding),
              std::string(kTextPadding, '\0'));
  }
}

TEST_F(ViewTest, TakesOverTheSegmentsOfAnother) {
  Reset("a b\n\nc\n", 3);
  view_.SetAside(1, "x\ny");
  view_.BeginSegment(text_.data());
  view_.AddToken(0, 1);
  view_.EndSegment(0);
  View other(DefaultHash().function);
  other.ResetAs(view_);
  ASSERT_EQ(other.segments(), 3u);
  for (uint32_t i = 0; i < 3; ++i) {
    EXPECT_EQ(other.Segment(i).text, view_.Segment(i).text);
    EXPECT_EQ(other.line_end()[i], view_.line_end()[i]);
    EXPECT_EQ(other.Segment(i).tokens.count, 0u);
  }
  other.BeginSegment("new");
  other.AddToken(0, 3, 17);
  other.EndSegment(2);
  EXPECT_EQ(other.Segment(2).tokens[0], "new");
  EXPECT_EQ(other.Segment(2).tokens.key[0], 17u);
}

TEST_F(ViewTest, ResetForgets) {
  Reset("a b\n", 1);
  view_.BeginSegment(text_.data());
  view_.AddToken(0, 1);
  view_.EndSegment(0);
  const char* const kept = view_.Keep("kept");
  Reset("zz\ny\n", 2);
  EXPECT_EQ(view_.Segment(0).tokens.count, 0u);
  EXPECT_EQ(view_.Segment(0).text, "zz");
  EXPECT_EQ(view_.Keep("new!"), kept) << "the room is used again";
}

}  // namespace
}  // namespace mtgauge
