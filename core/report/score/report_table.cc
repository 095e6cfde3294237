// A Report as a table for people, and what the forms that print it say besides.
#include "core/report/score/report_table.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <utility>

#include "core/base/printing.h"
#include "core/report/write_options.h"

namespace mtgauge {
namespace {

void AppendColumns(const MetricScore& score, std::vector<TextTable::Column>& columns) {
  columns.push_back({score.metric});
  if (!score.resampled) return;
  if (score.resampled->interval) columns.push_back({"mean ± half-width"});
  if (score.resampled->paired) columns.push_back({"p"});
}

// As many cells as the score has columns.
void AppendCells(const MetricScore& score, const WriteOptions& options,
                 std::vector<std::string>& row) {
  row.push_back(RoundedScore(score.score, score.scale, options));
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
  const bool of_groups = report.grouped && !report.grouped->macro.empty();
  const std::vector<SystemReport>& systems = of_groups ? report.grouped->macro : report.systems;
  return systems.empty() ? 0 : systems.front().scores.size();
}

// The first of many names.
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
  TextTable table;
  if (report.grouped) table.columns.push_back({Printable(report.grouped->by), true});
  table.columns.push_back({"system", true});
  const auto append = [&](const std::vector<SystemReport>& systems, const std::string& label) {
    for (const SystemReport& system : systems) {
      if (report.grouped && system.scores.empty()) continue;  // nothing of all segments together
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
  return table;
}

std::vector<std::string> SignatureNotes(const Report& report) {
  struct Note {
    std::string text;
    std::vector<std::string> groups;  // whose scores have it
    bool plain;                       // others have it, too
  };
  std::vector<Note> notes;
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
      if (group != nullptr && (note->groups.empty() || note->groups.back() != *group)) {
        note->groups.push_back(*group);
      }
    }
  };
  for (; metric < MetricsOf(report); ++metric) {
    add(report.systems, nullptr);
    if (!report.grouped) continue;
    for (const GroupReport& group : report.grouped->groups) add(group.systems, &group.name);
    add(report.grouped->macro, nullptr);
  }
  std::vector<std::string> texts;
  for (const Note& note : notes) {
    const bool of_some = !note.plain && note.groups.size() < report.grouped->groups.size();
    texts.push_back(of_some ? fmt::format("{} ({})", note.text, Shown(note.groups)) : note.text);
  }
  return texts;
}

}  // namespace mtgauge
