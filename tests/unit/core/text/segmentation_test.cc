// Words, grapheme clusters and case folding: by hand, and compared with the rules of UAX #29 one
// position at a time.
#include "core/text/segmentation.h"

#include <gtest/gtest.h>

#include <iterator>
#include <string>
#include <vector>

#include "core/text/utf8.h"
#include "tests/oracle/naive_unicode.h"
#include "tests/support/random_text.h"

namespace mtgauge {
namespace {

using Ends = std::vector<uint32_t>;
using CodePoints = std::vector<uint32_t>;

CodePoints Decoded(std::string_view text) {
  CodePoints code_points;
  for (size_t at = 0; at < text.size();) {
    const CodePoint c = DecodeAt(text, at);
    code_points.push_back(c.value);
    at += c.length;
  }
  return code_points;
}

Ends Words(const CodePoints& text) {
  Ends ends;
  FindWordEnds(text, ends);
  return ends;
}
Ends Clusters(const CodePoints& text) {
  Ends ends;
  FindClusterEnds(text, ends);
  return ends;
}

TEST(Segmentation, Words) {
  EXPECT_EQ(Words(Decoded("")), Ends{});
  EXPECT_EQ(Words(Decoded("can't go")), (Ends{5, 6, 8}));
  EXPECT_EQ(Words(Decoded("3.14, a.b")), (Ends{4, 5, 6, 9}));
  EXPECT_EQ(Words(Decoded("a' b")), (Ends{1, 2, 3, 4}));
  EXPECT_EQ(Words(Decoded("日本テスト")), (Ends{1, 2, 5}));
  EXPECT_EQ(Words(Decoded("\r\n  x_1")), (Ends{2, 4, 7}));
  EXPECT_EQ(Words({0x1F1E6, 0x1F1E7, 0x1F1E8}), (Ends{2, 3}));  // flags are pairs
  EXPECT_EQ(Words({0x1F468, 0x200D, 0x1F469, 'x'}), (Ends{3, 4}));
}

TEST(Segmentation, Clusters) {
  EXPECT_EQ(Clusters(Decoded("")), Ends{});
  EXPECT_EQ(Clusters({'e', 0x301, 'a'}), (Ends{2, 3}));
  EXPECT_EQ(Clusters({0x1100, 0x1161, 0x11A8, 0xAC00, 0x11A8, 0xAC01, 0x1161}), (Ends{3, 5, 6, 7}));
  EXPECT_EQ(Clusters({0x915, 0x94D, 0x937, 0x915}), (Ends{3, 4}));  // a conjunct of Devanagari
  EXPECT_EQ(Clusters({0x1F468, 0x1F3FB, 0x200D, 0x1F469}), (Ends{4}));
  EXPECT_EQ(Clusters({'\r', '\n', 0x301}), (Ends{2, 3}));
}

TEST(Segmentation, LettersAndNumbers) {
  for (const uint32_t c : CodePoints{'a', '1', 0x65E5, 0xBD, 0x345})
    EXPECT_TRUE(IsLetterOrNumber(c)) << c;
  for (const uint32_t c : CodePoints{' ', '.', 0x301, 0x1F600, 0x110000, 0xFFFFFFFF}) {
    EXPECT_FALSE(IsLetterOrNumber(c)) << c;
  }
}

TEST(Segmentation, CaseFolding) {
  std::string folded;
  AppendCaseFolded("Straße ΣΑΣ İ ﬁ \xFF", folded);
  EXPECT_EQ(folded, "strasse σασ i̇ fi \xFF");
}

TEST(Segmentation, RandomTextsByTheRules) {
  // Characters that the rules tell apart.
  constexpr uint32_t kKinds[] = {
      '\r',    '\n',   0x85,   0x301,  0xAD,  0x200D, ' ',    'a',     'b',     0x5D0,  ':',
      ',',     '.',    '\'',   '"',    '1',   0x30AB, '_',    0x1F1E6, 0x1F1E7, 0x2764, 0x1F468,
      0x1F3FB, 0x915,  0x94D,  0x937,  0x9CD, 0x995,  0x600,  0x903,   0x1100,  0x1161, 0x11A8,
      0xAC00,  0xAC01, 0x4E00, 0x3042, 0xE01, 0x3000, 0x200B, 0x7F};
  test::RandomText random(29);
  for (int round = 0; round < 20'000; ++round) {
    CodePoints text;
    for (uint32_t n = 1 + random.Below(12); n > 0; --n) {
      text.push_back(random.Below(8) == 0 ? random.Below(0x110000)
                                          : kKinds[random.Below(std::size(kKinds))]);
    }
    const oracle::NaiveSegments rules(text);
    Ends words, clusters;
    for (uint32_t at = 1; at <= text.size(); ++at) {
      if (at == text.size() || rules.WordEndsBefore(at)) words.push_back(at);
      if (at == text.size() || rules.ClusterEndsBefore(at)) clusters.push_back(at);
    }
    ASSERT_EQ(Words(text), words) << testing::PrintToString(text);
    ASSERT_EQ(Clusters(text), clusters) << testing::PrintToString(text);
  }
}

}  // namespace
}  // namespace mtgauge
