// How an answer is written, whatever the form.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "core/report/configuration.h"
#include "core/report/gate/gate.h"

namespace mtgauge {

struct WriteOptions {
  uint32_t width = 1;               // digits after the point, in text
  bool more_digits = false;         // two more for small scores; see ScoreDigits()
  bool score_only = false;          // bare numbers, in text
  bool unit_scale = false;          // scores are from 0 to 1, and so says the signature
  bool by_group = false;            // what is written one by one are groups of segments
  Configuration configuration;      // for forms that carry it
  std::optional<GateVerdict> gate;  // where one was asked for
  std::string cite;  // the command that says what to cite of a comparison; empty: not known
};

// Digits behind the point: two more than the width where a perfect score (`scale`) is not 100 or,
// where there is no perfect score (0), where this one is small. A width that was typed is exact.
uint32_t ScoreDigits(double score, double scale, const WriteOptions& options);
// Rounded to so many digits, for people.
std::string RoundedScore(double score, double scale, const WriteOptions& options);
// Where sacreBLEU sets its mark behind p.
inline constexpr double kMarkedP = 0.05;

}  // namespace mtgauge
