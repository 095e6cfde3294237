// Matches records with recordings, and aligns their words.
#include "parallel/latency/timing.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "core/algo/alignment/soft_alignment.h"
#include "core/text/normalization.h"
#include "core/text/unicode.h"
#include "parallel/run/threads.h"

namespace mtgauge {
namespace {

// The file's name without folder and ending.
std::string NameOfRecording(std::string_view path) {
  path.remove_prefix(path.rfind('/') + 1);  // npos + 1 is 0
  const size_t dot = path.rfind('.');
  return std::string(path.substr(0, dot == 0 ? path.npos : dot));
}

std::string Lowered(std::string_view text) {
  std::string lowered;
  AppendLowercase(text, lowered);
  return lowered;
}

// Returns words as they are compared.
std::vector<std::string> WordsOf(std::string_view text, LatencyUnit unit) {
  std::vector<std::string> words;
  for (const std::string_view word : UnitsOf(text, unit)) {
    std::string normalized;
    AppendNormalized(word, NormalForm::kNfkc, normalized);
    words.push_back(Lowered(normalized));
  }
  return words;
}

// Returns the record of each recording.
Result<std::vector<const DelayRecord*>> MatchRecords(const DelayLog& log,
                                                     const std::vector<Recording>& recordings) {
  std::unordered_map<std::string_view, size_t> places;
  for (size_t r = 0; r < recordings.size(); ++r) places.emplace(recordings[r].name, r);
  std::vector<const DelayRecord*> records(recordings.size(), nullptr);
  for (const DelayRecord& record : log.records) {
    const std::string name = NameOfRecording(record.source);
    const auto place = places.find(name);
    if (place == places.end()) {
      return InputError({log.file, record.line},
                        fmt::format("the segmentation has no recording '{}'", name),
                        "name the recording of each record in 'source', like its file in 'wav'");
    }
    const DelayRecord*& matched = records[place->second];
    if (matched != nullptr) {
      return InputError(
          {log.file, record.line},
          fmt::format("a second record of the recording '{}'; the first is in line {}", name,
                      matched->line),
          "write one record for each recording");
    }
    matched = &record;
  }
  const auto missing = std::find(records.begin(), records.end(), nullptr);
  if (missing == records.end()) return records;
  const auto place = static_cast<size_t>(missing - records.begin());
  return InputError({log.file},
                    fmt::format("no record of the recording '{}'", recordings[place].name),
                    "write one record for each recording of the segmentation");
}

// Returns the times with each word's own computation: it begins when the word before it could be
// written without any.
std::vector<double> FixedElapsed(const DelayRecord& record) {
  std::vector<double> times = record.elapsed;
  for (size_t w = 1; w < times.size(); ++w) {
    const double own = record.elapsed[w] - record.elapsed[w - 1] + record.delays[w - 1];
    times[w] = std::max(own, times[w - 1]);
  }
  return times;
}

// Gives the words of a record to the segments of its recording.
class WordDivider {
 public:
  WordDivider(const SpeechReference& reference, const Recording& recording)
      : reference_(reference), recording_(recording) {
    for (const size_t segment : recording.segments) {
      for (std::string& word : WordsOf(Lowered(reference.texts[segment]), reference.unit)) {
        words_.push_back(std::move(word));
        segment_of_word_.push_back(segment);
      }
    }
  }

  Status Divide(const DelayRecord& record, const std::atomic<bool>* stop, TimedLog& log,
                uint64_t& unowned) const {
    const std::vector<std::string> output = WordsOf(record.prediction, reference_.unit);
    if (output.empty()) return OkStatus();
    if (words_.empty()) {
      return InputError(
          fmt::format("the references of the recording '{}' are all empty", recording_.name),
          "check that they are in the order of the segmentation");
    }
    const auto owners =
        AlignSoftly(words_, output, reference_.unit == LatencyUnit::kCharacter, stop);
    if (!owners) return CancelledError();
    const std::vector<double> elapsed =
        reference_.fix_elapsed ? FixedElapsed(record) : record.elapsed;
    for (size_t w = 0; w < output.size(); ++w) {
      if ((*owners)[w] == kNoOwner) {
        ++unowned;
        continue;
      }
      const size_t segment = segment_of_word_[(*owners)[w]];
      const double offset = reference_.segments[segment].offset;
      SegmentDelays& timed = log.segments[segment];
      timed.delays.push_back(record.delays[w] - offset);
      if (!elapsed.empty()) timed.elapsed.push_back(elapsed[w] - offset);
    }
    return OkStatus();
  }

 private:
  const SpeechReference& reference_;
  const Recording& recording_;
  std::vector<std::string> words_;
  std::vector<size_t> segment_of_word_;
};

}  // namespace

Result<std::vector<Recording>> RecordingsOf(const std::string& file,
                                            const std::vector<SpeechSegment>& segments) {
  std::vector<Recording> recordings;
  std::unordered_map<std::string, std::pair<size_t, std::string_view>> places;
  for (size_t i = 0; i < segments.size(); ++i) {
    const std::string& path = segments[i].recording;
    const std::string name = NameOfRecording(path);
    const auto [place, is_new] =
        places.try_emplace(name, recordings.size(), std::string_view(path));
    if (is_new) recordings.push_back({name, {}, 0});
    if (place->second.second != path) {
      return InputError({file},
                        fmt::format("the recordings '{}' and '{}' have the same name",
                                    place->second.second, path),
                        "rename one");
    }
    Recording& recording = recordings[place->second.first];
    recording.segments.push_back(i);
    recording.end = std::max(recording.end, segments[i].offset + segments[i].duration);
  }
  return recordings;
}

Result<TimedLog> TimeRecords(const DelayLog& log) {
  TimedLog timed;
  for (const DelayRecord& record : log.records) {
    if (!record.source_length) {
      return InputError({log.file, record.line}, "the record has no 'source_length'",
                        "write the length of its speech in milliseconds");
    }
    timed.segments.push_back(
        {record.delays, record.elapsed, *record.source_length, *record.source_length});
  }
  return timed;
}

Result<TimedLog> TimeRecordings(const DelayLog& log, const SpeechReference& reference,
                                const RunOptions& run) {
  const size_t count = reference.recordings.size();
  MTG_ASSIGN_OR_RETURN(const std::vector<const DelayRecord*> records,
                       MatchRecords(log, reference.recordings));
  TimedLog timed;
  timed.segments.resize(reference.segments.size());
  for (const Recording& recording : reference.recordings) {
    for (const size_t s : recording.segments) {
      const SpeechSegment& segment = reference.segments[s];
      timed.segments[s].source_length = segment.duration;
      timed.segments[s].end = recording.end - segment.offset;
    }
  }
  std::vector<Status> failures(count);
  std::vector<uint64_t> unowned(count);
  InParallel(run.threads, count, [&](size_t r) {
    failures[r] = WordDivider(reference, reference.recordings[r])
                      .Divide(*records[r], run.stop, timed, unowned[r]);
  });
  for (size_t r = 0; r < count; ++r) {
    MTG_RETURN_IF_ERROR(failures[r]);
    timed.unowned += unowned[r];
  }
  return timed;
}

}  // namespace mtgauge
