// Sentences on what differences of systems are made of: brevity penalty and precision, and the
// groups of segments.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/report/compare/comparison_numbers.h"
#include "core/report/compare/shown_pairs.h"
#include "core/report/write_options.h"
#include "mtgauge/compare.h"

namespace mtgauge {

// Returns sentences for the first pairs with a part that is due to the brevity penalty.
std::vector<std::string> BrevityNotes(const MetricComparison& metric,
                                      const std::vector<ShownPair>& shown,
                                      const std::vector<std::string>& names,
                                      const Numbers& numbers);

// Returns sentences for the first pairs of which one group makes most of the difference over all
// groups. `groups` are comparisons of all groups, of several metrics in turn; `by` is what they are
// grouped by.
std::vector<std::string> GroupNotes(std::span<const MetricComparison> groups, const std::string& by,
                                    const WriteOptions& options);

}  // namespace mtgauge
