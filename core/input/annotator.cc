// Runs the command between unnamed files, so that neither side waits for the other.
#include "core/input/annotator.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

namespace mtgauge {
namespace {

constexpr int kNapMs = 20;       // between checks whether the command has ended or must stop
constexpr int kNapsToStop = 25;  // the time the command gets to end after SIGTERM

Status Failure(const std::string& what, int error) {
  return IoError(
      {.option = "annotate-with"},
      fmt::format("`annotate-with`: cannot {}: {}", what, std::generic_category().message(error)),
      "set TMPDIR to a folder with free space, or annotate the files yourself and name them with "
      "`ref-annotations` and `annotations`");
}

// A file without a name. It is deleted when it is closed.
class UnnamedFile {
 public:
  UnnamedFile() {
    const char* const wanted = std::getenv("TMPDIR");
    std::string path = wanted != nullptr && *wanted != '\0' ? wanted : "/tmp";
    path += "/mtgauge-XXXXXX";
    fd_ = mkostemp(path.data(), O_CLOEXEC);
    error_ = errno;
    if (fd_ >= 0) unlink(path.c_str());
  }
  ~UnnamedFile() {
    if (fd_ >= 0) close(fd_);
  }
  UnnamedFile(const UnnamedFile&) = delete;
  UnnamedFile& operator=(const UnnamedFile&) = delete;

  int fd() const { return fd_; }
  Status status() const { return fd_ >= 0 ? OkStatus() : Failure("make a temporary file", error_); }

  Status Write(std::string_view bytes) {
    while (!bytes.empty()) {
      const ssize_t put = write(fd_, bytes.data(), bytes.size());
      if (put > 0) bytes.remove_prefix(static_cast<size_t>(put));
      if (put < 0 && errno != EINTR) return Failure("keep a text", errno);
    }
    return OkStatus();
  }

  Result<std::string> ReadAll() const {
    std::string bytes;
    std::vector<char> buffer(size_t{1} << 16);
    while (true) {
      const ssize_t got =
          pread(fd_, buffer.data(), buffer.size(), static_cast<off_t>(bytes.size()));
      if (got == 0) return bytes;
      if (got > 0) bytes.append(buffer.data(), static_cast<size_t>(got));
      if (got < 0 && errno != EINTR) return Failure("read what it wrote", errno);
    }
  }

 private:
  int fd_ = -1;
  int error_ = 0;
};

bool Stopping(const OpenOptions& options) {
  return options.stop != nullptr && options.stop->load(std::memory_order_relaxed);
}

// Returns the block's segments, one per line. A line end within a segment becomes a space.
std::string LinesOf(const Block& block) {
  const std::string_view text(block.data.data(), block.bytes);
  if (block.extras == nullptr || block.extras->asides.empty()) return std::string(text);
  std::string lines;
  size_t begin = 0;
  uint32_t line = 0;
  for (const Aside& aside : block.extras->asides) {
    for (; line < aside.segment; ++line) {
      const size_t end = text.find('\n', begin) + 1;
      lines += text.substr(begin, end - begin);
      begin = end;
    }
    std::string segment = aside.text;
    std::replace(segment.begin(), segment.end(), '\n', ' ');
    lines += segment;
  }
  lines += text.substr(begin);
  return lines;
}

// Passes the lines of a text to `take`, a block at a time.
template <typename Take>
Status PassLines(Source& text, const OpenOptions& options, const Take& take) {
  for (Block block; !block.last; ++block.index) {
    if (Stopping(options)) return CancelledError();
    text.Read(1 << 20, block);
    MTG_RETURN_IF_ERROR(block.status);
    MTG_RETURN_IF_ERROR(take(LinesOf(block)));
  }
  return OkStatus();
}

Status WriteText(Source& text, const OpenOptions& options, UnnamedFile& file) {
  MTG_RETURN_IF_ERROR(
      PassLines(text, options, [&](const std::string& lines) { return file.Write(lines); }));
  if (lseek(file.fd(), 0, SEEK_SET) != 0) return Failure("keep a text", errno);
  return OkStatus();
}

// Starts the command in its own process group, with default actions for the signals that this
// program ignores.
Result<pid_t> Start(const std::string& command, const UnnamedFile& in, const UnnamedFile& out,
                    const UnnamedFile& err) {
  posix_spawn_file_actions_t files;
  posix_spawnattr_t attributes;
  posix_spawn_file_actions_init(&files);
  posix_spawnattr_init(&attributes);
  posix_spawn_file_actions_adddup2(&files, in.fd(), STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&files, out.fd(), STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&files, err.fd(), STDERR_FILENO);
  sigset_t defaults;
  sigemptyset(&defaults);
  for (const int ignored : {SIGPIPE, SIGXFSZ}) sigaddset(&defaults, ignored);
  posix_spawnattr_setsigdefault(&attributes, &defaults);
  posix_spawnattr_setpgroup(&attributes, 0);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
  std::string shell = "sh", option = "-c", script = command;
  char* const arguments[] = {shell.data(), option.data(), script.data(), nullptr};
  pid_t process = 0;
  const int error = posix_spawn(&process, "/bin/sh", &files, &attributes, arguments, environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&files);
  if (error != 0) return Failure("run /bin/sh", error);
  return process;
}

// Returns true if the process ends within this many naps. A signal ends a nap.
bool EndsWithin(int naps, pid_t process, int& state) {
  while (waitpid(process, &state, WNOHANG) == 0) {
    if (naps-- == 0) return false;
    poll(nullptr, 0, kNapMs);
  }
  return true;
}

// Waits for the process to end, and reaps it in any case.
Result<int> Await(pid_t process, const OpenOptions& options) {
  int state = 0;
  while (!Stopping(options)) {
    if (EndsWithin(1, process, state)) return state;
  }
  kill(-process, SIGTERM);
  if (!EndsWithin(kNapsToStop, process, state)) {
    kill(-process, SIGKILL);
    while (waitpid(process, &state, 0) < 0 && errno == EINTR) {
    }
  }
  return CancelledError();
}

Status CheckEnd(int state, const std::string& errors, const std::string& text) {
  if (WIFEXITED(state) && WEXITSTATUS(state) == 0) return OkStatus();
  const std::string how = WIFEXITED(state) ? fmt::format("exit code {}", WEXITSTATUS(state))
                                           : fmt::format("signal {}", WTERMSIG(state));
  const std::string said = errors.substr(0, errors.find('\n'));
  return InputError({.file = text, .option = "annotate-with", .named = true},
                    fmt::format("`annotate-with`: the command failed on {} with {}{}{}", text, how,
                                said.empty() ? "" : ": ", said),
                    "run it by hand on that text");
}

// Opens factored lines or CoNLL-U; the content decides which.
Result<std::unique_ptr<Source>> OpenAnnotation(std::string name, std::string bytes,
                                               const OpenOptions& options) {
  OpenOptions own;
  own.stop = options.stop;
  MTG_ASSIGN_OR_RETURN(
      std::vector<Column> columns,
      OpenColumns(MemorySource(std::move(name), std::move(bytes), true), Role::kSystem, own));
  Column& column = columns.front();
  return column.table ? TableSource(std::move(*column.table)) : std::move(column.source);
}

}  // namespace

Result<std::string> ReadLines(Source& text, const OpenOptions& options) {
  std::string all;
  MTG_RETURN_IF_ERROR(PassLines(text, options, [&](const std::string& lines) {
    all += lines;
    return OkStatus();
  }));
  return all;
}

Result<std::unique_ptr<Source>> Annotate(Source& text, const std::string& command,
                                         const OpenOptions& options) {
  UnnamedFile in, out, err;
  for (const UnnamedFile* file : {&in, &out, &err}) MTG_RETURN_IF_ERROR(file->status());
  MTG_RETURN_IF_ERROR(WriteText(text, options, in));
  MTG_ASSIGN_OR_RETURN(const pid_t process, Start(command, in, out, err));
  MTG_ASSIGN_OR_RETURN(const int state, Await(process, options));
  MTG_ASSIGN_OR_RETURN(const std::string errors, err.ReadAll());
  MTG_RETURN_IF_ERROR(CheckEnd(state, errors, text.name()));
  MTG_ASSIGN_OR_RETURN(std::string bytes, out.ReadAll());
  return OpenAnnotation(fmt::format("<annotation of {}>", text.name()), std::move(bytes), options);
}

}  // namespace mtgauge
