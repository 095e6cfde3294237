// Compares google-rouge, nltk-meteor and NLTK's stemmer with the tools' figures and stems on our
// own texts, including line feeds inside segments. Figures with synonyms need WordNet 3.0.
#include <gtest/gtest.h>

#include "core/text/words/nltk_porter.h"
#include "core/text/words/resource_file.h"
#include "tests/golden/golden.h"
#include "tests/support/scored.h"

namespace mtgauge::word_tools_test {
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

// Compares the figures of the specs that contain `marker`; `scale` is mtgauge's score for 1.
void ExpectFigures(const char* cases, const std::string& marker, double scale, size_t at_least) {
  const auto goldens = Goldens();
  size_t figures = 0;
  for (const auto& golden : goldens.at(cases)) {
    const std::string hyp = golden.at("hyp");
    const std::vector<std::string> refs = golden.at("refs");
    for (const auto& [spec, figure] : golden.at("figures").items()) {
      if (spec.find(marker) == std::string::npos) continue;
      EXPECT_NEAR(test::ScorePair(spec, refs, hyp).score, scale * figure.get<double>(),
                  scale * 1e-12)
          << spec << '\n'
          << hyp << '\n'
          << refs[0];
      ++figures;
    }
  }
  EXPECT_GT(figures, at_least);
}

TEST(WordToolsGolden, Rouge) { ExpectFigures("rouge", "", 100, 1'500); }

TEST(WordToolsGolden, MeteorWithoutSynonyms) { ExpectFigures("meteor", "=none", 1, 90); }

TEST(WordToolsGolden, MeteorWithSynonyms) {
  if (!std::filesystem::exists(WordNetFolder("") + "/data.noun")) {
    GTEST_SKIP() << "needs WordNet 3.0: apt-get install wordnet-base, or set WNSEARCHDIR";
  }
  ExpectFigures("meteor", "=wordnet", 1, 90);
}

}  // namespace
}  // namespace mtgauge::word_tools_test
