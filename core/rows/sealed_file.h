// The container of all files that can be merged later: row files, surveys, sums of resamples.
// docs/row-files.md describes it byte by byte.
//
//   first mark | section 0 | section 1 | ... | index | header | last mark
//
// The header is a JSON object, and stands behind the sections since it tells what is known only
// when they are written. All numbers are little-endian. Every byte that a reader uses is covered by
// a checksum, and a file without its last mark is not finished.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/status.h"
#include "mtgauge/output.h"

namespace mtgauge {

using Json = nlohmann::ordered_json;

inline constexpr uint32_t kSealedFormat = 1;  // the version that this program writes and reads

// What a sealed file is, by the key "kind" of its header.
inline constexpr std::string_view kRowsKind = "rows";
inline constexpr std::string_view kSurveyKind = "survey";
inline constexpr std::string_view kSumsKind = "sums";

// Writes one file; it appears under its name when Finish() succeeds, or not at all. Not
// thread-safe.
class SealedWriter {
 public:
  static absl::StatusOr<SealedWriter> Open(const std::string& path);

  // Appends the next section; it may be empty.
  absl::Status Add(std::string_view section);
  // A UsageError for a header that no reader would take.
  absl::Status Finish(const Json& header);

 private:
  struct Entry {
    uint64_t bytes, checksum;
  };
  explicit SealedWriter(Output output) : output_(std::move(output)) {}

  Output output_;
  std::vector<Entry> index_;
};

// An open file, whose last mark, index and header have been checked. Sections are checked as they
// are read. Safe for concurrent use. Few descriptors stay open, however many files there are.
class SealedFile {
 public:
  static absl::StatusOr<SealedFile> Open(const std::string& path);
  SealedFile(SealedFile&&) noexcept;
  SealedFile& operator=(SealedFile&&) noexcept;
  ~SealedFile();

  const std::string& path() const { return path_; }
  const Json& header() const { return header_; }
  size_t sections() const { return entries_.size(); }
  uint64_t bytes_of(size_t section) const { return entries_[section].bytes; }
  uint64_t size() const { return size_; }

  // Reads a section into `bytes`, which has room for bytes_of(section).
  absl::Status ReadInto(size_t section, char* bytes) const;
  absl::StatusOr<std::string> Read(size_t section) const;

  // An InputError where the file holds something else, or what another version of the program made.
  absl::Status CheckKind(std::string_view kind, const std::string& remedy) const;

  // The InputError for contents that do not match the header. The checksums are right, so a faulty
  // program wrote them.
  absl::Status Malformed(std::string_view what) const;

 private:
  class Descriptor;
  struct Entry {
    uint64_t begin, bytes, checksum;
  };
  struct LastMark {
    uint64_t sections, index_checksum, header, header_checksum;
  };
  SealedFile();
  absl::Status Load();
  absl::Status CheckFirstMark(const Descriptor& file) const;
  absl::StatusOr<LastMark> LoadLastMark(const Descriptor& file) const;
  absl::Status LoadHeader(const Descriptor& file, uint64_t begin, const LastMark& mark);
  absl::Status LoadIndex(const Descriptor& file, uint64_t begin, uint64_t count, uint64_t checksum);
  absl::Status Damaged(std::string_view what) const;

  std::string path_;
  uint64_t size_ = 0;
  std::vector<Entry> entries_;
  Json header_;
  std::unique_ptr<Descriptor> kept_;  // null: opened for each read
};

}  // namespace mtgauge
