// Turns a request into matrices, passed to the caller or written.
#include "mtgauge/matrix.h"

#include <fmt/format.h>

#include <utility>

#include "core/base/printing.h"
#include "core/report/matrix/matrix_output.h"
#include "core/score/metric_labels.h"
#include "parallel/matrix/plan.h"
#include "parallel/run/run_of.h"

namespace mtgauge {
namespace {

// Counts groups with hypotheses, by whether they have references to be scored against.
class ReferenceCount {
 public:
  template <typename Rows>
  void Add(const Rows& rows) {
    const PairGroup& group = *rows.group;
    if (rows.first > 0 || group.hypotheses.size() == 0) return;
    if (!group.references || group.references->size() > 0) {
      ++with_;
    } else if (without_++ == 0) {
      first_ = group.references->name();
    }
  }

  // Returns an InputError if no group has references.
  Status Tell(std::vector<Warning>& warnings) const {
    if (without_ == 0) return OkStatus();
    if (with_ == 0) {
      return InputError({first_}, "there are no references",
                        "add some, or name none to compare the hypotheses with each other");
    }
    const bool is_one = without_ == 1;
    warnings.push_back(
        {"no-references", "",
         fmt::format("{}: {} no references{}: means and tables leave {} out", first_,
                     is_one ? "the group has" : Counted(without_, "group") + " have",
                     is_one ? "" : ", of which this is the first", is_one ? "it" : "them")});
    return OkStatus();
  }

 private:
  uint64_t with_ = 0, without_ = 0;
  std::string first_;  // names the references of the first group without any
};

}  // namespace

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
  ReferenceCount references;
  const auto take = [&](const MatrixRows& rows) {
    references.Add(rows);
    return go_on(writer->Take(rows));
  };
  const auto take_best = [&](const BestRows& rows) {
    references.Add(rows);
    return go_on(writer->TakeBest(rows));
  };
  MTG_ASSIGN_OR_RETURN(std::vector<Warning> warnings,
                       form.top > 0 ? ForEachBest(form.top, take_best) : ForEach(take));
  MTG_RETURN_IF_ERROR(references.Tell(warnings));
  if (accept) MTG_RETURN_IF_ERROR(accept(warnings));
  MTG_RETURN_IF_ERROR(writer->Finish());
  return output.Finish();
}

}  // namespace mtgauge
