// CoNLL-U as factored text: what is read, what is refused, and when a file is taken for it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "core/input/formats/format.h"

namespace mtgauge {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

const FormatRow& Conllu() {
  return *std::find_if(Formats().begin(), Formats().end(),
                       [](const FormatRow& row) { return row.name == "conllu"; });
}

std::vector<std::string> Read(const std::string& bytes) {
  const auto columns = Conllu().open(MemorySource("f.conllu", bytes, true), Role::kSystem, {});
  if (!columns.ok()) return {std::string(columns.status().message())};
  Block block;
  columns->at(0).source->Read(1 << 20, block);
  EXPECT_TRUE(block.last);
  std::vector<std::string> lines;
  const std::string_view text(block.data.data(), block.bytes);
  for (size_t begin = 0; begin < text.size();) {
    const size_t end = text.find('\n', begin);
    lines.emplace_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return lines;
}

const char kCats[] =
    "# sent_id = 1\n# text = Cats eat\n"
    "1\tCats\tcat\tNOUN\tNNS\tNumber=Plur\t2\tnsubj\t_\t_\n"
    "2\teat\teat\tVERB\t_\t_\t0\troot\t_\t_\n\n";

TEST(Conllu, WordsBecomeFactors) {
  EXPECT_THAT(Read(kCats), ElementsAre("Cats|cat|NNS|2|nsubj eat|eat|VERB|0|root"));
  // No last line end, CR, byte order mark, a multiword token, an empty node, nothing annotated.
  EXPECT_THAT(Read("\xEF\xBB\xBF"
                   "1-2\tdel\t_\t_\t_\t_\t_\t_\t_\t_\r\n"
                   "1\tde\t_\t_\t_\t_\t_\t_\t_\t_\r\n"
                   "1.1\tx\t_\t_\t_\t_\t_\t_\t_\t_\r\n"
                   "2\tel\t_\t_\t_\t_\t_\t_\t_\t_"),
              ElementsAre("de|de||0||del el|el||0||"));
  EXPECT_THAT(Read("1\t|\t|\tPUNCT\t_\t_\t0\troot\t_\t_\n2\t1 000\t_\tNUM\t_\t_\t9\tx y\t_\t_\n"),
              ElementsAre("&#124;|&#124;|PUNCT|0|root 1_000|1_000|NUM|0|x_y"));
}

TEST(Conllu, SentencesAndSegments) {
  const std::string cats = kCats;
  EXPECT_THAT(Read(cats + "\n" + cats), ElementsAre(testing::_, testing::_));
  EXPECT_THAT(Read(cats + "# text =\n\n" + cats), ElementsAre(testing::_, "", testing::_));
  // Sentences of one segment; heads count on.
  const std::string part =
      "# seg_id = a\n1\tx\tx\tX\t_\t_\t2\tobj\t_\t_\n2\ty\ty\tY\t_\t_\t0\troot\t_\t_\n\n";
  EXPECT_THAT(Read(part + part + cats),
              ElementsAre("x|x|X|2|obj y|y|Y|0|root x|x|X|4|obj y|y|Y|0|root",
                          "Cats|cat|NNS|2|nsubj eat|eat|VERB|0|root"));
  EXPECT_TRUE(Read("").empty());
}

TEST(Conllu, MultiwordTokensAreSpelledOnce) {
  const std::string rest = "\t_\t_\t_\t_\t0\troot\t_\t_\n";
  EXPECT_THAT(Read("1\ta" + rest + "2-4\td me|lo" + rest + "2\tda" + rest + "3\tme" + rest +
                   "4\tlo" + rest + "5\tb" + rest),
              ElementsAre("a|a||0|root da|da||0|root|d_me&#124;lo me|me||0|root| lo|lo||0|root| "
                          "b|b||0|root"));
  for (const char* range : {"2-3", "1-", "-2", "1-0", "1-x"}) {
    EXPECT_THAT(Read(std::string(range) + "\tdel" + rest + "1\tde" + rest),
                ElementsAre(HasSubstr("f.conllu:1: a multiword token of words")));
  }
}

TEST(Conllu, FaultsNameFileAndLine) {
  EXPECT_THAT(Read("# text = a b\n1 a a\n"),
              ElementsAre(HasSubstr("f.conllu:2: 1 columns where CoNLL-U has 10")));
  EXPECT_THAT(Read("2\ta\ta\tX\t_\t_\t0\troot\t_\t_\n"),
              ElementsAre(HasSubstr("f.conllu:1: word 2 where word 1 is expected")));
  EXPECT_THAT(Read("1\ta\ta\tX\t_\t_\thead\troot\t_\t_\n"),
              ElementsAre(HasSubstr("f.conllu:1: the head 'head' is not a number")));
}

TEST(Conllu, Detection) {
  const auto detect = [](std::string_view head) { return Conllu().detect(head); };
  EXPECT_EQ(detect(kCats), Detected::kYes);
  EXPECT_EQ(detect("1\ta\ta\tX\t_\t_\t0\troot\t_\t_\n"), Detected::kYes);
  for (const char* plain :
       {"a b c\n", "# a heading\n", "1 apple\n", "1\tapple\n", "\n", "12 ", "# s "}) {
    EXPECT_EQ(detect(plain), Detected::kNo) << plain;
  }
  for (const char* open : {"", "# te", "# text = a", "# text = a\n", "1", "12\ta"}) {
    EXPECT_EQ(detect(open), Detected::kNeedsMore) << open;
  }
  Detected before = Detected::kNeedsMore;
  for (size_t n = 0; n <= sizeof kCats - 1; ++n) {
    const Detected now = detect({kCats, n});
    EXPECT_TRUE(before == Detected::kNeedsMore || now == before) << n;
    before = now;
  }
}

}  // namespace
}  // namespace mtgauge
