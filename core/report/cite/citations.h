// What `cite` and `metrics` say of publications: the table of them, and which one a metric, a
// tokenizer, a test or a tool stands for.
//
// To add one: its entry in citations.cc, under the words by which rows of other tables name it.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/metric/registry.h"
#include "mtgauge/compare.h"
#include "mtgauge/evaluate.h"

namespace mtgauge {

struct Publication {
  std::string_view cited_as;  // "Papineni et al. (2002)"
  std::string_view bibtex;
};
std::span<const Publication> Publications();
// nullptr: there is none cited so.
const Publication* FindPublication(std::string_view cited_as);

// How the methods section names a test or a correction; no words for no correction at all.
struct Method {
  std::string_view words;
  std::string_view cited_as;
};
Method MethodOf(TestKind test);
Method MethodOf(Correction correction);
Method MethodOf(MetricTest test);

// A reference tool, by the beginning of a metric's `equals`.
struct ReferenceTool {
  std::string_view prefix;    // "sacrebleu-", before the version
  std::string_view name;      // "sacreBLEU"
  std::string_view cited_as;  // empty: nothing
};
const ReferenceTool* FindReferenceTool(std::string_view equals);
// "sacreBLEU 2.6.0" for "sacrebleu-2.6.0".
std::string ReferenceToolName(std::string_view equals);

using Papers = std::vector<std::string_view>;
// Those of the metric itself, under its options.
Papers PapersOf(const MadeMetric& made);
// Those of the tokenizers and stemmers that it was asked to use, each with its name.
struct CitedPart {
  std::string words;  // "the tokenizer flores200"
  Papers papers;
};
std::vector<CitedPart> CitedParts(const MadeMetric& made);
Papers PapersOfTokenizer(std::string_view name);  // "flores200" or "flores200:FILE"
std::string_view PaperOfStemmer(std::string_view name);

// "(Goyal et al., 2022; Kudo and Richardson, 2018)", or nothing without papers.
std::string InBrackets(const Papers& papers);

}  // namespace mtgauge
