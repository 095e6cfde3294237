// Batches from text in memory.
#include "core/input/text_columns.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <limits>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/printing.h"
#include "core/simd/kernels.h"

namespace mtgauge {
namespace {

// The longest text with its LF, as for lines in files; two bytes more than the text.
constexpr uint64_t kLongestText = std::numeric_limits<uint32_t>::max() - kTextPadding - 1;

uint64_t SegmentsOf(const TextColumns& texts) {
  const TextColumn* const first = !texts.references.empty() ? &texts.references.front()
                                  : !texts.systems.empty()  ? &texts.systems.front()
                                                            : nullptr;
  return first == nullptr ? 0 : first->size();
}

Status CheckColumn(const TextColumn& column, const TextColumn& first, std::string_view what,
                   bool may_miss) {
  if (column.size() != first.size()) {
    return InputError({column.name()},
                      fmt::format("{}, but {} has {}", Counted(column.size(), "text"), first.name(),
                                  first.size()),
                      "give one for each segment");
  }
  for (uint64_t i = 0; i < column.size(); ++i) {
    const std::optional<std::string_view> text = column[i];
    if (!text && !may_miss) {
      return InputError({column.name(), i + 1, i}, fmt::format("the {} is missing", what),
                        "add one, which may be empty");
    }
    if (text && text->size() > kLongestText) {
      return InputError({column.name(), i + 1, i},
                        fmt::format("the text has {} bytes", text->size()),
                        fmt::format("split it, since at most {} fit", kLongestText));
    }
  }
  return OkStatus();
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

Status CheckTexts(const TextColumn& column, std::string_view what) {
  return CheckColumn(column, column, what, false);
}

Status CheckTextColumns(const TextColumns& texts) {
  if (texts.references.empty()) return UsageError("no references", "give at least one column");
  const TextColumn& first = texts.references.front();
  for (const TextColumn& column : texts.references) {
    MTG_RETURN_IF_ERROR(CheckColumn(column, first, "reference", true));
  }
  for (const TextColumn& column : texts.systems) {
    MTG_RETURN_IF_ERROR(CheckColumn(column, first, "hypothesis", false));
  }
  if (texts.source) MTG_RETURN_IF_ERROR(CheckColumn(*texts.source, first, "source", false));
  for (const auto* side : {&texts.ref_annotations, &texts.annotations}) {
    for (const TextColumn& column : *side) {
      MTG_RETURN_IF_ERROR(CheckColumn(column, first, "annotation", true));
    }
  }
  if (texts.ids) MTG_RETURN_IF_ERROR(CheckColumn(*texts.ids, first, "id", false));
  if (texts.documents) MTG_RETURN_IF_ERROR(CheckColumn(*texts.documents, first, "document", true));
  if (texts.groups) MTG_RETURN_IF_ERROR(CheckColumn(*texts.groups, first, "group", true));
  return OkStatus();
}

StreamNames NamesOf(const TextColumns& texts) {
  StreamNames names;
  for (const TextColumn& column : texts.references) names.refs.push_back(column.name());
  for (const TextColumn& column : texts.systems) names.hyps.push_back(column.name());
  if (texts.source) names.sources.push_back(texts.source->name());
  for (const TextColumn& column : texts.ref_annotations) {
    names.ref_annotations.push_back(column.name());
  }
  for (const TextColumn& column : texts.annotations) names.hyp_annotations.push_back(column.name());
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

TextCutter::TextCutter(const TextColumns& texts, uint32_t batch_segments, uint64_t batch_bytes,
                       const SegmentRange& range)
    : texts_(texts),
      next_(range.first),
      end_(std::min(range.end, SegmentsOf(texts))),
      batch_segments_(batch_segments),
      batch_bytes_(std::min(batch_bytes, kLongestText / 2)) {}

std::unique_ptr<Batch> TextCutter::Next() {
  if (next_ >= end_) return nullptr;
  auto batch = std::make_unique<Batch>();
  batch->first = next_;
  std::vector<const TextColumn*> columns;
  for (const auto* side :
       {&texts_.references, &texts_.systems, &texts_.ref_annotations, &texts_.annotations}) {
    for (const TextColumn& column : *side) columns.push_back(&column);
  }
  if (texts_.source) columns.push_back(&*texts_.source);
  std::vector<uint64_t> bytes(columns.size());
  // True if the segment still fits into the batch; the first one always does.
  const auto fits = [&](uint64_t segment) {
    bool fits_all = true;
    for (size_t i = 0; i < columns.size(); ++i) {
      bytes[i] += BytesOf(*columns[i], segment);
      fits_all = fits_all && bytes[i] <= batch_bytes_;
    }
    return fits_all || segment == batch->first;
  };
  while (next_ < end_ && batch->segments < batch_segments_ && fits(next_)) {
    ++next_;
    ++batch->segments;
  }
  return batch;
}

Batch BatchOf(const TextColumns& texts) {
  Batch batch;
  batch.segments = static_cast<uint32_t>(SegmentsOf(texts));
  TextCutter(texts, batch.segments, 0).Fill(batch);
  return batch;
}

void TextCutter::Fill(Batch& batch) const {
  const std::pair<const std::vector<TextColumn>*, std::vector<Stream>*> sides[] = {
      {&texts_.references, &batch.refs},
      {&texts_.systems, &batch.hyps},
      {&texts_.ref_annotations, &batch.ref_annotations},
      {&texts_.annotations, &batch.hyp_annotations}};
  for (const auto& [columns, streams] : sides) {
    for (const TextColumn& column : *columns) {
      streams->push_back(StreamOf(column, batch.first, batch.segments));
    }
  }
  if (texts_.source) {
    batch.sources.push_back(StreamOf(*texts_.source, batch.first, batch.segments));
  }
  batch.ids = StringsOf(texts_.ids, batch.first, batch.segments);
  batch.documents = StringsOf(texts_.documents, batch.first, batch.segments);
  FillGroups(batch);
}

void TextCutter::FillGroups(Batch& batch) const {
  batch.groups = StringsOf(texts_.groups, batch.first, batch.segments);
}

}  // namespace mtgauge
