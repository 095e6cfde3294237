// The sets of kernels that dispatch.cc selects from.
#pragma once

#include "core/simd/kernels.h"

namespace mtgauge::simd {

extern const Kernels kScalarKernels;
#ifdef MTGAUGE_X86
extern const Kernels kAvx2Kernels;
extern const Kernels kAvx512Kernels;
#endif
#ifdef MTGAUGE_ARM64
extern const Kernels kNeonKernels;
extern const Kernels kNeonDotKernels;
#endif

}  // namespace mtgauge::simd
