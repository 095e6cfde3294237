// The table of input formats, and the code that opens a job's inputs.
#include "core/input/formats/format.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstddef>
#include <filesystem>
#include <iterator>
#include <set>
#include <system_error>
#include <utility>

#include "core/base/named.h"
#include "core/input/columns/table_text.h"
#include "core/input/formats/codec.h"
#include "core/input/formats/file_set.h"
#include "core/input/formats/files_of_set.h"
#include "core/input/formats/foreign.h"
#include "core/input/formats/json_array.h"
#include "core/input/formats/mtme_folder.h"
#include "core/input/group_values.h"
#include "core/input/peek.h"
#include "core/input/tables/join.h"
#include "core/input/tables/text_file.h"
#include "core/input/tee.h"

namespace mtgauge {

// One line per format; formats have no headers.
extern const FormatRow kFormatArrow;
extern const FormatRow kFormatConllu;
extern const FormatRow kFormatCsv;
extern const FormatRow kFormatJson;
extern const FormatRow kFormatJsonl;
extern const FormatRow kFormatParquet;
extern const FormatRow kFormatQuotedTsv;
extern const FormatRow kFormatSgml;
extern const FormatRow kFormatTsv;
extern const FormatRow kFormatWmtXml;

namespace {

constexpr std::array<std::string_view, 3> kLanguageNames = {"lang", "lp", "language_pair"};
constexpr std::array<std::string_view, 4> kDocumentNames = {"doc", "doc_id", "docid", "document"};

bool Stopping(const OpenOptions& options) {
  return options.stop != nullptr && options.stop->load(std::memory_order_relaxed);
}

bool EndsIn(std::string_view name, std::string_view suffix) {
  return name.size() > suffix.size() &&
         std::equal(suffix.rbegin(), suffix.rend(), name.rbegin(), [](char wanted, char has) {
           return wanted == std::tolower(static_cast<unsigned char>(has));
         });
}

std::string_view WithoutCompression(std::string_view name) {
  for (const CodecRow& row : Codecs()) {
    if (EndsIn(name, row.suffix)) return name.substr(0, name.size() - row.suffix.size());
  }
  return name;
}

const FormatRow* FormatCalled(std::string_view name) { return RowNamed(Formats(), name); }

// The format found for an input; a null row means plain text.
struct Found {
  bool decided = false;
  const FormatRow* row = nullptr;
  const ForeignFormat* foreign = nullptr;  // if the input cannot be read

  bool is_array() const { return foreign != nullptr && foreign->name == kJsonArray; }
};

Found FormatOf(const Peek& peek, const OpenOptions& options, Reading reading) {
  const bool as_lines = reading != Reading::kColumns;
  const std::string& chosen = options.input_format;
  std::string_view head = peek.head();
  bool complete = peek.complete();
  if (const size_t end = head.find('\n'); options.line_by_line && end != head.npos) {
    head = head.substr(0, end + 1);
    complete = true;
  }
  bool undecided = kByteOrderMark.starts_with(head) && !complete;
  if (head.starts_with(kByteOrderMark)) head.remove_prefix(kByteOrderMark.size());
  for (const FormatRow& row : Formats()) {
    if (row.binary && as_lines) continue;
    const Detected detected = chosen.empty() ? row.detect(head) : Detected::kNo;
    if (detected == Detected::kYes) return {true, &row};
    undecided |= detected == Detected::kNeedsMore && !complete;
  }
  bool may_be_foreign = false;
  const FormatRow* const row = chosen.empty() ? FormatOfName(peek.name()) : FormatCalled(chosen);
  if (row != nullptr && row->binary && !as_lines && !undecided) return {true, row};
  const bool named = row != nullptr && row->any_text && !as_lines;
  const Doubts doubts = !chosen.empty() ? Doubts::kBinary : named ? Doubts::kLines : Doubts::kAll;
  const ForeignFormat* const foreign =
      FindForeign({peek.name(), head, complete}, doubts, may_be_foreign);
  if (undecided || may_be_foreign) return {};
  return {true, row, foreign};
}

// Reads a little of each input in turn until all formats are known.
Result<std::vector<Found>> FindFormats(std::vector<Peek>& peeks, const OpenOptions& options,
                                       Reading reading = Reading::kColumns) {
  std::vector<Found> found(peeks.size());
  for (size_t left = peeks.size(); left > 0;) {
    if (Stopping(options)) return CancelledError();
    for (size_t i = 0; i < peeks.size(); ++i) {
      if (found[i].decided) continue;
      MTG_RETURN_IF_ERROR(peeks[i].More());
      found[i] = FormatOf(peeks[i], options, reading);
      if (found[i].decided) --left;
    }
  }
  for (size_t i = 0; i < peeks.size(); ++i) {
    if (found[i].foreign != nullptr && !(reading == Reading::kLists && found[i].is_array()))
      return ForeignError(*found[i].foreign, peeks[i].name(), 0, reading);
  }
  return found;
}

// Keeps only the column called `name`.
Status KeepNamed(const std::string& file, const std::string& name, std::vector<Column>& columns) {
  std::vector<std::string> known;
  for (const Column& column : columns) {
    if (!column.name.empty()) known.push_back(column.name);
  }
  std::erase_if(columns, [&name](const Column& column) { return column.name != name; });
  if (!columns.empty()) return OkStatus();
  if (known.empty()) {
    return UsageError({file}, "its texts have no names", fmt::format("leave out ':{}'", name));
  }
  return UsageError({file},
                    fmt::format("no system or reference is called '{}' (known: {})", name,
                                fmt::join(known, ", ")),
                    "");
}

Result<std::vector<Column>> OpenFound(std::unique_ptr<Source> source, const Found& found, Role role,
                                      const OpenOptions& options) {
  // With a chosen column, plain text is read as a table.
  const FormatRow* const row =
      found.row == nullptr && !options.column.empty() ? &kFormatTsv : found.row;
  if (!options.key.empty() && (row == nullptr || !row->chooses)) {
    return UsageError({.file = source->name(), .option = "key", .named = true},
                      fmt::format("`key`: {} has no fields to join by", source->name()),
                      "use JSON Lines or a table (TSV)");
  }
  FilePart* part = nullptr;
  if (CutsFiles(options.shard) && (row == nullptr || row->of_lines)) {
    auto cuttable = std::make_unique<FilePart>(std::move(source));
    part = cuttable.get();
    source = std::move(cuttable);
  }
  std::vector<Column> columns;
  if (row == nullptr) {
    columns.emplace_back().source = std::move(source);
    columns.front().format = kPlainText;
    columns.front().part = part;
    return columns;
  }
  const std::string file = source->name();
  MTG_ASSIGN_OR_RETURN(columns, row->open(std::move(source), role, options));
  for (Column& column : columns) {
    column.format = row->name;
    if (part != nullptr) column.part = part;
  }
  if (!row->chooses && !options.column.empty()) {
    MTG_RETURN_IF_ERROR(KeepNamed(file, options.column, columns));
  }
  return columns;
}

// A requested input and its columns.
struct Opening {
  FileAndColumn path;
  Role role;
  bool folder;    // of mt-metrics-eval
  bool file_set;  // file_set.h
  std::vector<Column> columns;
  MarkSeen marked = nullptr;  // null for folders and sets of files
  std::vector<InputWarning> warnings = {};
};

// One file or pipe, and the inputs that read it.
struct File {
  std::string path;
  std::vector<Opening*> readers;
};

std::vector<File> GroupByFile(std::vector<Opening>& openings) {
  std::vector<File> files;
  for (Opening& opening : openings) {
    if (opening.folder || opening.file_set) continue;
    auto file = std::find_if(files.begin(), files.end(), [&opening](const File& known) {
      return known.path == opening.path.file;
    });
    if (file == files.end()) {
      files.push_back({opening.path.file, {}});
      file = std::prev(files.end());
    }
    file->readers.push_back(&opening);
  }
  return files;
}

// An empty file needs no cutting.
Status CheckCanBeCut(const Peek& peek, const Found& found) {
  if (peek.name() == "-") {
    return CannotBeCut(peek.name(), "each run has its own standard input");
  }
  if (found.row != nullptr && !found.row->of_lines && !found.row->binary) {
    return CannotBeCut(peek.name(), fmt::format("it is {}", found.row->name));
  }
  if (peek.ranged() || (peek.complete() && peek.head().empty())) return OkStatus();
  std::error_code ignored;
  return CannotBeCut(peek.name(), std::filesystem::is_regular_file(peek.name(), ignored)
                                      ? "it is compressed"
                                      : "it is not a regular file");
}

// Checks conditions that do not depend on the files' contents.
Status CheckInputsCanBeCut(const std::vector<Opening>& openings, const OpenOptions& options) {
  if (!options.key.empty()) {
    return CannotBeCut(openings.front().path.file, "`key` joins records from anywhere");
  }
  for (const Opening& opening : openings) {
    if (opening.folder) return CannotBeCut(opening.path.file, "it is a folder");
  }
  return OkStatus();
}

Status OpenFiles(std::vector<File> files, const OpenOptions& options) {
  std::vector<Peek> peeks;
  for (const File& file : files) {
    MTG_ASSIGN_OR_RETURN(std::unique_ptr<Source> source, OpenSource(file.path));
    const auto marked = std::make_shared<std::atomic<bool>>(false);
    for (Opening* const reader : file.readers) reader->marked = marked;
    peeks.emplace_back(std::move(source));
  }
  MTG_ASSIGN_OR_RETURN(const std::vector<Found> found, FindFormats(peeks, options));
  for (size_t f = 0; f < files.size() && CutsFiles(options.shard); ++f) {
    MTG_RETURN_IF_ERROR(CheckCanBeCut(peeks[f], found[f]));
  }
  for (size_t f = 0; f < files.size(); ++f) {
    const bool keeps_mark = options.keep_mark && found[f].row == nullptr;
    std::unique_ptr<Source> source = peeks[f].TakeSource();
    if (!keeps_mark) source = WithoutMark(std::move(source), files[f].readers.front()->marked);
    auto sources = Tee(std::move(source), files[f].readers.size());
    for (size_t r = 0; r < sources.size(); ++r) {
      Opening& reader = *files[f].readers[r];
      OpenOptions for_reader = options;
      for_reader.column = reader.path.column;
      MTG_ASSIGN_OR_RETURN(reader.columns,
                           OpenFound(std::move(sources[r]), found[f], reader.role, for_reader));
      for (const Column& column : reader.columns) {
        reader.warnings.insert(reader.warnings.end(), column.warnings.begin(),
                               column.warnings.end());
      }
    }
  }
  return OkStatus();
}

Status OpenFolders(std::vector<Opening>& openings, const OpenOptions& options) {
  for (Opening& opening : openings) {
    if (!opening.folder) continue;
    if (!options.key.empty()) {
      return UsageError(
          {.file = opening.path.file, .option = "key", .named = true},
          fmt::format("`key`: the folder {} has no fields to join by", opening.path.file),
          "leave it out");
    }
    MTG_ASSIGN_OR_RETURN(opening.columns, OpenMtmeFolder(opening.path.file, opening.role, options));
    if (opening.path.column.empty()) continue;
    MTG_RETURN_IF_ERROR(KeepNamed(opening.path.file, opening.path.column, opening.columns));
  }
  return OkStatus();
}

Status OpenFileSets(std::vector<Opening>& openings, const OpenOptions& options) {
  for (Opening& opening : openings) {
    if (!opening.file_set) continue;
    OpenOptions own = options;
    own.column = opening.path.column;
    MTG_ASSIGN_OR_RETURN(opening.columns, OpenFileSet(opening.path.file, opening.role, own));
    for (const Column& column : opening.columns) {
      opening.warnings.insert(opening.warnings.end(), column.warnings.begin(),
                              column.warnings.end());
    }
  }
  return OkStatus();
}

// Cuts all inputs; the first one decides where.
Status CutOpened(const std::vector<Opening>& openings, const OpenOptions& options) {
  std::vector<ShardFile> files;
  std::vector<std::string> paths;  // of each
  for (const Opening& opening : openings) {
    for (const Column& column : opening.columns) {
      size_t same = 0;
      while (same < files.size() &&
             !(paths[same] == opening.path.file && files[same].lines == column.lines)) {
        ++same;
      }
      if (same == files.size()) {
        files.push_back({{}, column.lines});
        paths.push_back(opening.path.file);
      }
      std::vector<Cuttable*>& parts = files[same].parts;
      if (std::find(parts.begin(), parts.end(), column.part) == parts.end()) {
        parts.push_back(column.part);
      }
    }
  }
  return CutFiles(*options.shard.shard, files, options.stop);
}

// The systems of a folder include human translations; those that are references of the job would be
// scored against themselves. A system that was chosen by name stays.
Status LeaveOutReferences(std::vector<Opening>& openings) {
  for (Opening& systems : openings) {
    if (!systems.folder || systems.role != Role::kSystem || !systems.path.column.empty()) continue;
    for (const Opening& references : openings) {
      std::error_code ignored;
      if (!references.folder || references.role != Role::kReference ||
          !std::filesystem::equivalent(references.path.file, systems.path.file, ignored)) {
        continue;
      }
      std::erase_if(systems.columns, [&](const Column& system) {
        return std::any_of(references.columns.begin(), references.columns.end(),
                           [&](const Column& column) { return column.name == system.name; });
      });
    }
    if (!systems.columns.empty()) continue;
    return InputError({systems.path.file}, "all its systems are used as references",
                      fmt::format("name the system to score, as in {}:NAME", systems.path.file));
  }
  return OkStatus();
}

// Checks that a table gives the group of all of its segments, or of none.
Status CheckGroups(const SegmentTable& table, const std::string& by) {
  const auto told = [](const Segment& segment) { return !segment.group.empty(); };
  const auto& segments = table.segments;
  if (std::none_of(segments.begin(), segments.end(), told)) return OkStatus();
  const auto without = std::find_if_not(segments.begin(), segments.end(), told);
  if (without == segments.end()) return OkStatus();
  const FileLine place = table.PlaceOf(without->line);
  return NoGroupError(place.file, place.line, by);
}

// "'lang' and 'domain'"
std::string QuotedFields(const std::vector<std::string>& fields) {
  std::string quoted;
  for (const std::string& field : fields) {
    quoted += fmt::format("{}'{}'", quoted.empty() ? "" : " and ", field);
  }
  return quoted;
}

// Checks that some column gives all fields by which the segments are grouped.
Status CheckField(const std::vector<Opening>& openings, const OpenOptions& options) {
  std::set<std::string> fields;
  for (const Opening& opening : openings) {
    for (const Column& column : opening.columns) {
      if (!FindFields(column.fields, options.by).empty()) return OkStatus();
      fields.insert(column.fields.begin(), column.fields.end());
    }
  }
  const std::vector<std::string> asked = SplitFields(options.by);
  std::error_code ignored;
  const bool is_file = std::filesystem::exists(asked.back(), ignored);
  return UsageError(
      {.option = options.by_may_lack ? "keep" : "by"},
      fmt::format("no input has a field {} for its segments{}", QuotedFields(asked),
                  fields.empty() ? "" : fmt::format(" (known: {})", fmt::join(fields, ", "))),
      options.by_may_lack
          ? "name fields that one file has, with texts or numbers, not lists"
          : fmt::format("put them into a file with one line for each segment, as in `by` {}={}",
                        is_file ? "domain" : asked.back(), is_file ? asked.back() : "FILE"));
}

// Reads the columns into tables that can be joined.
Status ReadColumns(std::vector<Opening>& openings, const OpenOptions& options) {
  for (Opening& opening : openings) {
    std::vector<Column> tables;
    for (Column& column : opening.columns) {
      MTG_ASSIGN_OR_RETURN(std::vector<Column> read,
                           ReadTables(std::move(column), opening.role, options));
      std::move(read.begin(), read.end(), std::back_inserter(tables));
    }
    opening.columns = std::move(tables);
  }
  return OkStatus();
}

// Returns true if segments have ids or documents; otherwise they are matched only by order.
bool NamesSegments(const SegmentTable& table) {
  return table.segments.empty() ||
         std::any_of(table.segments.begin(), table.segments.end(), [](const Segment& segment) {
           return !segment.id.empty() || !segment.document.empty();
         });
}

Status AlignColumns(std::vector<Opening>& openings, bool by_id) {
  std::vector<SegmentTable*> tables;
  for (Opening& opening : openings) {
    for (Column& column : opening.columns) {
      if (column.table && NamesSegments(*column.table)) tables.push_back(&*column.table);
    }
  }
  if (tables.empty()) return OkStatus();
  return by_id ? AlignTablesById(tables) : AlignTables(tables);
}

}  // namespace

std::span<const FormatRow> Formats() {
  static const std::array rows = {kFormatSgml,    kFormatWmtXml, kFormatJsonl,     kFormatJson,
                                  kFormatTsv,     kFormatCsv,    kFormatQuotedTsv, kFormatConllu,
                                  kFormatParquet, kFormatArrow};
  return rows;
}

std::vector<std::string_view> FormatNames() {
  std::vector<std::string_view> names = {kPlainText};
  for (const FormatRow& row : Formats()) names.push_back(row.name);
  return names;
}

const FormatRow* FormatOfName(std::string_view name) {
  name = WithoutCompression(name);
  for (const FormatRow& row : Formats()) {
    for (const std::string_view suffix : row.suffixes) {
      if (EndsIn(name, suffix)) return &row;
    }
  }
  return nullptr;
}

Result<std::vector<Column>> OpenColumns(std::unique_ptr<Source> source, Role role,
                                        const OpenOptions& options) {
  std::vector<Peek> peeks;
  peeks.emplace_back(WithoutMark(std::move(source), nullptr));
  MTG_ASSIGN_OR_RETURN(const std::vector<Found> found, FindFormats(peeks, options));
  if (CutsFiles(options.shard)) {
    MTG_RETURN_IF_ERROR(CheckCanBeCut(peeks.front(), found.front()));
  }
  return OpenFound(peeks.front().TakeSource(), found.front(), role, options);
}

Result<DescribedFile> DescribeColumns(const std::string& path, const OpenOptions& options) {
  const FileAndColumn wanted = SplitPath(path);
  std::string file = wanted.file;
  const bool is_set = IsFileSet(file);
  if (is_set) {
    MTG_ASSIGN_OR_RETURN(const std::vector<std::string> files, FilesOfSet(file));
    file = files.front();
  }
  MTG_ASSIGN_OR_RETURN(std::unique_ptr<Source> source, OpenSource(file));
  std::vector<Peek> peeks;
  peeks.emplace_back(WithoutMark(std::move(source), nullptr));
  MTG_ASSIGN_OR_RETURN(const std::vector<Found> found, FindFormats(peeks, options));
  const FormatRow* const row = found.front().row;
  DescribedFile described;
  described.format = row == nullptr ? kPlainText : row->name;
  if (row == nullptr || row->describe == nullptr) {
    return UsageError({.file = file, .named = true},
                      fmt::format("{} ({}) has no columns with names", file, described.format),
                      "name a table, JSON, Parquet or Arrow, or set `input-format`");
  }
  MTG_ASSIGN_OR_RETURN(described.columns, row->describe(peeks.front().TakeSource(), options));
  if (described.columns.empty()) {
    return InputError({file}, "it has no records", "name a file with records");
  }
  for (ColumnFacts& column : described.columns) {
    if (is_set) column.rows.reset();
  }
  if (wanted.column.empty()) return described;
  std::vector<std::string> names;
  for (const ColumnFacts& column : described.columns) names.push_back(column.name);
  std::erase_if(described.columns,
                [&](const ColumnFacts& column) { return column.name != wanted.column; });
  if (!described.columns.empty()) return described;
  return InputError({file}, fmt::format("no column is called '{}'", wanted.column),
                    fmt::format("name one that is there{}", KnownColumns(names)));
}

Result<std::unique_ptr<Source>> OpenLines(const std::string& path, const OpenOptions& options,
                                          Reading reading) {
  MTG_ASSIGN_OR_RETURN(std::unique_ptr<Source> source, OpenSource(path));
  const auto marked = std::make_shared<std::atomic<bool>>(false);
  std::vector<Peek> peeks;
  peeks.emplace_back(WithoutMark(std::move(source), marked));
  MTG_ASSIGN_OR_RETURN(const std::vector<Found> found, FindFormats(peeks, options, reading));
  source = peeks.front().TakeSource();
  if (found.front().is_array()) source = ArrayLines(std::move(source));
  return WithWarnings(std::move(source), marked);
}

Result<BinaryOrText> OpenBinaryOrText(const std::string& path) {
  MTG_ASSIGN_OR_RETURN(std::unique_ptr<Source> source, OpenSource(path));
  Peek peek(std::move(source));
  const auto detected = [&peek](Detected wanted) {
    const auto is = [&](const FormatRow& row) {
      return row.columns != nullptr && row.detect(peek.head()) == wanted;
    };
    const auto found = std::ranges::find_if(Formats(), is);
    return found == Formats().end() ? nullptr : &*found;
  };
  do {
    MTG_RETURN_IF_ERROR(peek.More());
  } while (detected(Detected::kNeedsMore) != nullptr && !peek.complete());
  const FormatRow* const row = detected(Detected::kYes);
  BinaryOrText opened;
  opened.text = peek.TakeSource();
  if (row != nullptr) {
    MTG_ASSIGN_OR_RETURN(opened.columns, row->columns(std::move(opened.text), {}));
  }
  return opened;
}

namespace {

// Returns true for a JSON array that begins with an object.
bool IsArrayOfRecords(std::string_view bytes) {
  constexpr std::string_view kSpace = " \t\r\n";
  const size_t array = bytes.find_first_not_of(kSpace);
  if (array == bytes.npos || bytes[array] != '[') return false;
  const size_t element = bytes.find_first_not_of(kSpace, array + 1);
  return element != bytes.npos && bytes[element] == '{';
}

}  // namespace

Result<std::string> ReadTable(const std::string& path) {
  MTG_ASSIGN_OR_RETURN(const BinaryOrText opened, OpenBinaryOrText(path));
  if (opened.columns != nullptr) return TableText(*opened.columns);
  MTG_ASSIGN_OR_RETURN(std::string bytes, ReadText(*opened.text));
  if (IsArrayOfRecords(bytes)) return ArrayAsLines(path, bytes);
  return bytes;
}

bool IsLanguageField(std::string_view by) {
  return std::find(kLanguageNames.begin(), kLanguageNames.end(), by) != kLanguageNames.end();
}

bool IsDocumentField(std::string_view by) {
  return std::find(kDocumentNames.begin(), kDocumentNames.end(), by) != kDocumentNames.end();
}

std::vector<std::string_view> NamesOfField(std::string_view by) {
  std::vector<std::string_view> names = {by};
  if (IsLanguageField(by)) names.insert(names.end(), kLanguageNames.begin(), kLanguageNames.end());
  if (IsDocumentField(by)) names.insert(names.end(), kDocumentNames.begin(), kDocumentNames.end());
  return names;
}

std::string FindField(const std::vector<std::string>& fields, std::string_view by) {
  if (by.empty()) return {};
  for (const std::string_view name : NamesOfField(by)) {
    const auto found = std::find(fields.begin(), fields.end(), name);
    if (found != fields.end()) return *found;
  }
  return {};
}

Status CannotBeCut(const std::string& file, const std::string& why) {
  return UsageError({.file = file, .option = "shard", .named = true},
                    fmt::format("`shard`: {} cannot be cut, since {}", file, why),
                    "make separate files for each shard, and add `whole-files`");
}

std::string KnownColumns(const std::vector<std::string>& names) {
  constexpr size_t kMost = 10;
  std::vector<std::string> quoted;
  for (const std::string& name : names) {
    if (quoted.size() < kMost) quoted.push_back(fmt::format("'{:.40}'", name));
  }
  return names.empty() ? "" : fmt::format(" (there are {})", fmt::join(quoted, ", "));
}

Status EmptyFileError(const std::string& file) {
  return InputError({file}, "the file is empty", "get the whole file");
}

Status NoGroupError(const std::string& file, uint64_t line, std::string_view by) {
  return InputError({.file = file, .line = line, .option = "by"},
                    fmt::format("this segment has no '{}', which `by` needs", by),
                    "add it to every segment");
}

FileAndColumn SplitPath(const std::string& path) {
  const auto exists = [](const std::string& file) {
    return access(file.c_str(), F_OK) == 0 || IsFileSet(file);
  };
  if (exists(path)) return {path, ""};
  for (size_t colon = path.rfind(':'); colon != path.npos && colon > 0;
       colon = path.rfind(':', colon - 1)) {
    std::string file = path.substr(0, colon);
    if (colon + 1 < path.size() && exists(file)) return {std::move(file), path.substr(colon + 1)};
  }
  return {path, ""};
}

Result<std::vector<std::vector<OpenedColumn>>> OpenInputs(const std::vector<InputPath>& inputs,
                                                          const OpenOptions& options) {
  std::vector<Opening> openings;
  for (const InputPath& input : inputs) {
    FileAndColumn path = SplitPath(input.path);
    const bool folder = IsMtmeFolder(path.file);
    const bool file_set = !folder && IsFileSet(path.file);
    openings.push_back({std::move(path), input.role, folder, file_set, {}, nullptr, {}});
  }
  if (CutsFiles(options.shard)) MTG_RETURN_IF_ERROR(CheckInputsCanBeCut(openings, options));
  MTG_RETURN_IF_ERROR(OpenFiles(GroupByFile(openings), options));
  MTG_RETURN_IF_ERROR(OpenFolders(openings, options));
  MTG_RETURN_IF_ERROR(OpenFileSets(openings, options));
  if (CutsFiles(options.shard)) MTG_RETURN_IF_ERROR(CutOpened(openings, options));
  MTG_RETURN_IF_ERROR(LeaveOutReferences(openings));
  if (!options.key.empty()) MTG_RETURN_IF_ERROR(ReadColumns(openings, options));
  MTG_RETURN_IF_ERROR(AlignColumns(openings, !options.key.empty()));
  if (!options.by.empty()) {
    MTG_RETURN_IF_ERROR(CheckField(openings, options));
    for (const Opening& opening : openings) {
      for (const Column& column : opening.columns) {
        if (column.table && !options.by_may_lack) {
          MTG_RETURN_IF_ERROR(CheckGroups(*column.table, options.by));
        }
      }
    }
  }
  std::vector<std::vector<OpenedColumn>> opened(openings.size());
  for (size_t i = 0; i < openings.size(); ++i) {
    for (Column& column : openings[i].columns) {
      if (column.table) column.source = TableSource(std::move(*column.table));
      const MarkSeen& marked = column.marked != nullptr ? column.marked : openings[i].marked;
      opened[i].push_back({std::move(column.name),
                           WithWarnings(std::move(column.source), marked, openings[i].warnings)});
    }
  }
  return opened;
}

Result<std::string> ReadWhole(Source& source, uint64_t most, const OpenOptions& options) {
  std::string bytes;
  for (Block block; !block.last; ++block.index) {
    if (Stopping(options)) return CancelledError();
    source.Read(1 << 20, block);
    MTG_RETURN_IF_ERROR(block.status);
    if (block.bytes > most - bytes.size()) {
      return InputError(
          {source.name()},
          fmt::format(
              "the file has more than {} bytes, too many for a format that is read as a whole",
              most),
          "split the file");
    }
    bytes.append(block.data.data(), block.bytes);
  }
  return bytes;
}

}  // namespace mtgauge
