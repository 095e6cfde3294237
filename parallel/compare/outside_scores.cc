// Reads segment scores of other programs from files and assigns them to systems.
#include "parallel/compare/outside_scores.h"

#include <absl/strings/numbers.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <numeric>
#include <set>
#include <string_view>
#include <utility>

#include "core/base/printing.h"
#include "core/base/version.h"
#include "core/contract/mean_metric.h"
#include "core/input/tables/judgement_table.h"
#include "core/input/tables/score_table.h"
#include "core/score/system_names.h"
#include "parallel/compare/picking.h"

namespace mtgauge {
namespace {

const std::string& NameOf(const OutsideScores::Column& column) {
  return column.system.empty() ? column.file : column.system;
}

// Sorts the scores of a table in the order of `ids`.
Status OrderByIds(const std::vector<std::string>& ids, const std::string& file, ScoreTable& table) {
  std::map<std::string_view, uint32_t> position;
  for (size_t i = 0; i < table.ids.size(); ++i) {
    if (!position.emplace(table.ids[i], static_cast<uint32_t>(i)).second) {
      return InputError({file}, fmt::format("the segment id '{}' occurs twice", table.ids[i]),
                        "use each id once");
    }
  }
  std::vector<uint32_t> order;
  for (const std::string& id : ids) {
    const auto found = position.find(id);
    if (found == position.end()) {
      return InputError({file}, fmt::format("no scores for the segment id '{}'", id),
                        "all tables must have the same ids");
    }
    order.push_back(found->second);
  }
  if (ids.size() != table.ids.size()) {
    return InputError(
        {file},
        fmt::format("{} segment ids where the first table has {}", table.ids.size(), ids.size()),
        "all tables must have the same ids");
  }
  for (std::vector<double>& values : table.scores) values = Pick(values, order);
  table.documents = Pick(table.documents, order);
  return OkStatus();
}

// Returns the criterion with the metric's name, or the only one.
Result<const JudgementTable::Criterion*> FindCriterion(const std::string& metric,
                                                       const std::string& file,
                                                       const JudgementTable& table) {
  std::string known;
  for (const JudgementTable::Criterion& criterion : table.criteria) {
    if (table.criteria.size() == 1 || criterion.name == metric) return &criterion;
    known += (known.empty() ? "" : ", ") + criterion.name;
  }
  return InputError({file}, fmt::format("no column '{}' (known: {})", metric, known),
                    "name the metric after one of them");
}

// Returns the order of a table's segments: by id if all ids are numbers, otherwise by first
// appearance.
Result<std::vector<size_t>> OrderItems(const JudgementTable& table, const std::string& file,
                                       bool ordered) {
  std::vector<size_t> order(table.items.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::vector<uint64_t> numbers;
  for (const std::string& item : table.items) {
    uint64_t number = 0;
    if (!absl::SimpleAtoi(item, &number)) break;
    numbers.push_back(number);
  }
  if (numbers.size() == order.size()) {
    std::stable_sort(order.begin(), order.end(),
                     [&](size_t a, size_t b) { return numbers[a] < numbers[b]; });
    return order;
  }
  std::vector<uint32_t> last(table.systems.size(), 0);
  for (const JudgementTable::Criterion& criterion : table.criteria) {
    std::fill(last.begin(), last.end(), 0);
    for (const JudgementTable::Judgement& judgement : criterion.judgements) {
      if (ordered && judgement.item < last[judgement.system]) {
        return InputError(
            {file},
            fmt::format(
                "the segments of '{}' are in a different order from those of earlier systems",
                table.systems[judgement.system]),
            "use numbers as segment ids");
      }
      last[judgement.system] = judgement.item;
    }
  }
  return order;
}

// Converts judgements to one column per system: means over annotators, in the order of the
// segments.
Result<ScoreTable> ColumnsOf(const std::string& metric, const std::string& file,
                             JudgementTable table, bool ordered) {
  if (table.whole_systems) {
    return InputError({.file = file, .option = "scores"},
                      "scores of whole systems, which cannot be resampled",
                      "use scores of segments");
  }
  MTG_ASSIGN_OR_RETURN(const JudgementTable::Criterion* criterion,
                       FindCriterion(metric, file, table));
  MTG_ASSIGN_OR_RETURN(const std::vector<size_t> order, OrderItems(table, file, ordered));
  std::vector<size_t> place(order.size());
  for (size_t i = 0; i < order.size(); ++i) place[order[i]] = i;
  const std::vector<double> none(order.size(), 0.0);
  std::vector<std::vector<double>> counts(table.systems.size(), none);
  ScoreTable columns;
  columns.scores.assign(table.systems.size(), none);
  for (const JudgementTable::Judgement& judgement : criterion->judgements) {
    columns.scores[judgement.system][place[judgement.item]] += judgement.score;
    ++counts[judgement.system][place[judgement.item]];
  }
  for (size_t s = 0; s < counts.size(); ++s) {
    // 0/0 means missing.
    for (size_t i = 0; i < order.size(); ++i) columns.scores[s][i] /= counts[s][i];
  }
  for (const size_t item : order) {
    columns.ids.push_back(table.items[item]);
    if (!table.documents.empty()) columns.documents.push_back(table.documents[item]);
  }
  columns.systems = std::move(table.systems);
  return columns;
}

Result<ScoreTable> ParseTable(const std::string& metric, const std::string& file,
                              const std::string& bytes, bool ordered) {
  if (metric.empty()) {
    return InputError({.file = file, .option = "scores"}, "these scores do not name their metric",
                      fmt::format("write it before the file, as in COMET={}", file));
  }
  if (!HasSystemOnEachLine(bytes)) {
    MTG_ASSIGN_OR_RETURN(ScoreTable columns, ParseScoreTable(file, bytes));
    return OfMetric(metric, file, std::move(columns));
  }
  MTG_ASSIGN_OR_RETURN(JudgementTable table, ParseJudgementTable(file, bytes));
  return ColumnsOf(metric, file, std::move(table), ordered);
}

// Returns one entry per file of each system.
std::vector<NamedFiles> RunsOf(const std::vector<NamedFiles>& systems) {
  std::vector<NamedFiles> runs;
  for (const NamedFiles& system : systems) {
    if (system.files.size() == 1) {
      runs.push_back(system);
      continue;
    }
    for (const std::string& file : system.files) runs.push_back({file, {}});
  }
  return runs;
}

// Returns the column of each run, or columns.size() if there is none.
Result<std::vector<size_t>> ColumnsByName(const std::vector<NamedFiles>& runs,
                                          const OutsideScores& scores) {
  std::vector<size_t> wanted(runs.size(), scores.columns.size());
  for (size_t c = 0; c < scores.columns.size(); ++c) {
    const std::string& name = NameOf(scores.columns[c]);
    const Result<std::optional<size_t>> run = FindSystem(name, std::span<const NamedFiles>(runs));
    if (!run.ok()) {
      const Error& error = run.status().error();
      return InputError({scores.columns[c].file}, "the system " + error.what, error.remedy);
    }
    if (!*run) continue;
    size_t& column = wanted[**run];
    if (column < scores.columns.size() && runs[**run].name != name) {
      if (NameOf(scores.columns[column]) == runs[**run].name) continue;
      return InputError({scores.columns[c].file},
                        fmt::format("both '{}' and '{}' could be the system '{}'",
                                    NameOf(scores.columns[column]), name, runs[**run].name),
                        "rename one");
    }
    column = c;
  }
  return wanted;
}

std::string NameOfRun(const std::vector<NamedFiles>& systems, size_t run) {
  const size_t runs = systems.front().files.size();
  return runs == 1 ? systems[run].name : systems[run / runs].files[run % runs];
}

Status CheckLength(const OutsideScores::Column& column, size_t segments) {
  if (column.values.size() == segments) return OkStatus();
  const std::string system = column.system.empty() ? "" : fmt::format(" of '{}'", column.system);
  return InputError({column.file},
                    fmt::format("{}{} for {}", Counted(column.values.size(), "score"), system,
                                Counted(segments, "segment")),
                    "give one score per segment");
}

Status MissingError(const OutsideScores::Column& column, size_t segment) {
  const std::string system = column.system.empty() ? "" : fmt::format("'{}' has ", column.system);
  return InputError({.file = column.file, .segment = segment},
                    fmt::format("{}no score for segment {}", system, segment + 1),
                    "complete the file, or use `missing` drop-pairwise");
}

Status CheckPresent(const OutsideScores& scores, const std::vector<std::vector<bool>>& missing) {
  for (size_t c = 0; c < missing.size(); ++c) {
    if (std::find(missing[c].begin(), missing[c].end(), false) != missing[c].end()) continue;
    return InputError({scores.columns[c].file},
                      fmt::format("no segment has a score for '{}'", NameOf(scores.columns[c])),
                      "complete the scores");
  }
  return OkStatus();
}

void WarnOfMissing(const std::string& name, const std::vector<std::vector<bool>>& missing,
                   std::vector<Warning>& warnings) {
  std::ptrdiff_t count = 0;
  for (const auto& column : missing) count += std::count(column.begin(), column.end(), true);
  if (count == 0) return;
  warnings.push_back(
      {"missing", "",
       fmt::format(
           "{}: missing scores: {}; each pair is tested on the segments that both systems have, "
           "and a system's score covers only its own; complete the scores",
           name, count)});
}

std::string Signature(const Metric& metric) {
  std::string signature;
  for (const auto& [key, value] : metric.SignatureKeys()) signature += key + ":" + value + "|";
  return signature + "version:mtgauge-" + std::string(kVersion);
}

// Returns the rows of the mean metric for one system; rows of missing scores are zero.
RowStore MakeRows(const std::vector<double>& values, const FixedPoint& fixed_point) {
  std::vector<int64_t> rows;
  for (const double value : values) {
    const bool missing = std::isnan(value);
    rows.push_back(missing ? 0 : fixed_point.ToInteger(value));
    rows.push_back(missing ? 0 : 1);
  }
  RowStore store(2);
  store.Add(0, rows);
  store.Finish();
  return store;
}

template <typename Value>
void Erase(const std::vector<bool>& skipped, std::vector<Value>& values) {
  size_t kept = 0;
  for (size_t i = 0; i < values.size(); ++i) {
    if (!skipped[i]) values[kept++] = values[i];
  }
  values.resize(kept);
}

}  // namespace

SegmentOrder::SegmentOrder(const std::vector<OutsideScores>& scores) {
  for (const OutsideScores& each : scores) {  // all that have ids have the same
    for (uint32_t i = 0; i < each.ids.size(); ++i) places_[each.ids[i]] = i;
  }
}

Sink SegmentOrder::Watch(const Sink& sink) {
  if (places_.empty()) return sink;
  Sink watched = sink;
  watched.want_ids = true;
  watched.deliver = [this, &sink](const Delivery& delivery) {
    Add(delivery);
    return sink.deliver(delivery);
  };
  return watched;
}

void SegmentOrder::Add(const Delivery& delivery) {
  for (const std::string& id : delivery.ids) {
    const auto place = places_.find(id);
    if (place != places_.end()) order_.push_back(place->second);
    if (place == places_.end() && order_.size() == segments_) first_unknown_ = id;
    ++segments_;
  }
}

Status SegmentOrder::Apply(std::vector<OutsideScores>& scores) const {
  if (order_.empty()) return OkStatus();
  std::vector<uint32_t> segment_of(places_.size());  // [place in the scores]
  std::vector<bool> taken(places_.size());
  for (size_t i = 0; i < order_.size(); ++i) {
    segment_of[order_[i]] = static_cast<uint32_t>(i);
    if (!taken[order_[i]]) {
      taken[order_[i]] = true;
      continue;
    }
    const auto id =
        std::ranges::find(places_, order_[i], [](const auto& each) { return each.second; });
    return InputError(
        {.option = "scores"},
        fmt::format("the texts have two segments '{}', and the scores one", id->first),
        "use each id once");
  }
  for (OutsideScores& each : scores) {
    if (each.ids.empty()) continue;
    if (order_.size() < segments_) {
      return InputError({.file = each.columns.front().file, .option = "scores"},
                        fmt::format("no scores for the segment '{}' of the texts", first_unknown_),
                        "name segments as the texts do");
    }
    if (order_.size() < places_.size()) continue;  // their numbers differ, which is an error later
    for (OutsideScores::Column& column : each.columns) {
      column.values = Pick(column.values, order_);
      for (auto& [segment, line] : column.gaps) segment = segment_of[segment];
    }
    for (NamedDocuments& named : each.documents) named.documents = Pick(named.documents, order_);
  }
  return OkStatus();
}

Result<std::vector<OutsideScores>> ParseOutsideScores(const std::vector<OutsideFiles>& scores,
                                                      const std::vector<std::string>& contents,
                                                      bool ordered) {
  std::vector<OutsideScores> all;
  std::vector<std::string> ids;
  size_t next = 0;
  for (const OutsideFiles& outside : scores) {
    OutsideScores& metric = all.emplace_back();
    metric.name = outside.metric;
    metric.lower_is_better = outside.lower_is_better;
    for (const std::string& file : outside.files) {
      MTG_ASSIGN_OR_RETURN(ScoreTable table,
                           ParseTable(outside.metric, file, contents[next++], ordered));
      if (ids.empty()) ids = table.ids;
      if (!table.ids.empty()) {
        MTG_RETURN_IF_ERROR(OrderByIds(ids, file, table));
        metric.ids = ids;
      }
      for (size_t s = 0; s < table.systems.size(); ++s) {
        metric.columns.push_back({file, table.systems[s], std::move(table.scores[s])});
      }
      if (table.documents.empty()) continue;
      const size_t segments = table.documents.size();
      metric.documents.push_back({file, SegmentNumbers(segments), std::move(table.documents)});
    }
  }
  return all;
}

std::vector<NamedFiles> SystemsOf(const OutsideScores& scores) {
  std::vector<NamedFiles> systems;
  for (const OutsideScores::Column& column : scores.columns) {
    systems.push_back({column.system, {column.file}});
  }
  return systems;
}

Status MatchSystems(const std::vector<NamedFiles>& systems, size_t segments,
                    OutsideScores& scores) {
  std::set<std::string_view> named;
  for (const OutsideScores::Column& column : scores.columns) {
    if (!column.system.empty() && !named.insert(column.system).second) {
      return InputError({column.file},
                        fmt::format("the system '{}' has two sets of scores", column.system),
                        "leave one out");
    }
  }
  const size_t runs = systems.size() * systems.front().files.size();
  if (named.empty() && scores.columns.size() != runs) {
    return UsageError({.option = "scores"},
                      fmt::format("`scores` {}: {} with one number per line for {}", scores.name,
                                  Counted(scores.columns.size(), "file"), Counted(runs, "output")),
                      "name one for each output, in order");
  }
  if (!named.empty()) {
    MTG_ASSIGN_OR_RETURN(const std::vector<size_t> wanted, ColumnsByName(RunsOf(systems), scores));
    std::vector<OutsideScores::Column> matched;
    for (size_t run = 0; run < runs; ++run) {
      if (wanted[run] == scores.columns.size()) {
        return InputError({scores.columns.front().file},
                          fmt::format("there are no scores of '{}'", NameOfRun(systems, run)),
                          "call the system as in the file, with `system` NAME FILE");
      }
      matched.push_back(scores.columns[wanted[run]]);
    }
    scores.columns = std::move(matched);
  }
  for (const OutsideScores::Column& column : scores.columns) {
    MTG_RETURN_IF_ERROR(CheckLength(column, segments));
  }
  return OkStatus();
}

Result<std::vector<std::vector<bool>>> FindMissing(const OutsideScores& scores,
                                                   const std::vector<bool>& skipped,
                                                   bool drop_missing) {
  std::vector<std::vector<bool>> missing;
  bool any = false;
  for (const OutsideScores::Column& column : scores.columns) {
    std::vector<bool>& of_column = missing.emplace_back();
    for (size_t i = 0; i < skipped.size(); ++i) {
      if (skipped[i]) continue;
      of_column.push_back(std::isnan(column.values[i]));
      if (!of_column.back()) continue;
      if (!drop_missing) return MissingError(column, i);
      any = true;
    }
  }
  return any ? missing : std::vector<std::vector<bool>>();
}

namespace {

// Returns the column with the largest score, which decides whether scores can be added up.
const OutsideScores::Column& WithLargest(const OutsideScores& scores) {
  const auto largest = [](const OutsideScores::Column& column) {
    double most = 0;
    for (const double value : column.values) most = std::fmax(most, std::fabs(value));
    return most;
  };
  return *std::ranges::max_element(scores.columns, {}, largest);
}

}  // namespace

Result<OutsideMetric> MakeOutsideMetric(OutsideScores scores, const std::vector<bool>& skipped,
                                        bool drop_missing, std::vector<Warning>& warnings) {
  MTG_ASSIGN_OR_RETURN(std::vector<std::vector<bool>> missing,
                       FindMissing(scores, skipped, drop_missing));
  MTG_RETURN_IF_ERROR(CheckPresent(scores, missing));
  WarnOfMissing(scores.name, missing, warnings);
  std::vector<std::vector<double>> kept;
  for (OutsideScores::Column& column : scores.columns) {
    Erase(skipped, column.values);
    kept.push_back(column.values);
  }
  Result<FixedPoint> fixed_point = ChooseFixedPoint(kept, kept.front().size());
  if (!fixed_point.ok()) {
    const Error& error = fixed_point.status().error();
    return InputError({WithLargest(scores).file}, error.what, error.remedy);
  }
  OutsideMetric out;
  out.metric = MakeMeanMetric(*fixed_point);
  out.compared.metric = out.metric.get();
  out.compared.label = scores.name;
  out.compared.signature = Signature(*out.metric);
  out.compared.scale = 0;
  out.compared.higher_is_better = !scores.lower_is_better;
  for (const OutsideScores::Column& column : scores.columns) {
    out.compared.rows.push_back(MakeRows(column.values, *fixed_point));
  }
  out.compared.missing = std::move(missing);
  return out;
}

}  // namespace mtgauge
