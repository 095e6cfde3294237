// What the library reads and writes does not depend on the locale of the program that calls it.
#include <gtest/gtest.h>
#include <stdlib.h>

#include <clocale>
#include <cmath>
#include <string>
#include <vector>

#include "core/contract/registry.h"
#include "core/report/forms/python_text.h"
#include "core/report/sacrebleu/sacrebleu_writer.h"
#include "mtgauge/mtgauge.h"
#include "tests/support/own_folder.h"

namespace mtgauge::locale_test {
namespace {

// A locale whose numbers have a comma, made here since a machine may have none.
class Locale : public testing::Test {
 protected:
  void SetUp() override {
    const std::string source = folder_.Write("source",
                                             "LC_NUMERIC\ndecimal_point \",\"\nthousands_sep \"\"\n"
                                             "grouping -1\nEND LC_NUMERIC\n");
    const std::string make =
        "localedef -c -i " + source + ' ' + folder_.Path("comma") + " > /dev/null 2>&1";
    if (system(make.c_str()) < 0) GTEST_SKIP() << "no shell";  // it warns of other categories
    setenv("LOCPATH", folder_.Path("").c_str(), 1);
    if (setlocale(LC_NUMERIC, "comma") == nullptr) GTEST_SKIP() << "localedef is not installed";
    ASSERT_EQ(strtod("0.5", nullptr), 0);  // the locale is in effect
  }
  void TearDown() override {
    setlocale(LC_NUMERIC, "C");
    unsetenv("LOCPATH");
  }

 private:
  OwnFolder folder_;
};

std::string Scores(const std::string& metric) {
  const std::vector<std::string> refs = {"a small boat went up the river", "nobody saw it"};
  const std::vector<std::string> hyps = {"a boat went up that river", "nobody had seen it"};
  ScoreRequest request;
  request.columns = TextColumns{{{"ref", refs}}, {{"sys", hyps}}};
  if (NeedsSource(metric)) request.columns->source = TextColumn("src", refs);
  request.metrics = {metric};
  const auto report = Score(request);
  return report.ok() ? Format(*report, "json", {}).value() : report.status().message();
}

TEST_F(Locale, ScoresAndSignaturesStay) {
  std::vector<std::string> metrics = {"bleu:smooth=floor,value=0.1",
                                      "bleu:smooth=add-k,value=0.125"};
  for (const MetricRow& row : Metrics()) metrics.emplace_back(row.name);
  for (const std::string& metric : metrics) {
    const std::string with_comma = Scores(metric);
    setlocale(LC_NUMERIC, "C");
    EXPECT_EQ(with_comma, Scores(metric));
    setlocale(LC_NUMERIC, "comma");
  }
}

TEST_F(Locale, PythonsNumbersStay) {
  EXPECT_EQ(ParsePythonFloat("1.5"), 1.5);
  EXPECT_EQ(ParsePythonFloat("1.5e999"), HUGE_VAL);
  EXPECT_EQ(ParsePythonFloat("1.5e-999"), 0);
}

TEST_F(Locale, SacreBleusJsonStays) {
  SacreBleuScore score;
  score.score = 27.46;
  const SacreBleuResult result = {{"sys"}, {{"BLEU", "nrefs:1", "#:1", {score}}}};
  EXPECT_NE(SacreBleuOneSystem(result, {}).find("\"score\": 27.5"), std::string::npos);
}

}  // namespace
}  // namespace mtgauge::locale_test
