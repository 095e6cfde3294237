// Tests of documents that two inputs name (core/input/tables/same_documents.h).
#include "core/input/tables/same_documents.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "mtgauge/status.h"

namespace mtgauge {
namespace {

using testing::HasSubstr;
using testing::Not;

// One letter is the document of one segment; a space, an unknown one.
NamedDocuments Named(const std::string& file, int first, const std::string& letters) {
  NamedDocuments named;
  named.file = file;
  for (const char letter : letters) {
    named.ids.push_back(std::to_string(first++));
    named.documents.push_back(letter == ' ' ? "" : std::string(1, letter));
  }
  return named;
}

Error Compared(const NamedDocuments& table, const std::string& texts) {
  return CheckSameDocuments(table, Named("texts", 1, texts)).error();
}

TEST(SameDocuments, AcceptsWhatBothName) {
  const std::string texts = "aaaabbbbcccc";
  EXPECT_EQ(Compared(Named("t", 1, texts), texts).what, "");
  EXPECT_EQ(Compared(Named("t", 6, "bbb"), texts).what, "");
  EXPECT_EQ(Compared(Named("t", 1, "a  a  b   cc"), texts).what, "");
  EXPECT_EQ(Compared(Named("t", 11, "ccz"), texts).what, "");  // 13 is in no text
  EXPECT_EQ(Compared(Named("t", 1, "    "), texts).what, "");
  EXPECT_EQ(Compared(Named("t", 1, "aabb"), "").what, "");
}

TEST(SameDocuments, NamesTheFirstSegmentsAndTheShift) {
  const Error later = Compared(Named("table", 2, "aaaabbbbccc"), "aaaabbbbcccc");
  EXPECT_EQ(later.kind, ErrorKind::kInput);
  EXPECT_EQ(later.file, "table");
  EXPECT_EQ(
      later.what,
      "2 of 11 segments belong to another document than in texts: '5' is in 'a' here and in 'b' there, "
      "'9' is in 'b' here and in 'c' there");
  EXPECT_EQ(later.remedy, "subtract 1 from the segment numbers in table; then all documents agree");
  EXPECT_EQ(Compared(Named("table", 0, "aaaabbbbcccc"), "aaaabbbbcccc").remedy,
            "add 1 to the segment numbers in table; then all documents agree");
  EXPECT_EQ(Compared(Named("table", 3, "cccc"), "aaaabbbbcccc").remedy,
            "add 6 to the segment numbers in table; then all documents agree");
}

TEST(SameDocuments, OtherNamesMayBeAllThatDiffers) {
  EXPECT_EQ(Compared(Named("t", 1, "bbbbccccdddd"), "aaaabbbbcccc").remedy,
            "if only the names of documents differ, name them as in texts; otherwise add 4 to the "
            "segment numbers in t; then all documents agree");
}

TEST(SameDocuments, RowsInOrderHaveNoNumbersToShift) {
  const NamedDocuments texts = Named("texts", 1, "aaaabbbbcccc");
  const Error later = CheckSameDocuments(Named("t", 1, "aaabbbbcccc"), texts, true).error();
  EXPECT_EQ(later.remedy, "put its rows in the order of texts");
}

TEST(SameDocuments, NamesNoShiftWithoutOne) {
  const std::string kept = "number its segments as in texts";
  EXPECT_EQ(Compared(Named("t", 1, "aaaacccbbbbb"), "aaaabbbbcccc").remedy, kept);
  EXPECT_THAT(Compared(Named("t", 1, "aaaacccbbbbb"), "aaaabbbbcccc").what, HasSubstr(", ..."));
  NamedDocuments lettered = Named("t", 2, "aaaabbbbccc");
  lettered.ids.back() = "x";
  EXPECT_EQ(Compared(lettered, "aaaabbbbcccc").remedy, kept);
  EXPECT_EQ(Compared(Named("t", 3, "ccc"), "aaaabbbbcccc").remedy, kept);  // add 6 or 7
  // Only the first segment would be left to agree.
  EXPECT_EQ(Compared(Named("t", 1, "caab"), "aaac").remedy, kept);
}

TEST(SameDocuments, ComparesOtherNamesAsPartitions) {
  EXPECT_EQ(Compared(Named("t", 1, "xxxxyyyyzzzz"), "aaaabbbbcccc").what, "");
  EXPECT_EQ(Compared(Named("t", 1, "xxxxxxxxzzzz"), "aaaabbbbcccc").what, "");
  EXPECT_EQ(Compared(Named("t", 1, "vvwwxxyyzzzz"), "aaaabbbbcccc").what, "");
  const Error shifted = Compared(Named("t", 2, "xxxxyyyyzzz"), "aaaabbbbcccc");
  EXPECT_THAT(shifted.what, HasSubstr("belong to another document"));
  EXPECT_EQ(shifted.remedy, "number its segments as in texts");
}

}  // namespace
}  // namespace mtgauge
