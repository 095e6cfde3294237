// SARI beside Hugging Face's evaluate 0.4.6 and EASSE 6a4352e, on hostile texts.
#include "mtgauge/mtgauge.h"
#include "tests/golden/metrics2.h"

namespace mtgauge::sari_test {
namespace {

// The parameter: how many references.
class SariGolden : public testing::TestWithParam<size_t> {
 protected:
  void SetUp() override {
    MTG_SKIP_WITHOUT_SHARED(metrics2::kFolder);
    set_ = metrics2::HostileSet(Set(), GetParam());
  }
  static std::string Set() { return GetParam() == 1 ? "hostile.ref1" : "hostile.ref12"; }

  template <typename Request>
  Request RequestOf(const std::string& spec) const {
    TextColumns columns;
    for (size_t r = 0; r < GetParam(); ++r) {
      columns.references.emplace_back("ref" + std::to_string(r), set_.refs[r]);
    }
    columns.systems.emplace_back("sys", set_.hyps);
    columns.source = TextColumn("src", set_.sources);
    Request request;
    request.columns = columns;
    request.metrics = {spec};
    return request;
  }

  metrics2::Set set_;
};

TEST_P(SariGolden, CorpusFigures) {
  const std::map<std::string, std::string> specs = {
      {"sari.evaluate", "sari"},
      {"sari.easse", "sari:dialect=easse"},
      {"sari.easse.paper", "sari:dialect=easse,f=means"},
      {"sari.easse.del-p", "sari:dialect=easse,del=p"},
      {"sari.easse.legacy", "sari:dialect=easse,legacy=yes"}};
  for (const auto& [name, spec] : specs) {
    const auto report = Score(RequestOf<ScoreRequest>(spec));
    ASSERT_TRUE(report.ok()) << report.status();
    EXPECT_NEAR(report->systems[0].scores[0].score, std::stod(set_.corpus.at(name)), 1e-11) << name;
  }
}

TEST_P(SariGolden, Segments) {
  const auto found = Segments(RequestOf<SegmentsRequest>("sari"));
  ASSERT_TRUE(found.ok()) << found.status();
  const Lines& figures = set_.segments.at("sari.evaluate");
  ASSERT_EQ(found->segments.size(), figures.size());
  for (size_t i = 0; i < figures.size(); ++i) {
    EXPECT_DOUBLE_EQ(found->segments[i].scores[0], std::stod(figures[i])) << i + 1;
  }
}

INSTANTIATE_TEST_SUITE_P(References, SariGolden, testing::Values(1, 2));

}  // namespace
}  // namespace mtgauge::sari_test
