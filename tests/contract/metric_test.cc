// The contract of all metrics, checked for all rows of the registry.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/contract/equal_rows.h"
#include "core/contract/registry.h"
#include "core/score/job.h"
#include "core/score/worker.h"
#include "tests/support/learn.h"
#include "tests/support/meteor_data.h"
#include "tests/support/random_text.h"
#include "tests/support/roles.h"
#include "tests/support/source_text.h"

namespace mtgauge::metric_test {
namespace {

using test::RandomText;
using Segments = std::vector<std::string>;
using Rows = std::vector<std::vector<int64_t>>;

constexpr const char* kTokenizers[] = {"13a", "intl", "zh", "char", "none"};

class MetricContract : public testing::TestWithParam<MetricRow> {
 protected:
  static Job MakeJob(const MetricRow& row, size_t refs, size_t systems,
                     const MetricOptions& shared = {}, NgramEngine engine = NgramEngine::kAuto) {
    JobOptions options;
    options.metrics = {std::string(row.name)};
    options.shared = shared;
    options.context.ngram_engine = engine;
    options.on_invalid = OnInvalid::kReplace;
    StreamNames names;
    for (size_t r = 0; r < refs; ++r) names.refs.push_back("ref" + std::to_string(r));
    for (size_t s = 0; s < systems; ++s) names.hyps.push_back("sys" + std::to_string(s));
    test::AddSource(row, names);
    auto job = Job::Make(options, names);
    EXPECT_TRUE(job.ok()) << job.status();
    return std::move(job).value();
  }

  // The batch has its own copies of the texts, with roles for metrics that compare them.
  static Batch Join(std::vector<Segments> refs, std::vector<Segments> hyps) {
    std::vector<std::vector<const std::string*>> pointers;
    for (std::vector<Segments>* const columns : {&refs, &hyps}) {
      for (Segments& column : *columns) {
        for (std::string& text : column) text = test::TextFor(GetParam().name, std::move(text));
      }
    }
    for (const Segments& column : refs) {
      pointers.emplace_back();
      for (const std::string& text : column) pointers.back().push_back(&text);
    }
    Batch batch = MakeBatch(pointers, hyps);
    test::AddSource(GetParam(), batch);
    return batch;
  }

  // A metric that learns from all references learns from those of the first call.
  static Rows Extract(Job& job, const std::vector<Segments>& refs,
                      const std::vector<Segments>& hyps) {
    Batch batch = Join(refs, hyps);
    EXPECT_TRUE(test::Learn(job, batch).ok());
    Worker worker(job);
    Rows rows;
    EXPECT_TRUE(worker.Process(batch, {nullptr, &rows}).ok());
    return rows;
  }
};

TEST_P(MetricContract, IdentityScoresBestAndEverythingIsFinite) {
  RandomText text(11);
  const Segments refs = text.Segments(200);
  Segments noise;
  for (const std::string& ref : refs) noise.push_back(text.Perturb(ref));
  Job job = MakeJob(GetParam(), 1, 3);
  Batch batch = Join({refs}, {refs, noise, Segments(refs.size())});
  ASSERT_TRUE(test::Learn(job, batch).ok());
  Worker worker(job);
  std::vector<SegmentScores> segments;
  ASSERT_TRUE(worker.Process(batch, {&segments, nullptr}).ok());
  const Metric& metric = *job.metrics()[0].metric;
  std::vector<double> scores;
  for (const auto& sums : worker.totals().sums) {
    scores.push_back(metric.Score(sums, Level::kCorpus));
    EXPECT_TRUE(std::isfinite(scores.back()));
  }
  if (GetParam().scale > 0 && GetParam().equal_is_perfect) {
    EXPECT_NEAR(scores[0], GetParam().higher_is_better ? GetParam().scale : 0, 1e-9);
  }
  // `empty` does not look at references.
  if (GetParam().ranks && GetParam().name != "empty") {
    EXPECT_EQ(scores[0] > scores[1], GetParam().higher_is_better);
  }
  EXPECT_FALSE(GetParam().references.empty());
  for (const SegmentScores& segment : segments) {
    for (const double score : segment.scores) EXPECT_TRUE(std::isfinite(score));
  }
}

TEST_P(MetricContract, AnyBytesGiveARow) {
  RandomText text(12);
  Segments refs, hyps;
  for (int i = 0; i < 300; ++i) {
    refs.push_back(text.Bytes(text.Below(200)));
    hyps.push_back(text.Bytes(text.Below(200)));
  }
  Job job = MakeJob(GetParam(), 1, 1);
  const Rows rows = Extract(job, {refs}, {hyps});
  EXPECT_EQ(rows[0].size(), refs.size() * job.widths()[0]);
  EXPECT_TRUE(std::isfinite(
      job.metrics()[0].metric->Score(std::span(rows[0]).first(job.widths()[0]), Level::kSegment)));
}

TEST_P(MetricContract, SegmentsWithLineFeedsAreWhole) {
  Job job = MakeJob(GetParam(), 1, 1);
  const Segments split = {"one two\nthree four five", "six"};
  const Segments joined = {"one two three four five", "six"};
  // To these tools, white space other than a space is a character, a tab as well as LF.
  static const std::set<std::string_view> kOwn = {"wer", "mer",     "wil",   "wip",
                                                  "cer", "charcut", "hlepor"};
  const bool own = kOwn.count(GetParam().name) != 0;
  const Segments same = {own ? "one two\tthree four five" : joined[0], "six"};
  EXPECT_EQ(Extract(job, {joined}, {split}), Extract(job, {joined}, {same}));
}

TEST_P(MetricContract, RowsDoNotDependOnTheBatch) {
  RandomText text(13);
  const Segments refs = text.Segments(120);
  Segments hyps = text.Segments(120);
  // Two unrelated texts of 500 words take tercom's search many seconds, which is irrelevant for
  // batches.
  constexpr size_t kLong = 2000;  // bytes
  for (size_t i = 0; i < refs.size(); ++i) {
    if (std::min(refs[i].size(), hyps[i].size()) > kLong) hyps[i] = text.Perturb(refs[i]);
  }
  for (const MetricOptions& shared : {MetricOptions(), MetricOptions{{"stem", "de"}}}) {
    Job job = MakeJob(GetParam(), 1, 1, shared);
    const std::vector<int64_t> whole = Extract(job, {refs}, {hyps})[0];
    std::vector<int64_t> parts;
    for (size_t begin = 0; begin < refs.size();) {
      const size_t end = std::min(refs.size(), begin + 1 + text.Below(20));
      const auto part = [&](const Segments& all) {
        return Segments(all.begin() + static_cast<long>(begin),
                        all.begin() + static_cast<long>(end));
      };
      const std::vector<int64_t> rows = Extract(job, {part(refs)}, {part(hyps)})[0];
      parts.insert(parts.end(), rows.begin(), rows.end());
      begin = end;
    }
    EXPECT_EQ(whole, parts);
  }
}

TEST_P(MetricContract, OrderOfReferencesAndSystemsDoesNotMatter) {
  RandomText text(14);
  const Segments base = text.Segments(150);
  std::vector<Segments> columns(5);
  for (const std::string& segment : base) {
    for (Segments& column : columns) column.push_back(text.Perturb(segment));
  }
  Job job = MakeJob(GetParam(), 3, 2);
  const Rows forward = Extract(job, {columns[0], columns[1], columns[2]}, {columns[3], columns[4]});
  // If the first of equally good references counts, the references keep their order.
  const std::vector<Segments> turned =
      GetParam().first_of_ties ? std::vector<Segments>{columns[0], columns[1], columns[2]}
                               : std::vector<Segments>{columns[2], columns[0], columns[1]};
  const Rows backward = Extract(job, turned, {columns[4], columns[3]});
  EXPECT_EQ(forward[0], backward[1]);
  EXPECT_EQ(forward[1], backward[0]);
}

TEST_P(MetricContract, MissingReferencesAreNotEmptyOnes) {
  const auto text = [](const char* words) { return test::TextFor(GetParam().name, words); };
  const Segments hyps = {text("the small cat"), text("a dog ran")};
  const std::string cat = text("the small cat sat"), dog = text("a dog ran off"), empty;
  Job two = MakeJob(GetParam(), 2, 1), one = MakeJob(GetParam(), 1, 1);
  const auto rows = [&](Job& job, std::vector<std::vector<const std::string*>> refs) {
    Batch batch = MakeBatch(refs, {hyps});
    if (GetParam().needs_source) batch.sources = MakeBatch({}, {hyps}).hyps;
    EXPECT_TRUE(test::Learn(job, batch).ok());
    Worker worker(job);
    Rows out;
    EXPECT_TRUE(worker.Process(batch, {nullptr, &out}).ok());
    return out;
  };
  Worker worker(two);
  if (GetParam().needs_first) {
    EXPECT_EQ(rows(two, {{&cat, &dog}, {nullptr, nullptr}}), rows(one, {{&cat, &dog}}));
    Batch second_only = MakeBatch({{&cat, nullptr}, {nullptr, &dog}}, {hyps});
    EXPECT_EQ(worker.Process(second_only, {}).kind(), ErrorKind::kInput);
  } else {
    EXPECT_EQ(rows(two, {{&cat, nullptr}, {nullptr, &dog}}), rows(one, {{&cat, &dog}}));
  }
  Batch none = MakeBatch({{&cat, nullptr}, {&cat, nullptr}}, {hyps});
  EXPECT_EQ(worker.Process(none, {}).kind(), ErrorKind::kInput);
}

TEST_P(MetricContract, NgramEnginesAgree) {
  RandomText text(15);
  for (const std::string_view tokenizer : kTokenizers) {
    const Segments ref_a = text.Segments(60), ref_b = text.Segments(60);
    Segments hyps;
    for (const std::string& ref : ref_a) hyps.push_back(text.Perturb(ref));
    const MetricOptions shared = {{"tok", std::string(tokenizer)}};
    Rows first;
    for (const NgramEngineRow& engine : NgramEngines()) {
      Job job = MakeJob(GetParam(), 2, 1, shared, engine.engine);
      const Rows rows = Extract(job, {ref_a, ref_b}, {hyps});
      if (first.empty()) first = rows;
      EXPECT_EQ(rows, first) << tokenizer << ' ' << engine.name;
    }
  }
}

TEST_P(MetricContract, TheTableRowIsComplete) {
  const MetricRow& row = GetParam();
  EXPECT_EQ(FindMetric(row.name)->title, row.title);
  EXPECT_FALSE(row.help.empty());
  for (const MetricOptionRow& option : row.options) EXPECT_FALSE(option.help.empty());
  // The list of metrics claims what scores with default settings claim.
  const auto usual = MakeMetric(std::string(row.name), {}, {});
  ASSERT_TRUE(usual.ok()) << usual.status();
  EXPECT_EQ(usual->Equal(), DefaultEqual(row.name));
  const auto made = MakeMetric(std::string(row.name) + ":no-such-option=1", {}, {});
  ASSERT_FALSE(made.ok());
  EXPECT_NE(made.status().message().find("has no option"), std::string::npos);
}

INSTANTIATE_TEST_SUITE_P(All, MetricContract, testing::ValuesIn(Metrics().begin(), Metrics().end()),
                         [](const auto& row) {
                           std::string name(row.param.name);  // GoogleTest allows no "-"
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

}  // namespace

void PrintTo(const MetricRow& row, std::ostream* out) { *out << row.name; }

}  // namespace mtgauge::metric_test
