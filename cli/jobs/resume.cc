// Finds the files of a step, and compares them and its options with the record of the step.
#include "cli/jobs/resume.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <filesystem>
#include <set>
#include <system_error>
#include <utility>

#include "cli/flags/configuration.h"
#include "cli/flags/input_files.h"
#include "core/base/version.h"
#include "core/input/formats/files_of_set.h"
#include "core/input/formats/format.h"
#include "core/input/standard_input.h"

namespace mtgauge {
namespace {

namespace fs = std::filesystem;

Result<std::vector<std::string>> FilesInFolder(const std::string& folder) {
  std::vector<std::string> files;
  std::error_code error;
  constexpr auto kLinksToo = fs::directory_options::follow_directory_symlink;
  for (fs::recursive_directory_iterator entry(folder, kLinksToo, error), end;
       !error && entry != end; entry.increment(error)) {
    if (entry->is_regular_file(error)) files.push_back(entry->path().string());
  }
  if (!error) return files;
  return IoError(fmt::format("{}: cannot read the folder: {}; check its permissions", folder,
                             error.message()));
}

enum class Direction { kRead, kWritten };

// Returns the files that a path stands for. A pattern stands for files only if it is read.
Result<std::vector<std::string>> FilesAt(const std::string& path, Direction direction) {
  std::error_code error;
  if (direction == Direction::kRead && IsFileSet(path)) {
    MTG_ASSIGN_OR_RETURN(std::vector<std::string> files, FilesOfSet(path));
    const fs::path order = fs::path(path) / kSavedState;
    if (fs::exists(order, error)) files.push_back(order.string());
    return files;
  }
  if (fs::is_directory(path, error)) return FilesInFolder(path);
  return std::vector<std::string>{path};
}

// Returns each file once.
Result<std::vector<std::string>> AllFiles(const std::vector<std::string>& paths,
                                          Direction direction) {
  std::set<std::string> files;
  for (const std::string& path : paths) {
    MTG_ASSIGN_OR_RETURN(const std::vector<std::string> found, FilesAt(path, direction));
    files.insert(found.begin(), found.end());
  }
  return std::vector<std::string>(files.begin(), files.end());
}

std::vector<std::string> PathsRead(const LowArgs& args) {
  std::vector<std::string> paths;
  for (const std::string& input : InputFiles(VerbOfBit(args.verb), args)) {
    paths.push_back(input == kStandardInput ? input : SplitPath(input).file);
  }
  return paths;
}

Result<FilePrints> PrintsOfOutputs(const LowArgs& args, const FilePrints& known,
                                   const std::atomic<bool>* stop) {
  std::vector<std::string> paths = {args.output};
  if (!args.plot.empty()) paths.push_back(args.plot);
  MTG_ASSIGN_OR_RETURN(const std::vector<std::string> files, AllFiles(paths, Direction::kWritten));
  return PrintsOf(files, known, stop);
}

// Returns how a step differs from its record; empty if it does not.
Result<std::string> DifferenceOf(const LowArgs& args, const StepRecord& known, StepRecord& now,
                                 const std::atomic<bool>* stop) {
  if (known.version != now.version) return fmt::format("version {} made it", known.version);
  if (known.options != now.options) return std::string("its options have changed");
  if (std::string changed = Difference(known.inputs, now.inputs); !changed.empty()) return changed;
  MTG_ASSIGN_OR_RETURN(now.outputs, PrintsOfOutputs(args, known.outputs, stop));
  return Difference(known.outputs, now.outputs);
}

// Returns which of the inputs and the output may differ each time; empty if none does.
std::string Unrepeatable(const LowArgs& args) {
  if (!args.annotate_with.empty()) return "annotate-with may give something else";
  std::vector<std::string> paths = PathsRead(args);
  paths.push_back(args.output);
  for (const std::string& path : paths) {
    if (path == kStandardInput) return "it reads standard input";
    std::error_code error;
    const fs::file_status status = fs::status(path, error);
    if (fs::exists(status) && !fs::is_regular_file(status) && !fs::is_directory(status)) {
      return fmt::format("{} is not a regular file", path);
    }
  }
  return "";
}

bool IsBefore(const timespec& a, const timespec& b) {
  return a.tv_sec < b.tv_sec || (a.tv_sec == b.tv_sec && a.tv_nsec < b.tv_nsec);
}

}  // namespace

std::string AlwaysRuns(const JobStep& step) {
  if (step.args.output.empty()) return "it prints on standard output";
  if (step.args.gate || !step.args.requirements.empty()) return "its gate is checked each time";
  return Unrepeatable(step.args);
}

std::string Verdict(const std::string& reason) {
  return reason.empty() ? "done" : "runs: " + reason;
}

Result<std::string> NewerInput(const LowArgs& in_effect) {
  std::string reason = Unrepeatable(in_effect);
  struct stat part;
  if (!reason.empty() || stat(in_effect.output.c_str(), &part) != 0) return reason;
  MTG_ASSIGN_OR_RETURN(const std::vector<std::string> files,
                       AllFiles(PathsRead(in_effect), Direction::kRead));
  for (const std::string& file : files) {
    struct stat input, link;
    // Unlike st_mtim, st_ctim is also set when an old file is moved or copied here.
    if (stat(file.c_str(), &input) != 0 || lstat(file.c_str(), &link) != 0) continue;
    if (IsBefore(input.st_ctim, part.st_mtim) && IsBefore(link.st_ctim, part.st_mtim)) continue;
    return fmt::format("{} is newer", file);
  }
  return reason;
}

Result<StepPlan> PlanStep(const JobStep& step, const LowArgs& in_effect, const Manifest& manifest,
                          const std::atomic<bool>* stop) {
  const StepRecord* const known = manifest.Find(step.args.output);
  StepPlan plan;
  plan.record.version = kVersion;
  MTG_ASSIGN_OR_RETURN(plan.record.options, JobFileText(in_effect));
  MTG_ASSIGN_OR_RETURN(const std::vector<std::string> files,
                       AllFiles(PathsRead(in_effect), Direction::kRead));
  MTG_ASSIGN_OR_RETURN(plan.record.inputs,
                       PrintsOf(files, known == nullptr ? FilePrints() : known->inputs, stop));
  if (known == nullptr) {
    plan.reason = "it has not been done";
  } else {
    MTG_ASSIGN_OR_RETURN(plan.reason, DifferenceOf(step.args, *known, plan.record, stop));
  }
  return plan;
}

Result<std::string> RecordStep(const JobStep& step, StepRecord record, Manifest& manifest,
                               const std::atomic<bool>* stop) {
  std::vector<std::string> files;
  for (const FilePrint& input : record.inputs) files.push_back(input.file);
  MTG_ASSIGN_OR_RETURN(const FilePrints after, PrintsOf(files, record.inputs, stop));
  std::string changed = Difference(record.inputs, after);
  if (!changed.empty()) return changed;
  MTG_ASSIGN_OR_RETURN(record.outputs, PrintsOfOutputs(step.args, record.outputs, stop));
  MTG_RETURN_IF_ERROR(manifest.Keep(step.args.output, std::move(record)));
  return changed;
}

}  // namespace mtgauge
