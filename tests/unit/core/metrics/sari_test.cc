// SARI: by hand, beside its slow version, and what it refuses.
#include "core/score/job.h"
#include "core/score/worker.h"
#include "mtgauge/mtgauge.h"
#include "tests/oracle/naive_sari.h"
#include "tests/support/random_text.h"
#include "tests/support/scored.h"

namespace mtgauge {
namespace {

using test::Lines;
using test::SplitAtSpaces;

// Scores one segment.
MetricScore Sari(const std::string& spec, const Lines& source, const Lines& hypothesis,
                 const std::vector<Lines>& references) {
  ScoreRequest request;
  TextColumns columns;
  for (const Lines& reference : references) {
    columns.references.emplace_back("ref" + std::to_string(columns.references.size()), reference);
  }
  columns.systems.emplace_back("sys", hypothesis);
  columns.source = TextColumn("src", source);
  request.columns = columns;
  request.metrics = {spec};
  const Result<Report> report = Score(request);
  EXPECT_TRUE(report.ok()) << report.status();
  return report.ok() ? report->systems[0].scores[0] : MetricScore();
}

TEST(Sari, ByHand) {
  // Everything is kept, and should be.
  EXPECT_DOUBLE_EQ(Sari("sari", {"a b"}, {"a b"}, {{"a b"}}).score, 100);
  // EASSE has no n-grams to add or delete, so that these operations get 0.
  EXPECT_DOUBLE_EQ(Sari("sari:dialect=easse", {"a b c d"}, {"a b c d"}, {{"a b c d"}}).score,
                   100.0 / 3);
  // Unigrams: a is kept rightly, b deleted rightly, c added rightly; bigrams: all of them change.
  EXPECT_DOUBLE_EQ(Sari("sari", {"a b"}, {"a c"}, {{"a c"}}).score, 100);
  const MetricScore wrong = Sari("sari", {"a b"}, {"a b"}, {{"a c"}});
  EXPECT_NEAR(wrong.score, 100.0 / 3 * ((2.0 / 3 + 0 + 1 + 1) / 4 + 1 + (0 + 0 + 1 + 1) / 4.0),
              1e-12);
}

TEST(Sari, IsTheSlowVersion) {
  test::RandomText text(31);
  for (int i = 0; i < 500; ++i) {
    const std::string source = text.Sentence(text.Below(30));
    const std::string hypothesis = text.Below(9) == 0 ? "" : text.Perturb(source);
    Lines references;
    for (uint32_t r = 0; r < 1 + text.Below(3); ++r) references.push_back(text.Perturb(source));
    std::vector<Lines> columns;
    std::vector<oracle::SariWords> words;
    const auto words_of = [](const std::string& line) {
      const Lines split = SplitAtSpaces(line);
      return split.empty() ? Lines{""} : split;
    };
    for (const std::string& reference : references) {
      columns.push_back({reference});
      words.push_back(words_of(reference));
    }
    EXPECT_NEAR(Sari("sari:tok=ascii,lc=no", {source}, {hypothesis}, columns).score,
                100 * oracle::NaiveSari(words_of(source), words_of(hypothesis), words), 1e-10)
        << source << '\n'
        << hypothesis;
  }
}

TEST(Sari, NeedsItsSource) {
  ScoreRequest request;
  const Lines one = {"a"};
  request.columns = TextColumns{{{"ref", one}}, {{"sys", one}}};
  request.metrics = {"sari"};
  EXPECT_EQ(Score(request).status().error().option, "source");
  request.columns->source = TextColumn("src", one);
  EXPECT_TRUE(Score(request).ok());
  request.metrics = {"bleu"};
  EXPECT_EQ(Score(request).status().error().option, "source");
  const Lines two = {"a", "b"};
  request.metrics = {"sari"};
  request.columns->source = TextColumn("src", two);
  EXPECT_EQ(Score(request).status().error().file, "src");
  request.metrics = {"sari:f=means"};
  EXPECT_EQ(Score(request).status().error().kind, ErrorKind::kUsage);
}

}  // namespace
}  // namespace mtgauge
