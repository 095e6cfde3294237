// Writes matrices as text, JSON Lines and NumPy arrays.
#include "core/report/matrix/matrix_output.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/base/printing.h"
#include "core/base/suggest.h"
#include "core/report/columns/table_encoder.h"
#include "core/report/forms/json_output.h"
#include "core/report/matrix/numpy_file.h"
#include "core/report/matrix/overlap_writer.h"
#include "core/report/matrix/pair_tables.h"
#include "core/report/write_options.h"
#include "mtgauge/table.h"

namespace mtgauge {
namespace {

using Metrics = std::vector<MatrixMetric>;

// Returns the column that a row leaves out if texts are scored against each other: the text's own.
uint64_t OwnColumn(const MatrixRows& rows, uint64_t row) {
  return rows.of_themselves ? rows.first + row : UINT64_MAX;
}

// Writes means over all pairs except those of a text with itself.
class TextWriter final : public MatrixWriter {
 public:
  TextWriter(const MatrixForm& form, Metrics metrics, Output& output)
      : write_(form.write),
        metrics_(std::move(metrics)),
        output_(output),
        row_means_(metrics_.size()),
        group_means_(metrics_.size()) {}

  Status Take(const MatrixRows& rows) override {
    if (rows.first == 0) EndGroup();
    for (uint64_t row = 0; row < rows.rows; ++row) {
      const uint64_t own = OwnColumn(rows, row);
      const uint64_t pairs = rows.columns - (own < rows.columns ? 1 : 0);
      if (pairs == 0) continue;
      pairs_ += pairs;
      ++rows_;
      for (size_t m = 0; m < metrics_.size(); ++m) {
        double sum = 0;
        const std::span<const double> scores = rows.row(m, row);
        for (uint64_t r = 0; r < scores.size(); ++r) sum += r == own ? 0 : scores[r];
        row_means_[m] += sum / static_cast<double>(pairs);
      }
    }
    return OkStatus();
  }

  Status Finish() override {
    EndGroup();
    for (size_t m = 0; m < metrics_.size(); ++m) {
      const double mean = group_means_[m] / static_cast<double>(std::max<uint64_t>(groups_, 1));
      const std::string score =
          groups_ == 0 ? "n/a" : RoundedScore(mean, metrics_[m].scale, write_);
      if (write_.score_only) {
        MTG_RETURN_IF_ERROR(output_.Write(score + '\n'));
        continue;
      }
      MTG_RETURN_IF_ERROR(output_.Write(
          fmt::format("{}|{} = {} (mean of {} in {})\n", metrics_[m].name, metrics_[m].signature,
                      score, Counted(pairs_, "pair"), Counted(groups_, "group"))));
    }
    return OkStatus();
  }

 private:
  void EndGroup() {
    if (rows_ == 0) return;
    for (size_t m = 0; m < metrics_.size(); ++m) {
      group_means_[m] += std::exchange(row_means_[m], 0) / static_cast<double>(rows_);
    }
    rows_ = 0;
    ++groups_;
  }

  WriteOptions write_;
  Metrics metrics_;
  Output& output_;
  std::vector<double> row_means_, group_means_;  // sums of means; [metric]
  uint64_t rows_ = 0, groups_ = 0, pairs_ = 0;
};

// Writes a record for each hypothesis.
class JsonlWriter final : public MatrixWriter {
 public:
  JsonlWriter(const MatrixForm&, Metrics metrics, Output& output)
      : metrics_(std::move(metrics)), output_(output) {}

  Status Take(const MatrixRows& rows) override {
    return Write(rows, [](uint64_t) { return std::string(); });
  }
  Status TakeBest(const BestRows& rows) override {
    return Write(rows, [&](uint64_t row) {
      std::string list;
      for (const uint64_t reference : rows.best(row)) {
        list += fmt::format("{}{}", list.empty() ? "" : ",", reference + 1);
      }
      return ",\"references\":[" + list + ']';
    });
  }
  Status Finish() override { return OkStatus(); }

 private:
  // references_of(row) is the field that says which references were scored.
  template <typename Rows, typename ReferencesOf>
  Status Write(const Rows& rows, const ReferencesOf& references_of) {
    const std::string group = DumpJson(rows.group->name, -1);
    for (uint64_t row = 0; row < rows.rows; ++row) {
      std::string line =
          fmt::format("{{\"group\":{},\"hypothesis\":{}", group, rows.first + row + 1);
      line += references_of(row) + ",\"scores\":{";
      for (size_t m = 0; m < metrics_.size(); ++m) {
        line += fmt::format("{}{}:[", m > 0 ? "," : "", DumpJson(metrics_[m].name, -1));
        bool first = true;
        for (const double score : rows.row(m, row)) {
          if (!std::exchange(first, false)) line += ',';
          AppendDouble(score, line);
        }
        line += ']';
      }
      MTG_RETURN_IF_ERROR(output_.Write(line + "}}\n"));
    }
    return OkStatus();
  }

  Metrics metrics_;
  Output& output_;
};

// Returns the shape [hypothesis][reference], followed by [metric] if there are several.
std::vector<uint64_t> ShapeOf(const MatrixRows& rows, size_t metrics) {
  std::vector<uint64_t> shape = {rows.group->hypotheses.size(), rows.columns};
  if (metrics > 1) shape.push_back(metrics);
  return shape;
}
std::string ArrayBytes(const MatrixRows& rows, size_t metrics, bool float32) {
  std::string bytes;
  bytes.reserve(rows.scores.size() * (float32 ? 4 : 8));
  for (uint64_t row = 0; row < rows.rows; ++row) {
    for (uint64_t column = 0; column < rows.columns; ++column) {
      for (size_t m = 0; m < metrics; ++m) AppendNumber(rows.row(m, row)[column], float32, bytes);
    }
  }
  return bytes;
}

class NpyWriter final : public MatrixWriter {
 public:
  NpyWriter(const MatrixForm& form, Metrics metrics, Output& output)
      : float32_(form.float32), metrics_(metrics.size()), output_(output) {}

  Status Take(const MatrixRows& rows) override {
    if (rows.number > 0) {
      return UsageError({.option = "format"},
                        "`format` npy holds only one group, but there are several", "use npz");
    }
    if (rows.first == 0) {
      MTG_RETURN_IF_ERROR(output_.Write(NpyHead(ShapeOf(rows, metrics_), float32_)));
    }
    return output_.Write(ArrayBytes(rows, metrics_, float32_));
  }
  Status Finish() override { return OkStatus(); }

 private:
  bool float32_;
  size_t metrics_;
  Output& output_;
};

class NpzWriter final : public MatrixWriter {
 public:
  NpzWriter(const MatrixForm& form, Metrics metrics, Output& output)
      : float32_(form.float32), metrics_(metrics.size()), zip_(output) {}

  Status Take(const MatrixRows& rows) override {
    if (rows.first == 0) {
      MTG_RETURN_IF_ERROR(zip_.Begin(fmt::format("{}.npy", rows.number + 1)));
      MTG_RETURN_IF_ERROR(zip_.Add(NpyHead(ShapeOf(rows, metrics_), float32_)));
    }
    return zip_.Add(ArrayBytes(rows, metrics_, float32_));
  }
  Status Finish() override { return zip_.Finish(); }

 private:
  bool float32_;
  size_t metrics_;
  ZipWriter zip_;
};

using MakeWriter = std::unique_ptr<MatrixWriter>(const MatrixForm&, Metrics, Output&);
struct FormRow {
  std::string_view name;
  MakeWriter* make;          // null if it needs MatrixForm::top
  MakeWriter* make_of_best;  // null if it does not support MatrixForm::top
  bool of_floats;            // supports MatrixForm::float32
};
template <typename Writer>
std::unique_ptr<MatrixWriter> Make(const MatrixForm& form, Metrics metrics, Output& output) {
  return std::make_unique<Writer>(form, std::move(metrics), output);
}
constexpr FormRow kMatrixForms[] = {
    {"text", Make<TextWriter>, MakeOverlapWriter, false},
    {"tsv", MakeSeparatedPairs, MakeSeparatedPairs, false},
    {"csv", MakeSeparatedPairs, MakeSeparatedPairs, false},
    {"jsonl", Make<JsonlWriter>, Make<JsonlWriter>, false},
    {"json", nullptr, MakeOverlapWriter, false},
    {"npy", Make<NpyWriter>, nullptr, true},
    {"npz", Make<NpzWriter>, nullptr, true},
    {kParquet, MakePairColumns, MakePairColumns, false},
    {kArrow, MakePairColumns, MakePairColumns, false},
};

const FormRow& FindForm(std::string_view name) {
  return *std::ranges::find_if(kMatrixForms, [&](const FormRow& row) { return row.name == name; });
}

}  // namespace

std::vector<std::string_view> MatrixForms() { return NamesOfRows(std::span(kMatrixForms)); }

Status CheckMatrixForm(const MatrixForm& form) {
  MTG_RETURN_IF_ERROR(CheckKnown("format", form.format, MatrixForms()));
  MTG_RETURN_IF_ERROR(CheckEnding(form.file, form.format, MatrixForms()));
  const FormRow& row = FindForm(form.format);
  if (form.top > 0 && row.make_of_best == nullptr) {
    return UsageError({.option = "top"},
                      fmt::format("`top`: `format` {} always has all references", form.format),
                      "use text, json, tsv, csv, jsonl, parquet or arrow");
  }
  if (form.top == 0 && row.make == nullptr) {
    return UsageError({.option = "format"},
                      fmt::format("`format` {} is for the best references", form.format),
                      "set `top`, or use jsonl");
  }
  if (form.float32 && !row.of_floats) {
    return UsageError({.option = "float32"},
                      fmt::format("`float32`: `format` {} has no array", form.format),
                      "use npy or npz");
  }
  return OkStatus();
}

std::unique_ptr<MatrixWriter> MakeMatrixWriter(const MatrixForm& form, Metrics metrics,
                                               Output& output) {
  const FormRow& row = FindForm(form.format);
  return (form.top > 0 ? row.make_of_best : row.make)(form, std::move(metrics), output);
}

std::vector<uint64_t> BestColumns(std::span<const double> row, uint64_t top, bool higher_is_better,
                                  uint64_t leave_out) {
  std::vector<uint64_t> columns;
  columns.reserve(row.size());
  for (uint64_t column = 0; column < row.size(); ++column) {
    if (column != leave_out) columns.push_back(column);
  }
  const auto better = [&](uint64_t a, uint64_t b) {
    if (row[a] != row[b]) return higher_is_better ? row[a] > row[b] : row[a] < row[b];
    return a < b;
  };
  const auto count = static_cast<ptrdiff_t>(std::min<uint64_t>(top, columns.size()));
  std::partial_sort(columns.begin(), columns.begin() + count, columns.end(), better);
  columns.resize(static_cast<size_t>(count));
  return columns;
}

}  // namespace mtgauge
