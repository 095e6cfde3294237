// What the verbs that score texts share: opening the inputs, running, warnings.
#include "cli/scoring.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "cli/console.h"
#include "cli/progress.h"
#include "cli/spelling.h"
#include "core/input/annotator.h"
#include "core/input/format.h"

namespace mtgauge {
namespace {

// Puts the file's name before systems of one name in several files. A chosen column's file has it
// at its end already.
void TellApart(StreamNames& names) {
  std::map<std::string, size_t> count;
  for (const std::string& name : names.hyps) ++count[name];
  for (size_t s = 0; s < names.hyps.size(); ++s) {
    if (count[names.hyps[s]] == 1) continue;
    const std::string suffix = ":" + names.hyps[s];
    names.hyps[s] = names.hyp_files[s] + (names.hyp_files[s].ends_with(suffix) ? "" : suffix);
  }
}

void AddAnnotations(std::vector<OpenedColumn> columns, std::vector<std::string>& names,
                    Texts& texts) {
  for (OpenedColumn& column : columns) {
    names.push_back(column.source->name());
    texts.sources.push_back(std::move(column.source));
  }
}

// Annotates all texts, one after another: annotators are large.
absl::Status RunAnnotator(const std::string& command, const OpenOptions& options, Texts& texts) {
  const size_t count = texts.sources.size();
  for (size_t i = 0; i < count; ++i) {
    MTG_ASSIGN_OR_RETURN(texts.sources[i], MakeRereadable(std::move(texts.sources[i])));
    MTG_ASSIGN_OR_RETURN(std::unique_ptr<Source> annotation,
                         Annotate(*texts.sources[i], command, options));
    texts.sources[i]->Rewind();
    const bool is_reference = i < texts.names.refs.size();
    (is_reference ? texts.names.ref_annotations : texts.names.hyp_annotations)
        .push_back(annotation->name());
    texts.sources.push_back(std::move(annotation));
  }
  return absl::OkStatus();
}

// Every text has its annotation, or none has.
absl::Status CheckAnnotationCounts(const StreamNames& names) {
  const struct {
    std::string_view flag, texts;
    size_t annotations, wanted;
  } sides[] = {{"--ref-annotations", "references", names.ref_annotations.size(), names.refs.size()},
               {"--annotations", "systems", names.hyp_annotations.size(), names.hyps.size()}};
  for (const auto& side : sides) {
    if (!names.annotated() || side.annotations == side.wanted) continue;
    return UsageError(fmt::format("{}: {} where the number of {} is {}; give one file for each",
                                  side.flag, side.annotations, side.texts, side.wanted));
  }
  return absl::OkStatus();
}

// What will have been read at the end; 0 where some source does not know.
uint64_t BytesToRead(const Job& job, const std::vector<std::unique_ptr<Source>>& sources) {
  uint64_t bytes = 0;
  for (const auto& source : sources) {
    if (source->size() == 0) return 0;
    bytes += source->size();
  }
  return job.needs_survey() ? 2 * bytes : bytes;
}

}  // namespace

Schedule MakeSchedule(const LowArgs& args, const Program& program) {
  Schedule schedule;
  schedule.threads = args.threads;
  schedule.stop = program.stop;
  schedule.split_paragraphs = args.split_paragraphs;
  schedule.annotated = !args.annotations.empty() || !args.annotate_with.empty();
  return schedule;
}

void NoteStandardInput(const std::vector<std::string>& paths, const LowArgs& args) {
  const bool read = std::find(paths.begin(), paths.end(), "-") != paths.end();
  if (!read || args.quiet || isatty(STDIN_FILENO) == 0) return;
  PrintNote("reading standard input from the terminal; end it with Ctrl-D, or name files with -i");
}

absl::StatusOr<Texts> OpenTexts(const ScoringSettings& settings, const Program& program) {
  NoteStandardInput(settings.paths, settings.in_effect);
  const size_t references = settings.names.refs.size();
  const size_t files = references + settings.names.hyps.size();
  const size_t of_references = files + settings.names.ref_annotations.size();
  std::vector<InputPath> paths;
  for (const std::string& path : settings.paths) {
    const size_t i = paths.size();
    const bool is_reference = i < references || (i >= files && i < of_references);
    paths.push_back({path, is_reference ? Role::kReference : Role::kSystem});
  }
  OpenOptions options;
  options.stop = program.stop;
  options.language_pair = settings.language_pair;
  options.format = settings.input_format;
  options.key = settings.key;
  options.split_key = settings.split_key;
  if (settings.by.file.empty()) options.by = settings.by.field;
  MTG_ASSIGN_OR_RETURN(auto inputs, OpenInputs(paths, options));
  Texts texts;
  for (size_t i = 0; i < inputs.size(); ++i) {
    if (i >= files) {
      AddAnnotations(std::move(inputs[i]),
                     i < of_references ? texts.names.ref_annotations : texts.names.hyp_annotations,
                     texts);
      continue;
    }
    const bool is_reference = i < references;
    const std::string& file =
        is_reference ? settings.names.refs[i] : settings.names.hyps[i - references];
    if (!is_reference) texts.systems_of_file.push_back(inputs[i].size());
    for (OpenedColumn& column : inputs[i]) {
      if (is_reference) {
        texts.names.refs.push_back(column.source->name());
        texts.names.ref_names.push_back(std::move(column.name));
      } else {
        if (column.name.empty()) column.name = file;
        texts.names.hyps.push_back(std::move(column.name));
        texts.names.hyp_files.push_back(column.source->name());
      }
      texts.sources.push_back(std::move(column.source));
    }
  }
  if (!settings.annotate_with.empty()) {
    MTG_RETURN_IF_ERROR(RunAnnotator(settings.annotate_with, options, texts));
  }
  MTG_RETURN_IF_ERROR(CheckAnnotationCounts(texts.names));
  TellApart(texts.names);
  return texts;
}

absl::StatusOr<Job> MakeJob(const JobOptions& options, StreamNames names, const LowArgs& args) {
  using Clock = std::chrono::steady_clock;
  constexpr double kLong = 0.5;
  const Clock::time_point start = Clock::now();
  absl::StatusOr<Job> job = Job::Make(options, std::move(names));
  const double seconds = std::chrono::duration<double>(Clock::now() - start).count();
  if (job.ok() && seconds >= kLong && !args.quiet && isatty(STDERR_FILENO) != 0) {
    PrintNote(fmt::format("the metrics' own files were read in {:.1f} s", seconds));
  }
  return job;
}

absl::StatusOr<Report> RunJob(Job& job, std::vector<std::unique_ptr<Source>> sources,
                              const LowArgs& args, const Program& program, const Sink& sink) {
  MTG_ASSIGN_OR_RETURN(Report report,
                       RunPass(job, std::move(sources), args, program, sink, nullptr));
  MTG_RETURN_IF_ERROR(CheckAnyScored(job.names(), report.segments, report.skipped));
  return report;
}

absl::StatusOr<Report> RunPass(Job& job, std::vector<std::unique_ptr<Source>> sources,
                               const LowArgs& args, const Program& program, const Sink& sink,
                               const std::function<void(Batch&)>& edit) {
  RunCounters counters;
  Schedule schedule = MakeSchedule(args, program);
  schedule.counters = &counters;
  schedule.edit = edit;
  // Scores that go to a terminal show by themselves how far it is.
  const bool shows_itself = sink.want_segments && args.output.empty() && isatty(STDOUT_FILENO) != 0;
  const ProgressMeter meter(!args.quiet && !shows_itself, BytesToRead(job, sources), counters);
  if (job.needs_survey()) MTG_RETURN_IF_ERROR(SurveySources(job, sources, schedule));
  return ScoreSources(job, std::move(sources), schedule, sink);
}

absl::Status CheckAnyScored(const StreamNames& names, uint64_t scored, uint64_t skipped) {
  if (scored > 0) return absl::OkStatus();
  const std::string& first = names.refs.empty() ? names.hyps.front() : names.refs.front();
  const size_t more = names.refs.size() + names.hyps.size() - 1;
  const std::string files = more == 0 ? first : fmt::format("{} and {} more", first, more);
  if (skipped > 0) {
    return InputError(
        fmt::format("{}: nothing is left to score, since each of the {} segments holds invalid "
                    "UTF-8; convert the files to UTF-8, or use --on-invalid replace",
                    files, skipped));
  }
  return InputError(fmt::format(
      "{}: no segments; check that these are the right files and that they are not empty", files));
}

absl::Status HandleWarnings(const LowArgs& args, std::vector<Warning>& warnings) {
  const std::vector<Warning> of_language = LanguageWarnings(args);
  warnings.insert(warnings.begin(), of_language.begin(), of_language.end());
  if (args.force) warnings.clear();
  for (Warning& warning : warnings) warning.message = Spelled(warning.message);
  if (!args.quiet) {
    for (const Warning& warning : warnings) {
      const std::string system = warning.system.empty() ? "" : warning.system + ": ";
      PrintWarning(fmt::format("{}{} [{}]", system, warning.message, warning.code));
    }
  }
  if (!args.strict || warnings.empty()) return absl::OkStatus();
  const Warning& first = warnings.front();
  return InputError(
      fmt::format("--strict makes a warning an error: {}{}{}",
                  first.system.empty() ? "" : first.system + ": ", first.message,
                  warnings.size() > 1 ? fmt::format(" (and {} more)", warnings.size() - 1) : ""));
}

}  // namespace mtgauge
