// The table of segment scores: the columns, and the values of each line, for all formats that are
// tables.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/base/status.h"
#include "core/input/group_values.h"
#include "core/report/write_options.h"
#include "core/score/delivery.h"
#include "core/score/job.h"
#include "core/score/segment_details.h"
#include "mtgauge/table.h"

namespace mtgauge {

struct SegmentLabels {
  std::vector<std::string> fields;  // the fields of groups
  // Systems' names for programs; they do not depend on the other systems.
  std::vector<std::string> systems;
  std::vector<std::string> kept = {};  // fields that stand beside the scores
  bool whole_ids = false;              // ids are whole numbers
};

// Returns the values of fields that are kept, which are the groups of a delivery; empty texts if
// the segment has none.
std::vector<std::string> KeptValues(const Delivery& delivery, size_t i, size_t fields);

// A line for each segment, or for each group of segments (WriteOptions::by_group): its number, its
// id and document if the first segment has them, the fields that are kept, and a score for each
// system and metric, optionally followed by its details.
class SegmentScoreTable {
 public:
  // The job must outlive the table.
  SegmentScoreTable(const Job& job, const WriteOptions& options, SegmentLabels labels,
                    bool details);

  std::vector<TableColumn> Columns(bool ids, bool documents) const;
  bool details() const { return details_; }
  // Returns a UsageError if two columns would have one name.
  Status CheckNames() const;
  // Returns an error for an id or a document that has no column, and for an id that is no whole
  // number, if the first ones are by their type.
  Status CheckIds(const Delivery& delivery) const;
  // The signature of each metric, but for `nrefs`, which is known only at the end.
  std::map<std::string, std::string> Signatures() const;

  // Calls cell(value) for each column of the line of segment i. A value is a std::string_view, an
  // int64_t, a double, or std::monostate for the scores of a segment that is left out.
  template <typename Cell>
  void Line(const Delivery& delivery, size_t i, const Cell& cell) const {
    const SegmentScores& segment = delivery.segments[i];
    if (by_group_) {
      for (const std::string& value : SplitValues(segment.document, labels_.fields.size())) {
        cell(std::string_view(value));
      }
    } else {
      cell(static_cast<int64_t>(segment.index) + 1);
      if (delivery.has_ids) Id(segment.id, cell);
      if (delivery.has_documents) cell(std::string_view(segment.document));
      for (const std::string& value : KeptValues(delivery, i, labels_.kept.size())) {
        cell(std::string_view(value));
      }
    }
    if (segment.excluded) {
      for (size_t column = 0; column < scores_.size(); ++column) cell(std::monostate());
    } else {
      Scores(delivery, i, cell);
    }
  }

 private:
  // Of the only text of a number: 7, not 007.
  static std::optional<int64_t> WholeOf(std::string_view id);
  template <typename Cell>
  void Id(std::string_view id, const Cell& cell) const {
    if (!labels_.whole_ids) return cell(id);
    if (const std::optional<int64_t> number = WholeOf(id)) return cell(*number);
    cell(std::monostate());
  }
  template <typename Cell>
  void Scores(const Delivery& delivery, size_t i, const Cell& cell) const {
    const std::vector<double>& scores = delivery.segments[i].scores;
    for (size_t s = 0; s < scores.size(); ++s) {
      cell(scores[s]);
      if (!details_) continue;
      for (const Detail& detail : DetailsOf(job_, delivery, i, s)) {
        std::visit([&](const auto& value) { Numbers(value, cell); }, detail.value);
      }
    }
  }
  template <typename Number, typename Cell>
  static void Numbers(const Number& number, const Cell& cell) {
    cell(number);
  }
  template <typename Number, typename Cell>
  static void Numbers(const std::vector<Number>& numbers, const Cell& cell) {
    for (const Number& number : numbers) Numbers(number, cell);
  }

  const Job& job_;
  bool by_group_, details_, unit_scale_;
  SegmentLabels labels_;
  std::vector<TableColumn> scores_;  // per system and metric, with details
};

}  // namespace mtgauge
