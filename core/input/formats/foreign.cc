// The table, and the shapes of JSON arrays and of CSV.
#include "core/input/formats/foreign.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <iterator>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/input/formats/first_tag.h"
#include "core/input/peek.h"
#include "core/input/tables/row_source.h"
#include "core/text/utf8.h"

namespace mtgauge {
namespace {

// Returns true if there is a control character or invalid UTF-8.
bool HasBinary(std::string_view head) {
  static constexpr std::string_view kOfText = "\t\n\v\f\r\x1B";
  const bool control = std::any_of(head.begin(), head.end(), [](char c) {
    return static_cast<unsigned char>(c) < ' ' && kOfText.find(c) == kOfText.npos;
  });
  constexpr size_t kCharacter = 3;  // bytes of a character whose last one is cut off
  const std::optional<size_t> invalid = FindInvalidUtf8(head);
  return control || (invalid && *invalid + kCharacter < head.size());
}

struct BinaryFormat {
  ForeignFormat format;
  std::string_view magic;
  size_t at = 0;                 // place of the magic
  std::string_view also = {};    // further bytes somewhere in the head
  std::string_view ending = {};  // of a name that needs no binary head; empty if all need it

  Detected Detect(const FileHead& head) const {
    const size_t begin = std::min(at, head.bytes.size());
    const std::string_view has = head.bytes.substr(begin, magic.size());
    // The name in front of the magic of an archive has no line feed.
    if (!magic.starts_with(has) || head.bytes.substr(0, begin).find('\n') != head.bytes.npos) {
      return Detected::kNo;
    }
    const bool named = !ending.empty() && head.name.ends_with(ending);
    if (has == magic && (named || HasBinary(head.bytes)) &&
        head.bytes.find(also) != head.bytes.npos) {
      return Detected::kYes;
    }
    return head.complete ? Detected::kNo : Detected::kNeedsMore;
  }
};

constexpr std::string_view kUnpack = "unpack it, and name the files in it";
constexpr std::string_view kNumpy = "write one text a line, as numpy.savetxt does with fmt='%s'";
constexpr std::string_view kSaveText = "save it as plain text, one segment a line";
constexpr std::string_view kExport = "export it as JSON Lines, one object for each row";

// The most special ones come first.
constexpr BinaryFormat kBinaries[] = {
    {{"Parquet", "read_parquet('{}')", "", "", "parquet"}, "PAR1"},
    {{"encrypted Parquet", "", "decrypt it"}, "PARE"},
    {{"Arrow", "read_feather('{}')", "", "", "arrow"}, "ARROW1"},
    {{"an Arrow stream", "", kExport, "", "arrow"}, "\xFF\xFF\xFF\xFF"},
    {{"Feather 1", "read_feather('{}')"}, "FEA1"},
    {{"ORC", "read_orc('{}')"}, "ORC", 0, "", ".orc"},
    {{"Avro", "", kExport}, "Obj\x01"},
    {{"a Word document (docx)", "", kSaveText}, "PK\x03\x04", 0, "word/"},
    {{"an OpenDocument text (odt)", "", kSaveText}, "PK\x03\x04", 0, "opendocument.text"},
    {{"an OpenDocument table (ods)", "read_excel('{}', dtype=str)"},
     "PK\x03\x04",
     0,
     "opendocument.spreadsheet"},
    {{"an Excel file (xlsx)", "read_excel('{}', dtype=str)"},
     "PK\x03\x04",
     0,
     "[Content_Types].xml"},
    {{"an old Excel file (xls)", "read_excel('{}', dtype=str)"}, "\xD0\xCF\x11\xE0"},
    {{"an archive of NumPy arrays (npz)", "", kNumpy}, "PK\x03\x04", 0, ".npy"},
    {{"a NumPy array (npy)", "", kNumpy}, "\x93NUMPY"},
    {{"a zip archive", "", kUnpack}, "PK\x03\x04"},
    {{"a tar archive", "", kUnpack}, "ustar", 257},
    {{"a 7z archive", "", kUnpack}, "7z\xBC\xAF\x27\x1C"},
    {{"a RAR archive", "", kUnpack}, "Rar!\x1A\x07"},
    {{"HDF5", "read_hdf('{}')"}, "\x89HDF\r\n"},
    {{"a Python pickle", "read_pickle('{}')"}, "\x80\x02"},
    {{"a Python pickle", "read_pickle('{}')"}, "\x80\x03"},
    {{"a Python pickle", "read_pickle('{}')"}, "\x80\x04"},
    {{"a Python pickle", "read_pickle('{}')"}, "\x80\x05"},
    {{"an SQLite database", "", kExport}, "SQLite format 3"},
    {{"PDF", "", "extract its text: pdftotext '{}'"}, "%PDF-", 0, "", ".pdf"},
    {{"lz4", "", "decompress it: unlz4 '{}'"}, "\x04\x22\x4D\x18"},
};

constexpr std::string_view kJsonSpace = " \t\r\n";

// Steps over one token of JSON; returns its first character, or 0 if it is none. A string or number
// may be cut off by the end of the text.
char NextToken(std::string_view& text) {
  const char first = text.front();
  size_t bytes = 1;
  if (first == '"') {
    for (; bytes < text.size() && text[bytes] != '"'; ++bytes) {
      if (static_cast<unsigned char>(text[bytes]) < ' ') return 0;
      if (text[bytes] == '\\') ++bytes;
    }
    ++bytes;
  } else if (std::string_view("[]{},:").find(first) == std::string_view::npos) {
    bytes = std::min(text.find_first_of(" \t\r\n[]{},:\""), text.size());
    static constexpr std::string_view kWords[] = {"true", "false", "null", "NaN"};
    const std::string_view word = text.substr(0, bytes);
    const bool known = std::any_of(std::begin(kWords), std::end(kWords), [&](auto known_word) {
      return known_word == word || (bytes == text.size() && known_word.starts_with(word));
    });
    if (!known && word.find_first_not_of("+-.0123456789eE") != word.npos) return 0;
  }
  text.remove_prefix(std::min(bytes, text.size()));
  return first;
}

std::string_view SkipSpace(std::string_view text) {
  return text.substr(std::min(text.find_first_not_of(kJsonSpace), text.size()));
}

// Accepts an array of strings, or else of objects or arrays, that is the whole file: text after its
// end makes it a line of text.
template <bool of_strings>
Detected DetectJsonArray(const FileHead& head) {
  std::string_view rest = SkipSpace(head.bytes);
  if (!rest.empty() && rest.front() != '[') return Detected::kNo;
  const std::string_view inside = rest.empty() ? rest : SkipSpace(rest.substr(1));
  if (inside.empty()) return head.complete ? Detected::kNo : Detected::kNeedsMore;
  constexpr std::string_view kFirst = of_strings ? "\"n" : "{[";
  if (kFirst.find(inside.front()) == kFirst.npos) return Detected::kNo;
  std::string open;
  bool wants_value = true;
  do {
    const char token = NextToken(rest);
    if (token == ']' || token == '}') {
      if (open.back() != (token == ']' ? '[' : '{')) return Detected::kNo;
      open.pop_back();
      wants_value = false;
    } else if (token == ',' || token == ':') {
      if (wants_value || (token == ':' && open.back() == '[')) return Detected::kNo;
      wants_value = true;
    } else {
      if (!wants_value || token == '\0') return Detected::kNo;
      wants_value = token == '[' || token == '{';
      if (wants_value) open += token;
    }
    rest = SkipSpace(rest);
  } while (!rest.empty() && !open.empty());
  if (!rest.empty()) return Detected::kNo;
  return head.complete ? Detected::kYes : Detected::kNeedsMore;
}

// A record of CSV (RFC 4180), in text without CR.
struct CsvRecord {
  std::vector<std::string_view> cells;  // with their quotes
  std::string_view rest;                // what follows
  bool whole = false;                   // a line feed ends it
};

bool IsQuoted(std::string_view cell) {
  return cell.size() >= 2 && cell.starts_with('"') && cell.ends_with('"');
}

// Returns the end of a cell; nothing if its quotes are not those of CSV.
std::optional<size_t> EndOfCell(std::string_view text, char separator) {
  size_t end = 0;
  if (text.starts_with('"')) {
    for (end = 1; end < text.size(); ++end) {
      if (text[end] == '"' && !text.substr(++end).starts_with('"')) break;
    }
  }
  const size_t quoted = end;
  while (end < text.size() && text[end] != separator && text[end] != '\n') {
    if (text[end++] == '"' || quoted > 0) return std::nullopt;
  }
  return end;
}

std::optional<CsvRecord> ReadCsvRecord(std::string_view text, char separator) {
  CsvRecord record;
  for (bool more = true; more;) {
    const std::optional<size_t> end = EndOfCell(text, separator);
    if (!end) return std::nullopt;
    record.cells.push_back(text.substr(0, *end));
    text.remove_prefix(*end);
    more = text.starts_with(separator);
    record.whole = text.starts_with('\n');
    text.remove_prefix(more || record.whole ? 1 : 0);
  }
  record.rest = text;
  return record;
}

bool NamesColumn(std::string_view cell) {
  return IsColumnName(IsQuoted(cell) ? cell.substr(1, cell.size() - 2) : cell);
}

// Accepts records of one cell, below a header, if one of them has a comma or a quote in quotes.
Detected DetectQuotedTexts(std::string_view records, Detected so_far) {
  while (!records.empty()) {
    const std::optional<CsvRecord> record = ReadCsvRecord(records, ',');
    if (!record || record->cells.size() > 1) return Detected::kNo;
    const std::string_view cell = record->cells.front();
    const bool needs_quotes = HasDoubledQuotes(cell) || cell.find(',') != cell.npos;
    if (record->whole && IsQuoted(cell) && needs_quotes) return Detected::kYes;
    records = record->rest;
  }
  return so_far;
}

// Accepts a first line that is a header, with a record of as many cells below it, or that has the
// quotes of CSV.
template <char separator>
Detected DetectSeparated(const FileHead& head) {
  const Detected so_far = head.complete ? Detected::kNo : Detected::kNeedsMore;
  std::string text(head.bytes);
  std::erase(text, '\r');
  const std::optional<CsvRecord> first = ReadCsvRecord(text, separator);
  if (!first) return Detected::kNo;
  if (!first->whole) return so_far;
  const std::vector<std::string_view>& cells = first->cells;
  const bool quoted = std::all_of(cells.begin(), cells.end(), IsQuoted);
  const bool one_text = separator == ',' && HasDoubledQuotes(cells.front());
  if (quoted && (cells.size() > 1 || one_text)) return Detected::kYes;
  if (separator == ',' && cells.size() == 1 && NamesColumn(cells.front())) {
    return DetectQuotedTexts(first->rest, so_far);
  }
  const bool spaced = std::any_of(cells.begin(), cells.end(),
                                  [](std::string_view cell) { return cell.starts_with(' '); });
  if (cells.size() < 2 || spaced || std::none_of(cells.begin(), cells.end(), NamesColumn)) {
    return Detected::kNo;
  }
  if (separator == '\t') return Detected::kNo;
  const std::optional<CsvRecord> second = ReadCsvRecord(first->rest, separator);
  if (!second || second->cells.size() > cells.size()) return Detected::kNo;
  if (!second->whole && !head.complete) return Detected::kNeedsMore;
  return second->cells.size() == cells.size() ? Detected::kYes : Detected::kNo;
}

// A file called .csv is CSV unless tabs separate its columns.
Detected DetectCsv(const FileHead& head) {
  const Detected detected = DetectSeparated<','>(head);
  if (detected != Detected::kNo || !head.name.ends_with(".csv") || HasBinary(head.bytes)) {
    return detected;
  }
  const bool has_line = head.bytes.find('\n') != head.bytes.npos || head.complete;
  if (!has_line) return Detected::kNeedsMore;
  const std::string_view line = head.bytes.substr(0, head.bytes.find('\n'));
  return line.find('\t') == line.npos ? Detected::kYes : Detected::kNo;
}

// Accepts text that begins with one of these tags.
Detected DetectTags(const FileHead& head, std::initializer_list<std::string_view> tags) {
  const std::string_view text = SkipSpace(head.bytes);
  for (const std::string_view tag : tags) {
    const bool cut_off = text.size() <= tag.size() && !head.complete;
    if (cut_off && StartsWithLowered(text, tag.substr(0, text.size()))) return Detected::kNeedsMore;
    if (StartsWithWord(text, tag)) return Detected::kYes;
  }
  return Detected::kNo;
}

Detected DetectHtml(const FileHead& head) { return DetectTags(head, {"<!doctype html", "<html"}); }

// Accepts XML with this root, or with any if it is empty. Formats of XML that are read have been
// looked for before; the reader of a format that the name tells says what it misses.
Detected DetectXml(const FileHead& head, std::string_view root) {
  if (FormatOfName(head.name) != nullptr) return Detected::kNo;
  if (root.empty()) return DetectTags(head, {"<?xml"});
  const Detected detected = DetectFirstTag(head.bytes, {root});
  return detected == Detected::kNeedsMore && head.complete ? Detected::kNo : detected;
}

// Accepts text in which CR without LF separates lines.
Detected DetectCrLines(const FileHead& head) {
  if (head.bytes.find('\n') != head.bytes.npos) return Detected::kNo;
  if (!head.complete) return Detected::kNeedsMore;
  const size_t cr = head.bytes.find('\r');
  return cr != head.bytes.npos && cr + 1 < head.bytes.size() ? Detected::kYes : Detected::kNo;
}

struct TextFormat {
  ForeignFormat format;
  Detected (*detect)(const FileHead& head);

  Detected Detect(const FileHead& head) const { return detect(head); }
};

constexpr std::string_view kExtract = "extract its text, one segment a line";
constexpr std::string_view kInsist = "if each line is a segment, set `input-format` text";

constexpr ForeignFormat kQuotedTable = {
    "a table with quotes as in CSV",
    R"(read_csv('{}', sep='\t', dtype=str, keep_default_na=False))", "",
    "if the quotes are text, set `input-format` tsv", "tsv-quoted"};

constexpr TextFormat kTexts[] = {
    // The first is that of Doubts::kLines.
    {{"text whose lines end in CR alone, as on old Macs", "",
      "write LF instead: tr '\\r' '\\n' < '{0}' > '{0}.lf'; then name {0}.lf",
      "if it is one segment, set `input-format` text"},
     DetectCrLines},
    {{"HTML", "", kExtract, kInsist}, DetectHtml},
    {{"TMX", "", kExtract, kInsist}, [](const FileHead& head) { return DetectXml(head, "tmx"); }},
    {{"XLIFF", "", kExtract, kInsist},
     [](const FileHead& head) { return DetectXml(head, "xliff"); }},
    {{"XML", "", kExtract, kInsist}, [](const FileHead& head) { return DetectXml(head, ""); }},
    {{"a JSON array of texts", "",
      "write JSON Lines: python3 -c \"import json; [print(json.dumps({{'text': text}})) for text in "
      "json.load(open('{0}'))]\" > '{0}l'; then name its field, as in {0}l:text",
      kInsist, "json"},
     DetectJsonArray<true>},
    {{kJsonArray, "read_json('{}', dtype=False, convert_dates=False)", "", kInsist, "json"},
     DetectJsonArray<false>},
    {{"CSV with semicolons", "read_csv('{}', sep=';', dtype=str, keep_default_na=False)", "",
      kInsist, "csv"},
     DetectSeparated<';'>},
    {kQuotedTable, DetectSeparated<'\t'>},
    {{"CSV", "read_csv('{}', dtype=str, keep_default_na=False)", "", kInsist, "csv"}, DetectCsv},
};

// The first row that is not excluded decides, so that the order of arrival does not matter.
template <typename Rows>
const ForeignFormat* Find(const Rows& rows, const FileHead& head, bool& undecided) {
  for (const auto& row : rows) {
    const Detected detected = row.Detect(head);
    undecided = detected == Detected::kNeedsMore;
    if (detected != Detected::kNo) return undecided ? nullptr : &row.format;
  }
  return nullptr;
}

}  // namespace

const ForeignFormat* FindForeign(const FileHead& head, Doubts doubts, bool& undecided) {
  const ForeignFormat* const binary = Find(kBinaries, head, undecided);
  if (binary != nullptr || undecided || doubts == Doubts::kBinary) return binary;
  if (doubts == Doubts::kLines) return Find(std::span(kTexts).first(1), head, undecided);
  return Find(kTexts, head, undecided);
}

Status ForeignError(const ForeignFormat& format, const std::string& file, uint64_t line,
                    Reading reading) {
  const std::string_view typed =
      file.starts_with('<') ? "FILE" : std::string_view(file);  // <stdin>
  if (!format.reads_as.empty() && reading == Reading::kColumns) {
    return InputError(
        {file, line}, fmt::format("this is {}", format.name),
        fmt::format("set `input-format` {}, and name a column if it has several, as in {}:NAME{}{}",
                    format.reads_as, typed, format.insist.empty() ? "" : "; ", format.insist));
  }
  std::string remedy = fmt::format(fmt::runtime(format.remedy), typed);
  if (!format.pandas.empty()) {
    const char* const how =
        reading == Reading::kLines
            ? "write what is needed of it as lines, as in open('{1}.txt', 'w').writelines(text + "
              "'\\n' for text in pandas.{0}['COLUMN']); then name {1}.txt"
            : "write JSON Lines, as in pandas.{0}.to_json('{1}.jsonl', orient='records', "
              "lines=True); then name it or its field, as in {1}.jsonl:FIELD";
    remedy = fmt::format(fmt::runtime(how), fmt::format(fmt::runtime(format.pandas), typed), typed);
  }
  if (!format.insist.empty()) remedy += fmt::format("; {}", format.insist);
  return InputError({file, line},
                    fmt::format("this is {}, which mtgauge does not read{}", format.name,
                                format.reads_as.empty() ? "" : " here"),
                    remedy);
}

Status QuotedTableError(const std::string& file, uint64_t line) {
  return ForeignError(kQuotedTable, file, line);
}

Status CheckNotBinary(const std::string& file, std::string_view bytes) {
  bool undecided = false;
  const FileHead head{file, bytes.substr(0, Peek::kMostBytes), true};
  const ForeignFormat* const found = FindForeign(head, Doubts::kBinary, undecided);
  return found == nullptr ? OkStatus() : ForeignError(*found, file, 0, Reading::kLines);
}

bool HasDoubledQuotes(std::string_view cell) {
  if (!IsQuoted(cell)) return false;
  const std::string_view inside = cell.substr(1, cell.size() - 2);
  size_t pairs = 0;
  for (size_t at = inside.find('"'); at != inside.npos; at = inside.find('"', at + 2), ++pairs) {
    if (!inside.substr(at + 1).starts_with('"')) return false;
  }
  return pairs > 0;
}

}  // namespace mtgauge
