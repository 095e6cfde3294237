// Compares BLEU with the figures of sacreBLEU 2.6.0 for real systems' outputs. Needs the shared
// folder of reference data.
#include <gtest/gtest.h>

#include <iostream>
#include <span>

#include "tests/golden/golden.h"

namespace mtgauge::bleu_sacrebleu_test {
namespace {

std::filesystem::path Wmt17(const std::string& name) {
  return SharedFolder() / "data/wmt17" / (name + ".txt");
}
nlohmann::json Golden(const std::string& name) {
  return ReadJson(SharedFolder() / "golden/sacrebleu" / name);
}

Corpus Wmt17Corpus(const std::string& system, const std::vector<std::string>& references) {
  Corpus corpus;
  corpus.hyps.push_back(ReadLines(Wmt17(system)));
  for (const std::string& name : references)
    corpus.refs.push_back(AllPresent(ReadLines(Wmt17(name))));
  return corpus;
}

// Contains only settings that differ from the defaults; nulls are the method's default value.
std::string Spec(const std::string& tok, bool lowercase, const std::string& smooth,
                 const nlohmann::json& value, bool effective) {
  std::string spec = "bleu:tok=" + tok + ",smooth=" + smooth + ",lc=" + (lowercase ? "yes" : "no") +
                     ",eff=" + (effective ? "yes" : "no");
  if (!value.is_null()) spec += ",value=" + value.dump();
  return spec;
}

TEST(BleuSacrebleuGolden, SixteenSystemsUnderAllOptions) {
  MTG_SKIP_WITHOUT_SHARED("golden/sacrebleu/bleu_corpus.json");
  std::map<std::string, std::vector<nlohmann::json>> by_system;
  for (const auto& row : Golden("bleu_corpus.json")) by_system[row.at("system")].push_back(row);
  size_t rows = 0, systems = 0;
  for (const auto& [system, goldens] : by_system) {
    // Every setting on three systems, then only both arithmetics, to save time.
    const size_t settings_used = systems++ < 3 ? std::size(kAllSettings) : 2;
    const Corpus corpus = Wmt17Corpus(system, {"ref"});
    std::vector<std::string> specs;
    for (const auto& golden : goldens) {
      specs.push_back(Spec(golden.at("tok"), golden.at("lowercase"), golden.at("smooth"),
                           golden.at("smooth_value"), golden.at("eff")));
    }
    for (const Settings& settings : std::span(kAllSettings).first(settings_used)) {
      const Scored scored = ScoreCorpus(corpus, specs, settings);
      ASSERT_EQ(scored.totals.sums.size(), goldens.size());
      for (size_t m = 0; m < goldens.size(); ++m) {
        SCOPED_TRACE(system + " " + specs[m]);
        EXPECT_EQ(scored.totals.sums[m], goldens[m].at("stats").get<std::vector<int64_t>>());
        ExpectScore(scored.report.systems[0].scores[m], goldens[m], settings);
        ++rows;
      }
    }
  }
  EXPECT_EQ(rows, 2 * 704 + 3 * 2 * 44);
  std::cout << "compared " << rows << " scores\n";
}

TEST(BleuSacrebleuGolden, OtherOrders) {
  MTG_SKIP_WITHOUT_SHARED("golden/sacrebleu/bleu_max_order.json");
  const auto goldens = Golden("bleu_max_order.json");
  for (const auto& golden : goldens) {
    const Corpus corpus = Wmt17Corpus(golden.at("system"), {"ref"});
    const std::string spec =
        "bleu:order=" + std::to_string(golden.at("max_ngram_order").get<int>());
    for (const Settings& settings : kAllSettings) {
      SCOPED_TRACE(golden.at("system").get<std::string>() + " " + spec);
      const Scored scored = ScoreCorpus(corpus, {spec}, settings);
      ExpectScore(scored.report.systems.at(0).scores.at(0), golden, settings);
    }
  }
  std::cout << "compared " << goldens.size() << " rows\n";
}

TEST(BleuSacrebleuGolden, ThreeReferencesSegmentBySegment) {
  MTG_SKIP_WITHOUT_SHARED("golden/sacrebleu/bleu_multiref3.json");
  const auto golden = Golden("bleu_multiref3.json");
  const Corpus corpus = Wmt17Corpus(golden.at("system"), golden.at("refs"));
  const auto& segments = golden.at("segment_stats");
  for (const Settings& settings : kAllSettings) {
    const Scored scored = ScoreCorpus(corpus, {"bleu"}, settings);
    const MetricScore& score = scored.report.systems.at(0).scores.at(0);
    ExpectScore(score, golden.at("corpus"), settings);
    ExpectSignature(score.signature, golden.at("signature"));
    for (size_t i = 0; i < segments.size(); ++i) {
      ASSERT_EQ(Row(scored, 0, 0, i), segments[i].get<std::vector<int64_t>>()) << "line " << i + 1;
    }
  }
  std::cout << "compared " << segments.size() << " segments\n";
}

TEST(BleuSacrebleuGolden, SentenceLevel) {
  MTG_SKIP_WITHOUT_SHARED("golden/sacrebleu/bleu_sentence300.json");
  const auto golden = Golden("bleu_sentence300.json");
  const Corpus all = Wmt17Corpus(golden.at("system"), {"ref"});
  std::map<size_t, std::vector<nlohmann::json>> by_line;
  for (const auto& row : golden.at("rows")) {
    nlohmann::json named;
    for (size_t f = 0; f < row.size(); ++f)
      named[golden.at("fields")[f].get<std::string>()] = row[f];
    by_line[named.at("line0")].push_back(named);
  }
  size_t rows = 0;
  for (const auto& [line, goldens] : by_line) {
    Corpus corpus;
    corpus.hyps = {{all.hyps[0][line]}};
    corpus.refs.push_back(AllPresent({*all.refs[0][line]}));
    std::vector<std::string> specs;
    for (const auto& row : goldens) {
      specs.push_back(
          Spec(row.at("tok"), false, row.at("smooth"), row.at("smooth_value"), row.at("eff")));
    }
    for (const Settings& settings : kAllSettings) {
      const Scored scored = ScoreCorpus(corpus, specs, settings);
      for (size_t m = 0; m < goldens.size(); ++m) {
        SCOPED_TRACE("line " + std::to_string(line + 1) + " " + specs[m]);
        ExpectScore(scored.report.systems.at(0).scores.at(m), goldens[m], settings);
        ++rows;
      }
    }
  }
  EXPECT_EQ(rows, golden.at("rows").size() * std::size(kAllSettings));
  std::cout << "compared " << rows << " scores\n";
}

TEST(BleuSacrebleuGolden, MissingAndEmptyReferences) {
  MTG_SKIP_WITHOUT_SHARED("golden/sacrebleu/variable_refs.json");
  const auto golden = Golden("variable_refs.json");
  Corpus corpus = Wmt17Corpus(golden.at("system"), {"ref", "online-B.0", "uedin-nmt.4722"});
  for (size_t i = 0; i < corpus.hyps[0].size(); ++i) {  // the rule in the file
    if (i % 3 == 0) corpus.refs[0][i] = nullptr;
    if (i % 2 == 0 && i % 3 != 0) corpus.refs[1][i] = nullptr;
    if (i % 5 == 0) *corpus.refs[2][i] = "";
  }
  const auto& expected = golden.at("results").at("bleu");
  for (const Settings& settings : kAllSettings) {
    const Scored scored = ScoreCorpus(corpus, {"bleu"}, settings);
    const MetricScore& score = scored.report.systems.at(0).scores.at(0);
    ExpectScore(score, expected, settings);
    const std::string text = expected.at("text");
    EXPECT_NE(text.find(score.verbose), std::string::npos) << text << " against " << score.verbose;
  }
}

TEST(BleuSacrebleuGolden, EdgeCases) {
  MTG_SKIP_WITHOUT_SHARED("golden/sacrebleu/edge_cases.json");
  size_t rows = 0;
  for (const auto& golden : Golden("edge_cases.json")) {
    const Corpus corpus = CorpusFromJson(golden);
    std::vector<std::string> specs;
    for (const auto& row : golden.at("bleu")) {
      specs.push_back(Spec("13a", false, row.at("smooth"), row.at("value"), row.at("eff")));
    }
    for (const Settings& settings : kAllSettings) {
      const Scored scored = ScoreCorpus(corpus, specs, settings);
      for (size_t m = 0; m < specs.size(); ++m) {
        SCOPED_TRACE(golden.at("hyps").dump() + golden.at("refs").dump() + specs[m]);
        ExpectScore(scored.report.systems.at(0).scores.at(m), golden.at("bleu")[m], settings);
        ++rows;
      }
    }
  }
  EXPECT_EQ(rows, 280 * std::size(kAllSettings));
  std::cout << "compared " << rows << " scores\n";
}

}  // namespace
}  // namespace mtgauge::bleu_sacrebleu_test
