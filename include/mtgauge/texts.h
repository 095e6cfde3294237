// Texts in memory: columns of segments, owned by the caller.
//
// A column is a view. The text must stay alive and unchanged during each call that uses it. The
// library reads it from any thread and copies it once. The functions here do not fail; the
// functions that take columns check them.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "mtgauge/visibility.h"

namespace MTGAUGE_PUBLIC mtgauge {

// A column with one text per segment. A text may contain any bytes, including line feeds and NUL.
// It may also be missing, which is not the same as empty.
class TextColumn {
 public:
  // `validity` is a bitmap as in Arrow, with the lowest bit of the first byte first; a 0 bit means
  // that the text is missing. If it is null, no text is missing.
  TextColumn(std::string name, std::span<const std::string_view> texts,
             const uint8_t* validity = nullptr)
      : name_(std::move(name)), size_(texts.size()), validity_(validity), views_(texts.data()) {}
  TextColumn(std::string name, std::span<const std::string> texts,
             const uint8_t* validity = nullptr)
      : name_(std::move(name)), size_(texts.size()), validity_(validity), strings_(texts.data()) {}
  // Arrow's `utf8` (int32_t offsets) and `large_utf8` (int64_t offsets): `size` texts, starting
  // with element `first`. `offsets` and `validity` belong to the whole array.
  TextColumn(std::string name, const int32_t* offsets, const char* bytes, uint64_t first,
             uint64_t size, const uint8_t* validity = nullptr)
      : name_(std::move(name)),
        first_(first),
        size_(size),
        validity_(validity),
        offsets32_(offsets),
        bytes_(bytes) {}
  TextColumn(std::string name, const int64_t* offsets, const char* bytes, uint64_t first,
             uint64_t size, const uint8_t* validity = nullptr)
      : name_(std::move(name)),
        first_(first),
        size_(size),
        validity_(validity),
        offsets64_(offsets),
        bytes_(bytes) {}

  // Converts a ragged list to columns. List i contains the texts from ends[i - 1] (0 for the first
  // list) to ends[i]. Column r contains the r-th text of each list, or a missing text if the list
  // is shorter. There are as many columns as the longest list has texts. The ends must not
  // decrease, and the last may be at most texts.size().
  static std::vector<TextColumn> FromLists(TextColumn texts, std::span<const uint64_t> ends) {
    auto shared = std::make_shared<const TextColumn>(std::move(texts));
    uint64_t longest = 0;
    for (size_t i = 0; i < ends.size(); ++i) {
      longest = std::max(longest, ends[i] - (i == 0 ? 0 : ends[i - 1]));
    }
    std::vector<TextColumn> columns;
    for (uint64_t r = 0; r < longest; ++r) columns.push_back(TextColumn(shared, ends, r));
    return columns;
  }

  // Returns a view of the segments [first, first + size).
  TextColumn Slice(uint64_t first, uint64_t size) const {
    TextColumn slice = *this;
    slice.first_ += first;
    slice.size_ = size;
    return slice;
  }

  const std::string& name() const { return name_; }  // for messages
  uint64_t size() const { return size_; }
  // Returns the text of segment i < size(), or nullopt if it is missing.
  std::optional<std::string_view> operator[](uint64_t i) const {
    const uint64_t at = first_ + i;
    if (lists_ != nullptr) return OfList(at);
    if (validity_ != nullptr && (validity_[at / 8] >> (at % 8) & 1) == 0) return std::nullopt;
    if (views_ != nullptr) return views_[at];
    if (strings_ != nullptr) return strings_[at];
    return offsets32_ != nullptr ? OfArrow(offsets32_, at) : OfArrow(offsets64_, at);
  }

 private:
  TextColumn(std::shared_ptr<const TextColumn> texts, std::span<const uint64_t> ends, uint64_t rank)
      : name_(texts->name_ + "[" + std::to_string(rank) + "]"),
        size_(ends.size()),
        lists_(std::move(texts)),
        ends_(ends.data()),
        rank_(rank) {}

  template <typename Offset>
  std::string_view OfArrow(const Offset* offsets, uint64_t at) const {
    return {bytes_ + offsets[at], static_cast<size_t>(offsets[at + 1] - offsets[at])};
  }
  std::optional<std::string_view> OfList(uint64_t i) const {
    const uint64_t at = (i == 0 ? 0 : ends_[i - 1]) + rank_;
    return at < ends_[i] ? (*lists_)[at] : std::nullopt;
  }

  std::string name_;
  uint64_t first_ = 0, size_ = 0;
  const uint8_t* validity_ = nullptr;
  // Exactly one of these is set.
  const std::string_view* views_ = nullptr;
  const std::string* strings_ = nullptr;
  const int32_t* offsets32_ = nullptr;
  const int64_t* offsets64_ = nullptr;
  std::shared_ptr<const TextColumn> lists_;
  const char* bytes_ = nullptr;     // for the Arrow constructors
  const uint64_t* ends_ = nullptr;  // for FromLists()
  uint64_t rank_ = 0;               // position within each list
};

// A group of texts: every hypothesis is scored against every reference. No text may be missing.
struct PairGroup {
  std::string name;
  TextColumn hypotheses;
  std::optional<TextColumn> references = std::nullopt;  // if unset, the hypotheses
  std::vector<double> weights = {};  // of the references, for expected utility; all 1 if empty
  uint64_t lines_before = 0;  // lines before this group in the hypotheses' file, for messages
  std::shared_ptr<const void> owner = nullptr;  // keeps the texts alive; null if the caller does
};

// The texts to score: every column has one element per segment. References, documents and groups
// may be missing; hypotheses, sources and ids may not.
struct TextColumns {
  std::vector<TextColumn> references = {};
  std::vector<TextColumn> systems = {};
  std::optional<TextColumn> ids = {}, documents = {}, groups = {};
  std::optional<TextColumn> source = {};  // what was translated; may not be missing
  // Lines of annotated words, as in a file of `ref_annotations`: a column for each reference and
  // for each system, or none at all.
  std::vector<TextColumn> ref_annotations = {}, annotations = {};
};

}  // namespace mtgauge
