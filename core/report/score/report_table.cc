// Writes a Report as a table for humans, and the notes for the formats that print it.
#include "core/report/score/report_table.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <map>
#include <utility>

#include "core/base/printing.h"
#include "core/input/formats/format.h"
#include "core/input/group_values.h"
#include "core/report/score/group_means.h"
#include "core/report/write_options.h"

namespace mtgauge {
namespace {

void AppendColumns(const MetricScore& score, std::vector<TextTable::Column>& columns) {
  columns.push_back({score.metric, false, true});
  if (score.details_are_shares) {
    for (const Detail& share : score.details) columns.push_back({share.name});
  }
  if (!score.resampled) return;
  if (score.resampled->interval) columns.push_back({"mean ± half-width"});
  if (score.resampled->paired) columns.push_back({"p"});
}

// Appends as many cells as the score has columns.
void AppendCells(const MetricScore& score, const WriteOptions& options,
                 std::vector<std::string>& row) {
  row.push_back(RoundedScore(score.score, score.scale, options));
  if (score.details_are_shares) {
    for (const Detail& share : score.details) {
      row.push_back(RoundedScore(std::get<double>(share.value), score.scale, options));
    }
  }
  if (!score.resampled) return;
  const Resampled& resampled = *score.resampled;
  if (resampled.interval) {
    row.push_back(RoundedScore(resampled.interval->mean, score.scale, options) + " ± " +
                  RoundedScore(resampled.interval->half_width, score.scale, options));
  }
  if (!resampled.paired) return;
  row.push_back(resampled.p
                    ? fmt::format("{:.4f}{}", *resampled.p, *resampled.p <= kMarkedP ? "*" : " ")
                    : "");
}

size_t MetricsOf(const Report& report) {
  const bool of_groups = report.grouped && !report.grouped->groups.empty();
  const std::vector<SystemReport>& systems =
      of_groups ? report.grouped->groups.front().systems : report.systems;
  return systems.empty() ? 0 : systems.front().scores.size();
}

constexpr size_t kSeveral = 2;  // fields

bool BySeveralFields(const Report& report) {
  return report.grouped && !report.grouped->groups.empty() &&
         SplitFields(report.grouped->by).size() >= kSeveral;
}

// A table of groups by several fields. The values of the first field are columns, and each
// combination of the others is a row, followed by the mean and, if some means are over fewer
// groups, their number. The metrics follow one below the other.
class CrossTable {
 public:
  CrossTable(const GroupedReport& grouped, const WriteOptions& options)
      : grouped_(grouped), options_(options), means_(MeansOverFirst(grouped)) {
    for (const GroupReport& group : grouped.groups) {
      std::string first = SplitValues(group.name, kSeveral).front();
      if (places_.try_emplace(first, firsts_.size()).second) firsts_.push_back(std::move(first));
    }
    sparse_ = std::any_of(means_.begin(), means_.end(), [&](const GroupMean& mean) {
      return mean.groups.size() < firsts_.size();
    });
  }

  TextTable Make() const {
    TextTable table;
    const std::vector<SystemReport>& systems = means_.front().systems;
    const size_t metrics = systems.front().scores.size();
    if (metrics > 1) table.columns.push_back({"metric", true});
    const std::vector<std::string> fields = SplitFields(grouped_.by);
    for (size_t f = 1; f < fields.size(); ++f)
      table.columns.push_back({Printable(fields[f]), true});
    if (systems.size() > 1) table.columns.push_back({"system", true});
    for (const std::string& first : firsts_) table.columns.push_back({Printable(first)});
    table.columns.push_back({"mean"});
    if (sparse_) table.columns.push_back({"of"});
    for (size_t m = 0; m < metrics; ++m) {
      if (m > 0) table.rules.push_back(table.rows.size());
      for (const GroupMean& mean : means_) {
        for (size_t s = 0; s < systems.size(); ++s) table.rows.push_back(Row(mean, s, m));
      }
    }
    return table;
  }

 private:
  std::vector<std::string> Row(const GroupMean& mean, size_t s, size_t m) const {
    const SystemReport& system = mean.systems[s];
    std::vector<std::string> row, cells(firsts_.size());
    if (system.scores.size() > 1) row.push_back(system.scores[m].metric);
    for (const std::string& value : mean.values) row.push_back(Printable(value));
    if (mean.systems.size() > 1) row.push_back(Printable(system.name));
    for (const GroupReport* group : mean.groups) {
      cells[places_.at(SplitValues(group->name, kSeveral).front())] =
          Rounded(group->systems[s].scores[m]);
    }
    row.insert(row.end(), cells.begin(), cells.end());
    row.push_back(Rounded(system.scores[m]));
    if (sparse_) row.push_back(std::to_string(mean.groups.size()));
    return row;
  }

  std::string Rounded(const MetricScore& score) const {
    return RoundedScore(score.score, score.scale, options_);
  }

  const GroupedReport& grouped_;
  const WriteOptions& options_;
  std::vector<GroupMean> means_;
  std::vector<std::string> firsts_;       // the first field's values, in order of first appearance
  std::map<std::string, size_t> places_;  // places of these values
  bool sparse_ = false;
};

// Numbers the metrics that have the same title, in the order of their signatures.
void NumberMetrics(TextTable& table) {
  std::map<std::string, size_t> count, seen;
  for (const TextTable::Column& column : table.columns) count[column.title] += column.begins_part;
  for (TextTable::Column& column : table.columns) {
    if (!column.begins_part || count[column.title] < 2) continue;
    column.title += fmt::format(" ({})", ++seen[column.title]);
  }
}

bool Contains(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

// Returns the group's name to print with a signature. With several fields it is the language if
// that is one of them, because languages select tokenizers.
std::string NoteGroup(const GroupedReport& grouped, const std::string& group) {
  const std::vector<std::string> fields = SplitFields(grouped.by),
                                 values = SplitValues(group, fields.size());
  for (size_t f = 0; f < fields.size(); ++f) {
    if (IsLanguageField(fields[f])) return values[f];
  }
  return GroupLabel(group, fields.size());
}

// Returns the first of many names.
std::string Shown(std::vector<std::string> names) {
  constexpr size_t kMost = 8;
  const size_t more = names.size() > kMost ? names.size() - kMost : 0;
  names.resize(names.size() - more);
  for (std::string& name : names) name = Printable(name);
  return fmt::format("{}{}", fmt::join(names, ", "),
                     more > 0 ? fmt::format(", {} more", more) : "");
}

}  // namespace

TextTable ReportTable(const Report& report, const WriteOptions& options) {
  if (BySeveralFields(report)) {
    return CrossTable(*report.grouped, options).Make();
  }
  TextTable table;
  if (report.grouped) table.columns.push_back({Printable(report.grouped->by), true});
  table.columns.push_back({"system", true});
  const auto append = [&](const std::vector<SystemReport>& systems, const std::string& label) {
    for (const SystemReport& system : systems) {
      if (report.grouped && system.scores.empty()) continue;  // no scores over all segments
      std::vector<std::string>& row = table.rows.emplace_back();
      if (report.grouped) row.push_back(label);
      row.push_back(Printable(system.name));
      for (const MetricScore& score : system.scores) {
        if (table.rows.size() == 1) AppendColumns(score, table.columns);
        AppendCells(score, options, row);
      }
    }
  };
  if (report.grouped) {
    const GroupedReport& grouped = *report.grouped;
    for (const GroupReport& group : grouped.groups) append(group.systems, Printable(group.name));
    table.rules.push_back(table.rows.size());
    append(grouped.macro, fmt::format("(mean of {})", grouped.groups.size()));
  }
  append(report.systems, "(all)");
  NumberMetrics(table);
  return table;
}

std::vector<std::string> SignatureNotes(const Report& report) {
  struct Note {
    std::string text;
    std::vector<std::string> groups;  // groups with this signature
    bool plain;                       // true if scores outside of groups also have it
  };
  std::vector<Note> notes;
  std::vector<std::string> names;  // names of all groups
  size_t metric = 0;
  const auto add = [&](const std::vector<SystemReport>& systems, const std::string* group) {
    for (const SystemReport& system : systems) {
      if (metric >= system.scores.size()) continue;
      const MetricScore& score = system.scores[metric];
      const std::string text = score.metric + '|' + score.signature;
      auto note = std::find_if(notes.begin(), notes.end(),
                               [&](const Note& known) { return known.text == text; });
      if (note == notes.end()) note = notes.insert(note, {text, {}, false});
      note->plain |= group == nullptr;
      if (group != nullptr && !Contains(note->groups, *group)) note->groups.push_back(*group);
    }
  };
  for (; metric < MetricsOf(report); ++metric) {
    add(report.systems, nullptr);
    if (!report.grouped) continue;
    for (const GroupReport& group : report.grouped->groups) {
      const std::string name = NoteGroup(*report.grouped, group.name);
      if (!Contains(names, name)) names.push_back(name);
      add(group.systems, &name);
    }
    add(report.grouped->macro, nullptr);
  }
  std::vector<std::string> texts;
  for (const Note& note : notes) {
    const bool of_some = !note.plain && note.groups.size() < names.size();
    texts.push_back(of_some ? fmt::format("{} ({})", note.text, Shown(note.groups)) : note.text);
  }
  return texts;
}

}  // namespace mtgauge
