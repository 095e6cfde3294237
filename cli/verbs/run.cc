// mtgauge run: runs the steps of a job file one after the other.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <set>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "cli/flags/configuration.h"
#include "cli/flags/input_files.h"
#include "cli/flags/job_file.h"
#include "cli/laboratories/laboratories.h"
#include "cli/verbs/verbs.h"
#include "core/input/formats/files_of_set.h"
#include "core/input/formats/format.h"
#include "core/input/source.h"

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

Status In(const JobStep& step, const Status& status) {
  return Within(fmt::format("{} ({})", step.where, step.verb->name), status);
}

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

// The files that earlier steps write and read.
struct Files {
  std::set<std::string> written, read;

  // Returns true if an earlier step writes the file of an input, or a folder that may hold it. A
  // column may follow the file ("scores.tsv:2"), which is not there to tell.
  bool Writes(const std::string& input) const {
    for (size_t end = input.size(); end != input.npos; end = input.rfind(':', end - 1)) {
      if (end == 0) break;
      for (fs::path path = FileOf(input.substr(0, end)); path.has_relative_path();
           path = path.parent_path()) {
        if (written.contains(path.string())) return true;
      }
    }
    return false;
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
  MTG_RETURN_IF_ERROR(CheckOverwrites(*step.verb, step.args, {job}));
  const std::vector<std::string> inputs = InputFiles(*step.verb, step.args);
  for (const std::string& input : inputs) {
    if (!files.Writes(input)) MTG_RETURN_IF_ERROR(CheckCanOpen(SplitPath(input).file));
  }
  for (const std::string& output : {step.args.output, step.args.plot}) {
    if (output.empty()) continue;
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

}  // namespace

Status RunJobFile(const LowArgs& args, const Program& program) {
  if (args.references.size() != 1) {
    return UsageError("name one job file, as in: mtgauge run job.toml");
  }
  const std::string& path = args.references.front();
  MTG_ASSIGN_OR_RETURN(std::vector<JobStep> steps, ReadJob(path, program));
  MTG_RETURN_IF_ERROR(EnterFolderOf(path));
  MTG_RETURN_IF_ERROR(CheckSteps(steps, path.substr(path.rfind('/') + 1)));
  std::vector<std::string> gates;
  for (JobStep& step : steps) {
    if (step.args.threads == 0) step.args.threads = args.threads;
    Status status = In(step, RunVerb(*step.verb, step.args, program));
    if (status.kind() == ErrorKind::kGate) {
      gates.emplace_back(status.message());
      continue;
    }
    const bool unread =
        status.kind() == ErrorKind::kReaderGone;  // a closed standard output is not an error
    if (!status.ok() && !unread) return status;
  }
  return gates.empty() ? OkStatus() : GateFailed(fmt::format("{}", fmt::join(gates, "; ")));
}

}  // namespace mtgauge
