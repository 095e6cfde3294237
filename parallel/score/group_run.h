// Running a job over segments that belong to groups (TextInputs::by): every delivery tells the
// group of each of its segments, and groups that call for different tokenizers, or weights of
// n-grams, are scored in passes of their own.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/base/status.h"
#include "core/input/tables/unit_table.h"
#include "core/request/group_fields.h"
#include "core/request/texts.h"
#include "core/score/job.h"
#include "parallel/score/texts.h"

namespace mtgauge {

class GroupRun {
 public:
  // Where each language has its own tokenizer, or metrics learn from the references of each, the
  // inputs are read once to list the languages; pipes are kept in temporary files for that.
  // `list_first`: list the groups anyhow. Nothing that is passed but `texts` may go away before the
  // run does.
  static absl::StatusOr<GroupRun> Prepare(const TextSettings& settings, Texts texts,
                                          bool list_first, const RunOptions& run);

  // Passes over the inputs, each with a job over some of the groups; one where all groups have the
  // same tokenizer.
  size_t passes() const { return jobs_.size(); }
  const Job& job(size_t pass) const { return *jobs_[pass]; }
  // The groups by first appearance and the group of each segment; empty unless listed before.
  const UnitTable& groups() const { return groups_; }
  // The pass that scores a listed group.
  size_t pass_of(size_t group) const { return pass_of_group_.empty() ? 0 : pass_of_group_[group]; }

  // Scores the pass's segments; Delivery::groups is filled. Call it once for each pass, in order.
  absl::StatusOr<Report> Score(size_t pass, const Sink& sink);

 private:
  GroupRun(const TextSettings& settings, const RunOptions& run)
      : settings_(&settings), by_(FieldsOf(settings.by)), run_(&run) {}

  // `tables`: of each field that a file tells.
  absl::Status List(const std::vector<UnitTable>& tables);
  std::string NameOf(const std::string& told, const std::vector<UnitTable>& tables,
                     uint64_t segment) const;
  // One for each tokenizer or, where metrics learn from references, for each language.
  absl::Status MakePasses(bool learns);
  absl::StatusOr<size_t> PassOf(const std::string& language, bool learns,
                                std::map<std::string, size_t>& passes);
  // Names the groups of a batch and takes out the segments of other passes.
  void Edit(size_t pass, Batch& batch);
  absl::Status NoGroupError(uint64_t segment) const;
  // An InputError where the name of a group does not tell the values of all fields.
  absl::Status CheckValues(const std::string& group, uint64_t segment) const;
  // Counts the scripts of a delivery's groups, and warns of groups that the pass leaves whole.
  void CountScripts(const Delivery& delivery);
  void AddScriptWarnings(size_t pass, std::vector<Warning>& warnings) const;

  const TextSettings* settings_;
  GroupFields by_;
  const RunOptions* run_;
  Texts texts_;
  UnitTable groups_;
  bool listed_ = false;
  uint64_t listed_from_ = 0;                // the segment of groups_' first
  std::vector<std::unique_ptr<Job>> jobs_;  // [pass]
  std::vector<size_t> pass_of_group_;       // empty: there is one pass
  std::vector<Warning> warnings_;           // of languages that are not known
  // Of the pass, by first appearance: groups, and the scripts of each system's text.
  std::vector<std::string> script_groups_;
  std::unordered_map<std::string, size_t> script_numbers_;
  std::vector<std::vector<ScriptCounts>> scripts_;
  uint64_t kept_ = 0;                  // segments of the pass so far
  uint64_t scored_ = 0, skipped_ = 0;  // segments of all passes
};

}  // namespace mtgauge
