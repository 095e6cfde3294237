// The texts of an evaluation in memory, so that studies can score them with fewer references, or
// joined to longer segments.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/status.h"
#include "core/meta/units.h"
#include "core/score/job.h"
#include "core/stats/row_store.h"
#include "parallel/scorer.h"

namespace mtgauge {

class HeldTexts {
 public:
  // Copies what was scored (Sink::want_texts), in input order.
  void Take(const Delivery& delivery);

  // Leaves these segments alone, which rise.
  void Keep(std::span<const uint32_t> segments);

  bool empty() const { return systems_.empty(); }
  uint32_t references() const { return static_cast<uint32_t>(references_.size()); }
  // [segment]; empty where the texts do not tell.
  const std::vector<std::string>& documents() const { return documents_; }
  const std::vector<std::string>& groups() const { return groups_; }

  // The rows of one scoring, and the job that they belong to.
  struct Rows {
    std::unique_ptr<Job> job;
    std::vector<std::vector<RowStore>> of_metric;  // [metric][system]
  };
  // What is scored, and against which references.
  struct Choice {
    std::vector<uint32_t> references;
    std::optional<uint32_t> reference_as_system;  // in place of the systems
  };
  // Each unit is one segment, its texts joined by spaces; a reference is missing where all of its
  // segments are.
  absl::StatusOr<Rows> Score(const JobOptions& options, const Choice& choice, const Units& units,
                             const Schedule& schedule) const;

  // The first segment that none of these references has a text for, if there is one.
  std::optional<size_t> FirstWithout(std::span<const uint32_t> references) const;

  // An InputError that names a segment without one of the references, if there is one.
  absl::Status CheckNoneMissing(std::string_view study) const;

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
  std::vector<std::string> documents_, groups_;
};

}  // namespace mtgauge
