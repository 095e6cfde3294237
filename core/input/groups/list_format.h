// THE TABLE OF FORMATS OF GROUPS. To add one: core/input/groups/NAME_groups.cc with its row, and
// its line in group_reader.cc and in core/CMakeLists.txt.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "core/base/status.h"
#include "core/input/groups/group_reader.h"
#include "core/input/groups/line_reader.h"

namespace mtgauge {

struct ListFormatRow {
  std::string_view name;  // "nbest"
  // Returns true if a file that begins with this line has this format. `column`: of
  // GroupFiles::hypotheses, or empty.
  bool (*detect)(const Row& first, const std::string& column);
  // `lines`: the lines of GroupFiles::hypotheses, from the first; null for a file that has none.
  Result<std::unique_ptr<GroupReader>> (*open)(const GroupFiles& files,
                                               std::unique_ptr<LineReader> lines);
};

}  // namespace mtgauge
