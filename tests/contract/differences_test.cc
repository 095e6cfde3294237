// What differences of systems are made of, beside slow programs: brevity penalty and precision,
// groups of segments, and differences at equal length on the same resamples.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <random>
#include <string>
#include <variant>
#include <vector>

#include "core/contract/metric_of.h"
#include "core/stats/row_product.h"
#include "core/stats/row_store.h"
#include "mtgauge/mtgauge.h"
#include "parallel/compare/group_parts.h"
#include "parallel/significance/resampler.h"
#include "tests/support/own_folder.h"
#include "tests/support/scored.h"

namespace mtgauge::differences_test {
namespace {

using Lines = std::vector<std::string>;

// Outputs of a system that leaves out some words of the reference, and gets others wrong.
Lines Outputs(const Lines& references, uint32_t seed, uint32_t left_out, uint32_t wrong) {
  std::mt19937 random(seed);
  Lines outputs;
  for (const std::string& reference : references) {
    std::string output;
    for (const std::string& word : test::SplitAtSpaces(reference)) {
      if (random() % 100 < left_out) continue;
      output += (output.empty() ? "" : " ") + (random() % 100 < wrong ? "wrong" : word);
    }
    outputs.push_back(output);
  }
  return outputs;
}

Lines References(size_t count) {
  std::mt19937 random(7);
  Lines references;
  for (size_t i = 0; i < count; ++i) {
    std::string text;
    for (size_t words = 4 + random() % 20; words > 0; --words) {
      text += (text.empty() ? "w" : " w") + std::to_string(random() % 30);
    }
    references.push_back(text);
  }
  return references;
}

class Differences : public testing::Test {
 protected:
  Differences()
      : references_(References(45)),
        outputs_{Outputs(references_, 1, 2, 10), Outputs(references_, 2, 25, 5),
                 Outputs(references_, 3, 10, 30)} {
    folder_.Write("ref", Joined(references_));
    for (size_t s = 0; s < outputs_.size(); ++s) {
      folder_.Write(std::to_string(s), Joined(outputs_[s]));
    }
    std::string parts;
    for (size_t i = 0; i < references_.size(); ++i) {
      parts += std::string(1, static_cast<char>('x' + i * 5 % 3)) + '\n';
    }
    folder_.Write("parts", parts);
    request_.references = {folder_.Path("ref")};
    for (size_t s = 0; s < outputs_.size(); ++s) {
      request_.inputs.push_back(folder_.Path(std::to_string(s)));
    }
    request_.resamples = 400;
  }

  static std::string Joined(const Lines& lines) {
    std::string text;
    for (const std::string& line : lines) text += line + '\n';
    return text;
  }
  std::vector<MetricComparison> Compared() const {
    const auto comparison = Compare(request_);
    EXPECT_TRUE(comparison.ok()) << comparison.status();
    return comparison.ok() ? comparison->metrics : std::vector<MetricComparison>();
  }
  test::Scored Scored(const std::string& metric, size_t system) const {
    return test::ScoreSegments(metric, {references_}, outputs_[system]);
  }

  OwnFolder folder_;
  Lines references_;
  std::vector<Lines> outputs_;
  CompareRequest request_;
};

double DetailOf(const test::Scored& scored, const std::string& name) {
  for (const Detail& detail : scored.details) {
    if (detail.name == name) return std::get<double>(detail.value);
  }
  ADD_FAILURE() << "no " << name;
  return 0;
}

TEST_F(Differences, AreBrevityPenaltyAndPrecision) {
  request_.metrics = {"bleu", "multi-bleu", "mteval-bleu", "mteval-bleu:single=2", "chrf"};
  const std::vector<MetricComparison> metrics = Compared();
  ASSERT_EQ(metrics.size(), 5U);
  for (size_t m = 0; m < 3; ++m) {
    for (const PairTest& pair : metrics[m].pairs) {
      const test::Scored a = Scored(request_.metrics[m], pair.a);
      const test::Scored b = Scored(request_.metrics[m], pair.b);
      const double before = DetailOf(a, "bp"), after = DetailOf(b, "bp");
      const double precision_a = a.score / before, precision_b = b.score / after;
      // Both orders of change, and their mean.
      const double first = (before - after) * precision_a, last = (before - after) * precision_b;
      ASSERT_TRUE(pair.brevity.has_value());
      EXPECT_NEAR(*pair.brevity, (first + last) / 2, 1e-9);
      EXPECT_NEAR(pair.difference - *pair.brevity,
                  (precision_a - precision_b) * (before + after) / 2, 1e-9);
    }
  }
  for (const size_t m : {3U, 4U}) {
    for (const PairTest& pair : metrics[m].pairs) EXPECT_FALSE(pair.brevity.has_value());
  }
}

TEST_F(Differences, AreSumsOfThePartsOfGroups) {
  request_.metrics = {"bleu", "chrf", "ter"};
  const std::vector<MetricComparison> whole = Compared();
  request_.by = "part=" + folder_.Path("parts");
  const std::vector<MetricComparison> groups = Compared();
  ASSERT_EQ(groups.size(), 3 * whole.size());
  for (size_t m = 0; m < whole.size(); ++m) {
    for (size_t p = 0; p < whole[m].pairs.size(); ++p) {
      double sum = 0;
      for (size_t g = 0; g < 3; ++g)
        sum += groups[g * whole.size() + m].pairs[p].part_of_all.value();
      EXPECT_NEAR(sum, whole[m].pairs[p].difference, 1e-9);
    }
  }
}

TEST_F(Differences, OfSeveralRunsAreMeansOverPairsOfRuns) {
  request_.metrics = {"bleu"};
  const std::vector<MetricComparison> single = Compared();
  request_.systems = {{"a", {request_.inputs[0], request_.inputs[1]}},
                      {"b", {request_.inputs[2], folder_.Write("3", Joined(outputs_[2]))}}};
  request_.inputs.clear();
  const std::vector<MetricComparison> whole = Compared();
  const PairTest& pair = whole.at(0).pairs.at(0);
  const std::vector<PairTest>& pairs = single.at(0).pairs;  // 0-1, 0-2, 1-2
  EXPECT_NEAR(pair.brevity.value(), (*pairs[1].brevity + *pairs[2].brevity) / 2, 1e-9);
  request_.by = "part=" + folder_.Path("parts");
  double sum = 0;
  for (const MetricComparison& group : Compared()) sum += group.pairs[0].part_of_all.value();
  EXPECT_NEAR(sum, pair.difference, 1e-9);
}

TEST_F(Differences, OfMeansOverSegmentsAreDividedByTheirNumber) {
  std::string scores[2];
  for (size_t i = 0; i < references_.size(); ++i) {
    scores[0] += std::to_string(i % 7) + '\n';
    scores[1] += std::to_string(i % 5) + '\n';
  }
  request_.inputs.pop_back();
  request_.metrics = {"chrf"};
  request_.scores = {
      {"OWN", false, {folder_.Write("s0", scores[0]), folder_.Write("s1", scores[1])}}};
  const std::vector<MetricComparison> whole = Compared();
  request_.by = "part=" + folder_.Path("parts");
  const std::vector<MetricComparison> groups = Compared();
  ASSERT_EQ(groups.size(), 6U);
  double sum = 0;
  for (size_t g = 1; g < groups.size(); g += 2) sum += groups[g].pairs[0].part_of_all.value();
  EXPECT_NEAR(sum, whole[1].pairs[0].difference, 1e-12);
}

// score = matches / words, as a share.
class ShareMetric final : public MetricOf<ShareMetric, std::vector<int>> {
 public:
  std::vector<ViewSpec> Views() const override { return {}; }
  std::vector<std::string> Columns() const override { return {"matches", "words"}; }
  std::vector<std::pair<std::string, std::string>> SignatureKeys() const override { return {}; }
  void Prepare(const ReferenceViews&, Scratch&, std::vector<int>&) const {}
  void ExtractRow(const std::vector<int>&, std::span<const SegmentView>, Scratch&,
                  int64_t* row) const {
    row[0] = row[1] = 0;
  }
  double Score(std::span<const int64_t> sums, Level) const override {
    return sums[1] == 0 ? 0 : static_cast<double>(sums[0]) / static_cast<double>(sums[1]);
  }
  std::vector<Detail> Details(std::span<const int64_t>, Level) const override { return {}; }
};

TEST(GroupParts, AreExactForMeansAndZeroForEqualOutputs) {
  const ShareMetric metric;
  const std::vector<PairSums> groups = {
      {{30, 40}, {10, 40}}, {{7, 60}, {7, 60}}, {{1, 10}, {5, 10}}};
  const std::vector<double> parts = PartsOf(metric, groups);
  EXPECT_NEAR(parts[0], 20.0 / 110, 1e-12);
  EXPECT_EQ(parts[1], 0);
  EXPECT_NEAR(parts[2], -4.0 / 110, 1e-12);
  const std::vector<PairSums> turned = {
      {{10, 40}, {30, 40}}, {{7, 60}, {7, 60}}, {{5, 10}, {1, 10}}};
  EXPECT_NEAR(PartsOf(metric, turned)[0], -parts[0], 1e-12);
  EXPECT_TRUE(PartsOf(metric, {}).empty());
}

// How often each segment is in each resample: those of a row that names its segment.
std::vector<std::vector<int64_t>> CountsOfResamples(uint32_t segments, uint64_t resamples) {
  RowStore store(segments);
  std::vector<int64_t> rows(size_t{segments} * segments);
  for (size_t i = 0; i < segments; ++i) rows[i * segments + i] = 1;
  store.Add(0, rows);
  store.Finish();
  const std::vector<RowProduct> strata = {RowProduct({&store})};
  Draws draws;
  draws.seed = 12345;
  draws.resamples = resamples;
  std::vector<std::vector<int64_t>> counts(resamples);
  const Status drawn = Resample(
      strata, draws, Schedule{},
      [&](uint64_t first, uint32_t count, std::span<const int64_t> sums) {
        for (uint32_t r = 0; r < count; ++r) {
          const auto row = sums.subspan(size_t{r} * segments, segments);
          counts[first + r].assign(row.begin(), row.end());
        }
      },
      nullptr);
  EXPECT_TRUE(drawn.ok()) << drawn;
  return counts;
}

// The intercept of a weighted regression, by deviations from means.
struct SlowLine {
  double mean = 0, longer = 0, intercept = 0, slope = 0;
};
SlowLine Fit(const std::vector<double>& scores, const std::vector<double>& lengths,
             const std::vector<int64_t>& counts) {
  double n = 0, covariance = 0, variance = 0;
  SlowLine line;
  for (size_t i = 0; i < counts.size(); ++i) n += static_cast<double>(counts[i]);
  for (size_t i = 0; i < counts.size(); ++i) {
    line.mean += static_cast<double>(counts[i]) * scores[i] / n;
    line.longer += static_cast<double>(counts[i]) * lengths[i] / n;
  }
  for (size_t i = 0; i < counts.size(); ++i) {
    const double apart = lengths[i] - line.longer, weight = static_cast<double>(counts[i]);
    covariance += weight * apart * (scores[i] - line.mean);
    variance += weight * apart * apart;
  }
  line.slope = covariance / variance;
  line.intercept = line.mean - line.slope * line.longer;
  return line;
}

TEST_F(Differences, AtEqualLengthAreThoseOfASlowRegression) {
  request_.metrics = {"bleu", "chrf"};
  const std::vector<MetricComparison> without = Compared();
  request_.length_controlled = true;
  const std::vector<MetricComparison> metrics = Compared();
  ASSERT_EQ(metrics.size(), 2U);
  const auto segments = static_cast<uint32_t>(references_.size());
  const auto counts = CountsOfResamples(segments, *request_.resamples);
  const std::vector<std::string> specs = {"bleu:eff=yes", "chrf"};
  for (size_t m = 0; m < metrics.size(); ++m) {
    for (size_t p = 0; p < metrics[m].pairs.size(); ++p) {
      const PairTest& pair = metrics[m].pairs[p];
      EXPECT_EQ(pair.difference, without[m].pairs[p].difference);
      EXPECT_EQ(pair.p, without[m].pairs[p].p);
      const test::Scored a = Scored(specs[m], pair.a), b = Scored(specs[m], pair.b);
      std::vector<double> scores, lengths;
      for (size_t i = 0; i < segments; ++i) {
        scores.push_back(a.segments[i] - b.segments[i]);
        lengths.push_back(static_cast<double>(test::SplitAtSpaces(outputs_[pair.a][i]).size()) -
                          static_cast<double>(test::SplitAtSpaces(outputs_[pair.b][i]).size()));
      }
      const SlowLine observed = Fit(scores, lengths, std::vector<int64_t>(segments, 1));
      ASSERT_TRUE(pair.equal_length.has_value());
      const EqualLength& equal = *pair.equal_length;
      EXPECT_NEAR(equal.mean, observed.mean, 1e-8);
      EXPECT_NEAR(equal.longer, observed.longer, 1e-12);
      EXPECT_NEAR(equal.difference, observed.intercept, 1e-8);
      EXPECT_NEAR(equal.per_token, observed.slope, 1e-8);
      std::vector<double> distances;
      double sum = 0, squares = 0;
      for (const std::vector<int64_t>& count : counts) {
        const double drawn = Fit(scores, lengths, count).intercept;
        distances.push_back(std::fabs(drawn - observed.intercept));
        sum += drawn;
        squares += drawn * drawn;
      }
      const auto resamples = static_cast<double>(counts.size());
      const double variance = (squares - sum * sum / resamples) / (resamples - 1);
      EXPECT_NEAR(equal.se, std::sqrt(variance), 1e-6);
      std::sort(distances.rbegin(), distances.rend());
      const auto place = static_cast<size_t>(0.05 * (resamples + 1)) - 1;
      EXPECT_NEAR(equal.interval.high - equal.difference, distances[place], 1e-7);
      EXPECT_NEAR(equal.difference - equal.interval.low, distances[place], 1e-7);
    }
  }
}

TEST_F(Differences, AtEqualLengthNeedLengthsThatDiffer) {
  // Every output has one word more than the other's.
  std::string longer;
  for (const std::string& line : outputs_[0]) longer += line + " more\n";
  folder_.Write("1", longer);
  request_.inputs.pop_back();
  request_.length_controlled = true;
  const auto comparison = Compare(request_);
  ASSERT_TRUE(comparison.ok()) << comparison.status();
  EXPECT_FALSE(comparison->metrics[0].pairs[0].equal_length.has_value());
  EXPECT_TRUE(std::any_of(comparison->warnings.begin(), comparison->warnings.end(),
                          [](const Warning& warning) { return warning.code == "equal-length"; }));
  // Equal lengths everywhere: the plain difference of segment scores.
  folder_.Write("1", Joined(Outputs(outputs_[0], 5, 0, 40)));
  const std::vector<MetricComparison> metrics = Compared();
  ASSERT_TRUE(metrics[0].pairs[0].equal_length.has_value());
  EXPECT_EQ(metrics[0].pairs[0].equal_length->difference, metrics[0].pairs[0].equal_length->mean);
}

}  // namespace
}  // namespace mtgauge::differences_test
