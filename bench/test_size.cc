// Simulates how often each test calls two equally good systems different, which is its size.
//
// Usage: mtgauge_test_size [SIMULATIONS [RESAMPLES]]. A test of level alpha should say "different"
// in a share alpha of simulations, give or take the Monte-Carlo error in the last column. All
// systems are drawn from the same distribution, so that none is better; they share the difficulty
// of each segment.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <random>
#include <string>
#include <vector>

#include "core/contract/registry.h"
#include "parallel/significance/comparer.h"

namespace mtgauge {
namespace {

constexpr uint32_t kDocumentSegments = 20;

struct Setting {
  const char* name;
  uint32_t segments;
  uint32_t systems;
  uint32_t runs;           // number of output files of each system
  double document_spread;  // how much a system's quality varies between documents
};

// Draws rows as BLEU has them: matches of order n are a random part of those of order n - 1.
std::vector<int64_t> SystemRows(const std::vector<uint32_t>& lengths,
                                const std::vector<double>& ease, double document_spread,
                                std::mt19937_64& random) {
  std::normal_distribution<double> noise;
  std::vector<int64_t> rows;
  double of_document = 0;
  for (uint32_t i = 0; i < lengths.size(); ++i) {
    if (i % kDocumentSegments == 0) of_document = document_spread * noise(random);
    const double quality = ease[i] + of_document + 0.1 * noise(random);
    const double precision = std::clamp(quality, 0.05, 0.95);
    const int64_t shorter = noise(random) > 0.5 ? 1 : 0;
    const int64_t length = std::max<int64_t>(lengths[i] - shorter, 1);
    rows.insert(rows.end(), {length, lengths[i]});
    int64_t possible = length;
    for (int n = 1; n <= 4; ++n) {
      std::binomial_distribution<int64_t> matches(possible, n == 1 ? precision : 0.6);
      possible = std::min(matches(random), std::max<int64_t>(length - n + 1, 0));
      rows.push_back(possible);
    }
    for (int64_t n = 1; n <= 4; ++n) rows.push_back(std::max<int64_t>(length - n + 1, 0));
  }
  return rows;
}

CompareInput Simulate(const Setting& setting, const Metric& metric, std::mt19937_64& random) {
  std::uniform_int_distribution<uint32_t> length(4, 60);
  std::normal_distribution<double> noise;
  std::vector<uint32_t> lengths;
  std::vector<double> ease;
  CompareInput input;
  for (uint32_t i = 0; i < setting.segments; ++i) {
    lengths.push_back(length(random));
    ease.push_back(0.6 + 0.15 * noise(random));
    input.document_of_segment.push_back(i / kDocumentSegments);
  }
  if (setting.document_spread == 0) input.document_of_segment.clear();
  ComparedMetric compared;
  compared.metric = &metric;
  compared.label = "BLEU";
  for (uint32_t s = 0; s < setting.systems; ++s) {
    input.systems.push_back("system " + std::to_string(s + 1));
    input.runs_of_system.push_back(setting.runs);
  }
  for (uint32_t i = 0; i < setting.systems * setting.runs; ++i) {
    compared.rows.emplace_back(10);
    compared.rows.back().Add(0, SystemRows(lengths, ease, setting.document_spread, random));
    compared.rows.back().Finish();
  }
  input.metrics.push_back(std::move(compared));
  return input;
}

struct Rule {
  const char* name;
  CompareOptions options;
  // The p-value that is compared with alpha. A family of tests errs if any of its pairs does.
  double (*p)(const PairTest&);
};

double P(const PairTest& pair) { return pair.p; }
double AdjustedP(const PairTest& pair) { return pair.p_adjusted; }
// Koehn (2004), read as a two-sided test: twice the share of resamples that the loser wins or ties.
double WinShare(const PairTest& pair) {
  return 2 * std::min(pair.losses + pair.ties, pair.wins + pair.ties);
}

std::vector<Rule> Rules(uint64_t resamples, uint32_t systems, bool documents) {
  CompareOptions bootstrap;
  bootstrap.resamples = resamples;
  bootstrap.correction = Correction::kNone;
  CompareOptions randomization = bootstrap;
  randomization.test = TestKind::kRandomization;
  CompareOptions shifted = bootstrap;
  shifted.null = NullRule::kShifted;
  shifted.ties = TieRule::kStrict;
  CompareOptions by_document = bootstrap;
  by_document.unit = Unit::kDocument;
  CompareOptions max_t = bootstrap;
  max_t.correction = Correction::kMaxT;
  CompareOptions holm = bootstrap;
  holm.correction = Correction::kHolm;
  CompareOptions max_t_swaps = randomization;
  max_t_swaps.correction = Correction::kMaxT;
  if (documents) return {{"bs, by segment", bootstrap, P}, {"bs, by document", by_document, P}};
  if (systems == 2) {
    return {{"bs, null centred", bootstrap, P},
            {"bs, null shifted (sacreBLEU)", shifted, P},
            {"win share (Koehn), two-sided", bootstrap, WinShare},
            {"ar", randomization, P}};
  }
  return {{"bs, any pair, uncorrected", bootstrap, P},
          {"bs, any pair, max-T", max_t, AdjustedP},
          {"bs, any pair, Holm", holm, AdjustedP},
          {"ar, any pair, max-T", max_t_swaps, AdjustedP}};
}

int Run(uint32_t simulations, uint64_t resamples) {
  const Setting settings[] = {{"2 systems, 100 segments", 100, 2, 1, 0},
                              {"2 systems, 1,000 segments", 1000, 2, 1, 0},
                              {"2 systems of 3 runs, 300 segments", 300, 2, 3, 0},
                              {"5 systems, 1,000 segments", 1000, 5, 1, 0},
                              {"2 systems, 1,000 segments in 50 documents", 1000, 2, 1, 0.1}};
  auto bleu = MakeMetric("bleu", {}, {});
  if (!bleu.ok()) return 1;
  fmt::print("{} simulations, {} resamples\n", simulations, resamples);
  for (const Setting& setting : settings) {
    const std::vector<Rule> rules = Rules(resamples, setting.systems, setting.document_spread > 0);
    const double levels[] = {0.05, 0.01};
    std::vector<std::vector<uint32_t>> errors(rules.size(), std::vector<uint32_t>(2, 0));
    std::mt19937_64 random(1);
    for (uint32_t i = 0; i < simulations; ++i) {
      const CompareInput input = Simulate(setting, *bleu->metric, random);
      for (size_t r = 0; r < rules.size(); ++r) {
        CompareOptions options = rules[r].options;
        options.seed = i;
        const auto comparison = Compare(input, options, {}, nullptr);
        if (!comparison.ok()) return 1;
        double least = 1;
        for (const PairTest& pair : comparison->metrics[0].pairs) {
          least = std::min(least, rules[r].p(pair));
        }
        for (size_t l = 0; l < 2; ++l) errors[r][l] += least <= levels[l] ? 1 : 0;
      }
    }
    fmt::print("\n{:<44} {:>6} {:>6}\n", setting.name, "at .05", "at .01");
    for (size_t r = 0; r < rules.size(); ++r) {
      fmt::print("  {:<42}", rules[r].name);
      for (size_t l = 0; l < 2; ++l) {
        fmt::print(" {:>6.4f}", static_cast<double>(errors[r][l]) / simulations);
      }
      fmt::print("  +- {:.4f}\n", std::sqrt(0.05 * 0.95 / simulations));
    }
  }
  return 0;
}

}  // namespace
}  // namespace mtgauge

int main(int argc, char** argv) {
  const long simulations = argc > 1 ? std::atol(argv[1]) : 2000;
  const long resamples = argc > 2 ? std::atol(argv[2]) : 999;
  if (simulations < 1 || resamples < 1) {
    fmt::print(stderr, "usage: mtgauge_test_size [SIMULATIONS [RESAMPLES]]\n");
    return 2;
  }
  return mtgauge::Run(static_cast<uint32_t>(simulations), static_cast<uint64_t>(resamples));
}
