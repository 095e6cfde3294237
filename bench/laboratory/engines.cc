// The laboratory of engines: which n-gram engine is fastest at each segment length and how much
// memory it uses, how much threads and instruction sets gain, and where the time of a run goes.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <limits>
#include <numeric>
#include <string>
#include <utility>

#include "bench/laboratory/measuring/engines/engine_runs.h"
#include "bench/laboratory/measuring/engines/kernel_runs.h"
#include "bench/laboratory/words.h"
#include "core/request/conventions.h"
#include "core/score/stages.h"
#include "core/simd/kernels.h"
#include "parallel/score/scorer.h"
#include "parallel/score/texts.h"
#include "parallel/significance/comparer.h"
#include "parallel/significance/kept_rows.h"

namespace mtgauge {
namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
constexpr uint32_t kOrder = 4;
constexpr uint64_t kEnoughTokens = 50'000;  // for a class of lengths
constexpr uint32_t kUsualTokens = 32;       // the class on which instruction sets are compared
constexpr uint64_t kDefaultResamples = 1000;

// One engine on one class of lengths.
struct EngineCase {
  const LabEngine* engine = nullptr;
  Timing timing;
  size_t bytes = 0;
};
struct ClassFindings {
  const LengthClass* of = nullptr;
  std::vector<EngineCase> engines;
  const EngineCase* fastest = nullptr;
  Ratio next;  // time of the second fastest relative to the fastest
};

Result<ClassFindings> MeasureClass(const LengthClass& of, const Bench& bench) {
  ClassFindings found;
  found.of = &of;
  std::vector<Candidate> candidates;
  std::vector<std::shared_ptr<EngineRun>> runs;
  for (const LabEngine& engine : LabEngines()) {
    const bool fits = std::all_of(of.segments.begin(), of.segments.end(), [&](const auto& segment) {
      return segment.longest() <= engine.most_tokens;
    });
    if (!fits) continue;
    found.engines.push_back({&engine, {}, 0});
    const std::shared_ptr<EngineRun> run = engine.make();
    runs.push_back(run);
    // Each engine is checked against the matches of another engine.
    const LabEngine& twin = engine.name == "sort" ? LabEngines().front() : LabEngines().back();
    candidates.push_back({std::string(engine.name), [run, &of] { RunEngine(*run, of, kOrder); },
                          [run, &of] { return RunEngine(*run, of, kOrder); },
                          [&twin, &of] { return RunEngine(*twin.make(), of, kOrder); }});
  }
  MTG_ASSIGN_OR_RETURN(std::vector<Timing> timings, bench.Measure(candidates));
  for (size_t e = 0; e < timings.size(); ++e) {
    found.engines[e].timing = std::move(timings[e]);
    found.engines[e].bytes = runs[e]->bytes();
  }
  std::vector<const EngineCase*> order;
  for (const EngineCase& made : found.engines) order.push_back(&made);
  std::sort(order.begin(), order.end(), [](const EngineCase* a, const EngineCase* b) {
    return SpreadOf(a->timing.cpu).median < SpreadOf(b->timing.cpu).median;
  });
  found.fastest = order[0];
  found.next = RatioOf(order[1]->timing.cpu, order[0]->timing.cpu);
  return found;
}

std::string ClassName(const LengthClass& of) {
  return of.most == UINT32_MAX ? "more" : fmt::format("<= {}", of.most);
}

LabReport::Section EngineSection(const std::vector<ClassFindings>& classes) {
  LabReport::Section section;
  section.title = "Engines by length of the longest reference: microseconds a segment";
  section.table.columns = {{"tokens"}, {"segments"}, {"mean"}};
  for (const LabEngine& engine : LabEngines()) {
    section.table.columns.push_back({std::string(engine.name)});
    section.table.columns.push_back({"kB"});
  }
  section.table.columns.push_back({"fastest", true});
  section.table.columns.push_back({"next takes"});
  for (const ClassFindings& found : classes) {
    const size_t segments = found.of->segments.size();
    std::vector<std::string> row = {
        ClassName(*found.of), std::to_string(segments),
        Rounded(static_cast<double>(found.of->tokens) / static_cast<double>(segments), 0)};
    for (const LabEngine& engine : LabEngines()) {
      const auto made = std::find_if(found.engines.begin(), found.engines.end(),
                                     [&](const EngineCase& c) { return c.engine == &engine; });
      const bool there = made != found.engines.end();
      row.push_back(Rounded(there ? 1e-3 * NanosecondsEach(made->timing, segments) : kNone, 3));
      row.push_back(Rounded(there ? static_cast<double>(made->bytes) / 1024 : kNone, 0));
    }
    row.push_back(std::string(found.fastest->engine->name) + (found.next.resolved() ? "" : " ?"));
    row.push_back(Rounded(found.next.median, 2) + "x");
    section.table.rows.push_back(std::move(row));
  }
  section.notes = {
      "time to prepare the references and match one hypothesis, orders 1 to 4; mean: tokens of "
      "hypothesis and references together; longer segments are made by joining consecutive ones; "
      "kB: working memory; ?: the rounds do not agree on the fastest"};
  return section;
}

// A loop with every instruction set, the scalar one first.
struct KernelLoop {
  std::string_view name;
  uint64_t count;  // units of work
  std::vector<Timing> timings;
};

Result<std::vector<KernelLoop>> MeasureKernels(const LabWords& words, const LengthClass& usual,
                                               const Bench& bench) {
  CutRuns cutting(words.texts.batches);
  KeyRuns keys(words.segments);
  struct Loop {
    std::string_view name;
    uint64_t count;
    std::function<uint64_t(const Kernels&)> run;
  };
  const std::vector<Loop> loops = {
      {"cut (13a), a byte", words.texts.bytes,
       [&](const Kernels& set) { return cutting.Run(set); }},
      {"keys, a token", keys.tokens(), [&](const Kernels& set) { return keys.Run(set); }},
      {"match, a segment", usual.segments.size(),
       [&](const Kernels& set) { return RunEngine(*MakeBitmaskRun(set), usual, kOrder); }},
  };
  std::vector<KernelLoop> found;
  for (const Loop& loop : loops) {
    std::vector<Candidate> candidates;
    for (const Kernels* set : RunnableKernels()) {
      candidates.push_back({fmt::format("{} by {}", loop.name, set->name),
                            [&loop, set] { loop.run(*set); },
                            [&loop, set] { return loop.run(*set); },
                            [&loop] { return loop.run(**RunnableKernels().begin()); }});
    }
    KernelLoop& made = found.emplace_back(KernelLoop{loop.name, loop.count, {}});
    MTG_ASSIGN_OR_RETURN(made.timings, bench.Measure(candidates));
  }
  return found;
}

LabReport::Section KernelSection(const std::vector<KernelLoop>& loops) {
  LabReport::Section section;
  section.title = "Instruction sets: nanoseconds, and times as fast as scalar";
  section.table.columns = {{"loop", true}};
  for (const Kernels* set : RunnableKernels()) {
    section.table.columns.push_back({set->name});
    section.table.columns.push_back({"x"});
  }
  for (const KernelLoop& loop : loops) {
    std::vector<std::string>& row = section.table.rows.emplace_back();
    row.emplace_back(loop.name);
    for (const Timing& timing : loop.timings) {
      row.push_back(Rounded(NanosecondsEach(timing, loop.count), 3));
      row.push_back(Rounded(RatioOf(loop.timings.front().cpu, timing.cpu).median, 2));
    }
  }
  section.notes = {"MTGAUGE_ISA sets the instruction set for the whole program"};
  return section;
}

// Whole runs on texts in memory.
class Runs {
 public:
  Runs(const Job& job, const LabTexts& texts) : job_(job), texts_(texts) {}

  // Returns a digest of the scores.
  uint64_t Score(uint32_t threads, StageTimes* stages) const {
    Schedule schedule;
    schedule.threads = threads;
    schedule.stages = stages;
    const auto report = ScoreBatches(job_, texts_.Reader(), schedule, Sink{});
    if (!report.ok()) return 0;
    uint64_t digest = report->segments;
    for (const SystemReport& system : report->systems) {
      uint64_t bits = 0;
      std::memcpy(&bits, &system.scores.front().score, sizeof bits);
      digest = digest * 31 + bits;
    }
    return digest;
  }

  Candidate With(const std::string& name, uint32_t threads, StageTimes* stages) const {
    return {name, [this, threads, stages] { Score(threads, stages); },
            [this, threads, stages] { return Score(threads, stages); },
            [this] { return Score(1, nullptr); }};
  }

 private:
  const Job& job_;
  const LabTexts& texts_;
};

std::vector<uint32_t> ThreadCounts(uint32_t most) {
  std::vector<uint32_t> counts;
  for (uint32_t threads = 1; threads < most; threads *= 2) counts.push_back(threads);
  counts.push_back(most);
  return counts;
}

LabReport::Section ThreadSection(const std::vector<uint32_t>& counts,
                                 const std::vector<Timing>& timings, uint64_t segments) {
  LabReport::Section section;
  section.title = "Threads: whole runs of BLEU on texts in memory";
  section.table.columns = {
      {"threads"}, {"segments/s"}, {"times one"}, {"efficiency"}, {"processor"}};
  for (size_t i = 0; i < counts.size(); ++i) {
    const double speed_up = RatioOf(timings[0].wall, timings[i].wall).median;
    section.table.rows.push_back(
        {std::to_string(counts[i]),
         Rounded(static_cast<double>(segments) / SpreadOf(timings[i].wall).median, 0),
         Rounded(speed_up, 2), Rounded(100 * speed_up / counts[i], 0) + "%",
         Rounded(RatioOf(timings[i].cpu, timings[0].cpu).median, 2)});
  }
  section.notes = {
      "wall-clock times, which grow on a busy machine; processor: processor time of all threads, "
      "divided by that of one thread"};
  return section;
}

// Runs a comparison from the files on one thread.
Status CompareOnce(const LabWords& words, const Job& job, const CompareOptions& test,
                   StageTimes& times, const std::atomic<bool>* stop) {
  Schedule schedule;
  schedule.threads = 1;
  schedule.stop = stop;
  schedule.stages = &times;
  RunOptions run;
  run.stop = stop;
  MTG_ASSIGN_OR_RETURN(Texts texts, Texts::Open(words.settings, run));
  MTG_ASSIGN_OR_RETURN(KeptScores kept, ScoreKeepingRows(job, [&](const Sink& sink) {
                         return ScoreSources(job, texts.TakeSources(), schedule, sink);
                       }));
  CompareInput input;
  input.systems = words.texts.names.hyps;
  input.runs_of_system.assign(input.systems.size(), 1);
  input.metrics = std::move(kept.metrics);
  return Compare(input, test, schedule, nullptr).status();
}

// Measures only the summing of rows, in nanoseconds per segment and system. Within a run it
// alternates with matching too fast for clocks to measure.
Result<double> MeasureReduce(const Job& job, const LabTexts& texts, const Bench& bench) {
  Schedule schedule;
  schedule.threads = 1;
  MTG_ASSIGN_OR_RETURN(KeptScores kept, ScoreKeepingRows(job, [&](const Sink& sink) {
                         return ScoreBatches(job, texts.Reader(), schedule, sink);
                       }));
  const std::vector<RowStore>& stores = kept.metrics.front().rows;
  const uint32_t columns = stores.front().columns();
  std::vector<std::vector<int64_t>> rows;
  for (const RowStore& store : stores) {
    std::vector<int64_t>& of = rows.emplace_back(store.segments() * columns);
    for (uint64_t i = 0; i < store.segments(); ++i) store.Row(i, of.data() + i * columns);
  }
  const auto digest = [](uint64_t before, const std::vector<int64_t>& sums) {
    for (const int64_t value : sums) before = before * 31 + static_cast<uint64_t>(value);
    return before;
  };
  const auto sum = [&] {
    uint64_t all = 0;
    std::vector<int64_t> sums(columns);
    for (const std::vector<int64_t>& of : rows) {
      std::fill(sums.begin(), sums.end(), 0);
      for (size_t i = 0; i < of.size(); i += columns) {
        for (uint32_t c = 0; c < columns; ++c) sums[c] += of[i + c];
      }
      all = digest(all, sums);
    }
    return all;
  };
  const auto totals = [&] {
    uint64_t all = 0;
    for (const RowStore& store : stores) all = digest(all, store.Totals());
    return all;
  };
  const std::vector<Candidate> candidates = {{"adding rows", [&] { sum(); }, sum, totals}};
  MTG_ASSIGN_OR_RETURN(const std::vector<Timing> timings, bench.Measure(candidates));
  return NanosecondsEach(timings.front(), texts.segments * stores.size());
}

// Where the time of comparisons goes, in nanoseconds per segment and system.
struct StageCosts {
  uint64_t resamples = 0;
  std::array<double, kStageNames.size()> of{};
  double reduce = 0;  // part of matching
};

Result<StageCosts> MeasureStages(const LabWords& words, const Job& job, const CompareOptions& test,
                                 const Bench& bench) {
  StageCosts costs;
  costs.resamples = test.resamples;
  const uint64_t cells = words.texts.segments * words.texts.names.hyps.size();
  std::vector<std::vector<double>> rounds(kStageNames.size());
  for (uint32_t round = 0; round <= bench.method.rounds; ++round) {
    StageTimes times;
    MTG_RETURN_IF_ERROR(CompareOnce(words, job, test, times, bench.stop));
    if (round == 0) continue;  // warm-up
    for (size_t stage = 0; stage < kStageNames.size(); ++stage) {
      rounds[stage].push_back(static_cast<double>(times.of[stage]) / static_cast<double>(cells));
    }
  }
  for (size_t stage = 0; stage < kStageNames.size(); ++stage) {
    costs.of[stage] = SpreadOf(rounds[stage]).median;
  }
  MTG_ASSIGN_OR_RETURN(costs.reduce, MeasureReduce(job, words.texts, bench));
  return costs;
}

LabReport::Section StageSection(const StageCosts& costs, const Ratio& clocks) {
  LabReport::Section section;
  section.title = fmt::format(
      "Stages of a comparison by BLEU with {} resamples, from the files: nanoseconds for a segment "
      "of a system",
      costs.resamples);
  section.table.columns = {{"stage", true}, {"ns"}, {"share"}};
  const double all = std::accumulate(costs.of.begin(), costs.of.end(), 0.0);
  const auto add = [&](const std::string& name, double nanoseconds) {
    section.table.rows.push_back(
        {name, Rounded(nanoseconds, 1), Rounded(100 * nanoseconds / all, 1) + "%"});
  };
  for (size_t stage = 0; stage < kStageNames.size(); ++stage) {
    if (stage == static_cast<size_t>(Stage::kSurvey)) continue;  // used only by other metrics
    if (stage == static_cast<size_t>(Stage::kDraw)) {
      section.table.rules.push_back(section.table.rows.size());
    }
    add(std::string(kStageNames[stage]), costs.of[stage]);
    if (stage == static_cast<size_t>(Stage::kMatch)) add("of which reduce", costs.reduce);
  }
  section.notes = {
      "medians of processor time on one thread, in real runs; key: only for tokens that the vector "
      "loops cut, otherwise part of cut; reduce: adding up rows, measured separately; deliver: "
      "storing rows; draw, multiply, score: for all resamples together; work on references is "
      "shared among the systems",
      fmt::format("with clocks, a run takes {:.4f} times as long as without ({:.4f} to {:.4f})",
                  clocks.median, clocks.low, clocks.high)};
  return section;
}

Json ClassJson(const ClassFindings& found) {
  Json json;
  json["most_tokens"] = found.of->most == UINT32_MAX ? Json() : Json(found.of->most);
  json["segments"] = found.of->segments.size();
  json["tokens"] = found.of->tokens;
  for (const EngineCase& made : found.engines) {
    Json& engine = json["engines"][std::string(made.engine->name)];
    engine["timing"] = TimingJson(made.timing);
    engine["bytes"] = made.bytes;
  }
  json["fastest"] = std::string(found.fastest->engine->name);
  json["next"] = RatioJson(found.next);
  return json;
}

Json StagesJson(const StageCosts& costs) {
  Json json;
  for (size_t stage = 0; stage < kStageNames.size(); ++stage) {
    json[std::string(kStageNames[stage])] = costs.of[stage];
  }
  json["reduce"] = costs.reduce;
  return json;
}

Plot EnginePlot(const std::vector<ClassFindings>& classes) {
  Plot plot;
  plot.title = "N-gram engines by length";
  plot.x = {"tokens of hypothesis and references", true};
  plot.y = {"ns a token", true};
  for (const LabEngine& engine : LabEngines()) {
    PlotLine line;
    line.series = plot.series.size();
    for (const ClassFindings& found : classes) {
      for (const EngineCase& made : found.engines) {
        if (made.engine != &engine) continue;
        line.x.push_back(static_cast<double>(found.of->tokens) /
                         static_cast<double>(found.of->segments.size()));
        line.y.push_back(NanosecondsEach(made.timing, found.of->tokens));
      }
    }
    plot.series.emplace_back(engine.name);
    plot.lines.push_back(std::move(line));
  }
  return plot;
}

// The results, in the order in which they are measured.
struct EngineFindings {
  std::vector<ClassFindings> classes;
  std::vector<KernelLoop> loops;
  std::vector<uint32_t> counts;  // numbers of threads
  std::vector<Timing> threads;   // [count]
  Ratio clock_cost;
  StageCosts stages;
};

Result<std::vector<ClassFindings>> MeasureClasses(const std::vector<LengthClass>& by_length,
                                                  const Bench& bench) {
  std::vector<ClassFindings> classes;
  for (const LengthClass& of : by_length) {
    if (of.segments.empty() || of.tokens == 0) continue;
    MTG_ASSIGN_OR_RETURN(ClassFindings found, MeasureClass(of, bench));
    classes.push_back(std::move(found));
  }
  return classes;
}

Result<std::vector<Timing>> MeasureThreads(const Runs& runs, const std::vector<uint32_t>& counts,
                                           const Bench& bench) {
  std::vector<Candidate> candidates;
  for (const uint32_t threads : counts) {
    candidates.push_back(runs.With(fmt::format("{} threads", threads), threads, nullptr));
  }
  return bench.Measure(candidates);
}

// Measures the cost of reading the clock in every stage.
Result<Ratio> MeasureClocks(const Runs& runs, const Bench& bench) {
  StageTimes stage_times;
  const std::vector<Candidate> clocked = {runs.With("clocks off", 1, nullptr),
                                          runs.With("clocks on", 1, &stage_times)};
  MTG_ASSIGN_OR_RETURN(const std::vector<Timing> clocks, bench.Measure(clocked));
  return RatioOf(clocks[1].cpu, clocks[0].cpu);
}

Json EngineFigures(const EngineFindings& found, const LabWords& words) {
  Json figures;
  figures["texts"] = TextsJson(words.texts);
  figures["tokenizer"] = std::string(words.tokenizer->name);
  for (const ClassFindings& of : found.classes) figures["lengths"].push_back(ClassJson(of));
  for (const KernelLoop& loop : found.loops) {
    for (const Timing& timing : loop.timings) {
      figures["kernels"][timing.name] = TimingJson(timing);
    }
  }
  for (size_t i = 0; i < found.counts.size(); ++i) {
    figures["threads"][std::to_string(found.counts[i])] = TimingJson(found.threads[i]);
  }
  figures["stages_ns"] = StagesJson(found.stages);
  figures["resamples"] = found.stages.resamples;
  figures["clocks"] = RatioJson(found.clock_cost);
  return figures;
}

// Returns the timings that compare alternatives, not numbers of threads.
std::vector<Timing> ComparedTimings(const EngineFindings& found) {
  std::vector<Timing> timings;
  for (const ClassFindings& of : found.classes) {
    for (const EngineCase& made : of.engines) timings.push_back(made.timing);
  }
  for (const KernelLoop& loop : found.loops) {
    timings.insert(timings.end(), loop.timings.begin(), loop.timings.end());
  }
  return timings;
}

}  // namespace

Status CheckEngineLaboratory(const LabRequest& request) {
  MTG_RETURN_IF_ERROR(ResolveTest(request).status());
  return ResolveLabBleu(request).status();
}

Result<LabReport> RunEngineLaboratory(const LabRequest& request, const Bench& bench) {
  MTG_ASSIGN_OR_RETURN(CompareOptions test, ResolveTest(request));
  test.resamples = request.resamples.value_or(kDefaultResamples);
  MTG_ASSIGN_OR_RETURN(const LabWords words, ReadLabWords(request));
  if (words.tokens == 0) return InputError("the texts have no tokens; use other texts");
  MTG_ASSIGN_OR_RETURN(const Job job, Job::Make(words.settings.job, words.texts.names));

  EngineFindings found;
  const std::vector<LengthClass> by_length = SortByLength(words.segments, kEnoughTokens);
  MTG_ASSIGN_OR_RETURN(found.classes, MeasureClasses(by_length, bench));
  const auto usual = std::find_if(by_length.begin(), by_length.end(),
                                  [](const LengthClass& of) { return of.most == kUsualTokens; });
  MTG_ASSIGN_OR_RETURN(found.loops, MeasureKernels(words, *usual, bench));
  const Runs runs(job, words.texts);
  found.counts = ThreadCounts(request.threads);
  MTG_ASSIGN_OR_RETURN(found.threads, MeasureThreads(runs, found.counts, bench));
  MTG_ASSIGN_OR_RETURN(found.clock_cost, MeasureClocks(runs, bench));
  MTG_ASSIGN_OR_RETURN(found.stages, MeasureStages(words, job, test, bench));

  LabReport report;
  report.sections = {EngineSection(found.classes), KernelSection(found.loops),
                     ThreadSection(found.counts, found.threads, words.texts.segments),
                     StageSection(found.stages, found.clock_cost)};
  report.figures = EngineFigures(found, words);
  AddSpreadWarning(ComparedTimings(found), report);
  report.plot = EnginePlot(found.classes);
  return report;
}

}  // namespace mtgauge
