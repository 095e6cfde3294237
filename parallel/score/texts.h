// The opened texts of a job (files, pipes, or columns in memory), and functions to score them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/input/formats/format.h"
#include "core/input/shard.h"
#include "core/input/source.h"
#include "core/request/texts.h"
#include "core/rowfile/recall.h"
#include "core/score/job.h"
#include "mtgauge/options.h"
#include "parallel/run/job_choice.h"
#include "parallel/score/scorer.h"

namespace mtgauge {

// Calls Job::Make() within RunHooks::loading.
Result<Job> MakeJob(const JobOptions& options, StreamNames names, const RunOptions& run);

// The texts of a job.
class Texts {
 public:
  Texts() = default;
  // Takes sources that are already open: references, then systems.
  Texts(StreamNames names, std::vector<std::unique_ptr<Source>> sources)
      : names_(std::move(names)), sources_(std::move(sources)) {}

  // Opens every input. A file can contain several references or systems. For a shard, only its
  // segments are read; there may be none.
  static Result<Texts> Open(const TextSettings& settings, const RunOptions& run);

  const StreamNames& names() const { return names_; }
  // Returns the name of a system independently of the other systems: the given name, or the name in
  // its file, or else the file.
  const std::string& own_name(size_t system) const {
    return own_names_.empty() ? names_.hyps[system] : own_names_[system];
  }
  // Returns true if the texts are one of several shards, as a part of files or as whole files.
  bool is_shard() const { return is_shard_; }
  // Returns the index of the first segment over all shards; 0 for whole files.
  uint64_t first_segment() const { return range_.first; }
  // Returns true if no other shard of the same files follows.
  bool ends_files() const { return ends_files_; }
  // [output file]: number of its systems.
  const std::vector<size_t>& systems_of_file() const { return systems_of_file_; }

  // Scores the texts, after a first pass if a metric needs one. For a shard, that is a UsageError,
  // so bind the job first. Returns a Cancelled error if stopped. Files and pipes can be scored only
  // once. `jobs` is as in Schedule.
  Result<Report> Score(Job& job, const RunOptions& run, const Sink& sink,
                       JobChoice* jobs = nullptr);

  // Returns the statistics that the job's metrics need from the references. There must be no other
  // texts. Reads them once.
  Result<Learnt> Learn(const Job& job, const RunOptions& run) const;

  // Returns whether the type of some input's ids says that they are whole numbers.
  bool whole_ids() const;

  // Returns the row files, or null if the texts are not row files.
  const std::shared_ptr<const RowSet>& rows() const { return rows_; }

  // Returns the sources, for callers that read them in other ways. Nothing else may be called
  // afterwards.
  std::vector<std::unique_ptr<Source>> TakeSources() { return std::move(sources_); }

  // Makes reference r the only system.
  void TakeAsSystem(size_t r);

 private:
  Status Annotate(const std::string& command, const OpenOptions& options);
  Status AnnotateColumns(const TextSettings& settings, const RunOptions& run);
  void AddReferences(std::vector<OpenedColumn> columns);
  // `name` is for the file's only system, or for a file whose systems have no names.
  Status AddSystems(std::vector<OpenedColumn> columns, const std::string& name, bool given);
  Status AddSource(std::vector<OpenedColumn> columns);
  void AddAnnotations(std::vector<OpenedColumn> columns, std::vector<std::string>& names);
  Schedule ScheduleOf(const RunOptions& run) const;
  uint64_t BytesToRead(uint64_t times) const;

  StreamNames names_;
  std::vector<std::string> own_names_;  // [system]
  std::vector<bool> named_by_files_;    // [system]: its name comes from the contents of a file
  std::vector<size_t> systems_of_file_;
  std::optional<TextColumns> columns_;
  std::deque<std::vector<std::string>> annotation_lines_;  // of columns_
  std::shared_ptr<const RowSet> rows_;                     // instead of sources
  std::shared_ptr<const SurveyShelf> surveys_;  // null if metrics learn from the references
  GroupsOf groups_of_rows_ = GroupsOf::kNothing;
  SegmentRange range_;  // for columns; for files, only `first` is set
  bool is_shard_ = false, ends_files_ = true;
  std::vector<std::unique_ptr<Source>> sources_;  // in the order of Dispatcher
  bool split_paragraphs_ = false, annotated_ = false;
};

// Scores texts that must contain a segment to score, unless they are a shard. Otherwise returns an
// InputError that names them.
Result<Report> ScoreAll(Job& job, Texts& texts, const RunOptions& run, const Sink& sink);

// Returns an InputError that names the files if there was no segment to score, because an empty
// score could pass a gate. `scored` and `skipped` are numbers of segments.
Status CheckAnyScored(const StreamNames& names, uint64_t scored, uint64_t skipped);

}  // namespace mtgauge
