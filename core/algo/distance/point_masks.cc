// Numbers characters in order of first occurrence.
#include "core/algo/distance/point_masks.h"

namespace mtgauge {

bool PointNumbers::Write(Points text, uint8_t* numbers, Points other, uint8_t* others) {
  uint8_t last = 0;
  size_t done = 0;
  table_.Start();
  for (; done < text.size() && last + 1 < kNone; ++done) {
    uint8_t& number = *table_.Add(text[done]);
    if (number == 0) number = last = static_cast<uint8_t>(last + (last + 1 == kLeftOut ? 2 : 1));
    numbers[done] = number;
  }
  const bool all = done == text.size();
  for (size_t i = 0; all && i < other.size(); ++i) {
    const uint8_t number = *table_.At(other[i]);
    others[i] = number == 0 ? kNone : number;
  }
  for (const uint32_t point : text.first(done)) *table_.At(point) = 0;
  return all;
}

}  // namespace mtgauge
