// The one-pass machine, compared with the reference tools' passes, written plainly: for every short
// string over small alphabets, and for random ones.
#include "core/text/tokenizing/segment_cutter.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/text/tokenizing/tokenizer.h"
#include "tests/oracle/naive_tokenizers.h"
#include "tests/support/random_text.h"

namespace mtgauge {
namespace {

// Compares a tokenizer with its oracle, segment by segment.
class Comparer {
 public:
  explicit Comparer(const TokenizerRow& row)
      : tokenizer_(row.get()), oracle_(oracle::FindNaiveTokenizer(row.name)) {}

  ::testing::AssertionResult Check(const std::string& segment) {
    view_.Reset("\n", 1, 1);
    tokenizer_.CutSegment(segment, 0, view_);
    const Tokens tokens = view_.Segment(0).tokens;
    const std::vector<std::string> expected = oracle_(segment);
    bool equal = expected.size() == tokens.count;
    for (uint32_t i = 0; equal && i < tokens.count; ++i) equal = expected[i] == tokens[i];
    if (equal) return ::testing::AssertionSuccess();
    ::testing::AssertionResult failure = ::testing::AssertionFailure();
    failure << '[' << segment << "] gives";
    for (uint32_t i = 0; i < tokens.count; ++i) failure << " |" << tokens[i];
    failure << "; the passes give";
    for (const std::string& token : expected) failure << " |" << token;
    return failure;
  }

 private:
  const Tokenizer& tokenizer_;
  oracle::NaiveTokenizer oracle_;
  View view_{DefaultHash().function};
};

// Checks every string of exactly `length` letters.
void CheckAll(Comparer& comparer, const std::vector<std::string>& letters, size_t length) {
  std::vector<size_t> place(length, 0);
  while (true) {
    std::string segment;
    for (const size_t letter : place) segment += letters[letter];
    ASSERT_TRUE(comparer.Check(segment));
    size_t i = 0;
    while (i < length && ++place[i] == letters.size()) place[i++] = 0;
    if (i == length) return;
  }
}

void CheckAllUpTo(const std::vector<std::string>& letters, size_t longest) {
  for (const TokenizerRow& row : Tokenizers()) {
    SCOPED_TRACE(std::string(row.name));
    ASSERT_NE(oracle::FindNaiveTokenizer(row.name), nullptr) << "every tokenizer has an oracle";
    Comparer comparer(row);
    for (size_t length = 0; length <= longest; ++length) {
      ASSERT_NO_FATAL_FAILURE(CheckAll(comparer, letters, length));
    }
  }
}

// One letter of every kind that any tokenizer distinguishes.
TEST(SegmentCutter, EveryStringOfEveryKind) {
  CheckAllUpTo({"a", "1", ".", "-", " ", "!", "漢", "×", "٣", "«", "\n"}, 5);
}

// The kinds that depend on earlier characters, longer.
TEST(SegmentCutter, EveryStringOfPointsAndDigits) { CheckAllUpTo({"a", "1", ".", "-", " "}, 7); }
TEST(SegmentCutter, EveryRunOfPoints) { CheckAllUpTo({"1", ".", ","}, 9); }

// Strings that 13a rewrites, in pieces that may join to something new.
TEST(SegmentCutter, EveryStringOfPieces) {
  CheckAllUpTo({"<skipped>", "<skip", "ped>", "&amp;", "quot;", "&lt;", "&LT;", "-\n", "-", "X"},
               4);
}

TEST(SegmentCutter, EveryStringOfBrokenBytes) {
  CheckAllUpTo({"\xC2", "\x85", "\xE2", "\x80", "\xE3", ".", "5", " "}, 4);
}

TEST(SegmentCutter, RandomStrings) {
  test::RandomText random(3);
  for (const TokenizerRow& row : Tokenizers()) {
    Comparer comparer(row);
    for (int i = 0; i < 2000; ++i) {
      ASSERT_TRUE(comparer.Check(random.Sentence(random.Below(12)))) << row.name;
      ASSERT_TRUE(comparer.Check(random.Bytes(random.Below(24)))) << row.name;
    }
  }
}

}  // namespace
}  // namespace mtgauge
