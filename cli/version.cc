// What `mtgauge --version` prints.
#include "cli/version.h"

#include <fmt/format.h>
#include <gnu/libc-version.h>
#include <link.h>
#include <sys/utsname.h>

#include <algorithm>

#include "core/base/version.h"
#include "core/simd/kernels.h"
#include "parallel/score/scorer.h"

namespace mtgauge {
namespace {

// Returns true if no loader has put this program and its libraries together.
bool IsStatic() {
  enum { kHasLoader = 1, kHasNone };
  const auto look = [](dl_phdr_info* program, size_t, void*) -> int {
    const auto* const headers = program->dlpi_phdr;
    const bool found =
        std::any_of(headers, headers + program->dlpi_phnum,
                    [](const ElfW(Phdr) & header) { return header.p_type == PT_INTERP; });
    return found ? kHasLoader : kHasNone;
  };
  return dl_iterate_phdr(look, nullptr) == kHasNone;  // it begins with the program, and ends there
}

std::string InstructionSets() {
  std::string sets;
  for (const Kernels* set : RunnableKernels()) {
    sets += fmt::format(" {}{}", set->name, set == &ActiveKernels() ? " (in use)" : "");
  }
  return sets;
}

}  // namespace

// A static program names the C library that it contains: --compat sacrebleu calls its exp and log.
std::string VersionText(bool verbose) {
  const std::string libc = fmt::format("glibc {}", gnu_get_libc_version());
  std::string text = fmt::format("mtgauge {}{}\n", kVersion,
                                 IsStatic() ? fmt::format(" (static, with {})", libc) : "");
  if (!verbose) return text;
  utsname system;
  if (uname(&system) != 0) return text;
  text += fmt::format("system: {} {}, {}, {} threads\n", system.sysname, system.release,
                      system.machine, AvailableThreads());
  text += fmt::format("C library: {}\n", libc);
#ifdef __clang__
  text += fmt::format("compiler: clang {}\n", __clang_version__);
#else
  text += fmt::format("compiler: gcc {}\n", __VERSION__);
#endif
  text += fmt::format("instruction sets:{}\n", InstructionSets());
  return text;
}

}  // namespace mtgauge
