// Compares WMT's XML with the plain files that WMT derived from it, to the bit; and with the same
// text with its white space joined, as sacreBLEU stores it. Needs the shared folder of reference
// data.
#include <gtest/gtest.h>

#include <cstddef>
#include <iostream>
#include <memory>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "core/input/formats/format.h"
#include "parallel/score/scorer.h"
#include "tests/support/own_folder.h"
#include "tests/support/shared_data.h"

namespace mtgauge::wmt_xml_test {
namespace {

struct Scored {
  std::vector<double> scores;              // [system * metrics + metric]
  std::vector<std::vector<int64_t>> rows;  // same index as scores, for all segments
};

Scored Score(const Lines& refs, const Lines& outputs, uint32_t threads) {
  std::vector<InputPath> paths;
  for (const std::string& path : refs) paths.push_back({path, Role::kReference});
  for (const std::string& path : outputs) paths.push_back({path, Role::kSystem});
  Scored scored;
  auto inputs = OpenInputs(paths, {});
  EXPECT_TRUE(inputs.ok()) << inputs.status();
  if (!inputs.ok()) return scored;
  StreamNames names;
  std::vector<std::unique_ptr<Source>> sources;
  for (size_t i = 0; i < paths.size(); ++i) {
    for (OpenedColumn& column : inputs->at(i)) {
      (i < refs.size() ? names.refs : names.hyps).push_back(paths[i].path);
      sources.push_back(std::move(column.source));
    }
  }
  JobOptions options;
  options.metrics = {"bleu", "bleu:tok=none", "chrf:nw=2", "ter", "nist", "gleu"};
  auto job = Job::Make(options, names);
  EXPECT_TRUE(job.ok()) << job.status();
  Schedule schedule;
  schedule.threads = threads;
  Sink sink;
  sink.want_rows = true;
  scored.rows.resize(names.hyps.size() * options.metrics.size());
  sink.deliver = [&](const Delivery& delivery) {
    for (size_t cell = 0; cell < scored.rows.size(); ++cell) {
      scored.rows[cell].insert(scored.rows[cell].end(), delivery.rows[cell].begin(),
                               delivery.rows[cell].end());
    }
    return OkStatus();
  };
  EXPECT_TRUE(SurveySources(*job, sources, schedule).ok());
  const auto report = ScoreSources(*job, std::move(sources), schedule, sink);
  EXPECT_TRUE(report.ok()) << report.status();
  for (const SystemReport& system : report->systems) {
    for (const MetricScore& score : system.scores) scored.scores.push_back(score.score);
  }
  return scored;
}

TEST(WmtXmlGolden, EqualsThePlainFiles) {
  MTG_SKIP_WITHOUT_SHARED("data/wmt21/newstest2021.en-is.all.xml");
  const std::string stem = (SharedFolder() / "data/wmt21/newstest2021.en-is.").string();
  const std::string xml = stem + "all.xml";
  Lines plain, by_name;
  for (const char* system : {"Allegro.eu", "Facebook-AI", "HuaweiTSC", "Lan-Bridge-MT", "Manifold",
                             "Mideind", "NiuTrans", "Online-A"}) {
    plain.push_back(stem + "hyp." + system + ".is");
    by_name.push_back(xml + ":" + system);
  }
  const Scored lines = Score({stem + "ref.A.is"}, plain, 1);
  ASSERT_EQ(lines.scores.size(), 8U * 6);
  for (const uint32_t threads : {1U, 3U}) {
    const Scored tree = Score({xml}, by_name, threads);
    EXPECT_EQ(tree.scores, lines.scores);
    EXPECT_EQ(tree.rows, lines.rows);
  }
  std::cout << "compared " << lines.scores.size() << " scores\n";
}

}  // namespace
}  // namespace mtgauge::wmt_xml_test
