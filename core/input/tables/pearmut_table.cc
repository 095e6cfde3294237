// Scores of people in Pearmut's files. A score that is null is the mean of the sliders.
#include <simdjson.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/input/tables/judgement_forms.h"
#include "core/input/tables/pearmut_answers.h"

namespace mtgauge {
namespace {

namespace dom = simdjson::dom;

// Returns the mean of the sliders that were moved, if there are any.
std::optional<double> MeanOfSliders(const dom::object& answer) {
  dom::object by_name;
  dom::array list;
  std::vector<dom::element> values;
  if (answer["sliders"].get(by_name) == simdjson::SUCCESS) {
    for (const dom::key_value_pair slider : by_name) values.push_back(slider.value);
  } else if (answer["sliders"].get(list) == simdjson::SUCCESS) {
    for (const dom::element slider : list) values.push_back(slider);
  }
  double sum = 0, count = 0;
  for (const dom::element value : values) {
    double number = 0;
    if (value.get(number) != simdjson::SUCCESS) continue;
    sum += number;
    ++count;
  }
  return count > 0 ? std::optional(sum / count) : std::nullopt;
}

Result<std::vector<JudgementTable>> ParsePearmutScores(const JudgementFile& file,
                                                       const JudgementOptions& options) {
  TablesByPair tables(file.name, options);
  MTG_RETURN_IF_ERROR(ForEachAnswer(file, [&](const PearmutAnswer& of) -> Status {
    double number = 0;
    const bool given = of.answer["score"].get(number) == simdjson::SUCCESS;
    const std::optional<double> score = given ? number : MeanOfSliders(of.answer);
    if (!score) return OkStatus();
    JudgedOutput output = {of.model, of.item, of.user, std::nullopt};
    if (const std::string_view document = DocumentOfPearmut(of.item); !document.empty()) {
      output.document = document;
    }
    JudgementBuilder& builder = tables.Of(std::string(of.campaign));
    MTG_ASSIGN_OR_RETURN(JudgementTable::Judgement judgement,
                         builder.Place(file.name, of.line, output));
    judgement.score = *score;
    dom::array spans;
    if (of.answer["error_spans"].get(spans) == simdjson::SUCCESS) {
      judgement.marks = static_cast<int32_t>(spans.size());
    }
    AddScore(judgement, of.line, TablesByPair::Criterion(builder, "score"));
    return OkStatus();
  }));
  return tables.Finish();
}

}  // namespace

const JudgementForm kPearmutForm = {IsPearmut, ParsePearmutScores};

}  // namespace mtgauge
