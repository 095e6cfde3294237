// Batches out of text in memory.
#include "core/input/text_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <limits>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/simd/kernels.h"

namespace mtgauge {
namespace {

// The longest text with its LF, as of lines in files; two bytes more than the text.
constexpr uint64_t kLongestText = std::numeric_limits<uint32_t>::max() - kTextPadding - 1;

uint64_t SegmentsOf(const TextTable& table) {
  const TextColumn* const first = !table.references.empty() ? &table.references.front()
                                  : !table.systems.empty()  ? &table.systems.front()
                                                            : nullptr;
  return first == nullptr ? 0 : first->size();
}

absl::Status CheckColumn(const TextColumn& column, const TextColumn& first, std::string_view what,
                         bool may_miss) {
  if (column.size() != first.size()) {
    return InputError(fmt::format("{}: {} texts where {} has {}; give one for each segment",
                                  column.name(), column.size(), first.name(), first.size()));
  }
  for (uint64_t i = 0; i < column.size(); ++i) {
    const std::optional<std::string_view> text = column[i];
    if (!text && !may_miss) {
      return InputError(fmt::format("{}:{}: the {} is missing; give one, which may be empty",
                                    column.name(), i + 1, what));
    }
    if (text && text->size() > kLongestText) {
      return InputError(fmt::format("{}:{}: the text has {} bytes; split it, since at most {} fit",
                                    column.name(), i + 1, text->size(), kLongestText));
    }
  }
  return absl::OkStatus();
}

std::vector<std::string> StringsOf(const std::optional<TextColumn>& column, uint64_t first,
                                   uint32_t count) {
  std::vector<std::string> strings;
  if (!column) return strings;
  for (uint64_t i = first; i < first + count; ++i) strings.emplace_back((*column)[i].value_or(""));
  return strings;
}

uint64_t BytesOf(const TextColumn& column, uint64_t segment) {
  return column[segment].value_or("").size() + 1;
}

}  // namespace

absl::Status CheckTextTable(const TextTable& table) {
  if (table.references.empty()) return UsageError("no references; give at least one column");
  const TextColumn& first = table.references.front();
  for (const TextColumn& column : table.references) {
    MTG_RETURN_IF_ERROR(CheckColumn(column, first, "reference", true));
  }
  for (const TextColumn& column : table.systems) {
    MTG_RETURN_IF_ERROR(CheckColumn(column, first, "hypothesis", false));
  }
  if (table.ids) MTG_RETURN_IF_ERROR(CheckColumn(*table.ids, first, "id", false));
  if (table.documents) MTG_RETURN_IF_ERROR(CheckColumn(*table.documents, first, "document", true));
  if (table.groups) MTG_RETURN_IF_ERROR(CheckColumn(*table.groups, first, "group", true));
  return absl::OkStatus();
}

StreamNames NamesOf(const TextTable& table) {
  StreamNames names;
  for (const TextColumn& column : table.references) names.refs.push_back(column.name());
  for (const TextColumn& column : table.systems) names.hyps.push_back(column.name());
  return names;
}

Stream StreamOf(const TextColumn& column, uint64_t first, uint32_t count) {
  size_t bytes = 0;
  for (uint32_t i = 0; i < count; ++i) bytes += BytesOf(column, first + i);
  auto text = std::make_shared<std::string>();
  text->reserve(bytes + kTextPadding);
  Stream stream;
  for (uint32_t i = 0; i < count; ++i) {
    const std::optional<std::string_view> segment = column[first + i];
    if (!segment) {
      stream.missing.resize(count);
      stream.missing[i] = 1;
    } else if (segment->find('\n') != std::string_view::npos) {
      stream.aside.push_back({i, std::string(*segment)});
    } else {
      text->append(*segment);
    }
    *text += '\n';
  }
  stream.bytes = static_cast<uint32_t>(text->size());
  text->append(kTextPadding, '\0');
  stream.text = text->data();
  stream.owner = std::move(text);
  return stream;
}

TextTableCutter::TextTableCutter(const TextTable& table, uint32_t batch_segments,
                                 uint64_t batch_bytes)
    : table_(table),
      segments_(SegmentsOf(table)),
      batch_segments_(batch_segments),
      batch_bytes_(std::min(batch_bytes, kLongestText / 2)) {}

std::unique_ptr<Batch> TextTableCutter::Next() {
  if (next_ == segments_) return nullptr;
  auto batch = std::make_unique<Batch>();
  batch->first = next_;
  std::vector<uint64_t> bytes(table_.references.size() + table_.systems.size());
  // Whether the segment still fits into the batch, which always has one.
  const auto fits = [&](uint64_t segment) {
    size_t column = 0;
    bool fits_all = true;
    for (const auto* columns : {&table_.references, &table_.systems}) {
      for (const TextColumn& of_side : *columns) {
        bytes[column] += BytesOf(of_side, segment);
        fits_all = fits_all && bytes[column++] <= batch_bytes_;
      }
    }
    return fits_all || segment == batch->first;
  };
  while (next_ < segments_ && batch->segments < batch_segments_ && fits(next_)) {
    ++next_;
    ++batch->segments;
  }
  return batch;
}

void TextTableCutter::Fill(Batch& batch) const {
  for (const TextColumn& column : table_.references) {
    batch.refs.push_back(StreamOf(column, batch.first, batch.segments));
  }
  for (const TextColumn& column : table_.systems) {
    batch.hyps.push_back(StreamOf(column, batch.first, batch.segments));
  }
  batch.ids = StringsOf(table_.ids, batch.first, batch.segments);
  batch.documents = StringsOf(table_.documents, batch.first, batch.segments);
  batch.groups = StringsOf(table_.groups, batch.first, batch.segments);
}

}  // namespace mtgauge
