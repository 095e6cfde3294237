// Detects the form of a file of spans by its content, and reads it.
#include "core/input/spans/span_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <vector>

#include "core/base/printing.h"
#include "core/base/suggest.h"
#include "core/input/formats/format.h"
#include "core/input/formats/json_record.h"
#include "core/input/spans/span_forms.h"
#include "core/input/tables/text_file.h"
#include "core/simd/kernels.h"
#include "core/text/utf8.h"

namespace mtgauge {
namespace {

constexpr const SpanForm* kForms[] = {&kCampaignSpans,   &kPearmutSpans, &kRatingRecords,
                                      &kOwnSpans,        &kCometSpans,   &kAppraiseSpans,
                                      &kSharedTaskSpans, &kMqmSpans,     &kRatingSpans};

// Spaces around a field stay: offsets count them.
Fields CutAtTabs(std::string_view line) {
  Fields fields;
  for (size_t begin = 0;;) {
    const size_t end = line.find('\t', begin);
    fields.push_back(line.substr(begin, end - begin));
    if (end == std::string_view::npos) return fields;
    begin = end + 1;
  }
}

bool IsJsonObject(std::string_view text) {
  simdjson::dom::parser parser;
  simdjson::dom::object object;
  return parser.parse(text.data(), text.size(), false).get(object) == simdjson::SUCCESS;
}

// `padded` has the padding of the JSON parser after `size` bytes.
SpanFile CutFile(const std::string& name, const std::string& padded, size_t size) {
  SpanFile file;
  file.table.name = name;
  file.text = std::string_view(padded).substr(0, size);
  file.table.lines = CutLines(file.text);
  while (!file.table.lines.empty() &&
         file.table.lines.back().find_first_not_of(" \t\r") == std::string_view::npos) {
    file.table.lines.pop_back();
  }
  if (file.table.lines.empty()) return file;
  const char first = file.text[std::min(file.text.find_first_not_of(" \t\r\n"), size - 1)];
  file.table.is_json = first == '{' || first == '[';
  if (!file.table.is_json) {
    for (const std::string_view line : file.table.lines) file.table.rows.push_back(CutAtTabs(line));
    return file;
  }
  file.json_lines = IsJsonObject(file.table.lines[0]);
  file.json_whole =
      file.table.lines.size() == 1 ? file.json_lines : !file.json_lines && IsJsonObject(file.text);
  return file;
}

// Rounds are named by number and rater.
Status KeepRater(const std::string& name, SpanTable& table) {
  std::set<std::string> known;
  std::erase_if(table.judgements, [&](const SpanJudgement& judgement) {
    known.insert(judgement.rater);
    return judgement.rater != name && !judgement.rater.starts_with(name + ' ');
  });
  if (!table.judgements.empty()) return OkStatus();
  known.erase("");
  const std::vector<std::string_view> names(known.begin(), known.end());
  return InputError({table.file}, fmt::format("no rater or round '{:.60}'", name),
                    names.empty() ? "the file names none; leave out ':' and the name"
                                  : fmt::format("there are {:.200}", JoinChoices(names)));
}

Status UnknownForm(const SpanFile& file) {
  if (file.table.is_json && !file.json_lines && !file.json_whole) {
    simdjson::dom::parser parser;
    MTG_RETURN_IF_ERROR(ParseRecord(file.table.name, {file.table.lines[0], 1}, parser).status());
  }
  return InputError(
      {file.table.name, 1}, "this is no known form of error spans",
      "write JSON Lines, as in {\"system\": \"A\", \"segment\": 1, \"spans\": [{\"start\": 3, "
      "\"end\": 8, \"severity\": \"minor\"}]}");
}

}  // namespace

Result<SpanTable> ReadSpanTable(const std::string& path, const SpanReading& reading) {
  const FileAndColumn place = SplitPath(path);
  MTG_ASSIGN_OR_RETURN(const std::string bytes, ReadTextFile(place.file));
  MTG_ASSIGN_OR_RETURN(SpanTable table, ParseSpanTable(place.file, bytes, reading));
  if (!place.column.empty()) MTG_RETURN_IF_ERROR(KeepRater(place.column, table));
  return table;
}

bool IsSpanTable(std::string_view bytes) {
  const std::string padded = std::string(bytes) + std::string(kTextPadding, '\0');
  const SpanFile file = CutFile("", padded, bytes.size());
  return !file.table.lines.empty() &&
         std::ranges::any_of(kForms, [&](const SpanForm* form) { return form->is(file); });
}

Result<SpanTable> ParseSpanTable(const std::string& name, std::string_view bytes,
                                 const SpanReading& reading) {
  const std::string padded = std::string(bytes) + std::string(kTextPadding, '\0');
  const SpanFile file = CutFile(name, padded, bytes.size());
  if (file.table.lines.empty()) {
    return InputError({name}, "the file is empty", "use a file with error spans");
  }
  for (const SpanForm* form : kForms) {
    if (!form->is(file)) continue;
    SpanTable table;
    table.file = name;
    table.form = form->name;
    table.end = reading.end.value_or(form->end);
    SpanCollector collector(table, reading);
    MTG_RETURN_IF_ERROR(form->parse(file, collector));
    if (!table.judgements.empty()) return table;
    return InputError({name}, "there are no judgements of outputs",
                      "check that this is the right file");
  }
  return UnknownForm(file);
}

std::string Described(const JudgedText& output) {
  std::string text = fmt::format("'{:.60}'", output.system);
  if (!output.document.empty()) text += fmt::format(", document '{:.60}'", output.document);
  return text + fmt::format(", segment '{:.60}'", output.item);
}

int64_t LengthInCharacters(std::string_view text) {
  int64_t length = 0;
  for (size_t at = 0; at < text.size(); at += DecodeAt(text, at).length) ++length;
  return length;
}

void WarnOfReading(const SpanTable& table, std::vector<Warning>& warnings) {
  const struct {
    uint64_t count;
    const char *code, *what;
  } notes[] = {
      {table.omissions, "omissions", "without a place, such as a missing word; they do not count"},
      {table.not_found, "not-found", "with a text that is not in the output; they count as wrong"},
      {table.vanished, "vanished", "without a character, as in the shared task; they do not count"},
      {table.cut, "cut", "that ended after the text; they were cut"},
      {table.unknown_severity, "severity",
       "with another severity than minor, major or critical; the shared task does not count them"}};
  for (const auto& [count, code, what] : notes) {
    if (count == 0) continue;
    warnings.push_back(
        {code, "", fmt::format("{}: {} {}", table.file, Counted(count, "error span"), what)});
  }
}

}  // namespace mtgauge
