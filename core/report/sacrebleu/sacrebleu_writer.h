// sacreBLEU's forms of output. Those of one system and all JSON are its own byte for byte; tables
// of several systems have its layout and numbers, and our words where they explain.
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
  std::string verbose;  // BLEU's alone
  // Of the bootstrap: mean and half the width of the interval.
  std::optional<double> mean, half_width;
  std::optional<double> p;  // absent for the baseline
};

struct SacreBleuMetricScores {
  std::string title;  // "chrF2"
  std::string signature, short_signature;
  std::vector<SacreBleuScore> scores;  // of each system
};

struct SacreBleuResult {
  std::vector<std::string> systems;  // display names
  std::vector<SacreBleuMetricScores> metrics;
};

// "BLEU|SIGNATURE = 27.5 (μ = 27.5 ± 2.7) 59.7/32.8/20.9/14.0 (BP = ...)", or the part that
// --score-only leaves. No LF.
std::string SacreBleuLine(const std::string& title, const std::string& signature,
                          const SacreBleuScore& score, const SacreBleuForm& form);

std::string SacreBleuOneSystem(const SacreBleuResult& result, const SacreBleuForm& form);
// `paired`: the test of every system against the first; null: there was none.
std::string SacreBleuSystems(const SacreBleuResult& result, const SacreBleuForm& form,
                             const CompareOptions* paired);

// One part of the test sets that --detail shows.
struct SacreBleuPart {
  std::string key;
  size_t sentences;
  std::vector<MetricScore> scores;
};
// A line for each part and metric.
std::string SacreBleuDetail(const std::vector<SacreBleuPart>& rows, const SacreBleuForm& form);

}  // namespace mtgauge
