// Every source that the tables name has an entry, and each entry is BibTeX.
#include "core/report/cite/citations.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "core/contract/equal_rows.h"
#include "core/evaluate/measures.h"
#include "core/significance/conventions.h"
#include "core/significance/evaluation_conventions.h"
#include "core/text/tokenizing/model_tokenizer.h"
#include "core/text/words/stemmer.h"

namespace mtgauge {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;

MadeMetric Made(const std::string& spec) {
  Result<MadeMetric> made = MakeMetric(spec, {}, {});
  EXPECT_TRUE(made.ok()) << made.status();
  return *std::move(made);
}

void ExpectEntry(std::string_view cited_as, std::string_view where) {
  EXPECT_NE(FindPublication(cited_as), nullptr) << where << " cites '" << cited_as << "'";
}

TEST(Citations, EveryMetricHasAnEntry) {
  for (const MetricRow& row : Metrics()) {
    // These need no paper: they count segments, or divide lengths.
    const std::set<std::string_view> plain = {"exact",         "lenratio",  "empty",
                                              "looping",       "overlong",  "copied",
                                              "mixed-scripts", "off-target"};
    EXPECT_EQ(row.paper.empty(), plain.contains(row.name)) << row.name;
    if (!row.paper.empty()) ExpectEntry(row.paper, row.name);
  }
}

TEST(Citations, EveryToolHasAnEntry) {
  for (const EqualRow& row : EqualRows()) {
    if (!row.tool->cited_as.empty()) ExpectEntry(row.tool->cited_as, row.tool->name);
  }
}

TEST(Citations, EveryTestCorrectionAndMeasureHasAnEntry) {
  for (const auto& row : kTestKinds) ExpectEntry(MethodOf(row.value).cited_as, row.name);
  for (const auto& row : kMetricTests) ExpectEntry(MethodOf(row.value).cited_as, row.name);
  for (const auto& row : kCorrections) {
    if (row.value != Correction::kNone) ExpectEntry(MethodOf(row.value).cited_as, row.name);
  }
  for (const Measure& measure : Measures()) ExpectEntry(measure.paper, measure.name);
}

TEST(Citations, EveryTokenizerAndStemmerHasItsEntries) {
  size_t cited = 0;
  for (const ModelTokenizerRow& row : ModelTokenizers()) {
    for (const std::string_view paper : row.papers) ExpectEntry(paper, row.name);
    cited += row.papers.empty() ? 0 : 1;
  }
  EXPECT_GE(cited, 5u);
  EXPECT_THAT(
      PapersOfTokenizer("flores200"),
      ElementsAre("Goyal et al. (2022)", "NLLB Team et al. (2022)", "Kudo and Richardson (2018)"));
  EXPECT_THAT(PapersOfTokenizer("flores101:/some/model"), Contains("Goyal et al. (2022)"));
  EXPECT_THAT(PapersOfTokenizer("spm:/some/model"), ElementsAre("Kudo and Richardson (2018)"));
  EXPECT_TRUE(PapersOfTokenizer("13a").empty());
  for (const StemmerRow& row : Stemmers()) ExpectEntry(PaperOfStemmer(row.name), row.name);
}

TEST(Citations, OptionsDecideWhatIsCited) {
  EXPECT_THAT(PapersOf(Made("chrf")), ElementsAre("Popović (2015)"));
  EXPECT_THAT(PapersOf(Made("chrf:nw=2")), ElementsAre("Popović (2015)", "Popović (2017)"));
  EXPECT_THAT(PapersOf(Made("chrf:nw=1")), Contains("Popović (2017)"));
  for (const std::string smooth : {"plus1", "moses", "nakov", "cc1", "cc2", "cc3"}) {
    for (const std::string_view paper : PapersOf(Made("sentence-bleu:smooth=" + smooth))) {
      ExpectEntry(paper, smooth);
    }
  }
  EXPECT_THAT(PapersOf(Made("sentence-bleu:smooth=nakov")), Contains("Nakov et al. (2012)"));
  EXPECT_THAT(PapersOf(Made("sentence-bleu:smooth=cc3")), Contains("Chen and Cherry (2014)"));
  const std::vector<CitedPart> parts = CitedParts(Made("bleu:stem=porter"));
  ASSERT_EQ(parts.size(), 1u);
  EXPECT_EQ(parts[0].words, "the stemmer porter");
  EXPECT_THAT(parts[0].papers, ElementsAre("Porter (1980)"));
}

// One entry "@type{key,\n  field = {value},\n ... }\n" with balanced braces.
void ExpectBibtex(std::string_view text) {
  SCOPED_TRACE(text);
  int open = 0;
  for (const char c : text) {
    open += c == '{' ? 1 : c == '}' ? -1 : 0;
    EXPECT_GE(open, 0);
  }
  EXPECT_EQ(open, 0);
  std::istringstream lines{std::string(text)};
  std::string line;
  ASSERT_TRUE(std::getline(lines, line));
  EXPECT_TRUE(line.starts_with('@') && line.ends_with(',') && line.find('{') != line.npos);
  std::set<std::string> fields;
  while (std::getline(lines, line) && line != "}") {
    std::istringstream words(line);
    std::string field, equals;
    words >> field >> equals;
    EXPECT_EQ(equals, "=") << line;
    EXPECT_TRUE(line.ends_with("},")) << line;
    EXPECT_TRUE(fields.insert(field).second) << line;
  }
  EXPECT_EQ(line, "}");
  for (const char* const field : {"title", "author", "year"}) EXPECT_THAT(fields, Contains(field));
}

TEST(Citations, EntriesAreBibtex) {
  std::set<std::string_view> keys, cited;
  for (const Publication& publication : Publications()) {
    ExpectBibtex(publication.bibtex);
    const size_t open = publication.bibtex.find('{');
    EXPECT_TRUE(keys.insert(publication.bibtex.substr(open, publication.bibtex.find(','))).second);
    EXPECT_TRUE(cited.insert(publication.cited_as).second) << publication.cited_as;
    // "Name (Year)", with the year of the entry.
    const std::string_view name = publication.cited_as;
    ASSERT_TRUE(name.ends_with(")") && name.find(" (") != name.npos) << name;
    const std::string year(name.substr(name.rfind('(') + 1, 4));
    EXPECT_THAT(std::string(publication.bibtex), testing::HasSubstr("{" + year + "}")) << name;
  }
}

TEST(Citations, InBrackets) {
  EXPECT_EQ(InBrackets({}), "");
  EXPECT_EQ(InBrackets({"Post (2018)"}), "(Post, 2018)");
  EXPECT_EQ(InBrackets({"Popović (2015)", "Popović (2017)"}), "(Popović, 2015; Popović, 2017)");
}

}  // namespace
}  // namespace mtgauge
