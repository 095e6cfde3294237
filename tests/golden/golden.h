// Shared code of the golden tests of metrics: scoring a corpus with the library, and comparing with
// sacreBLEU's figures.
#pragma once

#include <cmath>
#include <limits>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "core/score/job.h"
#include "core/score/worker.h"
#include "core/text/batch.h"
#include "tests/support/shared_data.h"

namespace mtgauge {

// One corpus: refs[r][i] may be missing, and outlives everything made of it.
struct Corpus {
  std::vector<std::vector<std::unique_ptr<std::string>>> refs;
  std::vector<std::vector<std::string>> hyps;  // one per system
};

inline std::vector<std::unique_ptr<std::string>> AllPresent(const Lines& lines) {
  std::vector<std::unique_ptr<std::string>> out;
  for (const std::string& line : lines) out.push_back(std::make_unique<std::string>(line));
  return out;
}

// Reads {"hyps": [text], "refs": [[text or null]]}.
inline Corpus CorpusFromJson(const nlohmann::json& value) {
  Corpus corpus;
  corpus.hyps.push_back(value.at("hyps").get<std::vector<std::string>>());
  for (const auto& reference : value.at("refs")) {
    corpus.refs.emplace_back();
    for (const auto& text : reference) {
      corpus.refs.back().push_back(
          text.is_null() ? nullptr : std::make_unique<std::string>(text.get<std::string>()));
    }
  }
  return corpus;
}

struct Settings {
  NgramEngine engine;
  Arithmetic arithmetic;
};
inline constexpr Settings kAllSettings[] = {{NgramEngine::kAuto, Arithmetic::kPinned},
                                            {NgramEngine::kAuto, Arithmetic::kPlatform},
                                            {NgramEngine::kTable, Arithmetic::kPinned},
                                            {NgramEngine::kBitmask, Arithmetic::kPinned}};

// The library's complete results for a corpus.
struct Scored {
  Report report;
  Totals totals;
  std::vector<std::vector<int64_t>> rows;  // [system * metrics + metric], as in BatchOutput
  std::vector<uint32_t> widths;
};

// Fails the test and returns nothing in `report` if the library returns an error.
inline Scored ScoreCorpus(const Corpus& corpus, const std::vector<std::string>& specs,
                          const Settings& settings) {
  std::vector<std::vector<const std::string*>> refs;
  StreamNames names;
  for (const auto& reference : corpus.refs) {
    refs.emplace_back();
    for (const auto& text : reference) refs.back().push_back(text.get());
    names.refs.push_back("ref" + std::to_string(names.refs.size()));
  }
  for (size_t s = 0; s < corpus.hyps.size(); ++s) names.hyps.push_back("sys" + std::to_string(s));

  JobOptions options;
  options.metrics = specs;
  options.context.arithmetic = settings.arithmetic;
  options.context.ngram_engine = settings.engine;
  Result<Job> job = Job::Make(options, names);
  Scored scored;
  if (!job.ok()) {
    ADD_FAILURE() << job.status();
    return scored;
  }
  Worker worker(*job);
  Batch batch = MakeBatch(refs, corpus.hyps);
  BatchOutput output;
  output.rows = &scored.rows;
  const Status status = worker.Process(batch, output);
  EXPECT_TRUE(status.ok()) << status;
  scored.totals = worker.totals();
  scored.report = MakeReport(*job, scored.totals);
  scored.widths = job->widths();
  return scored;
}

// Scores one system under one metric.
inline Scored ScoreLines(const std::string& spec, const Lines& hyp, const std::vector<Lines>& refs,
                         const Settings& settings = kAllSettings[0]) {
  Corpus corpus;
  corpus.hyps.push_back(hyp);
  for (const Lines& ref : refs) corpus.refs.push_back(AllPresent(ref));
  return ScoreCorpus(corpus, {spec}, settings);
}

inline double CorpusScore(const Scored& scored) {
  return scored.report.systems.at(0).scores.at(0).score;
}

// Returns the columns of one segment.
inline std::vector<int64_t> Row(const Scored& scored, size_t index, size_t metric, size_t segment) {
  const uint32_t width = scored.widths[metric];
  const auto begin = scored.rows[index].begin() + static_cast<int64_t>(segment * width);
  return {begin, begin + width};
}

inline std::vector<double> Numbers(const MetricScore& score, const std::string& name) {
  for (const Detail& detail : score.details) {
    if (detail.name != name) continue;
    if (const auto* whole = std::get_if<int64_t>(&detail.value))
      return {static_cast<double>(*whole)};
    if (const auto* real = std::get_if<double>(&detail.value)) return {*real};
    if (const auto* list = std::get_if<std::vector<int64_t>>(&detail.value)) {
      return {list->begin(), list->end()};
    }
    return std::get<std::vector<double>>(detail.value);
  }
  ADD_FAILURE() << "no detail called " << name;
  return {};
}

// Returns true if exp and log of this machine are those of the machine that made the goldens: glibc
// has several versions, chosen by CPU, which sometimes differ in the last bit.
inline bool PlatformMadeTheGoldens() {
  static const bool same = [] {
    const auto cases = ReadJson(ProjectFolder() / "tests/golden/data/bleu_cases.json");
    for (const auto& probe : cases.at("exp_probes")) {
      volatile double x = probe[0].get<double>();  // not folded by the compiler
      if (std::exp(x) != probe[1].get<double>()) return false;
    }
    return true;
  }();
  return same;
}

// Expects equal bits with the platform's arithmetic, and 1e-12 with the pinned one.
inline void ExpectNumber(double actual, double expected, const Settings& settings) {
  if (settings.arithmetic == Arithmetic::kPlatform && PlatformMadeTheGoldens()) {
    EXPECT_EQ(actual, expected) << "must be equal to the last bit";
  } else {
    EXPECT_LE(std::fabs(actual - expected), 1e-12 * std::fabs(expected))
        << actual << " against " << expected;
  }
}

// sacreBLEU's keys come first, equal and in its order, followed only by keys that it lacks.
inline void ExpectSignature(const std::string& actual, const std::string& expected) {
  const std::string keys = expected.substr(0, expected.find("version:"));
  const std::string ours = actual.substr(0, actual.find("version:mtgauge-"));
  ASSERT_NE(ours, actual) << "no version:mtgauge- in " << actual;
  EXPECT_EQ(ours.substr(0, keys.size()), keys);
  for (size_t begin = keys.size(); begin < ours.size(); begin = ours.find('|', begin) + 1) {
    const std::string key = ours.substr(begin, ours.find(':', begin) - begin);
    EXPECT_TRUE(key == "order" || key == "value" || key == "unicode" || key == "lcunicode")
        << actual;
  }
}

// `expected` has score, counts, totals, precisions, bp, lengths, named as in sacreBLEU's score
// object; figures that are absent are not compared.
inline void ExpectScore(const MetricScore& actual, const nlohmann::json& expected,
                        const Settings& settings) {
  ExpectNumber(actual.score, expected.at("score"), settings);
  for (const char* exact : {"counts", "totals"}) {
    if (!expected.contains(exact)) continue;
    EXPECT_EQ(Numbers(actual, exact), expected.at(exact).get<std::vector<double>>()) << exact;
  }
  if (expected.contains("precisions")) {
    // These are computed without exp or log, so they are equal on any machine.
    EXPECT_EQ(Numbers(actual, "precisions"), expected.at("precisions").get<std::vector<double>>());
  }
  if (expected.contains("bp"))
    ExpectNumber(Numbers(actual, "bp").at(0), expected.at("bp"), settings);
  for (const auto& [ours, theirs] :
       {std::pair("hyp_len", "sys_len"), std::pair("hyp_len", "hyp_len"),
        std::pair("ref_len", "ref_len")}) {
    if (expected.contains(theirs)) {
      EXPECT_EQ(Numbers(actual, ours).at(0), expected.at(theirs).get<double>()) << theirs;
    }
  }
  if (expected.contains("verbose")) {
    EXPECT_EQ(actual.verbose, expected.at("verbose").get<std::string>());
  }
  for (const char* signature : {"signature", "sig"}) {
    if (expected.contains(signature)) ExpectSignature(actual.signature, expected.at(signature));
  }
}

}  // namespace mtgauge
