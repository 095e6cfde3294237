// Writes sections one after another and reads them back in any order.
#include "core/rowfile/sealed_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <nlohmann/json.hpp>
#include <optional>
#include <system_error>
#include <utility>

#include "core/base/bytes.h"
#include "core/base/hash.h"
#include "core/base/version.h"

namespace mtgauge {
namespace {

// As in PNG: reveals programs that change line ends or clear the eighth bit.
constexpr std::string_view kFirstMagic = "\x89MTGAUGE\r\n\x1a\n";
constexpr std::string_view kLastMagic = "MTGEND\r\n";
constexpr uint64_t kFirstMark = 16;    // magic and version
constexpr uint64_t kIndexEntry = 16;   // bytes and checksum
constexpr uint64_t kLastMark = 8 * 6;  // see Finish()
constexpr uint64_t kMostHeader = 64 << 20;
constexpr int kKeptOpen = 256;           // files
constexpr uint64_t kMostRead = 1 << 30;  // in one call

uint64_t Checksum(std::string_view bytes) {
  return FindHash("xxh3")->function(bytes.data(), bytes.size());
}

std::string FirstMark() {
  std::string mark(kFirstMagic);
  AppendU32(kSealedFormat, mark);
  return mark;
}

// The numbers of a version: "1.4.2-rc1" is 1, 4, 2.
using Release = std::array<int, 3>;

std::optional<Release> ReleaseOf(std::string_view version) {
  Release release{};
  const char* at = version.data();
  const char* const end = at + version.size();
  for (int& number : release) {
    if (&number != release.data() && (at == end || *at++ != '.')) return std::nullopt;
    const auto [next, error] = std::from_chars(at, end, number);
    if (error != std::errc() || number < 0) return std::nullopt;
    at = next;
  }
  if (at != end && *at != '-') return std::nullopt;
  return release;
}

}  // namespace

Result<SealedWriter> SealedWriter::Open(const std::string& path) {
  if (path.empty()) {
    return UsageError({.option = "output"},
                      "`output`: this kind of file cannot go to standard output", "name a file");
  }
  MTG_ASSIGN_OR_RETURN(Output output, Output::Open(path));
  SealedWriter writer(std::move(output));
  MTG_RETURN_IF_ERROR(writer.output_.Write(FirstMark()));
  return writer;
}

Status SealedWriter::Add(std::string_view section) {
  index_.push_back({section.size(), Checksum(section)});
  return output_.Write(section);
}

Status SealedWriter::Finish(const Json& header) {
  std::string index;
  for (const Entry& entry : index_) {
    AppendU64(entry.bytes, index);
    AppendU64(entry.checksum, index);
  }
  MTG_RETURN_IF_ERROR(output_.Write(index));
  const std::string text = header.dump(-1, ' ', false, Json::error_handler_t::replace);
  if (text.size() > kMostHeader) {
    return UsageError(fmt::format("the header of the file would have {} bytes, more than {}",
                                  text.size(), kMostHeader),
                      "name fewer systems and input files at once");
  }
  MTG_RETURN_IF_ERROR(output_.Write(text));
  std::string mark;
  for (const uint64_t field :
       {uint64_t{index_.size()}, Checksum(index), uint64_t{text.size()}, Checksum(text)}) {
    AppendU64(field, mark);
  }
  AppendU64(Checksum(mark), mark);
  MTG_RETURN_IF_ERROR(output_.Write(mark.append(kLastMagic)));
  return output_.Finish();
}

// A file that is open for reading.
class SealedFile::Descriptor {
 public:
  // Does not wait for the other end of a pipe; pipes are rejected later.
  explicit Descriptor(const std::string& path)
      : fd_(open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)) {
    if (fd_ >= 0) ++open_;
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() {
    if (fd_ < 0) return;
    close(fd_);
    --open_;
  }

  int get() const { return fd_; }
  static bool Many() { return open_ > kKeptOpen; }

  // Reads all of [begin, begin + size). Returns false with errno, which is 0 at the end of the
  // file.
  bool ReadAt(uint64_t begin, uint64_t size, char* bytes) const {
    while (size > 0) {
      const ssize_t got = pread(fd_, bytes, std::min(size, kMostRead), static_cast<off_t>(begin));
      if (got < 0 && errno == EINTR) continue;
      if (got == 0) errno = 0;
      if (got <= 0) return false;
      bytes += got;
      begin += static_cast<uint64_t>(got);
      size -= static_cast<uint64_t>(got);
    }
    return true;
  }

 private:
  static inline std::atomic<int> open_ = 0;
  int fd_;
};

SealedFile::SealedFile() = default;
SealedFile::SealedFile(SealedFile&&) noexcept = default;
SealedFile& SealedFile::operator=(SealedFile&&) noexcept = default;
SealedFile::~SealedFile() = default;

Status SealedFile::Damaged(std::string_view what) const {
  return InputError({path_}, fmt::format("the file is damaged: {}", what),
                    "copy it again, or make it again");
}

Status SealedFile::Malformed(std::string_view what) const {
  return InputError({path_}, std::string(what), "make the file again");
}

Status SealedFile::CheckKind(std::string_view kind, const std::string& remedy) const {
  const auto text_of = [this](const char* key) {
    const auto found = header_->find(key);
    return found != header_->end() && found->is_string() ? found->get<std::string>() : "";
  };
  if (const std::string found = text_of("kind"); found != kind) {
    return InputError({path_}, fmt::format("this is a file of {}, not of {}", found, kind), remedy);
  }
  return CheckVersion();
}

Status SealedFile::CheckVersion() const {
  const auto found = header_->find("version");
  const std::string version =
      found != header_->end() && found->is_string() ? found->get<std::string>() : "";
  const std::optional<Release> made_by = ReleaseOf(version);
  const Release own = *ReleaseOf(kVersion);
  if (made_by && made_by->front() == own.front() && *made_by <= own) return OkStatus();
  return InputError(
      {path_},
      version.empty() ? "it does not say which version of mtgauge made it"
                      : fmt::format("mtgauge {} made this file, but this is {}", version, kVersion),
      "make it again, or use that version");
}

Result<SealedFile> SealedFile::Open(const std::string& path) {
  SealedFile file;
  file.path_ = path;
  MTG_RETURN_IF_ERROR(file.Load());
  return file;
}

Status SealedFile::Load() {
  auto file = std::make_unique<Descriptor>(path_);
  struct stat about;
  if (file->get() < 0 || fstat(file->get(), &about) != 0) {
    return IoError({path_}, fmt::format("cannot be opened: {}", std::strerror(errno)),
                   "check the path and its permissions");
  }
  if (!S_ISREG(about.st_mode)) {
    return InputError({path_}, "a row file must be a regular file", "write it to disk first");
  }
  size_ = static_cast<uint64_t>(about.st_size);
  MTG_RETURN_IF_ERROR(CheckFirstMark(*file));
  MTG_ASSIGN_OR_RETURN(const LastMark mark, LoadLastMark(*file));
  const uint64_t header_begin = size_ - kLastMark - mark.header;
  MTG_RETURN_IF_ERROR(LoadIndex(*file, header_begin - mark.sections * kIndexEntry, mark.sections,
                                mark.index_checksum));
  MTG_RETURN_IF_ERROR(LoadHeader(*file, header_begin, mark));
  if (!Descriptor::Many()) kept_ = std::move(file);
  return OkStatus();
}

Status SealedFile::CheckFirstMark(const Descriptor& file) const {
  std::array<char, kFirstMark> first{};
  const uint64_t wanted = std::min(size_, kFirstMark);
  if (!file.ReadAt(0, wanted, first.data())) return Damaged("it cannot be read");
  if (std::string_view(first.data(), wanted).substr(0, kFirstMagic.size()) !=
          kFirstMagic.substr(0, wanted) ||
      size_ == 0) {
    return InputError({path_}, "this is not a file of rows, surveys or sums",
                      "make one with `mtgauge rows`");
  }
  if (size_ < kFirstMark + kLastMark) return Damaged("it ends too early");
  const uint32_t version = ReadU32(first.data() + kFirstMagic.size());
  if (version == kSealedFormat) return OkStatus();
  const bool swapped = __builtin_bswap32(version) == kSealedFormat;
  return InputError({path_},
                    swapped ? std::string("its numbers are big-endian")
                            : fmt::format("it has version {} of the format, and this program "
                                          "reads version {}",
                                          version, kSealedFormat),
                    "make it again with this version");
}

Result<SealedFile::LastMark> SealedFile::LoadLastMark(const Descriptor& file) const {
  std::array<char, kLastMark> last{};
  if (!file.ReadAt(size_ - kLastMark, kLastMark, last.data())) return Damaged("it cannot be read");
  if (std::string_view(last.data() + kLastMark - kLastMagic.size(), kLastMagic.size()) !=
      kLastMagic) {
    return InputError({path_}, "the file is not finished: its last mark is missing",
                      "wait until it is written, copy it again, or make it again");
  }
  const std::string_view fields(last.data(), 4 * 8);
  if (Checksum(fields) != ReadU64(last.data() + fields.size())) return Damaged("its last mark");
  const LastMark mark = {ReadU64(last.data()), ReadU64(last.data() + 8), ReadU64(last.data() + 16),
                         ReadU64(last.data() + 24)};
  if (mark.header > kMostHeader) {
    return InputError(
        {path_}, fmt::format("its header has {} bytes, more than {}", mark.header, kMostHeader),
        "make it again");
  }
  const uint64_t room = size_ - kFirstMark - kLastMark;
  if (mark.header > room || mark.sections > (room - mark.header) / kIndexEntry) {
    return Damaged("its last mark");
  }
  return mark;
}

Status SealedFile::LoadHeader(const Descriptor& file, uint64_t begin, const LastMark& mark) {
  std::string text(mark.header, '\0');
  if (!file.ReadAt(begin, mark.header, text.data())) return Damaged("its header");
  if (Checksum(text) != mark.header_checksum) return Damaged("its header");
  header_ = std::make_unique<const Json>(Json::parse(text, nullptr, false));
  return header_->is_object() ? OkStatus() : Malformed("its header is not a JSON object");
}

Status SealedFile::LoadIndex(const Descriptor& file, uint64_t begin, uint64_t count,
                             uint64_t checksum) {
  std::string index(count * kIndexEntry, '\0');
  if (!file.ReadAt(begin, index.size(), index.data())) return Damaged("its index");
  if (Checksum(index) != checksum) return Damaged("its index");
  entries_.reserve(count);
  uint64_t at = kFirstMark;
  for (uint64_t i = 0; i < count; ++i) {
    const char* entry = index.data() + i * kIndexEntry;
    entries_.push_back({at, ReadU64(entry), ReadU64(entry + 8)});
    if (entries_.back().bytes > begin - at) return Damaged("its index");
    at += entries_.back().bytes;
  }
  return at == begin ? OkStatus() : Damaged("its index");
}

Status SealedFile::ReadInto(size_t section, char* bytes) const {
  const Entry& entry = entries_[section];
  const auto read = [&](const Descriptor& file) -> Status {
    if (file.get() < 0 || !file.ReadAt(entry.begin, entry.bytes, bytes)) {
      if (errno == 0) return Damaged("it became shorter while mtgauge read it");
      return IoError({path_}, fmt::format("cannot be read: {}", std::strerror(errno)),
                     "check the disk and the permissions");
    }
    if (Checksum({bytes, entry.bytes}) == entry.checksum) return OkStatus();
    return Damaged(fmt::format("bytes {} to {} do not match their checksum", entry.begin,
                               entry.begin + entry.bytes));
  };
  return kept_ ? read(*kept_) : read(Descriptor(path_));
}

Status SealedFile::CheckSections() const {
  for (size_t section = 0; section < sections(); ++section) {
    MTG_RETURN_IF_ERROR(Read(section).status());
  }
  return OkStatus();
}

Result<std::string> SealedFile::Read(size_t section) const {
  std::string bytes(bytes_of(section), '\0');
  MTG_RETURN_IF_ERROR(ReadInto(section, bytes.data()));
  return bytes;
}

}  // namespace mtgauge
