// THE TABLE OF INPUT FORMATS. To add one: core/input/NAME.cc with its FormatRow, and its line in
// format.cc and in core/CMakeLists.txt.
//
// A format turns one source of bytes into columns, each the segments of a reference or of a system.
// A format whose bytes hold another one (compression) wraps the source and calls OpenColumns().
#pragma once

#include <atomic>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/status.h"
#include "core/input/byte_order_mark.h"
#include "core/input/shard.h"
#include "core/input/source.h"
#include "core/input/tables/segment_table.h"

namespace mtgauge {

enum class Role { kReference, kSystem };

struct OpenOptions {
  // Polled while something is waited for; set from a signal handler to stop with a Cancelled error.
  const std::atomic<bool>* stop = nullptr;
  std::string column = {};  // of this input: what its path chooses; empty: what its role suggests
  // Whose files of a folder are meant, as "en-de"; empty: not told.
  std::string language_pair = {};
  // The field by which records of all inputs are joined, in memory; empty: by their order.
  std::string key = {};
  // What else the joined field tells, as KeyTemplate (join.h) has it; empty: nothing.
  std::string split_key = {};
  // What the segments are grouped by: a field of the formats' own (see NamesOfField). Empty:
  // nothing.
  std::string by = {};
  // What all files are, by the name of a format or kPlainText; empty: what they look like.
  std::string format = {};
  // Which part of the files is read.
  ShardOption shard = {};
};

// Either `source`, for columns that are read while they are scored, or `table`, for those that are
// in memory already and can be put in the order of others.
struct Column {
  std::string name;  // of the system or reference, as the file has it; empty: the file's own name
  std::unique_ptr<Source> source;
  std::optional<SegmentTable> table;
  // The fields that the file tells of its segments, for OpenOptions::by. Where the one that is
  // asked for is among them, every segment has its group, or the file is refused.
  std::vector<std::string> fields = {};
  // Of a file of its own within a folder; null: that of the input.
  MarkSeen marked = nullptr;
  // Of the file, for whoever runs the job.
  std::vector<InputWarning> warnings = {};
  SegmentLines lines = {};  // of formats of lines
};

// What the first bytes of a file say.
enum class Detected { kNo, kYes, kNeedsMore };

struct FormatRow {
  std::string_view name;                       // "sgml"
  std::string_view help;                       // one line
  std::span<const std::string_view> suffixes;  // ".sgm", in lower case
  Detected (*detect)(std::string_view head);
  // At least one column.
  absl::StatusOr<std::vector<Column>> (*open)(std::unique_ptr<Source> source, Role role,
                                              const OpenOptions& options);
  // Whether open() follows OpenOptions::column. Of others the column of that name is taken.
  bool chooses = false;
  // Whether a segment is a line, so that a file can be cut into shards. The columns' sources read
  // the source that open() was given, and begin at its start().
  bool of_lines = false;
};

// What everything is that is in no row of the table.
inline constexpr std::string_view kPlainText = "text";
// Its name and those of the table.
std::vector<std::string_view> FormatNames();

// All formats but plain text, which is what everything else is.
std::span<const FormatRow> Formats();

// One input by its content, or else by its name, or else as plain text.
absl::StatusOr<std::vector<Column>> OpenColumns(std::unique_ptr<Source> source, Role role,
                                                const OpenOptions& options);

// What a field of OpenOptions::by may be called in a file, the name that was asked for first: some
// have several names, the language pair (lang, lp, language_pair) and the document (doc, doc_id,
// docid, document).
std::vector<std::string_view> NamesOfField(std::string_view by);
bool IsLanguageField(std::string_view by);
bool IsDocumentField(std::string_view by);
// Which of a file's fields is asked for; empty: none of them.
std::string FindField(const std::vector<std::string>& fields, std::string_view by);

// "FILE:COLUMN" where there is no file of the whole name and FILE is one; else a file. So is
// "FOLDER:NAME".
struct FileAndColumn {
  std::string file;
  std::string column;  // empty: not chosen
};
FileAndColumn SplitPath(const std::string& path);

struct InputPath {
  std::string
      path;  // as SplitPath() takes it; may be a folder (mtme_folder.h); "-": standard input
  Role role = Role::kReference;
};

// An opened column.
struct OpenedColumn {
  std::string name;  // as Column's
  std::unique_ptr<Source> source;
};

// Opens all inputs of a job: [input][column]. A pipe of several inputs is read once. Pipes are
// waited for together, so that nobody who fills several in turns is kept waiting. Columns in memory
// are put in the order of the first of them. A field that no input tells is a UsageError, and so is
// a file that cannot be cut into shards. Of a folder's systems those are left out that are
// references of the job.
absl::StatusOr<std::vector<std::vector<OpenedColumn>>> OpenInputs(
    const std::vector<InputPath>& inputs, const OpenOptions& options);

// For formats: the InputError for a segment without its group.
absl::Status NoGroupError(const std::string& file, uint64_t line, std::string_view by);

// For formats: all bytes of a source. At most `most`; InputError beyond.
absl::StatusOr<std::string> ReadWhole(Source& source, uint64_t most, const OpenOptions& options);

}  // namespace mtgauge
