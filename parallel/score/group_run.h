// Running jobs over segments that belong to groups (TextInputs::by): every delivery tells the group
// of each of its segments, and groups that call for different tokenizers, or weights of n-grams,
// are scored by jobs of their own, in one run.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/base/status.h"
#include "core/input/tables/unit_table.h"
#include "core/request/group_fields.h"
#include "core/request/texts.h"
#include "core/score/job.h"
#include "parallel/run/job_choice.h"
#include "parallel/score/texts.h"

namespace mtgauge {

class GroupRun final : private JobChoice {
 public:
  // Nothing that is passed but `texts` may go away before the run does.
  static absl::StatusOr<GroupRun> Prepare(const TextSettings& settings, Texts texts,
                                          const RunOptions& run);

  // Reads the inputs once; twice where metrics learn from the references of each language. Fills
  // Delivery::groups. The report has no scores where there are several jobs. Call it once.
  absl::StatusOr<Report> Score(const Sink& sink);

  // Jobs by first appearance: one where all groups have the same tokenizer. Before the run there is
  // one that stands for all.
  size_t jobs() const { return jobs_.size(); }
  const Job& job(size_t number) const { return *jobs_[number]; }
  // The job of a group that the run has met.
  size_t JobOf(const std::string& group) const;

 private:
  GroupRun(const TextSettings& settings, const RunOptions& run)
      : settings_(&settings), by_(FieldsOf(settings.by)), run_(&run) {}

  Shares Divide(Batch& batch) override;
  Job& JobToBind(size_t number) override { return *jobs_[number]; }
  void AddWarnings(size_t number, std::vector<Warning>& warnings) const override;

  void NameGroups(Batch& batch) const;
  // The group of a segment out of what the inputs and the files tell; empty: one does not.
  std::string NameOf(const std::string& told, uint64_t segment) const;
  absl::StatusOr<uint32_t> FindJob(const std::string& group, uint64_t segment);
  absl::StatusOr<uint32_t> FindJobOfLanguage(const std::string& language);
  absl::Status NoGroupError(uint64_t segment) const;
  // An InputError where the name of a group does not tell the values of all fields.
  absl::Status CheckValues(const std::string& group, uint64_t segment) const;
  absl::Status CheckGroups(const Delivery& delivery);
  absl::Status CheckLines(uint64_t segments) const;

  const TextSettings* settings_;
  GroupFields by_;
  const RunOptions* run_;
  Texts texts_;
  UnitTable files_;           // of the fields that files tell, together
  bool by_language_ = false;  // each language has its own tokenizer or weights
  bool learns_ = false;       // its own weights

  std::vector<std::unique_ptr<Job>> jobs_;
  std::unordered_map<std::string, uint32_t> job_of_key_, job_of_language_, job_of_group_;
  std::vector<uint64_t> had_;      // [job]: where its next segment stands among its own
  uint32_t readings_ = 0;          // begun
  std::vector<Warning> warnings_;  // of languages that are not known

  // Of what is delivered, which may be behind what is divided: groups by first appearance, and the
  // scripts of each system's text.
  struct Group {
    std::string name;
    std::vector<ScriptCounts> scripts;  // empty: not told
  };
  std::vector<Group> groups_;
  std::unordered_map<std::string, size_t> group_numbers_;
};

}  // namespace mtgauge
