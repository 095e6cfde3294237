// The cheap metrics of words (WER, PER, CDER, CER, unigram P, R and F, GLEU, ROUGE, exact match,
// length ratio): by hand, against their definitions on random segments, and their options' errors.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <sstream>
#include <string>
#include <vector>

#include "core/score/job.h"
#include "core/score/worker.h"
#include "tests/oracle/naive_ngrams.h"
#include "tests/oracle/naive_sequences.h"
#include "tests/support/random_text.h"
#include "tests/support/scored.h"

namespace mtgauge {
namespace {

using oracle::Words;
using test::Scored;
using test::ScorePair;
using Row = std::vector<int64_t>;

double Points(const std::string& spec, const std::vector<std::string>& refs,
              const std::string& hyp) {
  return ScorePair(spec, refs, hyp).score;
}

TEST(WordMetrics, ByHand) {
  const std::vector<std::string> ref = {"the cat sat on the mat"};
  const std::string hyp = "on the mat the cat sat down";
  EXPECT_EQ(ScorePair("wer", ref, hyp).sums, (Row{6, 6}));  // one "the" stays
  EXPECT_EQ(ScorePair("per", ref, hyp).sums, (Row{6, 7, 6}));
  EXPECT_EQ(ScorePair("cder", ref, hyp).sums,
            (Row{3, 6}));  // three jumps: to the, to on, to the end
  EXPECT_EQ(ScorePair("cer", {"né e"}, "ne").sums, (Row{2, 4}));
  EXPECT_EQ(ScorePair("unigram", ref, hyp).sums, (Row{6, 7, 6}));
  EXPECT_EQ(ScorePair("gleu", ref, hyp).sums, (Row{6 + 4 + 2, 7 + 6 + 5 + 4}));
  EXPECT_EQ(ScorePair("exact", ref, hyp).sums, (Row{0, 1}));
  EXPECT_EQ(ScorePair("lenratio", ref, hyp).sums, (Row{7, 6}));

  EXPECT_NEAR(Points("wer", ref, hyp), 100.0, 1e-12);
  EXPECT_NEAR(Points("per", ref, hyp), 100.0 / 6, 1e-12);
  EXPECT_NEAR(Points("unigram:stat=p", ref, hyp), 600.0 / 7, 1e-12);
  EXPECT_NEAR(Points("unigram:stat=r", ref, hyp), 100, 1e-12);
  EXPECT_NEAR(Points("unigram:stat=f1", ref, hyp), 1200.0 / 13, 1e-12);
  const double p = 6.0 / 7;
  EXPECT_NEAR(Points("unigram:stat=fmean", ref, hyp), 1000 * p / (9 * p + 1), 1e-12);
  EXPECT_NEAR(Points("unigram:stat=fmean,alpha=0.3", ref, hyp), 100 * p / (.3 * p + .7), 1e-12);
  EXPECT_NEAR(Points("rouge:n=2", ref, hyp), 100 * 2 * 4.0 / (6 + 5), 1e-8);
  EXPECT_NEAR(Points("rouge:n=l", ref, hyp), 100 * 2 * 3.0 / (7 + 6), 1e-8);
  EXPECT_NEAR(Points("rouge:n=l,stat=p", ref, hyp), 100 * 3.0 / 7, 1e-8);
  EXPECT_NEAR(Points("rouge:n=l,stat=r", ref, hyp), 100 * 3.0 / 6, 1e-8);
  EXPECT_NEAR(Points("rouge:n=l,beta=2", ref, hyp), 100 * 5 * 3.0 / (7 + 4 * 6), 1e-8);
}

TEST(WordMetrics, SeveralReferences) {
  // Fewest edits; of equally close references the first.
  EXPECT_EQ(ScorePair("wer", {"a b c d", "a b x", "a b x y"}, "a b c").sums, (Row{1, 4}));
  EXPECT_EQ(ScorePair("wer", {"a b x", "a b c d"}, "a b c").sums, (Row{1, 3}));
  EXPECT_EQ(ScorePair("per", {"a b x", "b a c d"}, "a b c").sums, (Row{2, 3, 3}));
  EXPECT_EQ(ScorePair("cder", {"x y", "b c a"}, "a b c").sums,
            (Row{2, 3}));  // to b, and a is missing
  // Each figure its own: precision the longer reference, recall the shorter one.
  const std::vector<std::string> refs = {"a b c x x x x", "a b"};
  EXPECT_EQ(ScorePair("unigram:stat=p", refs, "a b c").sums, (Row{3, 3, 7}));
  EXPECT_EQ(ScorePair("unigram:stat=r", refs, "a b c").sums, (Row{2, 3, 2}));
  EXPECT_EQ(ScorePair("gleu", {"x y", "a b", "a b"}, "a b").sums, (Row{3, 3}));
  EXPECT_EQ(ScorePair("rouge:stat=p", refs, "a b c").score, 100);
  EXPECT_EQ(ScorePair("exact", {"a", "b"}, "b").sums, (Row{1, 1}));
  EXPECT_EQ(ScorePair("lenratio", {"a b c d", "a b", "a"}, "a b c").sums, (Row{3, 2}));
}

TEST(WordMetrics, CorpusPerComparesLengthsOfTheWhole) {
  EXPECT_EQ(test::ScoreSegments("per", {{"a b c", "a"}}, {"a", "a b c"}).score, 50);  // (4 - 2) / 4
}

TEST(WordMetrics, EmptySides) {
  for (const char* spec : {"wer", "per", "cder", "cer"}) {
    EXPECT_EQ(Points(spec, {""}, ""), 0) << spec;
    EXPECT_EQ(Points(spec, {""}, "a b"), 100) << spec;
    EXPECT_EQ(Points(spec, {"a b"}, ""), 100) << spec;
    EXPECT_EQ(Points(spec, {"a b"}, "a b"), 0) << spec;
  }
  for (const char* spec : {"unigram", "unigram:stat=p", "unigram:stat=r", "unigram:stat=fmean",
                           "unigram:stat=fmean,alpha=0", "unigram:stat=fmean,alpha=1", "gleu",
                           "rouge", "rouge:n=2", "rouge:n=l", "rouge:n=2,stat=p"}) {
    EXPECT_EQ(Points(spec, {""}, ""), 0) << spec;
    EXPECT_EQ(Points(spec, {""}, "a b"), 0) << spec;
    EXPECT_EQ(Points(spec, {"a b"}, ""), 0) << spec;
    EXPECT_EQ(Points(spec, {"a b"}, "a b"), 100) << spec;
  }
  EXPECT_EQ(Points("exact", {" "}, ""), 100);
  EXPECT_EQ(Points("lenratio", {""}, ""), 0);
  EXPECT_EQ(Points("lenratio", {""}, "a"), 0);
  EXPECT_EQ(ScorePair("rouge", {""}, "").sums, (Row{0, 0}));        // left out of the mean
  EXPECT_EQ(ScorePair("rouge:n=2", {"a"}, "a").sums, (Row{0, 1}));  // no bigram, but words
}

TEST(WordMetrics, UnequalBytesAreNotEqualTokens) {
  const std::string nul = std::string("a") + '\0';
  EXPECT_EQ(ScorePair("exact", {nul}, "a").sums[0], 0);
  EXPECT_EQ(ScorePair("exact", {"averylongword1"}, "averylongword2").sums[0], 0);
  EXPECT_EQ(ScorePair("exact", {"averylongword1"}, "averylongword1 ").sums[0], 1);
  EXPECT_EQ(ScorePair("cer", {nul}, "a").sums, (Row{1, 2}));
  EXPECT_EQ(ScorePair("cer", {"\xFF"}, "\xEF\xBF\xBD").sums, (Row{0, 1}));  // as U+FFFD
  EXPECT_EQ(ScorePair("cer", {"a  b\tc"}, "a b c").sums, (Row{0, 5}));
}

// What each metric's row should be for one reference, by definition.
struct Expected {
  std::string spec;
  Row (*row)(const Words& hyp, const Words& ref);
};

int64_t Size(const Words& words) { return static_cast<int64_t>(words.size()); }

Row GleuRow(const Words& hyp, const Words& ref) {
  int64_t matches = 0, of_hyp = 0, of_ref = 0;
  for (const int64_t count : oracle::NaiveMatches({ref}, hyp, 4)) matches += count;
  for (int64_t n = 0; n < 4; ++n) {
    of_hyp += std::max<int64_t>(0, Size(hyp) - n);
    of_ref += std::max<int64_t>(0, Size(ref) - n);
  }
  return {matches, std::max(of_hyp, of_ref)};
}

Row RougeRow(int64_t common, int64_t of_hyp, int64_t of_ref) {
  const double f =
      common == 0 ? 0 : 2.0 * static_cast<double>(common) / static_cast<double>(of_hyp + of_ref);
  return {static_cast<int64_t>(std::nearbyint(f * 0x1p36)), 1};
}

const Expected kExpected[] = {
    {"wer",
     [](const Words& h, const Words& r) {
       return Row{oracle::NaiveEdits(h, r), Size(r)};
     }},
    {"cder",
     [](const Words& h, const Words& r) {
       return Row{oracle::NaiveBlockEdits(h, r), Size(r)};
     }},
    {"per",
     [](const Words& h, const Words& r) {
       return Row{oracle::NaiveCommonWords(h, r), Size(h), Size(r)};
     }},
    {"unigram",
     [](const Words& h, const Words& r) {
       return Row{oracle::NaiveCommonWords(h, r), Size(h), Size(r)};
     }},
    {"gleu", &GleuRow},
    {"rouge",
     [](const Words& h, const Words& r) {
       return RougeRow(oracle::NaiveCommonWords(h, r), Size(h), Size(r));
     }},
    {"rouge:n=3",
     [](const Words& h, const Words& r) {
       return RougeRow(oracle::NaiveMatches({r}, h, 3)[2], Size(h) - 2, Size(r) - 2);
     }},
    {"rouge:n=l",
     [](const Words& h, const Words& r) {
       return RougeRow(oracle::NaiveCommonSubsequence(h, r), Size(h), Size(r));
     }},
    {"exact",
     [](const Words& h, const Words& r) {
       return Row{h == r ? 1 : 0, 1};
     }},
};

Words Split(const std::string& text) {
  std::istringstream words(text);
  return {std::istream_iterator<std::string>(words), {}};
}

void ExpectDefinitions(const std::string& ref, const std::string& hyp) {
  for (const Expected& expected : kExpected) {
    EXPECT_EQ(ScorePair(expected.spec, {ref}, hyp).sums, expected.row(Split(hyp), Split(ref)))
        << expected.spec << '\n'
        << ref << '\n'
        << hyp;
  }
  Words hyp_letters, ref_letters;
  for (const char c : hyp) hyp_letters.emplace_back(1, c);
  for (const char c : ref) ref_letters.emplace_back(1, c);
  EXPECT_EQ(ScorePair("cer", {ref}, hyp).sums,
            (Row{oracle::NaiveEdits(hyp_letters, ref_letters), Size(ref_letters)}));
}

TEST(WordMetrics, RandomSegmentsByDefinition) {
  test::RandomText text(31);
  for (int i = 0; i < 200; ++i) {
    std::string ref = "w0";
    for (uint32_t n = text.Below(100); n > 0; --n) {
      ref += (text.Below(4) == 0 ? " longerword" : " w") + std::to_string(text.Below(20));
    }
    std::string hyp = text.Perturb(ref);
    // One byte a character, so that letters are bytes.
    std::replace_if(
        hyp.begin(), hyp.end(), [](char c) { return c < 0; }, 'x');
    ExpectDefinitions(ref, hyp);
  }
}

TEST(WordMetrics, LongSegmentsByDefinition) {
  const auto repeat = [](const std::string& unit, int times) {
    std::string text = unit;
    for (int i = 1; i < times; ++i) text += ' ' + unit;
    return text;
  };
  ExpectDefinitions(repeat("a", 600), repeat("a", 70));
  ExpectDefinitions(repeat("a b", 65), repeat("b a", 300));
  ExpectDefinitions(repeat("a b c", 33), "x");
}

TEST(WordMetrics, TheBestReferenceOfRandomOnes) {
  test::RandomText text(32);
  for (int i = 0; i < 100; ++i) {
    const std::string base = text.Sentence(20);
    const std::vector<std::string> refs = {text.Perturb(base), text.Perturb(base)};
    for (const std::string spec :
         {"wer", "cder", "cer", "rouge", "rouge:n=l", "gleu", "unigram:stat=r"}) {
      const Scored both = ScorePair(spec, refs, base);
      const Scored first = ScorePair(spec, {refs[0]}, base),
                   second = ScorePair(spec, {refs[1]}, base);
      EXPECT_TRUE(both.sums == first.sums || both.sums == second.sums) << spec;
      const std::string name = spec.substr(0, spec.find(':'));
      if (!FindMetric(name)->higher_is_better) {
        EXPECT_EQ(both.sums[0], std::min(first.sums[0], second.sums[0])) << spec;
      } else {
        EXPECT_EQ(both.score, std::max(first.score, second.score)) << spec;
      }
    }
  }
}

TEST(WordMetrics, SignaturesTellWhatMovesDigits) {
  const auto keys = [](const std::string& spec) {
    const std::string signature = ScorePair(spec, {"a"}, "a").signature;
    return signature.substr(0, signature.find("|version:"));
  };
  EXPECT_EQ(keys("wer"), "nrefs:1|case:mixed|tok:none");
  EXPECT_EQ(keys("per:tok=intl,lc=yes"), "nrefs:1|case:lc|tok:intl|unicode:15.0|lcunicode:14.0");
  EXPECT_EQ(keys("unigram"), "nrefs:1|case:mixed|tok:none|stat:f1");
  EXPECT_EQ(keys("unigram:stat=fmean"), "nrefs:1|case:mixed|tok:none|stat:fmean|alpha:0.9");
  EXPECT_EQ(keys("gleu:order=2"), "nrefs:1|case:mixed|tok:none|order:2");
  EXPECT_EQ(keys("rouge:n=l"), "nrefs:1|case:mixed|tok:none|n:l|stat:f|beta:1");
  EXPECT_EQ(keys("rouge:stat=r"), "nrefs:1|case:mixed|tok:none|n:1|stat:r");
}

TEST(WordMetrics, OptionsMoveDigits) {
  EXPECT_EQ(Points("wer", {"The cat."}, "the cat ."), 150);
  EXPECT_EQ(Points("wer:lc=yes,tok=13a", {"The cat."}, "the cat ."), 0);
}

// Work that would last for minutes is refused at once, by the first segment that asks for it.
TEST(WordMetrics, ASegmentBeyondTheBudgetIsAnError) {
  std::string words;
  while (words.size() < size_t{4'300'000}) words += "a ";
  const std::string small = "a b";
  for (const char* spec : {"wer", "cder", "cer", "rouge:n=l"}) {
    JobOptions options;
    options.metrics = {"exact", spec};
    auto job = Job::Make(options, {{"ref"}, {"sys"}});
    ASSERT_TRUE(job.ok()) << job.status();
    Worker worker(*job);
    Batch fine = MakeBatch({{&small, &words}}, {{words, small}});
    EXPECT_TRUE(worker.Process(fine, {}).ok()) << spec;
    Batch long_both = MakeBatch({{&small, &words, &words}}, {{small, words, words}});
    const absl::Status status = worker.Process(long_both, {});
    EXPECT_EQ(status.code(), absl::StatusCode::kDataLoss) << spec;
    EXPECT_EQ(status.message().substr(0, 6), "ref:2:") << status;
    Batch after = MakeBatch({{&small}}, {{small}});
    EXPECT_TRUE(worker.Process(after, {}).ok()) << spec;
  }
}

TEST(WordMetrics, WrongOptionsAreUsageErrors) {
  for (const char* spec :
       {"wer:tok=14a", "wer:lc=maybe", "wer:order=2", "unigram:stat=f2", "unigram:alpha=0.5",
        "unigram:stat=fmean,alpha=1.5", "unigram:stat=fmean,alpha=nan", "per:stat=f1",
        "gleu:order=0", "gleu:order=10", "gleu:order=x", "rouge:n=0", "rouge:n=L", "rouge:stat=f1",
        "rouge:stat=p,beta=2", "rouge:beta=-1", "rouge:beta=inf"}) {
    const auto made = MakeMetric(spec, {}, {});
    ASSERT_FALSE(made.ok()) << spec;
    EXPECT_EQ(made.status().code(), absl::StatusCode::kInvalidArgument) << spec;
  }
}

}  // namespace
}  // namespace mtgauge
