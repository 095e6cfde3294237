// The publications that `cite` and `metrics` name: their table, and which one belongs to a metric,
// tokenizer, test or tool.
//
// To add one, add its entry to citations.bib, under the words by which rows of other tables cite
// it.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/contract/registry.h"
#include "mtgauge/compare.h"
#include "mtgauge/evaluate.h"

namespace mtgauge {

struct Publication {
  std::string_view cited_as;  // "Papineni et al. (2002)"
  std::string_view bibtex;
};
std::span<const Publication> Publications();
// Returns null if there is none.
const Publication* FindPublication(std::string_view cited_as);

// How the methods section names a test or a correction; no words for no correction.
struct CitedMethod {
  std::string_view words;
  std::string_view cited_as;
};
CitedMethod MethodOf(TestKind test);
CitedMethod MethodOf(Correction correction);
CitedMethod MethodOf(MetricTest test);

using Papers = std::vector<std::string_view>;
// Returns the papers of the metric itself, under its options.
Papers PapersOf(const MadeMetric& made);
// The papers of a tokenizer or stemmer that the metric's options select, and its name.
struct CitedPart {
  std::string words;  // "the tokenizer flores200"
  Papers papers;
};
std::vector<CitedPart> CitedParts(const MadeMetric& made);
Papers PapersOfTokenizer(std::string_view name);  // "flores200" or "flores200:FILE"
std::string_view PaperOfStemmer(std::string_view name);

// Returns "(Goyal et al., 2022; Kudo and Richardson, 2018)", or nothing without papers.
std::string InBrackets(const Papers& papers);

}  // namespace mtgauge
