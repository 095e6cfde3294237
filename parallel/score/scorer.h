// Scores whole inputs on all cores (run/run.h). This layer only does the scheduling; a Worker
// computes the scores of a batch.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "core/input/source.h"
#include "core/rowfile/recall.h"
#include "core/rowfile/row_set.h"
#include "core/score/delivery.h"
#include "core/score/job.h"
#include "mtgauge/score.h"
#include "mtgauge/texts.h"
#include "parallel/run/schedule.h"

namespace mtgauge {

// Collects the statistics that the job's metrics need from all references before they can score.
// Needed if job.needs_survey(). Uses JobOptions::surveys, or reads all sources in the same order as
// ScoreSources(), and binds the job. Afterwards, `sources` is ready for ScoreSources(): pipes are
// replaced by unnamed temporary files. Fails with the same errors as scoring.
Status SurveySources(Job& job, std::vector<std::unique_ptr<Source>>& sources,
                     const Schedule& schedule);
// The same for batches from the caller, who must provide them again for ScoreBatches().
Status SurveyBatches(Job& job, const std::function<std::unique_ptr<Batch>()>& next,
                     const Schedule& schedule);

// The statistics of the references, for a job that has no other streams.
struct Learnt {
  Surveys surveys;
  Report report;  // contains numbers of segments and warnings, but no systems
};
// Read the references once, and do not bind the job. The errors are those of SurveySources() and
// SurveyTexts().
Result<Learnt> LearnFromSources(const Job& job,
                                const std::vector<std::unique_ptr<Source>>& references,
                                const Schedule& schedule);
Result<Learnt> LearnFromTexts(const Job& job, const TextColumns& texts, const Schedule& schedule);

// Scores the sources: references first, in the order of the job's names, then systems, then any
// annotations. If there are several input errors, returns the one with the lowest record number,
// regardless of the threads. Exceptions of `deliver` or `next` are propagated when all work has
// ended.
Result<Report> ScoreSources(const Job& job, std::vector<std::unique_ptr<Source>> sources,
                            const Schedule& schedule, const Sink& sink);

// The same for batches from the caller: next() returns null at the end. It is called by one thread
// at a time.
Result<Report> ScoreBatches(const Job& job, const std::function<std::unique_ptr<Batch>()>& next,
                            const Schedule& schedule, const Sink& sink);

// The same for text in memory, which the caller keeps. The job's names are those of NamesOf(texts),
// or as many others. An InputError names the column and the segment.
Status SurveyTexts(Job& job, const TextColumns& texts, const Schedule& schedule);
Result<Report> ScoreTexts(const Job& job, const TextColumns& texts, const Schedule& schedule,
                          const Sink& sink);

// The same for rows that an equal job with the same learned statistics made before. The job's names
// are those in the header of the rows.
Result<Report> ScoreRows(const Job& job, const RowSet& rows, GroupsOf groups,
                         const Schedule& schedule, const Sink& sink);

}  // namespace mtgauge
