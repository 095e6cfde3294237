// The texts of one argument, as views: which of them are missing, and where lists of texts end.
// Free of Python.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "mtgauge/texts.h"

namespace mtgauge::python {

// Does not own the texts. The columns that it makes point to it.
class TextViews {
 public:
  void Reserve(size_t texts) { views_.reserve(texts); }
  // Announces that the texts come in lists, each of which ends with EndList().
  void ExpectLists() { ragged_ = true; }
  void EndList() { ends_.push_back(views_.size()); }

  void Add(std::string_view text) {
    if (!validity_.empty()) {
      validity_.resize(views_.size() / 8 + 1);
      validity_[views_.size() / 8] |= static_cast<uint8_t>(1 << views_.size() % 8);
    }
    views_.push_back(text);
    bytes_ += text.size();
    longest_ = std::max<uint64_t>(longest_, text.size());
  }
  void AddMissing() {
    if (validity_.empty()) {
      validity_.assign(views_.size() / 8 + 1, 0);
      for (size_t i = 0; i < views_.size(); ++i)
        validity_[i / 8] |= static_cast<uint8_t>(1 << i % 8);
    }
    validity_.resize(views_.size() / 8 + 1);
    views_.emplace_back();
  }

  bool ragged() const { return ragged_; }
  uint64_t size() const { return ragged_ ? ends_.size() : views_.size(); }
  uint64_t bytes() const { return bytes_; }
  uint64_t longest() const { return longest_; }

  // Returns all texts, whatever lists they are in.
  TextColumn All(std::string name) const {
    return {std::move(name), views_, validity_.empty() ? nullptr : validity_.data()};
  }
  // Returns one column; for lists, as many columns as the longest list has texts.
  std::vector<TextColumn> Columns(std::string name) const {
    if (!ragged_) return {All(std::move(name))};
    return TextColumn::FromLists(All(std::move(name)), ends_);
  }
  // Returns each list as a column; texts that are not in lists are one column.
  std::vector<TextColumn> Lists(std::string name) const {
    const TextColumn all = All(std::move(name));
    if (!ragged_) return {all};
    std::vector<TextColumn> lists;
    uint64_t begin = 0;
    for (const uint64_t end : ends_) {
      lists.push_back(all.Slice(begin, end - begin));
      begin = end;
    }
    return lists;
  }

 private:
  bool ragged_ = false;
  uint64_t bytes_ = 0, longest_ = 0;
  std::vector<std::string_view> views_;
  std::vector<uint8_t> validity_;  // empty if nothing is missing
  std::vector<uint64_t> ends_;     // ends of the lists
};

}  // namespace mtgauge::python
