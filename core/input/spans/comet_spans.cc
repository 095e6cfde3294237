// xCOMET's answer (comet-score with JSON output): {FILE: [{src, mt, ref, COMET, errors}, ...]},
// where errors are {text, confidence, severity, start, end} and absent if there are none. Ends are
// exclusive. The system is the name of the file, without folders and ending; segments are numbered
// from 1.
#include <fmt/format.h>

#include "core/input/formats/json_record.h"
#include "core/input/spans/span_forms.h"

namespace mtgauge {
namespace {

namespace dom = simdjson::dom;

constexpr std::string_view kTranslation = "mt";

std::string SystemOfFile(std::string_view file) {
  file.remove_prefix(file.find_last_of('/') + 1);  // npos + 1 is 0
  const size_t dot = file.rfind('.');
  return std::string(file.substr(0, dot == 0 ? file.npos : dot));
}

bool IsComet(const SpanFile& file) {
  dom::parser parser;
  JsonObject files, segment;
  if (!file.json_whole ||
      parser.parse(file.text.data(), file.text.size(), false).get(files) != simdjson::SUCCESS) {
    return false;
  }
  for (const dom::key_value_pair one : files) {
    dom::array list;
    if (one.value.get(list) != simdjson::SUCCESS) return false;
    for (const dom::element value : list) {
      return value.get(segment) == simdjson::SUCCESS && TextField(segment, kTranslation);
    }
  }
  return false;
}

Status ParseComet(const SpanFile& file, SpanCollector& collector) {
  dom::parser parser;
  MTG_ASSIGN_OR_RETURN(const JsonObject files,
                       ParseRecord(file.table.name, {file.text, 1}, parser));
  for (const dom::key_value_pair one : files) {
    dom::array list;
    if (one.value.get(list) != simdjson::SUCCESS) continue;
    size_t number = 0;
    for (const dom::element value : list) {
      JsonObject segment;
      ++number;
      if (value.get(segment) != simdjson::SUCCESS || !TextField(segment, kTranslation)) {
        return InputError({file.table.name, 1},
                          fmt::format("element {} of '{}' has no text 'mt'", number, one.key),
                          "use the file as comet-score writes it");
      }
      const SpanCollector::Texts texts = {TextField(segment, kTranslation),
                                          TextField(segment, "src")};
      const JudgedText output = {"", SystemOfFile(one.key), "", std::to_string(number)};
      MTG_RETURN_IF_ERROR(collector.Begin(1, output, "", texts));
      if (const auto errors = ListField(segment, "errors")) {
        MTG_RETURN_IF_ERROR(AddErrors(file.table.name, 1, *errors, kUsualKeys, collector));
      }
    }
  }
  return OkStatus();
}

}  // namespace

const SpanForm kCometSpans = {"xcomet", SpanEnd::kExclusive, IsComet, ParseComet};

}  // namespace mtgauge
