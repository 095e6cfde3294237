// The steps of a comparison: open the inputs, score them and keep the rows, compare. Used by
// CompareRun and ExplainRun.
#pragma once

#include <optional>
#include <vector>

#include "core/base/status.h"
#include "core/score/delivery.h"
#include "core/score/job.h"
#include "mtgauge/compare.h"
#include "parallel/compare/material.h"
#include "parallel/compare/outside_scores.h"
#include "parallel/compare/score_tables.h"
#include "parallel/compare/settings.h"
#include "parallel/score/texts.h"

namespace mtgauge {

struct ComparePlan : CompareSettings {
  RunRecord record;
  // For scoring the texts. With `length_controlled`, its last metric is for the outputs' lengths.
  std::optional<Job> job;
  std::optional<Job> of_segments;  // with `length_controlled`: the same metrics at segment level

  // `shows_texts`: as in TextUse.
  static Result<ComparePlan> Make(const CompareRequest& request, bool shows_texts = false);

  // The opened inputs, before any segment is read.
  struct Opened {
    std::vector<OutsideScores> outside;
    OutsideSegments segments;  // of the outside scores, if there are no texts
    std::vector<Warning> warnings;
    std::vector<NamedFiles> systems;
    Texts texts;
    CompareOptions options;
  };
  Result<Opened> Open();
  // Scores the texts. If `beside` is not null, it also gets the deliveries, and all rows are then
  // kept in memory.
  Result<Material> Gather(Opened opened, const Sink* beside = nullptr);
  // Compares the systems, and adds the warnings of the earlier steps.
  Result<Comparison> Compare(const Material& material, const CompareOptions& tested) const;

 private:
  // Returns the options, including the index of the baseline.
  Result<CompareOptions> OptionsOf(const std::vector<NamedFiles>& named) const;
  // Adds to the jobs what differences at equal length need.
  Status MeasureLengths();
  Status AddTexts(Opened& opened, const Sink* beside, Material& material);
};

}  // namespace mtgauge
