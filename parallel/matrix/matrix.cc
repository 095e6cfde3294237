// Turns a request into matrices, passed to the caller or written.
#include "mtgauge/matrix.h"

#include "core/report/matrix/matrix_output.h"
#include "core/score/metric_labels.h"
#include "parallel/matrix/plan.h"
#include "parallel/run/run_of.h"

namespace mtgauge {

template <>
struct RunOf<MatrixRun, MatrixRequest>::Plan : PairsPlan<MatrixRequest> {
  Status Settle() { return PairsPlan::Settle(""); }
};

template class RunOf<MatrixRun, MatrixRequest>;

std::vector<std::string> MatrixRun::metrics() const { return MetricLabels(*plan_->job); }
std::vector<bool> MatrixRun::higher_is_better() const {
  std::vector<bool> higher;
  for (const MadeMetric& made : plan_->job->metrics()) {
    higher.push_back(made.row->higher_is_better);
  }
  return higher;
}

Result<std::vector<Warning>> MatrixRun::ForEach(
    const std::function<Status(const MatrixRows&)>& take) {
  return plan_->ForEach({.unit_scale = plan_->request.unit_scale}, take);
}

Result<std::vector<Warning>> MatrixRun::ForEachBest(
    uint32_t top, const std::function<Status(const BestRows&)>& take) {
  if (top == 0) return UsageError({.option = "top"}, "`top` is 0", "use at least 1");
  const MadeMetric& first = plan_->job->metrics().front();
  if (!first.row->ranks) {
    return UsageError({.option = "top"},
                      fmt::format("`top`: {} has no better and worse", first.row->name),
                      "name another metric first, or leave out `top`");
  }
  return plan_->ForEachBest(top, take);
}

Status MatrixRun::Check(const MatrixForm& form) const { return CheckMatrixForm(form); }

Status MatrixRun::Write(const MatrixForm& form, const AcceptWarnings& accept) {
  MTG_RETURN_IF_ERROR(Check(form));
  MTG_ASSIGN_OR_RETURN(Output output, Output::Open(form.file));
  const std::unique_ptr<MatrixWriter> writer =
      MakeMatrixWriter(form, MatrixMetricsOf(*plan_->job, plan_->request.unit_scale), output);
  const auto go_on = [&](Status taken) {
    return taken.ok() && !form.outlive_reader ? output.StillRead() : taken;
  };
  const auto take = [&](const MatrixRows& rows) { return go_on(writer->Take(rows)); };
  const auto take_best = [&](const BestRows& rows) { return go_on(writer->TakeBest(rows)); };
  MTG_ASSIGN_OR_RETURN(std::vector<Warning> warnings,
                       form.top > 0 ? ForEachBest(form.top, take_best) : ForEach(take));
  if (accept) MTG_RETURN_IF_ERROR(accept(warnings));
  MTG_RETURN_IF_ERROR(writer->Finish());
  return output.Finish();
}

}  // namespace mtgauge
