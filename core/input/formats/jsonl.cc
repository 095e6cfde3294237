// JSON Lines: one object per line, whose fields are the columns.
#include <fmt/format.h>
#include <simdjson.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/printing.h"
#include "core/input/formats/format.h"
#include "core/input/formats/json_array.h"
#include "core/input/formats/json_record.h"
#include "core/input/group_values.h"
#include "core/input/tables/row_fan.h"
#include "core/input/tables/row_source.h"

namespace mtgauge {
namespace {

namespace dom = simdjson::dom;

bool IsBlankRow(std::string_view row) {
  return row.find_first_not_of(" \t\r") == std::string_view::npos;
}

// If no field is chosen, a record may have only one of the fields for texts.
Status CheckOneText(const std::string& file, const Row& row, Role role, std::string_view chosen,
                    std::string_view key) {
  const auto names = TextNames(role);
  if (key == chosen || std::find(names.begin(), names.end(), key) == names.end()) {
    return OkStatus();
  }
  return BadRow(file, row.line, fmt::format("the record has both '{}' and '{}'", chosen, key),
                fmt::format("choose one, as in {}:{}", file, chosen));
}

// The fields of each record that the columns need.
struct Wanted {
  std::string field;
  bool chosen = false;  // by the user; otherwise found by its name
  Role role = Role::kReference;
  bool list = false;                // the field is a list of texts
  size_t elements = 1;              // elements of the list; each is a column
  std::vector<std::string> groups;  // the fields of OpenOptions::by; empty if not given
};

class JsonlReader {
 public:
  // `key`: the field that joins records, which may then belong to several systems; empty if not
  // used.
  JsonlReader(std::string file, Wanted wanted, std::optional<std::string> system, std::string key)
      : file_(std::move(file)),
        wanted_(std::move(wanted)),
        system_(std::move(system)),
        key_(std::move(key)) {}

  // Adds a segment to each filler, one for each element.
  Status Read(const Row& row, std::span<BlockFiller> fillers) {
    if (IsBlankRow(row.text)) return OkStatus();
    MTG_ASSIGN_OR_RETURN(const dom::object record, ParseRecord(file_, row, parser_));
    std::optional<dom::element> text, id, document, system;
    std::vector<std::optional<dom::element>> groups(wanted_.groups.size());
    for (const dom::key_value_pair field : record) {
      if (field.key == wanted_.field) text = field.value;
      if (!wanted_.chosen) {
        MTG_RETURN_IF_ERROR(CheckOneText(file_, row, wanted_.role, wanted_.field, field.key));
      }
      if (key_.empty() ? IsIdName(field.key) : field.key == key_) id = field.value;
      if (IsDocumentName(field.key)) document = field.value;
      for (size_t g = 0; g < groups.size(); ++g) {
        if (field.key == wanted_.groups[g]) groups[g] = field.value;
      }
      if (field.key == "system") system = field.value;
    }
    if (!text && wanted_.chosen) text = FindPath(record, wanted_.field);
    std::vector<std::optional<dom::element>> values(wanted_.elements);
    MTG_RETURN_IF_ERROR(SetValues(row, text, values));
    Segment segment;
    segment.line = row.line;
    MTG_ASSIGN_OR_RETURN(segment.id, NameOf(row, id, id_number_));
    MTG_ASSIGN_OR_RETURN(segment.document, NameOf(row, document, document_number_));
    MTG_ASSIGN_OR_RETURN(segment.group, GroupOf(row, groups));
    std::string_view name;
    if (key_.empty()) {
      MTG_RETURN_IF_ERROR(CheckSystem(row, system));
    } else {
      MTG_ASSIGN_OR_RETURN(name, NameOf(row, system, system_number_));
    }
    std::vector<Segment> segments(wanted_.elements, segment);
    for (size_t i = 0; i < segments.size(); ++i) {
      MTG_RETURN_IF_ERROR(SetText(row, values[i], segments[i]));
    }
    for (size_t i = 0; i < segments.size(); ++i) fillers[i].Add(segments[i], name);
    return OkStatus();
  }

 private:
  // Sets the elements of the list; a single text is the first element.
  Status SetValues(const Row& row, std::optional<dom::element> field,
                   std::vector<std::optional<dom::element>>& values) const {
    values.front() = field;
    if (!field || !field->is_array()) return OkStatus();
    const dom::array list = dom::array(*field);
    if (list.size() > wanted_.elements || !wanted_.list) return LongerError(row, list.size());
    values.front().reset();
    size_t i = 0;
    for (const dom::element value : list) values[i++] = value;
    return OkStatus();
  }

  Status SetText(const Row& row, std::optional<dom::element> value, Segment& segment) const {
    if (!value || value->is_null()) {
      if (wanted_.role == Role::kSystem) {
        return BadRow(file_, row.line,
                      fmt::format("the field '{}' is missing or null", wanted_.field),
                      "add it to every record; an empty text is \"\"");
      }
      segment.missing = true;
      return OkStatus();
    }
    if (value->get(segment.text) == simdjson::SUCCESS) return OkStatus();
    return BadRow(
        file_, row.line, fmt::format("the field '{}' is not a string", wanted_.field),
        fmt::format("write a string{}",
                    wanted_.role == Role::kReference ? ", or null if it is missing" : ""));
  }

  Status LongerError(const Row& row, size_t elements) const {
    if (wanted_.role == Role::kSystem) {
      return BadRow(file_, row.line, fmt::format("the field '{}' is a list", wanted_.field),
                    "write one text per record, and put each system into its own field or file");
    }
    return BadRow(file_, row.line,
                  fmt::format("{} in '{}', but the first record has {}",
                              Counted(elements, "reference"), wanted_.field, wanted_.elements),
                  "pad the list of the first record with null");
  }

  // Returns an id, document, group or system: a string, or an integer, whose digits are stored in
  // `digits`.
  Result<std::string_view> NameOf(const Row& row, std::optional<dom::element> value,
                                  std::string& digits) const {
    std::string_view name;
    if (!value || value->is_null() || value->get(name) == simdjson::SUCCESS) return name;
    if (!value->is_int64() && !value->is_uint64()) {
      return BadRow(file_, row.line,
                    "an id, document, group or system is neither a string nor a whole number", "");
    }
    digits = value->is_int64() ? std::to_string(int64_t(*value)) : std::to_string(uint64_t(*value));
    return digits;
  }

  // The name of the record's group, from a value for each field.
  Result<std::string_view> GroupOf(const Row& row,
                                   std::span<const std::optional<dom::element>> values) {
    if (values.empty()) return std::string_view();
    std::vector<std::string> digits(values.size());
    std::vector<std::string_view> names(values.size());
    for (size_t g = 0; g < values.size(); ++g) {
      MTG_ASSIGN_OR_RETURN(names[g], NameOf(row, values[g], digits[g]));
      if (names[g].empty()) return NoGroupError(file_, row.line, wanted_.groups[g]);
    }
    group_ = JoinValues(names);
    return group_;
  }

  // Refuses files with records of several systems, which would be scored as one.
  Status CheckSystem(const Row& row, std::optional<dom::element> value) const {
    if (!system_ || !value) return OkStatus();
    std::string_view name;
    if (value->get(name) == simdjson::SUCCESS && name == *system_) return OkStatus();
    return BadRow(file_, row.line,
                  fmt::format("the system is not '{}', the one of the first record", *system_),
                  "put each system into its own file, or join records with `key` FIELD");
  }

  std::string file_;
  Wanted wanted_;
  std::optional<std::string> system_;  // of the first record
  dom::parser parser_;
  std::string key_;
  std::string id_number_, document_number_, system_number_;
  std::string group_;
};

// The columns as the first record determines them.
struct FieldLayout {
  Wanted wanted;
  std::optional<std::string> system;
  std::vector<std::string> fields;  // that contain metadata of the segment
};

Result<FieldLayout> FindColumns(const std::string& file, const Row& first, Role role,
                                const OpenOptions& options) {
  FieldLayout layout;
  layout.wanted.role = role;
  layout.wanted.field = options.column;
  layout.wanted.chosen = !options.column.empty();
  if (first.line == 0) return layout;
  dom::parser parser;
  MTG_ASSIGN_OR_RETURN(const dom::object record, ParseRecord(file, first, parser));
  for (const std::string_view name : TextNames(role)) {
    dom::element value;
    if (!layout.wanted.field.empty()) break;
    if (record.at_key(name).get(value) == simdjson::SUCCESS) layout.wanted.field = name;
  }
  if (layout.wanted.field.empty()) {
    const auto names = TextNames(role);
    return BadRow(file, first.line,
                  fmt::format("no field '{}', '{}' or '{}'", names[0], names[1], names[2]),
                  fmt::format("name the field, as in {}:FIELD", file));
  }
  dom::array list;
  if (const auto value = FindPath(record, layout.wanted.field);
      value && role == Role::kReference && value->get(list) == simdjson::SUCCESS) {
    layout.wanted.list = true;
    layout.wanted.elements = std::max<size_t>(list.size(), 1);
  }
  for (const dom::key_value_pair field : record) {
    std::string_view name;
    if (field.key == "system" && role == Role::kSystem &&
        field.value.get(name) == simdjson::SUCCESS) {
      layout.system = name;
    }
    const bool names = field.value.is_string() || field.value.is_int64() || field.value.is_uint64();
    if (names && field.key != layout.wanted.field) layout.fields.emplace_back(field.key);
  }
  layout.wanted.groups = FindFields(layout.fields, options.by);
  // If grouped by system, several systems are allowed.
  const std::vector<std::string>& groups = layout.wanted.groups;
  if (std::find(groups.begin(), groups.end(), "system") != groups.end()) layout.system.reset();
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

  Status Read(const Row& row, BlockFiller& filler) override {
    if (IsBlankRow(row.text)) return OkStatus();
    MTG_ASSIGN_OR_RETURN(const dom::element value,
                         ParseValue(file_, row, parser_, "write a JSON array of texts"));
    Segment segment;
    segment.line = row.line;
    segment.missing = value.is_null() && role_ == Role::kReference;
    if (segment.missing || value.get(segment.text) == simdjson::SUCCESS) {
      filler.Add(segment);
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
  MTG_ASSIGN_OR_RETURN(const FieldLayout layout, FindColumns(file, first, role, options));
  const auto reader =
      std::make_shared<JsonlReader>(file, layout.wanted, layout.system, options.key);
  const FanReader read = [reader](const Row& row, std::span<BlockFiller> fillers) {
    return reader->Read(row, fillers);
  };
  const bool chosen = !options.column.empty();
  const std::string name = chosen ? options.column : layout.system.value_or("");
  std::vector<Column> columns;
  for (std::unique_ptr<Source>& column : FanOut(rows.TakeBytes(), layout.wanted.elements, read)) {
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
  const size_t begin = first.text.find_first_not_of(' ');
  const bool objects = begin == first.text.npos || first.text[begin] == '{';
  const bool needs_objects = !options.column.empty() || !options.key.empty();
  if (objects || needs_objects) return OpenJsonl(rows->TakeBytes(), role, options);
  const std::string file = rows->name();
  rows->SetReader(std::make_unique<TextReader>(file, role));
  std::vector<Column> columns(1);
  columns.front().source = std::move(rows);
  return columns;
}

constexpr std::string_view kJsonSuffixes[] = {".json", ".json.gz", ".json.xz", ".json.zst"};
constexpr std::string_view kJsonlSuffixes[] = {".jsonl", ".ndjson"};

}  // namespace

extern const FormatRow kFormatJsonl = {
    "jsonl",
    "one JSON object a line with the fields hyp, ref or refs, id and doc_id, or FILE:FIELD",
    kJsonlSuffixes,
    DetectJsonl,
    OpenJsonl,
    true,
    true,
};

extern const FormatRow kFormatJson = {
    "json",        "an array of texts, or of objects with the fields of jsonl",
    kJsonSuffixes, DetectByName,
    OpenJson,      true,
    false,         true,
};

}  // namespace mtgauge
