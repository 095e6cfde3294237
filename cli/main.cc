// The program.
#include <unistd.h>

#include <new>

#include "mtgauge/program.h"

namespace {

constexpr int kIo = 4;  // the exit code

// Constructors of libraries run before main(), where their exceptions cannot be caught: until
// main() begins, this handler ends the process when memory runs out. .preinit_array runs before
// those constructors.
void FailAtStart() {
  static constexpr char kMessage[] =
      "mtgauge: error: out of memory at the start; raise the limit on memory (ulimit -v)\n";
  [[maybe_unused]] const ssize_t written = write(STDERR_FILENO, kMessage, sizeof kMessage - 1);
  _exit(kIo);
}
void GuardStart(int, char**, char**) { std::set_new_handler(FailAtStart); }
__attribute__((section(".preinit_array"), used)) void (*const kGuardStart)(int, char**,
                                                                           char**) = GuardStart;

}  // namespace

int main(int argc, char** argv) { return mtgauge::RunProgram(argc, argv); }
