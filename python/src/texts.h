// Reads text from Python: lists, other sequences and iterables of str or bytes, and objects that
// support Arrow's C interface, as columns of the engine. No text is copied, except str that is not
// valid Unicode.
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

// The treatment of lone surrogates in a str, which UTF-8 cannot express.
enum class LoneSurrogates {
  kInvalid,  // invalid UTF-8, which the engine reports or replaces
  // Each becomes a private-use character, so that it counts as one character. For sacreBLEU's
  // module, which does not accept bytes as text.
  kKeep,
};

// Reverses kKeep. The result is UTF-8 that encodes lone surrogates as if they were characters.
std::string WithLoneSurrogates(std::string_view text);

// One argument: a text for each segment, or a list of texts for each segment. Keeps the data that
// its columns point to alive.
class Texts {
 public:
  // `name` is for messages. A TypeError says which element is not text.
  Texts(nb::handle object, std::string name, LoneSurrogates surrogates);
  ~Texts();
  Texts(Texts&&) = default;

  // Returns one column; for lists, as many columns as the longest list has texts.
  std::vector<TextColumn> columns() const;
  // Returns each list as a column; texts that are not lists are one column.
  std::vector<TextColumn> lists() const;
  uint64_t size() const { return ragged_ ? ends_.size() : views_.size(); }
  bool ragged() const { return ragged_; }
  uint64_t bytes() const { return bytes_; }
  // Returns true if a str had lone surrogates.
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
  std::vector<uint8_t> validity_;  // empty if nothing is missing
  std::vector<uint64_t> ends_;     // ends of the lists
  // The data that the views point to.
  std::vector<nb::object> kept_;
  std::deque<std::string> rewritten_;
  std::vector<std::function<void()>> release_;
};

}  // namespace mtgauge::python
