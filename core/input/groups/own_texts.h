// Helpers shared by readers of groups: groups that own their texts, names that must differ, and
// files that are read whole.
#pragma once

#include <absl/container/flat_hash_map.h>

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/status.h"
#include "core/input/formats/format.h"
#include "core/input/groups/group_reader.h"
#include "core/input/source.h"
#include "mtgauge/texts.h"

namespace mtgauge {

// The texts of a group.
struct OwnTexts {
  std::vector<std::string> hypotheses, references;
};
// Makes a group that owns its texts; `file` is its name in messages.
PairGroup GroupOf(std::string name, const std::string& file, OwnTexts texts, bool has_references);

// The names of the groups so far.
class GroupNames {
 public:
  // Returns an InputError if a group before has this name. `line`: the record's, in `file`; files
  // come one after another.
  Status Add(std::string_view name, const std::string& file, uint64_t line);

 private:
  struct File {
    std::string name;
    uint64_t lines_before;  // in the files before
  };
  std::vector<File> files_;
  uint64_t last_ = 0;                              // line of the last group, counted over all files
  absl::flat_hash_map<uint64_t, uint64_t> lines_;  // of groups, counted in the same way, by hash
};

// A file with one column, in any supported input format.
struct OneFile {
  static Result<OneFile> Open(const GroupFiles& files, const std::string& path, Role role);

  std::unique_ptr<Source> source;
  std::vector<std::string> texts;
};

}  // namespace mtgauge
