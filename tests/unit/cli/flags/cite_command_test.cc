// The command `mtgauge cite` that a comparison prints.
#include "cli/flags/cite_command.h"

#include <gtest/gtest.h>

namespace mtgauge {
namespace {

TEST(CiteCommandTest, HasTheWholeLineToRun) {
  RunRecord record;
  CompareOptions test;
  EXPECT_EQ(CiteCommand(record, test), "mtgauge cite --test bs");
  record.references = {"ref"};
  record.metrics = {{"bleu", {}}};
  EXPECT_EQ(CiteCommand(record, test), "mtgauge cite --test bs");
  test.resamples = 500;
  test.correction = Correction::kHolm;
  test.null = NullRule::kShifted;
  EXPECT_EQ(CiteCommand(record, test),
            "mtgauge cite --test bs -B 500 --correction holm --null shifted");
  test.test = TestKind::kRandomization;
  record.references = {"refA", "refB"};
  record.metrics = {{"bleu:order=2", {}}, {"chrf", {}}};
  record.shared = {{"tok", "zh"}, {"lc", "yes"}, {"smooth", "floor"}, {"value", "0.5"}};
  EXPECT_EQ(CiteCommand(record, test),
            "mtgauge cite -nr 2 -m bleu:order=2 chrf -lc -s floor -tok zh -sv 0.5 --test ar -B 500 "
            "--correction holm");
}

}  // namespace
}  // namespace mtgauge
