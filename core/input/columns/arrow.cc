// Goes through the batches of a leaf, and keeps its dictionary.
#include "core/input/columns/arrow.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "core/input/columns/arrow_metadata.h"
#include "core/input/columns/arrow_values.h"
#include "core/input/columns/binary_file.h"

namespace mtgauge {
namespace {

constexpr uint64_t kRowsAtOnce = 16'384;

// A dictionary, and what its texts point into.
struct ArrowDictionary {
  ArrowTexts texts;
  std::vector<std::unique_ptr<ArrowValues>> parts;
};

class ArrowReader final : public LeafReader {
 public:
  ArrowReader(std::shared_ptr<Source> bytes, std::shared_ptr<const ArrowMetadata> metadata,
              size_t leaf, uint64_t first_row)
      : bytes_(std::move(bytes)), metadata_(std::move(metadata)), leaf_(leaf), skip_(first_row) {
    for (std::optional<size_t> at = arrow().field; at; at = metadata_->fields[*at].parent) {
      fields_.push_back(metadata_->fields[*at]);
    }
    std::reverse(fields_.begin(), fields_.end());
    has_dictionary_ = arrow().dictionary.has_value();
    // Then no index points to a value.
    if (has_dictionary_ && arrow().value.layout == ArrowLayout::kNothing) {
      has_dictionary_ = false;
      fields_.back().layout = ArrowLayout::kNothing;
    }
  }

  static Result<uint64_t> CountRows(Source& bytes, const ArrowMetadata& metadata) {
    uint64_t rows = 0;
    Block head;
    for (const ArrowMessage& message : metadata.messages) {
      if (message.dictionary) continue;
      bytes.ReadAt(message.head, static_cast<uint32_t>(message.head_bytes), head);
      MTG_RETURN_IF_ERROR(head.status);
      const ArrowBatch batch(std::string_view(head.data.data(), head.bytes));
      if (!batch.fault().empty()) return DamagedFile(bytes.name(), std::string(batch.fault()));
      rows += batch.rows();
    }
    return rows;
  }

  Result<bool> Next(LeafRows& rows) override {
    while (values_ == nullptr || row_ == values_->rows()) {
      if (next_ == metadata_->messages.size()) {
        rows = {};
        return false;
      }
      MTG_RETURN_IF_ERROR(Begin(metadata_->messages[next_++]));
    }
    MTG_RETURN_IF_ERROR(
        values_->Read(row_, kRowsAtOnce, has_dictionary_ ? &dictionary_.texts : nullptr, rows));
    row_ += rows.count;
    return true;
  }

 private:
  const ArrowLeaf& arrow() const { return metadata_->arrow[leaf_]; }
  const std::string& name() const { return metadata_->leaves[leaf_].name; }

  Status Begin(const ArrowMessage& message) {
    if (message.dictionary) {
      const bool own = has_dictionary_ && message.id == *arrow().dictionary;
      return own ? AddDictionary(message) : OkStatus();
    }
    ++batch_;
    values_ = std::make_unique<ArrowValues>(bytes_, fields_, message,
                                            fmt::format("column '{}', batch {}", name(), batch_));
    MTG_RETURN_IF_ERROR(values_->Open());
    row_ = std::min(skip_, values_->rows());
    skip_ -= row_;
    return OkStatus();
  }

  Status AddDictionary(const ArrowMessage& message) {
    if (!message.adds) dictionary_ = {};
    auto part = std::make_unique<ArrowValues>(bytes_, std::vector{arrow().value}, message,
                                              fmt::format("column '{}', dictionary", name()));
    MTG_RETURN_IF_ERROR(part->Open());
    LeafRows values;
    MTG_RETURN_IF_ERROR(part->ReadAll(values));
    ArrowTexts& texts = dictionary_.texts;
    texts.insert(texts.end(), values.elements.begin(), values.elements.end());
    dictionary_.parts.push_back(std::move(part));
    return OkStatus();
  }

  std::shared_ptr<Source> bytes_;
  std::shared_ptr<const ArrowMetadata> metadata_;
  size_t leaf_;
  uint64_t skip_;                   // rows
  std::vector<ArrowField> fields_;  // from the column to the leaf
  bool has_dictionary_ = false;
  ArrowDictionary dictionary_;
  size_t next_ = 0;                      // of the messages
  uint64_t batch_ = 0;                   // from 1
  std::unique_ptr<ArrowValues> values_;  // of the batch
  uint64_t row_ = 0;                     // of the batch
};

}  // namespace

Result<std::shared_ptr<const ColumnFile>> OpenArrow(std::shared_ptr<Source> bytes) {
  MTG_ASSIGN_OR_RETURN(ArrowMetadata metadata, ReadArrowMetadata(*bytes));
  return std::shared_ptr<const ColumnFile>(
      std::make_shared<FileOfLeaves<ArrowMetadata, ArrowReader>>(std::move(bytes),
                                                                 std::move(metadata)));
}

}  // namespace mtgauge
