// The best references of each hypothesis are the same with bounds as by scoring all pairs, which is
// the slow twin, for every metric with bounds, any cut and any number of threads.
#include "parallel/matrix/nearest.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "core/contract/score_bounds.h"
#include "core/report/matrix/matrix_output.h"
#include "core/request/metrics.h"
#include "core/score/pair_blocks.h"
#include "mtgauge/matrix.h"
#include "parallel/matrix/pairs.h"
#include "tests/support/random_text.h"
#include "tests/support/source_text.h"

namespace mtgauge::nearest_test {
namespace {

using Texts = std::vector<std::string>;

struct Case {
  std::string name;
  Texts hypotheses, references;
  uint64_t themselves = 120;  // so many references are scored against each other
};

Texts Repeated(uint32_t count, const std::function<std::string(uint32_t)>& text) {
  Texts texts;
  for (uint32_t i = 0; i < count; ++i) texts.push_back(text(i));
  return texts;
}

std::vector<Case> Cases() {
  test::RandomText random(41);
  std::vector<Case> cases;
  // Sentences, near and true copies, empty lines, unusual bytes, and lines too long for the index.
  const auto sentences = [&](uint32_t count) {
    Texts texts = random.Segments(count);
    for (uint32_t i = 3; i < count; i += 7) texts[i] = random.Perturb(texts[i - 3]);
    for (uint32_t i = 5; i < count; i += 31) texts[i] = texts[i - 4];
    texts[2].clear();
    texts[1].clear();
    for (int k = 0; k < 1300; ++k) texts[1] += "again ";
    return texts;
  };
  cases.push_back({"sentences", sentences(70), sentences(1100)});
  cases.back().references[900] = cases.back().hypotheses[30];
  const auto letters = [&](uint32_t most) {
    return [&random, most](uint32_t) {
      std::string text;
      for (uint32_t n = random.Below(most); n > 0; --n) text += random.Below(9) == 0 ? "b c" : "a";
      return text;
    };
  };
  cases.push_back(
      {"short lines of few letters", Repeated(40, letters(9)), Repeated(600, letters(9)), 530});
  cases.push_back({"one letter", Repeated(40, letters(60)), Repeated(600, letters(60))});
  const auto alike = [&](uint32_t) {
    std::string text = "the same long line again, but for this letter x and the number 5.";
    text[random.Below(static_cast<uint32_t>(text.size()))] = 'q';
    return text;
  };
  cases.push_back({"nearly alike", Repeated(30, alike), Repeated(700, alike)});
  const auto constant = [](std::string text) { return [text](uint32_t) { return text; }; };
  cases.push_back(
      {"alike", Repeated(30, constant("It rains.")), Repeated(600, constant("It rains."))});
  cases.push_back({"empty", Repeated(5, constant("")), Repeated(530, constant(""))});
  cases.push_back(
      {"nothing in common", Repeated(5, constant("abc")), Repeated(530, constant("xyz"))});
  return cases;
}

Job MakeJob(const std::vector<std::string>& metrics) {
  MetricChoice choice;
  choice.metrics = metrics;
  TextInputs texts;
  texts.on_invalid = OnInvalid::kReplace;
  const auto options = ResolveMetrics(choice, texts, Level::kSegment);
  EXPECT_TRUE(options.ok()) << options.status();
  auto job = Job::Make(*options, {{"refs"}, {"hyps"}});
  EXPECT_TRUE(job.ok()) << job.status();
  return std::move(job).value();
}

// Groups of a case: against the references, and against themselves.
std::vector<PairGroup> GroupsOf(const Case& texts) {
  PairGroup both{"both", TextColumn("hyps", std::span<const std::string>(texts.hypotheses))};
  both.references = TextColumn("refs", std::span<const std::string>(texts.references));
  PairGroup themselves{"themselves",
                       TextColumn("refs", std::span<const std::string>(texts.references))};
  themselves.hypotheses = themselves.hypotheses.Slice(0, texts.themselves);
  return {both, themselves};
}

// What a run says: of each group and hypothesis the references, then the scores of each metric.
using Answer = std::vector<std::pair<std::vector<uint64_t>, std::vector<double>>>;

void Append(const BestRows& rows, size_t metrics, Answer& answer) {
  for (uint64_t row = 0; row < rows.rows; ++row) {
    auto& [references, scores] = answer.emplace_back();
    references = {rows.number, rows.first + row};
    references.insert(references.end(), rows.best(row).begin(), rows.best(row).end());
    for (size_t m = 0; m < metrics; ++m) {
      scores.insert(scores.end(), rows.row(m, row).begin(), rows.row(m, row).end());
    }
  }
}

Answer AnswerOf(const Job& job, const std::vector<PairGroup>& groups, uint32_t top, bool unit_scale,
                uint32_t threads, const NearestLimits& limits) {
  RunOptions run;
  run.threads = threads;
  Answer answer;
  const auto reader = GroupsInMemory(groups);
  const Status status = ScoreBest(
      job, *reader, run, unit_scale, top,
      [&](const BestRows& rows) {
        Append(rows, job.metrics().size(), answer);
        return OkStatus();
      },
      limits);
  EXPECT_TRUE(status.ok()) << status;
  return answer;
}

// Limits for which bounds are never or always used, in small pieces.
NearestLimits Never() { return {.least_references = UINT64_MAX}; }
NearestLimits Always() {
  return {.least_hypotheses = 1, .least_references = 1, .rows = 300, .references = 512, .bytes = 1};
}

void ExpectTheSame(const std::vector<std::string>& metrics, const Case& texts, uint32_t top,
                   bool unit_scale) {
  const Job job = MakeJob(metrics);
  const std::vector<PairGroup> groups = GroupsOf(texts);
  const Answer wanted = AnswerOf(job, groups, top, unit_scale, 2, Never());
  ASSERT_EQ(wanted.size(), groups[0].hypotheses.size() + groups[1].hypotheses.size());
  NearestLimits whole = Always();
  whole.references = whole.bytes = whole.rows = 1 << 20;
  EXPECT_EQ(AnswerOf(job, groups, top, unit_scale, 1, Always()), wanted)
      << metrics[0] << ", " << texts.name << ", top " << top;
  EXPECT_EQ(AnswerOf(job, groups, top, unit_scale, 3, whole), wanted)
      << metrics[0] << ", " << texts.name << ", top " << top;
}

TEST(Nearest, IsWhatAllPairsSay) {
  for (const Case& texts : Cases()) {
    for (const char* metric :
         {"chrf", "chrf:nc=2,beta=1", "chrf:nc=9,space=yes,lc=yes", "chrf:nc=1,beta=0", "gleu",
          "gleu:order=1", "exact", "exact:lc=yes"}) {
      for (const uint32_t top : {1, 4}) ExpectTheSame({metric}, texts, top, false);
    }
    ExpectTheSame({"chrf", "ter", "bleu"}, texts, 2, true);
    ExpectTheSame({"chrf"}, texts, 600, false);
  }
}

// Metrics and options without bounds take the other way, which needs no test of its own.
TEST(Nearest, MetricsThatHaveBounds) {
  const auto has_bounds = [](const std::string& metric) {
    const Job job = MakeJob({metric});
    const auto* bounded = dynamic_cast<const BoundedMetric*>(job.metrics()[0].metric.get());
    return bounded != nullptr && bounded->NewBounds({}) != nullptr;
  };
  for (const char* metric : {"chrf", "gleu", "exact"}) EXPECT_TRUE(has_bounds(metric)) << metric;
  for (const char* metric : {"chrf:nw=2", "chrf:eps=yes", "bleu", "ter"}) {
    EXPECT_FALSE(has_bounds(metric)) << metric;
  }
}

TextBlock BlockOf(const Job& job, const Texts& texts) {
  Batch batch = MakeBatch({}, {texts});
  auto block = TextBlock::Make(job, "texts", std::move(batch));
  EXPECT_TRUE(block.ok()) << block.status();
  return std::move(block).value();
}

std::vector<SegmentView> ViewsOf(const TextBlock& block) {
  std::vector<SegmentView> views, room;
  for (uint32_t i = 0; i < block.size(); ++i) {
    const auto of = block.Views(0, i, room);
    views.insert(views.end(), of.begin(), of.end());
  }
  return views;
}

// No score exceeds its bound, and Find() leaves out none that reaches `least`.
void ExpectBounds(const std::string& metric, const Case& texts) {
  const Job job = MakeJob({metric});
  const TextBlock hypotheses = BlockOf(job, texts.hypotheses),
                  references = BlockOf(job, texts.references);
  const std::vector<SegmentView> views = ViewsOf(references);
  const auto bounds = dynamic_cast<const BoundedMetric&>(*job.metrics()[0].metric).NewBounds(views);
  const auto asker = bounds->NewAsker();
  PairScorer scorer(job);
  std::vector<SegmentView> room;
  std::vector<ScoreBounds::Bound> found;
  for (uint32_t h = 0; h < std::min<uint32_t>(hypotheses.size(), 12); ++h) {
    asker->Put(h % 3, hypotheses.Views(0, h, room));
    for (uint32_t first = 0; first < references.size(); first += ScoreBounds::kBlock) {
      for (const double least :
           {-std::numeric_limits<double>::infinity(), 0.0, 1e-9, 25.0, 100.0}) {
        asker->Find(h % 3, first, least, found);
        std::vector<double> most(ScoreBounds::kBlock, -1);
        for (const auto& [reference, bound] : found) {
          ASSERT_GE(bound, least);
          ASSERT_EQ(std::exchange(most[reference - first], bound), -1);
        }
        for (uint32_t r = first; r < std::min(first + ScoreBounds::kBlock, references.size());
             ++r) {
          const double score = *scorer.ScorePair(0, hypotheses, h, references, r);
          if (score >= least) {
            ASSERT_GE(most[r - first], score) << metric << ", " << texts.name;
          }
        }
      }
    }
  }
}

TEST(Nearest, NoScoreExceedsItsBound) {
  for (const Case& texts : Cases()) {
    for (const char* metric :
         {"chrf", "chrf:nc=9,space=all", "chrf:nc=3,beta=0", "gleu", "exact"}) {
      ExpectBounds(metric, texts);
    }
  }
}

// Through the public interface, with the limits of the program.
TEST(Nearest, RunsAnswerTheSameForLargeGroups) {
  test::RandomText random(43);
  const Texts hyps = random.Segments(260), refs = random.Segments(1030);
  MatrixRequest request;
  request.metrics = {"chrf"};
  request.on_invalid = OnInvalid::kReplace;
  request.groups = {{"a", TextColumn("hyps", std::span<const std::string>(hyps)),
                     TextColumn("refs", std::span<const std::string>(refs))}};
  Answer wanted, found;
  const auto all = MatrixRun::Make(request)->ForEach([&](const MatrixRows& rows) {
    for (uint64_t row = 0; row < rows.rows; ++row) {
      const auto best = BestColumns(rows.row(0, row), 3, true);
      auto& [references, scores] = wanted.emplace_back();
      references = {0, rows.first + row, best[0], best[1], best[2]};
      for (const uint64_t r : best) scores.push_back(rows.row(0, row)[r]);
    }
    return OkStatus();
  });
  ASSERT_TRUE(all.ok()) << all.status();
  const auto best = MatrixRun::Make(request)->ForEachBest(3, [&](const BestRows& rows) {
    Append(rows, 1, found);
    return OkStatus();
  });
  ASSERT_TRUE(best.ok()) << best.status();
  EXPECT_EQ(found, wanted);
  EXPECT_EQ(MatrixRun::Make(request)
                ->ForEachBest(0, [](const BestRows&) { return OkStatus(); })
                .status()
                .error()
                .option,
            "top");
}

TEST(Nearest, FaultsOfTextsAreReported) {
  Texts hyps(300, "It rains."), refs(1100, "It snows.");
  refs[700] = "bad \xFF";
  MatrixRequest request;
  request.metrics = {"chrf"};
  request.groups = {{"a", TextColumn("hyps", std::span<const std::string>(hyps)),
                     TextColumn("refs", std::span<const std::string>(refs))}};
  const auto status = [&] {
    return MatrixRun::Make(request)
        ->ForEachBest(1, [](const BestRows&) { return OkStatus(); })
        .status();
  };
  EXPECT_EQ(status().error().file, "refs");
  EXPECT_EQ(status().error().segment, 700);
  hyps[299] = "bad \xFF";
  EXPECT_EQ(status().error().file, "hyps");
  EXPECT_EQ(status().error().segment, 299);
}

}  // namespace
}  // namespace mtgauge::nearest_test
