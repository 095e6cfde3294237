// mtgauge run: the steps of a job file, one after the other.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <set>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "cli/configuration.h"
#include "cli/job_file.h"
#include "cli/verbs.h"
#include "core/input/format.h"
#include "core/input/source.h"

namespace mtgauge {
namespace {

constexpr uint64_t kMostBytes = 16 << 20;

absl::StatusOr<std::vector<JobStep>> ReadJob(const std::string& path, const Program& program) {
  MTG_ASSIGN_OR_RETURN(const std::unique_ptr<Source> source, OpenSource(path));
  OpenOptions options;
  options.stop = program.stop;
  MTG_ASSIGN_OR_RETURN(const std::string text, ReadWhole(*source, kMostBytes, options));
  return ParseJobFile(source->name(), text);
}

// Relative paths of the whole process start from the file's folder.
absl::Status EnterFolderOf(const std::string& path) {
  const size_t slash = path.rfind('/');
  if (slash == path.npos) return absl::OkStatus();
  const std::string folder = path.substr(0, slash + 1);
  if (chdir(folder.c_str()) == 0) return absl::OkStatus();
  return IoError(fmt::format("cannot enter the folder {}: {}; ask for the right to", folder,
                             std::generic_category().message(errno)));
}

absl::Status In(const JobStep& step, const absl::Status& status) {
  if (status.ok()) return status;
  return absl::Status(status.code(), fmt::format("{} ({}): {}", step.where, step.verb->name,
                                                 std::string(status.message())));
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

// The file that a path leads to, however it is spelled; it need not exist.
std::string FileOf(const std::string& path) {
  std::error_code error;
  const std::filesystem::path whole = std::filesystem::absolute(path, error);
  if (error) return path;
  const std::filesystem::path file = std::filesystem::weakly_canonical(whole, error);
  return error ? path : file.string();
}

// All that can be wrong before the first step begins.
absl::Status CheckSteps(const std::vector<JobStep>& steps, bool standard_input_read) {
  std::set<std::string> outputs;
  for (const JobStep& step : steps) {
    LowArgs in_effect = step.args;
    if (step.verb->check != nullptr) {
      absl::StatusOr<LowArgs> checked = step.verb->check(step.args);
      if (!checked.ok()) return In(step, checked.status());
      in_effect = *std::move(checked);
    }
    for (const std::string& output : {step.args.output, step.args.plot}) {
      if (output.empty() || outputs.insert(FileOf(output)).second) continue;
      return In(step, UsageError(fmt::format(
                          "the output {} is that of another step; name another file", output)));
    }
    if (!ReadsStandardInput(in_effect)) continue;
    if (std::exchange(standard_input_read, true)) {
      return In(step,
                UsageError("standard input can be read only once; name a file for this step"));
    }
  }
  return absl::OkStatus();
}

}  // namespace

absl::Status RunJobFile(const LowArgs& args, const Program& program) {
  if (args.references.size() != 1) {
    return UsageError("name one job file, as in: mtgauge run job.toml");
  }
  const std::string& path = args.references.front();
  MTG_ASSIGN_OR_RETURN(std::vector<JobStep> steps, ReadJob(path, program));
  MTG_RETURN_IF_ERROR(EnterFolderOf(path));
  MTG_RETURN_IF_ERROR(CheckSteps(steps, path == "-"));
  std::vector<std::string> gates;
  for (JobStep& step : steps) {
    if (step.args.threads == 0) step.args.threads = args.threads;
    absl::Status status = In(step, step.verb->run(step.args, program));
    if (absl::IsFailedPrecondition(status)) {
      gates.emplace_back(status.message());
      continue;
    }
    const bool unread = absl::IsAborted(status);  // its standard output, which is no error
    if (!status.ok() && !unread) return status;
  }
  return gates.empty() ? absl::OkStatus() : GateFailed(fmt::format("{}", fmt::join(gates, "; ")));
}

}  // namespace mtgauge
