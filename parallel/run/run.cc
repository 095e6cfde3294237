// Executes a run: scores batches and delivers them, in a plain loop or a flow graph.
#include "parallel/run/run.h"

#include <oneapi/tbb/flow_graph.h>
#include <oneapi/tbb/task_arena.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <chrono>
#include <cstdint>
#include <memory>
#include <tuple>
#include <utility>

#include "core/base/stop.h"
#include "core/score/stages.h"
#include "core/text/batch.h"
#include "parallel/run/job_choice.h"
#include "parallel/run/threads.h"

namespace mtgauge {
namespace {

namespace flow = oneapi::tbb::flow;

using Clock = std::chrono::steady_clock;

// A scored batch that has not been delivered yet.
struct Scored {
  uint64_t number = 0;
  Status status;
  Delivery delivery;
  std::vector<std::vector<double>> floats;  // as in BatchOutput
};

// Returns the number of references of each segment, or an empty vector if none is missing.
std::vector<uint32_t> ReferenceCounts(const Batch& batch) {
  if (std::all_of(batch.refs.begin(), batch.refs.end(),
                  [](const Stream& stream) { return stream.missing.empty(); })) {
    return {};
  }
  std::vector<uint32_t> counts(batch.segments, static_cast<uint32_t>(batch.refs.size()));
  for (const Stream& stream : batch.refs) {
    for (uint32_t i = 0; i < batch.segments; ++i) counts[i] -= stream.missing_at(i) ? 1 : 0;
  }
  return counts;
}

// A batch, and the jobs that score it.
struct Admitted {
  std::unique_ptr<Batch> batch;
  Shares shares;
};

// Adds the counts and warnings of another job. Scores of several jobs cannot be added.
void AddJob(Report from, Report& into) {
  into.segments += from.segments;
  into.skipped += from.skipped;
  into.replaced += from.replaced;
  for (Warning& warning : from.warnings) {
    const auto same = [&](const Warning& known) {
      return known.code == warning.code && known.system == warning.system &&
             known.message == warning.message;
    };
    if (std::none_of(into.warnings.begin(), into.warnings.end(), same)) {
      into.warnings.push_back(std::move(warning));
    }
  }
  for (SystemReport& system : into.systems) system.scores.clear();
}

struct Event;

// Executes a run. Loop() and Graph() share the same steps.
//
// Delivery is in input order, so the first error that it encounters is the one with the lowest
// record.
class Run {
 public:
  Run(Task task, const Job& job, Feed& feed, const Schedule& schedule, const Sink& sink)
      : task_(task),
        job_(job),
        feed_(feed),
        alone_(schedule.alone),
        stop_(schedule.stop),
        counters_(schedule.counters),
        stages_(schedule.stages),
        choice_(schedule.jobs),
        sink_(sink) {}

  Result<RunResult> Execute(uint32_t threads) {
    workers_.resize(threads);
    const bool alone = threads > 1 && alone_.count() > 0 && feed_.is_short();
    if (alone) Loop(Clock::now() + alone_);
    if (threads == 1) Loop(Clock::time_point::max());
    if (threads > 1 && (!alone || !left_.empty())) Graph(threads, alone);
    CollectAll();
    if (!error_.ok()) return feed_.Placed(error_);
    if (cancelled_) return CancelledError();
    MTG_RETURN_IF_ERROR(feed_.Placed(feed_.status()));
    MTG_RETURN_IF_ERROR(Complete());
    if (jobs_.size() == 1) StoreFloats();
    return RunResult{MakeReportOfAll(), std::move(surveys_)};
  }

 private:
  Status Complete() {
    if (jobs_.size() == 1) return feed_.Complete(totals_.front());
    for (size_t number = 0; number < jobs_.size(); ++number) {
      MTG_RETURN_IF_ERROR(choice_->Complete(number, totals_[number]));
    }
    return OkStatus();
  }

  Report MakeReportOfAll() const {
    const SourceFacts sources = feed_.facts();
    if (sink_.sources != nullptr) *sink_.sources = sources;
    if (sink_.totals != nullptr) *sink_.totals = totals_.front();
    Report all;
    for (uint32_t number = 0; number < jobs_.size(); ++number) {
      Report report = MakeReport(*jobs_[number], totals_[number]);
      AddWarnings(sources, report.warnings);
      if (IsMarkRemoved(sources.warnings)) LeaveOutEquals(report.systems);
      if (choice_ != nullptr) choice_->AddWarnings(number, report.warnings);
      if (number == 0) {
        all = std::move(report);
      } else {
        AddJob(std::move(report), all);
      }
    }
    all.threads_used = threads_used_;
    return all;
  }

  // Returns true if no more work may be started. Call it only if there is work left to drop.
  bool Stopping() {
    if (stop_ != nullptr && stop_->load(std::memory_order_relaxed)) cancelled_ = true;
    return cancelled_ || failed_;
  }

  // Assigns a batch to jobs. Called before it is scored, by one thread at a time.
  Admitted Admit(std::unique_ptr<Batch> batch) {
    Admitted admitted{std::move(batch), {}};
    Batch& texts = *admitted.batch;
    if (choice_ != nullptr) {
      feed_.Fill(texts);
      admitted.shares = choice_->Divide(texts);
    } else {
      admitted.shares.shares = {{&job_, 0, texts.first}};
    }
    for (const Shares::Share& share : admitted.shares.shares) {
      if (share.number == jobs_.size()) jobs_.push_back(share.job);
    }
    if (texts.number == 0) {
      has_ids_ = !texts.ids.empty() && !texts.ids.front().empty();
      has_documents_ = !texts.documents.empty() && !texts.documents.front().empty();
    }
    return admitted;
  }

  Scored ScoreBatch(size_t slot, Admitted& admitted) {
    const StopScope scope(stop_);
    Batch& batch = *admitted.batch;
    Scored scored;
    scored.number = batch.number;
    Delivery& delivery = scored.delivery;
    delivery.first = batch.first;
    delivery.count = batch.segments;
    if (admitted.shares.share_of.empty() && admitted.shares.status.ok()) {
      Worker& worker = WorkerOfSlot(slot, admitted.shares.shares.front());
      scored.status = ScoreShare(worker, batch, !batch.groups.empty(), scored);
    } else {
      scored.status = ScoreShares(slot, batch, admitted.shares, delivery);
    }
    if (task_ == Task::kSurvey) return scored;
    // Every feed has filled in the batch's texts by now. Batches of row files have none.
    if (sink_.want_rows && delivery.references.empty()) {
      delivery.references = ReferenceCounts(batch);
    }
    delivery.documents = std::move(batch.documents);
    delivery.groups = std::move(batch.groups);
    delivery.has_ids = has_ids_;
    delivery.has_documents = has_documents_;
    if (sink_.want_facts || sink_.want_ids) delivery.ids = std::move(batch.ids);
    if (sink_.want_texts) delivery.texts = std::move(batch);
    if (sink_.prepare && scored.status.ok()) sink_.prepare(delivery);
    return scored;
  }

  // Lets one worker process a batch, or its job's share of a batch.
  Status ScoreShare(Worker& worker, Batch& batch, bool grouped, Scored& scored) const {
    if (task_ == Task::kSurvey) {
      feed_.Fill(batch);
      StageLaps laps(stages_);
      Status status = worker.Observe(batch);
      laps.End(Stage::kSurvey);
      return status;
    }
    BatchOutput output;
    if (sink_.want_segments) output.segments = &scored.delivery.segments;
    if (sink_.want_rows) {
      output.rows = &scored.delivery.rows;
      output.references = &scored.delivery.references;
    }
    output.floats = &scored.floats;
    if (grouped) output.scripts = &scored.delivery.scripts;
    if (sink_.want_facts) {
      scored.delivery.facts.each = choice_ != nullptr;
      output.facts = &scored.delivery.facts;
    }
    Status status = feed_.Score(worker, batch, output);
    scored.delivery.excluded = std::move(batch.excluded);
    return status;
  }

  // Scores all shares and puts the rows in input order, or returns the error with the lowest
  // record.
  Status ScoreShares(size_t slot, const Batch& batch, const Shares& shares, Delivery& whole) {
    StageLaps laps(stages_);
    std::vector<Batch> parts =
        SplitBatch(batch, shares.share_of, static_cast<uint32_t>(shares.shares.size()));
    laps.End(Stage::kDispatch);
    Status first = shares.status;
    uint64_t first_segment = batch.first + shares.share_of.size();
    for (size_t p = 0; p < parts.size(); ++p) {
      parts[p].first = shares.shares[p].first;
      Scored scored;
      scored.delivery.count = parts[p].segments;
      Status status =
          ScoreShare(WorkerOfSlot(slot, shares.shares[p]), parts[p], !batch.groups.empty(), scored);
      if (status.ok()) {
        PutInPlace(scored.delivery, parts[p].indices, whole);
      } else if (const uint64_t at = status.error().segment.value_or(0); at < first_segment) {
        first_segment = at;
        first = std::move(status);
      }
    }
    return first;
  }

  void Deliver(Scored& scored) {
    if (Stopping()) return;
    StageLaps laps(stages_);
    error_ = std::move(scored.status);
    AddFloats(scored.floats);
    if (error_.ok() && sink_.deliver) error_ = sink_.deliver(scored.delivery);
    laps.End(Stage::kDeliver);
    failed_ = !error_.ok();
    if (counters_ != nullptr && task_ == Task::kScore) {
      counters_->segments_scored.fetch_add(scored.delivery.count, std::memory_order_relaxed);
    }
  }

  // Adds in input order, as sacreBLEU does.
  void AddFloats(const std::vector<std::vector<double>>& floats) {
    if (floats_.size() < floats.size()) floats_.resize(floats.size());
    for (size_t cell = 0; cell < floats.size(); ++cell) {
      for (const double value : floats[cell]) floats_[cell] += value;
    }
  }
  void StoreFloats() {
    for (size_t cell = 0; cell < floats_.size(); ++cell) {
      const Metric& metric = *job_.metrics()[cell % job_.metrics().size()].metric;
      if (const auto columns = metric.Floats()) {
        totals_.front().sums[cell][columns->sum] = std::bit_cast<int64_t>(floats_[cell]);
      }
    }
  }

  void Read(Block& block) const {
    StageLaps laps(stages_);
    feed_.Read(block);
    laps.End(Stage::kRead);
  }

  void OnBlock(Block block, Orders& orders) {
    StageLaps laps(stages_);
    feed_.OnBlock(std::move(block), orders);
    laps.End(Stage::kDispatch);
  }

  // Runs the steps of Graph() one after another. Work that remains at `until` is left to Graph().
  void Loop(Clock::time_point until) {
    for (uint32_t i = 0; i < feed_.starts(); ++i) feed_.OnStart(left_);
    while (!left_.empty() && Clock::now() < until) {
      Orders now = std::exchange(left_, {}), more;
      for (auto& batch : now.batches) {
        if (Stopping()) return;
        if (Clock::now() >= until) {
          left_.batches.push_back(std::move(batch));
          continue;
        }
        Admitted admitted = Admit(std::move(batch));
        Scored scored = ScoreBatch(0, admitted);
        ++scored_in_loop_;
        admitted.batch.reset();  // before the feed can request its block again
        Deliver(scored);
        feed_.OnBatchDone(more);
      }
      for (Block& block : now.reads) {
        if (Stopping()) return;
        Read(block);
        OnBlock(std::move(block), more);
      }
      left_.Append(std::move(more));
    }
  }

  // Continues with the remaining work, or starts.
  void Graph(uint32_t threads, bool goes_on);
  // Returns the next work. Called by one thread at a time.
  Orders OrdersAfter(const Event& event);
  Worker& WorkerOfSlot(size_t slot, const Shares::Share& share);
  void CollectAll();

  Task task_;
  const Job& job_;
  Feed& feed_;
  std::chrono::microseconds alone_;
  const std::atomic<bool>* stop_;
  RunCounters* counters_;
  StageTimes* stages_;
  JobChoice* choice_;
  const Sink& sink_;
  bool has_ids_ = false, has_documents_ = false;  // the first record has one
  std::atomic<bool> cancelled_{false};
  std::atomic<bool> failed_{false};
  Status error_;                  // from Deliver()
  std::vector<const Job*> jobs_;  // by first appearance in Admit()
  // [slot of the arena][job]; null if not created yet. A slot belongs to one thread at a time.
  // There are at most as many slots as requested threads, whereas more threads than that may come
  // and go.
  std::vector<std::vector<std::unique_ptr<Worker>>> workers_;
  Orders left_;                   // remaining work of Loop()
  uint64_t scored_in_loop_ = 0;   // number of batches
  std::vector<Totals> totals_;    // [job]
  std::vector<Surveys> surveys_;  // [job]
  std::vector<double> floats_;    // [system * metrics + metric], over all segments; for one job
  uint32_t threads_used_ = 0;
};

// Messages of the graph. They are shared pointers because the nodes copy messages.
using ReadOrder = std::shared_ptr<Block>;
using BatchOrder = std::shared_ptr<Admitted>;
using ScoredMessage = std::shared_ptr<Scored>;
struct Event {
  enum class Kind { kStart, kGoOn, kBlock, kBatchDone };
  Kind kind = Kind::kStart;
  ReadOrder block;
};

// Each read of an idle pipe ends by requesting the next one, and a thread prefers tasks that it has
// created itself. Without priorities, as many idle pipes as threads would delay a batch.
constexpr flow::node_priority_t kBeforeReading = 1;

// Waits for running tasks after an exception.
void Drain(flow::graph& graph) {
  graph.cancel();
  try {
    graph.wait_for_all();
  } catch (...) {  // another exception of the same kind; the first one is rethrown
  }
}

//            +--> read ---------------------------------+
//   feed ----|                                          |--> feed
//            +--> score --> in_order --> deliver -------+
//
// Any number of threads may run read and score; feed and deliver run on one at a time. Queues are
// bounded by what the feed allows to be in flight.
void Run::Graph(uint32_t threads, bool goes_on) {
  using FeedNode = flow::multifunction_node<Event, std::tuple<ReadOrder, BatchOrder>>;
  RunInArena(threads, [&] {
    flow::graph graph;
    FeedNode feed(graph, flow::serial, [this](const Event& event, FeedNode::output_ports_type& to) {
      if (Stopping()) return;
      Orders orders = OrdersAfter(event);
      for (auto& batch : orders.batches) {
        std::get<1>(to).try_put(std::make_shared<Admitted>(Admit(std::move(batch))));
      }
      for (Block& block : orders.reads) {
        std::get<0>(to).try_put(std::make_shared<Block>(std::move(block)));
      }
    });
    flow::function_node<ReadOrder, Event> read(graph, flow::unlimited, [this](ReadOrder block) {
      if (!Stopping()) Read(*block);
      return Event{Event::Kind::kBlock, std::move(block)};
    });
    flow::function_node<BatchOrder, ScoredMessage> score(
        graph, flow::unlimited,
        [this](const BatchOrder& admitted) {
          const uint64_t number = admitted->batch->number;
          if (Stopping()) return std::make_shared<Scored>(Scored{number, {}, {}, {}});
          const int slot = oneapi::tbb::this_task_arena::current_thread_index();
          return std::make_shared<Scored>(ScoreBatch(static_cast<size_t>(slot), *admitted));
        },
        kBeforeReading);
    flow::sequencer_node<ScoredMessage> in_order(
        graph, [this](const ScoredMessage& scored) { return scored->number - scored_in_loop_; });
    flow::function_node<ScoredMessage, Event> deliver(
        graph, flow::serial,
        [this](const ScoredMessage& scored) {
          Deliver(*scored);
          return Event{Event::Kind::kBatchDone, {}};
        },
        kBeforeReading);
    try {
      // Even an edge may start a task, and with it the first threads.
      flow::make_edge(flow::output_port<0>(feed), read);
      flow::make_edge(flow::output_port<1>(feed), score);
      flow::make_edge(read, feed);
      flow::make_edge(score, in_order);
      flow::make_edge(in_order, deliver);
      flow::make_edge(deliver, feed);
      if (goes_on) feed.try_put(Event{Event::Kind::kGoOn, {}});
      for (uint32_t i = 0; !goes_on && i < feed_.starts(); ++i) feed.try_put(Event());
      graph.wait_for_all();
    } catch (...) {
      // Out of memory or threads: tasks that use the nodes may still be running.
      Drain(graph);
      throw;
    }
  });
}

Orders Run::OrdersAfter(const Event& event) {
  Orders orders;
  if (event.kind == Event::Kind::kStart) feed_.OnStart(orders);
  if (event.kind == Event::Kind::kGoOn) orders = std::exchange(left_, {});
  if (event.kind == Event::Kind::kBlock) OnBlock(std::move(*event.block), orders);
  if (event.kind == Event::Kind::kBatchDone) feed_.OnBatchDone(orders);
  return orders;
}

Worker& Run::WorkerOfSlot(size_t slot, const Shares::Share& share) {
  std::vector<std::unique_ptr<Worker>>& workers = workers_[slot];
  if (workers.size() <= share.number) workers.resize(share.number + 1);
  std::unique_ptr<Worker>& worker = workers[share.number];
  if (worker == nullptr) worker = std::make_unique<Worker>(*share.job, stages_);
  return *worker;
}

void Run::CollectAll() {
  if (jobs_.empty()) {  // there was no batch
    jobs_ = {&job_};
    workers_.front().push_back(std::make_unique<Worker>(job_));
  } else {
    threads_used_ = static_cast<uint32_t>(std::count_if(
        workers_.begin(), workers_.end(), [](const auto& of_slot) { return !of_slot.empty(); }));
  }
  totals_.resize(jobs_.size());
  surveys_.resize(jobs_.size());
  for (auto& workers : workers_) {
    for (size_t number = 0; number < workers.size(); ++number) {
      if (workers[number] == nullptr) continue;
      totals_[number].Merge(workers[number]->totals());
      if (task_ == Task::kSurvey) Merge(workers[number]->TakeSurveys(), surveys_[number]);
      workers[number].reset();
    }
  }
}

}  // namespace

Result<RunResult> RunJob(Task task, const Job& job, Feed& feed, const Schedule& schedule,
                         const Sink& sink) {
  return Run(task, job, feed, schedule, sink).Execute(ThreadsOf(schedule.threads));
}

}  // namespace mtgauge
