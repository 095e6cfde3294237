// Puts parts of a batch back in place.
#include "core/score/delivery.h"

#include <algorithm>

namespace mtgauge {
namespace {

// `stride`: number of values per segment.
template <typename Value>
void SpreadValues(const std::vector<Value>& part, std::span<const uint64_t> segments, size_t stride,
                  const Delivery& whole, std::vector<Value>& into) {
  if (part.empty()) return;
  into.resize(whole.count * stride);
  auto from = part.begin();
  for (const uint64_t segment : segments) {
    const auto to = into.begin() + static_cast<std::ptrdiff_t>((segment - whole.first) * stride);
    std::copy_n(from, stride, to);
    from += static_cast<std::ptrdiff_t>(stride);
  }
}

}  // namespace

void PutInPlace(const Delivery& part, std::span<const uint64_t> segments, Delivery& whole) {
  whole.rows.resize(part.rows.size());
  for (size_t cell = 0; cell < part.rows.size(); ++cell) {
    const size_t width = part.rows[cell].size() / segments.size();
    SpreadValues(part.rows[cell], segments, width, whole, whole.rows[cell]);
  }
  SpreadValues(part.excluded, segments, 1, whole, whole.excluded);
  const size_t systems = part.scripts.size() / segments.size();
  whole.scripts.resize(std::max(whole.scripts.size(), systems * whole.count));
  for (size_t i = 0; i < part.scripts.size(); ++i) {
    const uint64_t place = segments[i % segments.size()] - whole.first;
    whole.scripts[i / segments.size() * whole.count + place] = part.scripts[i];
  }
}

}  // namespace mtgauge
