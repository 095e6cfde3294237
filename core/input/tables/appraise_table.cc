// Scores of people in Appraise's export of a campaign (appraise_rows.h).
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/input/tables/appraise_rows.h"
#include "core/input/tables/judgement_forms.h"

namespace mtgauge {
namespace {

// Returns the domain in a document's name, as in test-en-news_012 of WMT24.
std::optional<std::string_view> DomainOf(std::string_view document) {
  const size_t language = document.find('-'), end = document.rfind('_');
  if (language == document.npos || end == document.npos) return std::nullopt;
  const size_t begin = document.find('-', language + 1);
  if (begin == document.npos || end <= begin) return std::nullopt;
  return document.substr(begin + 1, end - begin - 1);
}

Result<std::vector<JudgementTable>> ParseAppraise(const JudgementFile& file,
                                                  const JudgementOptions& options) {
  MTG_ASSIGN_OR_RETURN(const AppraiseRows read, ReadAppraiseRows(file));
  const AppraiseColumns& columns = read.columns;
  TablesByPair tables(file.name, options);
  for (const AppraiseRow& row : read.rows) {
    JudgementBuilder& builder = tables.Of(read.PairOf(row));
    const std::string item = read.ItemOf(row);
    JudgedOutput output = {row.values[columns.system()], item, row.values[0], std::nullopt};
    if (read.HasDocument(row)) {
      output.document = row.values[columns.document()];
      output.domain = DomainOf(*output.document);
    }
    MTG_ASSIGN_OR_RETURN(JudgementTable::Judgement judgement,
                         builder.Place(file.name, row.line, output));
    judgement.score = *ScoreOf(row.values[columns.score()]);
    AddScore(judgement, row.line,
             TablesByPair::Criterion(builder, read.HasErrors(row) ? "ESA" : "DA"));
  }
  return tables.Finish();
}

}  // namespace

const JudgementForm kAppraiseForm = {IsAppraise, ParseAppraise};

}  // namespace mtgauge
