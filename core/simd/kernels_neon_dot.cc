// The product of counts and planes by UDOT (Cortex-A76, Neoverse N1, Graviton 2 and later).
#include <arm_neon.h>

#include <cstdint>

#include "core/simd/kernel_neon.h"
#include "core/simd/kernel_resample.h"

namespace mtgauge::simd {
namespace {

struct NeonDotProduct : NeonWide {
  static void MultiplyAdd(Wide values, Wide counts, Sums& sum) {
    sum = vdotq_u32(sum, values, counts);
  }
};

}  // namespace

void MultiplyByDot(const uint8_t* counts, uint32_t stride, uint32_t resamples,
                   const uint8_t* const* plane, uint32_t planes, uint32_t groups, uint32_t* sums) {
  Multiply<NeonDotProduct>(counts, stride, resamples, plane, planes, groups, sums);
}

}  // namespace mtgauge::simd
