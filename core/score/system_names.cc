// Derives names from paths, and matches names by rules from the narrowest to the widest.
#include "core/score/system_names.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>

#include "core/base/printing.h"
#include "core/base/suggest.h"

namespace mtgauge {
namespace {

bool EndsInPath(std::string_view path, std::string_view end) {
  if (end.empty() || !path.ends_with(end)) return false;
  return path.size() == end.size() || path[path.size() - end.size() - 1] == '/';
}

// Removes "." and ".." where that does not need the file system.
std::string Normal(const std::string& path) {
  return std::filesystem::path(path).lexically_normal().string();
}

std::string Absolute(const std::string& path) {
  std::error_code ignored;
  return std::filesystem::absolute(path, ignored).lexically_normal().string();
}

// Applies a rule to all names of a system: its own, its files', and FILE:NAME for each file.
template <typename Rule>
bool Any(const NamedFiles& system, const Rule& rule) {
  return rule(system.name) ||
         std::any_of(system.files.begin(), system.files.end(), [&](const std::string& file) {
           return rule(file) || rule(file + ':' + system.name);
         });
}

bool IsDigitAt(std::string_view text, size_t at) {
  return at < text.size() && text[at] >= '0' && text[at] <= '9';
}

// A path, and the range of it that is its name so far.
struct CutName {
  std::string path;
  size_t begin, end;
};

// Returns whether the character separates two parts of the path.
bool Divides(const CutName& named, size_t at) {
  const std::string& path = named.path;
  if (path[at] == '/' || path[at] == ':') return true;
  const bool hidden = at == 0 || path[at - 1] == '/';
  return path[at] == '.' && !hidden && path.find('/', at) == std::string::npos;
}

// Returns whether the position separates parts in all names, which have the same character there. A
// dot inside versions and other numbers does not.
template <typename At>
bool DivideAll(const std::vector<CutName>& all, const At& at) {
  const auto divides = [&](const CutName& named) { return Divides(named, at(named)); };
  const auto in_number = [&](const CutName& named) {
    return IsDigitAt(named.path, at(named) - 1) && IsDigitAt(named.path, at(named) + 1);
  };
  return std::all_of(all.begin(), all.end(), divides) &&
         !(all.front().path[at(all.front())] == '.' &&
           std::all_of(all.begin(), all.end(), in_number));
}

// Removes the longest common end that begins with a separator, or else the longest common beginning
// that ends with one.
void CutCommon(bool end, std::vector<CutName>& all) {
  size_t cut = 0;
  for (size_t length = 1;; ++length) {
    const auto at = [&](const CutName& named) {
      return end ? named.end - length : named.begin + length - 1;
    };
    const CutName& first = all.front();
    const bool same = std::all_of(all.begin(), all.end(), [&](const CutName& named) {
      return length < named.end - named.begin && named.path[at(named)] == first.path[at(first)];
    });
    if (!same) break;
    if (DivideAll(all, at)) cut = length;
  }
  for (CutName& named : all) {
    if (end) {
      named.end -= cut;
    } else {
      named.begin += cut;
    }
  }
}

using Rule = bool (*)(const std::string& typed, const NamedFiles& system);
constexpr Rule kRules[] = {
    [](const std::string& typed, const NamedFiles& system) { return system.name == typed; },
    [](const std::string& typed, const NamedFiles& system) {
      return Any(system, [&](const std::string& name) { return Normal(name) == Normal(typed); });
    },
    // The printed name is the end of a path, without the folder that all systems share.
    [](const std::string& typed, const NamedFiles& system) {
      return Any(system, [&](const std::string& name) {
        return EndsInPath(Normal(name), Normal(typed)) || EndsInPath(Printable(name), typed);
      });
    },
    [](const std::string& typed, const NamedFiles& system) {
      return Any(system,
                 [&](const std::string& name) { return Absolute(name) == Absolute(typed); });
    },
    [](const std::string& typed, const NamedFiles& system) {
      return std::any_of(system.files.begin(), system.files.end(),
                         [&](const std::string& file) { return FileNames(file, typed); });
    },
};

}  // namespace

bool EndAlike(std::string_view a, std::string_view b) {
  return EndsInPath(a, b) || EndsInPath(b, a);
}

bool FileNames(std::string_view file, std::string_view system) {
  file = file.substr(file.rfind('/') + 1);
  for (size_t at = file.find(system); at != std::string_view::npos;
       at = file.find(system, at + 1)) {
    const size_t end = at + system.size();
    if ((at == 0 || file[at - 1] == '.') && (end == file.size() || file[end] == '.')) return true;
  }
  return false;
}

std::vector<std::string> ShortNames(const std::vector<std::string>& paths) {
  if (paths.size() < 2) return paths;
  std::vector<CutName> all;
  for (const std::string& path : paths) {
    std::string normal = Normal(path);
    const size_t size = normal.size();
    all.push_back({std::move(normal), 0, size});
  }
  CutCommon(true, all);
  CutCommon(false, all);
  std::vector<std::string> names;
  for (const CutName& named : all) {
    names.push_back(named.path.substr(named.begin, named.end - named.begin));
  }
  return names;
}

void NameByFiles(std::vector<NamedFiles>& systems) {
  std::vector<size_t> unnamed;
  std::vector<std::string> paths;
  std::map<std::string, size_t> count;
  for (size_t s = 0; s < systems.size(); ++s) {
    if (!systems[s].name.empty()) {
      ++count[systems[s].name];
      continue;
    }
    unnamed.push_back(s);
    paths.push_back(systems[s].files.front());
  }
  const std::vector<std::string> names = ShortNames(paths);
  for (const std::string& name : names) ++count[name];
  for (size_t i = 0; i < unnamed.size(); ++i) {
    systems[unnamed[i]].name = count[names[i]] == 1 ? names[i] : paths[i];
  }
}

Result<std::optional<size_t>> FindSystem(const std::string& name,
                                         std::span<const NamedFiles> systems) {
  if (name.empty()) return std::optional<size_t>();
  for (const Rule rule : kRules) {
    std::vector<std::string_view> found;
    size_t last = 0;
    for (size_t s = 0; s < systems.size(); ++s) {
      if (!rule(name, systems[s])) continue;
      found.push_back(systems[s].name);
      last = s;
    }
    if (found.size() > 1) {
      return UsageError(fmt::format("'{}' could be {}", name, JoinChoices(found)),
                        "write more of the path");
    }
    if (!found.empty()) return std::optional<size_t>(last);
  }
  return std::optional<size_t>();
}

}  // namespace mtgauge
