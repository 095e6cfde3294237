// MAXSIM: by hand, compared with its definition by trying every matching, and its annotation and
// options.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "core/algo/alignment/assignment.h"
#include "core/contract/registry.h"
#include "core/text/words/wordnet.h"
#include "tests/oracle/naive_maxsim.h"
#include "tests/support/own_folder.h"
#include "tests/support/random_text.h"
#include "tests/support/scored.h"
#include "tests/unit/core/text/small_wordnet.h"

namespace mtgauge {
namespace {

using oracle::TaggedWord;
using oracle::TaggedWords;
using test::ScorePair;
using test::SmallWordNet;

double Maxsim(const std::string& options, const std::vector<std::string>& refs,
              const std::string& hyp) {
  return ScorePair("maxsim" + options, refs, hyp).score / 100;
}
std::string WithWordNet(const std::string& options) {
  return ":wordnet=" + SmallWordNet() + ',' + options;
}

TEST(Maxsim, ByHand) {
  const std::string syn = WithWordNet("syn=synset");
  EXPECT_NEAR(Maxsim(syn, {"cars|car|NNS are|be|VBP quick|quick|JJ"},
                     "automobiles|automobile|NNS are|be|VBP fast|fast|JJ"),
              1, 1e-14);
  // The figures from the paper's formulas for one wrong tag and one missing word.
  const std::string ref = "the|the|DT car|car|NN runs|run|NN fast|fast|RB";
  EXPECT_NEAR(Maxsim("", {ref}, "the|the|DT car|car|NN runs|run|VBZ"),
              (0.7692307692 + 0.6896551724 + 0.5263157895) / 3, 1e-9);
}

TEST(Maxsim, WordSetsAreLooserThanSynsets) {
  const std::vector<std::string> ref = {"automobile|automobile|A x|x|B y|y|C"};
  const std::string hyp = "wagon|wagon|D x|x|B y|y|C";  // both are kinds of car
  EXPECT_NEAR(Maxsim(WithWordNet("syn=wordset,order=1"), ref, hyp), 2.5 / 3, 1e-14);
  EXPECT_NEAR(Maxsim(WithWordNet("syn=synset,order=1"), ref, hyp), 2.0 / 3, 1e-14);
}

TEST(Maxsim, PlainWordsWordNetAndStems) {
  EXPECT_NEAR(Maxsim("", {"one two three"}, "One two three"), 1, 1e-14);
  EXPECT_EQ(Maxsim(":lc=no,order=1", {"one"}, "One"), 0);
  EXPECT_NEAR(Maxsim(WithWordNet("lemmas=wordnet,syn=wordset"), {"the children ran faster"},
                     "the child runs quick"),
              1, 1e-14);
  EXPECT_NEAR(Maxsim(":lemmas=en,order=1", {"he walked"}, "he walks"), 1, 1e-14);
  EXPECT_NEAR(Maxsim(":lemmas=words,tok=13a,order=1", {"well, yes"}, "well , yes"), 1, 1e-14);
}

TEST(Maxsim, PunctuationIsLeftOut) {
  EXPECT_NEAR(Maxsim("", {"a|a|X ,|,|P b|b|X c|c|X"}, "a|a|X b|b|X &#124;|&#124;|P c|c|X ."), 1,
              1e-14);
  EXPECT_EQ(std::get<int64_t>(ScorePair("maxsim", {". !"}, "?").details[0].value), 0);
  EXPECT_EQ(std::get<int64_t>(ScorePair("maxsim", {"a"}, "?").details[0].value), 1);
}

TEST(Maxsim, ShortSegments) {
  EXPECT_NEAR(Maxsim("", {"yes"}, "yes"), 1.0 / 3, 1e-14);
  EXPECT_NEAR(Maxsim(":short=skip", {"yes"}, "yes"), 1, 1e-14);
  EXPECT_NEAR(Maxsim(":short=skip", {"yes sir"}, "yes"), 1 / (0.9 * 2 + 0.1) / 2, 1e-14);
}

TEST(Maxsim, DependencyTriples) {
  const std::vector<std::string> ref = {
      "cats|cat|N|2|nsubj eat|eat|V|0|root fish|fish|N|2|obj now|now|R|2|advmod"};
  const std::string same =
      "cats|cat|N|2|nsubj eat|eat|V|0|root fish|fish|N|2|obj now|now|R|2|advmod";
  EXPECT_NEAR(Maxsim(":d=yes", ref, same), 1, 1e-14);
  // The object has become the subject: (1 + 1 + 0) / 3 of one triple in two.
  const std::string other =
      "fish|fish|N|2|nsubj:pass eat|eat|V|0|root now|now|R|2|advmod here|here|R|2|advmod";
  const double plain = Maxsim("", ref, other);
  EXPECT_NEAR(Maxsim(":d=yes", ref, other), (3 * plain + (2.0 / 3) / (0.9 * 2 + 0.1)) / 4, 1e-14);
  // None on one side is 0, none on both sides is ignored.
  EXPECT_NEAR(Maxsim(":d=yes", ref, "eat|eat|V"), 3 * Maxsim("", ref, "eat|eat|V") / 4, 1e-14);
  EXPECT_NEAR(Maxsim(":d=yes", {"a b c"}, "a b c"), 1, 1e-14);
  for (const char* head : {"9", "x", "-1", "", "99999999999999999999999"}) {
    const std::string broken = "a|a|N|" + std::string(head) + "|nsubj b c";
    EXPECT_NEAR(Maxsim(":d=yes", {"a|a|N b c"}, broken), 1, 1e-14) << head;
  }
}

TEST(Maxsim, ReferencesAreAveraged) {
  const std::string hyp = "a b c d", one = "a b x d", two = "c b a";
  EXPECT_NEAR(Maxsim("", {one, two}, hyp), (Maxsim("", {one}, hyp) + Maxsim("", {two}, hyp)) / 2,
              1e-14);
}

TEST(Maxsim, RandomSegmentsByDefinition) {
  test::RandomText text(92);
  const std::vector<std::pair<std::string, std::string>> pairs = {
      {"car", "automobile"}, {"car", "wagon"}, {"fast", "quick"}};
  const auto synonyms = [&](const std::string& a, const std::string& b) {
    return std::any_of(pairs.begin(), pairs.end(), [&](const auto& pair) {
      return pair == std::pair(a, b) || pair == std::pair(b, a);
    });
  };
  static constexpr const char* kWords[] = {"car",   "automobile", "wagon", "fast",
                                           "quick", "run",        "child", "other"};
  for (int i = 0; i < 300; ++i) {
    const bool tags = text.Below(4) != 0;
    const auto random_segment = [&](TaggedWords& words) {
      std::string line;
      for (uint32_t n = 1 + text.Below(7); n > 0; --n) {
        TaggedWord word = {kWords[text.Below(8)], ""};
        if (tags && text.Below(6) != 0)
          word.tag = std::string(1, static_cast<char>('x' + text.Below(3)));
        line += (line.empty() ? "" : " ") + std::string("f|") + word.lemma + '|' + word.tag;
        words.push_back(word);
      }
      return line;
    };
    TaggedWords hyp, ref;
    const std::string hyp_line = random_segment(hyp), ref_line = random_segment(ref);
    EXPECT_NEAR(Maxsim(WithWordNet("syn=synset"), {ref_line}, hyp_line),
                oracle::NaiveMaxsim(hyp, ref, synonyms), 1e-13)
        << hyp_line << '\n'
        << ref_line;
  }
}

// Without tags and synonyms, equal n-grams are matched, each as often as it occurs on both sides.
double OfEqualNgrams(const std::vector<std::string>& hyp, const std::vector<std::string>& ref) {
  double sum = 0;
  for (size_t n = 1; n <= 3; ++n) {
    std::map<std::vector<std::string>, int64_t> of_ref;
    for (size_t i = 0; i + n <= ref.size(); ++i) {
      ++of_ref[{ref.begin() + static_cast<ptrdiff_t>(i),
                ref.begin() + static_cast<ptrdiff_t>(i + n)}];
    }
    double matched = 0;
    for (size_t i = 0; i + n <= hyp.size(); ++i) {
      const auto found = of_ref.find(
          {hyp.begin() + static_cast<ptrdiff_t>(i), hyp.begin() + static_cast<ptrdiff_t>(i + n)});
      if (found != of_ref.end() && found->second-- > 0) ++matched;
    }
    if (hyp.size() < n || ref.size() < n) continue;
    sum += matched / (0.9 * static_cast<double>(ref.size() + 1 - n) +
                      0.1 * static_cast<double>(hyp.size() + 1 - n));
  }
  return sum / 3;
}

TEST(Maxsim, WordsWithoutTagsAreMatchedWhenEqual) {
  test::RandomText text(7);
  const auto random_words = [&](uint32_t length, uint32_t vocabulary, std::string& line) {
    std::vector<std::string> words;
    for (uint32_t i = 0; i < length; ++i) {
      const std::string name = std::to_string(text.Below(vocabulary));
      words.push_back(text.Below(2) == 0 ? name : "longer-than-a-key-" + name);
      line += (line.empty() ? "" : " ") + words.back();
    }
    return words;
  };
  for (int i = 0; i < 120; ++i) {
    const uint32_t most = i < 100 ? 70 : 700, vocabulary = 1 + text.Below(i % 2 == 0 ? 4 : 60);
    std::string hyp_line, ref_line;
    const auto hyp = random_words(text.Below(most), vocabulary, hyp_line);
    const auto ref = random_words(text.Below(most), vocabulary, ref_line);
    const double expected = OfEqualNgrams(hyp, ref);
    for (const std::string& options :
         {std::string(), std::string(":lemmas=words"), WithWordNet("lemmas=wordnet,syn=wordset"),
          WithWordNet("lemmas=words,syn=synset"), WithWordNet("syn=synset")}) {
      EXPECT_NEAR(Maxsim(options, {ref_line}, hyp_line), expected, 1e-12) << options;
    }
  }
}

// Some words of WordNet, so that some n-grams are similar but not equal.
TEST(Maxsim, SynonymsOfPlainWordsByDefinition) {
  test::RandomText text(8);
  const auto opened = WordNet::Open(SmallWordNet());
  ASSERT_TRUE(opened.ok()) << opened.status();
  const auto share = [&](auto list) {
    return [list, wordnet = *opened](const std::string& a, const std::string& b) {
      const uint32_t x = wordnet->Find(a), y = wordnet->Find(b);
      if (x == WordNet::kUnknown || y == WordNet::kUnknown) return false;
      const std::span<const uint32_t> of_a = (wordnet->*list)(x), of_b = (wordnet->*list)(y);
      return std::find_first_of(of_a.begin(), of_a.end(), of_b.begin(), of_b.end()) != of_a.end();
    };
  };
  const std::map<std::string, oracle::SynonymRelation> relations = {
      {"syn=synset", share(&WordNet::Synsets)}, {"syn=wordset", share(&WordNet::Related)}};
  static constexpr const char* kWords[] = {"car",   "automobile", "wagon",          "fast",
                                           "quick", "unknown",    "another-unknown"};
  for (int i = 0; i < 300; ++i) {
    const auto random_segment = [&](TaggedWords& words) {
      std::string line;
      for (uint32_t n = 1 + text.Below(7); n > 0; --n) {
        words.push_back({kWords[text.Below(7)], ""});
        line += (line.empty() ? "" : " ") + words.back().lemma;
      }
      return line;
    };
    TaggedWords hyp, ref;
    const std::string hyp_line = random_segment(hyp), ref_line = random_segment(ref);
    for (const auto& [synonyms, relation] : relations) {
      const double want = oracle::NaiveMaxsim(hyp, ref, relation);
      for (const std::string& options : {"lemmas=words," + synonyms, synonyms}) {
        EXPECT_NEAR(Maxsim(WithWordNet(options), {ref_line}, hyp_line), want, 1e-13)
            << options << '\n'
            << hyp_line << '\n'
            << ref_line;
      }
    }
  }
}

TEST(Maxsim, LongAndRepetitiveSegments) {
  std::string run, tagged, other;
  for (int i = 0; i < 2000; ++i) {
    run += "a ";
    tagged += "a|a|" + std::string(i % 2 == 0 ? "X " : "Y ");
    other += "w" + std::to_string(i) + "|w" + std::to_string(i) + "|Z ";
  }
  EXPECT_NEAR(Maxsim("", {run}, run), 1, 1e-13);
  EXPECT_NEAR(Maxsim("", {tagged}, tagged), 1, 1e-13);
  // Half of its words in common, in all orders, and a reference that is twice as long.
  EXPECT_NEAR(Maxsim(":order=1", {run + run}, run), 2000 / (0.9 * 4000 + 0.1 * 2000), 1e-13);
  EXPECT_EQ(Maxsim("", {other}, run), 0);
}

TEST(Maxsim, SignatureAndErrors) {
  const auto keys = [](const std::string& spec) {
    const std::string signature = ScorePair(spec, {"a"}, "a").signature;
    return signature.substr(0, signature.find("|version:"));
  };
  EXPECT_EQ(keys("maxsim:lc=no"),
            "nrefs:1|case:mixed|tok:none|lemmas:factors|syn:none|order:3|alpha:0.9|short:zero");
  EXPECT_NE(keys("maxsim" + WithWordNet("syn=synset,d=yes"))
                .find("|syn:synset|order:3|alpha:0.9|"
                      "short:zero|d:yes|wordnet:"),
            std::string::npos);
  EXPECT_NE(keys("maxsim:lemmas=en").find("|stem:"), std::string::npos);
  for (const char* spec : {"maxsim:lemmas=xx", "maxsim:syn=all", "maxsim:order=0", "maxsim:alpha=2",
                           "maxsim:short=one", "maxsim:d=yes,lemmas=words", "maxsim:wordnet=/tmp",
                           "maxsim:syn=synset,wordnet=/no/such/folder"}) {
    const auto made = MakeMetric(spec, {}, {});
    ASSERT_FALSE(made.ok()) << spec;
    EXPECT_EQ(made.status().kind(), ErrorKind::kUsage) << spec;
  }
}

}  // namespace
}  // namespace mtgauge
