// Tests with every set of kernels that this CPU runs: INSTANTIATE_TEST_SUITE_P(Kernels, EverySet,
// EveryKernelSet(), NameOfSet).
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "core/simd/kernels.h"

namespace mtgauge::test {

inline auto EveryKernelSet() {
  return testing::ValuesIn(RunnableKernels().begin(), RunnableKernels().end());
}

inline std::string NameOfSet(const testing::TestParamInfo<const Kernels*>& set) {
  std::string name = set.param->name;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

}  // namespace mtgauge::test
