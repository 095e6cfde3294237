// Writes a verb's data to standard output, or to a file that appears only when it is complete.
#include "mtgauge/output.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <random>
#include <system_error>
#include <utility>

#include "core/base/status.h"

namespace mtgauge {

// The name of a temporary file, in a list that signal handlers can walk at any time: complete
// entries are added at its head and never removed.
struct Unfinished {
  std::string path;
  std::atomic<bool> there{true};
  Unfinished* next = nullptr;
};

namespace {

constexpr size_t kBufferBytes = 64 << 10;

std::atomic<Unfinished*> unfinished{nullptr};
static_assert(std::atomic<Unfinished*>::is_always_lock_free);
std::atomic<bool> wrote_in_part{false};

Unfinished* RememberUnfinished(const std::string& path) {
  auto* const entry = new Unfinished{path};
  entry->next = unfinished;
  while (!unfinished.compare_exchange_weak(entry->next, entry)) {
  }
  return entry;
}

Status WriteError(const std::string& name, int error) {
  const char* remedy = "check the path";
  if (error == ENOSPC || error == EDQUOT) remedy = "free some space or write elsewhere";
  if (error == EACCES || error == EPERM || error == EROFS) remedy = "check its permissions";
  if (error == EISDIR) remedy = "name a file, not a directory";
  if (error == EBADF) remedy = "connect it to a file or a pipe";
  return IoError({.file = name, .named = true},
                 fmt::format("cannot write {}: {}", name, std::generic_category().message(error)),
                 remedy);
}

// Returns the path of an open file in /proc.
std::string DescriptorPath(int fd) { return fmt::format("/proc/self/fd/{}", fd); }

// Returns the file that a path leads to through links, even if it does not exist yet; the path
// itself if the links cannot be followed.
std::string Resolve(const std::string& path) {
  namespace fs = std::filesystem;
  constexpr int kMostLinks = 40;  // the kernel's limit
  std::error_code error;
  const fs::path there = fs::canonical(path, error);
  if (!error) return there.string();
  if (fs::exists(path, error)) return path;  // e.g. /dev/stdout, whose link may not name a file
  fs::path at = path;
  for (int links = 0; links < kMostLinks; ++links) {
    const fs::path target = fs::read_symlink(at, error);
    if (error) return at.string();
    at = at.parent_path() / target;
  }
  return path;
}

std::string FolderOf(const std::string& path) {
  const size_t slash = path.rfind('/');
  return slash == std::string::npos ? "." : path.substr(0, slash + 1);
}

// Returns an unpredictable name in the folder of `path`. It is short even if the file's own name is
// long.
std::string TemporaryName(const std::string& path) {
  std::random_device random;
  return fmt::format("{}/.mtgauge-{:08x}{:08x}", FolderOf(path), random(), random());
}

bool IsStandardOutput(const struct stat& file) {
  struct stat out;
  return fstat(STDOUT_FILENO, &out) == 0 && out.st_dev == file.st_dev && out.st_ino == file.st_ino;
}

// Opens an unnamed file, which vanishes with the process. Returns -1 if the file system does not
// support it, or if the file could not be given a name later.
int OpenUnnamed(const std::string& path, mode_t mode) {
  const int fd = open(FolderOf(path).c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, mode);
  if (fd < 0) return -1;
  if (access(DescriptorPath(fd).c_str(), F_OK) == 0) return fd;
  close(fd);
  return -1;
}

// Calls `make` with new names until one is free. Returns -1 with errno set if it fails for another
// reason.
template <typename Make>
int WithTemporaryName(const std::string& path, std::string& name, const Make& make) {
  constexpr int kTries = 100;
  int made = -1;
  for (int i = 0; i < kTries; ++i) {
    name = TemporaryName(path);
    made = make(name);
    if (made >= 0 || errno != EEXIST) break;
  }
  return made;
}

// Gives a new file the owner and permissions of the file it replaces, as far as the process is
// allowed to. Nobody gets a permission that they did not have.
bool CopyRights(int fd, const struct stat& old) {
  mode_t mode = old.st_mode & 07777;
  struct stat now;
  if (fstat(fd, &now) != 0) return false;
  const bool same = now.st_uid == old.st_uid && now.st_gid == old.st_gid;
  if (!same && fchown(fd, old.st_uid, old.st_gid) != 0) {
    mode &= 0777;
    const bool group_kept =
        now.st_gid == old.st_gid || fchown(fd, static_cast<uid_t>(-1), old.st_gid) == 0;
    // Another group gets the same permissions as everyone.
    if (!group_kept) mode &= 0707 | (mode & 07) << 3;
  }
  return fchmod(fd, mode) == 0;
}

}  // namespace

Result<Output> Output::Open(const std::string& path) {
  Output output;
  output.buffer_.reserve(kBufferBytes);
  if (path.empty()) {
    output.name_ = "standard output";
    output.fd_ = STDOUT_FILENO;
    return output;
  }
  output.name_ = path;
  output.final_ = Resolve(path);
  struct stat about;
  const bool exists = stat(output.final_.c_str(), &about) == 0;
  if (!exists && errno != ENOENT) return WriteError(path, errno);
  if (exists && S_ISDIR(about.st_mode)) return WriteError(path, EISDIR);
  if (exists && !S_ISREG(about.st_mode)) {
    output.fd_ = open(output.final_.c_str(), O_WRONLY | O_CLOEXEC | O_NOCTTY);
    if (output.fd_ < 0) return WriteError(path, errno);
    return output;
  }
  if (exists && IsStandardOutput(about)) {
    output.fd_ = STDOUT_FILENO;
    return output;
  }
  if (exists && access(output.final_.c_str(), W_OK) != 0) return WriteError(path, errno);
  MTG_RETURN_IF_ERROR(output.OpenNew(0666));
  if (exists && !CopyRights(output.fd_, about)) return WriteError(path, errno);
  return output;
}

Result<Output> Output::Replace(const std::string& path) {
  Output output;
  output.buffer_.reserve(kBufferBytes);
  output.name_ = output.final_ = path;
  MTG_RETURN_IF_ERROR(output.OpenNew(0644));
  return output;
}

Status Output::OpenNew(unsigned mode) {
  fd_ = OpenUnnamed(final_, mode);
  unnamed_ = fd_ >= 0;
  return unnamed_ ? OkStatus() : OpenNamed(mode);
}

Status Output::OpenNamed(unsigned mode) {
  fd_ = WithTemporaryName(final_, temporary_, [this, mode](const std::string& name) {
    unfinished_ = RememberUnfinished(name);
    const int fd = open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
    if (fd < 0) unfinished_->there = false;
    return fd;
  });
  if (fd_ >= 0) return OkStatus();
  temporary_.clear();
  return WriteError(name_, errno);
}

Status Output::NameUnnamed() {
  unnamed_ = false;
  const std::string source = DescriptorPath(fd_);
  const int done = WithTemporaryName(final_, temporary_, [&](const std::string& name) {
    unfinished_ = RememberUnfinished(name);
    const int linked = linkat(AT_FDCWD, source.c_str(), AT_FDCWD, name.c_str(), AT_SYMLINK_FOLLOW);
    if (linked < 0) unfinished_->there = false;
    return linked;
  });
  if (done >= 0) return OkStatus();
  temporary_.clear();
  return WriteError(name_, errno);
}

Output::Output(Output&& other) noexcept
    : fd_(std::exchange(other.fd_, -1)),
      reader_gone_(other.reader_gone_),
      in_part_(std::exchange(other.in_part_, false)),
      name_(std::move(other.name_)),
      unnamed_(other.unnamed_),
      temporary_(std::exchange(other.temporary_, std::string())),
      unfinished_(other.unfinished_),
      final_(std::move(other.final_)),
      buffer_(std::move(other.buffer_)) {}

Output::~Output() {
  if (in_part_) wrote_in_part = true;
  if (fd_ > STDERR_FILENO) close(fd_);
  if (temporary_.empty()) return;
  unlink(temporary_.c_str());
  unfinished_->there = false;
}

Status Output::Write(std::string_view bytes) {
  if (reader_gone_) return OkStatus();
  buffer_ += bytes;
  return buffer_.size() < kBufferBytes ? OkStatus() : Flush();
}

Status Output::Flush() {
  size_t done = 0;
  while (done < buffer_.size()) {
    const ssize_t wrote = write(fd_, buffer_.data() + done, buffer_.size() - done);
    if (wrote >= 0) {
      done += static_cast<size_t>(wrote);
      in_part_ = !unnamed_ && temporary_.empty();
    } else if (errno == EPIPE) {
      reader_gone_ = true;
      break;
    } else if (errno != EINTR) {
      return WriteError(name_, errno);
    }
  }
  buffer_.clear();
  return OkStatus();
}

Status Output::StillRead() const {
  if (!reader_gone_) return OkStatus();
  return MakeStatus(ErrorKind::kReaderGone, {.file = name_, .named = true},
                    "the reader of " + name_ + " has stopped reading", "");
}

Status Output::Close() {
  MTG_RETURN_IF_ERROR(Flush());
  in_part_ = false;
  if (fd_ == STDOUT_FILENO) return OkStatus();
  if (unnamed_) MTG_RETURN_IF_ERROR(NameUnnamed());
  // Some file systems report a full disk only here.
  if (close(std::exchange(fd_, -1)) != 0) return WriteError(name_, errno);
  return OkStatus();
}

Status Output::Publish() {
  if (temporary_.empty()) return OkStatus();
  if (std::rename(temporary_.c_str(), final_.c_str()) != 0) return WriteError(name_, errno);
  temporary_.clear();
  unfinished_->there = false;
  return OkStatus();
}

Status Output::Finish() {
  MTG_RETURN_IF_ERROR(Close());
  return Publish();
}

std::string SafeFileName(std::string_view name, std::string_view also) {
  std::string safe(name);
  for (char& c : safe) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                       static_cast<unsigned char>(c) >= 0x80 ||
                       (c != '/' && also.find(c) != std::string_view::npos);
    if (!plain) c = '_';
  }
  if (safe.starts_with('.')) safe.front() = '_';
  return safe;
}

void RemoveUnfinishedOutput() {
  for (const Unfinished* entry = unfinished; entry != nullptr; entry = entry->next) {
    if (entry->there) unlink(entry->path.c_str());
  }
}

bool WroteInPart() { return wrote_in_part; }

}  // namespace mtgauge
