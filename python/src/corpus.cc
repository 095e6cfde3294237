// Corpus scores and paired tests of text in memory, for the drop-in replacement of sacreBLEU's
// module.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <deque>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "answers.h"
#include "bindings.h"
#include "mtgauge/score.h"
#include "running.h"
#include "texts.h"

namespace mtgauge::python {
namespace {

using nb::literals::operator""_a;
using System = std::pair<std::string, nb::object>;

// Scores systems with sacreBLEU's own resampling; the first system is the baseline. `test`: "" for
// plain scores, "confidence", "paired-bs" or "paired-ar".
nb::dict Corpus(std::vector<std::string> metrics, const std::vector<System>& systems,
                nb::sequence references, const std::string& test, uint64_t resamples,
                std::optional<uint64_t> seed, const std::string& compat, uint32_t threads,
                bool keep_surrogates) {
  const LoneSurrogates surrogates =
      keep_surrogates ? LoneSurrogates::kKeep : LoneSurrogates::kInvalid;
  std::deque<Texts> kept;
  uint64_t bytes = 0, longest = 0;
  const auto column = [&](nb::handle texts, const std::string& name) {
    const Texts& added = kept.emplace_back(texts, name, surrogates);
    bytes += added.bytes();
    longest = std::max(longest, added.longest());
    return added.column();
  };
  TextColumns columns;
  for (const nb::handle stream : references) {
    columns.references.push_back(column(stream, "references"));
  }
  for (const auto& [name, texts] : systems) columns.systems.push_back(column(texts, name));
  ScoreRequest request;
  request.columns = std::move(columns);
  request.metrics = std::move(metrics);
  request.compat = compat;
  request.seed = seed;
  request.threads = threads;
  request.confidence = test == "confidence";
  request.paired_bs = test == "paired-bs";
  request.paired_ar = test == "paired-ar";
  if (request.confidence) request.confidence_n = resamples;
  if (request.paired_bs) request.paired_bs_n = resamples;
  if (request.paired_ar) request.paired_ar_n = resamples;
  return ToPython(Freely(TakesLong(bytes, longest) || !test.empty(), [&](Stop stop) {
    request.stop = stop;
    return Score(request);
  }));
}

}  // namespace

void BindCorpus(nb::module_& module) {
  module.def("corpus", &Corpus, Guard(), "metrics"_a, "systems"_a, "references"_a, nb::kw_only(),
             "test"_a = "", "resamples"_a = 1000, "seed"_a = nb::none(), "compat"_a = "sacrebleu",
             "threads"_a = 0, "keep_surrogates"_a = false,
             "Scores of whole texts as sacreBLEU computes them, and its resampling.");
}

}  // namespace mtgauge::python
