// sacreBLEU's options, parsed and checked one by one: the request of the drop-in verb.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/input/sacrebleu/texts.h"

namespace mtgauge {

// Numbers are integers as typed: sacreBLEU gives most values below 1 a special meaning.
struct SacreBleuArgs : SacreBleuInputs {
  bool citation = false, list = false;
  std::optional<std::string> download;
  std::vector<std::string> echo;
  std::string encoding = "utf-8";

  std::vector<std::string> metrics;  // bleu if empty
  bool sentence_level = false;
  std::optional<std::string> tokenize, smooth_method;
  std::optional<double> smooth_value;
  bool lowercase = false;
  int64_t chrf_char_order = 6, chrf_word_order = 0, chrf_beta = 2;
  bool chrf_whitespace = false, chrf_lowercase = false, chrf_eps_smoothing = false;
  bool ter_case_sensitive = false, ter_asian_support = false;
  bool ter_no_punct = false, ter_normalized = false;
  std::string compat;  // for MetricChoice

  bool confidence = false, paired_bs = false, paired_ar = false;
  int64_t confidence_n = 1000, paired_bs_n = 1000, paired_ar_n = 10000;
  int64_t paired_jobs = 1;  // number of sacreBLEU's processes; the output does not depend on it

  bool short_signature = false, detail = false, no_color = false, score_only = false;
  bool force = false, quiet = false;
  int64_t width = 1;
  std::string format = "json";

  bool paired() const { return paired_bs || paired_ar; }
};

}  // namespace mtgauge
