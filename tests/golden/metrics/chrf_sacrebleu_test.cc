// Compares chrF, chrF+ and chrF++ with the figures of sacreBLEU 2.6.0 for real systems' outputs, to
// the last bit. Needs the shared folder of reference data.
#include <gtest/gtest.h>

#include <cstdlib>
#include <iostream>

#include "parallel/significance/comparer.h"
#include "tests/golden/as_sacrebleu.h"
#include "tests/golden/golden.h"

namespace mtgauge::chrf_sacrebleu_test {
namespace {

using nlohmann::json;

constexpr Settings kEngines[] = {{NgramEngine::kAuto, Arithmetic::kPinned},
                                 {NgramEngine::kTable, Arithmetic::kPinned}};

json Golden(const std::string& name) {
  return ReadJson(SharedFolder() / "golden/sacrebleu" / name);
}

std::vector<std::string> Lines(const std::string& name, size_t first = SIZE_MAX) {
  auto lines = ReadLines(SharedFolder() / "data/wmt17" / (name + ".txt"));
  lines.resize(std::min(first, lines.size()));
  return lines;
}

Corpus Wmt17Corpus(const std::vector<std::string>& systems,
                   const std::vector<std::string>& references, size_t first = SIZE_MAX) {
  Corpus corpus;
  for (const std::string& name : systems) corpus.hyps.push_back(Lines(name, first));
  for (const std::string& name : references) corpus.refs.push_back(AllPresent(Lines(name, first)));
  return corpus;
}

const std::vector<std::string> kThreeReferences = {"ref", "online-B.0", "uedin-nmt.4722"};

const char* YesNo(bool value) { return value ? "yes" : "no"; }

std::string Spec(int char_order, int word_order, int beta, bool lowercase, bool whitespace,
                 bool eps) {
  return "chrf:nc=" + std::to_string(char_order) + ",nw=" + std::to_string(word_order) +
         ",beta=" + std::to_string(beta) + ",lc=" + YesNo(lowercase) +
         ",space=" + YesNo(whitespace) + ",eps=" + YesNo(eps);
}

// Returns a spec or signature in which white space, if counted, is also counted at the ends of
// lines.
std::string ForApi(std::string text) {
  for (const std::string_view yes : {"space=yes", "space:yes"}) {
    const size_t at = text.find(yes);
    if (at != std::string::npos) text.replace(at + 6, 3, "all");
  }
  return text;
}

// sacreBLEU's keys, equal and in its order, then ours, then our version.
void ExpectSignature(const std::string& actual, const std::string& expected) {
  const std::string keys = expected.substr(0, expected.find("version:"));
  EXPECT_EQ(actual.substr(0, keys.size()), keys);
  const std::string rest = actual.substr(keys.size());
  const size_t version = rest.find("version:mtgauge-");
  ASSERT_NE(version, std::string::npos) << actual;
  EXPECT_TRUE(version == 0 || rest.rfind("beta:", 0) == 0 || rest.rfind("lcunicode:", 0) == 0)
      << actual;
}

TEST(ChrfSacrebleuGolden, SystemsUnderAllOptions) {
  MTG_SKIP_WITHOUT_SHARED("golden/sacrebleu/chrf_corpus.json");
  std::map<std::string, std::vector<json>> by_system;
  for (const json& row : Golden("chrf_corpus.json")) by_system[row.at("system")].push_back(row);
  size_t rows = 0;
  for (const auto& [system, goldens] : by_system) {
    const Corpus corpus = Wmt17Corpus({system}, {"ref"});
    std::vector<std::string> specs;
    for (const json& golden : goldens) {
      specs.push_back(Spec(golden.at("char_order"), golden.at("word_order"), golden.at("beta"),
                           golden.at("lowercase"), golden.at("whitespace"), golden.at("eps")));
    }
    for (const Settings& settings : kEngines) {
      if (settings.engine == NgramEngine::kTable && &goldens != &by_system.begin()->second) {
        continue;  // to save time
      }
      const Scored scored = ScoreCorpus(corpus, specs, settings);
      for (size_t m = 0; m < goldens.size(); ++m) {
        SCOPED_TRACE(system + ' ' + specs[m]);
        const MetricScore& score = scored.report.systems.at(0).scores.at(m);
        EXPECT_EQ(scored.totals.sums[m], goldens[m].at("stats").get<std::vector<int64_t>>());
        EXPECT_EQ(score.score, goldens[m].at("score").get<double>());
        EXPECT_EQ(score.metric, goldens[m].at("name").get<std::string>());
        ExpectSignature(score.signature, goldens[m].at("signature"));
        ++rows;
      }
    }
  }
  EXPECT_GE(rows, 408u);
  std::cout << "compared " << rows << " scores\n";
}

TEST(ChrfSacrebleuGolden, ThreeReferencesSegmentBySegment) {
  MTG_SKIP_WITHOUT_SHARED("golden/sacrebleu/chrf_multiref3_first1000.json");
  const json golden = Golden("chrf_multiref3_first1000.json");
  const Corpus corpus = Wmt17Corpus({golden.at("system")}, golden.at("refs"), 1000);
  size_t segments = 0;
  for (const auto& [name, expected] : golden.at("results").items()) {  // "wo0_beta2"
    const std::string spec = Spec(6, name[2] - '0', name.back() - '0', false, false, false);
    for (const Settings& settings : kEngines) {
      SCOPED_TRACE(name);
      const Scored scored = ScoreCorpus(corpus, {spec}, settings);
      const MetricScore& score = scored.report.systems.at(0).scores.at(0);
      EXPECT_EQ(score.score, expected.at("score").get<double>());
      ExpectSignature(score.signature, expected.at("signature"));
      const json& rows = expected.at("segment_stats");
      for (size_t i = 0; i < rows.size(); ++i, ++segments) {
        ASSERT_EQ(Row(scored, 0, 0, i), rows[i].get<std::vector<int64_t>>()) << "line " << i + 1;
      }
    }
  }
  EXPECT_GE(segments, 2000u);
  std::cout << "compared " << segments << " segments\n";
}

TEST(ChrfSacrebleuGolden, SentenceLevel) {
  MTG_SKIP_WITHOUT_SHARED("golden/sacrebleu/chrf_sentence300.json");
  const json golden = Golden("chrf_sentence300.json");
  const Corpus corpus = Wmt17Corpus({golden.at("system")}, {"ref"});
  std::map<std::string, Scored> by_spec;
  for (const json& row : golden.at("rows")) {  // line0, word_order, beta, eps, score
    const std::string spec = Spec(6, row[1], row[2], false, false, row[3]);
    if (by_spec.count(spec) == 0) by_spec[spec] = ScoreCorpus(corpus, {spec}, kEngines[0]);
    const auto made = MakeMetric(spec, {}, {});
    const auto stats = mtgauge::Row(by_spec[spec], 0, 0, row[0].get<size_t>());
    EXPECT_EQ(made->metric->Score(stats, Level::kSegment), row[4].get<double>()) << row;
  }
  std::cout << "compared " << golden.at("rows").size() << " scores\n";
}

TEST(ChrfSacrebleuGolden, MissingAndEmptyReferences) {
  MTG_SKIP_WITHOUT_SHARED("golden/sacrebleu/variable_refs.json");
  const json golden = Golden("variable_refs.json");
  Corpus corpus = Wmt17Corpus({golden.at("system")}, kThreeReferences);
  for (size_t i = 0; i < corpus.hyps[0].size(); ++i) {  // the rule in the file
    if (i % 3 == 0) corpus.refs[0][i] = nullptr;
    if (i % 2 == 0 && i % 3 != 0) corpus.refs[1][i] = nullptr;
    if (i % 5 == 0) *corpus.refs[2][i] = "";
  }
  const Scored scored = ScoreCorpus(corpus, {"chrf", "chrf:nw=2"}, kEngines[0]);
  for (const auto& [m, name] : {std::pair(0U, "chrf"), std::pair(1U, "chrf++")}) {
    const MetricScore& score = scored.report.systems.at(0).scores.at(m);
    EXPECT_EQ(score.score, golden.at("results").at(name).at("score").get<double>());
    ExpectSignature(score.signature, golden.at("results").at(name).at("signature"));
  }
}

TEST(ChrfSacrebleuGolden, EdgeCases) {
  MTG_SKIP_WITHOUT_SHARED("golden/sacrebleu/edge_cases.json");
  size_t rows = 0;
  for (const json& golden : Golden("edge_cases.json")) {
    const Corpus corpus = CorpusFromJson(golden);
    for (const json& expected : golden.at("chrf")) {
      // The figures are from sacreBLEU's API, which strips nothing.
      const std::string spec = ForApi(
          Spec(6, expected.at("wo"), 2, false, expected.at("whitespace"), expected.at("eps")));
      for (const Settings& settings : kEngines) {
        SCOPED_TRACE(golden.at("hyps").dump() + golden.at("refs").dump() + spec);
        const Scored scored = ScoreCorpus(corpus, {spec}, settings);
        const MetricScore& score = scored.report.systems.at(0).scores.at(0);
        EXPECT_EQ(score.score, expected.at("score").get<double>());
        ExpectSignature(score.signature, ForApi(expected.at("sig")));
        const json& stats = expected.at("stats").at(0);
        ASSERT_EQ(stats.size(), corpus.hyps[0].size());
        for (size_t i = 0; i < stats.size(); ++i) {
          EXPECT_EQ(Row(scored, 0, 0, i), stats[i].get<std::vector<int64_t>>());
        }
        ++rows;
      }
    }
  }
  EXPECT_EQ(rows, 28 * 8 * std::size(kEngines));
  std::cout << "compared " << rows << " scores\n";
}

TEST(ChrfSacrebleuGolden, WordsOfAdversarialStrings) {
  MTG_SKIP_WITHOUT_SHARED("golden/sacrebleu/tokenizers.json");
  size_t strings = 0;
  for (const json& golden : Golden("tokenizers.json")) {
    // Each word against itself: everything matches.
    const auto words = golden.at("chrf_words").get<std::vector<std::string>>();
    Corpus corpus;
    corpus.hyps.push_back({golden.at("input").get<std::string>()});
    corpus.refs.push_back(AllPresent({golden.at("chrf_chars").get<std::string>()}));
    const Scored scored = ScoreCorpus(corpus, {"chrf:nc=100,nw=1"}, kEngines[0]);
    const std::vector<int64_t> row = Row(scored, 0, 0, 0);
    for (size_t n = 0; n < 100; ++n) {
      ASSERT_EQ(row[3 * n], row[3 * n + 1]) << golden.at("input");
      ASSERT_EQ(row[3 * n], row[3 * n + 2]) << golden.at("input");
    }
    if (!words.empty()) {
      EXPECT_EQ(row[300], static_cast<int64_t>(words.size())) << golden.at("input");
    }
    ++strings;
  }
  EXPECT_GT(strings, 700u);
}

struct Made {
  MadeMetric made;
  CompareInput input;
};

Made Input(const std::string& spec, const std::vector<std::string>& systems,
           const std::vector<std::vector<int64_t>>& rows) {
  auto made = MakeMetric(spec, {}, {});
  Made out{std::move(made).value(), {}};
  out.input.systems = systems;
  out.input.runs_of_system.assign(systems.size(), 1);
  ComparedMetric metric;
  metric.metric = out.made.metric.get();
  metric.label = out.made.Title();
  for (const std::vector<int64_t>& of_system : rows) {
    metric.rows.emplace_back(static_cast<uint32_t>(metric.metric->Columns().size()));
    metric.rows.back().Add(0, of_system);
    metric.rows.back().Finish();
  }
  out.input.metrics.push_back(std::move(metric));
  return out;
}

MetricComparison CompareMetric(const Made& made, const CompareOptions& options) {
  auto comparison = Compare(made.input, options, {}, nullptr);
  EXPECT_TRUE(comparison.ok()) << comparison.status();
  if (!comparison.ok() || comparison->metrics.empty()) return {};
  return comparison->metrics[0];
}

void ExpectPaired(const std::string& file, const std::string& title, TestKind test, bool numpy2,
                  const std::vector<std::string>& references, size_t first) {
  SCOPED_TRACE(file);
  const json golden = Golden(file);
  const auto systems = golden.at("systems").get<std::vector<std::string>>();
  const std::string spec = title == "chrF2" ? "chrf" : "chrf:nw=2";
  const Corpus corpus = Wmt17Corpus(systems, references, first);
  const Made made = Input(spec, systems, ScoreCorpus(corpus, {spec}, kEngines[0]).rows);
  EXPECT_EQ(made.made.Title(), title);
  const MetricComparison out =
      CompareMetric(made, AsSacrebleu(test, golden.at("n").get<uint64_t>(), numpy2));
  const json& results = golden.at("results").at(title);
  ASSERT_EQ(out.systems.size(), results.size());
  for (size_t s = 0; s < results.size(); ++s) {
    SCOPED_TRACE(systems[s]);
    EXPECT_EQ(out.systems[s].score, results[s].at("score").get<double>());
    if (!results[s].at("mean").is_null()) {
      // Under the rules of NumPy 2, sacreBLEU also sums the resamples' scores in float32.
      const double mean = results[s].at("mean");
      EXPECT_EQ(out.systems[s].mean, mean);
      EXPECT_EQ(out.systems[s].half_width, results[s].at("ci").get<double>());
    }
    if (s > 0) {
      EXPECT_EQ(out.pairs[s - 1].p, results[s].at("p_value").get<double>());
    }
  }
}

TEST(ChrfSignificanceGolden, PairedTests) {
  MTG_SKIP_WITHOUT_SHARED("golden/sacrebleu/paired_bs_1000_bleu_chrf.json");
  const std::vector<std::string> one = {"ref"};
  ExpectPaired("paired_bs_1000_bleu_chrf.json", "chrF2", TestKind::kBootstrap, false, one,
               SIZE_MAX);
  ExpectPaired("paired_ar_1000_bleu_chrf.json", "chrF2", TestKind::kRandomization, false, one,
               SIZE_MAX);
  ExpectPaired("np2emul_paired_bs_1000_bleu_chrf.json", "chrF2", TestKind::kBootstrap, true, one,
               SIZE_MAX);
  ExpectPaired("paired_bs_1000_multiref3_first600.json", "chrF2++", TestKind::kBootstrap, false,
               kThreeReferences, 600);
  ExpectPaired("paired_ar_1000_multiref3_first600.json", "chrF2++", TestKind::kRandomization, false,
               kThreeReferences, 600);
}

TEST(ChrfSignificanceGolden, ConfidenceOfSingleSystems) {
  MTG_SKIP_WITHOUT_SHARED("golden/sacrebleu/confidence_1000.json");
  size_t compared = 0;
  for (const json& golden : Golden("confidence_1000.json")) {
    const std::string title = golden.at("name"), system = golden.at("system");
    if (title.rfind("chrF", 0) != 0 || compared == 6) continue;
    SCOPED_TRACE(title + ' ' + system);
    const std::string spec = title == "chrF2" ? "chrf" : "chrf:nw=2";
    const Corpus corpus = Wmt17Corpus({system}, {"ref"});
    const Made made = Input(spec, {system}, ScoreCorpus(corpus, {spec}, kEngines[0]).rows);
    CompareOptions options = AsSacrebleu(TestKind::kBootstrap, 1000, false);
    options.baseline.reset();
    const MetricComparison out = CompareMetric(made, options);
    ASSERT_EQ(out.systems.size(), 1U);
    EXPECT_EQ(out.systems[0].mean, golden.at("mean").get<double>());
    EXPECT_EQ(out.systems[0].half_width, golden.at("ci").get<double>());
    ++compared;
  }
  EXPECT_EQ(compared, 6U);
}

// The score of every resample under both NumPy rules, in the order of the stream.
TEST(ChrfSignificanceGolden, ScoresOfEachResample) {
  MTG_SKIP_WITHOUT_SHARED("golden/sacrebleu/bootstrap_raw_scores_LIUM-NMT.4900.json");
  const std::string system = "LIUM-NMT.4900";
  const Corpus corpus = Wmt17Corpus({system}, {"ref"});
  const Made made = Input("chrf", {system}, ScoreCorpus(corpus, {"chrf"}, kEngines[0]).rows);
  for (const bool numpy2 : {false, true}) {
    const json golden = Golden(
        (numpy2 ? "np2emul_bootstrap_raw_scores_" : "bootstrap_raw_scores_") + system + ".json");
    const auto scores = golden.at("chrF2").at("scores").get<std::vector<double>>();
    const Draws draws = {Draws::Kind::kBootstrap, Draws::Source::kNumpy, 12345, scores.size()};
    std::vector<double> got(scores.size());
    const SumsSink sink = [&](uint64_t first, uint32_t count, std::span<const int64_t> sums) {
      for (uint32_t i = 0; i < count; ++i) {
        const std::vector<float> rounded(sums.begin() + i * 18, sums.begin() + i * 18 + 18);
        got[first + i] = made.made.metric->ScoreFloat32(
            rounded, numpy2 ? NumpyRule::kNumpy2 : NumpyRule::kNumpy1);
      }
    };
    const std::vector<RowProduct> strata = {RowProduct({&made.input.metrics[0].rows[0]})};
    ASSERT_TRUE(Resample(strata, draws, {}, sink, nullptr).ok());
    EXPECT_EQ(got, scores);
  }
}

}  // namespace
}  // namespace mtgauge::chrf_sacrebleu_test
