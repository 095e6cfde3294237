// The table of what is equal to what: its patterns are specs that it finds, its tests exist,
// metrics without a row claim nothing, and docs/metrics/equal.md shows it as it is. With
// MTGAUGE_WRITE set, the page's table is written.
#include "core/contract/equal_rows.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/contract/registry.h"
#include "mtgauge/lists.h"
#include "tests/support/meteor_data.h"
#include "tests/support/shared_data.h"

namespace mtgauge::equal_rows_test {
namespace {

using ::testing::HasSubstr;
using ::testing::MatchesRegex;
using ::testing::Not;

using Keys = std::vector<std::pair<std::string, std::string>>;

// The row's signatures as those of rows that exist, so that a metric opens no model: the first of
// the values that they must have, with today's data.
RowSettings SettingsOf(const EqualRow& row) {
  std::string settings;
  if (row.depends.starts_with("sentencepiece")) settings = fmt::format("pieces:{}", kNewestPieces);
  for (std::string_view rest = row.signatures; !rest.empty();) {
    const std::string_view term = rest.substr(0, rest.find(' '));
    rest.remove_prefix(std::min(term.size() + 1, rest.size()));
    if (term.find(':') == term.npos || term.find(":!") != term.npos) continue;
    settings += fmt::format("|{}", term.substr(0, term.find('|')));
  }
  return RowSettings(settings);
}

TEST(EqualRows, APatternIsASpecOfItsRow) {
  std::set<std::string_view> patterns;
  for (const EqualRow& row : EqualRows()) {
    SCOPED_TRACE(row.pattern);
    EXPECT_TRUE(patterns.insert(row.pattern).second);
    const RowSettings settings = SettingsOf(row);
    MetricContext context;
    context.rows = &settings;
    const Result<MadeMetric> made = MakeMetric(row.pattern, {}, context);
    ASSERT_TRUE(made.ok()) << made.status();
    EXPECT_EQ(made->Equal(), &row);
  }
}

TEST(EqualRows, OtherSettingsHaveNoTool) {
  for (const std::string_view spec : {"bleu:mean=arithmetic",
                                      "bleu:brevity=average",
                                      "bleu:stem=en",
                                      "bleu:normalize=nfc",
                                      "bleu:tok=intl,unicode=15.0",
                                      "bleu:strip_before=x",
                                      "bleu:ignore=case",
                                      "wer:lc=yes",
                                      "wer:tok=13a",
                                      "wer:dialect=cdec,tok=none",
                                      "cer:dialect=cdec",
                                      "edit-distance:tok=13a",
                                      "wer:dialect=cdec,tok=13a",
                                      "per",
                                      "per:tok=13a,lc=yes",
                                      "per:tok=ascii,lc=yes",
                                      "cder",
                                      "cder:tok=13a",
                                      "cder:tok=char",
                                      "ribes:corr=nsr",
                                      "nist:paper=yes",
                                      "cider-d:form=plain",
                                      "sentence-bleu",
                                      "sari:lc=no",
                                      "hter:dialect=sacrebleu",
                                      "meteor:functions=none",
                                      "nltk-meteor:synonyms=none",
                                      "eed:lc=yes",
                                      "charcut:lc=yes",
                                      "hf-bleu:tok=intl"}) {
    const Result<MadeMetric> made = MakeMetric(spec, {}, {});
    ASSERT_TRUE(made.ok()) << made.status();
    EXPECT_EQ(made->Equals(), "") << spec;
  }
}

TEST(EqualRows, SignaturesDecide) {
  const Keys usual = {{"case", "mixed"}, {"tok", "zh"}, {"smooth", "exp"}};
  ASSERT_NE(FindEqual("bleu", usual), nullptr);
  EXPECT_EQ(FindEqual("bleu", usual)->Equals(), "sacrebleu-2.6.0");
  EXPECT_EQ(FindEqual("bleu", usual)->Tool(), "sacreBLEU 2.6.0");
  Keys more = usual;
  more.emplace_back("lcunicode", "14.0");
  EXPECT_EQ(FindEqual("bleu", more), FindEqual("bleu", usual));
  more.emplace_back("unheard-of", "yes");
  EXPECT_EQ(FindEqual("bleu", more), nullptr);
  EXPECT_EQ(FindEqual("bleu", {{"case", "mixed"}}), nullptr);
  EXPECT_EQ(FindEqual("bleu", {{"tok", "zhx"}}), nullptr);
  EXPECT_EQ(FindEqual("per", {{"tok", "none"}}), nullptr);
  EXPECT_EQ(FindEqual("per", {{"case", "mixed"}, {"tok", "13a"}}), nullptr);
  EXPECT_NE(FindEqual("per", {{"case", "mixed"}, {"tok", "ascii"}}), nullptr);
}

TEST(EqualRows, EveryFieldIsSaid) {
  for (const EqualRow& row : EqualRows()) {
    SCOPED_TRACE(row.pattern);
    EXPECT_NE(FindMetric(MetricSpec(row.pattern).name()), nullptr);
    for (const std::string_view field :
         {row.tool->id, row.tool->name, row.first, row.last, row.on, row.tolerance, row.domain}) {
      EXPECT_FALSE(field.empty());
    }
    EXPECT_THAT(std::string(row.date), MatchesRegex("20[0-9][0-9]-[01][0-9]-[0-3][0-9]"));
    EXPECT_THAT(std::string(row.test), MatchesRegex("tests/(differential|golden)/.*"));
    EXPECT_TRUE(std::filesystem::is_regular_file(ProjectFolder() / row.test)) << row.test;
  }
}

TEST(EqualRows, AMetricWithoutOneSaysSo) {
  for (const MetricRow& row : Metrics()) {
    const std::string text = MetricsList({std::string(row.name)}, {"text", 80}).value();
    const std::string_view none = "same scores as  no other tool",
                           known = "\nEqual to other tools, ";
    EXPECT_EQ(text.find(none) != text.npos, DefaultEqual(row.name) == nullptr) << text;
    EXPECT_EQ(text.find(known) == text.npos, EqualRowsOf(row.name).empty()) << text;
  }
}

// The table of the page.
std::string Page() {
  std::string table =
      "| metric | tool | on | equal to | texts | depends on | last seen to hold |\n"
      "|---|---|---|---|---|---|---|\n";
  for (const EqualRow& row : EqualRows()) {
    table += fmt::format("| `{}` | {} {} | {} | {} | {} | {} | {}, `{}` |\n", row.pattern,
                         row.tool->name, row.Versions(), row.on, row.tolerance, row.domain,
                         row.depends.empty() ? "–" : row.depends, row.date, row.test);
  }
  std::string without;
  for (const MetricRow& row : Metrics()) {
    if (!EqualRowsOf(row.name).empty()) continue;
    without += fmt::format("{}`{}`", without.empty() ? "" : ", ", row.name);
  }
  return table + "\nNo other tool: " + without + ".\n";
}

TEST(EqualRows, ThePageShowsTheTable) {
  const std::filesystem::path path = ProjectFolder() / "docs/metrics/equal.md";
  std::ifstream in(path);
  const std::string page((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
  const size_t begin = page.find("| metric |"), end = page.find("\n\n#", begin);
  ASSERT_NE(begin, page.npos);
  ASSERT_NE(end, page.npos);
  if (std::getenv("MTGAUGE_WRITE") != nullptr) {
    std::ofstream(path) << page.substr(0, begin) << Page() << page.substr(end + 1);
  } else {
    EXPECT_EQ(page.substr(begin, end + 1 - begin), Page()) << "MTGAUGE_WRITE=1 writes it";
  }
}

}  // namespace
}  // namespace mtgauge::equal_rows_test
