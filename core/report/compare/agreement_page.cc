// Lays out the agreement of annotators.
#include "core/report/compare/agreement_page.h"

#include <fmt/format.h>

#include <cmath>

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
  page.annotators.columns = {{"annotator", true}, {"outputs"},  {"correlation"},
                             {"mean difference"}, {"sd ratio"}, {"remark", true}};
  for (const AnnotatorCheck& check : agreement.annotators) {
    page.annotators.rows.push_back({Printable(check.name), std::to_string(check.outputs),
                                    NumberOrNone(check.correlation, kDigits),
                                    NumberOrNone(check.mean_difference, digits),
                                    NumberOrNone(check.deviation_ratio, digits), check.remark});
  }
  page.pairs.columns = {{"A", true}, {"B", true},   {"outputs"},
                        {"tau"},     {"agreement"}, {"without ties"}};
  for (const AnnotatorPair& pair : agreement.pairs) {
    page.pairs.rows.push_back({Printable(pair.a), Printable(pair.b), std::to_string(pair.outputs),
                               NumberOrNone(pair.tau, kDigits),
                               NumberOrNone(pair.agreement, kDigits),
                               NumberOrNone(pair.without_ties, kDigits)});
  }
  return page;
}

}  // namespace mtgauge
