// The steps of a comparison: open, score and keep rows, compare. For CompareRun and ExplainRun.
#pragma once

#include <optional>
#include <vector>

#include "core/base/status.h"
#include "core/score/delivery.h"
#include "core/score/job.h"
#include "mtgauge/compare.h"
#include "parallel/compare/material.h"
#include "parallel/compare/outside_scores.h"
#include "parallel/compare/settings.h"
#include "parallel/score/texts.h"

namespace mtgauge {

struct ComparePlan {
  CompareRequest request;  // with its defaults filled in
  CompareSettings settings;
  RunRecord record;
  std::optional<Job> job;  // of the texts

  // `reads_annotations`: someone looks at them beside the metrics.
  static absl::StatusOr<ComparePlan> Make(const CompareRequest& request,
                                          bool reads_annotations = false);

  // What was opened, before any segment is looked at.
  struct Opened {
    std::vector<OutsideScores> outside;
    std::vector<NamedFiles> systems;
    Texts texts;
    CompareOptions options;
  };
  absl::StatusOr<Opened> Open();
  // Scores the texts. `beside` also gets what it asks for, and then all rows are in memory; it may
  // be null.
  absl::StatusOr<Material> Gather(Opened opened, const Sink* beside = nullptr);
  // Compares, and warns of what was found on the way.
  absl::StatusOr<Comparison> Compare(const Material& material, const CompareOptions& options) const;

 private:
  // The systems, and the options with the baseline among them.
  absl::StatusOr<CompareOptions> OptionsOf(const std::vector<NamedFiles>& systems) const;
  absl::Status AddTexts(Texts texts, const Sink* beside, Material& material);
};

}  // namespace mtgauge
