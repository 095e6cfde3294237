// What the two sets for 64-bit ARM share. Everything here has internal linkage on purpose (see
// kernels.h).
#pragma once

#include <arm_neon.h>

#include <cstdint>

namespace mtgauge::simd {

// For kernel_resample.h, without MultiplyAdd().
struct NeonWide {
  using Wide = uint8x16_t;
  using Sums = uint32x4_t;
  static constexpr uint32_t kWide = 16, kRows = 4, kPlanes = 4;
  static Wide LoadWide(const uint8_t* p) { return vld1q_u8(p); }
  static uint32_t AddAll(Sums sum) { return vaddvq_u32(sum); }
};

// Kernels::multiply by the instruction UDOT. Defined in kernels_neon_dot.cc.
void MultiplyByDot(const uint8_t* counts, uint32_t stride, uint32_t resamples,
                   const uint8_t* const* plane, uint32_t planes, uint32_t groups, uint32_t* sums);

}  // namespace mtgauge::simd
