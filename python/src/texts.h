// Text from Python: lists, other sequences and iterables of str or bytes, and whatever speaks
// Arrow's C interface, as columns of the engine. No text is copied but str that is not valid
// Unicode.
//
// Used with the GIL held; the columns may be read without it.
#pragma once

#include <nanobind/nanobind.h>

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "mtgauge/texts.h"

namespace mtgauge::python {

namespace nb = nanobind;

// What becomes of lone surrogates in a str, which UTF-8 cannot express.
enum class LoneSurrogates {
  kInvalid,  // they are invalid UTF-8, which the engine reports or mends
  // Each becomes a private-use character, and so counts as the character that it is. For
  // sacreBLEU's module, where bytes are no text.
  kKeep,
};

// The way back from kKeep, in UTF-8 that has lone surrogates as if they were characters.
std::string WithLoneSurrogates(std::string_view text);

// One argument: a text for each segment, or a list of texts for each segment. Keeps alive what its
// columns point to.
class Texts {
 public:
  // `name` is for messages. A TypeError tells which element is no text.
  Texts(nb::handle object, std::string name, LoneSurrogates surrogates);
  ~Texts();
  Texts(Texts&&) = default;

  // One column; of lists, as many as the longest has texts.
  std::vector<TextColumn> columns() const;
  // Each list as a column of its own; texts that are no lists are one column.
  std::vector<TextColumn> lists() const;
  uint64_t size() const { return ragged_ ? ends_.size() : views_.size(); }
  bool ragged() const { return ragged_; }
  uint64_t bytes() const { return bytes_; }
  // Whether a str had lone surrogates.
  bool has_surrogates() const { return !rewritten_.empty(); }

 private:
  friend class ArrowReader;

  void ReadArrowStream(nb::handle object);
  void ReadArrowArray(nb::handle object);
  void ReadSequence(nb::handle object);
  void ReadElement(nb::handle element, uint64_t segment);
  void Add(nb::handle text, uint64_t segment);
  void Add(std::string_view text);
  void AddMissing();

  std::string name_;
  LoneSurrogates surrogates_;
  bool ragged_ = false;
  uint64_t bytes_ = 0;
  std::vector<std::string_view> views_;
  std::vector<uint8_t> validity_;  // empty: nothing is missing
  std::vector<uint64_t> ends_;     // of the lists
  // What the views point to.
  std::vector<nb::object> kept_;
  std::deque<std::string> rewritten_;
  std::vector<std::function<void()>> release_;
};

}  // namespace mtgauge::python
