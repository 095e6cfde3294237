// Lists of candidates: how they are read for any cut, what is rejected, and that the candidates of
// a list score like each of them alone, with any number of threads.
#include "core/input/formats/nbest.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>

#include "parallel/score/scorer.h"
#include "tests/support/drive_dispatcher.h"
#include "tests/support/pieces_source.h"
#include "tests/support/random_text.h"
#include "tests/support/roles.h"
#include "tests/support/runs.h"
#include "tests/support/source_text.h"

namespace mtgauge::nbest_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::string Fields(std::string_view line) {
  const std::optional<NbestLine> parsed = ParseNbestLine(line);
  return parsed ? std::string(parsed->id) + '<' + std::string(parsed->text) + '>' : "none";
}

TEST(NbestLine, FieldsAreTrimmedAndBarsNeedBlanksAroundThem) {
  EXPECT_EQ(Fields("0 ||| a b ||| F= 1 2 ||| -3.5"), "0<a b>");
  EXPECT_EQ(Fields("0 ||| a b"), "0<a b>");
  EXPECT_EQ(Fields(" 12\t|||  a  b |||x ||| y"), "12<a  b |||x>");
  EXPECT_EQ(Fields("0 |||  ||| F= 1"), "0<>");
  EXPECT_EQ(Fields("0 ||| ||| F= 1"), "0<>");
  EXPECT_EQ(Fields("0 |||"), "0<>");
  EXPECT_EQ(Fields("0 ||| "), "0<>");
  EXPECT_EQ(Fields("0 ||| a|||b c||| |||| d"), "0<a|||b c||| |||| d>");
  EXPECT_EQ(Fields("0 || a"), "none");
  EXPECT_EQ(Fields("||| a"), "none");
  EXPECT_EQ(Fields("  ||| a"), "none");
  EXPECT_EQ(Fields("0|||a"), "none");
  EXPECT_EQ(Fields(""), "none");
  EXPECT_EQ(Fields("||"), "none");
}

// Segments with their candidates, as a whole.
struct Told {
  std::vector<std::vector<std::string>> texts;  // [segment][candidate]
  std::vector<std::string> lines, refs, ids;
  std::vector<uint64_t> numbers;  // line numbers of the candidates
  std::string error;
  size_t batches = 0;
  friend bool operator==(const Told&, const Told&) = default;
};

void Tell(const Batch& batch, Told& told) {
  EXPECT_EQ(batch.first, told.texts.size());
  ++told.batches;
  const Stream& hyps = batch.hyps.front();
  const std::vector<std::string> texts = test::SplitLines({hyps.text, hyps.bytes});
  EXPECT_EQ(texts.size(), batch.hyp_count());
  EXPECT_EQ(hyps.lines.size(), batch.hyp_count());
  for (uint32_t i = 0; i < batch.segments; ++i) {
    told.texts.emplace_back(texts.begin() + batch.hyp_begin(i), texts.begin() + batch.hyp_end(i));
    told.ids.push_back(batch.ids[i]);
    for (uint32_t line = batch.hyp_begin(i); line < batch.hyp_end(i); ++line) {
      EXPECT_EQ(batch.segment_of_hyp(line), i);
      told.numbers.push_back(hyps.lines[line]);
    }
  }
  for (const auto& [stream, out] : {std::pair(&batch.refs.front(), &told.refs),
                                    std::pair(&batch.candidate_lines, &told.lines)}) {
    std::vector<std::string> lines = test::SplitLines({stream->text, stream->bytes});
    for (const Aside& aside : stream->aside) lines[aside.segment] = aside.text;
    out->insert(out->end(), lines.begin(), lines.end());
  }
}

Told Read(Source& references, Source& list, const NbestOptions& options = {}) {
  Told told;
  NbestBatches batches({&references}, list, options);
  while (const std::unique_ptr<Batch> batch = batches.Next()) Tell(*batch, told);
  EXPECT_EQ(batches.Next(), nullptr);
  EXPECT_EQ(batches.candidates(), told.numbers.size());
  told.error = batches.status().message();
  return told;
}

Told Read(const std::string& references, const std::string& list) {
  const auto refs = MemorySource("ref", references, true);
  const auto candidates = MemorySource("list", list, true);
  return Read(*refs, *candidates);
}

TEST(Nbest, ReadsListsOfAnyLength) {
  const Told told = Read("r one\nr two\n",
                         "\xEF\xBB\xBF"
                         "0 ||| a\r\n0 ||| b ||| x\n1 |||  ||| y");
  EXPECT_EQ(told.error, "");
  EXPECT_THAT(told.texts, ElementsAre(ElementsAre("a", "b"), ElementsAre("")));
  EXPECT_THAT(told.refs, ElementsAre("r one", "r two"));
  EXPECT_THAT(told.ids, ElementsAre("0", "1"));
  EXPECT_THAT(told.numbers, ElementsAre(1, 2, 3));
  EXPECT_EQ(Read("", "").error, "");
}

TEST(Nbest, RefusesWhatDoesNotFitTheReferences) {
  const std::string refs = "a\nb\nc\n";
  EXPECT_EQ(Read(refs, "0 ||| a\n1 || b\n").error,
            "list:2: not a candidate; a line is 'ID ||| TEXT', and may have features and a score "
            "after further ' ||| '");
  EXPECT_THAT(Read(refs, "7 ||| a\n").error,
              HasSubstr("list:1: the first id is '7'; number the segments "));
  EXPECT_EQ(
      Read(refs, "0 ||| a\n2 ||| c\n").error,
      "list:2: found the id '2', expected '1', which has no candidates; every segment needs at "
      "least one");
  EXPECT_THAT(
      Read(refs, "1 ||| a\n2 ||| b\n1 ||| a\n").error,
      HasSubstr("list:3: the id '1' appears again after '2'; keep the candidates of a segment"));
  EXPECT_EQ(Read(refs, "0 ||| a\nx ||| c\n").error,
            "list:2: the id 'x' is not a number, but the ids before it are");
  EXPECT_EQ(Read(refs, "0 ||| a\n1 ||| c\n").error,
            "list ends without candidates of segment 3 (ref:3); every segment needs at least one");
  EXPECT_EQ(Read(refs, "").error,
            "list ends without candidates of segment 1 (ref:1); every segment needs at least one");
  EXPECT_EQ(Read(refs, "0 ||| a\n1 ||| b\n2 ||| c\n3 ||| d\n").error,
            "list:4: candidates of '3', but ref has 3 segments; name the references that belong to "
            "this list");
  EXPECT_EQ(Read("", "0 ||| a\n").error,
            "list:1: candidates of '0', but ref has 0 segments; name the references that belong to "
            "this list");
}

// An error truncates no segment that has been returned, and nothing follows it.
TEST(Nbest, GivesWholeSegmentsBeforeAnError) {
  const Told told = Read("a\nb\nc\n", "0 ||| a\n0 ||| b\n1 ||| c\n1 ||| d\nbroken\n2 ||| e\n");
  EXPECT_THAT(told.texts, ElementsAre(ElementsAre("a", "b")));
  EXPECT_THAT(told.error, HasSubstr("list:5: not a candidate"));
}

struct RandomList {
  std::string refs, list;
  std::vector<std::vector<std::string>> texts;
};

RandomList MakeRandomList(uint64_t seed, uint32_t segments, bool bytes) {
  test::RandomText random(seed);
  RandomList made;
  const uint32_t first = random.Below(2);
  for (uint32_t i = 0; i < segments; ++i) {
    const std::string base = random.Sentence(random.Below(12));
    made.refs += base + '\n';
    made.texts.emplace_back();
    const uint32_t count = random.Below(20) == 0 ? 300 : 1 + random.Below(6);
    for (uint32_t k = 0; k < count; ++k) {
      std::string text = bytes ? random.Bytes(random.Below(20)) : random.Perturb(base);
      // Removes characters that are stripped around a field or that end it.
      for (char& c : text) c = c == '|' || c == '\t' || c == '\r' ? 'x' : c;
      while (text.ends_with(' ')) text.pop_back();
      text.erase(0, text.find_first_not_of(' '));
      made.list += std::to_string(first + i) + " ||| " + text;
      made.list += random.Below(2) == 0 ? " ||| F= 0.5 ||| -1\n" : "\n";
      made.texts.back().push_back(text);
    }
  }
  return made;
}

TEST(Nbest, TheCutDoesNotShow) {
  for (const bool bytes : {false, true}) {
    const RandomList made = MakeRandomList(bytes ? 5 : 6, 150, bytes);
    NbestOptions whole;
    whole.keep_lines = true;
    const auto refs = MemorySource("ref", made.refs, true);
    const auto list = MemorySource("list", made.list, true);
    Told expected = Read(*refs, *list, whole);
    ASSERT_EQ(expected.error, "");
    EXPECT_EQ(expected.texts, made.texts);
    EXPECT_EQ(expected.lines, test::SplitLines(made.list));
    for (const uint32_t longest : {1U, 7U, 5000U}) {
      test::PiecesSource ref_pieces("ref", made.refs, longest, 1);
      test::PiecesSource list_pieces("list", made.list, longest, 2);
      NbestOptions small = whole;
      small.block_bytes = 1 + longest / 2;
      small.batch_candidates = longest;
      small.batch_bytes = 10 * longest;
      Told told = Read(ref_pieces, list_pieces, small);
      EXPECT_GT(told.batches, 1);
      told.batches = expected.batches;
      EXPECT_EQ(told, expected) << longest;
    }
  }
}

// Scores in hexadecimal and rows, by candidate.
struct Scored {
  std::vector<std::string> scores;
  std::vector<int64_t> rows;
  friend bool operator==(const Scored&, const Scored&) = default;
};

void Keep(const Job& job, const Delivery& delivery, Scored& scored) {
  for (const SegmentScores& segment : delivery.segments) {
    for (const double score : segment.scores) scored.scores.push_back(test::Exact(score));
  }
  for (size_t line = 0; line * job.widths()[0] < delivery.rows[0].size(); ++line) {
    for (size_t m = 0; m < delivery.rows.size(); ++m) {
      const auto begin = delivery.rows[m].begin() + static_cast<ptrdiff_t>(line * job.widths()[m]);
      scored.rows.insert(scored.rows.end(), begin, begin + job.widths()[m]);
    }
  }
}

Scored Score(const Job& job, const std::function<std::unique_ptr<Batch>()>& next,
             uint32_t threads) {
  Scored scored;
  Sink sink;
  sink.want_segments = sink.want_rows = true;
  sink.deliver = [&](const Delivery& delivery) {
    Keep(job, delivery, scored);
    return OkStatus();
  };
  Schedule schedule;
  schedule.threads = threads;
  EXPECT_TRUE(ScoreBatches(job, next, schedule, sink).ok());
  return scored;
}

// The slow twin: every candidate with its own reference.
std::unique_ptr<Batch> OneByOne(const RandomList& made) {
  const std::vector<std::string> refs = test::SplitLines(made.refs);
  std::vector<const std::string*> repeated;
  std::vector<std::string> texts;
  for (size_t i = 0; i < refs.size(); ++i) {
    for (const std::string& text : made.texts[i]) {
      repeated.push_back(&refs[i]);
      texts.push_back(text);
    }
  }
  return std::make_unique<Batch>(MakeBatch({repeated}, {texts}));
}

TEST(Nbest, CandidatesScoreAsTheyDoAlone) {
  const RandomList made = MakeRandomList(9, 120, false);
  JobOptions options;
  options.level = Level::kSegment;
  options.shared["eff"] = "yes";
  options.metrics.clear();
  for (const MetricRow& row : test::MetricsWithoutSource()) {
    // Others learn from all references first.
    if (row.survey == nullptr && !test::ComparesRoles(row.name))
      options.metrics.emplace_back(row.name);
  }
  const Job job = Job::Make(options, {{"ref"}, {"list"}}).value();
  std::unique_ptr<Batch> all = OneByOne(made);
  const Scored expected = Score(
      job, [&] { return std::move(all); }, 1);
  EXPECT_EQ(expected.scores.size() % options.metrics.size(), 0);
  for (const uint32_t threads : {1U, 2U, 5U}) {
    for (const uint32_t batch_candidates : {1U, 50U, 1024U}) {
      const auto refs = MemorySource("ref", made.refs, true);
      const auto list = MemorySource("list", made.list, true);
      NbestOptions small;
      small.batch_candidates = batch_candidates;
      NbestBatches batches({refs.get()}, *list, small);
      EXPECT_EQ(Score(
                    job, [&] { return batches.Next(); }, threads),
                expected)
          << threads;
      EXPECT_TRUE(batches.status().ok());
    }
  }
}

// The error names the candidate's line; a repaired candidate counts for its segment.
TEST(Nbest, InvalidTextIsFoundInItsLine) {
  const std::string list = "0 ||| a\n0 ||| b\n1 ||| c\xFF\n1 ||| d\xFE\n";
  for (const OnInvalid policy : {OnInvalid::kError, OnInvalid::kReplace}) {
    JobOptions options;
    options.on_invalid = policy;
    const Job job = Job::Make(options, {{"ref"}, {"list"}}).value();
    const auto refs = MemorySource("ref", "a\nb\n", true);
    const auto candidates = MemorySource("list", list, true);
    NbestBatches batches({refs.get()}, *candidates, {});
    const auto report = ScoreBatches(job, [&] { return batches.Next(); }, {}, {});
    if (policy == OnInvalid::kError) {
      EXPECT_THAT(report.status().message(),
                  HasSubstr("list:3: invalid UTF-8 at byte 2 of the segment (0xFF)"));
    } else {
      ASSERT_TRUE(report.ok()) << report.status();
      EXPECT_EQ(report->segments, 2);
      EXPECT_EQ(report->replaced, 1);
    }
  }
}

}  // namespace
}  // namespace mtgauge::nbest_test
