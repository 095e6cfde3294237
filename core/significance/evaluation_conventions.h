// The names of the conventions for evaluations, as flags accept them and signatures print them. The
// default comes first.
#pragma once

#include "core/significance/conventions.h"
#include "mtgauge/evaluate.h"

namespace mtgauge {

inline constexpr Named<MetricTest> kMetricTests[] = {{"perm-both", MetricTest::kPermBoth},
                                                     {"williams", MetricTest::kWilliams}};
inline constexpr Named<ResampledUnits> kResampledUnits[] = {{"segments", ResampledUnits::kSegments},
                                                            {"systems", ResampledUnits::kSystems},
                                                            {"both", ResampledUnits::kBoth},
                                                            {"none", ResampledUnits::kNone}};
inline constexpr Named<ScoreTies> kScoreTies[] = {{"exact", ScoreTies::kExact},
                                                  {"1e-12", ScoreTies::kClose}};
inline constexpr Named<SpaTies> kSpaTies[] = {{"first", SpaTies::kFirst}, {"half", SpaTies::kHalf}};
inline constexpr Named<Grouping> kGroupings[] = {
    {"none", Grouping::kNone}, {"system", Grouping::kSystem}, {"segment", Grouping::kItem}};

}  // namespace mtgauge
