// How a run is made. The source of a request defines its plan,
//
//   template <>
//   struct RunOf<ScoreRun, ScoreRequest>::Plan {
//     ScoreRequest request;  // with its defaults filled in
//     RunRecord record;
//     Status Settle();  // checks the request, and fills in what is above
//   };
//   template class RunOf<ScoreRun, ScoreRequest>;
#pragma once

#include <memory>
#include <utility>

#include "core/base/status.h"
#include "core/request/options.h"
#include "mtgauge/run.h"

namespace mtgauge {

template <typename Run, typename Request>
RunOf<Run, Request>::RunOf(std::unique_ptr<Plan> plan) : plan_(std::move(plan)) {}
template <typename Run, typename Request>
RunOf<Run, Request>::RunOf(RunOf&&) noexcept = default;
template <typename Run, typename Request>
RunOf<Run, Request>& RunOf<Run, Request>::operator=(RunOf&&) noexcept = default;
template <typename Run, typename Request>
RunOf<Run, Request>::~RunOf() = default;

template <typename Run, typename Request>
Result<Run> RunOf<Run, Request>::Make(const Request& request) {
  MTG_RETURN_IF_ERROR(CheckLeftOut(request));
  auto plan = std::make_unique<Plan>();
  plan->request = request;
  MTG_RETURN_IF_ERROR(plan->Settle());
  return Run(std::move(plan));
}

template <typename Run, typename Request>
const Request& RunOf<Run, Request>::in_effect() const {
  return plan_->request;
}
template <typename Run, typename Request>
const RunRecord& RunOf<Run, Request>::record() const {
  return plan_->record;
}

}  // namespace mtgauge
