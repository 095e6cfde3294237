// Scores whole inputs on all cores (run/run.h). This layer only schedules; a Worker computes the
// scores of a batch.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "core/input/source.h"
#include "core/rows/recall.h"
#include "core/rows/row_set.h"
#include "core/score/delivery.h"
#include "core/score/job.h"
#include "mtgauge/score.h"
#include "mtgauge/texts.h"
#include "parallel/run/schedule.h"

namespace mtgauge {

// What the metrics of a job must learn from all references before they can score: needed when
// job.needs_survey(). Takes it from JobOptions::surveys, or reads all sources, in the order that
// ScoreSources() takes them, binds the job, and leaves in `sources` what ScoreSources() reads then:
// pipes have become unnamed temporary files. Fails where scoring would, with the same error.
absl::Status SurveySources(Job& job, std::vector<std::unique_ptr<Source>>& sources,
                           const Schedule& schedule);
// The same over batches that the caller makes, and makes again for ScoreBatches().
absl::Status SurveyBatches(Job& job, const std::function<std::unique_ptr<Batch>()>& next,
                           const Schedule& schedule);

// What there is to learn from references alone, for a job whose only streams they are.
struct Learnt {
  Surveys surveys;
  Report report;  // without systems: numbers of segments, and warnings
};
// Reads them once, and binds nothing. Errors are those of SurveySources() and SurveyTexts().
absl::StatusOr<Learnt> LearnFromSources(const Job& job,
                                        const std::vector<std::unique_ptr<Source>>& references,
                                        const Schedule& schedule);
absl::StatusOr<Learnt> LearnFromTexts(const Job& job, const TextColumns& texts,
                                      const Schedule& schedule);

// Scores the sources (references first, in the job's order of names; then any annotations). Of
// several input errors the one with the lowest record number is returned, whatever the threads. An
// exception thrown by `deliver` or `next` leaves these functions when all work has ended.
absl::StatusOr<Report> ScoreSources(const Job& job, std::vector<std::unique_ptr<Source>> sources,
                                    const Schedule& schedule, const Sink& sink);

// The same over batches that the caller makes: next() returns null at the end. Called by one thread
// at a time.
absl::StatusOr<Report> ScoreBatches(const Job& job,
                                    const std::function<std::unique_ptr<Batch>()>& next,
                                    const Schedule& schedule, const Sink& sink);

// The same over text in memory, which the caller keeps. The job's names are NamesOf(texts)'s, or as
// many others. An InputError names the column and the segment of a fault.
absl::Status SurveyTexts(Job& job, const TextColumns& texts, const Schedule& schedule);
absl::StatusOr<Report> ScoreTexts(const Job& job, const TextColumns& texts,
                                  const Schedule& schedule, const Sink& sink);

// The same over rows that were made before by an equal job, which has learnt what that had. The
// job's names are those of the rows' header.
absl::StatusOr<Report> ScoreRows(const Job& job, const RowSet& rows, GroupsOf groups,
                                 const Schedule& schedule, const Sink& sink);

// Adds what the sources have to say about their files, each sentence once.
void AddInputWarnings(const std::vector<Source*>& sources, std::vector<Warning>& warnings);

// The IoError for a std::bad_alloc.
absl::Status OutOfMemory();

// CPUs that this process may run on.
uint32_t AvailableThreads();

// For a program, before it runs anything: the most threads that it uses, more than CPUs too.
void LimitThreads(uint32_t threads);

}  // namespace mtgauge
