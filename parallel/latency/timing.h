// From the records of a log to the delays of each reference segment.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/status.h"
#include "core/input/delays/delay_log.h"
#include "core/input/delays/speech_segments.h"
#include "mtgauge/options.h"

namespace mtgauge {

// What a system wrote for a reference segment; times are from the segment's beginning.
struct SegmentDelays {
  std::vector<double> delays, elapsed;
  double source_length = 0, end = 0;  // as in TimedSegment
};

struct TimedLog {
  std::vector<SegmentDelays> segments;
  uint64_t unowned = 0;  // words that belong to no segment
};

// The segments of a recording.
struct Recording {
  std::string name;
  std::vector<size_t> segments;
  double end = 0;  // of the last one
};

// Groups the segments by their recordings, which are named by their files without folder and
// ending. `file` is for messages.
Result<std::vector<Recording>> RecordingsOf(const std::string& file,
                                            const std::vector<SpeechSegment>& segments);

// Makes a segment of each record.
Result<TimedLog> TimeRecords(const DelayLog& log);

// What the words of whole recordings are aligned with.
struct SpeechReference {
  std::vector<SpeechSegment> segments;
  std::vector<Recording> recordings;
  std::vector<std::string> texts;  // [segment]
  LatencyUnit unit = LatencyUnit::kWord;
  bool fix_elapsed = false;  // as in LatencyOptions
};

// Finds the segment of each word of a log with one record for each recording.
Result<TimedLog> TimeRecordings(const DelayLog& log, const SpeechReference& reference,
                                const RunOptions& run);

}  // namespace mtgauge
