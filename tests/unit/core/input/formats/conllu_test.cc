// CoNLL-U as factored text: valid input, errors, and detection of the format.
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

std::vector<std::string> ReadConllu(const std::string& bytes) {
  const auto columns = Conllu().open(MemorySource("f.conllu", bytes, true), Role::kSystem, {});
  if (!columns.ok()) return {columns.status().message()};
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
  EXPECT_THAT(ReadConllu(kCats), ElementsAre("Cats|cat|NNS|2|nsubj eat|eat|VERB|0|root"));
  // No last line end, CR, a multiword token, an empty node, nothing annotated.
  EXPECT_THAT(ReadConllu("1-2\tdel\t_\t_\t_\t_\t_\t_\t_\t_\r\n"
                         "1\tde\t_\t_\t_\t_\t_\t_\t_\t_\r\n"
                         "1.1\tx\t_\t_\t_\t_\t_\t_\t_\t_\r\n"
                         "2\tel\t_\t_\t_\t_\t_\t_\t_\t_"),
              ElementsAre("de|de||0||del el|el||0||"));
  EXPECT_THAT(
      ReadConllu("1\t|\t|\tPUNCT\t_\t_\t0\troot\t_\t_\n2\t1 000\t_\tNUM\t_\t_\t9\tx y\t_\t_\n"),
      ElementsAre("&#124;|&#124;|PUNCT|0|root 1_000|1_000|NUM|0|x_y"));
}

TEST(Conllu, SentencesAndSegments) {
  const std::string cats = kCats;
  EXPECT_THAT(ReadConllu(cats + "\n" + cats), ElementsAre(testing::_, testing::_));
  EXPECT_THAT(ReadConllu(cats + "# text =\n\n" + cats), ElementsAre(testing::_, "", testing::_));
  // Sentences of one segment; the numbers of heads continue.
  const std::string part =
      "# seg_id = a\n1\tx\tx\tX\t_\t_\t2\tobj\t_\t_\n2\ty\ty\tY\t_\t_\t0\troot\t_\t_\n\n";
  EXPECT_THAT(ReadConllu(part + part + cats),
              ElementsAre("x|x|X|2|obj y|y|Y|0|root x|x|X|4|obj y|y|Y|0|root",
                          "Cats|cat|NNS|2|nsubj eat|eat|VERB|0|root"));
  EXPECT_TRUE(ReadConllu("").empty());
}

TEST(Conllu, MultiwordTokensAreSpelledOnce) {
  const std::string rest = "\t_\t_\t_\t_\t0\troot\t_\t_\n";
  EXPECT_THAT(ReadConllu("1\ta" + rest + "2-4\td me|lo" + rest + "2\tda" + rest + "3\tme" + rest +
                         "4\tlo" + rest + "5\tb" + rest),
              ElementsAre("a|a||0|root da|da||0|root|d_me&#124;lo me|me||0|root| lo|lo||0|root| "
                          "b|b||0|root"));
  for (const char* range : {"2-3", "1-", "-2", "1-0", "1-x"}) {
    EXPECT_THAT(ReadConllu(std::string(range) + "\tdel" + rest + "1\tde" + rest),
                ElementsAre(HasSubstr("f.conllu:1: found the multiword token ")));
  }
}

TEST(Conllu, FaultsNameFileAndLine) {
  EXPECT_THAT(ReadConllu("# text = a b\n1 a a\n"),
              ElementsAre(HasSubstr("f.conllu:2: 1 column, but CoNLL-U has 10")));
  EXPECT_THAT(ReadConllu("2\ta\ta\tX\t_\t_\t0\troot\t_\t_\n"),
              ElementsAre(HasSubstr("f.conllu:1: found word 2, expected word 1")));
  EXPECT_THAT(ReadConllu("1\ta\ta\tX\t_\t_\thead\troot\t_\t_\n"),
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

// Columns after the ten, as in CoNLL-2005: the predicate, and the arguments of each.
TEST(Conllu, SemanticRoles) {
  const std::string brackets =
      "# text = Cats eat fresh fish\n"
      "1\tCats\tcat\tN\t_\t_\t2\tnsubj\t_\t_\t-\t(A0*)\n"
      "2\teat\teat\tV\t_\t_\t0\troot\t_\t_\teat\t(V*)\n"
      "3\tfresh\tfresh\tJ\t_\t_\t4\tamod\t_\t_\t-\t(A1*\n"
      "4\tfish\tfish\tN\t_\t_\t2\tobj\t_\t_\t-\t*)\n\n";
  EXPECT_THAT(ReadConllu(brackets),
              ElementsAre("Cats|cat|N|2|nsubj|=|1:A0 eat|eat|V|0|root|=|1:V "
                          "fresh|fresh|J|4|amod|=|1:A1 fish|fish|N|2|obj|=|1:A1"));
  // Labels of single words; two predicates, a multiword token, and no role at all.
  const std::string labels =
      "1-2\tau\t_\t_\t_\t_\t_\t_\t_\t_\t_\t_\t_\n"
      "1\ta\ta\tP\t_\t_\t_\t_\t_\t_\tgo.01\t_\tA2\n"
      "2\tle\tle\tD\t_\t_\t_\t_\t_\t_\t_\tA1\t_\n"
      "3\tva\tva\tV\t_\t_\t_\t_\t_\t_\tgo.02\t_\t_\n"
      "4\toui\toui\tI\t_\t_\t_\t_\t_\t_\t_\t_\t_\n\n";
  EXPECT_THAT(ReadConllu(labels),
              ElementsAre("a|a|P|0||au|1:V,2:A2 le|le|D|0|||1:A1 va|va|V|0||=|2:V "
                          "oui|oui|I|0||=|"));
  // The predicates of a segment's sentences are numbered consecutively.
  EXPECT_THAT(ReadConllu("# seg_id = a\n1\tx\t_\t_\t_\t_\t_\t_\t_\t_\tx\t(V*)\n\n"
                         "# seg_id = a\n1\ty\t_\t_\t_\t_\t_\t_\t_\t_\ty\t(V*)\n"),
              ElementsAre("x|x||0||=|1:V y|y||0||=|2:V"));
  EXPECT_THAT(
      ReadConllu("1\tx\t_\t_\t_\t_\t_\t_\t_\t_\t-\t*)\n"),
      ElementsAre(HasSubstr("f.conllu:1: '*)' closes a bracket that is not open; open it")));
  EXPECT_THAT(ReadConllu("1\tx\t_\t_\t_\t_\t_\t_\t_\t_\tx\t(A1*\n\n"),
              ElementsAre(HasSubstr("the sentence ends within '(A1*'; close it")));
  EXPECT_THAT(ReadConllu("1\tx\t_\t_\t_\t_\t_\t_\t_\t_\tx\t(V*)\n2\ty\t_\t_\t_\t_\t_\t_\t_\t_\n"),
              ElementsAre(HasSubstr("10 columns, but the sentence has 12")));
  EXPECT_EQ(Conllu().detect(brackets), Detected::kYes);
  EXPECT_EQ(Conllu().detect(brackets.substr(brackets.find('\n') + 1)), Detected::kNo);
}

}  // namespace
}  // namespace mtgauge
