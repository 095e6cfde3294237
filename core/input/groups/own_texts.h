// Helpers shared by readers of groups: groups that own their texts, and files that are read whole.
#pragma once

#include <memory>
#include <string>
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

// A file with one column, in any supported input format.
struct OneFile {
  static Result<OneFile> Open(const GroupFiles& files, const std::string& path, Role role);

  std::unique_ptr<Source> source;
  std::vector<std::string> texts;
};

}  // namespace mtgauge
