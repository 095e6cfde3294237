// The steps of a comparison.
#include "parallel/compare/plan.h"

#include <absl/strings/ascii.h>
#include <fmt/format.h>

#include <cstddef>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "core/base/suggest.h"
#include "core/input/formats/format.h"
#include "core/input/tables/judgement_table.h"
#include "core/request/metrics.h"
#include "core/score/system_names.h"
#include "parallel/compare/equal_length.h"
#include "parallel/compare/stored_rows.h"
#include "parallel/significance/kept_rows.h"

namespace mtgauge {
namespace {

constexpr const char* kLengthMetric = "lenratio";  // its rows begin with the length of the output

Result<uint32_t> FindBaseline(const std::string& name, const std::vector<NamedFiles>& systems) {
  const Result<std::optional<size_t>> found =
      FindSystem(name, std::span<const NamedFiles>(systems));
  if (!found.ok()) {
    const Error& error = found.status().error();
    return UsageError({.option = "baseline"}, "`baseline`: " + error.what, error.remedy);
  }
  if (*found) return static_cast<uint32_t>(**found);
  std::vector<std::string_view> known;
  for (const NamedFiles& system : systems) known.push_back(system.name);
  return UsageError({.option = "baseline"},
                    fmt::format("`baseline`: no system '{}' (known: {})", name, JoinChoices(known)),
                    "");
}

// Names systems that have no name by the names in their files.
Result<std::vector<NamedFiles>> NameSystems(const CompareSettings& settings, const Texts& texts) {
  if (settings.texts->texts.columns) return settings.systems;
  std::vector<NamedFiles> systems;
  size_t file = 0, column = 0;
  for (const NamedFiles& system : settings.systems) {
    if (!system.name.empty()) {
      systems.push_back(system);
      file += system.files.size();
      column += system.files.size();
      continue;
    }
    for (size_t left = texts.systems_of_file()[file++]; left > 0; --left) {
      systems.push_back({texts.names().hyps[column++], system.files});
    }
  }
  std::set<std::string_view> names;
  for (const NamedFiles& system : systems) {
    if (names.insert(system.name).second) continue;
    return UsageError(fmt::format("the system '{}' is given twice", system.name), "name each once");
  }
  return systems;
}

// Returns a sink that delivers to two others.
Sink Both(const Sink& first, const Sink& second) {
  Sink both = second;
  both.want_rows |= first.want_rows;
  both.deliver = [&first, &second](const Delivery& delivery) -> Status {
    MTG_RETURN_IF_ERROR(first.deliver(delivery));
    return second.deliver(delivery);
  };
  return both;
}

// Leaves rows in their files if possible, and otherwise keeps them in memory.
Result<KeptScores> KeepRows(Job& job, Texts& texts, const CompareSettings& settings,
                            const RunOptions& run, const Sink* beside, SegmentOrder& order) {
  if (beside == nullptr) {
    MTG_ASSIGN_OR_RETURN(std::optional<KeptScores> stored,
                         ScoreStoredRows(job, texts, settings, run));
    if (stored) return std::move(*stored);
  }
  return ScoreKeepingRows(job, [&](const Sink& sink) {
    const Sink all = beside == nullptr ? sink : Both(sink, *beside);
    return ScoreAll(job, texts, run, order.Watch(all));
  });
}

// Returns true if other inputs identify segments by their order, so that outside scores must be in
// that order.
bool IsOrdered(const CompareSettings& settings) {
  return settings.texts.has_value() || !settings.request.documents.empty() ||
         !settings.request.strata.empty() || settings.groups.OfFile() != nullptr;
}

// Reads each file once, since it may be a pipe.
Status ReadScores(const CompareSettings& settings, ComparePlan::Opened& opened) {
  std::vector<std::string> contents;
  bool tables = !IsOrdered(settings) && !settings.scores.empty();
  for (const OutsideFiles& scores : settings.scores) {
    for (const std::string& file : scores.files) {
      MTG_ASSIGN_OR_RETURN(contents.emplace_back(), ReadTable(file));
      tables = tables && HasSystemOnEachLine(contents.back());
    }
  }
  if (!tables) {
    MTG_ASSIGN_OR_RETURN(opened.outside,
                         ParseOutsideScores(settings.scores, contents, IsOrdered(settings)));
    return OkStatus();
  }
  MTG_ASSIGN_OR_RETURN(
      ScoreTables read,
      JoinScoreTables(settings.scores, contents, settings.request.language_pair, opened.warnings));
  opened.outside = std::move(read.metrics);
  opened.segments = std::move(read.segments);
  return OkStatus();
}

// Checks that no label of scores is the name of a metric that is computed, too.
Status CheckLabels(const std::vector<OutsideFiles>& scores, const Job& job) {
  for (const OutsideFiles& outside : scores) {
    const std::string label = absl::AsciiStrToLower(outside.metric);
    for (const MadeMetric& made : job.metrics()) {
      for (const std::string& name : {made.spec, std::string(made.row->name), made.Title()}) {
        if (label != absl::AsciiStrToLower(name)) continue;
        return UsageError(
            {.option = "scores"},
            fmt::format("`scores` {}: {} is computed here, too", outside.metric, made.Title()),
            "give the scores another name, or choose other metrics with `metrics`");
      }
    }
  }
  return OkStatus();
}

}  // namespace

Result<ComparePlan> ComparePlan::Make(const CompareRequest& request, bool shows_texts) {
  ComparePlan plan;
  MTG_ASSIGN_OR_RETURN(static_cast<CompareSettings&>(plan), ResolveComparing(request, shows_texts));
  if (std::optional<TextSettings>& texts = plan.texts) {
    MTG_ASSIGN_OR_RETURN(plan.record, RecordOf(*texts));
    if (const MetricRow* row = FindUnranked(texts->job.metrics); row != nullptr && request.gate) {
      return UsageError({.option = "gate"},
                        fmt::format("`gate`: {} has no better and worse", row->name),
                        "leave out the metric, or `gate`");
    }
    if (plan.request.length_controlled) MTG_RETURN_IF_ERROR(plan.MeasureLengths());
    MTG_ASSIGN_OR_RETURN(plan.job, MakeJob(texts->job, texts->names, request));
    MTG_RETURN_IF_ERROR(CheckLabels(plan.scores, *plan.job));
  }
  return plan;
}

Status ComparePlan::MeasureLengths() {
  MTG_ASSIGN_OR_RETURN(JobOptions as_segments,
                       ResolveMetrics(request, request, Level::kSegment, texts->job.rows));
  MTG_ASSIGN_OR_RETURN(of_segments, MakeJob(as_segments, texts->names, RunOptions()));
  texts->job.metrics.emplace_back(kLengthMetric);
  return OkStatus();
}

Result<CompareOptions> ComparePlan::OptionsOf(const std::vector<NamedFiles>& named) const {
  CompareOptions resolved = options;
  if (request.baseline) {
    MTG_ASSIGN_OR_RETURN(resolved.baseline, FindBaseline(*request.baseline, named));
  }
  if (request.gate && named.size() < 2) {
    return UsageError({.option = "gate"}, "`gate`: there is no system besides the baseline",
                      "name one with `input`");
  }
  const std::pair<bool, std::string> of_pairs[] = {
      {request.plan > 0, "plan"}, {request.length_controlled, "length-controlled"}};
  for (const auto& [given, option] : of_pairs) {
    if (!given || named.size() > 1) continue;
    return UsageError({.option = option},
                      fmt::format("`{}` is about pairs of systems, but there is only one", option),
                      "name another with `input`, or leave it out");
  }
  return resolved;
}

Result<ComparePlan::Opened> ComparePlan::Open() {
  Opened opened;
  MTG_RETURN_IF_ERROR(ReadScores(*this, opened));
  opened.systems = systems.empty() ? SystemsOf(opened.outside.front()) : systems;
  NameByFiles(opened.systems);
  if (texts) {
    MTG_ASSIGN_OR_RETURN(opened.texts, Texts::Open(*texts, request));
    job->SetNames(opened.texts.names());
    MTG_ASSIGN_OR_RETURN(opened.systems, NameSystems(*this, opened.texts));
  }
  MTG_ASSIGN_OR_RETURN(opened.options, OptionsOf(opened.systems));
  return opened;
}

Status ComparePlan::AddTexts(Opened& opened, const Sink* beside, Material& material) {
  SegmentOrder order(opened.outside);
  MTG_ASSIGN_OR_RETURN(KeptScores kept,
                       KeepRows(*job, opened.texts, *this, request, beside, order));
  MTG_RETURN_IF_ERROR(order.Apply(opened.outside));
  material.documents = std::move(kept.documents);
  material.input.metrics = std::move(kept.metrics);
  material.report = std::move(kept.report);
  material.skipped = std::move(kept.skipped);
  if (request.length_controlled) TakeLengths(material);
  return OkStatus();
}

Result<Material> ComparePlan::Gather(Opened opened, const Sink* beside) {
  Material material;
  AddSystems(opened.systems, material.input);
  MTG_RETURN_IF_ERROR(AddTexts(opened, beside, material));
  for (OutsideScores& outside : opened.outside) {
    MTG_RETURN_IF_ERROR(MatchSystems(opened.systems, material.skipped.size(), outside));
  }
  MTG_ASSIGN_OR_RETURN(material.units, ReadUnitFiles(*this, material.skipped.size()));
  if (!opened.outside.empty()) {
    MTG_RETURN_IF_ERROR(CheckDocuments(*this, material.units.documents, DocumentsOfTexts(material),
                                       opened.outside));
  }
  for (OutsideScores& outside : opened.outside) {
    MTG_RETURN_IF_ERROR(AddOutsideScores(std::move(outside), request.drop_missing, material));
  }
  MTG_RETURN_IF_ERROR(AddUnits(*this, material.units, material));
  return material;
}

Result<Comparison> ComparePlan::Compare(const Material& material,
                                        const CompareOptions& tested) const {
  MTG_ASSIGN_OR_RETURN(Comparison comparison, RunComparison(material.input, tested, request));
  if (of_segments) {
    MTG_RETURN_IF_ERROR(AddEqualLengths(material, *of_segments, tested, request, comparison));
  }
  comparison.skipped = material.report.skipped;
  comparison.replaced = material.report.replaced;
  comparison.warnings.insert(comparison.warnings.begin(), material.report.warnings.begin(),
                             material.report.warnings.end());
  return comparison;
}

}  // namespace mtgauge
