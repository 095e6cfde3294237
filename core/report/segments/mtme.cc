// Writes the score files of mt-metrics-eval (its README, "File organization and naming
// convention").
//
// Files are ordered by system, but scores come by segment, so they wait in a ScoreSpool. Documents
// and systems are scored from sums of rows.
#include "core/report/segments/mtme.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <set>
#include <system_error>
#include <utility>
#include <vector>

#include "core/base/printing.h"
#include "core/input/standard_input.h"
#include "core/report/output/score_spool.h"
#include "core/score/delivery.h"
#include "core/score/group_sums.h"
#include "core/score/metric_labels.h"
#include "mtgauge/output.h"

namespace mtgauge {
namespace {

std::string_view BaseName(std::string_view path) { return path.substr(path.rfind('/') + 1); }

std::string_view WithoutSuffix(std::string_view name, std::string_view suffix) {
  if (name.size() > suffix.size() && name.ends_with(suffix)) name.remove_suffix(suffix.size());
  return name;
}

// The folder of the score files. If it was made here and is empty at the end, it is removed.
class Folder {
 public:
  static Result<Folder> Make(const std::string& path) {
    const bool made = mkdir(path.c_str(), 0777) == 0;
    struct stat about;
    const int error = errno;
    if (!made && (error != EEXIST || stat(path.c_str(), &about) != 0 || !S_ISDIR(about.st_mode))) {
      return IoError(
          {.file = path, .option = "output", .named = true},
          fmt::format("cannot write into {}: {}", path, std::generic_category().message(error)),
          "name a folder with `output`");
    }
    return Folder(path, made);
  }
  Folder(Folder&& other) noexcept
      : path_(std::move(other.path_)), made_(std::exchange(other.made_, false)) {}
  Folder& operator=(Folder&&) = delete;
  ~Folder() {
    if (made_) rmdir(path_.c_str());  // fails, as intended, if the folder is not empty
  }
  const std::string& path() const { return path_; }

 private:
  Folder(std::string path, bool made) : path_(std::move(path)), made_(made) {}

  std::string path_;
  bool made_;
};

struct Names {
  std::string references;            // "refA.refB"
  std::vector<std::string> systems;  // [system]
  std::vector<std::string> metrics;  // [metric]
};

Status NamelessError() {
  return UsageError(
      {.option = "format"},
      "`format` mtme names its files and systems after the inputs, and standard input (-) has no "
      "name",
      "write it to a file first");
}

Status CheckReference(const std::string& path, const std::string& name) {
  const bool reserved = name == "all" || name == "src";
  if (!name.empty() && name.find_first_of("- \t") == std::string::npos && !reserved) {
    return OkStatus();
  }
  return UsageError(
      {.file = path, .option = "format", .named = true},
      fmt::format(
          "`format` mtme: {} cannot be the reference '{}', since a name may not contain a dash or "
          "a space, or be 'all' or 'src'",
          path, name),
      "give the file a name like en-de.refA.txt");
}

Result<std::string> ReferenceNames(const StreamNames& names) {
  std::set<std::string> seen;
  std::string joined;
  for (size_t r = 0; r < names.refs.size(); ++r) {
    const bool by_file = names.ref_name(r) == names.refs[r];
    const std::string name = by_file ? MtmeReferenceName(names.refs[r]) : names.ref_name(r);
    if (by_file && name == kStandardInputName) return NamelessError();
    MTG_RETURN_IF_ERROR(CheckReference(names.refs[r], name));
    if (!seen.insert(name).second) {
      return UsageError({.option = "format"},
                        fmt::format("`format` mtme: two references are called '{}'", name),
                        "rename one");
    }
    joined += (joined.empty() ? "" : ".") + name;
  }
  return joined;
}

Result<std::vector<std::string>> SystemNames(const std::vector<std::string>& paths) {
  std::vector<std::string> names;
  for (const std::string& path : paths) {
    const std::string name = MtmeSystemName(path);
    if (name == kStandardInputName) return NamelessError();
    if (name.find_first_of(" \t\r\n\f\v") != std::string::npos) {
      return UsageError({.option = "format"},
                        fmt::format("`format` mtme: the system '{}' has a space in its name", name),
                        "rename the file");
    }
    if (std::find(names.begin(), names.end(), name) != names.end()) {
      return UsageError({.option = "format"},
                        fmt::format("`format` mtme: two systems are called '{}'", name),
                        "rename one");
    }
    names.push_back(name);
  }
  return names;
}

Result<Names> MakeNames(const Job& job) {
  Names names;
  MTG_ASSIGN_OR_RETURN(names.references, ReferenceNames(job.names()));
  MTG_ASSIGN_OR_RETURN(names.systems, SystemNames(job.names().hyps));
  names.metrics = MetricLabels(job);
  return names;
}

class MtmeOutput final : public SegmentOutput {
 public:
  MtmeOutput(Folder folder, Names names, const Job& job, Job corpus, bool documents,
             bool unit_scale)
      : folder_(std::move(folder)),
        names_(std::move(names)),
        job_(job),
        corpus_(std::move(corpus)),
        documents_(documents),
        unit_scale_(unit_scale),
        spool_(folder_.path(), names_.systems.size() * names_.metrics.size()),
        of_documents_(job),
        of_systems_(job) {}

  bool WantsRows() const override { return true; }

  Status Take(const Delivery& delivery) override {
    documents_ |= delivery.has_documents;
    for (uint32_t i = 0; i < delivery.count; ++i) {
      MTG_RETURN_IF_ERROR(spool_.Add(delivery.segments[i].scores));
      of_systems_.Add(delivery, i, std::string());
    }
    return documents_ ? AddByDocument(delivery, of_documents_) : OkStatus();
  }

  Status Finish() override {
    for (size_t m = 0; m < names_.metrics.size(); ++m) {
      MTG_RETURN_IF_ERROR(WriteSegments(m));
      if (documents_) MTG_RETURN_IF_ERROR(WriteGroups(m, "doc", of_documents_));
      MTG_RETURN_IF_ERROR(WriteGroups(m, "sys", of_systems_));
    }
    for (Output& file : files_) MTG_RETURN_IF_ERROR(file.Publish());
    return OkStatus();
  }

 private:
  Result<Output> Open(size_t metric, std::string_view level) const {
    const std::string name =
        fmt::format("{}-{}.{}.score", names_.metrics[metric], names_.references, level);
    return Output::Open(folder_.path() + '/' + SafeFileName(name, "._+-:=,"));
  }

  static void AppendLine(const std::string& system, double score, std::string& text) {
    text += system;
    text += '\t';
    AppendDouble(score, text);
    text += '\n';
  }

  Status WriteSegments(size_t metric) {
    MTG_ASSIGN_OR_RETURN(Output file, Open(metric, "seg"));
    std::string text;
    for (size_t s = 0; s < names_.systems.size(); ++s) {
      for (uint64_t run = 0; run < spool_.runs(); ++run) {
        MTG_ASSIGN_OR_RETURN(const std::span<const double> scores,
                             spool_.Read(s * names_.metrics.size() + metric, run));
        text.clear();
        for (const double score : scores) AppendLine(names_.systems[s], score, text);
        MTG_RETURN_IF_ERROR(file.Write(text));
      }
    }
    return Keep(std::move(file));
  }

  Status WriteGroups(size_t metric, std::string_view level, const GroupSums& sums) {
    MTG_ASSIGN_OR_RETURN(Output file, Open(metric, level));
    std::vector<std::vector<double>> scores;  // [group]
    for (size_t group = 0; group < sums.size(); ++group) {
      scores.push_back(sums.Score(group, CorpusMetrics(), unit_scale_).segments.front().scores);
    }
    std::string text;
    for (size_t s = 0; s < names_.systems.size(); ++s) {
      for (const std::vector<double>& of_group : scores) {
        AppendLine(names_.systems[s], of_group[s * names_.metrics.size() + metric], text);
      }
    }
    MTG_RETURN_IF_ERROR(file.Write(text));
    return Keep(std::move(file));
  }

  Status Keep(Output file) {
    MTG_RETURN_IF_ERROR(file.Close());
    files_.push_back(std::move(file));
    return OkStatus();
  }

  // Returns the corpus job's metrics. A metric that learns from the references has done so in the
  // segments' job, so that one is used.
  std::vector<const Metric*> CorpusMetrics() const {
    std::vector<const Metric*> metrics = MetricsOf(corpus_);
    const std::vector<const Metric*> bound = MetricsOf(job_);
    for (size_t m = 0; m < metrics.size(); ++m) {
      if (metrics[m]->NewSurvey() != nullptr) metrics[m] = bound[m];
    }
    return metrics;
  }

  Folder folder_;
  Names names_;
  const Job& job_;
  Job corpus_;
  bool documents_;
  bool unit_scale_;
  ScoreSpool spool_;
  GroupSums of_documents_, of_systems_;
  std::vector<Output> files_;  // complete, but with temporary names
};

}  // namespace

std::string MtmeReferenceName(std::string_view path) {
  std::string_view name = BaseName(path);
  if (const size_t dot = name.rfind('.'); dot != std::string_view::npos && dot > 0) {
    name = name.substr(0, dot);
  }
  return std::string(name.substr(name.rfind('.') + 1));
}

std::string MtmeSystemName(std::string_view path) {
  return std::string(WithoutSuffix(BaseName(path), ".txt"));
}

Result<std::unique_ptr<SegmentOutput>> MakeMtmeOutput(const std::string& folder, const Job& job,
                                                      const JobOptions& corpus, bool documents,
                                                      bool unit_scale) {
  if (folder.empty()) {
    return UsageError({.option = "output"}, "`format` mtme writes several files",
                      "name their folder with `output` FOLDER");
  }
  if (job.options().on_invalid == OnInvalid::kSkip) {
    return UsageError({.option = "on-invalid"}, "`format` mtme needs a score for every segment",
                      "use `on-invalid` replace instead of skip");
  }
  MTG_ASSIGN_OR_RETURN(Names names, MakeNames(job));
  MTG_ASSIGN_OR_RETURN(Job corpus_job, Job::Make(corpus, job.names()));
  MTG_ASSIGN_OR_RETURN(Folder made, Folder::Make(folder));
  return std::make_unique<MtmeOutput>(std::move(made), std::move(names), job, std::move(corpus_job),
                                      documents, unit_scale);
}

}  // namespace mtgauge
