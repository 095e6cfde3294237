// Compares the metrics of other tools with those tools' figures on generated hostile segments and
// on real systems' outputs: NLTK, evaluate, Tensor2Tensor, pycocoevalcap, ROUGE-1.5.5,
// rouge-score-rs, lepor and hLepor. Needs the shared folder of reference data.
#include "tests/golden/metrics2.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <iostream>
#include <map>
#include <string>
#include <vector>

#include "core/text/words/nltk_porter.h"
#include "tests/support/scored.h"

namespace mtgauge::metrics2_test {
namespace {

using metrics2::kFolder;
using metrics2::Set;
using metrics2::Sets;

enum class Of { kSegments, kEachAlone, kCorpus };

// `column` of the figures is `spec` here; `scale` is mtgauge's score for 1.
struct Figure {
  Of of;
  std::string column, spec;
  double scale = 1;
  double relative = 1e-12, absolute = 0;
  bool one_reference = false;  // the tool takes only the first
};

// Where the tool raised an error, the score is 0. Returns how many figures were compared.
size_t ExpectFigure(const Figure& figure, const std::string& theirs, double score) {
  if (theirs == "absent" || theirs == "none") return 0;
  if (theirs.starts_with("error")) {
    EXPECT_EQ(score, 0) << theirs;
    return 1;
  }
  const double expected = figure.scale * std::stod(theirs);
  EXPECT_NEAR(score, expected, figure.relative * std::fabs(expected) + figure.absolute);
  return 1;
}

size_t ExpectFigures(const Figure& figure, const Set& set) {
  std::vector<Lines> refs = set.refs;
  if (figure.one_reference) refs.resize(1);
  if (figure.of == Of::kCorpus) {
    return ExpectFigure(figure, set.corpus.at(figure.column),
                        test::ScoreSegments(figure.spec, refs, set.hyps).score);
  }
  const Lines& column = set.segments.at(figure.column);
  std::vector<double> scores;
  if (figure.of == Of::kSegments) {
    scores = test::ScoreSegments(figure.spec, refs, set.hyps).segments;
  } else {
    for (size_t i = 0; i < set.hyps.size(); ++i) {
      Lines of_segment;
      for (const Lines& lines : refs) of_segment.push_back(lines[i]);
      scores.push_back(test::ScorePair(figure.spec, of_segment, set.hyps[i]).score);
    }
  }
  size_t compared = 0;
  for (size_t i = 0; i < scores.size(); ++i) {
    SCOPED_TRACE("segment " + std::to_string(i + 1));
    compared += ExpectFigure(figure, column.at(i), scores[i]);
  }
  return compared;
}

void ExpectAll(const std::vector<Figure>& figures, size_t at_least) {
  size_t compared = 0;
  for (const Figure& figure : figures) {
    SCOPED_TRACE(figure.column + " is " + figure.spec);
    for (const Set& set : Sets()) compared += ExpectFigures(figure, set);
  }
  EXPECT_GE(compared, at_least);
  std::cout << "compared " << compared << " figures\n";
}

TEST(Metrics2Golden, NltkBleu) {
  MTG_SKIP_WITHOUT_SHARED(kFolder);
  std::vector<Figure> figures = {
      {Of::kSegments, "nltk.bleu.method0.reweigh", "nltk-bleu:reweigh=yes"}};
  for (const char method : std::string("01234567")) {
    const std::string column = std::string("nltk.bleu.method") + method;
    const std::string spec = std::string("nltk-bleu:smooth=method") + method;
    if (method > '4') {
      // Means are stored in units of 2^-60.
      figures.push_back({Of::kSegments, column, spec + ",corpus=mean", 1, 1e-12, 1e-17});
      continue;
    }
    figures.push_back({Of::kSegments, column, spec});
    figures.push_back({Of::kCorpus, column, spec});
  }
  for (const char method : std::string("123")) {
    figures.push_back({Of::kSegments, std::string("nltk.bleu.method") + method,
                       std::string("sentence-bleu:smooth=cc") + method, 100, 1e-12, 1e-15});
  }
  ExpectAll(figures, 10'000);
}

TEST(Metrics2Golden, NltkOthers) {
  MTG_SKIP_WITHOUT_SHARED(kFolder);
  ExpectAll({{Of::kCorpus, "nltk.nist", "nltk-nist"},
             {Of::kEachAlone, "nltk.nist", "nltk-nist", 1, 1e-12, 1e-12},
             {Of::kCorpus, "nltk.ribes", "nltk-ribes"},
             {Of::kSegments, "nltk.ribes", "nltk-ribes", 1, 1e-12, 1e-17},
             {Of::kCorpus, "nltk.gleu", "gleu", 100},
             {Of::kSegments, "nltk.gleu", "gleu", 100}},
            3'000);
}

// NLTK counts U+001C to U+001F as characters, and only the hostile texts have them.
TEST(Metrics2Golden, NltkSentenceChrf) {
  MTG_SKIP_WITHOUT_SHARED(kFolder);
  const Figure figure = {Of::kSegments, "nltk.chrf", "chrf:beta=3,eps=yes", 100, 1e-12,
                         1e-13,         true};
  size_t compared = 0;
  for (size_t i = 2; i < Sets().size(); ++i) compared += ExpectFigures(figure, Sets()[i]);
  EXPECT_GE(compared, 420u);
}

TEST(Metrics2Golden, EvaluateAndTensor2Tensor) {
  MTG_SKIP_WITHOUT_SHARED(kFolder);
  ExpectAll({{Of::kCorpus, "hf-bleu", "hf-bleu"},
             {Of::kSegments, "hf-bleu", "hf-bleu"},
             {Of::kCorpus, "hf-bleu.smooth", "hf-bleu:smooth=yes"},
             {Of::kSegments, "hf-bleu.smooth", "hf-bleu:smooth=yes"},
             {Of::kCorpus, "google-bleu", "gleu:tok=13a", 100},
             {Of::kCorpus, "t2t-approx-bleu.split", "t2t-bleu", 1, 1e-7, 0, true}},
            2'000);
}

TEST(Metrics2Golden, Cider) {
  MTG_SKIP_WITHOUT_SHARED(kFolder);
  ExpectAll({{Of::kCorpus, "cider-d", "cider-d", 1, 1e-9},
             {Of::kSegments, "cider-d", "cider-d", 1, 1e-9, 1e-17}},
            1'000);
}

// Scores without a match are near 1e-16 with NLTK's epsilon; rows store units of 2^-60.
TEST(Metrics2Golden, Lepor) {
  MTG_SKIP_WITHOUT_SHARED(kFolder);
  ExpectAll({{Of::kSegments, "lepor", "lepor", 1, 1e-12, 1e-17, true},
             {Of::kSegments, "nltk.lepor.split", "lepor:dialect=nltk", 1, 1e-12, 1e-17, true},
             {Of::kSegments, "hlepor.split", "hlepor", 1, 1e-12, 1e-17, true}},
            3'500);
}

// ROUGE-1.5.5 was not run on texts without words. Its corpus figures are those of random resamples.
TEST(Metrics2Golden, Rouge155) {
  MTG_SKIP_WITHOUT_SHARED(kFolder);
  size_t compared = 0;
  for (const auto& [kind, name] : std::map<std::string, std::string>{{"1", "1"},
                                                                     {"2", "2"},
                                                                     {"3", "3"},
                                                                     {"4", "4"},
                                                                     {"L", "l"},
                                                                     {"S4", "s"},
                                                                     {"SU4", "su"},
                                                                     {"W-1.2", "w"}}) {
    for (const bool stems : {false, true}) {
      for (const char stat : std::string("rpf")) {
        const std::string column =
            "rouge-1.5.5." + std::string(stems ? "stem." : "") + kind + "." + stat;
        const std::string spec = "rouge155:n=" + name + ",stat=" + stat + ",formula=b" +
                                 (stems ? ",use_stemmer=yes" : "");
        SCOPED_TRACE(column);
        for (const Set& set : Sets()) {
          if (set.segments.count(column) == 0) continue;
          const auto scores = test::ScoreSegments(spec, set.refs, set.hyps).segments;
          for (size_t i = 0; i < scores.size(); ++i) {
            const std::string& theirs = set.segments.at(column).at(i);
            if (theirs == "absent") continue;
            EXPECT_EQ(scores[i], std::stod(theirs)) << "segment " << i + 1;
            ++compared;
          }
        }
      }
    }
  }
  EXPECT_GT(compared, 30'000u);
  std::cout << "compared " << compared << " figures\n";
}

TEST(Metrics2Golden, RougeOfUnicodeWords) {
  MTG_SKIP_WITHOUT_SHARED(kFolder);
  std::vector<Figure> figures;
  for (const std::string tokenizer : {"unicode-v1", "character-v1"}) {
    for (const auto& [kind, name] :
         std::map<std::string, std::string>{{"rouge1", "1"}, {"rouge2", "2"}, {"rougeL", "l"}}) {
      for (const char stat : std::string("prf")) {
        const std::string column = "rouge." + tokenizer + "." + kind + "." + stat;
        const std::string spec =
            "google-rouge:n=" + name + ",stat=" + stat + ",tokenizer=" + tokenizer;
        figures.push_back({Of::kSegments, column, spec, 100, 1e-12, 1e-13, true});
        figures.push_back({Of::kCorpus, column + ".mean", spec, 100, 1e-12, 0, true});
      }
    }
  }
  ExpectAll(figures, 20'000);
}

TEST(Metrics2Golden, Rouge155Stems) {
  size_t stems = 0;
  for (const std::string& line :
       ReadLines(ProjectFolder() / "tests/golden/data/rouge155_stems.tsv")) {
    const Lines fields = Fields(line);
    EXPECT_EQ(Rouge155Stem(fields.at(0)), fields.at(1)) << fields[0];
    ++stems;
  }
  EXPECT_GT(stems, 1'800u);
}

}  // namespace
}  // namespace mtgauge::metrics2_test
