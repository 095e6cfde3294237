// Reads the records of a log and checks them.
#include "core/input/delays/delay_log.h"

#include <fmt/format.h>
#include <simdjson.h>

#include <utility>

#include "core/base/printing.h"
#include "core/input/formats/json_record.h"
#include "core/input/tables/text_file.h"
#include "core/simd/kernels.h"
#include "core/text/unicode.h"
#include "core/text/utf8.h"

namespace mtgauge {
namespace {

namespace dom = simdjson::dom;

constexpr std::string_view kPrediction = "prediction", kDelays = "delays", kElapsed = "elapsed",
                           kSourceLength = "source_length", kReference = "reference",
                           kSource = "source";

// The log and the line that is read.
struct LogPlace {
  const std::string& file;
  uint64_t line;

  Status Bad(std::string what, std::string remedy) const {
    return InputError({file, line}, std::move(what), std::move(remedy));
  }
};

// Returns an empty text if there is none.
Result<std::string> TextAt(const LogPlace& place, const dom::object& record, std::string_view key) {
  dom::element value;
  std::string_view text;
  if (record[key].get(value) != simdjson::SUCCESS || value.is_null()) return std::string();
  if (value.get(text) == simdjson::SUCCESS) return std::string(text);
  return place.Bad(fmt::format("'{}' is not a text", key), "write a text in quotes");
}

Result<double> TimeOf(const LogPlace& place, std::string_view key, dom::element value) {
  double time = 0;
  if (value.get(time) == simdjson::SUCCESS && time >= 0) return time;
  return place.Bad(fmt::format("'{}' has a value that is not a number of milliseconds", key),
                   "write numbers of 0 or more");
}

std::string CountOf(size_t units, LatencyUnit unit) {
  return Counted(units, unit == LatencyUnit::kWord ? "word" : "character");
}

Result<std::vector<double>> TimesAt(const LogPlace& place, std::string_view key, dom::element list,
                                    size_t units, LatencyUnit unit) {
  dom::array values;
  if (list.get(values) != simdjson::SUCCESS) {
    return place.Bad(fmt::format("'{}' is not a list", key), "write a list of numbers");
  }
  std::vector<double> times;
  for (const dom::element value : values) {
    MTG_ASSIGN_OR_RETURN(const double time, TimeOf(place, key, value));
    if (!times.empty() && time < times.back()) {
      return place.Bad(
          fmt::format("value {} of '{}' is less than the one before it", times.size() + 1, key),
          "write the times of the final words, in their order");
    }
    times.push_back(time);
  }
  if (times.size() == units) return times;
  return place.Bad(
      fmt::format("'{}' has {} for {}", key, Counted(times.size(), "value"), CountOf(units, unit)),
      unit == LatencyUnit::kWord
          ? "write one for each word, or use `latency-unit` char if they are of "
            "characters"
          : "write one for each character, or leave out `latency-unit` if they are "
            "of words");
}

// `source` is the recording, or a list that begins with it.
Result<std::string> SourceAt(const LogPlace& place, const dom::object& record) {
  dom::array list;
  std::string_view first;
  if (record[kSource].get(list) != simdjson::SUCCESS) return TextAt(place, record, kSource);
  return std::string(list.at(0).get(first) == simdjson::SUCCESS ? first : "");
}

Result<DelayRecord> ReadDelays(const LogPlace& place, const dom::object& object, LatencyUnit unit) {
  dom::element delays, value;
  DelayRecord record;
  record.line = place.line;
  for (const std::string_view key : {kPrediction, kDelays}) {
    if (object[key].get(value) == simdjson::SUCCESS && !value.is_null()) continue;
    return place.Bad(fmt::format("the record has no '{}'", key),
                     "use the instances.log of SimulEval, or write 'prediction' and 'delays'");
  }
  MTG_ASSIGN_OR_RETURN(record.prediction, TextAt(place, object, kPrediction));
  MTG_ASSIGN_OR_RETURN(record.reference, TextAt(place, object, kReference));
  MTG_ASSIGN_OR_RETURN(record.source, SourceAt(place, object));
  const size_t units = UnitsOf(record.prediction, unit).size();
  for (const auto& [key, times] :
       {std::pair(kDelays, &record.delays), {kElapsed, &record.elapsed}}) {
    if (object[key].get(value) != simdjson::SUCCESS || value.is_null()) continue;
    MTG_ASSIGN_OR_RETURN(*times, TimesAt(place, key, value, units, unit));
  }
  if (object[kSourceLength].get(value) == simdjson::SUCCESS && !value.is_null()) {
    MTG_ASSIGN_OR_RETURN(record.source_length, TimeOf(place, kSourceLength, value));
  }
  return record;
}

bool HasElapsed(const dom::object& object) {
  dom::element value;
  return object[kElapsed].get(value) == simdjson::SUCCESS && !value.is_null();
}

}  // namespace

std::vector<std::string_view> UnitsOf(std::string_view text, LatencyUnit unit) {
  std::vector<std::string_view> units;
  size_t begin = 0;  // of the word
  const auto end_word = [&](size_t end) {
    if (end > begin) units.push_back(text.substr(begin, end - begin));
  };
  for (size_t at = 0; at < text.size();) {
    const CodePoint c = DecodeAt(text, at);
    if (unit == LatencyUnit::kCharacter) {
      units.push_back(text.substr(at, c.length));
    } else if (IsSpace(c.value)) {
      end_word(at);
      begin = at + c.length;
    }
    at += c.length;
  }
  if (unit == LatencyUnit::kWord) end_word(text.size());
  return units;
}

Result<DelayLog> ParseDelayLog(const std::string& name, std::string bytes, LatencyUnit unit) {
  const size_t size = bytes.size();
  bytes.resize(size + kTextPadding);
  DelayLog log;
  log.file = name;
  dom::parser parser;
  uint64_t line = 0;
  for (const std::string_view text : CutLines(std::string_view(bytes).substr(0, size))) {
    const LogPlace place = {name, ++line};
    if (IsBlankText(text)) continue;
    MTG_ASSIGN_OR_RETURN(const dom::object object, ParseRecord(name, {text, line}, parser));
    const bool has_elapsed = HasElapsed(object);
    if (log.records.empty()) log.has_elapsed = has_elapsed;
    if (has_elapsed != log.has_elapsed) {
      return place.Bad(fmt::format("the record has {}'elapsed', unlike those before it",
                                   has_elapsed ? "" : "no "),
                       "write it in all records, or in none");
    }
    MTG_ASSIGN_OR_RETURN(log.records.emplace_back(), ReadDelays(place, object, unit));
  }
  if (log.records.empty()) {
    return InputError({name}, "there are no records", "use the instances.log of SimulEval");
  }
  return log;
}

}  // namespace mtgauge
