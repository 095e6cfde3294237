// The extension module: Python bindings of the engine's public API. It contains no logic of its
// own.
#include <nanobind/nanobind.h>

#include <algorithm>

#include "bindings.h"
#include "running.h"

namespace mtgauge::python {

Streams::Streams(nb::sequence streams, const std::string& option, LoneSurrogates surrogates) {
  const bool only = nb::len(streams) == 1;
  size_t number = 0;
  for (const nb::handle stream : streams) {
    const std::string place = only ? "" : "[" + std::to_string(number++) + "]";
    texts_.emplace_back(stream, option + place, surrogates, option);
  }
}

std::vector<TextColumn> Streams::columns() const {
  std::vector<TextColumn> columns;
  for (const Texts& texts : texts_) {
    for (TextColumn& column : texts.columns()) columns.push_back(std::move(column));
  }
  return columns;
}

uint64_t Streams::bytes() const {
  uint64_t bytes = 0;
  for (const Texts& texts : texts_) bytes += texts.bytes();
  return bytes;
}

uint64_t Streams::longest() const {
  uint64_t longest = 0;
  for (const Texts& texts : texts_) longest = std::max(longest, texts.longest());
  return longest;
}

nb::object Decoded(std::string_view text, LoneSurrogates surrogates) {
  const std::string bytes =
      surrogates == LoneSurrogates::kKeep ? WithLoneSurrogates(text) : std::string(text);
  nb::object decoded = nb::steal(
      PyUnicode_DecodeUTF8(bytes.data(), static_cast<Py_ssize_t>(bytes.size()), "surrogatepass"));
  if (!decoded.is_valid()) throw nb::python_error();
  return decoded;
}

NB_MODULE(_engine, module) {
  module.doc() = "The engine of mtgauge. Use the functions of the package mtgauge.";
  module.attr("__version__") = MTGAUGE_VERSION;
  nb::module_::import_("atexit").attr("register")(nb::cpp_function(&InterpreterEnds));
  BindScorer(module);
  BindCorpus(module);
  BindAsk(module);
  BindMatrix(module);
  BindCommand(module);
}

}  // namespace mtgauge::python
