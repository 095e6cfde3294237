// Lays out the agreement of annotators.
#include "core/report/compare/agreement_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "core/base/nan.h"
#include "core/base/printing.h"

namespace mtgauge {
namespace {

std::string NumberOrNone(double value, int digits) {
  return std::isnan(value) ? "n/a" : fmt::format("{:.{}f}", value, digits);
}

}  // namespace

AgreementPage MakeAgreementPage(const HumanAgreement& agreement, const WriteOptions& options) {
  constexpr int kDigits = 3;
  const auto digits = static_cast<int>(options.width);
  AgreementPage page;
  page.heading = fmt::format(
      "agreement of annotators{}, {}: Krippendorff's alpha {} (interval), {} (ordinal), {} (nominal)",
      agreement.group.empty() ? "" : " of " + Printable(agreement.group),
      Printable(agreement.criterion), NumberOrNone(agreement.alpha_interval, kDigits),
      NumberOrNone(agreement.alpha_ordinal, kDigits),
      NumberOrNone(agreement.alpha_nominal, kDigits));
  if (agreement.alpha_spans) {
    page.heading += fmt::format(", {} (severity of characters in error spans, nominal)",
                                NumberOrNone(*agreement.alpha_spans, kDigits));
  }
  const bool controls =
      std::any_of(agreement.annotators.begin(), agreement.annotators.end(),
                  [](const AnnotatorCheck& check) { return check.controls.has_value(); });
  page.annotators.columns = {
      {"annotator", true}, {"outputs"}, {"correlation"}, {"mean difference"}, {"sd ratio"}};
  if (controls) page.annotators.columns.push_back({"controls passed"});
  page.annotators.columns.push_back({"remark", true});
  for (const AnnotatorCheck& check : agreement.annotators) {
    std::vector<std::string> row = {Printable(check.name), std::to_string(check.outputs),
                                    NumberOrNone(check.correlation, kDigits),
                                    NumberOrNone(check.mean_difference, digits),
                                    NumberOrNone(check.deviation_ratio, digits)};
    const ControlItems items = check.controls.value_or(ControlItems());
    if (controls) {
      row.push_back(items.items > 0 ? fmt::format("{} of {}", items.passed, items.items) : "n/a");
    }
    row.push_back(check.remark);
    page.annotators.rows.push_back(std::move(row));
  }
  page.pairs.columns = {{"A", true}, {"B", true},   {"outputs"},
                        {"tau"},     {"agreement"}, {"without ties"}};
  const bool spans =
      std::any_of(agreement.pairs.begin(), agreement.pairs.end(),
                  [](const AnnotatorPair& pair) { return pair.span_f1.has_value(); });
  if (spans) page.pairs.columns.push_back({"span F1"});
  for (const AnnotatorPair& pair : agreement.pairs) {
    page.pairs.rows.push_back({Printable(pair.a), Printable(pair.b), std::to_string(pair.outputs),
                               NumberOrNone(pair.tau, kDigits),
                               NumberOrNone(pair.agreement, kDigits),
                               NumberOrNone(pair.without_ties, kDigits)});
    if (spans) {
      page.pairs.rows.back().push_back(NumberOrNone(pair.span_f1.value_or(kNaN), kDigits));
    }
  }
  return page;
}

}  // namespace mtgauge
