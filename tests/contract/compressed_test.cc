// Compressed text is scored like plain text: the same report for any format, threads and blocks,
// read once or twice.
#include <gtest/gtest.h>

#include <chrono>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "core/input/formats/decompress.h"
#include "parallel/score/scorer.h"
#include "tests/support/archives.h"
#include "tests/support/random_text.h"
#include "tests/support/runs.h"
#include "tests/support/watched_source.h"

namespace mtgauge::compressed_test {
namespace {

constexpr uint32_t kThreads[] = {1, 2, 5};

struct Texts {
  std::string ref, hyp;
};

Texts RandomTexts(uint32_t segments) {
  test::RandomText random(7);
  Texts texts;
  for (uint32_t i = 0; i < segments; ++i) {
    const std::string sentence = random.Sentence(1 + random.Below(30));
    texts.ref += sentence + '\n';
    texts.hyp += random.Perturb(sentence) + '\n';
  }
  return texts;
}

// Scores the text of the sources; returns the figures in hexadecimal, or the error.
std::vector<std::string> Score(std::vector<std::unique_ptr<Source>> sources,
                               const Schedule& schedule) {
  JobOptions options;
  options.metrics = {"bleu", "chrf", "nist"};  // NIST reads everything twice
  auto job = Job::Make(options, {{"ref"}, {"sys"}});
  EXPECT_TRUE(job.ok()) << job.status();
  return test::ExactFigures(test::SurveyAndScore(*job, std::move(sources), schedule));
}

std::vector<std::string> ScorePlain(const Texts& texts) {
  std::vector<std::unique_ptr<Source>> sources;
  sources.push_back(MemorySource("ref", texts.ref, true));
  sources.push_back(MemorySource("sys", texts.hyp, true));
  return Score(std::move(sources), test::MakeSchedule(1));
}

std::vector<std::string> ScorePacked(const std::string& ref, const std::string& hyp, bool ranged,
                                     uint32_t threads, uint32_t block_bytes) {
  std::vector<std::unique_ptr<Source>> sources;
  sources.push_back(Decompress(MemorySource("ref", ref, ranged)));
  sources.push_back(Decompress(MemorySource("sys", hyp, ranged)));
  return Score(std::move(sources), test::MakeSchedule(threads, block_bytes));
}

TEST(CompressedContract, ScoresAreThoseOfThePlainText) {
  const Texts texts = RandomTexts(1500);
  const std::vector<std::string> plain = ScorePlain(texts);
  ASSERT_EQ(plain.size(), 4U);
  const auto& formats = test::ArchiveFormats();
  for (size_t i = 0; i < formats.size(); ++i) {
    const std::string ref = formats[i].pack(texts.ref);
    // With plain text, and with the next format.
    for (const std::string& hyp : {texts.hyp, formats[(i + 1) % formats.size()].pack(texts.hyp)}) {
      for (const uint32_t threads : kThreads) {
        for (const uint32_t block_bytes : {3000U, 256U << 10}) {
          for (const bool ranged : {false, true}) {
            EXPECT_EQ(ScorePacked(ref, hyp, ranged, threads, block_bytes), plain)
                << formats[i].name << ' ' << threads << " threads";
          }
        }
      }
    }
  }
}

TEST(CompressedContract, ErrorsAreTheSameForAnyThreads) {
  const Texts texts = RandomTexts(1500);
  for (const test::ArchiveFormat& format : test::ArchiveFormats()) {
    const std::string ref = format.pack(texts.ref);
    std::string hyp = format.pack(texts.hyp);
    hyp.resize(hyp.size() * 3 / 4);
    const auto error = ScorePacked(ref, hyp, true, 1, 256 << 10);
    ASSERT_EQ(error.size(), 1U);
    for (const uint32_t threads : kThreads) {
      for (const uint32_t block_bytes : {3000U, 50000U, 1U << 20}) {
        EXPECT_EQ(ScorePacked(ref, hyp, true, threads, block_bytes), error) << format.name;
      }
    }
  }
}

// Invalid text before the damage is reported first, even in the same block.
TEST(CompressedContract, TheFirstOfTwoErrorsIsReported) {
  const std::string good = "a fine line\n";
  const std::string archive = test::Gzip(good + "bad \xFF\n" + good);
  const std::string ref = test::Xz(good + good + good);
  for (const uint32_t threads : kThreads) {
    for (const uint32_t block_bytes : {16U, 256U << 10}) {
      const auto error =
          ScorePacked(ref, archive.substr(0, archive.size() - 1), true, threads, block_bytes);
      ASSERT_EQ(error.size(), 1U);
      EXPECT_EQ(error[0].substr(0, 20), "sys:2: invalid UTF-8");
    }
  }
}

// Counts events on several threads, and waits until a count is reached.
class Count {
 public:
  void Add() {
    const std::lock_guard<std::mutex> lock(mutex_);
    ++count_;
    changed_.notify_all();
  }
  // Returns false if it does not happen for a long time.
  bool Reaches(uint32_t count) {
    std::unique_lock<std::mutex> lock(mutex_);
    return changed_.wait_for(lock, std::chrono::seconds(60), [&] { return count_ >= count; });
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  uint32_t count_ = 0;
};

// Compressed text that reports every read.
std::unique_ptr<Source> WatchedArchive(const std::string& archive, std::function<void()> on_read) {
  return std::make_unique<test::WatchedSource>(Decompress(MemorySource("archive", archive, true)),
                                               std::move(on_read));
}

Result<Report> ScoreBleu(std::unique_ptr<Source> ref, std::unique_ptr<Source> hyp,
                         const Sink& sink) {
  std::vector<std::unique_ptr<Source>> sources;
  sources.push_back(std::move(ref));
  sources.push_back(std::move(hyp));
  Schedule schedule;
  schedule.threads = 2;
  schedule.block_bytes = 4000;
  const auto job = Job::Make({}, {{"ref"}, {"sys"}});
  return ScoreSources(*job, std::move(sources), schedule, sink);
}

TEST(CompressedContract, DecompressionGoesOnWhileBatchesAreScored) {
  const Texts texts = RandomTexts(1500);
  Count reads;
  bool waited = false, went_on = false;
  Sink sink;
  // The first batch is not released before more of the archive has been read than it needed.
  sink.deliver = [&](const Delivery&) {
    if (!waited) went_on = reads.Reaches(3);
    waited = true;
    return OkStatus();
  };
  const auto report =
      ScoreBleu(MemorySource("plain", texts.ref, true),
                WatchedArchive(test::Gzip(texts.hyp), [&reads] { reads.Add(); }), sink);
  ASSERT_TRUE(report.ok()) << report.status();
  EXPECT_TRUE(waited && went_on);
}

TEST(CompressedContract, TwoArchivesAreDecompressedSideBySide) {
  const Texts texts = RandomTexts(1500);
  Count ref_reads, hyp_reads;
  bool met = true;  // written by one reader, read at the end
  auto ref = WatchedArchive(test::Gzip(texts.ref), [&, first = true]() mutable {
    ref_reads.Add();
    if (first) met = hyp_reads.Reaches(1);
    first = false;
  });
  auto hyp = WatchedArchive(test::Gzip(texts.hyp), [&, first = true]() mutable {
    hyp_reads.Add();
    if (first) ref_reads.Reaches(1);
    first = false;
  });
  const auto report = ScoreBleu(std::move(ref), std::move(hyp), Sink());
  ASSERT_TRUE(report.ok()) << report.status();
  EXPECT_TRUE(met);
}

}  // namespace
}  // namespace mtgauge::compressed_test
