// The laboratory's engines agree, on segments of every length that it makes.
#include "bench/laboratory/measuring/engines/engine_runs.h"

#include <gtest/gtest.h>

#include <deque>
#include <string>
#include <vector>

#include "tests/oracle/naive_ngrams.h"
#include "tests/support/random_text.h"
#include "tests/support/token_list.h"

namespace mtgauge {
namespace {

using oracle::Words;
using test::TokenList;

class Sample {
 public:
  explicit Sample(uint32_t segments, uint32_t longest, uint32_t references) {
    test::RandomText random(11);
    for (uint32_t i = 0; i < segments; ++i) {
      WordSegment& segment = segments_.emplace_back();
      for (uint32_t r = 0; r < references; ++r) segment.references.push_back(Any(random, longest));
      segment.hypotheses.push_back(Any(random, longest));
    }
  }
  const std::vector<WordSegment>& segments() const { return segments_; }

 private:
  Tokens Any(test::RandomText& random, uint32_t longest) {
    Words words;
    for (uint32_t i = random.Below(longest + 1); i > 0; --i) words.push_back(random.Word());
    return lists_.emplace_back(words, DefaultHash().function).tokens();
  }

  std::deque<TokenList> lists_;
  std::vector<WordSegment> segments_;
};

Words WordsOf(const Tokens& tokens) {
  Words words;
  for (uint32_t i = 0; i < tokens.count; ++i) words.emplace_back(tokens[i]);
  return words;
}

TEST(EngineRuns, EveryEngineEqualsNaiveInEveryClass) {
  const Sample sample(200, 40, 2);
  const std::vector<LengthClass> classes = SortByLength(sample.segments(), 3000);
  uint32_t least = 0;
  for (const LengthClass& of : classes) {
    EXPECT_GT(of.segments.size(), 0u) << of.most;
    for (const JoinedSegment& segment : of.segments) {
      EXPECT_LE(segment.longest(), of.most);
      EXPECT_TRUE(segment.longest() > least || least == 0);
      std::vector<Words> references;
      for (const Tokens& reference : segment.references()) {
        references.push_back(WordsOf(reference));
      }
      const auto expected = oracle::NaiveMatches(references, WordsOf(segment.hypothesis()), 4);
      for (const LabEngine& engine : LabEngines()) {
        if (segment.longest() > engine.most_tokens) continue;
        std::vector<int64_t> matches(4, -1);
        engine.make()->Match(segment.references(), segment.hypothesis(), 4, matches.data());
        EXPECT_EQ(matches, expected) << engine.name << ' ' << of.most;
      }
    }
    least = of.most;
  }
}

TEST(EngineRuns, DigestsTellDifferentMatchesApart) {
  const Sample sample(100, 30, 1);
  for (const LengthClass& of : SortByLength(sample.segments(), 500)) {
    const uint64_t digest = RunEngine(*LabEngines()[0].make(), of, 4);
    EXPECT_EQ(RunEngine(*LabEngines()[2].make(), of, 4), digest);
    if (of.most == 32) {
      EXPECT_NE(RunEngine(*LabEngines()[0].make(), of, 3), digest);
    }
    if (of.most > 512) continue;
    for (const Kernels* kernels : RunnableKernels()) {
      EXPECT_EQ(RunEngine(*MakeBitmaskRun(*kernels), of, 4), digest) << kernels->name;
    }
  }
}

TEST(EngineRuns, JoinsAreTheSegmentsOneAfterAnother) {
  const Sample sample(3, 20, 1);
  const std::vector<WordSegment>& segments = sample.segments();
  const JoinedSegment joined(segments);
  Words expected;
  for (const WordSegment& segment : segments) {
    for (const std::string& word : WordsOf(segment.hypotheses[0])) expected.push_back(word);
  }
  EXPECT_EQ(WordsOf(joined.hypothesis()), expected);
}

TEST(EngineRuns, NoSegmentsFillNoClass) {
  for (const LengthClass& of : SortByLength({}, 10)) EXPECT_TRUE(of.segments.empty());
}

TEST(EngineRuns, MemoryFollowsTheSegments) {
  const Sample sample(300, 40, 1);
  const std::vector<LengthClass> classes = SortByLength(sample.segments(), 4000);
  for (const LabEngine& engine : LabEngines()) {
    const auto few = engine.make(), many = engine.make();
    RunEngine(*few, classes[0], 4);
    RunEngine(*many, classes[6], 4);
    EXPECT_GT(many->bytes(), few->bytes()) << engine.name;
  }
}

}  // namespace
}  // namespace mtgauge
