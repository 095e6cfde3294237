// The job and the groups that requests for all pairs have in common.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/input/groups/group_reader.h"
#include "core/input/standard_input.h"
#include "core/report/matrix/matrix_output.h"
#include "core/request/metrics.h"
#include "core/request/texts.h"
#include "core/score/job.h"
#include "core/score/unit_scale.h"
#include "parallel/matrix/nearest.h"
#include "parallel/matrix/pairs.h"
#include "parallel/run/memory.h"
#include "parallel/score/texts.h"

namespace mtgauge {

// Fills in defaults. Returns a UsageError for options that do not apply to pairs. `files` is true
// if the texts are in files.
Status SettlePairTexts(TextInputs& texts, const GroupOptions& options, bool files);

// Describes the metrics, for the output.
std::vector<MatrixMetric> MatrixMetricsOf(const Job& job, bool unit_scale);

template <typename Request>
struct PairsPlan {
  Request request;  // with its defaults filled in
  RunRecord record;
  std::optional<Job> job;
  std::vector<Warning> warnings;
  GroupFiles files;

  // `weights` is for GroupFiles.
  Status Settle(const std::string& weights) {
    MTG_RETURN_IF_ERROR(SettlePairTexts(request, request, request.groups.empty()));
    MTG_ASSIGN_OR_RETURN(JobOptions options, ResolveMetrics(request, request, Level::kSegment));
    options.may_have_source = false;
    const std::string name = request.inputs.empty() ? "hypotheses" : request.inputs.front();
    StreamNames names = {request.references, {name}};
    if (names.refs.empty()) names.refs = {name};
    MTG_ASSIGN_OR_RETURN(job, MakeJob(options, names, request));
    if (request.unit_scale) MTG_RETURN_IF_ERROR(CheckUnitScale(*job));
    if (job->reads_first()) {
      return UsageError("a metric must read all references before it scores",
                        "make a survey with 'mtgauge survey', and name it with `survey`");
    }
    if (job->needs_survey()) MTG_RETURN_IF_ERROR(job->BindFromShelf());
    request.metrics = options.metrics;
    warnings = LanguageWarnings(request, request);
    TextSettings settings;
    settings.job = options;
    settings.names = job->names();
    MTG_ASSIGN_OR_RETURN(record, RecordOf(settings));
    files = {request.references,   name,    request.list_format,
             request.input_format, weights, request.stop};
    return OkStatus();
  }

  Result<std::vector<Warning>> ForEach(const PairsForm& form,
                                       const std::function<Status(const MatrixRows&)>& take) {
    return Run<MatrixRows>(take, [&](GroupReader& groups, const auto& counted) {
      return ScorePairs(*job, groups, request, form, counted);
    });
  }
  Result<std::vector<Warning>> ForEachBest(uint32_t top,
                                           const std::function<Status(const BestRows&)>& take) {
    return Run<BestRows>(take, [&](GroupReader& groups, const auto& counted) {
      return ScoreBest(*job, groups, request, request.unit_scale, top, counted);
    });
  }

 private:
  // Opens the groups, and calls score(groups, take) with a `take` that counts.
  template <typename Rows, typename Score>
  Result<std::vector<Warning>> Run(const std::function<Status(const Rows&)>& take,
                                   const Score& score) {
    std::unique_ptr<GroupReader> groups = GroupsInMemory(request.groups);
    if (request.groups.empty()) {
      MTG_ASSIGN_OR_RETURN(groups, OpenGroups(files));
    }
    uint64_t hypotheses = 0;
    const auto counted = [&](const Rows& rows) {
      hypotheses += rows.rows;
      return take(rows);
    };
    MTG_RETURN_IF_ERROR(WithinMemory([&] { return score(*groups, counted); }));
    if (request.groups.empty() && hypotheses == 0) {
      const std::string name = DisplayName(files.hypotheses);
      return InputError({name}, "no hypothesis to score",
                        RemedyForNoText(name, "give at least one"));
    }
    std::vector<Warning> all = warnings;
    for (InputWarning& warning : groups->warnings()) {
      all.push_back({std::move(warning.code), "", std::move(warning.message)});
    }
    return all;
  }
};

}  // namespace mtgauge
