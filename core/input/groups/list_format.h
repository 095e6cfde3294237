// THE TABLE OF FORMATS OF GROUPS. To add one: core/input/groups/NAME_groups.cc with its row, and
// its line in group_reader.cc and in core/CMakeLists.txt.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "core/base/status.h"
#include "core/input/groups/group_reader.h"
#include "core/input/groups/line_reader.h"

namespace mtgauge {

// The fields of records that are groups; if empty, those of the usual names.
struct ListFields {
  std::string hypotheses, references;
  std::string weights;               // empty: there are none
  bool lists_of_references = false;  // as in GroupFiles

  static constexpr std::string_view kHypothesisNames[] = {"hyps", "hypotheses", "candidates",
                                                          "hyp",  "hypothesis", "translation"};
  static constexpr std::string_view kReferenceNames[] = {"refs", "references", "ref", "reference"};

  // Reads the paths. Returns a UsageError if the references are elsewhere.
  static Result<ListFields> Of(const GroupFiles& files);
  // The InputErrors for a record without hypotheses or the chosen references, and for one with two
  // fields of usual names.
  Status NoHypothesesError(const std::string& file, uint64_t line) const;
  Status NoReferencesError(const std::string& file, uint64_t line) const;
  static Status TwoFieldsError(const std::string& file, uint64_t line, std::string_view first,
                               std::string_view second);
};

// Opens Parquet or Arrow files whose rows are groups: those with a list in the chosen column, and
// any if none is chosen. Returns null for all other files, and for those with a list format.
Result<std::unique_ptr<GroupReader>> OpenColumnGroups(const GroupFiles& files);

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
