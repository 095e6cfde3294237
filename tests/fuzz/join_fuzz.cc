// Fuzzes the joining of records by a key: templates of keys, and JSON Lines whose records contain
// their key, their system and their text. Joined records are valid, and errors give a reason. The
// first line is the template, the others are the records.
#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/input/formats/format.h"
#include "core/input/tables/join.h"
#include "core/input/tables/segment_table.h"
#include "tests/support/fuzz_promise.h"

namespace {

using mtgauge::test::Promise;

void CheckTemplate(std::string_view text, std::string_view keys) {
  const auto parsed = mtgauge::KeyTemplate::Parse(text);
  if (!parsed.ok()) return Promise(!parsed.status().message().empty(), "a refusal says why");
  const size_t names = parsed->names().size();
  while (!keys.empty()) {
    const std::string_view key = keys.substr(0, keys.find('\n'));
    keys.remove_prefix(std::min(key.size() + 1, keys.size()));
    const auto parts = parsed->Match(key);
    if (!parts) continue;
    Promise(parts->size() == names, "a part for every name");
    size_t bytes = 0;
    for (const std::string_view part : *parts) {
      Promise(part.empty() || (part.data() >= key.data() &&
                               part.data() + part.size() <= key.data() + key.size()),
              "parts are of the key");
      bytes += part.size();
    }
    Promise(bytes <= key.size(), "parts do not overlap");
  }
}

// The names and separators of a template, parsed independently.
struct Shape {
  std::string begin;
  std::vector<std::string> names, stops;
};

Shape ShapeOf(std::string_view text) {
  Shape shape;
  shape.begin = text.substr(0, text.find('{'));
  for (size_t open = text.find('{'); open != text.npos; open = text.find('{', open + 1)) {
    const size_t close = text.find('}', open), next = text.find('{', close);
    shape.names.emplace_back(text.substr(open + 1, close - open - 1));
    shape.stops.emplace_back(text.substr(close + 1, std::min(next, text.size()) - close - 1));
  }
  return shape;
}

// A key made from a template is split into its values, as long as no value contains a separator;
// with a prefix it is another key.
void CheckMadeKeys(std::string_view text) {
  const auto parsed = mtgauge::KeyTemplate::Parse(text);
  if (!parsed.ok()) return;
  const Shape shape = ShapeOf(text);
  std::string letters;
  for (char c = 'a'; c <= 'z'; ++c) {
    if (text.find(c) == text.npos) letters += c;
  }
  if (letters.empty()) return;
  for (size_t longest = 1; longest <= 3; ++longest) {
    std::string key = shape.begin;
    std::vector<std::string> values;
    for (size_t i = 0; i < shape.names.size(); ++i) {
      const std::string value(1 + i % longest, letters[i % letters.size()]);
      if (!shape.names[i].empty()) values.push_back(value);
      key += value + shape.stops[i];
    }
    const auto parts = parsed->Match(key);
    Promise(parts.has_value(), "a key of the template is one");
    Promise(std::equal(parts->begin(), parts->end(), values.begin(), values.end()),
            "its parts are those it was made of");
    const std::string other = std::string(1, letters.front()) + key;
    if (!shape.begin.empty()) Promise(!parsed->Match(other), "what stands in front counts");
  }
}

// Returns a template that the bytes select: up to four names, and separators of up to three
// characters.
std::string TemplateFrom(std::string_view bytes) {
  constexpr std::string_view kSeparators = "_#-/.: |";
  std::string text;
  for (size_t i = 0; i < bytes.size() && i < 16; ++i) {
    const auto byte = static_cast<uint8_t>(bytes[i]);
    if (i % 4 == 0) {
      text += byte % 4 == 0 ? "{}" : "{n" + std::to_string(i) + "}";
    } else if (i % 4 == 1 || byte % 2 == 0) {
      text += kSeparators[byte / 2 % kSeparators.size()];
    }
  }
  return !bytes.empty() && bytes[0] % 3 == 0 ? "#" + text : text;
}

void CheckTable(mtgauge::SegmentTable table) {
  const size_t segments = table.segments.size();
  const std::unique_ptr<mtgauge::Source> source = mtgauge::TableSource(std::move(table));
  size_t lines = 0;
  for (mtgauge::Block block; !block.last; ++block.index) {
    source->Read(64, block);
    Promise(block.status.ok(), "what was joined can be read");
    Promise(block.lines == 0 || block.extras->ids.size() == block.lines, "an id for every segment");
    lines += block.lines;
  }
  Promise(lines == segments, "no segment is lost");
}

// Returns true if `status` is an error, which must name the file.
bool Refused(const mtgauge::Status& status) {
  Promise(status.ok() || status.message().starts_with("file"), "an error names the file");
  return !status.ok();
}

void CheckRecords(std::string_view split_key, const std::string& records, mtgauge::Role role) {
  mtgauge::OpenOptions options;
  options.key = "id";
  if (mtgauge::KeyTemplate::Parse(split_key).ok()) options.split_key = std::string(split_key);
  auto columns =
      mtgauge::OpenColumns(mtgauge::MemorySource("file.jsonl", records, true), role, options);
  if (Refused(columns.status())) return;
  Promise(!columns->empty(), "at least one column");
  for (mtgauge::Column& column : *columns) {
    auto tables = mtgauge::ReadTables(std::move(column), role, options);
    if (Refused(tables.status())) continue;
    Promise(!tables->empty(), "at least one table");
    Promise(role == mtgauge::Role::kSystem || tables->size() == 1, "references are one table");
    for (mtgauge::Column& joined : *tables) CheckTable(std::move(*joined.table));
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const std::string_view first = bytes.substr(0, bytes.find('\n'));
  const std::string_view rest = bytes.substr(std::min(first.size() + 1, bytes.size()));
  CheckTemplate(first, rest);
  CheckMadeKeys(first);
  CheckMadeKeys(TemplateFrom(bytes));
  const std::string records(rest);
  if (!rest.starts_with('{')) return 0;  // other formats have their own fuzzers
  for (const auto role : {mtgauge::Role::kReference, mtgauge::Role::kSystem}) {
    CheckRecords(first, records, role);
  }
  return 0;
}
