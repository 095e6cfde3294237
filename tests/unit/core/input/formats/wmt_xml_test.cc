// WMT's XML: valid input, errors, and that no other file is ever read.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <libxml/xmlerror.h>

#include <chrono>

#include "core/input/formats/format.h"
#include "tests/support/own_folder.h"
#include "tests/support/shared_data.h"

namespace mtgauge {
namespace {

using testing::HasSubstr;

const FormatRow& Xml() {
  for (const FormatRow& row : Formats()) {
    if (row.name == "wmt-xml") return row;
  }
  throw std::logic_error("no such format");
}

Result<std::vector<Column>> ReadXml(const std::string& bytes, Role role = Role::kSystem) {
  return Xml().open(MemorySource("f.xml", bytes, true), role, {});
}

std::string XmlRefusal(const std::string& bytes, Role role = Role::kSystem) {
  const auto columns = ReadXml(bytes, role);
  EXPECT_FALSE(columns.ok()) << bytes;
  return columns.status().message();
}

// Returns "name: document/id@line[text] ...", with "-" for missing segments.
std::string DescribeXml(const Column& column) {
  std::string out = column.name + ":";
  for (const Segment& segment : column.table->segments) {
    out += " " + std::string(segment.document) + "/" + std::string(segment.id) + "@" +
           std::to_string(segment.line) +
           (segment.missing ? "-" : "[" + std::string(segment.text) + "]");
  }
  return out;
}

std::vector<std::string> Columns(const std::string& bytes, Role role) {
  const auto columns = ReadXml(bytes, role);
  if (!columns.ok()) return {columns.status().message()};
  std::vector<std::string> out;
  for (const Column& column : *columns) out.push_back(DescribeXml(column));
  return out;
}

std::string Document(const std::string& id, const std::string& versions) {
  return "<doc origlang='en' id='" + id + "'>" + versions + "</doc>";
}

std::string Dataset(const std::string& documents) {
  return "<dataset id='t'>" + documents + "</dataset>";
}

std::string Hyp(const std::string& segments) { return "<hyp system='S'>" + segments + "</hyp>"; }

// Returns the only text of a file.
std::string OneXmlText(const std::string& text) {
  const auto columns = ReadXml(Dataset(Document("d", Hyp("<seg id='1'>" + text + "</seg>"))));
  if (!columns.ok()) return columns.status().message();
  return std::string(columns->at(0).table->segments.at(0).text);
}

TEST(WmtXml, ReferencesAndSystemsByName) {
  const std::string file =
      "\xEF\xBB\xBF<?xml version='1.0' encoding='utf-8'?>\n"
      "<dataset id='t'><collection id='c'>\n"
      "<doc id='a' origlang='en' domain='news'>\n"
      "<src lang='en'><p><seg id='1'>s</seg></p><p>\n<seg id='2'>s</seg></p></src>\n"
      "<ref lang='de' translator='A'><p><seg id='2'>zwei</seg>\n<seg id='1'>eins</seg></p></ref>\n"
      "<ref lang='de' translator='B'><p><seg id='1'/></p></ref>\n"
      "<hyp system='S&amp;T &quot;x&quot; &#38;lt;' lang='de'><seg id='1'>one</seg>"
      "<seg id='2'>two</seg></hyp>\n"
      "</doc></collection>\n"
      "<doc id='b'><src><seg id='1'>s</seg></src><ref translator='C'><seg id='1'>drei</seg></ref>"
      "<hyp system='S&#38;T &#x22;x&quot; &amp;lt;'><seg id='1'>three</seg></hyp></doc>\n"
      "</dataset>\n";
  EXPECT_EQ(Columns(file, Role::kReference),
            (Lines{"A: a/1@7[eins] a/2@6[zwei] b/1@11-", "B: a/1@8[] a/2@5- b/1@11-",
                   "C: a/1@4- a/2@5- b/1@11[drei]"}));
  EXPECT_EQ(Columns(file, Role::kSystem),
            (Lines{"S&T \"x\" &lt;: a/1@9[one] a/2@9[two] b/1@11[three]"}));
}

TEST(WmtXml, LinesBeyondSixteenBits) {
  const auto columns =
      ReadXml("<dataset>" + std::string(70000, '\n') +
              Document("d", Hyp("<seg id='1'>a</seg>\n<seg id='2'>b</seg>")) + "</dataset>");
  ASSERT_TRUE(columns.ok()) << columns.status();
  EXPECT_EQ(DescribeXml(columns->at(0)), "S: d/1@70001[a] d/2@70002[b]");
}

TEST(WmtXml, TextStandsAsItIsButForLineFeeds) {
  EXPECT_EQ(OneXmlText(" two  spaces\xC2\xA0\t"), " two  spaces\xC2\xA0\t");
  EXPECT_EQ(OneXmlText("\n   indented\n   text\r\n "), "indented text");
  EXPECT_EQ(OneXmlText("a&#10;b"), "a b");
  EXPECT_EQ(OneXmlText(" \n "), "");
  EXPECT_EQ(OneXmlText("&lt;b&gt; &amp;amp; <![CDATA[<i> &amp;]]> &#8230;<!-- c --><?p i?>"),
            "<b> &amp; <i> &amp; \xE2\x80\xA6");
  const std::string long_text(3 << 20, 'x');
  EXPECT_EQ(OneXmlText(long_text), long_text);
}

TEST(WmtXml, DocumentsOfTestSuitesArePassedOver) {
  const std::string suite =
      "<doc id='t' testsuite='x'><hyp system='Z'><seg id='1'>z</seg></hyp></doc>";
  EXPECT_EQ(
      Columns(Dataset(suite + Document("d", Hyp("<seg id='1'>a</seg>")) + suite), Role::kSystem),
      Lines{"S: d/1@1[a]"});
  EXPECT_EQ(XmlRefusal(Dataset(suite)),
            "f.xml: there is no <hyp> with text; name a file with outputs after `input`");
}

// sacreBLEU's rule; without any reference in the file nothing is left out.
TEST(WmtXml, WhatNobodyTranslatedIsLeftOut) {
  const std::string hyp = Hyp("<seg id='1'>a</seg><seg id='2'>b</seg><seg id='3'>c</seg>");
  const std::string file = Dataset(
      Document("d",
               "<ref translator='A'><seg id='1'>x</seg><seg id='2'></seg><seg id='3'/></ref>"
               "<ref translator='B'><seg id='3'>y</seg></ref>" +
                   hyp));
  EXPECT_EQ(Columns(file, Role::kSystem), Lines{"S: d/1@1[a] d/3@1[c]"});
  EXPECT_EQ(Columns(file, Role::kReference), (Lines{"A: d/1@1[x] d/3@1[]", "B: d/1@1- d/3@1[y]"}));
  EXPECT_EQ(Columns(Dataset(Document("d", hyp)), Role::kSystem),
            Lines{"S: d/1@1[a] d/2@1[b] d/3@1[c]"});
}

TEST(WmtXml, ATranslatorCanBeTheSources) {
  const std::string seg = "<seg id='1'>x</seg>";
  EXPECT_EQ(Columns(Dataset(Document("d", "<src translator='A'>" + seg + "</src><ref>" + seg +
                                              "</ref><src translator='B'>" + seg + "</src><ref>" +
                                              seg + "</ref>")),
                    Role::kReference),
            (Lines{"A: d/1@1[x]", "B: d/1@1[x]"}));
  EXPECT_EQ(Columns(Dataset(Document("d", "<ref>" + seg + "</ref>")), Role::kReference),
            Lines{": d/1@1[x]"});
}

// Writes ASCII and Latin-1 in units of so many bytes, after a mark.
std::string InUnits(std::string_view text, size_t bytes, bool little, std::string mark) {
  const std::string zeros(bytes - 1, '\0');
  for (const char c : text) mark += little ? c + zeros : zeros + c;
  return mark;
}

TEST(WmtXml, Encodings) {
  const std::string body = Dataset(Document("d", Hyp("<seg id='1'>gr\xFC\xDF</seg>")));
  const auto declared = [](const std::string& encoding) {
    return "<?xml version='1.0' encoding='" + encoding + "'?>\n";
  };
  EXPECT_EQ(Columns(declared("iso-8859-1") + body, Role::kSystem),
            Lines{"S: d/1@2[gr\xC3\xBC\xC3\x9F]"});
  EXPECT_EQ(Columns(declared("latin1") + body, Role::kSystem),
            Lines{"S: d/1@2[gr\xC3\xBC\xC3\x9F]"});

  // Those of one byte a character, by any name.
  const std::string cyrillic = Dataset(Document("d", Hyp("<seg id='1'>\xC4\xE0</seg>")));
  EXPECT_EQ(Columns(declared("Windows-1251") + cyrillic, Role::kSystem),
            Lines{"S: d/1@2[\u0414\u0430]"});
  EXPECT_EQ(Columns(declared("koi8-r") + cyrillic, Role::kSystem), Lines{"S: d/1@2[\u0434\u042e]"});
  EXPECT_EQ(Columns(declared("ISO8859-15") + cyrillic, Role::kSystem),
            Lines{"S: d/1@2[\u00c4\u00e0]"});
  EXPECT_EQ(Columns("<?xml version='1.0'\n encoding = \"cp1252\" standalone='yes'?>\n" +
                        Dataset(Document("d", Hyp("<seg id='1'>\x80&#169;</seg>"))),
                    Role::kSystem),
            Lines{"S: d/1@3[\u20ac\u00a9]"});
  EXPECT_EQ(XmlRefusal(declared("cp1252") + Dataset(Document("d", Hyp("<seg id='1'>\x81</seg>")))),
            "f.xml:2: not well-formed XML: bytes that are invalid in the declared encoding; repair "
            "the file, or get an undamaged copy");
  for (const char* encoding : {"klingon", "shift_jis", "gb18030"}) {
    EXPECT_EQ(XmlRefusal(declared(encoding) + body),
              std::string("f.xml:1: mtgauge does not read XML in the encoding '") + encoding +
                  "'; convert the file (iconv -f " + encoding +
                  " -t UTF-8), and declare encoding=\"UTF-8\" in its first line");
  }

  // What is not a name is a fault of the XML.
  for (const char* encoding : {"a\nb", "$(b)", "<b"}) {
    EXPECT_THAT(XmlRefusal(declared(encoding) + body), HasSubstr("f.xml:1: not well-formed XML: "));
  }
  EXPECT_THAT(XmlRefusal("<?xml version='1.0' encoding='gb18030\n" + body),
              HasSubstr("f.xml:1: not well-formed XML: "));

  for (const char* encoding : {"utf-16", "utf-16le", "ucs-2", "utf-32"}) {
    EXPECT_EQ(XmlRefusal(declared(encoding) + body),
              "f.xml:1: the file declares the encoding '" + std::string(encoding) +
                  "', but is not in it; declare the encoding that it has, as encoding=\"UTF-8\" in "
                  "its first line");
  }
  EXPECT_THAT(XmlRefusal(declared("utf-8") + body),
              testing::StartsWith("f.xml:2: not well-formed"));
  EXPECT_EQ(
      XmlRefusal(declared("us-ascii") + body),
      "f.xml:2: not well-formed XML: bytes that are invalid in the declared encoding; repair the "
      "file, or get an undamaged copy");
}

// The first bytes tell UTF-16, whatever name of it, or of the encoding before, is declared.
TEST(WmtXml, EncodingsOfSeveralBytes) {
  const std::string body = Dataset(Document("d", Hyp("<seg id='1'>gr\xFC\xDF</seg>")));
  const Lines read = {"S: d/1@2[gr\xC3\xBC\xC3\x9F]"};
  for (const char* encoding :
       {"utf-16", "UTF-16LE", "utf-16-le", "UCS-2", "ISO-10646-UCS-2", "utf-8", "cp1252"}) {
    const std::string text =
        "<?xml version='1.0' encoding='" + std::string(encoding) + "'?>\n" + body;
    EXPECT_EQ(Columns(InUnits(text, 2, true, "\xFF\xFE"), Role::kSystem), read) << encoding;
    EXPECT_EQ(Columns(InUnits(text, 2, true, ""), Role::kSystem), read) << encoding;
    EXPECT_EQ(Columns(InUnits(text, 2, false, "\xFE\xFF"), Role::kSystem), read) << encoding;
    EXPECT_EQ(Columns(InUnits(text, 2, false, ""), Role::kSystem), read) << encoding;
  }
  // A character of two units that lies across two blocks.
  std::string text = InUnits("<dataset>", 2, true, "");
  const std::string hyp = InUnits(Document("d", Hyp("<seg id='1'>|</seg>")), 2, true, "");
  const size_t bar = hyp.find('|');
  while (text.size() + bar < (256 << 10) - 2) text += InUnits(" ", 2, true, "");
  text += hyp.substr(0, bar) + std::string("\x3D\xD8\x00\xDE", 4) + hyp.substr(bar + 2) +
          InUnits("</dataset>", 2, true, "");
  EXPECT_EQ(Columns(text, Role::kSystem), Lines{"S: d/1@1[\U0001F600]"});

  const std::string invalid =
      "not well-formed XML: bytes that are invalid in the declared encoding";
  const std::string good = InUnits("<dataset>\n", 2, true, "");
  for (const std::string& bytes : {std::string("\x00\xDC", 2), std::string("\x00\xD8 \0", 4),
                                   std::string("\x00\xD8", 2), std::string(" ")}) {
    EXPECT_THAT(XmlRefusal(good + bytes), testing::StartsWith("f.xml:2: " + invalid));
  }

  const auto refused = [](const std::string& encoding, const std::string& of_iconv) {
    return "f.xml:1: mtgauge does not read XML in the encoding '" + encoding +
           "'; convert the file (iconv -f " + of_iconv +
           " -t UTF-8), and declare encoding=\"UTF-8\" in its first line";
  };
  EXPECT_EQ(XmlRefusal(InUnits(body, 4, true, std::string("\xFF\xFE\0\0", 4))),
            refused("utf-32", "utf-32"));
  EXPECT_EQ(XmlRefusal(InUnits(body, 4, false, std::string("\0\0\xFE\xFF", 4))),
            refused("utf-32", "utf-32"));
  EXPECT_EQ(XmlRefusal(InUnits(body, 4, true, "")), refused("utf-32le", "utf-32le"));
  EXPECT_EQ(XmlRefusal(InUnits(body, 4, false, "")), refused("utf-32be", "utf-32be"));
  EXPECT_EQ(XmlRefusal("\x4C\x6F\xA7\x94\x93"), refused("ebcdic", "ibm037"));
}

TEST(WmtXml, TheThreadsOwnHandlerOfErrorsComesBack) {
  const xmlStructuredErrorFunc mine = [](void*, auto*) {};
  int context = 0;
  xmlSetStructuredErrorFunc(&context, mine);
  EXPECT_THAT(XmlRefusal("<dataset"), HasSubstr("f.xml:1"));
  EXPECT_EQ(xmlStructuredError, mine);
  EXPECT_EQ(xmlStructuredErrorContext, &context);
  xmlSetStructuredErrorFunc(nullptr, nullptr);
}

TEST(WmtXml, NothingIsExpandedAndNoOtherFileIsRead) {
  const OwnFolder folder;
  const std::string secret = folder.Write("secret", "do not tell");
  const std::string type =
      "f.xml:2: a document type is not allowed, since it could declare entities; remove <!DOCTYPE "
      "...>";
  const std::string body = Dataset(Document("d", Hyp("<seg id='1'>&e;</seg>")));
  std::string bomb = "<!ENTITY a0 'aaaaaaaaaa'>";
  for (int i = 1; i < 30; ++i) {
    const std::string before = "&a" + std::to_string(i - 1) + ";";
    bomb += "<!ENTITY a" + std::to_string(i) + " '" + before + before + before + "'>";
  }
  const Lines declarations = {" [<!ENTITY e SYSTEM 'file://" + secret + "'>]>",
                              " SYSTEM '" + secret + "'>",
                              " [<!ENTITY % p SYSTEM '" + secret + "'> %p;]>",
                              " [" + bomb + "<!ENTITY e '&a29;'>]>",
                              " [<!ENTITY e '&e;'>]>",
                              ">",
                              " PUBLIC '-//x' 'http://localhost:1/x.dtd'>"};
  for (const std::string& declared : declarations) {
    const std::string refusal =
        XmlRefusal("<?xml version='1.0'?>\n<!DOCTYPE dataset" + declared + body);
    EXPECT_EQ(refusal, type) << declared;
  }
  EXPECT_EQ(
      XmlRefusal(body),
      "f.xml:1: not well-formed XML: Entity 'e' not defined; repair the file, or get an undamaged "
      "copy");
  // XInclude is not enabled: this is an ordinary element.
  const std::string include =
      "<xi:include xmlns:xi='http://www.w3.org/2001/XInclude' href='" + secret + "' parse='text'/>";
  EXPECT_EQ(Columns(Dataset(include + Document("d", Hyp(include + "<seg id='1'>a</seg>"))),
                    Role::kSystem),
            Lines{"S: d/1@1[a]"});
  EXPECT_THAT(XmlRefusal(Dataset(Document("d", Hyp("<seg id='1'>" + include + "</seg>")))),
              HasSubstr("a <include> inside a <seg>"));
}

TEST(WmtXml, TooMuchIsRefused) {
  std::string deep = "<dataset>";
  for (int i = 0; i < 100000; ++i) deep += "<p>";
  EXPECT_EQ(XmlRefusal(deep), "f.xml:1: elements are nested more than 64 deep; flatten them");
  EXPECT_THAT(XmlRefusal("<dataset id='" + std::string(20 << 20, 'x')),
              HasSubstr("f.xml:1: not well-formed XML: "));
  std::string many;
  for (int i = 0; i <= 1000; ++i) {
    many += "<hyp system='" + std::to_string(i) + "'><seg id='1'>a</seg></hyp>";
  }
  EXPECT_EQ(XmlRefusal(Dataset(Document("d", many))),
            "f.xml:1: more than 1000 of <hyp>; split the file");
}

TEST(WmtXml, EveryTruncationIsRefused) {
  const std::string file =
      Dataset(Document("d", "<src><seg id='1'>s</seg></src>" + Hyp("<seg id='1'>a &amp; b</seg>")));
  ASSERT_TRUE(ReadXml(file).ok());
  for (size_t bytes = 0; bytes < file.size(); ++bytes) {
    EXPECT_THAT(XmlRefusal(file.substr(0, bytes)), testing::StartsWith("f.xml:1: ")) << bytes;
  }
}

TEST(WmtXml, RefusalsNameTheLine) {
  const std::string open = "<dataset>\n<doc id='d'>\n";
  EXPECT_EQ(
      XmlRefusal(open + "<hyp>\n<seg id='1'>a</hyp>"),
      "f.xml:4: not well-formed XML: Opening and ending tag mismatch: seg line 4 and hyp; repair "
      "the file, or get an undamaged copy");
  EXPECT_EQ(
      XmlRefusal(open + "<hyp>\n<seg id='1'>a</seg>\n<seg id='1'>a</seg>"),
      "f.xml:5: the segment '1' of document 'd' is already on line 4; give each a different id");
  EXPECT_EQ(
      XmlRefusal(open + "<src><seg id='1'>a</seg></src>\n<hyp><seg id='2'>b</seg></hyp></doc>"),
      "f.xml:4: the source of document 'd' has no segment '2'; use the same ids everywhere");
  EXPECT_EQ(
      XmlRefusal(open + "<hyp system='S'><seg id='1'>a</seg></hyp>\n<hyp system='S'></hyp></doc>"),
      "f.xml:4: the <hyp> of 'S' is already on line 3; remove one");
  EXPECT_EQ(XmlRefusal(open + "<hyp><seg id='1'>a</seg></hyp></doc>\n<doc id='d'>"),
            "f.xml:4: the document 'd' is already on line 2; remove one");
  EXPECT_EQ(XmlRefusal(open + "<src/></doc>"),
            "f.xml:2: no segment in document 'd'; complete the file");
  EXPECT_EQ(XmlRefusal(open + "<hyp><seg>"), "f.xml:3: <seg> has no id; add an id to every <seg>");
  EXPECT_EQ(XmlRefusal("<dataset>\n<doc>"), "f.xml:2: <doc> has no id; add an id to every <doc>");
  EXPECT_EQ(XmlRefusal(open + "<seg id='1'>"),
            "f.xml:3: a <seg> outside <src>, <ref> and <hyp>; complete the file");
  EXPECT_EQ(XmlRefusal("<dataset>\n<hyp>"), "f.xml:2: a <hyp> outside <doc>; complete the file");
  EXPECT_EQ(XmlRefusal(open + "<hyp>\n<ref>"), "f.xml:4: a <ref> within a <hyp>; close that first");
  EXPECT_EQ(XmlRefusal(open + "<doc id='e'>"), "f.xml:3: a <doc> inside a <doc>; close that first");
  EXPECT_EQ(XmlRefusal(open + "<hyp>\n<seg id='1'>a <b>b</b></seg>"),
            "f.xml:4: a <b> inside a <seg>, which may hold only text; remove it");
  EXPECT_EQ(
      XmlRefusal("\n<xliff version='1'/>"),
      "f.xml:2: found a <xliff>, expected WMT's <dataset>; if this is plain text, rename it to end "
      "in .txt");
  for (const char* no_xml : {"", "\n", "plain text\n"}) {
    EXPECT_THAT(XmlRefusal(no_xml),
                HasSubstr(": this is not XML; if this is plain text, rename it to end in .txt"));
  }
  EXPECT_EQ(XmlRefusal(Dataset(Document("d", Hyp("<seg id='1'>a</seg>"))), Role::kReference),
            "f.xml: there is no <ref> with text; name a file with references first");
}

TEST(WmtXml, IsDetectedByItsFirstTag) {
  for (const char* head : {"<dataset id=", "<dataset>", "<?xml version='1.0'?>\n<dataset ",
                           "<!-- a > b --><dataset\n"}) {
    EXPECT_EQ(Xml().detect(head), Detected::kYes) << head;
  }
  for (const char* head : {"The cat", "<datasets>", "<refset>", "{"}) {
    EXPECT_EQ(Xml().detect(head), Detected::kNo) << head;
  }
  for (const char* head : {"", "<", "<data", "<?xml version='1.0'"}) {
    EXPECT_EQ(Xml().detect(head), Detected::kNeedsMore) << head;
  }
}

TEST(WmtXml, AStopEndsTheReading) {
  const std::atomic<bool> stop = true;
  OpenOptions options;
  options.stop = &stop;
  EXPECT_EQ(
      Xml().open(MemorySource("f.xml", "<dataset>", true), Role::kSystem, options).status().kind(),
      ErrorKind::kCancelled);
}

// Through the public functions: a file for both roles, columns by name, segments that a system
// lacks.
TEST(WmtXml, ColumnsOfAFileByName) {
  const OwnFolder folder;
  const std::string doc =
      "<src><seg id='1'>s</seg></src><ref translator='A'><seg id='1'>a</seg></ref>"
      "<ref translator='B'><seg id='1'>b</seg></ref>" +
      Hyp("<seg id='1'>x</seg>");
  const std::string path = folder.Write(
      "f.txt", Dataset(Document("d", doc + "<hyp system='T:1'><seg id='1'>y</seg></hyp>") +
                       Document("e", doc)));
  const auto names = [](const Result<std::vector<std::vector<OpenedColumn>>>& inputs) {
    if (!inputs.ok()) return inputs.status().message();
    std::string out;
    for (const auto& columns : *inputs) {
      for (const OpenedColumn& column : columns) out += column.name + " ";
      out += "| ";
    }
    return out;
  };
  EXPECT_EQ(names(OpenInputs({{path, Role::kReference}, {path + ":S", Role::kSystem}}, {})),
            "A B | S | ");
  EXPECT_EQ(names(OpenInputs({{path + ":B", Role::kReference}, {path + ":S", Role::kSystem}}, {})),
            "B | S | ");
  EXPECT_EQ(names(OpenInputs({{path + ":C", Role::kReference}}, {})),
            path + ": no system or reference is called 'C' (known: A, B)");
  EXPECT_EQ(names(OpenInputs({{path, Role::kReference}, {path, Role::kSystem}}, {})),
            path + ": no segment '1' of document 'e' of 'T:1', which is in " + path +
                ":1; all references and systems must have the same segments");
  // Alone, its missing segments are no error; a name may contain a colon.
  EXPECT_EQ(names(OpenInputs({{path + ":T:1", Role::kSystem}}, {})), "T:1 | ");
}

// The time must not grow with the square of the length, which would take a minute.
TEST(WmtXml, AnAttributeOfManyEntities) {
  std::string escaped, name;
  for (size_t i = 0; i < 1'000'000; ++i) {
    escaped += i % 2 == 0 ? "&amp;" : "x";
    name += i % 2 == 0 ? "&" : "x";
  }
  const auto begin = std::chrono::steady_clock::now();
  const auto columns = ReadXml(Dataset(Document("d", "<src><seg id='1'>s</seg></src><hyp system='" +
                                                         escaped + "'><seg id='1'>h</seg></hyp>")));
  ASSERT_TRUE(columns.ok()) << columns.status();
  EXPECT_TRUE(columns->front().name == name);
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(20));
}

}  // namespace
}  // namespace mtgauge
