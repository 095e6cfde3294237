// Selects a set of kernels at the first use.
#include <array>
#include <cstddef>
#include <cstdlib>
#include <span>
#include <string>
#include <string_view>

#ifdef MTGAUGE_X86
#include <cpuid.h>
#endif
#ifdef MTGAUGE_ARM64
#include <asm/hwcap.h>
#include <sys/auxv.h>
#endif

#include "core/simd/kernel_sets.h"
#include "core/simd/kernels.h"

namespace mtgauge {
namespace {

bool RunsEverywhere() { return true; }

#ifdef MTGAUGE_X86
// __builtin_cpu_supports also checks that the operating system saves the registers.
bool RunsAvx2() {
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
         __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("popcnt");
}

bool RunsAvx512() {
  return RunsAvx2() && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
         __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq") &&
         __builtin_cpu_supports("avx512vbmi") && __builtin_cpu_supports("avx512vbmi2") &&
         __builtin_cpu_supports("avx512vnni");
}
#endif

#ifdef MTGAUGE_ARM64
bool RunsNeonDot() { return (getauxval(AT_HWCAP) & HWCAP_ASIMDDP) != 0; }
#endif

struct Choice {
  const Kernels* kernels;
  bool (*runs)();
};

// From the slowest to the fastest.
constexpr Choice kChoices[] = {
    {&simd::kScalarKernels, RunsEverywhere},
#ifdef MTGAUGE_X86
    {&simd::kAvx2Kernels, RunsAvx2},         {&simd::kAvx512Kernels, RunsAvx512},
#endif
#ifdef MTGAUGE_ARM64
    {&simd::kNeonKernels, RunsEverywhere},   {&simd::kNeonDotKernels, RunsNeonDot},
#endif
};

struct Selection {
  std::array<const Kernels*, std::size(kChoices)> runnable{};
  size_t count = 0;
  const Kernels* active = nullptr;
  std::string error;
};

Selection Select() {
  Selection selection;
  for (const Choice& choice : kChoices) {
    if (choice.runs()) selection.runnable[selection.count++] = choice.kernels;
  }
  selection.active = selection.runnable[selection.count - 1];
  const char* wanted = std::getenv("MTGAUGE_ISA");
  if (wanted == nullptr || *wanted == '\0') return selection;
  for (const Kernels* kernels : std::span(selection.runnable).first(selection.count)) {
    if (std::string_view(kernels->name) == wanted) {
      selection.active = kernels;
      return selection;
    }
  }
  selection.error = "MTGAUGE_ISA: this CPU or this build has no instruction set called '" +
                    std::string(wanted) + "'; use one of:";
  for (const Kernels* kernels : std::span(selection.runnable).first(selection.count)) {
    selection.error += ' ';
    selection.error += kernels->name;
  }
  return selection;
}

const Selection& TheSelection() {
  static const Selection selection = Select();
  return selection;
}

}  // namespace

const Kernels& ActiveKernels() { return *TheSelection().active; }

const char* ActiveKernelsError() { return TheSelection().error.c_str(); }

KernelList RunnableKernels() {
  const Selection& selection = TheSelection();
  return {selection.runnable.data(), selection.runnable.data() + selection.count};
}

}  // namespace mtgauge
