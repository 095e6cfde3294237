// NIST compared with its definition, by hand, and the survey that it needs.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>
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
  // N-grams of one reference: info 0 for "a", log2(count / (count - 1)) for longer ones.
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
              testing::HasSubstr("|paper:yes|single:2|unicode:18.0|lcunicode:14.0|info:"));
}

TEST(Nist, OptionsAreChecked) {
  for (const char* spec : {"nist:order=0", "nist:order=101", "nist:order=5,single=6",
                           "nist:single=0", "nist:paper=maybe", "nist:lc=1", "nist:tok=mt"}) {
    EXPECT_EQ(MakeJob(spec, 1).status().kind(), ErrorKind::kUsage) << spec;
  }
}

// ---- compared with the definition ----

// Random segments with several references, some missing, and hypotheses similar to them.
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

// Segments in which everything occurs again, before and after other words.
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

using SurveyPointer = std::unique_ptr<Survey>;

SurveyPointer EmptySurvey(const std::string& spec = "nist", const char* hash = "xxh3") {
  MetricContext context;
  context.hash = FindHash(hash);
  return MakeJob(spec, 1, context)->metrics()[0].metric->NewSurvey();
}

// Returns what is learnt from the segments [begin, end).
SurveyPointer SurveyOf(const World& world, size_t begin, size_t end, const std::string& spec,
                       const char* hash = "xxh3") {
  MetricContext context;
  context.hash = FindHash(hash);
  Job job = MakeJob(spec, world.refs.size(), context).value();
  References refs;
  for (const auto& column : world.refs) {
    refs.emplace_back(column.begin() + static_cast<ptrdiff_t>(begin),
                      column.begin() + static_cast<ptrdiff_t>(end));
  }
  Batch batch = MakeBatch(refs, {Segments(end - begin)});
  Worker worker(job);
  EXPECT_TRUE(worker.Observe(batch).ok());
  return std::move(worker.TakeSurveys()[0]);
}

std::string Saved(const Survey& survey) {
  std::string bytes;
  survey.Save(bytes);
  return bytes;
}

SurveyPointer Loaded(const std::string& bytes, const std::string& spec, const char* hash = "xxh3") {
  SurveyPointer survey = EmptySurvey(spec, hash);
  EXPECT_TRUE(survey->Load(bytes));
  return survey;
}

// Returns the row sums of all segments under a survey.
std::vector<int64_t> SumsUnder(const World& world, const Survey& survey, const std::string& spec,
                               const char* hash = "xxh3") {
  MetricContext context;
  context.hash = FindHash(hash);
  Job job = MakeJob(spec, world.refs.size(), context).value();
  job.metrics()[0].metric->Bind(survey);
  Worker worker(job);
  Batch batch = MakeBatch(world.refs, {world.hyps});
  EXPECT_TRUE(worker.Process(batch, {}).ok());
  return worker.totals().sums[0];
}

TEST(NistSurvey, ItsBytesFollowFromTheReferencesAlone) {
  for (const size_t order : {1U, 2U, 3U, 5U, 9U}) {
    const std::string spec = "nist:order=" + std::to_string(order);
    const World world = Repetitive(order, 40);
    const std::string whole = Saved(*SurveyOf(world, 0, 40, spec));
    const std::vector<int64_t> sums = ScoreWithMissing(spec, world.refs, world.hyps).sums;
    EXPECT_EQ(Saved(*SurveyOf(world, 0, 40, spec, "crc32c")), whole);
    for (const size_t step : {1U, 7U, 13U, 39U}) {
      for (const char* hash : {"xxh3", "fnv1a"}) {
        SurveyPointer all = EmptySurvey(spec, hash);
        for (size_t begin = 0; begin < 40; begin += step) {
          const SurveyPointer part =
              SurveyOf(world, begin, std::min<size_t>(begin + step, 40), spec);
          all->Merge(*Loaded(Saved(*part), spec, hash));
        }
        EXPECT_EQ(Saved(*all), whole) << step;
        EXPECT_EQ(all->SignatureKey(), SurveyOf(world, 0, 40, spec)->SignatureKey());
        EXPECT_EQ(SumsUnder(world, *all, spec, hash), sums);
      }
    }
  }
}

TEST(NistSurvey, LoadedItGivesTheSameAndLearnsOn) {
  for (uint64_t seed = 1; seed <= 6; ++seed) {
    const World world(seed, 60, 1 + seed % 3);
    const std::string spec = "nist:order=" + std::to_string(1 + seed),
                      whole = Saved(*SurveyOf(world, 0, 60, spec));
    const SurveyPointer loaded = Loaded(whole, spec);
    EXPECT_EQ(Saved(*loaded), whole);
    EXPECT_EQ(SumsUnder(world, *loaded, spec), ScoreWithMissing(spec, world.refs, world.hyps).sums);
    SurveyPointer first = Loaded(Saved(*SurveyOf(world, 0, 30, spec)), spec);
    first->Merge(*SurveyOf(world, 30, 60, spec));
    EXPECT_EQ(Saved(*first), whole);
    SurveyPointer last = SurveyOf(world, 30, 60, spec);
    last->Merge(*Loaded(Saved(*SurveyOf(world, 0, 30, spec)), spec));
    EXPECT_EQ(Saved(*last), whole);
  }
}

TEST(NistSurvey, AnyTokensAndNone) {
  const std::string nul("a\0b a \0 longer\0than-eight", 26), high = "1234567\xFF 1234567 12345678";
  const Segments lines = {nul, high, "12345678 123456789 123456789", "", "a"};
  World world(1, 5, 1);
  for (size_t i = 0; i < lines.size(); ++i) world.refs[0][i] = &lines[i];
  world.hyps = lines;
  const std::string spec = "nist:tok=none,order=3";
  const std::string whole = Saved(*SurveyOf(world, 0, 5, spec));
  EXPECT_EQ(Saved(*Loaded(whole, spec, "fnv1a")), whole);
  EXPECT_EQ(SumsUnder(world, *Loaded(whole, spec), spec),
            ScoreWithMissing(spec, world.refs, world.hyps).sums);
  const std::string none = Saved(*EmptySurvey(spec));
  EXPECT_EQ(Saved(*Loaded(none, spec)), none);
}

TEST(NistSurvey, BytesByHand) {
  World world(1, 2, 1);
  const Segments lines = {"a b a c", "b"};
  world.refs = {{&lines[0], &lines[1]}};
  const std::string bytes = Saved(*SurveyOf(world, 0, 2, "nist:order=3"));
  // a and b occur twice, c once: places 0, 1 and 2.
  const uint8_t counts[] = {3, 3, 1, 'a', 2, 1, 'b', 2, 1, 'c', 1,  //
                            2, 1, 1,                                // "a b" once, before a
                            1, 1, 0,                                // "a c" once, at the end
                            0,                                      //
                            1, 1, 3,                                // "b a" once, before c
                            0,                                      //
                            0};                                     // c ends its segment
  EXPECT_EQ(bytes.substr(8), std::string(std::begin(counts), std::end(counts)));
}

TEST(NistSurvey, ItsNameTellsWhatItDependsOn) {
  const auto name = [](const std::string& spec) { return EmptySurvey(spec)->Name(); };
  EXPECT_EQ(name("nist"), "nist|case:lc|tok:mteval|order:5");
  EXPECT_EQ(name("nist:paper=yes,single=2"), name("nist"));
  EXPECT_EQ(name("nist:single=7"), "nist|case:lc|tok:mteval|order:7");
  EXPECT_EQ(name("nist:tok=intl,lc=no,stem=en"),
            "nist|case:mixed|tok:intl|stem:en-snowball2.2.0|order:5|unicode:18.0");
  const auto survey = FindMetric("nist")->survey;
  EXPECT_EQ(survey(name("nist:single=7"))->Name(), name("nist:single=7"));
  for (const char* bad : {"", "nist", "nist|order:", "nist|order:0", "nist|order:101"}) {
    EXPECT_EQ(survey(bad), nullptr) << bad;
  }
}

// Bytes that are read are those that would have been written.
TEST(NistSurvey, OtherBytesAreRefused) {
  const World world = Repetitive(3, 12);
  const std::string good = Saved(*SurveyOf(world, 0, 6, "nist:order=3"));
  for (size_t size = 0; size < good.size(); ++size) {
    EXPECT_FALSE(EmptySurvey("nist:order=3")->Load(good.substr(0, size))) << size;
  }
  EXPECT_FALSE(EmptySurvey("nist:order=3")->Load(good + '\0'));
  EXPECT_FALSE(EmptySurvey("nist:order=4")->Load(good));
  const SurveyPointer other = SurveyOf(world, 6, 12, "nist:order=3");
  size_t taken = 0;
  for (size_t at = 0; at < good.size(); ++at) {
    for (const int flip : {1, 2, 8, 128}) {
      std::string bad = good;
      bad[at] = static_cast<char>(bad[at] ^ flip);
      const SurveyPointer survey = EmptySurvey("nist:order=3");
      if (!survey->Load(bad)) continue;
      ++taken;
      ASSERT_EQ(Saved(*survey), bad) << at;
      survey->Merge(*other);
      Saved(*survey);
    }
  }
  EXPECT_GT(taken, 0U);
}

// ---- counts from a file ----

std::string Joined(const oracle::Words& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : " ") + word;
  return text;
}

// Returns the counts of at least `least`, and of all single tokens.
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
    const auto& [gram, count] = *entry;  // longer ones before their prefixes
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
    // N-grams that occur once may be omitted, and longer ones are ignored.
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
    const Status status = MakeJob("nist:order=3,counts=" + path, 1).status();
    EXPECT_EQ(status.kind(), ErrorKind::kInput) << bytes;
    std::string message = status.message();
    EXPECT_EQ(message.substr(0, path.size() + 1), path + ':') << message;
    return message.substr(path.size() + 1);
  };
  const std::string form =
      " not an n-gram and its count; write tokens separated by single spaces, a tab and their "
      "count";
  const std::string good = "a\t3\na a\t2\na a a\t1\n";
  for (const char* bad : {"", "a", "a 3", "\t3", " a\t3", "a \t3", "b  a\t3"}) {
    EXPECT_EQ(error(good + bad + "\n"), "4:" + form) << bad;
  }
  for (const char* bad : {"", "0", "-1", "+1", "1 ", "1.5", "1\t2", "1\r", "4294967295", "x"}) {
    EXPECT_EQ(
        error("b\t" + std::string(bad) + "\n" + good),
        "1: '" + std::string(bad) + "' is not a count; write a whole number from 1 to 4294967294");
  }
  EXPECT_EQ(error(good + "a\t3\n"), "4: 'a' has two counts; keep one");
  EXPECT_EQ(error(good + "a a a\t1\n"), "4: 'a a a' has two counts; keep one");
  EXPECT_EQ(error(good + "a b\t1\n"), "4: a token of 'a b' has no count; add a line for it");
  EXPECT_EQ(error("b a\t1\n" + good), "1: a token of 'b a' has no count; add a line for it");
  EXPECT_EQ(error("b\t1\nb a\t2\n" + good),
            "2: 'b a' has a higher count than 'b', which it begins with; correct the counts");
  EXPECT_EQ(error("b\t5\nb a a\t1\n" + good),
            "2: 'b a a' has a higher count than 'b a', which it begins with; correct the counts");
  EXPECT_EQ(error(""), " there are no counts of single tokens; add them");
  EXPECT_EQ(error("a\t3\na a\t2\n"),
            " there are no counts of n-grams of 3 tokens; add them or ask for order=2");
  EXPECT_EQ(MakeJob("nist:counts=" + folder.Path("none"), 1).status().kind(), ErrorKind::kIo);
}

}  // namespace
}  // namespace mtgauge
