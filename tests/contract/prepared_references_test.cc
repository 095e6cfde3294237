// Prepared references score like those of a batch, to the last bit, for every metric and from any
// thread; and they outlive the texts that they were made from.
#include "core/score/prepared_references.h"

#include <gtest/gtest.h>

#include <string>
#include <thread>
#include <vector>

#include "core/contract/registry.h"
#include "core/score/worker.h"
#include "tests/support/learn.h"
#include "tests/support/meteor_data.h"
#include "tests/support/random_text.h"
#include "tests/support/roles.h"
#include "tests/support/source_text.h"

namespace mtgauge::prepared_references_test {
namespace {

using Segments = std::vector<std::string>;

// Segments with one or two references each, and some hypotheses for each.
struct Material {
  explicit Material(uint64_t seed, std::string_view metric) {
    test::RandomText text(seed);
    for (uint32_t i = 0; i < 60; ++i) {
      const uint32_t words = text.Below(3) == 0 ? 90 : text.Below(20);
      refs[0].push_back(i % 7 == 0 ? "" : text.Sentence(words));
      refs[1].push_back(text.Perturb(refs[0].back()) + (i % 9 == 0 ? "\nline" : ""));
      for (uint32_t k = text.Below(5); k-- > 0;) {
        hyps.push_back(k == 0 ? refs[1].back() : text.Perturb(refs[0].back()));
        segment_of.push_back(i);
      }
    }
    // One word, repeated.
    refs[0].emplace_back();
    for (int k = 0; k < 600; ++k) refs[0].back() += "again ";
    refs[1].push_back("again and again");
    hyps.push_back(refs[0].back() + "and again");
    segment_of.push_back(static_cast<uint32_t>(refs[0].size() - 1));
    for (Segments* const texts : {&refs[0], &refs[1], &hyps}) {
      for (std::string& each : *texts) each = test::TextFor(metric, std::move(each));
    }
  }

  // The second reference of every third segment is missing.
  Batch References() const {
    std::vector<std::vector<const std::string*>> pointers(2);
    for (size_t i = 0; i < refs[0].size(); ++i) {
      pointers[0].push_back(&refs[0][i]);
      pointers[1].push_back(i % 3 == 0 ? nullptr : &refs[1][i]);
    }
    return MakeBatch(pointers, {});
  }

  Segments refs[2], hyps;
  std::vector<uint32_t> segment_of;  // for each hypothesis
};

Job MakeJob(const std::string& metric, OnInvalid on_invalid = OnInvalid::kReplace) {
  JobOptions options;
  options.metrics = {metric};
  options.on_invalid = on_invalid;
  options.level = Level::kSegment;
  auto job = Job::Make(options, {{"ref1", "ref2"}, {"hyp"}});
  EXPECT_TRUE(job.ok()) << job.status();
  return std::move(job).value();
}

// Scores one batch in which every hypothesis has its own references.
std::vector<double> ScoresOfBatch(const Job& job, const Material& material) {
  std::vector<std::vector<const std::string*>> pointers(2);
  for (const uint32_t i : material.segment_of) {
    pointers[0].push_back(&material.refs[0][i]);
    pointers[1].push_back(i % 3 == 0 ? nullptr : &material.refs[1][i]);
  }
  Batch batch = MakeBatch(pointers, {material.hyps});
  Worker worker(job);
  std::vector<SegmentScores> segments;
  EXPECT_TRUE(worker.Process(batch, {&segments, nullptr}).ok());
  std::vector<double> scores;
  for (const SegmentScores& segment : segments) scores.push_back(segment.scores.front());
  return scores;
}

Result<std::vector<double>> ScoresOfPrepared(const Job& job, const PreparedReferences& references,
                                             const Material& material) {
  HypothesisScorer scorer(job);
  Batch batch = MakeBatch({}, {material.hyps});
  std::vector<double> scores(material.hyps.size());
  const auto take = [&](uint32_t line, size_t, std::span<const int64_t> row) {
    scores[line] = job.metrics().front().metric->Score(row, Level::kSegment);
  };
  MTG_RETURN_IF_ERROR(scorer.Extract(references, job.names(), batch, material.segment_of, take));
  return scores;
}

class PreparedContract : public testing::TestWithParam<MetricRow> {};

TEST_P(PreparedContract, ScoresAsABatchDoesFromAnyThread) {
  Job job = MakeJob(std::string(GetParam().name));
  auto material = std::make_unique<Material>(41, GetParam().name);
  {
    Batch learnt = material->References();
    ASSERT_TRUE(test::Learn(job, learnt).ok());
  }
  const std::vector<double> wanted = ScoresOfBatch(job, *material);
  auto references = PreparedReferences::Make(job, job.names(), material->References());
  ASSERT_TRUE(references.ok()) << references.status();
  const Material other(41,
                       GetParam().name);  // the same texts; those that were prepared are destroyed
  material.reset();
  std::vector<Result<std::vector<double>>> found(3, CancelledError());
  std::vector<std::thread> threads;
  for (auto& scores : found) {
    threads.emplace_back([&] { scores = ScoresOfPrepared(job, *references, other); });
  }
  for (std::thread& thread : threads) thread.join();
  for (const auto& scores : found) {
    ASSERT_TRUE(scores.ok()) << scores.status();
    EXPECT_EQ(*scores, wanted);
  }
}

INSTANTIATE_TEST_SUITE_P(AllMetrics, PreparedContract,
                         testing::ValuesIn(test::MetricsWithoutSource()), [](const auto& param) {
                           std::string name(param.param.name);
                           std::erase(name, '-');
                           return name;
                         });

TEST(PreparedReferences, ASegmentWithoutAnyIsAnErrorThatNamesIt) {
  const Job job = MakeJob("bleu");
  const std::string text = "a";
  const auto made = PreparedReferences::Make(job, job.names(),
                                             MakeBatch({{&text, nullptr}, {&text, nullptr}}, {}));
  EXPECT_EQ(made.status().message(), "ref1:2: the segment has no reference; add at least one");
}

TEST(PreparedReferences, InvalidTextIsAnErrorOnEitherSide) {
  const Job job = MakeJob("bleu", OnInvalid::kError);
  const std::string good = "a", bad = "a\xFF";
  EXPECT_FALSE(PreparedReferences::Make(job, job.names(), MakeBatch({{&bad}, {&good}}, {})).ok());
  auto references = PreparedReferences::Make(job, job.names(), MakeBatch({{&good}, {&good}}, {}));
  ASSERT_TRUE(references.ok());
  HypothesisScorer scorer(job);
  Batch batch = MakeBatch({}, {{good, bad}});
  const std::vector<uint32_t> segment_of = {0, 0};
  const auto ignore = [](uint32_t, size_t, std::span<const int64_t>) {};
  const Status status = scorer.Extract(*references, job.names(), batch, segment_of, ignore);
  EXPECT_EQ(status.message().substr(0, 29), "hyp:2: invalid UTF-8 at byte ");
}

TEST(PreparedReferences, SegmentsCannotBeLeftOut) {
  const Job job = MakeJob("bleu", OnInvalid::kSkip);
  const std::string text = "a";
  EXPECT_FALSE(PreparedReferences::Make(job, job.names(), MakeBatch({{&text}, {&text}}, {})).ok());
}

}  // namespace
}  // namespace mtgauge::prepared_references_test
