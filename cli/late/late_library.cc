// Loads the library with dlopen().
#include "cli/late/late_library.h"

#include <dlfcn.h>
#include <fmt/format.h>
#include <unistd.h>

#include "cli/console/console.h"
#include "mtgauge/output.h"

namespace mtgauge {
namespace {

constexpr int kIo = 4;  // exit code for a missing system resource
}

void* LateLibrary::Address(const char* name) const {
  // A second call returns the same handle.
  void* const library = dlopen(file_, RTLD_NOW | RTLD_LOCAL);
  void* const address = library == nullptr ? nullptr : dlsym(library, name);
  if (address != nullptr) return address;
  PrintError(fmt::format("{}; install {}", dlerror(), package_));
  RemoveUnfinishedOutput();
  _exit(kIo);
}

}  // namespace mtgauge
