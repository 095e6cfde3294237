// A list that is filled anew for each segment and whose elements keep their memory.
#pragma once

#include <cstddef>
#include <vector>

namespace mtgauge {

template <typename Item>
class KeptList {
 public:
  // Changes the length. Items that the list never had are made from `arguments`; others are as they
  // were last.
  template <typename... Arguments>
  void Resize(size_t size, const Arguments&... arguments) {
    while (items_.size() < size) items_.emplace_back(arguments...);
    size_ = size;
  }
  size_t size() const { return size_; }
  Item& operator[](size_t i) { return items_[i]; }
  const Item& operator[](size_t i) const { return items_[i]; }
  const Item* begin() const { return items_.data(); }
  const Item* end() const { return items_.data() + size_; }

 private:
  std::vector<Item> items_;  // only grows
  size_t size_ = 0;
};

}  // namespace mtgauge
