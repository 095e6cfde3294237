// Inputs other than one segment per line: records of several paragraphs, and records that are
// joined by a field.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>

#include "core/input/paragraphs.h"
#include "core/input/tables/join.h"
#include "parallel/score/scorer.h"
#include "tests/support/drive_dispatcher.h"
#include "tests/support/own_folder.h"
#include "tests/support/random_text.h"
#include "tests/support/runs.h"

namespace mtgauge::shapes_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

using Texts = std::vector<std::string>;

Texts SegmentsOf(const Stream& stream) {
  Texts texts = test::SplitLines({stream.text, stream.bytes});
  for (const Aside& aside : stream.aside) texts[aside.segment] = aside.text;
  return texts;
}

struct Split {
  Batch batch;
  UnsplitRecords unsplit;
  Texts refs() const { return SegmentsOf(batch.refs.front()); }
  Texts hyps() const { return SegmentsOf(batch.hyps.front()); }
};

Split SplitTexts(const Texts& refs, const Texts& hyps) {
  std::vector<const std::string*> present;
  for (const std::string& ref : refs) present.push_back(ref == "-" ? nullptr : &ref);
  Split split;
  split.batch = MakeBatch({present}, {hyps});
  SplitParagraphs("ref", split.batch, split.unsplit);
  return split;
}

TEST(Paragraphs, BlankLinesPartThem) {
  const Split split = SplitTexts({"a\n\nb\nc", "d"}, {"\n x \r\n \t\r\n\r\ny\nz\n\n", "e\n"});
  EXPECT_THAT(split.refs(), ElementsAre("a", "b\nc", "d"));
  EXPECT_THAT(split.hyps(), ElementsAre(" x ", "y\nz", "e\n"));
  EXPECT_THAT(split.batch.ids, ElementsAre("1#1", "1#2", "2"));
  EXPECT_THAT(split.batch.refs[0].lines, ElementsAre(1, 1, 2));
  EXPECT_EQ(split.batch.segments, 3);
  EXPECT_EQ(split.unsplit.count, 0);
}

TEST(Paragraphs, RecordsThatDisagreeStayWhole) {
  const Split split =
      SplitTexts({"a", "b\n\nc", "", "d\n\ne", "-"}, {"x\n", "y", "\n\n", "z\n\nw\n\n", "v\n\nu"});
  EXPECT_THAT(split.refs(), ElementsAre("a", "b\n\nc", "", "d", "e", "", ""));
  EXPECT_THAT(split.hyps(), ElementsAre("x\n", "y", "\n\n", "z", "w", "v", "u"));
  EXPECT_THAT(split.batch.ids, ElementsAre("1", "2", "3", "4#1", "4#2", "5#1", "5#2"));
  EXPECT_THAT(split.batch.refs[0].missing, ElementsAre(0, 0, 0, 0, 0, 1, 1));
  EXPECT_EQ(split.unsplit.count, 1);
  EXPECT_EQ(split.unsplit.first, "ref:2");
}

TEST(Paragraphs, WhatIsKnownOfARecordIsKnownOfItsPieces) {
  Batch batch = MakeBatch({{}}, {{"a\n\nb", "c"}});
  batch.refs.clear();
  batch.first = 10;
  batch.ids = {"", "own"};
  batch.documents = {"d", "e"};
  batch.groups = {"g", "h"};
  batch.hyps.front().lines = {7, 9};
  UnsplitRecords unsplit;
  SplitParagraphs("hyp", batch, unsplit);
  EXPECT_THAT(batch.ids, ElementsAre("11#1", "11#2", "own"));
  EXPECT_THAT(batch.documents, ElementsAre("d", "d", "e"));
  EXPECT_THAT(batch.groups, ElementsAre("g", "g", "h"));
  EXPECT_THAT(batch.hyps.front().lines, ElementsAre(7, 7, 9));
}

// "id score" of all segments, and the warnings.
struct Scored {
  Texts segments;
  Texts warnings;
};

Scored Score(std::vector<std::unique_ptr<Source>> sources, const Schedule& schedule) {
  const Job job = Job::Make({}, {{"ref"}, {"sys"}}).value();
  Scored scored;
  Sink sink;
  sink.want_segments = true;
  sink.deliver = [&](const Delivery& delivery) {
    for (const SegmentScores& segment : delivery.segments) {
      EXPECT_EQ(segment.index, scored.segments.size());
      scored.segments.push_back(segment.id + " " + test::Exact(segment.scores.front()));
    }
    return OkStatus();
  };
  const auto report = ScoreSources(job, std::move(sources), schedule, sink);
  EXPECT_TRUE(report.ok()) << report.status();
  for (const Warning& warning : report->warnings) {
    if (warning.code == "paragraphs") scored.warnings.push_back(warning.message);
  }
  return scored;
}

std::unique_ptr<Source> OpenJsonl(const std::string& name, const std::string& bytes, Role role) {
  auto columns = OpenColumns(MemorySource(name + ".jsonl", bytes, true), role, {});
  EXPECT_TRUE(columns.ok()) << columns.status();
  return std::move(columns->front().source);
}

// Records of up to four paragraphs, and the same paragraphs as separate records.
struct RandomRecords {
  std::string refs, hyps, split_refs, split_hyps;
  size_t unequal = 0;
};

void AddRecord(const std::string& id, const std::string& text, const char* field,
               std::string& out) {
  std::string escaped;
  for (const char c : text) escaped += c == '\n' ? "\\n" : c == '"' ? "\\\"" : std::string(1, c);
  out += "{\"id\": \"" + id + "\", \"" + field + "\": \"" + escaped + "\"}\n";
}

RandomRecords MakeRandomRecords(uint32_t records) {
  test::RandomText random(3);
  RandomRecords made;
  for (uint32_t i = 0; i < records; ++i) {
    const std::string id = "r" + std::to_string(i);
    Texts refs, hyps;
    for (uint32_t n = 1 + random.Below(4); n > 0; --n) {
      refs.push_back(random.Word() + ' ' + random.Word() + (random.Below(3) == 0 ? "\nx" : ""));
      hyps.push_back(random.Perturb(refs.back()) + " y");
    }
    const bool equal = refs.size() == 1 || random.Below(4) > 0;
    if (!equal) hyps.emplace_back("more");
    made.unequal += equal ? 0 : 1;
    const auto join = [](const Texts& texts) {
      std::string all = texts.front();
      for (size_t k = 1; k < texts.size(); ++k) all += "\n \n\n" + texts[k];
      return all;
    };
    AddRecord(id, join(refs), "ref", made.refs);
    AddRecord(id, join(hyps), "hyp", made.hyps);
    const bool whole = !equal || refs.size() == 1;
    for (size_t k = 0; k < (whole ? 1 : refs.size()); ++k) {
      const std::string piece = whole ? id : id + '#' + std::to_string(k + 1);
      AddRecord(piece, whole ? join(refs) : refs[k], "ref", made.split_refs);
      AddRecord(piece, whole ? join(hyps) : hyps[k], "hyp", made.split_hyps);
    }
  }
  return made;
}

std::vector<std::unique_ptr<Source>> OpenBoth(const std::string& refs, const std::string& hyps) {
  std::vector<std::unique_ptr<Source>> sources;
  sources.push_back(OpenJsonl("ref", refs, Role::kReference));
  sources.push_back(OpenJsonl("sys", hyps, Role::kSystem));
  return sources;
}

TEST(Paragraphs, PiecesScoreAsRecordsWhateverTheCutAndTheThreads) {
  const RandomRecords made = MakeRandomRecords(400);
  ASSERT_GT(made.unequal, 20);
  const Scored expected = Score(OpenBoth(made.split_refs, made.split_hyps), {});
  EXPECT_THAT(expected.warnings, IsEmpty());
  for (const uint32_t threads : {1U, 2U, 5U}) {
    for (const uint32_t cut : {1U, 13U, 1024U}) {
      Schedule schedule;
      schedule.threads = threads;
      schedule.batch_segments = cut;
      schedule.block_bytes = 100 * cut;
      schedule.split_paragraphs = true;
      const Scored scored = Score(OpenBoth(made.refs, made.hyps), schedule);
      EXPECT_EQ(scored.segments, expected.segments) << threads << ' ' << cut;
      ASSERT_EQ(scored.warnings.size(), 1);
      EXPECT_THAT(scored.warnings.front(),
                  HasSubstr(std::to_string(made.unequal) + " of 400 records, since"));
    }
  }
}

std::string Matched(std::string_view shape, std::string_view key) {
  const Result<KeyTemplate> made = KeyTemplate::Parse(shape);
  if (!made.ok()) return made.status().message();
  const auto values = made->Match(key);
  if (!values) return "none";
  std::string all;
  for (size_t i = 0; i < values->size(); ++i) {
    all += made->names()[i] + '=' + std::string((*values)[i]) + ' ';
  }
  return all;
}

TEST(KeyTemplate, TakesKeysApart) {
  const std::string shape = "{lang}_#_{domain}_#_{doc}_#_{}";
  EXPECT_EQ(Matched(shape, "cs-de_DE_#_news_#_a_12_#_3"), "lang=cs-de_DE domain=news doc=a_12 ");
  EXPECT_EQ(Matched(shape, "a_#_b_#_c_#_d_#_e"), "lang=a domain=b doc=c ");
  EXPECT_EQ(Matched(shape, "a_#_b_#_c"), "none");
  EXPECT_EQ(Matched(shape, "a_#__#_c_#_d"), "none");
  EXPECT_EQ(Matched("id-{doc}.{}!", "id-x.y.z!"), "doc=x ");
  EXPECT_EQ(Matched("id-{doc}.{}!", "id-x.y.z"), "none");
  EXPECT_EQ(Matched("id-{doc}.{}!", "x.y!"), "none");
  EXPECT_EQ(Matched("{doc}", ""), "none");
  EXPECT_EQ(Matched("{doc}{}", "a"),
            "`split-key`: '{doc}{}': there is no separator between two names; write names and "
            "separators, as in '{lang}_#_{domain}_#_{doc}_#_{}'");
  for (const char* const wrong :
       {"", "doc", "{}", "{}-{}", "{doc", "{a}-{a}", "{{doc}", "{a{b}-c}"}) {
    EXPECT_THAT(Matched(wrong, "a"), HasSubstr("`split-key`: '")) << wrong;
  }
}

struct Joined {
  std::string error;
  std::vector<std::string> names;
  test::Driven driven;
};

Joined Join(const std::vector<InputPath>& inputs, const OpenOptions& options) {
  Joined joined;
  auto opened = OpenInputs(inputs, options);
  joined.error = opened.status().message();
  if (!opened.ok()) return joined;
  std::vector<std::unique_ptr<Source>> sources;
  for (auto& columns : *opened) {
    for (OpenedColumn& column : columns) {
      joined.names.push_back(column.name);
      sources.push_back(std::move(column.source));
    }
  }
  joined.driven = test::Drive(sources, 0, {}, 4);
  joined.error = joined.driven.status.message();
  return joined;
}

OpenOptions ByKey(const std::string& key) {
  OpenOptions options;
  options.key = key;
  return options;
}

constexpr std::string_view kReferences =
    "{\"key\": \"a-1\", \"ref\": \"A\"}\n{\"key\": \"a-2\", \"ref\": \"B\\nb\"}\n"
    "{\"key\": \"b-1\", \"ref\": null}\n";

TEST(Join, PutsRecordsInTheOrderOfTheFirstReference) {
  const OwnFolder folder;
  const std::string refs = folder.Write("ref.jsonl", std::string(kReferences));
  const std::string jsonl = folder.Write("s.jsonl",
                                         "{\"key\": \"b-1\", \"hyp\": \"c\"}\n"
                                         "{\"key\": \"a-1\", \"hyp\": \"a\"}\n"
                                         "{\"key\": \"a-2\", \"hyp\": \"b\"}\n");
  const std::string tsv = folder.Write("t.tsv", "hyp\tkey\nx\ta-2\ny\tb-1\nz\ta-1\n");
  const Joined joined =
      Join({{refs, Role::kReference}, {jsonl, Role::kSystem}, {tsv, Role::kSystem}}, ByKey("key"));
  ASSERT_EQ(joined.error, "");
  EXPECT_THAT(joined.driven.lines[0], ElementsAre("A", "B\nb", ""));
  EXPECT_THAT(joined.driven.missing[0], ElementsAre(0, 0, 1));
  EXPECT_THAT(joined.driven.lines[1], ElementsAre("a", "b", "c"));
  EXPECT_THAT(joined.driven.lines[2], ElementsAre("z", "x", "y"));
  EXPECT_THAT(joined.driven.file_lines[2], ElementsAre(4, 2, 3));
  EXPECT_THAT(joined.driven.ids, ElementsAre("a-1", "a-2", "b-1"));
}

TEST(Join, NumberedColumnsAndSystemsInOneFile) {
  const OwnFolder folder;
  const std::string long_form = folder.Write(
      "long.tsv", "system\tid\thyp\tref\nA\t1\ta\tr\nB\t2\td\ts\nA\t2\tb\ts\nB\t1\tc\tr\n");
  const std::string plain = folder.Write("plain", "2\tS\n1\tR\n");
  const Joined joined =
      Join({{long_form, Role::kReference}, {long_form, Role::kSystem}}, ByKey("id"));
  ASSERT_EQ(joined.error, "");
  EXPECT_THAT(joined.names, ElementsAre("", "A", "B"));
  EXPECT_THAT(joined.driven.lines[0], ElementsAre("r", "s"));
  EXPECT_THAT(joined.driven.lines[1], ElementsAre("a", "b"));
  EXPECT_THAT(joined.driven.lines[2], ElementsAre("c", "d"));
  const Joined numbered =
      Join({{plain + ":2", Role::kReference}, {plain + ":1", Role::kSystem}}, ByKey("1"));
  ASSERT_EQ(numbered.error, "");
  EXPECT_THAT(numbered.driven.lines[0], ElementsAre("S", "R"));
}

TEST(Join, KeysTellDocumentsAndGroups) {
  const OwnFolder folder;
  const std::string refs = folder.Write("ref.jsonl", std::string(kReferences));
  OpenOptions options = ByKey("key");
  options.split_key = "{doc}-{}";
  EXPECT_THAT(Join({{refs, Role::kReference}}, options).driven.documents,
              ElementsAre("a", "a", "b"));
  options.split_key = "{lang}-{doc}";
  options.by = "lang";
  const Joined joined = Join({{refs, Role::kReference}}, options);
  ASSERT_EQ(joined.error, "");
  EXPECT_THAT(joined.driven.documents, ElementsAre("a-1", "a-2", "b-1"));
  EXPECT_THAT(joined.driven.groups, ElementsAre("a", "a", "b"));
  options.split_key = "{lang}+{doc}";
  EXPECT_EQ(
      Join({{refs, Role::kReference}}, options).error,
      refs +
          ":1: 'a-1' does not have the form '{lang}+{doc}' of `split-key`; correct one of the two");
}

TEST(Join, RefusesWhatCannotBeJoined) {
  const OwnFolder folder;
  const std::string refs = folder.Write("ref.jsonl", std::string(kReferences));
  const auto error = [&](const std::string& name, const std::string& bytes, Role role) {
    const std::string path = folder.Write(name, bytes);
    const std::string message = Join({{refs, Role::kReference}, {path, role}}, ByKey("key")).error;
    return message.substr(0, message.find(path)) +
           message.substr(std::min(message.find(path) + path.size(), message.size()));
  };
  const std::string one = "{\"key\": \"a-1\", \"hyp\": \"c\"}\n";
  EXPECT_THAT(error("twice.jsonl", one + one, Role::kSystem),
              HasSubstr(":2: the key 'a-1' is already on line 1"));
  EXPECT_THAT(error("gap.jsonl", one, Role::kSystem),
              HasSubstr(": no segment 'a-2', which is in " + refs + ":2"));
  EXPECT_THAT(error("none.jsonl", one + "{\"hyp\": \"c\"}\n", Role::kSystem),
              HasSubstr(":2: the field 'key' is missing or empty"));
  EXPECT_THAT(error("none.tsv", "hyp\tid\na\tb\n", Role::kSystem),
              HasSubstr(":1: no column is called 'key', which `key` names"));
  EXPECT_THAT(error("plain", "a\nb\n", Role::kSystem), HasSubstr(" has no fields to join by"));
  const std::string more = std::string(kReferences) + "{\"key\": \"c\", \"ref\": \"d\"}\n";
  EXPECT_THAT(error("more.jsonl", more, Role::kReference),
              HasSubstr(": no segment 'c', which is in"));
  EXPECT_THAT(error("differs.jsonl",
                    "{\"key\": \"a\", \"system\": \"x\", \"ref\": \"one\"}\n"
                    "{\"key\": \"a\", \"system\": \"y\", \"ref\": \"two\"}\n",
                    Role::kReference),
              HasSubstr(":2: the reference of 'a' differs from that on line 1"));
}

}  // namespace
}  // namespace mtgauge::shapes_test
