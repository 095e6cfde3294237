// THE TABLE OF INPUT FORMATS. To add one: core/input/formats/NAME.cc with its FormatRow, and its
// line in format.cc.
//
// A format turns one source of bytes into columns; each contains the segments of a reference or of
// a system. A format that contains another one (compression) wraps the source and calls
// OpenColumns().
#pragma once

#include <atomic>
#include <cstdint>
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
#include "mtgauge/options.h"

namespace mtgauge {

class ColumnFile;

// What an input holds.
enum class Role { kReference, kSystem, kSource };

struct OpenOptions : ReadingOptions {
  // Polled while waiting; a signal handler sets it to stop with a Cancelled error.
  const std::atomic<bool>* stop = nullptr;
  std::string column = {};  // of this input, as chosen in its path; if empty, its role decides
  // The field by which segments are grouped, as the formats name it (see NamesOfField); may be
  // empty.
  std::string by = {};
  bool by_may_lack = false;  // a segment may lack these fields, or have empty ones
  // The first line of each file decides its format: the next may come only after an answer.
  bool line_by_line = false;
  // Plain text keeps a byte order mark at its beginning.
  bool keep_mark = false;
  // The part of the files to read.
  ShardOption shard = {};
  // Of a list of references, as an earlier file of a set had it; 0: the first record decides.
  size_t elements = 0;
};

// A column of segments: either `source`, for columns that are read while they are scored, or
// `table`, for columns that are already in memory and can be reordered to match others.
struct Column {
  std::string name;  // of the system or reference, from the file; if empty, the file's own name
  std::unique_ptr<Source> source;
  std::optional<SegmentTable> table;
  // The fields that the file gives for its segments, for OpenOptions::by. If the requested field is
  // one of them, every segment must have a value, or the file is refused.
  std::vector<std::string> fields = {};
  // For a separate file within a folder; null: the input's own.
  MarkSeen marked = nullptr;
  // Warnings about the file.
  std::vector<InputWarning> warnings = {};
  SegmentLines lines = {};       // for formats of rows of text
  std::string_view format = {};  // of the file
  // The file or the source, if OpenOptions::shard cuts files; columns may have the same.
  Cuttable* part = nullptr;
};

// A column that can be chosen by its name.
struct ColumnFacts {
  std::string name;
  std::string type;                   // "texts", "whole numbers"
  std::string first;                  // its first text or number; empty if there is none
  std::optional<uint64_t> rows = {};  // of the file, if it tells them without being read
};

// The result of looking at the first bytes of a file.
enum class Detected { kNo, kYes, kNeedsMore };

struct FormatRow {
  std::string_view name;                       // "sgml"
  std::string_view help;                       // one line
  std::span<const std::string_view> suffixes;  // ".sgm", in lower case, without ".gz"
  Detected (*detect)(std::string_view head);
  // Returns at least one column.
  Result<std::vector<Column>> (*open)(std::unique_ptr<Source> source, Role role,
                                      const OpenOptions& options);
  // True if open() uses OpenOptions::column. For other formats, the column with that name is taken.
  bool chooses = false;
  // True if a segment is a row of text, so that a file can be cut into shards between its bytes.
  // The columns' sources then read the source given to open(), from its start().
  bool of_lines = false;
  // True if the file's name is not doubted: text of any shape may be of this format.
  bool any_text = false;
  // True if the file has no lines to read. Its columns can be cut: open() sets Column::part.
  bool binary = false;
  // Returns the columns; null if they have no names.
  Result<std::vector<ColumnFacts>> (*describe)(std::unique_ptr<Source> source,
                                               const OpenOptions& options) = nullptr;
  // Opens a file of a binary format; null for others.
  Result<std::shared_ptr<const ColumnFile>> (*columns)(std::unique_ptr<Source> source,
                                                       const OpenOptions& options) = nullptr;
};

// The format of everything that no row of the table matches.
inline constexpr std::string_view kPlainText = "text";
// Returns its name and those in the table.
std::vector<std::string_view> FormatNames();

// Returns all formats except plain text.
std::span<const FormatRow> Formats();

// Returns the format that a file's name tells, without the ending of a compressed one; or null.
const FormatRow* FormatOfName(std::string_view name);

// Opens one input. Chooses the format by content, else by name, else plain text. If the options
// have a shard, the columns can be cut, but are whole.
Result<std::vector<Column>> OpenColumns(std::unique_ptr<Source> source, Role role,
                                        const OpenOptions& options);

// Returns the columns that a file has, and its format. For a set of files, those of the first one.
struct DescribedFile {
  std::string_view format;
  std::vector<ColumnFacts> columns;
};
Result<DescribedFile> DescribeColumns(const std::string& path, const OpenOptions& options);

// How the caller reads a file: by its columns, or by its lines, whatever format it has; these may
// be records with lists of texts, of JSON Lines or of a JSON array.
enum class Reading : uint8_t { kColumns, kLists, kLines };

// Opens a file by its lines. Returns an InputError for a format that is not read (foreign.h).
Result<std::unique_ptr<Source>> OpenLines(const std::string& path, const OpenOptions& options,
                                          Reading reading = Reading::kLines);

// A file of a binary format, or the bytes of any other.
struct BinaryOrText {
  std::shared_ptr<const ColumnFile> columns;
  std::unique_ptr<Source> text;  // if there are no columns
};
// Looks at the first bytes only.
Result<BinaryOrText> OpenBinaryOrText(const std::string& path);

// Reads a table of scores or judgements whole: text as it is, columns as text (TableText), and a
// JSON array of objects as lines of objects.
Result<std::string> ReadTable(const std::string& path);

// Returns the names that a field of OpenOptions::by may have in a file, the requested one first:
// the language pair (lang, lp, language_pair) and the document (doc, doc_id, docid, document) have
// several.
std::vector<std::string_view> NamesOfField(std::string_view by);
bool IsLanguageField(std::string_view by);
bool IsDocumentField(std::string_view by);
// Returns the name in the file of the requested field; empty if it is not there.
std::string FindField(const std::vector<std::string>& fields, std::string_view by);

// Splits "FILE:COLUMN" if there is no file with the whole name and FILE exists; otherwise the whole
// path is the file. The same for "FOLDER:NAME".
struct FileAndColumn {
  std::string file;
  std::string column;  // empty if not chosen
};
FileAndColumn SplitPath(const std::string& path);

struct InputPath {
  std::string
      path;  // as SplitPath() takes it; may be a folder (mtme_folder.h); "-": standard input
  Role role = Role::kReference;
};

// An opened column.
struct OpenedColumn {
  std::string name;  // as in Column
  std::unique_ptr<Source> source;
};

// Opens all inputs of a job: [input][column]. A pipe that is given for several inputs is read once.
// All pipes are read in turn at first, so that a program that fills several of them is not blocked.
// Columns in memory are put into the order of the first one. Returns a UsageError if no input has
// the requested field, or if a file cannot be cut into shards. Systems of a folder that are
// references of the job are left out.
Result<std::vector<std::vector<OpenedColumn>>> OpenInputs(const std::vector<InputPath>& inputs,
                                                          const OpenOptions& options);

// Returns the UsageError for a file that cannot be cut into shards.
Status CannotBeCut(const std::string& file, const std::string& why);

// Returns " (there are 'a', 'b')", for a column that is not there; empty if there are none.
std::string KnownColumns(const std::vector<std::string>& names);

// Returns the InputError for a file that has nothing, and cannot be so.
Status EmptyFileError(const std::string& file);

// For formats: returns the InputError for a segment without its group.
Status NoGroupError(const std::string& file, uint64_t line, std::string_view by);

// For formats: reads all bytes of a source; an InputError if there are more than `most`.
Result<std::string> ReadWhole(Source& source, uint64_t most, const OpenOptions& options);

}  // namespace mtgauge
