// What `mtgauge --version` prints.
#include "cli/version.h"

#include <fmt/format.h>
#include <gnu/libc-version.h>
#include <link.h>
#include <sys/utsname.h>

#include <algorithm>

#include "core/base/version.h"
#include "core/simd/kernels.h"
#include "mtgauge/options.h"

// cmake/Portable.cmake defines it.
extern "C" [[gnu::weak]] const char kMtgaugeIsPortable;

namespace mtgauge {
namespace {

enum Link { kProgram = 1, kStaticProgram, kModule };

// Tells whether this code is in the program itself, and whether a loader has put that and its
// libraries together.
Link LinkOfThis() {
  const auto look = [](dl_phdr_info* program, size_t, void*) -> int {
    const auto any_header = [&](auto test) {
      return std::any_of(program->dlpi_phdr, program->dlpi_phdr + program->dlpi_phnum, test);
    };
    const auto here = reinterpret_cast<ElfW(Addr)>(&VersionText) - program->dlpi_addr;
    if (!any_header([&](const ElfW(Phdr) & header) {
          return header.p_type == PT_LOAD && here - header.p_vaddr < header.p_memsz;
        })) {
      return kModule;
    }
    return any_header([](const ElfW(Phdr) & header) { return header.p_type == PT_INTERP; })
               ? kProgram
               : kStaticProgram;
  };
  return static_cast<Link>(
      dl_iterate_phdr(look, nullptr));  // it begins with the program, and ends there
}

std::string Build(Link link) {
  if (link == kStaticProgram) return "static program, for any Linux";
  return fmt::format(
      "{}, for {}", link == kModule ? "Python module" : "program",
      &kMtgaugeIsPortable == nullptr ? "this system's libraries" : "glibc 2.17 and later");
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
  const Link link = LinkOfThis();
  std::string text =
      fmt::format("mtgauge {}{}\n", kVersion,
                  link == kStaticProgram ? fmt::format(" (static, with {})", libc) : "");
  if (!verbose) return text;
  utsname system;
  if (uname(&system) != 0) return text;
  text += fmt::format("system: {} {}, {}, {} threads\n", system.sysname, system.release,
                      system.machine, AvailableThreads());
  text += fmt::format("build: {}\n", Build(link));
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
