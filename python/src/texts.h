// Reads text from Python: lists, other sequences and iterables of str or bytes, and objects that
// support Arrow's C interface, as columns of the engine. No text is copied, except a str that is
// not ASCII.
//
// Used with the GIL held; the columns may be read without it.
#pragma once

#include <nanobind/nanobind.h>

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "arrow_texts.h"
#include "mtgauge/texts.h"
#include "running.h"
#include "text_views.h"
#include "utf8.h"

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
  // `name` is for messages, and `option` the keyword, if that has another name. A TypeError says
  // which element is not text.
  Texts(nb::handle object, const std::string& name, LoneSurrogates surrogates,
        const std::string& option = "");

  // Returns the only column. A TypeError, with the remedy, if there are lists of texts.
  TextColumn column(const char* remedy = "give one text for each segment") const;
  // Returns one column; for lists, as many columns as the longest list has texts.
  std::vector<TextColumn> columns() const { return views_.Columns(name()); }
  // Returns each list as a column; texts that are not lists are one column.
  std::vector<TextColumn> lists() const { return views_.Lists(name()); }
  bool ragged() const { return views_.ragged(); }
  uint64_t bytes() const { return views_.bytes(); }
  uint64_t longest() const { return views_.longest(); }
  // Returns true if a str had lone surrogates.
  bool has_surrogates() const { return !rewritten_.empty(); }

 private:
  void ReadSequence(nb::handle object);
  void ReadElement(nb::handle element, uint64_t segment);
  void Add(nb::handle text, uint64_t segment);

  const std::string& name() const { return argument_.names().front(); }
  // Throws a TypeError; `fault` follows the argument's name in the message.
  [[noreturn]] void Fail(const std::string& fault) const;

  Argument argument_;
  LoneSurrogates surrogates_;
  TextViews views_;
  // The data that the views point to.
  std::vector<nb::object> kept_;
  TextRoom room_;
  std::deque<std::string> rewritten_;
  ArrowArrays arrays_;
};

}  // namespace mtgauge::python
