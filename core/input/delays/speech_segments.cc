// Reads both forms into fields of text, and then the fields.
#include "core/input/delays/speech_segments.h"

#include <fmt/format.h>
#include <simdjson.h>

#include <cstdint>
#include <map>
#include <optional>

#include "core/base/numbers.h"
#include "core/input/formats/json_record.h"
#include "core/input/tables/text_file.h"
#include "core/text/unicode.h"

namespace mtgauge {
namespace {

namespace dom = simdjson::dom;

constexpr std::string_view kRemedy =
    "write a list of segments with wav, offset and duration, as in \"- {wav: talk.wav, offset: "
    "16.08, duration: 3.5}\"";
constexpr double kMilliseconds = 1000;

// A mapping of YAML.
struct Mapping {
  uint64_t line = 0;
  std::map<std::string, std::string, std::less<>> fields = {};
};

std::string_view Unquoted(std::string_view value) {
  for (const char quote : {'"', '\''}) {
    if (value.size() > 1 && value.front() == quote && value.back() == quote) {
      return value.substr(1, value.size() - 2);
    }
  }
  return value;
}

// Adds "key: value".
Status AddField(const std::string& name, uint64_t line, std::string_view text, Mapping& mapping) {
  text = Trim(text);
  if (text.empty()) return OkStatus();
  const size_t colon = text.find(':');
  if (colon == text.npos) {
    return InputError({name, line}, fmt::format("'{:.40}' is not a field and its value", text),
                      std::string(kRemedy));
  }
  const std::string key(Unquoted(Trim(text.substr(0, colon))));
  const std::string value(Unquoted(Trim(text.substr(colon + 1))));
  if (mapping.fields.emplace(key, value).second) return OkStatus();
  return InputError({name, line}, fmt::format("the segment has two fields '{:.40}'", key),
                    "use each name once");
}

// Adds the fields of a mapping in braces, or a part of it that ends with its line.
Status AddFlow(const std::string& name, uint64_t line, std::string_view text, Mapping& mapping) {
  size_t begin = 0;
  char quote = 0;
  for (size_t i = 0; i <= text.size(); ++i) {
    if (i < text.size() &&
        (quote != 0 ? text[i] == quote
                    : (text[i] == '"' || text[i] == '\'') && i > 0 && text[i - 1] == ' ')) {
      quote = quote != 0 ? '\0' : text[i];
    }
    if (i < text.size() && (quote != 0 || text[i] != ',')) continue;
    MTG_RETURN_IF_ERROR(AddField(name, line, text.substr(begin, i - begin), mapping));
    begin = i + 1;
  }
  return OkStatus();
}

Result<std::vector<Mapping>> ReadYaml(const std::string& name, std::string_view bytes) {
  std::vector<Mapping> mappings;
  bool in_braces = false;
  uint64_t line = 0;
  for (const std::string_view whole : CutLines(bytes)) {
    ++line;
    std::string_view text = Trim(whole);
    if (text.empty() || text.starts_with('#') || text == "---") continue;
    if (!in_braces && (text.starts_with("- ") || text == "-")) {
      mappings.push_back({line});
      text = Trim(text.substr(1));
      if (text.starts_with('{')) {
        in_braces = true;
        text.remove_prefix(1);
      }
    }
    if (mappings.empty()) {
      return InputError({name, line}, "not a list of segments", std::string(kRemedy));
    }
    if (!in_braces) {
      MTG_RETURN_IF_ERROR(AddField(name, line, text, mappings.back()));
      continue;
    }
    in_braces = !text.ends_with('}');
    if (!in_braces) text.remove_suffix(1);
    MTG_RETURN_IF_ERROR(AddFlow(name, line, text, mappings.back()));
  }
  return mappings;
}

Result<double> SecondsAt(const std::string& name, const Mapping& mapping, std::string_view key) {
  const auto field = mapping.fields.find(key);
  const auto seconds =
      field == mapping.fields.end() ? std::optional<double>() : ParseNumber<double>(field->second);
  // The bound excludes infinity.
  if (seconds && *seconds >= 0 && *seconds < 1e12) return *seconds * kMilliseconds;
  return InputError({name, mapping.line},
                    fmt::format("the segment has no '{}' that is a number of seconds", key),
                    std::string(kRemedy));
}

Result<std::vector<Mapping>> ReadJson(const std::string& name, std::string_view bytes) {
  const simdjson::padded_string padded(bytes);
  dom::parser parser;
  MTG_ASSIGN_OR_RETURN(const dom::element root,
                       ParseValue(name, {{padded.data(), padded.size()}, 1}, parser, kRemedy));
  dom::array segments;
  if (root.get(segments) != simdjson::SUCCESS) {
    return InputError({name}, "not a list of segments", std::string(kRemedy));
  }
  std::vector<Mapping> mappings;
  for (const dom::element segment : segments) {
    Mapping& mapping = mappings.emplace_back();
    dom::object fields;
    if (segment.get(fields) != simdjson::SUCCESS) {
      return InputError({name}, fmt::format("segment {} is not an object", mappings.size()),
                        std::string(kRemedy));
    }
    for (const dom::key_value_pair field : fields) {
      std::string_view text;
      const bool is_text = field.value.get(text) == simdjson::SUCCESS;
      mapping.fields.emplace(field.key,
                             is_text ? std::string(text) : simdjson::to_string(field.value));
    }
  }
  return mappings;
}

}  // namespace

Result<std::vector<SpeechSegment>> ParseSpeechSegments(const std::string& name,
                                                       std::string_view bytes) {
  const bool is_json = Trim(bytes).starts_with('[');
  MTG_ASSIGN_OR_RETURN(const std::vector<Mapping> mappings,
                       is_json ? ReadJson(name, bytes) : ReadYaml(name, bytes));
  if (mappings.empty()) return InputError({name}, "there are no segments", std::string(kRemedy));
  std::vector<SpeechSegment> segments;
  for (const Mapping& mapping : mappings) {
    SpeechSegment& segment = segments.emplace_back();
    const auto recording = mapping.fields.find("wav");
    if (recording == mapping.fields.end() || recording->second.empty()) {
      return InputError({name, mapping.line}, "the segment has no 'wav'", std::string(kRemedy));
    }
    segment.recording = recording->second;
    MTG_ASSIGN_OR_RETURN(segment.offset, SecondsAt(name, mapping, "offset"));
    MTG_ASSIGN_OR_RETURN(segment.duration, SecondsAt(name, mapping, "duration"));
  }
  return segments;
}

}  // namespace mtgauge
