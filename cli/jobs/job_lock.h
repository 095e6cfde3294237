// The lock of a job, JOB.toml.lock: only one run with --resume at a time.
#pragma once

#include <string>

#include "core/base/status.h"

namespace mtgauge {

// Held until it is destroyed or the process ends, however it ends.
class JobLock {
 public:
  // Returns an IoError if another run holds the lock, or if the file cannot be made.
  static Result<JobLock> Take(const std::string& path);

  JobLock(JobLock&& other) noexcept;
  JobLock& operator=(JobLock&& other) noexcept;
  ~JobLock();

  // False if the file system has no locks. Another run would then go unnoticed.
  bool holds() const { return holds_; }

 private:
  JobLock() = default;

  std::string path_;
  int fd_ = -1;
  bool holds_ = false;
};

}  // namespace mtgauge
