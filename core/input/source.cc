// Ranged sources for regular files, sequential ones for all other files, and bytes in memory.
#include "core/input/source.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <map>
#include <mutex>
#include <set>
#include <system_error>
#include <utility>

#include "core/base/hash.h"
#include "core/input/formats/decompress.h"
#include "core/input/formats/files_of_set.h"
#include "core/input/standard_input.h"
#include "core/simd/kernels.h"

namespace mtgauge {
namespace {

// How long a sequential read waits for a first byte before it returns an empty block. The caller
// can then check its stop flag, whichever thread the signal went to.
constexpr int kPatienceMs = 20;
// A block with fewer bytes than this waits a moment for more, so that a writer of single lines does
// not cause a batch per line. Waiting for a full block would leave the writer idle.
constexpr uint32_t kWorthScoring = 16 << 10;
constexpr int kMomentMs = 1;
// How many bytes of a file the system is asked to read ahead of the blocks in work, and the
// smallest blocks for which it is asked. By itself it reads 128 KiB ahead on most systems, so that
// threads would wait for nearly every block of a file that is not in memory.
constexpr uint64_t kAhead = 4 << 20;
constexpr uint32_t kLeastAhead = 128 << 10;

std::string ErrnoText(int error) { return std::generic_category().message(error); }

Status OpenError(const std::string& name, int error) {
  if (error == ENOENT) return NoSuchFile(name);
  const char* remedy = "check the path";
  switch (error) {
    case EACCES:
    case EPERM:
      remedy = "check its permissions";
      break;
    case EISDIR:
      remedy = "name a file, not a directory";
      break;
    case EMFILE:
    case ENFILE:
      remedy = "raise the limit of open files (ulimit -n)";
      break;
    case EBADF:
      remedy = "connect it to a file or a pipe";
      break;
    default:
      break;
  }
  return IoError({.file = name, .named = true},
                 fmt::format("cannot open {}: {}", name, ErrnoText(error)), remedy);
}

Status ReadError(const std::string& name, int error) {
  return IoError({.file = name, .named = true},
                 fmt::format("cannot read {}: {}", name, ErrnoText(error)),
                 "check the device, or read a copy of the file");
}

Status ChangedError(const std::string& name) {
  return IoError({.file = name, .named = true},
                 fmt::format("{} changed while it was being read", name),
                 "run again when no program writes to it");
}

}  // namespace

void Clear(Block& block, uint32_t bytes) {
  block.data.Grow(size_t{bytes} + kTextPadding, 0);
  block.bytes = 0;
  block.last = false;
  block.status = OkStatus();
}

void Seal(Block& block) {
  if (!block.status.ok()) block.bytes = 0;
  std::memset(block.data.data() + block.bytes, 0, kTextPadding);
  CountLines(block);
}

void Source::ReadAt(uint64_t, uint32_t, Block& block) {
  Clear(block, 0);
  block.status = UsageError({.file = name(), .named = true},
                            fmt::format("cannot read {} from the middle", name()), "");
  Seal(block);
}

namespace {

// An open file descriptor, closed in the end unless it is one of the three standard streams.
class Descriptor {
 public:
  explicit Descriptor(int fd) : fd_(fd) {}
  Descriptor(Descriptor&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  Descriptor& operator=(Descriptor&&) = delete;
  ~Descriptor() {
    if (fd_ > STDERR_FILENO) close(fd_);
  }
  int get() const { return fd_; }

 private:
  int fd_;
};

// A regular file whose bytes [start, start + size) can be read in any order.
class RangedFile final : public Source {
 public:
  RangedFile(std::string name, Descriptor file, uint64_t start, uint64_t size)
      : name_(std::move(name)), file_(std::move(file)), start_(start), size_(size) {}

  const std::string& name() const override { return name_; }
  bool ranged() const override { return true; }
  uint64_t size() const override { return size_; }
  Extent extent() const override { return {read_.load(std::memory_order_relaxed), size_}; }

  void Read(uint32_t block_bytes, Block& block) override {
    const uint64_t from = block.index * block_bytes;
    if (block_bytes >= kLeastAhead) AskAhead(from, block_bytes);
    ReadAt(from, block_bytes, block);
  }

  void ReadAt(uint64_t from, uint32_t bytes, Block& block) override {
    Clear(block, bytes);
    from = std::min(from, size_);
    const auto wanted = static_cast<uint32_t>(std::min<uint64_t>(bytes, size_ - from));
    block.last = from + wanted == size_;
    while (block.bytes < wanted && block.status.ok()) {
      const ssize_t got = pread(file_.get(), block.data.data() + block.bytes, wanted - block.bytes,
                                static_cast<off_t>(start_ + from + block.bytes));
      if (got > 0) {
        block.bytes += static_cast<uint32_t>(got);
      } else if (got == 0) {
        block.status = ChangedError(name_);
      } else if (errno != EINTR) {
        block.status = ReadError(name_, errno);
      }
    }
    if (block.last && block.status.ok()) block.status = CheckSize();
    if (remembers_ && block.status.ok() && !IsAsBefore(from, block)) {
      block.status = ChangedError(name_);
    }
    read_.store(from + block.bytes, std::memory_order_relaxed);
    Seal(block);
  }

  Status PrepareToRewind() override {
    remembers_ = true;
    return OkStatus();
  }

 private:
  // Asks for the block that is kAhead bytes behind the one at `from`; at the start, for all blocks
  // up to there. It is advice: a file system may ignore it.
  void AskAhead(uint64_t from, uint32_t bytes) const {
    const uint64_t end = std::min(from + kAhead + bytes, size_);
    for (uint64_t at = from == 0 ? bytes : from + kAhead; at < end; at += bytes) {
      posix_fadvise(file_.get(), static_cast<off_t>(start_ + at), bytes, POSIX_FADV_WILLNEED);
    }
  }

  // Data that is read twice must be the same both times, since results of the first pass are
  // applied to the second.
  bool IsAsBefore(uint64_t from, const Block& block) {
    const uint64_t digest = FindHash("xxh64")->function(block.data.data(), block.bytes);
    const std::lock_guard<std::mutex> lock(mutex_);
    const auto [known, is_new] = digests_.try_emplace({from, block.bytes}, digest);
    return is_new || known->second == digest;
  }

  Status CheckSize() const {
    struct stat now;
    if (fstat(file_.get(), &now) != 0) return ReadError(name_, errno);
    if (static_cast<uint64_t>(now.st_size) != start_ + size_) return ChangedError(name_);
    return OkStatus();
  }

  std::string name_;
  Descriptor file_;
  uint64_t start_, size_;
  std::atomic<uint64_t> read_{0};  // end of the last read
  bool remembers_ = false;
  std::mutex mutex_;
  std::map<std::pair<uint64_t, uint32_t>, uint64_t> digests_;  // by start and length
};

// A pipe, terminal, socket, device or empty file, read from front to back.
class SequentialFile final : public Source {
 public:
  SequentialFile(std::string name, Descriptor file)
      : name_(std::move(name)), file_(std::move(file)) {}

  const std::string& name() const override { return name_; }
  bool ranged() const override { return false; }

  void Read(uint32_t block_bytes, Block& block) override {
    Clear(block, block_bytes);
    while (block.bytes < block_bytes && ReadSome(block_bytes - block.bytes, block)) {
    }
    Seal(block);
  }

 private:
  // Appends at most `room` bytes. Returns false if the block is complete: at the end, on an error
  // or a signal, or if more bytes are not available yet.
  bool ReadSome(uint32_t room, Block& block) const {
    pollfd waiting = {file_.get(), POLLIN, 0};
    const int moment = block.bytes < kWorthScoring ? kMomentMs : 0;
    const int ready = poll(&waiting, 1, block.bytes == 0 ? kPatienceMs : moment);
    ssize_t got = ready;
    if (ready > 0) {
      got = read(file_.get(), block.data.data() + block.bytes, room);
      block.last = got == 0;
    }
    if (got > 0) block.bytes += static_cast<uint32_t>(got);
    if (got < 0 && errno != EINTR && errno != EAGAIN) block.status = ReadError(name_, errno);
    return got > 0;
  }

  std::string name_;
  Descriptor file_;
};

Status SpoolError(const std::string& name, const std::string& folder, int error) {
  return IoError({.file = name, .named = true},
                 fmt::format("cannot store {}, which must be read twice, in {}: {}", name, folder,
                             ErrnoText(error)),
                 "set TMPDIR to a folder with free space, or use a file instead of a pipe");
}

// A sequential source that is copied while it is first read; after Rewind() the copy is read.
class SpooledSource final : public Source {
 public:
  SpooledSource(std::unique_ptr<Source> source, std::string folder, Descriptor copy)
      : source_(std::move(source)), folder_(std::move(folder)), copy_(std::move(copy)) {}

  const std::string& name() const override { return source_->name(); }
  bool ranged() const override { return again_ != nullptr; }
  bool rereadable() const override { return true; }
  uint64_t size() const override { return again_ != nullptr ? again_->size() : 0; }
  Extent extent() const override { return source_->extent(); }

  void ReadAt(uint64_t from, uint32_t bytes, Block& block) override {
    if (again_ == nullptr) return Source::ReadAt(from, bytes, block);
    again_->ReadAt(from, bytes, block);
  }

  void Read(uint32_t block_bytes, Block& block) override {
    if (again_ != nullptr) return again_->Read(block_bytes, block);
    source_->Read(block_bytes, block);
    for (uint32_t done = 0; done < block.bytes && block.status.ok();) {
      const ssize_t put = write(copy_.get(), block.data.data() + done, block.bytes - done);
      if (put > 0) {
        done += static_cast<uint32_t>(put);
      } else if (errno != EINTR) {
        block.status = SpoolError(name(), folder_, errno);
      }
    }
    size_ += block.bytes;
  }

  void Rewind() override {
    if (again_ == nullptr)
      again_ = std::make_unique<RangedFile>(name(), std::move(copy_), 0, size_);
  }

 private:
  std::unique_ptr<Source> source_;
  std::string folder_;
  Descriptor copy_;
  uint64_t size_ = 0;
  std::unique_ptr<Source> again_;
};

class MemoryBytes final : public Source {
 public:
  MemoryBytes(std::string name, std::string bytes, bool ranged)
      : name_(std::move(name)), bytes_(std::move(bytes)), ranged_(ranged) {}

  const std::string& name() const override { return name_; }
  bool ranged() const override { return ranged_; }
  uint64_t size() const override { return bytes_.size(); }

  void Read(uint32_t block_bytes, Block& block) override {
    ReadAt(block.index * block_bytes, block_bytes, block);
  }

  void ReadAt(uint64_t from, uint32_t bytes, Block& block) override {
    Clear(block, bytes);
    from = std::min<uint64_t>(from, bytes_.size());
    block.bytes = static_cast<uint32_t>(std::min<uint64_t>(bytes, bytes_.size() - from));
    block.last = from + block.bytes == bytes_.size();
    std::memcpy(block.data.data(), bytes_.data() + from, block.bytes);
    Seal(block);
  }

 private:
  std::string name_;
  std::string bytes_;
  bool ranged_;
};

}  // namespace

void AddInputWarnings(const std::vector<Source*>& sources, std::vector<Warning>& warnings) {
  std::set<std::string> said;  // several columns may come from one file
  for (const Source* const source : sources) {
    for (const InputWarning& warning : source->warnings()) {
      if (said.insert(warning.message).second) {
        warnings.push_back({warning.code, "", warning.message});
      }
    }
  }
}

Result<std::unique_ptr<Source>> OpenSource(const std::string& path) {
  const bool standard_input = path == kStandardInput;
  const std::string name = DisplayName(path);
  const int fd =
      standard_input ? STDIN_FILENO : open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY);
  // Opening a named pipe waits for its writer; a signal must be able to interrupt that.
  if (fd < 0 && errno == EINTR) return CancelledError();
  if (fd < 0) return OpenError(name, errno);
  Descriptor file(fd);

  struct stat about;
  if (fstat(fd, &about) != 0) return OpenError(name, errno);
  if (S_ISDIR(about.st_mode)) return OpenError(name, EISDIR);
  if (S_ISREG(about.st_mode)) {
    // Another program may have read a part of standard input before.
    const off_t start = lseek(fd, 0, SEEK_CUR);
    if (start >= 0 && start < about.st_size) {
      return Decompress(std::make_unique<RangedFile>(name, std::move(file),
                                                     static_cast<uint64_t>(start),
                                                     static_cast<uint64_t>(about.st_size - start)));
    }
  }
  return Decompress(std::make_unique<SequentialFile>(name, std::move(file)));
}

Result<std::unique_ptr<Source>> MakeRereadable(std::unique_ptr<Source> source) {
  MTG_RETURN_IF_ERROR(source->PrepareToRewind());
  if (source->rereadable()) return source;
  const char* const wanted = std::getenv("TMPDIR");
  const std::string folder = wanted != nullptr && *wanted != '\0' ? wanted : "/tmp";
  std::string path = folder + "/mtgauge-XXXXXX";
  Descriptor copy(mkostemp(path.data(), O_CLOEXEC));
  if (copy.get() < 0) return SpoolError(source->name(), folder, errno);
  unlink(path.c_str());
  return std::make_unique<SpooledSource>(std::move(source), folder, std::move(copy));
}

std::unique_ptr<Source> MemorySource(std::string name, std::string bytes, bool ranged) {
  return std::make_unique<MemoryBytes>(std::move(name), std::move(bytes), ranged);
}

void CountLines(Block& block) {
  const auto count = ActiveKernels().count_lines;
  block.lines = 0;
  block.lines_before.clear();
  for (uint64_t at = 0; at < block.bytes; at += Block::kLineStride) {
    block.lines_before.push_back(static_cast<uint32_t>(block.lines));
    block.lines +=
        count(block.data.data() + at, std::min<uint64_t>(Block::kLineStride, block.bytes - at));
  }
}

uint32_t EndOfLine(const Block& block, uint64_t n) {
  const auto stride = std::partition_point(block.lines_before.begin(), block.lines_before.end(),
                                           [n](uint32_t before) { return before < n; }) -
                      block.lines_before.begin() - 1;
  const char* const begin = block.data.data();
  const char* const end = begin + block.bytes;
  const char* at = begin + stride * Block::kLineStride;
  for (uint64_t left = n - block.lines_before[static_cast<size_t>(stride)]; left > 0; --left) {
    at = static_cast<const char*>(std::memchr(at, '\n', static_cast<size_t>(end - at))) + 1;
  }
  return static_cast<uint32_t>(at - begin);
}

}  // namespace mtgauge
