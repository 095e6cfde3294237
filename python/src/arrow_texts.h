// Reads texts from Arrow data of any origin. Free of Python, so that a fuzzer can reach it.
//
// The data are not trusted: an array that contradicts itself is an error. The interface does not
// tell how long a buffer is, so a producer that lies about this alone goes unnoticed.
#pragma once

#include <stdexcept>
#include <string>
#include <vector>

#include "arrow.h"
#include "text_views.h"

namespace mtgauge::python {

// The data are valid, but they are not texts. Other faults are std::invalid_argument.
class NotTexts : public std::invalid_argument {
 public:
  using std::invalid_argument::invalid_argument;
};

using ArrowArrays = std::vector<ArrowOwned<ArrowArray>>;

// Adds the texts of all arrays of a stream, or of one array, to `texts`: strings or binary data, of
// any width, as views or by dictionary, or nulls, or lists of these. `name` is for messages. The
// result must live as long as the texts.
ArrowArrays ReadArrowStream(ArrowArrayStream& stream, const std::string& name, TextViews& texts);
ArrowArrays ReadArrowArray(const ArrowSchema& schema, ArrowOwned<ArrowArray> array,
                           const std::string& name, TextViews& texts);

}  // namespace mtgauge::python
