// Passes over the inputs, and what each of them scores.
#include "parallel/score/group_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <unordered_map>
#include <utility>

#include "core/input/group_values.h"
#include "core/request/metrics.h"

namespace mtgauge {
namespace {

// One for each field, empty for those that the inputs tell. All have a line for each segment.
absl::StatusOr<std::vector<UnitTable>> ReadTables(const GroupFields& by) {
  std::vector<UnitTable> tables;
  const GroupField* first = by.OfFile();
  size_t lines = 0;
  for (const GroupField& field : by.fields) {
    UnitTable& table = tables.emplace_back();
    if (field.file.empty()) continue;
    MTG_ASSIGN_OR_RETURN(table, ReadUnitTable(field.file, 0));
    if (&field == first) lines = table.unit_of_segment.size();
    if (table.unit_of_segment.size() == lines) continue;
    return InputError(
        {.file = field.file, .option = "by"},
        fmt::format("{} lines, but {} has {}", table.unit_of_segment.size(), first->file, lines),
        "write one line per segment");
  }
  return tables;
}

}  // namespace

absl::StatusOr<GroupRun> GroupRun::Prepare(const TextSettings& settings, Texts texts,
                                           bool list_first, const RunOptions& how) {
  GroupRun run(settings, how);
  run.texts_ = std::move(texts);
  MTG_ASSIGN_OR_RETURN(Job all, Job::Make(settings.job, run.texts_.names()));
  const GroupFields& by = run.by_;
  const bool by_language = by.LanguagePlace() < by.fields.size() &&
                           (settings.tokenizer_by_language || all.reads_first());
  if (by_language && settings.rows) {
    return UsageError(
        {.option = "by"},
        fmt::format("`by` {}: each language needs its own tokenizer, but `rows` hold no texts",
                    by.fields[by.LanguagePlace()].name),
        "name the texts instead of `rows`");
  }
  MTG_ASSIGN_OR_RETURN(std::vector<UnitTable> tables, ReadTables(by));
  if (by.ToldByInputs().empty()) {
    run.groups_ = CrossUnits(tables);
    run.listed_ = true;
  } else if (list_first || by_language || by.OfFile() != nullptr) {
    MTG_RETURN_IF_ERROR(run.List(tables));
  }
  if (by_language) MTG_RETURN_IF_ERROR(run.texts_.Keep());
  if (by_language && !run.groups_.names.empty()) {
    MTG_RETURN_IF_ERROR(run.MakePasses(all.reads_first()));
  } else {
    run.jobs_.push_back(std::make_unique<Job>(std::move(all)));
  }
  return run;
}

// The group of a segment out of what the inputs and the files tell; empty: one does not.
std::string GroupRun::NameOf(const std::string& told, const std::vector<UnitTable>& tables,
                             uint64_t segment) const {
  const GroupFields& by = by_;
  if (by.OfFile() == nullptr || told.empty()) return told;
  const auto told_fields = static_cast<size_t>(
      std::count_if(by.fields.begin(), by.fields.end(),
                    [](const GroupField& field) { return field.file.empty(); }));
  const std::vector<std::string> inputs = SplitValues(told, told_fields);
  if (inputs.size() != told_fields) return {};  // a value holds a tab
  std::vector<std::string_view> values;
  auto next = inputs.begin();
  for (size_t f = 0; f < by.fields.size(); ++f) {
    if (by.fields[f].file.empty()) {
      values.push_back(*next++);
      continue;
    }
    const std::vector<uint32_t>& units = tables[f].unit_of_segment;
    if (segment >= units.size()) return {};
    values.push_back(tables[f].names[units[segment]]);
  }
  return JoinValues(values);
}

absl::Status GroupRun::List(const std::vector<UnitTable>& tables) {
  MTG_RETURN_IF_ERROR(texts_.Keep());
  listed_from_ = texts_.first_segment();
  std::unordered_map<std::string, uint32_t> numbers;
  const auto see = [&](const Batch& batch) {
    for (const std::string& told : batch.groups) {
      const uint64_t segment = listed_from_ + groups_.unit_of_segment.size();
      std::string group = NameOf(told, tables, segment);
      const auto next = static_cast<uint32_t>(groups_.names.size());
      const auto [known, is_new] = numbers.try_emplace(group, next);
      if (is_new) groups_.names.push_back(std::move(group));
      groups_.unit_of_segment.push_back(known->second);
    }
  };
  MTG_RETURN_IF_ERROR(texts_.Read(*run_, see));
  texts_.Rewind();
  listed_ = true;
  size_t lines = 0;
  for (const UnitTable& table : tables) lines = std::max(lines, table.unit_of_segment.size());
  const uint64_t end = listed_from_ + groups_.unit_of_segment.size();
  if (lines > end && texts_.ends_files()) {
    return InputError({.file = by_.OfFile()->file, .option = "by"},
                      fmt::format("{} lines for {} segments", lines, end),
                      "write one line per segment");
  }
  return absl::OkStatus();
}

absl::Status GroupRun::MakePasses(bool learns) {
  const GroupFields& by = by_;
  std::map<std::string, size_t> passes, of_language;
  for (const std::string& group : groups_.names) {
    const std::vector<std::string> values = SplitValues(group, by.fields.size());
    const std::string language =
        values.size() == by.fields.size() ? values[by.LanguagePlace()] : std::string();
    if (language.empty()) {
      const auto number = static_cast<uint32_t>(&group - groups_.names.data());
      const auto at = std::ranges::find(groups_.unit_of_segment, number);
      const auto segment = static_cast<uint64_t>(at - groups_.unit_of_segment.begin());
      MTG_RETURN_IF_ERROR(CheckValues(group, listed_from_ + segment));
    }
    const auto [of, is_new_language] = of_language.try_emplace(language, 0);
    if (is_new_language) {
      MTG_ASSIGN_OR_RETURN(of->second, PassOf(language, learns, passes));
    }
    pass_of_group_.push_back(of->second);
  }
  return absl::OkStatus();
}

absl::StatusOr<size_t> GroupRun::PassOf(const std::string& language, bool learns,
                                        std::map<std::string, size_t>& passes) {
  JobOptions options = settings_->job;
  if (settings_->tokenizer_by_language) {
    MTG_ASSIGN_OR_RETURN(options, ForLanguage(options, language, warnings_));
  }
  const auto tokenizer = options.shared.find("tok");
  std::string key = tokenizer == options.shared.end() ? "" : tokenizer->second;
  if (learns) key += '\n' + language;
  const auto [pass, is_new] = passes.try_emplace(std::move(key), jobs_.size());
  if (!is_new) return pass->second;
  MTG_ASSIGN_OR_RETURN(Job job, Job::Make(options, texts_.names()));
  jobs_.push_back(std::make_unique<Job>(std::move(job)));
  return pass->second;
}

void GroupRun::Edit(size_t pass, Batch& batch) {
  if (!listed_ || batch.segments == 0) return;
  const auto number = [&](uint32_t i) {
    const uint64_t segment = batch.first + i - listed_from_;
    const std::vector<uint32_t>& units = groups_.unit_of_segment;
    return segment < units.size() ? std::optional<uint32_t>(units[segment]) : std::nullopt;
  };
  // The inputs are read from their beginning.
  if (batch.number == 0) kept_ = texts_.first_segment();
  batch.groups.resize(batch.segments);
  std::vector<uint8_t> keep(batch.segments, 1);
  for (uint32_t i = 0; i < batch.segments; ++i) {
    const std::optional<uint32_t> group = number(i);
    batch.groups[i] = group ? groups_.names[*group] : std::string();
    // What has no group is an error of the first pass.
    if (passes() > 1) keep[i] = (group ? pass_of_group_[*group] : 0) == pass ? 1 : 0;
  }
  KeepSegments(keep, batch);
  // Wherever the batches are cut.
  batch.first = std::exchange(kept_, kept_ + batch.segments);
}

absl::Status GroupRun::NoGroupError(uint64_t segment) const {
  const GroupFields& by = by_;
  if (by.OfFile() != nullptr && segment >= groups_.unit_of_segment.size()) {
    return InputError(
        {.file = by.OfFile()->file, .option = "by"},
        fmt::format("{} lines, but there are more segments", groups_.unit_of_segment.size()),
        "write one line per segment");
  }
  return InputError(
      {.segment = segment, .option = "by"},
      fmt::format("segment {} has no '{}', which `by` needs", segment + 1, by.Label()),
      "add it to every segment");
}

absl::Status GroupRun::CheckValues(const std::string& group, uint64_t segment) const {
  const size_t fields = by_.fields.size();
  if (group.empty() || SplitValues(group, fields).size() == fields) return absl::OkStatus();
  return InputError(
      {.segment = segment, .option = "by"},
      fmt::format("segment {}: a value of '{}' contains a tab", segment + 1, by_.Label()),
      "replace it");
}

void GroupRun::CountScripts(const Delivery& delivery) {
  if (delivery.scripts.empty()) return;
  const size_t systems = delivery.scripts.size() / delivery.count;
  size_t number = 0;
  for (uint32_t i = 0; i < delivery.count; ++i) {
    if (!delivery.excluded.empty() && delivery.excluded[i] != 0) continue;
    const std::string& group = delivery.groups[i];
    if (number >= script_groups_.size() || script_groups_[number] != group) {
      const auto [known, is_new] = script_numbers_.try_emplace(group, script_groups_.size());
      number = known->second;
      if (is_new) {
        script_groups_.push_back(group);
        scripts_.emplace_back(systems);
      }
    }
    for (size_t s = 0; s < systems; ++s) {
      scripts_[number][s].Add(delivery.scripts[s * delivery.count + i]);
    }
  }
}

void GroupRun::AddScriptWarnings(size_t pass, std::vector<Warning>& warnings) const {
  const std::vector<std::string>& systems = jobs_[pass]->names().hyps;
  for (size_t s = 0; s < systems.size() && !scripts_.empty(); ++s) {
    for (const TokenizerRow* tokenizer : WordTokenizers(*jobs_[pass])) {
      ScriptCounts all;
      std::vector<std::string> whole;
      for (size_t group = 0; group < scripts_.size(); ++group) {
        all.Merge(scripts_[group][s]);
        if (LeavesWhole(*tokenizer, scripts_[group][s])) {
          whole.push_back(GroupLabel(script_groups_[group], by_.fields.size()));
        }
      }
      // Where it is about all text, the report says so.
      if (whole.empty() || LeavesWhole(*tokenizer, all)) continue;
      warnings.push_back(ScriptWarning(*tokenizer, systems[s], whole));
    }
  }
}

absl::StatusOr<Report> GroupRun::Score(size_t pass, const Sink& sink) {
  script_groups_.clear();
  script_numbers_.clear();
  scripts_.clear();
  Sink checked = sink;
  checked.deliver = [&](const Delivery& delivery) -> absl::Status {
    for (uint32_t i = 0; i < delivery.count; ++i) {
      const bool told = i < delivery.groups.size() && !delivery.groups[i].empty();
      if (!told) return NoGroupError(delivery.first + i);
      MTG_RETURN_IF_ERROR(CheckValues(delivery.groups[i], delivery.first + i));
    }
    CountScripts(delivery);
    return sink.deliver ? sink.deliver(delivery) : absl::OkStatus();
  };
  const bool last = pass + 1 == passes();
  MTG_ASSIGN_OR_RETURN(Report report, texts_.Score(*jobs_[pass], *run_, checked,
                                                   [&](Batch& batch) { Edit(pass, batch); }));
  if (!last) texts_.Rewind();
  scored_ += report.segments;
  skipped_ += report.skipped;
  const uint64_t segments = scored_ + skipped_;
  if (pass == 0) {
    report.warnings.insert(report.warnings.begin(), warnings_.begin(), warnings_.end());
  }
  AddScriptWarnings(pass, report.warnings);
  const uint64_t lines = listed_from_ + groups_.unit_of_segment.size();
  const uint64_t end = texts_.first_segment() + segments;
  if (last && listed_ && texts_.ends_files() && end != lines) {
    const GroupField* file = by_.OfFile();
    return InputError({.file = file == nullptr ? "" : file->file, .option = "by"},
                      fmt::format("{} lines for {} segments", lines, end),
                      "write one line per segment");
  }
  if (!last || texts_.is_shard()) return report;
  MTG_RETURN_IF_ERROR(CheckAnyScored(texts_.names(), scored_, skipped_));
  return report;
}

}  // namespace mtgauge
