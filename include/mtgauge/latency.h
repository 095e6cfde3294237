// Latency of simultaneous translation: how long after the speech its words were written. All
// figures equal those of omnisteval 0.1.10, which has AL, LAAL, AP and DAL from SimulEval.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "mtgauge/options.h"
#include "mtgauge/run.h"
#include "mtgauge/score.h"
#include "mtgauge/status.h"
#include "mtgauge/table.h"
#include "mtgauge/visibility.h"

namespace MTGAUGE_PUBLIC mtgauge {

// What a delay is of.
enum class LatencyUnit { kWord, kCharacter };

struct LatencyOptions {
  LatencyUnit latency_unit = LatencyUnit::kWord;
  // The segments of whole recordings, each with its recording, offset and duration, in the order of
  // the references. Empty: each line of a log is a segment.
  std::string segmentation;
  // SimulEval adds the computation of all words before to that of a word. This leaves only its own;
  // for whole recordings, where the sum would never end.
  bool fix_elapsed = false;
  bool each_segment = false;  // also the figures of each segment
};

// The systems are TextInputs::inputs, [NAME=]FILE: logs of SimulEval. At most one reference, which
// replaces those in the logs.
struct LatencyRequest : TextInputs, RunOptions, LatencyOptions {};

// In milliseconds, but for AP, a share. Of several segments, their means; a segment without a
// figure is left out of its mean.
struct LatencyFigures {
  std::optional<double> al, laal, ap, dal, yaal;
};

// Figures of the delays, and of the delays with the time that the system needed to compute.
struct LatencyOfSegment {
  LatencyFigures delays, elapsed;
};

struct LatencySystem {
  std::string name;
  LatencyFigures delays;
  std::optional<LatencyFigures> elapsed;  // if the log has these times
  uint64_t segments = 0;
  uint64_t empty = 0;                       // segments without output, which have no figures
  std::vector<LatencyOfSegment> each = {};  // [segment], if requested
};

struct LatencyAnswer {
  std::string signature;
  std::vector<LatencySystem> systems;  // in input order
  std::vector<Warning> warnings;
};

// A checked request. Not thread-safe.
class LatencyRun : public RunOf<LatencyRun, LatencyRequest> {
 public:
  using RunOf::RunOf;

  // Reads all files, and measures the systems. Call it once.
  Result<LatencyAnswer> Run();
};

// Runs both steps: LatencyRun::Make() and Run().
Result<LatencyAnswer> MeasureLatency(const LatencyRequest& request);

// A line for each system, or for each segment of each system if they were requested.
Table TableOf(const LatencyAnswer& answer);

}  // namespace mtgauge
