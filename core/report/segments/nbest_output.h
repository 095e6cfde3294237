// Writes scored candidates: the best of each segment, or all, in several formats. Also computes the
// corpus scores of the best and of the first candidates.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/contract/metric.h"
#include "core/report/columns/table_encoder.h"
#include "core/score/delivery.h"
#include "core/score/job.h"
#include "mtgauge/score.h"

namespace mtgauge {

// A candidate as the output formats write it.
struct ScoredCandidate {
  const SegmentScores& segment;
  size_t place = 0;                // in the segment's list, from 0
  std::string_view text;           // without LF
  std::string_view line;           // the line of the list; empty unless requested
  std::span<const double> scores;  // per metric
};

struct NbestRow {
  std::string_view name;
  // Returns the header. `labels` are the metrics'.
  std::string (*head)(const std::vector<std::string>& labels);
  // Null if nothing is written for candidates. Thread-safe.
  void (*append)(const ScoredCandidate& candidate, const std::vector<std::string>& labels,
                 std::string& out);
  // The same as above, if all candidates are written.
  void (*append_all)(const ScoredCandidate& candidate, const std::vector<std::string>& labels,
                     std::string& out);
  bool in_columns = false;  // a TableFormat of that name writes the candidates
};

// Returns all formats; the first one (text) is the default.
std::span<const NbestRow> NbestRows();
const NbestRow& FindNbestRow(std::string_view name);  // needs a name in the table

// Returns the index of a segment's best candidate under the first metric, the first if there is a
// tie.
size_t BestCandidate(const Job& job, const SegmentScores& segment);

// Writes the candidates of a delivery with texts and segments to its `text`.
void AppendCandidates(const Job& job, const std::vector<std::string>& labels, const NbestRow& form,
                      bool all, Delivery& delivery);

// Returns the columns of a table of candidates.
TableHead NbestColumns(const std::vector<std::string>& labels);
// Adds the candidates of a delivery with texts and segments to a table.
void AddCandidates(const Job& job, bool all, const Delivery& delivery, TableStream& table);

// Sums of the rows of the best and of the first candidates.
class NbestSums {
 public:
  explicit NbestSums(const Job& job);
  void Add(const Job& job, const Delivery& delivery);

  uint64_t candidates() const { return candidates_; }
  // [metric]: rows of the best candidates, and of the first ones.
  const std::vector<std::vector<int64_t>>& best() const { return best_; }
  const std::vector<std::vector<int64_t>>& first() const { return first_; }

 private:
  uint64_t candidates_ = 0;
  std::vector<std::vector<int64_t>> best_, first_;
};

}  // namespace mtgauge
