// Stores runs of scores in a file: all cells of a run, each with its segments' scores together.
#include "core/report/output/score_spool.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <system_error>
#include <utility>

namespace mtgauge {
namespace {

constexpr size_t kRun = 4096;

Status SpoolError(const std::string& folder, int error) {
  return IoError(
      {.file = folder, .named = true},
      fmt::format("cannot keep scores in {}: {}", folder, std::generic_category().message(error)),
      "free some space or write elsewhere");
}

}  // namespace

ScoreSpool::ScoreSpool(std::string folder, size_t cells)
    : folder_(std::move(folder)), cells_(cells), run_(cells * kRun) {}

ScoreSpool::~ScoreSpool() {
  if (fd_ >= 0) close(fd_);
}

Status ScoreSpool::Add(std::span<const double> scores) {
  if (filled_ == kRun) MTG_RETURN_IF_ERROR(WriteRun());
  for (size_t cell = 0; cell < cells_; ++cell) run_[cell * kRun + filled_] = scores[cell];
  ++filled_;
  return OkStatus();
}

Status ScoreSpool::WriteRun() {
  if (fd_ < 0) {
    std::string path = folder_ + "/.mtgauge-XXXXXX";
    fd_ = mkostemp(path.data(), O_CLOEXEC);
    if (fd_ < 0) return SpoolError(folder_, errno);
    unlink(path.c_str());
  }
  const char* bytes = reinterpret_cast<const char*>(run_.data());
  for (size_t left = run_.size() * sizeof(double); left > 0;) {
    const ssize_t put = write(fd_, bytes, left);
    if (put < 0 && errno != EINTR) return SpoolError(folder_, errno);
    if (put < 0) continue;
    bytes += put;
    left -= static_cast<size_t>(put);
  }
  ++full_;
  filled_ = 0;
  return OkStatus();
}

Result<std::span<const double>> ScoreSpool::Read(size_t cell, uint64_t run) {
  if (run == full_) return std::span<const double>(run_).subspan(cell * kRun, filled_);
  read_.resize(kRun);
  char* bytes = reinterpret_cast<char*>(read_.data());
  size_t left = kRun * sizeof(double);
  uint64_t from = (run * cells_ + cell) * left;
  while (left > 0) {
    const ssize_t got = pread(fd_, bytes, left, static_cast<off_t>(from));
    if (got == 0) return SpoolError(folder_, EIO);
    if (got < 0 && errno != EINTR) return SpoolError(folder_, errno);
    if (got < 0) continue;
    bytes += got;
    from += static_cast<uint64_t>(got);
    left -= static_cast<size_t>(got);
  }
  return std::span<const double>(read_);
}

}  // namespace mtgauge
