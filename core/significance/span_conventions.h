// The names of the conventions for error spans, as flags accept them and as signatures print them.
// The default comes first.
#pragma once

#include "core/significance/conventions.h"
#include "mtgauge/spans.h"

namespace mtgauge {

inline constexpr Named<SpanMeasure> kSpanMeasures[] = {{"mpp", SpanMeasure::kMpp},
                                                       {"mp", SpanMeasure::kMp},
                                                       {"em", SpanMeasure::kEm},
                                                       {"wmt25", SpanMeasure::kWmt25}};
inline constexpr Named<SpanMatching> kSpanMatchings[] = {{"one-one", SpanMatching::kOneToOne},
                                                         {"greedy", SpanMatching::kGreedy},
                                                         {"many-many", SpanMatching::kManyToMany}};
inline constexpr Named<SpanAverage> kSpanAverages[] = {{"micro", SpanAverage::kMicro},
                                                       {"macro", SpanAverage::kMacro}};
inline constexpr Named<SpanEnd> kSpanEnds[] = {{"inclusive", SpanEnd::kInclusive},
                                               {"exclusive", SpanEnd::kExclusive}};

}  // namespace mtgauge
