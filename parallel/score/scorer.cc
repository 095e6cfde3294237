// Checks the inputs and starts a run over them.
#include "parallel/score/scorer.h"

#include <utility>

#include "core/input/text_columns.h"
#include "parallel/run/feed.h"
#include "parallel/run/job_choice.h"
#include "parallel/run/memory.h"
#include "parallel/run/run.h"
#include "parallel/run/threads.h"

namespace mtgauge {
namespace {

// Calls RunJob() and reports a lack of memory as an error.
Result<RunResult> RunFeed(Task task, const Job& job, const std::unique_ptr<Feed>& feed,
                          const Schedule& schedule, const Sink& sink) {
  return WithinMemory([&] { return RunJob(task, job, *feed, schedule, sink); });
}

Result<Report> ScoreFeed(const Job& job, const std::unique_ptr<Feed>& feed,
                         const Schedule& schedule, const Sink& sink) {
  if (job.needs_survey()) {
    return UsageError("a metric of the job must learn from all references",
                      "call SurveySources() or SurveyBatches() first");
  }
  MTG_ASSIGN_OR_RETURN(RunResult result, RunFeed(Task::kScore, job, feed, schedule, sink));
  return std::move(result.report);
}

Result<Learnt> LearnFromFeed(const Job& job, const std::unique_ptr<Feed>& feed,
                             const Schedule& schedule) {
  MTG_ASSIGN_OR_RETURN(RunResult result, RunFeed(Task::kSurvey, job, feed, schedule, {}));
  return Learnt{std::move(result.surveys.front()), std::move(result.report)};
}

Status BindFromShelf(Job& job) {
  return WithinMemory([&] { return job.BindFromShelf(); });
}

Status SurveyFeed(Job& job, const std::unique_ptr<Feed>& feed, const Schedule& schedule) {
  MTG_ASSIGN_OR_RETURN(const RunResult learnt, RunFeed(Task::kSurvey, job, feed, schedule, {}));
  return WithinMemory([&] {
    const Fork fork = ForkOf(ThreadsOf(schedule.threads));
    for (size_t number = 0; number < learnt.surveys.size(); ++number) {
      const Surveys& surveys = learnt.surveys[number];
      for (const std::unique_ptr<Survey>& survey : surveys) {
        if (survey != nullptr) survey->Finish(fork);
      }
      (schedule.jobs == nullptr ? job : schedule.jobs->JobToBind(number)).Bind(surveys);
    }
    return OkStatus();
  });
}

Status CheckSources(const Job& job, const std::vector<std::unique_ptr<Source>>& sources,
                    const Schedule& schedule) {
  const StreamNames& names = job.names();
  const size_t texts = names.refs.size() + names.hyps.size();
  const size_t streams = (names.annotated() ? 2 * texts : texts) + names.sources.size();
  const bool agrees =
      schedule.annotated == names.annotated() && schedule.has_source_text == !names.sources.empty();
  if (agrees && sources.size() == streams) return OkStatus();
  return UsageError("the number of sources is not the number of the job's streams",
                    "give one for each reference and system");
}

}  // namespace

Status SurveySources(Job& job, std::vector<std::unique_ptr<Source>>& sources,
                     const Schedule& schedule) {
  if (!job.reads_first()) return BindFromShelf(job);
  MTG_RETURN_IF_ERROR(CheckSources(job, sources, schedule));
  for (std::unique_ptr<Source>& source : sources) {
    MTG_ASSIGN_OR_RETURN(source, MakeRereadable(std::move(source)));
  }
  MTG_RETURN_IF_ERROR(
      SurveyFeed(job, FeedOf(sources, job.names().refs.size(), schedule), schedule));
  for (const std::unique_ptr<Source>& source : sources) source->Rewind();
  return OkStatus();
}

Result<Learnt> LearnFromSources(const Job& job,
                                const std::vector<std::unique_ptr<Source>>& references,
                                const Schedule& schedule) {
  MTG_RETURN_IF_ERROR(CheckSources(job, references, schedule));
  return LearnFromFeed(job, FeedOf(references, references.size(), schedule), schedule);
}

Result<Learnt> LearnFromTexts(const Job& job, const TextColumns& texts, const Schedule& schedule) {
  MTG_RETURN_IF_ERROR(CheckTextColumns(texts));
  return LearnFromFeed(job, FeedOf(texts, schedule), schedule);
}

Status SurveyBatches(Job& job, const std::function<std::unique_ptr<Batch>()>& next,
                     const Schedule& schedule) {
  if (!job.reads_first()) return BindFromShelf(job);
  return SurveyFeed(job, FeedOf(next, schedule), schedule);
}

Result<Report> ScoreSources(const Job& job, std::vector<std::unique_ptr<Source>> sources,
                            const Schedule& schedule, const Sink& sink) {
  MTG_RETURN_IF_ERROR(CheckSources(job, sources, schedule));
  return ScoreFeed(job, FeedOf(sources, job.names().refs.size(), schedule), schedule, sink);
}

Status SurveyTexts(Job& job, const TextColumns& texts, const Schedule& schedule) {
  if (!job.reads_first()) return BindFromShelf(job);
  MTG_RETURN_IF_ERROR(CheckTextColumns(texts));
  return SurveyFeed(job, FeedOf(texts, schedule), schedule);
}

Result<Report> ScoreTexts(const Job& job, const TextColumns& texts, const Schedule& schedule,
                          const Sink& sink) {
  MTG_RETURN_IF_ERROR(CheckTextColumns(texts));
  if (texts.references.size() != job.names().refs.size() ||
      texts.systems.size() != job.names().hyps.size()) {
    return UsageError("the number of columns is not the number of the job's streams",
                      "give one for each reference and system");
  }
  return ScoreFeed(job, FeedOf(texts, schedule), schedule, sink);
}

Result<Report> ScoreRows(const Job& job, const RowSet& rows, GroupsOf groups,
                         const Schedule& schedule, const Sink& sink) {
  return ScoreFeed(job, FeedOf(job, rows, groups, schedule), schedule, sink);
}

Result<Report> ScoreBatches(const Job& job, const std::function<std::unique_ptr<Batch>()>& next,
                            const Schedule& schedule, const Sink& sink) {
  return ScoreFeed(job, FeedOf(next, schedule), schedule, sink);
}

}  // namespace mtgauge
