// Files of formats that are not read, and text that looks a little like them.
#include "core/input/formats/foreign.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "core/input/formats/decompress.h"
#include "tests/support/archives.h"
#include "tests/support/own_folder.h"
#include "tests/unit/core/input/opened_columns.h"

namespace mtgauge {
namespace {

using testing::HasSubstr;

std::string Binary(const std::string& begin) { return begin + std::string(300, '\0'); }

std::string Tar() {
  std::string head(512, '\0');
  head.replace(0, 8, "file.txt").replace(257, 5, "ustar");
  return head + "one line\n";
}

// The error does not depend on the pieces in which the bytes arrive.
std::string Refusal(const std::string& name, const std::string& bytes,
                    const std::string& column = "") {
  const std::string message = test::ReadErrorOf(name, bytes, Role::kSystem, column);
  EXPECT_EQ(test::ReadErrorOf(name, bytes, Role::kSystem, column), message);
  EXPECT_EQ(test::ReadPieces(name, bytes, Role::kSystem, column, 1).status.message(), message);
  EXPECT_EQ(test::ReadPieces(name, bytes, Role::kSystem, column, 10'000).status.message(), message);
  return message;
}

TEST(Foreign, BinaryFilesAreNamed) {
  const std::pair<std::string, std::string> cases[] = {
      {Binary("ORC\x08"), "ORC"},
      {Binary("Obj\x01"), "Avro"},
      {Binary("PK\x03\x04"), "a zip archive"},
      {Binary("PK\x03\x04......[Content_Types].xml"), "an Excel file (xlsx)"},
      {Binary("PK\x03\x04......[Content_Types].xml......word/document.xml"),
       "a Word document (docx)"},
      {Binary("PK\x03\x04......mimetypeapplication/vnd.oasis.opendocument.text"),
       "an OpenDocument text (odt)"},
      {Binary("PK\x03\x04......mimetypeapplication/vnd.oasis.opendocument.spreadsheet"),
       "an OpenDocument table (ods)"},
      {Binary("PK\x03\x04......arr_0.npy"), "an archive of NumPy arrays (npz)"},
      {Binary("\xD0\xCF\x11\xE0"), "an old Excel file (xls)"},
      {Binary("\x93NUMPY"), "a NumPy array (npy)"},
      {Binary("\x89HDF\r\n\x1A\n"), "HDF5"},
      {Binary("\x80\x04"), "a Python pickle"},
      {Binary("SQLite format 3"), "an SQLite database"},
      {Binary("%PDF-1.7\n%"), "PDF"},
      {Tar(), "a tar archive"},
      {Binary("7z\xBC\xAF\x27\x1C"), "a 7z archive"},
      {Binary("Rar!\x1A\x07"), "a RAR archive"},
      {Binary("\x04\x22\x4D\x18"), "lz4"},
  };
  for (const auto& [bytes, name] : cases) {
    EXPECT_THAT(Refusal("f", bytes), HasSubstr("f: this is " + name + ", which mtgauge does not"));
    OpenOptions options;
    options.input_format = kPlainText;
    EXPECT_THAT(
        std::string(
            OpenColumns(MemorySource("f", bytes, true), Role::kSystem, options).status().message()),
        HasSubstr("this is " + name));
    EXPECT_THAT(std::string(CheckNotBinary("f", bytes).message()), HasSubstr("this is " + name));
  }
}

// Their first bytes are letters, and all else may be.
TEST(Foreign, BinaryFilesWithoutBinaryAreNamedByTheirEnding) {
  EXPECT_THAT(Refusal("f.pdf", "%PDF-1.4\n1 0 obj\n"), HasSubstr("f.pdf: this is PDF, which"));
  EXPECT_THAT(Refusal("f.orc", "ORC\n"), HasSubstr("f.orc: this is ORC, which"));
  EXPECT_TRUE(test::ReadPieces("f.pdf", "PDF-1.4\n", Role::kSystem, "", 1).status.ok());
}

// They have no lines.
TEST(Foreign, FilesOfColumnsAreNamedWhereLinesAreRead) {
  const std::pair<std::string, std::string> cases[] = {
      {Binary("PAR1\x15"), "Parquet"},
      {Binary("ARROW1"), "Arrow"},
      {Binary("\xFF\xFF\xFF\xFF\x98"), "an Arrow stream"},
  };
  for (const auto& [bytes, name] : cases) {
    EXPECT_THAT(std::string(CheckNotBinary("f", bytes).message()),
                HasSubstr("f: this is " + name + ", which mtgauge does not read here; "));
  }
}

TEST(Foreign, TextFilesAreNamed) {
  const std::string doubled = "\"She said \"\"no\"\"\"";
  const std::pair<std::string, std::string> cases[] = {
      {"[\"one\", \"two [\\\" ]\"]\n", "a JSON array of texts; set `input-format` json, and"},
      {"[\n  \"one\",\n  \"two\"\n]", "a JSON array of texts; set `input-format` json, and"},
      {" [{\"ref\": \"a\", \"n\": [1.5e3, null, true]},\n{\"ref\": \"b\"}]\n\n",
       "a JSON array; set `input-format` json, and"},
      {"[\"" + std::string(9000, 'x') + "\"]",
       "a JSON array of texts; set `input-format` json, and"},
      {"id,ref,hyp\n1,one,two\n", "CSV; set `input-format` csv, and"},
      {"id,ref,hyp\r\n1,\"one,\r\ntwo\",\"\"\r\n", "CSV; set `input-format` csv, and"},
      {"id;ref\n1;one, two\n", "CSV with semicolons; set `input-format` csv, and"},
      {"\"n\",\"x\"\n1,2\n", "CSV; set `input-format` csv, and"},
      {doubled + "\nno\n", "CSV; set `input-format` csv, and"},
      {"\"n\"\t\"x\"\n1\t2\n", "a table with quotes as in CSV; set `input-format` tsv-quoted, and"},
      {"[null, \"two\"]\n", "a JSON array of texts; set `input-format` json, and"},
      {"text\nYes.\n\"Yes, she said.\"\n", "CSV; set `input-format` csv, and"},
      {"\"text\"\n" + doubled + "\n", "CSV; set `input-format` csv, and"},
      {"<!DOCTYPE html>\n<p>one\n", "HTML, which"},
      {"\n<HTML lang='en'>\n", "HTML, which"},
      {"<?xml version='1.0'?>\n<!DOCTYPE tmx>\n<tmx version='1.4'>\n", "TMX, which"},
      {"<xliff version='1.2'>\n", "XLIFF, which"},
      {"<?xml version='1.0'?>\n<doc>\n", "XML, which"},
      {"<?xml is a declaration\n", "XML, which"},
  };
  for (const auto& [bytes, name] : cases) {
    EXPECT_THAT(Refusal("f", bytes), HasSubstr("f: this is " + name)) << bytes;
  }
  EXPECT_THAT(Refusal("f.xml", "<xliff version='1.2'/>\n"), HasSubstr("expected WMT's <dataset>"));
  EXPECT_THAT(Refusal("f.csv", "one\ntwo\n"), HasSubstr("f.csv:1: no column is called 'hyp'"));
  // Where lines are read, columns cannot be chosen.
  const OwnFolder folder;
  const std::string file = folder.Write("f.csv", "one,two\n");
  EXPECT_THAT(std::string(OpenLines(file, {}).status().message()),
              HasSubstr("f.csv: this is CSV, which mtgauge does not read here; write what"));
  EXPECT_THAT(std::string(OpenLines(file, {}, Reading::kLists).status().message()),
              HasSubstr("f.csv: this is CSV, which mtgauge does not read here; write JSON Lines"));
}

TEST(Foreign, CompressedFilesToo) {
  const std::pair<std::string, std::string> cases[] = {
      {test::Gzip(Tar()), "f: this is a tar archive"},
      {test::Bzip2(Tar()), "f: this is a tar archive"},
      {test::Xz("[\"one\"]"), "f: this is a JSON array of texts"},
  };
  for (const auto& [bytes, message] : cases) {
    const auto columns = OpenColumns(Decompress(MemorySource("f", bytes, true)), Role::kSystem, {});
    EXPECT_THAT(columns.status().message(), HasSubstr(message));
  }
}

TEST(Foreign, QuotedCellsOfTables) {
  const std::string table = "one\ttwo\n3\t\"She said \"\"no\"\"\"\n";
  EXPECT_THAT(Refusal("f.tsv", table, "2"), HasSubstr("f.tsv:2: this is a table with quotes"));
  EXPECT_THAT(Refusal("f.tsv", table, "two"), HasSubstr("if the quotes are text, set"));
  EXPECT_TRUE(test::ReadPieces("f.tsv", table, Role::kSystem, "1").status.ok());
  OpenOptions options = test::Choosing("2");
  options.input_format = "tsv";
  const auto read = test::ReadColumns(
      OpenColumns(MemorySource("f.tsv", table, true), Role::kSystem, options), Role::kSystem, 100);
  EXPECT_TRUE(read.status.ok()) << read.status;
}

TEST(Foreign, OtherTextIsText) {
  const std::string texts[] = {
      "[1] See there.\nNo.\n",
      "[\"Yes,\" she said.]\n",
      "[\"Yes\"]\n[\"No\"]\n",
      "[Music]\n",
      "[\n",
      "PAR1 and PAR2 are receptors.\n",
      "ORC, BZh and %PDF-1.7\n",
      "%PDF-1.7\nis how it begins\n",
      "Reference, text and source\nOne, two and three\n",
      "text,without a space\nOne line\n",
      "One, two\nThree, four\n",
      "\"Yes\"\n\"No\"\n",
      "\"Yes\", \"no\"\n",
      "\"Yes\"; and \"\"no\"\"\n",
      "\"\"Yes\"\" is quoted twice\n",
      "7z\n",
      "ref\thyp\none\ttwo\n",
      "text\n\"Yes\"\nYes, she said.\n",
      "text\nYes.\n",
      "<htmlx> is no tag\n",
      "<xmlns> and <tmx2>\n",
      "See <?xml version='1.0'?>\n",
      "<!-- a comment -->\nno <tmx>\n",
      "id,ref\n",
      "id,ref\none,\"two\"three\n",
  };
  for (const std::string& text : texts) {
    for (const uint32_t piece : {1U, 7U, 10'000U}) {
      const test::Opened opened = test::ReadPieces("f", text, Role::kSystem, "", piece);
      EXPECT_TRUE(opened.status.ok()) << opened.status;
    }
  }
}

// Whoever waits for an answer to the first line sends no second one before.
TEST(Foreign, OneLineDecidesWhenAsked) {
  OpenOptions options;
  options.line_by_line = true;
  for (const std::string first : {"\"Yes,\n", "Text,more\n", "ref;x\n", "ORC one\n", "[\n"}) {
    const std::string bytes = first + std::string(100, '\0');  // looked at only for the first line
    EXPECT_TRUE(OpenColumns(MemorySource("f", bytes, true), Role::kSystem, options).ok()) << first;
  }
  EXPECT_FALSE(
      OpenColumns(MemorySource("f", "[\"one\"]\nno\n", true), Role::kSystem, options).ok());
}

TEST(Foreign, UsersWhoChooseAreNotDoubted) {
  OpenOptions options;
  options.input_format = kPlainText;
  for (const std::string bytes : {"[\"one\"]\n", "id,ref\n1,2\n", "\"She said \"\"no\"\"\"\n"}) {
    EXPECT_TRUE(OpenColumns(MemorySource("f.csv", bytes, true), Role::kSystem, options).ok());
  }
}

}  // namespace
}  // namespace mtgauge
