// Columns of TSV and JSON Lines are scored like plain files: the same report for any threads,
// blocks and kind of source, read once or twice.
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/input/formats/format.h"
#include "parallel/score/scorer.h"
#include "tests/support/pieces_source.h"
#include "tests/support/random_text.h"
#include "tests/support/runs.h"

namespace mtgauge::rows_test {
namespace {

using Sources = std::vector<std::unique_ptr<Source>>;

// One text of two references and a hypothesis, in three formats.
struct Texts {
  std::string first_ref, second_ref, hyp;
  std::string tsv = "first\tsecond\thyp\n";
  std::string jsonl;
};

Texts RandomTexts(uint32_t segments) {
  test::RandomText random(7);
  Texts texts;
  for (uint32_t i = 0; i < segments; ++i) {
    const std::string first = random.Sentence(1 + random.Below(30));
    const std::string second = random.Perturb(first), hyp = random.Perturb(first);
    texts.first_ref += first + '\n';
    texts.second_ref += second + '\n';
    texts.hyp += hyp + '\n';
    texts.tsv += first + '\t' + second + '\t' + hyp + '\n';
    texts.jsonl +=
        R"({"hyp": ")" + hyp + R"(", "refs": [")" + first + R"(", ")" + second + "\"]}\n";
  }
  return texts;
}

// Returns the figures in hexadecimal, or the error.
std::vector<std::string> Score(Sources sources, const Schedule& schedule) {
  JobOptions options;
  options.metrics = {"bleu", "chrf", "nist"};  // NIST reads everything twice
  auto job = Job::Make(options, {{"first", "second"}, {"sys"}});
  EXPECT_TRUE(job.ok()) << job.status();
  return test::ExactFigures(test::SurveyAndScore(*job, std::move(sources), schedule));
}

std::unique_ptr<Source> Bytes(const std::string& bytes, int kind) {
  if (kind == 0) return MemorySource("file", bytes, true);
  return std::make_unique<test::PiecesSource>("file", bytes, 3000, 5, kind == 1);
}

void Add(std::unique_ptr<Source> bytes, Role role, const std::string& column, Sources& sources) {
  OpenOptions options;
  options.column = column;
  auto columns = OpenColumns(std::move(bytes), role, options);
  ASSERT_TRUE(columns.ok()) << columns.status();
  for (Column& opened : *columns) sources.push_back(std::move(opened.source));
}

Sources TsvSources(const std::string& tsv, int kind) {
  Sources sources;
  Add(Bytes(tsv, kind), Role::kReference, "first", sources);
  Add(Bytes(tsv, kind), Role::kReference, "second", sources);
  Add(Bytes(tsv, kind), Role::kSystem, "hyp", sources);
  return sources;
}

Sources JsonlSources(const std::string& jsonl, int kind) {
  Sources sources;
  Add(Bytes(jsonl, kind), Role::kReference, "", sources);
  Add(Bytes(jsonl, kind), Role::kSystem, "", sources);
  return sources;
}

TEST(RowsContract, ScoresAreThoseOfPlainFiles) {
  const Texts texts = RandomTexts(1500);
  Sources plain;
  for (const std::string* text : {&texts.first_ref, &texts.second_ref, &texts.hyp}) {
    plain.push_back(MemorySource("file", *text, true));
  }
  Schedule schedule;
  schedule.threads = 1;
  const std::vector<std::string> expected = Score(std::move(plain), schedule);
  ASSERT_EQ(expected.size(), 4U) << expected[0];
  for (const int kind : {0, 1, 2}) {
    for (const uint32_t threads : {1U, 2U, 5U}) {
      for (const uint32_t block_bytes : {1000U, 256U << 10}) {
        schedule.threads = threads;
        schedule.block_bytes = block_bytes;
        EXPECT_EQ(Score(TsvSources(texts.tsv, kind), schedule), expected) << kind;
        EXPECT_EQ(Score(JsonlSources(texts.jsonl, kind), schedule), expected) << kind;
      }
    }
  }
}

TEST(RowsContract, TheFirstBadRecordIsTheOneReported) {
  Texts texts = RandomTexts(400);
  texts.tsv += "one column\nand another\n";
  texts.jsonl += "{\"hyp\": \"no end\n{\n";
  for (const uint32_t threads : {1U, 2U, 5U}) {
    for (const uint32_t block_bytes : {1000U, 256U << 10}) {
      Schedule schedule;
      schedule.threads = threads;
      schedule.block_bytes = block_bytes;
      const auto tsv = Score(TsvSources(texts.tsv, 2), schedule);
      ASSERT_EQ(tsv.size(), 1U);
      EXPECT_EQ(tsv[0].substr(0, 18), "file:402: 1 column");
      const auto jsonl = Score(JsonlSources(texts.jsonl, 2), schedule);
      ASSERT_EQ(jsonl.size(), 1U);
      EXPECT_EQ(jsonl[0].substr(0, 24), "file:401: not valid JSON");
    }
  }
}

}  // namespace
}  // namespace mtgauge::rows_test
