// All pairs of groups of texts: score matrices, and minimum Bayes risk decoding.
#include <nanobind/nanobind.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "answers.h"
#include "bindings.h"
#include "mtgauge/mtgauge.h"
#include "request.h"
#include "running.h"
#include "texts.h"

namespace mtgauge::python {
namespace {

using nb::literals::operator""_a;
using Weights = std::vector<std::vector<double>>;

// Texts in memory: one group, or a list of groups.
class Groups {
 public:
  Groups(nb::handle hypotheses, nb::handle references, const Weights& weights)
      : hypotheses_(hypotheses, "hyps", LoneSurrogates::kInvalid) {
    const std::vector<TextColumn> hyps = hypotheses_.lists();
    std::vector<TextColumn> refs;
    if (!references.is_none()) {
      references_.emplace(references, "refs", LoneSurrogates::kInvalid);
      refs = references_->lists();
      if (refs.size() != hyps.size() || references_->ragged() != hypotheses_.ragged()) {
        Raise("UsageError", "refs",
              "refs: give a list of texts beside a list, or as many lists as there are in hyps");
      }
    }
    if (!weights.empty() && weights.size() != hyps.size()) {
      Raise("UsageError", "weights", "weights: give a list of numbers for each group");
    }
    for (size_t g = 0; g < hyps.size(); ++g) {
      PairGroup& group = groups_.emplace_back(PairGroup{std::to_string(g), hyps[g]});
      if (!refs.empty()) group.references = refs[g];
      if (!weights.empty()) group.weights = weights[g];
    }
  }

  const std::vector<PairGroup>& groups() const { return groups_; }
  bool ragged() const { return hypotheses_.ragged(); }

 private:
  Texts hypotheses_;
  std::optional<Texts> references_;
  std::vector<PairGroup> groups_;
};

template <typename Request>
Request RequestOf(const std::vector<PairGroup>& groups, const Options& options, uint32_t threads) {
  Request request;
  request.groups = groups;
  SetOptions(request, options, threads);
  return request;
}

// The result for a group: whole matrices, or the best of each row.
template <typename Number>
struct Matrix {
  size_t rows = 0, columns = 0;
  std::vector<std::vector<Number>> scores;  // [metric][row * columns + column]
  std::vector<int64_t> best;                // [row * columns + rank], for the first metric
};

template <typename Number>
nb::tuple MatrixOf(nb::handle hypotheses, nb::handle references, const Options& options,
                   uint32_t threads, uint32_t top) {
  const Groups groups(hypotheses, references, {});
  auto request = RequestOf<MatrixRequest>(groups.groups(), options, threads);
  std::vector<Matrix<Number>> matrices;
  std::vector<std::string> metrics;
  const auto warnings = Made<MatrixRun>(request, [&](MatrixRun& run) {
    metrics = run.metrics();
    const auto take = [&](const auto& rows, uint64_t width) {
      if (rows.first == 0) {
        Matrix<Number>& matrix = matrices.emplace_back();
        matrix.rows = rows.group->hypotheses.size();
        matrix.columns = width;
        matrix.scores.resize(metrics.size());
        for (auto& scores : matrix.scores) scores.reserve(matrix.rows * width);
      }
      for (uint64_t row = 0; row < rows.rows; ++row) {
        for (size_t m = 0; m < metrics.size(); ++m) {
          for (const double score : rows.row(m, row)) {
            matrices.back().scores[m].push_back(static_cast<Number>(score));
          }
        }
      }
    };
    if (top == 0) {
      return run.ForEach([&](const MatrixRows& rows) {
        take(rows, rows.columns);
        return OkStatus();
      });
    }
    return run.ForEachBest(top, [&](const BestRows& rows) {
      take(rows, rows.width);
      matrices.back().best.insert(matrices.back().best.end(), rows.references.begin(),
                                  rows.references.end());
      return OkStatus();
    });
  });
  nb::list arrays;
  for (Matrix<Number>& matrix : matrices) {
    const std::vector<size_t> shape = {matrix.rows, matrix.columns};
    nb::list of_group;
    for (auto& scores : matrix.scores) of_group.append(Array(std::move(scores), shape));
    if (top > 0) of_group.append(Array(std::move(matrix.best), shape));
    arrays.append(of_group);
  }
  return nb::make_tuple(metrics, groups.ragged(), arrays, ToPython(warnings));
}

nb::tuple AskMatrix(nb::handle hypotheses, nb::handle references, const Options& options,
                    uint32_t threads, uint32_t top, bool float32) {
  if (float32) return MatrixOf<float>(hypotheses, references, options, threads, top);
  return MatrixOf<double>(hypotheses, references, options, threads, top);
}

nb::tuple AskMbr(nb::handle hypotheses, nb::handle references, const Weights& weights,
                 const Options& options, uint32_t threads) {
  const Groups groups(hypotheses, references, weights);
  auto request = RequestOf<MbrRequest>(groups.groups(), options, threads);
  std::vector<std::vector<MbrRanking::Pick>> rankings;
  const auto warnings = Made<MbrRun>(request, [&](MbrRun& run) {
    return run.ForEach(std::numeric_limits<uint32_t>::max(), [&](const MbrRanking& ranking) {
      rankings.push_back(ranking.picks);
      return OkStatus();
    });
  });
  nb::list answers;
  for (const auto& picks : rankings) {
    std::vector<int64_t> order;
    std::vector<double> expected;
    for (const MbrRanking::Pick& pick : picks) {
      order.push_back(static_cast<int64_t>(pick.candidate));
      expected.push_back(pick.utility);
    }
    const std::vector<size_t> shape = {picks.size()};
    answers.append(
        nb::make_tuple(Array(std::move(order), shape), Array(std::move(expected), shape)));
  }
  return nb::make_tuple(groups.ragged(), answers, ToPython(warnings));
}

}  // namespace

void BindMatrix(nb::module_& module) {
  module.def("matrix", &AskMatrix, Guard(), "hypotheses"_a, "references"_a.none(), "options"_a,
             "threads"_a = 0, "top"_a = 0, "float32"_a = false,
             "Metrics, whether there are several groups, their arrays, and warnings.");
  module.def("mbr", &AskMbr, Guard(), "hypotheses"_a, "references"_a.none(), "weights"_a,
             "options"_a, "threads"_a = 0,
             "Whether there are several groups; of each the candidates in order of their expected "
             "scores, and these; and warnings.");
}

}  // namespace mtgauge::python
