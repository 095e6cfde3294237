// Resolves a comparison request, and checks which options can be combined.
#include "parallel/compare/settings.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string_view>
#include <utility>

#include "core/base/suggest.h"
#include "core/request/conventions.h"
#include "core/request/group_fields.h"
#include "core/request/metrics.h"
#include "core/request/options.h"
#include "core/request/rows.h"
#include "core/significance/conventions.h"
#include "parallel/compare/score_tables.h"

namespace mtgauge {
namespace {

// Lengths are those of texts, of one output of each system.
Status CheckLengths(const CompareRequest& request, const TextInputs& texts,
                    const std::vector<NamedFiles>& systems) {
  if (!request.length_controlled) return OkStatus();
  const auto refused = [](std::string what, std::string remedy) {
    return UsageError({.option = "length-controlled"}, "`length-controlled` " + what,
                      std::move(remedy));
  };
  if (!request.rows.empty()) {
    return refused("needs texts, not row files", "name the texts instead of `rows`");
  }
  if (texts.references.empty() && !texts.columns) {
    return refused("needs texts", "name reference files first, and systems with `input`");
  }
  if (request.drop_missing) {
    return refused("needs all scores, but `missing` is drop-pairwise", "leave one out");
  }
  if (!systems.empty() && systems.front().files.size() > 1) {
    return refused("compares one output of each system", "name one file for each");
  }
  return OkStatus();
}

// `read`: there are texts.
Status CheckScores(const CompareRequest& request, bool read) {
  if (request.drop_missing && request.scores.empty()) {
    return UsageError({.option = "missing"}, "`missing` drop-pairwise needs `scores`",
                      "leave it out");
  }
  if (!request.compat.empty() && !request.scores.empty()) {
    return UsageError(
        {.option = "compat"},
        fmt::format("`compat` {}: sacreBLEU does not test scores of other metrics", request.compat),
        "leave out `compat`, or `scores`");
  }
  std::set<std::string_view> metrics;
  for (const OutsideFiles& scores : request.scores) {
    if (scores.metric.empty() && (read || !request.requirements.empty())) {
      return UsageError(
          {.option = "scores"},
          fmt::format("`scores` {}: {} needs the name of the metric", scores.files.front(),
                      read ? "a table beside texts" : "`require`"),
          fmt::format("write it before the file, as in COMET={}", scores.files.front()));
    }
    if (metrics.insert(scores.metric).second) continue;
    return UsageError({.option = "scores"},
                      fmt::format("`scores`: the metric '{}' is given twice", scores.metric),
                      "name each once");
  }
  return OkStatus();
}

// Options of scores of people, whose ranking has settings of its own.
Status CheckNoHumans(const CompareRequest& request, bool read) {
  const std::pair<bool, std::string> options[] = {{request.test == TestKind::kWilcoxon, "test"},
                                                  {IsCampaign(request.clusters), "clusters"},
                                                  {request.normalize_annotators, "annotators"},
                                                  {!request.mqm_weights.empty(), "mqm-weights"},
                                                  {!request.left_out_systems.empty(), "leave-out"},
                                                  {request.model.has_value(), "model"},
                                                  {request.agreement, "agreement"}};
  if (request.join_common && read) {
    return UsageError({.option = "join"},
                      "`join` common: beside texts, all systems need all scores",
                      "leave it out, or use `missing` drop-pairwise");
  }
  for (const auto& [given, option] : options) {
    if (!given) continue;
    const bool is_rule = option == "test" || option == "clusters";
    return UsageError(
        {.option = option},
        fmt::format(
            "`{}`{} is for scores of people", option,
            is_rule ? fmt::format(" {}", option == "test" ? NameOf(kTestKinds, *request.test)
                                                          : NameOf(kClusterRules, request.clusters))
                    : ""),
        "name their files with `human`, or leave it out");
  }
  return OkStatus();
}

bool HasReferences(const TextInputs& texts) { return !texts.references.empty() || texts.columns; }

// `texts` includes the references of the test set.
Status CheckComparing(const CompareRequest& request, const TextInputs& texts) {
  const bool read = HasReferences(texts);
  if (!read && request.scores.empty()) {
    return UsageError(
        "no reference",
        "name reference files first, and systems with `input`; outside scores (`scores`) need "
        "none");
  }
  if (!read) MTG_RETURN_IF_ERROR(CheckNoScoring(request, GivenOptions(request)));
  if (request.gate && !request.baseline) {
    return UsageError({.option = "gate"}, "`gate` needs a system to compare with",
                      "name it with `baseline` NAME");
  }
  MTG_RETURN_IF_ERROR(CheckNoHumans(request, read));
  return CheckScores(request, read);
}

// Checks that shares of blocks can be added up: every segment of the row files must be a unit of
// its own, and the resamples must be drawn independently for each block.
Status CheckSharing(const CompareRequest& request, const CompareOptions& options) {
  if (!request.blocks && request.sums.empty()) return OkStatus();
  const std::string option = request.blocks ? "blocks" : "sums";
  if (request.blocks && !request.sums.empty()) {
    return UsageError({.option = option}, "`blocks` writes the sums that `sums` reads",
                      "leave one out");
  }
  if (request.rows.empty()) {
    return UsageError({.option = option},
                      fmt::format("`{}`: only row files can be resampled in parts", option),
                      "make them with `mtgauge rows`, and name them with `rows`");
  }
  const std::pair<bool, const char*> others[] = {
      {!request.by.empty(), "`by` compares each group by itself"},
      {!request.scores.empty(), "`scores` are in no row file"},
      {options.unit == Unit::kDocument, "`unit` document adds up segments of several blocks"},
      {!request.documents.empty(), "`documents` add up segments of several blocks"},
      {!request.strata.empty(), "`strata` take segments from several blocks"},
      {options.sampling == Sampling::kHalf, "`sampling` half is drawn from all blocks at once"},
      {options.generator == Generator::kNumpy, "`rng` numpy draws from all blocks at once"}};
  for (const auto& [given, why] : others) {
    if (!given) continue;
    return UsageError({.option = option}, fmt::format("`{}`: {}", option, why),
                      fmt::format("leave out `{}`: one machine resamples all blocks", option));
  }
  return OkStatus();
}

// Warns of systems that share a file of scores. A file that names its systems is refused later.
void WarnOfSharedScores(const std::vector<OutsideFiles>& scores, std::vector<Warning>& warnings) {
  for (const OutsideFiles& outside : scores) {
    std::set<std::string_view> seen, told;
    for (const std::string& file : outside.files) {
      if (seen.insert(file).second || !told.insert(file).second) continue;
      warnings.push_back({"same-scores", "",
                          fmt::format("`scores` {}: {} has the scores of several systems, which "
                                      "are thus equal; name the file of each system's own scores",
                                      outside.metric, file)});
    }
  }
}

const std::string& CalledBy(const NamedFiles& system) {
  return system.name.empty() ? system.files.front() : system.name;
}

// Returns the systems of `input`, then those of `system`. If there are texts and no system is
// named, the defaults of SystemsOf() are used.
Result<std::vector<NamedFiles>> ResolveSystems(const CompareRequest& request,
                                               const TextInputs& texts) {
  std::vector<NamedFiles> systems;
  const bool unnamed = request.systems.empty() && !texts.references.empty();
  if (texts.columns) {
    for (const TextColumn& column : texts.columns->systems) {
      systems.push_back({column.name(), {column.name()}});
    }
  } else if (unnamed || !texts.inputs.empty()) {
    systems = SystemsOf(texts);
  }
  systems.insert(systems.end(), request.systems.begin(), request.systems.end());
  for (const NamedFiles& system : systems) {
    if (system.files.size() == systems.front().files.size()) continue;
    return UsageError(
        {.option = "system"},
        fmt::format("`system`: '{}' has {} output files and '{}' has {}", CalledBy(systems.front()),
                    systems.front().files.size(), CalledBy(system), system.files.size()),
        "name the same number of files for every system");
  }
  return systems;
}

// Returns the files other than texts that have one line per segment.
TextUse UseOf(const CompareRequest& request) {
  TextUse use;
  if (!request.strata.empty()) use.line_tables.push_back(request.strata);
  for (const OutsideFiles& scores : request.scores) {
    use.line_tables.insert(use.line_tables.end(), scores.files.begin(), scores.files.end());
  }
  return use;
}

// Writes the resolved settings back to the request.
void FillDefaults(const TextInputs& texts, CompareSettings& settings) {
  const CompareOptions& options = settings.options;
  CompareRequest& request = settings.request;
  request.test = options.test;
  request.resamples = options.resamples;
  request.seed = options.seed;
  if (options.test == TestKind::kBootstrap) request.null = options.null;
  request.generator = options.generator;
  request.interval = options.interval;
  request.correction = options.correction;
  request.unit = options.unit;
  if (!settings.texts) return;
  request.metrics = settings.texts->job.metrics;
  if (request.systems.empty() && !request.columns) request.inputs = OutputsOf(texts);
}

}  // namespace

Result<uint32_t> PlaceOfBaseline(const std::string& baseline,
                                 const std::vector<std::string>& systems,
                                 const std::string& group) {
  const auto found = std::find(systems.begin(), systems.end(), baseline);
  if (found != systems.end()) return static_cast<uint32_t>(found - systems.begin());
  const std::vector<std::string_view> known(systems.begin(), systems.end());
  return UsageError({.option = "baseline"},
                    fmt::format("`baseline`: no system '{}'{} (known: {})", baseline,
                                group.empty() ? "" : " of " + group, JoinChoices(known)),
                    "");
}

Status CheckMean(const CompareRequest& request, const CompareOptions& options) {
  if (request.mean.empty()) return OkStatus();
  const std::pair<std::string, std::string> others[] = {
      {request.by.empty() ? "" : "by", "compares each group by itself"},
      {request.strata.empty() ? "" : "strata", "divides the segments in another way"},
      {request.blocks ? "blocks" : "", "resamples the whole corpus"},
      {request.sums.empty() ? "" : "sums", "are resamples of the whole corpus"},
      {request.compat.empty() ? "" : "compat", "resamples the whole corpus"},
      {options.test != TestKind::kRandomization ? "" : "test",
       "swaps systems in all groups at once, which finds too little where groups disagree; use bs"},
      {options.interval == IntervalKind::kBca ? "interval" : "",
       "needs the score without each unit; use percentile"},
      {options.generator == Generator::kNumpy ? "rng" : "", "resamples the whole corpus"}};
  for (const auto& [option, why] : others) {
    if (option.empty()) continue;
    return UsageError({.option = option},
                      fmt::format("`{}`{} does not go with `mean`: it {}", option,
                                  option == "test" ? " ar" : "", why),
                      "leave one out");
  }
  return OkStatus();
}

Result<CompareSettings> ResolveComparing(const CompareRequest& given, bool shows_texts) {
  CompareSettings settings;
  CompareRequest& request = settings.request;
  request = given;
  if (!request.rows.empty() && !request.systems.empty()) {
    return UsageError({.option = "system"}, "`system`: the systems of `rows` have names already",
                      "leave it out, or name the texts instead of `rows`");
  }
  // A mean needs the groups of its fields.
  const bool is_mean = !request.mean.empty() && request.by.empty();
  if (is_mean) request.by = request.mean;
  Result<std::shared_ptr<const RowSet>> taken = TakeRows(request, request);
  if (is_mean) request.by.clear();
  if (!taken.ok()) return taken.status();
  const std::shared_ptr<const RowSet> rows = *std::move(taken);
  MTG_ASSIGN_OR_RETURN(TextInputs texts, WithTestSet(request, rows.get()));
  MTG_RETURN_IF_ERROR(CheckComparing(request, texts));
  MTG_ASSIGN_OR_RETURN(settings.options, ResolveTest(request));
  MTG_RETURN_IF_ERROR(CheckMean(request, settings.options));
  settings.options.mean = GroupsBy(ParseGroupFields(request.mean)).field;
  if (!request.mean.empty()) texts.by = request.mean;
  settings.options.rank_beside_baseline = request.table.has_value();
  if (request.gate) settings.options.margin = request.margin;
  MTG_RETURN_IF_ERROR(CheckSharing(request, settings.options));
  MTG_ASSIGN_OR_RETURN(settings.systems, ResolveSystems(request, texts));
  MTG_RETURN_IF_ERROR(CheckLengths(request, texts, settings.systems));
  MTG_RETURN_IF_ERROR(CheckGenerator(request, settings.systems, settings.options));
  TextUse use = UseOf(request);
  use.rows = rows;
  use.shows_texts = shows_texts;
  std::vector<std::string> files;
  if (HasReferences(texts)) {
    for (const NamedFiles& system : settings.systems) {
      files.insert(files.end(), system.files.begin(), system.files.end());
    }
    MTG_ASSIGN_OR_RETURN(settings.texts, ResolveTexts(texts, request, settings.systems, use));
    settings.warnings = settings.texts->warnings;
  }
  MTG_RETURN_IF_ERROR(CheckStandardInput(texts, files, use));
  MTG_RETURN_IF_ERROR(CheckTextConflicts(texts, use));
  settings.groups = ParseGroupFields(request.mean.empty() ? request.by : request.mean);
  MTG_ASSIGN_OR_RETURN(settings.scores, ExpandFolders(request.scores));
  WarnOfSharedScores(settings.scores, settings.warnings);
  FillDefaults(texts, settings);
  return settings;
}

}  // namespace mtgauge
