// Turns a request into the candidates with the best expected scores.
#include "mtgauge/mbr.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "core/base/pinned_math.h"
#include "core/base/printing.h"
#include "core/base/suggest.h"
#include "core/report/columns/table_encoder.h"
#include "core/report/matrix/mbr_output.h"
#include "mtgauge/output.h"
#include "mtgauge/table.h"
#include "parallel/matrix/plan.h"
#include "parallel/run/run_of.h"

namespace mtgauge {
namespace {

// Returns the weights of a group's references, normalized to a sum of 1, or none if all are equal.
Result<std::vector<double>> WeightsOf(const PairGroup& group, std::optional<double> temperature) {
  std::vector<double> weights = group.weights;
  if (weights.empty()) return weights;
  const ErrorPlace place = {group.hypotheses.name()};
  const auto bad = [&](std::string what, std::string remedy) {
    return InputError(place, fmt::format("group {}: {}", group.name, what), std::move(remedy));
  };
  const uint64_t references = (group.references ? *group.references : group.hypotheses).size();
  if (weights.size() != references) {
    return bad(fmt::format("{} for {}", Counted(weights.size(), "weight"),
                           Counted(references, "reference")),
               "give one for each reference");
  }
  if (!std::all_of(weights.begin(), weights.end(), [](double w) { return std::isfinite(w); })) {
    return bad("a weight is not a finite number", "use numbers");
  }
  if (temperature) {
    const double most = *std::max_element(weights.begin(), weights.end());
    for (double& weight : weights) weight = PinnedExp((weight - most) / *temperature);
  }
  if (std::any_of(weights.begin(), weights.end(), [](double w) { return w < 0; })) {
    return bad("a weight is below 0", "if the numbers are log-probabilities, set `temperature`");
  }
  double sum = 0;
  for (const double weight : weights) sum += weight;
  if (!(sum > 0) || !std::isfinite(sum)) {
    return bad("the sum of the weights is not positive and finite", "use weights above 0");
  }
  for (double& weight : weights) weight /= sum;
  return weights;
}

double Expected(std::span<const double> scores, std::span<const double> weights) {
  double sum = 0;
  if (weights.empty()) {
    for (const double score : scores) sum += score;
    return scores.empty() ? 0 : sum / static_cast<double>(scores.size());
  }
  for (size_t r = 0; r < scores.size(); ++r) sum += weights[r] * scores[r];
  return sum;
}

}  // namespace

template <>
struct RunOf<MbrRun, MbrRequest>::Plan : PairsPlan<MbrRequest> {
  Status Settle() {
    if (request.temperature && !(*request.temperature > 0 && std::isfinite(*request.temperature))) {
      return UsageError({.option = "temperature"}, "`temperature` must be above 0", "1 is usual");
    }
    if (request.temperature && request.weights.empty() && request.groups.empty()) {
      return UsageError({.option = "temperature"}, "`temperature` needs `weights`",
                        "add them, or leave it out");
    }
    MTG_RETURN_IF_ERROR(PairsPlan::Settle(request.weights));
    files.lists_of_references = true;  // a single text is mostly the gold translation
    if (job->metrics().size() > 1) {
      return UsageError({.option = "metrics"}, "`metrics`: only one metric can pick candidates",
                        "leave out the others");
    }
    const MadeMetric& made = job->metrics().front();
    if (!made.row->ranks) {
      return UsageError(
          {.option = "metrics"},
          fmt::format(
              "`metrics`: {} cannot pick candidates, since neither higher nor lower is better",
              made.Title()),
          "choose another metric");
    }
    if (request.aggregate && !made.metric->HasMean()) {
      return UsageError({.option = "aggregate"},
                        fmt::format("`aggregate`: {} cannot average references", made.Title()),
                        "choose bleu or chrf, or leave out `aggregate`");
    }
    return OkStatus();
  }
  MatrixMetric metric() const {
    MatrixMetric metric = MatrixMetricsOf(*job, request.unit_scale).front();
    if (request.aggregate) {
      metric.name = fmt::format("{}-aggregated", metric.name);
      metric.signature += "|refs:aggregated";
    }
    return metric;
  }
  bool higher_is_better() const {
    return request.unit_scale || job->metrics().front().row->higher_is_better;
  }
};

template class RunOf<MbrRun, MbrRequest>;

std::string MbrRun::metric() const { return plan_->metric().name; }
std::string MbrRun::signature() const { return plan_->metric().signature; }

Result<std::vector<Warning>> MbrRun::ForEach(uint32_t best,
                                             const std::function<Status(const MbrRanking&)>& take) {
  const MbrRequest& request = plan_->request;
  const bool weighed = !request.weights.empty() || !request.groups.empty();
  const auto weights_of = [&](const PairGroup& group) -> Result<std::vector<double>> {
    if (!weighed) return std::vector<double>();
    return WeightsOf(group, request.temperature);
  };
  uint64_t empty = 0;             // groups without candidates
  std::vector<double> utilities;  // for the rows of the group so far
  std::vector<double> weights;
  const auto take_rows = [&](const MatrixRows& rows) -> Status {
    if (rows.first == 0) {
      const PairGroup& group = *rows.group;
      if (group.references && group.references->size() == 0 && group.hypotheses.size() > 0) {
        return InputError({group.hypotheses.name()},
                          fmt::format("group {}: there are no references", group.name),
                          "add some, or leave their field out of all records");
      }
      utilities.clear();
      if (!request.aggregate) {
        MTG_ASSIGN_OR_RETURN(weights, weights_of(*rows.group));
      }
    }
    for (uint64_t row = 0; row < rows.rows; ++row) {
      const std::span<const double> scores = rows.row(0, row);
      utilities.push_back(request.aggregate ? scores[0] : Expected(scores, weights));
    }
    if (utilities.size() < rows.group->hypotheses.size()) return OkStatus();
    empty += utilities.empty() ? 1 : 0;
    MbrRanking ranking{rows.number, rows.group, {}};
    for (const uint64_t candidate : BestColumns(utilities, best, plan_->higher_is_better())) {
      ranking.picks.push_back({candidate, utilities[candidate]});
    }
    return take(ranking);
  };
  MTG_ASSIGN_OR_RETURN(
      std::vector<Warning> warnings,
      plan_->ForEach({request.unit_scale, request.aggregate, weights_of}, take_rows));
  if (empty > 0) {
    warnings.push_back(
        {"no-candidates", "",
         fmt::format("{} no candidates: text and index have an empty line there, "
                     "tables have none",
                     empty == 1 ? "1 group has" : fmt::format("{} groups have", empty))});
  }
  return warnings;
}

Status MbrRun::Check(const MbrForm& form) const {
  MTG_RETURN_IF_ERROR(CheckKnown("format", form.format, MbrForms()));
  MTG_RETURN_IF_ERROR(CheckEnding(form.file, form.format, MbrForms()));
  if (form.best > 0) return OkStatus();
  return UsageError({.option = "best"}, "`best` is 0", "use at least 1");
}

Status MbrRun::Write(const MbrForm& form, const AcceptWarnings& accept) {
  MTG_RETURN_IF_ERROR(Check(form));
  MTG_ASSIGN_OR_RETURN(Output output, Output::Open(form.file));
  const MbrFormRow& row = FindMbrForm(form.format);
  const MatrixMetric metric = plan_->metric();
  plan_->files.counted = !row.names_groups;
  MTG_RETURN_IF_ERROR(output.Write(row.head(metric)));
  std::optional<TableStream> table;
  if (row.append == nullptr) {
    table.emplace(*FindTableFormat(form.format), MbrColumns(metric), form.write);
  }
  const auto take = [&](const MbrRanking& ranking) -> Status {
    std::string text;
    if (table) {
      AddPicks(ranking, *table);
      text = table->Take(false);
    } else {
      row.append(ranking, metric, text);
    }
    MTG_RETURN_IF_ERROR(output.Write(text));
    return form.outlive_reader ? OkStatus() : output.StillRead();
  };
  MTG_ASSIGN_OR_RETURN(std::vector<Warning> warnings, ForEach(form.best, take));
  if (accept) MTG_RETURN_IF_ERROR(accept(warnings));
  if (table) MTG_RETURN_IF_ERROR(output.Write(table->Take(true)));
  return output.Finish();
}

}  // namespace mtgauge
