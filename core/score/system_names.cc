// The rules of matching, from the narrowest to the widest.
#include "core/score/system_names.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "core/base/printing.h"
#include "core/base/suggest.h"

namespace mtgauge {
namespace {

bool EndsInPath(std::string_view path, std::string_view end) {
  if (end.empty() || !path.ends_with(end)) return false;
  return path.size() == end.size() || path[path.size() - end.size() - 1] == '/';
}

// Without "." and ".." where that needs no look at the disk.
std::string Normal(const std::string& path) {
  return std::filesystem::path(path).lexically_normal().string();
}

std::string Absolute(const std::string& path) {
  std::error_code ignored;
  return std::filesystem::absolute(path, ignored).lexically_normal().string();
}

// All names of a system: its own, its files', and FILE:NAME of a file that may hold several.
template <typename Rule>
bool Any(const NamedFiles& system, const Rule& rule) {
  return rule(system.name) ||
         std::any_of(system.files.begin(), system.files.end(), [&](const std::string& file) {
           return rule(file) || rule(file + ':' + system.name);
         });
}

using Rule = bool (*)(const std::string& typed, const NamedFiles& system);
constexpr Rule kRules[] = {
    [](const std::string& typed, const NamedFiles& system) { return system.name == typed; },
    [](const std::string& typed, const NamedFiles& system) {
      return Any(system, [&](const std::string& name) { return Normal(name) == Normal(typed); });
    },
    // The printed name is the end of a path, without the folder that all systems are in.
    [](const std::string& typed, const NamedFiles& system) {
      return Any(system, [&](const std::string& name) {
        return EndsInPath(Normal(name), Normal(typed)) || EndsInPath(Printable(name), typed);
      });
    },
    [](const std::string& typed, const NamedFiles& system) {
      return Any(system,
                 [&](const std::string& name) { return Absolute(name) == Absolute(typed); });
    },
};

}  // namespace

bool EndAlike(std::string_view a, std::string_view b) {
  return EndsInPath(a, b) || EndsInPath(b, a);
}

absl::StatusOr<std::optional<size_t>> FindSystem(const std::string& name,
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
      return UsageError(fmt::format("'{}' may be {}", name, JoinChoices(found)),
                        "write more of the path");
    }
    if (!found.empty()) return std::optional<size_t>(last);
  }
  return std::optional<size_t>();
}

}  // namespace mtgauge
