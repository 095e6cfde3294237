// The parts of the outputs of segments: forms with ids and documents, the unit scale, spooled
// scores, sums by group, and the names of mt-metrics-eval.
#include "core/report/segments/segment_output.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "core/contract/registry.h"
#include "core/report/output/score_spool.h"
#include "core/report/score/report_writer.h"
#include "core/report/segments/mtme.h"
#include "core/score/group_sums.h"
#include "core/score/unit_scale.h"
#include "tests/support/meteor_data.h"
#include "tests/support/own_folder.h"

namespace mtgauge {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

Job MakeJob(const std::vector<std::string>& metrics, const std::vector<std::string>& systems) {
  JobOptions options;
  options.metrics = metrics;
  auto job = Job::Make(options, {{"ref"}, systems});
  EXPECT_TRUE(job.ok()) << job.status();
  return std::move(job).value();
}

// Three segments of one system; the second has no names, the third was skipped.
Delivery Named(bool ids, bool documents) {
  Delivery delivery;
  delivery.has_ids = ids;
  delivery.has_documents = documents;
  delivery.segments = {
      {0, "s\t1", "news", false, {12.5}}, {1, "", "", false, {0.1}}, {2, "s3", "talk", true, {}}};
  delivery.count = 3;
  return delivery;
}

std::string Written(const char* format, const Job& job, const WriteOptions& options,
                    const Delivery& delivery) {
  const auto writer = FindReportFormat(format).segments(job, options, {{}, job.names().hyps});
  std::string text = writer->Head(delivery.has_ids, delivery.has_documents);
  writer->Append(delivery, text);
  return text;
}

TEST(SegmentFormsTest, TsvHasTheColumnsOfTheFirstSegment) {
  const Job job = MakeJob({"bleu"}, {"sys"});
  EXPECT_EQ(Written("tsv", job, {}, Named(true, true)),
            "segment\tid\tdocument\tsys:BLEU\n1\ts\\x091\tnews\t12.5\n2\t\t\t0.1\n"
            "3\ts3\ttalk\tskipped\n");
  EXPECT_EQ(Written("tsv", job, {}, Named(false, true)),
            "segment\tdocument\tsys:BLEU\n1\tnews\t12.5\n2\t\t0.1\n3\ttalk\tskipped\n");
  EXPECT_EQ(Written("tsv", job, {}, Named(false, false)),
            "segment\tsys:BLEU\n1\t12.5\n2\t0.1\n3\tskipped\n");
}

TEST(SegmentFormsTest, JsonNamesWhatIsNamed) {
  const Job job = MakeJob({"bleu"}, {"sys"});
  EXPECT_EQ(Written("json", job, {}, Named(false, false)),
            "{\"segment\":1,\"id\":\"s\\t1\",\"document\":\"news\",\"scores\":{\"sys\":{\"BLEU\":"
            "12.5}}}\n"
            "{\"segment\":2,\"scores\":{\"sys\":{\"BLEU\":0.1}}}\n"
            "{\"segment\":3,\"id\":\"s3\",\"document\":\"talk\",\"skipped\":true,\"scores\":null}"
            "\n");
}

TEST(SegmentFormsTest, GroupsStandInTheSegmentsPlace) {
  const Job job = MakeJob({"bleu"}, {"sys"});
  WriteOptions options;
  options.by_group = true;
  EXPECT_THAT(Written("tsv", job, options, Named(true, true)),
              HasSubstr("group\tsys:BLEU\nnews\t12.5\n"));
  EXPECT_THAT(Written("json", job, options, Named(true, true)),
              HasSubstr("{\"group\":\"news\",\"scores\":{\"sys\":{\"BLEU\":12.5}}}\n"));
}

TEST(UnitScaleTest, IsMonotoneFromZeroToOne) {
  EXPECT_EQ(UnitScore(0, 100, true), 0);
  EXPECT_EQ(UnitScore(25, 100, true), 0.25);
  EXPECT_EQ(UnitScore(100.00000000000004, 100, true), 1) << "BLEU of equal texts";
  EXPECT_EQ(UnitScore(0, 100, false), 1);
  EXPECT_EQ(UnitScore(25, 100, false), 0.75);
  EXPECT_EQ(UnitScore(100, 100, false), 0);
  EXPECT_EQ(UnitScore(1e300, 100, false), 0);
  EXPECT_EQ(UnitScore(std::numeric_limits<double>::infinity(), 100, false), 0);
  double rising = 0, falling = 1;
  for (double score = 0; score < 300; score += 0.37) {
    const double up = UnitScore(score, 100, true), down = UnitScore(score, 100, false);
    EXPECT_GE(up, rising);
    EXPECT_LE(down, falling);
    rising = up;
    falling = down;
  }
}

TEST(UnitScaleTest, EveryMetricIsScaledOrRefused) {
  for (const MetricRow& row : Metrics()) {
    if (row.needs_source) continue;
    const Job job = MakeJob({std::string(row.name)}, {"sys"});
    EXPECT_EQ(CheckUnitScale(job).ok(), row.scale > 0 && row.ranks) << row.name;
    if (!CheckUnitScale(job).ok()) continue;
    std::vector<double> scores = {row.higher_is_better ? row.scale : 0};
    ToUnitScale(job, scores);
    EXPECT_THAT(scores, ElementsAre(1.0)) << row.name;
  }
}

double SpooledScore(size_t cell, size_t segment) {
  return static_cast<double>(segment) + static_cast<double>(cell) / 8;
}

TEST(ScoreSpoolTest, GivesBackEveryCellInOrder) {
  const OwnFolder folder;
  constexpr size_t kCells = 3;
  for (const size_t segments : {0U, 1U, 4095U, 4096U, 4097U, 8192U, 10000U}) {
    ScoreSpool spool(folder.Path(""), kCells);
    for (size_t i = 0; i < segments; ++i) {
      const double scores[kCells] = {SpooledScore(0, i), SpooledScore(1, i), SpooledScore(2, i)};
      ASSERT_TRUE(spool.Add(scores).ok());
    }
    for (const size_t cell : {2U, 0U, 1U}) {
      size_t at = 0;
      for (uint64_t run = 0; run < spool.runs(); ++run) {
        const auto scores = spool.Read(cell, run);
        ASSERT_TRUE(scores.ok()) << scores.status();
        for (const double score : *scores) ASSERT_EQ(score, SpooledScore(cell, at++));
      }
      EXPECT_EQ(at, segments);
    }
    EXPECT_TRUE(std::filesystem::is_empty(folder.Path("")));
  }
}

TEST(ScoreSpoolTest, NeedsItsFolderOnlyForMany) {
  ScoreSpool spool("/no/such/folder", 1);
  const double score[] = {1};
  for (int i = 0; i < 4096; ++i) ASSERT_TRUE(spool.Add(score).ok());
  const Status status = spool.Add(score);
  EXPECT_EQ(status.kind(), ErrorKind::kIo);
  EXPECT_THAT(status.message(), HasSubstr("/no/such/folder"));
}

// Rows of "exact": matches and segments. Documents need not be contiguous.
TEST(GroupSumsTest, AddRowsByNameInOrderOfAppearance) {
  const Job job = MakeJob({"exact"}, {"a", "b"});
  ASSERT_THAT(job.widths(), ElementsAre(2));
  Delivery delivery;
  delivery.count = 4;
  delivery.segments = {{0, "", "y", false, {}},
                       {1, "", "x", false, {}},
                       {2, "", "y", false, {}},
                       {3, "", "z", true, {}}};
  delivery.excluded = {0, 0, 0, 1};
  delivery.rows = {{1, 1, 0, 1, 0, 1, 0, 0}, {1, 1, 1, 1, 1, 1, 0, 0}};
  GroupSums sums(job);
  ASSERT_TRUE(AddByDocument(delivery, sums).ok());
  ASSERT_EQ(sums.size(), 3);
  const auto score = [&](size_t group, bool unit_scale) {
    return sums.Score(group, MetricsOf(job), unit_scale).segments.at(0);
  };
  EXPECT_EQ(score(0, false).document, "y");
  EXPECT_THAT(score(0, false).scores, ElementsAre(50, 100));
  EXPECT_EQ(score(1, false).document, "x");
  EXPECT_THAT(score(1, false).scores, ElementsAre(0, 100));
  EXPECT_EQ(score(2, false).document, "z");
  EXPECT_TRUE(score(2, false).excluded);
  EXPECT_THAT(sums.Score(1, MetricsOf(job), false).rows,
              ElementsAre(ElementsAre(0, 1), ElementsAre(1, 1)));
  EXPECT_EQ(sums.TotalsOf(0).sums, (std::vector<std::vector<int64_t>>{{1, 2}, {2, 2}}));
  EXPECT_EQ(sums.TotalsOf(0).segments, 2);
  EXPECT_EQ(sums.TotalsOf(2).skipped, 1);
  EXPECT_THAT(score(0, true).scores, ElementsAre(0.5, 1));

  delivery.segments[1].document.clear();
  const Status status = AddByDocument(delivery, sums);
  EXPECT_THAT(status.message(), HasSubstr("segment 2 has no document"));
}

TEST(MtmeNamesTest, ComeFromFileNames) {
  EXPECT_EQ(MtmeReferenceName("data/en-de.refA.txt"), "refA");
  EXPECT_EQ(MtmeReferenceName("wmt.2024/refB.txt"), "refB");
  EXPECT_EQ(MtmeReferenceName("ref"), "ref");
  EXPECT_EQ(MtmeReferenceName("test.ref.de"), "ref");
  EXPECT_EQ(MtmeReferenceName("my-ref.txt"), "my-ref");
  EXPECT_EQ(MtmeSystemName("out/en-de/Online-B.txt"), "Online-B");
  EXPECT_EQ(MtmeSystemName("sys.v1.txt"), "sys.v1");
  EXPECT_EQ(MtmeSystemName("sys.v1"), "sys.v1");
  EXPECT_EQ(MtmeSystemName(".txt"), ".txt");
}

}  // namespace
}  // namespace mtgauge
