// Converts the rows and facts of row files to the form of a scoring run.
#pragma once

#include <span>
#include <vector>

#include "core/base/status.h"
#include "core/rowfile/row_header.h"
#include "core/rowfile/row_set.h"
#include "core/rowfile/segment_facts.h"
#include "core/score/job.h"
#include "core/score/worker.h"
#include "core/text/batch.h"

namespace mtgauge {

// The source of the segments' groups.
enum class GroupsOf {
  kNothing,    // no groups are requested, or they come from another file
  kGroups,     // the groups that the rows were made with
  kDocuments,  // the documents
};

// Returns the source of the groups by a field, or a UsageError if there is none.
Result<GroupsOf> FindGroups(const RowHeader& header, const std::string& field);

// Sets the names, groups and exclusions of a batch's segments.
void TakeFacts(SegmentFacts& facts, GroupsOf groups, Batch& batch);

// Adds facts from the header to the totals of all rows. Returns an InputError if the header has
// other sums.
Status CompleteTotals(const RowSet& rows, Totals& totals);
// Adds the facts about the texts of these languages, which one job scored.
void CompleteTotals(std::span<const RowLanguage* const> languages, Totals& totals);

// Returns the settings that rows of these metrics were made with.
std::vector<RowSettings> SettingsOf(const std::vector<RowMetric>& metrics);

// Prepares a job to score these rows with what their metrics learnt. Returns an InputError if the
// job's settings differ.
Status BindToRows(const std::vector<RowMetric>& metrics, Job& job);

// Returns the names of the streams that were scored.
StreamNames NamesOf(const RowHeader& header);

}  // namespace mtgauge
