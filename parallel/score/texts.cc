// Opens the inputs, and scores them once or several times.
#include "parallel/score/texts.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include "core/input/annotator.h"
#include "core/input/formats/format.h"
#include "core/input/shard.h"
#include "core/input/standard_input.h"
#include "core/input/tables/text_file.h"
#include "core/input/text_columns.h"
#include "core/request/group_fields.h"
#include "core/score/system_names.h"

namespace mtgauge {
namespace {

// Makes names of systems unique: if files contain systems with the same name, puts the file's name
// in front. Other names are unchanged. The name of a file from which a column was selected already
// ends with the column's name.
Status TellApart(const std::vector<std::string>& files, const std::vector<bool>& by_files,
                 std::vector<std::string>& names) {
  std::map<std::string, size_t> count;
  for (const std::string& name : names) ++count[name];
  for (size_t s = 0; s < names.size(); ++s) {
    if (!by_files[s] || count[names[s]] == 1) continue;
    const std::string suffix = ":" + names[s];
    names[s] = files[s] + (files[s].ends_with(suffix) ? "" : suffix);
  }
  std::set<std::string_view> seen;
  for (const std::string& name : names) {
    if (seen.insert(name).second) continue;
    return UsageError(fmt::format("the system '{}' is given twice", name), "name each once");
  }
  return OkStatus();
}

// Returns the names to print: systems that are named only after their files get the distinguishing
// parts of the file names.
std::vector<std::string> PrintedNames(const std::vector<std::string>& files,
                                      const std::vector<std::string>& names) {
  std::vector<NamedFiles> systems;
  for (size_t s = 0; s < names.size(); ++s) {
    const bool by_file = names[s] == files[s] && names[s] != kStandardInputName;
    systems.push_back({by_file ? "" : names[s], {names[s]}});
  }
  NameByFiles(systems);
  std::vector<std::string> printed;
  for (NamedFiles& system : systems) printed.push_back(std::move(system.name));
  return printed;
}

// Checks that either every text has an annotation or none has.
Status CheckAnnotationCounts(const StreamNames& names) {
  const struct {
    std::string_view option, texts;
    size_t annotations, wanted;
  } sides[] = {{"ref-annotations", "references", names.ref_annotations.size(), names.refs.size()},
               {"annotations", "systems", names.hyp_annotations.size(), names.hyps.size()}};
  const bool none = names.ref_annotations.empty() && names.hyp_annotations.empty();
  for (const auto& side : sides) {
    if (none || side.annotations == side.wanted) continue;
    return UsageError({.option = std::string(side.option)},
                      fmt::format("`{}`: there are {}, but the number of {} is {}", side.option,
                                  side.annotations, side.texts, side.wanted),
                      "give one for each");
  }
  return OkStatus();
}

OpenOptions OpenOptionsOf(const TextSettings& settings, const RunOptions& run) {
  OpenOptions options;
  options.stop = run.stop;
  static_cast<ReadingOptions&>(options) = settings.texts;
  options.by = FieldsOf(settings.by).ToldByInputs();
  options.by_may_lack = settings.by_may_lack;
  options.shard = settings.shard;
  options.line_by_line = settings.line_by_line;
  // sacreBLEU counts the mark, and `compat` asks for its scores.
  options.keep_mark = settings.job.context.arithmetic != Arithmetic::kPinned;
  return options;
}

// Returns the texts of a column, one per line.
std::unique_ptr<Source> LinesOf(const TextColumn& column) {
  std::string lines;
  for (uint64_t i = 0; i < column.size(); ++i) {
    std::string text(column[i].value_or(""));
    std::ranges::replace(text, '\n', ' ');
    lines += text + '\n';
  }
  return MemorySource(column.name(), std::move(lines), true);
}

Status CheckShardOf(const TextSettings& settings) {
  if (!settings.shard.shard) return OkStatus();
  MTG_RETURN_IF_ERROR(CheckShard(*settings.shard.shard));
  const bool splits = settings.texts.split_paragraphs && !settings.texts.columns;
  if (!CutsFiles(settings.shard) || !splits) return OkStatus();
  const std::string& first = settings.names.refs.front();
  return UsageError(
      {.file = first, .option = "shard", .named = true},
      fmt::format(
          "`shard`: {} cannot be cut, since `split-paragraphs` turns one record into several "
          "segments",
          first),
      "make separate files for each shard, and add `whole-files`");
}

}  // namespace

Result<Job> MakeJob(const JobOptions& options, StreamNames names, const RunOptions& run) {
  const std::shared_ptr<void> loading = run.hooks.loading ? run.hooks.loading() : nullptr;
  return Job::Make(options, std::move(names));
}

Result<Texts> Texts::Open(const TextSettings& settings, const RunOptions& run) {
  MTG_RETURN_IF_ERROR(CheckShardOf(settings));
  Texts texts;
  texts.is_shard_ = settings.shard.shard && settings.shard.shard->count > 1;
  texts.ends_files_ =
      !CutsFiles(settings.shard) || settings.shard.shard->number == settings.shard.shard->count;
  texts.split_paragraphs_ = settings.texts.split_paragraphs;
  texts.annotated_ = settings.names.annotated();
  if (settings.texts.columns) {
    MTG_RETURN_IF_ERROR(CheckTextColumns(*settings.texts.columns));
    texts.columns_ = settings.texts.columns;
    if (CutsFiles(settings.shard)) {
      texts.range_ = CutSegments(*settings.shard.shard, texts.columns_->references.front().size());
    }
    MTG_RETURN_IF_ERROR(texts.AnnotateColumns(settings, run));
    texts.names_ = NamesOf(*texts.columns_);
    MTG_RETURN_IF_ERROR(CheckAnnotationCounts(texts.names_));
    return texts;
  }
  if (settings.rows) {
    const RowHeader& header = settings.rows->header();
    MTG_ASSIGN_OR_RETURN(texts.groups_of_rows_,
                         FindGroups(header, FieldsOf(settings.by).ToldByInputs()));
    texts.rows_ = settings.rows;
    texts.names_ = NamesOf(header);
    texts.own_names_ = texts.names_.hyps;
    texts.names_.hyps = PrintedNames(texts.names_.hyp_files, texts.own_names_);
    texts.systems_of_file_ = header.systems_of_file;
    return texts;
  }
  if (!texts.is_shard_) texts.surveys_ = settings.job.surveys;
  const size_t references = settings.names.refs.size();
  const size_t files = references + settings.names.hyps.size();
  const size_t of_references =
      settings.texts.annotate_with.empty() ? files + settings.names.ref_annotations.size() : files;
  const size_t lines = settings.paths.size() - settings.names.sources.size();
  std::vector<InputPath> paths;
  for (const std::string& path : settings.paths) {
    const size_t i = paths.size();
    const bool is_reference = i < references || (i >= files && i < of_references);
    paths.push_back({path, i >= lines     ? Role::kSource
                           : is_reference ? Role::kReference
                                          : Role::kSystem});
  }
  const OpenOptions options = OpenOptionsOf(settings, run);
  MTG_ASSIGN_OR_RETURN(auto inputs, OpenInputs(paths, options));
  for (size_t i = 0; i < lines; ++i) {
    if (i < references) {
      texts.AddReferences(std::move(inputs[i]));
    } else if (i < files) {
      const size_t file = i - references;
      MTG_RETURN_IF_ERROR(
          texts.AddSystems(std::move(inputs[i]), settings.names.hyps[file], settings.named[file]));
    } else {
      texts.AddAnnotations(std::move(inputs[i]), i < of_references ? texts.names_.ref_annotations
                                                                   : texts.names_.hyp_annotations);
    }
  }
  texts.range_.first = texts.sources_.front()->start().segments;
  if (!settings.texts.annotate_with.empty()) {
    MTG_RETURN_IF_ERROR(texts.Annotate(settings.texts.annotate_with, options));
  }
  if (lines < inputs.size()) MTG_RETURN_IF_ERROR(texts.AddSource(std::move(inputs.back())));
  MTG_RETURN_IF_ERROR(TellApart(texts.names_.hyp_files, texts.named_by_files_, texts.own_names_));
  texts.names_.hyps = PrintedNames(texts.names_.hyp_files, texts.own_names_);
  MTG_RETURN_IF_ERROR(CheckAnnotationCounts(texts.names_));
  return texts;
}

// All inputs have the same ids, if they have ids.
bool Texts::whole_ids() const {
  return !split_paragraphs_ &&
         std::any_of(sources_.begin(), sources_.end(),
                     [](const std::unique_ptr<Source>& source) { return source->whole_ids(); });
}

void Texts::AddReferences(std::vector<OpenedColumn> columns) {
  for (OpenedColumn& column : columns) {
    names_.refs.push_back(column.source->name());
    names_.ref_names.push_back(std::move(column.name));
    sources_.push_back(std::move(column.source));
  }
}

Status Texts::AddSystems(std::vector<OpenedColumn> columns, const std::string& name, bool given) {
  if (given && columns.size() != 1) {
    const std::string file = columns.empty() ? name : columns.front().source->name();
    return UsageError(
        {.file = file, .option = "system", .named = true},
        fmt::format("'{}' should be one system, but {} holds {}", name, file, columns.size()),
        "choose one, as in FILE:NAME");
  }
  systems_of_file_.push_back(columns.size());
  for (OpenedColumn& column : columns) {
    const bool takes_name = given || column.name.empty();
    named_by_files_.push_back(!takes_name);
    own_names_.push_back(takes_name ? name : column.name);
    names_.hyp_files.push_back(column.source->name());
    sources_.push_back(std::move(column.source));
  }
  return OkStatus();
}

void Texts::AddAnnotations(std::vector<OpenedColumn> columns, std::vector<std::string>& names) {
  for (OpenedColumn& column : columns) {
    names.push_back(column.source->name());
    sources_.push_back(std::move(column.source));
  }
}

Status Texts::AddSource(std::vector<OpenedColumn> columns) {
  names_.sources = {columns.front().source->name()};
  if (columns.size() > 1) {
    const std::string& file = names_.sources.front();
    return UsageError({.file = file, .option = "source", .named = true},
                      fmt::format("`source`: {} holds {} texts", file, columns.size()),
                      "choose one, as in FILE:NAME");
  }
  sources_.push_back(std::move(columns.front().source));
  return OkStatus();
}

// Annotates one text at a time, because annotators need much memory.
Status Texts::Annotate(const std::string& command, const OpenOptions& options) {
  const size_t count = sources_.size();
  for (size_t i = 0; i < count; ++i) {
    MTG_ASSIGN_OR_RETURN(sources_[i], MakeRereadable(std::move(sources_[i])));
    MTG_ASSIGN_OR_RETURN(std::unique_ptr<Source> annotation,
                         mtgauge::Annotate(*sources_[i], command, options));
    sources_[i]->Rewind();
    const bool is_reference = i < names_.refs.size();
    (is_reference ? names_.ref_annotations : names_.hyp_annotations).push_back(annotation->name());
    auto part = std::make_unique<FilePart>(std::move(annotation));
    part->StartAt({0, 0, sources_[i]->start().segments});
    sources_.push_back(std::move(part));
  }
  return OkStatus();
}

// Reads the annotations of texts in memory, from files or from the command.
Status Texts::AnnotateColumns(const TextSettings& settings, const RunOptions& run) {
  OpenOptions options;
  options.stop = run.stop;
  options.input_format = settings.texts.input_format;
  const auto add = [&](Source& source, std::vector<TextColumn>& to) -> Status {
    MTG_ASSIGN_OR_RETURN(const std::string lines, ReadLines(source, options));
    std::vector<std::string>& kept = annotation_lines_.emplace_back();
    for (const std::string_view line : CutLines(lines)) kept.emplace_back(line);
    to.push_back(TextColumn(source.name(), std::span<const std::string>(kept)));
    return OkStatus();
  };
  const struct {
    const std::vector<TextColumn>& texts;
    const std::vector<std::string>& files;
    std::vector<TextColumn>& annotations;
  } sides[] = {{columns_->references, settings.texts.ref_annotations, columns_->ref_annotations},
               {columns_->systems, settings.texts.annotations, columns_->annotations}};
  const std::string& command = settings.texts.annotate_with;
  for (const auto& side : sides) {
    std::vector<InputPath> paths;
    for (const std::string& file : side.files) paths.push_back({file, Role::kSystem});
    MTG_ASSIGN_OR_RETURN(const auto inputs, OpenInputs(paths, options));
    for (const std::vector<OpenedColumn>& input : inputs) {
      for (const OpenedColumn& column : input) {
        MTG_RETURN_IF_ERROR(add(*column.source, side.annotations));
      }
    }
    for (size_t t = 0; t < side.texts.size() && !command.empty(); ++t) {
      const std::unique_ptr<Source> text = LinesOf(side.texts[t]);
      MTG_ASSIGN_OR_RETURN(const auto annotation, mtgauge::Annotate(*text, command, options));
      MTG_RETURN_IF_ERROR(add(*annotation, side.annotations));
    }
  }
  return OkStatus();
}

Schedule Texts::ScheduleOf(const RunOptions& run) const {
  Schedule schedule = MakeSchedule(run);
  schedule.split_paragraphs = split_paragraphs_;
  schedule.annotated = annotated_;
  schedule.has_source_text = !names_.sources.empty();
  schedule.segments = range_;
  return schedule;
}

// Returns the number of bytes in all sources or the files behind them, times the number of passes;
// 0 if one is unknown.
uint64_t Texts::BytesToRead(uint64_t times) const {
  if (rows_) return rows_->bytes();
  uint64_t bytes = 0;
  for (const auto& source : sources_) {
    const uint64_t size = source->size() > 0 ? source->size() : source->extent().bytes;
    if (size == 0) return 0;
    bytes += size;
  }
  return times * bytes;
}

Result<Report> Texts::Score(Job& job, const RunOptions& run, const Sink& sink, JobChoice* jobs) {
  if (is_shard_ && job.reads_first()) {
    return UsageError(
        {.option = "shard"},
        "`shard`: a metric must read all references before it scores, but a shard holds only some",
        "make a survey of all references, and name it with `survey`");
  }
  RunCounters counters;
  Schedule schedule = ScheduleOf(run);
  schedule.counters = &counters;
  schedule.jobs = jobs;
  const std::shared_ptr<void> scoring =
      run.hooks.scoring ? run.hooks.scoring(BytesToRead(job.reads_first() ? 2 : 1), counters)
                        : nullptr;
  if (rows_) {
    MTG_RETURN_IF_ERROR(BindToRows(rows_->header().metrics, job));
    return ScoreRows(job, *rows_, groups_of_rows_, schedule, sink);
  }
  if (job.needs_survey()) {
    MTG_RETURN_IF_ERROR(columns_ ? SurveyTexts(job, *columns_, schedule)
                                 : SurveySources(job, sources_, schedule));
  }
  MTG_ASSIGN_OR_RETURN(Report report, columns_
                                          ? ScoreTexts(job, *columns_, schedule, sink)
                                          : ScoreSources(job, std::move(sources_), schedule, sink));
  if (ends_files_) {
    const uint64_t end = first_segment() + report.segments + report.skipped;
    std::ranges::move(BeyondOf(job, end), std::back_inserter(report.warnings));
  }
  if (!columns_ && surveys_ != nullptr) {
    const std::vector<Warning> doubts =
        surveys_->WarningsFor(names_, report.segments + report.skipped);
    report.warnings.insert(report.warnings.begin(), doubts.begin(), doubts.end());
  }
  return report;
}

Result<Learnt> Texts::Learn(const Job& job, const RunOptions& run) const {
  RunCounters counters;
  Schedule schedule = ScheduleOf(run);
  schedule.counters = &counters;
  const std::shared_ptr<void> reading =
      run.hooks.scoring ? run.hooks.scoring(BytesToRead(1), counters) : nullptr;
  if (columns_) return LearnFromTexts(job, *columns_, schedule);
  return LearnFromSources(job, sources_, schedule);
}

void Texts::TakeAsSystem(size_t r) {
  const auto place = static_cast<std::ptrdiff_t>(r);
  names_.hyps = {names_.ref_name(r)};
  names_.hyp_files = {names_.refs[r]};
  names_.refs.erase(names_.refs.begin() + place);
  if (!names_.ref_names.empty()) names_.ref_names.erase(names_.ref_names.begin() + place);
  if (columns_) {
    columns_->systems = {columns_->references[r]};
    columns_->references.erase(columns_->references.begin() + place);
    return;
  }
  const auto end = sources_.end() - static_cast<std::ptrdiff_t>(names_.sources.size());
  std::rotate(sources_.begin() + place, sources_.begin() + place + 1, end);
}

Result<Report> ScoreAll(Job& job, Texts& texts, const RunOptions& run, const Sink& sink) {
  MTG_ASSIGN_OR_RETURN(Report report, texts.Score(job, run, sink));
  if (texts.is_shard()) return report;
  MTG_RETURN_IF_ERROR(CheckAnyScored(job.names(), report.segments, report.skipped));
  return report;
}

Status CheckAnyScored(const StreamNames& names, uint64_t scored, uint64_t skipped) {
  if (scored > 0) return OkStatus();
  const std::string& first = names.refs.empty() ? names.hyp_file(0) : names.refs.front();
  const size_t more = names.refs.size() + names.hyps.size() - 1;
  const std::string files = more == 0 ? first : fmt::format("{} and {} more", first, more);
  if (skipped > 0) {
    return InputError(
        {.file = first, .named = true},
        fmt::format("{}: there is nothing to score, since every segment contains invalid UTF-8",
                    files),
        "convert the files to UTF-8, or use `on-invalid` replace");
  }
  return InputError({.file = first, .named = true}, fmt::format("{}: there are no segments", files),
                    "check that these are the right files and that they are not empty");
}

}  // namespace mtgauge
