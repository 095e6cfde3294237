// Declarations that the sources of the extension share.
#pragma once

#include <nanobind/nanobind.h>

#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "texts.h"

namespace mtgauge::python {

// Several columns, each with a text for each segment, or one column of lists.
class Streams {
 public:
  // `option`: the keyword, which messages follow with the number of the stream if there are
  // several.
  Streams(nb::sequence streams, const std::string& option, LoneSurrogates surrogates);

  std::vector<TextColumn> columns() const;
  uint64_t bytes() const;
  uint64_t longest() const;

 private:
  std::deque<Texts> texts_;
};

// Returns text of the engine as a str, with lone surrogates restored if they were kept.
nb::object Decoded(std::string_view text, LoneSurrogates surrogates);

void BindScorer(nb::module_& module);
void BindCorpus(nb::module_& module);
void BindAsk(nb::module_& module);
void BindMatrix(nb::module_& module);
void BindCommand(nb::module_& module);

}  // namespace mtgauge::python
