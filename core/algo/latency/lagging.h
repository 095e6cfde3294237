// Latency of one segment of simultaneous translation, from the times at which its words were
// written. All sums run from the first word to the last.
#pragma once

#include <optional>
#include <span>

namespace mtgauge {

// A segment with at least one word, in milliseconds from its beginning.
struct TimedSegment {
  std::span<const double> delays;  // [word]
  double source_length = 0;        // above 0
  double reference_length = 0;     // in words
  double end = 0;                  // words written at this time or later do not count for YAAL
};

// Average lagging (Ma et al. 2019): the mean time by which a word is later than in an output that
// keeps pace with the speech and is as long as the reference; over the words up to the first one
// that is written at the end of the source or later. None for an empty reference.
std::optional<double> AverageLagging(const TimedSegment& segment);
// Length-adaptive average lagging (Papi et al. 2022): the same beside an output that is as long as
// the longer one of output and reference.
double LengthAdaptiveLagging(const TimedSegment& segment);
// Average proportion (Cho and Esipova 2016): the sum of all delays over source times reference
// length. None for an empty reference.
std::optional<double> AverageProportion(const TimedSegment& segment);
// Differentiable average lagging (Cherry and Foster 2019): each word takes at least its share of
// the source.
double DifferentiableLagging(const TimedSegment& segment);
// Yet another average lagging (Polák et al. 2025): as LAAL, over the words before `end`. None if
// there are none.
std::optional<double> YetAnotherLagging(const TimedSegment& segment);

}  // namespace mtgauge
