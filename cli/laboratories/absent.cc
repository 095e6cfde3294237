// A program without laboratories: it runs mtgauge-bench in its place. A program that is linked with
// the laboratories has their definitions instead of these weak ones.
#include <fmt/format.h>
#include <unistd.h>

#include <filesystem>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "cli/laboratories/laboratories.h"
#include "core/base/status.h"
#include "core/base/version.h"

namespace mtgauge {
namespace {

namespace fs = std::filesystem;

// Where builds and packages have mtgauge-bench, from the folder of mtgauge.
constexpr const char* kPlaces[] = {"mtgauge-bench", "../libexec/mtgauge/mtgauge-bench"};

// As releases name it.
#ifdef __aarch64__
constexpr std::string_view kMachine = "aarch64";
#else
constexpr std::string_view kMachine = "x86_64";
#endif

}  // namespace

[[gnu::weak]] Status EnterLaboratories(const Program& program) {
  std::error_code error;
  const fs::path folder = fs::read_symlink("/proc/self/exe", error).parent_path();
  if (error) {
    return IoError("/proc, which tells where mtgauge-bench is, cannot be read",
                   "mount it, or call mtgauge-bench itself");
  }
  std::vector<char*> arguments = {const_cast<char*>("mtgauge-bench")};
  for (const std::string& argument : program.arguments) {
    arguments.push_back(const_cast<char*>(argument.c_str()));
  }
  arguments.push_back(nullptr);
  for (const char* const place : kPlaces) {
    execv((folder / place).c_str(), arguments.data());
  }
  return IoError(
      fmt::format("the laboratories are in the program mtgauge-bench, which is not in {}",
                  folder.string()),
      fmt::format(
          "take both programs from mtgauge-{}-linux-{}.tar.gz of the release, or build it with: "
          "cmake --build --preset release --target mtgauge-bench",
          kVersion, kMachine));
}

[[gnu::weak]] Result<LowArgs> CheckBench(const LowArgs& args) { return args; }

[[gnu::weak]] Status RunBench(const LowArgs&, const Program& program) {
  return EnterLaboratories(program);
}

}  // namespace mtgauge
