// Reading everything twice: the same scores and signatures for any threads, cut and kind of source,
// and the errors of reading once.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <thread>

#include "parallel/score/scorer.h"
#include "tests/support/has_proc.h"
#include "tests/support/random_text.h"
#include "tests/support/runs.h"

namespace mtgauge::survey_test {
namespace {

using testing::HasSubstr;

using test::ExactFigures;
using test::MakeSchedule;
using test::SurveyAndScore;

constexpr uint32_t kThreads[] = {1, 2, 5};

struct Texts {
  std::string first_ref, second_ref, hyp;  // whole files
};

Texts RandomTexts(uint32_t segments) {
  test::RandomText random(31);
  Texts texts;
  for (uint32_t i = 0; i < segments; ++i) {
    const std::string base = random.Sentence(random.Below(20));
    texts.first_ref += random.Perturb(base) + '\n';
    texts.second_ref += random.Perturb(base) + '\n';
    texts.hyp += random.Perturb(base) + '\n';
  }
  return texts;
}

Job MakeJob(OnInvalid on_invalid = OnInvalid::kError) {
  JobOptions options;
  options.metrics = {"bleu",      "nist",   "nist:order=3,lc=no", "nist:stem=en", "bleu:stem=de",
                     "nltk-nist", "cider-d"};
  options.on_invalid = on_invalid;
  return Job::Make(options, {{"ref0", "ref1"}, {"sys"}}).value();
}

std::vector<std::unique_ptr<Source>> Open(const Texts& texts, bool ranged) {
  std::vector<std::unique_ptr<Source>> sources;
  sources.push_back(MemorySource("ref0", texts.first_ref, ranged));
  sources.push_back(MemorySource("ref1", texts.second_ref, ranged));
  sources.push_back(MemorySource("sys", texts.hyp, ranged));
  return sources;
}

TEST(Survey, ResultsDoNotDependOnThreadsCutOrSource) {
  const Texts texts = RandomTexts(400);
  Job job = MakeJob();
  const auto oracle = SurveyAndScore(job, Open(texts, true), MakeSchedule(1));
  ASSERT_TRUE(oracle.ok()) << oracle.status();
  EXPECT_GT(oracle->systems[0].scores[1].score, 1);
  EXPECT_THAT(oracle->systems[0].scores[1].signature, HasSubstr("|info:"));
  EXPECT_THAT(oracle->systems[0].scores[0].signature, testing::Not(HasSubstr("|info:")));
  for (const uint32_t threads : kThreads) {
    for (const bool ranged : {false, true}) {
      for (const uint32_t batch_segments : {1U, 7U, 1024U}) {
        Job again = MakeJob();
        const auto report =
            SurveyAndScore(again, Open(texts, ranged), MakeSchedule(threads, 1000, batch_segments));
        ASSERT_TRUE(report.ok()) << report.status();
        EXPECT_EQ(ExactFigures(report), ExactFigures(oracle)) << threads << ' ' << ranged;
      }
    }
  }
}

// Clocks measure both passes, and the work of the first one separately.
TEST(Survey, ClocksTellTheFirstReading) {
  const Texts texts = RandomTexts(400);
  for (const uint32_t threads : {1u, 3u}) {
    Job job = MakeJob();
    StageTimes times;
    Schedule schedule = MakeSchedule(threads);
    schedule.stages = &times;
    auto sources = Open(texts, true);
    ASSERT_TRUE(SurveySources(job, sources, schedule).ok());
    EXPECT_GT(times[Stage::kRead], 0u);
    EXPECT_GT(times[Stage::kSurvey], 0u);
    EXPECT_EQ(times[Stage::kCut], 0u);
    ASSERT_TRUE(ScoreSources(job, std::move(sources), schedule, Sink()).ok());
    EXPECT_GT(times[Stage::kCut], 0u);
  }
}

TEST(Survey, CallersBatches) {
  const std::string first = "a b c d", second = "a b e";
  for (const uint32_t threads : kThreads) {
    Job job = MakeJob();
    size_t made = 0;
    const auto next = [&]() -> std::unique_ptr<Batch> {
      if (made == 10) return nullptr;
      auto batch = std::make_unique<Batch>(MakeBatch({{&first}, {&second}}, {{first}}));
      batch->first = made++;
      return batch;
    };
    EXPECT_EQ(ScoreBatches(job, next, MakeSchedule(threads), Sink()).status().kind(),
              ErrorKind::kUsage)
        << "no survey yet";
    EXPECT_EQ(made, 0U);
    ASSERT_TRUE(SurveyBatches(job, next, MakeSchedule(threads)).ok());
    made = 0;
    const auto report = ScoreBatches(job, next, MakeSchedule(threads), Sink());
    ASSERT_TRUE(report.ok()) << report.status();
    EXPECT_EQ(report->segments, 10U);
    EXPECT_GT(report->systems[0].scores[1].score, 0);
  }
}

// A writer that fills all pipes in turns would wait forever if they were read one by one.
TEST(Survey, PipesFilledInTurns) {
  if (!HasProc()) GTEST_SKIP() << "there is no /proc";
  const Texts texts = RandomTexts(3000);
  Job oracle_job = MakeJob();
  const auto oracle = SurveyAndScore(oracle_job, Open(texts, true), MakeSchedule(1));
  const std::string* contents[] = {&texts.first_ref, &texts.second_ref, &texts.hyp};
  for (const uint32_t threads : kThreads) {
    int pipes[3][2];
    for (auto& ends : pipes) ASSERT_EQ(pipe(ends), 0);
    std::thread writer([&] {
      for (size_t at = 0, more = 1; more > 0; at += 1000) {
        more = 0;
        for (size_t i = 0; i < 3; ++i) {
          const std::string part = contents[i]->substr(std::min(at, contents[i]->size()), 1000);
          more += part.size();
          EXPECT_EQ(write(pipes[i][1], part.data(), part.size()),
                    static_cast<ssize_t>(part.size()));
        }
      }
      for (auto& ends : pipes) close(ends[1]);
    });
    std::vector<std::unique_ptr<Source>> sources;
    for (const auto& ends : pipes) {
      sources.push_back(OpenSource("/proc/self/fd/" + std::to_string(ends[0])).value());
      close(ends[0]);
    }
    Job job = MakeJob();
    const auto report = SurveyAndScore(job, std::move(sources), MakeSchedule(threads));
    writer.join();
    ASSERT_TRUE(report.ok()) << report.status();
    EXPECT_EQ(ExactFigures(report), ExactFigures(oracle));
  }
}

TEST(Survey, ErrorsAreThoseOfOneReading) {
  const std::string good = "a fine line\n", bad = "bad \xFF\n";
  const std::pair<Texts, const char*> cases[] = {
      {{good + good + bad, good + good + good, good + bad + good}, "sys:2: invalid UTF-8"},
      {{good + bad, good + good, good + good}, "ref0:2: invalid UTF-8"},
      {{good + good, good + good, good}, "have 2 segments but"},
  };
  for (const auto& [texts, message] : cases) {
    for (const uint32_t threads : kThreads) {
      Job job = MakeJob();
      const auto report = SurveyAndScore(job, Open(texts, false), MakeSchedule(threads, 100, 1));
      EXPECT_EQ(report.status().kind(), ErrorKind::kInput);
      EXPECT_THAT(report.status().message(), HasSubstr(message));
    }
  }
}

TEST(Survey, SkippedSegmentsTeachNothing) {
  const Texts with = {"a b c\nx y\na d\n", "a b\nx\na d e\n", "a b c\n\xFF y\na d\n"};
  const Texts without = {"a b c\na d\n", "a b\na d e\n", "a b c\na d\n"};
  Job skipping = MakeJob(OnInvalid::kSkip), plain = MakeJob(OnInvalid::kSkip);
  const auto skipped = SurveyAndScore(skipping, Open(with, true), MakeSchedule(1));
  const auto left_out = SurveyAndScore(plain, Open(without, true), MakeSchedule(1));
  ASSERT_TRUE(skipped.ok() && left_out.ok());
  EXPECT_EQ(ExactFigures(skipped), ExactFigures(left_out));
}

TEST(Survey, NothingToLearnFrom) {
  for (const uint32_t threads : kThreads) {
    Job job = MakeJob();
    const auto report = SurveyAndScore(job, Open({"", "", ""}, false), MakeSchedule(threads));
    ASSERT_TRUE(report.ok()) << report.status();
    EXPECT_EQ(report->systems[0].scores[1].score, 0);
  }
}

TEST(Survey, NoRoomForPipes) {
  const char* const before = std::getenv("TMPDIR");
  const std::string kept = before != nullptr ? before : "/tmp";
  setenv("TMPDIR", "/nonexistent", 1);
  Job job = MakeJob();
  const auto report = SurveyAndScore(job, Open(RandomTexts(3), false), MakeSchedule(1));
  setenv("TMPDIR", kept.c_str(), 1);
  EXPECT_EQ(report.status().kind(), ErrorKind::kIo);
  EXPECT_THAT(report.status().message(),
              HasSubstr("cannot store ref0, which must be read twice, in /nonexistent: "));
}

TEST(Survey, StopIsSeen) {
  const Texts texts = RandomTexts(100);
  const std::atomic<bool> stop{true};
  for (const uint32_t threads : kThreads) {
    Job job = MakeJob();
    Schedule schedule = MakeSchedule(threads);
    schedule.stop = &stop;
    const auto report = SurveyAndScore(job, Open(texts, true), schedule);
    EXPECT_EQ(report.status().kind(), ErrorKind::kCancelled);
    EXPECT_TRUE(job.needs_survey());
  }
}

}  // namespace
}  // namespace mtgauge::survey_test
