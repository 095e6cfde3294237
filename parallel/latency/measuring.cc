// From a request to a LatencyAnswer: reads the files, and takes the means over segments.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/algo/latency/lagging.h"
#include "core/base/printing.h"
#include "core/base/version.h"
#include "core/input/batches.h"
#include "core/input/delays/delay_log.h"
#include "core/input/delays/speech_segments.h"
#include "core/input/formats/format.h"
#include "core/input/standard_input.h"
#include "core/input/tables/text_file.h"
#include "core/request/texts.h"
#include "core/score/checks/encoding.h"
#include "core/stats/reductions.h"
#include "core/text/unicode.h"
#include "mtgauge/latency.h"
#include "parallel/latency/timing.h"
#include "parallel/run/memory.h"
#include "parallel/run/run_of.h"

namespace mtgauge {
namespace {

constexpr std::optional<double> LatencyFigures::*kMeasures[] = {
    &LatencyFigures::al, &LatencyFigures::laal, &LatencyFigures::ap, &LatencyFigures::dal,
    &LatencyFigures::yaal};

Status CheckLogs(const LatencyRequest& request) {
  if (request.inputs.empty()) {
    return UsageError({.option = "input"}, "there are no delays",
                      "name logs of them with `input` FILE");
  }
  if (request.references.size() > 1 || request.columns) {
    return UsageError("delays are measured with one reference", "name one file");
  }
  if (!request.segmentation.empty() && request.references.empty()) {
    return UsageError({.option = "segmentation"}, "`segmentation` needs the segments' references",
                      "name a file of them first");
  }
  if (request.segmentation.empty() && request.fix_elapsed) {
    return UsageError({.option = "fix-elapsed"}, "`fix-elapsed` is for whole recordings",
                      "add `segmentation`, or leave it out");
  }
  std::vector<std::string> files = request.references;
  files.push_back(request.segmentation);
  for (const std::string& input : request.inputs) files.push_back(SplitName(input).files.front());
  if (std::count(files.begin(), files.end(), kStandardInput) <= 1) return OkStatus();
  return UsageError("standard input can be read only once", "name files for the others");
}

// Returns the texts of the reference, without white space around them.
Result<std::vector<std::string>> ReadReference(const std::string& path, const RunOptions& run,
                                               std::vector<Warning>& warnings) {
  OpenOptions options;
  options.stop = run.stop;
  MTG_ASSIGN_OR_RETURN(const auto inputs, OpenInputs({{path, Role::kReference}}, options));
  if (inputs.front().size() != 1) {
    return InputError({DisplayName(path)},
                      fmt::format("the file holds {} references", inputs.front().size()),
                      "name one of them, as in FILE:NAME");
  }
  const std::vector<Source*> sources = {inputs.front().front().source.get()};
  StreamNames names;
  names.refs = {sources.front()->name()};
  std::vector<std::string> texts;
  const auto take = [&](const std::unique_ptr<Batch>& batch) -> Status {
    MTG_RETURN_IF_ERROR(MendEncoding(names, OnInvalid::kError, *batch).status());
    ForEachText(batch->refs.front(), batch->segments,
                [&](uint32_t, std::string_view text) { texts.emplace_back(Trim(text)); });
    return OkStatus();
  };
  MTG_RETURN_IF_ERROR(ForEachBatch(sources, 1, run.stop, take));
  AddInputWarnings(sources, warnings);
  return texts;
}

// Counts words as omnisteval does: by the spaces between them.
double ReferenceLength(std::string_view text, LatencyUnit unit) {
  if (unit == LatencyUnit::kCharacter) return static_cast<double>(UnitsOf(text, unit).size());
  return static_cast<double>(std::count(text.begin(), text.end(), ' ') + 1);
}

// Returns the references in a log.
Result<std::vector<std::string>> ReferencesOf(const DelayLog& log) {
  std::vector<std::string> texts;
  for (const DelayRecord& record : log.records) {
    texts.emplace_back(Trim(record.reference));
    if (!texts.back().empty()) continue;
    return InputError({log.file, record.line}, "the record has no 'reference'",
                      "write it, or name a file of references");
  }
  return texts;
}

Status CheckReferences(const std::string& file, size_t references, const std::string& other,
                       size_t segments, std::string_view one) {
  if (references == segments) return OkStatus();
  return InputError({file},
                    fmt::format("{}, but {} has {}", Counted(references, "reference"), other,
                                Counted(segments, one)),
                    "write one reference for each, in the same order");
}

// The references of the first log, for which all others must be.
struct FirstLog {
  std::string file;
  std::vector<std::string> references;
};

Status CheckSameReferences(const DelayLog& log, const std::vector<std::string>& references,
                           const FirstLog& first) {
  constexpr const char* kRemedy = "name logs of the same segments, in the same order";
  if (references.size() != first.references.size()) {
    return InputError({log.file},
                      fmt::format("{}, but {} has {}", Counted(references.size(), "record"),
                                  first.file, first.references.size()),
                      kRemedy);
  }
  const auto other = std::ranges::mismatch(references, first.references).in1;
  if (other == references.end()) return OkStatus();
  const auto record = static_cast<size_t>(other - references.begin());
  return InputError(
      {log.file, log.records[record].line},
      fmt::format("another 'reference' than that of record {} in {}", record + 1, first.file),
      fmt::format("{}, or a file of references for all", kRemedy));
}

LatencyFigures FiguresOf(const SegmentDelays& segment, const std::vector<double>& delays,
                         double reference_length) {
  if (delays.empty() || segment.source_length == 0) return {};
  const TimedSegment timed = {delays, segment.source_length, reference_length, segment.end};
  return {AverageLagging(timed), LengthAdaptiveLagging(timed), AverageProportion(timed),
          DifferentiableLagging(timed), YetAnotherLagging(timed)};
}

LatencyFigures MeansOf(const std::vector<LatencyOfSegment>& segments,
                       LatencyFigures LatencyOfSegment::*figures) {
  LatencyFigures means;
  for (const auto measure : kMeasures) {
    std::vector<double> values;
    for (const LatencyOfSegment& segment : segments) {
      if (const auto& value = segment.*figures.*measure) values.push_back(*value);
    }
    if (!values.empty()) means.*measure = ExactMean(values);
  }
  return means;
}

// Computes the figures of each segment, and their means.
LatencySystem FiguresOf(const std::string& name, const TimedLog& log, bool has_elapsed,
                        const std::vector<std::string>& references, LatencyUnit unit) {
  LatencySystem system;
  system.name = name;
  system.segments = log.segments.size();
  for (size_t i = 0; i < log.segments.size(); ++i) {
    const SegmentDelays& segment = log.segments[i];
    const double length = ReferenceLength(references[i], unit);
    system.each.push_back(
        {FiguresOf(segment, segment.delays, length), FiguresOf(segment, segment.elapsed, length)});
    system.empty += segment.delays.empty() ? 1 : 0;
  }
  system.delays = MeansOf(system.each, &LatencyOfSegment::delays);
  if (has_elapsed) system.elapsed = MeansOf(system.each, &LatencyOfSegment::elapsed);
  return system;
}

void AddLatencyWarnings(const LatencySystem& system, const TimedLog& log, bool may_add_up,
                        std::vector<Warning>& warnings) {
  const auto add = [&](const char* code, std::string_view what) {
    warnings.push_back({code, system.name, std::string(what)});
  };
  const auto silent =
      std::count_if(log.segments.begin(), log.segments.end(), [](const SegmentDelays& segment) {
        return segment.source_length == 0 && !segment.delays.empty();
      });
  if (silent > 0) {
    add("no-speech", fmt::format("{} with words but a source length of 0, left out; correct the "
                                 "lengths",
                                 Counted(static_cast<uint64_t>(silent), "segment")));
  }
  if (log.unowned > 0) {
    add("unowned", fmt::format("{} before the words of all references, left out; check the "
                               "beginning of the output",
                               Counted(log.unowned, "word")));
  }
  constexpr double kMuchLater = 2000;
  const std::optional<double> aware = system.elapsed ? system.elapsed->yaal : std::nullopt;
  if (may_add_up && aware && system.delays.yaal && *aware - *system.delays.yaal > kMuchLater) {
    add("elapsed",
        "YAAL_CA is more than 2 s above YAAL; if 'elapsed' adds up the computation of "
        "all words, as SimulEval's does, use `fix-elapsed`");
  }
}

}  // namespace

template <>
struct RunOf<LatencyRun, LatencyRequest>::Plan {
  LatencyRequest request;
  RunRecord record;
  std::vector<NamedFiles> systems;

  Status Settle();
  Result<LatencyAnswer> Measure() const;

 private:
  Result<SpeechReference> ReadSpeech(std::vector<Warning>& warnings) const;
  Result<LatencySystem> MeasureSystem(const NamedFiles& named, const SpeechReference& speech,
                                      FirstLog& first, std::vector<Warning>& warnings) const;
};

Status LatencyRun::Plan::Settle() {
  MTG_RETURN_IF_ERROR(CheckLogs(request));
  MTG_ASSIGN_OR_RETURN(systems, NamedInputs(request));
  record.references = request.references;
  return OkStatus();
}

// Returns texts without segments if each line of a log is a segment, and nothing if the logs have
// the references.
Result<SpeechReference> LatencyRun::Plan::ReadSpeech(std::vector<Warning>& warnings) const {
  SpeechReference speech;
  speech.unit = request.latency_unit;
  speech.fix_elapsed = request.fix_elapsed;
  if (request.references.empty()) return speech;
  const std::string& reference = request.references.front();
  MTG_ASSIGN_OR_RETURN(speech.texts, ReadReference(reference, request, warnings));
  if (request.segmentation.empty()) return speech;
  const std::string file = DisplayName(request.segmentation);
  MTG_ASSIGN_OR_RETURN(const std::string bytes, ReadTextFile(request.segmentation));
  MTG_ASSIGN_OR_RETURN(speech.segments, ParseSpeechSegments(file, bytes));
  MTG_RETURN_IF_ERROR(
      CheckReferences(reference, speech.texts.size(), file, speech.segments.size(), "segment"));
  MTG_ASSIGN_OR_RETURN(speech.recordings, RecordingsOf(file, speech.segments));
  for (std::string& text : speech.texts) {
    if (speech.unit == LatencyUnit::kCharacter) std::erase(text, ' ');
  }
  return speech;
}

Result<LatencySystem> LatencyRun::Plan::MeasureSystem(const NamedFiles& named,
                                                      const SpeechReference& speech,
                                                      FirstLog& first,
                                                      std::vector<Warning>& warnings) const {
  const std::string& path = named.files.front();
  const bool is_long = !speech.segments.empty();
  MTG_ASSIGN_OR_RETURN(std::string bytes, ReadTextFile(path));
  MTG_ASSIGN_OR_RETURN(const DelayLog log,
                       ParseDelayLog(DisplayName(path), std::move(bytes), request.latency_unit));
  std::vector<std::string> references = speech.texts;
  if (references.empty()) {
    MTG_ASSIGN_OR_RETURN(references, ReferencesOf(log));
    if (first.references.empty()) first = {log.file, references};
    MTG_RETURN_IF_ERROR(CheckSameReferences(log, references, first));
  } else if (!is_long) {
    MTG_RETURN_IF_ERROR(CheckReferences(request.references.front(), references.size(), log.file,
                                        log.records.size(), "record"));
  }
  MTG_ASSIGN_OR_RETURN(const TimedLog timed,
                       is_long ? TimeRecordings(log, speech, request) : TimeRecords(log));
  LatencySystem system =
      FiguresOf(named.name, timed, log.has_elapsed, references, request.latency_unit);
  AddLatencyWarnings(system, timed, is_long && !request.fix_elapsed, warnings);
  if (!request.each_segment) system.each.clear();
  return system;
}

Result<LatencyAnswer> LatencyRun::Plan::Measure() const {
  LatencyAnswer answer;
  MTG_ASSIGN_OR_RETURN(const SpeechReference speech, ReadSpeech(answer.warnings));
  answer.signature = fmt::format("unit:{}|form:{}{}|version:mtgauge-{}",
                                 request.latency_unit == LatencyUnit::kWord ? "word" : "char",
                                 speech.segments.empty() ? "short" : "long|align:soft",
                                 request.fix_elapsed ? "|elapsed:fixed" : "", kVersion);
  FirstLog first;
  for (const NamedFiles& system : systems) {
    MTG_ASSIGN_OR_RETURN(answer.systems.emplace_back(),
                         MeasureSystem(system, speech, first, answer.warnings));
  }
  return answer;
}

template class RunOf<LatencyRun, LatencyRequest>;

Result<LatencyAnswer> LatencyRun::Run() {
  return WithinMemory([&] { return plan_->Measure(); });
}

Result<LatencyAnswer> MeasureLatency(const LatencyRequest& request) {
  MTG_ASSIGN_OR_RETURN(LatencyRun run, LatencyRun::Make(request));
  return run.Run();
}

}  // namespace mtgauge
