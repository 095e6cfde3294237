// Writes segments as text.
#include "core/report/segments/segment_output.h"

#include <utility>

#include "core/report/score/report_writer.h"
#include "core/report/segments/segment_writer.h"
#include "core/report/write_options.h"
#include "mtgauge/output.h"

namespace mtgauge {
namespace {

// The threads that score also format; one thread at a time writes, in order.
class StreamedOutput final : public SegmentOutput {
 public:
  StreamedOutput(Output output, std::unique_ptr<SegmentWriter> writer, const TextOutputOptions& to)
      : output_(std::move(output)),
        writer_(std::move(writer)),
        flush_(to.flush),
        outlive_reader_(to.outlive_reader) {}

  bool WantsRows() const override { return writer_->WantsRows(); }
  void Prepare(Delivery& delivery) const override { writer_->Append(delivery, delivery.text); }

  Status Take(const Delivery& delivery) override {
    MTG_RETURN_IF_ERROR(Begin(delivery.has_ids, delivery.has_documents));
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

}  // namespace

Result<std::unique_ptr<SegmentOutput>> MakeTextOutput(const TextOutputOptions& to, const Job& job,
                                                      const WriteOptions& options) {
  MTG_ASSIGN_OR_RETURN(Output output, Output::Open(to.file));
  std::unique_ptr<SegmentWriter> writer =
      FindReportFormat(to.format).Of(to.details)(job, options, {{}, to.systems});
  return std::make_unique<StreamedOutput>(std::move(output), std::move(writer), to);
}

}  // namespace mtgauge
