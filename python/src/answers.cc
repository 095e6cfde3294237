// Converts answers to Python data, with one function for each type.
#include "answers.h"

#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>

namespace nb = nanobind;

namespace mtgauge::python {
namespace {

// Adds alternating names and values to a dict.
void AddFields(nb::dict&) {}
template <typename Value, typename... More>
void AddFields(nb::dict& dict, const char* name, const Value& value, const More&... more);

nb::object Data(bool value) { return nb::bool_(value); }
nb::object Data(uint32_t value) { return nb::int_(value); }
nb::object Data(uint64_t value) { return nb::int_(value); }
nb::object Data(int64_t value) { return nb::int_(value); }
// NaN becomes None, as in JSON, which has no NaN.
nb::object Data(double value) {
  return std::isnan(value) ? nb::none() : nb::object(nb::float_(value));
}
// File names may be any bytes; they are decoded as by os.fsdecode().
nb::object Data(const std::string& text) {
  nb::object decoded = nb::steal(
      PyUnicode_DecodeUTF8(text.data(), static_cast<Py_ssize_t>(text.size()), "surrogateescape"));
  if (!decoded.is_valid()) throw nb::python_error();
  return decoded;
}
nb::object Data(const nb::object& object) { return object; }

template <typename Value>
nb::object Data(const std::optional<Value>& value);
template <typename Value>
nb::list Data(const std::vector<Value>& values);

template <typename... Fields>
nb::dict Dict(const Fields&... fields) {
  nb::dict dict;
  AddFields(dict, fields...);
  return dict;
}

// Returns the number of figures of a detail. Appends them to `to` if it is not null.
size_t AppendFigures(const Detail& detail, std::vector<double>* to) {
  const auto append = [&](const auto& value) -> size_t {
    if constexpr (std::is_arithmetic_v<std::decay_t<decltype(value)>>) {
      if (to != nullptr) to->push_back(static_cast<double>(value));
      return 1;
    } else {
      if (to != nullptr) to->insert(to->end(), value.begin(), value.end());
      return value.size();
    }
  };
  return std::visit(append, detail.value);
}

nb::object Data(const std::vector<Detail>& details) {
  nb::dict dict;
  for (const Detail& detail : details) {
    dict[detail.name.c_str()] =
        std::visit([](const auto& value) -> nb::object { return Data(value); }, detail.value);
  }
  return dict;
}

// A text that is not there is empty in a table, and nothing in files (WriteTable) and in Python.
nb::object CellData(const TableCell& cell) {
  const auto data = [](const auto& value) -> nb::object {
    using Value = std::decay_t<decltype(value)>;
    if constexpr (std::is_same_v<Value, std::monostate>) {
      return nb::none();
    } else if constexpr (std::is_same_v<Value, std::string>) {
      return value.empty() ? nb::none() : Data(value);
    } else {
      return Data(value);
    }
  };
  return std::visit(data, cell);
}

nb::object Data(const Warning& warning) {
  return Dict("code", warning.code, "system", warning.system, "message", warning.message);
}

nb::object Data(const Resampled::OrderInterval& interval) {
  return Dict("mean", interval.mean, "half_width", interval.half_width);
}

nb::object Data(const Resampled& resampled) {
  return Dict("resamples", resampled.resamples, "seed", resampled.seed, "interval",
              resampled.interval, "p", resampled.p);
}

nb::object Data(const MetricScore& score) {
  return Dict("metric", score.metric, "score", score.score, "scale", score.scale,
              "higher_is_better", score.ranks ? nb::cast(score.higher_is_better) : nb::none(),
              "signature", score.signature, "equals", score.equals, "verbose", score.verbose,
              "details", Data(score.details), "resampled", score.resampled);
}

nb::object Data(const SystemReport& system) {
  return Dict("name", system.name, "scores", system.scores, "references", system.references);
}

template <typename Value>
nb::object Data(const std::optional<Value>& value) {
  return value ? nb::object(Data(*value)) : nb::none();
}

template <typename Value>
nb::list Data(const std::vector<Value>& values) {
  nb::list list;
  for (const Value& value : values) list.append(Data(value));
  return list;
}

template <typename Value, typename... More>
void AddFields(nb::dict& dict, const char* name, const Value& value, const More&... more) {
  dict[name] = Data(value);
  AddFields(dict, more...);
}

template <typename Number>
nb::object ArrayOf(std::vector<Number> values, const std::vector<size_t>& shape) {
  auto* owned = new std::vector<Number>(std::move(values));
  const nb::capsule owner(
      owned, [](void* data) noexcept { delete static_cast<std::vector<Number>*>(data); });
  return nb::cast(nb::ndarray<nb::numpy, Number>(owned->data(), shape.size(), shape.data(), owner));
}

}  // namespace

nb::object Array(std::vector<double> values, std::vector<size_t> shape) {
  return ArrayOf(std::move(values), shape);
}
nb::object Array(std::vector<float> values, std::vector<size_t> shape) {
  return ArrayOf(std::move(values), shape);
}
nb::object Array(std::vector<int64_t> values, std::vector<size_t> shape) {
  return ArrayOf(std::move(values), shape);
}

nb::list ToPython(const std::vector<Warning>& warnings) { return Data(warnings); }

// By the number of the type.
constexpr const char* kColumnTypes[] = {"text", "whole", "real", "switch"};

nb::list ToPython(const Table& table) {
  nb::list columns;
  for (size_t c = 0; c < table.columns.size(); ++c) {
    nb::list values;
    for (const std::vector<TableCell>& line : table.lines) values.append(CellData(line[c]));
    const auto& [name, type] = table.columns[c];
    columns.append(nb::make_tuple(Data(name), kColumnTypes[static_cast<size_t>(type)], values));
  }
  return columns;
}

TableCell CellOf(nb::handle value, ColumnType type) {
  if (value.is_none()) return {};
  switch (type) {
    case ColumnType::kText:
      return nb::cast<std::string>(
          value.attr("encode")("utf-8", "backslashreplace").attr("decode")());
    case ColumnType::kWhole:
      return nb::cast<int64_t>(value);
    case ColumnType::kReal:
      return nb::cast<double>(value);
    case ColumnType::kSwitch:
      return nb::cast<bool>(value);
  }
  return {};
}

Table TableOf(const nb::list& columns) {
  Table table;
  for (const nb::handle column : columns) {
    const auto name = std::get<std::string>(CellOf(column[0], ColumnType::kText));
    const auto type_name = nb::cast<std::string>(column[1]);
    const auto* const found =
        std::find(std::begin(kColumnTypes), std::end(kColumnTypes), type_name);
    const auto type = static_cast<ColumnType>(found - std::begin(kColumnTypes));
    table.columns.push_back({name, type});
    const nb::list values = nb::cast<nb::list>(column[2]);
    table.lines.resize(values.size());
    for (size_t i = 0; i < values.size(); ++i) table.lines[i].push_back(CellOf(values[i], type));
  }
  return table;
}

nb::dict ToPython(const Report& report) {
  return Dict("segments", report.segments, "skipped", report.skipped, "replaced", report.replaced,
              "warnings", report.warnings, "systems", report.systems);
}

// Returns an array for each figure of a metric's details: [segment, system], or [segment, system,
// order] for figures by n-gram order. Segments that were left out have NaN.
nb::dict DetailArrays(const SegmentAnswer& answer, size_t metric) {
  const size_t systems = answer.systems.size(), metrics = answer.metrics.size();
  const auto some = std::find_if(answer.details.begin(), answer.details.end(),
                                 [](const auto& segment) { return !segment.empty(); });
  nb::dict arrays;
  if (some == answer.details.end()) return arrays;
  for (size_t d = 0; d < (*some)[metric].size(); ++d) {
    std::vector<double> values;
    const size_t width = AppendFigures((*some)[metric][d], nullptr);
    for (const auto& segment : answer.details) {
      if (segment.empty()) values.insert(values.end(), systems * width, std::nan(""));
      for (size_t s = 0; s < systems && !segment.empty(); ++s) {
        AppendFigures(segment[s * metrics + metric][d], &values);
      }
    }
    const bool is_list = (*some)[metric][d].value.index() > 1;
    std::vector<size_t> shape = {answer.details.size(), systems};
    if (is_list) shape.push_back(width);
    arrays[(*some)[metric][d].name.c_str()] = Array(std::move(values), std::move(shape));
  }
  return arrays;
}

nb::dict ToPython(const SegmentAnswer& answer) {
  const size_t width = answer.systems.size() * answer.metrics.size();
  std::vector<double> scores;
  nb::list ids, documents, groups;
  for (const std::vector<std::string>& values : answer.groups) {
    nb::list names;
    for (const std::string& value : values) names.append(Data(value));
    groups.append(names);
  }
  scores.reserve(answer.segments.size() * width);
  for (const SegmentScores& segment : answer.segments) {
    ids.append(Data(segment.id));
    documents.append(Data(segment.document));
    if (segment.excluded) {
      scores.insert(scores.end(), width, std::nan(""));
    } else {
      scores.insert(scores.end(), segment.scores.begin(), segment.scores.end());
    }
  }
  nb::dict details;
  for (size_t m = 0; m < answer.metrics.size() && !answer.details.empty(); ++m) {
    details[answer.metrics[m].c_str()] = DetailArrays(answer, m);
  }
  return Dict("systems", answer.systems, "metrics", answer.metrics, "by", answer.by, "whole_ids",
              answer.whole_ids, "ids", nb::object(ids), "documents", nb::object(documents),
              "groups", nb::object(groups), "scores",
              Array(std::move(scores),
                    {answer.segments.size(), answer.systems.size(), answer.metrics.size()}),
              "details", nb::object(details), "warnings", answer.warnings);
}

}  // namespace mtgauge::python
