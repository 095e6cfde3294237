// Scorer and References: single hypotheses, and references that are prepared once.
#include "mtgauge/scorer.h"

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <deque>
#include <numeric>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "answers.h"
#include "bindings.h"
#include "running.h"
#include "texts.h"

namespace mtgauge::python {
namespace {

using nb::literals::operator""_a;

// Hypotheses are scored in parts of this size, to limit memory.
constexpr uint64_t kPart = 4096;

OnInvalid OnInvalidOf(const std::string& name) {
  if (name == "error") return OnInvalid::kError;
  if (name == "replace") return OnInvalid::kReplace;
  Raise("UsageError", "on_invalid", "on_invalid=: choose \"error\" or \"replace\"");
}

struct PyReferences {
  References prepared;
  uint64_t longest;  // bytes
};

// Immutable. Any number of Python threads may use it at the same time.
class PyScorer {
 public:
  PyScorer(std::vector<std::string> metrics, const std::string& on_invalid, nb::object learn_from,
           bool keep_surrogates, const std::string& compat)
      : surrogates_(keep_surrogates ? LoneSurrogates::kKeep : LoneSurrogates::kInvalid),
        scorer_(Make(std::move(metrics), OnInvalidOf(on_invalid), learn_from, compat)) {}

  const std::vector<std::string>& metrics() const { return scorer_.metrics(); }
  const std::vector<std::vector<std::string>>& columns() const { return scorer_.columns(); }

  PyReferences Prepare(nb::sequence streams, nb::object source) const {
    const Streams texts(streams, "refs", surrogates_);
    std::optional<Texts> translated;
    std::optional<TextColumn> column;
    if (!source.is_none()) column = translated.emplace(source, "source", surrogates_).column();
    return {Freely(TakesLong(texts.bytes(), texts.longest()),
                   [&](Stop stop) {
                     return column ? scorer_.Prepare(texts.columns(), *column, stop)
                                   : scorer_.Prepare(texts.columns(), stop);
                   }),
            texts.longest()};
  }

  nb::object Scores(const PyReferences& references, nb::handle hypotheses,
                    std::optional<std::vector<uint32_t>> segment_of) const {
    std::vector<double> scores =
        InParts<double>(references, hypotheses, std::move(segment_of),
                        [&](const TextColumn& part, std::span<const uint32_t> of, Stop stop) {
                          return scorer_.Score(references.prepared, part, of, stop);
                        });
    const size_t metrics = scorer_.metrics().size();
    return Array(std::move(scores), {scores.size() / metrics, metrics});
  }

  // Returns the scores of groups, one after another, each a tuple like the arguments of Scores().
  nb::object ScoresOfGroups(nb::list groups, uint32_t threads) const {
    struct Part {
      const PyReferences* references;
      TextColumn hypotheses;
      std::span<const uint32_t> segment_of;
      size_t first;
    };
    constexpr uint64_t kPartOfThread = 256;
    std::deque<Texts> texts;
    std::deque<std::vector<uint32_t>> segments;
    std::vector<Part> parts;
    size_t count = 0;
    uint64_t bytes = 0, longest = 0;
    for (const nb::handle group : groups) {
      const auto* references = nb::cast<const PyReferences*>(group[0]);
      const Texts& own = texts.emplace_back(group[1], "hypotheses", surrogates_);
      const auto& of = segments.emplace_back(nb::cast<std::vector<uint32_t>>(group[2]));
      const TextColumn column = own.column();
      if (of.size() != column.size()) throw nb::value_error("a segment for each hypothesis");
      for (uint64_t at = 0; at < column.size(); at += kPartOfThread) {
        const uint64_t size = std::min(kPartOfThread, column.size() - at);
        parts.push_back(
            {references, column.Slice(at, size), std::span(of).subspan(at, size), count + at});
      }
      count += column.size();
      bytes += own.bytes();
      longest = std::max({longest, own.longest(), references->longest});
    }
    const size_t metrics = scorer_.metrics().size();
    std::vector<double> scores(count * metrics);
    Freely(TakesLong(bytes, longest), [&](Stop stop) {
      return InThreads(threads, parts.size(), [&](size_t i) {
        const Part& part = parts[i];
        const auto found =
            scorer_.Score(part.references->prepared, part.hypotheses, part.segment_of, stop);
        if (!found.ok()) return found.status();
        std::copy(found->begin(), found->end(), &scores[part.first * metrics]);
        return Status(OkStatus());
      });
    });
    return Array(std::move(scores), {count, metrics});
  }

  std::vector<std::vector<int64_t>> Rows(const PyReferences& references, nb::handle hypotheses,
                                         std::optional<std::vector<uint32_t>> segment_of) const {
    const std::vector<int64_t> cells =
        InParts<int64_t>(references, hypotheses, std::move(segment_of),
                         [&](const TextColumn& part, std::span<const uint32_t> of, Stop stop) {
                           return scorer_.Rows(references.prepared, part, of, stop);
                         });
    std::vector<std::vector<int64_t>> rows;
    const size_t width = Width();
    for (size_t at = 0; at < cells.size(); at += width) {
      rows.emplace_back(cells.begin() + static_cast<std::ptrdiff_t>(at),
                        cells.begin() + static_cast<std::ptrdiff_t>(at + width));
    }
    return rows;
  }

  std::vector<int64_t> Sums(const PyReferences& references, nb::handle hypotheses,
                            std::optional<std::vector<uint32_t>> segment_of) const {
    std::vector<int64_t> sums(Width());
    InParts<int64_t>(references, hypotheses, std::move(segment_of),
                     [&](const TextColumn& part, std::span<const uint32_t> of,
                         Stop stop) -> Result<std::vector<int64_t>> {
                       const auto rows = scorer_.Rows(references.prepared, part, of, stop);
                       if (!rows.ok()) return rows.status();
                       for (size_t i = 0; i < rows->size(); ++i)
                         sums[i % sums.size()] += (*rows)[i];
                       return std::vector<int64_t>();
                     });
    return sums;
  }

  // Returns the row of one segment without building columns in Python, or nothing if one of the
  // texts is not a str or the references are neither a list nor a tuple.
  std::optional<std::vector<int64_t>> Sentence(nb::handle hypothesis, nb::handle references) const {
    if (!AreTexts(hypothesis, references)) return std::nullopt;
    const nb::object of_one = nb::make_tuple(hypothesis);
    const Texts hyp(of_one, "hypothesis", surrogates_);
    const nb::object lists = nb::make_tuple(nb::steal(PySequence_Tuple(references.ptr())));
    const Texts refs(lists, "references", surrogates_);
    return Freely(TakesLong(hyp.bytes() + refs.bytes(), std::max(hyp.longest(), refs.longest())),
                  [&](Stop stop) { return scorer_.Rows(refs.columns(), hyp.column(), stop); });
  }

  // Returns its corpus score and its row.
  std::optional<std::pair<double, std::vector<int64_t>>> SentenceScore(
      nb::handle hypothesis, nb::handle references) const {
    std::optional<std::vector<int64_t>> row = Sentence(hypothesis, references);
    if (!row) return std::nullopt;
    const double score = ScoreOfSums(0, *row);
    return std::pair(score, *std::move(row));
  }

  double ScoreOfSums(size_t metric, const std::vector<int64_t>& sums) const {
    const auto score = scorer_.ScoreOfSums(metric, sums);
    Check(score.status());
    return *score;
  }

  std::vector<nb::object> Tokenize(nb::handle texts, size_t metric) const {
    const Texts lists(texts, "texts", surrogates_);
    const TextColumn column = lists.column("put all texts into one list");
    const std::vector<std::string> lines =
        Freely(TakesLong(lists.bytes(), 0), [&](Stop) { return scorer_.Tokenize(metric, column); });
    std::vector<nb::object> out;
    // Without a lone surrogate, private-use characters are the text's own.
    const LoneSurrogates back = lists.has_surrogates() ? surrogates_ : LoneSurrogates::kInvalid;
    for (const std::string& line : lines) out.push_back(Decoded(line, back));
    return out;
  }

 private:
  Scorer Make(std::vector<std::string> metrics, OnInvalid on_invalid, nb::handle learn_from,
              const std::string& compat) const {
    MetricChoice choice;
    choice.compat = compat;
    choice.metrics = std::move(metrics);
    std::optional<Streams> learnt;
    if (!learn_from.is_none()) {
      learnt.emplace(nb::cast<nb::sequence>(learn_from), "learn_from", surrogates_);
    }
    // Long, since models and word lists are read.
    return Freely(true, [&](Stop) {
      return Scorer::Make(choice, on_invalid,
                          learnt ? learnt->columns() : std::vector<TextColumn>());
    });
  }

  static bool AreTexts(nb::handle hypothesis, nb::handle references) {
    if (PyUnicode_Check(hypothesis.ptr()) == 0) return false;
    const bool list = PyList_Check(references.ptr()) != 0;
    if (!list && PyTuple_Check(references.ptr()) == 0) return false;
    const Py_ssize_t size = list ? PyList_Size(references.ptr()) : PyTuple_Size(references.ptr());
    for (Py_ssize_t i = 0; i < size; ++i) {
      PyObject* text =
          list ? PyList_GetItem(references.ptr(), i) : PyTuple_GetItem(references.ptr(), i);
      if (PyUnicode_Check(text) == 0) return false;
    }
    return size > 0;
  }

  size_t Width() const {
    size_t width = 0;
    for (const auto& columns : scorer_.columns()) width += columns.size();
    return width;
  }

  template <typename Value, typename Part>
  std::vector<Value> InParts(const PyReferences& references, nb::handle hypotheses,
                             std::optional<std::vector<uint32_t>> segment_of,
                             const Part& part) const {
    const Texts texts(hypotheses, "hyps", surrogates_);
    const TextColumn column =
        texts.column("put all texts into one list, and the segment of each into segment_of");
    if (!segment_of) {
      if (column.size() != references.prepared.segments()) {
        Raise("UsageError", "segment_of",
              "hyps: " + std::to_string(column.size()) + " texts for references of " +
                  std::to_string(references.prepared.segments()) +
                  " segments; give one for each, or the segment of each in segment_of=");
      }
      segment_of.emplace(column.size());
      std::iota(segment_of->begin(), segment_of->end(), 0);
    }
    const auto all = [&](Stop stop) -> Result<std::vector<Value>> {
      if (segment_of->size() != column.size()) return part(column, *segment_of, stop);  // fails
      std::vector<Value> values;
      for (uint64_t first = 0; first < column.size(); first += kPart) {
        const uint64_t size = std::min(kPart, column.size() - first);
        auto some =
            part(column.Slice(first, size), std::span(*segment_of).subspan(first, size), stop);
        if (!some.ok()) return some.status();
        values.insert(values.end(), some->begin(), some->end());
      }
      return values;
    };
    return Freely(TakesLong(texts.bytes(), std::max(texts.longest(), references.longest)), all);
  }

  LoneSurrogates surrogates_;
  Scorer scorer_;
};

}  // namespace

void BindScorer(nb::module_& module) {
  nb::class_<PyReferences>(module, "References",
                           "References of some segments, ready for any number of hypotheses.")
      .def("__len__", [](const PyReferences& of) { return of.prepared.segments(); });
  nb::class_<PyScorer>(module, "Scorer", "Metrics of single segments, ready to score.")
      .def(nb::init<std::vector<std::string>, const std::string&, nb::object, bool,
                    const std::string&>(),
           Guard(), "metrics"_a, nb::kw_only(), "on_invalid"_a = "error",
           "learn_from"_a = nb::none(), "keep_surrogates"_a = false, "compat"_a = "")
      .def_prop_ro("metrics", &PyScorer::metrics, "The printed names of the metrics.")
      .def_prop_ro("columns", &PyScorer::columns,
                   "For each metric, the names of the whole numbers of its row.")
      .def("prepare", &PyScorer::Prepare, Guard(), "references"_a, "source"_a = nb::none(),
           "Prepares streams of references, one text for each segment in each; None: missing.")
      .def("scores", &PyScorer::Scores, Guard(), "references"_a, "hypotheses"_a,
           "segment_of"_a = nb::none(),
           "An array of scores, one row for each hypothesis and one column for each metric.")
      .def("scores_of_groups", &PyScorer::ScoresOfGroups, Guard(), "groups"_a, "threads"_a,
           "The scores of groups, each a tuple of references, hypotheses and their segments.")
      .def("rows", &PyScorer::Rows, Guard(), "references"_a, "hypotheses"_a,
           "segment_of"_a = nb::none(),
           "What the metrics make of each hypothesis: whole numbers that add up.")
      .def("sums", &PyScorer::Sums, Guard(), "references"_a, "hypotheses"_a,
           "segment_of"_a = nb::none(), "The sum of these rows.")
      .def(
          "sentence", &PyScorer::Sentence, Guard(), "hypothesis"_a.none(), "references"_a.none(),
          "The row of one hypothesis against its references; None where these are no lists of str.")
      .def("sentence_score", &PyScorer::SentenceScore, Guard(), "hypothesis"_a.none(),
           "references"_a.none(), "The first metric's score of it, as of a corpus, and its row.")
      .def("score_of_sums", &PyScorer::ScoreOfSums, Guard(), "metric"_a, "sums"_a,
           "The corpus score of the sum of a metric's rows.")
      .def("tokenize", &PyScorer::Tokenize, Guard(), "texts"_a, "metric"_a = 0,
           "Texts as the metric matches them: tokens with single spaces between them.");
}

}  // namespace mtgauge::python
