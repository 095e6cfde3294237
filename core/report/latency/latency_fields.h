// The fields of a LatencyAnswer, for all formats with all digits.
#pragma once

#include "core/report/forms/json_output.h"
#include "mtgauge/latency.h"

namespace mtgauge {

template <>
inline constexpr auto kFields<LatencyFigures> = [] {
  using T = LatencyFigures;
  return std::to_array<Field<T>>({
      Of<&T::al>("al", "average lagging in milliseconds; or null if no segment has it"),
      Of<&T::laal>("laal", "length-adaptive average lagging in milliseconds; or null"),
      Of<&T::ap>("ap", "average proportion; or null"),
      Of<&T::dal>("dal", "differentiable average lagging in milliseconds; or null"),
      Of<&T::yaal>("yaal", "yet another average lagging in milliseconds; or null"),
  });
}();

template <>
inline constexpr auto kFields<LatencyOfSegment> = [] {
  using T = LatencyOfSegment;
  return std::to_array<Field<T>>({
      Of<&T::delays>("delays", "figures of the segment"),
      Of<&T::elapsed>("elapsed", "the same with the time to compute"),
  });
}();

template <>
inline constexpr auto kFields<LatencySystem> = [] {
  using T = LatencySystem;
  return std::to_array<Field<T>>({
      Of<&T::name>("name", "name of the system"),
      Of<&T::delays>("delays", "means of the segments' figures"),
      Of<&T::elapsed>("elapsed", "the same with the time to compute; or null if it is not known"),
      Of<&T::segments>("segments", "number of segments"),
      Of<&T::empty>("empty", "segments without output, which are left out"),
      Of<&T::each>("each", "figures of each segment, if requested", Empty::kOmitted),
  });
}();

template <>
inline constexpr auto kFields<LatencyAnswer> = [] {
  using T = LatencyAnswer;
  return std::to_array<Field<T>>({
      Of<&T::signature>("signature", "how the figures were made"),
      Of<&T::systems>("systems", "figures of the inputs, in their order"),
      Of<&T::warnings>("warnings", "possible problems"),
      kConfiguration<T>,
  });
}();

}  // namespace mtgauge
