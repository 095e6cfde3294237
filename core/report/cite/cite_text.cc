// Writes the text to put into a paper.
#include "core/report/cite/cite_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <utility>

#include "core/base/version.h"
#include "core/contract/equal_rows.h"
#include "core/contract/metric.h"
#include "core/evaluate/measures.h"
#include "core/report/cite/citations.h"

namespace mtgauge {
namespace {

// Returns the citation with a space before it.
std::string Cited(const Papers& papers) { return papers.empty() ? "" : ' ' + InBrackets(papers); }

std::string Sentence(const Job& job, size_t metric, const std::string& references) {
  const MadeMetric& made = job.metrics()[metric];
  std::string sentence = fmt::format("We report {}{} as computed by mtgauge {}", made.Title(),
                                     Cited(PapersOf(made)), kVersion);
  for (const CitedPart& part : CitedParts(made)) {
    sentence += fmt::format(", with {}{}", part.words, Cited(part.papers));
  }
  if (const EqualRow* const equal = made.Equal()) {
    sentence += fmt::format(", whose scores equal those of {}", equal->Tool());
    const std::string_view paper = equal->tool->cited_as;
    if (!paper.empty() && paper != made.row->paper) sentence += Cited({paper});
  }
  return sentence + fmt::format("; its signature is {}.", job.Signature(metric, references));
}

std::string WithPaper(const CitedMethod& method) {
  std::string text(method.words);
  if (!method.cited_as.empty()) text += Cited({method.cited_as});
  return text;
}

std::string TestSentence(const CompareOptions& options) {
  const bool bootstrap = options.test == TestKind::kBootstrap;
  std::string sentence = "Differences are tested by " + WithPaper(MethodOf(options.test));
  if (bootstrap || options.test == TestKind::kRandomization) {
    sentence += fmt::format(" with {} {}", options.resamples, bootstrap ? "resamples" : "shuffles");
  }
  sentence += options.clusters == ClusterRule::kWmt25 ? ", one-sided" : ", two-sided";
  if (bootstrap && options.null == NullRule::kShifted)
    sentence += ", the null shifted as in sacreBLEU";
  const CitedMethod correction = MethodOf(options.correction);
  if (!correction.words.empty()) {
    sentence += fmt::format("; p-values are corrected by {} over the pairs of each metric",
                            WithPaper(correction));
  }
  return sentence + ".";
}

std::string MetaSentence(const MetaMethods& methods) {
  std::string sentence = "Agreement with human scores is measured by ";
  bool tested = false;
  for (size_t k = 0; k < methods.measures.size(); ++k) {
    const MeasureRow& measure = *methods.measures[k];
    const bool last = k + 1 == methods.measures.size();
    if (k > 0) sentence += last ? " and " : ", ";
    sentence += WithPaper({measure.title, measure.paper});
    tested = tested || measure.test != MetricTestKind::kNone;
  }
  sentence += fmt::format(
      " as computed by mtgauge {}, with percentile intervals from {} bootstrap resamples", kVersion,
      methods.resamples);
  if (tested) {
    sentence +=
        fmt::format("; metrics are compared by {}, one-sided", WithPaper(MethodOf(methods.test)));
    const CitedMethod correction = MethodOf(methods.correction);
    if (!correction.words.empty()) {
      sentence += fmt::format(", p-values corrected by {} over the pairs of metrics",
                              WithPaper(correction));
    }
  }
  if (methods.studies) {
    sentence += "; within studies, metrics are compared by " +
                WithPaper({"Wilcoxon's signed ranks", "Wilcoxon (1945)"}) + ", two-sided";
  }
  return sentence + ".";
}

std::vector<std::string_view> CitedBy(const MetaMethods& methods) {
  std::vector<std::string_view> cited;
  bool tested = false;
  for (const MeasureRow* measure : methods.measures) {
    cited.push_back(measure->paper);
    tested = tested || measure->test != MetricTestKind::kNone;
  }
  if (tested) {
    cited.push_back(MethodOf(methods.test).cited_as);
    cited.push_back(MethodOf(methods.correction).cited_as);
  }
  if (methods.studies) cited.push_back("Wilcoxon (1945)");
  return cited;
}

std::string Bibliography(const Job& job, const std::optional<CompareOptions>& test,
                         std::vector<std::string_view> cited) {
  if (test) {
    cited.push_back(MethodOf(test->test).cited_as);
    cited.push_back(MethodOf(test->correction).cited_as);
  }
  for (const MadeMetric& made : job.metrics()) {
    for (const std::string_view paper : PapersOf(made)) cited.push_back(paper);
    for (const CitedPart& part : CitedParts(made)) {
      cited.insert(cited.end(), part.papers.begin(), part.papers.end());
    }
    if (const EqualRow* const equal = made.Equal()) cited.push_back(equal->tool->cited_as);
  }
  std::string out;
  for (const Publication& publication : Publications()) {
    if (std::find(cited.begin(), cited.end(), publication.cited_as) != cited.end()) {
      out += fmt::format("{}\n", publication.bibtex);
    }
  }
  return out + fmt::format(
                   "@software{{mtgauge,\n  author  = {{{{The mtgauge authors}}}},\n"
                   "  title   = {{mtgauge: parallel scoring of machine translation}},\n"
                   "  version = {{{}}},\n  year    = {{{}}},\n}}\n",
                   kVersion, kVersionYear);
}

}  // namespace

Citation CitationOf(const CitedWork& work) {
  Citation citation;
  for (size_t m = 0; m < work.job.metrics().size(); ++m) {
    citation.sentences.push_back(Sentence(work.job, m, work.references));
  }
  std::vector<std::string_view> cited;
  if (work.meta) {
    cited = CitedBy(*work.meta);
    citation.sentences.push_back(MetaSentence(*work.meta));
  }
  if (work.test) citation.sentences.push_back(TestSentence(*work.test));
  citation.bibtex = Bibliography(work.job, work.test, std::move(cited));
  return citation;
}

std::string CitationText(const Citation& citation) {
  std::string text;
  for (const std::string& sentence : citation.sentences) text += sentence + '\n';
  return text + '\n' + citation.bibtex;
}

}  // namespace mtgauge
