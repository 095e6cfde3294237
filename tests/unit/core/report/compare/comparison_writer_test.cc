// The output formats of a Comparison with given values.
#include "core/report/compare/comparison_writer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <limits>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "core/base/version.h"
#include "core/report/forms/separated.h"
#include "core/significance/conventions.h"

namespace mtgauge {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

SystemEstimate MakeSystem(const std::string& name, double score, uint32_t cluster, uint32_t low,
                          uint32_t high) {
  SystemEstimate system;
  system.name = name;
  system.score = score;
  system.mean = score + 0.25;
  system.sd = 0.75;
  system.interval = {score - 1.5, score + 1.5};
  system.half_width = 1.5;
  system.cluster = cluster;
  system.rank_low = low;
  system.rank_high = high;
  system.rank_interval = {1.0 * low, 1.0 * high};
  return system;
}

PairTest MakePair(const MetricComparison& metric, uint32_t a, uint32_t b, double p) {
  PairTest pair;
  pair.a = a;
  pair.b = b;
  pair.difference = metric.systems[a].score - metric.systems[b].score;
  pair.se = 0.5;
  pair.interval = {pair.difference - 1, pair.difference + 2};
  pair.exceedances = 3;
  pair.p = p;
  pair.p_adjusted = 2 * p;
  pair.p_error = p / 8;
  pair.p_sacrebleu_bs = p / 2;
  pair.significant = pair.p_adjusted <= 0.05;
  pair.wins = 0.125;
  pair.losses = 0.75;
  pair.ties = 0.125;
  pair.detectable = 1 + 0.5 * a;
  return pair;
}

// The best system comes second.
Comparison ThreeSystems() {
  MetricComparison metric;
  metric.metric = "BLEU";
  metric.signature = "nrefs:1|tok:13a";
  metric.test_signature = "test:bs|n:100";
  metric.equals = "sacrebleu-2.6.0";
  metric.units = 100;
  metric.systems = {MakeSystem("b_2.txt", 60.25, 2, 2, 3), MakeSystem("ä.txt", 77.5, 1, 1, 1),
                    MakeSystem("c.txt", 59.75, 2, 2, 3)};
  metric.pairs = {MakePair(metric, 0, 1, 0.0001), MakePair(metric, 0, 2, 0.25),
                  MakePair(metric, 1, 2, 0.00001)};
  Comparison comparison;
  comparison.segments = 100;
  comparison.metrics = {metric};
  return comparison;
}

WriteOptions TwoDigits() {
  WriteOptions options;
  options.width = 2;
  options.cite = "mtgauge cite --test bs";
  return options;
}

std::vector<std::string> Split(const std::string& text, char separator) {
  std::vector<std::string> parts;
  std::istringstream in(text);
  for (std::string part; std::getline(in, part, separator);) parts.push_back(part);
  return parts;
}

TEST(CompareText, SortsRulesAlignsAndExplains) {
  EXPECT_EQ(CompareText(ThreeSystems(), TwoDigits()), R"(BLEU|nrefs:1|tok:13a

  rank  system   score    95% interval    sd
  ------------------------------------------
     1  ä.txt    77.50  [76.00, 79.00]  0.75
  ------------------------------------------
   2-3  b_2.txt  60.25  [58.75, 61.75]  0.75
   2-3  c.txt    59.75  [58.25, 61.25]  0.75

  A        B         A - B    se    95% interval        p  adjusted p  A wins  B wins   ties
  ------------------------------------------------------------------------------------------
  ä.txt    b_2.txt  +17.25  0.50  [15.25, 18.25]   0.0001     0.0002*   75.0%   12.5%  12.5%
  ä.txt    c.txt    +17.75  0.50  [16.75, 19.75]  <0.0001    <0.0001*   12.5%   75.0%  12.5%
  b_2.txt  c.txt     +0.50  0.50   [-0.50, 2.50]   0.2500     0.5000    12.5%   75.0%  12.5%

  * adjusted p <= 0.05; correction: max-t over the 3 pairs of one metric
  wins and ties are shares of the resamples, not probabilities of being better
  this test set can find a difference of 1.00 to 1.50, depending on the pair (80% power, before correction)
  sacreBLEU's --paired-bs would print about p = 0.0009 for ä.txt and b_2.txt, from 1,000 resamples; its p is about half as large as it should be
  signature of the test: test:bs|n:100

in a paper, report this verb's p and interval with the signature above; 'mtgauge cite --test bs' writes the methods sentence
)");
}

TEST(CompareText, SaysWhatOneSystemIsWorth) {
  Comparison comparison = ThreeSystems();
  comparison.metrics[0].systems.resize(1);
  comparison.metrics[0].pairs.clear();
  EXPECT_EQ(CompareText(comparison, TwoDigits()), R"(BLEU|nrefs:1|tok:13a

  system   score    95% interval    sd
  ------------------------------------
  b_2.txt  60.25  [58.75, 61.75]  0.75

  signature of the test: test:bs|n:100
)");
}

TEST(CompareText, HoldsSystemsAgainstABaseline) {
  Comparison comparison = ThreeSystems();
  comparison.options.baseline = 1;
  comparison.options.alpha = 0.001;
  comparison.metrics[0].pairs.erase(comparison.metrics[0].pairs.begin() + 1);
  const std::string text = CompareText(comparison, TwoDigits());
  EXPECT_THAT(text, HasSubstr("ä.txt    77.50   [76.00"));
  EXPECT_THAT(text, HasSubstr("b_2.txt  60.25*  [58.75"));
  EXPECT_THAT(text, HasSubstr("99.9% interval"));
  EXPECT_THAT(text, HasSubstr("b_2.txt  ä.txt  -17.25"));
  EXPECT_THAT(text, HasSubstr("c.txt    ä.txt  -17.75  0.50  [-19.75, -16.75]"));
  EXPECT_THAT(text, HasSubstr("over the 2 pairs of one metric with the baseline"));
}

TEST(CompareText, PutsTheLowestFirstWhereLowerIsBetter) {
  Comparison comparison = ThreeSystems();
  comparison.metrics[0].higher_is_better = false;
  const std::string text = CompareText(comparison, TwoDigits());
  EXPECT_LT(text.find("  c.txt"), text.find("  b_2.txt"));
  EXPECT_LT(text.find("  b_2.txt"), text.find("  ä.txt"));
  EXPECT_THAT(text, HasSubstr("c.txt    b_2.txt   -0.50"));
  EXPECT_THAT(text, HasSubstr("lower scores are better"));
}

TEST(CompareText, ShowsWhatIsNotThere) {
  Comparison comparison = ThreeSystems();
  comparison.metrics[0].systems[0].interval = {};
  comparison.metrics[0].pairs[1].interval = {-kInfinity, kInfinity};
  comparison.metrics[0].pairs[0].human_agreement = 81.4;
  for (PairTest& pair : comparison.metrics[0].pairs) pair.p_sacrebleu_bs.reset();
  comparison.metrics[0].pairs[1].detectable = std::numeric_limits<double>::quiet_NaN();
  const std::string text = CompareText(comparison, TwoDigits());
  EXPECT_THAT(text, HasSubstr("b_2.txt  60.25             n/a"));
  EXPECT_THAT(text, HasSubstr("         [-∞, ∞]"));
  EXPECT_THAT(text, HasSubstr("people"));
  EXPECT_THAT(text, HasSubstr("81%\n"));
  EXPECT_THAT(text, HasSubstr("n/a\n"));
  EXPECT_THAT(text, Not(HasSubstr("sacreBLEU's")));
  EXPECT_THAT(text, HasSubstr("this test set can find a difference of 1.00 to 1.50"));
  for (PairTest& pair : comparison.metrics[0].pairs) {
    pair.detectable = std::numeric_limits<double>::quiet_NaN();
  }
  EXPECT_THAT(CompareText(comparison, TwoDigits()), Not(HasSubstr("a true difference")));
}

TEST(CompareText, TellsRunsAndDocumentsApart) {
  Comparison comparison = ThreeSystems();
  for (SystemEstimate& system : comparison.metrics[0].systems) system.runs = 3;
  comparison.metrics[0].systems[1].sd_optimizer = 0.125;
  comparison.metrics[0].design_effect = 1.5;
  const std::string text = CompareText(comparison, TwoDigits());
  EXPECT_THAT(text, HasSubstr("sd  runs  sd of runs\n"));
  EXPECT_THAT(text, HasSubstr("0.75     3        0.12\n"));
  EXPECT_THAT(text, HasSubstr("design effect of documents: 1.50"));
}

TEST(CompareText, ShowsNeighboursAloneAmongManySystems) {
  Comparison comparison;
  MetricComparison metric;
  for (uint32_t s = 0; s < 9; ++s) {
    metric.systems.push_back(MakeSystem(std::string(1, static_cast<char>('a' + s)), s, 1, 1, 9));
  }
  for (uint32_t a = 0; a < 9; ++a) {
    for (uint32_t b = a + 1; b < 9; ++b) metric.pairs.push_back(MakePair(metric, a, b, 0.5));
  }
  comparison.metrics = {metric};
  const ComparisonPage page = MakePage(comparison, comparison.metrics[0], TwoDigits());
  ASSERT_EQ(page.pairs.rows.size(), 8u);
  EXPECT_THAT(std::vector<std::string>(page.pairs.rows[0].begin(), page.pairs.rows[0].begin() + 2),
              ElementsAre("i", "h"));
  EXPECT_THAT(page.notes, testing::Contains(HasSubstr("8 of 36 pairs are shown")));
  EXPECT_EQ(Split(SeparatedLines(TableOf(comparison), kTabs), '\n').size(), 1u + 9 + 36);
}

TEST(CompareText, SaysWhatSacreBleuWouldPrintOnlyWhereThatIsNotPrintedAlready) {
  Comparison comparison = ThreeSystems();
  comparison.options.null = NullRule::kShifted;
  comparison.options.correction = Correction::kNone;
  const std::string text = CompareText(comparison, TwoDigits());
  EXPECT_THAT(text, Not(HasSubstr("sacreBLEU's")));
  EXPECT_THAT(text, HasSubstr("* p <= 0.05, without correction"));
}

TEST(CompareText, SaysWhatSacreBleuWouldPrintOnlyOfWhatItCanTest) {
  const auto says = [](const Comparison& comparison) {
    return CompareText(comparison, TwoDigits()).find("sacreBLEU's") != std::string::npos;
  };
  EXPECT_TRUE(says(ThreeSystems()));
  Comparison other_tool = ThreeSystems(), runs = other_tool, documents = other_tool;
  other_tool.metrics[0].equals = "moses-3445289";
  EXPECT_FALSE(says(other_tool));
  for (SystemEstimate& system : runs.metrics[0].systems) system.runs = 2;
  EXPECT_FALSE(says(runs));
  documents.options.unit = Unit::kDocument;
  EXPECT_FALSE(says(documents));
}

TEST(CompareText, SaysWhoseIntervalStandsBesideRandomization) {
  Comparison comparison = ThreeSystems();
  EXPECT_THAT(CompareText(comparison, TwoDigits()), Not(HasSubstr("are the bootstrap's")));
  comparison.options.test = TestKind::kRandomization;
  EXPECT_THAT(CompareText(comparison, TwoDigits()),
              HasSubstr("  the se and interval of a difference come from the bootstrap"));
}

TEST(PaperNote, NamesTheCommandThatWritesTheSentence) {
  WriteOptions write;
  EXPECT_THAT(PaperNote(ThreeSystems(), write), Not(HasSubstr("methods sentence")));
  write.cite = "mtgauge cite --test bs";
  EXPECT_THAT(PaperNote(ThreeSystems(), write),
              HasSubstr("above; 'mtgauge cite --test bs' writes the methods sentence"));
}

TEST(PaperNote, IsEmptyWithoutPairs) {
  Comparison comparison = ThreeSystems();
  comparison.metrics[0].pairs.clear();
  EXPECT_EQ(PaperNote(comparison, TwoDigits()), "");
  for (const ComparisonFormat& format : ComparisonFormats()) {
    EXPECT_THAT(format.write(comparison, TwoDigits()), Not(HasSubstr("in a paper")));
  }
}

TEST(CompareText, GivesSmallScoresMoreDigits) {
  Comparison comparison;
  MetricComparison metric;
  metric.scale = 0;
  metric.systems = {MakeSystem("a", 0.8125, 1, 1, 1)};
  comparison.metrics = {metric};
  WriteOptions write = TwoDigits();
  EXPECT_THAT(CompareText(comparison, write), HasSubstr("a        0.81"));  // as requested
  write.more_digits = true;
  EXPECT_THAT(CompareText(comparison, write), HasSubstr("a       0.8125"));
  comparison.metrics[0].scale = 100;
  EXPECT_THAT(CompareText(comparison, write), HasSubstr("a        0.81"));
}

TEST(CompareLatex, EscapesAndMarks) {
  Comparison comparison = ThreeSystems();
  comparison.metrics[0].systems[2].name = "[50%]$\\~^&#{}";
  const std::string latex = CompareLatex(comparison, TwoDigits());
  EXPECT_THAT(latex, HasSubstr(R"(\begin{tabular}{rlrrr}
\toprule
rank & system & score & 95\% interval & sd \\
\midrule
1 & ä.txt & 77.50 & {[}76.00, 79.00] & 0.75 \\
\midrule
2--3 & b\_2.txt & 60.25 & {[}58.75, 61.75] & 0.75 \\
2--3 & {[}50\%]\$\textbackslash{}\textasciitilde{}\textasciicircum{}\&\#\{\} & 59.75)"));
  EXPECT_THAT(latex, HasSubstr("$+$17.25 & 0.50 & {[}15.25, 18.25] & 0.0001 & 0.0002$^{*}$ &"));
  EXPECT_THAT(latex, HasSubstr("{[}$-$0.50, 2.50] & 0.2500 & 0.5000 & 12.5\\%"));
  EXPECT_THAT(latex, HasSubstr("% signature of the test: test:bs|n:100\n"));
}

TEST(CompareLatex, KeepsEveryNoteInAComment) {
  for (const std::string& line : Split(CompareLatex(ThreeSystems(), TwoDigits()), '\n')) {
    const bool table = line.starts_with('\\') || line.ends_with("\\\\");
    EXPECT_TRUE(table || line.empty() || line.starts_with('%')) << line;
  }
}

TEST(CompareMarkdown, KeepsItsColumnsWhateverTheNames) {
  Comparison comparison = ThreeSystems();
  comparison.metrics[0].systems[2].name = "a|b*\nc";
  const std::string markdown = CompareMarkdown(comparison, TwoDigits());
  EXPECT_THAT(markdown, HasSubstr("| rank | system | score | 95% interval | sd |\n"
                                  "|---:|:---|---:|---:|---:|\n"
                                  "| 1 | ä.txt | 77.50 | \\[76.00, 79.00\\] | 0.75 |\n"
                                  "| 2-3 | b\\_2.txt | 60.25 |"));
  EXPECT_THAT(markdown, HasSubstr("| a\\|b\\*\\\\x0Ac | 59.75 |"));
}

TEST(CompareTable, CarriesEveryDigitInColumnsOfOneMeaning) {
  Comparison comparison = ThreeSystems();
  comparison.metrics[0].pairs[0].p = 1.0 / 3;
  comparison.metrics[0].pairs[0].interval = {-kInfinity, kInfinity};
  comparison.metrics[0].pairs[0].equal_length = EqualLength{};
  comparison.metrics[0].pairs[0].equal_length->difference = 0.5;
  comparison.metrics[0].pairs[0].equal_length->per_token = 0.25;
  const std::vector<std::string> lines = Split(SeparatedLines(TableOf(comparison), kTabs), '\n');
  ASSERT_EQ(lines.size(), 7u);
  const std::vector<std::string> header = Split(lines[0], '\t');
  for (const std::string& line : lines) {
    EXPECT_EQ(std::count(line.begin(), line.end(), '\t') + 1,
              static_cast<std::ptrdiff_t>(header.size()))
        << line;
  }
  const auto cell = [&](size_t line, const std::string& column) {
    for (size_t c = 0; c < header.size(); ++c) {
      if (header[c] == column) return Split(lines[line], '\t')[c];
    }
    return std::string("no column ") + column;
  };
  EXPECT_EQ(cell(2, "row"), "system");
  EXPECT_EQ(cell(2, "a"), "ä.txt");
  EXPECT_EQ(cell(2, "value"), "77.5");
  EXPECT_EQ(cell(2, "error"), "0.75");
  EXPECT_EQ(cell(2, "cluster"), "1");
  EXPECT_EQ(cell(2, "p"), "");
  EXPECT_EQ(cell(4, "row"), "pair");
  EXPECT_EQ(cell(4, "b"), "ä.txt");
  EXPECT_EQ(cell(4, "value"), "-17.25");
  EXPECT_EQ(cell(4, "low"), "");
  EXPECT_EQ(cell(4, "p"), "0.3333333333333333");
  EXPECT_EQ(cell(4, "p_adjusted"), "0.0002");
  EXPECT_EQ(cell(4, "significant"), "yes");
  EXPECT_EQ(cell(4, "share_b_wins"), "0.75");
  EXPECT_EQ(cell(4, "test_signature"), "test:bs|n:100");
  EXPECT_EQ(cell(4, "equal_length"), "0.5");
  EXPECT_EQ(cell(4, "equal_length_per_token"), "0.25");
  EXPECT_EQ(cell(4, "p_margin"), "no column p_margin");
}

TEST(CompareJson, SpellsOutEveryConvention) {
  Comparison comparison = ThreeSystems();
  comparison.options.test = TestKind::kRandomization;
  comparison.options.baseline = 2;
  comparison.options.generator = Generator::kNumpy;
  comparison.options.sacrebleu = comparison.options.numpy2 = true;
  const auto json = nlohmann::json::parse(CompareJson(comparison, TwoDigits()));
  EXPECT_EQ(json["schema"], "mtgauge.compare/1");
  EXPECT_EQ(json["version"], std::string(kVersion));
  EXPECT_EQ(json["conventions"], nlohmann::json::parse(R"({
    "test": "approximate randomization", "null": null, "side": "two-sided", "ties": "at-least",
    "add_one": true, "resamples": 10000, "seed": 12345, "generator": "numpy", "unit": "segment",
    "correction": "max-t", "family": "pairs of one metric with the baseline", "level": 0.05,
    "interval": "percentile", "interval_level": 0.95, "sampling": "full", "clusters": "wmt",
    "clusters_from": "p_adjusted", "baseline": "c.txt", "power": 0.8,
    "arithmetic": "numpy-2"})"));
}

TEST(CompareJson, HasNullForWhatIsNotANumber) {
  Comparison comparison = ThreeSystems();
  comparison.warnings = {{"units", "", "only 3 segments"}};
  comparison.metrics[0].scale = 0;
  comparison.metrics[0].systems[0].interval = {};
  comparison.metrics[0].pairs[0].interval = {-kInfinity, kInfinity};
  const auto json = nlohmann::json::parse(CompareJson(comparison, TwoDigits()));
  const auto& metric = json["metrics"][0];
  const auto nothing = nlohmann::json::parse("[null, null]");
  EXPECT_EQ(metric["scale"], nullptr);
  EXPECT_EQ(metric["systems"][0]["interval"], nothing);
  EXPECT_EQ(metric["systems"][0]["sd_optimizer"], nullptr);
  EXPECT_EQ(metric["pairs"][0]["interval"], nothing);
  EXPECT_EQ(metric["pairs"][0]["simultaneous_interval"], nothing);
  EXPECT_EQ(metric["pairs"][0]["human_agreement_percent"], nullptr);
  EXPECT_EQ(metric["pairs"][0]["p"], 0.0001);
  EXPECT_EQ(metric["pairs"][0]["p_adjusted"], 0.0002);
  EXPECT_EQ(metric["pairs"][0]["p_sacrebleu_bs"], 0.00005);
  EXPECT_EQ(json["warnings"][0]["code"], "units");
  EXPECT_EQ(json["warnings"][0]["system"], nullptr);
}

TEST(CompareText, DividesDifferencesByBrevityAndPrecision) {
  Comparison comparison = ThreeSystems();
  comparison.metrics[0].pairs[0].brevity = -20;  // shown as 1 - 0
  comparison.metrics[0].pairs[1].brevity = 0.001;
  comparison.metrics[0].pairs[2].brevity = 17.75;
  const std::string text = CompareText(comparison, TwoDigits());
  EXPECT_THAT(text, HasSubstr("  ä.txt - b_2.txt: of +17.25 BLEU, +20.00 is brevity penalty and "
                              "-2.75 is precision\n"));
  EXPECT_THAT(text,
              HasSubstr("  ä.txt - c.txt: of +17.75 BLEU, +17.75 is brevity penalty and +0.00 "
                        "is precision\n"));
  EXPECT_THAT(text, Not(HasSubstr("b_2.txt - c.txt: of")));
}

TEST(CompareText, ShowsDifferencesAtEqualLength) {
  Comparison comparison = ThreeSystems();
  comparison.metrics[0].pairs[0].equal_length = {-3, -1.5, -2.25, 0.5, {-3.25, -1.25}, 0.5};
  const std::string text = CompareText(comparison, TwoDigits());
  EXPECT_THAT(text, HasSubstr(R"(
  A      B        mean A - B  at equal length    se  95% interval  A longer by  per token
  ---------------------------------------------------------------------------------------
  ä.txt  b_2.txt       +3.00            +2.25  0.50  [1.25, 3.25]        +1.50       +0.5
)"));
}

TEST(CompareText, NamesTheGroupThatMakesMostOfADifference) {
  Comparison comparison = ThreeSystems();
  comparison.by = "domain";
  comparison.metrics.push_back(comparison.metrics[0]);
  comparison.metrics[0].group = "news";
  comparison.metrics[1].group = "speech";
  const auto set = [&](size_t pair, double news, double speech) {
    comparison.metrics[0].pairs[pair].part_of_all = news;
    comparison.metrics[1].pairs[pair].part_of_all = speech;
  };
  set(0, 1, -3);
  set(1, 1, 1);
  set(2, 2, -1.5);
  const std::string text = CompareText(comparison, TwoDigits());
  EXPECT_THAT(text, HasSubstr("\nBLEU over all segments: b_2.txt - ä.txt is -2.00, most of it "
                              "(-3.00) in domain speech\n"));
  EXPECT_THAT(text, Not(HasSubstr("b_2.txt - c.txt is")));
  EXPECT_THAT(text, HasSubstr("ä.txt - c.txt is +0.50, most of it (+2.00) in domain news\n"));
}

TEST(CompareSvg, DrawsRanksAndClusters) {
  Comparison comparison = ThreeSystems();
  comparison.metrics[0].systems[0].name = std::string(200, 'x') + "<&";
  comparison.metrics[0].systems[2].interval = {};
  const std::string svg = CompareSvg(comparison, TwoDigits());
  EXPECT_THAT(svg, HasSubstr("<title>BLEU: scores with 95% intervals, ranks and clusters</title>"));
  EXPECT_THAT(svg, HasSubstr("<title>ä.txt: 77.50 [76.00, 79.00]</title>"));
  EXPECT_THAT(svg, HasSubstr(">" + std::string(32, 'x') + "…<"));
  EXPECT_THAT(svg, HasSubstr("xx&lt;&amp;: 60.25"));
  EXPECT_THAT(svg, HasSubstr(">2-3<"));
  EXPECT_EQ(Split(svg, '\n').front().find("<svg"), 0u);
  EXPECT_EQ(CompareSvg(comparison, TwoDigits()), svg);
  comparison.metrics.push_back(comparison.metrics[0]);
  comparison.metrics[1].pairs.clear();
  EXPECT_THAT(CompareSvg(comparison, TwoDigits()), HasSubstr("<svg y=\"192\" xmlns"));
}

TEST(CompareSvg, DrawsPowerOfAPlan) {
  Comparison comparison = ThreeSystems();
  for (PairTest& pair : comparison.metrics[0].pairs) {
    pair.plan = {2, 300, 300, 0.5, 3, {{2, 0.05}, {100, 0.5}, {600, 0.97}}};
  }
  comparison.metrics[0].pairs[1].plan->curve.clear();
  const std::string svg = CompareSvg(comparison, TwoDigits());
  EXPECT_THAT(svg, HasSubstr("<title>BLEU: power to find a difference of 2.00</title>"));
  EXPECT_THAT(svg, HasSubstr(">segments (logarithmic)<"));
  EXPECT_THAT(svg, HasSubstr(">100 now<"));
  EXPECT_THAT(svg, HasSubstr(">ä.txt - b_2.txt<"));
  EXPECT_THAT(svg, Not(HasSubstr(">b_2.txt - c.txt<")));
}

TEST(Conventions, EveryValueHasItsName) {
  EXPECT_EQ(NameOf(kCorrections, Correction::kBenjaminiYekutieli), "by");
  EXPECT_EQ(NameOf(kSamplings, Sampling::kHalfReplaced), "half-replaced");
  const CompareOptions defaults;
  EXPECT_EQ(kTestKinds[0].value, defaults.test);
  EXPECT_EQ(kNullRules[0].value, defaults.null);
  EXPECT_EQ(kTieRules[0].value, defaults.ties);
  EXPECT_EQ(kGenerators[0].value, defaults.generator);
  EXPECT_EQ(kIntervalKinds[0].value, defaults.interval);
  EXPECT_EQ(kSamplings[0].value, defaults.sampling);
  EXPECT_EQ(kCorrections[0].value, defaults.correction);
  EXPECT_EQ(kClusterRules[0].value, defaults.clusters);
  EXPECT_EQ(kUnits[0].value, defaults.unit);
}

}  // namespace
}  // namespace mtgauge
