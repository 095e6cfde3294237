// Scores whole inputs on all cores: a oneTBB flow graph of read, score and deliver around the
// dispatcher, with bounded memory. Scheduling only: what a batch is worth is the Worker's business.
#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "core/input/shard.h"
#include "core/input/source.h"
#include "core/rows/recall.h"
#include "core/rows/row_set.h"
#include "core/score/delivery.h"
#include "core/score/job.h"
#include "core/score/stages.h"
#include "core/score/worker.h"
#include "mtgauge/options.h"
#include "mtgauge/score.h"
#include "mtgauge/texts.h"

namespace mtgauge {

struct Schedule {
  uint32_t threads = 0;  // 0: all that the process may use; 1: a plain loop, no graph
  uint32_t block_bytes = 256 << 10;
  uint32_t batch_segments = 1024;
  bool split_paragraphs = false;  // of sources: ReadLimits'
  bool annotated = false;         // likewise
  SegmentRange segments = {};     // of text in memory, which alone are read
  // Polled between tasks; set from a signal handler to stop early with a Cancelled error.
  const std::atomic<bool>* stop = nullptr;
  // How long one thread scores short files before it asks for others, which takes as long as a
  // short job.
  std::chrono::microseconds alone{0};
  RunCounters* counters = nullptr;  // added to, when not null
  StageTimes* stages = nullptr;     // likewise
  // Called for each batch in input order, by one thread at a time, before anything is made of it:
  // may name its segments' groups, or take segments out (KeepSegments()). May be null.
  std::function<void(Batch&)> edit = nullptr;
};

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

// Reads batches without texts from row files, in order.
absl::Status ReadRows(const RowSet& rows, GroupsOf groups, const Schedule& schedule,
                      const std::function<void(const Batch&)>& see);

// Reads batches as ScoreSources() would, in order, without scoring them.
absl::Status ReadBatches(const std::vector<std::unique_ptr<Source>>& sources, size_t references,
                         const Schedule& schedule, const std::function<void(const Batch&)>& see);

// The same over text in memory; the texts themselves are not copied.
absl::Status ReadTexts(const TextColumns& texts, const Schedule& schedule,
                       const std::function<void(const Batch&)>& see);

// Adds what the sources have to say about their files, each sentence once.
void AddInputWarnings(const std::vector<Source*>& sources, std::vector<Warning>& warnings);

// The IoError for a std::bad_alloc.
absl::Status OutOfMemory();

// CPUs that this process may run on.
uint32_t AvailableThreads();

// For a program, before it runs anything: the most threads that it uses, more than CPUs too.
void LimitThreads(uint32_t threads);

}  // namespace mtgauge
