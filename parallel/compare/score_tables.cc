// Joins tables of outside scores: numbers the segments of all language pairs, and fills a cell for
// each system and segment.
#include "parallel/compare/score_tables.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <map>
#include <numeric>
#include <system_error>
#include <utility>

#include "core/base/numbers.h"
#include "core/input/formats/files_of_set.h"
#include "core/input/tables/numbering.h"
#include "core/input/tables/same_documents.h"
#include "parallel/compare/human_scores.h"
#include "parallel/compare/picking.h"

namespace mtgauge {
namespace {

namespace fs = std::filesystem;

// The scores of a language pair under one metric, with the places of their systems and segments.
struct PlacedScores {
  const HumanScores* scores;
  size_t metric;
  std::vector<uint32_t> systems, segments;
};

// Adds up the scores of one metric.
struct ScoreSums {
  std::vector<std::vector<double>> sum;      // [system][segment]
  std::vector<std::vector<uint32_t>> count;  // the same
  std::vector<std::vector<uint32_t>> round;  // of the first score, that is, its table

  ScoreSums(size_t systems, size_t segments)
      : sum(systems, std::vector<double>(segments)),
        count(systems, std::vector<uint32_t>(segments)),
        round(count) {}

  Status Add(const PlacedScores& placed) {
    const HumanScores& scores = *placed.scores;
    for (const auto& [system, item, annotator, score, of, marks] : scores.judgements) {
      const uint32_t s = placed.systems[system], i = placed.segments[item];
      if (count[s][i] == 0) round[s][i] = of;
      if (round[s][i] != of) {
        return InputError({scores.files[system]},
                          fmt::format("'{}' has two scores for segment {}, in two tables",
                                      scores.systems[system], scores.items[item]),
                          "leave one out");
      }
      sum[s][i] += score;
      ++count[s][i];
    }
    return OkStatus();
  }
};

class TableJoining {
 public:
  // The scores must outlive the joining.
  Status Add(const HumanScores& scores) {
    PlacedScores placed = {&scores, MetricOf(scores), {}, {}};
    for (const std::string& item : scores.items) {
      placed.segments.push_back(places_.Of(scores.language_pair + "\t" + item));
      if (placed.segments.back() < segments_.ids.size()) continue;
      segments_.ids.push_back(item);
      segments_.langs.push_back(scores.language_pair);
    }
    for (size_t s = 0; s < scores.systems.size(); ++s) {
      placed.systems.push_back(systems_.Of(scores.systems[s]));
      files_.resize(systems_.size(), scores.files[s]);
    }
    MTG_RETURN_IF_ERROR(TakeDocuments(scores, placed.segments));
    MTG_RETURN_IF_ERROR(TakeUnits(scores.file, "domain", scores.items, scores.domains,
                                  placed.segments, segments_.domains));
    placed_.push_back(std::move(placed));
    return OkStatus();
  }

  Result<ScoreTables> Finish() {
    for (auto* units : {&segments_.documents, &segments_.domains}) {
      if (!units->empty()) units->resize(segments_.ids.size());
    }
    MTG_RETURN_IF_ERROR(CheckLangs());
    const std::vector<uint32_t> order = Order();
    const std::vector<std::string> systems = systems_.TakeNames();
    for (size_t m = 0; m < tables_.metrics.size(); ++m) {
      MTG_RETURN_IF_ERROR(Fill(m, systems, order));
    }
    for (auto* units :
         {&segments_.ids, &segments_.langs, &segments_.documents, &segments_.domains}) {
      *units = Pick(*units, order);
    }
    tables_.segments = std::move(segments_);
    return std::move(tables_);
  }

 private:
  // Tables may name documents in ways of their own; those of the first one count.
  Status TakeDocuments(const HumanScores& scores, const std::vector<uint32_t>& segments) {
    if (scores.documents.empty()) return OkStatus();
    NamedDocuments& known = known_[scores.language_pair];
    if (known.documents.empty()) known.file = scores.file;
    MTG_RETURN_IF_ERROR(
        CheckSameDocuments({scores.file, scores.items, scores.documents}, known, true));
    for (size_t i = 0; i < segments.size(); ++i) {
      if (segments[i] >= segments_.documents.size()) segments_.documents.resize(segments[i] + 1);
      std::string& document = segments_.documents[segments[i]];
      if (!document.empty()) continue;
      document = scores.documents[i];
      known.ids.push_back(scores.items[i]);
      known.documents.push_back(document);
    }
    return OkStatus();
  }

  size_t MetricOf(const HumanScores& scores) {
    for (size_t m = 0; m < tables_.metrics.size(); ++m) {
      if (tables_.metrics[m].name == scores.criterion) return m;
    }
    OutsideScores& metric = tables_.metrics.emplace_back();
    metric.name = scores.criterion;
    metric.lower_is_better = scores.lower_is_better;
    return tables_.metrics.size() - 1;
  }

  Status Fill(size_t metric, const std::vector<std::string>& systems,
              const std::vector<uint32_t>& order) {
    ScoreSums sums(systems.size(), order.size());
    std::vector<OutsideScores::Column>& columns = tables_.metrics[metric].columns;
    for (size_t s = 0; s < systems.size(); ++s) columns.push_back({files_[s], systems[s], {}, {}});
    std::vector<uint32_t> rank(order.size());
    for (uint32_t i = 0; i < order.size(); ++i) rank[order[i]] = i;
    for (const PlacedScores& placed : placed_) {
      if (placed.metric != metric) continue;
      MTG_RETURN_IF_ERROR(sums.Add(placed));
      for (const auto& [system, item, line] : placed.scores->gaps) {
        columns[placed.systems[system]].gaps.emplace_back(rank[placed.segments[item]], line);
      }
    }
    for (size_t s = 0; s < systems.size(); ++s) {
      // 0/0 means missing.
      for (const uint32_t i : order) columns[s].values.push_back(sums.sum[s][i] / sums.count[s][i]);
    }
    return OkStatus();
  }

  Status CheckLangs() {
    const auto unnamed = std::find(segments_.langs.begin(), segments_.langs.end(), "");
    if (unnamed == segments_.langs.end()) return OkStatus();
    const bool none = std::all_of(segments_.langs.begin(), segments_.langs.end(),
                                  [](const std::string& lang) { return lang.empty(); });
    if (none) {
      segments_.langs.clear();
      return OkStatus();
    }
    return UsageError({.option = "scores"},
                      "`scores`: some scores name a language pair, and some do not",
                      "name it for all, in a column 'lang'");
  }

  // Returns the segments of one language pair after the other: by id if all ids are numbers,
  // otherwise by first appearance.
  std::vector<uint32_t> Order() const {
    Numbering langs;
    std::vector<uint32_t> lang(segments_.ids.size());
    std::vector<uint64_t> number;
    for (size_t i = 0; i < segments_.ids.size(); ++i) {
      if (!segments_.langs.empty()) lang[i] = langs.Of(segments_.langs[i]);
      const auto parsed = ParseNumber<uint64_t>(segments_.ids[i]);
      if (parsed && number.size() == i) number.push_back(*parsed);
    }
    if (number.size() < segments_.ids.size()) number.assign(segments_.ids.size(), 0);
    std::vector<uint32_t> order(segments_.ids.size());
    std::iota(order.begin(), order.end(), uint32_t{0});
    std::stable_sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) {
      return std::pair(lang[a], number[a]) < std::pair(lang[b], number[b]);
    });
    return order;
  }

  ScoreTables tables_;
  OutsideSegments segments_;
  Numbering systems_, places_;
  std::vector<std::string> files_;  // [system]
  std::vector<PlacedScores> placed_;
  std::map<std::string, NamedDocuments> known_;  // by language pair
};

}  // namespace

std::string OutsideSegments::Describe(size_t segment) const {
  if (ids.empty()) return fmt::format("segment {}", segment + 1);
  std::string text = fmt::format("segment {}", ids[segment]);
  const bool named = documents.empty() || ids[segment].starts_with(documents[segment] + ":");
  if (!named && !documents[segment].empty()) {
    text += fmt::format(" of document '{}'", documents[segment]);
  }
  if (!langs.empty()) text += fmt::format(" ({})", langs[segment]);
  return text;
}

Result<std::vector<OutsideFiles>> ExpandFolders(const std::vector<OutsideFiles>& scores) {
  std::vector<OutsideFiles> expanded = scores;
  for (OutsideFiles& outside : expanded) {
    std::vector<std::string> files;
    for (const std::string& file : outside.files) {
      std::error_code ignored;
      if (!fs::is_directory(file, ignored)) {
        MTG_ASSIGN_OR_RETURN(const std::vector<std::string> found, WithFilesOfSets({file}));
        files.insert(files.end(), found.begin(), found.end());
        continue;
      }
      std::vector<std::string> found;
      for (const auto& entry : fs::directory_iterator(file, ignored)) {
        const std::string path = entry.path().string();
        if (entry.path().filename().string().find(".jsonl") != std::string::npos) {
          found.push_back(path);
        }
      }
      if (found.empty()) {
        return InputError({file}, "no *.jsonl file in the folder", "name the files of scores");
      }
      std::sort(found.begin(), found.end());
      files.insert(files.end(), found.begin(), found.end());
    }
    outside.files = std::move(files);
  }
  return expanded;
}

Result<ScoreTables> JoinScoreTables(const std::vector<OutsideFiles>& scores,
                                    const std::vector<std::string>& contents,
                                    const std::optional<std::string>& language_pair,
                                    std::vector<Warning>& warnings) {
  JudgementReading reading = {scores, "scores", language_pair, {}};
  reading.options.ids_within_documents = true;
  MTG_ASSIGN_OR_RETURN(const std::vector<HumanScores> all,
                       JoinJudgements(reading, contents, warnings));
  TableJoining joining;
  for (const HumanScores& of : all) MTG_RETURN_IF_ERROR(joining.Add(of));
  return joining.Finish();
}

}  // namespace mtgauge
