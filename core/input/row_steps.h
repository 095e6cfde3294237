// Steps over rows that may have line ends inside: rows of fields in quotes (CSV), and the elements
// of a JSON array.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace mtgauge {

// A row of fields, of which some are in quotes.
class QuotedRow {
 public:
  explicit QuotedRow(char separator) : separator_(separator) {}

  // Returns the offset of the LF that ends the row, or the size if it is not there; the search goes
  // on with the next piece of the row. After an LF was found, the next row begins.
  size_t FindEnd(std::string_view piece);
  void Restart() { inside_ = Inside::kStart; }

 private:
  // What is known of a field after some of its bytes.
  enum class Inside : uint8_t { kStart, kPlain, kQuotes, kAfterQuote };
  Inside Next(char c) const;

  char separator_;
  Inside inside_ = Inside::kStart;
};

// Steps over the bytes of an array, and rewrites those outside strings.
class ArraySteps {
 public:
  enum class Fault : uint8_t { kNone, kNoArray, kNoElement, kAfterEnd };

  // Changes the byte to what stands in the line. Space before the array stays.
  Fault Step(char& c);
  // Begins behind so many elements, the last of which ends in this byte.
  void Resume(uint64_t elements, char last) {
    elements_ = elements;
    ended_ = last == ']';
    depth_ = ended_ ? 0 : 1;
  }
  bool ended() const { return ended_; }
  bool has_element() const { return has_element_; }
  uint64_t elements() const { return elements_; }  // complete ones

 private:
  Fault BeginArray(char& c);
  Fault EndElement(char& c);

  bool in_string_ = false, escaped_ = false;
  bool has_element_ = false;  // since the last comma
  bool ended_ = false;
  uint64_t depth_ = 0;
  uint64_t elements_ = 0;
};

}  // namespace mtgauge
