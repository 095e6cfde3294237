// Runs jobs over segments that belong to groups (TextInputs::by). Every delivery has the group of
// each of its segments. Groups that need different tokenizers or n-gram weights are scored by
// separate jobs, in one run.
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
  // Prepares a run. All arguments except `texts` must outlive it.
  static Result<GroupRun> Prepare(const TextSettings& settings, Texts texts, const RunOptions& run);

  // Scores the inputs. Reads them once, or twice if metrics learn from the references of each
  // language. Sets Delivery::groups. The report has no scores if there are several jobs. Call it
  // once.
  Result<Report> Score(const Sink& sink);

  // Returns the number of jobs, by first appearance: one if all groups have the same tokenizer.
  // Before the run, there is one job for all.
  size_t jobs() const { return jobs_.size(); }
  const Job& job(size_t number) const { return *jobs_[number]; }
  // Returns the job of a group or language that occurred in the run.
  size_t JobOf(const std::string& group) const;
  size_t JobOfLanguage(const std::string& language) const { return job_of_language_.at(language); }

 private:
  GroupRun(const TextSettings& settings, const RunOptions& run)
      : settings_(&settings), by_(FieldsOf(settings.by)), run_(&run) {}

  Shares Divide(Batch& batch) override;
  Job& JobToBind(size_t number) override { return *jobs_[number]; }
  Status Complete(size_t number, Totals& totals) const override;
  void AddWarnings(size_t number, std::vector<Warning>& warnings) const override;

  void NameGroups(Batch& batch) const;
  // Returns the group of a segment from the values in the inputs and the files, or an empty string
  // if one is missing.
  std::string NameOf(const std::string& told, uint64_t segment) const;
  Result<uint32_t> FindJob(const std::string& group, uint64_t segment);
  Result<uint32_t> FindJobOfLanguage(const std::string& language);
  Result<Job> MakeJobOfLanguage(JobOptions options, const std::string& language) const;
  // Makes the jobs of all languages in row files.
  Status MakeJobsOfRows();
  Status NoGroupError(uint64_t segment) const;
  // Returns an InputError if the name of a group does not identify the values of all fields.
  Status CheckValues(const std::string& group, uint64_t segment) const;
  Status CheckGroups(const Delivery& delivery);
  Status CheckLines(uint64_t segments) const;

  const TextSettings* settings_;
  GroupFields by_;
  const RunOptions* run_;
  Texts texts_;
  UnitTable files_;           // the fields from files, combined
  bool by_language_ = false;  // each language has its own tokenizer or weights
  bool learns_ = false;       // each language has its own weights

  std::vector<std::unique_ptr<Job>> jobs_;
  std::unordered_map<std::string, uint32_t> job_of_key_, job_of_language_, job_of_group_;
  std::vector<uint64_t> had_;      // [job]: number of its segments so far
  uint32_t readings_ = 0;          // number of passes started
  std::vector<Warning> warnings_;  // about unknown languages

  // For delivered segments, which may lag behind divided ones: groups by first appearance, and the
  // scripts of each system's text.
  struct Group {
    std::string name;
    std::vector<ScriptCounts> scripts;  // empty if not known
  };
  std::vector<Group> groups_;
  std::unordered_map<std::string, size_t> group_numbers_;
};

}  // namespace mtgauge
