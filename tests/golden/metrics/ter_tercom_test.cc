// Compares TER in tercom's dialect with the output of tercom 0.10.0: edits, lengths and scores of
// each segment to the last digit. Needs the shared folder of reference data.
#include <gtest/gtest.h>

#include <map>
#include <sstream>

#include "core/algo/distance/cost_beam.h"
#include "core/text/unicode.h"
#include "tests/golden/golden.h"

namespace mtgauge::ter_tercom_test {
namespace {

struct Printed {
  std::string id;
  double edits = 0, words = 0, score = 0;
};

// Reads a .ter file: two lines of heading, then "id edits words score".
std::vector<Printed> ReadTer(const std::string& file) {
  Lines lines = ReadLines(SharedFolder() / "golden/classic" / file);
  lines.erase(lines.begin(), lines.begin() + std::min<std::ptrdiff_t>(2, std::ssize(lines)));
  std::vector<Printed> out;
  for (const std::string& line : lines) {
    std::istringstream fields(line);
    fields >> out.emplace_back().id >> out.back().edits >> out.back().words >> out.back().score;
    EXPECT_TRUE(fields) << line;
  }
  return out;
}

Lines Newstest(const std::string& name) {
  return ReadLines(SharedFolder() / "data/wmt21" / ("newstest2021." + name));
}

void ExpectPrinted(const std::string& spec, const Scored& scored,
                   const std::vector<Printed>& printed) {
  const auto made = std::move(MakeMetric(spec, {}, {})).value();
  double edits = 0, words = 0;
  for (size_t i = 0; i < printed.size(); ++i) {
    SCOPED_TRACE(printed[i].id);
    const std::vector<int64_t> row = Row(scored, 0, 0, i);
    const std::vector<Detail> details = made.metric->Details(row, Level::kSegment);
    EXPECT_EQ(static_cast<double>(row[0]), printed[i].edits);
    EXPECT_EQ(std::get<double>(details.at(1).value), printed[i].words);
    EXPECT_EQ(made.metric->Score(row, Level::kSegment), 100 * printed[i].score);
    edits += printed[i].edits;
    words += printed[i].words;
  }
  const MetricScore& total = scored.report.systems.at(0).scores.at(0);
  EXPECT_EQ(total.score, 100 * (edits / words));
  EXPECT_EQ(total.equals, "tercom-0.10.0");
}

struct Setting {
  const char *pair, *system, *options;
};
constexpr Setting kSettings[] = {
    {"de-en", "Borderline", "def"}, {"de-en", "Borderline", "s"},  {"de-en", "Borderline", "N"},
    {"de-en", "Borderline", "P"},   {"de-en", "Borderline", "Ns"}, {"de-en", "Borderline", "NP"},
    {"de-en", "Online-A", "def"},   {"de-en", "Online-A", "s"},    {"de-en", "Online-A", "Ns"},
    {"en-zh", "HuaweiTSC", "def"},  {"en-zh", "HuaweiTSC", "NA"},  {"en-zh", "HuaweiTSC", "NAs"}};

// Returns our spec for the options "NAs".
std::string Spec(const std::string& options) {
  std::string spec = "ter:dialect=tercom";
  if (options == "def") return spec;
  static const std::map<char, std::string> kNames = {
      {'s', ",case=mixed"}, {'N', ",norm=yes"}, {'P', ",punct=no"}, {'A', ",asian=yes"}};
  for (const char option : options) spec += kNames.at(option);
  return spec;
}

TEST(TerTercomGolden, SegmentsWithOneAndTwoReferences) {
  MTG_SKIP_WITHOUT_SHARED("golden/classic/wmt21/tercom");
  size_t compared = 0;
  for (const Setting& setting : kSettings) {
    const std::string pair = setting.pair, language = "." + pair.substr(3);
    const Lines hyp = Newstest(pair + ".hyp." + setting.system + language);
    const Lines a = Newstest(pair + ".ref.A" + language), b = Newstest(pair + ".ref.B" + language);
    for (const std::string refs : {"A", "AB"}) {
      const std::string name = pair + "." + setting.system + "." + refs + "." + setting.options;
      SCOPED_TRACE(name);
      const std::vector<Printed> printed = ReadTer("wmt21/tercom/" + name + ".ter");
      ASSERT_EQ(printed.size(), hyp.size());
      std::vector<Lines> references = {a};
      if (refs == "AB") references.push_back(b);
      const std::string spec = Spec(setting.options);
      ExpectPrinted(spec, ScoreLines(spec, hyp, references), printed);
      compared += printed.size();
    }
  }
  EXPECT_EQ(compared, 24'012U);
}

// Reads lines "text (id)", without the ids.
Lines ReadTrans(const std::string& file) {
  Lines lines = ReadLines(SharedFolder() / "golden/classic" / file);
  for (std::string& line : lines) line.resize(line.rfind(" ("));
  return lines;
}

TEST(TerTercomGolden, Edges) {
  MTG_SKIP_WITHOUT_SHARED("golden/classic/edge/tercom.ter");
  const std::string spec = "ter:dialect=tercom";
  const std::vector<Printed> printed = ReadTer("edge/tercom.ter");
  ASSERT_EQ(printed.size(), 17U);
  ExpectPrinted(spec, ScoreLines(spec, ReadTrans("edge/hyp.trans"), {ReadTrans("edge/ref.trans")}),
                printed);
}

// A .sum file has "id | Ins | Del | Sub | Shft | WdSh | ..." between two rules.
TEST(TerTercomGolden, EditsByKind) {
  MTG_SKIP_WITHOUT_SHARED("golden/classic/edge/tercom.sum");
  const std::string spec = "ter:dialect=tercom,details=yes";
  const Scored scored =
      ScoreLines(spec, ReadTrans("edge/hyp.trans"), {ReadTrans("edge/ref.trans")});
  size_t compared = 0;
  for (std::string line : ReadLines(SharedFolder() / "golden/classic/edge/tercom.sum")) {
    if (line.rfind("e-", 0) != 0) continue;
    std::replace(line.begin(), line.end(), '|', ' ');
    std::istringstream fields(line);
    std::string id;
    std::vector<int64_t> printed(5);
    fields >> id;
    for (int64_t& count : printed) fields >> count;
    ASSERT_TRUE(fields) << line;
    const std::vector<int64_t> row = Row(scored, 0, 0, compared++);
    EXPECT_EQ(std::vector<int64_t>(row.end() - 5, row.end()), printed) << line;
  }
  EXPECT_EQ(compared, 17U);
}

// Edits to A as with only A, divided by the lengths of B, computed from the mean of both.
TEST(TerTercomGolden, TargetedReference) {
  MTG_SKIP_WITHOUT_SHARED("golden/classic/wmt21/tercom");
  std::vector<Printed> printed = ReadTer("wmt21/tercom/de-en.Borderline.A.def.ter");
  const std::vector<Printed> both = ReadTer("wmt21/tercom/de-en.Borderline.AB.def.ter");
  ASSERT_EQ(printed.size(), both.size());
  for (size_t i = 0; i < printed.size(); ++i) {
    printed[i].words = 2 * both[i].words - printed[i].words;
    printed[i].score = printed[i].edits / printed[i].words;
  }
  const Lines a = Newstest("de-en.ref.A.en"), b = Newstest("de-en.ref.B.en");
  ExpectPrinted("hter", ScoreLines("hter", Newstest("de-en.hyp.Borderline.en"), {a, b}), printed);
}

// Returns words as numbers, for tests of the beam only.
std::vector<uint32_t> Names(const std::string& line, std::map<std::string, uint32_t>& names) {
  std::string lower;
  AppendLowercase(line, lower);
  std::istringstream words(lower);
  std::vector<uint32_t> out;
  for (std::string word; words >> word;) {
    out.push_back(names.emplace(word, static_cast<uint32_t>(names.size())).first->second);
  }
  return out;
}

// "-d 0": no block moves.
TEST(TerTercomGolden, DistancesInTheBeam) {
  MTG_SKIP_WITHOUT_SHARED("golden/classic/wmt21/tercom");
  const std::vector<Printed> printed = ReadTer("wmt21/tercom/de-en.Borderline.A.d0.ter");
  const Lines hyp = Newstest("de-en.hyp.Borderline.en"), ref = Newstest("de-en.ref.A.en");
  ASSERT_EQ(printed.size(), 1000U);
  CostBeam beam;
  for (size_t i = 0; i < printed.size(); ++i) {
    std::map<std::string, uint32_t> names;
    const std::vector<uint32_t> hyp_words = Names(hyp[i], names), ref_words = Names(ref[i], names);
    EXPECT_EQ(beam.SetBase(hyp_words, ref_words), printed[i].edits) << printed[i].id;
  }
}

}  // namespace
}  // namespace mtgauge::ter_tercom_test
