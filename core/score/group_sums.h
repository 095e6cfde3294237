// Sums of rows by groups of segments, from which a group's scores are computed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/base/status.h"
#include "core/score/delivery.h"
#include "core/score/job.h"
#include "core/score/worker.h"

namespace mtgauge {

// Integers only, so that neither threads nor batches change them. Groups are in the order of their
// first segments. Not thread-safe. The job must outlive the sums.
class GroupSums {
 public:
  explicit GroupSums(const Job& job) : job_(&job) { sums_.rows.resize(job_cells()); }

  // Adds segment i of a delivery that has rows.
  void Add(const Delivery& delivery, uint32_t i, const std::string& group);

  size_t size() const { return sums_.segments.size(); }
  const std::string& name(size_t group) const { return sums_.segments[group].document; }
  // Returns the totals as if only this group had been scored, without checks of the texts.
  Totals TotalsOf(size_t group) const;
  // Returns the group as if it were a segment, with its name as document and its sums as rows,
  // scored as a corpus. `metrics`: the job's, or others with the same rows.
  Delivery Score(size_t group, const std::vector<const Metric*>& metrics, bool unit_scale) const;

 private:
  struct Counts {
    uint64_t segments = 0, skipped = 0;
    uint32_t min_refs = UINT32_MAX, max_refs = 0;
  };

  size_t job_cells() const { return job_->names().hyps.size() * job_->metrics().size(); }
  size_t WidthOf(size_t cell) const { return job_->widths()[cell % job_->widths().size()]; }
  size_t Find(const std::string& group);
  std::span<const int64_t> SumsOf(size_t group, size_t cell) const {
    return std::span(sums_.rows[cell]).subspan(group * WidthOf(cell), WidthOf(cell));
  }

  const Job* job_;
  std::unordered_map<std::string, size_t> numbers_;
  size_t last_ = 0;             // the group of the previous segment
  Delivery sums_;               // segments: without scores; excluded until a segment counts
  std::vector<Counts> counts_;  // [group]
};

// Adds all segments of a delivery to the sums of their documents. Returns an InputError if one has
// no document.
Status AddByDocument(const Delivery& delivery, GroupSums& sums);

// Returns the metrics of a job in the form that Score() takes.
std::vector<const Metric*> MetricsOf(const Job& job);

}  // namespace mtgauge
