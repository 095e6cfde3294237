// The container of all files that can be merged later: row files, surveys, sums of resamples.
// docs/row-files.md describes it byte by byte.
//
//   first mark | section 0 | section 1 | ... | index | header | last mark
//
// The header is a JSON object after the sections, because it contains values that are known only
// when the sections are written. All numbers are little-endian. A checksum covers every byte that a
// reader uses, and a file without its last mark is incomplete.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/status.h"
#include "mtgauge/output.h"

namespace mtgauge {

using Json = nlohmann::ordered_json;

inline constexpr uint32_t kSealedFormat = 1;  // the version that this program writes and reads

// The kind of a sealed file, under the key "kind" of its header.
inline constexpr std::string_view kRowsKind = "rows";
inline constexpr std::string_view kSurveyKind = "survey";
inline constexpr std::string_view kSumsKind = "sums";

// Writes one file. It appears under its name only when Finish() succeeds. Not thread-safe.
class SealedWriter {
 public:
  static Result<SealedWriter> Open(const std::string& path);

  // Appends the next section; it may be empty.
  Status Add(std::string_view section);
  // Returns a UsageError if the header is too large for a reader.
  Status Finish(const Json& header);

 private:
  struct Entry {
    uint64_t bytes, checksum;
  };
  explicit SealedWriter(Output output) : output_(std::move(output)) {}

  Output output_;
  std::vector<Entry> index_;
};

// An open file with a verified last mark, index and header. Sections are verified when they are
// read. Safe for concurrent use. Few descriptors stay open, however many files there are.
class SealedFile {
 public:
  static Result<SealedFile> Open(const std::string& path);
  SealedFile(SealedFile&&) noexcept;
  SealedFile& operator=(SealedFile&&) noexcept;
  ~SealedFile();

  const std::string& path() const { return path_; }
  const Json& header() const { return *header_; }
  size_t sections() const { return entries_.size(); }
  uint64_t bytes_of(size_t section) const { return entries_[section].bytes; }
  uint64_t size() const { return size_; }

  // Reads a section into `bytes`, which has room for bytes_of(section).
  Status ReadInto(size_t section, char* bytes) const;
  Result<std::string> Read(size_t section) const;
  // Reads all sections. Returns the error of the first that is damaged.
  Status CheckSections() const;

  // Returns an InputError if the file is of another kind or from another version of the program.
  Status CheckKind(std::string_view kind, const std::string& remedy) const;
  // Returns an error if a program of another major version, or a newer one, made the file: within a
  // major version, every program reads the files of all earlier ones.
  Status CheckVersion() const;

  // Returns the InputError for contents that do not match the header. Since the checksums are
  // right, a faulty program wrote them.
  Status Malformed(std::string_view what) const;

 private:
  class Descriptor;
  struct Entry {
    uint64_t begin, bytes, checksum;
  };
  struct LastMark {
    uint64_t sections, index_checksum, header, header_checksum;
  };
  SealedFile();
  Status Load();
  Status CheckFirstMark(const Descriptor& file) const;
  Result<LastMark> LoadLastMark(const Descriptor& file) const;
  Status LoadHeader(const Descriptor& file, uint64_t begin, const LastMark& mark);
  Status LoadIndex(const Descriptor& file, uint64_t begin, uint64_t count, uint64_t checksum);
  Status Damaged(std::string_view what) const;

  std::string path_;
  uint64_t size_ = 0;
  std::vector<Entry> entries_;
  std::unique_ptr<const Json> header_;
  std::unique_ptr<Descriptor> kept_;  // null: the file is opened for each read
};

}  // namespace mtgauge
