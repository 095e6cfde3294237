// Compares METEOR with the figures of METEOR 1.5's jar: statistics, segments, corpora. Needs the
// shared folder of reference data, including METEOR's own files; the stems do not.
#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>
#include <utility>

#include "core/text/words/stemmer.h"
#include "tests/golden/golden.h"

namespace mtgauge::meteor_jar_test {
namespace {

constexpr double kClose = 1e-12;
// Columns of the row.
constexpr size_t kHypLength = 0, kRefLength = 1, kChunks = 20, kHypMatched = 21, kRefMatched = 22;

std::filesystem::path Jar() { return SharedFolder() / "golden/classic"; }

std::string Spec(const std::string& options) {
  return "meteor:data=" + (SharedFolder() / "data/meteor-1.5").string() + "," + options;
}

Scored Score(const std::string& options, const Lines& hyp, const std::vector<Lines>& refs) {
  return ScoreLines(Spec(options), hyp, refs);
}

// The jar's output with -vOut: precision, recall, penalty and score of segments, and the totals.
struct Printed {
  std::vector<std::vector<double>> segments;
  std::map<std::string, double> corpus;
};

// Converts a number; Java's spelling of NaN is not accepted by std::stod.
double ToNumber(const std::string& text) { return text == "NaN" ? std::nan("") : std::stod(text); }

Printed ReadPrinted(const std::filesystem::path& path) {
  Printed out;
  for (const std::string& line : ReadLines(path)) {
    const size_t colon = line.find(':');
    if (colon == std::string::npos) continue;
    std::istringstream fields(line.substr(colon + 1));
    std::vector<double> numbers;
    if (line.starts_with("Segment ")) {
      for (std::string field; fields >> field;) numbers.push_back(ToNumber(field));
      out.segments.push_back(numbers);
    } else if (double number = 0; fields >> number) {
      out.corpus[line.substr(0, colon)] = number;
    }
  }
  return out;
}

double DetailOf(const Metric& metric, std::span<const int64_t> row, Level level,
                const std::string& name) {
  for (const Detail& detail : metric.Details(row, level)) {
    if (detail.name == name) return std::get<double>(detail.value);
  }
  ADD_FAILURE() << name;
  return 0;
}

// Returns how many figures were compared.
size_t CompareWithPrinted(const std::string& options, const Scored& scored,
                          const std::filesystem::path& path) {
  const Printed printed = ReadPrinted(path);
  const auto made = MakeMetric(Spec(options), {}, {});
  EXPECT_TRUE(made.ok()) << made.status();
  const Metric& metric = *made->metric;
  size_t figures = 0;
  for (size_t i = 0; i < printed.segments.size(); ++i) {
    const std::vector<int64_t> row = Row(scored, 0, 0, i);
    const std::vector<double>& want = printed.segments[i];
    const double got[] = {DetailOf(metric, row, Level::kSegment, "precision"),
                          DetailOf(metric, row, Level::kSegment, "recall"),
                          DetailOf(metric, row, Level::kSegment, "penalty"),
                          metric.Score(row, Level::kSegment)};
    for (size_t f = 0; f < 4; ++f) {
      EXPECT_NEAR(got[f], std::isnan(want[f]) ? 0 : want[f], kClose)
          << path << " segment " << i + 1 << " figure " << f;
      ++figures;
    }
  }
  EXPECT_NEAR(CorpusScore(scored), printed.corpus.at("Final score"), kClose) << path;
  const auto& details = scored.report.systems.at(0).scores.at(0).details;
  const std::map<std::string, std::string> names = {{"precision", "Precision"},
                                                    {"recall", "Recall"},
                                                    {"fmean", "fMean"},
                                                    {"penalty", "Fragmentation penalty"}};
  for (const Detail& detail : details) {
    const auto name = names.find(detail.name);
    if (name == names.end()) continue;
    EXPECT_NEAR(std::get<double>(detail.value), printed.corpus.at(name->second), kClose) << path;
    ++figures;
  }
  return figures + 1;
}

// Returns the row for a line of the jar's -ssOut, which does not count the chunk of a completely
// matched segment.
std::vector<int64_t> RowOfStatistics(const std::string& line) {
  std::istringstream fields(line);
  std::vector<int64_t> row;
  for (double number = 0; fields >> number;) row.push_back(static_cast<int64_t>(number));
  const bool whole = row.at(kChunks) == 1 && row[kHypMatched] == row[kHypLength] &&
                     row.at(kRefMatched) == row[kRefLength];
  if (whole) row[kChunks] = 0;
  return row;
}

size_t CompareWithStatistics(const Scored& scored, const std::filesystem::path& path) {
  const Lines lines = ReadLines(path);
  for (size_t i = 0; i < lines.size(); ++i) {
    EXPECT_EQ(Row(scored, 0, 0, i), RowOfStatistics(lines[i])) << path << " segment " << i + 1;
  }
  return lines.size() * 23;
}

// Returns the options for "ex-st-sy.norm.p05".
std::string OptionsOf(const std::string& setting) {
  const std::map<std::string, std::string> known = {
      {"ex-st-sy", "modules=ex+st+sy"},
      {"ex-st", "modules=ex+st"},
      {"ex", "modules=ex"},
      {"norm", "text=norm"},
      {"lower", "text=lower"},
      {"plain", "text=plain"},
      {"nopunct", "text=nopunct"},
      {"adq", "task=adq"},
      {"hter", "task=hter"},
      {"li", "task=li"},
      {"p05", "alpha=0.9,beta=3,gamma=0.5,delta=0.5,weights=1+1+1"}};
  std::string options = "lang=en";
  std::istringstream parts(setting);
  for (std::string part; std::getline(parts, part, '.');) options += "," + known.at(part);
  return options;
}

TEST(MeteorJarGolden, Newstest) {
  MTG_SKIP_WITHOUT_SHARED("golden/classic/wmt21/meteor");
  size_t figures = 0, statistics = 0, files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(Jar() / "wmt21/meteor")) {
    // de-en.SYSTEM.REFERENCES.SETTING.txt
    std::string name = entry.path().filename();
    const bool of_statistics = name.ends_with(".ss.txt");
    if (!name.ends_with(".txt") || name.find("sgml") != std::string::npos) continue;
    name.resize(name.size() - (of_statistics ? 7 : 4));
    std::istringstream parts(name);
    std::string pair, system, references, setting;
    std::getline(parts, pair, '.');
    std::getline(parts, system, '.');
    std::getline(parts, references, '.');
    std::getline(parts, setting);
    std::vector<Lines> refs;
    for (const char reference : references)
      refs.push_back(Newstest2021(std::string("ref.") + reference));
    const std::string options = OptionsOf(setting);
    const Scored scored = Score(options, Newstest2021("hyp." + system), refs);
    ++files;
    if (of_statistics) {
      statistics += CompareWithStatistics(scored, entry.path());
    } else {
      figures += CompareWithPrinted(options, scored, entry.path());
    }
  }
  EXPECT_GE(files, 60u);
  EXPECT_GT(figures, 4000u * 30);
  EXPECT_GT(statistics, 23000u * 20);
  RecordProperty("figures", std::to_string(figures));
  std::cout << files << " files, " << figures << " figures, " << statistics << " statistics\n";
}

TEST(MeteorJarGolden, German) {
  MTG_SKIP_WITHOUT_SHARED("golden/classic/out");
  const auto data = SharedFolder() / "data/wmt17";
  for (const std::string system : {"uedin-nmt.4722", "online-B.0", "LIUM-NMT.4900"}) {
    const std::string options = "lang=de,text=norm,modules=ex+st";
    const Scored scored =
        Score(options, ReadLines(data / (system + ".txt")), {ReadLines(data / "ref.txt")});
    EXPECT_EQ(CompareWithPrinted(options, scored,
                                 Jar() / "out" / ("wmt17." + system + ".meteor.de.exst.norm.txt")),
              3004u * 4 + 5);
  }
}

TEST(MeteorJarGolden, Edges) {
  MTG_SKIP_WITHOUT_SHARED("golden/classic/edge");
  const std::string options = "text=lower,modules=ex+st+sy";
  const Scored scored =
      Score(options, ReadLines(Jar() / "edge/hyp.txt"), {ReadLines(Jar() / "edge/ref.txt")});
  EXPECT_EQ(CompareWithPrinted(options, scored, Jar() / "edge/meteor.txt"), 17u * 4 + 5);
}

// Words of every language that METEOR stems.
TEST(MeteorGolden, Stems) {
  size_t languages = 0;
  std::string last;
  for (const std::string& line :
       ReadLines(ProjectFolder() / "tests/golden/data/meteor_stems.tsv")) {
    const std::vector<std::string> fields = Fields(line);
    ASSERT_EQ(fields.size(), 3u) << line;
    languages += fields[0] == std::exchange(last, fields[0]) ? 0 : 1;
    const auto rows = Stemmers();
    const auto today = std::ranges::find_if(
        rows, [&](const StemmerRow& row) { return fields[0] == row.algorithm; });
    Stemmer stemmer(*FindMeteorStemmer(today->name), DefaultHash().function);
    EXPECT_EQ(stemmer.Stem(fields[1]), fields[2]) << line;
  }
  EXPECT_EQ(languages, 15u);
}

}  // namespace
}  // namespace mtgauge::meteor_jar_test
