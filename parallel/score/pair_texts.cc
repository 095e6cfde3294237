// Reads lists of language pairs, and finds their files.
#include "parallel/score/pair_texts.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/input/group_values.h"
#include "core/input/tables/pair_list.h"
#include "mtgauge/compare.h"
#include "mtgauge/evaluate.h"
#include "mtgauge/score.h"

namespace mtgauge {
namespace {

// Expands shell patterns to file names. A name that is not a pattern is kept.
Status ExpandPatterns(const std::string& list, const std::string& pair,
                      std::vector<std::string>& files) {
  std::vector<std::string> expanded;
  for (const std::string& pattern : files) {
    const std::vector<std::string> found = MatchingFiles(pattern);
    if (found.empty()) {
      return InputError({list}, fmt::format("{}: no file matches '{}'", pair, pattern),
                        "correct the name or the pattern");
    }
    expanded.insert(expanded.end(), found.begin(), found.end());
  }
  files = std::move(expanded);
  return OkStatus();
}

// Keeps only the `wanted` pairs, which may be written in another way; all if there are none.
Result<std::vector<PairFiles>> ReadPairTexts(const std::string& list,
                                             const std::vector<std::string>& wanted) {
  MTG_ASSIGN_OR_RETURN(std::vector<PairFiles> rows, ReadPairList(list));
  std::vector<PairFiles> chosen = ChosenPairs(std::move(rows), wanted);
  for (PairFiles& row : chosen) {
    for (auto* files : {&row.references, &row.outputs, &row.humans}) {
      MTG_RETURN_IF_ERROR(ExpandPatterns(list, row.pair, *files));
    }
  }
  if (!chosen.empty()) return chosen;
  return UsageError(
      {.option = "language-pair"},
      fmt::format("`language-pair` {}: no such pair in {}", fmt::join(wanted, ","), list),
      "name pairs as the list does");
}

Status CheckOnlyPairList(const TextInputs& texts) {
  if (texts.references.empty() && texts.inputs.empty() && texts.source.empty() && !texts.test_set) {
    return OkStatus();
  }
  return UsageError({.option = "pairs"}, "`pairs` names the references, outputs and sources",
                    "leave out the others");
}

}  // namespace

template <typename Request>
Result<std::vector<Request>> RequestsOfList(const Request& request) {
  MTG_RETURN_IF_ERROR(CheckOnlyPairList(request));
  MTG_ASSIGN_OR_RETURN(
      std::vector<PairFiles> pairs,
      ReadPairTexts(request.pair_list, SplitFields(request.language_pair.value_or(""))));
  std::vector<Request> requests;
  for (PairFiles& pair : pairs) {
    Request& own = requests.emplace_back(request);
    own.pair_list.clear();
    own.language_pair = pair.pair;
    own.references = std::move(pair.references);
    own.inputs = std::move(pair.outputs);
    own.source = std::move(pair.source);
    if constexpr (std::is_same_v<Request, EvaluateRequest>) {
      if (!pair.humans.empty()) own.humans = {{"", false, std::move(pair.humans)}};
    }
  }
  return requests;
}

template Result<std::vector<ScoreRequest>> RequestsOfList(const ScoreRequest& request);
template Result<std::vector<CompareRequest>> RequestsOfList(const CompareRequest& request);
template Result<std::vector<EvaluateRequest>> RequestsOfList(const EvaluateRequest& request);

}  // namespace mtgauge
