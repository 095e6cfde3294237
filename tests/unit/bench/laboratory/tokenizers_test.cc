// The laboratory of tokenizers reports what the verb compare would report for each tokenizer by
// itself, to the last bit. Times are not checked.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <cmath>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "bench/laboratory/bench.h"
#include "parallel/significance/kept_rows.h"
#include "tests/support/own_folder.h"

namespace mtgauge {
namespace {

using ::testing::HasSubstr;
using ::testing::SizeIs;

const std::vector<std::string> kSentences = {"The old mill, by the river, was sold in May.",
                                             "Nobody knew who had bought it; nobody asked.",
                                             "A clerk wrote: \"paid in full\" and signed.",
                                             "The wheel still turns when the water is high.",
                                             "Its stones weigh 1,200 pounds each.",
                                             "Children from the village fish there at noon.",
                                             "In winter the ice reaches up to the door.",
                                             "We saw a light in the upper window.",
                                             "It went out before we could call.",
                                             "The path back is longer in the dark."};

std::string Joined(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + '\n';
  return text;
}

// Changes every vowel of long words: few words match, but most characters do.
std::string Misspelt(std::string line) {
  for (size_t i = 2; i < line.size(); i += 7) {
    if (line[i] == 'e') line[i] = 'a';
    if (line[i] == 't') line[i] = 'd';
  }
  return line;
}
// Returns only the first words.
std::string Cut(const std::string& line) { return line.substr(0, line.size() * 3 / 5); }
std::string Shouted(std::string line) {
  for (size_t i = 0; i < line.size(); i += 3) {
    if (line[i] >= 'a' && line[i] <= 'z') line[i] = static_cast<char>(line[i] - 'a' + 'A');
  }
  return line;
}

// A reference and three systems in a temporary folder.
class TokenizerLaboratory : public testing::Test {
 protected:
  TokenizerLaboratory() {
    std::vector<std::string> reference, misspelt, cut, shouted;
    for (int i = 0; i < 30; ++i) {
      const std::string& line = kSentences[static_cast<size_t>(i) % kSentences.size()];
      reference.push_back(line);
      misspelt.push_back(Misspelt(line));
      cut.push_back(i % 3 == 0 ? line : Cut(line));
      shouted.push_back(i % 4 == 0 ? line : Shouted(line));
    }
    request_.references = {folder_.Write("ref", Joined(reference))};
    request_.inputs = {folder_.Write("misspelt", Joined(misspelt)),
                       folder_.Write("cut", Joined(cut)),
                       folder_.Write("shouted", Joined(shouted))};
    request_.threads = 2;
    bench_.method.rounds = 1;
    bench_.stop = &stop_;
    request_.resamples = 300;
    request_.tokenizers = {"13a", "intl", "char"};
  }

  LabReport Run() {
    Result<LabReport> report = RunTokenizerLaboratory(request_, bench_);
    EXPECT_TRUE(report.ok()) << report.status();
    return report.ok() ? *std::move(report) : LabReport();
  }

  // Returns compare's result for a metric under the variant in `names`.
  MetricComparison Compared(const std::string& metric, const Json& names) {
    CompareRequest asked = request_;
    // Not with a flag: NIST lower-cases by default.
    asked.metrics = {metric + (metric.find(':') == std::string::npos ? ":" : ",") +
                     (names["lowercase"].get<bool>() ? "lc=yes" : "lc=no")};
    asked.tokenize = names["tokenizer"].get<std::string>();
    asked.stem.reset();
    if (!names["stem"].is_null()) asked.stem = names["stem"].get<std::string>();
    const auto comparison = mtgauge::Compare(asked);
    EXPECT_TRUE(comparison.ok()) << comparison.status();
    return comparison->metrics.front();
  }

  OwnFolder folder_;
  LabRequest request_;
  std::atomic<bool> stop_{false};
  Bench bench_;
};

// Compares a pair's test with its JSON.
void ExpectTest(const Json& json, const PairTest& test) {
  EXPECT_EQ(json["difference"], test.difference);
  EXPECT_EQ(json["p"], test.p);
  EXPECT_EQ(json["p_adjusted"], test.p_adjusted);
  EXPECT_EQ(json["significant"], test.significant);
}

// Checks that every pair is either listed as a swap, with both tests, or keeps its order.
size_t ExpectSwaps(const Json& swaps, const MetricComparison& before,
                   const MetricComparison& after) {
  size_t found = 0;
  for (size_t p = 0; p < before.pairs.size(); ++p) {
    if (before.pairs[p].difference * after.pairs[p].difference >= 0) continue;
    ++found;
    if (found > swaps.size()) break;
    const Json& swap = swaps[found - 1];
    EXPECT_EQ(swap["a"], before.systems[before.pairs[p].a].name);
    EXPECT_EQ(swap["b"], before.systems[before.pairs[p].b].name);
    ExpectTest(swap["before"], before.pairs[p]);
    ExpectTest(swap["after"], after.pairs[p]);
  }
  EXPECT_THAT(swaps, SizeIs(found));
  return found;
}

TEST_F(TokenizerLaboratory, AgreesWithCompare) {
  request_.metrics = {"bleu", "bleu:order=2,smooth=floor", "nist", "unigram:stat=fmean"};
  request_.stem = "en";
  const LabReport report = Run();
  const Json& metrics = report.figures["metrics"];
  ASSERT_THAT(metrics, SizeIs(request_.metrics.size()));
  size_t swaps = 0;
  for (size_t m = 0; m < metrics.size(); ++m) {
    const Json& variants = metrics[m]["variants"];
    ASSERT_THAT(variants, SizeIs(9));
    const MetricComparison before = Compared(request_.metrics[m], variants[0]);
    for (const Json& variant : variants) {
      const MetricComparison after = Compared(request_.metrics[m], variant);
      EXPECT_EQ(variant["signature"], after.signature);
      double largest = 0;
      for (size_t s = 0; s < after.systems.size(); ++s) {
        EXPECT_EQ(variant["scores"][s], after.systems[s].score);
        largest = std::max(largest, std::abs(after.systems[s].score - before.systems[s].score));
      }
      EXPECT_EQ(std::abs(variant["largest_change"].get<double>()), largest);
      swaps += ExpectSwaps(variant["swaps"], before, after);
    }
  }
  EXPECT_GT(swaps, 0U);
}

TEST_F(TokenizerLaboratory, BaselineIsFirstWhereverItWasNamed) {
  request_.baseline = "char";
  const LabReport report = Run();
  EXPECT_EQ(report.figures["baseline"], "char");
  EXPECT_EQ(report.figures["tokenizers"][0]["tokenizer"], "char");
  EXPECT_THAT(report.figures["tokenizers"], SizeIs(6));
  for (const Json& metric : report.figures["metrics"]) {
    EXPECT_EQ(metric["variants"][0]["largest_change"], 0.0);
    EXPECT_EQ(metric["variants"][0]["kendall_tau"], 1.0);
  }
}

TEST_F(TokenizerLaboratory, LanguageChoosesTheBaseline) {
  request_.language_pair = "en-zh";
  EXPECT_EQ(Run().figures["baseline"], "zh");
}

TEST_F(TokenizerLaboratory, WithoutAListTakesAllThatLowerNotByThemselves) {
  request_.tokenizers.clear();
  std::set<std::string> names;
  const LabReport report = Run();
  for (const Json& row : report.figures["tokenizers"]) names.insert(row["tokenizer"]);
  for (const char* name : {"13a", "intl", "zh", "char", "none", "ascii", "mteval", "mteval-intl"}) {
    EXPECT_TRUE(names.contains(name)) << name;
  }
  EXPECT_FALSE(names.contains("mteval-lc"));
  EXPECT_FALSE(names.contains("spm"));
}

TEST_F(TokenizerLaboratory, OneSystemHasNoRanking) {
  request_.inputs.resize(1);
  const LabReport report = Run();
  for (const Json& variant : report.figures["metrics"][0]["variants"]) {
    EXPECT_TRUE(std::isnan(variant["kendall_tau"].get<double>()));
    EXPECT_THAT(variant["swaps"], SizeIs(0));
  }
}

TEST_F(TokenizerLaboratory, IdenticalSystemsNeverSwap) {
  request_.inputs[1] = folder_.Write("copy", Joined(kSentences));
  request_.inputs[0] = folder_.Write("again", Joined(kSentences));
  request_.references[0] = folder_.Write("same", Joined(kSentences));
  request_.inputs.resize(2);
  const LabReport report = Run();
  for (const Json& variant : report.figures["metrics"][0]["variants"]) {
    EXPECT_TRUE(std::isnan(variant["kendall_tau"].get<double>()));
    EXPECT_THAT(variant["swaps"], SizeIs(0));
    EXPECT_EQ(variant["verdicts_changed"], 0U);
  }
}

TEST_F(TokenizerLaboratory, OneSegment) {
  const char* const text = "One line only.\n";
  request_.references = {folder_.Write("r", text)};
  request_.inputs = {folder_.Write("a", text), folder_.Write("b", text)};
  const LabReport report = Run();
  EXPECT_THAT(report.sections, SizeIs(5));
  EXPECT_THAT(LabText(report), HasSubstr("13a lc"));
  EXPECT_THAT(SvgOf(report.plot), HasSubstr("</svg>"));
}

// A metric that tokenizes in its own way is scored under its own settings, as compare scores it.
TEST_F(TokenizerLaboratory, MetricsWithoutATokenizerShowTheirOwnSettings) {
  request_.metrics = {"chrf:nw=2", "ter", "ter:case=mixed,norm=yes", "bleu", "cer"};
  request_.stem = "en";  // which cer does not have
  const LabReport report = Run();
  const std::vector<std::vector<std::string>> settings = {
      {"", "lc=yes"},
      {"", "norm=yes", "norm=yes,asian=yes", "punct=no", "case=mixed"},
      {"", "punct=no"}};
  const Json& metrics = report.figures["metrics"];
  for (size_t m = 0; m < settings.size(); ++m) {
    EXPECT_EQ(metrics[m]["varied_by"], "settings");
    ASSERT_THAT(metrics[m]["variants"], SizeIs(settings[m].size())) << request_.metrics[m];
    for (size_t i = 0; i < settings[m].size(); ++i) {
      const Json& variant = metrics[m]["variants"][i];
      EXPECT_EQ(variant["settings"], i == 0 ? "as given" : settings[m][i]);
      CompareRequest asked = request_;
      asked.stem.reset();
      const bool bare = request_.metrics[m].find(':') == std::string::npos;
      asked.metrics = {request_.metrics[m] + (i == 0 ? "" : (bare ? ":" : ",") + settings[m][i])};
      const auto comparison = mtgauge::Compare(asked);
      ASSERT_TRUE(comparison.ok()) << comparison.status();
      const MetricComparison& compared = comparison->metrics.front();
      EXPECT_EQ(variant["signature"], compared.signature);
      for (size_t s = 0; s < compared.systems.size(); ++s) {
        EXPECT_EQ(variant["scores"][s], compared.systems[s].score);
      }
    }
  }
  EXPECT_EQ(metrics[3]["varied_by"], "tokenizer");
  EXPECT_THAT(metrics[3]["variants"], SizeIs(9));
  EXPECT_THAT(metrics[4]["variants"], SizeIs(6));
  EXPECT_THAT(LabText(report), HasSubstr("so tokenizers do not change its score"));
  EXPECT_THAT(report.plot.y.title, HasSubstr("bleu"));
}

TEST_F(TokenizerLaboratory, WithoutAMetricOfWordsTheChartShowsWhatDiffers) {
  request_.metrics = {"chrf:lc=yes"};
  const LabReport report = Run();
  EXPECT_THAT(report.plot.y.title, HasSubstr("differ"));
  EXPECT_THAT(report.plot.points, SizeIs(6));
  ASSERT_THAT(report.figures["metrics"][0]["variants"], SizeIs(1));
}

TEST_F(TokenizerLaboratory, TellsWhatCannotBeVaried) {
  const std::vector<std::pair<std::string, std::string>> refused = {
      {"blue", "unknown metric 'blue'"},
      {"chrf:tok=zh", "tok"},
      {"bleu:tok=zh", "-m bleu:tok=zh: tok is what is varied"},
      {"bleu:lc=yes", "lc is what is varied"}};
  for (const auto& [metric, message] : refused) {
    request_.metrics = {metric};
    const auto report = RunTokenizerLaboratory(request_, bench_);
    EXPECT_EQ(report.status().kind(), ErrorKind::kUsage);
    EXPECT_THAT(report.status().message(), HasSubstr(message));
  }
}

}  // namespace
}  // namespace mtgauge
