// Finds test sets in sacreBLEU's cache.
#include "core/input/sacrebleu/test_sets.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <set>
#include <span>
#include <system_error>

namespace mtgauge {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kSource = "src";
constexpr std::string_view kReferenceField = "ref";
constexpr std::string_view kRawFolder = "raw";

// The references that sacreBLEU 2.6.0 scores against, for test sets with more references than it
// uses. An empty pair stands for all other pairs of the set.
struct ChosenReferences {
  std::string_view set, pair;
  std::vector<std::string_view> fields;
};
std::span<const ChosenReferences> Choices() {
  static const ChosenReferences kChoices[] = {
      {"wmt24", "", {"ref:refA"}},
      {"wmt23", "en-he", {"ref:refB"}},
      {"wmt23", "he-en", {"ref:refB"}},
      {"wmt23", "", {"ref:refA"}},
      {"wmt22", "cs-en", {"ref:B"}},
      {"wmt22", "en-cs", {"ref:B"}},
      {"wmt22", "liv-en", {"ref"}},
      {"wmt22", "ru-sah", {"ref"}},
      {"wmt22", "", {"ref:A"}},
      {"wmt21", "", {"ref:A"}},
      {"wmt21/systems", "", {"ref:A"}},
      {"wmt21/B", "", {"ref:B"}},
      {"wmt21/AB", "", {"ref:A", "ref:B"}},
      {"wmt21/C", "", {"ref:C"}},
      {"wmt21/AC", "", {"ref:A", "ref:C"}},
      {"wmt21/D", "", {"ref:D"}},
      {"wmt21/dev", "", {"ref:A", "ref"}},
  };
  return kChoices;
}

std::string Replaced(std::string_view text, char from, char to) {
  std::string out(text);
  std::replace(out.begin(), out.end(), from, to);
  return out;
}

bool IsReference(std::string_view field) { return field.starts_with(kReferenceField); }

// Returns "SET.PAIR.", the prefix of the file names.
std::string Prefix(std::string_view set, std::string_view pair) {
  return fmt::format("{}.{}.", Replaced(set, '/', '_'), pair);
}

fs::path FolderOf(std::string_view set) { return fs::path(TestSetFolder()) / fs::path(set); }

// Returns "ref:A" for "ref-A" in a file name; '-' in other fields is kept.
std::string FieldOfName(std::string_view name) {
  std::string field(name);
  if (field.starts_with("ref-")) field[kReferenceField.size()] = ':';
  return field;
}

// Orders fields: src, then references, then the others.
int FieldRank(std::string_view field) {
  if (field == kSource) return 0;
  return IsReference(field) ? 1 : 2;
}

std::vector<std::string> FileNames(const fs::path& folder) {
  std::vector<std::string> names;
  std::error_code error;
  for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
    if (at->is_regular_file(error)) names.push_back(at->path().filename().string());
  }
  return names;
}

// `part` is like "the field src of ", or empty for the whole test set.
Status AbsentError(std::string_view set, std::string_view pair, std::string_view part) {
  return IoError({.option = "test-set"},
                 fmt::format("{}test set {} for {} is not in {}", part, set, pair, TestSetFolder()),
                 fmt::format("fill the cache with: {}", FillCommand(set, pair)));
}

// Returns the language pairs of the files in one folder, which belong to this set.
std::vector<std::string> PairsIn(const fs::path& folder, std::string_view set) {
  const std::string start = Replaced(set, '/', '_') + ".";
  std::set<std::string> pairs;
  for (const std::string& name : FileNames(folder)) {
    if (!name.starts_with(start)) continue;
    const std::string rest = name.substr(start.size());
    const size_t dot = rest.find('.');
    if (dot != std::string::npos && rest.substr(dot + 1) == kSource)
      pairs.insert(rest.substr(0, dot));
  }
  return {pairs.begin(), pairs.end()};
}

}  // namespace

std::string TestSetFolder() {
  const char* const given = std::getenv("SACREBLEU");
  if (given != nullptr) return given;
  const char* const home = std::getenv("HOME");
  return std::string(home == nullptr ? "." : home) + "/.sacrebleu";
}

std::string FillCommand(std::string_view set, std::string_view pair) {
  return fmt::format("python3 -m sacrebleu --download {} -l {}", set, pair);
}

Result<std::vector<std::string>> TestSetFields(std::string_view set, std::string_view pair) {
  const std::string prefix = Prefix(set, pair);
  std::vector<std::string> fields;
  for (const std::string& name : FileNames(FolderOf(set))) {
    if (name.starts_with(prefix) && name.size() > prefix.size()) {
      fields.push_back(FieldOfName(std::string_view(name).substr(prefix.size())));
    }
  }
  if (fields.empty()) return AbsentError(set, pair, "");
  std::sort(fields.begin(), fields.end(), [](const std::string& a, const std::string& b) {
    const int rank_a = FieldRank(a), rank_b = FieldRank(b);
    return rank_a != rank_b ? rank_a < rank_b : a < b;
  });
  return fields;
}

Result<std::string> TestSetFile(std::string_view set, std::string_view pair,
                                std::string_view field) {
  const fs::path file = FolderOf(set) / (Prefix(set, pair) + Replaced(field, ':', '-'));
  std::error_code error;
  if (fs::is_regular_file(file, error)) return file.string();
  return AbsentError(set, pair, fmt::format("the field {} of ", field));
}

Result<std::vector<std::string>> TestSetReferences(std::string_view set, std::string_view pair) {
  MTG_ASSIGN_OR_RETURN(const std::vector<std::string> fields, TestSetFields(set, pair));
  const std::span<const ChosenReferences> choices = Choices();
  const auto chosen =
      std::find_if(choices.begin(), choices.end(), [&](const ChosenReferences& row) {
        return row.set == set && (row.pair.empty() || row.pair == pair);
      });
  std::vector<std::string> files;
  for (const std::string& field : fields) {
    const bool wanted = chosen == choices.end()
                            ? IsReference(field)
                            : std::find(chosen->fields.begin(), chosen->fields.end(), field) !=
                                  chosen->fields.end();
    if (!wanted) continue;
    MTG_ASSIGN_OR_RETURN(std::string file, TestSetFile(set, pair, field));
    files.push_back(std::move(file));
  }
  if (files.empty()) return AbsentError(set, pair, "the reference of ");
  return files;
}

std::vector<CachedTestSet> CachedTestSets() {
  const fs::path root = TestSetFolder();
  std::map<std::string, std::vector<std::string>> found;
  std::error_code error;
  // Sets such as wmt21/systems are one folder deeper.
  for (fs::recursive_directory_iterator at(root, error), end; !error && at != end;
       at.increment(error)) {
    if (!at->is_directory(error)) continue;
    if (at->path().filename() == kRawFolder || at.depth() >= 3) {
      at.disable_recursion_pending();
      continue;
    }
    const std::string set = at->path().lexically_relative(root).string();
    std::vector<std::string> pairs = PairsIn(at->path(), set);
    if (!pairs.empty()) found[set] = std::move(pairs);
  }
  std::vector<CachedTestSet> sets;
  for (auto& [set, pairs] : found) sets.push_back({set, std::move(pairs)});
  return sets;
}

}  // namespace mtgauge
