// Reading the sides of an evaluation, and joining them.
//
// A side is read into a table of its own names first (RawSide). The first criterion of a language
// pair names the systems; every other side's are matched with them, and all are put in one order.
#include "parallel/evaluate/inputs.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "core/input/tables/judgement_table.h"
#include "core/report/score/report_writer.h"
#include "core/request/metrics.h"
#include "core/score/group_sums.h"
#include "core/score/metric_labels.h"
#include "core/score/system_names.h"
#include "core/text/language.h"
#include "parallel/compare/kept_rows.h"
#include "parallel/compare/outside_scores.h"
#include "parallel/score/texts.h"

namespace mtgauge {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

// "NAME@PAIR"
struct Label {
  std::string name, pair;
};
Label SplitLabel(const std::string& label) {
  const size_t at = label.rfind('@');
  if (at == std::string::npos) return {label, ""};
  return {label.substr(0, at), label.substr(at + 1)};
}

constexpr std::string_view kDocumentScores = ".doc.score";

// What mt-metrics-eval calls PAIR.NAME.seg.score tells both; else nothing.
Label LabelOfFile(const std::string& path) {
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

// One side under the names of its files.
struct RawSide {
  Label label;
  std::string file;        // the first, for messages
  std::string whole_file;  // the first that tells of whole systems
  std::string signature;
  bool lower_is_better = false;
  bool numbered = true;  // segments are told by their order
  std::vector<std::string> systems, items;
  std::vector<std::vector<double>> cells;          // [system][item]; NaN: missing
  std::vector<double> whole;                       // [system]; NaN: not told
  std::map<std::string, std::string> document_of;  // of items, where it is told
  bool of_documents = false;                       // the items are documents
  // Of texts, whose rows are those of the systems; the jobs own the metrics.
  const Metric *metric = nullptr, *segment_metric = nullptr;
  std::optional<size_t> text_metric;
  std::vector<RowStore> rows;
  std::vector<size_t> places;  // in the file, of the systems that are evaluated

  bool HasSegments() const { return !items.empty() && !of_documents; }
};

size_t IndexOf(std::vector<std::string>& names, const std::string& name) {
  const auto found = std::find(names.begin(), names.end(), name);
  if (found != names.end()) return static_cast<size_t>(found - names.begin());
  names.push_back(name);
  return names.size() - 1;
}

// (score - mean) / sd of each annotator's scores; 0 where one gave but a single score, or the same
// to all.
void NormalizeByAnnotator(size_t annotators, std::vector<JudgementTable::Judgement>& judgements) {
  std::vector<double> count(annotators), mean(annotators), squares(annotators);
  for (const auto& judgement : judgements) {
    mean[judgement.annotator] += judgement.score;
    ++count[judgement.annotator];
  }
  for (size_t a = 0; a < annotators; ++a) mean[a] /= std::max(count[a], 1.0);
  for (const auto& judgement : judgements) {
    const double apart = judgement.score - mean[judgement.annotator];
    squares[judgement.annotator] += apart * apart;
  }
  for (auto& judgement : judgements) {
    const size_t a = judgement.annotator;
    const double sd = std::sqrt(squares[a] / (count[a] - 1));
    judgement.score = sd > 0 ? (judgement.score - mean[a]) / sd : 0;
  }
}

// Puts a table's scores into a side: means over annotators.
absl::Status AddTable(const std::string& file, const JudgementTable& table,
                      std::vector<JudgementTable::Judgement> judgements, bool normalize,
                      RawSide& side) {
  if (normalize) NormalizeByAnnotator(table.annotators.size(), judgements);
  struct Mean {
    double sum = 0, count = 0;
  };
  std::map<std::pair<uint32_t, uint32_t>, Mean> means;
  for (const auto& judgement : judgements) {
    Mean& mean = means[{judgement.system, judgement.item}];
    mean.sum += judgement.score;
    ++mean.count;
  }
  std::map<std::string, size_t> number_of_item;
  for (size_t i = 0; i < side.items.size(); ++i) number_of_item[side.items[i]] = i;
  std::vector<size_t> systems, items;
  for (const std::string& name : table.systems) {
    systems.push_back(IndexOf(side.systems, name.empty() ? file : name));
  }
  if (table.whole_systems && side.whole_file.empty()) side.whole_file = file;
  if (!table.whole_systems) {
    if (!side.items.empty() && side.of_documents != table.of_documents) {
      return InputError({file},
                        fmt::format("scores of {} beside those of {} in {}",
                                    table.of_documents ? "documents" : "segments",
                                    side.of_documents ? "documents" : "segments", side.file),
                        "give each a name of its own");
    }
    side.of_documents = table.of_documents;
    for (size_t i = 0; i < table.items.size(); ++i) {
      const std::string& id = table.items[i];
      const auto [found, is_new] = number_of_item.try_emplace(id, side.items.size());
      if (is_new) side.items.push_back(id);
      items.push_back(found->second);
      if (!table.documents.empty()) side.document_of.try_emplace(id, table.documents[i]);
    }
    side.numbered = side.numbered && table.numbered;
  }
  side.whole.resize(side.systems.size(), kNaN);
  side.cells.resize(side.systems.size());
  for (std::vector<double>& row : side.cells) row.resize(side.items.size(), kNaN);
  for (const auto& [cell, mean] : means) {
    const size_t s = systems[cell.first];
    double& score = table.whole_systems ? side.whole[s] : side.cells[s][items[cell.second]];
    if (!std::isnan(score)) {
      return InputError({file},
                        fmt::format("'{}' has scores already in {}", side.systems[s], side.file),
                        "leave one of the files out");
    }
    score = mean.sum / mean.count;
  }
  return absl::OkStatus();
}

// The side of that name and pair, made when there is none.
RawSide& FindSide(const Label& label, bool lower, const std::string& file,
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

// One `human` or `scores`. Without a name each criterion of a file is a side.
absl::Status ReadSides(const OutsideFiles& given, std::string_view fallback, bool normalize,
                       std::vector<RawSide>& sides) {
  for (const std::string& file : given.files) {
    MTG_ASSIGN_OR_RETURN(JudgementTable table, ReadJudgementTable(file));
    if (file.ends_with(kDocumentScores)) table.of_documents = true;
    const Label label = given.metric.empty() ? LabelOfFile(file) : SplitLabel(given.metric);
    size_t used = 0;
    for (JudgementTable::Criterion& criterion : table.criteria) {
      const bool chosen = given.metric.empty() || label.name.empty() ||
                          table.criteria.size() == 1 || criterion.name == label.name;
      if (!chosen) continue;
      Label name = label;
      if (given.metric.empty() && !criterion.name.empty()) name.name = criterion.name;
      if (name.name.empty()) name.name = fallback;
      RawSide& side = FindSide(name, given.lower_is_better, file, sides);
      MTG_RETURN_IF_ERROR(AddTable(file, table, std::move(criterion.judgements), normalize, side));
      ++used;
    }
    if (used > 0) continue;
    return InputError({file},
                      fmt::format("no column '{}' (known: {})", label.name, CriteriaOf(table)),
                      "name one of them");
  }
  return absl::OkStatus();
}

// Scores the texts, segments as the verb 'segments' does and systems from the same rows.
absl::Status ScoreSides(const EvaluateRequest& request, MetaTexts of, bool hold, MetaInputs& inputs,
                        std::vector<RawSide>& sides) {
  inputs.job = std::make_unique<Job>(std::move(of.job));
  MTG_ASSIGN_OR_RETURN(Texts texts, Texts::Open(of.settings, request));
  inputs.job->SetNames(texts.names());
  const auto score = [&](const Sink& sink) {
    Sink also = sink;
    also.want_texts = hold;
    also.deliver = [&](const Delivery& delivery) {
      if (hold) inputs.texts.Take(delivery);
      return sink.deliver(delivery);
    };
    return ScoreAll(*inputs.job, texts, request, also);
  };
  MTG_ASSIGN_OR_RETURN(KeptScores kept, ScoreKeepingRows(*inputs.job, score));
  inputs.warnings = std::move(kept.report.warnings);
  if (kept.report.skipped > 0) {
    return UsageError({.option = "on-invalid"}, "every segment needs a score here",
                      "use `on-invalid` replace instead of skip");
  }
  MTG_ASSIGN_OR_RETURN(const JobOptions of_segments,
                       ResolveMetrics(request, request, Level::kSegment));
  MTG_ASSIGN_OR_RETURN(Job segment_job, Job::Make(of_segments, inputs.job->names()));
  inputs.segment_job = std::make_unique<Job>(std::move(segment_job));
  const std::vector<const Metric*> corpus = MetricsOf(*inputs.job);
  std::vector<const Metric*> segment = MetricsOf(*inputs.segment_job);
  const std::vector<std::string> labels = MetricLabels(*inputs.job);
  for (size_t m = 0; m < corpus.size(); ++m) {
    // One that learns from the references has done so in the job that has read them.
    if (corpus[m]->NewSurvey() != nullptr) segment[m] = corpus[m];
    ComparedMetric& compared = kept.metrics[m];
    RawSide& side = sides.emplace_back();
    side.label = {labels[m], request.language_pair.value_or("")};
    side.file = of.settings.names.hyps.front();
    side.signature = compared.signature;
    side.lower_is_better = !compared.higher_is_better;
    side.systems = inputs.job->names().hyps;
    side.metric = corpus[m];
    side.segment_metric = segment[m];
    side.text_metric = m;
    side.rows = std::move(compared.rows);
    for (uint64_t i = 1; i <= kept.report.segments; ++i) side.items.push_back(std::to_string(i));
    std::vector<int64_t> row(side.rows.front().columns());
    for (const RowStore& rows : side.rows) {
      std::vector<double>& scores = side.cells.emplace_back();
      for (uint64_t i = 0; i < rows.segments(); ++i) {
        rows.Row(i, row.data());
        scores.push_back(segment[m]->Score(row, Level::kSegment));
      }
      side.whole.push_back(kNaN);
    }
  }
  return absl::OkStatus();
}

// "Online-A" of WMT's "Online-A.12".
std::string_view WithoutNumber(std::string_view name) {
  const size_t dot = name.rfind('.');
  const bool number = dot != std::string_view::npos && dot + 1 < name.size() &&
                      std::all_of(name.begin() + static_cast<std::ptrdiff_t>(dot) + 1, name.end(),
                                  [](unsigned char c) { return std::isdigit(c) != 0; });
  return number ? name.substr(0, dot) : name;
}

// "newstest2021.de-en.hyp.UF.en" is a file of the system UF: its name stands between dots.
bool FileNames(std::string_view file, std::string_view system) {
  file = file.substr(file.rfind('/') + 1);
  for (size_t at = file.find(system); at != std::string_view::npos;
       at = file.find(system, at + 1)) {
    const size_t end = at + system.size();
    if ((at == 0 || file[at - 1] == '.') && (end == file.size() || file[end] == '.')) return true;
  }
  return false;
}

// Where `names` has a system: under its very name, as a path to the same file, without WMT's
// number, or as a file that is called after it. A negative number: nowhere; two candidates are an
// error.
absl::StatusOr<std::ptrdiff_t> MatchSystem(const std::string& system, const RawSide& side) {
  using Rule = bool (*)(std::string_view, std::string_view);
  constexpr Rule kRules[] = {
      [](std::string_view name, std::string_view wanted) { return name == wanted; }, EndAlike,
      [](std::string_view name, std::string_view wanted) {
        return WithoutNumber(name) == WithoutNumber(wanted);
      },
      [](std::string_view name, std::string_view wanted) {
        return FileNames(name, WithoutNumber(wanted));
      }};
  for (const Rule rule : kRules) {
    std::ptrdiff_t found = -1;
    for (size_t s = 0; s < side.systems.size(); ++s) {
      if (!rule(side.systems[s], system)) continue;
      if (found >= 0) {
        return InputError(
            {side.file},
            fmt::format("both '{}' and '{}' may be the system '{}'",
                        side.systems[static_cast<size_t>(found)], side.systems[s], system),
            "rename one");
      }
      found = static_cast<std::ptrdiff_t>(s);
    }
    if (found >= 0) return found;
  }
  return -1;
}

// The sides of one language pair.
struct PairSides {
  std::vector<RawSide*> humans, metrics;
  std::vector<RawSide*> All() const {
    std::vector<RawSide*> all = humans;
    all.insert(all.end(), metrics.begin(), metrics.end());
    return all;
  }
};

constexpr std::string_view kRemedy =
    "give all sides the same systems, or leave out what only some have with `join` common";

bool HasScores(const RawSide& side, size_t system) {
  const auto has = [](double score) { return !std::isnan(score); };
  const std::vector<double>& cells = side.cells[system];
  return has(side.whole[system]) || std::any_of(cells.begin(), cells.end(), has);
}

// What `join` common leaves out, for one warning.
class LeftOut {
 public:
  void Add(const std::string& system, std::string_view where, const std::string& file) {
    if (!seen_.insert(system).second || seen_.size() > kNamed) return;
    names_ += fmt::format("{}'{}' ({} {})", names_.empty() ? "" : ", ", system, where, file);
  }

  void AddTo(std::vector<Warning>& warnings) const {
    if (seen_.empty()) return;
    const std::string more =
        seen_.size() > kNamed ? fmt::format(" and {} more", seen_.size() - kNamed) : "";
    warnings.push_back(
        {"left-out", "",
         fmt::format("systems without scores on every side are left out: {}{}", names_, more)});
  }

 private:
  static constexpr size_t kNamed = 10;
  std::set<std::string> seen_;
  std::string names_;
};

// Where a side has a system, if it has scores of it or need not.
absl::StatusOr<std::ptrdiff_t> FindSystem(const std::string& system, const RawSide& side,
                                          bool common) {
  MTG_ASSIGN_OR_RETURN(const std::ptrdiff_t place, MatchSystem(system, side));
  const bool absent = place >= 0 && common && !HasScores(side, static_cast<size_t>(place));
  return absent ? -1 : place;
}

// Leaves in a side the systems at these places.
void KeepSystems(std::vector<size_t> places, RawSide& side) {
  std::vector<std::vector<double>> cells;
  std::vector<double> whole;
  std::vector<RowStore> rows;
  for (const size_t s : places) {
    cells.push_back(side.cells[s]);
    whole.push_back(side.whole[s]);
    if (!side.rows.empty()) rows.push_back(std::move(side.rows[s]));
  }
  side.cells = std::move(cells);
  side.whole = std::move(whole);
  side.rows = std::move(rows);
  side.places = std::move(places);
}

// Leaves in every side the systems that are evaluated, in one order, and names them.
absl::StatusOr<std::vector<std::string>> AlignSystems(const PairSides& pair, bool common,
                                                      std::vector<Warning>& warnings) {
  const std::vector<RawSide*> sides = pair.All();
  std::vector<std::string> names;
  std::vector<std::vector<size_t>> kept(sides.size());
  LeftOut left_out;
  for (const std::string& system : sides.front()->systems) {
    std::vector<size_t> places;
    for (const RawSide* side : sides) {
      MTG_ASSIGN_OR_RETURN(const std::ptrdiff_t place, FindSystem(system, *side, common));
      if (place < 0 && !common) {
        return InputError(
            {side->file},
            fmt::format("no scores of the system '{}' of {}", system, sides.front()->file),
            std::string(kRemedy));
      }
      if (place >= 0) places.push_back(static_cast<size_t>(place));
      if (place < 0) left_out.Add(system, "not in", side->file);
    }
    if (places.size() < sides.size()) continue;
    names.push_back(system);
    for (size_t k = 0; k < sides.size(); ++k) kept[k].push_back(places[k]);
  }
  if (names.size() < 2) {
    return InputError({.file = pair.humans.front()->file, .named = true},
                      fmt::format("{} and {}: {} systems in common", pair.humans.front()->file,
                                  pair.metrics.front()->file, names.size()),
                      "two at least are needed");
  }
  for (size_t k = 0; k < sides.size(); ++k) {
    RawSide& side = *sides[k];
    for (size_t s = 0; s < side.systems.size(); ++s) {
      if (std::find(kept[k].begin(), kept[k].end(), s) != kept[k].end()) continue;
      if (common) {
        left_out.Add(side.systems[s], "in", side.file);
        continue;
      }
      return InputError({side.file},
                        fmt::format("the system '{}' is not among those of {}", side.systems[s],
                                    sides.front()->file),
                        std::string(kRemedy));
    }
    KeepSystems(std::move(kept[k]), side);
  }
  left_out.AddTo(warnings);
  return names;
}

// Puts the segments of every side that has some in the order of the first metric that does.
absl::Status AlignItems(const PairSides& pair, bool common, std::vector<Warning>& warnings) {
  const RawSide* first = nullptr;
  for (const auto* sides : {&pair.metrics, &pair.humans}) {
    for (const RawSide* side : *sides) {
      if (first == nullptr && side->HasSegments()) first = side;
    }
  }
  if (first == nullptr) return absl::OkStatus();
  const std::vector<std::string> items = first->items;
  std::map<std::string_view, size_t> order;
  for (size_t i = 0; i < items.size(); ++i) order[items[i]] = i;
  for (RawSide* side : pair.All()) {
    if (!side->HasSegments() || side == first) continue;
    const bool is_metric =
        side->metric != nullptr ||
        std::find(pair.metrics.begin(), pair.metrics.end(), side) != pair.metrics.end();
    if ((is_metric || side->numbered) && side->items.size() != items.size() && !common) {
      return InputError(
          {side->file},
          fmt::format("{} segments where {} has {}", side->items.size(), first->file, items.size()),
          "give both as many");
    }
    std::vector<std::vector<double>> cells(side->cells.size(),
                                           std::vector<double>(items.size(), kNaN));
    size_t left_out = 0;
    for (size_t i = 0; i < side->items.size(); ++i) {
      const auto found = order.find(side->items[i]);
      if (found == order.end() && !common) {
        return InputError({side->file},
                          fmt::format("{} has no segment '{}'", first->file, side->items[i]),
                          "use its ids, or leave out what only some have with `join` common");
      }
      if (found == order.end()) {
        ++left_out;
        continue;
      }
      for (size_t s = 0; s < cells.size(); ++s) cells[s][found->second] = side->cells[s][i];
    }
    side->items = items;
    side->cells = std::move(cells);
    if (left_out == 0) continue;
    warnings.push_back(
        {"left-out", "",
         fmt::format("{}: {} left out, since {} does not have {}", side->file,
                     left_out == 1 ? "1 segment is" : fmt::format("{} segments are", left_out),
                     first->file, left_out == 1 ? "it" : "them")});
  }
  return absl::OkStatus();
}

// The scores of segments that a metric lacks, which make its systems' means and measures those of
// other segments than another metric's: an error, or under `join` common a warning.
absl::Status CheckComplete(const RawSide& side, const std::vector<std::string>& systems,
                           bool common, std::vector<Warning>& warnings) {
  size_t missing = 0, lacking = 0, segment = 0;
  for (size_t s = 0; s < side.cells.size(); ++s) {
    for (size_t i = 0; i < side.cells[s].size(); ++i) {
      if (!std::isnan(side.cells[s][i])) continue;
      if (missing++ > 0) continue;
      lacking = s;
      segment = i;
    }
  }
  if (missing > 0 && side.HasSegments()) {
    const std::string what = fmt::format(
        "no score of the system '{}' for segment '{}'{}", systems[lacking], side.items[segment],
        missing == 1 ? "" : fmt::format(", and {} more are missing", missing - 1));
    if (!common) {
      return InputError({side.file}, what,
                        "complete the file, or leave out what is missing with `join` common");
    }
    warnings.push_back(
        {"missing", "",
         fmt::format("{}: {}; measures leave out what is missing", side.file, what)});
  }
  const auto told = [](double score) { return !std::isnan(score); };
  const auto untold = std::find_if_not(side.whole.begin(), side.whole.end(), told);
  if (untold == side.whole.end() || std::none_of(side.whole.begin(), side.whole.end(), told)) {
    return absl::OkStatus();
  }
  return InputError({side.whole_file},
                    fmt::format("no score of the system '{}', where others have one",
                                systems[static_cast<size_t>(untold - side.whole.begin())]),
                    "complete the file");
}

// Scores of segments as rows of the mean metric, which gives those of systems.
absl::Status AddMeanRows(const RawSide& side, MetaInputs& inputs, EvaluatedSide& out) {
  OutsideScores scores;
  scores.name = side.label.name;
  scores.lower_is_better = side.lower_is_better;
  for (size_t s = 0; s < side.cells.size(); ++s) {
    scores.columns.push_back({side.file, side.systems[s], side.cells[s]});
  }
  std::vector<Warning> ignored;  // missing scores are what people's tables are full of
  MTG_ASSIGN_OR_RETURN(
      OutsideMetric made,
      MakeOutsideMetric(std::move(scores), std::vector<bool>(side.items.size()), true, ignored));
  out.signature = made.compared.signature;
  out.metric = made.metric.get();
  out.last_counts = true;
  out.rows = std::move(made.compared.rows);
  inputs.outside_metrics.push_back(std::move(made.metric));
  return absl::OkStatus();
}

// Correlations square scores, which must remain numbers.
absl::Status CheckSize(const RawSide& side) {
  constexpr double kLeast = 1e-100, kMost = 1e100;
  double most = 0;
  for (const double score : side.whole) {
    if (!std::isnan(score)) most = std::max(most, std::fabs(score));
  }
  if (most == 0 || (most >= kLeast && most <= kMost)) return absl::OkStatus();
  return InputError(
      {side.whole_file},
      fmt::format("scores of about {:.3g} are too {}", most, most < kLeast ? "small" : "large"),
      "rescale them");
}

absl::StatusOr<EvaluatedSide> MakeSide(RawSide& side, bool flips, MetaInputs& inputs) {
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
  out.systems_given = told;  // what the file says is not made of these segments
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
    if (flips) {
      MTG_ASSIGN_OR_RETURN(out.scores.flips, SignFlipsOf(out.scores.segments));
    }
  }
  return out;
}

// "en-de" and "eng-deu" are one pair.
bool IsSamePair(const std::string& a, const std::string& b) {
  return a == b || (!a.empty() && !b.empty() &&
                    ParseLanguages(a).Canonical() == ParseLanguages(b).Canonical());
}

// Where one language pair alone is named, what names none is of that one.
void ShareOnlyPair(std::vector<RawSide>& humans, std::vector<RawSide>& metrics) {
  std::string only;
  for (const auto* sides : {&humans, &metrics}) {
    for (const RawSide& side : *sides) {
      if (side.label.pair.empty()) continue;
      if (only.empty()) only = side.label.pair;
      if (!IsSamePair(only, side.label.pair)) return;
    }
  }
  for (auto* sides : {&humans, &metrics}) {
    for (RawSide& side : *sides) side.label.pair = only;
  }
}

// The language pairs in the order of people's scores. Each must have the metrics of the first.
absl::StatusOr<std::vector<PairSides>> ByPair(std::vector<RawSide>& humans,
                                              std::vector<RawSide>& metrics) {
  std::vector<std::string> names;
  std::vector<PairSides> pairs;
  const auto place_of = [&names](const std::string& pair) {
    const auto same = [&](const std::string& name) { return IsSamePair(name, pair); };
    return static_cast<size_t>(std::find_if(names.begin(), names.end(), same) - names.begin());
  };
  for (RawSide& human : humans) {
    const size_t p = place_of(human.label.pair);
    if (p == pairs.size()) {
      names.push_back(human.label.pair);
      pairs.emplace_back();
    }
    pairs[p].humans.push_back(&human);
  }
  const auto in_words = [](const std::string& pair) {
    return pair.empty() ? std::string("scores without a language pair")
                        : fmt::format("the language pair {}", pair);
  };
  for (RawSide& metric : metrics) {
    const size_t p = place_of(metric.label.pair);
    if (p == names.size()) {
      return InputError({metric.file},
                        fmt::format("no people's scores for {} (known: {})",
                                    in_words(metric.label.pair), fmt::join(names, ", ")),
                        "name the pair on both sides, as in `human` NAME@en-de=FILE");
    }
    pairs[p].metrics.push_back(&metric);
  }
  // In the order of the first pair.
  for (size_t p = 0; p < pairs.size(); ++p) {
    std::vector<RawSide*> ordered;
    for (const RawSide* wanted : pairs[0].metrics) {
      for (RawSide* side : pairs[p].metrics) {
        if (side->label.name == wanted->label.name) ordered.push_back(side);
      }
    }
    const size_t most = std::max(pairs[0].metrics.size(), pairs[p].metrics.size());
    if (ordered.size() < most || most == 0) {
      return InputError(
          {pairs[p].humans.front()->file},
          fmt::format("{} metrics have scores for {}, {} for {}", pairs[p].metrics.size(),
                      in_words(names[p]), pairs[0].metrics.size(), in_words(names[0])),
          "give every pair the same, one at least");
    }
    pairs[p].metrics = std::move(ordered);
  }
  return pairs;
}

// Dense numbers of names in the order of their first appearance; an empty name is of no unit.
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

absl::StatusOr<UnitTable> ReadUnitsOfItems(const std::string& option, const std::string& file,
                                           size_t pairs, size_t items) {
  if (pairs > 1) {
    return UsageError({.option = option},
                      fmt::format("`{}`: a file does not go with several language pairs", option),
                      "evaluate one alone");
  }
  MTG_ASSIGN_OR_RETURN(UnitTable table, ReadUnitTable(file, 0));
  if (table.unit_of_segment.size() == items) return table;
  return InputError({.file = file, .option = option},
                    fmt::format("{} lines for {} segments", table.unit_of_segment.size(), items),
                    "give one line per segment");
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

// The document of each segment: of `documents`, else of the texts, else of a table with a column of
// documents.
absl::StatusOr<UnitTable> FindDocuments(const EvaluateRequest& request, const PairSides& pair,
                                        size_t pairs, bool has_texts, const HeldTexts& texts) {
  const std::vector<std::string>& items = ItemsOf(pair);
  if (!request.documents.empty()) {
    return ReadUnitsOfItems("documents", request.documents, pairs, items.size());
  }
  const bool told = !items.empty() && texts.documents().size() == items.size();
  if (has_texts && told) return NumberUnits(texts.documents());
  for (const RawSide* side : pair.All()) {
    if (side->document_of.empty()) continue;
    std::vector<std::string> names;
    for (const std::string& item : items) {
      const auto found = side->document_of.find(item);
      names.push_back(found == side->document_of.end() ? "" : found->second);
    }
    return NumberUnits(names);
  }
  return UnitTable();
}

absl::StatusOr<UnitTable> FindGroups(const EvaluateRequest& request, const PairSides& pair,
                                     size_t pairs, const HeldTexts& texts) {
  if (request.by.empty()) return UnitTable();
  if (const size_t equals = request.by.find('='); equals != std::string::npos) {
    return ReadUnitsOfItems("by", request.by.substr(equals + 1), pairs, ItemsOf(pair).size());
  }
  if (texts.groups().empty()) {
    return InputError(
        {.option = "by"}, fmt::format("`by` {}: the inputs do not tell it", request.by),
        fmt::format("name a file with a line for each segment, as in `by` {}=FILE", request.by));
  }
  return NumberUnits(texts.groups());
}

// People's scores of documents in the documents' order; NaN where one has none.
absl::StatusOr<MetaPair::OfDocuments> AlignDocuments(const RawSide& side,
                                                     const UnitTable& documents, bool common) {
  if (documents.names.empty()) {
    return InputError({side.file},
                      "scores of documents, but nothing tells the documents of the segments",
                      "name a file with `documents`");
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
                        fmt::format("no segment is of the document '{}'", side.items[i]),
                        "use the names that the segments' documents have, or `join` common");
    }
    for (size_t s = 0; s < side.cells.size(); ++s) out.cells[s][found->second] = side.cells[s][i];
  }
  return out;
}

absl::StatusOr<MetaPair> MakePair(const EvaluateRequest& request, const PairSides& sides,
                                  size_t pairs, bool flips, MetaInputs& inputs) {
  MetaPair pair;
  EvaluationInput& input = pair.segments;
  input.language_pair = sides.humans.front()->label.pair;
  MTG_ASSIGN_OR_RETURN(input.systems, AlignSystems(sides, request.join_common, inputs.warnings));
  MTG_RETURN_IF_ERROR(AlignItems(sides, request.join_common, inputs.warnings));
  for (const RawSide* side : sides.metrics) {
    MTG_RETURN_IF_ERROR(CheckComplete(*side, input.systems, request.join_common, inputs.warnings));
    if (side->metric != nullptr) pair.text_systems = side->places;
    pair.text_metrics.push_back(side->text_metric);
  }
  MTG_ASSIGN_OR_RETURN(pair.documents, FindDocuments(request, sides, pairs,
                                                     !pair.text_systems.empty(), inputs.texts));
  MTG_ASSIGN_OR_RETURN(pair.groups, FindGroups(request, sides, pairs, inputs.texts));
  for (RawSide* side : sides.humans) {
    if (side->of_documents && request.unit != Unit::kDocument) {
      return UsageError({.file = side->file, .option = "unit"}, "scores of documents",
                        "add `unit` document");
    }
    side->systems = input.systems;
    MTG_ASSIGN_OR_RETURN(EvaluatedSide made, MakeSide(*side, flips, inputs));
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
    MTG_ASSIGN_OR_RETURN(EvaluatedSide made, MakeSide(*side, flips, inputs));
    input.metrics.push_back(std::move(made));
  }
  return pair;
}

// A side of documents as one of segments, to be given rows.
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

absl::StatusOr<MetaInputs> ReadMetaInputs(const EvaluateRequest& request,
                                          std::optional<MetaTexts> texts, const MetaWants& wants) {
  MetaInputs inputs;
  std::vector<RawSide> humans, metrics;
  for (const OutsideFiles& given : request.humans) {
    MTG_RETURN_IF_ERROR(ReadSides(given, "human", request.normalize_annotators, humans));
  }
  if (texts) {
    MTG_RETURN_IF_ERROR(ScoreSides(request, std::move(*texts), wants.texts, inputs, metrics));
  }
  for (const OutsideFiles& given : request.scores) {
    MTG_RETURN_IF_ERROR(ReadSides(given, given.metric, false, metrics));
  }
  for (const RawSide& side : metrics) {
    if (!side.of_documents) continue;
    return InputError({side.file}, "a metric's scores of documents",
                      "give those of its segments, which make them");
  }
  ShareOnlyPair(humans, metrics);
  MTG_ASSIGN_OR_RETURN(std::vector<PairSides> pairs, ByPair(humans, metrics));
  for (const PairSides& sides : pairs) {
    MTG_ASSIGN_OR_RETURN(MetaPair pair,
                         MakePair(request, sides, pairs.size(), wants.flips, inputs));
    inputs.pairs.push_back(std::move(pair));
  }
  return inputs;
}

absl::StatusOr<EvaluationInput> ByDocument(const MetaPair& pair, bool flips, MetaInputs& inputs) {
  if (pair.documents.names.empty()) {
    return UsageError({.option = "unit"},
                      "`unit` document: nothing tells the documents of the segments",
                      "name a file with `documents`, or give people's scores a column 'document'");
  }
  MTG_ASSIGN_OR_RETURN(
      EvaluationInput input,
      JoinItems(pair.segments, UnitsByNumber(pair.documents.unit_of_segment), flips));
  for (const MetaPair::OfDocuments& of_documents : pair.humans_of_documents) {
    RawSide side = AsItems(of_documents, pair.documents, input.systems);
    MTG_ASSIGN_OR_RETURN(EvaluatedSide made, MakeSide(side, flips, inputs));
    input.humans.push_back(std::move(made));
  }
  return input;
}

absl::StatusOr<EvaluatedSide> MeanSide(const EvaluatedSide& of,
                                       const std::vector<std::string>& systems, bool flips,
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
  return MakeSide(side, flips, inputs);
}

}  // namespace mtgauge
