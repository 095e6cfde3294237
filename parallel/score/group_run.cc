// Passes over the inputs, and what each of them scores.
#include "parallel/score/group_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <unordered_map>
#include <utility>

#include "core/input/formats/format.h"
#include "core/request/metrics.h"

namespace mtgauge {
absl::StatusOr<GroupRun> GroupRun::Prepare(const TextSettings& settings, Texts texts,
                                           bool list_first, const RunOptions& how) {
  GroupRun run(settings, how);
  run.texts_ = std::move(texts);
  MTG_ASSIGN_OR_RETURN(Job all, Job::Make(settings.job, run.texts_.names()));
  const bool by_language =
      IsLanguageField(settings.by.field) && (settings.tokenizer_by_language || all.reads_first());
  if (by_language && settings.rows) {
    return UsageError({.option = "by"},
                      fmt::format("`by` {}: each language is scored by itself, and `rows` are "
                                  "scored already",
                                  settings.by.field),
                      "name the texts in place of `rows`");
  }
  if (!settings.by.file.empty()) {
    MTG_ASSIGN_OR_RETURN(run.groups_, ReadUnitTable(settings.by.file, 0));
    run.listed_ = true;
  } else if (list_first || by_language) {
    MTG_RETURN_IF_ERROR(run.List());
  }
  if (by_language) MTG_RETURN_IF_ERROR(run.texts_.Keep());
  if (by_language && !run.groups_.names.empty()) {
    MTG_RETURN_IF_ERROR(run.MakePasses(all.reads_first()));
  } else {
    run.jobs_.push_back(std::make_unique<Job>(std::move(all)));
  }
  return run;
}

absl::Status GroupRun::List() {
  MTG_RETURN_IF_ERROR(texts_.Keep());
  std::unordered_map<std::string, uint32_t> numbers;
  const auto see = [&](const Batch& batch) {
    for (const std::string& group : batch.groups) {
      const auto next = static_cast<uint32_t>(groups_.names.size());
      const auto [known, is_new] = numbers.try_emplace(group, next);
      if (is_new) groups_.names.push_back(group);
      groups_.unit_of_segment.push_back(known->second);
    }
  };
  MTG_RETURN_IF_ERROR(texts_.Read(*run_, see));
  texts_.Rewind();
  listed_ = true;
  listed_from_ = texts_.first_segment();
  return absl::OkStatus();
}

absl::Status GroupRun::MakePasses(bool learns) {
  std::map<std::string, size_t> passes;
  for (const std::string& group : groups_.names) {
    JobOptions options = settings_->job;
    if (settings_->tokenizer_by_language) {
      MTG_ASSIGN_OR_RETURN(options, ForLanguage(options, group, warnings_));
    }
    const auto tokenizer = options.shared.find("tok");
    std::string key = tokenizer == options.shared.end() ? "" : tokenizer->second;
    if (learns) key += '\n' + group;
    const auto [pass, is_new] = passes.try_emplace(std::move(key), jobs_.size());
    pass_of_group_.push_back(pass->second);
    if (!is_new) continue;
    MTG_ASSIGN_OR_RETURN(Job job, Job::Make(options, texts_.names()));
    jobs_.push_back(std::make_unique<Job>(std::move(job)));
  }
  return absl::OkStatus();
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
  if (!settings_->by.file.empty()) {
    return InputError({.file = settings_->by.file, .option = "by"},
                      fmt::format("{} lines for more segments", groups_.unit_of_segment.size()),
                      "give one line per segment");
  }
  return InputError(
      {.segment = segment, .option = "by"},
      fmt::format("segment {} has no '{}', which `by` asks for", segment + 1, settings_->by.field),
      "give every segment one");
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
        if (LeavesWhole(*tokenizer, scripts_[group][s])) whole.push_back(script_groups_[group]);
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
      if (i < delivery.groups.size() && !delivery.groups[i].empty()) continue;
      return NoGroupError(delivery.first + i);
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
    return InputError({.file = settings_->by.file, .option = "by"},
                      fmt::format("{} lines for {} segments", lines, end),
                      "give one line per segment");
  }
  if (!last || texts_.is_shard()) return report;
  MTG_RETURN_IF_ERROR(CheckAnyScored(texts_.names(), scored_, skipped_));
  return report;
}

}  // namespace mtgauge
