// The command `mtgauge cite` that a comparison prints.
#include "cli/flags/cite_command.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "cli/flags/command.h"

namespace mtgauge {
namespace {

LowArgs ArgumentsOf(const std::vector<std::string>& line) { return ReadCommand(line)->args; }

TEST(CiteCommandTest, HasTheWholeLineToRun) {
  RunRecord record;
  Comparison comparison;
  CompareOptions& test = comparison.options;
  const LowArgs plain = ArgumentsOf({"compare", "ref", "-i", "out"});
  EXPECT_EQ(CiteCommand(record, plain, comparison), "mtgauge cite --test bs");
  record.references = {"ref"};
  record.metrics = {{"bleu", {}}};
  EXPECT_EQ(CiteCommand(record, plain, comparison), "mtgauge cite --test bs");
  test.resamples = 500;
  test.correction = Correction::kHolm;
  test.null = NullRule::kShifted;
  EXPECT_EQ(CiteCommand(record, plain, comparison),
            "mtgauge cite --test bs -B 500 --correction holm --null shifted");
  test.test = TestKind::kRandomization;
  record.references = {"refA", "refB"};
  record.metrics = {{"bleu:order=2", {}}, {"chrf", {}}};
  const LowArgs told = ArgumentsOf({"compare", "-i", "out", "-tok", "zh", "-lc", "-s", "floor",
                                    "-sv", "0.5", "-cw", "2", "--chrf-lowercase", "--key", "id"});
  EXPECT_EQ(CiteCommand(record, told, comparison),
            "mtgauge cite -nr 2 -m bleu:order=2 chrf -tok zh -lc -s floor -sv 0.5 -cw 2 "
            "--chrf-lowercase --test ar -B 500 --correction holm");
}

TEST(CiteCommandTest, IsEmptyIfCiteLacksAnOption) {
  const LowArgs plain = ArgumentsOf({"compare", "ref", "-i", "out"});
  Comparison comparison;
  comparison.options.power = 0.9;
  EXPECT_NE(CiteCommand({}, plain, comparison), "");
  comparison.options.seed = 7;
  EXPECT_EQ(CiteCommand({}, plain, comparison), "");
  comparison.options.seed = CompareOptions().seed;
  comparison.strata = 2;
  EXPECT_EQ(CiteCommand({}, plain, comparison), "");
}

TEST(CiteCommandTest, HasTheFlagsWithWhichRowsWereMade) {
  RunRecord record;
  const LowArgs rows = ArgumentsOf({"compare", "--rows", "rows"});
  record.metrics = {{"bleu", {{"lc", "yes"}, {"tok", "zh"}, {"stem", "none"}}}};
  record.shared = {{"tok", "zh"}, {"lc", "yes"}};
  EXPECT_EQ(CiteCommand(record, rows, {}), "mtgauge cite -lc -tok zh --test bs");
  record.metrics = {{"chrf:lc=yes", {{"lc", "yes"}, {"nw", "2"}}},
                    {"bleu", {{"tok", "ja-mecab"}, {"stem", "en"}}},
                    {"wer", {{"tok", "none"}}}};
  record.shared = {{"chrf.lc", "no"},
                   {"chrf.nw", "2"},
                   {"smooth", "floor"},
                   {"stem", "en"},
                   {"tok-of-language", "ja-mecab"}};
  EXPECT_EQ(CiteCommand(record, rows, {}),
            "mtgauge cite -m chrf:lc=yes,nw=2 bleu:tok=ja-mecab wer --stem en --test bs");
}

TEST(CiteCommandTest, IsEmptyIfNoFlagSaysHowRowsWereMade) {
  const LowArgs rows = ArgumentsOf({"compare", "--rows", "rows"});
  RunRecord record;
  record.metrics = {{"nist", {{"counts", "a,b"}}}};
  record.shared = {{"nist.counts", "a,b"}};
  EXPECT_EQ(CiteCommand(record, rows, {}), "");
  record.shared = {{"unknown", "yes"}};
  EXPECT_EQ(CiteCommand(record, rows, {}), "");
}

}  // namespace
}  // namespace mtgauge
