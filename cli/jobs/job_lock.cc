// Locks a job by flock(), which a killed process cannot leave behind.
#include "cli/jobs/job_lock.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>
#include <utility>

namespace mtgauge {
namespace {

constexpr mode_t kMode = 0666;

// Returns false if the file has been removed, or replaced, since it was opened.
bool IsStill(int fd, const std::string& path) {
  struct stat opened, named;
  return fstat(fd, &opened) == 0 && stat(path.c_str(), &named) == 0 &&
         opened.st_dev == named.st_dev && opened.st_ino == named.st_ino;
}

}  // namespace

Result<JobLock> JobLock::Take(const std::string& path) {
  while (true) {
    JobLock lock;
    lock.fd_ = open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, kMode);
    if (lock.fd_ < 0) {
      return IoError(fmt::format("cannot write {}: {}; --resume needs a folder that you may write",
                                 path, std::generic_category().message(errno)));
    }
    if (flock(lock.fd_, LOCK_EX | LOCK_NB) != 0) {
      if (errno == EINTR) continue;
      if (errno != EWOULDBLOCK) return lock;
      return IoError(
          fmt::format("another run of this job holds {}; wait until it ends, or stop it", path));
    }
    // The run before removes the file when it ends, perhaps just now.
    if (!IsStill(lock.fd_, path)) continue;
    lock.path_ = path;
    lock.holds_ = true;
    return lock;
  }
}

JobLock::JobLock(JobLock&& other) noexcept
    : path_(std::exchange(other.path_, "")),
      fd_(std::exchange(other.fd_, -1)),
      holds_(other.holds_) {}

JobLock& JobLock::operator=(JobLock&& other) noexcept {
  std::swap(path_, other.path_);
  std::swap(fd_, other.fd_);
  std::swap(holds_, other.holds_);
  return *this;
}

JobLock::~JobLock() {
  if (!path_.empty()) unlink(path_.c_str());
  if (fd_ >= 0) close(fd_);
}

}  // namespace mtgauge
