// Looks through the evaluations of the answer.
#include "core/input/tables/developed_cuts.h"

#include <fmt/format.h>
#include <simdjson.h>

#include <algorithm>
#include <set>
#include <string_view>

#include "core/base/printing.h"
#include "core/input/formats/json_record.h"
#include "core/input/tables/text_file.h"

namespace mtgauge {
namespace {

namespace dom = simdjson::dom;

Status WrongFile(const std::string& file, std::string_view what) {
  return InputError({.file = file, .option = "dev"}, std::string(what),
                    "write it by 'mtgauge meta' with `format` json and `measures` f1");
}

// Checks that the same translations are good here and there.
Status CheckRule(const std::string& file, dom::element root, const MeasureOptions& options) {
  double good = 0;
  bool error_free = false;
  if (root["conventions"]["good"].get(good) != simdjson::SUCCESS) {
    return WrongFile(file, "it does not say which translations are good");
  }
  if (root["conventions"]["error_free"].get(error_free) != simdjson::SUCCESS) error_free = false;
  if (good == options.good && error_free == options.error_free) return OkStatus();
  const auto rule = [](double score, bool free) {
    return fmt::format("{} or more{}", score, free ? " and no marked error" : "");
  };
  return InputError({.file = file, .option = "dev"},
                    fmt::format("there, translations with {} are good; here, those with {}",
                                rule(good, error_free), rule(options.good, options.error_free)),
                    "use the same `good`");
}

// Adds the score from which a metric of the answer calls translations good, if it says that.
void AddCuts(dom::element metric, std::set<double>& cuts) {
  dom::object measures;
  if (metric["measures"].get(measures) != simdjson::SUCCESS) return;
  for (const dom::key_value_pair measure : measures) {
    double cut = 0;
    if (measure.value["good_from"].get(cut) == simdjson::SUCCESS) cuts.insert(cut);
  }
}

std::set<double> CutsOf(dom::element root, std::string_view name) {
  std::set<double> cuts;
  dom::array evaluations;
  if (root["evaluations"].get(evaluations) != simdjson::SUCCESS) return cuts;
  for (const dom::element evaluation : evaluations) {
    dom::array metrics;
    if (evaluation["metrics"].get(metrics) != simdjson::SUCCESS) continue;
    for (const dom::element metric : metrics) {
      std::string_view known;
      if (metric["metric"].get(known) == simdjson::SUCCESS && known == name) AddCuts(metric, cuts);
    }
  }
  return cuts;
}

}  // namespace

Status TakeCuts(const std::string& file, const std::vector<EvaluatedMetric>& metrics,
                EvaluateOptions& options) {
  MTG_ASSIGN_OR_RETURN(const std::string bytes, ReadTextFile(file));
  dom::parser parser;
  dom::element root;
  std::string_view schema;
  if (const auto error = parser.parse(bytes.data(), bytes.size()).get(root)) {
    return WrongFile(file, fmt::format("not valid JSON: {}", JsonFault(error)));
  }
  if (root["schema"].get(schema) != simdjson::SUCCESS || !schema.starts_with("mtgauge.meta/")) {
    return WrongFile(file, "it is no answer of an evaluation");
  }
  MTG_RETURN_IF_ERROR(CheckRule(file, root, options.measure));
  for (const EvaluatedMetric& metric : metrics) {
    const bool told = std::any_of(options.good_of_metric.begin(), options.good_of_metric.end(),
                                  [&](const auto& of) { return of.first == metric.name; });
    if (told || metric.is_raters) continue;
    const std::set<double> cuts = CutsOf(root, metric.name);
    if (cuts.size() == 1) {
      options.good_of_metric.emplace_back(metric.name, *cuts.begin());
      continue;
    }
    return InputError(
        {.file = file, .option = "dev"},
        cuts.empty() ? fmt::format("no score from which '{}' calls a translation good", metric.name)
                     : fmt::format("{} from which '{}' calls a translation good",
                                   Counted(cuts.size(), "score"), metric.name),
        cuts.empty() ? "measure f1 of this metric there, or name the score with `good-metric`"
                     : "evaluate one language pair and criterion there");
  }
  return OkStatus();
}

}  // namespace mtgauge
