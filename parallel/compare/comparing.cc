// From a request to a Comparison: texts are scored with their rows kept, outside scores and units
// are read and put beside them, and the engine compares.
#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/suggest.h"
#include "core/report/gate/gate.h"
#include "core/score/system_names.h"
#include "mtgauge/compare.h"
#include "parallel/compare/by_group.h"
#include "parallel/compare/kept_rows.h"
#include "parallel/compare/material.h"
#include "parallel/compare/settings.h"
#include "parallel/compare/shared_sums.h"
#include "parallel/compare/stored_rows.h"
#include "parallel/score/texts.h"

namespace mtgauge {
namespace {

absl::StatusOr<uint32_t> FindBaseline(const std::string& name,
                                      const std::vector<NamedFiles>& systems) {
  const absl::StatusOr<std::optional<size_t>> found =
      FindSystem(name, std::span<const NamedFiles>(systems));
  if (!found.ok()) {
    const Error error = ErrorOf(found.status());
    return UsageError({.option = "baseline"}, "`baseline`: " + error.what, error.remedy);
  }
  if (*found) return static_cast<uint32_t>(**found);
  std::vector<std::string_view> known;
  for (const NamedFiles& system : systems) known.push_back(system.name);
  return UsageError({.option = "baseline"},
                    fmt::format("`baseline`: no system '{}' (known: {})", name, JoinChoices(known)),
                    "");
}

// The systems by the names that their files give them; those of --system have one already.
absl::StatusOr<std::vector<NamedFiles>> NameSystems(const CompareSettings& settings,
                                                    const Texts& texts) {
  if (settings.texts->columns) return settings.systems;
  std::vector<NamedFiles> systems;
  size_t file = 0, column = 0;
  for (const NamedFiles& system : settings.systems) {
    // Those of -i are called by their file.
    const bool by_file = system.name == settings.texts->names.hyps[file];
    if (by_file) {
      for (size_t left = texts.systems_of_file()[file++]; left > 0; --left) {
        systems.push_back({texts.names().hyps[column++], system.files});
      }
      continue;
    }
    for (const std::string& path : system.files) {
      const size_t held = texts.systems_of_file()[file++];
      column += held;
      if (held == 1) continue;
      return UsageError({.file = path, .option = "system", .named = true},
                        fmt::format("`system` {}: {} holds {} systems", system.name, path, held),
                        "name it with `input`");
    }
    systems.push_back(system);
  }
  std::set<std::string_view> names;
  for (const NamedFiles& system : systems) {
    if (names.insert(system.name).second) continue;
    return UsageError(fmt::format("the system '{}' is given twice", system.name), "name each once");
  }
  return systems;
}

// Rows stay in their files where that is possible, and else in memory.
absl::StatusOr<KeptScores> KeepRows(Job& job, Texts& texts, const CompareSettings& settings,
                                    const RunOptions& run) {
  MTG_ASSIGN_OR_RETURN(std::optional<KeptScores> stored,
                       ScoreStoredRows(job, texts, settings, run));
  if (stored) return std::move(*stored);
  return ScoreKeepingRows(job, [&](const Sink& sink) { return ScoreAll(job, texts, run, sink); });
}

absl::Status AddTexts(Job& job, Texts texts, const CompareSettings& settings, const RunOptions& run,
                      Material& material) {
  MTG_ASSIGN_OR_RETURN(KeptScores kept, KeepRows(job, texts, settings, run));
  material.document_of_segment = std::move(kept.document_of_segment);
  material.input.metrics = std::move(kept.metrics);
  material.report = std::move(kept.report);
  material.skipped = std::move(kept.skipped);
  return absl::OkStatus();
}

// Outside scores are in the order of segments where something else is.
bool IsOrdered(const CompareSettings& settings) {
  return settings.texts.has_value() || !settings.documents.empty() || !settings.strata.empty();
}

}  // namespace

struct CompareRun::Plan {
  CompareRequest request;  // with its defaults filled in
  CompareSettings settings;
  RunRecord record;
  std::optional<Job> job;  // of the texts

  absl::StatusOr<Comparison> Run();
  absl::Status WriteSums(const std::string& file);

 private:
  // What was opened, before any segment is looked at.
  struct Opened {
    std::vector<OutsideScores> outside;
    std::vector<NamedFiles> systems;
    Texts texts;
    CompareOptions options;
  };
  absl::StatusOr<Opened> Open();
  absl::StatusOr<Material> Gather(Opened opened);
  // The systems, and the options with the baseline among them.
  absl::StatusOr<CompareOptions> OptionsOf(const std::vector<NamedFiles>& systems) const;
};

absl::StatusOr<CompareOptions> CompareRun::Plan::OptionsOf(
    const std::vector<NamedFiles>& systems) const {
  CompareOptions options = settings.options;
  if (settings.baseline) {
    MTG_ASSIGN_OR_RETURN(options.baseline, FindBaseline(*settings.baseline, systems));
  }
  if (settings.gate && systems.size() < 2) {
    return UsageError({.option = "gate"}, "`gate`: there is nothing but the baseline",
                      "name another system with `input`");
  }
  return options;
}

absl::StatusOr<CompareRun::Plan::Opened> CompareRun::Plan::Open() {
  Opened opened;
  MTG_ASSIGN_OR_RETURN(opened.outside, ReadOutsideScores(settings.scores, IsOrdered(settings)));
  opened.systems = settings.systems.empty() ? SystemsOf(opened.outside.front()) : settings.systems;
  if (settings.texts) {
    MTG_ASSIGN_OR_RETURN(opened.texts, Texts::Open(*settings.texts, request));
    job->SetNames(opened.texts.names());
    MTG_ASSIGN_OR_RETURN(opened.systems, NameSystems(settings, opened.texts));
  }
  MTG_ASSIGN_OR_RETURN(opened.options, OptionsOf(opened.systems));
  return opened;
}

absl::StatusOr<Material> CompareRun::Plan::Gather(Opened opened) {
  Material material;
  AddSystems(opened.systems, material.input);
  if (settings.texts) {
    MTG_RETURN_IF_ERROR(AddTexts(*job, std::move(opened.texts), settings, request, material));
  } else {
    material.skipped.resize(opened.outside.front().columns.front().values.size());
  }
  for (OutsideScores& scores : opened.outside) {
    MTG_RETURN_IF_ERROR(MatchSystems(opened.systems, material.skipped.size(), scores));
    MTG_RETURN_IF_ERROR(AddOutsideScores(std::move(scores), settings.drop_missing, material));
  }
  MTG_ASSIGN_OR_RETURN(const UnitFiles units, ReadUnitFiles(settings, material.skipped.size()));
  MTG_RETURN_IF_ERROR(AddUnits(settings, units, material));
  return material;
}

absl::StatusOr<Comparison> CompareRun::Plan::Run() {
  if (settings.sharing.blocks) {
    return UsageError({.option = "blocks"}, "`blocks` makes sums for a file, and compares nothing",
                      "leave it out");
  }
  MTG_ASSIGN_OR_RETURN(Opened opened, Open());
  const CompareOptions options = opened.options;
  if (settings.texts && !settings.texts->by.field.empty()) {
    return CompareByGroup(std::move(opened.texts),
                          {settings, opened.systems, std::move(opened.outside), {}, options},
                          request);
  }
  SumsMaker sums;
  if (const std::vector<std::string>& files = settings.sharing.sums; !files.empty()) {
    MTG_ASSIGN_OR_RETURN(sums, ReadSums(files, settings.texts->rows->header(), options));
  }
  MTG_ASSIGN_OR_RETURN(Material material, Gather(std::move(opened)));
  material.input.sums = std::move(sums);
  MTG_ASSIGN_OR_RETURN(Comparison comparison, RunComparison(material.input, options, request));
  comparison.skipped = material.report.skipped;
  comparison.replaced = material.report.replaced;
  comparison.warnings.insert(comparison.warnings.begin(), material.report.warnings.begin(),
                             material.report.warnings.end());
  return comparison;
}

absl::Status CompareRun::Plan::WriteSums(const std::string& file) {
  if (settings.texts == std::nullopt || settings.texts->rows == nullptr) {
    return UsageError({.option = "rows"}, "row files alone are resampled in shares",
                      "make them with `mtgauge rows`, and name them with `rows`");
  }
  MTG_ASSIGN_OR_RETURN(Opened opened, Open());
  const CompareOptions options = opened.options;
  MTG_ASSIGN_OR_RETURN(Material material, Gather(std::move(opened)));
  return WriteShare(settings.texts->rows->header(), std::move(material.input), options,
                    settings.sharing.blocks, request, file);
}

CompareRun::CompareRun(std::unique_ptr<Plan> plan) : plan_(std::move(plan)) {}
CompareRun::CompareRun(CompareRun&&) noexcept = default;
CompareRun& CompareRun::operator=(CompareRun&&) noexcept = default;
CompareRun::~CompareRun() = default;

absl::StatusOr<CompareRun> CompareRun::Make(const CompareRequest& request) {
  auto plan = std::make_unique<Plan>();
  plan->request = request;
  MTG_ASSIGN_OR_RETURN(plan->settings, ResolveComparing(plan->request));
  if (const std::optional<TextSettings>& texts = plan->settings.texts) {
    MTG_ASSIGN_OR_RETURN(plan->record, RecordOf(*texts));
    MTG_ASSIGN_OR_RETURN(plan->job, MakeJob(texts->job, texts->names, request));
  }
  return CompareRun(std::move(plan));
}

const CompareRequest& CompareRun::in_effect() const { return plan_->request; }
const RunRecord& CompareRun::record() const { return plan_->record; }

absl::StatusOr<Comparison> CompareRun::Run() {
  MTG_ASSIGN_OR_RETURN(Comparison comparison, plan_->Run());
  if (plan_->settings.texts) {
    const std::vector<Warning>& warnings = plan_->settings.texts->warnings;
    comparison.warnings.insert(comparison.warnings.begin(), warnings.begin(), warnings.end());
  }
  if (plan_->settings.gate) comparison.gate = GateOf(comparison);
  return comparison;
}

absl::Status CompareRun::WriteSums(const std::string& file) { return plan_->WriteSums(file); }

absl::StatusOr<Comparison> Compare(const CompareRequest& request) {
  MTG_ASSIGN_OR_RETURN(CompareRun run, CompareRun::Make(request));
  return run.Run();
}

}  // namespace mtgauge
