// Normal forms: by hand, compared with the standard's slow algorithm on random text, and of
// streams. golden.NormalFormsGolden compares them with Python's for every code point.
#include "core/text/normalization.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

#include "core/text/utf8.h"
#include "tests/oracle/naive_normalization.h"
#include "tests/support/random_text.h"

namespace mtgauge {
namespace {

using testing::ElementsAre;

std::string Normalized(std::string_view text, NormalForm form) {
  std::string out;
  AppendNormalized(text, form, out);
  return out;
}

TEST(Normalization, ByHand) {
  EXPECT_EQ(Normalized("e\u0301te\u0301 \u00e9", NormalForm::kNfc), "\u00e9t\u00e9 \u00e9");
  EXPECT_EQ(Normalized("\u00e9t\u00e9", NormalForm::kNfd), "e\u0301te\u0301");
  EXPECT_EQ(Normalized("\uff21\ufb01\u00b2", NormalForm::kNfkc), "Afi2");
  EXPECT_EQ(Normalized("\uff21\ufb01\u00b2", NormalForm::kNfc), "\uff21\ufb01\u00b2");
  EXPECT_EQ(Normalized("\ud55c\uae00", NormalForm::kNfd), "\u1112\u1161\u11ab\u1100\u1173\u11af");
  EXPECT_EQ(Normalized("\u1112\u1161\u11ab", NormalForm::kNfc), "\ud55c");
  EXPECT_EQ(Normalized("\u0301\u0301", NormalForm::kNfc), "\u0301\u0301");
  // Marks are put in order: the dot below comes first.
  EXPECT_EQ(Normalized("q\u0307\u0323", NormalForm::kNfc), "q\u0323\u0307");
  EXPECT_EQ(Normalized("", NormalForm::kNfkd), "");
}

TEST(Normalization, BytesThatAreNotUtf8Stay) {
  for (const NormalFormRow& row : NormalForms()) {
    if (row.form > NormalForm::kNfkd) continue;
    EXPECT_EQ(Normalized("\xff\u0301\xc3", row.form), "\xff\u0301\xc3") << row.name;
    EXPECT_EQ(Normalized(std::string_view("a\0b", 3), row.form), std::string_view("a\0b", 3));
  }
}

// Returns characters that normal forms change, and others.
std::string Piece(test::RandomText& random) {
  std::string piece;
  switch (random.Below(8)) {
    case 0:
      AppendUtf8(0x300 + random.Below(0x70), piece);
      break;
    case 1:
      AppendUtf8(0x1100 + random.Below(0x100), piece);
      break;
    case 2:
      AppendUtf8(0xAC00 + random.Below(11172), piece);
      break;
    case 3:
      AppendUtf8(0xC0 + random.Below(0x400), piece);
      break;
    case 4:
      AppendUtf8(0x1E00 + random.Below(0x200), piece);
      break;
    case 5:
      AppendUtf8(0xF900 + random.Below(0x6FF), piece);
      break;
    case 6:
      return random.Bytes(1 + random.Below(9));
    default:
      return random.Word();
  }
  return piece;
}

TEST(Normalization, TheStandardsWay) {
  test::RandomText random(61);
  for (int i = 0; i < 3'000; ++i) {
    std::string text;
    for (uint32_t n = random.Below(20); n > 0; --n) {
      const std::string piece = Piece(random);
      for (uint32_t times = random.Below(8) == 0 ? 5 : 1; times > 0; --times) text += piece;
    }
    for (const NormalFormRow& row : NormalForms()) {
      if (!IsUnicodeForm(row.form)) continue;
      const std::string once = Normalized(text, row.form);
      EXPECT_EQ(once, oracle::NaiveNormalized(text, row.form)) << row.name << ' ' << text;
      EXPECT_EQ(Normalized(once, row.form), once) << row.name << ' ' << text;
    }
  }
}

TEST(Normalization, LongRunsOfMarks) {
  std::string text = "a";
  for (int i = 0; i < 100'000; ++i) text += i % 2 == 0 ? "\u0301" : "\u0323";
  const std::string composed = Normalized(text, NormalForm::kNfc);
  EXPECT_EQ(composed.substr(0, 7), "\u1ea1\u0323\u0323");
  EXPECT_EQ(Normalized(composed, NormalForm::kNfd), Normalized(text, NormalForm::kNfd));
}

TEST(NormalizedText, LinesStay) {
  const Batch batch = MakeBatch({}, {{"e\u0301", "", "\u0301 a", "e\n\u0301", "\u212b"}});
  NormalizedText text;
  text.Normalize(batch.hyps[0], NormalForm::kNfkd);
  std::vector<std::string> lines;
  ForEachText(text.Normalize(batch.hyps[0], NormalForm::kNfc), batch.segments,
              [&](uint32_t, std::string_view line) { lines.emplace_back(line); });
  EXPECT_THAT(lines, ElementsAre("\u00e9", "", "\u0301 a", "e\n\u0301", "\u00c5"));
}

}  // namespace
}  // namespace mtgauge
