// The groups of segments in every format, their agreement between streams, and removing segments
// from a batch.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <random>

#include "core/input/dispatcher.h"
#include "core/input/formats/format.h"
#include "tests/support/drive_dispatcher.h"
#include "tests/support/own_folder.h"

namespace mtgauge {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

// Returns the groups of all records, or else the error.
std::vector<std::string> GroupsOf(const std::vector<InputPath>& inputs, const std::string& by,
                                  uint32_t block_bytes = 50, const std::string& pair = "") {
  OpenOptions options;
  options.by = by;
  options.language_pair = pair;
  auto opened = OpenInputs(inputs, options);
  if (!opened.ok()) return {opened.status().message()};
  std::vector<std::unique_ptr<Source>> sources;
  for (auto& columns : *opened) {
    for (OpenedColumn& column : columns) sources.push_back(std::move(column.source));
  }
  ReadLimits limits;
  limits.block_bytes = block_bytes;
  const test::Driven driven = test::Drive(sources, 0, limits, block_bytes);
  if (!driven.status.ok()) return {driven.status.message()};
  return driven.groups;
}

class Groups : public testing::Test {
 protected:
  // As the only input, a system's.
  std::vector<std::string> Of(const std::string& name, const std::string& bytes,
                              const std::string& by) {
    return GroupsOf({{folder_.Write(name, bytes), Role::kSystem}}, by);
  }
  OwnFolder folder_;
};

TEST_F(Groups, OfJsonLinesAreFields) {
  const std::string bytes =
      "{\"hyp\": \"a\", \"lp\": \"en-zh\", \"domain\": \"news\", \"part\": 7}\n"
      "{\"part\": 8, \"domain\": \"talk\", \"hyp\": \"b\\nc\", \"lp\": \"en-ja\"}\n";
  EXPECT_THAT(Of("a.jsonl", bytes, "domain"), ElementsAre("news", "talk"));
  EXPECT_THAT(Of("a.jsonl", bytes, "lang"), ElementsAre("en-zh", "en-ja"));
  EXPECT_THAT(Of("a.jsonl", bytes, "part"), ElementsAre("7", "8"));
  EXPECT_THAT(Of("a.jsonl", bytes, ""), ElementsAre("", ""));
  EXPECT_THAT(Of("a.jsonl", bytes, "genre").front(),
              HasSubstr("no input has a field 'genre' for its segments (known: domain, lp, part)"));
  EXPECT_THAT(Of("b.jsonl", bytes + "{\"hyp\": \"c\", \"domain\": \"\"}\n", "domain"),
              ElementsAre(HasSubstr("b.jsonl:3: this segment has no 'domain', which `by` needs")));
}

TEST_F(Groups, OfTablesAreColumns) {
  const std::string bytes = "hyp\tdomain\tlanguage_pair\tdoc_id\na\tx\ten-ko\td\nb\ty\ten-ko\te\n";
  EXPECT_THAT(Of("a.tsv", bytes, "domain"), ElementsAre("x", "y"));
  EXPECT_THAT(Of("a.tsv", bytes, "lang"), ElementsAre("en-ko", "en-ko"));
  EXPECT_THAT(Of("a.tsv", bytes, "doc"), ElementsAre("d", "e"));
  EXPECT_THAT(Of("b.tsv", bytes + "c\t\ten-ko\tf\n", "domain"),
              ElementsAre(HasSubstr("b.tsv:4: this segment has no 'domain'")));
}

TEST_F(Groups, OfWmtXmlAreAttributesOfDocuments) {
  const std::string bytes =
      "<dataset><doc id='a' origlang='en' domain='news'><src lang='en'><seg id='1'>s</seg></src>"
      "<hyp system='S' language='cs'><seg id='1'>x</seg></hyp></doc>\n"
      "<doc id='b' origlang='cs' domain='talk'><src lang='cs'><seg id='1'>s</seg></src>"
      "<hyp system='S' language='uk'><seg id='1'>y</seg></hyp></doc></dataset>";
  EXPECT_THAT(Of("a.xml", bytes, "domain"), ElementsAre("news", "talk"));
  EXPECT_THAT(Of("a.xml", bytes, "origlang"), ElementsAre("en", "cs"));
  EXPECT_THAT(Of("a.xml", bytes, "lang"), ElementsAre("en-cs", "cs-uk"));
  EXPECT_THAT(Of("a.xml", bytes, "doc"), ElementsAre("a", "b"));
  EXPECT_THAT(Of("a.xml", bytes, "genre").front(),
              HasSubstr("(known: doc, domain, lang, origlang)"));
  const std::string half =
      "<dataset><doc id='a' domain='n'><hyp><seg id='1'>x</seg></hyp></doc>\n"
      "<doc id='b'><hyp><seg id='1'>y</seg></hyp></doc></dataset>";
  EXPECT_THAT(Of("b.xml", half, "domain"),
              ElementsAre(HasSubstr("b.xml:2: this segment has no 'domain'")));
}

TEST_F(Groups, OfSgmlAreAttributesOfDocumentsAndSets) {
  const std::string bytes =
      "<tstset setid=t srclang=en TrgLang='zh'><doc docid=a sysid=S Genre=news><seg id=1>x</seg>"
      "</doc><doc docid=b sysid=S genre=\"web log\"><seg id=1>y</seg></doc></tstset>";
  EXPECT_THAT(Of("a.sgm", bytes, "genre"), ElementsAre("news", "web log"));
  EXPECT_THAT(Of("a.sgm", bytes, "lang"), ElementsAre("en-zh", "en-zh"));
  EXPECT_THAT(Of("a.sgm", bytes, "docid"), ElementsAre("a", "b"));
  EXPECT_THAT(Of("a.sgm", bytes, "domain").front(), HasSubstr("lang, setid, srclang, sysid"));
}

TEST_F(Groups, OfFoldersAreDomainsAndThePair) {
  for (const char* name : {"documents", "references", "system-outputs/en-de"}) {
    std::filesystem::create_directories(folder_.Path(name));
  }
  folder_.Write("documents/en-de.docs", "news\td1\nnews\td2\ntalk\td3\n");
  folder_.Write("references/en-de.refA.txt", "a\nb\nc\n");
  const std::string path = folder_.Path(".");
  const auto of = [&](const std::string& by) {
    return GroupsOf({{path, Role::kReference}}, by, 50, "en-de");
  };
  EXPECT_THAT(of("domain"), ElementsAre("news", "news", "talk"));
  EXPECT_THAT(of("lang"), ElementsAre("en-de", "en-de", "en-de"));
  EXPECT_THAT(of("doc"), ElementsAre("d1", "d2", "d3"));
}

TEST_F(Groups, PlainTextTellsNothing) {
  EXPECT_THAT(
      Of("a.txt", "x\ny\n", "domain"),
      ElementsAre(
          "no input has a field 'domain' for its segments; put them into a file with one line for "
          "each segment, as in `by` domain=FILE"));
}

// For any cut, streams with groups agree, those without are ignored, and the first record that
// differs is rejected.
TEST_F(Groups, StreamsAgree) {
  std::string a, b, text;
  std::vector<std::string> expected;
  for (int i = 0; i < 300; ++i) {
    expected.push_back(std::to_string(i / 7 % 5));
    a += "{\"hyp\": \"a\", \"g\": \"" + expected.back() + "\"}\n";
    b += "x\t" + (i == 222 ? "other" : expected.back()) + "\n";
    text += "line\n";
  }
  const InputPath plain = {folder_.Write("t.txt", text), Role::kReference};
  const InputPath json = {folder_.Write("a.jsonl", a), Role::kSystem};
  const InputPath table = {folder_.Write("b.tsv", "hyp\tg\n" + b), Role::kSystem};
  for (const uint32_t block : {20U, 77U, 1000U, 100000U}) {
    EXPECT_EQ(GroupsOf({plain, json}, "g", block), expected);
    EXPECT_THAT(GroupsOf({plain, json, table}, "g", block),
                ElementsAre(HasSubstr("b.tsv:224 has group 'other', but")));
  }
}

TEST(SplitBatch, DealsSegmentsOut) {
  std::mt19937 random(5);
  for (int round = 0; round < 300; ++round) {
    const size_t segments = random() % 9, parts = 1 + random() % 3;
    std::vector<std::string> texts(segments);
    std::vector<const std::string*> refs(segments, nullptr);
    std::vector<uint32_t> part_of(segments);
    for (size_t i = 0; i < segments; ++i) {
      texts[i] = std::string(random() % 4, 'a') + (random() % 3 == 0 ? "\nb" : "");
      if (random() % 4 > 0) refs[i] = &texts[i];
      part_of[i] = random() % parts;
    }
    Batch batch = MakeBatch({refs}, {texts});
    batch.first = 10;
    if (random() % 2 == 0) part_of.resize(random() % (segments + 1));  // the others are left out
    const bool has_lines = random() % 2 == 0, has_excluded = random() % 2 == 0;
    for (size_t i = 0; i < segments; ++i) {
      if (has_lines) batch.hyps[0].lines.push_back(100 + 2 * i);
      if (has_excluded) batch.excluded.push_back(i % 2);
    }
    const std::vector<Batch> split = SplitBatch(batch, part_of, static_cast<uint32_t>(parts));
    ASSERT_EQ(split.size(), parts);
    for (uint32_t p = 0; p < parts; ++p) {
      std::vector<std::string> own_texts;
      std::vector<const std::string*> own_refs;
      std::vector<uint32_t> places;
      for (uint32_t i = 0; i < part_of.size(); ++i) {
        if (part_of[i] != p) continue;
        own_texts.push_back(texts[i]);
        own_refs.push_back(refs[i]);
        places.push_back(i);
      }
      const Batch expected = MakeBatch({own_refs}, {own_texts});
      ASSERT_EQ(split[p].segments, places.size());
      for (const auto member : {&Batch::refs, &Batch::hyps}) {
        const Stream &has = (split[p].*member)[0], &wanted = (expected.*member)[0];
        const Stream& all = (batch.*member)[0];
        EXPECT_EQ(std::string(has.text, has.bytes), std::string(wanted.text, wanted.bytes));
        ASSERT_EQ(has.aside.size(), wanted.aside.size());
        for (size_t a = 0; a < has.aside.size(); ++a) {
          EXPECT_EQ(has.aside[a].segment, wanted.aside[a].segment);
          EXPECT_EQ(has.aside[a].text, wanted.aside[a].text);
        }
        for (uint32_t i = 0; i < places.size(); ++i) {
          EXPECT_EQ(has.missing_at(i), wanted.missing_at(i));
          EXPECT_EQ(split[p].line_of(has, i), batch.line_of(all, places[i]));
          EXPECT_EQ(split[p].index_of(i), 10 + places[i]);
          EXPECT_EQ(split[p].excluded_at(i), batch.excluded_at(places[i]));
        }
      }
    }
  }
}

}  // namespace
}  // namespace mtgauge
