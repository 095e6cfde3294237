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

// The same for values of one stream after another: [stream * segments + segment].
template <typename Value>
void SpreadStreams(const std::vector<Value>& part, std::span<const uint64_t> segments,
                   const Delivery& whole, std::vector<Value>& into) {
  const size_t streams = part.size() / segments.size();
  into.resize(std::max(into.size(), streams * whole.count));
  for (size_t i = 0; i < part.size(); ++i) {
    const uint64_t place = segments[i % segments.size()] - whole.first;
    into[i / segments.size() * whole.count + place] = part[i];
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
  SpreadValues(part.references, segments, 1, whole, whole.references);
  SpreadStreams(part.scripts, segments, whole, whole.scripts);
  SpreadStreams(part.facts.marks, segments, whole, whole.facts.marks);
  whole.facts.each = part.facts.each;
  SpreadStreams(part.facts.refs, segments, whole, whole.facts.refs);
  SpreadStreams(part.facts.hyps, segments, whole, whole.facts.hyps);
  SpreadStreams(part.facts.sources, segments, whole, whole.facts.sources);
}

}  // namespace mtgauge
