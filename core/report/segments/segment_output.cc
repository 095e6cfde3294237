// Writes segments as text, or as files of columns.
#include "core/report/segments/segment_output.h"

#include <utility>

#include "core/report/forms/json_output.h"
#include "core/report/score/report_writer.h"
#include "core/report/segments/segment_writer.h"
#include "core/report/write_options.h"
#include "mtgauge/output.h"

namespace mtgauge {
namespace {

// The threads that score also format; one thread at a time writes, in order.
class StreamedOutput final : public SegmentOutput {
 public:
  StreamedOutput(Output output, std::unique_ptr<SegmentWriter> writer, const StreamOptions& to)
      : output_(std::move(output)),
        writer_(std::move(writer)),
        flush_(to.flush),
        outlive_reader_(to.outlive_reader) {}

  bool WantsRows() const override { return writer_->WantsRows(); }
  void Prepare(Delivery& delivery) const override { writer_->Append(delivery, delivery.text); }

  Status Take(const Delivery& delivery) override {
    MTG_RETURN_IF_ERROR(Begin(delivery.has_ids, delivery.has_documents));
    MTG_RETURN_IF_ERROR(writer_->Check(delivery));
    MTG_RETURN_IF_ERROR(output_.Write(delivery.text));
    if (flush_) MTG_RETURN_IF_ERROR(output_.Flush());
    return outlive_reader_ ? OkStatus() : output_.StillRead();
  }

  Status Finish() override {
    MTG_RETURN_IF_ERROR(Begin(false, false));
    return output_.Finish();
  }

 private:
  Status Begin(bool ids, bool documents) {
    if (std::exchange(begun_, true)) return OkStatus();
    return output_.Write(writer_->Head(ids, documents));
  }

  Output output_;
  std::unique_ptr<SegmentWriter> writer_;
  bool flush_, outlive_reader_;
  bool begun_ = false;
};

// One thread at a time puts the values into their columns.
class ColumnsOutput final : public SegmentOutput {
 public:
  ColumnsOutput(SegmentTableFile file, SegmentScoreTable table, bool outlive_reader)
      : file_(std::move(file)), table_(std::move(table)), outlive_reader_(outlive_reader) {}

  bool WantsRows() const override { return table_.details(); }
  Status Take(const Delivery& delivery) override {
    MTG_RETURN_IF_ERROR(table_.CheckIds(delivery));
    MTG_RETURN_IF_ERROR(file_.Add(table_, delivery));
    return outlive_reader_ ? OkStatus() : file_.StillRead();
  }
  Status Finish() override { return file_.Finish(table_); }

 private:
  SegmentTableFile file_;
  SegmentScoreTable table_;
  bool outlive_reader_;
};

}  // namespace

void SegmentTableFile::Sign(const std::vector<SegmentScoreTable>& tables) {
  for (const SegmentScoreTable& table : tables) {
    for (const auto& [metric, signature] : table.Signatures()) {
      signatures_[metric].insert(signature);
    }
  }
}

Status SegmentTableFile::Add(const SegmentScoreTable& table, const Delivery& delivery) {
  if (!stream_) Begin(table, delivery.has_ids, delivery.has_documents);
  for (size_t i = 0; i < delivery.segments.size(); ++i) {
    table.Line(delivery, i, [&](const auto& value) { stream_->Add(value); });
  }
  return output_.Write(stream_->Take(false));
}

Status SegmentTableFile::Finish(const SegmentScoreTable& table) {
  if (!stream_) Begin(table, false, false);
  MTG_RETURN_IF_ERROR(output_.Write(stream_->Take(true)));
  return output_.Finish();
}

void SegmentTableFile::Begin(const SegmentScoreTable& table, bool ids, bool documents) {
  if (signatures_.empty()) Sign({table});
  stream_.emplace(format_,
                  TableHead{table.Columns(ids, documents),
                            {{"mtgauge.schema", "mtgauge.segments.table/1"},
                             {"mtgauge.signatures", DumpJson(signatures_, -1)}}},
                  options_);
}

Result<std::unique_ptr<SegmentOutput>> MakeStreamOutput(const StreamOptions& to, const Job& job,
                                                        const WriteOptions& options) {
  MTG_ASSIGN_OR_RETURN(Output output, Output::Open(to.file));
  SegmentLabels labels = to.labels;
  SegmentScoreTable table(job, options, labels, to.details);
  const TableFormat* const format = FindTableFormat(to.format);
  if (format != nullptr || !labels.kept.empty()) MTG_RETURN_IF_ERROR(table.CheckNames());
  if (format != nullptr) {
    return std::make_unique<ColumnsOutput>(SegmentTableFile(std::move(output), *format, options),
                                           std::move(table), to.outlive_reader);
  }
  labels.whole_ids = false;  // text has no types, and keeps what is there
  std::unique_ptr<SegmentWriter> writer =
      FindReportFormat(to.format).Of(to.details)(job, options, labels);
  return std::make_unique<StreamedOutput>(std::move(output), std::move(writer), to);
}

}  // namespace mtgauge
