// Compares WER, PER, CDER, CER and GLEU with the figures of Moses, cdec, odashi's mteval and NLTK
// on newstest2021. Needs the shared folder of reference data.
#include <gtest/gtest.h>

#include <iostream>
#include <sstream>

#include "core/text/utf8.h"
#include "tests/golden/golden.h"

namespace mtgauge::word_metrics_classic_test {
namespace {

// Returns the quotient of the two columns of a segment.
double SegmentRatio(const Scored& scored, size_t segment) {
  const std::vector<int64_t> row = Row(scored, 0, 0, segment);
  return static_cast<double>(row[0]) / static_cast<double>(row[1]);
}

// Reads "a\tb\tc" without its first field.
std::vector<double> NumbersOf(const std::string& line) {
  std::istringstream fields(line.substr(line.find('\t')));
  return {std::istream_iterator<double>(fields), {}};
}

TEST(WordMetricsClassicGolden, MosesSegments) {
  MTG_SKIP_WITHOUT_SHARED("golden/classic/wmt21");
  const Lines goldens = ClassicGolden("wmt21/moses/de-en.Borderline.A.evaluator-per-segment.tsv");
  ASSERT_EQ(goldens[0], "seg\tPER\tCDER\tWER");
  ASSERT_EQ(goldens.size(), 1001u);
  const char* const specs[] = {"per", "cder", "wer:dialect=cdec"};
  for (size_t m = 0; m < 3; ++m) {
    const Scored scored =
        ScoreLines(specs[m], Newstest2021("hyp.Borderline"), {Newstest2021("ref.A")});
    const auto made = MakeMetric(specs[m], {}, {});
    ASSERT_TRUE(made.ok());
    for (size_t i = 1; i < goldens.size(); ++i) {
      const double score = made->metric->Score(Row(scored, 0, 0, i - 1), Level::kSegment);
      EXPECT_NEAR(1 - score / 100, NumbersOf(goldens[i])[m], 0.50001e-4)
          << specs[m] << " line " << i;
    }
  }
}

TEST(WordMetricsClassicGolden, MosesCorpora) {
  MTG_SKIP_WITHOUT_SHARED("golden/classic/wmt21");
  const std::map<std::string, std::string> specs = {
      {"PER", "per"}, {"CDER", "cder"}, {"WER", "wer:dialect=cdec"}};
  size_t figures = 0;
  for (const std::string& line : ClassicGolden("wmt21/moses/de-en.evaluator.txt")) {
    std::istringstream fields(line);
    std::string metric, ref, hyp;
    double accuracy = 0;
    fields >> metric >> ref >> hyp >> accuracy;
    const auto spec = specs.find(metric);
    if (spec == specs.end()) continue;
    const auto name = [](const std::string& file) { return file.substr(6, file.size() - 9); };
    const Scored scored =
        ScoreLines(spec->second, Newstest2021(name(hyp)), {Newstest2021(name(ref))});
    EXPECT_NEAR(1 - CorpusScore(scored) / 100, accuracy, 0.50001e-4) << line;
    ++figures;
  }
  EXPECT_EQ(figures, 12u);
}

// Converts each byte to a character, since cdec counts bytes; white space is unchanged.
Lines BytesAsCharacters(const Lines& lines) {
  Lines out;
  for (const std::string& line : lines) {
    out.emplace_back();
    for (const char byte : line) {
      const auto value = static_cast<uint8_t>(byte);
      AppendUtf8(value < 0x80 ? value : 0x1000u + value, out.back());
    }
  }
  return out;
}

// Returns cdec's CER of `hyp`, which leaves out a segment with as many edits as the hypothesis has
// bytes.
double CdecCer(const Lines& hyp, const std::vector<Lines>& refs) {
  const Lines bytes = BytesAsCharacters(hyp);
  const Scored scored = ScoreLines("cer:dialect=cdec", bytes, refs),
               lengths = ScoreLines("cer:dialect=cdec", bytes, {bytes});
  double edits = 0, length = 0;
  for (size_t i = 0; i < hyp.size(); ++i) {
    const std::vector<int64_t> row = Row(scored, 0, 0, i);
    if (row[0] >= Row(lengths, 0, 0, i)[1]) continue;
    edits += static_cast<double>(row[0]);
    length += static_cast<double>(row[1]);
  }
  return edits / length;
}

TEST(WordMetricsClassicGolden, CdecWithOneAndTwoReferences) {
  MTG_SKIP_WITHOUT_SHARED("golden/classic/wmt21");
  const Lines a = Newstest2021("ref.A"), b = Newstest2021("ref.B");
  struct Case {
    const char* system;
    bool both;
    double wer, cer;
  };
  for (const Case& c :
       {Case{"Borderline", false, 0.559499, 0.398435}, Case{"Borderline", true, 0.456699, 0.320366},
        Case{"Online-A", false, 0.567135, 0.405733}, Case{"Online-A", true, 0.459079, 0.326703}}) {
    SCOPED_TRACE(std::string(c.system) + (c.both ? " AB" : " A"));
    const Lines hyp = Newstest2021(std::string("hyp.") + c.system);
    std::vector<Lines> refs = {a}, byte_refs = {BytesAsCharacters(a)};
    if (c.both) {
      refs.push_back(b);
      byte_refs.push_back(BytesAsCharacters(b));
    }
    EXPECT_NEAR(CorpusScore(ScoreLines("wer:dialect=cdec", hyp, refs)) / 100, c.wer, 0.501e-6);
    EXPECT_NEAR(CdecCer(hyp, byte_refs), c.cer, 0.501e-6);
  }
}

TEST(WordMetricsClassicGolden, OdashiSegments) {
  MTG_SKIP_WITHOUT_SHARED("golden/classic/wmt21");
  const Lines goldens = ClassicGolden("wmt21/odashi/de-en.Borderline.A.WER.txt");
  const Scored scored =
      ScoreLines("wer:dialect=cdec", Newstest2021("hyp.Borderline"), {Newstest2021("ref.A")});
  ASSERT_EQ(goldens.size(), 1000u);
  for (size_t i = 0; i < goldens.size(); ++i) {
    EXPECT_NEAR(SegmentRatio(scored, i), std::stod(goldens[i].substr(4)), 0.501e-6)
        << "line " << i + 1;
  }
}

TEST(WordMetricsClassicGolden, EdgeCases) {
  MTG_SKIP_WITHOUT_SHARED("golden/classic/edge");
  const Lines hyp = ClassicGolden("edge/hyp.nonempty_ref.txt"),
              ref = ClassicGolden("edge/ref.nonempty_ref.txt");
  const Lines goldens = ClassicGolden("edge/odashi.WER.txt");
  const Scored wer = ScoreLines("wer:dialect=cdec", hyp, {ref});
  ASSERT_EQ(goldens.size(), hyp.size());
  for (size_t i = 0; i < goldens.size(); ++i) {
    // odashi's mteval gives an empty hypothesis no error at all.
    const double expected = hyp[i].empty() ? 1 : std::stod(goldens[i].substr(4));
    EXPECT_NEAR(SegmentRatio(wer, i), expected, 0.501e-6) << "line " << i + 1;
  }
  // Moses' evaluator, over all segments.
  EXPECT_NEAR(1 - CorpusScore(wer) / 100, 0.3571, 0.50001e-4);
  EXPECT_NEAR(1 - CorpusScore(ScoreLines("per", hyp, {ref})) / 100, 0.6250, 0.50001e-4);
  EXPECT_NEAR(1 - CorpusScore(ScoreLines("cder", hyp, {ref})) / 100, 0.4821, 0.50001e-4);
}

TEST(WordMetricsClassicGolden, NltkGleu) {
  MTG_SKIP_WITHOUT_SHARED("golden/classic/wmt21");
  const Lines hyp = Newstest2021("hyp.Borderline"), a = Newstest2021("ref.A"),
              b = Newstest2021("ref.B");
  size_t figures = 0;
  for (const bool both : {false, true}) {
    const std::string stem =
        std::string("wmt21/nltk/de-en.Borderline.") + (both ? "AB" : "A") + ".nltk";
    const Lines goldens = ClassicGolden(stem + ".tsv"),
                corpus = ClassicGolden(stem + ".corpus.tsv");
    for (const Settings& settings : kAllSettings) {
      const Scored scored = ScoreLines(
          "gleu", hyp, both ? std::vector<Lines>{a, b} : std::vector<Lines>{a}, settings);
      ASSERT_EQ(goldens.size(), hyp.size() + 1);
      for (size_t i = 1; i < goldens.size(); ++i) {
        EXPECT_EQ(SegmentRatio(scored, i - 1), std::stod(goldens[i].substr(goldens[i].rfind('\t'))))
            << "line " << i;
        ++figures;
      }
      const std::vector<int64_t>& sums = scored.totals.sums.at(0);
      EXPECT_EQ(static_cast<double>(sums[0]) / static_cast<double>(sums[1]),
                NumbersOf(corpus.at(0))[0]);
    }
  }
  std::cout << "compared " << figures << " segments\n";
}

}  // namespace
}  // namespace mtgauge::word_metrics_classic_test
