// What the verbs that score texts share: opening the inputs, running, warnings.
#include "cli/scoring.h"

#include <fmt/format.h>

#include <memory>
#include <utility>
#include <vector>

#include "cli/console.h"
#include "core/input/source.h"

namespace mtgauge {

absl::StatusOr<Report> RunJob(const Job& job, const ScoringSettings& settings, const LowArgs& args,
                              const Program& program, const Sink& sink) {
  std::vector<std::unique_ptr<Source>> sources;
  for (const std::string& path : settings.paths) {
    MTG_ASSIGN_OR_RETURN(std::unique_ptr<Source> source, OpenSource(path));
    sources.push_back(std::move(source));
  }
  Schedule schedule;
  schedule.threads = args.threads;
  schedule.stop = program.stop;
  return ScoreSources(job, std::move(sources), schedule, sink);
}

absl::Status HandleWarnings(const LowArgs& args, Report& report) {
  if (args.force) report.warnings.clear();
  if (!args.quiet) {
    for (const Warning& warning : report.warnings) {
      const std::string system = warning.system.empty() ? "" : warning.system + ": ";
      PrintWarning(fmt::format("{}{} [{}]", system, warning.message, warning.code));
    }
  }
  if (!args.strict || report.warnings.empty()) return absl::OkStatus();
  const Warning& first = report.warnings.front();
  return InputError(fmt::format(
      "--strict makes a warning an error: {}{}{}", first.system.empty() ? "" : first.system + ": ",
      first.message,
      report.warnings.size() > 1 ? fmt::format(" (and {} more)", report.warnings.size() - 1) : ""));
}

}  // namespace mtgauge
