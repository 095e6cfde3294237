// Keeps the texts of an evaluation in memory, so that studies can score them with fewer references,
// or joined to longer segments.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/status.h"
#include "core/evaluate/score_grid.h"
#include "core/evaluate/units.h"
#include "core/score/job.h"
#include "core/stats/row_store.h"
#include "parallel/score/scorer.h"

namespace mtgauge {

class HeldTexts {
 public:
  // Copies the texts of a delivery (Sink::want_texts), in input order.
  void Take(const Delivery& delivery);

  // Keeps only these segments, which must be in increasing order.
  void Keep(std::span<const uint32_t> segments);

  bool empty() const { return systems_.empty(); }
  uint32_t references() const { return static_cast<uint32_t>(references_.size()); }
  // Returns how many characters the outputs of these systems have; NaN for missing ones.
  ScoreGrid Lengths(std::span<const size_t> systems) const;
  // [segment]; empty if the texts name no groups.
  const std::vector<std::string>& groups() const { return groups_; }

  // The rows of one scoring, and the job whose metrics they belong to.
  struct Rows {
    std::unique_ptr<Job> job;
    std::vector<std::vector<RowStore>> of_metric;  // [metric][system]
  };
  // The texts to score, and their references.
  struct Choice {
    std::vector<uint32_t> references;
    std::optional<uint32_t> reference_as_system;  // scored instead of the systems
  };
  // Scores the texts with each unit as one segment, whose texts are joined by spaces. A reference
  // is missing if it is missing in all segments of the unit.
  Result<Rows> Score(const JobOptions& options, const Choice& choice, const Units& units,
                     const Schedule& schedule) const;

  // Returns the first segment for which none of these references has a text, if there is one.
  std::optional<size_t> FirstWithout(std::span<const uint32_t> references) const;

  // Returns an InputError if a segment lacks one of the references.
  Status CheckNoneMissing(std::string_view study) const;

 private:
  struct Segment {
    std::string text;
    bool missing = false;
  };
  std::unique_ptr<Batch> MakeUnitBatch(const Choice& choice, const Units& units,
                                       size_t first) const;
  std::span<const std::vector<Segment>> Outputs(const Choice& choice) const;
  static Segment Joined(const std::vector<Segment>& segments, const std::vector<uint32_t>& unit);

  std::vector<std::vector<Segment>> references_, systems_;
  std::vector<std::vector<Segment>> sources_;  // one, or none
  std::vector<std::string> groups_;
};

}  // namespace mtgauge
