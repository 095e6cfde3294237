// Scores of people in Appraise's export of a campaign (appraise_rows.h).
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/input/tables/appraise_rows.h"
#include "core/input/tables/judgement_forms.h"

namespace mtgauge {
namespace {

Result<std::vector<JudgementTable>> ParseAppraise(const JudgementFile& file,
                                                  const JudgementOptions&) {
  MTG_ASSIGN_OR_RETURN(const AppraiseRows read, ReadAppraiseRows(file));
  const AppraiseColumns& columns = read.columns;
  TablesByPair tables(file.name);
  for (const AppraiseRow& row : read.rows) {
    JudgementBuilder& builder = tables.Of(read.PairOf(row));
    const std::string item = read.ItemOf(row);
    JudgedOutput output = {row.values[columns.system()], item, row.values[0], std::nullopt};
    if (read.HasDocument(row)) output.document = row.values[columns.document()];
    MTG_ASSIGN_OR_RETURN(JudgementTable::Judgement judgement,
                         builder.Place(file.name, row.line, output));
    judgement.score = *ScoreOf(row.values[columns.score()]);
    TablesByPair::Criterion(builder, read.HasErrors(row) ? "ESA" : "DA").push_back(judgement);
  }
  return tables.Finish();
}

}  // namespace

const JudgementForm kAppraiseForm = {IsAppraise, ParseAppraise};

}  // namespace mtgauge
