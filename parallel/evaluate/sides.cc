// Creates sides from score files and from texts.
#include "parallel/evaluate/sides.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <set>
#include <string_view>
#include <utility>

#include "core/base/nan.h"
#include "core/judgements/annotators.h"
#include "core/judgements/rater_means.h"
#include "core/report/score/report_writer.h"
#include "core/request/metrics.h"
#include "core/score/group_sums.h"
#include "core/score/metric_labels.h"
#include "core/text/language.h"
#include "parallel/compare/human_scores.h"
#include "parallel/compare/score_tables.h"
#include "parallel/score/texts.h"
#include "parallel/significance/kept_rows.h"

namespace mtgauge {
namespace {

SideLabel SplitLabel(const std::string& label) {
  const size_t at = label.rfind('@');
  if (at == std::string::npos) return {label, ""};
  return {label.substr(0, at), label.substr(at + 1)};
}

constexpr std::string_view kDocumentScores = ".doc.score";

// Returns the name and pair in file names of mt-metrics-eval (PAIR.NAME.seg.score), or an empty
// label.
SideLabel LabelOfFile(const std::string& path) {
  std::string_view name = std::string_view(path).substr(path.rfind('/') + 1);
  for (const std::string_view level :
       {std::string_view(".seg.score"), kDocumentScores, std::string_view(".sys.score")}) {
    if (!name.ends_with(level)) continue;
    name.remove_suffix(level.size());
    const size_t dot = name.find('.');
    if (dot == std::string_view::npos || name.find('-') > dot) return {};
    return {std::string(name.substr(dot + 1)), std::string(name.substr(0, dot))};
  }
  return {};
}

size_t IndexOf(std::vector<std::string>& names, const std::string& name) {
  const auto found = std::find(names.begin(), names.end(), name);
  if (found != names.end()) return static_cast<size_t>(found - names.begin());
  names.push_back(name);
  return names.size() - 1;
}

// Converts scores to z-scores of each annotator; to 0 if an annotator gave only one score, or the
// same score to all.
void NormalizeByAnnotator(size_t annotators, std::vector<JudgementTable::Judgement>& judgements) {
  std::vector<RaterScore> given;
  for (const auto& [system, item, annotator, score, round, marks] : judgements) {
    given.push_back({system, item, annotator, score});
  }
  const std::vector<double> z = RaterZScores(static_cast<uint32_t>(annotators), given);
  for (size_t i = 0; i < z.size(); ++i) judgements[i].score = std::isnan(z[i]) ? 0 : z[i];
}

// Returns the positions of a table's items in a side, and appends new items.
Result<std::vector<size_t>> PlaceItems(const std::string& file, const JudgementTable& table,
                                       RawSide& side) {
  if (!side.items.empty() && side.of_documents != table.of_documents) {
    return InputError({file},
                      fmt::format("these are scores of {0}, but those in {2} are of {1}",
                                  table.of_documents ? "documents" : "segments",
                                  side.of_documents ? "documents" : "segments", side.file),
                      "give each a different name, as in `human` NAME=FILE");
  }
  side.of_documents = table.of_documents;
  side.numbered = side.numbered && table.numbered;
  std::map<std::string, size_t> number_of_item;
  for (size_t i = 0; i < side.items.size(); ++i) number_of_item[side.items[i]] = i;
  std::vector<size_t> places;
  for (size_t i = 0; i < table.items.size(); ++i) {
    const std::string& id = table.items[i];
    const auto [found, is_new] = number_of_item.try_emplace(id, side.items.size());
    if (is_new) side.items.push_back(id);
    places.push_back(found->second);
    if (!table.documents.empty()) side.document_of.try_emplace(id, table.documents[i]);
    if (i < table.lines.size() && file == side.file) side.line_of.try_emplace(id, table.lines[i]);
  }
  return places;
}

// Makes room for systems and items that are new.
void Widen(const RawSide& side, std::vector<std::vector<double>>& cells) {
  cells.resize(side.systems.size());
  for (std::vector<double>& row : cells) row.resize(side.items.size(), kNaN);
}

// Adds what each annotator gave, as means over an annotator's judgements of one output.
Status AddRaters(const std::string& file, const JudgementTable& table,
                 const std::vector<size_t>& systems, const std::vector<size_t>& items,
                 const std::vector<JudgementTable::Judgement>& judgements, RawSide& side) {
  std::vector<RaterScore> given;
  for (const auto& judgement : judgements) {
    given.push_back({judgement.system, judgement.item, judgement.annotator, judgement.score});
  }
  for (const RaterScore& mean : RaterMeans(given)) {
    const std::string& name = table.annotators[mean.rater];
    if (name.empty()) continue;
    auto rater = std::find_if(side.raters.begin(), side.raters.end(),
                              [&](const RaterCells& of) { return of.name == name; });
    if (rater == side.raters.end()) rater = side.raters.insert(rater, {name, {}});
    Widen(side, rater->cells);
    double& score = rater->cells[systems[mean.system]][items[mean.item]];
    if (!std::isnan(score)) {
      return InputError(
          {file},
          fmt::format("'{}' already scored '{}' on segment '{}' in {}", name,
                      side.systems[systems[mean.system]], side.items[items[mean.item]], side.file),
          "leave out one of the files");
    }
    score = mean.score;
  }
  return OkStatus();
}

// Adds how many errors were marked in each output, if all judgements say so.
void AddMarks(const std::vector<size_t>& systems, const std::vector<size_t>& items,
              const std::vector<JudgementTable::Judgement>& judgements, RawSide& side) {
  side.knows_marks =
      side.knows_marks && std::all_of(judgements.begin(), judgements.end(),
                                      [](const auto& judgement) { return judgement.marks >= 0; });
  if (!side.knows_marks) return side.marks.clear();
  Widen(side, side.marks);
  for (const auto& judgement : judgements) {
    double& marks = side.marks[systems[judgement.system]][items[judgement.item]];
    marks = (std::isnan(marks) ? 0 : marks) + judgement.marks;
  }
}

// Adds a table's scores to a side, as means over annotators.
Status AddTable(const std::string& file, const JudgementTable& table,
                std::vector<JudgementTable::Judgement> judgements, const SideReading& reading,
                RawSide& side) {
  if (reading.normalize) {
    MTG_RETURN_IF_ERROR(CheckAnnotatorsNamed(file, table.annotators));
    NormalizeByAnnotator(table.annotators.size(), judgements);
  }
  struct Mean {
    double sum = 0, count = 0;
  };
  std::map<std::pair<uint32_t, uint32_t>, Mean> means;
  for (const auto& judgement : judgements) {
    Mean& mean = means[{judgement.system, judgement.item}];
    mean.sum += judgement.score;
    ++mean.count;
  }
  std::vector<size_t> systems, items;
  for (const std::string& name : table.systems) {
    systems.push_back(IndexOf(side.systems, name.empty() ? file : name));
  }
  if (!table.whole_systems) {
    MTG_ASSIGN_OR_RETURN(items, PlaceItems(file, table, side));
  } else if (side.whole_file.empty()) {
    side.whole_file = file;
  }
  side.whole.resize(side.systems.size(), kNaN);
  Widen(side, side.cells);
  for (RaterCells& rater : side.raters) Widen(side, rater.cells);
  for (const auto& [cell, mean] : means) {
    const size_t s = systems[cell.first];
    double& score = table.whole_systems ? side.whole[s] : side.cells[s][items[cell.second]];
    if (!std::isnan(score) && reading.raters) continue;  // of other raters, as AddRaters() checks
    if (!std::isnan(score)) {
      return InputError({file},
                        fmt::format("'{}' already has scores in {}", side.systems[s], side.file),
                        "leave out one of the files");
    }
    score = mean.sum / mean.count;
  }
  if (table.whole_systems) return OkStatus();
  AddMarks(systems, items, judgements, side);
  return reading.raters ? AddRaters(file, table, systems, items, judgements, side) : OkStatus();
}

// Returns the side with this name and pair, and creates it if there is none.
RawSide& FindSide(const SideLabel& label, bool lower, const std::string& file,
                  std::vector<RawSide>& sides) {
  for (RawSide& side : sides) {
    if (side.label.name == label.name && side.label.pair == label.pair) return side;
  }
  RawSide& side = sides.emplace_back();
  side.label = label;
  side.lower_is_better = lower;
  side.file = file;
  return side;
}

std::string CriteriaOf(const JudgementTable& table) {
  std::vector<std::string> names;
  for (const auto& criterion : table.criteria) names.push_back(criterion.name);
  return fmt::format("{}", fmt::join(names, ", "));
}

// Returns true if a file with these pairs uses `name` for the pair.
bool IsPairOfFile(const std::string& pair, const SideReading& reading, const std::string& name,
                  const std::vector<std::string>& pairs_of_file) {
  const auto& asked = reading.pairs;
  const bool known = std::find(asked.begin(), asked.end(), pair) != asked.end();
  return IsMeantPair(pair, known ? asked : std::vector{pair}, name, pairs_of_file);
}

// Adds the requested criteria of a table. If the file has several language pairs, only those of the
// label's pair.
Status AddSides(const OutsideFiles& given, const std::string& file, const SideReading& reading,
                const std::vector<std::string>& pairs_of_file, JudgementTable table,
                std::vector<RawSide>& sides) {
  if (file.ends_with(kDocumentScores)) table.of_documents = true;
  SideLabel label = SplitLabel(given.metric);
  const bool named = !label.name.empty();
  if (!named) label.name = LabelOfFile(file).name;
  for (const std::string& known : {LabelOfFile(file).pair, reading.pair, table.language_pair}) {
    if (label.pair.empty()) label.pair = known;
  }
  if (!table.language_pair.empty() &&
      !IsPairOfFile(label.pair, reading, table.language_pair, pairs_of_file)) {
    return OkStatus();
  }
  for (const std::string& note : table.notes) reading.warnings.push_back({"left-out", "", note});
  size_t used = 0;
  for (JudgementTable::Criterion& criterion : table.criteria) {
    if (named && table.criteria.size() > 1 && criterion.name != label.name) continue;
    SideLabel name = label;
    if (!named && !criterion.name.empty()) name.name = criterion.name;
    if (name.name.empty()) name.name = reading.fallback;
    RawSide& side = FindSide(name, given.lower_is_better || table.lower_is_better, file, sides);
    side.of_errors = side.of_errors || table.of_errors;
    MTG_RETURN_IF_ERROR(AddTable(file, table, std::move(criterion.judgements), reading, side));
    ++used;
  }
  if (used > 0) return OkStatus();
  return InputError({file},
                    fmt::format("no column '{}' (known: {})", label.name, CriteriaOf(table)),
                    "name one of them");
}

// Computes the scores of all segments from their rows.
void AddScoresOfRows(const Metric& metric, RawSide& side) {
  const uint64_t segments = side.rows.front().segments();
  for (uint64_t i = 1; i <= segments; ++i) side.items.push_back(std::to_string(i));
  std::vector<int64_t> row(side.rows.front().columns());
  for (const RowStore& rows : side.rows) {
    std::vector<double>& scores = side.cells.emplace_back();
    for (uint64_t i = 0; i < segments; ++i) {
      rows.Row(i, row.data());
      scores.push_back(metric.Score(row, Level::kSegment));
    }
    side.whole.push_back(kNaN);
  }
}

}  // namespace

Status ReadSides(const OutsideFiles& given, const SideReading& reading,
                 std::vector<RawSide>& sides) {
  MTG_ASSIGN_OR_RETURN(const std::vector<OutsideFiles> expanded, ExpandFolders({given}));
  std::set<std::string_view> seen;
  for (const std::string& file : expanded.front().files) {
    if (!seen.insert(file).second) {
      return UsageError({.file = file, .named = true}, fmt::format("'{}' is given twice", file),
                        "name each file of scores once");
    }
    MTG_ASSIGN_OR_RETURN(std::vector<JudgementTable> tables,
                         ReadJudgementTables(file, reading.judgements));
    std::vector<std::string> pairs;
    for (const JudgementTable& table : tables) pairs.push_back(table.language_pair);
    for (JudgementTable& table : tables) {
      MTG_RETURN_IF_ERROR(AddSides(given, file, reading, pairs, std::move(table), sides));
    }
  }
  return OkStatus();
}

Status ScoreSides(const EvaluateRequest& request, MetaTexts of, bool hold, MetaInputs& inputs,
                  std::vector<RawSide>& sides) {
  ScoredTexts& scored = *inputs.scored.emplace_back(std::make_unique<ScoredTexts>());
  scored.job = std::make_unique<Job>(std::move(of.job));
  MTG_ASSIGN_OR_RETURN(Texts texts, Texts::Open(of.settings, request));
  scored.job->SetNames(texts.names());
  const auto score = [&](const Sink& sink) {
    Sink also = sink;
    also.want_texts = hold;
    also.want_ids = true;
    also.deliver = [&](const Delivery& delivery) {
      if (hold) scored.texts.Take(delivery);
      scored.ids.insert(scored.ids.end(), delivery.ids.begin(), delivery.ids.end());
      return sink.deliver(delivery);
    };
    return ScoreAll(*scored.job, texts, request, also);
  };
  MTG_ASSIGN_OR_RETURN(KeptScores kept, ScoreKeepingRows(*scored.job, score));
  inputs.warnings.insert(inputs.warnings.end(), kept.report.warnings.begin(),
                         kept.report.warnings.end());
  scored.documents = NamesOfUnits(kept.documents);
  if (kept.report.skipped > 0) {
    return UsageError({.option = "on-invalid"}, "here every segment needs a score",
                      "use `on-invalid` replace instead of skip");
  }
  MTG_ASSIGN_OR_RETURN(const JobOptions of_segments,
                       ResolveMetrics(request, request, Level::kSegment));
  MTG_ASSIGN_OR_RETURN(Job segment_job, Job::Make(of_segments, scored.job->names()));
  scored.segment_job = std::make_unique<Job>(std::move(segment_job));
  const std::vector<const Metric*> corpus = MetricsOf(*scored.job);
  std::vector<const Metric*> segment = MetricsOf(*scored.segment_job);
  const std::vector<std::string> labels = MetricLabels(*scored.job);
  for (size_t m = 0; m < corpus.size(); ++m) {
    // A metric that learns from the references did so in the job that read them.
    if (corpus[m]->NewSurvey() != nullptr) segment[m] = corpus[m];
    ComparedMetric& compared = kept.metrics[m];
    RawSide& side = sides.emplace_back();
    side.label = {labels[m], request.language_pair.value_or("")};
    side.file = of.settings.names.hyps.front();
    side.signature = compared.signature;
    side.lower_is_better = !compared.higher_is_better;
    side.systems = scored.job->names().hyps;
    for (size_t s = 0; s < side.systems.size(); ++s) {
      side.system_files.push_back(texts.own_name(s));
    }
    side.scored = &scored;
    side.metric = corpus[m];
    side.segment_metric = segment[m];
    side.text_metric = m;
    side.rows = std::move(compared.rows);
    AddScoresOfRows(*segment[m], side);
  }
  return OkStatus();
}

}  // namespace mtgauge
