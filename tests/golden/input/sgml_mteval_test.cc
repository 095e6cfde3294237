// Compares whole runs over SGML files with the output of mteval-v13a.pl for them, by system,
// document and segment; and with the same texts as plain lines. Needs the shared folder of
// reference data.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <optional>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "core/input/formats/format.h"
#include "parallel/score/scorer.h"
#include "tests/support/own_folder.h"
#include "tests/support/sgml_text.h"
#include "tests/support/shared_data.h"

namespace mtgauge::sgml_mteval_test {
namespace {

// The rows of a run, and their job, ids and documents.
struct Scored {
  std::optional<Job> job;
  std::vector<std::vector<int64_t>> rows;  // [system * metrics + metric], by segment
  Lines ids, documents;

  // Returns the score of the segments for which `chosen` is true.
  template <typename Chosen>
  double Score(size_t system, size_t metric, const Chosen& chosen) const {
    const size_t width = job->widths()[metric];
    const std::vector<int64_t>& cell = rows[system * job->widths().size() + metric];
    std::vector<int64_t> sums(width);
    for (size_t i = 0; i < ids.size(); ++i) {
      for (size_t c = 0; chosen(i) && c < width; ++c) sums[c] += cell[i * width + c];
    }
    return job->metrics()[metric].metric->Score(sums, Level::kCorpus);
  }
};

Scored ScoreFiles(const Lines& refs, const std::string& output, const Lines& specs,
                  uint32_t threads) {
  Scored scored;
  std::vector<InputPath> paths;
  for (const std::string& path : refs) paths.push_back({path, Role::kReference});
  paths.push_back({output, Role::kSystem});
  auto inputs = OpenInputs(paths, {});
  EXPECT_TRUE(inputs.ok()) << inputs.status();
  if (!inputs.ok()) return scored;
  StreamNames names;
  std::vector<std::unique_ptr<Source>> sources;
  for (size_t i = 0; i < paths.size(); ++i) {
    for (OpenedColumn& column : inputs->at(i)) {
      (i < refs.size() ? names.refs : names.hyps).push_back(column.name);
      sources.push_back(std::move(column.source));
    }
  }
  JobOptions options;
  options.metrics = specs;
  auto job = Job::Make(options, names);
  EXPECT_TRUE(job.ok()) << job.status();
  scored.job = std::move(job).value();
  scored.rows.resize(names.hyps.size() * specs.size());
  Schedule schedule;
  schedule.threads = threads;
  Sink sink;
  sink.want_segments = sink.want_rows = true;
  sink.deliver = [&](const Delivery& delivery) {
    for (const SegmentScores& segment : delivery.segments) {
      scored.ids.push_back(segment.id);
      scored.documents.push_back(segment.document);
    }
    for (size_t cell = 0; cell < scored.rows.size(); ++cell) {
      scored.rows[cell].insert(scored.rows[cell].end(), delivery.rows[cell].begin(),
                               delivery.rows[cell].end());
    }
    return OkStatus();
  };
  if (scored.job->needs_survey()) {
    EXPECT_TRUE(SurveySources(*scored.job, sources, schedule).ok());
  }
  const auto report = ScoreSources(*scored.job, std::move(sources), schedule, sink);
  EXPECT_TRUE(report.ok()) << report.status();
  return scored;
}

struct Compared {
  size_t nist = 0, bleu = 0, left_out = 0;
};

// Compares the figures of a report of `mteval-v13a.pl -d 2`. Metric 0 is NIST, metric 1 BLEU.
// Leaves out BLEU of texts of fewer than four words or without a match, where mteval's smoothing
// differs from sacreBLEU's.
Compared CompareWithReport(const Scored& scored, const std::string& report) {
  std::map<std::string, size_t> systems;
  const Lines& names = scored.job->names().hyps;
  for (size_t s = 0; s < names.size(); ++s) systems[names[s]] = s;
  std::map<std::string, std::vector<size_t>> by_document;
  std::map<std::pair<std::string, std::string>, size_t> by_segment;
  for (size_t i = 0; i < scored.ids.size(); ++i) {
    by_document[scored.documents[i]].push_back(i);
    by_segment[{scored.documents[i], scored.ids[i]}] = i;
  }
  static const std::regex figure(
      "^ *(NIST|BLEU) score using +[45]-grams = ([0-9.]+) for system \"([^\"]*)\" on (?:segment "
      "(\\S+) of )?document \"([^\"]*)\" "
      "\\((?:[0-9]+ segments, )?([0-9]+) words\\)");
  static const std::regex total(
      "^NIST score = ([0-9.]+) +BLEU score = ([0-9.]+) for system \"([^\"]*)\"");
  Compared compared;
  std::istringstream lines(report);
  for (std::string line; std::getline(lines, line);) {
    std::smatch match;
    if (std::regex_search(line, match, total)) {
      for (const size_t metric : {0, 1}) {
        const double score =
            scored.Score(systems.at(match[3]), metric, [](size_t) { return true; });
        EXPECT_NEAR(metric == 0 ? score : score / 100, std::stod(match[1 + metric]), 5.1e-5)
            << line;
        ++(metric == 0 ? compared.nist : compared.bleu);
      }
    }
    if (!std::regex_search(line, match, figure)) continue;
    const size_t metric = match[1] == "NIST" ? 0 : 1;
    const std::vector<size_t> segments =
        match[4].matched ? std::vector<size_t>{by_segment.at({match[5], match[4]})}
                         : by_document.at(match[5]);
    std::vector<int64_t> sums(scored.job->widths()[metric]);
    const auto& cell = scored.rows[systems.at(match[3]) * 2 + metric];
    for (const size_t i : segments) {
      for (size_t c = 0; c < sums.size(); ++c) sums[c] += cell[i * sums.size() + c];
    }
    const double score =
        scored.job->metrics()[metric].metric->Score(sums, Level::kCorpus) / (metric == 0 ? 1 : 100);
    if (metric == 1 && (score == 0 || std::stoi(match[6]) < 4)) {
      ++compared.left_out;
      continue;
    }
    EXPECT_NEAR(score, std::stod(match[2]), 5.1e-5) << line;
    ++(metric == 0 ? compared.nist : compared.bleu);
  }
  return compared;
}

TEST(SgmlMtevalGolden, Wmt17ThreeSystemsByDocumentAndSegment) {
  const std::string golden = "golden/classic/out/wmt17.mteval13a.c.txt";
  MTG_SKIP_WITHOUT_SHARED(golden);
  const auto data = SharedFolder() / "data/wmt17";
  std::vector<std::pair<std::string, Lines>> systems;
  for (const char* name : {"uedin-nmt.4722", "online-B.0", "LIUM-NMT.4900"}) {
    systems.emplace_back(name, ReadLines(data / (std::string(name) + ".txt")));
  }
  const OwnFolder folder;
  const std::string tst = folder.Write("tst.sgm", test::SgmlSet("tstset", systems, 200));
  const std::string ref =
      folder.Write("ref.sgm", test::SgmlSet("refset", {{"ref", ReadLines(data / "ref.txt")}}, 200));
  for (const uint32_t threads : {1U, 3U}) {
    const Scored scored = ScoreFiles({ref}, tst, {"nist:lc=no", "bleu:tok=mteval"}, threads);
    EXPECT_EQ(scored.ids.size(), 3004U);
    EXPECT_EQ(std::set(scored.documents.begin(), scored.documents.end()).size(), 16U);
    const Compared compared = CompareWithReport(scored, ReadBytes(SharedFolder() / golden));
    EXPECT_EQ(compared.nist, 3U * (3004 + 16 + 1));
    EXPECT_EQ(compared.bleu + compared.left_out, 3U * (3004 + 16 + 1));
    EXPECT_LT(compared.left_out, 600U);
    std::cout << "compared " << compared.nist << " and " << compared.bleu << " scores\n";
  }
}

TEST(SgmlMtevalGolden, EdgeCases) {
  MTG_SKIP_WITHOUT_SHARED("golden/classic/edge/mteval13a.txt");
  const auto folder = SharedFolder() / "golden/classic/edge";
  const Scored scored = ScoreFiles({(folder / "ref.sgm").string()}, (folder / "tst.sgm").string(),
                                   {"nist", "bleu:tok=mteval-lc"}, 1);
  EXPECT_EQ(scored.ids, (Lines{"1", "2", "5", "6", "7", "8", "9", "10", "11", "12", "13", "14",
                               "15", "16", "17"}));
  const Compared compared = CompareWithReport(scored, ReadBytes(folder / "mteval13a.txt"));
  EXPECT_EQ(compared.nist, 15U + 1 + 1);
  EXPECT_EQ(compared.bleu + compared.left_out, 15U + 1 + 1);
}

// METEOR's example, converted to plain lines by other means.
TEST(SgmlMtevalGolden, Wmt09EqualsItsPlainText) {
  MTG_SKIP_WITHOUT_SHARED("data/wmt09/ref.sgm");
  const auto folder = SharedFolder() / "data/wmt09";
  const OwnFolder own;
  Lines ids, documents, plain;
  for (const char* name : {"ref", "test"}) {
    static const std::regex segment("<seg id=\"([^\"]*)\">(.*)</seg>");
    static const std::regex document("<doc [^>]*docid=\"([^\"]*)\"");
    std::string text, open;
    ids.clear();
    documents.clear();
    for (const std::string& line : ReadLines(folder / (std::string(name) + ".sgm"))) {
      std::smatch match;
      if (std::regex_search(line, match, document)) open = match[1];
      if (!std::regex_search(line, match, segment)) continue;
      ids.push_back(match[1]);
      documents.push_back(open);
      text += std::string(match[2]) + "\n";
    }
    plain.push_back(own.Write(name, text));
  }
  const Lines specs = {
      "nist",      "nist:lc=no", "bleu", "bleu:tok=mteval", "bleu:tok=none", "nist:tok=intl",
      "chrf:nw=2", "ter",        "wer"};
  const Scored sgml =
      ScoreFiles({(folder / "ref.sgm").string()}, (folder / "test.sgm").string(), specs, 2);
  const Scored lines = ScoreFiles({plain[0]}, plain[1], specs, 1);
  EXPECT_EQ(sgml.job->names().hyps, Lines{"cmu-combo"});
  EXPECT_EQ(sgml.rows, lines.rows);
  EXPECT_EQ(sgml.ids, ids);
  EXPECT_EQ(sgml.documents, documents);
  EXPECT_EQ(ids.size(), 2525U);
  EXPECT_EQ(std::set(documents.begin(), documents.end()).size(), 111U);
}

// Two references in one file equal those in two files.
TEST(SgmlMtevalGolden, TwoReferencesInOneFile) {
  const std::string golden = "golden/classic/wmt21/mteval/de-en.mteval-v13a.scores.tsv";
  MTG_SKIP_WITHOUT_SHARED(golden);
  const OwnFolder folder;
  const std::string ref = folder.Write(
      "ref.sgm",
      test::SgmlSet("refset", {{"A", Newstest2021("ref.A")}, {"B", Newstest2021("ref.B")}}, 100));
  const std::string tst =
      folder.Write("tst.sgm", test::SgmlSet("tstset",
                                            {{"Borderline", Newstest2021("hyp.Borderline")},
                                             {"Online-A", Newstest2021("hyp.Online-A")}},
                                            100));
  const Scored scored = ScoreFiles({ref}, tst, {"nist:lc=no", "bleu:tok=mteval"}, 2);
  EXPECT_EQ(scored.job->names().refs, (Lines{"A", "B"}));
  const Lines table = ReadLines(SharedFolder() / golden);
  const auto fields = [](const std::string& line) {
    Lines out;
    std::istringstream stream(line);
    for (std::string field; std::getline(stream, field, '\t');) out.push_back(field);
    return out;
  };
  const Lines header = fields(table[0]);
  size_t figures = 0;
  for (const std::string& line : table) {
    const Lines row = fields(line);
    if (row[1] != "-") continue;
    for (const size_t metric : {0, 1}) {
      const std::string name = metric == 0 ? "NIST.AB.c.13a.sm" : "BLEU.AB.c.13a.sm";
      const auto column =
          static_cast<size_t>(std::find(header.begin(), header.end(), name) - header.begin());
      ASSERT_LT(column, header.size());
      const double score =
          scored.Score(row[0] == "Borderline" ? 0 : 1, metric, [](size_t) { return true; });
      EXPECT_NEAR(metric == 0 ? score : score / 100, std::stod(row[column]), 1e-9);
      ++figures;
    }
  }
  EXPECT_EQ(figures, 4U);
}

}  // namespace
}  // namespace mtgauge::sgml_mteval_test
