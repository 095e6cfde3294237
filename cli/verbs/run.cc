// mtgauge run: runs the steps of a job file one after the other.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "cli/console/console.h"
#include "cli/flags/configuration.h"
#include "cli/flags/input_files.h"
#include "cli/flags/job_file.h"
#include "cli/flags/spelling.h"
#include "cli/jobs/job_lock.h"
#include "cli/jobs/manifest.h"
#include "cli/jobs/resume.h"
#include "cli/laboratories/laboratories.h"
#include "cli/verbs/verbs.h"
#include "core/input/formats/files_of_set.h"
#include "core/input/formats/format.h"
#include "core/input/source.h"
#include "mtgauge/output.h"

namespace mtgauge {
namespace {

namespace fs = std::filesystem;

constexpr uint64_t kMostBytes = 16 << 20;

// Standard input begins again with the text.
Status PutBack(const std::string& text) {
  std::FILE* const file = std::tmpfile();
  if (file == nullptr || std::fwrite(text.data(), 1, text.size(), file) != text.size() ||
      std::fflush(file) != 0 || lseek(fileno(file), 0, SEEK_SET) != 0 ||
      dup2(fileno(file), STDIN_FILENO) < 0) {
    return IoError(fmt::format("cannot keep the job for its laboratories: {}; give it as a file",
                               std::generic_category().message(errno)));
  }
  return OkStatus();
}

Result<std::vector<JobStep>> ReadJob(const std::string& path, const Program& program) {
  MTG_ASSIGN_OR_RETURN(const std::unique_ptr<Source> source, OpenSource(path));
  OpenOptions options;
  options.stop = program.stop;
  MTG_ASSIGN_OR_RETURN(const std::string text, ReadWhole(*source, kMostBytes, options));
  MTG_ASSIGN_OR_RETURN(std::vector<JobStep> steps, ParseJobFile(source->name(), text));
  const bool measures = std::any_of(
      steps.begin(), steps.end(), [](const JobStep& step) { return step.args.verb == kBenchVerb; });
  if (!measures) return steps;
  // The program with the laboratories reads the job again.
  if (path == "-" || path == "/dev/stdin") {
    MTG_RETURN_IF_ERROR(PutBack(text));
  } else if (!fs::is_regular_file(path)) {
    return UsageError(fmt::format("{}: a job with a step of bench is read twice", path),
                      "give it as a file, or on standard input");
  }
  MTG_RETURN_IF_ERROR(EnterLaboratories(program));
  return steps;
}

// Changes to the file's folder, so that relative paths start there.
Status EnterFolderOf(const std::string& path) {
  const size_t slash = path.rfind('/');
  if (slash == path.npos) return OkStatus();
  const std::string folder = path.substr(0, slash + 1);
  if (chdir(folder.c_str()) == 0) return OkStatus();
  return IoError(fmt::format("cannot enter the folder {}: {}; check its permissions", folder,
                             std::generic_category().message(errno)));
}

std::string LabelOf(const JobStep& step) {
  return fmt::format("{} ({})", step.where, step.verb->name);
}

Status In(const JobStep& step, const Status& status) { return Within(LabelOf(step), status); }

bool ReadsStandardInput(const LowArgs& args) {
  std::vector<std::string> values = args.references;
  for (const FlagRecord& record : RecordFlags(args)) {
    for (const auto& use : record.uses) values.insert(values.end(), use.begin(), use.end());
  }
  return std::any_of(values.begin(), values.end(), [](const std::string& value) {
    return value == "-" || value.ends_with("=-") || value == "/dev/stdin" ||
           value.starts_with("/dev/stdin:");
  });
}

std::string ManifestOf(const std::string& job) { return job + ".done"; }
std::string LockOf(const std::string& job) { return job + ".lock"; }

std::vector<std::string> OutputsOf(const JobStep& step) {
  std::vector<std::string> outputs = {step.args.output, step.args.plot};
  std::erase(outputs, "");
  return outputs;
}

// The files that earlier steps write and read.
struct Files {
  std::set<std::string> written, read;

  void AddOutputsOf(const JobStep& step) {
    for (const std::string& output : OutputsOf(step)) written.insert(FileOf(output));
  }

  // Returns true if an earlier step writes the file of an input, or a folder that may hold it. A
  // column may follow the file ("scores.tsv:2"), which is not there to tell.
  bool Writes(const std::string& input) const {
    if (WritesInto(input)) return true;
    for (size_t end = input.size(); end != input.npos; end = input.rfind(':', end - 1)) {
      if (end == 0) break;
      for (fs::path path = FileOf(input.substr(0, end)); path.has_relative_path();
           path = path.parent_path()) {
        if (written.contains(path.string())) return true;
      }
    }
    return false;
  }

 private:
  // Returns true if an earlier step writes into a folder, or into one where a pattern begins.
  bool WritesInto(const std::string& input) const {
    const size_t wild = input.find_first_of("*?[");
    const std::string folder =
        wild == input.npos ? input : input.substr(0, input.rfind('/', wild) + 1);
    const std::string within = FileOf(folder.empty() ? "." : folder) + '/';
    const auto first = written.lower_bound(within);
    return first != written.end() && first->starts_with(within);
  }
};

// Opens files only. A folder is read in ways of its own, and opening a pipe would take its reader
// away from its writer.
Status CheckCanOpen(const std::string& file) {
  if (IsFileSet(file)) return FilesOfSet(file).status();
  std::error_code error;
  const fs::file_status status = fs::status(file, error);
  if (file == "-" || (fs::exists(status) && !fs::is_regular_file(status))) return OkStatus();
  return OpenSource(file).status();
}

// A step may read a file that an earlier step writes; all others must be there. It may not write a
// file that an earlier step reads, or the job would find other inputs when it runs again.
Status CheckFiles(const JobStep& step, const std::string& job, Files& files) {
  MTG_RETURN_IF_ERROR(CheckOverwrites(*step.verb, step.args, {job, ManifestOf(job), LockOf(job)}));
  const std::vector<std::string> inputs = InputFiles(*step.verb, step.args);
  for (const std::string& input : inputs) {
    if (!files.Writes(input)) MTG_RETURN_IF_ERROR(CheckCanOpen(SplitPath(input).file));
  }
  for (const std::string& output : OutputsOf(step)) {
    if (FileOf(output) == FileOf(ManifestOf(job)) || FileOf(output) == FileOf(LockOf(job))) {
      return UsageError(
          fmt::format("the output {} is for the record of the job; write to another file", output));
    }
    if (files.read.contains(FileOf(output))) {
      return UsageError(fmt::format(
          "the output {} is an input of this job's earlier steps; write to another file", output));
    }
    if (!files.written.insert(FileOf(output)).second) {
      return UsageError(
          fmt::format("the output {} is that of another step; name another file", output));
    }
  }
  for (const std::string& input : inputs) files.read.insert(FileOf(SplitPath(input).file));
  return OkStatus();
}

bool ReadsWritten(const JobStep& step, const Files& files) {
  const std::vector<std::string> inputs = InputFiles(*step.verb, step.args);
  return std::any_of(inputs.begin(), inputs.end(),
                     [&](const std::string& input) { return files.Writes(input); });
}

// Returns the step with its defaults filled in. Errors in files that are still to be written are
// found when the step runs.
Result<LowArgs> CheckStep(const JobStep& step, const Files& files) {
  if (step.verb->check == nullptr) return step.args;
  Result<LowArgs> checked = step.verb->check(step.args);
  if (checked.ok() || checked.status().kind() == ErrorKind::kUsage) return checked;
  if (ReadsWritten(step, files)) return step.args;
  return checked;
}

// Checks everything that can be checked before the first step begins; `job` is the job file itself.
Status CheckSteps(const std::vector<JobStep>& steps, const std::string& job) {
  Files files;
  bool standard_input_read = job == "-";
  for (const JobStep& step : steps) {
    const Result<LowArgs> in_effect = CheckStep(step, files);
    if (!in_effect.ok()) return In(step, in_effect.status());
    MTG_RETURN_IF_ERROR(In(step, CheckFiles(step, job, files)));
    if (!ReadsStandardInput(*in_effect)) continue;
    if (std::exchange(standard_input_read, true)) {
      return In(step,
                UsageError("standard input can be read only once; name a file for this step"));
    }
  }
  return OkStatus();
}

// What a run with --resume holds.
struct Resumed {
  Manifest manifest;
  std::optional<JobLock> lock;  // none if the steps are only listed
};

Result<Resumed> StartResume(const std::string& job, const LowArgs& args) {
  if (!fs::is_regular_file(job)) {
    return UsageError("--resume keeps its record beside the job file; give the job as a file");
  }
  std::optional<JobLock> lock;
  if (!args.dry_run) {
    MTG_ASSIGN_OR_RETURN(lock, JobLock::Take(LockOf(job)));
    if (!lock->holds() && !args.quiet) {
      PrintNote("this file system has no locks; do not run this job twice at the same time");
    }
  }
  MTG_ASSIGN_OR_RETURN(Manifest manifest, Manifest::Load(ManifestOf(job)));
  return Resumed{std::move(manifest), std::move(lock)};
}

// Returns the line of --dry-run, and adds what the step would write to `again`. What it does may
// depend on the bytes that an earlier step is to write.
Result<std::string> ForecastOf(const JobStep& step, const Resumed* resumed, Files& again,
                               const Program& program) {
  std::string reason = resumed == nullptr ? "there is no --resume" : AlwaysRuns(step);
  const bool waits = reason.empty() && ReadsWritten(step, again);
  if (reason.empty() && !waits) {
    MTG_ASSIGN_OR_RETURN(const LowArgs in_effect, CheckStep(step, again));
    MTG_ASSIGN_OR_RETURN(const StepPlan plan,
                         PlanStep(step, in_effect, resumed->manifest, program.stop));
    reason = plan.reason;
  }
  if (waits || !reason.empty()) again.AddOutputsOf(step);
  return waits ? "runs if an earlier step changes its input" : Verdict(reason);
}

Status ListSteps(const std::vector<JobStep>& steps, const Resumed* resumed,
                 const Program& program) {
  MTG_ASSIGN_OR_RETURN(Output output, Output::Open(""));
  Files again;
  for (const JobStep& step : steps) {
    const Result<std::string> forecast = ForecastOf(step, resumed, again, program);
    if (!forecast.ok()) return In(step, forecast.status());
    MTG_RETURN_IF_ERROR(output.Write(fmt::format("{}: {}\n", LabelOf(step), *forecast)));
  }
  return output.Finish();
}

// Runs a step unless it is done, and records it.
Status ResumeStep(const JobStep& step, const LowArgs& args, Resumed& resumed,
                  const Program& program) {
  std::string reason = AlwaysRuns(step);
  const bool is_recorded = reason.empty();
  StepPlan plan;
  if (is_recorded) {
    MTG_ASSIGN_OR_RETURN(const LowArgs in_effect, CheckStep(step, Files{}));
    MTG_ASSIGN_OR_RETURN(plan, PlanStep(step, in_effect, resumed.manifest, program.stop));
    reason = plan.reason;
  }
  if (!args.quiet) PrintNote(fmt::format("{}: {}", LabelOf(step), Verdict(reason)));
  if (reason.empty()) return resumed.manifest.Keep(args.output, std::move(plan.record));
  MTG_RETURN_IF_ERROR(RunVerb(*step.verb, args, program));
  if (!is_recorded) return OkStatus();
  MTG_ASSIGN_OR_RETURN(const std::string changed,
                       RecordStep(step, std::move(plan.record), resumed.manifest, program.stop));
  if (!changed.empty()) {
    PrintWarning(fmt::format("{}: {} while the step ran, so --resume will run it again",
                             LabelOf(step), changed));
  }
  return OkStatus();
}

Status RunSteps(const std::vector<JobStep>& steps, const LowArgs& args, Resumed* resumed,
                const Program& program) {
  std::vector<std::string> gates;
  Program for_step = program;
  for (const JobStep& step : steps) {
    for_step.step =
        fmt::format("step {} of {} ({})", &step - steps.data() + 1, steps.size(), step.verb->name);
    LowArgs of_step = step.args;
    if (!of_step.progress) of_step.progress = args.progress;
    if (of_step.threads == 0) of_step.threads = args.threads;
    of_step.quiet |= args.quiet;
    Status status = In(step, resumed == nullptr ? RunVerb(*step.verb, of_step, for_step)
                                                : ResumeStep(step, of_step, *resumed, for_step));
    if (status.kind() == ErrorKind::kGate) {
      gates.emplace_back(status.message());
      continue;
    }
    const bool unread =
        status.kind() == ErrorKind::kReaderGone;  // a closed standard output is not an error
    if (status.ok() || unread) continue;
    for (const std::string& gate : gates) PrintWarning(Spelled(gate));
    return status;
  }
  return gates.empty() ? OkStatus() : GateFailed(fmt::format("{}", fmt::join(gates, "; ")));
}

}  // namespace

Status RunJobFile(const LowArgs& args, const Program& program) {
  if (args.references.size() != 1) {
    return UsageError("name one job file, as in: mtgauge run job.toml");
  }
  const std::string& path = args.references.front();
  MTG_ASSIGN_OR_RETURN(const std::vector<JobStep> steps, ReadJob(path, program));
  MTG_RETURN_IF_ERROR(EnterFolderOf(path));
  const std::string job = path.substr(path.rfind('/') + 1);
  std::optional<Resumed> resumed;
  if (args.resume) {
    MTG_ASSIGN_OR_RETURN(resumed, StartResume(job, args));
  }
  MTG_RETURN_IF_ERROR(CheckSteps(steps, job));
  Resumed* const record = resumed ? &*resumed : nullptr;
  if (args.dry_run) return ListSteps(steps, record, program);
  return RunSteps(steps, args, record, program);
}

}  // namespace mtgauge
