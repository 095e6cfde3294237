// JSON Lines: one object per line, whose fields are the columns.
#include <fmt/format.h>
#include <simdjson.h>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/split.h"
#include "core/input/columns/number_texts.h"
#include "core/input/formats/flat_record.h"
#include "core/input/formats/format.h"
#include "core/input/formats/json_array.h"
#include "core/input/formats/json_record.h"
#include "core/input/group_values.h"
#include "core/input/tables/marked_lines.h"
#include "core/input/tables/record_segments.h"
#include "core/input/tables/row_fan.h"
#include "core/input/tables/row_source.h"
#include "core/text/utf8.h"

namespace mtgauge {
namespace {

namespace dom = simdjson::dom;

bool IsObject(const Row& row) {
  const size_t begin = row.text.find_first_not_of(' ');
  return begin != row.text.npos && row.text[begin] == '{';
}

// Returns the value as segments use it. The digits of a number are stored in `digits`.
FieldValue ValueOf(std::optional<dom::element> value, std::string& digits) {
  using Kind = FieldValue::Kind;
  if (!value) return {};
  std::string_view text;
  bool truth = false;
  if (value->get(text) == simdjson::SUCCESS) return {Kind::kText, text};
  if (value->is_null()) return {Kind::kNull};
  if (value->get(truth) == simdjson::SUCCESS) return {Kind::kName, truth ? "true" : "false"};
  if (value->type() == dom::element_type::DOUBLE) {
    digits.resize(kMostDigits);
    char* end = digits.data();
    return {Kind::kFraction, WriteFraction(std::bit_cast<uint64_t>(double(*value)), 8, end)};
  }
  if (!value->is_int64() && !value->is_uint64()) return {Kind::kOther};
  digits = value->is_int64() ? std::to_string(int64_t(*value)) : std::to_string(uint64_t(*value));
  return {Kind::kName, digits};
}

// The values that segments need of a record, as the parser has them, or their places in it.
template <typename Value>
struct NeededFields {
  std::optional<Value> text, id, document, system;
  std::vector<std::optional<Value>> groups;

  // `record`: fields with a key and a value.
  template <typename Record>
  Status Find(const Record& record, const Row& row, const RecordSegments& segments) {
    const RecordLayout& layout = segments.layout();
    text = id = document = system = std::nullopt;
    groups.assign(layout.groups.size(), std::nullopt);
    for (const auto& field : record) {
      if (field.key == layout.text) text = field.value;
      MTG_RETURN_IF_ERROR(segments.CheckOneText(row.line, field.key));
      if (layout.key.empty() ? IsIdName(field.key) : field.key == layout.key) id = field.value;
      if (IsDocumentName(field.key)) document = field.value;
      for (size_t g = 0; g < groups.size(); ++g) {
        if (field.key == layout.groups[g]) groups[g] = field.value;
      }
      if (field.key == "system") system = field.value;
    }
    return OkStatus();
  }
};

class JsonlReader final : public RowReader {
 public:
  JsonlReader(std::string file, RecordLayout layout)
      : file_(file),
        segments_(std::move(file), std::move(layout)),
        flat_texts_(segments_.layout().elements) {}

  // Each filler is for an element of the list.
  Status Read(const Row& row, std::span<BlockFiller> fillers) override {
    return IsBlankLine(row.text) ? OkStatus() : ReadByParser(row, fillers);
  }

  Status ReadLines(std::string_view rows, uint64_t& lines,
                   std::span<BlockFiller> fillers) override {
    bool valid = false;  // the piece is UTF-8
    marked_.Begin(rows);
    while (marked_.Next()) {
      const Row row = {marked_.line(), ++lines};
      if (marked_.is_marked() && marked_.begins_piece()) valid = IsValidUtf8(marked_.piece());
      const bool flat =
          marked_.is_marked() && (valid || IsValidUtf8(row.text)) && flat_.Read(marked_);
      MTG_RETURN_IF_ERROR(flat ? ReadFlat(row, fillers) : Read(row, fillers));
    }
    return OkStatus();
  }

 private:
  Status ReadFlat(const Row& row, std::span<BlockFiller> fillers) {
    if (!placed_ || !flat_.has_same_names()) MTG_RETURN_IF_ERROR(FindPlaces(row));
    // A name that is not there may be a path.
    if (!places_.text || lacks_group_) return ReadByParser(row, fillers);
    const FieldValue& text = flat_.fields()[*places_.text].value;
    if (only_texts_) {
      return segments_.AddText(row.line, text, !flat_.has_escapes(), fillers.front());
    }
    flat_texts_.front() = text;
    const auto value = [this](std::optional<size_t> place, std::string&) {
      return place ? flat_.fields()[*place].value : FieldValue();
    };
    return Add(row, places_, flat_texts_, value, fillers);
  }

  Status ReadByParser(const Row& row, std::span<BlockFiller> fillers) {
    const RecordLayout& layout = segments_.layout();
    MTG_ASSIGN_OR_RETURN(const dom::object record, ParseRecord(file_, row, parser_));
    MTG_RETURN_IF_ERROR(parsed_.Find(record, row, segments_));
    if (!parsed_.text && layout.chosen) parsed_.text = FindPath(record, layout.text);
    for (size_t g = 0; g < layout.groups.size(); ++g) {
      if (!parsed_.groups[g]) parsed_.groups[g] = FindPath(record, layout.groups[g]);
    }
    MTG_RETURN_IF_ERROR(SetTexts(row, parsed_.text));
    return Add(row, parsed_, texts_, &ValueOf, fillers);
  }

  Status FindPlaces(const Row& row) {
    placed_ = false;
    struct Name {
      std::string_view key;
      size_t value;
    };
    std::vector<Name> names;
    for (const FlatField& field : flat_.fields()) names.push_back({field.key, names.size()});
    MTG_RETURN_IF_ERROR(places_.Find(names, row, segments_));
    const auto& groups = places_.groups;
    lacks_group_ = std::find(groups.begin(), groups.end(), std::nullopt) != groups.end();
    only_texts_ = segments_.needs_only_texts() && !places_.id && !places_.document;
    placed_ = true;
    return OkStatus();
  }

  template <typename Needed, typename ValueOfField>
  Status Add(const Row& row, const Needed& needed, std::span<const FieldValue> texts,
             const ValueOfField& value, std::span<BlockFiller> fillers) {
    digits_.resize(3 + needed.groups.size());
    groups_.clear();
    for (size_t g = 0; g < needed.groups.size(); ++g) {
      groups_.push_back(value(needed.groups[g], digits_[3 + g]));
    }
    return segments_.Add({.line = row.line,
                          .texts = texts,
                          .id = value(needed.id, digits_[0]),
                          .document = value(needed.document, digits_[1]),
                          .system = value(needed.system, digits_[2]),
                          .groups = groups_},
                         fillers);
  }

  // Sets the elements of the list; a single text is the first element.
  Status SetTexts(const Row& row, std::optional<dom::element> field) {
    texts_.assign(segments_.layout().elements, {});
    if (!field || !field->is_array()) {
      texts_.front() = ValueOf(field, unused_);
      return OkStatus();
    }
    const dom::array list = dom::array(*field);
    MTG_RETURN_IF_ERROR(segments_.CheckList(row.line, list.size()));
    size_t i = 0;
    for (const dom::element value : list) texts_[i++] = ValueOf(value, unused_);
    return OkStatus();
  }

  std::string file_;
  RecordSegments segments_;
  MarkedLines marked_{FlatRecord::kMarks};
  FlatRecord flat_;
  std::vector<FieldValue> flat_texts_;  // of a record; the first is the text
  NeededFields<size_t> places_;         // in the fields of flat_
  bool placed_ = false, lacks_group_ = false, only_texts_ = false;
  dom::parser parser_;
  NeededFields<dom::element> parsed_;
  std::vector<FieldValue> texts_, groups_;  // of a record
  std::vector<std::string> digits_;         // of the id, document, system and groups of a record
  std::string unused_;                      // digits of texts, which are refused
};

// Adds the fields that may have names, also those within fields. One that is null may have names in
// later records.
void AddNames(const std::string& prefix, const dom::object& object, RecordLayout& layout) {
  for (const dom::key_value_pair field : object) {
    const std::string name = prefix + std::string(field.key);
    dom::object inner;
    if (field.value.get(inner) == simdjson::SUCCESS) {
      AddNames(name + '.', inner, layout);
      continue;
    }
    std::string digits;
    const FieldValue value = ValueOf(field.value, digits);
    if (value.kind != FieldValue::Kind::kOther && name != layout.text) {
      layout.fields.push_back(name);
    }
  }
}

std::string_view TypeName(const dom::element& value) {
  switch (value.type()) {
    case dom::element_type::STRING:
      return "texts";
    case dom::element_type::INT64:
    case dom::element_type::UINT64:
      return "whole numbers";
    case dom::element_type::BOOL:
      return "true and false";
    case dom::element_type::DOUBLE:
      return "numbers with fractions";
    case dom::element_type::ARRAY:
      return "lists";
    case dom::element_type::OBJECT:
      return "objects";
    default:
      return "null";
  }
}

// Adds the fields of an object, and those within fields.
void AddFields(const std::string& prefix, const dom::object& object,
               std::vector<ColumnFacts>& columns) {
  for (const dom::key_value_pair field : object) {
    const std::string name = prefix + std::string(field.key);
    dom::object inner;
    if (field.value.get(inner) == simdjson::SUCCESS) {
      AddFields(name + '.', inner, columns);
      continue;
    }
    ColumnFacts& column = columns.emplace_back();
    column.name = name;
    dom::element value = field.value;
    std::string lists;
    if (dom::array list; value.get(list) == simdjson::SUCCESS && list.size() > 0) {
      lists = "lists of ";
      value = list.at(0);
    }
    std::string digits;
    const FieldValue first = ValueOf(value, digits);
    column.first = first.text;
    column.type = lists + std::string(TypeName(value));
  }
}

// Names the fields of texts, for one that is not there.
std::string KnownTexts(const dom::object& record) {
  std::vector<ColumnFacts> columns;
  AddFields("", record, columns);
  std::vector<std::string> names;
  for (const ColumnFacts& column : columns) {
    if (column.type.ends_with("texts")) names.push_back(column.name);
  }
  return KnownColumns(names);
}

// A field that no record has would make all references missing.
Status NoFieldError(const std::string& file, const Row& first, const dom::object& record,
                    const std::string& field) {
  for (size_t dot = field.find('.'); dot != field.npos; dot = field.find('.', dot + 1)) {
    const std::string list = field.substr(0, dot);
    const auto value = FindPath(record, list);
    if (!value || !value->is_array()) continue;
    return BadRow(file, first.line, fmt::format("the field '{}' is a list", list),
                  fmt::format("if it has the records, write each into a line of its own: jq -c "
                              "'.{}[]' '{}' > records.jsonl",
                              list, file));
  }
  return BadRow(file, first.line, fmt::format("the first record has no field '{}'", field),
                fmt::format("name one of its fields{}, or write null if its text is missing",
                            KnownTexts(record)));
}

// Returns the columns as the first record determines them.
Result<RecordLayout> FindColumns(const std::string& file, const Row& first, Role role,
                                 const OpenOptions& options) {
  RecordLayout layout = {
      .text = options.column, .chosen = !options.column.empty(), .role = role, .key = options.key};
  if (first.line == 0) return layout;
  dom::parser parser;
  // Without such a name, a file is JSON only because of its beginning.
  const bool told = !options.input_format.empty() || file.find("json") != file.npos;
  MTG_ASSIGN_OR_RETURN(const dom::object record,
                       ParseRecord(file, first, parser,
                                   told ? "write one JSON object per line"
                                        : "write one JSON object per line, or, if each line is a "
                                          "segment, set `input-format` text"));
  for (const std::string_view name : TextNames(role)) {
    dom::element value;
    if (!layout.text.empty()) break;
    if (record.at_key(name).get(value) == simdjson::SUCCESS) layout.text = name;
  }
  if (layout.text.empty()) {
    const auto names = TextNames(role);
    return BadRow(file, first.line,
                  fmt::format("no field '{}', '{}' or '{}'", names[0], names[1], names[2]),
                  fmt::format("name the field, as in {}:FIELD{}", file, KnownTexts(record)));
  }
  const auto value = FindPath(record, layout.text);
  // A list may be too short for an element.
  const std::optional<ListPath> element = SplitElement(layout.text);
  const bool known = value || (element && FindPath(record, element->list));
  if (!known && layout.chosen && layout.key.empty()) {
    return NoFieldError(file, first, record, layout.text);
  }
  if (value && value->is_object()) {
    return BadRow(
        file, first.line, fmt::format("the field '{}' is an object", layout.text),
        fmt::format("name a field in it; or if it is a column of texts, write a record for "
                    "each text, as in pandas.read_json('{0}', dtype=False, "
                    "convert_dates=False).to_json('{0}l', orient='records', lines=True)",
                    file));
  }
  dom::array list;
  if (value && role == Role::kReference && value->get(list) == simdjson::SUCCESS) {
    layout.SetList(list.size(), options);
    MTG_RETURN_IF_ERROR(RecordSegments(file, layout).CheckList(first.line, list.size()));
  } else if (options.elements > 1) {
    layout.SetList(1, options);
  }
  for (const dom::key_value_pair field : record) {
    std::string_view name;
    if (field.key == "system" && role == Role::kSystem &&
        field.value.get(name) == simdjson::SUCCESS) {
      layout.system = name;
    }
  }
  AddNames("", record, layout);
  for (const std::string& by : SplitFields(options.by)) {
    const auto within = FindPath(record, by);
    if (FindField(layout.fields, by).empty() && within && within->is_null()) {
      layout.fields.push_back(by);
    }
  }
  layout.SetGroups(options);
  return layout;
}

// Accepts an object whose first key has begun, so that text that begins with a brace remains text.
Detected DetectJsonl(std::string_view head) {
  constexpr std::string_view kSpace = " \t\r\n";
  for (const char wanted : {'{', '"'}) {
    const size_t at = head.find_first_not_of(kSpace);
    if (at == head.npos) return Detected::kNeedsMore;
    if (head[at] != wanted) return Detected::kNo;
    head.remove_prefix(at + 1);
  }
  return Detected::kYes;
}

// Reads a list of texts.
class TextReader final : public RowReader {
 public:
  TextReader(std::string file, Role role) : file_(std::move(file)), role_(role) {}

  Status Read(const Row& row, std::span<BlockFiller> fillers) override {
    if (IsBlankLine(row.text)) return OkStatus();
    MTG_ASSIGN_OR_RETURN(const dom::element value,
                         ParseValue(file_, row, parser_, "write a JSON array of texts"));
    Segment segment;
    segment.line = row.line;
    segment.missing = value.is_null() && role_ == Role::kReference;
    if (segment.missing || value.get(segment.text) == simdjson::SUCCESS) {
      fillers.front().Add(segment);
      return OkStatus();
    }
    return BadRow(
        file_, row.line, "this element of the JSON array is not a text",
        "write texts only, or objects only and name the field, as in " + file_ + ":FIELD");
  }

 private:
  std::string file_;
  Role role_;
  dom::parser parser_;
};

Result<std::vector<Column>> OpenJsonl(std::unique_ptr<Source> source, Role role,
                                      const OpenOptions& options) {
  RowSource rows(std::move(source));
  const std::string file = rows.name();
  MTG_ASSIGN_OR_RETURN(const Row first, rows.FirstRow(options));
  MTG_ASSIGN_OR_RETURN(const RecordLayout layout, FindColumns(file, first, role, options));
  const bool chosen = !options.column.empty();
  const std::string name = chosen ? options.column : layout.system.value_or("");
  std::vector<Column> columns;
  const RowReaderMaker make = [file, layout] {
    return std::make_unique<JsonlReader>(file, layout);
  };
  for (std::unique_ptr<Source>& column : FanOut(rows.TakeBytes(), layout.elements, make)) {
    columns.push_back({name, std::move(column), {}, layout.fields});
    columns.back().lines.skips_blank = true;
  }
  return columns;
}

// A list of texts, or of objects.
Result<std::vector<Column>> OpenJson(std::unique_ptr<Source> source, Role role,
                                     const OpenOptions& options) {
  auto rows = std::make_unique<RowSource>(ArrayLines(std::move(source)));
  MTG_ASSIGN_OR_RETURN(const Row first, rows->FirstRow(options));
  const bool objects = first.line == 0 || IsObject(first);
  const bool needs_objects = !options.column.empty() || !options.key.empty();
  if (objects || needs_objects) {
    MTG_ASSIGN_OR_RETURN(std::vector<Column> columns, OpenJsonl(rows->TakeBytes(), role, options));
    for (Column& column : columns) column.lines = {.array = true};
    return columns;
  }
  const std::string file = rows->name();
  rows->SetReaders([file, role] { return std::make_unique<TextReader>(file, role); });
  std::vector<Column> columns(1);
  columns.front().lines.array = true;
  columns.front().source = std::move(rows);
  return columns;
}

Result<std::vector<ColumnFacts>> DescribeRows(RowSource& rows, const OpenOptions& options) {
  std::vector<ColumnFacts> columns;
  MTG_ASSIGN_OR_RETURN(const Row first, rows.FirstRow(options));
  if (first.line == 0) return columns;
  dom::parser parser;
  MTG_ASSIGN_OR_RETURN(const dom::object record, ParseRecord(rows.name(), first, parser));
  AddFields("", record, columns);
  return columns;
}

Result<std::vector<ColumnFacts>> DescribeJsonl(std::unique_ptr<Source> source,
                                               const OpenOptions& options) {
  RowSource rows(std::move(source));
  return DescribeRows(rows, options);
}

Result<std::vector<ColumnFacts>> DescribeJson(std::unique_ptr<Source> source,
                                              const OpenOptions& options) {
  RowSource rows(ArrayLines(std::move(source)));
  MTG_ASSIGN_OR_RETURN(const Row first, rows.FirstRow(options));
  if (first.line == 0 || IsObject(first)) return DescribeRows(rows, options);
  return UsageError({.file = rows.name(), .named = true},
                    fmt::format("{} is a JSON array of texts, which have no names", rows.name()),
                    "name it without a column");
}

constexpr std::string_view kJsonSuffixes[] = {".json"};
constexpr std::string_view kJsonlSuffixes[] = {".jsonl", ".ndjson"};

}  // namespace

extern const FormatRow kFormatJsonl = {
    .name = "jsonl",
    .help = "one JSON object a line with the fields hyp, ref or refs, id and doc_id, or FILE:FIELD",
    .suffixes = kJsonlSuffixes,
    .detect = DetectJsonl,
    .open = OpenJsonl,
    .chooses = true,
    .of_lines = true,
    .describe = DescribeJsonl,
};

extern const FormatRow kFormatJson = {
    .name = "json",
    .help = "an array of texts, or of objects with the fields of jsonl",
    .suffixes = kJsonSuffixes,
    .detect = DetectByName,
    .open = OpenJson,
    .chooses = true,
    .of_lines = true,
    .any_text = true,
    .describe = DescribeJson,
};

}  // namespace mtgauge
