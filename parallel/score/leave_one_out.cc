// Scores the systems in one run over all references, and each reference in a run over all others.
// The references are opened again for each run.
#include "parallel/score/leave_one_out.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "core/input/formats/format.h"
#include "parallel/score/texts.h"

namespace mtgauge {
namespace {

Status CheckReferences(const TextSettings& settings) {
  for (size_t r = 0; r < settings.paths.size() && r < settings.names.refs.size(); ++r) {
    struct stat about;
    const std::string file = SplitPath(settings.paths[r]).file;
    // A missing file is reported when it is opened.
    const bool pipe =
        stat(file.c_str(), &about) == 0 && !S_ISREG(about.st_mode) && !S_ISDIR(about.st_mode);
    if (file != "-" && !pipe) continue;
    return UsageError({.file = file, .option = "leave-one-out-refs", .named = true},
                      fmt::format("`leave-one-out-refs`: {} must be read several times",
                                  file == "-" ? "standard input" : file),
                      "use a file instead of a pipe");
  }
  if (settings.job.on_invalid == OnInvalid::kSkip) {
    return UsageError({.option = "leave-one-out-refs"},
                      "`leave-one-out-refs`: each run would skip different segments",
                      "use `on-invalid` replace");
  }
  return OkStatus();
}

std::vector<std::string> NamesOf(const StreamNames& names) {
  std::vector<std::string> of_references;
  for (size_t r = 0; r < names.refs.size(); ++r) of_references.push_back(names.ref_name(r));
  return of_references;
}

// Adds the systems and warnings of a run over `references`.
void Append(Report from, const std::vector<std::string>& references, Report& into) {
  for (SystemReport& system : from.systems) system.references = references;
  into.segments = from.segments;
  into.replaced = std::max(into.replaced, from.replaced);
  std::move(from.systems.begin(), from.systems.end(), std::back_inserter(into.systems));
  std::move(from.warnings.begin(), from.warnings.end(), std::back_inserter(into.warnings));
}

Status AppendScores(const JobOptions& options, Texts texts, const RunOptions& run, Report& report) {
  const std::vector<std::string> references = NamesOf(texts.names());
  MTG_ASSIGN_OR_RETURN(Job job, Job::Make(options, texts.names()));
  MTG_ASSIGN_OR_RETURN(Report one, ScoreAll(job, texts, run, Sink{}));
  Append(std::move(one), references, report);
  return OkStatus();
}

}  // namespace

Result<Report> ScoreLeavingOneOut(const TextSettings& settings, bool systems,
                                  const RunOptions& run) {
  MTG_RETURN_IF_ERROR(CheckReferences(settings));
  Report report;
  if (systems) {
    MTG_ASSIGN_OR_RETURN(Texts texts, Texts::Open(settings, run));
    MTG_RETURN_IF_ERROR(AppendScores(settings.job, std::move(texts), run, report));
  }
  TextSettings references = settings;
  if (!settings.texts.columns) {
    const auto begin = references.paths.begin();
    const auto first = begin + static_cast<std::ptrdiff_t>(settings.names.refs.size());
    const auto end =
        references.paths.end() - static_cast<std::ptrdiff_t>(settings.names.sources.size());
    references.paths.erase(first, end);
  }
  references.names.hyps.clear();
  for (size_t r = 0, count = 1; r < count; ++r) {
    MTG_ASSIGN_OR_RETURN(Texts texts, Texts::Open(references, run));
    count = texts.names().refs.size();
    if (count < 2) {
      return UsageError({.option = "leave-one-out-refs"},
                        "`leave-one-out-refs` needs at least two references", "name them first");
    }
    texts.TakeAsSystem(r);
    MTG_RETURN_IF_ERROR(AppendScores(settings.job, std::move(texts), run, report));
  }
  return report;
}

}  // namespace mtgauge
