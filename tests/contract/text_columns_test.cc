// Text in memory scores like the same text in files, in every layout and with any number of
// threads; errors name column and segment.
#include "core/input/text_columns.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/score/job.h"
#include "parallel/score/scorer.h"
#include "tests/support/random_text.h"

namespace mtgauge::text_columns_test {
namespace {

using Segments = std::vector<std::string>;

// Arrow's layout of texts, with every third missing if `holes` is set.
template <typename Offset>
struct ArrowTexts {
  explicit ArrowTexts(const Segments& texts, bool holes = false)
      : validity((texts.size() + 7) / 8) {
    for (size_t i = 0; i < texts.size(); ++i) {
      const bool missing = holes && i % 3 == 0;
      if (!missing) bytes += texts[i];
      if (!missing) validity[i / 8] = static_cast<uint8_t>(validity[i / 8] | 1U << (i % 8));
      offsets.push_back(static_cast<Offset>(bytes.size()));
    }
  }
  TextColumn Column(const std::string& name, uint64_t first, uint64_t size) const {
    return TextColumn(name, offsets.data(), bytes.data(), first, size, validity.data());
  }
  std::vector<Offset> offsets = {0};
  std::string bytes;
  std::vector<uint8_t> validity;
};

Job MakeJob(const TextColumns& texts, OnInvalid on_invalid = OnInvalid::kReplace) {
  JobOptions options;
  options.metrics = {"bleu", "chrf:nw=2", "nist"};
  options.on_invalid = on_invalid;
  auto job = Job::Make(options, NamesOf(texts));
  EXPECT_TRUE(job.ok()) << job.status();
  return std::move(job).value();
}

// Returns scores and their signatures, as text.
std::string Score(const TextColumns& texts, const Schedule& schedule) {
  Job job = MakeJob(texts);
  const Status learnt = SurveyTexts(job, texts, schedule);
  EXPECT_TRUE(learnt.ok()) << learnt;
  const auto report = ScoreTexts(job, texts, schedule, Sink{});
  EXPECT_TRUE(report.ok()) << report.status();
  std::string out = std::to_string(report->segments);
  for (const SystemReport& system : report->systems) {
    for (const MetricScore& score : system.scores) {
      out += "\n" + system.name + " " + fmt::format("{}", score.score) + " " + score.signature;
    }
  }
  return out;
}

// Scores sources of lines, which cannot represent missing references.
std::string ScoreLines(const Segments& refs, const Segments& hyps) {
  const auto source = [](const std::string& name, const Segments& texts) {
    std::string lines;
    for (const std::string& text : texts) lines += text + "\n";
    return MemorySource(name, lines, true);
  };
  TextColumns names{{TextColumn("ref", std::span(refs))}, {TextColumn("sys", std::span(hyps))}};
  Job job = MakeJob(names);
  std::vector<std::unique_ptr<Source>> sources;
  sources.push_back(source("ref", refs));
  sources.push_back(source("sys", hyps));
  EXPECT_TRUE(SurveySources(job, sources, {}).ok());
  const auto report = ScoreSources(job, std::move(sources), {}, Sink{});
  EXPECT_TRUE(report.ok()) << report.status();
  std::string out = std::to_string(report->segments);
  for (const MetricScore& score : report->systems.front().scores) {
    out += "\nsys " + fmt::format("{}", score.score) + " " + score.signature;
  }
  return out;
}

TEST(TextInMemory, ScoresAsLinesDoInEveryLayout) {
  test::RandomText text(51);
  const Segments refs = text.Segments(1500);
  Segments hyps;
  for (const std::string& ref : refs) hyps.push_back(text.Perturb(ref));
  const std::string wanted = ScoreLines(refs, hyps);
  const std::vector<std::string_view> ref_views(refs.begin(), refs.end());
  const ArrowTexts<int32_t> narrow(hyps);
  const ArrowTexts<int64_t> wide(refs);
  const TextColumn ref_columns[] = {
      {"ref", std::span(refs)}, {"ref", std::span(ref_views)}, wide.Column("ref", 0, refs.size())};
  const TextColumn hyp_columns[] = {{"sys", std::span(hyps)}, narrow.Column("sys", 0, hyps.size())};
  for (const TextColumn& ref : ref_columns) {
    for (const TextColumn& hyp : hyp_columns) {
      for (const uint32_t threads : {1U, 2U, 5U}) {
        Schedule schedule;
        schedule.threads = threads;
        EXPECT_EQ(Score({{ref}, {hyp}}, schedule), wanted);
        schedule.block_bytes = 1000;  // a batch has a few segments
        EXPECT_EQ(Score({{ref}, {hyp}}, schedule), wanted);
      }
    }
  }
}

TEST(TextInMemory, SlicesHolesAndListsAreOneThing) {
  test::RandomText text(52);
  const Segments first = text.Segments(200), second = text.Segments(200);
  Segments hyps;
  for (const std::string& ref : first) hyps.push_back(text.Perturb(ref) + "\nmore\n");
  const ArrowTexts<int32_t> holed(second, true);
  const TextColumns columns{
      {TextColumn("refs[0]", std::span(first)).Slice(30, 100), holed.Column("refs[1]", 30, 100)},
      {TextColumn("sys", std::span(hyps)).Slice(30, 100)}};
  Segments flat;
  std::vector<uint64_t> ends;
  for (size_t i = 30; i < 130; ++i) {
    flat.push_back(first[i]);
    if (i % 3 != 0) flat.push_back(second[i]);
    ends.push_back(flat.size());
  }
  const TextColumns lists{TextColumn::FromLists(TextColumn("refs", std::span(flat)), ends),
                          {TextColumn("sys", std::span(hyps).subspan(30, 100))}};
  ASSERT_EQ(lists.references.size(), 2);
  EXPECT_EQ(lists.references[1].name(), "refs[1]");
  EXPECT_EQ(Score(columns, {}), Score(lists, {}));
}

TEST(TextInMemory, FaultsNameColumnAndSegment) {
  const Segments two = {"a", "b"}, three = {"a", "b", "c"};
  const ArrowTexts<int64_t> holed(three, true);
  const TextColumn refs("refs", std::span(three));
  EXPECT_EQ(CheckTextColumns({{refs}, {TextColumn("hyps", std::span(two))}}).message(),
            "hyps: 2 texts, but refs has 3; give one for each segment");
  EXPECT_EQ(CheckTextColumns({{refs}, {holed.Column("hyps", 1, 2)}}).message(),
            "hyps: 2 texts, but refs has 3; give one for each segment");
  EXPECT_EQ(CheckTextColumns({{refs}, {holed.Column("hyps", 0, 3)}}).message(),
            "hyps:1: the hypothesis is missing; add one, which may be empty");
  EXPECT_EQ(CheckTextColumns({{}, {refs}}).message(), "no references; give at least one column");
  TextColumns ids{{refs}, {refs}};
  ids.ids = holed.Column("ids", 0, 3);
  EXPECT_EQ(CheckTextColumns(ids).message(),
            "ids:1: the id is missing; add one, which may be empty");
  // 4 GiB that are never read: a view of them is rejected by its length.
  const std::vector<std::string_view> huge = {"a", {two[0].data(), uint64_t{1} << 32}, "c"};
  EXPECT_EQ(CheckTextColumns({{refs}, {TextColumn("hyps", std::span(huge))}}).message(),
            "hyps:2: the text has 4294967296 bytes; split it, since at most 4294967230 fit");
}

TEST(TextInMemory, ASegmentWithoutReferenceIsAnErrorThatNamesIt) {
  const Segments texts = {"a", "b", "c", "d"};
  const ArrowTexts<int32_t> holed(texts, true);
  const TextColumns texts_of{{holed.Column("refs", 1, 3)},
                             {TextColumn("sys", std::span(texts).first(3))}};
  JobOptions options;
  const auto job = Job::Make(options, NamesOf(texts_of));
  ASSERT_TRUE(job.ok());
  EXPECT_EQ(ScoreTexts(*job, texts_of, {}, Sink{}).status().message(),
            "refs:3: the segment has no reference; add at least one");
}

}  // namespace
}  // namespace mtgauge::text_columns_test
