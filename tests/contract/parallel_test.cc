// Parallel runs: the same results and errors as a plain loop, for any threads and cut, and an
// orderly end in every case.
#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <mutex>
#include <new>
#include <set>
#include <stdexcept>
#include <thread>

#include "parallel/run/threads.h"
#include "parallel/score/scorer.h"
#include "tests/support/own_folder.h"
#include "tests/support/random_text.h"
#include "tests/support/runs.h"
#include "tests/support/segment_source.h"
#include "tests/support/watched_source.h"

namespace mtgauge::parallel_test {
namespace {

using testing::HasSubstr;

constexpr uint32_t kThreads[] = {1, 2, 3, 5, 8};

struct Texts {
  std::vector<std::string> refs, hyps;  // whole files
};

Job MakeJob(const Texts& texts, OnInvalid on_invalid = OnInvalid::kError) {
  JobOptions options;
  options.on_invalid = on_invalid;
  StreamNames names;
  for (size_t i = 0; i < texts.refs.size(); ++i) names.refs.push_back("ref" + std::to_string(i));
  for (size_t i = 0; i < texts.hyps.size(); ++i) names.hyps.push_back("sys" + std::to_string(i));
  auto job = Job::Make(options, names);
  EXPECT_TRUE(job.ok()) << job.status();
  return std::move(job).value();
}

std::vector<std::unique_ptr<Source>> Open(const Job& job, const Texts& texts, bool ranged) {
  std::vector<std::unique_ptr<Source>> sources;
  for (size_t i = 0; i < texts.refs.size(); ++i) {
    sources.push_back(MemorySource(job.names().refs[i], texts.refs[i], ranged));
  }
  for (size_t i = 0; i < texts.hyps.size(); ++i) {
    sources.push_back(MemorySource(job.names().hyps[i], texts.hyps[i], ranged));
  }
  return sources;
}

std::string Join(const std::vector<std::string>& segments) {
  std::string text;
  for (const std::string& segment : segments) text += segment + '\n';
  return text;
}

// One reference, two systems; a few segments are not UTF-8.
Texts RandomTexts(uint32_t segments, uint64_t seed) {
  test::RandomText random(seed);
  std::vector<std::string> ref, close, far;
  for (uint32_t i = 0; i < segments; ++i) {
    ref.push_back(random.Sentence(random.Below(50) == 0 ? 300 : random.Below(20)));
    close.push_back(random.Perturb(ref.back()));
    far.push_back(random.Sentence(random.Below(20)));
  }
  return {{Join(ref)}, {Join(close), Join(far)}};
}

// The complete output of a run, in a form that can be compared bit for bit.
struct Outcome {
  Status status;
  std::vector<std::string> report;
  std::vector<int64_t> rows;          // of all cells, by segment
  std::vector<std::string> segments;  // scores in hexadecimal
  uint32_t threads_used = 0;
};

std::vector<std::string> Describe(const Report& report) {
  std::vector<std::string> lines = {std::to_string(report.segments), std::to_string(report.skipped),
                                    std::to_string(report.replaced)};
  for (const Warning& warning : report.warnings) {
    lines.push_back(warning.code + " " + warning.system + " " + warning.message);
  }
  for (const SystemReport& system : report.systems) {
    for (const MetricScore& score : system.scores) {
      lines.push_back(system.name + " " + score.metric + " " + test::Exact(score.score) + " " +
                      score.signature + " " + score.verbose);
    }
  }
  return lines;
}

void Append(const Delivery& delivery, Outcome& outcome) {
  EXPECT_EQ(delivery.first, outcome.segments.size()) << "deliveries come in input order";
  for (const SegmentScores& segment : delivery.segments) {
    std::string text = std::to_string(segment.index) + (segment.excluded ? " excluded" : "");
    for (const double score : segment.scores) text += " " + test::Exact(score);
    outcome.segments.push_back(text);
  }
  for (uint32_t i = 0; i < delivery.count; ++i) {
    for (const std::vector<int64_t>& cell : delivery.rows) {
      const auto width = static_cast<ptrdiff_t>(cell.size() / delivery.count);
      outcome.rows.insert(outcome.rows.end(), cell.begin() + i * width,
                          cell.begin() + (i + 1) * width);
    }
  }
}

Outcome Score(const Job& job, std::vector<std::unique_ptr<Source>> sources,
              const Schedule& schedule) {
  Outcome outcome;
  Sink sink{true, true, [&outcome](const Delivery& delivery) {
              Append(delivery, outcome);
              return OkStatus();
            }};
  const auto report = ScoreSources(job, std::move(sources), schedule, sink);
  outcome.status = report.status();
  if (report.ok()) {
    outcome.report = Describe(*report);
    outcome.threads_used = report->threads_used;
  }
  return outcome;
}

// Lets N threads wait for each other. Gives up after a while, so that a test fails instead of
// hanging.
class Rendezvous {
 public:
  explicit Rendezvous(size_t threads) : threads_(threads) {}
  void Arrive() {
    std::unique_lock<std::mutex> lock(mutex_);
    arrived_.insert(std::this_thread::get_id());
    all_.notify_all();
    all_.wait_for(lock, std::chrono::seconds(20), [this] { return arrived_.size() >= threads_; });
  }
  size_t arrived() {
    const std::lock_guard<std::mutex> lock(mutex_);
    return arrived_.size();
  }

 private:
  size_t threads_;
  std::mutex mutex_;
  std::condition_variable all_;
  std::set<std::thread::id> arrived_;
};

// Clocks measure stages and change nothing else; without them nothing is measured.
TEST(ParallelTest, ClocksOfStagesChangeNothing) {
  const Texts texts = RandomTexts(3000, 31);
  const Job job = MakeJob(texts, OnInvalid::kReplace);
  for (const uint32_t threads : {1u, 3u}) {
    Schedule schedule = test::MakeSchedule(threads, 4096, 100);
    const Outcome plain = Score(job, Open(job, texts, true), schedule);
    StageTimes times;
    schedule.stages = &times;
    const Outcome clocked = Score(job, Open(job, texts, true), schedule);
    EXPECT_EQ(clocked.report, plain.report);
    EXPECT_EQ(clocked.rows, plain.rows);
    EXPECT_EQ(clocked.segments, plain.segments);
    for (const Stage stage : {Stage::kRead, Stage::kDispatch, Stage::kCheck, Stage::kCut,
                              Stage::kKey, Stage::kMatch, Stage::kLook, Stage::kDeliver}) {
      EXPECT_GT(times[stage], 0u) << kStageNames[static_cast<size_t>(stage)];
    }
    EXPECT_EQ(times[Stage::kSurvey], 0u);
    EXPECT_EQ(times[Stage::kMultiply], 0u);
  }
}

TEST(ParallelTest, ResultsDoNotDependOnThreadsOrCut) {
  const Texts texts = RandomTexts(300, 1);
  const Job job = MakeJob(texts, OnInvalid::kReplace);
  const Outcome oracle = Score(job, Open(job, texts, true), test::MakeSchedule(1));
  ASSERT_TRUE(oracle.status.ok()) << oracle.status;
  ASSERT_EQ(oracle.segments.size(), 300U);
  for (const uint32_t threads : kThreads) {
    for (const uint32_t block_bytes : {128U, 1000U, 256U << 10}) {
      for (const uint32_t batch_segments : {1U, 7U, 1024U}) {
        for (const bool ranged : {false, true}) {
          const Outcome outcome = Score(job, Open(job, texts, ranged),
                                        test::MakeSchedule(threads, block_bytes, batch_segments));
          ASSERT_TRUE(outcome.status.ok()) << outcome.status;
          ASSERT_EQ(outcome.report, oracle.report);
          ASSERT_EQ(outcome.rows, oracle.rows);
          ASSERT_EQ(outcome.segments, oracle.segments);
          ASSERT_GE(outcome.threads_used, 1U);
          ASSERT_LE(outcome.threads_used, threads);
        }
      }
    }
  }
}

// However far one thread gets before the others begin.
TEST(ParallelTest, ShortFilesBeginOnOneThread) {
  const Texts texts = RandomTexts(2000, 41);
  const Job job = MakeJob(texts, OnInvalid::kReplace);
  const Outcome oracle = Score(job, Open(job, texts, true), test::MakeSchedule(1));
  for (const uint32_t threads : kThreads) {
    for (const std::chrono::microseconds alone :
         {std::chrono::microseconds(1), std::chrono::microseconds(100),
          std::chrono::microseconds(500), std::chrono::microseconds(std::chrono::hours(1))}) {
      for (const bool ranged : {false, true}) {
        Schedule schedule = test::MakeSchedule(threads, 1000, 7);
        schedule.alone = alone;
        const Outcome outcome = Score(job, Open(job, texts, ranged), schedule);
        ASSERT_TRUE(outcome.status.ok()) << outcome.status;
        ASSERT_EQ(outcome.report, oracle.report);
        ASSERT_EQ(outcome.rows, oracle.rows);
        ASSERT_EQ(outcome.segments, oracle.segments);
        ASSERT_LE(outcome.threads_used, alone > std::chrono::seconds(1) ? 1 : threads);
      }
    }
  }
}

TEST(ParallelTest, CountersEndAtAllBytesAndAllSegments) {
  const Texts texts = RandomTexts(300, 1);
  const Job job = MakeJob(texts, OnInvalid::kReplace);
  for (const uint32_t threads : kThreads) {
    for (const bool ranged : {false, true}) {
      auto sources = Open(job, texts, ranged);
      uint64_t bytes = 0;
      for (const auto& source : sources) bytes += source->size();
      RunCounters counters;
      Schedule schedule = test::MakeSchedule(threads, 1000, 7);
      schedule.counters = &counters;
      ASSERT_TRUE(ScoreSources(job, std::move(sources), schedule, Sink{}).ok());
      EXPECT_EQ(counters.bytes_read, bytes);
      EXPECT_EQ(counters.segments_scored, 300U);
    }
  }
}

TEST(ParallelTest, CallersBatchesGiveTheSame) {
  const Texts texts = {{"a b c d e\nf g h i j\nk l m n o\n"}, {"a b c d e\nf g x i j\nk l m n\n"}};
  const Job job = MakeJob(texts);
  const Outcome oracle = Score(job, Open(job, texts, true), test::MakeSchedule(1));
  const std::vector<std::string> refs = {"a b c d e", "f g h i j", "k l m n o"};
  const std::vector<std::string> hyps = {"a b c d e", "f g x i j", "k l m n"};
  for (const uint32_t threads : kThreads) {
    size_t at = 0;
    bool ended = false;
    std::atomic<int> inside{0};
    const auto next = [&]() -> std::unique_ptr<Batch> {
      EXPECT_EQ(inside++, 0) << "one call at a time";
      EXPECT_FALSE(ended) << "no call after the end";
      std::unique_ptr<Batch> batch;
      ended = at == refs.size();
      if (!ended) {
        batch = std::make_unique<Batch>(MakeBatch({{&refs[at]}}, {{hyps[at]}}));
        batch->first = at++;
      }
      --inside;
      return batch;
    };
    const auto report = ScoreBatches(job, next, test::MakeSchedule(threads), Sink());
    ASSERT_TRUE(report.ok()) << report.status();
    EXPECT_EQ(Describe(*report), oracle.report);
  }
}

TEST(ParallelTest, AsManyThreadsScoreAsWereAskedFor) {
  const std::string segment = "a b c d e";
  const Job job = MakeJob({{""}, {""}});
  for (const uint32_t threads : kThreads) {
    // The thread that scored a batch releases its text. The threads meet there.
    Rendezvous rendezvous(threads);
    size_t made = 0;
    const auto next = [&]() -> std::unique_ptr<Batch> {
      if (made == size_t{4} * threads) return nullptr;
      auto batch = std::make_unique<Batch>(MakeBatch({{&segment}}, {{segment}}));
      batch->first = made++;
      std::shared_ptr<const void>& owner = batch->hyps[0].owner;
      owner = std::shared_ptr<const void>(
          owner.get(), [kept = owner, &rendezvous](const void*) { rendezvous.Arrive(); });
      return batch;
    };
    const auto report = ScoreBatches(job, next, test::MakeSchedule(threads), Sink());
    ASSERT_TRUE(report.ok()) << report.status();
    EXPECT_EQ(report->threads_used, threads);
    EXPECT_EQ(report->segments, 4 * threads);
    EXPECT_EQ(rendezvous.arrived(), threads);
  }
}

TEST(ParallelTest, OneFileIsReadBySeveralThreads) {
  const Texts texts = RandomTexts(300, 2);
  const Job job = MakeJob(texts, OnInvalid::kReplace);
  Rendezvous rendezvous(3);
  auto sources = Open(job, texts, true);
  sources[0] = std::make_unique<test::WatchedSource>(std::move(sources[0]),
                                                     [&rendezvous] { rendezvous.Arrive(); });
  const Outcome outcome = Score(job, std::move(sources), test::MakeSchedule(4, 1000));
  EXPECT_TRUE(outcome.status.ok());
  EXPECT_GE(rendezvous.arrived(), 3U);
}

// Returns a file of n lines, some of which are not UTF-8.
std::string Lines(uint32_t n, const std::set<uint32_t>& bad = {}) {
  std::string text;
  for (uint32_t i = 1; i <= n; ++i) text += bad.count(i) != 0 ? "bad \xFF\n" : "a fine line\n";
  return text;
}

TEST(ParallelTest, TheErrorWithTheLowestRecordIsReported) {
  const std::pair<Texts, const char*> cases[] = {
      {{{Lines(1000, {701})}, {Lines(1000), Lines(1000, {303, 900})}}, "sys1:303: invalid UTF-8"},
      {{{Lines(1000, {302})}, {Lines(1000, {303}), Lines(1000, {900})}}, "ref0:302: invalid UTF-8"},
      // Unequal counts are reported after every error in the records before them.
      {{{Lines(1000)}, {Lines(800, {799}), Lines(1000)}}, "sys0:799: invalid UTF-8"},
      {{{Lines(1000)}, {Lines(800), Lines(1000, {801})}}, "ref0 and 1 more have 1000 segments but"},
  };
  for (const auto& [texts, message] : cases) {
    const Job job = MakeJob(texts);
    for (const uint32_t threads : kThreads) {
      for (const uint32_t batch_segments : {1U, 7U, 1024U}) {
        for (const bool ranged : {false, true}) {
          const Outcome outcome = Score(job, Open(job, texts, ranged),
                                        test::MakeSchedule(threads, 500, batch_segments));
          EXPECT_EQ(outcome.status.kind(), ErrorKind::kInput);
          EXPECT_THAT(outcome.status.message(), HasSubstr(message));
        }
      }
    }
  }
}

TEST(ParallelTest, SkippedSegmentsAreTheSameForAnyThreads) {
  const Texts texts = {{Lines(500, {10, 400})}, {Lines(500, {10, 11, 12, 500})}};
  const Job job = MakeJob(texts, OnInvalid::kSkip);
  const Outcome oracle = Score(job, Open(job, texts, true), test::MakeSchedule(1));
  EXPECT_EQ(oracle.report[0], "495");
  EXPECT_EQ(oracle.report[1], "5");
  for (const uint32_t threads : kThreads) {
    const Outcome outcome = Score(job, Open(job, texts, true), test::MakeSchedule(threads, 300, 5));
    EXPECT_EQ(outcome.report, oracle.report);
    EXPECT_EQ(outcome.segments, oracle.segments);
  }
}

TEST(ParallelTest, StopEndsTheRunAndEverythingInIt) {
  const Texts texts = {{Lines(5000)}, {Lines(5000)}};
  const Job job = MakeJob(texts);
  for (const uint32_t threads : kThreads) {
    std::atomic<bool> stop{false}, returned{false};
    auto sources = Open(job, texts, true);
    for (auto& source : sources) {
      source = std::make_unique<test::WatchedSource>(
          std::move(source), [&returned] { EXPECT_FALSE(returned) << "a read after the return"; });
    }
    int deliveries = 0;
    Sink sink;
    sink.deliver = [&](const Delivery&) {
      stop = ++deliveries == 5;
      return OkStatus();
    };
    Schedule schedule = test::MakeSchedule(threads, 200, 1);
    schedule.stop = &stop;
    const auto report = ScoreSources(job, std::move(sources), schedule, sink);
    returned = true;
    EXPECT_EQ(report.status().kind(), ErrorKind::kCancelled);
    EXPECT_EQ(deliveries, 5);
  }
}

TEST(ParallelTest, StopEndsTheWaitForASilentPipe) {
  const OwnFolder folder;
  const std::string fifo = folder.Path("fifo");
  ASSERT_EQ(mkfifo(fifo.c_str(), 0600), 0);
  const int writer = open(fifo.c_str(), O_RDWR);  // keeps the pipe open, and writes nothing
  const Job job = MakeJob({{""}, {""}});
  for (const uint32_t threads : {1U, 4U}) {
    std::vector<std::unique_ptr<Source>> sources;
    auto silent = OpenSource(fifo);
    ASSERT_TRUE(silent.ok()) << silent.status();
    sources.push_back(std::move(silent).value());
    sources.push_back(MemorySource("sys", Lines(10), true));
    std::atomic<bool> stop{false};
    Schedule schedule = test::MakeSchedule(threads);
    schedule.stop = &stop;
    std::thread later([&stop] {
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
      stop = true;
    });
    const auto report = ScoreSources(job, std::move(sources), schedule, Sink());
    EXPECT_EQ(report.status().kind(), ErrorKind::kCancelled);
    later.join();
  }
  close(writer);
}

// Sends one line at a time through two pipes, with as many threads as pipes: a thread that waits
// for the next line must not keep the previous one from being scored.
TEST(ParallelTest, EachLineIsAnsweredBeforeTheNextIsWritten) {
  const OwnFolder folder;
  const Job job = MakeJob({{""}, {""}});
  for (const uint32_t threads : {1U, 2U, 3U}) {
    std::vector<std::unique_ptr<Source>> sources;
    std::vector<int> writers;
    for (const char* name : {"ref", "hyp"}) {
      const std::string fifo = folder.Path(name + std::to_string(threads));
      ASSERT_EQ(mkfifo(fifo.c_str(), 0600), 0);
      writers.push_back(open(fifo.c_str(), O_RDWR));
      auto source = OpenSource(fifo);
      ASSERT_TRUE(source.ok()) << source.status();
      sources.push_back(std::move(source).value());
    }
    constexpr int kLines = 50;
    int answered = 0;
    std::atomic<bool> stop{false};
    const auto write_line = [&writers] {
      for (const int writer : writers) ASSERT_EQ(write(writer, "a b c d\n", 8), 8);
    };
    Sink sink;
    sink.deliver = [&](const Delivery& delivery) {
      EXPECT_EQ(delivery.count, 1);
      if (++answered < kLines) write_line();
      stop = answered == kLines;
      return OkStatus();
    };
    Schedule schedule = test::MakeSchedule(threads);
    schedule.stop = &stop;
    write_line();
    const auto report = ScoreSources(job, std::move(sources), schedule, sink);
    EXPECT_EQ(report.status().kind(), ErrorKind::kCancelled);
    EXPECT_EQ(answered, kLines);
    for (const int writer : writers) close(writer);
  }
}

TEST(ParallelTest, WhatIsPreparedIsDeliveredInOrder) {
  const Texts texts = {{Lines(3000)}, {Lines(3000)}};
  const Job job = MakeJob(texts);
  for (const uint32_t threads : kThreads) {
    std::string text;
    std::atomic<uint64_t> prepared{0};
    Sink sink;
    sink.want_segments = true;
    sink.prepare = [&prepared](Delivery& delivery) {
      for (const SegmentScores& segment : delivery.segments) {
        delivery.text += std::to_string(segment.index) + ' ';
      }
      ++prepared;
    };
    uint64_t delivered = 0;
    sink.deliver = [&](const Delivery& delivery) {
      EXPECT_LT(delivered++, prepared);
      text += delivery.text;
      return OkStatus();
    };
    ASSERT_TRUE(
        ScoreSources(job, Open(job, texts, true), test::MakeSchedule(threads, 200, 2), sink).ok());
    std::string wanted;
    for (int i = 0; i < 3000; ++i) wanted += std::to_string(i) + ' ';
    EXPECT_EQ(text, wanted);
    EXPECT_EQ(delivered, prepared);
  }
}

// Columns depend on the first record, wherever batches are cut and whichever is scored first.
TEST(ParallelTest, EveryDeliveryTellsWhetherTheFirstRecordHasNames) {
  const std::string line = "a b c d";
  const Job job = MakeJob({{""}, {""}});
  for (const uint32_t threads : kThreads) {
    for (const bool named_first : {false, true}) {
      int made = 0;
      const auto next = [&]() -> std::unique_ptr<Batch> {
        if (made == 40) return nullptr;
        auto batch = std::make_unique<Batch>(MakeBatch({{&line}}, {{line}}));
        batch->first = static_cast<uint64_t>(made);
        if (named_first == (made == 0)) {
          batch->ids = {"id"};
          batch->documents = {"document"};
        }
        ++made;
        return batch;
      };
      Sink sink;
      sink.want_segments = true;
      sink.deliver = [named_first](const Delivery& delivery) {
        EXPECT_EQ(delivery.has_ids, named_first);
        EXPECT_EQ(delivery.has_documents, named_first);
        return OkStatus();
      };
      EXPECT_TRUE(ScoreBatches(job, next, test::MakeSchedule(threads), sink).ok());
    }
  }
}

TEST(ParallelTest, AnErrorOfTheSinkEndsTheRun) {
  const Texts texts = {{Lines(2000)}, {Lines(2000)}};
  const Job job = MakeJob(texts);
  for (const uint32_t threads : kThreads) {
    int deliveries = 0;
    Sink sink;
    sink.deliver = [&deliveries](const Delivery&) {
      return ++deliveries < 3 ? OkStatus() : IoError("disk full");
    };
    const auto report =
        ScoreSources(job, Open(job, texts, true), test::MakeSchedule(threads, 200, 2), sink);
    EXPECT_EQ(report.status().message(), "disk full");
    EXPECT_EQ(deliveries, 3);
  }
}

TEST(ParallelTest, ExceptionsLeaveWhenAllIsQuiet) {
  const Texts texts = {{Lines(2000)}, {Lines(2000)}};
  const Job job = MakeJob(texts);
  for (const uint32_t threads : kThreads) {
    std::atomic<int> deliveries{0};
    Sink sink;
    sink.deliver = [&deliveries](const Delivery&) -> Status {
      if (++deliveries == 3) throw std::runtime_error("from the sink");
      return OkStatus();
    };
    const Schedule schedule = test::MakeSchedule(threads, 200, 2);
    EXPECT_THROW((void)ScoreSources(job, Open(job, texts, true), schedule, sink),
                 std::runtime_error);
    EXPECT_EQ(deliveries, 3);

    auto sources = Open(job, texts, true);
    std::atomic<int> reads{0};
    sources[1] = std::make_unique<test::WatchedSource>(std::move(sources[1]), [&reads] {
      if (++reads == 10) throw std::bad_alloc();
    });
    const auto report = ScoreSources(job, std::move(sources), schedule, Sink());
    EXPECT_EQ(report.status().kind(), ErrorKind::kIo);
    EXPECT_THAT(report.status().message(), HasSubstr("out of memory"));
  }
}

// Opens streams with ids, documents and lines; those of the streams in `strange` differ in the last
// segment.
std::vector<std::unique_ptr<Source>> OpenKnown(const Job& job, const Texts& texts, size_t per_block,
                                               const std::vector<size_t>& strange) {
  std::vector<std::unique_ptr<Source>> sources;
  for (const std::string& text : {texts.refs[0], texts.hyps[0], texts.hyps[1]}) {
    const bool is_last = sources.size() == 2;
    std::vector<test::KnownSegment> segments;
    for (size_t at = 0; at < text.size(); at = text.find('\n', at) + 1) {
      const size_t i = segments.size();
      segments.push_back({text.substr(at, text.find('\n', at) - at), std::to_string(i % 10),
                          "d" + std::to_string(i / 10), 2 * i + 1, false});
    }
    for (const size_t i : strange) {
      if (is_last) segments[i].id = "x" + std::to_string(i);
    }
    const std::string& name = is_last ? job.names().hyps[1] : job.names().refs[0];
    sources.push_back(std::make_unique<test::SegmentSource>(name, std::move(segments), per_block,
                                                            per_block % 2 == 0));
  }
  return sources;
}

TEST(ParallelTest, IdsAndDocumentsAreDeliveredWithTheirSegments) {
  const Texts texts = RandomTexts(500, 11);
  const Job job = MakeJob(texts, OnInvalid::kReplace);
  const Outcome plain = Score(job, Open(job, texts, true), test::MakeSchedule(1));
  for (const uint32_t threads : kThreads) {
    size_t delivered = 0;
    std::vector<std::string> scores;
    Sink sink{true, false, [&](const Delivery& delivery) {
                EXPECT_EQ(delivery.documents.size(), delivery.count);
                for (const SegmentScores& segment : delivery.segments) {
                  EXPECT_EQ(segment.id, std::to_string(delivered % 10));
                  EXPECT_EQ(segment.document, "d" + std::to_string(delivered / 10));
                  ++delivered;
                  std::string text = std::to_string(segment.index);
                  for (const double score : segment.scores) text += " " + test::Exact(score);
                  scores.push_back(text);
                }
                return OkStatus();
              }};
    const auto report = ScoreSources(job, OpenKnown(job, texts, 3 + threads, {}),
                                     test::MakeSchedule(threads, 100, 1 + threads * 3), sink);
    ASSERT_TRUE(report.ok()) << report.status();
    EXPECT_EQ(Describe(*report), plain.report);
    EXPECT_EQ(scores, plain.segments);
  }
}

TEST(ParallelTest, TheFirstRecordWithDifferentIdsIsTheErrorWhateverTheThreads) {
  const Texts texts = RandomTexts(500, 12);
  const Job replacing = MakeJob(texts, OnInvalid::kReplace);
  for (const uint32_t threads : kThreads) {
    for (const size_t per_block : {size_t{1}, size_t{6}, size_t{7}, size_t{1000}}) {
      const Outcome outcome =
          Score(replacing, OpenKnown(replacing, texts, per_block, {321, 204, 480}),
                test::MakeSchedule(threads, 100, 1 + static_cast<uint32_t>(per_block)));
      EXPECT_EQ(
          outcome.status.message(),
          "sys1:409 has segment 'x204', but ref0:409 has segment '4'; put the same records in the "
          "same order into all files");
      EXPECT_EQ(outcome.segments.size(), 204U);
    }
  }
}

TEST(ParallelTest, InvalidTextIsNamedByItsLineInItsFile) {
  Texts texts = {{"a\nb\n"}, {"a\nb \xFF\n", "a\nb\n"}};
  const Job job = MakeJob(texts);
  for (const uint32_t threads : kThreads) {
    EXPECT_EQ(
        Score(job, OpenKnown(job, texts, 1, {}), test::MakeSchedule(threads)).status.message(),
        "sys0:3: invalid UTF-8 at byte 3 of the segment (0xFF); convert the file to UTF-8, or "
        "use `on-invalid` replace or skip");
  }
}

TEST(ParallelTest, NoRecordsAreAReportToo) {
  const Texts texts = {{""}, {""}};
  const Job job = MakeJob(texts);
  for (const uint32_t threads : kThreads) {
    const auto report =
        ScoreSources(job, Open(job, texts, threads % 2 == 0), test::MakeSchedule(threads), Sink());
    ASSERT_TRUE(report.ok()) << report.status();
    EXPECT_EQ(report->segments, 0U);
    EXPECT_EQ(report->threads_used, 0U);
    EXPECT_EQ(report->systems.size(), 1U);
  }
}

TEST(ParallelTest, SourcesMustMatchTheJob) {
  const Job job = MakeJob({{""}, {"", ""}});
  const auto report =
      ScoreSources(job, Open(job, {{""}, {""}}, true), test::MakeSchedule(2), Sink());
  EXPECT_EQ(report.status().kind(), ErrorKind::kUsage);
}

TEST(ParallelTest, ALineOfFiftyMegabytes) {
  const std::string line = "a b c d e\n" + std::string(50'000'000, 'x') + "\nf g h i j\n";
  const Job job = MakeJob({{line}, {line}});
  for (const uint32_t threads : {1U, 3U}) {
    for (const bool ranged : {false, true}) {
      const auto report = ScoreSources(job, Open(job, {{line}, {line}}, ranged),
                                       test::MakeSchedule(threads), Sink());
      ASSERT_TRUE(report.ok()) << report.status();
      EXPECT_EQ(report->segments, 3U);
      EXPECT_NEAR(report->systems[0].scores[0].score, 100.0, 1e-9);
    }
  }
}

TEST(ParallelTest, ZeroThreadsMeansAllThatThereAre) {
  EXPECT_GE(AvailableThreads(), 1U);
  const Texts texts = RandomTexts(20, 3);
  const Job job = MakeJob(texts, OnInvalid::kReplace);
  EXPECT_EQ(Score(job, Open(job, texts, true), test::MakeSchedule(0)).report,
            Score(job, Open(job, texts, true), test::MakeSchedule(1)).report);
}

}  // namespace
}  // namespace mtgauge::parallel_test
