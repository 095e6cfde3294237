// From settings to a Comparison.
#include "cli/comparing.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "cli/console.h"
#include "cli/group_report.h"
#include "cli/group_run.h"
#include "cli/outside_scores.h"
#include "cli/scoring.h"
#include "core/base/suggest.h"
#include "core/input/unit_table.h"
#include "core/score/system_names.h"
#include "core/stats/row_store.h"

namespace mtgauge {
namespace {

// Keeps the rows of every system and metric of a job as they are delivered.
class RowKeeper {
 public:
  explicit RowKeeper(const Job& job) : job_(job) {
    for (size_t s = 0; s < job.names().hyps.size(); ++s) {
      for (const uint32_t width : job.widths()) stores_.emplace_back(width);
    }
  }

  // Must not outlive the keeper.
  Sink MakeSink() {
    Sink sink;
    sink.want_rows = true;
    sink.deliver = [this](const Delivery& delivery) {
      kept_of_delivery_.clear();
      for (uint32_t i = 0; i < delivery.count; ++i) {
        skipped_.push_back(!delivery.excluded.empty() && delivery.excluded[i] != 0);
        if (!skipped_.back()) kept_of_delivery_.push_back(i);
      }
      Keep(delivery, kept_of_delivery_);
      return absl::OkStatus();
    };
    return sink;
  }

  // These segments of the delivery, by rising number.
  void Keep(const Delivery& delivery, std::span<const uint32_t> segments) {
    for (const uint32_t i : segments) {
      const auto all = static_cast<uint32_t>(job_.names().refs.size());
      const uint32_t references = delivery.references.empty() ? all : delivery.references[i];
      min_refs_ = std::min(min_refs_, references);
      max_refs_ = std::max(max_refs_, references);
      if (delivery.documents.empty()) continue;
      const auto next = static_cast<uint32_t>(documents_.size());
      const auto document = documents_.try_emplace(delivery.documents[i], next).first;
      document_of_segment_.push_back(document->second);
    }
    for (size_t cell = 0; cell < stores_.size(); ++cell) {
      stores_[cell].Add(kept_, KeptRows(delivery, segments, cell));
    }
    kept_ += segments.size();
  }

  // [metric][system]
  std::vector<std::vector<RowStore>> TakeRows() {
    const size_t metrics = job_.widths().size();
    std::vector<std::vector<RowStore>> rows(metrics);
    for (size_t cell = 0; cell < stores_.size(); ++cell) {
      stores_[cell].Finish();
      rows[cell % metrics].push_back(std::move(stores_[cell]));
    }
    return rows;
  }
  // How many references the kept segments have, as signatures say it.
  std::string references() const {
    return min_refs_ == max_refs_ ? std::to_string(max_refs_) : "var";
  }
  uint64_t kept() const { return kept_; }
  const std::vector<bool>& skipped() const { return skipped_; }
  // Of the kept segments; empty where the inputs do not tell.
  const std::vector<uint32_t>& document_of_segment() const { return document_of_segment_; }

 private:
  std::span<const int64_t> KeptRows(const Delivery& delivery, std::span<const uint32_t> segments,
                                    size_t cell) {
    const std::span<const int64_t> rows = delivery.rows[cell];
    if (segments.size() == delivery.count) return rows;
    const size_t width = job_.widths()[cell % job_.widths().size()];
    buffer_.clear();
    for (const uint32_t i : segments) {
      const auto row = rows.subspan(i * width, width);
      buffer_.insert(buffer_.end(), row.begin(), row.end());
    }
    return buffer_;
  }

  const Job& job_;
  std::vector<RowStore> stores_;  // [system * metrics + metric]
  std::vector<bool> skipped_;
  std::map<std::string, uint32_t> documents_;
  std::vector<uint32_t> document_of_segment_;
  uint64_t kept_ = 0;
  uint32_t min_refs_ = UINT32_MAX, max_refs_ = 0;
  std::vector<uint32_t> kept_of_delivery_;
  std::vector<int64_t> buffer_;
};

absl::StatusOr<uint32_t> FindBaseline(const std::string& name,
                                      const std::vector<NamedFiles>& systems) {
  const absl::StatusOr<std::optional<size_t>> found =
      FindSystem(name, std::span<const NamedFiles>(systems));
  if (!found.ok()) return UsageError("--baseline: " + std::string(found.status().message()));
  if (*found) return static_cast<uint32_t>(**found);
  std::vector<std::string_view> known;
  for (const NamedFiles& system : systems) known.push_back(system.name);
  return UsageError(
      fmt::format("--baseline: no system '{}' (known: {})", name, JoinChoices(known)));
}

// The unit of every segment of the input; none without a file.
absl::StatusOr<std::vector<uint32_t>> ReadUnits(const std::string& file, size_t segments) {
  if (file.empty()) return std::vector<uint32_t>();
  MTG_ASSIGN_OR_RETURN(UnitTable table, ReadUnitTable(file, 0));
  if (table.unit_of_segment.size() == segments) return std::move(table.unit_of_segment);
  return InputError(fmt::format("{}: {} lines for {} segments; give one line per segment", file,
                                table.unit_of_segment.size(), segments));
}

// What the files tell of segments that are compared.
struct UnitFiles {
  std::vector<uint32_t> documents, strata;  // [segment of the input]; empty: there is no file
};

absl::StatusOr<UnitFiles> ReadUnitFiles(const LowArgs& args, size_t segments) {
  UnitFiles files;
  MTG_ASSIGN_OR_RETURN(files.documents, ReadUnits(args.documents, segments));
  MTG_ASSIGN_OR_RETURN(files.strata, ReadUnits(args.strata, segments));
  return files;
}

// Numbers without gaps, by first appearance, for the units of the segments that were not skipped.
std::vector<uint32_t> DenseUnits(const std::vector<uint32_t>& all,
                                 const std::vector<bool>& skipped) {
  std::unordered_map<uint32_t, uint32_t> dense;
  std::vector<uint32_t> units;
  for (size_t i = 0; i < all.size(); ++i) {
    if (skipped[i]) continue;
    const auto next = static_cast<uint32_t>(dense.size());
    units.push_back(dense.emplace(all[i], next).first->second);
  }
  return units;
}

// What is compared, and what it refers to.
struct Material {
  std::optional<Job> job;
  std::vector<std::unique_ptr<Metric>> outside_metrics;
  CompareInput input;
  Report report;                              // of the texts; empty without
  std::vector<bool> skipped;                  // [segment of the input]
  std::vector<uint32_t> document_of_segment;  // as the texts tell; empty: they do not
};

// The systems by the names that their files give them; those of --system have one already.
absl::StatusOr<std::vector<NamedFiles>> NameSystems(const ComparingSettings& settings,
                                                    const Texts& texts) {
  std::vector<NamedFiles> systems;
  size_t file = 0, column = 0;
  for (const NamedFiles& system : settings.systems) {
    // Those of -i are called by their file.
    const bool by_file = system.name == settings.texts->names.hyps[file];
    if (by_file) {
      for (size_t left = texts.systems_of_file[file++]; left > 0; --left) {
        systems.push_back({texts.names.hyps[column++], system.files});
      }
      continue;
    }
    for (const std::string& path : system.files) {
      const size_t held = texts.systems_of_file[file++];
      column += held;
      if (held == 1) continue;
      return UsageError(fmt::format("--system {}: {} holds {} systems; name it with -i",
                                    system.name, path, held));
    }
    systems.push_back(system);
  }
  std::set<std::string_view> names;
  for (const NamedFiles& system : systems) {
    if (names.insert(system.name).second) continue;
    return UsageError(fmt::format("the system '{}' is given twice; name each once", system.name));
  }
  return systems;
}

// Makes the job over what the files turn out to hold.
absl::StatusOr<Texts> AddJob(const ScoringSettings& settings, const Program& program,
                             Material& material) {
  MTG_ASSIGN_OR_RETURN(material.job, Job::Make(settings.job, settings.names));
  MTG_ASSIGN_OR_RETURN(Texts texts, OpenTexts(settings, program));
  material.job->SetNames(texts.names);
  return texts;
}

absl::Status AddTexts(std::vector<std::unique_ptr<Source>> sources, const LowArgs& args,
                      const Program& program, Material& material) {
  MTG_ASSIGN_OR_RETURN(KeptScores kept, ScoreKeepingRows(*material.job, [&](const Sink& sink) {
                         return RunJob(*material.job, std::move(sources), args, program, sink);
                       }));
  material.document_of_segment = std::move(kept.document_of_segment);
  material.input.metrics = std::move(kept.metrics);
  material.report = std::move(kept.report);
  material.skipped = std::move(kept.skipped);
  return absl::OkStatus();
}

// Of matched scores.
absl::Status AddOutsideScores(OutsideScores scores, bool drop_missing, Material& material) {
  MTG_ASSIGN_OR_RETURN(OutsideMetric made,
                       MakeOutsideMetric(std::move(scores), material.skipped, drop_missing,
                                         material.report.warnings));
  material.outside_metrics.push_back(std::move(made.metric));
  material.input.metrics.push_back(std::move(made.compared));
  return absl::OkStatus();
}

absl::Status AddUnits(const LowArgs& args, const UnitFiles& files, Material& material) {
  CompareInput& input = material.input;
  input.document_of_segment = DenseUnits(files.documents, material.skipped);
  input.stratum_of_segment = DenseUnits(files.strata, material.skipped);
  if (args.unit != Unit::kDocument || !args.documents.empty()) return absl::OkStatus();
  if (material.document_of_segment.empty()) {
    return UsageError("--unit document: name the file that tells documents, --documents FILE");
  }
  input.document_of_segment = std::move(material.document_of_segment);
  return absl::OkStatus();
}

// A group's rows under every metric of its pass.
struct KeptGroup {
  std::vector<ComparedMetric> metrics;
  std::vector<uint32_t> document_of_segment;
};

// All groups of a finished or running comparison by group.
struct KeptGroups {
  std::vector<KeptGroup> groups;  // as the run lists them
  std::vector<bool> skipped;      // [segment of the input]
  Report total;                   // warnings and counts
};

KeptGroup FinishGroup(const Job& job, RowKeeper keeper) {
  KeptGroup group;
  if (keeper.kept() == 0) return group;
  std::vector<std::vector<RowStore>> rows = keeper.TakeRows();
  for (size_t m = 0; m < rows.size(); ++m) {
    ComparedMetric metric = DescribeMetric(job, m, keeper.references());
    metric.rows = std::move(rows[m]);
    group.metrics.push_back(std::move(metric));
  }
  group.document_of_segment = keeper.document_of_segment();
  return group;
}

// Takes one delivery apart by group; `at` is the next segment of the input.
void KeepByGroup(const GroupRun& run, size_t pass, const Delivery& delivery, uint64_t& at,
                 std::map<uint32_t, RowKeeper>& keepers, std::vector<bool>& skipped) {
  const std::vector<uint32_t>& units = run.groups().unit_of_segment;
  std::map<uint32_t, std::vector<uint32_t>> kept;
  for (uint32_t i = 0; i < delivery.count; ++i, ++at) {
    while (run.pass_of(units[at]) != pass) ++at;
    skipped[at] = !delivery.excluded.empty() && delivery.excluded[i] != 0;
    std::vector<uint32_t>& of_group = kept[units[at]];
    if (!skipped[at]) of_group.push_back(i);
  }
  for (const auto& [group, segments] : kept) {
    keepers.try_emplace(group, run.job(pass)).first->second.Keep(delivery, segments);
  }
}

absl::StatusOr<KeptGroups> KeepGroups(GroupRun& run) {
  KeptGroups kept;
  kept.groups.resize(run.groups().names.size());
  kept.skipped.resize(run.groups().unit_of_segment.size());
  for (size_t pass = 0; pass < run.passes(); ++pass) {
    std::map<uint32_t, RowKeeper> keepers;
    uint64_t at = 0;
    Sink sink;
    sink.want_rows = true;
    sink.deliver = [&](const Delivery& delivery) {
      KeepByGroup(run, pass, delivery, at, keepers, kept.skipped);
      return absl::OkStatus();
    };
    MTG_ASSIGN_OR_RETURN(Report report, run.Score(pass, sink));
    AddPass(std::move(report), kept.total);
    for (auto& [group, keeper] : keepers) {
      kept.groups[group] = FinishGroup(run.job(pass), std::move(keeper));
    }
  }
  return kept;
}

// The warnings of all groups: one for all groups that have the same, in the words of the first.
class GroupWarnings {
 public:
  void Add(const std::string& group, std::vector<Warning> warnings) {
    std::map<std::pair<std::string, std::string>, size_t> repeated;  // within the group
    for (Warning& warning : warnings) {
      const size_t which = repeated[{warning.code, warning.system}]++;
      const auto [found, is_new] =
          places_.try_emplace({warning.code, warning.system, which}, seen_.size());
      if (is_new) seen_.push_back({std::move(warning), group, 0});
      ++seen_[found->second].groups;
    }
  }

  void AddTo(const std::string& by, std::vector<Warning>& out) && {
    for (Seen& seen : seen_) {
      const std::string more = seen.groups == 1 ? "" : fmt::format(" and {} more", seen.groups - 1);
      seen.first.message = fmt::format("{} '{}'{}: {}", by, seen.group, more, seen.first.message);
      out.push_back(std::move(seen.first));
    }
  }

 private:
  struct Seen {
    Warning first;
    std::string group;  // of the first
    size_t groups;
  };
  std::vector<Seen> seen_;
  std::map<std::tuple<std::string, std::string, size_t>, size_t> places_;
};

// Puts the comparison of a group behind those before.
void AddGroup(const std::string& group, Comparison from, Comparison& into) {
  for (MetricComparison& metric : from.metrics) {
    metric.group = group;
    into.metrics.push_back(std::move(metric));
  }
  into.options = from.options;
  into.segments += from.segments;
  into.documents += from.documents;
  into.strata += from.strata;
}

// What is compared whichever segments are: the systems, and what is told of all segments.
struct Compared {
  const std::vector<NamedFiles>& systems;
  std::vector<OutsideScores> outside;  // matched
  UnitFiles units;
  const CompareOptions& options;
};

// The elements of some segments, of all segments' or of none.
template <typename Value>
std::vector<Value> Pick(const std::vector<Value>& all, std::span<const uint32_t> segments) {
  std::vector<Value> picked;
  if (all.empty()) return picked;
  for (const uint32_t segment : segments) picked.push_back(all[segment]);
  return picked;
}

OutsideScores PickScores(const OutsideScores& all, std::span<const uint32_t> segments) {
  OutsideScores picked{all.name, all.lower_is_better, {}};
  for (const OutsideScores::Column& column : all.columns) {
    picked.columns.push_back({column.file, column.system, Pick(column.values, segments)});
  }
  return picked;
}

// The group of these segments alone, as if nothing else were there.
absl::StatusOr<Comparison> CompareGroup(std::span<const uint32_t> segments, KeptGroup group,
                                        const std::vector<bool>& skipped, const Compared& compared,
                                        const LowArgs& args, const Program& program) {
  Material material;
  for (const NamedFiles& system : compared.systems) {
    material.input.systems.push_back(system.name);
    material.input.runs_of_system.push_back(static_cast<uint32_t>(system.files.size()));
  }
  material.input.metrics = std::move(group.metrics);
  material.document_of_segment = std::move(group.document_of_segment);
  material.skipped = Pick(skipped, segments);
  for (const OutsideScores& scores : compared.outside) {
    MTG_RETURN_IF_ERROR(
        AddOutsideScores(PickScores(scores, segments), args.drop_missing, material));
  }
  const UnitFiles units = {Pick(compared.units.documents, segments),
                           Pick(compared.units.strata, segments)};
  MTG_RETURN_IF_ERROR(AddUnits(args, units, material));
  MTG_ASSIGN_OR_RETURN(Comparison comparison,
                       RunComparison(material.input, compared.options, args, program));
  comparison.warnings.insert(comparison.warnings.begin(), material.report.warnings.begin(),
                             material.report.warnings.end());
  return comparison;
}

// A score that is missing is told by its segment of the input, before any group is looked at.
absl::Status CheckComplete(const std::vector<OutsideScores>& outside,
                           const std::vector<bool>& skipped, bool drop_missing) {
  for (const OutsideScores& scores : outside) {
    MTG_RETURN_IF_ERROR(FindMissing(scores, skipped, drop_missing).status());
  }
  return absl::OkStatus();
}

// [group][its segments in the order of the input]
std::vector<std::vector<uint32_t>> SegmentsOfGroups(const UnitTable& groups) {
  std::vector<std::vector<uint32_t>> segments(groups.names.size());
  for (size_t i = 0; i < groups.unit_of_segment.size(); ++i) {
    segments[groups.unit_of_segment[i]].push_back(static_cast<uint32_t>(i));
  }
  return segments;
}

absl::StatusOr<Comparison> CompareByGroup(const ScoringSettings& settings, Texts texts,
                                          Compared compared, const LowArgs& args,
                                          const Program& program) {
  MTG_ASSIGN_OR_RETURN(GroupRun run,
                       GroupRun::Prepare(settings, std::move(texts), true, args, program));
  MTG_ASSIGN_OR_RETURN(KeptGroups kept, KeepGroups(run));
  for (OutsideScores& scores : compared.outside) {
    MTG_RETURN_IF_ERROR(MatchSystems(compared.systems, kept.skipped.size(), scores));
  }
  MTG_RETURN_IF_ERROR(CheckComplete(compared.outside, kept.skipped, args.drop_missing));
  MTG_ASSIGN_OR_RETURN(compared.units, ReadUnitFiles(args, kept.skipped.size()));
  const std::vector<std::vector<uint32_t>> segments = SegmentsOfGroups(run.groups());
  Comparison all;
  all.by = settings.by.field;
  all.skipped = kept.total.skipped;
  all.replaced = kept.total.replaced;
  all.warnings = std::move(kept.total.warnings);
  GroupWarnings warnings;
  std::vector<std::string> skipped;
  for (uint32_t group = 0; group < kept.groups.size(); ++group) {
    const std::string& name = run.groups().names[group];
    if (kept.groups[group].metrics.empty()) {
      skipped.push_back(name);
      continue;
    }
    MTG_ASSIGN_OR_RETURN(Comparison one,
                         CompareGroup(segments[group], std::move(kept.groups[group]), kept.skipped,
                                      compared, args, program));
    warnings.Add(name, std::move(one.warnings));
    AddGroup(name, std::move(one), all);
  }
  if (!skipped.empty()) all.warnings.push_back(SkippedGroupsWarning(skipped));
  std::move(warnings).AddTo(all.by, all.warnings);
  return all;
}

}  // namespace

absl::StatusOr<KeptScores> ScoreKeepingRows(
    const Job& job, const std::function<absl::StatusOr<Report>(const Sink&)>& score) {
  RowKeeper keeper(job);
  KeptScores kept;
  MTG_ASSIGN_OR_RETURN(kept.report, score(keeper.MakeSink()));
  std::vector<std::vector<RowStore>> rows = keeper.TakeRows();
  for (size_t m = 0; m < rows.size(); ++m) {
    ComparedMetric metric = DescribeMetric(job, m, std::to_string(job.names().refs.size()));
    metric.signature = kept.report.systems.front().scores[m].signature;
    metric.rows = std::move(rows[m]);
    kept.metrics.push_back(std::move(metric));
  }
  kept.skipped = keeper.skipped();
  kept.document_of_segment = keeper.document_of_segment();
  return kept;
}

absl::StatusOr<Comparison> RunComparison(const CompareInput& input, const CompareOptions& options,
                                         const LowArgs& args, const Program& program) {
  ProgressLine line("resampling", !args.quiet);
  return Compare(input, options, MakeSchedule(args, program),
                 [&](double share) { line.Show(share); });
}

absl::StatusOr<Comparison> CompareSystems(const ComparingSettings& settings, const LowArgs& args,
                                          const Program& program) {
  MTG_ASSIGN_OR_RETURN(
      std::vector<OutsideScores> outside,
      ReadOutsideScores(args.scores, settings.texts.has_value() || !args.documents.empty() ||
                                         !args.strata.empty()));
  std::vector<NamedFiles> systems =
      settings.systems.empty() ? SystemsOf(outside.front()) : settings.systems;
  Material material;
  CompareInput& input = material.input;
  Texts texts;
  if (settings.texts) {
    MTG_ASSIGN_OR_RETURN(texts, AddJob(*settings.texts, program, material));
    MTG_ASSIGN_OR_RETURN(systems, NameSystems(settings, texts));
  }
  for (const NamedFiles& system : systems) {
    input.systems.push_back(system.name);
    input.runs_of_system.push_back(static_cast<uint32_t>(system.files.size()));
  }
  CompareOptions options = settings.options;
  if (args.baseline) {
    MTG_ASSIGN_OR_RETURN(options.baseline, FindBaseline(*args.baseline, systems));
  }
  if (args.gate && systems.size() < 2) {
    return UsageError("--gate: there is nothing but the baseline; name another system with -i");
  }

  if (settings.texts && !settings.texts->by.field.empty()) {
    return CompareByGroup(*settings.texts, std::move(texts),
                          {systems, std::move(outside), {}, options}, args, program);
  }
  if (settings.texts) {
    MTG_RETURN_IF_ERROR(AddTexts(std::move(texts.sources), args, program, material));
  } else {
    material.skipped.resize(outside.front().columns.front().values.size());
  }
  for (OutsideScores& scores : outside) {
    MTG_RETURN_IF_ERROR(MatchSystems(systems, material.skipped.size(), scores));
    MTG_RETURN_IF_ERROR(AddOutsideScores(std::move(scores), args.drop_missing, material));
  }
  MTG_ASSIGN_OR_RETURN(const UnitFiles units, ReadUnitFiles(args, material.skipped.size()));
  MTG_RETURN_IF_ERROR(AddUnits(args, units, material));

  MTG_ASSIGN_OR_RETURN(Comparison comparison, RunComparison(input, options, args, program));
  const Report& report = material.report;
  comparison.skipped = report.skipped;
  comparison.replaced = report.replaced;
  comparison.warnings.insert(comparison.warnings.begin(), report.warnings.begin(),
                             report.warnings.end());
  return comparison;
}

}  // namespace mtgauge
