// Writes a line for each pair.
#include "core/report/matrix/pair_tables.h"

#include <string>
#include <string_view>
#include <utility>

#include "core/report/columns/table_encoder.h"
#include "core/report/forms/json_output.h"
#include "core/report/forms/separated.h"

namespace mtgauge {
namespace {

// Lines of fields; the first is the header.
class SeparatedPairs {
 public:
  SeparatedPairs(const MatrixForm& form, const std::vector<MatrixMetric>& metrics)
      : text_(form.format == "csv" ? kCommas : kTabs, lines_) {
    for (const std::string_view name : {"group", "hypothesis", "reference"}) text_.Text(name);
    for (const MatrixMetric& metric : metrics) text_.Text(metric.name);
    text_.EndLine();
  }

  void SetGroup(std::string_view name) { group_ = name; }
  void Begin(uint64_t hypothesis, uint64_t reference) {
    text_.Text(group_);
    text_.Whole(hypothesis);
    text_.Whole(reference);
  }
  void Score(double score) { text_.Real(score); }
  void EndLine() { text_.EndLine(); }
  std::string Take(bool) { return std::exchange(lines_, {}); }

 private:
  std::string_view group_;
  std::string lines_;
  SeparatedText text_;
};

class PairColumns {
 public:
  PairColumns(const MatrixForm& form, const std::vector<MatrixMetric>& metrics)
      : table_(*FindTableFormat(form.format), Head(metrics), form.write) {}

  void SetGroup(std::string_view name) { group_ = name; }
  void Begin(uint64_t hypothesis, uint64_t reference) {
    table_.Add(group_);
    table_.Add(static_cast<int64_t>(hypothesis));
    table_.Add(static_cast<int64_t>(reference));
  }
  void Score(double score) { table_.Add(score); }
  void EndLine() {}
  std::string Take(bool all) { return table_.Take(all); }

 private:
  static TableHead Head(const std::vector<MatrixMetric>& metrics) {
    TableHead head = {{{"group", ColumnType::kText},
                       {"hypothesis", ColumnType::kWhole},
                       {"reference", ColumnType::kWhole}},
                      {}};
    Json signatures = Json::object();
    for (const MatrixMetric& metric : metrics) {
      head.columns.push_back({metric.name, ColumnType::kReal});
      signatures[metric.name] = metric.signature;
    }
    head.notes = {{"mtgauge.schema", "mtgauge.matrix.table/1"},
                  {"mtgauge.signatures", DumpJson(signatures, -1)}};
    return head;
  }

  TableStream table_;
  std::string_view group_;
};

template <typename Lines>
class PairWriter final : public MatrixWriter {
 public:
  PairWriter(const MatrixForm& form, const std::vector<MatrixMetric>& metrics, Output& output)
      : lines_(form, metrics), metrics_(metrics.size()), output_(output) {}

  Status Take(const MatrixRows& rows) override {
    return Write(rows, rows.columns, [](uint64_t, uint64_t column) { return column; });
  }
  Status TakeBest(const BestRows& rows) override {
    return Write(rows, rows.width,
                 [&](uint64_t row, uint64_t rank) { return rows.best(row)[rank]; });
  }
  Status Finish() override { return output_.Write(lines_.Take(true)); }

 private:
  // Writes `width` pairs of each row; reference_at(row, i) is the reference of pair i.
  template <typename Rows, typename ReferenceAt>
  Status Write(const Rows& rows, uint64_t width, const ReferenceAt& reference_at) {
    lines_.SetGroup(rows.group->name);
    for (uint64_t row = 0; row < rows.rows; ++row) {
      for (uint64_t i = 0; i < width; ++i) {
        lines_.Begin(rows.first + row + 1, reference_at(row, i) + 1);
        for (size_t m = 0; m < metrics_; ++m) lines_.Score(rows.row(m, row)[i]);
        lines_.EndLine();
      }
      MTG_RETURN_IF_ERROR(output_.Write(lines_.Take(false)));
    }
    return OkStatus();
  }

  Lines lines_;
  size_t metrics_;
  Output& output_;
};

}  // namespace

std::unique_ptr<MatrixWriter> MakeSeparatedPairs(const MatrixForm& form,
                                                 std::vector<MatrixMetric> metrics,
                                                 Output& output) {
  return std::make_unique<PairWriter<SeparatedPairs>>(form, metrics, output);
}
std::unique_ptr<MatrixWriter> MakePairColumns(const MatrixForm& form,
                                              std::vector<MatrixMetric> metrics, Output& output) {
  return std::make_unique<PairWriter<PairColumns>>(form, metrics, output);
}

}  // namespace mtgauge
