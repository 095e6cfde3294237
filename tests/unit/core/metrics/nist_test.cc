// NIST against its definition, by hand, and the survey that it needs.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "core/score/job.h"
#include "core/score/worker.h"
#include "tests/oracle/naive_nist.h"
#include "tests/oracle/naive_tokenizers.h"
#include "tests/support/own_folder.h"
#include "tests/support/random_text.h"
#include "tests/support/scored.h"

namespace mtgauge {
namespace {

using oracle::NaiveNist;
using test::MakeJob;
using test::References;
using test::Scored;
using test::ScoreWithMissing;
using Segments = test::Lines;

Scored ScoreOne(const Segments& ref, const Segments& hyps, const std::string& spec = "nist") {
  return test::ScoreSegments(spec, {ref}, hyps);
}

TEST(Nist, ByHand) {
  // T = 4, counts a 2, b 1, c 1, "a b" 1, "a c" 1: info 1, 2, 2, 1, 1.
  const Scored s = ScoreOne({"a b", "a c"}, {"A b", "c"});
  EXPECT_EQ(s.sums,
            (std::vector<int64_t>{5 << 12, 1 << 12, 0, 0, 0, 0, 0, 0, 0, 0, 3, 1, 0, 0, 0, 4, 0}));
  const double beta = std::log(2) / std::pow(std::log(1.5), 2);
  const double penalty = std::exp(-beta * std::pow(std::log(0.75), 2));  // .7054
  EXPECT_NEAR(s.score, (5.0 / 3 + 1) * penalty, 1e-12);
  EXPECT_NEAR(s.segments[0], 1.5 + 1, 1e-12);
  EXPECT_NEAR(s.segments[1], 2 * std::exp(-beta * std::pow(std::log(0.5), 2)), 1e-12);
  EXPECT_NEAR(ScoreOne({"a b", "a c"}, {"A b", "c"}, "nist:lc=no").segments[0], 1, 1e-12);
  EXPECT_NEAR(ScoreOne({"a b", "a c"}, {"A b", "c"}, "nist:single=2").segments[0], 1, 1e-12);
  EXPECT_EQ(s.verbose.substr(0, 20), "1.1757/0.7054/0.0000");
}

TEST(Nist, ThePenaltyIsAHalfAtTwoThirds) {
  const Segments ref = {"a b c", "d e f"};
  EXPECT_NEAR(ScoreOne(ref, {"a b", "d e"}, "nist:order=1").score, std::log2(6) / 2, 1e-9);
  EXPECT_NEAR(ScoreOne(ref, {"a b c", "d e f"}, "nist:order=1").score, std::log2(6), 1e-9);
}

TEST(Nist, MtevalTakesTheTokenZeroForNothing) {
  const Segments ref = {"0 1", "0 2", "x y"};
  const double mteval = ScoreOne(ref, ref, "nist:single=2").score;
  const double paper = ScoreOne(ref, ref, "nist:single=2,paper=yes").score;
  EXPECT_NEAR(mteval, 2 * std::log2(6) / 3, 1e-9);
  EXPECT_NEAR(paper, 2 * 1.0 / 3, 1e-9);
}

TEST(Nist, EmptyAndDegenerate) {
  EXPECT_EQ(ScoreOne({"a b"}, {""}).score, 0);
  EXPECT_EQ(ScoreOne({""}, {"a"}).score, 0);
  EXPECT_EQ(ScoreOne({""}, {""}).score, 0);
  EXPECT_EQ(ScoreOne({"a"}, {"a"}).score, 0);  // T = count: no information
  EXPECT_EQ(ScoreOne({"a b"}, {"c d"}).score, 0);
  const std::string nul("\0 x", 3);
  EXPECT_NEAR(ScoreOne({nul, "\xFF"}, {nul, "\xFF"}).score, std::log2(3), 1e-9);
  std::string run = "a";
  for (int i = 0; i < 6000; ++i) run += " a";
  // Grams of one reference: info 0 for "a", log2(count / (count - 1)) beyond.
  const double score = ScoreOne({run}, {run}).score;
  EXPECT_GT(score, 0);
  EXPECT_LT(score, 1e-3);
}

TEST(Nist, NothingLearntNothingScored) {
  Job job = MakeJob("nist", 1).value();
  EXPECT_TRUE(job.needs_survey());
  Worker worker(job);
  const std::string text = "a b c";
  Batch batch = MakeBatch({{&text}}, {{text}});
  ASSERT_TRUE(worker.Process(batch, {}).ok());
  EXPECT_EQ(MakeReport(job, worker.totals()).systems[0].scores[0].score, 0);
}

TEST(Nist, Signature) {
  const std::string both = ScoreOne({"a b", "c"}, {"a", "b"}).signature;
  EXPECT_THAT(both, testing::MatchesRegex(
                        "nrefs:1\\|case:lc\\|tok:mteval\\|order:5\\|paper:no\\|info:[0-9a-f]{8}"
                        "\\|version:mtgauge-.*"));
  EXPECT_EQ(both, ScoreOne({"C", "A b"}, {"a", "b"}).signature) << "order does not matter";
  EXPECT_NE(both, ScoreOne({"a", "b c"}, {"a", "b"}).signature) << "where segments end does";
  EXPECT_THAT(ScoreOne({"a"}, {"a"}, "nist:tok=intl,single=2,paper=yes").signature,
              testing::HasSubstr("|paper:yes|single:2|unicode:15.0|lcunicode:14.0|info:"));
}

TEST(Nist, OptionsAreChecked) {
  for (const char* spec : {"nist:order=0", "nist:order=101", "nist:order=5,single=6",
                           "nist:single=0", "nist:paper=maybe", "nist:lc=1", "nist:tok=mt"}) {
    EXPECT_EQ(MakeJob(spec, 1).status().code(), absl::StatusCode::kInvalidArgument) << spec;
  }
}

// ---- against the definition ----

// Random segments with several references, some missing, and hypotheses near them.
struct World {
  World(uint64_t seed, size_t segments, size_t references) {
    test::RandomText random(seed);
    texts.resize(references);
    for (size_t i = 0; i < segments; ++i) {
      const std::string base = random.Sentence(random.Below(40) == 0 ? 600 : random.Below(25));
      hyps.push_back(random.Below(20) == 0
                         ? ""
                         : random.Perturb(base) + (random.Below(3) == 0 ? " 0 1 0" : ""));
      for (auto& column : texts)
        column.push_back(random.Perturb(base) + (random.Below(3) == 0 ? " 0 2" : ""));
    }
    for (size_t r = 0; r < references; ++r) {
      refs.emplace_back();
      for (size_t i = 0; i < segments; ++i) {
        const bool missing = r > 0 && random.Below(4) == 0;
        refs.back().push_back(missing ? nullptr : &texts[r][i]);
      }
    }
  }
  std::vector<Segments> texts;
  Segments hyps;
  References refs;
};

void ExpectNaive(const World& world, size_t order, bool paper) {
  std::vector<std::vector<oracle::Words>> refs(world.hyps.size());
  for (size_t i = 0; i < refs.size(); ++i) {
    for (const auto& column : world.refs) {
      if (column[i] != nullptr) refs[i].push_back(oracle::CutMtevalLowercase(*column[i]));
    }
  }
  const NaiveNist naive(refs, order, paper);
  const Scored scored = ScoreWithMissing(
      "nist:order=" + std::to_string(order) + (paper ? ",paper=yes" : ""), world.refs, world.hyps);
  NaiveNist::Sums all;
  for (size_t i = 0; i < refs.size(); ++i) {
    const auto segment = naive.Segment(refs[i], oracle::CutMtevalLowercase(world.hyps[i]));
    ASSERT_NEAR(scored.segments[i], NaiveNist::Score(segment), 1e-9) << world.hyps[i];
    NaiveNist::Add(segment, all);
  }
  EXPECT_NEAR(scored.score, NaiveNist::Score(all), 1e-9);
}

TEST(NistOracle, RandomCorpora) {
  for (uint64_t seed = 1; seed <= 12; ++seed) {
    const World world(seed, 5 + seed * 4, 1 + seed % 4);
    for (const size_t order : {1U, 2U, 5U, 9U}) {
      SCOPED_TRACE(std::to_string(seed) + " order " + std::to_string(order));
      ASSERT_NO_FATAL_FAILURE(ExpectNaive(world, order, seed % 2 == 0));
    }
  }
}

// Segments in which everything occurs again, in front of and behind others.
World Repetitive(uint64_t seed, size_t segments) {
  World world(seed, segments, 2);
  const auto repeat = [](const std::string& words, size_t times) {
    std::string text;
    for (size_t i = 0; i < times; ++i) text += words;
    return text;
  };
  for (size_t i = 0; i + 3 < segments; i += 7) {
    world.texts[0][i] = world.hyps[i] = repeat("a ", 100 * (i + 1));
    world.texts[0][i + 1] = world.hyps[i + 2] = repeat("a b ", 40);
    world.texts[1][i + 2] = world.hyps[i + 3] = repeat("a b a longer-than-a-key ", 30 + i);
    world.texts[0][i + 3] = world.hyps[i + 1] = world.texts[0][i + 1];
  }
  return world;
}

TEST(NistOracle, RepetitiveCorpora) {
  for (const size_t order : {1U, 2U, 3U, 6U}) ExpectNaive(Repetitive(order, 9), order, false);
}

// ---- the survey ----

TEST(NistSurvey, MergesInAnyOrderToTheSame) {
  const World world = Repetitive(99, 60);
  const Scored whole = ScoreWithMissing("nist", world.refs, world.hyps);
  for (const bool backwards : {false, true}) {
    Job job = MakeJob("nist", 2).value();
    std::vector<Surveys> parts;
    for (size_t begin = 0; begin < world.hyps.size(); begin += 20) {
      References refs;
      for (const auto& column : world.refs) {
        refs.emplace_back(column.begin() + static_cast<ptrdiff_t>(begin),
                          column.begin() + static_cast<ptrdiff_t>(begin) + 20);
      }
      Batch batch = MakeBatch(refs, {Segments(20)});
      Worker worker(job);
      ASSERT_TRUE(worker.Observe(batch).ok());
      parts.push_back(worker.TakeSurveys());
    }
    if (backwards) std::reverse(parts.begin(), parts.end());
    Surveys all;
    for (Surveys& part : parts) Merge(std::move(part), all);
    job.Bind(all);
    Worker worker(job);
    Batch batch = MakeBatch(world.refs, {world.hyps});
    ASSERT_TRUE(worker.Process(batch, {}).ok());
    EXPECT_EQ(worker.totals().sums[0], whole.sums);
    EXPECT_EQ(MakeReport(job, worker.totals()).systems[0].scores[0].signature, whole.signature);
  }
}

// ---- counts from a file ----

std::string Joined(const oracle::Words& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : " ") + word;
  return text;
}

// Those of at least `least`, and of all single tokens.
std::string CountsOf(const World& world, size_t order, double least) {
  std::vector<std::vector<oracle::Words>> refs(1);
  for (size_t r = 0; r < world.refs.size(); ++r) {
    for (const std::string* text : world.refs[r]) {
      if (text != nullptr) refs[0].push_back(oracle::CutMtevalLowercase(*text));
    }
  }
  std::string bytes;
  const NaiveNist naive(refs, order, false);
  for (auto entry = naive.counts.rbegin(); entry != naive.counts.rend(); ++entry) {
    const auto& [gram, count] = *entry;  // longer ones before what they begin with
    if (gram.size() > 1 && count < least) continue;
    bytes += Joined(gram) + '\t' + std::to_string(static_cast<uint64_t>(count)) + '\n';
  }
  return bytes;
}

TEST(NistCounts, ThoseOfTheReferencesGiveTheSameRows) {
  const OwnFolder folder;
  for (uint64_t seed = 1; seed <= 8; ++seed) {
    const World world(seed, 30, 1 + seed % 3);
    const std::string paper = seed % 2 == 0 ? ",paper=yes" : "";
    const Scored learnt = ScoreWithMissing("nist:order=4" + paper, world.refs, world.hyps);
    // What occurs once need not be told, and what is longer is passed over.
    for (const double least : {1, 2}) {
      const std::string path = folder.Write("counts", CountsOf(world, 6, least));
      const Scored given =
          ScoreWithMissing("nist:order=4,counts=" + path + paper, world.refs, world.hyps);
      EXPECT_EQ(given.sums, learnt.sums) << seed;
      EXPECT_EQ(given.segments, learnt.segments) << seed;
    }
  }
}

TEST(NistCounts, OfAnotherCorpusByHand) {
  const OwnFolder folder;
  const std::string counts = folder.Write("counts", "b\t4\na b\t1\na\t4\nc\t8\na c\t2\n");
  const auto info = [&](const std::string& text, const std::string& spec) {
    const std::vector<int64_t> sums = ScoreOne({text}, {text}, spec + ",counts=" + counts).sums;
    const auto bits = [&](size_t order) {
      return std::ldexp(static_cast<double>(sums[order]), -12) +
             std::ldexp(static_cast<double>(sums[order + 2]), -44);
    };
    return std::vector<double>{bits(0), bits(1)};
  };
  using testing::ElementsAre;
  EXPECT_THAT(info("a b", "nist:order=2"), ElementsAre(4, 2));  // T = 16
  EXPECT_THAT(info("c", "nist:order=2"), ElementsAre(1, 0));
  EXPECT_THAT(info("a x", "nist:order=2"), ElementsAre(2 + 4, 2)) << "absent: once";
  EXPECT_THAT(info("x a", "nist:order=2"), ElementsAre(4 + 2, 0)) << "so is what it begins";
  EXPECT_THAT(info("0 a", "nist:order=2"), ElementsAre(4 + 2, 4)) << "mteval's 0";
  EXPECT_THAT(info("0 a", "nist:order=2,paper=yes"), ElementsAre(4 + 2, 0));
}

TEST(NistCounts, LongTokensAndAnyBytes) {
  const OwnFolder folder;
  const std::string word(300, 'w'), bytes("\xFF,long\0token", 12);
  const std::string path = folder.Write("counts", word + "\t3\n" + bytes + "\t1");
  const Scored s = ScoreOne({word}, {word}, "nist:order=1,counts=" + path);
  EXPECT_NEAR(s.score, std::log2(4.0 / 3), 1e-9);
}

TEST(NistCounts, HugeCounts) {
  const OwnFolder folder;
  const std::string path = folder.Write("counts", "a\t4294967294\nb\t4294967294\na b\t1\n");
  const Scored s = ScoreOne({"a b"}, {"a b"}, "nist:order=2,counts=" + path);
  EXPECT_NEAR(s.score, 1 + 32, 1e-8);
}

TEST(NistCounts, NothingIsLearntAndTheSignatureNamesTheFile) {
  const OwnFolder folder;
  const std::string path = folder.Write("counts", "a\t1\n"), spec = "nist:order=1,counts=" + path;
  EXPECT_FALSE(MakeJob(spec, 1)->needs_survey());
  const Scored score = ScoreOne({"a"}, {"a"}, spec);
  EXPECT_THAT(score.signature, testing::ContainsRegex("[|]paper:no[|]info:file-[0-9a-f]{16}[|]"));
  EXPECT_EQ(score.equals, "");
  folder.Write("counts", "a\t2\n");
  EXPECT_NE(ScoreOne({"a"}, {"a"}, spec).signature, score.signature);
}

TEST(NistCounts, FaultsNameTheLine) {
  const OwnFolder folder;
  const auto error = [&](const std::string& bytes) {
    const std::string path = folder.Write("counts", bytes);
    const absl::Status status = MakeJob("nist:order=3,counts=" + path, 1).status();
    EXPECT_EQ(status.code(), absl::StatusCode::kDataLoss) << bytes;
    std::string message(status.message());
    EXPECT_EQ(message.substr(0, path.size() + 1), path + ':') << message;
    return message.substr(path.size() + 1);
  };
  const std::string form =
      " not an n-gram and its count; write tokens parted by single blanks, a tab and their count";
  const std::string good = "a\t3\na a\t2\na a a\t1\n";
  for (const char* bad : {"", "a", "a 3", "\t3", " a\t3", "a \t3", "b  a\t3"}) {
    EXPECT_EQ(error(good + bad + "\n"), "4:" + form) << bad;
  }
  for (const char* bad : {"", "0", "-1", "+1", "1 ", "1.5", "1\t2", "1\r", "4294967295", "x"}) {
    EXPECT_EQ(
        error("b\t" + std::string(bad) + "\n" + good),
        "1: '" + std::string(bad) + "' is no count; write a whole number from 1 to 4294967294");
  }
  EXPECT_EQ(error(good + "a\t3\n"), "4: 'a' is there already; give its count once");
  EXPECT_EQ(error(good + "a a a\t1\n"), "4: 'a a a' is there already; give its count once");
  EXPECT_EQ(error(good + "a b\t1\n"), "4: a token of 'a b' is not counted; add its own line");
  EXPECT_EQ(error("b a\t1\n" + good), "1: a token of 'b a' is not counted; add its own line");
  EXPECT_EQ(error("b\t1\nb a\t2\n" + good),
            "2: 'b a' occurs more often than 'b', which it begins with; correct the counts");
  EXPECT_EQ(error("b\t5\nb a a\t1\n" + good),
            "2: 'b a a' occurs more often than 'b a', which it begins with; correct the counts");
  EXPECT_EQ(error(""), " no single token is counted; add them");
  EXPECT_EQ(error("a\t3\na a\t2\n"),
            " no n-gram of 3 tokens is counted; add them or ask for order=2");
  EXPECT_EQ(MakeJob("nist:counts=" + folder.Path("none"), 1).status().code(),
            absl::StatusCode::kUnavailable);
}

}  // namespace
}  // namespace mtgauge
