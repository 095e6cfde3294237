// Compares error rates, edit distances and character-based metrics with the figures of their tools:
// on generated hostile segments, and on real systems' outputs. Needs the shared folder of reference
// data.
#include <gtest/gtest.h>

#include <cstdlib>
#include <iostream>
#include <limits>

#include "tests/golden/golden.h"
#include "tests/golden/metrics2.h"
#include "tests/support/scored.h"

namespace mtgauge::string_metrics_test {
namespace {

using metrics2::Set;

// A column of the goldens and what it is in mtgauge: the score divided by `scale`, or a detail. Its
// figure of the corpus may be called mean.
struct Column {
  std::string golden, spec;
  double scale = 1;
  std::string detail = "";
  bool all_references = false;  // else the tool takes only the first
  double of_corpus = 1e-12;     // tolerance for the corpus figure
};

// Tests `column` on one set; returns the number of figures compared.
size_t ExpectColumn(const Set& set, const Column& column) {
  SCOPED_TRACE(set.name + ' ' + column.golden);
  auto corpus = set.corpus.find(column.golden);
  if (corpus == set.corpus.end()) corpus = set.corpus.find(column.golden + ".mean");
  const auto found = set.segments.find(column.golden);
  if (found == set.segments.end()) return 0;
  std::vector<Lines> refs = set.refs;
  if (!column.all_references) refs.resize(1);
  const Scored scored = ScoreLines(column.spec, set.hyps, refs);
  const auto made = MakeMetric(column.spec, {}, {});
  const auto figure = [&](std::span<const int64_t> sums, Level level) {
    if (column.detail.empty()) return made->metric->Score(sums, level);
    MetricScore score;
    score.details = made->metric->Details(sums, level);
    return Numbers(score, column.detail).at(0);
  };
  size_t figures = 0;
  const auto expect = [&](double actual, const std::string& golden, size_t segment) {
    if (golden == "absent" || golden.starts_with("error:")) return;
    const double expected = column.scale * std::strtod(golden.c_str(), nullptr);
    ++figures;
    if (std::isinf(expected)) return;  // kaldialign, for an empty reference
    EXPECT_LE(std::fabs(actual - expected),
              (segment == 0 ? column.of_corpus : 1e-12) * std::fabs(expected))
        << actual << " against " << golden << " in segment " << segment << '\n'
        << set.hyps[segment > 0 ? segment - 1 : 0];
  };
  for (size_t i = 0; i < set.hyps.size(); ++i) {
    expect(figure(Row(scored, 0, 0, i), Level::kSegment), found->second[i], i + 1);
  }
  if (corpus != set.corpus.end()) {
    expect(figure(scored.totals.sums[0], Level::kCorpus), corpus->second, 0);
  }
  return figures;
}

void ExpectColumns(const std::vector<Column>& columns, size_t at_least) {
  size_t figures = 0;
  for (const Set& set : metrics2::Sets()) {
    for (const Column& column : columns) figures += ExpectColumn(set, column);
  }
  EXPECT_GE(figures, at_least);
  std::cout << "compared " << figures << " figures\n";
}

TEST(StringMetricsGolden, Jiwer) {
  MTG_SKIP_WITHOUT_SHARED("golden/metrics2/hostile.jsonl");
  std::vector<Column> columns = {{"jiwer.wer", "wer", 100},
                                 {"jiwer.mer", "mer", 100},
                                 {"jiwer.wil", "wil", 100},
                                 {"jiwer.wip", "wip", 100},
                                 {"jiwer.cer", "cer", 100}};
  for (const char* kind : {"hits", "substitutions", "deletions", "insertions"}) {
    columns.push_back({std::string("jiwer.") + kind, "wer:details=yes", 1, kind});
    columns.push_back({std::string("jiwer.char-") + kind, "cer:details=yes", 1, kind});
  }
  ExpectColumns(columns, 13'000);
}

TEST(StringMetricsGolden, Kaldialign) {
  MTG_SKIP_WITHOUT_SHARED("golden/metrics2/hostile.jsonl");
  std::vector<Column> columns;
  for (const auto& [name, options] :
       {std::pair("", ""), std::pair(".sclite", ",sclite=yes"),
        std::pair(".compounds", ",compounds=yes"),
        std::pair(".sclite.compounds", ",sclite=yes,compounds=yes")}) {
    const std::string golden = std::string("kaldialign") + name,
                      spec = std::string("wer:dialect=kaldialign") + options;
    columns.push_back({golden + ".err_rate", spec, 100});
    columns.push_back({golden + ".total", spec, 1, "edits"});
    columns.push_back({golden + ".ins", spec, 1, "insertions"});
    columns.push_back({golden + ".del", spec, 1, "deletions"});
    columns.push_back({golden + ".sub", spec, 1, "substitutions"});
  }
  columns.push_back({"kaldialign.ref_len", "wer:dialect=kaldialign", 1, "ref_len"});
  ExpectColumns(columns, 20'000);
}

TEST(StringMetricsGolden, EditDistance) {
  MTG_SKIP_WITHOUT_SHARED("golden/metrics2/hostile.jsonl");
  ExpectColumns({{"edit-distance.words", "edit-distance"},
                 {"edit-distance.chars", "edit-distance:unit=char"}},
                2'000);
}

// torchmetrics adds the segments of a corpus in float32, one after the other.
TEST(StringMetricsGolden, ExtendedEditDistance) {
  MTG_SKIP_WITHOUT_SHARED("golden/metrics2/hostile.jsonl");
  ExpectColumns({{"eed.torchmetrics.en", "eed", 100, "", true, 1e-5},
                 {"eed.torchmetrics.ja", "eed:lang=ja", 100, "", true, 1e-5},
                 {"eed.rwth.first-ref", "eed:dialect=rwth", 100}},
                2'000);
}

TEST(StringMetricsGolden, WhisperNormalizers) {
  MTG_SKIP_WITHOUT_SHARED("golden/metrics2/hostile.jsonl");
  ExpectColumns(
      {{"jiwer.wer.whisper-basic", "wer:normalize=whisper-basic", 100},
       {"jiwer.wer.whisper-basic.diacritics", "wer:normalize=whisper-basic+diacritics", 100},
       {"jiwer.wer.whisper-basic.letters", "wer:normalize=whisper-basic+letters", 100},
       {"jiwer.wer.whisper-basic.marks", "wer:normalize=whisper-basic+marks", 100},
       {"jiwer.wer.whisper-english", "wer:normalize=whisper-english", 100}},
      4'100);
}

TEST(StringMetricsGolden, CharCut) {
  MTG_SKIP_WITHOUT_SHARED("golden/metrics2/hostile.jsonl");
  std::vector<Column> columns = {{"charcut", "charcut", 100},
                                 {"charcut.m1", "charcut:min=1", 100},
                                 {"charcut.alt-norm", "charcut:norm=hyp", 100}};
  for (const auto& [name, spec] :
       {std::pair("charcut", "charcut"), std::pair("charcut.m1", "charcut:min=1"),
        std::pair("charcut.alt-norm", "charcut:norm=hyp")}) {
    columns.push_back({std::string(name) + ".cost", spec, 1, "cost"});
    columns.push_back({std::string(name) + ".div", spec, 1, "size"});
  }
  ExpectColumns(columns, 7'000);
}

// cer takes lists of words; the corpus figure is Python's statistics.mean(), equal to the last bit.
TEST(StringMetricsGolden, Character) {
  MTG_SKIP_WITHOUT_SHARED("golden/metrics2/hostile.jsonl");
  ExpectColumns({{"character", "character", 100, "", true, 0}}, 1'071);
}

}  // namespace
}  // namespace mtgauge::string_metrics_test
