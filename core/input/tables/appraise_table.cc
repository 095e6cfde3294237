// Scores of people in Appraise's export of a campaign (appraise_rows.h).
#include <simdjson.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
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

// Returns how many errors were marked; -1 if there is no list of them.
int32_t MarksOf(const AppraiseRows& read, const AppraiseRow& row, simdjson::dom::parser& parser) {
  if (!read.HasErrors(row)) return -1;
  simdjson::dom::array list;
  const std::string_view errors = read.At(row, read.columns.errors());
  if (parser.parse(errors.data(), errors.size()).get(list) != simdjson::SUCCESS) return -1;
  return static_cast<int32_t>(list.size());
}

// An output, and who judged it.
using OutputName = std::array<std::string, 5>;
OutputName OutputNameOf(const AppraiseRows& read, const AppraiseRow& row,
                        std::string_view document) {
  return {read.PairOf(row), row.values[read.columns.system()], row.values[read.columns.item()],
          row.values[0], std::string(document)};
}

Result<std::vector<JudgementTable>> ParseAppraise(const JudgementFile& file,
                                                  const JudgementOptions& options) {
  MTG_ASSIGN_OR_RETURN(const AppraiseRows read, ReadAppraiseRows(file));
  const AppraiseColumns& columns = read.columns;
  TablesByPair tables(file.name, options);
  simdjson::dom::parser parser;
  std::map<OutputName, JudgementTable::Judgement> scores;
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
    judgement.marks = MarksOf(read, row, parser);
    AddScore(judgement, row.line,
             TablesByPair::Criterion(builder, read.HasErrors(row) ? "ESA" : "DA"));
    scores[OutputNameOf(read, row, read.At(row, columns.document()))] = judgement;
  }
  for (const AppraiseRow& row : read.controls) {
    std::string document = row.values[columns.document()];
    document.resize(document.size() - kControlDocument.size());
    const auto output = scores.find(OutputNameOf(read, row, document));
    if (output == scores.end()) continue;
    std::vector<JudgementTable::Controls>& controls = tables.Of(read.PairOf(row)).table.controls;
    const uint32_t annotator = output->second.annotator;
    if (annotator >= controls.size()) controls.resize(annotator + size_t{1});
    ++controls[annotator].items;
    if (*ScoreOf(row.values[columns.score()]) < output->second.score) ++controls[annotator].passed;
  }
  return tables.Finish();
}

}  // namespace

const JudgementForm kAppraiseForm = {IsAppraise, ParseAppraise};

}  // namespace mtgauge
