// docs/answers.md has every field of an answer, in the words of its table.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "core/report/compare/comparison_fields.h"
#include "core/report/evaluate/evaluation_fields.h"
#include "core/report/explain/findings_fields.h"
#include "core/report/latency/latency_fields.h"
#include "core/report/lists/lists_fields.h"
#include "core/report/matrix/overlap_fields.h"
#include "core/report/resegment/resegment_fields.h"
#include "core/report/score/report_fields.h"
#include "core/report/segments/nbest_fields.h"
#include "core/report/spans/spans_fields.h"
#include "tests/support/shared_data.h"

namespace mtgauge {
namespace {

std::string MarkdownOf(const std::vector<FieldText>& fields) {
  std::string table = "| field | meaning |\n|---|---|\n";
  for (const FieldText& field : fields) table += "| `" + field.path + "` | " + field.help + " |\n";
  return table;
}

std::vector<std::vector<FieldText>> FieldsOfAnswers() {
  return {FieldTexts<Report>(),          FieldTexts<Comparison>(),      FieldTexts<EvaluationSet>(),
          FieldTexts<Findings>(),        FieldTexts<SpansAnswer>(),     FieldTexts<LatencyAnswer>(),
          FieldTexts<ResegmentAnswer>(), FieldTexts<NbestSummary>(),    FieldTexts<Overlap>(),
          FieldTexts<ListedMetric>(),    FieldTexts<ListedTokenizer>(), FieldTexts<ListedStemmer>(),
          FieldTexts<ListedColumn>()};
}

TEST(AnswersReference, HasTheFieldsOfEveryAnswer) {
  const std::string reference = ReadBytes(ProjectFolder() / "docs/answers.md");
  for (const auto& fields : FieldsOfAnswers()) {
    EXPECT_THAT(reference + '\n', testing::HasSubstr("\n\n" + MarkdownOf(fields) + '\n'));
  }
}

TEST(AnswersReference, NamesEachFieldOnceAndExplainsIt) {
  for (const auto& fields : FieldsOfAnswers()) {
    std::set<std::string> paths;
    for (const FieldText& field : fields) {
      EXPECT_TRUE(paths.insert(field.path).second) << field.path;
      EXPECT_NE(field.help, "") << field.path;
    }
  }
}

}  // namespace
}  // namespace mtgauge
