// Compares error rates, edit distances and character-based metrics with the figures of their tools:
// on generated hostile segments, and on real systems' outputs. Needs the shared folder of reference
// data.
#include <gtest/gtest.h>
#include <zlib.h>

#include <cstdlib>
#include <iostream>
#include <limits>

#include "tests/golden/golden.h"

namespace mtgauge {
namespace {

std::filesystem::path Folder() { return SharedFolder() / "golden/metrics2"; }

// The figures of a set: of each segment by column, and of the corpus.
struct Figures {
  std::map<std::string, Lines> segments;
  std::map<std::string, std::string> corpus;
};

std::string ReadGzip(const std::filesystem::path& path) {
  const gzFile file = gzopen(path.c_str(), "rb");
  std::string text;
  char bytes[4096];
  for (int n = gzread(file, bytes, sizeof bytes); n > 0; n = gzread(file, bytes, sizeof bytes)) {
    text.append(bytes, static_cast<size_t>(n));
  }
  gzclose(file);
  return text;
}

Figures ReadFigures(const std::string& set) {
  Figures figures;
  for (const std::string& line : ReadLines(Folder() / (set + ".corpus.tsv"))) {
    const Lines fields = Fields(line);
    figures.corpus[fields.at(0)] = fields.at(1);
  }
  std::istringstream table(ReadGzip(Folder() / (set + ".segments.tsv.gz")));
  std::string line;
  std::getline(table, line);
  const Lines names = Fields(line);
  while (std::getline(table, line)) {
    const Lines fields = Fields(line);
    for (size_t f = 0; f < names.size(); ++f) figures.segments[names[f]].push_back(fields.at(f));
  }
  return figures;
}

struct Set {
  std::string name;
  Lines hyp;
  std::vector<Lines> refs;
  Figures figures;
};

Set HostileSet(const std::string& name, size_t references) {
  Set set = {name, {}, std::vector<Lines>(references), ReadFigures(name)};
  for (const std::string& line : ReadLines(Folder() / "hostile.jsonl")) {
    const auto segment = nlohmann::json::parse(line);
    set.hyp.push_back(segment.at("hyp"));
    for (size_t r = 0; r < references; ++r) set.refs[r].push_back(segment.at("refs").at(r));
  }
  return set;
}

Set WmtSet(const std::string& name, const std::string& hyp, const Lines& refs) {
  Set set = {name, {}, {}, ReadFigures(name)};
  const auto read = [](const std::string& file) {
    Lines lines = ReadLines(SharedFolder() / "data" / (file));
    lines.resize(60);
    return lines;
  };
  set.hyp = read(hyp);
  for (const std::string& ref : refs) set.refs.push_back(read(ref));
  return set;
}

std::vector<Set> AllSets() {
  const std::string wmt21 = "wmt21/newstest2021.";
  const std::string flores = "wmt21/florestest2021.hi-bn.";
  std::vector<Set> sets = {HostileSet("hostile.ref1", 1), HostileSet("hostile.ref12", 2)};
  sets.push_back(WmtSet("wmt17.uedin-nmt.4722", "wmt17/uedin-nmt.4722.txt", {"wmt17/ref.txt"}));
  sets.push_back(WmtSet("wmt21.de-en.Facebook-AI.AB", wmt21 + "de-en.hyp.Facebook-AI.en",
                        {wmt21 + "de-en.ref.A.en", wmt21 + "de-en.ref.B.en"}));
  sets.push_back(WmtSet("wmt21.cs-en.Online-G.A", wmt21 + "cs-en.hyp.Online-G.en",
                        {wmt21 + "cs-en.ref.A.en"}));
  sets.push_back(WmtSet("wmt21.en-zh.HappyNewYear.A", wmt21 + "en-zh.hyp.HappyNewYear.zh",
                        {wmt21 + "en-zh.ref.A.zh"}));
  sets.push_back(WmtSet("wmt21.en-ja.NiuTrans.A", wmt21 + "en-ja.hyp.NiuTrans.ja",
                        {wmt21 + "en-ja.ref.A.ja"}));
  sets.push_back(WmtSet("wmt21.hi-bn.GTCOM.A", flores + "hyp.GTCOM.bn", {flores + "ref.A.bn"}));
  sets.push_back(
      WmtSet("wmt21.en-is.Mideind.A", wmt21 + "en-is.hyp.Mideind.is", {wmt21 + "en-is.ref.A.is"}));
  return sets;
}

// A column of the goldens and what it is in mtgauge: the score divided by `scale`, or a detail.
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
  const auto corpus = set.figures.corpus.find(column.golden);
  const auto found = set.figures.segments.find(column.golden);
  if (found == set.figures.segments.end()) return 0;
  std::vector<Lines> refs = set.refs;
  if (!column.all_references) refs.resize(1);
  const Scored scored = ScoreLines(column.spec, set.hyp, refs);
  const auto made = MakeMetric(column.spec, {}, {});
  const auto figure = [&](std::span<const int64_t> sums, Level level) {
    if (column.detail.empty()) return made->metric->Score(sums, level) / column.scale;
    MetricScore score;
    score.details = made->metric->Details(sums, level);
    return Numbers(score, column.detail).at(0);
  };
  size_t figures = 0;
  const auto expect = [&](double actual, const std::string& golden, size_t segment) {
    if (golden == "absent" || golden.starts_with("error:")) return;
    const double expected = std::strtod(golden.c_str(), nullptr);
    ++figures;
    if (std::isinf(expected)) return;  // kaldialign, for an empty reference
    EXPECT_LE(std::fabs(actual - expected),
              (segment == 0 ? column.of_corpus : 1e-12) * std::fabs(expected))
        << actual << " against " << golden << " in segment " << segment << '\n'
        << set.hyp[segment > 0 ? segment - 1 : 0];
  };
  for (size_t i = 0; i < set.hyp.size(); ++i) {
    expect(figure(Row(scored, 0, 0, i), Level::kSegment), found->second[i], i + 1);
  }
  if (corpus != set.figures.corpus.end()) {
    expect(figure(scored.totals.sums[0], Level::kCorpus), corpus->second, 0);
  }
  return figures;
}

void ExpectColumns(const std::vector<Column>& columns, size_t at_least) {
  size_t figures = 0;
  for (const Set& set : AllSets()) {
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
       {"jiwer.wer.whisper-basic.marks", "wer:normalize=whisper-basic+marks", 100},
       {"jiwer.wer.whisper-english", "wer:normalize=whisper-english", 100}},
      3'300);
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

}  // namespace
}  // namespace mtgauge
