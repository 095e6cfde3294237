// Splits one source into several that return the same bytes.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "core/input/source.h"

namespace mtgauge {

// Returns `readers` sources with the bytes of `source`, which is read only once. Several threads
// may use them at once, each as any other source. Data that one of them has read and another has
// not is kept in memory; the dispatcher's ReadLimits bound how far one gets ahead. A ranged source
// is shared directly and nothing is kept. The result is rereadable if `source` is; all readers must
// be rewound before they are read again.
std::vector<std::unique_ptr<Source>> Tee(std::unique_ptr<Source> source, size_t readers);

}  // namespace mtgauge
