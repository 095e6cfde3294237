// The laboratory of plans: what each step costs on the user's texts on this machine, and from that
// the time and memory that a job of any size will take.
#include "bench/laboratory/measuring/plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <optional>
#include <string>
#include <utility>

#include "bench/laboratory/measuring/invented_text.h"
#include "bench/laboratory/measuring/machine.h"
#include "bench/laboratory/measuring/memory_file.h"
#include "bench/laboratory/words.h"
#include "core/base/printing.h"
#include "core/request/metrics.h"
#include "core/request/texts.h"
#include "core/score/stages.h"
#include "parallel/run/threads.h"
#include "parallel/score/scorer.h"
#include "parallel/significance/kept_rows.h"
#include "parallel/significance/resampler.h"

namespace mtgauge {
namespace {

// Texts and rows are repeated until their times are representative of large jobs.
constexpr uint64_t kLeastSegments = 50'000;
constexpr uint64_t kResamples = 64;
constexpr double kStartSeconds = 0.005;  // of the program, measured with `mtgauge --version`
constexpr double kMegabyte = 1e6;
constexpr double kMostWaiting = 1.2;  // ratio of wall to processor time on an idle machine

using Sources = std::vector<std::unique_ptr<Source>>;

// The texts on which costs are measured, by stream, references first.
struct PlanTexts {
  JobOptions job;
  StreamNames names;
  std::vector<std::string> given;  // each text once
  uint64_t given_segments = 0;
  std::vector<MemoryFile> files;  // repeated as often as necessary
  uint64_t segments = 0, bytes = 0;
  bool invented = false;

  Result<Sources> Open() const {
    Sources sources;
    for (const MemoryFile& file : files) {
      MTG_ASSIGN_OR_RETURN(sources.emplace_back(), OpenSource(file.path()));
    }
    return sources;
  }
};

Status Repeat(PlanTexts& texts) {
  const uint64_t times = (kLeastSegments + texts.given_segments - 1) / texts.given_segments;
  texts.segments = times * texts.given_segments;
  for (const std::string& once : texts.given) {
    std::string all;
    for (uint64_t i = 0; i < times; ++i) all += once;
    texts.bytes += all.size();
    MTG_ASSIGN_OR_RETURN(MemoryFile file, MemoryFile::Make(all));
    texts.files.push_back(std::move(file));
  }
  return OkStatus();
}

Result<PlanTexts> Invent(const LabRequest& request) {
  PlanTexts texts;
  MTG_ASSIGN_OR_RETURN(texts.job, ResolveMetrics(request, request, Level::kCorpus));
  texts.names = {{"invented"}, {"invented"}};
  texts.given_segments = kLeastSegments;
  texts.invented = true;
  InventedPairs pairs = InventPairs(kLeastSegments);
  texts.given = {std::move(pairs.references), std::move(pairs.hypotheses)};
  MTG_RETURN_IF_ERROR(Repeat(texts));
  return texts;
}

bool NamesTexts(const TextInputs& texts) {
  return !texts.references.empty() || !texts.inputs.empty();
}

Result<PlanTexts> ReadPlanTexts(const LabRequest& asked) {
  MTG_ASSIGN_OR_RETURN(const LabRequest request, WithOneTokenizer(asked));
  if (!NamesTexts(request)) return Invent(request);
  MTG_ASSIGN_OR_RETURN(const TextSettings settings, ResolveTexts(request, request, TextUse{}));
  MTG_ASSIGN_OR_RETURN(const LabTexts given, ReadLabTexts(settings, request.stop));
  PlanTexts texts;
  texts.job = settings.job;
  texts.names = given.names;
  texts.given_segments = given.segments;
  texts.given.resize(given.names.refs.size() + given.names.hyps.size());
  for (const Batch& batch : given.batches) {
    size_t stream = 0;
    for (const std::vector<Stream>* side : {&batch.refs, &batch.hyps}) {
      for (const Stream& of : *side) texts.given[stream++].append(of.text, of.bytes);
    }
  }
  MTG_RETURN_IF_ERROR(Repeat(texts));
  return texts;
}

Moment TimeOf(const std::function<void()>& work) {
  const Moment begin = Now();
  work();
  const Moment end = Now();
  return {end.wall - begin.wall, end.cpu - begin.cpu};
}

// The rows of the job, and the times of its runs by round.
struct Measured {
  std::unique_ptr<Job> job;
  KeptScores kept;                          // refers to the job
  std::vector<std::vector<double>> stages;  // [stage][round], on one thread
  std::vector<double> keeping, plain;       // all stages with rows kept, and without
  std::vector<Moment> one, several;         // by number of threads
};

double SumOf(const StageTimes& times) {
  double sum = 0;
  for (const auto& of : times.of) sum += 1e-9 * static_cast<double>(of);
  return sum;
}

// Runs the job once over all texts, as the verbs do. Keeps rows in `out` if it is not null.
Status RunOnce(const PlanTexts& texts, const Schedule& schedule, Measured* out) {
  MTG_ASSIGN_OR_RETURN(Sources sources, texts.Open());
  MTG_ASSIGN_OR_RETURN(Job made, Job::Make(texts.job, texts.names));
  auto job = std::make_unique<Job>(std::move(made));
  if (job->needs_survey()) MTG_RETURN_IF_ERROR(SurveySources(*job, sources, schedule));
  const auto score = [&](const Sink& sink) {
    return ScoreSources(*job, std::move(sources), schedule, sink);
  };
  if (out == nullptr) return score(Sink{}).status();
  MTG_ASSIGN_OR_RETURN(out->kept, ScoreKeepingRows(*job, score));
  out->job = std::move(job);
  return OkStatus();
}

Result<Measured> MeasureRuns(const PlanTexts& texts, uint32_t threads, const Bench& bench) {
  Measured out;
  out.stages.resize(kStageNames.size());
  Schedule schedule;
  schedule.stop = bench.stop;
  for (uint32_t round = 0; round <= bench.method.rounds; ++round) {
    StageTimes plain, keeping;
    schedule.threads = 1;
    schedule.stages = &plain;
    Status status;
    const auto run = [&] { status = RunOnce(texts, schedule, nullptr); };
    const Moment one = TimeOf(run);
    if (!status.ok()) return status;
    schedule.stages = &keeping;
    MTG_RETURN_IF_ERROR(RunOnce(texts, schedule, &out));
    schedule.stages = nullptr;
    schedule.threads = threads;
    const Moment several = TimeOf(run);
    if (!status.ok()) return status;
    if (round == 0) continue;  // warm-up
    for (size_t stage = 0; stage < kStageNames.size(); ++stage) {
      out.stages[stage].push_back(1e-9 * static_cast<double>(plain.of[stage]));
    }
    out.plain.push_back(SumOf(plain));
    out.keeping.push_back(SumOf(keeping));
    out.one.push_back(one);
    out.several.push_back(several);
  }
  return out;
}

// Measures the memory for learning from all references, in bytes per segment, as the growth of the
// process's peak memory. Returns nothing if the system does not report it. Uses the texts once,
// since repeated ones contain nothing new.
Result<std::optional<double>> MeasureSurveyBytes(const PlanTexts& texts) {
  Sources sources;
  for (const std::string& stream : texts.given) {
    sources.push_back(MemorySource("texts", stream, true));
  }
  MTG_ASSIGN_OR_RETURN(Job job, Job::Make(texts.job, texts.names));
  Schedule schedule;
  schedule.threads = 1;
  const bool forgotten = ForgetPeakMemory();
  const std::optional<uint64_t> before = PeakMemory();
  MTG_RETURN_IF_ERROR(SurveySources(job, sources, schedule));
  const std::optional<uint64_t> after = PeakMemory();
  if (!forgotten || !before || !after) return std::nullopt;
  return static_cast<double>(*after - *before) / static_cast<double>(texts.given_segments);
}

// Returns the rows of a system, repeated and rotated by `shift` segments.
RowStore LargeStore(const RowStore& store, uint64_t shift) {
  RowStore large(store.columns());
  std::vector<int64_t> row(store.columns());
  for (uint64_t i = 0; i < kLeastSegments; ++i) {
    store.Row((i + shift) % store.segments(), row.data());
    large.Add(i, row);
  }
  large.Finish();
  return large;
}

// Measures resampling of one system's rows, and of two systems' rows, under all metrics.
Status MeasureResamples(const Measured& measured, uint32_t rounds, PlanCosts& costs) {
  std::vector<RowStore> first, second;
  for (const ComparedMetric& metric : measured.kept.metrics) {
    first.push_back(LargeStore(metric.rows.front(), 0));
    second.push_back(LargeStore(metric.rows.back(), metric.rows.size() > 1 ? 0 : 1));
    costs.columns += first.back().columns();
    costs.row_bytes += static_cast<double>(first.back().ByteSize()) / kLeastSegments;
  }
  std::vector<const RowStore*> one, two;
  for (const RowStore& store : first) one.push_back(&store);
  two = one;
  for (const RowStore& store : second) two.push_back(&store);
  const RowProduct of_one(one), of_two(two);
  Draws draws;
  draws.resamples = kResamples;
  Schedule schedule;
  schedule.threads = 1;
  const auto drop = [](uint64_t, uint32_t, std::span<const int64_t>) {};
  Status status;
  const auto draw = [&](const RowProduct& product, std::vector<double>& times) {
    const auto resample = [&] {
      if (status.ok()) status = Resample({&product, 1}, draws, schedule, drop, nullptr);
    };
    times.push_back(TimeOf(resample).cpu);
  };
  std::vector<double> times_one, times_two, times_score;
  for (uint32_t round = 0; round <= rounds; ++round) {
    draw(of_one, times_one);
    draw(of_two, times_two);
    if (!status.ok()) return status;
    volatile double score = 0;
    const auto score_sums = [&] {
      for (size_t m = 0; m < first.size(); ++m) {
        const std::vector<int64_t> sums = first[m].Totals();
        const Metric& metric = *measured.kept.metrics[m].metric;
        for (uint64_t i = 0; i < kResamples; ++i) score = metric.Score(sums, Level::kCorpus);
      }
    };
    times_score.push_back(TimeOf(score_sums).cpu);
  }
  const double units = static_cast<double>(kResamples) * kLeastSegments;
  const double lone = SpreadOf(times_one).median / units;
  costs.multiply_segment = std::max(0.0, SpreadOf(times_two).median / units - lone);
  costs.draw_segment = std::max(0.0, lone - costs.multiply_segment);
  costs.score_resample = SpreadOf(times_score).median / kResamples;
  return OkStatus();
}

// Returns the round with the least wall time, which other processes disturbed least.
const Moment& Least(const std::vector<Moment>& times) {
  return *std::min_element(times.begin(), times.end(),
                           [](const Moment& a, const Moment& b) { return a.wall < b.wall; });
}

Result<PlanCosts> MeasureCosts(const PlanTexts& texts, uint32_t threads, const Bench& bench,
                               LabReport& report) {
  MTG_ASSIGN_OR_RETURN(const Job job, Job::Make(texts.job, texts.names));
  const bool surveys = job.needs_survey();
  std::optional<double> survey_bytes = 0;
  if (surveys) {  // before the runs increase the peak memory
    MTG_ASSIGN_OR_RETURN(survey_bytes, MeasureSurveyBytes(texts));
  }
  if (!survey_bytes) {
    report.warnings.push_back(
        {"memory", "",
         "this system does not report the peak memory of a process, so memory for what metrics "
         "learn from references is not included"});
  }
  MTG_ASSIGN_OR_RETURN(const Measured measured, MeasureRuns(texts, threads, bench));
  const auto bytes = static_cast<double>(texts.bytes);
  const auto segments = static_cast<double>(texts.segments);
  const auto systems = static_cast<double>(texts.names.hyps.size());
  const auto seconds = [&](std::initializer_list<Stage> stages) {
    double sum = 0;
    for (const Stage stage : stages) {
      sum += SpreadOf(measured.stages[static_cast<size_t>(stage)]).median;
    }
    return sum;
  };
  PlanCosts costs;
  costs.line_bytes = bytes / segments / static_cast<double>(texts.files.size());
  costs.read_byte =
      seconds({Stage::kRead, Stage::kDispatch, Stage::kDeliver}) / bytes / (surveys ? 2 : 1);
  costs.prepare_byte = seconds({Stage::kCheck, Stage::kCut, Stage::kKey, Stage::kLook}) / bytes;
  costs.match_segment = seconds({Stage::kMatch}) / segments / systems;
  costs.survey_segment = seconds({Stage::kSurvey}) / segments;
  costs.survey_bytes = survey_bytes.value_or(0);
  const double kept = SpreadOf(measured.keeping).median - SpreadOf(measured.plain).median;
  costs.keep_segment = std::max(0.0, kept) / segments / systems;
  costs.start = kStartSeconds;
  if (threads > 1) {
    costs.serial_share =
        SerialShare(threads, Least(measured.one).wall / Least(measured.several).wall);
  }
  const Moment& one = Least(measured.one);
  if (one.wall > kMostWaiting * one.cpu) {
    report.warnings.push_back(
        {"noise", "",
         fmt::format(
             "one thread waited for the processor {:.0f} % of the time; the machine is too busy to "
             "predict the effect of threads, so measure again when it is idle",
             100 * (1 - one.cpu / one.wall))});
  }
  MTG_RETURN_IF_ERROR(MeasureResamples(measured, bench.method.rounds, costs));
  return costs;
}

LabReport::Section PlanCostSection(const PlanCosts& costs, const PlanTexts& texts) {
  LabReport::Section section;
  section.title =
      fmt::format("What the steps cost here, one thread, {} text of {}",
                  texts.invented ? "invented" : "given", Counted(texts.segments, "segment"));
  section.table.columns = {{"step", true}, {"cost"}, {"of", true}};
  const auto add = [&](const char* step, double value, int digits, const char* unit) {
    section.table.rows.push_back({step, Rounded(value, digits), unit});
  };
  add("line of a stream", costs.line_bytes, 1, "bytes");
  add("reading", 1e9 * costs.read_byte, 4, "ns a byte");
  add("checking and cutting", 1e9 * costs.prepare_byte, 4, "ns a byte");
  if (costs.survey_segment > 0) {
    add("learning from references", 1e9 * costs.survey_segment, 1, "ns a segment");
    add("what is learnt", costs.survey_bytes, 1, "bytes a segment");
  }
  add("matching", 1e9 * costs.match_segment, 1, "ns a segment and system");
  add("keeping rows", 1e9 * costs.keep_segment, 1, "ns a segment and system");
  add("drawing", 1e9 * costs.draw_segment, 4, "ns a segment and resample");
  add("multiplying", 1e9 * costs.multiply_segment, 4, "ns a segment, resample and system");
  add("scoring sums", 1e9 * costs.score_resample, 0, "ns a resample and system");
  add("rows", costs.row_bytes, 2, "bytes a segment and system");
  add("serial share", 100 * costs.serial_share, 1, "% of a run on one thread");
  return section;
}

LabReport::Section PlanSection(const PlanJob& job, const PlanPrediction& plan) {
  LabReport::Section section;
  section.title = fmt::format("Plan: {}, {}, {}, {}, {}, {}", Counted(job.segments, "segment"),
                              Counted(job.references, "reference"), Counted(job.systems, "system"),
                              Counted(job.resamples, "resample"), Counted(job.threads, "thread"),
                              Counted(job.shards, "shard"));
  section.table.columns = {{"what", true}, {"takes"}, {"unit", true}};
  const auto add = [&](const char* what, double value, int digits, const char* unit) {
    section.table.rows.push_back({what, Rounded(value, digits), unit});
  };
  add("text of a shard", plan.bytes / kMegabyte, 1, "MB");
  add("the disk alone", plan.disk_seconds, 3, "s");
  if (plan.survey_seconds > 0) add("first reading, waits included", plan.survey_seconds, 3, "s");
  add("scoring, waits included", plan.score_seconds, 3, "s");
  add("resampling", plan.resample_seconds, 3, "s");
  add("merging shards", plan.merge_seconds, 3, "s");
  add("in all", plan.total_seconds, 3, "s");
  add("memory of a shard", plan.memory_bytes / kMegabyte, 1, "MB");
  section.notes = {plan.waits_for_disk ? "scoring waits for the disk"
                                       : "scoring does not wait for the disk"};
  return section;
}

Json CostsJson(const PlanCosts& costs) {
  Json json;
  json["line_bytes"] = costs.line_bytes;
  json["read_byte"] = costs.read_byte;
  json["prepare_byte"] = costs.prepare_byte;
  json["match_segment"] = costs.match_segment;
  json["keep_segment"] = costs.keep_segment;
  json["draw_segment"] = costs.draw_segment;
  json["multiply_segment"] = costs.multiply_segment;
  json["score_resample"] = costs.score_resample;
  json["survey_segment"] = costs.survey_segment;
  json["survey_bytes"] = costs.survey_bytes;
  json["start"] = costs.start;
  json["serial_share"] = costs.serial_share;
  json["row_bytes"] = costs.row_bytes;
  json["columns"] = costs.columns;
  return json;
}

Json PlanJson(const PlanJob& job, const PlanPrediction& plan) {
  Json json;
  json["segments"] = job.segments;
  json["references"] = job.references;
  json["systems"] = job.systems;
  json["resamples"] = job.resamples;
  json["threads"] = job.threads;
  json["shards"] = job.shards;
  json["disk_bytes_per_second"] = job.disk_bytes_per_second;
  json["shard_bytes"] = plan.bytes;
  json["disk_seconds"] = plan.disk_seconds;
  json["survey_seconds"] = plan.survey_seconds;
  json["score_seconds"] = plan.score_seconds;
  json["resample_seconds"] = plan.resample_seconds;
  json["merge_seconds"] = plan.merge_seconds;
  json["total_seconds"] = plan.total_seconds;
  json["waits_for_disk"] = plan.waits_for_disk;
  json["memory_bytes"] = plan.memory_bytes;
  return json;
}

}  // namespace

Status CheckPlanLaboratory(const LabRequest& asked) {
  MTG_ASSIGN_OR_RETURN(const LabRequest request, WithOneTokenizer(asked));
  if (NamesTexts(request)) return ResolveTexts(request, request, TextUse{}).status();
  return ResolveMetrics(request, request, Level::kCorpus).status();
}

Result<LabReport> RunPlanLaboratory(const LabRequest& request, const Bench& bench) {
  MTG_ASSIGN_OR_RETURN(const PlanTexts texts, ReadPlanTexts(request));
  LabReport report;
  MTG_ASSIGN_OR_RETURN(
      const PlanCosts costs,
      MeasureCosts(texts, std::min(request.threads, AvailableThreads()), bench, report));
  PlanJob job;
  job.segments = request.plan_segments;
  job.references = static_cast<uint32_t>(texts.names.refs.size());
  job.systems = static_cast<uint32_t>(request.plan_systems);
  job.resamples = request.resamples.value_or(0);
  job.threads = request.threads;
  job.disk_bytes_per_second = static_cast<double>(request.disk_mbps) * kMegabyte;
  job.shards = static_cast<uint32_t>(request.plan_shards);
  const PlanPrediction plan = Predict(job, costs);
  report.sections = {PlanCostSection(costs, texts), PlanSection(job, plan)};
  report.figures["costs"] = CostsJson(costs);
  report.figures["plan"] = PlanJson(job, plan);
  return report;
}

}  // namespace mtgauge
