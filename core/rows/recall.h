// Gives the rows and facts of row files the form of a scoring run.
#pragma once

#include "core/base/status.h"
#include "core/rows/row_set.h"
#include "core/rows/segment_facts.h"
#include "core/score/job.h"
#include "core/score/worker.h"
#include "core/text/batch.h"

namespace mtgauge {

// Where the groups of segments come from.
enum class GroupsOf {
  kNothing,    // no groups are requested, or another file has them
  kGroups,     // the groups that the rows were made with
  kDocuments,  // the documents
};

// Which of them gives the groups of a field. A UsageError if none does.
absl::StatusOr<GroupsOf> FindGroups(const RowHeader& header, const std::string& field);

// Names, groups and exclusions of a batch's segments.
void TakeFacts(SegmentFacts& facts, GroupsOf groups, Batch& batch);

// The totals of all rows, with what the header knows. An InputError where the header has other
// sums.
absl::Status CompleteTotals(const RowSet& rows, Totals& totals);

// Prepares a job to score these rows: it takes over what they were made with. An InputError if its
// settings differ.
absl::Status BindToRows(const RowSet& rows, Job& job);

// The streams that the rows are of.
StreamNames NamesOf(const RowHeader& header);

}  // namespace mtgauge
