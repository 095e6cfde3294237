// Joins tables of judgements: the same language pair and criterion in several files are rounds of
// one campaign.
#include "parallel/compare/human_scores.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include "core/input/tables/numbering.h"
#include "core/judgements/annotators.h"
#include "core/text/language.h"

namespace mtgauge {

Status TakeUnits(const std::string& file, std::string_view kind,
                 const std::vector<std::string>& items, const std::vector<std::string>& units,
                 std::span<const uint32_t> numbers, std::vector<std::string>& joined) {
  if (units.empty()) return OkStatus();
  for (size_t i = 0; i < units.size(); ++i) {
    if (numbers[i] >= joined.size()) joined.resize(numbers[i] + size_t{1});
    std::string& known = joined[numbers[i]];
    if (known.empty()) known = units[i];
    if (known == units[i]) continue;
    return InputError({file},
                      fmt::format("segment '{}' belongs to {} '{}' here, but to '{}' before",
                                  items[i], kind, units[i], known),
                      "the files number their segments in different ways; use one numbering");
  }
  return OkStatus();
}

namespace {

using Judgement = JudgementTable::Judgement;

constexpr std::string_view kHumanOption = "human";

// The scores of one pair and criterion while files are added.
class Joining {
 public:
  HumanScores scores;

  Status Add(const std::string& file, uint32_t table_number, const JudgementTable& table,
             const JudgementTable::Criterion& criterion) {
    const std::vector<uint32_t> systems = systems_.OfAll(table.systems),
                                items = items_.OfAll(table.items),
                                annotators = annotators_.OfAll(table.annotators);
    scores.files.resize(systems_.size(), file);
    MTG_RETURN_IF_ERROR(
        TakeUnits(file, "document", table.items, table.documents, items, scores.documents));
    MTG_RETURN_IF_ERROR(
        TakeUnits(file, "domain", table.items, table.domains, items, scores.domains));
    for (Judgement judgement : criterion.judgements) {
      judgement.system = systems[judgement.system];
      judgement.item = items[judgement.item];
      judgement.annotator = annotators[judgement.annotator];
      const auto next = static_cast<uint32_t>(rounds_.size());
      judgement.round = rounds_.try_emplace({table_number, judgement.round}, next).first->second;
      scores.judgements.push_back(judgement);
    }
    for (const auto& [system, item, line] : criterion.gaps) {
      scores.gaps.push_back({systems[system], items[item], line});
    }
    for (size_t a = 0; a < table.controls.size(); ++a) {
      if (annotators[a] >= scores.controls.size()) {
        scores.controls.resize(annotators[a] + size_t{1});
      }
      scores.controls[annotators[a]].items += table.controls[a].items;
      scores.controls[annotators[a]].passed += table.controls[a].passed;
    }
    return OkStatus();
  }

  HumanScores Finish() {
    for (auto* units : {&scores.documents, &scores.domains}) {
      if (!units->empty()) units->resize(items_.size());
    }
    scores.systems = systems_.TakeNames();
    scores.items = items_.TakeNames();
    scores.annotators = annotators_.TakeNames();
    if (!scores.controls.empty()) scores.controls.resize(scores.annotators.size());
    return std::move(scores);
  }

 private:
  Numbering systems_, items_, annotators_;
  std::map<std::pair<uint32_t, uint32_t>, uint32_t> rounds_;  // of a table and its round
};

// The tables of a file.
struct ReadFile {
  const OutsideFiles* given;
  std::string name;
  std::vector<JudgementTable> tables;
};

// Gives each language pair one name, the first that any table has.
void UnifyPairs(std::vector<ReadFile>& files, std::vector<Warning>& warnings) {
  std::vector<std::string> names;
  for (const ReadFile& file : files) {
    for (const JudgementTable& table : file.tables) names.push_back(table.language_pair);
  }
  const std::vector<std::string> first = FirstNamesOfPairs(names);
  std::set<std::string> told;
  size_t next = 0;
  for (ReadFile& file : files) {
    for (JudgementTable& table : file.tables) {
      table.language_pair = first[next++];
      const std::string& given = names[next - 1];
      if (table.language_pair == given || !told.insert(given).second) continue;
      warnings.push_back({"language-pair", "",
                          fmt::format("{}: '{}' and '{}' are taken as one language pair", file.name,
                                      given, table.language_pair)});
    }
  }
}

// Names segments by their ids if these are unique in every table, and otherwise DOCUMENT:ID.
void NameItems(std::vector<ReadFile>& files) {
  const auto id_of = [](std::string_view item) { return item.substr(item.find('\t') + 1); };
  bool unique = true;
  for (const ReadFile& file : files) {
    for (const JudgementTable& table : file.tables) {
      std::set<std::string_view> ids;
      for (const std::string& item : table.items) unique = unique && ids.insert(id_of(item)).second;
    }
  }
  for (ReadFile& file : files) {
    for (JudgementTable& table : file.tables) {
      for (std::string& item : table.items) {
        if (unique) item = std::string(id_of(item));
        std::replace(item.begin(), item.end(), '\t', ':');
      }
    }
  }
}

// All pairs and criteria, in order of appearance.
class AllJoinings {
 public:
  AllJoinings(const JudgementReading& reading, const std::vector<ReadFile>& files)
      : reading_(reading) {
    const std::optional<std::string>& pair = reading.language_pair;
    if (!pair) return;
    for (const ReadFile& file : files) {
      for (const JudgementTable& table : file.tables) others_.insert(table.language_pair);
    }
    const std::vector<std::string> all(others_.begin(), others_.end());
    std::erase_if(others_, [&](const std::string& name) {
      return name.empty() || IsMeantPair(*pair, {*pair}, name, all);
    });
  }

  Status AddFile(const ReadFile& file, std::vector<Warning>& warnings) {
    for (const JudgementTable& table : file.tables) {
      if (others_.count(table.language_pair) > 0) continue;
      for (const std::string& note : table.notes) warnings.push_back({"left-out", "", note});
      MTG_RETURN_IF_ERROR(AddTable(*file.given, file.name, table));
      ++tables_;
    }
    return OkStatus();
  }

  std::vector<HumanScores> Finish() {
    std::vector<HumanScores> all;
    for (Joining& joining : joinings_) all.push_back(joining.Finish());
    return all;
  }

 private:
  Status AddTable(const OutsideFiles& given, const std::string& file, const JudgementTable& table) {
    if (table.whole_systems) {
      return InputError({.file = file, .option = reading_.option},
                        fmt::format("scores of whole systems, which cannot be {}",
                                    reading_.option == kHumanOption ? "tested" : "resampled"),
                        "use scores of segments");
    }
    MTG_RETURN_IF_ERROR(CheckOnce(file, table));
    std::vector<std::string> known;
    bool found = false;
    for (const JudgementTable::Criterion& criterion : table.criteria) {
      known.push_back(criterion.name);
      const bool is_meant =
          given.metric.empty() || table.criteria.size() == 1 || criterion.name == given.metric;
      if (!is_meant) continue;
      found = true;
      Joining& joining = Find(given, file, table, criterion);
      joining.scores.of_errors = joining.scores.of_errors || table.of_errors;
      MTG_RETURN_IF_ERROR(joining.Add(file, tables_, table, criterion));
    }
    if (found) return OkStatus();
    return InputError(
        {file}, fmt::format("no column '{}' (known: {})", given.metric, fmt::join(known, ", ")),
        reading_.option == kHumanOption ? "name one of them" : "name the metric after one of them");
  }

  Joining& Find(const OutsideFiles& given, const std::string& file, const JudgementTable& table,
                const JudgementTable::Criterion& criterion) {
    std::string name = given.metric.empty() ? criterion.name : given.metric;
    if (name.empty()) name = kHumanOption;
    for (Joining& joining : joinings_) {
      if (joining.scores.criterion == name && joining.scores.language_pair == table.language_pair) {
        return joining;
      }
    }
    HumanScores& scores = joinings_.emplace_back().scores;
    scores.language_pair = table.language_pair;
    scores.criterion = name;
    scores.file = file;
    scores.lower_is_better = given.lower_is_better || table.lower_is_better;
    return joinings_.back();
  }

  const JudgementReading& reading_;
  std::set<std::string> others_;  // language pairs that are not meant
  std::vector<Joining> joinings_;
  uint32_t tables_ = 0;
};

// Removes a system's judgements, and the system.
void LeaveOut(uint32_t system, HumanScores& scores) {
  std::erase_if(scores.judgements, [&](const Judgement& of) { return of.system == system; });
  for (Judgement& judgement : scores.judgements) judgement.system -= judgement.system > system;
  scores.systems.erase(scores.systems.begin() + system);
  scores.files.erase(scores.files.begin() + system);
}

// Leaves out systems given as SYSTEM or PAIR:SYSTEM.
Status LeaveOutSystems(const std::vector<std::string>& names, std::vector<HumanScores>& all) {
  std::vector<std::string> pairs;
  for (const HumanScores& scores : all) pairs.push_back(scores.language_pair);
  const auto is_meant = [&](const std::string& given, const std::string& pair) {
    return IsMeantPair(given, {given}, pair, pairs);
  };
  for (const std::string& name : names) {
    bool found = false;
    for (HumanScores& scores : all) {
      for (uint32_t s = static_cast<uint32_t>(scores.systems.size()); s-- > 0;) {
        const std::string& system = scores.systems[s];
        const bool of_pair =
            name.ends_with(":" + system) &&
            is_meant(name.substr(0, name.size() - system.size() - 1), scores.language_pair);
        if (name != system && !of_pair) continue;
        LeaveOut(s, scores);
        found = true;
      }
    }
    if (found) continue;
    return UsageError({.option = "leave-out"},
                      fmt::format("`leave-out`: no file has a system '{}'", name),
                      "name it as the files do");
  }
  return OkStatus();
}

// Turns scores into z-scores of each annotator. Annotators with one score, or with equal scores,
// have none; their scores are left out.
Status TakeZScores(HumanScores& scores, std::vector<Warning>& warnings) {
  MTG_RETURN_IF_ERROR(CheckAnnotatorsNamed(scores.file, scores.annotators));
  std::vector<RaterScore> given;
  std::vector<uint64_t> count(scores.annotators.size());
  for (const auto& [system, item, annotator, score, round, marks] : scores.judgements) {
    given.push_back({system, item, annotator, score});
    ++count[annotator];
  }
  const std::vector<double> z =
      RaterZScores(static_cast<uint32_t>(scores.annotators.size()), given);
  std::vector<Judgement> kept;
  std::vector<bool> undefined(scores.annotators.size());
  for (size_t i = 0; i < z.size(); ++i) {
    undefined[given[i].rater] = std::isnan(z[i]);
    if (std::isnan(z[i])) continue;
    kept.push_back(scores.judgements[i]);
    kept.back().score = z[i];
  }
  scores.judgements = std::move(kept);
  for (size_t a = 0; a < undefined.size(); ++a) {
    if (!undefined[a]) continue;
    warnings.push_back(
        {"annotators", "",
         fmt::format(
             "{}: '{}' gave {}, which has no z-score; it is left out", scores.file,
             scores.annotators[a],
             count[a] == 1 ? "one score" : fmt::format("the same score to {} outputs", count[a]))});
  }
  return OkStatus();
}

}  // namespace

Result<std::vector<HumanScores>> JoinJudgements(const JudgementReading& reading,
                                                const std::vector<std::string>& contents,
                                                std::vector<Warning>& warnings) {
  std::vector<ReadFile> files;
  std::map<std::pair<std::string_view, std::string_view>, std::string> known;  // by name and bytes
  for (const OutsideFiles& given : reading.files) {
    for (const std::string& file : given.files) {
      const auto [same, is_new] = known.try_emplace({given.metric, contents[files.size()]}, file);
      if (!is_new && reading.option == kHumanOption) {
        return InputError(
            {file}, fmt::format("the same scores as {}; they would count twice", same->second),
            "leave one of them out");
      }
      MTG_ASSIGN_OR_RETURN(std::vector<JudgementTable> tables,
                           ParseJudgementTables(file, contents[files.size()], reading.options));
      files.push_back({&given, file, std::move(tables)});
    }
  }
  UnifyPairs(files, warnings);
  if (reading.options.ids_within_documents) NameItems(files);
  AllJoinings joinings(reading, files);
  for (const ReadFile& file : files) MTG_RETURN_IF_ERROR(joinings.AddFile(file, warnings));
  std::vector<HumanScores> all = joinings.Finish();
  if (!all.empty()) return all;
  return UsageError(
      {.option = "language-pair"},
      fmt::format("`language-pair`: no scores of {}", reading.language_pair.value_or("")),
      "name a pair of the files, or leave it out");
}

Status CheckAnnotatorsNamed(const std::string& file, const std::vector<std::string>& annotators) {
  if (annotators.size() != 1 || !annotators.front().empty()) return OkStatus();
  return InputError({.file = file, .option = "annotators"},
                    "no annotators are named, for z-scores of each",
                    "add a column 'annotator', or leave out `annotators`");
}

Status CheckErrorWeights(std::string_view weights, bool of_errors) {
  if (weights.empty() || of_errors) return OkStatus();
  return UsageError({.option = "mqm-weights"},
                    "`mqm-weights`: the human scores are not marked errors of MQM",
                    "name a table of such errors with `human`, or leave it out");
}

Result<std::vector<HumanScores>> ReadHumanScores(const CompareRequest& request,
                                                 const std::vector<std::string>& contents,
                                                 std::vector<Warning>& warnings) {
  JudgementReading reading = {request.humans, std::string(kHumanOption), request.language_pair, {}};
  if (!request.mqm_weights.empty()) {
    MTG_ASSIGN_OR_RETURN(reading.options.mqm_weights, ParseMqmWeights(request.mqm_weights));
  }
  MTG_ASSIGN_OR_RETURN(std::vector<HumanScores> all, JoinJudgements(reading, contents, warnings));
  MTG_RETURN_IF_ERROR(CheckErrorWeights(
      request.mqm_weights,
      std::ranges::any_of(all, [](const HumanScores& scores) { return scores.of_errors; })));
  MTG_RETURN_IF_ERROR(LeaveOutSystems(request.left_out_systems, all));
  for (HumanScores& scores : all) {
    if (request.normalize_annotators) MTG_RETURN_IF_ERROR(TakeZScores(scores, warnings));
    if (scores.systems.empty() || scores.judgements.empty()) {
      return InputError({scores.file}, "no score is left", "leave out fewer systems");
    }
  }
  return all;
}

}  // namespace mtgauge
