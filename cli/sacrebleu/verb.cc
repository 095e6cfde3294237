// mtgauge sacrebleu, or the program called as sacrebleu: sacreBLEU's command line, output and exit
// codes.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cli/flags/requests.h"
#include "cli/sacrebleu/settings.h"
#include "cli/verbs/verbs.h"
#include "core/base/printing.h"
#include "core/base/version.h"
#include "core/input/sacrebleu/test_set_fields.h"
#include "core/input/sacrebleu/test_sets.h"
#include "core/report/sacrebleu/sacrebleu_writer.h"
#include "mtgauge/output.h"
#include "parallel/compare/material.h"
#include "parallel/score/texts.h"
#include "parallel/significance/kept_rows.h"

namespace mtgauge {
namespace {

// sacreBLEU's exit codes, and argparse's for a rejected command line.
constexpr int kFailed = 1, kRefused = 2, kUnevenColumns = 17;

void Say(const std::string& line) {
  const std::string text = Printable(line) + '\n';
  std::fwrite(text.data(), 1, text.size(), stderr);
}
// Prints a line like sacreBLEU's log.
void Log(const std::string& message) { Say("sacreBLEU: " + message); }

void AnnounceSystems(const SacreBleuTexts& texts) {
  if (texts.baseline_repeated) {
    Log(fmt::format("Ignoring '{}' as it was also given as the baseline.",
                    texts.systems.front().name));
  }
  if (texts.systems.size() > 1) Log(fmt::format("Found {} systems.", texts.systems.size()));
}

// sacreBLEU warns only about hypotheses that look tokenized, under BLEU.
void PrintWarnings(const SacreBleuSettings& settings, const Job& job, const Report& report) {
  if (!settings.warns) return;
  for (const MadeMetric& made : job.metrics()) {
    if (made.row->name != "bleu") continue;
    for (const Warning& warning : report.warnings) {
      if (warning.code == "tokenized") Log(warning.system + ": " + warning.message);
    }
  }
}

std::vector<std::string> DisplayNames(const SacreBleuTexts& texts, bool paired) {
  std::vector<std::string> names = texts.Names().hyps;
  if (!paired) return names;
  if (!texts.unnamed) {
    names.front().insert(0, "Baseline: ");
    return names;
  }
  names.insert(names.begin(), "Baseline");
  names.pop_back();
  return names;
}

// Returns the scores of all systems, without the results of resampling.
SacreBleuResult MakeResult(const Job& job, const Report& report,
                           const SacreBleuSettings& settings) {
  SacreBleuResult result;
  const size_t references = job.names().refs.size();
  for (size_t m = 0; m < job.metrics().size(); ++m) {
    const MadeMetric& made = job.metrics()[m];
    SacreBleuMetricScores scores;
    scores.title = made.Title();
    scores.signature = SacreBleuSignature(made, references, settings, false);
    scores.short_signature = SacreBleuSignature(made, references, settings, true);
    for (const SystemReport& system : report.systems) {
      SacreBleuScore score;
      score.score = system.scores[m].score;
      score.verbose = system.scores[m].verbose;
      scores.scores.push_back(std::move(score));
    }
    result.metrics.push_back(std::move(scores));
  }
  return result;
}

void AddResampled(const Comparison& comparison, SacreBleuResult& result) {
  const bool bootstrap = comparison.options.test == TestKind::kBootstrap;
  for (size_t m = 0; m < result.metrics.size(); ++m) {
    const MetricComparison& compared = comparison.metrics[m];
    std::vector<SacreBleuScore>& scores = result.metrics[m].scores;
    for (size_t s = 0; bootstrap && s < scores.size(); ++s) {
      scores[s].mean = compared.systems[s].mean;
      scores[s].half_width = compared.systems[s].half_width;
    }
    // The baseline is the first system.
    for (const PairTest& pair : compared.pairs) scores[pair.b].p = pair.p;
  }
}

Result<SacreBleuResult> ScoreCorpus(const Job& job, const SacreBleuTexts& texts,
                                    const SacreBleuSettings& settings) {
  const auto score = [&](const Sink& sink) {
    return ScoreBatches(job, texts.Batches(), MakeSchedule(settings.run), sink);
  };
  if (!settings.resampling) {
    MTG_ASSIGN_OR_RETURN(const Report report, score(Sink{}));
    PrintWarnings(settings, job, report);
    return MakeResult(job, report, settings);
  }
  MTG_ASSIGN_OR_RETURN(KeptScores kept, ScoreKeepingRows(job, score));
  PrintWarnings(settings, job, kept.report);
  CompareInput input;
  input.systems = job.names().hyps;
  input.runs_of_system.assign(input.systems.size(), 1);
  input.metrics = std::move(kept.metrics);
  MTG_ASSIGN_OR_RETURN(const Comparison comparison,
                       RunComparison(input, *settings.resampling, settings.run));
  SacreBleuResult result = MakeResult(job, kept.report, settings);
  AddResampled(comparison, result);
  return result;
}

// Writes a line for each segment while the others are scored.
Status ScoreSentences(const Job& job, const SacreBleuTexts& texts,
                      const SacreBleuSettings& settings, Output& output) {
  const MadeMetric& made = job.metrics().front();
  const std::string title = made.Title();
  const std::string signature =
      SacreBleuSignature(made, texts.references.size(), settings, settings.form.short_signature);
  const size_t width = job.widths().front();
  Sink sink;
  sink.want_segments = true;
  sink.want_rows = true;
  sink.deliver = [&](const Delivery& delivery) -> Status {
    std::string text;
    for (size_t i = 0; i < delivery.segments.size(); ++i) {
      const std::span<const int64_t> row(delivery.rows.front().data() + i * width, width);
      SacreBleuScore score;
      score.score = delivery.segments[i].scores.front();
      score.verbose = made.metric->Verbose(row, Level::kSegment);
      text += SacreBleuLine(title, signature, score, settings.form) + '\n';
    }
    MTG_RETURN_IF_ERROR(output.Write(text));
    return output.StillRead();
  };
  MTG_ASSIGN_OR_RETURN(const Report report,
                       ScoreBatches(job, texts.Batches(), MakeSchedule(settings.run), sink));
  PrintWarnings(settings, job, report);
  return OkStatus();
}

// Returns the scores of the job's metrics in the order of the command line.
std::vector<MetricScore> AsGiven(const std::vector<std::string>& names, const Job& job,
                                 const Report& report) {
  std::vector<MetricScore> scores;
  for (const std::string& name : names) {
    for (size_t m = 0; m < job.metrics().size(); ++m) {
      if (job.metrics()[m].row->name == name) {
        scores.push_back(report.systems.front().scores[m]);
      }
    }
  }
  return scores;
}

// Scores the parts by original language, and within each those by domain and country. Empty parts
// are left out.
Result<std::vector<SacreBleuPart>> ScoreDetails(const SacreBleuInputs& inputs,
                                                const SacreBleuSettings& settings) {
  constexpr std::string_view kCountry = "country:";
  std::vector<SacreBleuPart> rows;
  if (!inputs.test_set) return rows;
  MTG_ASSIGN_OR_RETURN(const std::vector<std::string> languages, TestSetValues(inputs, "origlang"));
  MTG_ASSIGN_OR_RETURN(std::vector<std::string> subsets, TestSetValues(inputs, "domain"));
  if (inputs.subset) subsets = {*inputs.subset};
  subsets.insert(subsets.begin(), "");  // all segments
  SacreBleuInputs part = inputs;
  for (const std::string& language : languages) {
    for (const std::string& subset : subsets) {
      part.origlang = language;
      part.subset = subset.empty() ? std::optional<std::string>() : std::make_optional(subset);
      MTG_ASSIGN_OR_RETURN(const std::vector<bool> kept, KeptSegments(part));
      const auto sentences = static_cast<size_t>(std::count(kept.begin(), kept.end(), true));
      if (sentences == 0) continue;
      MTG_ASSIGN_OR_RETURN(const SacreBleuTexts texts, ReadSacreBleuTexts(part, settings.paired));
      MTG_ASSIGN_OR_RETURN(const Job job, Job::Make(settings.job, texts.Names()));
      MTG_ASSIGN_OR_RETURN(const Report report,
                           ScoreBatches(job, texts.Batches(), MakeSchedule(settings.run), Sink{}));
      const std::string kind = subset.empty() ? " domain=ALL"
                               : subset.starts_with(kCountry)
                                   ? " country=" + subset.substr(kCountry.size())
                                   : " domain=" + subset;
      rows.push_back(
          {"origlang=" + language + kind, sentences, AsGiven(settings.metrics, job, report)});
    }
  }
  return rows;
}

Status Score(const SacreBleuArgs& args, const RunOptions& run, Output& output) {
  MTG_RETURN_IF_ERROR(CheckSacreBleuArgs(args));
  MTG_ASSIGN_OR_RETURN(const SacreBleuTexts texts, ReadSacreBleuTexts(args, args.paired()));
  MTG_ASSIGN_OR_RETURN(SacreBleuSettings settings, ResolveSacreBleu(args, texts.systems.size()));
  settings.run = run;
  MTG_ASSIGN_OR_RETURN(const Job job, Job::Make(settings.job, texts.Names()));
  if (!args.quiet) AnnounceSystems(texts);
  if (args.sentence_level) return ScoreSentences(job, texts, settings, output);
  MTG_ASSIGN_OR_RETURN(SacreBleuResult result, ScoreCorpus(job, texts, settings));
  result.systems = DisplayNames(texts, settings.paired);
  const bool one = result.systems.size() == 1;
  const CompareOptions* const paired = settings.paired ? &*settings.resampling : nullptr;
  MTG_RETURN_IF_ERROR(output.Write(one ? SacreBleuOneSystem(result, settings.form)
                                       : SacreBleuSystems(result, settings.form, paired)));
  if (!args.detail || !one) return OkStatus();
  MTG_ASSIGN_OR_RETURN(const std::vector<SacreBleuPart> details, ScoreDetails(args, settings));
  return output.Write(SacreBleuDetail(details, settings.form));
}

// Citations are in sacreBLEU's program, not in its cache.
Status CiteError(const std::optional<std::string>& test_set) {
  if (!test_set) {
    return InputError(
        "I need a test set (-t); for citations of metrics, use: mtgauge cite -m bleu");
  }
  return InputError(
      fmt::format("citations of test sets are not in sacreBLEU's cache; print it with: python3 -m "
                  "sacrebleu -t {} --cite",
                  *test_set));
}

// Writes the output of --download, --list, --cite or --echo, or else the scores.
Status Write(const SacreBleuArgs& args, const RunOptions& run, Output& output) {
  Result<std::string> about = "";
  if (args.download) {
    return InputError("mtgauge stays off the network; fill the cache with: " +
                      FillCommand(*args.download, args.language_pair.value_or("XX-YY")));
  }
  if (args.list) {
    about = ListTestSets(args);
  } else if (args.citation) {
    return CiteError(args.test_set);
  } else if (!args.echo.empty()) {
    MTG_RETURN_IF_ERROR(CheckSacreBleuStreams(args));
    about = EchoTestSets(args, args.echo);
  } else {
    return Score(args, run, output);
  }
  return about.ok() ? output.Write(*about) : about.status();
}

Status Run(const SacreBleuArgs& args, const RunOptions& run) {
  MTG_ASSIGN_OR_RETURN(Output output, Output::Open(""));
  MTG_RETURN_IF_ERROR(Write(args, run, output));
  return output.Finish();
}

}  // namespace

Status RunSacreBleu(const LowArgs& args, const Program& program) {
  SacreBleuArgs typed = args.sacrebleu;
  typed.references = args.references;
  typed.compat = args.compat;
  const Status status = Run(typed, RunOptionsOf(args.threads, {.quiet = typed.quiet}, program));
  // To sacreBLEU, only errors of its parser are usage errors.
  return status.kind() == ErrorKind::kUsage ? InputError(status.message()) : status;
}

std::string SacreBleuVersion() {
  return fmt::format("sacrebleu {} (computed by mtgauge {})\n", SacreBleuRelease(), kVersion);
}

int FailAsSacreBleu(const Status& status) {
  const std::string& message = status.message();
  if (status.kind() == ErrorKind::kUsage) {
    Say("sacrebleu: error: " + message);
    return kRefused;
  }
  Log(message);
  return IsColumnError(status) ? kUnevenColumns : kFailed;
}

}  // namespace mtgauge
