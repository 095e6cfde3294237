// Splits the input into blocks and writes them when several are full.
#include "core/rowfile/row_writer.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "core/base/wrapping.h"
#include "core/rowfile/append_part.h"
#include "core/rowfile/block_bytes.h"

namespace mtgauge {

BlockSections::BlockSections(size_t systems, const std::vector<uint32_t>& widths)
    : marks_(systems), sections_(widths.size() + 1) {
  for (const uint32_t width : widths) {
    cells_.emplace_back(width);
    sums_.emplace_back(width, 0);
  }
}

void BlockSections::Add(const SegmentFacts& facts, std::span<const std::vector<int64_t>> rows,
                        uint32_t from, uint32_t count) {
  const uint32_t at = facts_.segments;
  for (size_t cell = 0; cell < cells_.size(); ++cell) {
    const size_t width = sums_[cell].size();
    cells_[cell].Add(at, std::span(rows[cell]).subspan(from * width, count * width));
  }
  AppendPart(facts.excluded, from, count, at, facts_.excluded);
  AppendPart(facts.lacking, from, count, at, facts_.lacking);
  AppendPart(facts.ids, from, count, at, facts_.ids);
  AppendPart(facts.documents, from, count, at, facts_.documents);
  AppendPart(facts.groups, from, count, at, facts_.groups);
  for (size_t s = 0; s < marks_.size(); ++s) {
    AppendPart(facts.marks, s * facts.segments + from, count, at, marks_[s]);
  }
  facts_.segments += count;
}

void BlockSections::Seal() {
  for (std::string& section : sections_) section.clear();
  for (size_t cell = 0; cell < cells_.size(); ++cell) {
    const RowBlock block = cells_[cell].Sealed();
    std::fill(sums_[cell].begin(), sums_[cell].end(), 0);
    AddTotals(block, sums_[cell]);
    AppendBlock(block, sections_[cell]);
  }
  for (const std::vector<TextMarks>& marks : marks_) {
    facts_.marks.insert(facts_.marks.end(), marks.begin(), marks.end());
  }
  AppendFacts(facts_, sections_.back());
}

void BlockSections::Clear() {
  for (OpenBlock& cell : cells_) cell.Clear();
  for (std::vector<TextMarks>& marks : marks_) marks.clear();
  facts_ = SegmentFacts();
}

Result<RowWriter> RowWriter::Open(const std::string& path, size_t systems,
                                  const std::vector<uint32_t>& widths, size_t together,
                                  SealAll seal_all) {
  MTG_ASSIGN_OR_RETURN(SealedWriter file, SealedWriter::Open(path));
  std::vector<BlockSections> blocks(std::max<size_t>(together, 1), BlockSections(systems, widths));
  RowWriter writer(std::move(file), std::move(blocks), std::move(seal_all));
  writer.sums_ = writer.blocks_.front().sums();
  return writer;
}

Status RowWriter::Add(const SegmentFacts& facts, std::span<const std::vector<int64_t>> rows) {
  for (uint32_t from = 0; from < facts.segments;) {
    BlockSections& block = blocks_[filled_];
    const uint32_t count = std::min(facts.segments - from, kBlockSegments - block.segments());
    block.Add(facts, rows, from, count);
    from += count;
    if (block.segments() < kBlockSegments) continue;
    if (++filled_ == blocks_.size()) MTG_RETURN_IF_ERROR(Write(blocks_));
  }
  return OkStatus();
}

Status RowWriter::Write(std::span<BlockSections> blocks) {
  seal_all_(blocks);
  for (BlockSections& block : blocks) {
    for (const std::string& section : block.sections()) MTG_RETURN_IF_ERROR(file_.Add(section));
    for (size_t cell = 0; cell < sums_.size(); ++cell) {
      const std::vector<int64_t>& more = block.sums()[cell];
      std::transform(more.begin(), more.end(), sums_[cell].begin(), sums_[cell].begin(),
                     WrappingSum);
    }
    segments_ += block.segments();
    block.Clear();
  }
  filled_ = 0;
  return OkStatus();
}

Status RowWriter::Finish(RowHeader header) {
  if (blocks_[filled_].segments() > 0) ++filled_;
  MTG_RETURN_IF_ERROR(Write(std::span(blocks_).first(filled_)));
  header.segments = segments_;
  header.sums = std::move(sums_);
  return file_.Finish(ToJson(header));
}

}  // namespace mtgauge
