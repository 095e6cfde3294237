// Walks folders, and checks that the files belong together.
#include "core/input/formats/files_of_set.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <fnmatch.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>
#include <system_error>
#include <utility>

#include "core/base/numbers.h"
#include "core/base/split.h"
#include "core/input/formats/codec.h"
#include "core/input/formats/format.h"
#include "core/input/formats/mtme_folder.h"

namespace mtgauge {
namespace {

namespace fs = std::filesystem;

bool HasPattern(std::string_view path) { return path.find_first_of("*?[") != path.npos; }

// Compares runs of digits by their value, all else by bytes.
bool NaturallyBefore(std::string_view a, std::string_view b) {
  while (!a.empty() && !b.empty()) {
    if (!IsDigit(a.front()) || !IsDigit(b.front())) {
      if (a.front() != b.front()) {
        return static_cast<unsigned char>(a.front()) < static_cast<unsigned char>(b.front());
      }
      a.remove_prefix(1);
      b.remove_prefix(1);
      continue;
    }
    const auto take = [](std::string_view& text) {
      text.remove_prefix(std::min(text.find_first_not_of('0'), text.size()));
      const auto end = std::find_if_not(text.begin(), text.end(), IsDigit);
      const std::string_view digits = text.substr(0, static_cast<size_t>(end - text.begin()));
      text.remove_prefix(digits.size());
      return digits;
    };
    const std::string_view first = take(a), second = take(b);
    if (first.size() != second.size()) return first.size() < second.size();
    if (first != second) return first < second;
  }
  return a.size() < b.size();
}
// 1 comes before 01.
bool ComesBefore(std::string_view a, std::string_view b) {
  if (NaturallyBefore(a, b)) return true;
  return !NaturallyBefore(b, a) && a < b;
}

// The names in a folder that do not begin with . or _. Sets `failed` if the folder cannot be read.
std::vector<std::string> NamesIn(const fs::path& folder, Status& failed) {
  std::vector<std::string> names;
  std::error_code error;
  for (fs::directory_iterator it(folder.empty() ? "." : folder, error), end; !error && it != end;
       it.increment(error)) {
    std::string name = it->path().filename().string();
    if (name.front() != '.' && name.front() != '_') names.push_back(std::move(name));
  }
  if (error) {
    failed = IoError({.file = folder.string(), .named = true},
                     fmt::format("cannot read the folder {}: {}", folder.string(), error.message()),
                     "check its permissions");
  }
  std::sort(names.begin(), names.end(), ComesBefore);
  return names;
}

// A link that leads nowhere counts, so that it is not left out.
bool IsFile(const fs::path& path) {
  std::error_code ignored;
  return fs::exists(fs::symlink_status(path, ignored)) && !fs::is_directory(path, ignored);
}

// Adds the files that match the parts of a pattern from `part` on.
void AddMatches(const fs::path& base, const std::vector<std::string>& parts, size_t part,
                std::vector<std::string>& files, Status& failed) {
  if (part == parts.size()) {
    if (IsFile(base)) files.push_back(base.string());
    return;
  }
  const std::string& wanted = parts[part];
  std::error_code ignored;
  if (wanted == "**") AddMatches(base, parts, part + 1, files, failed);
  if (fs::exists(base / wanted, ignored)) {
    return AddMatches(base / wanted, parts, part + 1, files, failed);
  }
  if (!HasPattern(wanted) || !(base.empty() || fs::is_directory(base, ignored))) return;
  for (const std::string& name : NamesIn(base, failed)) {
    // A link may lead back to a folder around it.
    const bool goes_deeper = wanted == "**" && fs::is_directory(base / name, ignored) &&
                             !fs::is_symlink(base / name, ignored);
    if (goes_deeper) AddMatches(base / name, parts, part, files, failed);
    if (wanted != "**" && fnmatch(wanted.c_str(), name.c_str(), 0) == 0) {
      AddMatches(base / name, parts, part + 1, files, failed);
    }
  }
}

std::vector<std::string> FilesOfPattern(const std::string& pattern, Status& failed) {
  std::vector<std::string> parts, files;
  fs::path base;
  for (const fs::path& part : fs::path(pattern)) {
    if (parts.empty() && !HasPattern(part.string())) {
      base /= part;
    } else {
      parts.push_back(part.string());
    }
  }
  if (!parts.empty() && parts.back() == "**") parts.emplace_back("*");
  AddMatches(base, parts, 0, files, failed);
  std::sort(files.begin(), files.end(), ComesBefore);
  files.erase(std::unique(files.begin(), files.end()), files.end());
  return files;
}

// A data set that Hugging Face's `datasets` saved to disk: its file of state has the order.
Result<std::vector<std::string>> FilesOfSavedDataset(const fs::path& folder) {
  const fs::path state = folder / kSavedState;
  std::ifstream in(state);
  const auto json = nlohmann::json::parse(in, nullptr, false);
  std::vector<std::string> files;
  if (const auto list = json.find("_data_files"); json.is_object() && list != json.end()) {
    for (const auto& file : *list) {
      if (!file.is_object() || !file.value("filename", nlohmann::json()).is_string()) break;
      files.push_back((folder / file["filename"].get<std::string>()).string());
    }
    if (files.size() == list->size() && !files.empty()) return files;
  }
  return InputError({state.string()}, "it names no files of data",
                    "name the files by a pattern instead");
}

// A file that describes the others, such as README.md.
bool IsDescription(const fs::path& file) { return file.extension() == ".md"; }

// The name of a file without the ending of a compressed one.
fs::path Unpacked(fs::path file) {
  const std::string last = file.extension().string();
  for (const CodecRow& codec : Codecs()) {
    if (last == codec.suffix) return file.replace_extension();
  }
  return file;
}

// Offers a pattern for the files that lie deeper.
Status NoFilesError(const fs::path& folder) {
  Status failed;
  const std::vector<std::string> deeper = FilesOfPattern((folder / "**").string(), failed);
  MTG_RETURN_IF_ERROR(failed);
  if (deeper.empty()) {
    return IoError({.file = folder.string(), .named = true},
                   fmt::format("the folder {} has no files", folder.string()), "check the path");
  }
  const auto data = std::ranges::find_if_not(deeper, IsDescription);
  const std::string& first = data == deeper.end() ? deeper.front() : *data;
  return UsageError(
      {.file = folder.string(), .named = true},
      fmt::format("the folder {} has only folders and descriptions (.md)", folder.string()),
      fmt::format("name the files by a pattern in quotes, as in '{}{}'",
                  (folder / "**" / "*").string(), Unpacked(first).extension().string()));
}

Result<std::vector<std::string>> FilesOfFolder(const fs::path& folder) {
  if (IsFile(folder / kSavedState)) return FilesOfSavedDataset(folder);
  if (IsFile(folder / "dataset_dict.json")) {
    return UsageError({.file = folder.string(), .named = true},
                      fmt::format("the folder {} has several splits", folder.string()),
                      "name one of them, as in FOLDER/train");
  }
  Status failed;
  std::vector<std::string> files, folders;
  for (const std::string& name : NamesIn(folder, failed)) {
    const fs::path path = folder / name;
    if (!IsFile(path)) {
      folders.push_back(path.string());
    } else if (!IsDescription(path)) {
      files.push_back(path.string());
    }
  }
  MTG_RETURN_IF_ERROR(failed);
  std::error_code ignored;
  if (files.empty() && fs::is_directory(folder / "data", ignored)) {
    return FilesOfFolder(folder / "data");
  }
  if (files.empty()) return NoFilesError(folder);
  if (folders.empty()) return files;
  return UsageError({.file = folder.string(), .named = true},
                    fmt::format("the folder {} has files and folders, such as {} and {}",
                                folder.string(), files.front(), folders.front()),
                    fmt::format("name those to read by a pattern in quotes, as in '{}' or '{}'",
                                (folder / "*").string(), (folder / "**").string()));
}

// "train-00003-of-00012.parquet"
struct Numbered {
  std::string before, after;  // "train-", "-of-00012.parquet"
  size_t digits;
  uint64_t number, count;
};
std::optional<Numbered> NumberedOf(const std::string& file) {
  const std::string name = fs::path(file).filename().string();
  const size_t of = name.rfind("of-");
  if (of == name.npos || of < 2 || name[of - 1] != '-') return std::nullopt;
  const auto end =
      std::find_if_not(name.begin() + static_cast<std::ptrdiff_t>(of + 3), name.end(), IsDigit);
  const size_t digits = name.find_last_not_of("0123456789", of - 2) + 1;
  const std::string_view view = name;
  const auto number = ParseNumber<uint64_t>(view.substr(digits, of - 1 - digits));
  const auto count =
      ParseNumber<uint64_t>(view.substr(of + 3, static_cast<size_t>(end - name.begin()) - of - 3));
  if (!number || !count) return std::nullopt;
  return Numbered{(fs::path(file).parent_path() / name.substr(0, digits)).string(),
                  name.substr(of - 1), of - 1 - digits, *number, *count};
}

// Numbered files are whole sets, and of one part of a data set only.
Status CheckNumbers(const std::string& path, const std::vector<std::string>& files) {
  std::map<std::string, std::vector<Numbered>> sets;
  for (const std::string& file : files) {
    if (const auto numbered = NumberedOf(file)) sets[numbered->before].push_back(*numbered);
  }
  if (sets.size() > 1 && !HasPattern(path)) {
    std::vector<std::string> names;
    for (const auto& [before, numbers] : sets) names.push_back(fmt::format("'{}*'", before));
    return UsageError({.file = path, .named = true},
                      fmt::format("the folder {} has several sets of files", path),
                      fmt::format("name one of {}", fmt::join(names, ", ")));
  }
  for (const auto& [before, numbers] : sets) {
    const uint64_t count = numbers.front().count;
    const uint64_t first = std::min<uint64_t>(numbers.front().number, 1);
    for (uint64_t i = 0; i < std::max<uint64_t>(count, numbers.size()); ++i) {
      if (i < count && i < numbers.size() && numbers[i].number == i + first &&
          numbers[i].count == count) {
        continue;
      }
      const Numbered& one = numbers.front();
      return InputError({.file = path, .named = true},
                        fmt::format("{}{:0{}}{} is missing, or is there twice", before, i + first,
                                    one.digits, one.after),
                        "get the whole set");
    }
  }
  return OkStatus();
}

// Files of several kinds would be mixed up, as texts and their descriptions.
Status CheckEndingsOf(const std::string& path, const std::vector<std::string>& files) {
  for (const std::string& file : files) {
    if (Unpacked(file).extension() == Unpacked(files.front()).extension()) continue;
    return UsageError(
        {.file = path, .named = true},
        fmt::format("{} has files of several kinds, such as {} and {}", path, files.front(), file),
        "name those of one kind by a pattern in quotes, as in 'FOLDER/*.jsonl'");
  }
  return OkStatus();
}

// Returns the files without the empty ones, unless all are; these have no segments, nor anything
// that the others could be like. One that cannot be empty was not written to its end.
Result<std::vector<std::string>> WithoutEmpty(const std::vector<std::string>& files) {
  std::vector<std::string> full;
  for (const std::string& file : files) {
    std::error_code error;
    const fs::file_status about = fs::status(file, error);
    if (!fs::exists(about)) {
      if (!fs::is_symlink(file, error)) return NoSuchFile(file);
      return IoError({.file = file, .named = true},
                     fmt::format("the link {} leads to no file", file), "repair or remove it");
    }
    if (!fs::is_regular_file(about) || fs::file_size(file, error) > 0) {
      full.push_back(file);
      continue;
    }
    const FormatRow* const format = FormatOfName(file);
    if (NumberedOf(file) || (format != nullptr && format->binary)) return EmptyFileError(file);
  }
  if (full.empty()) full.push_back(files.front());
  return full;
}

// The same texts would count twice, as a file and its compressed copy.
Status CheckCopies(const std::string& path, const std::vector<std::string>& files) {
  std::map<fs::path, std::string> known;
  for (const std::string& file : files) {
    const auto [copy, is_new] = known.emplace(Unpacked(file), file);
    if (is_new) continue;
    return UsageError(
        {.file = path, .named = true},
        fmt::format("{} has the same file twice, as {} and {}", path, copy->second, file),
        "leave one out");
  }
  return OkStatus();
}

Result<std::vector<std::string>> FilesNamedBy(const std::string& path) {
  std::error_code ignored;
  if (fs::is_directory(path, ignored)) return FilesOfFolder(path);
  Status failed;
  std::vector<std::string> files = FilesOfPattern(path, failed);
  MTG_RETURN_IF_ERROR(failed);
  if (files.empty()) return NoSuchFile(path);
  return files;
}

}  // namespace

Result<std::vector<std::string>> WithFilesOfSets(const std::vector<std::string>& paths) {
  std::vector<std::string> all;
  for (const std::string& path : paths) {
    if (!IsFileSet(path)) {
      all.push_back(path);
      continue;
    }
    MTG_ASSIGN_OR_RETURN(const std::vector<std::string> files, FilesNamedBy(path));
    all.insert(all.end(), files.begin(), files.end());
  }
  return all;
}

bool IsFileSet(const std::string& path) {
  std::error_code ignored;
  if (fs::is_directory(path, ignored)) return !IsMtmeFolder(path);
  Status failed;
  return !fs::exists(path, ignored) && HasPattern(path) &&
         (!FilesOfPattern(path, failed).empty() || !failed.ok());
}

Result<std::vector<std::string>> FilesOfSet(const std::string& path) {
  MTG_ASSIGN_OR_RETURN(const std::vector<std::string> files, FilesNamedBy(path));
  MTG_RETURN_IF_ERROR(CheckNumbers(path, files));
  MTG_RETURN_IF_ERROR(CheckEndingsOf(path, files));
  MTG_RETURN_IF_ERROR(CheckCopies(path, files));
  return WithoutEmpty(files);
}

Status NoSuchFile(const std::string& path) {
  const ErrorPlace place = {.file = path, .named = true};
  if (const FileAndColumn split = SplitPath(path); !split.column.empty()) {
    return IoError(
        place, fmt::format("cannot open {}: columns are not chosen here", path),
        fmt::format("name {} alone, or write the column into a file of its own, one line "
                    "for each segment",
                    split.file));
  }
  const std::string pattern = path.substr(0, path.rfind(':'));
  if (HasPattern(pattern)) {
    return IoError(place, fmt::format("no file matches the pattern {}", pattern), "check the path");
  }
  if (path.find('{') != path.npos) {
    return IoError(place, fmt::format("cannot open {}: a pattern has no braces", path),
                   "use *, ?, [...] or **, or name the files one by one");
  }
  return IoError(place,
                 fmt::format("cannot open {}: {}", path, std::generic_category().message(ENOENT)),
                 "check the path");
}

uint64_t BytesOfInput(const std::string& input) {
  const std::string path = SplitPath(input).file;
  std::vector<std::string> files = {path};
  if (IsFileSet(path)) {
    if (auto of_set = FilesOfSet(path); of_set.ok()) files = *std::move(of_set);
  }
  uint64_t total = 0;
  for (const std::string& file : files) {
    std::error_code error;
    const uint64_t bytes = fs::file_size(file, error);
    total += error ? 0 : bytes;
  }
  return total;
}

}  // namespace mtgauge
