// The tables of WMT25's second task of metrics: a line for each output, with start_indices,
// end_indices and error_types, each a list with spaces between its values. "-1 -1 no-error" means
// no error, "missing missing" an omission. The ends are used as exclusive although they were copied
// from inclusive ones, so spans of one character vanish, as in the shared task.
#include <absl/strings/ascii.h>
#include <fmt/format.h>

#include "core/base/numbers.h"
#include "core/base/printing.h"
#include "core/input/spans/span_forms.h"

namespace mtgauge {
namespace {

std::optional<size_t> TaskColumn(const SpanFile& file, std::string_view title) {
  const Fields& header = file.table.rows[0];
  for (size_t c = 0; c < header.size(); ++c) {
    if (absl::AsciiStrToLower(std::string(header[c])) == title) return c;
  }
  return std::nullopt;
}

struct TaskColumns {
  std::optional<size_t> system, item, document, annotator, starts, ends, types, text, source_lang,
      target_lang;
};

TaskColumns TaskColumnsOf(const SpanFile& file) {
  const Fields& header = file.table.rows[0];
  TaskColumns columns;
  columns.system = FindColumn(header, Title::kSystem);
  columns.document = FindColumn(header, Title::kDocument);
  columns.annotator = FindColumn(header, Title::kAnnotator);
  columns.item = TaskColumn(file, "segment_id");
  if (!columns.item) columns.item = FindColumn(header, Title::kItem);
  columns.starts = TaskColumn(file, "start_indices");
  columns.ends = TaskColumn(file, "end_indices");
  columns.types = TaskColumn(file, "error_types");
  columns.text = TaskColumn(file, "hypothesis_segment");
  columns.source_lang = TaskColumn(file, "source_lang");
  columns.target_lang = TaskColumn(file, "target_lang");
  return columns;
}

Status AddTaskErrors(const SpanFile& file, size_t line, const Fields& row,
                     const TaskColumns& columns, SpanCollector& collector) {
  const Fields starts = CutAtSpaces(row[*columns.starts]), ends = CutAtSpaces(row[*columns.ends]),
               types = CutAtSpaces(row[*columns.types]);
  if (starts.size() != ends.size() || starts.size() != types.size()) {
    return InputError({file.table.name, line},
                      fmt::format("{}, {} and {}", Counted(starts.size(), "start"),
                                  Counted(ends.size(), "end"), Counted(types.size(), "error type")),
                      "give each error all three, or write -1 -1 no-error");
  }
  for (size_t i = 0; i < starts.size(); ++i) {
    if (types[i] == "no-error") continue;
    if (starts[i] == "missing" || ends[i] == "missing") {
      collector.AddOmission();
      continue;
    }
    const auto start = ParseNumber<int64_t>(starts[i]), end = ParseNumber<int64_t>(ends[i]);
    if (!start || !end) {
      return InputError({file.table.name, line},
                        fmt::format("'{:.40}' is not a whole number", start ? ends[i] : starts[i]),
                        "write an offset, or missing");
    }
    MTG_RETURN_IF_ERROR(collector.Add(line, {*start, *end, types[i], ""}));
  }
  return OkStatus();
}

std::string FieldOr(const Fields& row, const std::optional<size_t>& column) {
  return column ? std::string(row[*column]) : std::string();
}

Status ParseSharedTask(const SpanFile& file, SpanCollector& collector) {
  collector.LetVanish();
  const TaskColumns columns = TaskColumnsOf(file);
  if (!columns.system || !columns.item) {
    return InputError({file.table.name, 1}, "the table has no column of systems or of segments",
                      "name them system_id and segment_id");
  }
  const size_t width = file.table.rows[0].size();
  for (size_t r = 1; r < file.table.rows.size(); ++r) {
    const Fields& row = file.table.rows[r];
    if (row.size() != width) {
      return InputError(
          {file.table.name, r + 1},
          fmt::format("{}, but the header has {}", Counted(row.size(), "column"), width),
          "write as many columns on every line");
    }
    const std::string source = FieldOr(row, columns.source_lang),
                      target = FieldOr(row, columns.target_lang);
    const std::string pair = source.empty() || target.empty() ? "" : source + '-' + target;
    SpanCollector::Texts texts;
    if (columns.text) texts.target = row[*columns.text];
    MTG_RETURN_IF_ERROR(
        collector.Begin(r + 1,
                        {pair, std::string(row[*columns.system]), FieldOr(row, columns.document),
                         std::string(row[*columns.item])},
                        FieldOr(row, columns.annotator), texts));
    MTG_RETURN_IF_ERROR(AddTaskErrors(file, r + 1, row, columns, collector));
  }
  return OkStatus();
}

}  // namespace

const SpanForm kSharedTaskSpans = {"wmt25-task2", SpanEnd::kExclusive,
                                   [](const SpanFile& file) {
                                     return !file.table.is_json &&
                                            TaskColumn(file, "start_indices") &&
                                            TaskColumn(file, "end_indices") &&
                                            TaskColumn(file, "error_types");
                                   },
                                   ParseSharedTask};

}  // namespace mtgauge
