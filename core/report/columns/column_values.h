// The values of a table's columns, each with those of consecutive lines.
#pragma once

#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace mtgauge {

struct ColumnValues {
  std::vector<uint8_t> there;   // of each line: 1 if it has a value
  std::vector<int64_t> values;  // whole numbers, switches as 0 or 1, the bits of real numbers; of
                                // texts, where each ends
  std::string texts;

  size_t size() const { return values.size(); }
  double Real(size_t line) const { return std::bit_cast<double>(values[line]); }
  std::string_view Text(size_t line) const {
    const auto begin = line == 0 ? size_t{0} : static_cast<size_t>(values[line - 1]);
    return std::string_view(texts).substr(begin, static_cast<size_t>(values[line]) - begin);
  }

  // Adds the next line's value.
  void AddNone() { Put(0, static_cast<int64_t>(texts.size())); }
  void Add(int64_t value) { Put(1, value); }
  void Add(bool value) { Put(1, value ? 1 : 0); }
  // A number that is not finite is none.
  void Add(double value) {
    const bool finite = std::isfinite(value);
    Put(finite ? 1 : 0, finite ? std::bit_cast<int64_t>(value) : 0);
  }
  // An empty text is none.
  void Add(std::string_view text) {
    texts += text;
    Put(text.empty() ? 0 : 1, static_cast<int64_t>(texts.size()));
  }

 private:
  void Put(uint8_t is_there, int64_t value) {
    there.push_back(is_there);
    values.push_back(value);
  }
};

}  // namespace mtgauge
