// What it was made of and by, the sizes of the arrays, the arrays; little-endian. Each piece has
// its checksum behind it, and is small enough to be in the cache still when that is computed.
#include "core/text/words/index_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cerrno>
#include <cstdlib>
#include <filesystem>

#include "core/base/bytes.h"
#include "core/base/hash.h"
#include "core/base/version.h"
#include "mtgauge/output.h"

namespace mtgauge {
namespace {

constexpr size_t kPiece = size_t{1} << 20;
constexpr size_t kSeal = 8;  // bytes of a checksum
constexpr size_t kDigest = 16, kHead = kDigest + 8 * kIndexArrays;
constexpr size_t kAlignment = 64;

std::string_view VariableOf(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? std::string_view() : value;
}

uint64_t Checksum(std::string_view bytes) {
  return FindHash("xxh3")->function(bytes.data(), bytes.size());
}
std::string HexDigest(std::string_view bytes) { return fmt::format("{:016x}", Checksum(bytes)); }

// A file that is read from front to back.
class Reader {
 public:
  explicit Reader(const std::string& path)
      : fd_(open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)) {}
  ~Reader() {
    if (fd_ >= 0) close(fd_);
  }
  Reader(const Reader&) = delete;
  Reader& operator=(const Reader&) = delete;

  // Reads up to `most` bytes, fewer only at the end of the file; -1 for what cannot be read.
  ssize_t Read(char* bytes, size_t most) const {
    size_t filled = 0;
    while (filled < most) {
      const ssize_t got = read(fd_, bytes + filled, most - filled);
      if (got < 0 && errno == EINTR) continue;
      if (got < 0) return -1;
      if (got == 0) break;
      filled += static_cast<size_t>(got);
    }
    return static_cast<ssize_t>(filled);
  }
  // Reads so many bytes and the checksum that follows. False if they do not fit.
  bool ReadSealed(char* bytes, size_t size) const {
    std::array<char, kSeal> seal{};
    return Read(bytes, size) == static_cast<ssize_t>(size) &&
           Read(seal.data(), kSeal) == static_cast<ssize_t>(kSeal) &&
           ReadU64(seal.data()) == Checksum({bytes, size});
  }

 private:
  int fd_;
};

}  // namespace

std::string CacheFolder(const std::string& given) {
  if (given == "none") return "";
  if (!given.empty()) return given;
  if (const auto folder = VariableOf("MTGAUGE_CACHE"); !folder.empty()) {
    return folder == "none" ? "" : std::string(folder);
  }
  if (const auto folder = VariableOf("XDG_CACHE_HOME"); folder.starts_with('/')) {
    return fmt::format("{}/mtgauge", folder);
  }
  const std::string_view home = VariableOf("HOME");
  return home.starts_with('/') ? fmt::format("{}/.cache/mtgauge", home) : "";
}

std::string SourceDigest(const std::string& path) {
  const Reader file(path);
  std::string piece(kPiece, '\0'), digests;
  for (;;) {
    const ssize_t got = file.Read(piece.data(), kPiece);
    if (got < 0) return "";
    digests += HexDigest({piece.data(), static_cast<size_t>(got)});
    if (static_cast<size_t>(got) < kPiece) return HexDigest(digests);
  }
}

IndexFile::IndexFile(const std::string& folder, std::string_view kind, const std::string& source)
    : front_(
          fmt::format("\x89MTGINDEX\r\n\x1a\n{} of {} by mtgauge {}\n", kind, source, kVersion)) {
  const bool can_keep = !folder.empty() && !source.empty() &&
                        std::endian::native == std::endian::little;  // as the files are
  if (can_keep) path_ = fmt::format("{}/{}-{}.index", folder, kind, source);
}

std::optional<KeptTables> IndexFile::Read() const {
  std::error_code error;
  if (path_.empty() || !std::filesystem::is_regular_file(path_, error)) return std::nullopt;
  const uint64_t size = std::filesystem::file_size(path_, error);
  const Reader file(path_);
  std::string head(front_.size() + kHead, '\0');
  if (error || !file.ReadSealed(head.data(), head.size()) || !head.starts_with(front_)) {
    return std::nullopt;
  }
  KeptTables tables;
  tables.digest = head.substr(front_.size(), kDigest);
  const char* const sizes = head.data() + front_.size() + kDigest;
  std::array<uint64_t, kIndexArrays> bytes_of{};
  uint64_t room = 0;
  for (size_t a = 0; a < kIndexArrays; ++a) {
    bytes_of[a] = ReadU64(sizes + 8 * a);
    if (bytes_of[a] > size) return std::nullopt;
    room += (bytes_of[a] + kAlignment - 1) / kAlignment * kAlignment;
  }
  if (room > size + kIndexArrays * kAlignment) return std::nullopt;
  tables.memory = ZeroedPages(std::max<uint64_t>(room, 1));
  char* array = static_cast<char*>(tables.memory.data());
  for (const uint64_t bytes : bytes_of) {
    for (uint64_t at = 0; at < bytes; at += kPiece) {
      if (!file.ReadSealed(array + at, std::min<uint64_t>(kPiece, bytes - at))) return std::nullopt;
    }
    tables.arrays.emplace_back(array, bytes);
    array += (bytes + kAlignment - 1) / kAlignment * kAlignment;
  }
  char more = 0;
  return file.Read(&more, 1) == 0 ? std::optional(std::move(tables)) : std::nullopt;
}

bool IndexFile::Write(const std::string& digest, const Arrays& arrays) const {
  if (path_.empty() || digest.size() != kDigest) return false;
  std::error_code error;
  std::filesystem::create_directories(std::filesystem::path(path_).parent_path(), error);
  absl::StatusOr<Output> file = Output::Open(path_);
  if (!file.ok()) return false;
  const auto write_sealed = [&](std::string_view bytes) {
    std::string seal;
    AppendU64(Checksum(bytes), seal);
    return file->Write(bytes).ok() && file->Write(seal).ok();
  };
  std::string head = front_ + digest;
  for (const std::string_view array : arrays) AppendU64(array.size(), head);
  bool good = write_sealed(head);
  for (const std::string_view array : arrays) {
    for (size_t at = 0; good && at < array.size(); at += kPiece) {
      good = write_sealed(array.substr(at, kPiece));
    }
  }
  return good && file->Finish().ok();
}

}  // namespace mtgauge
