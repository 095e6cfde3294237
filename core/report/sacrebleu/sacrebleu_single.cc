// Writes the output for one system, in text and in JSON.
#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "core/base/numbers.h"
#include "core/base/printing.h"
#include "core/report/forms/python_text.h"
#include "core/report/sacrebleu/sacrebleu_writer.h"

namespace mtgauge {
namespace {

// The text before it is aligned to the right.
constexpr std::string_view kEquals = " =";

std::string Rounded(double value, int width) { return fmt::format("{:.{}f}", value, width); }

// Returns the rounded digits as a double, as JSON has it.
std::string RoundedNumber(const std::string& digits) {
  return PythonFloat(ParseNumber<double>(digits).value_or(0));
}

// sacreBLEU omits the interval if its mean is 0.
bool HasInterval(const SacreBleuScore& score) { return score.mean && *score.mean > 0; }

// Returns "μ = 27.5 ± 2.7".
std::string IntervalWords(const SacreBleuScore& score, int width) {
  return fmt::format("μ = {} ± {}", Rounded(*score.mean, width), Rounded(*score.half_width, width));
}

// Returns "27.5 (μ = 27.5 ± 2.7)".
std::string ScoreWords(const SacreBleuScore& score, int width) {
  std::string out = Rounded(score.score, width);
  if (HasInterval(score)) out += fmt::format(" ({})", IntervalWords(score, width));
  return out;
}

// Appends the keys of a signature as separate fields.
void AppendSignature(std::string_view signature, JsonFields& fields) {
  while (!signature.empty()) {
    const std::string_view pair = signature.substr(0, signature.find('|'));
    signature.remove_prefix(std::min(signature.size(), pair.size() + 1));
    const size_t colon = pair.find(':');
    fields.emplace_back(std::string(pair.substr(0, colon)),
                        PythonString(pair.substr(colon + 1), false));
  }
}

std::string ScoreObject(const SacreBleuMetricScores& metric, int width) {
  const SacreBleuScore& score = metric.scores.front();
  JsonFields fields = {{"name", PythonString(metric.title, false)},
                       {"score", RoundedNumber(Rounded(score.score, width))},
                       {"signature", PythonString(metric.signature, false)}};
  if (HasInterval(score)) {
    fields.emplace_back("confidence_mean", RoundedNumber(Rounded(*score.mean, width)));
    fields.emplace_back("confidence_var", RoundedNumber(Rounded(*score.half_width, width)));
    fields.emplace_back("confidence", PythonString(IntervalWords(score, width), false));
  }
  if (!score.verbose.empty()) {
    fields.emplace_back("verbose_score", PythonString(score.verbose, false));
  }
  AppendSignature(metric.signature, fields);
  return PythonObject(fields, 1, 1);
}

// Aligns the text before " ="; lines without it stay unchanged.
std::string Aligned(const std::vector<std::string>& lines) {
  size_t widest = 0;
  for (const std::string& line : lines) {
    const size_t at = line.find(kEquals);
    if (at != std::string::npos) widest = std::max(widest, DisplayWidth(line.substr(0, at)));
  }
  std::string out;
  for (const std::string& line : lines) {
    const size_t at = line.find(kEquals);
    if (lines.size() > 1 && at != std::string::npos) {
      out.append(widest - DisplayWidth(line.substr(0, at)), ' ');
    }
    out += line + '\n';
  }
  return out;
}

std::string JsonList(const std::vector<std::string>& objects) {
  if (objects.size() == 1) return objects.front() + '\n';
  return fmt::format("[\n{}\n]\n", fmt::join(objects, ",\n"));
}

}  // namespace

std::string SacreBleuLine(const std::string& title, const std::string& signature,
                          const SacreBleuScore& score, const SacreBleuForm& form) {
  std::string number = ScoreWords(score, form.width);
  if (form.score_only) return number;
  std::string line = fmt::format("{}|{} = {}", title, signature, number);
  if (!score.verbose.empty()) line += ' ' + score.verbose;
  return line;
}

std::string SacreBleuOneSystem(const SacreBleuResult& result, const SacreBleuForm& form) {
  const bool json = form.format == SacreBleuFormat::kJson;
  std::vector<std::string> parts;
  for (const SacreBleuMetricScores& metric : result.metrics) {
    const std::string& signature = form.short_signature ? metric.short_signature : metric.signature;
    parts.push_back(json && !form.score_only
                        ? ScoreObject(metric, form.width)
                        : SacreBleuLine(metric.title, signature, metric.scores.front(), form));
  }
  return json ? JsonList(parts) : Aligned(parts);
}

std::string SacreBleuDetail(const std::vector<SacreBleuPart>& rows, const SacreBleuForm& form) {
  if (rows.empty()) return "No subset information found. Consider using --origlang argument.\n";
  size_t key_width = 0, name_width = 0;
  for (const SacreBleuPart& row : rows) key_width = std::max(key_width, row.key.size() + 1);
  for (const MetricScore& score : rows.front().scores) {
    name_width = std::max(name_width, score.metric.size());
  }
  std::string text;
  for (const SacreBleuPart& row : rows) {
    for (const MetricScore& score : row.scores) {
      text += fmt::format("{:<{}}: sentences={:<6} {:<{}} = {:.{}f}\n", row.key, key_width,
                          row.sentences, score.metric, name_width, score.score, form.width);
    }
  }
  return text;
}

}  // namespace mtgauge
