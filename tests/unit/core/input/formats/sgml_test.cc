// mteval's SGML: valid input, errors, and detection of the format.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/input/formats/format.h"
#include "tests/support/own_folder.h"

namespace mtgauge {
namespace {

using testing::HasSubstr;

const FormatRow& Sgml() { return Formats().front(); }

Result<std::vector<Column>> Read(const std::string& bytes, Role role = Role::kSystem) {
  return Sgml().open(MemorySource("f.sgm", bytes, true), role, {});
}

std::string Refusal(const std::string& bytes, Role role = Role::kSystem) {
  const auto columns = Read(bytes, role);
  EXPECT_FALSE(columns.ok()) << bytes;
  return columns.status().message();
}

// Returns "system: document/id@line[text] ...".
std::string Describe(const Column& column) {
  std::string out = column.name + ":";
  for (const Segment& segment : column.table->segments) {
    out += " " + std::string(segment.document) + "/" + std::string(segment.id) + "@" +
           std::to_string(segment.line) + "[" + std::string(segment.text) + "]";
  }
  return out;
}

// Returns the text of the only system of a file whose only document is d.
std::string OneText(const std::string& text) {
  const auto columns =
      Read("<tstset><doc sysid=s docid=d><seg id=1>" + text + "</seg></doc></tstset>");
  if (!columns.ok()) return columns.status().message();
  return std::string(columns->at(0).table->segments.at(0).text);
}

TEST(Sgml, SystemsDocumentsAndSegmentsByName) {
  const auto columns = Read(
      "<tstset setid=\"t\" srclang=\"en\" trglang=\"de\">\n"
      "<DOC docid=\"news\" sysid=\"one\">\n"
      "<hl><seg id=\"1\"> A headline. </seg></hl>\n"
      "<p>\n<Seg id = '2'>Two\n\n lines</SEG>\n</p></doc>\n"
      "<doc sysid=two docid=news genre=x><seg id=1>a</seg><seg id=2>b</seg></doc >\n"
      "<doc sysid=one docid=sport><seg id=x-1>&lt;c&gt;</seg\n></doc>\n"
      "</tstset>\n");
  ASSERT_TRUE(columns.ok()) << columns.status();
  ASSERT_EQ(columns->size(), 2U);
  EXPECT_EQ(Describe(columns->at(0)),
            "one: news/1@3[ A headline. ] news/2@5[Two lines] sport/x-1@10[&lt;c&gt;]");
  EXPECT_EQ(Describe(columns->at(1)), "two: news/1@9[a] news/2@9[b]");
}

TEST(Sgml, SeveralReferencesAndTheRoleChooses) {
  const std::string file =
      "<mteval><srcset setid=s><doc docid=d><seg id=1>source</seg></doc></srcset>"
      "<refset refid=A><doc docid=d><seg id=1>first</seg></doc></refset>"
      "<refset refid=B><doc docid=d><seg id=1>second</seg></doc></refset>"
      "<tstset sysid=S><doc docid=d><seg id=1>output</seg></doc></tstset></mteval>";
  const auto references = Read(file, Role::kReference);
  ASSERT_TRUE(references.ok()) << references.status();
  ASSERT_EQ(references->size(), 2U);
  EXPECT_EQ(Describe(references->at(0)), "A: d/1@1[first]");
  EXPECT_EQ(Describe(references->at(1)), "B: d/1@1[second]");
  const auto systems = Read(file);
  ASSERT_TRUE(systems.ok()) << systems.status();
  ASSERT_EQ(systems->size(), 1U);
  EXPECT_EQ(Describe(systems->at(0)), "S: d/1@1[output]");
}

TEST(Sgml, WhiteSpaceAsPerlHasIt) {
  EXPECT_EQ(OneText(" \t\v\f\r\n a  b\xC2\xA0\xE3\x80\x80"
                    "c\n"),
            " a b c ");
  EXPECT_EQ(OneText("\xE2\x80\xA8"), " ");
  // Not white space to Perl: the separators of ASCII, zero width, undecodable bytes, NUL.
  const std::string kept(
      "a\x1C\x1F"
      "b\xE2\x80\x8B\xC2"
      "c\xFF\0d",
      12);
  EXPECT_EQ(OneText(kept), kept);
  EXPECT_EQ(OneText("\xC2"), "\xC2");
}

TEST(Sgml, TextIsLeftAloneOtherwise) {
  EXPECT_EQ(OneText(""), "");
  EXPECT_EQ(OneText("a < b <b>bold</b> <skipped> <!-- c --> &amp;lt; <segment> <doc> </segs>"),
            "a < b <b>bold</b> <skipped> <!-- c --> &amp;lt; <segment> <doc> </segs>");
}

TEST(Sgml, AnEmptyElementIsAnEmptySegment) {
  const auto columns =
      Read("<tstset><doc sysid=s docid=d><seg id=\"1\"/><seg id=2 />\n<seg id=3/></doc></tstset>");
  ASSERT_TRUE(columns.ok()) << columns.status();
  EXPECT_EQ(Describe(columns->at(0)), "s: d/1@1[] d/2@1[] d/3@2[]");
}

TEST(Sgml, AFileThatNamesNoSystemHasOne) {
  const auto columns = Read("<tstset><doc docid=d><seg id=1>a</seg></doc></tstset>");
  ASSERT_TRUE(columns.ok()) << columns.status();
  EXPECT_EQ(Describe(columns->at(0)), ": d/1@1[a]");
}

TEST(Sgml, RefusalsNameTheLine) {
  const std::string doc = "<tstset>\n<doc sysid=s docid=d>\n";
  EXPECT_EQ(Refusal(doc + "<seg id=1>a\n<seg id=2>b</seg></doc></tstset>"),
            "f.sgm:3: <seg> has no end; close it");
  EXPECT_EQ(Refusal(doc + "<seg id=1>a\n</doc></tstset>"), "f.sgm:3: <seg> has no end; close it");
  EXPECT_EQ(Refusal(doc + "<seg id=1>a</seg>\n\n</tstset>"), "f.sgm:2: <doc> has no end; close it");
  EXPECT_EQ(Refusal(doc + "<seg id=1>a\nb</seg>\n<doc docid=e sysid=s>"),
            "f.sgm:2: <doc> has no end; close it");
  EXPECT_EQ(Refusal(doc + "<seg id=1>a</seg></doc>\n"), "f.sgm:1: <tstset> has no end; close it");
  EXPECT_EQ(Refusal(doc + "<seg id=1>a</seg></doc>\n<refset>"),
            "f.sgm:1: <tstset> has no end; close it");
  EXPECT_EQ(Refusal(doc + "<seg id=1"), "f.sgm:3: <seg> has no '>'; complete the file");
  EXPECT_EQ(Refusal(doc + "</seg>"),
            "f.sgm:3: the end of a <seg> that has no beginning; complete the file");
  EXPECT_EQ(Refusal("<tstset>\n</doc>"),
            "f.sgm:2: the end of a <doc> that has no beginning; complete the file");
  EXPECT_EQ(Refusal("<tstset>\n</refset>"),
            "f.sgm:2: the end of a <refset> that has no beginning; complete the file");
  EXPECT_EQ(Refusal("<tstset>\n<seg id=1>a</seg></tstset>"),
            "f.sgm:2: a <seg> outside <doc>; complete the file");
  EXPECT_EQ(Refusal("\n<doc docid=d><seg id=1>a</seg></doc>"),
            "f.sgm:2: a <doc> outside <refset> and <tstset>; complete the file");
  EXPECT_EQ(Refusal(doc + "</doc></tstset>"),
            "f.sgm:2: no segment in document 'd'; complete the file");
  EXPECT_EQ(Refusal("<tstset>\n<doc sysid=s>"),
            "f.sgm:2: <doc> has no docid; add docid to every <doc>");
  EXPECT_EQ(Refusal(doc + "<seg>a</seg></doc></tstset>"),
            "f.sgm:3: <seg> has no id; add an id to every <seg>");
  EXPECT_EQ(
      Refusal(doc + "<seg id=7>a</seg>\n\n<seg id=7>b</seg></doc></tstset>"),
      "f.sgm:5: the segment '7' of document 'd' is already on line 3; give each a different id");
  EXPECT_EQ(Refusal(doc + "<seg id=7>a</seg></doc>\n<doc sysid=s docid=d><seg id=8>b</seg>"),
            "f.sgm:4: the document 'd' of 's' is already on line 2; remove one");
}

TEST(Sgml, TheWrongKindOfFileIsNamed) {
  const std::string body = "<doc sysid=s docid=d><seg id=1>a</seg></doc>";
  EXPECT_EQ(
      Refusal("<tstset>" + body + "</tstset>", Role::kReference),
      "f.sgm: found a <tstset>, expected a <refset>; reference files come first, outputs after "
      "`input`");
  EXPECT_EQ(
      Refusal("<refset>" + body + "</refset>"),
      "f.sgm: found a <refset>, expected a <tstset>; reference files come first, outputs after "
      "`input`");
  EXPECT_EQ(Refusal("<srcset>" + body + "</srcset>"),
            "f.sgm: no <tstset>; this file holds the source text");
  EXPECT_EQ(Refusal("some text\n"),
            "f.sgm: no <tstset>; if this is plain text, rename it to end in .txt");
  EXPECT_EQ(Refusal("<tstset></tstset>"), "f.sgm: no document in the <tstset>");
  EXPECT_THAT(std::string(Sgml()
                              .open(MemorySource("f.xml", "<refset>", true), Role::kSystem, {})
                              .status()
                              .message()),
              HasSubstr("f.xml: mteval decodes entities twice in files named .xml"));
}

TEST(Sgml, IsDetectedByItsFirstTag) {
  for (const char* head : {"<refset setid", "<TSTSET>", "\n <srcset\n", "<mteval>",
                           "<?xml version=\"1.0\"?>\n<!DOCTYPE mteval SYSTEM \"m.dtd\">\n<mteval>",
                           "<!-- a > b -->\n<!DOCTYPE refset>\n<refset "}) {
    EXPECT_EQ(Sgml().detect(head), Detected::kYes) << head;
  }
  for (const char* head : {"The cat", "<b>", "a <refset>", "<refsets>", "<doc>", "<tst>",
                           "<?xml version=\"1.0\"?><dataset>", "< refset>", "{", "\x1F\x8B"}) {
    EXPECT_EQ(Sgml().detect(head), Detected::kNo) << head;
  }
  for (const char* head : {"", " \n", "<", "<ref", "<REFSET", "<?xml version", "<!-- x > y",
                           "<!DOCTYPE mteval SYSTEM \"m.dtd\">\n"}) {
    EXPECT_EQ(Sgml().detect(head), Detected::kNeedsMore) << head;
  }
}

}  // namespace
}  // namespace mtgauge
