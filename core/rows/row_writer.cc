// Cuts what arrives into blocks, and seals each when it is full.
#include "core/rows/row_writer.h"

#include <algorithm>
#include <utility>

#include "core/rows/block_bytes.h"

namespace mtgauge {
namespace {

// Appends values[from, from + count), or as many empty ones where nothing is told.
template <typename Value>
void Take(const std::vector<Value>& values, size_t from, size_t count, const Value& fallback,
          std::vector<Value>& into) {
  if (values.empty()) {
    into.insert(into.end(), count, fallback);
    return;
  }
  const auto begin = values.begin() + static_cast<std::ptrdiff_t>(from);
  into.insert(into.end(), begin, begin + static_cast<std::ptrdiff_t>(count));
}

}  // namespace

RowWriter::RowWriter(SealedWriter file, size_t systems, std::vector<uint32_t> widths)
    : file_(std::move(file)), systems_(systems), widths_(std::move(widths)), marks_(systems) {
  for (const uint32_t width : widths_) {
    open_.emplace_back(width);
    sums_.emplace_back(width, 0);
  }
}

absl::StatusOr<RowWriter> RowWriter::Open(const std::string& path, size_t systems,
                                          std::vector<uint32_t> widths) {
  MTG_ASSIGN_OR_RETURN(SealedWriter file, SealedWriter::Open(path));
  return RowWriter(std::move(file), systems, std::move(widths));
}

absl::Status RowWriter::Add(const SegmentFacts& facts, std::span<const std::vector<int64_t>> rows) {
  for (size_t from = 0; from < facts.segments;) {
    const auto at = static_cast<uint32_t>(segments_ % kBlockSegments);
    const auto count =
        static_cast<uint32_t>(std::min<size_t>(facts.segments - from, kBlockSegments - at));
    for (size_t cell = 0; cell < widths_.size(); ++cell) {
      const size_t width = widths_[cell];
      open_[cell].Add(at, std::span(rows[cell]).subspan(from * width, count * width));
    }
    Take(facts.excluded, from, count, uint8_t{0}, facts_.excluded);
    Take(facts.lacking, from, count, uint32_t{0}, facts_.lacking);
    Take(facts.ids, from, count, {}, facts_.ids);
    Take(facts.documents, from, count, {}, facts_.documents);
    Take(facts.groups, from, count, {}, facts_.groups);
    for (size_t s = 0; s < systems_; ++s) {
      Take(facts.marks, s * facts.segments + from, count, TextMarks{0}, marks_[s]);
    }
    segments_ += count;
    from += count;
    if (segments_ % kBlockSegments == 0) MTG_RETURN_IF_ERROR(Seal());
  }
  return absl::OkStatus();
}

absl::Status RowWriter::Seal() {
  std::string bytes;
  for (size_t cell = 0; cell < open_.size(); ++cell) {
    const RowBlock block = open_[cell].Sealed();
    open_[cell].Clear();
    AddTotals(block, sums_[cell]);
    bytes.clear();
    AppendBlock(block, bytes);
    MTG_RETURN_IF_ERROR(file_.Add(bytes));
  }
  for (std::vector<TextMarks>& marks : marks_) {
    facts_.marks.insert(facts_.marks.end(), marks.begin(), marks.end());
    marks.clear();
  }
  bytes.clear();
  AppendFacts(facts_, bytes);
  facts_ = SegmentFacts();
  return file_.Add(bytes);
}

absl::Status RowWriter::Finish(RowHeader header) {
  if (segments_ % kBlockSegments != 0) MTG_RETURN_IF_ERROR(Seal());
  header.segments = segments_;
  header.sums = std::move(sums_);
  return file_.Finish(ToJson(header));
}

}  // namespace mtgauge
