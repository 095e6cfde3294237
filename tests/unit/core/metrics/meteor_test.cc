// METEOR: its alignment against the slow twin, its tokenizer, its synonyms, and small cases worked
// out by hand. With the tests' own tiny files in place of METEOR's.
#include <gtest/gtest.h>

#include <random>

#include "core/algo/staged_alignment.h"
#include "core/algo/word_facts.h"
#include "core/metric/registry.h"
#include "core/score/job.h"
#include "core/score/worker.h"
#include "core/simd/kernels.h"
#include "core/text/model_tokenizer.h"
#include "core/text/stemmer.h"
#include "core/text/synonyms.h"
#include "core/text/tok_meteor.h"
#include "core/text/token_key.h"
#include "tests/oracle/naive_meteor.h"
#include "tests/oracle/naive_staged.h"
#include "tests/support/meteor_data.h"
#include "tests/support/scored.h"

namespace mtgauge {
namespace {

using test::Lines;
using test::Scored;
using test::ScoreSegments;

// ---- the alignment ----

struct Problem {
  uint32_t hypothesis_size;
  std::vector<uint32_t> reference;
  std::vector<std::vector<AlignmentOption>> of_name;
};

// Words of a small alphabet: equal ones pair in stage 0; those of one class of `kin` in stage 1.
Problem RandomProblem(std::mt19937& random, uint32_t longest, uint32_t alphabet, uint32_t kin) {
  Problem problem;
  std::vector<uint32_t> hypothesis(random() % (longest + 1));
  for (uint32_t& word : hypothesis) word = random() % alphabet;
  problem.hypothesis_size = static_cast<uint32_t>(hypothesis.size());
  problem.reference.resize(random() % (longest + 1));
  for (uint32_t& word : problem.reference) word = random() % alphabet;
  problem.of_name.resize(alphabet);
  for (uint32_t name = 0; name < alphabet; ++name) {
    for (uint32_t i = 0; i < hypothesis.size(); ++i) {
      if (hypothesis[i] == name) problem.of_name[name].push_back({i, 0, 2});
    }
    for (uint32_t i = 0; i < hypothesis.size(); ++i) {
      if (hypothesis[i] != name && hypothesis[i] / kin == name / kin) {
        problem.of_name[name].push_back({i, 1, 0});
      }
    }
  }
  return problem;
}

void ExpectTwinsAgree(const Problem& problem, uint32_t beam, BeamAlignment& alignment) {
  std::vector<AlignmentOption> options;
  std::vector<uint32_t> ends;
  for (const auto& of_name : problem.of_name) {
    options.insert(options.end(), of_name.begin(), of_name.end());
    ends.push_back(static_cast<uint32_t>(options.size()));
  }
  const AlignmentTask task = {problem.hypothesis_size, problem.reference, options, ends};
  alignment.Prepare(task, beam);
  alignment.Search(task, beam);
  std::vector<std::vector<AlignmentOption>> of_word;
  for (const uint32_t name : problem.reference) of_word.push_back(problem.of_name[name]);
  const std::vector<AlignmentOption> want =
      oracle::AlignByBeam(problem.hypothesis_size, of_word, beam);
  for (size_t j = 0; j < want.size(); ++j) {
    ASSERT_EQ(alignment.pairs()[j].hypothesis, want[j].hypothesis) << "word " << j;
    ASSERT_EQ(alignment.pairs()[j].stage, want[j].stage) << "word " << j;
  }
}

TEST(BeamAlignment, EqualsItsTwin) {
  std::mt19937 random(1);
  BeamAlignment alignment;
  for (const uint32_t beam : {1u, 2u, 5u, 40u, 100u}) {
    for (int round = 0; round < 400; ++round) {
      const uint32_t alphabet = 1 + random() % 30;
      ExpectTwinsAgree(RandomProblem(random, 24, alphabet, 1 + random() % 3), beam, alignment);
    }
  }
}

TEST(BeamAlignment, EqualsItsTwinOnLongAndDegenerateText) {
  std::mt19937 random(2);
  BeamAlignment alignment;
  for (const uint32_t alphabet : {1u, 2u, 40u}) {
    for (const uint32_t longest : {70u, 140u}) {
      for (int round = 0; round < 4; ++round) {
        ExpectTwinsAgree(RandomProblem(random, longest, alphabet, 2), 40, alignment);
      }
    }
  }
  // Distances that need the wide keys.
  for (const uint32_t alphabet : {1u, 3u}) {
    ExpectTwinsAgree(RandomProblem(random, 400, alphabet, 1), 4, alignment);
  }
}

TEST(BeamAlignment, TellsHowMuchWorkIsAhead) {
  const std::vector<uint32_t> reference(2000, 0);
  std::vector<AlignmentOption> options;
  for (uint32_t i = 0; i < 2000; ++i) options.push_back({i, 0, 2});
  const std::vector<uint32_t> ends = {2000};
  BeamAlignment alignment;
  const AlignmentTask task = {2000, reference, options, ends};
  EXPECT_GE(alignment.Prepare(task, 40), 2000u * 2000 * 40);
  EXPECT_LT(alignment.Prepare(task, 40), kMostSteps);
  alignment.Search(task, 40);
  EXPECT_EQ(alignment.Chunks(), 1u);
}

// ---- the alignment of 2005 ----

using Pairs = std::vector<std::pair<uint32_t, uint32_t>>;  // hypothesis, reference

struct Quality {
  size_t matches = 0;
  int crossings = 0, joins = 0;
  friend bool operator==(const Quality&, const Quality&) = default;
  bool BetterThan(const Quality& other) const {
    if (matches != other.matches) return matches > other.matches;
    if (crossings != other.crossings) return crossings < other.crossings;
    return joins > other.joins;
  }
};

Quality QualityOf(const Pairs& pairs) {
  Quality out;
  out.matches = pairs.size();
  for (size_t a = 0; a < pairs.size(); ++a) {
    for (size_t b = 0; b < pairs.size(); ++b) {
      if (pairs[a].first + 1 == pairs[b].first && pairs[a].second + 1 == pairs[b].second) {
        ++out.joins;
      }
      const bool crosses = (pairs[a].first < pairs[b].first) != (pairs[a].second < pairs[b].second);
      if (a < b && crosses) ++out.crossings;
    }
  }
  return out;
}

// The best that `open` can add to `pairs`, by trying everything.
Quality BestOf(const Pairs& open, size_t from, Pairs& pairs) {
  Quality best = QualityOf(pairs);
  for (size_t o = from; o < open.size(); ++o) {
    const bool is_free = std::none_of(pairs.begin(), pairs.end(), [&](const auto& pair) {
      return pair.first == open[o].first || pair.second == open[o].second;
    });
    if (!is_free) continue;
    pairs.push_back(open[o]);
    const Quality with = BestOf(open, o + 1, pairs);
    pairs.pop_back();
    if (with.BetterThan(best)) best = with;
  }
  return best;
}

// Words of two sequences, of which those pair whose numbers differ by the last bits at most.
struct Words {
  std::vector<uint32_t> hypothesis, reference;

  static Words Random(std::mt19937& random, uint32_t longest, uint32_t alphabet) {
    Words out;
    out.hypothesis.resize(random() % (longest + 1));
    out.reference.resize(random() % (longest + 1));
    for (uint32_t& word : out.hypothesis) word = random() % alphabet;
    for (uint32_t& word : out.reference) word = random() % alphabet;
    return out;
  }
  uint32_t hyp_len() const { return static_cast<uint32_t>(hypothesis.size()); }
  uint32_t ref_len() const { return static_cast<uint32_t>(reference.size()); }
  bool AreKin(uint32_t i, uint32_t j, uint32_t kin) const {
    return hypothesis[i] / kin == reference[j] / kin;
  }
  bool AddStage(uint32_t kin, uint32_t beam, StagedAlignment& alignment) const {
    WordLists lists;
    lists.Clear(1000);
    for (uint32_t i = hyp_len(); i-- > 0;) lists.Add(hypothesis[i] / kin, i);
    std::vector<uint32_t> names;
    for (const uint32_t word : reference) names.push_back(word / kin);
    return alignment.AddStage(names, lists, beam, kMostSteps);
  }
};

TEST(StagedAlignment, IsTheBestThatThereIs) {
  std::mt19937 random(3);
  StagedAlignment alignment;
  for (int round = 0; round < 1500; ++round) {
    const Words words = Words::Random(random, 6, 1 + random() % 5);
    alignment.Begin(words.hyp_len(), words.ref_len());
    Pairs before;
    for (const uint32_t kin : {1u, 2u}) {  // equal words, then words of one class
      Pairs open;
      for (uint32_t j = 0; j < words.ref_len(); ++j) {
        for (uint32_t i = 0; i < words.hyp_len(); ++i) {
          if (words.AreKin(i, j, kin)) open.emplace_back(i, j);
        }
      }
      const Quality want = BestOf(open, 0, before);
      ASSERT_TRUE(words.AddStage(kin, StagedAlignment::kWidestBeam, alignment));
      EXPECT_TRUE(alignment.exact());
      before.clear();
      for (uint32_t j = 0; j < words.ref_len(); ++j) {
        if (alignment.pairs()[j] != StagedAlignment::kNone) {
          before.emplace_back(alignment.pairs()[j], j);
        }
      }
      ASSERT_EQ(QualityOf(before), want) << "round " << round;
      EXPECT_EQ(alignment.Chunks(), before.size() - static_cast<size_t>(want.joins));
    }
  }
}

void ExpectStagesAgree(const Words& words, uint32_t beam, StagedAlignment& alignment) {
  alignment.Begin(words.hyp_len(), words.ref_len());
  oracle::NaiveStages naive(words.hyp_len(), words.ref_len());
  for (const uint32_t kin : {1u, 2u, 5u}) {
    std::vector<std::vector<uint32_t>> options(words.ref_len());
    for (uint32_t j = 0; j < words.ref_len(); ++j) {
      for (uint32_t i = 0; i < words.hyp_len(); ++i) {
        if (words.AreKin(i, j, kin)) options[j].push_back(i);
      }
    }
    naive.AddStage(options, beam);
    ASSERT_TRUE(words.AddStage(kin, beam, alignment));
    ASSERT_TRUE(std::ranges::equal(alignment.pairs(), naive.pairs())) << "words alike by " << kin;
    ASSERT_EQ(alignment.exact(), naive.exact());
  }
}

TEST(StagedAlignment, EqualsItsTwin) {
  std::mt19937 random(4);
  StagedAlignment alignment;
  for (const uint32_t beam : {1u, 2u, 5u, 40u, 100u}) {
    for (int round = 0; round < 200; ++round) {
      ExpectStagesAgree(Words::Random(random, 20, 1 + random() % 25), beam, alignment);
    }
  }
}

TEST(StagedAlignment, EqualsItsTwinOnLongAndDegenerateText) {
  std::mt19937 random(5);
  StagedAlignment alignment;
  for (const uint32_t alphabet : {1u, 2u, 3u, 40u, 200u}) {
    for (const uint32_t longest : {70u, 140u}) {
      ExpectStagesAgree(Words::Random(random, longest, alphabet), 10, alignment);
    }
  }
  for (const auto& [hyp, ref] : {std::pair(600u, 3u), {3u, 600u}, {70u, 70u}}) {
    ExpectStagesAgree({std::vector<uint32_t>(hyp), std::vector<uint32_t>(ref)}, 5, alignment);
  }
}

TEST(StagedAlignment, SaysWhenItIsOnlyTheBeams) {
  StagedAlignment alignment;
  const Words words = {std::vector<uint32_t>(30), std::vector<uint32_t>(20)};
  alignment.Begin(words.hyp_len(), words.ref_len());
  ASSERT_TRUE(words.AddStage(1, 10, alignment));
  EXPECT_FALSE(alignment.exact());
  EXPECT_EQ(alignment.Chunks(), 1u);
}

TEST(StagedAlignment, TellsWhatWouldTakeTooLong) {
  StagedAlignment alignment;
  const Words words = {std::vector<uint32_t>(20000), std::vector<uint32_t>(20000)};
  alignment.Begin(words.hyp_len(), words.ref_len());
  EXPECT_FALSE(words.AddStage(1, 40, alignment));
  EXPECT_EQ(alignment.Chunks(), 0u);
}

// ---- text ----

Lines Cut(const TokenizerRow& row, const std::string& text) {
  View view(DefaultHash().function);
  view.Reset("\n", 1, 1);
  row.get().CutSegment(text, 0, view);
  const Tokens tokens = view.Segment(0).tokens;
  Lines out;
  for (uint32_t i = 0; i < tokens.count; ++i) out.emplace_back(tokens[i]);
  return out;
}

Lines Normalize(const std::string& text, const std::string& tokenizer = "meteor") {
  const auto row =
      OpenTokenizer(tokenizer + ":" + test::MeteorData() + "/nonbreaking/english.prefixes");
  EXPECT_TRUE(row.ok()) << row.status();
  return Cut(**row, text);
}

TEST(MeteorTokenizer, SplitsAsItsRulesSay) {
  EXPECT_EQ(Normalize("Hello, World!"), (Lines{"hello", ",", "world", "!"}));
  EXPECT_EQ(Normalize("It's Tom's, don't"), (Lines{"it", "'s", "tom", "'s", ",", "don", "'t"}));
  EXPECT_EQ(Normalize("the 1990's"), (Lines{"the", "1990", "'s"}));
  EXPECT_EQ(Normalize("1,000 and 2,5"), (Lines{"1,000", "and", "2,5"}));
  EXPECT_EQ(Normalize("well-known U.S.-based"), (Lines{"well", "known", "us", "based"}));
  EXPECT_EQ(Normalize("“so” \u2013 ''he''"), (Lines{"\"", "so", "\"", "-", "\"", "he", "\""}));
  EXPECT_EQ(Normalize("wait... what"), (Lines{"wait", "...", "what"}));
  EXPECT_EQ(Normalize("\u00C4rger\u00A0Stra\u00DFe"), (Lines{"\u00E4rger", "stra\u00DFe"}));
  EXPECT_EQ(Normalize(""), Lines{});
  EXPECT_EQ(Normalize(" \t"), Lines{});
}

TEST(MeteorTokenizer, DotsStayOnlyWhereTheyBelongToTheWord) {
  EXPECT_EQ(Normalize("Mr. Fox left."), (Lines{"mr.", "fox", "left", "."}));
  EXPECT_EQ(Normalize("Fig. 3 Fig. X"), (Lines{"fig.", "3", "fig", ".", "x"}));
  EXPECT_EQ(Normalize("Inc. was"), (Lines{"inc.", "was"}));  // before lower case
  EXPECT_EQ(Normalize("3.5. X"), (Lines{"3.5", ".", "x"}));
  EXPECT_EQ(Normalize("The U.S. Army"), (Lines{"the", "us", "army"}));
}

// An expression goes on behind what it matched.
TEST(MeteorTokenizer, MatchesDoNotOverlap) {
  EXPECT_EQ(Normalize("a,b,c"), (Lines{"a", ",", "b,c"}));
  EXPECT_EQ(Normalize("a-b-c"), (Lines{"a", "b-c"}));
  EXPECT_EQ(Normalize("x,,y"), (Lines{"x", ",", ",y"}));
}

// Lines with control characters are left to METEOR's passes one by one. A word of one, other words
// around it, changes nothing before it.
Lines NormalizeByPasses(const std::string& text, const TokenizerRow& row) {
  const Lines words = Cut(row, "Q " + text + " \x01 Q");
  EXPECT_TRUE(words.size() >= 3 && words[words.size() - 2] == "\x01") << text;
  return {words.begin() + 1, words.end() - 2};
}

TEST(MeteorTokenizer, OnePassEqualsThePasses) {
  std::mt19937 random(6);
  const Lines pieces = {"a",      "Z",      "s",      "7",      "0",      "\u00E9", "\u0416",
                        ".",      ",",      "-",      "'",      "`",      "\"",     "!",
                        "_",      " ",      " ",      "\t",     "\u2018", "\u2019", "\u201C",
                        "\u201D", "\u2013", "\u2026", "\u00A0", "\u00D7", "\u4E2D", "Mr",
                        "Fig",    "U.S",    "1,0",    "\xC3",   "\xFF",   "ab",     "cd",
                        "12",     "it's",   ". ",     ", "};
  for (const std::string language : {"english", "french", "german"}) {
    const auto row =
        OpenTokenizer("meteor:" + test::MeteorData() + "/nonbreaking/" + language + ".prefixes");
    ASSERT_TRUE(row.ok()) << row.status();
    for (int round = 0; round < 30000; ++round) {
      // Few pieces or many, of few kinds or of all.
      const size_t kinds = 1 + random() % pieces.size(), first = random() % pieces.size();
      std::string text;
      for (size_t left = random() % 12; left > 0; --left) {
        text += pieces[(first + random() % kinds) % pieces.size()];
      }
      ASSERT_EQ(Cut(**row, text), NormalizeByPasses(text, **row)) << language << ": " << text;
    }
  }
}

TEST(MeteorTokenizer, KeysAreThoseOfItsTokens) {
  const auto row = OpenTokenizer("meteor:" + test::MeteorData() + "/nonbreaking/english.prefixes");
  ASSERT_TRUE(row.ok()) << row.status();
  const std::string longest(700, 'x');
  for (const HashRow& hash : Hashes()) {
    for (const std::string& text :
         {std::string("a bc eightsss nineninen, ") + longest + " it",
          std::string("a\xFF b eighteigh\0t nul", 20), std::string(), longest}) {
      View view(hash.function);
      view.Reset("\n", 1, 1);
      (*row)->get().CutSegment(text, 0, view);
      const Tokens tokens = view.Segment(0).tokens;
      for (uint32_t i = 0; i < tokens.count; ++i) {
        EXPECT_EQ(tokens.key[i], TokenKey(tokens[i], hash.function))
            << hash.name << " " << tokens[i];
      }
    }
  }
}

TEST(MeteorTokenizer, SpacesOfUnicodeGoAndControlsGoAtBothEnds) {
  EXPECT_EQ(Normalize("a\u3000b\u205F\u00A0c"), (Lines{"a", "b", "c"}));
  EXPECT_EQ(Normalize("a\u1680b\u2028c"), (Lines{"a", "\u1680", "b", "\u2028", "c"}));
  EXPECT_EQ(Normalize("\x1F\x01 a \x02 b?\x1F\u3000"), (Lines{"a", "\x02", "b", "?"}));
  EXPECT_EQ(Normalize("\x1F\u3000\x01"), Lines{});
}

TEST(MeteorTokenizer, PunctuationCanGo) {
  EXPECT_EQ(Normalize("It's here, now... (yes)!", "meteor-nopunct"),
            (Lines{"it", "s", "here", "now", "yes"}));
}

TEST(MeteorTokenizer, MissingFilesAreNamed) {
  const auto missing = OpenTokenizer("meteor:/nowhere/english.prefixes");
  ASSERT_FALSE(missing.ok());
  EXPECT_NE(missing.status().message().find("/nowhere/english.prefixes"), std::string::npos);
  EXPECT_FALSE(OpenTokenizer("meteor:/nowhere/klingon.prefixes").ok());
}

TEST(JavaWhitespace, IsFiveCharacters) {
  EXPECT_EQ(Cut(JavaWhitespaceTokenizer(), "a b\tc\fd\re\vf\u00A0g\x1Ch"),
            (Lines{"a", "b", "c", "d", "e\vf\u00A0g\x1Ch"}));
  const std::string text = "a\vb c\u3000d\n\x1C e  f\n";
  std::string padded = text + std::string(kTextPadding, '\n');
  View fast(DefaultHash().function);
  JavaWhitespaceTokenizer().get().CutStream(padded.data(), static_cast<uint32_t>(text.size()), 2,
                                            {}, fast);
  EXPECT_EQ(fast.Segment(0).tokens.count, 2u);
  EXPECT_EQ(fast.Segment(1).tokens.count, 3u);
}

TEST(MeteorGermanStemmer, KeepsTheDoubleS) {
  Stemmer of_meteor(MeteorGermanStemmer(), DefaultHash().function);
  EXPECT_EQ(of_meteor.Stem("ergebnisse"), "ergebniss");
  EXPECT_EQ(of_meteor.Stem("ergebnissen"), "ergebniss");
  EXPECT_EQ(of_meteor.Stem("ergebnis"), "ergebnis");
  Stemmer later(*FindStemmer("de"), DefaultHash().function);
  EXPECT_EQ(later.Stem("ergebnisse"), "ergebnis");
}

// ---- synonyms ----

bool AreSynonyms(const Synonyms& synonyms, const std::string& a, const std::string& b) {
  std::vector<uint32_t> of_a, of_b, common;
  synonyms.Find(a, of_a);
  synonyms.Find(b, of_b);
  std::set_intersection(of_a.begin(), of_a.end(), of_b.begin(), of_b.end(),
                        std::back_inserter(common));
  return !common.empty();
}

TEST(Synonyms, KnowInflectedForms) {
  const auto opened = Synonyms::OpenMeteor(test::MeteorData(), "english");
  ASSERT_TRUE(opened.ok()) << opened.status();
  const Synonyms& synonyms = **opened;
  EXPECT_TRUE(AreSynonyms(synonyms, "car", "automobile"));
  EXPECT_TRUE(AreSynonyms(synonyms, "cars", "automobiles"));
  EXPECT_TRUE(AreSynonyms(synonyms, "mice", "rodents"));  // an exception
  EXPECT_TRUE(AreSynonyms(synonyms, "went", "traveling"));
  EXPECT_FALSE(AreSynonyms(synonyms, "car", "mouse"));
  EXPECT_FALSE(AreSynonyms(synonyms, "carss", "automobile"));
  EXPECT_TRUE(AreSynonyms(synonyms, "spoonful", "scoop"));
  EXPECT_EQ(*opened, *Synonyms::OpenMeteor(test::MeteorData(), "english"));  // read once
  EXPECT_FALSE(Synonyms::OpenMeteor("/nowhere", "english").ok());
}

TEST(Synonyms, OfWordNetKeepPartsOfSpeechApart) {
  const auto opened = Synonyms::OpenWordNet(test::WordNetData());
  ASSERT_TRUE(opened.ok()) << opened.status();
  const Synonyms& synonyms = **opened;
  EXPECT_TRUE(AreSynonyms(synonyms, "cars", "automobile"));
  EXPECT_TRUE(AreSynonyms(synonyms, "mice", "rodents"));
  EXPECT_TRUE(AreSynonyms(synonyms, "went", "travels"));
  EXPECT_TRUE(AreSynonyms(synonyms, "faster", "quickest"));
  EXPECT_TRUE(AreSynonyms(synonyms, "walking", "strolled"));
  EXPECT_TRUE(AreSynonyms(synonyms, "cupsful", "portions"));
  EXPECT_FALSE(AreSynonyms(synonyms, "car", "run"));  // a noun's set and a verb's of one number
  EXPECT_FALSE(AreSynonyms(synonyms, "sooner", "shortly"));
  const auto missing = Synonyms::OpenWordNet("/nowhere");
  ASSERT_FALSE(missing.ok());
  EXPECT_NE(missing.status().message().find("wordnet-base"), std::string::npos);
}

// ---- the metric ----

Scored Score(const std::string& options, const Lines& hyps, const std::vector<Lines>& refs) {
  const std::string data = "meteor:data=" + test::MeteorData();
  return ScoreSegments(options.empty() ? data : data + "," + options, refs, hyps);
}

TEST(Meteor, OfOneSegmentByHand) {
  // "cat" equal, "fast" ~ "quick", "is" a function word equal, "cars" and "car" one stem.
  const Scored figures = Score("", {"Cat is quick cars"}, {{"cat is fast car"}});
  const std::vector<int64_t> want = {4, 4, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0,
                                     1, 1, 0, 0, 0, 0, 0, 0, 0, 4, 4};
  EXPECT_EQ(figures.rows[0], want);
  // (0.75 (1 + 0.6 + 0.8) + 0.25) / (3 * 0.75 + 0.25), no penalty
  EXPECT_NEAR(figures.score, (0.75 * 2.4 + 0.25) / 2.5, 1e-12);
}

// The row of a segment by the definition: every word beside every other, and the plain beam.
std::vector<int64_t> RowByDefinition(const Lines& hyp, const Lines& ref, const Synonyms& synonyms) {
  Stemmer stemmer(*FindStemmer("en"), DefaultHash().function);
  const auto stem = [&](const std::string& word) { return std::string(stemmer.Stem(word)); };
  const auto is_function = [](const std::string& word) {
    const Lines words = {"the", "a", "of", "to", ".", ",", "is"};
    return std::ranges::count(words, word);
  };
  std::vector<std::vector<AlignmentOption>> options(ref.size());
  const auto add = [&](size_t j, uint16_t stage, uint16_t credit, const auto& pairs) {
    for (uint32_t i = 0; i < hyp.size(); ++i) {
      if (pairs(hyp[i], ref[j])) options[j].push_back({i, stage, credit});
    }
  };
  for (size_t j = 0; j < ref.size(); ++j) {
    add(j, 0, 2, [](const auto& x, const auto& y) { return x == y; });
    if (hyp == ref) continue;
    add(j, 1, 0, [&](const auto& x, const auto& y) { return x != y && stem(x) == stem(y); });
    add(j, 2, 0,
        [&](const auto& x, const auto& y) { return x != y && AreSynonyms(synonyms, x, y); });
  }
  const auto pairs = oracle::AlignByBeam(hyp.size(), options, 40);
  std::vector<int64_t> row(23, 0);
  row[0] = static_cast<int64_t>(hyp.size());
  row[1] = static_cast<int64_t>(ref.size());
  for (const std::string& word : hyp) row[2] += is_function(word);
  for (const std::string& word : ref) row[3] += is_function(word);
  uint32_t expected = AlignmentOption::kNone;
  for (size_t j = 0; j < ref.size(); ++j) {
    const AlignmentOption& pair = pairs[j];
    const bool matched = pair.hypothesis != AlignmentOption::kNone;
    if (matched) {
      const size_t first = 4 + size_t{4} * pair.stage;
      ++row[first + (is_function(hyp[pair.hypothesis]) != 0 ? 2 : 0)];
      ++row[first + (is_function(ref[j]) != 0 ? 3 : 1)];
      ++row[21];
      ++row[22];
      if (pair.hypothesis != expected) ++row[20];
    }
    expected = matched ? pair.hypothesis + 1 : AlignmentOption::kNone;
  }
  if (row[20] == 1 && row[21] == row[0] && row[22] == row[1]) row[20] = 0;
  return row;
}

TEST(Meteor, EqualsItsDefinition) {
  const auto synonyms = Synonyms::OpenMeteor(test::MeteorData(), "english");
  ASSERT_TRUE(synonyms.ok()) << synonyms.status();
  const Lines words = {"the",    "a",        "is",         "of",        "car",         "cars",
                       "mouse",  "mice",     "rodent",     "rodents",   "automobile",  "go",
                       "goes",   "went",     "travel",     "traveling", "travelled",   "fast",
                       "quick",  "quickest", "spoonful",   "scoop",     "automobiles", "walk",
                       "walked", "walking",  "walkabouts", "walkabout", "nation",      "national"};
  std::mt19937 random(7);
  const auto text = [&](size_t longest, size_t kinds) {
    Lines line;
    const size_t first = random() % words.size();
    for (size_t left = random() % (longest + 1); left > 0; --left) {
      line.push_back(words[(first + random() % kinds) % words.size()]);
    }
    return line;
  };
  const auto join = [](const Lines& line) {
    std::string joined;
    for (const std::string& word : line) joined += word + " ";
    return joined;
  };
  for (int round = 0; round < 40; ++round) {
    Lines hyps, refs;
    std::vector<std::vector<int64_t>> want;
    for (int segment = 0; segment < 25; ++segment) {
      const size_t longest = segment % 5 == 0 ? 70 : 12, kinds = 1 + random() % words.size();
      const Lines ref = text(longest, kinds);
      const Lines hyp = random() % 8 == 0 ? ref : text(longest, kinds);
      refs.push_back(join(ref));
      hyps.push_back(join(hyp));
      want.push_back(RowByDefinition(hyp, ref, **synonyms));
    }
    EXPECT_EQ(Score("text=lower", hyps, {refs}).rows, want) << "round " << round;
  }
}

TEST(Meteor, PenaltyOfChunks) {
  const Scored figures =
      Score("modules=ex,alpha=0.9,beta=3,gamma=0.5,delta=0.5", {"c d a b"}, {{"a b c d"}});
  EXPECT_EQ(figures.rows[0][20], 2);
  EXPECT_NEAR(figures.score, 1 - 0.5 / 8, 1e-12);
}

TEST(Meteor, WholeSegmentsAddNoChunk) {
  const Scored figures =
      Score("modules=ex,text=lower", {"x y z", "x q", ""}, {{"x y z", "x p", ""}});
  EXPECT_EQ(figures.rows[0][20], 0);
  EXPECT_EQ(figures.rows[1][20], 1);
  EXPECT_EQ(figures.rows[2], std::vector<int64_t>(23, 0));
}

TEST(Meteor, TheBestReferenceCountsTheFirstOfEqualOnes) {
  const Scored figures =
      Score("modules=ex", {"p q r", "p q"}, {{"p z", "p z"}, {"p q r", "q z"}, {"z", "p q"}});
  EXPECT_EQ(figures.rows[0][1], 3);
  EXPECT_EQ(figures.rows[1][1], 2);
  EXPECT_EQ(figures.rows[1][21], 2);
}

// String.hashCode() has "je" equal "l'" and "le" equal "n'", of words and of stems.
TEST(Meteor, WordsAreEqualWhoseJavaHashesAre) {
  EXPECT_EQ(JavaHash(""), 0U);
  EXPECT_EQ(JavaHash("je"), JavaHash("l'"));
  EXPECT_EQ(JavaHash("le"), 3449U);
  EXPECT_EQ(JavaHash("\u00E9t\u00E9"), 233U * 961 + 116 * 31 + 233);
  EXPECT_EQ(JavaHash("\U0001F600"), 0xD83DU * 31 + 0xDE00);
  EXPECT_EQ(JavaHash("a long word whose sum wraps around"),
            JavaHash("a long word whose sum wraps aroun") * 31 + 'd');
  constexpr size_t kExact = 4, kStem = 8, kChunks = 20, kMatched = 21;
  const std::string lower = "text=lower,modules=ex+st,functions=none";
  // As in the jar: equal in the first stage, and a whole segment is one chunk, which does not
  // count.
  Scored figures = Score(lower, {"je dis le mot", "zz l' zz"}, {{"l' dis n' mot", "je"}});
  EXPECT_EQ(figures.rows[0][kExact], 4);
  EXPECT_EQ(figures.rows[0][kChunks], 0);
  EXPECT_EQ(figures.rows[1][kMatched], 1);
  figures =
      Score(lower + ",equality=words", {"je dis le mot", "zz l' zz"}, {{"l' dis n' mot", "je"}});
  EXPECT_EQ(figures.rows[0][kExact], 2);
  EXPECT_EQ(figures.rows[0][kChunks], 2);
  EXPECT_EQ(figures.rows[1][kMatched], 0);
  // Both of them in one reference, and found by a third word's stem.
  figures = Score(lower, {"je je"}, {{"l' je"}});
  EXPECT_EQ(figures.rows[0][kExact], 2);
  EXPECT_EQ(figures.rows[0][kStem], 0);
  figures = Score(lower + ",equality=words", {"je je"}, {{"l' je"}});
  EXPECT_EQ(figures.rows[0][kExact], 1);
  // A word is a function word by itself, whatever it is equal to.
  figures = Score("text=lower,modules=ex", {"Aa is"}, {{"BB is"}});
  EXPECT_EQ(figures.rows[0][kExact], 0);  // "aa" and "bb" in lower case
  figures = Score("text=plain,modules=ex", {"Aa is"}, {{"BB is"}});
  EXPECT_EQ(figures.rows[0][kExact], 1);
}

TEST(Meteor, TwoThousandEqualWords) {
  std::string words, more;
  for (int i = 0; i < 2000; ++i) words += "ja ";
  more = words + "nein";
  const Scored figures = Score("text=lower", {words}, {{more}});
  EXPECT_EQ(figures.rows[0][21], 2000);
  EXPECT_EQ(figures.rows[0][20], 1);
}

TEST(Meteor2005, ByHand) {
  const std::string data = ":wordnet=" + test::WordNetData();
  const Scored of_2005 =
      ScoreSegments("meteor2005" + data, {{"the fast mouse strolls away home today"}},
                    {"the quick mice walked home"});
  EXPECT_EQ(of_2005.rows[0], (std::vector<int64_t>{5, 5, 7, 2}));
  const double f = 5 / (0.9 * 7 + 0.1 * 5);
  EXPECT_NEAR(of_2005.score, f * (1 - 0.5 * std::pow(2.0 / 5, 3)), 1e-12);
  const Scored of_2007 =
      ScoreSegments("meteor2007" + data, {{"the fast mouse strolls away home today"}},
                    {"the quick mice walked home"});
  const double f_2007 = 5 / (0.81 * 7 + 0.19 * 5);
  EXPECT_NEAR(of_2007.score, f_2007 * (1 - 0.28 * std::pow(2.0 / 5, 0.83)), 1e-12);
  const Scored bare =
      ScoreSegments("meteor2005:porter=no,synonyms=none", {{"c a b", "", "y"}}, {"a b c", "", "x"});
  EXPECT_EQ(bare.rows[0], (std::vector<int64_t>{3, 3, 3, 2}));
  EXPECT_EQ(bare.rows[1], (std::vector<int64_t>{0, 0, 0, 0}));
  EXPECT_EQ(bare.rows[2], (std::vector<int64_t>{0, 1, 1, 0}));
}

TEST(Meteor, RefusesWhatItCannotDo) {
  for (const char* const options :
       {"lang=xx", "modules=ex+ex", "modules=pa", "weights=1", "task=adq,lang=de", "text=loud",
        "lang=it,text=norm", "lang=cz,modules=ex+st,text=lower", "lang=de,modules=sy,text=lower",
        "alpha=2", "beam=0", "functions=some", "synonyms=mine", "functions=own,lang=it"}) {
    const auto made = MakeMetric("meteor:data=" + test::MeteorData() + "," + options, {}, {});
    EXPECT_EQ(made.status().code(), absl::StatusCode::kInvalidArgument) << options;
  }
  const auto without = MakeMetric("meteor:data=/nowhere", {}, {});
  ASSERT_FALSE(without.ok());
  EXPECT_NE(without.status().message().find("--meteor-data"), std::string::npos);
}

TEST(Meteor, SaysWhoseFiguresTheyAre) {
  const std::string data = "meteor:data=" + test::MeteorData();
  const auto equals = [&](const std::string& options) {
    const auto made = MakeMetric(data + options, {}, {});
    EXPECT_TRUE(made.ok()) << made.status();
    return std::string(made->Equals());
  };
  EXPECT_EQ(equals(""), "meteor-1.5(ex,st,sy)");
  EXPECT_EQ(equals(",modules=ex"), "meteor-1.5(ex)");
  EXPECT_EQ(equals(",functions=none"), "");
  EXPECT_EQ(equals(",equality=hashes"), "meteor-1.5(ex,st,sy)");
  EXPECT_EQ(equals(",equality=words"), "");
  const auto words = MakeMetric(data + ",equality=words", {}, {});
  const std::pair<std::string, std::string> key = {"equality", "words"};
  const auto keys = words->metric->SignatureKeys();
  EXPECT_EQ(std::count(keys.begin(), keys.end(), key), 1);
  EXPECT_TRUE(MakeMetric("meteor:modules=ex+st,text=lower,functions=none", {}, {}).ok());
}

}  // namespace
}  // namespace mtgauge
