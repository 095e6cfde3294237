// What the verbs that score texts share: opening the inputs, running, warnings.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "cli/flags.h"
#include "cli/settings.h"
#include "cli/verbs.h"
#include "core/input/source.h"
#include "core/score/job.h"
#include "mtgauge/score.h"
#include "parallel/scorer.h"

namespace mtgauge {

Schedule MakeSchedule(const LowArgs& args, const Program& program);

// The opened inputs of a job. A file can hold several references or systems.
struct Texts {
  std::vector<std::unique_ptr<Source>> sources;  // as the settings' paths are ordered
  StreamNames names;
  std::vector<size_t> systems_of_file;  // [output file]
};
absl::StatusOr<Texts> OpenTexts(const ScoringSettings& settings, const Program& program);
// Says that standard input is read where one of the paths is "-" and a person would have to type
// it.
void NoteStandardInput(const std::vector<std::string>& paths, const LowArgs& args);

// Job::Make(). What its metrics read (dictionaries, paraphrases) can take longer than the texts: on
// a terminal a note says how long.
absl::StatusOr<Job> MakeJob(const JobOptions& options, StreamNames names, const LowArgs& args);

// Scores the sources of OpenTexts(), after a first reading where a metric asks for it. A stop by a
// signal is a Cancelled error. Inputs without a segment to score are an InputError.
absl::StatusOr<Report> RunJob(Job& job, std::vector<std::unique_ptr<Source>> sources,
                              const LowArgs& args, const Program& program, const Sink& sink);
// The same for one pass of several, which may find no segment of its own. `edit`: as Schedule's.
absl::StatusOr<Report> RunPass(Job& job, std::vector<std::unique_ptr<Source>> sources,
                               const LowArgs& args, const Program& program, const Sink& sink,
                               const std::function<void(Batch&)>& edit);

// An InputError that names the files when there was no segment to score: a score of nothing would
// pass a gate. `scored` and `skipped` are numbers of segments.
absl::Status CheckAnyScored(const StreamNames& names, uint64_t scored, uint64_t skipped);

// Prints the warnings as the flags say; drops them under --force. An InputError under --strict.
absl::Status HandleWarnings(const LowArgs& args, std::vector<Warning>& warnings);

}  // namespace mtgauge
