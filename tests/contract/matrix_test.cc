// All pairs at once have the scores of each pair by itself, to the last bit, for every metric, any
// number of threads and any cut.
#include "mtgauge/matrix.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <string>
#include <vector>

#include "core/contract/registry.h"
#include "core/request/metrics.h"
#include "core/score/worker.h"
#include "mtgauge/mbr.h"
#include "tests/support/meteor_data.h"
#include "tests/support/random_text.h"
#include "tests/support/roles.h"
#include "tests/support/source_text.h"

namespace mtgauge::matrix_test {
namespace {

using Texts = std::vector<std::string>;

// Returns sentences, equal and similar ones, empty ones, unusual bytes, and one word repeated.
Texts SomeTexts(uint64_t seed, uint32_t count, std::string_view metric = {}) {
  test::RandomText random(seed);
  Texts texts = random.Segments(count);
  for (uint32_t i = 3; i < count; i += 5) texts[i] = random.Perturb(texts[i - 3]);
  if (count > 10) {
    texts[7].clear();
    texts[8] = texts[2];
    texts[9].clear();
    for (int k = 0; k < 600; ++k) texts[9] += "again ";
  }
  for (std::string& text : texts) text = test::TextFor(metric, std::move(text));
  return texts;
}

PairGroup GroupOf(const std::string& name, const Texts& hyps, const Texts* refs) {
  PairGroup group{name, TextColumn("hyps", std::span<const std::string>(hyps))};
  if (refs != nullptr) {
    group.references = TextColumn("refs", std::span<const std::string>(*refs));
  }
  return group;
}

// [group][metric][row * columns + column]
using Matrices = std::vector<std::vector<std::vector<double>>>;

Result<Matrices> MatricesOf(const MatrixRequest& request) {
  MTG_ASSIGN_OR_RETURN(MatrixRun run, MatrixRun::Make(request));
  Matrices matrices;
  const size_t metrics = run.metrics().size();
  const auto take = [&](const MatrixRows& rows) {
    if (rows.first == 0) matrices.emplace_back(metrics);
    for (uint64_t row = 0; row < rows.rows; ++row) {
      for (size_t m = 0; m < metrics; ++m) {
        const std::span<const double> scores = rows.row(m, row);
        matrices.back()[m].insert(matrices.back()[m].end(), scores.begin(), scores.end());
      }
    }
    return OkStatus();
  };
  MTG_RETURN_IF_ERROR(run.ForEach(take).status());
  return matrices;
}

// Scores one pair at a time, as a batch of segments.
std::vector<double> PairByPair(const Job& job, const Texts& hyps, const Texts& refs) {
  std::vector<std::vector<const std::string*>> pointers(1);
  Texts lines;
  for (const std::string& hyp : hyps) {
    for (const std::string& ref : refs) {
      pointers[0].push_back(&ref);
      lines.push_back(hyp);
    }
  }
  Batch batch = MakeBatch(pointers, {lines});
  Worker worker(job);
  std::vector<SegmentScores> segments;
  EXPECT_TRUE(worker.Process(batch, {&segments, nullptr}).ok());
  std::vector<double> scores;
  for (const SegmentScores& segment : segments) scores.push_back(segment.scores.front());
  return scores;
}

// As `segments` scores.
Job MakeJob(const std::string& metric) {
  MetricChoice choice;
  choice.metrics = {metric};
  TextInputs texts;
  texts.on_invalid = OnInvalid::kReplace;
  const auto options = ResolveMetrics(choice, texts, Level::kSegment);
  EXPECT_TRUE(options.ok()) << options.status();
  auto job = Job::Make(*options, {{"refs"}, {"hyps"}});
  EXPECT_TRUE(job.ok()) << job.status();
  return std::move(job).value();
}

MatrixRequest RequestOf(const std::string& metric, uint32_t threads) {
  MatrixRequest request;
  request.metrics = {metric};
  request.on_invalid = OnInvalid::kReplace;
  request.threads = threads;
  return request;
}

void ExpectPairByPair(const std::string& metric) {
  SCOPED_TRACE(metric);
  const Job job = MakeJob(metric);
  // HTER's search for shifts takes long.
  const bool slow = metric == "hter";
  const Texts hyps = SomeTexts(3, slow ? 12 : 70, metric),
              refs = SomeTexts(4, slow ? 5 : 23, metric), few = SomeTexts(5, 2, metric);
  const std::vector<PairGroup> groups = {GroupOf("a", hyps, &refs), GroupOf("b", refs, nullptr),
                                         GroupOf("c", few, &hyps)};
  const Matrices wanted = {
      {PairByPair(job, hyps, refs)}, {PairByPair(job, refs, refs)}, {PairByPair(job, few, hyps)}};
  for (const uint32_t threads : {1, 3}) {
    MatrixRequest request = RequestOf(metric, threads);
    request.groups = groups;
    const auto found = MatricesOf(request);
    ASSERT_TRUE(found.ok()) << found.status();
    EXPECT_EQ(*found, wanted) << threads << " threads";
  }
}

class MatrixContract : public testing::TestWithParam<MetricRow> {};

TEST_P(MatrixContract, ScoresAreThoseOfEachPairByItself) {
  const std::string metric(GetParam().name);
  if (MakeJob(metric).needs_survey()) {
    const auto made = MatrixRun::Make(RequestOf(metric, 1));
    ASSERT_FALSE(made.ok());
    EXPECT_EQ(made.status().error().kind, ErrorKind::kUsage);
    return;
  }
  ExpectPairByPair(metric);
}

INSTANTIATE_TEST_SUITE_P(Metrics, MatrixContract, testing::ValuesIn(test::MetricsWithoutSource()),
                         [](const auto& row) {
                           std::string name(row.param.name);
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

TEST(Matrix, OptionsOfMetricsHold) {
  for (const char* metric :
       {"chrf:nw=2", "chrf:nc=0,nw=3", "chrf:eps=yes,space=yes,beta=1", "chrf:lc=yes,nc=9",
        "bleu:smooth=floor", "bleu:smooth=add-k,order=2", "bleu:smooth=none,tok=char",
        "bleu:brevity=average", "sentence-bleu:smooth=cc3", "sentence-bleu:smooth=nakov,order=6",
        "gleu:order=2,tok=intl", "ter:norm=yes", "exact:lc=yes"}) {
    ExpectPairByPair(metric);
  }
}

// Metric::Symmetric() agrees with the scores of texts; lists the metrics for which it is true.
TEST(Matrix, SymmetricMetricsAreSymmetric) {
  std::set<std::string> symmetric;
  for (const MetricRow& row : test::MetricsWithoutSource()) {
    const Texts texts = SomeTexts(9, 40, row.name);
    const Job job = MakeJob(std::string(row.name));
    if (!job.metrics().front().metric->Symmetric()) continue;
    symmetric.insert(std::string(row.name));
    const std::vector<double> scores = PairByPair(job, texts, texts);
    for (size_t i = 0; i < texts.size(); ++i) {
      for (size_t k = 0; k < i; ++k) {
        EXPECT_EQ(scores[i * texts.size() + k], scores[k * texts.size() + i]) << row.name;
      }
    }
  }
  EXPECT_EQ(symmetric, (std::set<std::string>{"exact", "gleu"}));
}

// More texts than fit into a block, against each other, so that mirrored scores cross blocks.
TEST(Matrix, LargeGroupsAreThoseOfTheirParts) {
  const Texts texts = SomeTexts(12, 700), some(texts.begin() + 300, texts.begin() + 303);
  for (const char* metric : {"gleu", "chrf", "exact"}) {
    MatrixRequest request = RequestOf(metric, 2);
    request.groups = {GroupOf("all", texts, nullptr), GroupOf("some", some, &texts)};
    const auto found = MatricesOf(request);
    ASSERT_TRUE(found.ok()) << found.status();
    const std::vector<double>& all = (*found)[0][0];
    const std::vector<double> rows(all.begin() + 300 * 700, all.begin() + 303 * 700);
    EXPECT_EQ(rows, (*found)[1][0]) << metric;
    const Job job = MakeJob(metric);
    EXPECT_EQ(PairByPair(job, some, texts), rows) << metric;
  }
}

// References that do not fit into a table are prepared one by one.
TEST(Matrix, TextsBeyondATableAreScoredAsWell) {
  Texts hyps = SomeTexts(21, 4);
  hyps.push_back(std::string(70'000, 'x'));
  for (const char* metric : {"chrf", "bleu:tok=char"}) {
    const Job job = MakeJob(metric);
    MatrixRequest request = RequestOf(metric, 2);
    request.groups = {GroupOf("a", hyps, nullptr)};
    const auto found = MatricesOf(request);
    ASSERT_TRUE(found.ok()) << found.status();
    EXPECT_EQ((*found)[0][0], PairByPair(job, hyps, hyps)) << metric;
  }
}

TEST(Matrix, SeveralMetricsAndTheUnitScale) {
  const Texts hyps = SomeTexts(1, 20), refs = SomeTexts(2, 9);
  MatrixRequest request = RequestOf("chrf", 2);
  request.metrics = {"chrf", "ter", "bleu"};
  request.groups = {GroupOf("a", hyps, &refs)};
  const auto own = MatricesOf(request);
  ASSERT_TRUE(own.ok()) << own.status();
  request.unit_scale = true;
  const auto unit = MatricesOf(request);
  ASSERT_TRUE(unit.ok()) << unit.status();
  for (size_t i = 0; i < hyps.size() * refs.size(); ++i) {
    EXPECT_EQ((*unit)[0][0][i], (*own)[0][0][i] / 100);
    EXPECT_EQ((*unit)[0][1][i], std::max(0.0, 1 - (*own)[0][1][i] / 100));
  }
}

TEST(Matrix, EmptyGroupsAreMatricesToo) {
  const Texts none, some = SomeTexts(2, 3);
  MatrixRequest request = RequestOf("chrf", 2);
  request.groups = {GroupOf("a", none, &some), GroupOf("b", some, &none),
                    GroupOf("c", none, nullptr)};
  const auto found = MatricesOf(request);
  ASSERT_TRUE(found.ok()) << found.status();
  EXPECT_EQ(*found, (Matrices{{{}}, {{}}, {{}}}));
}

TEST(Matrix, FaultsNameTheTextAndTheRemedy) {
  const Texts bad = {"good", "bad \xFF"};
  MatrixRequest request = RequestOf("bleu", 2);
  request.on_invalid = OnInvalid::kError;
  request.groups = {GroupOf("a", bad, nullptr)};
  Status status = MatricesOf(request).status();
  EXPECT_EQ(status.error().kind, ErrorKind::kInput);
  EXPECT_EQ(status.error().segment, 1);
  EXPECT_EQ(status.error().file, "hyps");

  const uint8_t first_alone = 1;
  request.groups[0].references =
      TextColumn("refs", std::span<const std::string>(bad), &first_alone);
  status = MatricesOf(request).status();
  EXPECT_EQ(status.error().file, "refs");
  EXPECT_EQ(status.error().segment, 1);

  request.on_invalid = OnInvalid::kSkip;
  EXPECT_EQ(MatricesOf(request).status().error().option, "on-invalid");
}

// Returns, for each group, all candidates, best first.
std::vector<std::vector<MbrRanking::Pick>> PicksOf(const MbrRequest& request) {
  std::vector<std::vector<MbrRanking::Pick>> picks;
  auto run = MbrRun::Make(request);
  EXPECT_TRUE(run.ok()) << run.status();
  const auto warnings = run->ForEach(UINT32_MAX, [&](const MbrRanking& ranking) {
    picks.push_back(ranking.picks);
    return OkStatus();
  });
  EXPECT_TRUE(warnings.ok()) << warnings.status();
  return picks;
}

// Expected scores by the definition, from the matrix.
TEST(Mbr, PicksByExpectedScores) {
  const Texts hyps = SomeTexts(31, 30);
  MatrixRequest matrix = RequestOf("chrf", 1);
  matrix.groups = {GroupOf("a", hyps, nullptr)};
  const std::vector<double> scores = MatricesOf(matrix)->front().front();
  std::vector<double> weights;
  for (size_t r = 0; r < hyps.size(); ++r) weights.push_back(-0.25 * static_cast<double>(r));

  MbrRequest request;
  request.metrics = {"chrf"};
  request.on_invalid = OnInvalid::kReplace;
  request.groups = matrix.groups;
  request.groups[0].weights = weights;
  request.temperature = 2;
  const auto picks = PicksOf(request).front();
  ASSERT_EQ(picks.size(), hyps.size());
  double all = 0;
  for (double& weight : weights) all += weight = std::exp(weight / 2);
  for (size_t i = 0; i < picks.size(); ++i) {
    double expected = 0;
    for (size_t r = 0; r < hyps.size(); ++r) {
      expected += weights[r] / all * scores[picks[i].candidate * hyps.size() + r];
    }
    EXPECT_NEAR(picks[i].utility, expected, 1e-12 * 100);
    if (i == 0) continue;
    EXPECT_GE(picks[i - 1].utility, picks[i].utility);
    if (picks[i - 1].utility == picks[i].utility) {
      EXPECT_LT(picks[i - 1].candidate, picks[i].candidate);
    }
  }
}

// The mean of equal references is each of them, so the score is that of a pair, to the last bit.
TEST(Mbr, TheMeanOfEqualReferencesIsOneOfThem) {
  const Texts hyps = SomeTexts(33, 40);
  for (const std::string metric : {"chrf", "chrf:nw=2", "chrf:eps=yes", "bleu", "bleu:smooth=add-k",
                                   "bleu:brevity=average", "bleu:smooth=none,mean=arithmetic"}) {
    for (const std::string& reference : {hyps[0], hyps[7], hyps[9]}) {
      SCOPED_TRACE(metric);
      const Texts refs(4, reference);
      MatrixRequest pairs = RequestOf(metric, 1);
      pairs.groups = {GroupOf("a", hyps, &refs)};
      const std::vector<double> scores = MatricesOf(pairs)->front().front();
      MbrRequest request;
      request.metrics = {metric};
      request.on_invalid = OnInvalid::kReplace;
      request.aggregate = true;
      request.groups = pairs.groups;
      const auto picks = PicksOf(request).front();
      ASSERT_EQ(picks.size(), hyps.size());
      for (const MbrRanking::Pick& pick : picks) {
        EXPECT_EQ(pick.utility, scores[pick.candidate * refs.size()]);
      }
    }
  }
}

TEST(Mbr, AggregatedScoresDoNotDependOnThreadsOrOtherGroups) {
  const Texts hyps = SomeTexts(35, 90), refs = SomeTexts(36, 700);
  MbrRequest request;
  request.metrics = {"chrf:nw=2"};
  request.on_invalid = OnInvalid::kReplace;
  request.aggregate = true;
  request.groups = {GroupOf("a", hyps, &refs)};
  for (size_t r = 0; r < refs.size(); ++r) {
    request.groups[0].weights.push_back(static_cast<double>(r % 7) + 0.1);
  }
  request.threads = 1;
  const auto alone = PicksOf(request).front();
  request.groups.insert(request.groups.begin(), GroupOf("b", refs, nullptr));
  for (const uint32_t threads : {1, 3}) {
    request.threads = threads;
    const auto found = PicksOf(request);
    ASSERT_EQ(found.size(), 2u);
    ASSERT_EQ(found[1].size(), alone.size());
    for (size_t i = 0; i < alone.size(); ++i) {
      EXPECT_EQ(found[1][i].candidate, alone[i].candidate);
      EXPECT_EQ(found[1][i].utility, alone[i].utility);
    }
  }
  request.metrics = {"ter"};
  EXPECT_EQ(MbrRun::Make(request).status().error().option, "aggregate");
}

TEST(Mbr, WeightsMustBeUsable) {
  const Texts hyps = SomeTexts(31, 3);
  MbrRequest request;
  request.metrics = {"chrf"};
  request.groups = {GroupOf("a", hyps, nullptr)};
  const auto status_of = [&](std::vector<double> weights) {
    request.groups[0].weights = std::move(weights);
    return MbrRun::Make(request)->ForEach(1, [](const MbrRanking&) { return OkStatus(); }).status();
  };
  EXPECT_TRUE(status_of({1, 0, 2}).ok());
  EXPECT_EQ(status_of({1, 2}).error().kind, ErrorKind::kInput);
  EXPECT_EQ(status_of({1, 2, -1}).error().kind, ErrorKind::kInput);
  EXPECT_EQ(status_of({0, 0, 0}).error().kind, ErrorKind::kInput);
  EXPECT_EQ(status_of({1, 2, NAN}).error().kind, ErrorKind::kInput);
  request.metrics = {"chrf", "bleu"};
  EXPECT_EQ(MbrRun::Make(request).status().error().option, "metrics");
}

}  // namespace
}  // namespace mtgauge::matrix_test
