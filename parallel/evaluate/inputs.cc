// Reads all sides of an evaluation, joins them (joining.h), and creates their rows.
#include "parallel/evaluate/inputs.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <iterator>
#include <map>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>

#include "core/base/nan.h"
#include "core/base/numbers.h"
#include "core/base/printing.h"
#include "core/input/tables/same_documents.h"
#include "parallel/compare/human_scores.h"
#include "parallel/compare/outside_scores.h"
#include "parallel/evaluate/joining.h"
#include "parallel/evaluate/raters.h"
#include "parallel/evaluate/sides.h"

namespace mtgauge {
namespace {

// Stores segment scores as rows of the mean metric, which computes the systems' scores.
Status AddMeanRows(const RawSide& side, MetaInputs& inputs, EvaluatedSide& out) {
  OutsideScores scores;
  scores.name = side.label.name;
  scores.lower_is_better = side.lower_is_better;
  for (size_t s = 0; s < side.cells.size(); ++s) {
    scores.columns.push_back({side.file, side.systems[s], side.cells[s]});
  }
  std::vector<Warning> ignored;  // missing scores are normal in tables of human scores
  MTG_ASSIGN_OR_RETURN(
      OutsideMetric made,
      MakeOutsideMetric(std::move(scores), std::vector<bool>(side.items.size()), true, ignored));
  out.signature = made.compared.signature;
  out.metric = made.metric.get();
  out.last_counts = true;
  out.rows = std::move(made.compared.rows);
  inputs.outside_metrics.push_back(std::move(made.metric));
  return OkStatus();
}

// Checks that the squares of scores, as in correlations, are finite and not zero.
Status CheckSize(const RawSide& side) {
  constexpr double kLeast = 1e-100, kMost = 1e100;
  double most = 0;
  for (const double score : side.whole) {
    if (!std::isnan(score)) most = std::max(most, std::fabs(score));
  }
  if (most == 0 || (most >= kLeast && most <= kMost)) return OkStatus();
  return InputError(
      {side.whole_file},
      fmt::format("scores of about {:.3g} are too {}", most, most < kLeast ? "small" : "large"),
      "rescale them");
}

std::shared_ptr<const ScoreGrid> MarksOf(const RawSide& side) {
  auto grid = std::make_shared<ScoreGrid>();
  grid->systems = static_cast<uint32_t>(side.marks.size());
  grid->items = static_cast<uint32_t>(side.items.size());
  for (const std::vector<double>& row : side.marks) {
    grid->values.insert(grid->values.end(), row.begin(), row.end());
  }
  return grid;
}

Result<EvaluatedSide> MakeSide(RawSide& side, MetaInputs& inputs) {
  EvaluatedSide out;
  out.name = side.label.name;
  out.signature = side.signature;
  out.higher_is_better = !side.lower_is_better;
  const double sign = side.lower_is_better ? -1 : 1;
  if (side.metric != nullptr) {
    out.metric = side.metric;
    out.segment_metric = side.segment_metric;
    out.rows = std::move(side.rows);
  } else if (side.HasSegments()) {
    MTG_RETURN_IF_ERROR(AddMeanRows(side, inputs, out));
  } else {
    out.signature = "scores:outside|corpus:given";
  }
  MTG_RETURN_IF_ERROR(CheckSize(side));
  const bool told = std::any_of(side.whole.begin(), side.whole.end(),
                                [](double score) { return !std::isnan(score); });
  for (size_t s = 0; s < side.whole.size(); ++s) {
    const double score = told ? side.whole[s]
                         : out.metric == nullptr
                             ? kNaN
                             : out.metric->Score(out.rows[s].Totals(), Level::kCorpus);
    out.scores.systems.push_back(sign * score);
  }
  out.systems_given = told;  // the given scores are not computed from these segments
  if (told && side.metric == nullptr && side.HasSegments()) {
    constexpr std::string_view kMean = "corpus:mean";
    out.signature.replace(out.signature.find(kMean), kMean.size(), "corpus:given");
  }
  if (side.HasSegments()) {
    out.scores.segments.systems = static_cast<uint32_t>(side.cells.size());
    out.scores.segments.items = static_cast<uint32_t>(side.items.size());
    for (const std::vector<double>& row : side.cells) {
      for (const double score : row) out.scores.segments.values.push_back(sign * score);
    }
    if (!side.marks.empty()) out.scores.marks = MarksOf(side);
  }
  return out;
}

// Numbers names in the order of first appearance. An empty name belongs to no unit.
UnitTable NumberUnits(const std::vector<std::string>& names) {
  UnitTable table;
  std::map<std::string_view, uint32_t> numbers;
  for (const std::string& name : names) {
    if (name.empty()) {
      table.unit_of_segment.push_back(kNoUnit);
      continue;
    }
    const auto [found, is_new] =
        numbers.try_emplace(name, static_cast<uint32_t>(table.names.size()));
    if (is_new) table.names.push_back(name);
    table.unit_of_segment.push_back(found->second);
  }
  return table;
}

Result<UnitTable> ReadUnitsOfItems(const std::string& option, const std::string& file, bool several,
                                   size_t items) {
  if (several) {
    return UsageError({.option = option},
                      fmt::format("`{}`: one file cannot serve several language pairs", option),
                      "evaluate one pair at a time");
  }
  MTG_ASSIGN_OR_RETURN(UnitTable table, ReadUnitTable(file, 0));
  if (table.unit_of_segment.size() == items) return table;
  return InputError({.file = file, .option = option},
                    LinesForSegments(table.unit_of_segment.size(), items),
                    "write one line per segment");
}

const std::vector<std::string>& ItemsOf(const PairSides& pair) {
  static const std::vector<std::string> kNone;
  for (const auto* sides : {&pair.metrics, &pair.humans}) {
    for (const RawSide* side : *sides) {
      if (side->HasSegments()) return side->items;
    }
  }
  return kNone;
}

// Returns the documents that a table with a column of documents names for its segments.
NamedDocuments DocumentsOf(const RawSide& side) {
  NamedDocuments named = {side.file, side.items, {}};
  for (const std::string& item : side.items) {
    const auto found = side.document_of.find(item);
    named.documents.push_back(found == side.document_of.end() ? "" : found->second);
    const auto line = side.line_of.find(item);
    named.lines.push_back(line == side.line_of.end() ? 0 : line->second);
  }
  return named;
}

// Adds a number to the segment numbers of human scores.
Status ShiftItems(int64_t offset, RawSide& side) {
  std::vector<std::string> shifted;
  for (const std::string& item : side.items) {
    const std::optional<int64_t> number = ParseNumber<int64_t>(item);
    if (!number || side.numbered) {
      return UsageError({.file = side.file, .option = "human-offset"},
                        "`human-offset` needs segments with numbers", "leave it out");
    }
    shifted.push_back(std::to_string(*number + offset));
  }
  RenameItems(std::move(shifted), side);
  return OkStatus();
}

// Applies `human-offset`. If it is auto, finds the offset with which all documents agree.
Status ApplyOffset(const std::string& option, const NamedDocuments& texts, RawSide& side,
                   std::vector<Warning>& warnings) {
  if (option.empty() || !side.HasSegments()) return OkStatus();
  if (option != "auto") {
    const std::optional<int64_t> offset = ParseNumber<int64_t>(option);
    if (offset && std::abs(*offset) < INT32_MAX) return ShiftItems(*offset, side);
    return UsageError({.option = "human-offset"},
                      fmt::format("`human-offset`: '{}' is not a whole number, nor auto", option),
                      "");
  }
  const std::optional<int64_t> offset =
      side.document_of.empty() ? std::nullopt : FindOffset(DocumentsOf(side), texts);
  if (!offset) {
    return InputError({.file = side.file, .option = "human-offset"},
                      "`human-offset` auto: there is no one number from -2 to 2 with which all "
                      "documents agree",
                      "name the number");
  }
  warnings.push_back(
      {"human-offset", "", fmt::format("{}: `human-offset` {} fits all rows", side.file, *offset)});
  return ShiftItems(*offset, side);
}

// Returns the documents of segments: from `documents`, otherwise from the texts, otherwise from a
// table with a column of documents. All such tables must name the same ones.
Result<NamedDocuments> FindDocuments(const EvaluateRequest& request, const PairSides& pair,
                                     bool several, const ScoredTexts* scored,
                                     std::vector<Warning>& warnings) {
  NamedDocuments known;
  const std::vector<std::string>& items = ItemsOf(pair);
  if (!request.documents.empty()) {
    MTG_ASSIGN_OR_RETURN(const UnitTable table,
                         ReadUnitsOfItems("documents", request.documents, several, items.size()));
    known = {request.documents, items, NamesOfUnits(table)};
  } else if (scored != nullptr && !scored->documents.empty()) {
    const RawSide& texts = **std::ranges::find(pair.metrics, scored, &RawSide::scored);
    known = {scored->job->names().refs.front(), texts.items, scored->documents};
  }
  for (RawSide* side : pair.humans) {
    MTG_RETURN_IF_ERROR(ApplyOffset(request.human_offset, known, *side, warnings));
  }
  for (const RawSide* side : pair.All()) {
    if (side->document_of.empty()) continue;
    NamedDocuments table = DocumentsOf(*side);
    if (std::find(pair.humans.begin(), pair.humans.end(), side) != pair.humans.end()) {
      table.offset = ParseNumber<int64_t>(request.human_offset).value_or(0);
      if (scored != nullptr && known.documents.empty()) {
        warnings.push_back({"documents", "",
                            fmt::format("{}: its documents are not checked, since the texts name "
                                        "none; name a file with `documents`",
                                        side->file)});
      }
    }
    if (known.documents.empty()) known = table;
    MTG_RETURN_IF_ERROR(CheckSameDocuments(table, known));
  }
  return known;
}

// Returns the documents of these segments.
UnitTable NumberDocuments(const NamedDocuments& known, const std::vector<std::string>& items) {
  std::map<std::string_view, std::string> document_of;
  for (size_t i = 0; i < known.ids.size(); ++i) document_of[known.ids[i]] = known.documents[i];
  std::vector<std::string> names;
  for (const std::string& item : items) names.push_back(document_of[item]);
  return known.documents.empty() ? UnitTable() : NumberUnits(names);
}

Result<UnitTable> FindGroups(const EvaluateRequest& request, const PairSides& pair, bool several,
                             const ScoredTexts* scored) {
  if (request.by.empty()) return UnitTable();
  if (const size_t equals = request.by.find('='); equals != std::string::npos) {
    return ReadUnitsOfItems("by", request.by.substr(equals + 1), several, ItemsOf(pair).size());
  }
  if (scored == nullptr || scored->texts.groups().empty()) {
    return InputError(
        {.option = "by"}, fmt::format("`by` {}: the inputs have no such field", request.by),
        fmt::format("name a file with a line for each segment, as in `by` {}=FILE", request.by));
  }
  return NumberUnits(scored->texts.groups());
}

// Puts human scores of documents in the order of the documents; NaN if a document has none.
Result<MetaPair::OfDocuments> AlignDocuments(const RawSide& side, const UnitTable& documents,
                                             bool common) {
  if (documents.names.empty()) {
    return InputError(
        {side.file},
        "there are scores of documents, but no input says which document a segment belongs to",
        "name a file with the document of each segment, as in `documents` FILE");
  }
  std::map<std::string, size_t> place;
  for (size_t d = 0; d < documents.names.size(); ++d) {
    place[side.numbered ? std::to_string(d + 1) : documents.names[d]] = d;
  }
  MetaPair::OfDocuments out;
  out.cells.assign(side.cells.size(), std::vector<double>(documents.names.size(), kNaN));
  for (size_t i = 0; i < side.items.size(); ++i) {
    const auto found = place.find(side.items[i]);
    if (found == place.end() && common) continue;
    if (found == place.end()) {
      return InputError({side.file},
                        fmt::format("no segment belongs to the document '{}'", side.items[i]),
                        "use the document names of the segments, or `join` common");
    }
    for (size_t s = 0; s < side.cells.size(); ++s) out.cells[s][found->second] = side.cells[s][i];
  }
  return out;
}

// Returns the units of the kept segments only.
UnitTable KeptUnits(const UnitTable& table, const Units& kept) {
  std::vector<std::string> names;
  if (table.unit_of_segment.empty()) return table;
  for (const std::vector<uint32_t>& segment : kept) {
    const uint32_t unit = table.unit_of_segment[segment.front()];
    names.push_back(unit == kNoUnit ? "" : table.names[unit]);
  }
  return NumberUnits(names);
}

// Keeps only the segments with a human score for any system and criterion.
Status KeepJudged(ScoredTexts* scored, MetaPair& pair) {
  Units kept;
  std::vector<uint32_t> segments;
  const std::vector<EvaluatedSide>& humans = pair.segments.humans;
  uint32_t items = 0;
  for (const EvaluatedSide& human : humans) items = std::max(items, human.scores.segments.items);
  for (uint32_t i = 0; i < items; ++i) {
    const bool judged = std::any_of(humans.begin(), humans.end(), [i](const EvaluatedSide& human) {
      const ScoreGrid& grid = human.scores.segments;
      for (uint32_t s = 0; s < grid.systems; ++s) {
        if (!std::isnan(grid.At(s, i))) return true;
      }
      return false;
    });
    if (!judged) continue;
    kept.push_back({i});
    segments.push_back(i);
  }
  if (kept.empty()) {
    return UsageError({.option = "segments"}, "`segments` judged needs human scores of segments",
                      "leave it out");
  }
  pair.segments = JoinItems(pair.segments, kept);
  pair.segments.judged = true;
  pair.documents = KeptUnits(pair.documents, kept);
  pair.groups = KeptUnits(pair.groups, kept);
  if (scored != nullptr) scored->texts.Keep(segments);
  return OkStatus();
}

Result<MetaPair> MakePair(const EvaluateRequest& request, const PairSides& sides,
                          const std::vector<std::string>& pairs, const MetaWants& wants,
                          MetaInputs& inputs) {
  const bool several = pairs.size() > 1;
  MetaPair pair;
  ScoredTexts* scored = nullptr;
  EvaluationInput& input = pair.segments;
  input.language_pair = sides.humans.front()->label.pair;
  MTG_ASSIGN_OR_RETURN(input.systems, AlignSystems(sides, pairs, request, inputs.warnings));
  for (const RawSide* side : sides.metrics) {
    if (side->metric != nullptr) {
      pair.text_systems = side->places;
      scored = side->scored;
    }
    pair.text_metrics.push_back(side->text_metric);
  }
  pair.scored = scored;
  if (request.human_offset.empty()) {
    MTG_RETURN_IF_ERROR(NameSegments(sides, inputs.warnings));
  }
  MTG_ASSIGN_OR_RETURN(const NamedDocuments documents,
                       FindDocuments(request, sides, several, scored, inputs.warnings));
  if (request.human_offset.empty()) MTG_RETURN_IF_ERROR(CheckFromOne(sides));
  MTG_RETURN_IF_ERROR(AlignItems(sides, request.join_common, inputs.warnings));
  for (const RawSide* side : sides.metrics) {
    MTG_RETURN_IF_ERROR(CheckComplete(*side, input.systems, request.join_common, inputs.warnings));
  }
  pair.documents = NumberDocuments(documents, ItemsOf(sides));
  MTG_ASSIGN_OR_RETURN(pair.groups, FindGroups(request, sides, several, scored));
  for (RawSide* side : sides.humans) {
    if (side->of_documents && request.unit != Unit::kDocument) {
      return UsageError({.file = side->file, .option = "unit"}, "these are scores of documents",
                        "add `unit` document");
    }
    side->systems = input.systems;
    MTG_ASSIGN_OR_RETURN(EvaluatedSide made, MakeSide(*side, inputs));
    if (!side->of_documents) {
      input.humans.push_back(std::move(made));
      continue;
    }
    MTG_ASSIGN_OR_RETURN(MetaPair::OfDocuments of_documents,
                         AlignDocuments(*side, pair.documents, request.join_common));
    of_documents.side = std::move(made);
    pair.humans_of_documents.push_back(std::move(of_documents));
  }
  for (RawSide* side : sides.metrics) {
    side->systems = input.systems;
    MTG_ASSIGN_OR_RETURN(EvaluatedSide made, MakeSide(*side, inputs));
    input.metrics.push_back(std::move(made));
  }
  if (wants.lengths && scored != nullptr) {
    input.lengths = std::make_shared<ScoreGrid>(scored->texts.Lengths(pair.text_systems));
  }
  return pair;
}

// Returns the pair, or one for each rater.
Result<std::vector<MetaPair>> MakePairs(const EvaluateRequest& request, const PairSides& sides,
                                        const std::vector<std::string>& names,
                                        const MetaWants& wants, MetaInputs& inputs) {
  MTG_ASSIGN_OR_RETURN(MetaPair pair, MakePair(request, sides, names, wants, inputs));
  ScoredTexts* scored = nullptr;
  for (const RawSide* side : sides.metrics) {
    if (side->metric != nullptr) scored = side->scored;
  }
  std::vector<MetaPair> pairs;
  if (request.raters_as_metrics) {
    const RawSide& people = *sides.humans.front();
    if (sides.humans.size() > 1 || !people.HasSegments()) {
      return UsageError(
          {.file = people.file, .option = "raters-as-metrics"},
          sides.humans.size() > 1
              ? fmt::format("`raters-as-metrics` needs one criterion, but there are {}",
                            sides.humans.size())
              : std::string("`raters-as-metrics` needs scores of segments"),
          sides.humans.size() > 1 ? "choose one, as in `human` NAME=FILE" : "");
    }
    MTG_ASSIGN_OR_RETURN(pairs, PairsOfRaters(pair, people, inputs));
    scored = nullptr;  // the texts are those of all raters
  } else {
    pairs.push_back(std::move(pair));
  }
  for (MetaPair& each : pairs) {
    if (request.judged_segments) MTG_RETURN_IF_ERROR(KeepJudged(scored, each));
  }
  return pairs;
}

// Converts a side of documents to one with documents as items, so that it can get rows.
RawSide AsItems(const MetaPair::OfDocuments& of_documents, const UnitTable& documents,
                const std::vector<std::string>& systems) {
  const EvaluatedSide& from = of_documents.side;
  RawSide side;
  side.label.name = from.name;
  side.lower_is_better = !from.higher_is_better;
  side.systems = systems;
  side.items = documents.names;
  side.cells = of_documents.cells;
  for (const double score : from.scores.systems) {
    side.whole.push_back(from.higher_is_better ? score : -score);
  }
  return side;
}

}  // namespace

Result<MetaInputs> ReadMetaInputs(const EvaluateRequest& request, std::vector<PairRequest> pairs,
                                  const MetaWants& wants) {
  MetaInputs inputs;
  std::vector<RawSide> humans, metrics;
  SideReading of_people = {
      "human",        {}, {}, request.normalize_annotators, request.raters_as_metrics, {},
      inputs.warnings};
  if (!request.mqm_weights.empty()) {
    MTG_ASSIGN_OR_RETURN(of_people.judgements.mqm_weights, ParseMqmWeights(request.mqm_weights));
  }
  for (const PairRequest& pair : pairs) {
    of_people.pairs.push_back(pair.request.language_pair.value_or(""));
  }
  for (PairRequest& pair : pairs) {
    of_people.pair = pair.request.language_pair.value_or("");
    for (const OutsideFiles& given : pair.request.humans) {
      MTG_RETURN_IF_ERROR(ReadSides(given, of_people, humans));
    }
    if (!pair.texts) continue;
    MTG_RETURN_IF_ERROR(
        ScoreSides(pair.request, *std::move(pair.texts), wants.texts, inputs, metrics));
  }
  MTG_RETURN_IF_ERROR(CheckErrorWeights(
      request.mqm_weights,
      std::ranges::any_of(humans, [](const RawSide& side) { return side.of_errors; })));
  for (const OutsideFiles& given : request.scores) {
    MTG_RETURN_IF_ERROR(
        ReadSides(given, {given.metric, {}, {}, false, false, {}, inputs.warnings}, metrics));
  }
  for (const RawSide& side : metrics) {
    if (!side.of_documents) continue;
    return InputError({side.file}, "these are a metric's scores of documents",
                      "use its scores of segments, from which mtgauge computes those of documents");
  }
  NamePairs(humans, metrics);
  MTG_ASSIGN_OR_RETURN(std::vector<PairSides> sides_of_pairs,
                       ByPair(humans, metrics, request.join_common, inputs.warnings));
  std::vector<std::string> names;
  for (const PairSides& sides : sides_of_pairs) names.push_back(sides.humans.front()->label.pair);
  MTG_RETURN_IF_ERROR(CheckLeftOut(request, names, humans, metrics, inputs.warnings));
  for (const PairSides& sides : sides_of_pairs) {
    MTG_ASSIGN_OR_RETURN(std::vector<MetaPair> made,
                         MakePairs(request, sides, names, wants, inputs));
    std::move(made.begin(), made.end(), std::back_inserter(inputs.pairs));
  }
  return inputs;
}

Result<EvaluationInput> ByDocument(const MetaPair& pair, MetaInputs& inputs) {
  if (pair.documents.names.empty()) {
    return UsageError(
        {.option = "unit"}, "`unit` document: no input says which document a segment belongs to",
        "name a file with `documents`, or add a column 'document' to the human scores");
  }
  EvaluationInput input = JoinItems(pair.segments, UnitsByNumber(pair.documents.unit_of_segment));
  for (const MetaPair::OfDocuments& of_documents : pair.humans_of_documents) {
    RawSide side = AsItems(of_documents, pair.documents, input.systems);
    MTG_ASSIGN_OR_RETURN(EvaluatedSide made, MakeSide(side, inputs));
    input.humans.push_back(std::move(made));
  }
  return input;
}

Result<EvaluatedSide> MeanSide(const EvaluatedSide& of, const std::vector<std::string>& systems,
                               MetaInputs& inputs) {
  const ScoreGrid& grid = of.scores.segments;
  const double sign = of.higher_is_better ? 1 : -1;
  RawSide side;
  side.label.name = of.name;
  side.lower_is_better = !of.higher_is_better;
  side.systems = systems;
  side.whole.assign(grid.systems, kNaN);
  for (uint32_t i = 0; i < grid.items; ++i) side.items.push_back(std::to_string(i + 1));
  for (uint32_t s = 0; s < grid.systems; ++s) {
    std::vector<double>& cells = side.cells.emplace_back();
    for (uint32_t i = 0; i < grid.items; ++i) cells.push_back(sign * grid.At(s, i));
  }
  return MakeSide(side, inputs);
}

}  // namespace mtgauge
