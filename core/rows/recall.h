// Rows and facts of row files as a scoring run has them.
#pragma once

#include "core/base/status.h"
#include "core/rows/row_set.h"
#include "core/rows/segment_facts.h"
#include "core/score/job.h"
#include "core/score/worker.h"
#include "core/text/batch.h"

namespace mtgauge {

// What tells the groups of segments.
enum class GroupsOf {
  kNothing,    // none are asked for, or another file tells them
  kGroups,     // the groups that the rows were made with
  kDocuments,  // the documents
};

// Which of them tells the groups of a field. A UsageError where none does.
absl::StatusOr<GroupsOf> FindGroups(const RowHeader& header, const std::string& field);

// Names, groups and exclusions of a batch's segments.
void TakeFacts(SegmentFacts& facts, GroupsOf groups, Batch& batch);

// The totals of all rows, with what the header knows. An InputError where the header has other
// sums.
absl::Status CompleteTotals(const RowSet& rows, Totals& totals);

// Makes a job one that scores these rows: it learns what they were made with. An InputError where
// it has other settings than they.
absl::Status BindToRows(const RowSet& rows, Job& job);

// The streams that the rows are of.
StreamNames NamesOf(const RowHeader& header);

}  // namespace mtgauge
