// Compares the BLEU family with the figures of mteval-v13a.pl and -v14.pl, multi-bleu.perl and NLTK
// for real systems' outputs. Needs the shared folder of reference data.
#include <gtest/gtest.h>

#include <iostream>
#include <map>
#include <regex>
#include <sstream>

#include "tests/golden/golden.h"
#include "tests/support/sgml_text.h"

namespace mtgauge::bleu_classic_test {
namespace {

Lines Wmt17(const std::string& name) {
  return ReadLines(SharedFolder() / "data/wmt17" / (name + ".txt"));
}
// The rows of every segment under a spec.
class Rows {
 public:
  Rows(const std::string& spec, const std::vector<Lines>& refs, const Lines& hyp,
       const Settings& settings = kAllSettings[0]) {
    Corpus corpus;
    corpus.hyps.push_back(hyp);
    for (const Lines& ref : refs) corpus.refs.push_back(AllPresent(ref));
    scored_ = ScoreCorpus(corpus, {spec}, settings);
    made_ = MakeMetric(spec, {}, {});
  }
  // Returns the score of the segments [begin, end) together.
  double Score(size_t begin, size_t end) const {
    std::vector<int64_t> sums(scored_.widths[0]);
    for (size_t i = begin; i < end; ++i) {
      const std::vector<int64_t> row = Row(scored_, 0, 0, i);
      for (size_t c = 0; c < row.size(); ++c) sums[c] += row[c];
    }
    return made_->metric->Score(sums, Level::kCorpus);
  }
  const MetricScore& report() const { return scored_.report.systems.at(0).scores.at(0); }

 private:
  Scored scored_;
  Result<MadeMetric> made_ = CancelledError();
};

// "AB.lc.intl.sm.shortest" in the goldens' names.
struct MtevalSetting {
  std::string references, spec;
  bool escaped = true;

  explicit MtevalSetting(const std::string& name) {
    std::istringstream parts(name);
    std::getline(parts, references, '.');
    spec = "mteval-bleu:";
    for (std::string part; std::getline(parts, part, '.');) {
      if (part == "c") spec += "lc=no,";
      if (part == "intl") spec += "tok=intl,";
      if (part == "nosm") spec += "smooth=none,";
      if (part == "shortest") spec += "brevity=shortest,";
      if (part == "intl") escaped = false;
    }
    spec.pop_back();
  }
  Lines Text(const std::string& which) const {
    return escaped ? test::Escape(Newstest2021(which)) : Newstest2021(which);
  }
  Rows Score(const std::string& system) const {
    std::vector<Lines> refs = {Text("ref.A")};
    if (references == "AB") refs.push_back(Text("ref.B"));
    return Rows(spec, refs, Text("hyp." + system));
  }
};

TEST(MtevalBleuGolden, SystemsDocumentsAndSegments) {
  const std::string file = "golden/classic/wmt21/mteval/de-en.mteval-v13a.scores.tsv";
  MTG_SKIP_WITHOUT_SHARED(file);
  const Lines table = ReadLines(SharedFolder() / file);
  const Lines header = Fields(table[0]);
  size_t compared = 0;
  for (size_t column = 0; column < header.size(); ++column) {
    if (!header[column].starts_with("BLEU.")) continue;
    SCOPED_TRACE(header[column]);
    const MtevalSetting setting(header[column].substr(5));
    std::map<std::string, Rows> systems;
    for (const char* system : {"Borderline", "Online-A"}) {
      systems.emplace(system, setting.Score(system));
    }
    for (size_t i = 1; i < table.size(); ++i) {
      const Lines row = Fields(table[i]);
      size_t begin = 0, end = 1000;
      if (row[1] != "-") begin = 100 * std::stoul(row[1].substr(1)), end = begin + 100;
      if (row[2] != "-") begin += std::stoul(row[2]) - 1, end = begin + 1;
      ASSERT_NEAR(systems.at(row[0]).Score(begin, end), std::stod(row[column]), 1e-14)
          << table[i].substr(0, 30);
      ++compared;
    }
  }
  EXPECT_EQ(compared, 18U * 2022);
  std::cout << "compared " << compared << " scores\n";
}

TEST(MtevalBleuGolden, IndividualAndCumulativeScores) {
  const std::string file = "golden/classic/wmt21/mteval/de-en.mteval.ngram.tsv";
  MTG_SKIP_WITHOUT_SHARED(file);
  std::map<std::string, Rows> known;
  size_t compared = 0;
  for (const std::string& line : ReadLines(SharedFolder() / file)) {
    const Lines row = Fields(line);
    if (row[3] != "BLEU") continue;
    const std::string key = row[1] + ' ' + row[4];
    if (!known.contains(key)) known.emplace(key, MtevalSetting(row[1]).Score(row[4]));
    const std::vector<double> ours = Numbers(known.at(key).report(), row[2]);
    ASSERT_EQ(ours.size(), 9U);
    for (size_t n = 0; n < 9; ++n) {
      EXPECT_NEAR(ours[n], std::stod(row[5 + n]), 0.50001e-4) << line;
      ++compared;
    }
  }
  std::cout << "compared " << compared << " scores\n";
  EXPECT_GT(compared, 1000U);
}

// Returns the numbers before `system` in the line that begins with BLEU after `title`.
std::vector<double> PrintedOrders(const std::string& report, const std::string& title,
                                  const std::string& system) {
  const std::regex row(" BLEU:([ 0-9.]+)\"" + system + "\"");
  const std::string behind = report.substr(report.find(title));
  std::smatch found;
  EXPECT_TRUE(std::regex_search(behind, found, row)) << title << ' ' << system;
  std::istringstream numbers(found[1]);
  return {std::istream_iterator<double>(numbers), {}};
}

void ExpectPrintedOrders(const Rows& rows, const std::string& report, const std::string& system) {
  for (const std::string kind : {"individual", "cumulative"}) {
    const std::string title = kind == "individual" ? "Individual N-gram" : "Cumulative N-gram";
    const std::vector<double> printed = PrintedOrders(report, title, system);
    const std::vector<double> ours = Numbers(rows.report(), kind);
    ASSERT_EQ(printed.size(), ours.size());
    for (size_t n = 0; n < ours.size(); ++n) EXPECT_NEAR(ours[n], printed[n], 0.50001e-4) << n;
  }
}

TEST(MtevalBleuGolden, EdgeCases) {
  MTG_SKIP_WITHOUT_SHARED("golden/classic/edge/mteval13a.txt");
  const Lines hyp = ClassicGolden("edge/hyp.nonempty_ref.txt"),
              ref = ClassicGolden("edge/ref.nonempty_ref.txt");
  const auto folder = SharedFolder() / "golden/classic/edge";
  for (const auto& [file, spec] :
       {std::pair("mteval13a.txt", "mteval-bleu"),
        std::pair("mteval13a--no-smoothing.txt", "mteval-bleu:smooth=none")}) {
    SCOPED_TRACE(spec);
    const Rows rows(spec, {ref}, hyp);
    const std::string report = ReadBytes(folder / file);
    const std::regex segment("BLEU score using 4-grams = ([0-9.]+) for system \"sys\" on segment");
    size_t at = 0;
    for (std::sregex_iterator found(report.begin(), report.end(), segment), end; found != end;
         ++found, ++at) {
      EXPECT_NEAR(rows.Score(at, at + 1), std::stod((*found)[1]), 0.50001e-4) << hyp[at];
    }
    EXPECT_EQ(at, hyp.size());
    EXPECT_NEAR(rows.report().score, 0.3898, 0.50001e-4);
    ExpectPrintedOrders(rows, report, "sys");
  }
}

TEST(MtevalBleuGolden, Wmt17) {
  MTG_SKIP_WITHOUT_SHARED("golden/classic/out/wmt17.mteval13a.c.txt");
  const std::string report = ReadBytes(SharedFolder() / "golden/classic/out/wmt17.mteval13a.c.txt");
  const Lines ref = test::Escape(Wmt17("ref"));
  size_t segments = 0;
  for (const std::string system : {"LIUM-NMT.4900", "online-B.0", "uedin-nmt.4722"}) {
    SCOPED_TRACE(system);
    const Rows rows("mteval-bleu:lc=no", {ref}, test::Escape(Wmt17(system)));
    ExpectPrintedOrders(rows, report, system);
    const std::regex segment("BLEU score using 4-grams = ([0-9.]+) for system \"" + system +
                             "\" on segment");
    size_t at = 0;
    for (std::sregex_iterator found(report.begin(), report.end(), segment), end; found != end;
         ++found, ++at) {
      EXPECT_NEAR(rows.Score(at, at + 1), std::stod((*found)[1]), 0.50001e-4) << at;
    }
    segments += at;
  }
  EXPECT_EQ(segments, 3U * 3004);
}

// Returns "31.01, 61.1/38.4/25.0/16.8 (BP=0.985, ...)", as the script prints it.
std::string AsPrinted(const MetricScore& score) {
  std::ostringstream text;
  text.precision(2);
  text << std::fixed << score.score << ", " << score.verbose;
  return text.str();
}

TEST(MultiBleuGolden, Wmt21) {
  const std::string file = "golden/classic/wmt21/multi-bleu/de-en.multi-bleu.txt";
  MTG_SKIP_WITHOUT_SHARED(file);
  const Lines lines = ReadLines(SharedFolder() / file);
  const std::regex command("(multi-bleu.*)\\.perl( -lc)? .*ref\\.(AB?)\\.en < .*hyp\\.(.*)\\.en");
  for (size_t i = 0; i + 1 < lines.size(); i += 2) {
    std::smatch found;
    ASSERT_TRUE(std::regex_match(lines[i], found, command)) << lines[i];
    std::vector<Lines> refs = {Newstest2021("ref.A")};
    if (found[3] == "AB") refs.push_back(Newstest2021("ref.B"));
    const std::string spec = std::string(found[1]) + (found[2].matched ? ":lc=yes" : "");
    const Rows rows(spec, refs, Newstest2021("hyp." + std::string(found[4])));
    EXPECT_EQ("BLEU = " + AsPrinted(rows.report()), lines[i + 1]) << lines[i];
  }
  EXPECT_EQ(lines.size(), 32U);
}

TEST(MultiBleuGolden, Wmt17) {
  MTG_SKIP_WITHOUT_SHARED("golden/classic/out/wmt17.uedin-nmt.4722.multibleu.raw.txt");
  for (const std::string system : {"LIUM-NMT.4900", "online-B.0", "uedin-nmt.4722"}) {
    for (const auto& [spec, name] : {std::pair("multi-bleu", "multibleu.raw"),
                                     std::pair("multi-bleu-detok", "multibleudetok")}) {
      const Rows rows(spec, {Wmt17("ref")}, Wmt17(system));
      EXPECT_EQ("BLEU = " + AsPrinted(rows.report()),
                ClassicGolden("out/wmt17." + system + "." + name + ".txt").at(0));
    }
  }
}

TEST(SentenceBleuGolden, NltkMethods) {
  MTG_SKIP_WITHOUT_SHARED("golden/classic/wmt21/nltk");
  const Lines hyp = Newstest2021("hyp.Borderline"), a = Newstest2021("ref.A"),
              b = Newstest2021("ref.B");
  size_t compared = 0;
  for (const bool both : {false, true}) {
    const Lines table = ClassicGolden(std::string("wmt21/nltk/de-en.Borderline.") +
                                      (both ? "AB" : "A") + ".nltk.tsv");
    ASSERT_EQ(table.size(), hyp.size() + 1);
    for (size_t method = 1; method <= 3; ++method) {
      const std::string spec = "sentence-bleu:smooth=cc" + std::to_string(method);
      for (const Settings& settings : kAllSettings) {
        const Rows rows(spec, both ? std::vector<Lines>{a, b} : std::vector<Lines>{a}, hyp,
                        settings);
        double mean = 0;
        for (size_t i = 0; i < hyp.size(); ++i) {
          const double expected = 100 * std::stod(Fields(table[i + 1]).at(method));
          EXPECT_NEAR(rows.Score(i, i + 1), expected, 1e-14 * expected)
              << spec << " line " << i + 1;
          mean += expected / static_cast<double>(hyp.size());
          ++compared;
        }
        EXPECT_NEAR(rows.report().score, mean, 1e-11);
      }
    }
  }
  std::cout << "compared " << compared << " segments\n";
}

}  // namespace
}  // namespace mtgauge::bleu_classic_test
