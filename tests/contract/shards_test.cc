// The shards of texts give, one after the other, the results of the whole: rows, positions and
// groups, with any number of threads, from files and from memory.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "core/request/texts.h"
#include "parallel/score/group_run.h"
#include "parallel/score/texts.h"
#include "tests/support/own_folder.h"
#include "tests/support/random_text.h"

namespace mtgauge::shards_test {
namespace {

using testing::HasSubstr;

constexpr uint32_t kCounts[] = {1, 2, 7, 64, 1000};
constexpr uint32_t kSegments = 400;

// The deliveries of a run for all segments.
struct Delivered {
  Status status;
  uint64_t segments = 0;
  std::vector<std::vector<int64_t>> rows;  // [cell]
  std::vector<std::string> groups;

  void Add(const Delivered& more) {
    segments += more.segments;
    rows.resize(std::max(rows.size(), more.rows.size()));
    for (size_t cell = 0; cell < more.rows.size(); ++cell) {
      rows[cell].insert(rows[cell].end(), more.rows[cell].begin(), more.rows[cell].end());
    }
    groups.insert(groups.end(), more.groups.begin(), more.groups.end());
  }
};

// Checks that segments follow `first`.
Sink Into(Delivered& delivered, uint64_t first) {
  Sink sink;
  sink.want_rows = true;
  sink.deliver = [&delivered, first](const Delivery& delivery) {
    EXPECT_EQ(delivery.first, first + delivered.segments);
    delivered.Add({{}, delivery.count, delivery.rows, delivery.groups});
    return OkStatus();
  };
  return sink;
}

class Shards : public testing::Test {
 protected:
  static std::vector<std::string> RandomLines(uint64_t seed) {
    test::RandomText random(seed);
    std::vector<std::string> lines;
    for (uint32_t i = 0; i < kSegments; ++i) lines.push_back(random.Sentence(random.Below(12)));
    return lines;
  }

  std::string Write(const std::string& name, const std::vector<std::string>& lines) const {
    std::string text;
    for (const std::string& line : lines) text += line + '\n';
    return folder_.Write(name, text);
  }

  static TextSettings Resolve(const TextInputs& texts,
                              const std::vector<std::string>& metrics = {"bleu", "chrf", "ter"}) {
    MetricChoice choice;
    choice.metrics = metrics;
    auto settings = ResolveTexts(texts, choice, TextUse());
    EXPECT_TRUE(settings.ok()) << settings.status();
    return std::move(settings).value();
  }

  static Delivered Score(const TextSettings& settings, uint32_t threads) {
    RunOptions run;
    run.threads = threads;
    Delivered delivered;
    auto texts = Texts::Open(settings, run);
    delivered.status = texts.status();
    if (!texts.ok()) return delivered;
    if (!settings.by.field.empty()) return ScoreGroups(settings, std::move(*texts), run);
    auto job = Job::Make(settings.job, texts->names());
    EXPECT_TRUE(job.ok()) << job.status();
    const uint64_t first = texts->first_segment();
    delivered.status = ScoreAll(*job, *texts, run, Into(delivered, first)).status();
    return delivered;
  }

  static Delivered ScoreGroups(const TextSettings& settings, Texts texts, const RunOptions& run) {
    Delivered delivered;
    const uint64_t first = texts.first_segment();
    auto groups = GroupRun::Prepare(settings, std::move(texts), run);
    delivered.status = groups.status();
    if (groups.ok()) delivered.status = groups->Score(Into(delivered, first)).status();
    return delivered;
  }

  static void ExpectShardsAreTheWhole(TextSettings settings) {
    const Delivered whole = Score(settings, 1);
    ASSERT_TRUE(whole.status.ok()) << whole.status;
    ASSERT_EQ(whole.segments, kSegments);
    for (const uint32_t count : kCounts) {
      Delivered shards;
      for (uint32_t number = 1; number <= count; ++number) {
        settings.shard.shard = Shard{number, count};
        const Delivered shard = Score(settings, 1 + number % 3);
        ASSERT_TRUE(shard.status.ok()) << shard.status;
        shards.Add(shard);
      }
      EXPECT_EQ(shards.segments, whole.segments) << count;
      EXPECT_EQ(shards.rows, whole.rows) << count;
      EXPECT_EQ(shards.groups, whole.groups) << count;
    }
  }

  OwnFolder folder_;
};

TEST_F(Shards, OfFiles) {
  TextInputs texts;
  texts.references = {Write("ref", RandomLines(1)), Write("ref2", RandomLines(2))};
  texts.inputs = {Write("a", RandomLines(3)), Write("b", RandomLines(4))};
  ExpectShardsAreTheWhole(Resolve(texts));
}

TEST_F(Shards, OfTextInMemory) {
  const std::vector<std::string> ref = RandomLines(1), hyp = RandomLines(2);
  TextInputs texts;
  texts.columns = TextColumns{{TextColumn("ref", ref)}, {TextColumn("sys", hyp)}};
  ExpectShardsAreTheWhole(Resolve(texts));
}

TEST_F(Shards, OfAnnotatedTexts) {
  std::vector<std::string> plain[2], annotated[2];
  test::RandomText random(9);
  for (uint32_t i = 0; i < 2 * kSegments; ++i) {
    std::string& text = plain[i % 2].emplace_back();
    std::string& annotation = annotated[i % 2].emplace_back();
    for (uint32_t words = 1 + random.Below(9); words > 0; --words) {
      const std::string word = random.Word(), blank = text.empty() ? "" : " ";
      text += blank + word;
      annotation += blank + word + "|" + word + "|N";
    }
  }
  TextInputs texts;
  texts.references = {Write("ref", plain[0])};
  texts.inputs = {Write("a", plain[1])};
  TextInputs files = texts;
  files.ref_annotations = {Write("ref.ann", annotated[0])};
  files.annotations = {Write("a.ann", annotated[1])};
  ExpectShardsAreTheWhole(Resolve(files, {"maxsim"}));
  texts.annotate_with = "sed -E 's/[^ ]+/&|&|N/g'";
  TextSettings settings = Resolve(texts, {"maxsim"});
  Delivered shards;
  for (uint32_t number = 1; number <= 3; ++number) {
    settings.shard.shard = Shard{number, 3};
    shards.Add(Score(settings, number));
  }
  EXPECT_EQ(shards.rows, Score(Resolve(files, {"maxsim"}), 1).rows);
}

// A file with a line for each segment of the whole is read by segment number.
TEST_F(Shards, WithAFileOfGroups) {
  std::vector<std::string> groups;
  for (uint32_t i = 0; i < kSegments; ++i) groups.push_back(fmt::format("g{}", i / 9 % 7));
  TextInputs texts;
  texts.references = {Write("ref", RandomLines(1))};
  texts.inputs = {Write("a", RandomLines(3))};
  texts.by = "part=" + Write("groups", groups);
  ExpectShardsAreTheWhole(Resolve(texts));

  groups.push_back("g0");
  texts.by = "part=" + Write("longer", groups);
  TextSettings settings = Resolve(texts);
  for (const uint32_t number : {1U, 2U}) {
    settings.shard.shard = Shard{number, 2};
    EXPECT_EQ(Score(settings, 1).status.ok(), number == 1);
  }
  EXPECT_THAT(Score(settings, 1).status.message(), HasSubstr("401 lines for 400 segments"));
}

TEST_F(Shards, WithGroupsThatTheTextsTell) {
  std::vector<std::string> table = {"ref\tpart"};
  for (const std::string& line : RandomLines(1)) {
    table.push_back(fmt::format("{}\tg{}", line, line.size() % 5));
  }
  TextInputs texts;
  texts.references = {Write("t.tsv", table) + ":ref"};
  texts.inputs = {Write("a", RandomLines(3))};
  texts.by = "part";
  ExpectShardsAreTheWhole(Resolve(texts));
}

TEST_F(Shards, KeepTheirPlacesInMessages) {
  std::vector<std::string> lines = RandomLines(3);
  lines[333] = "\xFF";
  TextInputs texts;
  texts.references = {Write("ref", RandomLines(1))};
  texts.inputs = {Write("a", lines)};
  TextSettings settings = Resolve(texts);
  const Delivered whole = Score(settings, 1);
  ASSERT_EQ(whole.status.error().segment, 333U);
  size_t errors = 0;
  for (uint32_t number = 1; number <= 7; ++number) {
    settings.shard.shard = Shard{number, 7};
    const Delivered shard = Score(settings, 1);
    if (shard.status.ok()) continue;
    ++errors;
    EXPECT_EQ(shard.status.message(), whole.status.message());
  }
  EXPECT_EQ(errors, 1U);
}

TEST_F(Shards, ThatCannotBeAreRefused) {
  TextInputs texts;
  texts.references = {Write("ref", RandomLines(1))};
  texts.inputs = {Write("a", RandomLines(3))};
  TextSettings settings = Resolve(texts);
  settings.shard.shard = Shard{3, 2};
  EXPECT_THAT(Score(settings, 1).status.message(), HasSubstr("there is no shard 3 of 2"));
  TextSettings learning = Resolve(texts, {"nist"});
  learning.shard.shard = Shard{1, 2};
  EXPECT_THAT(Score(learning, 1).status.message(), HasSubstr("must read all references"));
  texts.split_paragraphs = true;
  settings = Resolve(texts);
  settings.shard.shard = Shard{2, 2};
  EXPECT_THAT(Score(settings, 1).status.message(),
              HasSubstr("ref cannot be cut, since `split-paragraphs` turns"));
  settings.shard.whole_files = true;
  EXPECT_EQ(Score(settings, 1).segments, kSegments);
}

}  // namespace
}  // namespace mtgauge::shards_test
