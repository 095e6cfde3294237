// The format: source and version, digest and number of arrays, the sizes of the arrays, the arrays;
// little-endian. A checksum follows each block. Blocks are small, so that they are still in the
// cache when their checksum is computed.
#include "core/text/words/index_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cerrno>
#include <charconv>
#include <cstdlib>
#include <filesystem>
#include <utility>

#include "core/base/bytes.h"
#include "core/base/hash.h"
#include "core/base/status.h"
#include "core/base/version.h"
#include "mtgauge/output.h"

namespace mtgauge {
namespace {

constexpr std::string_view kMagic = "\x89MTGINDEX\r\n\x1a\n";
constexpr size_t kPiece = size_t{1} << 20;
constexpr size_t kSeal = 8;  // bytes of a checksum
constexpr size_t kDigest = 16, kHead = kDigest + sizeof(uint64_t);
constexpr size_t kAlignment = 64;
constexpr uint64_t kMostArrays = 1000;
constexpr std::string_view kTrusted = "trusted:";
constexpr uintmax_t kSmall = uintmax_t{1} << 20;  // bytes of files that are read almost instantly

std::string_view VariableOf(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? std::string_view() : value;
}

uint64_t Checksum(std::string_view bytes) {
  return FindHash("xxh3")->function(bytes.data(), bytes.size());
}
std::string HexDigest(std::string_view bytes) { return fmt::format("{:016x}", Checksum(bytes)); }

std::string PathOf(std::string_view folder, std::string_view kind, std::string_view source) {
  return fmt::format("{}/{}-{}.index", folder, kind, source);
}

// Returns true if nobody but root and the user could have written the file.
bool IsOwn(const struct stat& file) {
  const bool of_others = file.st_uid != geteuid() && file.st_uid != 0;
  return !of_others && (file.st_mode & (S_IWGRP | S_IWOTH)) == 0;
}

// Makes a folder and those above it, for the user alone.
void MakePrivateFolder(const std::filesystem::path& folder) {
  if (mkdir(folder.c_str(), S_IRWXU) == 0 || errno != ENOENT || !folder.has_parent_path()) return;
  MakePrivateFolder(folder.parent_path());
  mkdir(folder.c_str(), S_IRWXU);
}

// A file that is read from front to back.
class Reader {
 public:
  explicit Reader(const std::string& path, int flags = 0)
      : fd_(open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | flags)) {}
  ~Reader() {
    if (fd_ >= 0) close(fd_);
  }
  Reader(const Reader&) = delete;
  Reader& operator=(const Reader&) = delete;

  // Returns the size of a regular file that may be trusted; nothing for another.
  std::optional<uint64_t> Size(bool trusted) const {
    struct stat about;
    if (fd_ < 0 || fstat(fd_, &about) != 0 || !S_ISREG(about.st_mode)) return std::nullopt;
    return trusted || IsOwn(about) ? std::optional<uint64_t>(about.st_size) : std::nullopt;
  }

  // Reads up to `most` bytes, fewer only at the end of the file; returns -1 on errors.
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
  // Reads `size` bytes and the checksum after them. Returns false if they do not match.
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

CacheFolder ChooseCacheFolder(const std::string& given) {
  const std::pair<std::string_view, std::string_view> names[] = {
      {"cache", given}, {"MTGAUGE_CACHE", VariableOf("MTGAUGE_CACHE")}};
  for (auto [named_by, folder] : names) {
    if (folder.empty()) continue;
    if (folder == "none") return {};
    const bool trusted = folder.starts_with(kTrusted);
    if (trusted) folder.remove_prefix(kTrusted.size());
    return {std::string(folder), named_by, trusted};
  }
  if (const auto folder = VariableOf("XDG_CACHE_HOME"); folder.starts_with('/')) {
    return {fmt::format("{}/mtgauge", folder), "", false};
  }
  const std::string_view home = VariableOf("HOME");
  return {home.starts_with('/') ? fmt::format("{}/.cache/mtgauge", home) : "", "", false};
}

std::string SourceDigest(std::span<const std::string> paths) {
  std::string piece(kPiece, '\0'), digests;
  for (const std::string& path : paths) {
    const Reader file(path);
    for (ssize_t got = kPiece; got == static_cast<ssize_t>(kPiece);) {
      got = file.Read(piece.data(), kPiece);
      if (got < 0) return "";
      digests += HexDigest({piece.data(), static_cast<size_t>(got)});
    }
  }
  return HexDigest(digests);
}

IndexFile::IndexFile(std::string_view kind, std::vector<std::string> sources,
                     const std::string& cache)
    : kind_(kind), sources_(std::move(sources)) {
  uintmax_t size = 0;
  for (const std::string& path : sources_) {
    std::error_code error;
    const uintmax_t bytes = std::filesystem::file_size(path, error);
    if (error) return;
    size += bytes;
  }
  if (!cache.empty() || size >= kSmall) folder_ = ChooseCacheFolder(cache);
  // Numbers are stored in their memory layout.
  if (folder_.path.empty() || std::endian::native != std::endian::little) return;
  source_ = SourceDigest(sources_);
  if (source_.empty()) return;
  front_ = fmt::format("{}{} of {} by mtgauge {}\n", kMagic, kind_, source_, kVersion);
  path_ = PathOf(folder_.path, kind_, source_);
}

Status IndexFile::CheckOwner() const {
  struct stat about;
  if (folder_.named_by.empty() || folder_.trusted || lstat(path_.c_str(), &about) != 0 ||
      !S_ISREG(about.st_mode) || IsOwn(about)) {
    return OkStatus();
  }
  return InputError({.file = path_}, "others could have written this index",
                    fmt::format("delete it, or if you trust everyone who can write there, set "
                                "{}={}{}",
                                folder_.named_by, kTrusted, folder_.path));
}

std::optional<KeptArrays> IndexFile::Read() const {
  if (path_.empty()) return std::nullopt;
  const Reader file(path_, O_NOFOLLOW);
  const std::optional<uint64_t> size = file.Size(folder_.trusted);
  std::string head(front_.size() + kHead, '\0');
  if (!size || !file.ReadSealed(head.data(), head.size()) || !head.starts_with(front_)) {
    return std::nullopt;
  }
  KeptArrays kept;
  kept.digest = head.substr(front_.size(), kDigest);
  const uint64_t count = ReadU64(head.data() + front_.size() + kDigest);
  if (count > kMostArrays) return std::nullopt;
  std::string sizes(8 * count, '\0');
  if (!file.ReadSealed(sizes.data(), sizes.size())) return std::nullopt;
  const auto size_of = [&](size_t a) { return ReadU64(sizes.data() + 8 * a); };
  const auto room_of = [&](size_t a) {
    return (size_of(a) + kAlignment - 1) / kAlignment * kAlignment;
  };
  uint64_t room = 0;
  for (size_t a = 0; a < count; ++a) {
    if (size_of(a) > *size) return std::nullopt;
    room += room_of(a);
  }
  if (room > *size + count * kAlignment) return std::nullopt;
  kept.memory = ZeroedPages(std::max<uint64_t>(room, 1));
  char* array = static_cast<char*>(kept.memory.data());
  for (size_t a = 0; a < count; ++a) {
    const uint64_t bytes = size_of(a);
    for (uint64_t at = 0; at < bytes; at += kPiece) {
      if (!file.ReadSealed(array + at, std::min<uint64_t>(kPiece, bytes - at))) return std::nullopt;
    }
    kept.arrays.emplace_back(array, bytes);
    array += room_of(a);
  }
  char more = 0;
  return file.Read(&more, 1) == 0 ? std::optional(std::move(kept)) : std::nullopt;
}

bool IndexFile::Write(const std::string& digest, std::span<const std::string_view> arrays) const {
  if (path_.empty() || digest.size() != kDigest || arrays.size() > kMostArrays) return false;
  if (SourceDigest(sources_) != source_) return false;
  MakePrivateFolder(folder_.path);
  Result<Output> file = Output::Replace(path_);
  if (!file.ok()) return false;
  bool good = true;
  const auto write_sealed = [&](std::string_view bytes) {
    std::string seal;
    AppendU64(Checksum(bytes), seal);
    good = good && file->Write(bytes).ok() && file->Write(seal).ok();
  };
  std::string head = front_ + digest, sizes;
  AppendU64(arrays.size(), head);
  for (const std::string_view array : arrays) AppendU64(array.size(), sizes);
  write_sealed(head);
  write_sealed(sizes);
  for (const std::string_view array : arrays) {
    for (size_t at = 0; good && at < array.size(); at += kPiece) {
      write_sealed(array.substr(at, kPiece));
    }
  }
  if (!good || !file->Finish().ok()) return false;
  RemoveEarlierForms();
  return true;
}

// Removes indexes of the same files in earlier formats, recognized by name and beginning.
void IndexFile::RemoveEarlierForms() const {
  const size_t name = kind_.rfind('-') + 1;
  uint32_t form = 0;
  std::from_chars(kind_.data() + name, kind_.data() + kind_.size(), form);
  while (form > 1) {
    const std::string kind = fmt::format("{}{}", kind_.substr(0, name), --form);
    const std::string path = PathOf(folder_.path, kind, source_);
    const Reader file(path, O_NOFOLLOW);
    if (!file.Size(folder_.trusted)) continue;
    const std::string front = fmt::format("{}{} of {} by mtgauge ", kMagic, kind, source_);
    std::string begins(front.size(), '\0');
    file.Read(begins.data(), begins.size());
    if (begins == front) unlink(path.c_str());
  }
}

}  // namespace mtgauge
