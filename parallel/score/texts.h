// The opened texts of a job, and scoring them: files and pipes, or columns in memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/input/formats/format.h"
#include "core/input/shard.h"
#include "core/input/source.h"
#include "core/request/texts.h"
#include "core/rows/recall.h"
#include "core/score/job.h"
#include "mtgauge/options.h"
#include "parallel/run/job_choice.h"
#include "parallel/scorer.h"

namespace mtgauge {

Schedule MakeSchedule(const RunOptions& run);

// Job::Make(), within RunHooks::loading.
absl::StatusOr<Job> MakeJob(const JobOptions& options, StreamNames names, const RunOptions& run);

class Texts {
 public:
  Texts() = default;
  // Of sources that are open already: references, then systems.
  Texts(StreamNames names, std::vector<std::unique_ptr<Source>> sources)
      : names_(std::move(names)), sources_(std::move(sources)) {}

  // Opens every input. A file can hold several references or systems. Of a shard, they hold the
  // segments of that alone, of which there may be none.
  static absl::StatusOr<Texts> Open(const TextSettings& settings, const RunOptions& run);

  const StreamNames& names() const { return names_; }
  // What a system is called whatever stands beside it: the name that was given or that its file
  // has, else the file.
  const std::string& own_name(size_t system) const {
    return own_names_.empty() ? names_.hyps[system] : own_names_[system];
  }
  // Whether they are one of several shards, cut or in whole files.
  bool is_shard() const { return is_shard_; }
  // Where the first segment stands among those of all shards; 0 for whole files.
  uint64_t first_segment() const { return range_.first; }
  // Whether no segment follows in another shard of the same files.
  bool ends_files() const { return ends_files_; }
  // [output file]
  const std::vector<size_t>& systems_of_file() const { return systems_of_file_; }

  // Scores the texts, after a first reading where a metric asks for it, which is a UsageError of a
  // shard: bind the job before. A stop is a Cancelled error. Files and pipes can be scored once.
  // `jobs`: Schedule's.
  absl::StatusOr<Report> Score(Job& job, const RunOptions& run, const Sink& sink,
                               JobChoice* jobs = nullptr);

  // What the job's metrics learn from the references, which must be all the texts that there are.
  // They are read once.
  absl::StatusOr<Learnt> Learn(const Job& job, const RunOptions& run) const;

  // Null where the texts are texts.
  const std::shared_ptr<const RowSet>& rows() const { return rows_; }

  // For who reads them by other means; nothing else may be asked for afterwards.
  std::vector<std::unique_ptr<Source>> TakeSources() { return std::move(sources_); }

  // Makes reference r the only system.
  void TakeAsSystem(size_t r);

 private:
  absl::Status Annotate(const std::string& command, const OpenOptions& options);
  void AddReferences(std::vector<OpenedColumn> columns);
  // `name`: of the file's only system, or of a file whose systems have no names of their own.
  absl::Status AddSystems(std::vector<OpenedColumn> columns, const std::string& name, bool given);
  void AddAnnotations(std::vector<OpenedColumn> columns, std::vector<std::string>& names);
  Schedule ScheduleOf(const RunOptions& run) const;
  uint64_t BytesToRead(uint64_t times) const;

  StreamNames names_;
  std::vector<std::string> own_names_;  // [system]
  std::vector<bool> named_by_files_;    // [system]: what a file holds tells its name
  std::vector<size_t> systems_of_file_;
  std::optional<TextColumns> columns_;
  std::shared_ptr<const RowSet> rows_;  // in place of sources
  GroupsOf groups_of_rows_ = GroupsOf::kNothing;
  SegmentRange range_;  // of columns; of files, the first alone
  bool is_shard_ = false, ends_files_ = true;
  std::vector<std::unique_ptr<Source>> sources_;  // references, systems and their annotations
  bool split_paragraphs_ = false, annotated_ = false;
};

// The same for texts that must hold a segment to score, unless they are a shard: an InputError
// names them otherwise.
absl::StatusOr<Report> ScoreAll(Job& job, Texts& texts, const RunOptions& run, const Sink& sink);

// An InputError that names the files when there was no segment to score: a score of nothing would
// pass a gate. `scored` and `skipped` are numbers of segments.
absl::Status CheckAnyScored(const StreamNames& names, uint64_t scored, uint64_t skipped);

}  // namespace mtgauge
