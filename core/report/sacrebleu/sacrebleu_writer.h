// sacreBLEU's output formats. Output for one system, and all JSON, equals sacreBLEU's byte for
// byte. Tables of several systems have its layout and numbers, but our explanations.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "mtgauge/compare.h"
#include "mtgauge/score.h"

namespace mtgauge {

enum class SacreBleuFormat { kJson, kText, kLatex };

struct SacreBleuForm {
  SacreBleuFormat format = SacreBleuFormat::kJson;
  int width = 1;
  bool score_only = false, short_signature = false;
};

struct SacreBleuScore {
  double score = 0;
  std::string verbose;  // only for BLEU
  // From the bootstrap: mean and half the width of the interval.
  std::optional<double> mean, half_width;
  std::optional<double> p;  // absent for the baseline
};

struct SacreBleuMetricScores {
  std::string title;  // "chrF2"
  std::string signature, short_signature;
  std::vector<SacreBleuScore> scores;  // [system]
};

struct SacreBleuResult {
  std::vector<std::string> systems;  // display names
  std::vector<SacreBleuMetricScores> metrics;
};

// Returns "BLEU|SIGNATURE = 27.5 (μ = 27.5 ± 2.7) 59.7/32.8/20.9/14.0 (BP = ...)", or the part of
// it for --score-only. Without LF.
std::string SacreBleuLine(const std::string& title, const std::string& signature,
                          const SacreBleuScore& score, const SacreBleuForm& form);

std::string SacreBleuOneSystem(const SacreBleuResult& result, const SacreBleuForm& form);
// `paired` is the test of every system against the first; null if there was none.
std::string SacreBleuSystems(const SacreBleuResult& result, const SacreBleuForm& form,
                             const CompareOptions* paired);

// A part of the test sets that --detail shows.
struct SacreBleuPart {
  std::string key;
  size_t sentences;
  std::vector<MetricScore> scores;
};
// Writes a line for each part and metric.
std::string SacreBleuDetail(const std::vector<SacreBleuPart>& rows, const SacreBleuForm& form);

}  // namespace mtgauge
