// TER by hand, compared with the plain implementations in tests/oracle/naive_ter.h and
// naive_tercom.h, and its options.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <random>

#include "core/algo/distance/cost_beam.h"
#include "core/algo/distance/shift_search.h"
#include "core/contract/mean_length.h"
#include "core/contract/registry.h"
#include "core/score/job.h"
#include "core/score/worker.h"
#include "core/text/tokenizers/tok_tercom.h"
#include "tests/oracle/naive_ter.h"
#include "tests/oracle/naive_tercom.h"
#include "tests/support/random_text.h"
#include "tests/support/scored.h"

namespace mtgauge {
namespace {

using Row = std::vector<int64_t>;

std::vector<std::string> Split(const std::string& text) { return oracle::CutNone(text); }

std::vector<int64_t> RowOf(const std::string& spec, const std::string& hyp,
                           const std::vector<std::string>& refs) {
  return test::ScorePair(spec, refs, hyp).rows.at(0);
}

constexpr int64_t kParts = 5'354'228'880;

TEST(Ter, Rows) {
  EXPECT_EQ(RowOf("ter", "b c d a", {"a b c d"}), (Row{1, 4, 0, 0}));
  EXPECT_EQ(RowOf("ter", "A", {"a"}), (Row{0, 1, 0, 0}));
  EXPECT_EQ(RowOf("ter:case=mixed", "A", {"a"}), (Row{1, 1, 0, 0}));
  EXPECT_EQ(RowOf("ter", "", {"a b"}), (Row{2, 2, 0, 0}));
  EXPECT_EQ(RowOf("ter", "a b", {""}), (Row{2, 0, 0, 0}));
  EXPECT_EQ(RowOf("ter", "", {""}), (Row{0, 0, 0, 0}));
  EXPECT_EQ(RowOf("ter", "a b", {"a c d", "a b"}), (Row{0, 2, kParts / 2, 0}));
  EXPECT_EQ(RowOf("ter", "a", {"a", "b", "c c"}), (Row{0, 1, kParts / 3, 0}));
  // Words longer than a key that differ only after its end.
  EXPECT_EQ(RowOf("ter", "abcdefghij abcdefghik", {"abcdefghik abcdefghij"}), (Row{1, 2, 0, 0}));
  // A reference is normalized twice, a hypothesis once.
  EXPECT_EQ(RowOf("ter:norm=yes", "it's.", {"it's."}), (Row{2, 3, 0, 0}));
  EXPECT_EQ(RowOf("ter:punct=no", "yes, no", {"(yes) no!"}), (Row{0, 2, 0, 0}));
}

TEST(Ter, RowsInTheDialectOfTercom) {
  EXPECT_EQ(RowOf("ter:dialect=tercom", "B c d a", {"a b c d"}), (Row{1, 4, 0, 0}));
  EXPECT_EQ(RowOf("ter:dialect=tercom", "a", {"a", "b", "c c"}), (Row{0, 1, kParts / 3, 0}));
  EXPECT_EQ(RowOf("ter:dialect=tercom,norm=yes", "it's.", {"it's."}), (Row{0, 2, 0, 0}));
  EXPECT_EQ(RowOf("ter:dialect=tercom", "a\u00A0b", {"a b"}), (Row{2, 2, 0, 0}));
  // The empty word before "yes" is a word of both.
  EXPECT_EQ(RowOf("ter:dialect=tercom,punct=no", "? yes", {"! yes"}), (Row{0, 2, 0, 0}));
  EXPECT_EQ(RowOf("ter:dialect=tercom,punct=no", "", {"."}), (Row{1, 1, 0, 0}));
}

TEST(Ter, RowsOfHter) {
  EXPECT_EQ(RowOf("hter", "a b", {"a c"}), (Row{1, 2, 0, 0}));
  EXPECT_EQ(RowOf("hter", "a b", {"a c", "a b d e"}), (Row{1, 4, 0, 0}));
  EXPECT_EQ(RowOf("hter", "b c d a", {"a b c d", "b c d a", "x x"}), (Row{1, 3, 0, 0}));
  EXPECT_EQ(RowOf("hter", "a b", {"a c", "", "x"}), (Row{1, 0, kParts / 2, 0}));
  EXPECT_EQ(RowOf("hter", "a b", {"", "x"}), (Row{2, 1, 0, 0}));
  EXPECT_EQ(RowOf("hter:dialect=sacrebleu", "a\u00A0b", {"a b", "a"}), (Row{0, 1, 0, 0}));
}

TEST(Ter, EditsByKind) {
  EXPECT_EQ(RowOf("ter:details=yes", "b c d a x", {"a b c d"}), (Row{2, 4, 0, 0, 1, 0, 0, 1, 1}));
  EXPECT_EQ(RowOf("ter:details=yes", "a x", {"a b c"}), (Row{2, 3, 0, 0, 0, 1, 1, 0, 0}));
  EXPECT_EQ(RowOf("ter:details=yes", "", {"a b"}), (Row{2, 2, 0, 0, 0, 2, 0, 0, 0}));
  EXPECT_EQ(RowOf("ter:details=yes", "a b", {""}), (Row{2, 0, 0, 0, 2, 0, 0, 0, 0}));
  EXPECT_EQ(RowOf("ter:details=yes", "a b", {"a b"}), (Row{0, 2, 0, 0, 0, 0, 0, 0, 0}));
  // Of several references with the fewest edits, the first.
  EXPECT_EQ(RowOf("ter:details=yes", "a b", {"a", "a b c", "x y"}),
            (Row{1, 2, 0, 0, 1, 0, 0, 0, 0}));
  EXPECT_EQ(RowOf("hter:details=yes", "a b", {"a", "a b"}), (Row{1, 2, 0, 0, 1, 0, 0, 0, 0}));
  const auto made = std::move(MakeMetric("ter:details=yes", {}, {})).value();
  const std::vector<Detail> details =
      made.metric->Details(RowOf("ter:details=yes", "b c d a x", {"a b c d"}), Level::kCorpus);
  ASSERT_EQ(details.size(), 7U);
  EXPECT_EQ(details[2].name, "insertions");
  EXPECT_EQ(std::get<int64_t>(details[5].value), 1);
  EXPECT_EQ(details[6].name, "shifted_words");
}

// Only in tercom's dialect: sacreBLEU's search has its own limit.
TEST(Ter, ASegmentBeyondTheBudgetIsAnError) {
  std::string words, others;
  for (int i = 0; i < 9'000; ++i) {
    words += "a ";
    others += i % 9 == 0 ? "b " : "a ";
  }
  const std::string small = "a b";
  for (const char* spec : {"ter", "ter:dialect=tercom", "hter"}) {
    const Job job = test::MakeJob(spec, 1).value();
    Worker worker(job);
    Batch fine = MakeBatch({{&small, &words}}, {{words, words}});
    EXPECT_TRUE(worker.Process(fine, {}).ok()) << spec;
    Batch long_both = MakeBatch({{&small, &words}}, {{small, others}});
    const Status status = worker.Process(long_both, {});
    if (std::string_view(spec) == "ter") {
      EXPECT_TRUE(status.ok()) << status;
      continue;
    }
    EXPECT_EQ(status.kind(), ErrorKind::kInput) << spec;
    EXPECT_EQ(status.message().substr(0, 7), "ref0:2:") << status;
    Batch after = MakeBatch({{&small}}, {{small}});
    EXPECT_TRUE(worker.Process(after, {}).ok()) << spec;
  }
}

// No other reference was made for the hypothesis.
TEST(Ter, HterNeedsTheFirstReference) {
  const std::string post = "a b", other = "a b c";
  const auto process = [&](const char* spec, const std::string* first, const std::string* second) {
    const Job job = test::MakeJob(spec, 2).value();
    Worker worker(job);
    Batch batch = MakeBatch({{&post, first}, {&other, second}}, {{"a b", "a b"}});
    return worker.Process(batch, {});
  };
  for (const char* spec : {"hter", "hter:dialect=sacrebleu"}) {
    EXPECT_TRUE(process(spec, &post, nullptr).ok()) << spec;
    const Status status = process(spec, nullptr, &other);
    EXPECT_EQ(status.kind(), ErrorKind::kInput) << spec;
    EXPECT_EQ(status.message(),
              "ref0:2: the segment has no first reference, which HTER needs; add it, or leave out "
              "`metrics` hter");
  }
  EXPECT_TRUE(process("ter:dialect=tercom", nullptr, &other).ok());
}

TEST(Ter, RowsOfRandomTextEqualThePlainProgram) {
  test::RandomText random(7);
  for (int i = 0; i < 300; ++i) {
    const std::string ref = random.Sentence(1 + random.Below(25)), hyp = random.Perturb(ref);
    EXPECT_EQ(RowOf("ter:case=mixed", hyp, {ref})[0], oracle::TerEdits(Split(hyp), Split(ref)))
        << hyp << " against " << ref;
    const oracle::TercomText rules = {i % 2 != 0, i % 3 != 0, i % 5 != 0};
    const std::string spec = fmt::format(
        "ter:dialect=tercom,case=mixed,norm={},punct={},asian={}", rules.normalized ? "yes" : "no",
        rules.no_punctuation ? "no" : "yes", rules.asian ? "yes" : "no");
    const auto hyp_words = oracle::CutTercomText(hyp, rules);
    const auto ref_words = oracle::CutTercomText(ref, rules);
    EXPECT_EQ(RowOf(spec, hyp, {ref}),
              (std::vector<int64_t>{oracle::TercomEdits(hyp_words, ref_words),
                                    static_cast<int64_t>(ref_words.size()), 0, 0}))
        << hyp << " against " << ref;
  }
}

TEST(Ter, MeansOfManyReferences) {
  for (size_t count = 1; count <= 40; ++count) {
    std::vector<std::string> refs(count, "a a a");
    refs[0] = "a a";
    const std::vector<int64_t> row = RowOf("ter", "a", refs);
    const auto exact = static_cast<long double>(3 * count - 1) / static_cast<long double>(count);
    const auto parts =
        static_cast<long double>(row[2]) + std::ldexp(static_cast<long double>(row[3]), -30);
    const long double ours = static_cast<long double>(row[1]) + parts / kParts;
    EXPECT_LE(std::fabs(static_cast<double>(ours - exact)), 1e-18) << count;
    if (count <= 24) EXPECT_EQ(row[3], 0) << count;
  }
}

// Under sacreBLEU's arithmetic the mean of a segment is the quotient that Python computes, for any
// number of references.
TEST(Ter, FloatsAreQuotients) {
  MetricContext context;
  context.arithmetic = Arithmetic::kPlatform;
  const auto made = std::move(MakeMetric("ter", {}, context)).value();
  const Metric& ter = *made.metric;
  ASSERT_TRUE(ter.Floats());
  for (int64_t count = 1; count <= 3000; count += 1 + count / 7) {
    for (int64_t total : {int64_t{1}, int64_t{2}, count - 1, count, count + 1, 3 * count + 1,
                          17 * count + count / 2}) {
      std::vector<int64_t> row(ter.Columns().size(), 0);
      const MeanLength mean = MeanLength::Of(total, count);
      row[1] = mean.whole;
      row[2] = mean.parts;
      row[3] = FineLength(total, count);
      EXPECT_EQ(ter.FloatOf(row), static_cast<double>(total) / static_cast<double>(count))
          << total << " / " << count;
    }
  }
  const auto native = std::move(MakeMetric("ter", {}, {})).value();
  EXPECT_FALSE(native.metric->Floats());
  EXPECT_EQ(ter.Score(std::vector<int64_t>{5, 8, kParts / 3, 0, 0, 0}, Level::kCorpus),
            100.0 * (5.0 / (25.0 / 3.0)));
  EXPECT_EQ(ter.Score(std::vector<int64_t>{5, 8, kParts / 3, 0, std::bit_cast<int64_t>(8.5), 0},
                      Level::kCorpus),
            100.0 * (5.0 / 8.5));
}

TEST(Ter, Scores) {
  const auto made = std::move(MakeMetric("ter", {}, {})).value();
  const Metric& ter = *made.metric;
  const auto score = [&](std::vector<int64_t> sums) { return ter.Score(sums, Level::kCorpus); };
  EXPECT_EQ(score({0, 0, 0, 0}), 0.0);
  EXPECT_EQ(score({3, 0, 0, 0}), 100.0);
  EXPECT_EQ(score({1, 3, 0, 0}), 100.0 * (1.0 / 3.0));
  EXPECT_EQ(score({9, 3, 0, 0}), 300.0);
  EXPECT_EQ(score({5, 8, kParts / 3, 0}), 100.0 * (5.0 / (25.0 / 3.0)));
  const auto single = [&](std::vector<float> sums, NumpyRule rule) {
    return ter.ScoreFloat32(sums, rule);
  };
  EXPECT_EQ(single({1, 3, 0, 0}, NumpyRule::kNumpy1), 100.0 * static_cast<double>(1.0F / 3.0F));
  EXPECT_EQ(single({1, 3, 0, 0}, NumpyRule::kNumpy2), static_cast<double>(100.0F * (1.0F / 3.0F)));
  EXPECT_EQ(single({1, 0, 0, 0}, NumpyRule::kNumpy2), 100.0);
  EXPECT_EQ(single({0, 0, 0, 0}, NumpyRule::kNumpy2), 0.0);
}

TEST(Ter, Options) {
  const auto keys = std::move(MakeMetric("ter:norm=yes,punct=no,asian=yes,case=mixed", {}, {}))
                        .value()
                        .metric->SignatureKeys();
  const decltype(keys) expected = {
      {"case", "mixed"}, {"tok", "tercom"}, {"norm", "yes"}, {"punct", "no"}, {"asian", "yes"}};
  EXPECT_EQ(keys, expected);
  for (const char* wrong : {"ter:norm=1", "ter:case=yes", "ter:punct=", "ter:dialect=ter"}) {
    EXPECT_EQ(MakeMetric(wrong, {}, {}).status().kind(), ErrorKind::kUsage);
  }
}

TEST(Ter, TellsItsDialect) {
  const auto equals = [](const char* spec) {
    const auto made = MakeMetric(spec, {}, {});
    return made.ok() ? std::string(made->Equals()) : made.status().message();
  };
  EXPECT_EQ(equals("ter"), "sacrebleu-2.6.0");
  EXPECT_EQ(equals("ter:dialect=tercom"), "tercom-0.10.0");
  EXPECT_EQ(equals("hter"), "tercom-0.10.0");
  EXPECT_EQ(equals("hter:dialect=sacrebleu"), "");
  EXPECT_EQ(equals("bleu"), "sacrebleu-2.6.0");
  const auto last_key = [](const char* spec) {
    return std::move(MakeMetric(spec, {}, {})).value().metric->SignatureKeys().at(5);
  };
  using Key = std::pair<std::string, std::string>;
  EXPECT_EQ(last_key("ter:dialect=tercom"), (Key{"dialect", "tercom"}));
  EXPECT_EQ(last_key("hter:dialect=sacrebleu"), (Key{"length", "rest"}));
}

// Flags apply to one metric, or to all that have the option; a spec has precedence.
TEST(Ter, OptionsOfFlags) {
  const auto keys = [](const char* spec, const MetricOptions& shared) {
    return std::move(MakeMetric(spec, shared, {})).value().metric->SignatureKeys();
  };
  EXPECT_EQ(keys("ter", {{"ter.norm", "yes"}}), keys("ter:norm=yes", {}));
  EXPECT_EQ(keys("ter:norm=no", {{"ter.norm", "yes"}}), keys("ter", {}));
  EXPECT_EQ(keys("hter", {{"ter.norm", "yes"}}), keys("hter", {}));
  EXPECT_EQ(keys("chrf", {{"chrf.lc", "yes"}, {"lc", "no"}}), keys("chrf:lc=yes", {}));
  EXPECT_EQ(keys("bleu", {{"chrf.lc", "yes"}}), keys("bleu", {}));
}

}  // namespace
}  // namespace mtgauge
