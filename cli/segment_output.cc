// Text output of segments, and what it shares with the folder of files.
#include "cli/segment_output.h"

#include <fmt/format.h>

#include <utility>

#include "cli/output.h"

namespace mtgauge {
namespace {

// Formatted by the threads that score, written in order.
class StreamedOutput final : public SegmentOutput {
 public:
  StreamedOutput(Output output, std::unique_ptr<SegmentWriter> writer, const LowArgs& args)
      : output_(std::move(output)),
        writer_(std::move(writer)),
        flush_(args.flush),
        strict_(args.strict) {}

  bool WantsRows() const override { return writer_->WantsRows(); }
  void Prepare(Delivery& delivery) const override { writer_->Append(delivery, delivery.text); }

  absl::Status Take(const Delivery& delivery) override {
    MTG_RETURN_IF_ERROR(Begin(delivery.has_ids, delivery.has_documents));
    MTG_RETURN_IF_ERROR(output_.Write(delivery.text));
    if (flush_) MTG_RETURN_IF_ERROR(output_.Flush());
    // The verdict of --strict is known at the end only.
    return strict_ ? absl::OkStatus() : output_.StillRead();
  }

  absl::Status Finish() override {
    MTG_RETURN_IF_ERROR(Begin(false, false));
    return output_.Finish();
  }

 private:
  absl::Status Begin(bool ids, bool documents) {
    if (std::exchange(begun_, true)) return absl::OkStatus();
    return output_.Write(writer_->Head(ids, documents));
  }

  Output output_;
  std::unique_ptr<SegmentWriter> writer_;
  bool flush_, strict_;
  bool begun_ = false;
};

}  // namespace

absl::StatusOr<std::unique_ptr<SegmentOutput>> MakeTextOutput(const LowArgs& args, const Job& job,
                                                              const WriteOptions& options) {
  MTG_ASSIGN_OR_RETURN(Output output, Output::Open(args.output));
  std::unique_ptr<SegmentWriter> writer = FindReportFormat(args.format).segments(job, options);
  return std::make_unique<StreamedOutput>(std::move(output), std::move(writer), args);
}

absl::StatusOr<DocumentNames> DocumentNames::Read(const std::string& file) {
  DocumentNames names;
  if (file.empty()) return names;
  names.file_ = file;
  MTG_ASSIGN_OR_RETURN(names.table_, ReadUnitTable(file, 0));
  return names;
}

void DocumentNames::AddTo(Delivery& delivery) const {
  if (!told()) return;
  delivery.has_documents = true;
  for (SegmentScores& segment : delivery.segments) {
    if (segment.index >= table_.unit_of_segment.size()) return;
    segment.document = table_.names[table_.unit_of_segment[segment.index]];
  }
}

absl::Status DocumentNames::Check(uint64_t segments, bool at_end) const {
  const uint64_t lines = table_.unit_of_segment.size();
  if (!told() || segments == lines || (segments < lines && !at_end)) return absl::OkStatus();
  return InputError(fmt::format("{}: {} lines for {}{} segments; give one line per segment", file_,
                                lines, at_end ? "" : "at least ", segments));
}

absl::Status AddByDocument(const Delivery& delivery, GroupSums& sums) {
  for (uint32_t i = 0; i < delivery.count; ++i) {
    const SegmentScores& segment = delivery.segments[i];
    if (segment.document.empty()) {
      return InputError(fmt::format(
          "segment {} belongs to no document; name the file that tells documents, --documents FILE",
          segment.index + 1));
    }
    sums.Add(delivery, i, segment.document);
  }
  return absl::OkStatus();
}

}  // namespace mtgauge
