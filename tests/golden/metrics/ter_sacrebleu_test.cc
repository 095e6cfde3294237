// Compares TER with the figures of sacreBLEU 2.6.0: edits as integers, scores to the last bit with
// one reference. Needs the shared folder of reference data.
#include <gtest/gtest.h>

#include <cmath>
#include <sstream>

#include "core/algo/distance/shift_search.h"
#include "core/text/tokenizers/tok_tercom.h"
#include "core/text/unicode.h"
#include "parallel/significance/comparer.h"
#include "tests/golden/as_sacrebleu.h"
#include "tests/golden/golden.h"

namespace mtgauge::ter_sacrebleu_test {
namespace {

using nlohmann::json;

json Golden(const std::string& file) {
  return ReadJson(SharedFolder() / "golden/sacrebleu" / file);
}

std::vector<std::string> Wmt17(const std::string& name, size_t first = 0) {
  std::vector<std::string> lines = ReadLines(SharedFolder() / "data/wmt17" / (name + ".txt"));
  if (first > 0) lines.resize(first);
  return lines;
}

std::string Spec(const json& golden) {
  const auto is = [&](const char* name) { return golden.at(name).get<bool>(); };
  return std::string("ter:norm=") + (is("normalized") ? "yes" : "no") +
         ",punct=" + (is("no_punct") ? "no" : "yes") + ",asian=" + (is("asian") ? "yes" : "no") +
         ",case=" + (is("case_sensitive") ? "mixed" : "lc");
}

void ExpectTer(const MetricScore& score, const json& golden) {
  EXPECT_EQ(score.score, golden.at("score").get<double>());
  EXPECT_EQ(Numbers(score, "num_edits").at(0), golden.at("num_edits").get<double>());
  EXPECT_EQ(Numbers(score, "ref_length").at(0), golden.at("ref_length").get<double>());
  if (golden.contains("signature")) ExpectSignature(score.signature, golden.at("signature"));
}

// Words as numbers: the reference's from 0 on, all others one more.
struct Ids {
  explicit Ids(const std::string& hyp, const std::string& ref) {
    std::map<std::string, uint32_t> names;
    std::istringstream ref_words(ref), hyp_words(hyp);
    for (std::string word; ref_words >> word;) {
      reference.push_back(names.emplace(word, static_cast<uint32_t>(names.size())).first->second);
    }
    const auto distinct = static_cast<uint32_t>(names.size());
    for (std::string word; hyp_words >> word;) {
      const auto found = names.find(word);
      hypothesis.push_back(found == names.end() ? distinct : found->second);
    }
    index.Set(reference, distinct);
  }
  std::vector<uint32_t> reference, hypothesis;
  WordIndex index;
};

TEST(TerSacrebleuGolden, EditsDistancesAndPaths) {
  MTG_SKIP_WITHOUT_SHARED("golden/sacrebleu/ter_fuzz.json");
  const json rows = Golden("ter_fuzz.json").at("rows");
  ShiftSearch search;
  BeamDistance distance;
  for (const json& row : rows) {
    const Ids ids(row[1], row[2]);
    SCOPED_TRACE(row[0].get<std::string>() + ": " + row[1].get<std::string>());
    EXPECT_EQ(search.Edits(ids.hypothesis, ids.index), row[3].get<uint32_t>());
    EXPECT_EQ(ids.index.size(), row[4].get<uint32_t>());
    if (ids.hypothesis.empty() || ids.reference.empty()) continue;
    distance.Start(ids.index, static_cast<uint32_t>(ids.hypothesis.size()));
    EXPECT_EQ(distance.SetBase(ids.hypothesis), row[5].get<uint32_t>());
    std::vector<EditStep> path;
    distance.Trace(path);
    std::string steps;
    for (const EditStep step : path) steps.insert(0, 1, " sdi"[static_cast<size_t>(step)]);
    EXPECT_EQ(steps, row[6].get<std::string>());
  }
  EXPECT_EQ(rows.size(), 2652U);
}

TEST(TerSacrebleuGolden, SixteenSystemsSegmentBySegment) {
  MTG_SKIP_WITHOUT_SHARED("golden/sacrebleu/ter_corpus_default.json");
  const json goldens = Golden("ter_corpus_default.json");
  Corpus corpus;
  corpus.refs.push_back(AllPresent(Wmt17("ref")));
  for (const json& golden : goldens) corpus.hyps.push_back(Wmt17(golden.at("system")));
  const Scored scored = ScoreCorpus(corpus, {"ter"}, kAllSettings[0]);
  for (size_t s = 0; s < goldens.size(); ++s) {
    SCOPED_TRACE(goldens[s].at("system").get<std::string>());
    ExpectTer(scored.report.systems[s].scores[0], goldens[s]);
    const json& edits = goldens[s].at("segment_edits");
    for (size_t i = 0; i < edits.size(); ++i) {
      ASSERT_EQ(Row(scored, s, 0, i)[0], edits[i].get<int64_t>()) << "line " << i + 1;
    }
  }
}

TEST(TerSacrebleuGolden, AllOptions) {
  MTG_SKIP_WITHOUT_SHARED("golden/sacrebleu/ter_corpus_options.json");
  std::map<std::string, std::vector<json>> by_system;
  for (const json& golden : Golden("ter_corpus_options.json")) {
    by_system[golden.at("system")].push_back(golden);
  }
  for (const auto& [system, goldens] : by_system) {
    Corpus corpus;
    corpus.refs.push_back(AllPresent(Wmt17("ref")));
    corpus.hyps.push_back(Wmt17(system));
    std::vector<std::string> specs;
    for (const json& golden : goldens) specs.push_back(Spec(golden));
    const Scored scored = ScoreCorpus(corpus, specs, kAllSettings[0]);
    ASSERT_EQ(scored.report.systems.at(0).scores.size(), goldens.size());
    for (size_t m = 0; m < goldens.size(); ++m) {
      SCOPED_TRACE(system + " " + specs[m]);
      ExpectTer(scored.report.systems[0].scores[m], goldens[m]);
    }
  }
}

TEST(TerSacrebleuGolden, ThreeReferencesSegmentBySegment) {
  MTG_SKIP_WITHOUT_SHARED("golden/sacrebleu/ter_multiref3_first600.json");
  const json golden = Golden("ter_multiref3_first600.json");
  Corpus corpus;
  for (const json& reference : golden.at("refs")) {
    corpus.refs.push_back(AllPresent(Wmt17(reference, 600)));
  }
  corpus.hyps.push_back(Wmt17(golden.at("system"), 600));
  const Scored scored = ScoreCorpus(corpus, {"ter"}, kAllSettings[0]);
  const MetricScore& score = scored.report.systems.at(0).scores.at(0);
  // sacreBLEU sums rounded means; ours are exact.
  EXPECT_NEAR(score.score, golden.at("score").get<double>(), 1e-12 * score.score);
  ExpectSignature(score.signature, golden.at("signature"));
  const auto metric = std::move(MakeMetric("ter", {}, {})).value();
  const json& segments = golden.at("segment_stats");
  for (size_t i = 0; i < segments.size(); ++i) {
    const std::vector<Detail> details =
        metric.metric->Details(Row(scored, 0, 0, i), Level::kSegment);
    ASSERT_EQ(std::get<int64_t>(details[0].value), segments[i][0].get<int64_t>()) << i;
    ASSERT_EQ(std::get<double>(details[1].value), segments[i][1].get<double>()) << i;
  }
}

TEST(TerSacrebleuGolden, SentenceLevel) {
  MTG_SKIP_WITHOUT_SHARED("golden/sacrebleu/ter_sentence300.json");
  const json golden = Golden("ter_sentence300.json");
  const std::vector<std::string> hyps = Wmt17(golden.at("system"), 300), refs = Wmt17("ref", 300);
  for (const json& row : golden.at("rows")) {
    json named = {{"asian", false}};
    for (size_t f = 0; f < row.size(); ++f) {
      named[golden.at("fields")[f].get<std::string>()] = row[f];
    }
    const size_t line = named.at("line0");
    Corpus corpus;
    corpus.refs.push_back(AllPresent({refs[line]}));
    corpus.hyps = {{hyps[line]}};
    SCOPED_TRACE(Spec(named) + " line " + std::to_string(line + 1));
    ExpectTer(ScoreCorpus(corpus, {Spec(named)}, kAllSettings[0]).report.systems.at(0).scores.at(0),
              named);
  }
}

TEST(TerSacrebleuGolden, EdgeCasesAndMissingReferences) {
  MTG_SKIP_WITHOUT_SHARED("golden/sacrebleu/edge_cases.json");
  size_t compared = 0;
  for (const json& golden : Golden("edge_cases.json")) {
    if (!golden.contains("ter")) continue;
    SCOPED_TRACE(golden.at("hyps").dump());
    const MetricScore score = ScoreCorpus(CorpusFromJson(golden), {"ter"}, kAllSettings[0])
                                  .report.systems.at(0)
                                  .scores[0];
    const json& expected = golden.at("ter");
    EXPECT_NEAR(score.score, expected.at("score").get<double>(), 1e-12 * score.score);
    EXPECT_NEAR(Numbers(score, "ref_length").at(0), expected.at("ref_length").get<double>(), 1e-12);
    EXPECT_EQ(Numbers(score, "num_edits").at(0), expected.at("edits").get<double>());
    ++compared;
  }
  EXPECT_GT(compared, 20U);
  const json variable = Golden("variable_refs.json");
  Corpus corpus;
  corpus.hyps.push_back(Wmt17(variable.at("system"), 400));
  for (const char* name : {"ref", "online-B.0", "uedin-nmt.4722"}) {
    corpus.refs.push_back(AllPresent(Wmt17(name, 400)));
  }
  for (size_t i = 0; i < corpus.hyps[0].size(); ++i) {
    if (i % 3 == 0) corpus.refs[0][i] = nullptr;
    if (i % 2 == 0 && i % 3 != 0) corpus.refs[1][i] = nullptr;
    if (i % 5 == 0) *corpus.refs[2][i] = "";
  }
  const double score =
      ScoreCorpus(corpus, {"ter"}, kAllSettings[0]).report.systems.at(0).scores[0].score;
  const json& expected = variable.at("results").at("ter_first400");
  EXPECT_NEAR(score, expected.at("score").get<double>(), 1e-12 * score);
}

TEST(TerSacrebleuGolden, Tokenizer) {
  MTG_SKIP_WITHOUT_SHARED("golden/sacrebleu/tokenizers.json");
  size_t compared = 0;
  for (const json& golden : Golden("tokenizers.json")) {
    for (const auto& item : golden.at("ter").items()) {
      const std::string name = item.key();
      const auto on = [&](const char* key) { return name.find(key) != std::string::npos; };
      const TercomRules rules = {on("norm1"), on("nopunct1"), on("asian1")};
      std::string text = golden.at("rstrip");
      if (on("cs0")) AppendLowercase(golden.at("rstrip").get<std::string>(), text = "");
      View view(DefaultHash().function);
      view.Reset("\n", 1, 1);
      TercomTokenizer(rules).get().CutSegment(text, 0, view);
      const Tokens tokens = view.Segment(0).tokens;
      std::string joined;
      for (uint32_t i = 0; i < tokens.count; ++i) {
        joined += (i > 0 ? " " : "") + std::string(tokens[i]);
      }
      EXPECT_EQ(joined, item.value().get<std::string>()) << name << ' ' << golden.at("input");
      ++compared;
    }
  }
  EXPECT_GT(compared, 794U * 8);
}

// Compares the first `first` segments (0: all) of these systems, as sacreBLEU does.
MetricComparison CompareTer(const std::vector<std::string>& systems,
                            const std::vector<std::string>& references, size_t first,
                            const CompareOptions& options) {
  Corpus corpus;
  for (const std::string& name : references) corpus.refs.push_back(AllPresent(Wmt17(name, first)));
  for (const std::string& name : systems) corpus.hyps.push_back(Wmt17(name, first));
  const Scored scored = ScoreCorpus(corpus, {"ter"}, kAllSettings[1]);
  MetricContext context;
  context.arithmetic = kAllSettings[1].arithmetic;
  const auto made = std::move(MakeMetric("ter", {}, context)).value();
  CompareInput input;
  input.systems = systems;
  input.runs_of_system.assign(systems.size(), 1);
  ComparedMetric metric;
  metric.metric = made.metric.get();
  metric.label = "TER";
  for (const std::vector<int64_t>& rows : scored.rows) {
    metric.rows.emplace_back(scored.widths[0]);
    metric.rows.back().Add(0, rows);
    metric.rows.back().Finish();
  }
  input.metrics.push_back(std::move(metric));
  auto comparison = Compare(input, options, {}, nullptr);
  EXPECT_TRUE(comparison.ok()) << comparison.status();
  return comparison.ok() ? comparison->metrics.at(0) : MetricComparison();
}

// To the last bit.
void ExpectPaired(const std::string& file, TestKind test, bool numpy2,
                  const std::vector<std::string>& references, size_t first) {
  SCOPED_TRACE(file);
  const json golden = Golden(file);
  const auto systems = golden.at("systems").get<std::vector<std::string>>();
  const CompareOptions options = AsSacrebleu(test, golden.at("n").get<uint64_t>(), numpy2);
  const MetricComparison out = CompareTer(systems, references, first, options);
  const json& results = golden.at("results").at("TER");
  ASSERT_EQ(out.systems.size(), results.size());
  for (size_t s = 0; s < results.size(); ++s) {
    SCOPED_TRACE(systems[s]);
    const auto equal = [&](double actual, const char* name) {
      if (results[s].at(name).is_null()) return;
      EXPECT_EQ(actual, results[s].at(name).get<double>()) << name;
    };
    equal(out.systems[s].score, "score");
    equal(out.systems[s].mean, "mean");
    equal(out.systems[s].half_width, "ci");
    if (s > 0) equal(out.pairs[s - 1].p, "p_value");
  }
}

TEST(TerSacrebleuGolden, PairedTests) {
  MTG_SKIP_WITHOUT_SHARED("golden/sacrebleu/paired_bs_1000_ter.json");
  const std::vector<std::string> one = {"ref"};
  ExpectPaired("paired_bs_1000_ter.json", TestKind::kBootstrap, false, one, 0);
  ExpectPaired("paired_ar_10000_ter.json", TestKind::kRandomization, false, one, 0);
  ExpectPaired("np2emul_paired_bs_1000_first600_all.json", TestKind::kBootstrap, true, one, 600);
}

TEST(TerSacrebleuGolden, PairedTestsWithThreeReferences) {
  MTG_SKIP_WITHOUT_SHARED("golden/sacrebleu/paired_bs_1000_multiref3_first600.json");
  const std::vector<std::string> three = {"ref", "online-B.0", "uedin-nmt.4722"};
  ExpectPaired("paired_bs_1000_multiref3_first600.json", TestKind::kBootstrap, false, three, 600);
  ExpectPaired("paired_ar_1000_multiref3_first600.json", TestKind::kRandomization, false, three,
               600);
}

TEST(TerSacrebleuGolden, Confidence) {
  MTG_SKIP_WITHOUT_SHARED("golden/sacrebleu/confidence_1000.json");
  size_t compared = 0;
  for (const json& golden : Golden("confidence_1000.json")) {
    if (golden.at("name") != "TER") continue;
    SCOPED_TRACE(golden.at("system").get<std::string>());
    CompareOptions options = AsSacrebleu(TestKind::kBootstrap, 1000);
    options.baseline.reset();
    const MetricComparison out =
        CompareTer({golden.at("system").get<std::string>()}, {"ref"}, 0, options);
    ASSERT_EQ(out.systems.size(), 1U);
    EXPECT_EQ(out.systems[0].score, golden.at("score").get<double>());
    EXPECT_EQ(out.systems[0].mean, golden.at("mean").get<double>());
    EXPECT_EQ(out.systems[0].half_width, golden.at("ci").get<double>());
    ++compared;
  }
  EXPECT_GE(compared, 2U);
}

}  // namespace
}  // namespace mtgauge::ter_sacrebleu_test
