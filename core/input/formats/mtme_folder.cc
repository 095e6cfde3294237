// Finds the files of a language pair, and reads their lines into tables with documents.
#include "core/input/formats/mtme_folder.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <simdjson.h>

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <memory>
#include <string_view>
#include <system_error>
#include <utility>

#include "core/input/byte_order_mark.h"
#include "core/input/formats/foreign.h"
#include "core/input/formats/json_record.h"
#include "core/input/group_values.h"
#include "core/input/tables/unit_table.h"
#include "core/text/language.h"

namespace mtgauge {
namespace {

namespace fs = std::filesystem;

struct NamedFile {
  std::string name;
  std::string path;
};

// Returns the files of a folder whose names are PREFIX, a name, SUFFIX; sorted by name. Returns
// none if the folder does not exist.
std::vector<NamedFile> FilesOf(const fs::path& folder, std::string_view prefix,
                               std::string_view suffix) {
  std::vector<NamedFile> files;
  std::error_code error;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end;
       entry.increment(error)) {
    const std::string file = entry->path().filename().string();
    if (file.size() <= prefix.size() + suffix.size() || !file.starts_with(prefix) ||
        !file.ends_with(suffix)) {
      continue;
    }
    const size_t bytes = file.size() - prefix.size() - suffix.size();
    files.push_back({file.substr(prefix.size(), bytes), entry->path().string()});
  }
  std::sort(files.begin(), files.end(),
            [](const NamedFile& a, const NamedFile& b) { return a.name < b.name; });
  return files;
}

constexpr std::string_view kPlain = ".txt", kJson = ".jsonl";

// Returns the files of texts, sorted by name. Plain text counts where a text is there in both
// forms, as in mt-metrics-eval.
std::vector<NamedFile> TextsOf(const fs::path& folder, std::string_view prefix) {
  std::vector<NamedFile> files = FilesOf(folder, prefix, kPlain);
  for (const NamedFile& file : FilesOf(folder, prefix, kJson)) files.push_back(file);
  const auto by_name = [](const NamedFile& a, const NamedFile& b) { return a.name < b.name; };
  const auto same = [](const NamedFile& a, const NamedFile& b) { return a.name == b.name; };
  std::stable_sort(files.begin(), files.end(), by_name);
  files.erase(std::unique(files.begin(), files.end(), same), files.end());
  return files;
}

// Returns an InputError for a file that the folder's readers would leave out.
Status CheckEndings(const fs::path& folder, std::string_view prefix) {
  for (const NamedFile& file : FilesOf(folder, prefix, "")) {
    std::error_code ignored;
    const bool is_other = file.name.starts_with('.') || fs::is_directory(file.path, ignored);
    if (is_other || file.path.ends_with(kPlain) || file.path.ends_with(kJson)) continue;
    return InputError({file.path},
                      "in a folder of mt-metrics-eval, only plain text that ends in .txt and JSON "
                      "Lines that end in .jsonl are read",
                      "convert or rename the file, or move it elsewhere");
  }
  return OkStatus();
}

std::vector<std::string> PairsOf(const fs::path& folder) {
  std::vector<std::string> pairs;
  for (const NamedFile& file : FilesOf(folder / "documents", "", ".docs")) {
    pairs.push_back(file.name);
  }
  return pairs;
}

// Where a folder has the texts of a role.
struct FolderPart {
  std::string_view folder;
  std::string_view field;  // of JSON Lines
  std::string_view noun;
};
FolderPart PartOf(Role role) {
  switch (role) {
    case Role::kReference:
      return {"references", "target", "references"};
    case Role::kSystem:
      return {"system-outputs", "hypothesis", "outputs"};
    case Role::kSource:
      break;
  }
  return {"sources", "source", "sources"};
}

// references/PAIR.NAME.txt, system-outputs/PAIR/NAME.txt, sources/PAIR.txt
Result<std::vector<NamedFile>> FilesOfRole(const fs::path& folder, const std::string& pair,
                                           Role role) {
  fs::path texts = folder / PartOf(role).folder;
  if (role == Role::kSystem) texts /= pair;
  const std::string prefix = role == Role::kReference ? pair + "." : "";
  MTG_RETURN_IF_ERROR(CheckEndings(texts, prefix));
  std::vector<NamedFile> files = TextsOf(texts, prefix);
  if (role == Role::kSource) {
    std::erase_if(files, [&pair](const NamedFile& file) { return file.name != pair; });
  }
  return files;
}

// The data that the tables of a folder share: the segments' documents and numbers.
struct FolderLayout {
  std::string file;  // of the documents
  UnitTable documents;
  std::vector<std::string> ids;
  UnitTable groups;  // without segments if not requested
};

// Owns the data that the segments of one table point into.
struct Owner {
  std::shared_ptr<const FolderLayout> layout;
  std::string bytes;
  std::string decoded;  // of JSON Lines, the texts
};

// Decodes the text of one line of JSON Lines, which is `field` of a record.
class LineDecoder {
 public:
  LineDecoder(std::string file, std::string_view field, Owner& owner)
      : file_(std::move(file)), field_(field), decoded_(owner.decoded) {
    // Decoding never makes a text longer, so what segments point to stays where it is.
    decoded_.reserve(owner.bytes.size());
  }

  Result<std::string_view> Decode(std::string_view line, size_t number) {
    MTG_ASSIGN_OR_RETURN(const simdjson::dom::object record,
                         ParseRecord(file_, {line, number}, parser_));
    std::string_view text;
    if (record.at_key(field_).get(text) != simdjson::SUCCESS) {
      return InputError({file_, number}, fmt::format("no text in a field '{}'", field_),
                        "write one in every record");
    }
    const size_t begin = decoded_.size();
    decoded_ += text;
    return std::string_view(decoded_).substr(begin);
  }

 private:
  std::string file_;
  std::string_view field_;
  std::string& decoded_;
  simdjson::dom::parser parser_;
};

Result<Column> ReadColumn(const NamedFile& file, Role role,
                          std::shared_ptr<const FolderLayout> layout, const OpenOptions& options) {
  MTG_ASSIGN_OR_RETURN(std::unique_ptr<Source> bytes, OpenSource(file.path));
  Column column;
  column.marked = std::make_shared<std::atomic<bool>>(false);
  const std::unique_ptr<Source> source = WithoutMark(std::move(bytes), column.marked);
  auto owner = std::make_shared<Owner>();
  // A stream's offsets have 32 bits.
  MTG_ASSIGN_OR_RETURN(owner->bytes, ReadWhole(*source, UINT32_MAX, options));
  MTG_RETURN_IF_ERROR(CheckNotBinary(file.path, owner->bytes));
  owner->layout = std::move(layout);
  const FolderLayout& known = *owner->layout;
  column.name = file.name;
  column.table = SegmentTable{file.path, file.name, {}, owner};
  std::vector<Segment>& segments = column.table->segments;
  std::string_view rest = owner->bytes;
  const bool is_json = file.path.ends_with(kJson);
  LineDecoder decoder(file.path, PartOf(role).field, *owner);
  for (size_t i = 0; i < known.ids.size() && !rest.empty(); ++i) {
    std::string_view line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(line.size() + 1, rest.size()));
    if (is_json) {
      MTG_ASSIGN_OR_RETURN(line, decoder.Decode(line, i + 1));
    }
    const std::string& document = known.documents.names[known.documents.unit_of_segment[i]];
    segments.push_back({line, known.ids[i], document, i + 1, false});
    if (known.groups.names.empty()) continue;
    segments.back().group = known.groups.names[known.groups.unit_of_segment[i]];
  }
  if (rest.empty() && segments.size() == known.ids.size()) return column;
  return InputError({file.path},
                    fmt::format("{} lines than the {} of {}", rest.empty() ? "fewer" : "more",
                                known.ids.size(), known.file),
                    "write one line for each segment");
}

std::vector<std::string> Fields() { return {"lang", "domain", "doc"}; }

// Returns the groups of the segments by one field.
Result<UnitTable> GroupsBy(const std::string& field, const std::string& language_pair,
                           const FolderLayout& layout) {
  if (field == "doc") return layout.documents;
  if (field == "domain") return ReadUnitTable(layout.file, 0);
  return UnitTable{std::vector<uint32_t>(layout.ids.size(), 0), {language_pair}};
}

// Adds the groups of the segments by the fields of OpenOptions::by.
Status AddGroups(const std::string& by, const std::string& pair, FolderLayout& layout) {
  std::vector<UnitTable> tables;
  for (const std::string& field : FindFields(Fields(), by)) {
    MTG_ASSIGN_OR_RETURN(tables.emplace_back(), GroupsBy(field, pair, layout));
  }
  if (!tables.empty()) layout.groups = CrossUnits(tables);
  return OkStatus();
}

}  // namespace

bool IsMtmeFolder(const std::string& path) {
  std::error_code ignored;
  return fs::is_directory(fs::path(path) / "documents", ignored) &&
         fs::is_directory(fs::path(path) / "references", ignored);
}

std::string MtmePair(const std::string& path, const std::string& pair) {
  return MeantPair(pair, PairsOf(path));
}

Result<std::vector<Column>> OpenMtmeFolder(const std::string& path, Role role,
                                           const OpenOptions& options) {
  const fs::path folder(path);
  const std::vector<std::string> pairs = PairsOf(folder);
  const std::string pair = MeantPair(options.language_pair.value_or(""), pairs);
  if (pair.empty()) {
    return UsageError(
        {.file = path, .option = "language-pair", .named = true},
        fmt::format("the folder {} has several language pairs ({})", path, fmt::join(pairs, ", ")),
        "choose one with `language-pair`");
  }
  MTG_ASSIGN_OR_RETURN(const std::vector<NamedFile> files, FilesOfRole(folder, pair, role));
  if (files.empty()) {
    return InputError({path},
                      fmt::format("no {} of the language pair {} (known: {})", PartOf(role).noun,
                                  pair, fmt::join(pairs, ", ")),
                      "");
  }
  auto layout = std::make_shared<FolderLayout>();
  layout->file = (folder / "documents" / (pair + ".docs")).string();
  // Each line is "domain TAB document".
  MTG_ASSIGN_OR_RETURN(layout->documents, ReadUnitTable(layout->file, 1));
  for (size_t i = 1; i <= layout->documents.unit_of_segment.size(); ++i) {
    layout->ids.push_back(std::to_string(i));
  }
  MTG_RETURN_IF_ERROR(AddGroups(options.by, pair, *layout));
  std::vector<Column> columns;
  for (const NamedFile& file : files) {
    MTG_ASSIGN_OR_RETURN(columns.emplace_back(), ReadColumn(file, role, layout, options));
    columns.back().fields = Fields();
  }
  return columns;
}

}  // namespace mtgauge
