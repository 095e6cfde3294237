// The run: a feed that makes batches, a plain loop or a flow graph that scores and delivers them.
#include "parallel/scorer.h"

#include <fmt/format.h>
#include <oneapi/tbb/flow_graph.h>
#include <oneapi/tbb/task_arena.h>

#include <algorithm>
#include <bit>
#include <chrono>
#include <new>
#include <set>
#include <string>
#include <tuple>
#include <utility>

#include "core/input/dispatcher.h"
#include "core/input/text_columns.h"
#include "core/rows/recall.h"
#include "parallel/arena.h"
#include "parallel/fork.h"

namespace mtgauge {
namespace {

namespace flow = oneapi::tbb::flow;

using Clock = std::chrono::steady_clock;

uint32_t BatchesInFlight(uint32_t threads) { return threads == 1 ? 1 : 2 * threads + 2; }

// Texts that are scored in a few milliseconds by the fast metrics.
constexpr uint64_t kShortTexts = 8 << 20;
constexpr uint32_t kShortBlock = 32 << 10, kShortBatch = 128;

bool AreShort(const std::vector<std::unique_ptr<Source>>& sources) {
  uint64_t bytes = 0;
  for (const std::unique_ptr<Source>& source : sources) {
    if (source->size() == 0) return false;
    bytes += source->size();
  }
  return bytes <= kShortTexts;
}

// Where batches come from. Read() is called by any thread, everything else by one at a time.
class Feed {
 public:
  virtual ~Feed() = default;
  // How often OnStart() is to be called.
  virtual uint32_t starts() const = 0;
  virtual void OnStart(Orders& orders) = 0;
  virtual void OnBlock(Block block, Orders& orders) = 0;
  virtual void OnBatchDone(Orders& orders) = 0;
  virtual void Read(Block& block) const = 0;
  // Whether all may be done before a second thread could begin.
  virtual bool is_short() const { return false; }
  // Puts the texts into a batch that came without them; by any thread, before it is scored.
  virtual void Fill(Batch&) const {}
  virtual absl::Status Score(Worker& worker, Batch& batch, const BatchOutput& output) const {
    Fill(batch);
    return worker.Process(batch, output);
  }
  // Puts in what the totals of all batches lack.
  virtual absl::Status Complete(Totals&) const { return absl::OkStatus(); }
  // What ended the feed, behind all its batches.
  virtual absl::Status status() const = 0;
  // What is to be known of how the batches came about, at the end.
  virtual SourceFacts facts() const { return {}; }
};

class SourceFeed final : public Feed {
 public:
  SourceFeed(const std::vector<std::unique_ptr<Source>>& sources, size_t references,
             const ReadLimits& limits, RunCounters* counters)
      : sources_(sources),
        counters_(counters),
        block_bytes_(limits.block_bytes),
        dispatcher_(Plain(sources), references, limits) {}

  uint32_t starts() const override { return 1; }
  void OnStart(Orders& orders) override { dispatcher_.Start(orders); }
  void OnBlock(Block block, Orders& orders) override {
    dispatcher_.OnBlock(std::move(block), orders);
  }
  void OnBatchDone(Orders& orders) override { dispatcher_.OnBatchDone(orders); }
  void Read(Block& block) const override {
    sources_[block.stream]->Read(block_bytes_, block);
    if (counters_ != nullptr) {
      counters_->bytes_read.fetch_add(block.bytes, std::memory_order_relaxed);
    }
  }
  bool is_short() const override { return AreShort(sources_); }
  absl::Status status() const override { return dispatcher_.status(); }
  SourceFacts facts() const override {
    SourceFacts facts;
    AddInputWarnings(Plain(sources_), facts.warnings);
    facts.unsplit = {dispatcher_.unsplit(), dispatcher_.records(), dispatcher_.first_unsplit()};
    return facts;
  }

 private:
  static std::vector<Source*> Plain(const std::vector<std::unique_ptr<Source>>& sources) {
    std::vector<Source*> plain;
    for (const auto& source : sources) plain.push_back(source.get());
    return plain;
  }

  const std::vector<std::unique_ptr<Source>>& sources_;
  RunCounters* counters_;
  uint32_t block_bytes_;
  Dispatcher dispatcher_;
};

// Batches of the caller's. Each start and each batch done allows one more; making them one by one
// lets scoring begin with the first.
class CallerFeed final : public Feed {
 public:
  CallerFeed(const std::function<std::unique_ptr<Batch>()>& next, uint32_t in_flight)
      : next_(next), in_flight_(in_flight) {}

  uint32_t starts() const override { return in_flight_; }
  void OnStart(Orders& orders) override { Issue(orders); }
  void OnBlock(Block, Orders&) override {}
  void OnBatchDone(Orders& orders) override { Issue(orders); }
  void Read(Block&) const override {}
  absl::Status status() const override { return absl::OkStatus(); }

 private:
  void Issue(Orders& orders) {
    if (ended_) return;
    std::unique_ptr<Batch> batch = next_();
    ended_ = batch == nullptr;
    if (ended_) return;
    batch->number = number_++;
    orders.batches.push_back(std::move(batch));
  }

  const std::function<std::unique_ptr<Batch>()>& next_;
  uint32_t in_flight_;
  uint64_t number_ = 0;
  bool ended_ = false;
};

// Text in memory: batches are cut one by one, and each is copied by the thread that scores it.
class TextFeed final : public Feed {
 public:
  TextFeed(const TextColumns& texts, const Schedule& schedule, uint32_t threads)
      : cutter_(texts, schedule.batch_segments, schedule.block_bytes, schedule.segments),
        in_flight_(BatchesInFlight(threads)) {}

  uint32_t starts() const override { return in_flight_; }
  void OnStart(Orders& orders) override { Issue(orders); }
  void OnBlock(Block, Orders&) override {}
  void OnBatchDone(Orders& orders) override { Issue(orders); }
  void Read(Block&) const override {}
  void Fill(Batch& batch) const override {
    if (batch.refs.empty()) cutter_.Fill(batch);
  }
  absl::Status status() const override { return absl::OkStatus(); }

 private:
  void Issue(Orders& orders) {
    std::unique_ptr<Batch> batch = cutter_.Next();
    if (batch == nullptr) return;
    batch->number = number_++;
    orders.batches.push_back(std::move(batch));
  }

  TextCutter cutter_;
  uint32_t in_flight_;
  uint64_t number_ = 0;
};

// Segments that row files tell of: a batch is a block of the first of them.
class RowFeed final : public Feed {
 public:
  RowFeed(const Job& job, const RowSet& rows, GroupsOf groups, RunCounters* counters,
          uint32_t threads)
      : rows_(rows),
        groups_(groups),
        counters_(counters),
        cuts_(rows.Cuts()),
        in_flight_(BatchesInFlight(threads)),
        has_floats_(std::any_of(
            job.metrics().begin(), job.metrics().end(),
            [](const MadeMetric& made) { return made.metric->Floats().has_value(); })) {}

  uint32_t starts() const override { return in_flight_; }
  void OnStart(Orders& orders) override { Issue(orders); }
  void OnBlock(Block, Orders&) override {}
  void OnBatchDone(Orders& orders) override { Issue(orders); }
  void Read(Block&) const override {}
  // For who looks at a batch before it is scored. What cannot be read is told by Score().
  void Fill(Batch& batch) const override {
    if (!batch.excluded.empty()) return;
    absl::StatusOr<SegmentFacts> facts = rows_.ReadFacts(batch.first, batch.segments);
    if (facts.ok()) TakeFacts(*facts, groups_, batch);
  }
  absl::Status Score(Worker& worker, Batch& batch, const BatchOutput& output) const override {
    MTG_ASSIGN_OR_RETURN(SegmentFacts facts, rows_.ReadFacts(batch.first, batch.segments));
    KnownSegments known;
    uint64_t bytes = 0;
    const bool sums_only =
        output.rows == nullptr && output.segments == nullptr && !has_floats_ && rows_.has_sums();
    if (sums_only) {
      MTG_ASSIGN_OR_RETURN(known.sums, rows_.ReadSums(batch.first, batch.segments, bytes));
    } else {
      MTG_ASSIGN_OR_RETURN(known.rows, rows_.ReadRows(batch.first, batch.segments, bytes));
    }
    known.marks = std::move(facts.marks);
    for (const uint32_t lacking : facts.lacking) {
      known.references.push_back(static_cast<uint32_t>(rows_.header().references.size()) - lacking);
    }
    if (batch.excluded.empty()) TakeFacts(facts, groups_, batch);
    worker.Recall(batch, known, output);
    if (counters_ != nullptr) {
      counters_->bytes_read.fetch_add(bytes, std::memory_order_relaxed);
    }
    return absl::OkStatus();
  }
  absl::Status Complete(Totals& totals) const override { return CompleteTotals(rows_, totals); }
  absl::Status status() const override { return absl::OkStatus(); }
  SourceFacts facts() const override { return rows_.header().sources; }

 private:
  void Issue(Orders& orders) {
    if (number_ + 1 >= cuts_.size()) return;
    auto batch = std::make_unique<Batch>();
    batch->number = number_;
    batch->first = cuts_[number_];
    batch->segments = static_cast<uint32_t>(cuts_[number_ + 1] - cuts_[number_]);
    // The first tells whether segments have names.
    if (number_ == 0) Fill(*batch);
    ++number_;
    orders.batches.push_back(std::move(batch));
  }

  const RowSet& rows_;
  GroupsOf groups_;
  RunCounters* counters_;
  std::vector<uint64_t> cuts_;
  uint32_t in_flight_;
  bool has_floats_;
  uint64_t number_ = 0;
};

// A scored batch on its way to delivery.
struct Scored {
  uint64_t number = 0;
  absl::Status status;
  Delivery delivery;
  std::vector<std::vector<double>> floats;  // BatchOutput's
};

// References that each segment has; empty where all have all.
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

struct Event;

// One run of one job. Both ways through it, Loop() and Graph(), share the same steps.
//
// Delivery is in input order, so the first error that it meets is the one with the lowest record.
// An exception (memory) leaves Loop() or Graph() when nothing is running any more.
class Run {
 public:
  enum class Task { kSurvey, kScore };

  Run(Task task, const Job& job, Feed& feed, const Schedule& schedule, const Sink& sink)
      : task_(task),
        job_(job),
        feed_(feed),
        alone_(schedule.alone),
        stop_(schedule.stop),
        counters_(schedule.counters),
        stages_(schedule.stages),
        edit_(schedule.edit),
        sink_(sink) {}

  absl::StatusOr<Learnt> Survey(uint32_t threads) {
    MTG_RETURN_IF_ERROR(Execute(threads));
    if (surveys_.empty()) surveys_ = Worker(job_).TakeSurveys();  // there was no batch
    return Learnt{std::move(surveys_), FinishReport()};
  }

  absl::StatusOr<Report> Score(uint32_t threads) {
    MTG_RETURN_IF_ERROR(Execute(threads));
    MTG_RETURN_IF_ERROR(feed_.Complete(totals_));
    StoreFloats();
    return FinishReport();
  }

 private:
  Report FinishReport() const {
    Report report = MakeReport(job_, totals_);
    report.threads_used = threads_used_;
    const SourceFacts sources = feed_.facts();
    AddWarnings(sources, report.warnings);
    if (sink_.sources != nullptr) *sink_.sources = sources;
    return report;
  }

  absl::Status Execute(uint32_t threads) {
    workers_.resize(threads);
    const bool alone = threads > 1 && alone_.count() > 0 && feed_.is_short();
    if (alone) Loop(Clock::now() + alone_);
    if (threads == 1) Loop(Clock::time_point::max());
    if (threads > 1 && (!alone || !left_.empty())) Graph(threads, alone);
    CollectAll();
    if (!error_.ok()) return error_;
    if (cancelled_) return CancelledError();
    return feed_.status();
  }

  // True once nothing more is to be begun. Asked only when there is work left to drop.
  bool Stopping() {
    if (stop_ != nullptr && stop_->load(std::memory_order_relaxed)) cancelled_ = true;
    return cancelled_ || failed_;
  }

  // Called before any batch is scored, by one thread at a time.
  void Admit(Batch& batch) {
    if (edit_) {
      feed_.Fill(batch);
      edit_(batch);
    }
    if (batch.number > 0) return;
    has_ids_ = !batch.ids.empty() && !batch.ids.front().empty();
    has_documents_ = !batch.documents.empty() && !batch.documents.front().empty();
  }

  Scored ScoreBatch(Worker& worker, Batch& batch) const {
    Scored scored;
    scored.number = batch.number;
    scored.delivery.first = batch.first;
    scored.delivery.count = batch.segments;
    if (batch.segments == 0) return scored;  // all have been taken out
    if (task_ == Task::kSurvey) {
      feed_.Fill(batch);
      StageLaps laps(stages_);
      scored.status = worker.Observe(batch);
      laps.End(Stage::kSurvey);
      return scored;
    }
    BatchOutput output;
    if (sink_.want_segments) output.segments = &scored.delivery.segments;
    if (sink_.want_rows) {
      output.rows = &scored.delivery.rows;
      output.references = &scored.delivery.references;
    }
    output.floats = &scored.floats;
    if (!batch.groups.empty()) output.scripts = &scored.delivery.scripts;
    if (sink_.want_facts) output.facts = &scored.delivery.facts;
    scored.status = feed_.Score(worker, batch, output);
    // Only now does every feed have the batch's texts. What was recalled from rows has none.
    if (sink_.want_rows && scored.delivery.references.empty()) {
      scored.delivery.references = ReferenceCounts(batch);
    }
    scored.delivery.excluded = std::move(batch.excluded);
    scored.delivery.documents = std::move(batch.documents);
    scored.delivery.groups = std::move(batch.groups);
    scored.delivery.has_ids = has_ids_;
    scored.delivery.has_documents = has_documents_;
    if (sink_.want_facts) scored.delivery.ids = std::move(batch.ids);
    if (sink_.want_texts) scored.delivery.texts = std::move(batch);
    if (sink_.prepare && scored.status.ok()) sink_.prepare(scored.delivery);
    return scored;
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

  // In the order of the input, as sacreBLEU does.
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
        totals_.sums[cell][columns->sum] = std::bit_cast<int64_t>(floats_[cell]);
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

  // The oracle of Graph(): the same steps, one after another. What is still to be done at `until`
  // is left to Graph().
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
        Admit(*batch);
        Scored scored = ScoreBatch(WorkerOfSlot(0), *batch);
        ++scored_in_loop_;
        batch.reset();  // before its block could be asked for again
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

  void Collect(Worker& worker) {
    totals_.Merge(worker.totals());
    if (task_ == Task::kSurvey) Merge(worker.TakeSurveys(), surveys_);
  }

  // Goes on with what is left, or starts.
  void Graph(uint32_t threads, bool goes_on);
  // What is to be done next; called by one thread at a time.
  Orders OrdersAfter(const Event& event);
  Worker& WorkerOfSlot(size_t slot);
  void CollectAll();

  Task task_;
  const Job& job_;
  Feed& feed_;
  std::chrono::microseconds alone_;
  const std::atomic<bool>* stop_;
  RunCounters* counters_;
  StageTimes* stages_;
  const std::function<void(Batch&)>& edit_;
  const Sink& sink_;
  bool has_ids_ = false, has_documents_ = false;  // the first record has one
  std::atomic<bool> cancelled_{false};
  std::atomic<bool> failed_{false};
  absl::Status error_;  // of Deliver()
  // One per slot of the arena; null: not made yet. A slot belongs to one thread at a time, and
  // there are no more of them than threads were asked for, while the threads that come and go can
  // be more.
  std::vector<std::unique_ptr<Worker>> workers_;
  Orders left_;                  // what is to be done next, of Loop() alone
  uint64_t scored_in_loop_ = 0;  // batches
  Totals totals_;
  std::vector<double> floats_;  // [system * metrics + metric]
  Surveys surveys_;
  uint32_t threads_used_ = 0;
};

// Messages of the graph. Its nodes copy them, hence the shared pointers.
using ReadOrder = std::shared_ptr<Block>;
using BatchOrder = std::shared_ptr<Batch>;
using ScoredMessage = std::shared_ptr<Scored>;
struct Event {
  enum class Kind { kStart, kGoOn, kBlock, kBatchDone };
  Kind kind = Kind::kStart;
  ReadOrder block;
};

// Each read of an idle pipe ends in the order for the next one, and a thread prefers the tasks that
// it has made itself: without priorities, as many idle pipes as threads would keep a batch waiting.
constexpr flow::node_priority_t kBeforeReading = 1;

// Ends what is under way after an exception.
void Drain(flow::graph& graph) {
  graph.cancel();
  try {
    graph.wait_for_all();
  } catch (...) {  // another of the same kind; the first is on its way
  }
}

//            +--> read ---------------------------------+
//   feed ----|                                          |--> feed
//            +--> score --> in_order --> deliver -------+
//
// Read and score run on any number of threads, feed and deliver on one at a time. What the feed
// allows to be in flight bounds every queue.
void Run::Graph(uint32_t threads, bool goes_on) {
  using FeedNode = flow::multifunction_node<Event, std::tuple<ReadOrder, BatchOrder>>;
  RunInArena(threads, [&] {
    flow::graph graph;
    FeedNode feed(graph, flow::serial, [this](const Event& event, FeedNode::output_ports_type& to) {
      if (Stopping()) return;
      Orders orders = OrdersAfter(event);
      for (auto& batch : orders.batches) {
        Admit(*batch);
        std::get<1>(to).try_put(BatchOrder(std::move(batch)));
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
        [this](const BatchOrder& batch) {
          if (Stopping()) return std::make_shared<Scored>(Scored{batch->number, {}, {}, {}});
          const int slot = oneapi::tbb::this_task_arena::current_thread_index();
          return std::make_shared<Scored>(
              ScoreBatch(WorkerOfSlot(static_cast<size_t>(slot)), *batch));
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
      // Out of memory or threads: tasks may still be under way, and they use the nodes.
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

Worker& Run::WorkerOfSlot(size_t slot) {
  if (workers_[slot] == nullptr) workers_[slot] = std::make_unique<Worker>(job_, stages_);
  return *workers_[slot];
}

void Run::CollectAll() {
  for (auto& worker : workers_) {
    if (worker == nullptr) continue;
    Collect(*worker);
    worker.reset();
    ++threads_used_;
  }
  if (threads_used_ == 0) totals_ = Worker(job_).totals();  // there was no batch
}

constexpr uint32_t kSmallestBlock = 32 << 10;
// Segments of all streams together in one batch, so that thousands of systems take no more memory
// than a few do; from so many streams on, blocks ahead would hold more than batches do.
constexpr size_t kBatchCells = 1 << 17;
constexpr uint32_t kSmallestBatch = 16;
constexpr size_t kManyStreams = 256;

// One thread alternates between reading and scoring and needs nothing ahead. Several get enough
// blocks to keep busy while others are being read, made smaller when there are many streams so that
// the text in memory stays within 16 MB + 4 MB per thread, or 32 KiB for each of many streams. Of
// short texts blocks and batches are small, since the pages that hold them are made for this run.
ReadLimits LimitsOf(const Schedule& schedule, uint32_t threads,
                    const std::vector<std::unique_ptr<Source>>& sources) {
  const size_t streams = sources.size();
  ReadLimits limits;
  limits.batch_segments = std::min<uint32_t>(
      schedule.batch_segments,
      std::max(kSmallestBatch, static_cast<uint32_t>(kBatchCells / std::max<size_t>(streams, 1))));
  limits.split_paragraphs = schedule.split_paragraphs;
  limits.annotated = schedule.annotated;
  limits.batches_in_flight = BatchesInFlight(threads);
  limits.blocks_ahead = threads == 1 || streams >= kManyStreams ? 1 : 2 + threads / 2;
  const uint64_t blocks = uint64_t{limits.batches_in_flight + limits.blocks_ahead} * streams;
  const uint64_t share = ((uint64_t{16} + 4 * threads) << 20) / std::max<uint64_t>(blocks, 1);
  limits.block_bytes = std::min<uint32_t>(
      std::max(schedule.block_bytes, 1U),
      static_cast<uint32_t>(std::max<uint64_t>(share / 4096 * 4096, kSmallestBlock)));
  if (AreShort(sources)) {
    limits.block_bytes = std::min(limits.block_bytes, kShortBlock);
    limits.batch_segments = std::min(limits.batch_segments, kShortBatch);
  }
  return limits;
}

absl::StatusOr<Report> ScoreFeed(const Job& job, Feed& feed, const Schedule& schedule,
                                 const Sink& sink) {
  if (job.needs_survey()) {
    return UsageError("a metric of the job must learn from all references",
                      "call SurveySources() or SurveyBatches() first");
  }
  try {
    return Run(Run::Task::kScore, job, feed, schedule, sink).Score(ThreadsOf(schedule.threads));
  } catch (const std::bad_alloc&) {
    return OutOfMemory();
  }
}

absl::StatusOr<Learnt> LearnFromFeed(const Job& job, Feed& feed, const Schedule& schedule) {
  const Sink sink;
  try {
    return Run(Run::Task::kSurvey, job, feed, schedule, sink).Survey(ThreadsOf(schedule.threads));
  } catch (const std::bad_alloc&) {
    return OutOfMemory();
  }
}

absl::Status BindFromShelf(Job& job) {
  try {
    return job.BindFromShelf();
  } catch (const std::bad_alloc&) {
    return OutOfMemory();
  }
}

absl::Status SurveyFeed(Job& job, Feed& feed, const Schedule& schedule) {
  MTG_ASSIGN_OR_RETURN(const Learnt learnt, LearnFromFeed(job, feed, schedule));
  try {
    const Fork fork = ForkOf(ThreadsOf(schedule.threads));
    for (const std::unique_ptr<Survey>& survey : learnt.surveys) {
      if (survey != nullptr) survey->Finish(fork);
    }
    job.Bind(learnt.surveys);
  } catch (const std::bad_alloc&) {
    return OutOfMemory();
  }
  return absl::OkStatus();
}

absl::Status CheckSources(const Job& job, const std::vector<std::unique_ptr<Source>>& sources,
                          const Schedule& schedule) {
  const size_t texts = job.names().refs.size() + job.names().hyps.size();
  const size_t streams = job.names().annotated() ? 2 * texts : texts;
  if (schedule.annotated == job.names().annotated() && sources.size() == streams) {
    return absl::OkStatus();
  }
  return UsageError("the number of sources is not the number of the job's streams",
                    "give one for each reference and system");
}

}  // namespace

absl::Status OutOfMemory() {
  return IoError({.option = "threads"}, "out of memory", "use fewer threads, or shorter segments");
}

void AddInputWarnings(const std::vector<Source*>& sources, std::vector<Warning>& warnings) {
  std::set<std::string> said;  // several columns are of one file
  for (const Source* const source : sources) {
    for (const InputWarning& warning : source->warnings()) {
      if (said.insert(warning.message).second) {
        warnings.push_back({warning.code, "", warning.message});
      }
    }
  }
}

absl::Status SurveySources(Job& job, std::vector<std::unique_ptr<Source>>& sources,
                           const Schedule& schedule) {
  if (!job.reads_first()) return BindFromShelf(job);
  MTG_RETURN_IF_ERROR(CheckSources(job, sources, schedule));
  for (std::unique_ptr<Source>& source : sources) {
    MTG_ASSIGN_OR_RETURN(source, MakeRereadable(std::move(source)));
  }
  SourceFeed feed(sources, job.names().refs.size(),
                  LimitsOf(schedule, ThreadsOf(schedule.threads), sources), schedule.counters);
  MTG_RETURN_IF_ERROR(SurveyFeed(job, feed, schedule));
  for (const std::unique_ptr<Source>& source : sources) source->Rewind();
  return absl::OkStatus();
}

absl::StatusOr<Learnt> LearnFromSources(const Job& job,
                                        const std::vector<std::unique_ptr<Source>>& references,
                                        const Schedule& schedule) {
  MTG_RETURN_IF_ERROR(CheckSources(job, references, schedule));
  SourceFeed feed(references, job.names().refs.size(),
                  LimitsOf(schedule, ThreadsOf(schedule.threads), references), schedule.counters);
  return LearnFromFeed(job, feed, schedule);
}

absl::StatusOr<Learnt> LearnFromTexts(const Job& job, const TextColumns& texts,
                                      const Schedule& schedule) {
  MTG_RETURN_IF_ERROR(CheckTextColumns(texts));
  TextFeed feed(texts, schedule, ThreadsOf(schedule.threads));
  return LearnFromFeed(job, feed, schedule);
}

absl::Status SurveyBatches(Job& job, const std::function<std::unique_ptr<Batch>()>& next,
                           const Schedule& schedule) {
  if (!job.reads_first()) return BindFromShelf(job);
  CallerFeed feed(next, BatchesInFlight(ThreadsOf(schedule.threads)));
  return SurveyFeed(job, feed, schedule);
}

absl::StatusOr<Report> ScoreSources(const Job& job, std::vector<std::unique_ptr<Source>> sources,
                                    const Schedule& schedule, const Sink& sink) {
  MTG_RETURN_IF_ERROR(CheckSources(job, sources, schedule));
  SourceFeed feed(sources, job.names().refs.size(),
                  LimitsOf(schedule, ThreadsOf(schedule.threads), sources), schedule.counters);
  return ScoreFeed(job, feed, schedule, sink);
}

absl::Status ReadBatches(const std::vector<std::unique_ptr<Source>>& sources, size_t references,
                         const Schedule& schedule, const std::function<void(const Batch&)>& see) {
  SourceFeed feed(sources, references, LimitsOf(schedule, 1, sources), schedule.counters);
  Orders orders;
  feed.OnStart(orders);
  while (!orders.reads.empty() || !orders.batches.empty()) {
    Orders more;
    if (schedule.stop != nullptr && schedule.stop->load(std::memory_order_relaxed)) {
      return CancelledError();
    }
    for (auto& batch : orders.batches) {
      see(*batch);
      batch.reset();  // before its block could be asked for again
      feed.OnBatchDone(more);
    }
    for (Block& block : orders.reads) {
      feed.Read(block);
      feed.OnBlock(std::move(block), more);
    }
    orders = std::move(more);
  }
  return feed.status();
}

absl::Status ReadTexts(const TextColumns& texts, const Schedule& schedule,
                       const std::function<void(const Batch&)>& see) {
  MTG_RETURN_IF_ERROR(CheckTextColumns(texts));
  TextCutter cutter(texts, schedule.batch_segments, schedule.block_bytes, schedule.segments);
  while (const std::unique_ptr<Batch> batch = cutter.Next()) {
    if (schedule.stop != nullptr && schedule.stop->load(std::memory_order_relaxed)) {
      return CancelledError();
    }
    cutter.FillGroups(*batch);
    see(*batch);
  }
  return absl::OkStatus();
}

absl::Status SurveyTexts(Job& job, const TextColumns& texts, const Schedule& schedule) {
  if (!job.reads_first()) return BindFromShelf(job);
  MTG_RETURN_IF_ERROR(CheckTextColumns(texts));
  TextFeed feed(texts, schedule, ThreadsOf(schedule.threads));
  return SurveyFeed(job, feed, schedule);
}

absl::StatusOr<Report> ScoreTexts(const Job& job, const TextColumns& texts,
                                  const Schedule& schedule, const Sink& sink) {
  MTG_RETURN_IF_ERROR(CheckTextColumns(texts));
  if (texts.references.size() != job.names().refs.size() ||
      texts.systems.size() != job.names().hyps.size()) {
    return UsageError("the number of columns is not the number of the job's streams",
                      "give one for each reference and system");
  }
  TextFeed feed(texts, schedule, ThreadsOf(schedule.threads));
  return ScoreFeed(job, feed, schedule, sink);
}

absl::StatusOr<Report> ScoreRows(const Job& job, const RowSet& rows, GroupsOf groups,
                                 const Schedule& schedule, const Sink& sink) {
  RowFeed feed(job, rows, groups, schedule.counters, ThreadsOf(schedule.threads));
  return ScoreFeed(job, feed, schedule, sink);
}

absl::Status ReadRows(const RowSet& rows, GroupsOf groups, const Schedule& schedule,
                      const std::function<void(const Batch&)>& see) {
  const std::vector<uint64_t> cuts = rows.Cuts();
  for (size_t i = 0; i + 1 < cuts.size(); ++i) {
    if (schedule.stop != nullptr && schedule.stop->load(std::memory_order_relaxed)) {
      return CancelledError();
    }
    Batch batch;
    batch.number = i;
    batch.first = cuts[i];
    batch.segments = static_cast<uint32_t>(cuts[i + 1] - cuts[i]);
    MTG_ASSIGN_OR_RETURN(SegmentFacts facts, rows.ReadFacts(batch.first, batch.segments));
    TakeFacts(facts, groups, batch);
    see(batch);
  }
  return absl::OkStatus();
}

absl::StatusOr<Report> ScoreBatches(const Job& job,
                                    const std::function<std::unique_ptr<Batch>()>& next,
                                    const Schedule& schedule, const Sink& sink) {
  CallerFeed feed(next, BatchesInFlight(ThreadsOf(schedule.threads)));
  return ScoreFeed(job, feed, schedule, sink);
}

}  // namespace mtgauge
