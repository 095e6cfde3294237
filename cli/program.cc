// Parses the command line, runs a verb, prints the line of an error and chooses the exit code. Only
// this file handles signals and the process-wide number of threads.
#include "mtgauge/program.h"

#include <fcntl.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <new>
#include <stdexcept>
#include <string>
#include <vector>

#include "cli/console/console.h"
#include "cli/flags/command.h"
#include "cli/flags/flags.h"
#include "cli/flags/input_files.h"
#include "cli/flags/job_file.h"
#include "cli/flags/requests.h"
#include "cli/flags/spelling.h"
#include "cli/help/help.h"
#include "cli/verbs/verbs.h"
#include "cli/version.h"
#include "core/simd/kernels.h"
#include "mtgauge/output.h"
#include "parallel/run/threads.h"

namespace mtgauge {
namespace {

enum ExitCode {
  kDone = 0,
  kGateFailed = 1,
  kUsage = 2,
  kBadInput = 3,
  kIo = 4,
  kInterrupted = 130
};

constexpr unsigned kSecondsToStop = 1;

constexpr char kInterruptedMessage[] = "mtgauge: error: interrupted\n";

std::atomic<bool> stop{false};
std::atomic<bool> reported{false};  // the error has been written, or is being written
static_assert(std::atomic<bool>::is_always_lock_free);

// Safe in signal handlers and at the end of the process.
void WriteMessage(const char* message) {
  [[maybe_unused]] const ssize_t written = write(STDERR_FILENO, message, std::strlen(message));
}

// Ends the process at once, without leaving files, if a verb does not stop in time or the user
// interrupts again.
void ExitNow(int) {
  RemoveUnfinishedOutput();
  if (!reported.exchange(true)) WriteMessage(kInterruptedMessage);
  _exit(kInterrupted);
}

// Returns true if the current exception says that memory or threads ran out.
bool OutOfResources() {
  const std::exception_ptr current = std::current_exception();
  if (current == nullptr) return true;  // there was no memory for the exception itself
  try {
    std::rethrow_exception(current);
  } catch (const std::bad_alloc&) {
    return true;
  } catch (const std::runtime_error&) {  // thrown by oneTBB when it cannot start a thread
    return true;
  } catch (...) {
    return false;
  }
}

// Memory can be so short that an exception cannot be thrown or caught. If threads cannot be
// started, several may fail at once: the first one writes the message and ends the process.
[[noreturn]] void OnTerminate() {
  RemoveUnfinishedOutput();
  if (!OutOfResources()) std::abort();
  if (reported.exchange(true)) {
    sleep(kSecondsToStop);
    _exit(kIo);
  }
  static constexpr char kMessage[] =
      "mtgauge: error: out of memory or threads; raise the limit (ulimit -v, ulimit -u) or use "
      "fewer --threads\n";
  WriteMessage(kMessage);
  _exit(kIo);
}

void AskToStop(int number) {
  if (stop.exchange(true)) ExitNow(number);
  alarm(kSecondsToStop);
}

// Ends the process as the signal would have.
void CleanUpAndDie(int number) {
  RemoveUnfinishedOutput();
  raise(number);
}

void HandleSignals() {
  struct sigaction action = {};
  sigemptyset(&action.sa_mask);
  // No SA_RESTART: a blocked open() or read() must return.
  action.sa_handler = AskToStop;
  for (const int number : {SIGINT, SIGTERM, SIGHUP}) {
    struct sigaction old;
    // Signals that were ignored from the start (nohup) stay ignored.
    if (sigaction(number, nullptr, &old) == 0 && old.sa_handler == SIG_IGN) continue;
    sigaction(number, &action, nullptr);
  }
  action.sa_handler = CleanUpAndDie;
  action.sa_flags = static_cast<int>(SA_RESETHAND | SA_NODEFER);
  for (const int number : {SIGQUIT, SIGUSR1, SIGUSR2, SIGXCPU, SIGVTALRM}) {
    struct sigaction old;
    if (sigaction(number, nullptr, &old) == 0 && old.sa_handler != SIG_DFL) continue;
    sigaction(number, &action, nullptr);
  }
  action.sa_flags = 0;
  action.sa_handler = ExitNow;
  sigaction(SIGALRM, &action, nullptr);
  // A write fails instead.
  action.sa_handler = SIG_IGN;
  for (const int number : {SIGPIPE, SIGXFSZ}) sigaction(number, &action, nullptr);
}

// Fills each closed standard descriptor, which would otherwise be given to the next opened file,
// with one that fails on use like the closed one.
void FillClosedDescriptors() {
  for (const int fd : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (fcntl(fd, F_GETFD) != -1) continue;
    const int unusable = fd == STDIN_FILENO ? O_WRONLY : O_RDONLY;
    if (open("/dev/null", unusable) != fd) _exit(kIo);
  }
}

Status Print(const std::string& text) {
  MTG_ASSIGN_OR_RETURN(Output output, Output::Open(""));
  MTG_RETURN_IF_ERROR(output.Write(text));
  return output.Finish();
}

Status Run(const std::vector<std::string>& arguments) {
  if (*ActiveKernelsError() != '\0') return UsageError(ActiveKernelsError());
  if (arguments.empty()) WriteMessage(ProgramHelp(true).c_str());
  MTG_ASSIGN_OR_RETURN(Command command, ReadCommand(arguments));
  switch (command.kind) {
    case Command::Kind::kShowVersion:
      return Print(command.verb != nullptr && command.verb->version != nullptr
                       ? command.verb->version()
                       : VersionText(command.verbose));
    case Command::Kind::kHelp:
      return Print(HelpText(command));
    case Command::Kind::kRun:
      break;
  }
  if (command.args.print_job) {
    MTG_ASSIGN_OR_RETURN(const LowArgs in_effect, command.verb->check(command.args));
    MTG_ASSIGN_OR_RETURN(const std::string job, JobFileText(in_effect));
    return Print(job);
  }
  if (command.args.threads == 0) {
    MTG_ASSIGN_OR_RETURN(command.args.threads, ThreadsOfEnvironment());
  }
  if (command.args.threads == 0) command.args.threads = AvailableThreads();
  LimitThreads(command.args.threads);
  MTG_RETURN_IF_ERROR(TakeProgress(command.args));
  return RunVerb(*command.verb, command.args, Program{&stop, arguments});
}

ExitCode ExitCodeOf(const Status& status) {
  switch (status.kind()) {
    case ErrorKind::kNone:
    case ErrorKind::kReaderGone:  // the reader closed the pipe
      return kDone;
    case ErrorKind::kGate:
      return kGateFailed;
    case ErrorKind::kUsage:
      return kUsage;
    case ErrorKind::kInput:
      return kBadInput;
    case ErrorKind::kCancelled:
      return kInterrupted;
    default:
      return kIo;
  }
}

// Returns the arguments after the program's name. If the program is called by the name of a verb
// that stands for another program (a link named sacrebleu), that verb comes first.
std::vector<std::string> Arguments(int argc, char** argv) {
  std::vector<std::string> arguments(argv, argv + argc);
  if (arguments.empty()) return arguments;
  arguments.front().erase(0, arguments.front().rfind('/') + 1);
  const Verb* verb = VerbOf(arguments);
  if (verb == nullptr || verb->fail == nullptr) arguments.erase(arguments.begin());
  return arguments;
}

// Prints the error unless that has been done; returns the exit code.
int ReportError(const Status& status, const Verb* verb) {
  const ExitCode code = ExitCodeOf(status);
  if (code == kDone) return code;
  const bool said = reported.exchange(true);
  if (code == kInterrupted) {
    if (!said) WriteMessage(kInterruptedMessage);
    return code;
  }
  if (said) sleep(kSecondsToStop);  // OnTerminate() ends the process
  Error spelled = status.error();
  spelled.message = Spelled(spelled.message);
  if (verb != nullptr && verb->fail != nullptr) return verb->fail(Status(spelled));
  if (WroteInPart()) spelled.message += "; the output before is incomplete";
  PrintError(spelled.message);
  return code;
}

}  // namespace

int RunProgram(int argc, char** argv) {
  std::set_new_handler(nullptr);
  std::set_terminate(OnTerminate);
  FillClosedDescriptors();
  HandleSignals();
  const std::vector<std::string> arguments = Arguments(argc, argv);
  Status status;
  bool threads_failed = false;  // others may still be starting: destroy nothing that they use
  try {
    status = Run(arguments);
  } catch (const std::bad_alloc&) {
    status = IoError(
        "out of memory; use fewer --threads, or check that the input has one segment per line");
  } catch (const std::exception& failure) {
    status = IoError(std::string("stopped by the system: ") + failure.what());
    threads_failed = true;
  }
  const int code = ReportError(status, VerbOf(arguments));
  if (threads_failed) _exit(code);
  return code;
}

}  // namespace mtgauge
