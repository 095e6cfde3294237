// Chooses the job that scores a group, and adds warnings about groups.
#include "parallel/score/group_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/base/printing.h"
#include "core/input/group_values.h"
#include "core/request/metrics.h"
#include "core/rowfile/recall.h"
#include "core/rowfile/row_header.h"
#include "core/rowfile/row_set.h"

namespace mtgauge {
namespace {

// Reads one table for each field that comes from a file. All must have one line per segment.
Result<std::vector<UnitTable>> ReadTables(const GroupFields& by) {
  std::vector<UnitTable> tables;
  for (const GroupField& field : by.fields) {
    if (field.file.empty()) continue;
    MTG_ASSIGN_OR_RETURN(UnitTable table, ReadUnitTable(field.file, 0));
    const size_t lines = table.unit_of_segment.size();
    tables.push_back(std::move(table));
    const size_t of_first = tables.front().unit_of_segment.size();
    if (lines == of_first) continue;
    return InputError(
        {.file = field.file, .option = "by"},
        fmt::format("{}, but {} has {}", Counted(lines, "line"), by.OfFile()->file, of_first),
        "write one line per segment");
  }
  return tables;
}

}  // namespace

Result<GroupRun> GroupRun::Prepare(const TextSettings& settings, Texts texts,
                                   const RunOptions& how) {
  GroupRun run(settings, how);
  run.texts_ = std::move(texts);
  MTG_ASSIGN_OR_RETURN(Job all, Job::Make(settings.job, run.texts_.names()));
  const GroupFields& by = run.by_;
  run.learns_ = all.reads_first();
  run.by_language_ =
      by.LanguagePlace() < by.fields.size() && (settings.tokenizer_by_language || run.learns_);
  const bool of_rows =
      settings.rows && by.OfFile() == nullptr && !settings.rows->header().languages.empty();
  if (run.by_language_ && settings.rows && !of_rows) {
    return UsageError(
        {.option = "by"},
        fmt::format("`by` {}: each language needs its own tokenizer, but `rows` hold no texts",
                    by.fields[by.LanguagePlace()].name),
        "name the texts instead of `rows`");
  }
  MTG_ASSIGN_OR_RETURN(const std::vector<UnitTable> tables, ReadTables(by));
  if (!tables.empty()) run.files_ = CrossUnits(tables);
  run.jobs_.push_back(std::make_unique<Job>(std::move(all)));
  if (run.by_language_ && of_rows) MTG_RETURN_IF_ERROR(run.MakeJobsOfRows());
  return run;
}

Status GroupRun::MakeJobsOfRows() {
  for (const RowLanguage& language : settings_->rows->header().languages) {
    MTG_RETURN_IF_ERROR(FindJobOfLanguage(language.name).status());
  }
  return OkStatus();
}

size_t GroupRun::JobOf(const std::string& group) const {
  return by_language_ ? job_of_group_.at(group) : 0;
}

Shares GroupRun::Divide(Batch& batch) {
  NameGroups(batch);
  Shares shares;
  if (!by_language_ || batch.groups.empty()) {
    shares.shares = {{jobs_.front().get(), 0, batch.first}};
    return shares;
  }
  if (batch.number == 0) {
    had_.clear();
    ++readings_;
  }
  for (uint32_t i = 0; i < batch.segments && shares.status.ok(); ++i) {
    const Result<uint32_t> job = FindJob(batch.groups[i], batch.first + i);
    if (!job.ok()) {
      shares.status = job.status();
      break;
    }
    had_.resize(jobs_.size(), texts_.first_segment());
    auto share = std::ranges::find(shares.shares, *job, &Shares::Share::number);
    if (share == shares.shares.end()) {
      share = shares.shares.insert(share, {jobs_[*job].get(), *job, had_[*job]});
    }
    ++had_[*job];
    shares.share_of.push_back(static_cast<uint32_t>(share - shares.shares.begin()));
  }
  const bool whole = shares.status.ok() && shares.shares.size() == 1;
  if (whole && shares.shares.front().first == batch.first) shares.share_of.clear();
  return shares;
}

void GroupRun::NameGroups(Batch& batch) const {
  if (by_.OfFile() == nullptr) return;
  batch.groups.resize(batch.segments);
  for (uint32_t i = 0; i < batch.segments; ++i) {
    batch.groups[i] = NameOf(batch.groups[i], batch.first + i);
  }
}

std::string GroupRun::NameOf(const std::string& told, uint64_t segment) const {
  if (segment >= files_.unit_of_segment.size()) return {};
  const std::string& of_files = files_.names[files_.unit_of_segment[segment]];
  const auto files = static_cast<size_t>(
      std::count_if(by_.fields.begin(), by_.fields.end(),
                    [](const GroupField& field) { return !field.file.empty(); }));
  const size_t inputs = by_.fields.size() - files;
  if (inputs == 0) return of_files;
  const std::vector<std::string> from_inputs = SplitValues(told, inputs);
  const std::vector<std::string> from_files = SplitValues(of_files, files);
  if (told.empty() || from_inputs.size() != inputs) return {};  // a value contains a tab
  std::vector<std::string_view> values;
  auto next_of_inputs = from_inputs.begin(), next_of_files = from_files.begin();
  for (const GroupField& field : by_.fields) {
    values.push_back(field.file.empty() ? *next_of_inputs++ : *next_of_files++);
  }
  return JoinValues(values);
}

Result<uint32_t> GroupRun::FindJob(const std::string& group, uint64_t segment) {
  const auto known = job_of_group_.find(group);
  if (known != job_of_group_.end()) return known->second;
  if (group.empty()) return NoGroupError(segment);
  const std::vector<std::string> values = SplitValues(group, by_.fields.size());
  const std::string language =
      values.size() == by_.fields.size() ? values[by_.LanguagePlace()] : std::string();
  if (language.empty()) MTG_RETURN_IF_ERROR(CheckValues(group, segment));
  MTG_ASSIGN_OR_RETURN(const uint32_t job, FindJobOfLanguage(language));
  job_of_group_.emplace(group, job);
  return job;
}

// Returns one job per tokenizer or, if metrics learn from references, per language.
Result<uint32_t> GroupRun::FindJobOfLanguage(const std::string& language) {
  const auto known = job_of_language_.find(language);
  if (known != job_of_language_.end()) return known->second;
  JobOptions options = settings_->job;
  if (settings_->tokenizer_by_language) {
    MTG_ASSIGN_OR_RETURN(options, ForLanguage(options, language, warnings_));
  }
  const auto tokenizer = options.shared.find(kTokOfLanguage);
  std::string key = tokenizer == options.shared.end() ? "" : tokenizer->second;
  if (learns_) key += '\n' + language;
  const auto number = static_cast<uint32_t>(job_of_key_.size());
  const auto [job, is_new] = job_of_key_.try_emplace(std::move(key), number);
  if (is_new) {
    if (readings_ > 1) {
      const std::string& file = texts_.names().refs.front();
      return IoError({.file = file, .named = true},
                     fmt::format("{} changed while it was being read", file),
                     "start again when nothing writes to it");
    }
    MTG_ASSIGN_OR_RETURN(Job made, MakeJobOfLanguage(std::move(options), language));
    // The first one replaces the job for all.
    if (number == jobs_.size()) {
      jobs_.push_back(std::make_unique<Job>(std::move(made)));
    } else {
      *jobs_[number] = std::move(made);
    }
  }
  job_of_language_.emplace(language, job->second);
  return job->second;
}

Result<Job> GroupRun::MakeJobOfLanguage(JobOptions options, const std::string& language) const {
  if (settings_->rows) {
    const RowHeader& header = settings_->rows->header();
    const size_t number = header.FindLanguage(language);
    if (number == header.languages.size()) {
      return InputError(fmt::format("the row files' header lacks the language '{}'", language),
                        "make the files again");
    }
    const std::vector<RowMetric>& metrics = header.languages[number].metrics;
    options.rows = SettingsOf(metrics);
    MTG_ASSIGN_OR_RETURN(Job made, Job::Make(options, texts_.names()));
    MTG_RETURN_IF_ERROR(BindToRows(metrics, made));
    return made;
  }
  MTG_ASSIGN_OR_RETURN(Job made, Job::Make(options, texts_.names()));
  if (!learns_ && made.needs_survey()) MTG_RETURN_IF_ERROR(made.BindFromShelf());
  return made;
}

Status GroupRun::Complete(size_t number, Totals& totals) const {
  if (!settings_->rows) return OkStatus();
  const RowHeader& header = settings_->rows->header();
  std::vector<const RowLanguage*> languages;
  for (const RowLanguage& language : header.languages) {
    if (JobOfLanguage(language.name) == number) languages.push_back(&language);
  }
  CompleteTotals(languages, totals);
  if (number == 0) totals.replaced = header.replaced;
  return OkStatus();
}

Status GroupRun::NoGroupError(uint64_t segment) const {
  const size_t lines = files_.unit_of_segment.size();
  if (by_.OfFile() != nullptr && segment >= lines) {
    return InputError({.file = by_.OfFile()->file, .option = "by"},
                      fmt::format("{}, but there are more segments", Counted(lines, "line")),
                      "write one line per segment");
  }
  return InputError(
      {.segment = segment, .option = "by"},
      fmt::format("segment {} has no '{}', which `by` needs", segment + 1, by_.Label()),
      "add it to every segment");
}

Status GroupRun::CheckValues(const std::string& group, uint64_t segment) const {
  const size_t fields = by_.fields.size();
  if (SplitValues(group, fields).size() == fields) return OkStatus();
  return InputError(
      {.segment = segment, .option = "by"},
      fmt::format("segment {}: a value of '{}' contains a tab", segment + 1, by_.Label()),
      "replace it");
}

// Checks that every segment has a group, and counts the scripts of each group.
Status GroupRun::CheckGroups(const Delivery& delivery) {
  const size_t systems = delivery.scripts.size() / delivery.count;
  size_t number = 0;
  for (uint32_t i = 0; i < delivery.count; ++i) {
    if (i >= delivery.groups.size() || delivery.groups[i].empty()) {
      return NoGroupError(delivery.first + i);
    }
    const std::string& name = delivery.groups[i];
    if (number >= groups_.size() || groups_[number].name != name) {
      const auto [known, is_new] = group_numbers_.try_emplace(name, groups_.size());
      number = known->second;
      if (is_new) {
        MTG_RETURN_IF_ERROR(CheckValues(name, delivery.first + i));
        groups_.push_back({name, {}});
      }
    }
    if (!delivery.excluded.empty() && delivery.excluded[i] != 0) continue;
    std::vector<ScriptCounts>& scripts = groups_[number].scripts;
    if (scripts.size() < systems) scripts.resize(systems);
    for (size_t s = 0; s < systems; ++s) scripts[s].Add(delivery.scripts[s * delivery.count + i]);
  }
  return OkStatus();
}

// Warns about groups whose text the tokenizer does not split.
void GroupRun::AddWarnings(size_t number, std::vector<Warning>& warnings) const {
  const std::vector<std::string>& systems = jobs_[number]->names().hyps;
  for (size_t s = 0; s < systems.size(); ++s) {
    for (const WordCutter& cutter : WordCutters(*jobs_[number])) {
      ScriptCounts all;
      std::vector<std::string> whole;
      for (const Group& group : groups_) {
        if (group.scripts.empty() || JobOf(group.name) != number) continue;
        all.Merge(group.scripts[s]);
        if (!LeavesWhole(*cutter.tokenizer, group.scripts[s])) continue;
        whole.push_back(GroupLabel(group.name, by_.fields.size()));
      }
      // If it concerns all text, the report has a warning already.
      if (whole.empty() || LeavesWhole(*cutter.tokenizer, all)) continue;
      warnings.push_back(ScriptWarning(cutter, systems[s], "group", whole));
    }
  }
}

Status GroupRun::CheckLines(uint64_t segments) const {
  const uint64_t lines = files_.unit_of_segment.size();
  const uint64_t end = texts_.first_segment() + segments;
  if (by_.OfFile() == nullptr || !texts_.ends_files() || end == lines) return OkStatus();
  return InputError({.file = by_.OfFile()->file, .option = "by"}, LinesForSegments(lines, end),
                    "write one line per segment");
}

Result<Report> GroupRun::Score(const Sink& sink) {
  Sink checked = sink;
  checked.deliver = [&](const Delivery& delivery) -> Status {
    MTG_RETURN_IF_ERROR(CheckGroups(delivery));
    return sink.deliver ? sink.deliver(delivery) : OkStatus();
  };
  MTG_ASSIGN_OR_RETURN(Report report, texts_.Score(*jobs_.front(), *run_, checked, this));
  report.warnings.insert(report.warnings.begin(), warnings_.begin(), warnings_.end());
  MTG_RETURN_IF_ERROR(CheckLines(report.segments + report.skipped));
  if (texts_.is_shard()) return report;
  MTG_RETURN_IF_ERROR(CheckAnyScored(texts_.names(), report.segments, report.skipped));
  return report;
}

}  // namespace mtgauge
