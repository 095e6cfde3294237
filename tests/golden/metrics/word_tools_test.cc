// google-rouge and NLTK's stemmer against the figures and stems that the tools gave on texts of our
// own, line feeds inside segments included.
#include <gtest/gtest.h>

#include "core/text/words/nltk_porter.h"
#include "tests/golden/golden.h"
#include "tests/support/scored.h"

namespace mtgauge {
namespace {

nlohmann::json Goldens() { return ReadJson(ProjectFolder() / "tests/golden/data/word_tools.json"); }

TEST(WordToolsGolden, Stems) {
  const auto goldens = Goldens();
  ASSERT_GT(goldens.at("stems").size(), 900u);
  for (const auto& golden : goldens.at("stems")) {
    const std::string word = golden[0];
    EXPECT_EQ(NltkPorterStem(word), golden[1].get<std::string>()) << word;
  }
}

void ExpectFigures(const char* cases, size_t at_least) {
  const auto goldens = Goldens();
  size_t figures = 0;
  for (const auto& golden : goldens.at(cases)) {
    const std::string hyp = golden.at("hyp");
    const std::vector<std::string> refs = golden.at("refs");
    for (const auto& [spec, figure] : golden.at("figures").items()) {
      EXPECT_NEAR(test::ScorePair(spec, refs, hyp).score, 100 * figure.get<double>(), 1e-11)
          << spec << '\n'
          << hyp << '\n'
          << refs[0];
      ++figures;
    }
  }
  EXPECT_GT(figures, at_least);
}

TEST(WordToolsGolden, Rouge) { ExpectFigures("rouge", 1'500); }

}  // namespace
}  // namespace mtgauge
