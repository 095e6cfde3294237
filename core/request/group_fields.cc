// Parses the fields to group by.
#include "core/request/group_fields.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "core/input/formats/format.h"
#include "core/input/group_values.h"

namespace mtgauge {

GroupFields ParseGroupFields(const std::string& by) {
  GroupFields parsed;
  std::vector<GroupField>& fields = parsed.fields;
  for (const std::string& part : SplitFields(by)) {
    const size_t equals = part.find('=');
    fields.push_back({part.substr(0, equals), {}});
    if (equals != std::string::npos) fields.back().file = part.substr(equals + 1);
  }
  return parsed;
}

std::vector<std::string> GroupFields::names() const {
  std::vector<std::string> names;
  for (const GroupField& field : fields) names.push_back(field.name);
  return names;
}

std::string GroupFields::Label() const { return fmt::format("{}", fmt::join(names(), ", ")); }

std::string GroupFields::ToldByInputs() const {
  std::string told;
  for (const GroupField& field : fields) {
    if (field.file.empty()) told += (told.empty() ? "" : ",") + field.name;
  }
  return told;
}

const GroupField* GroupFields::OfFile() const {
  const auto found = std::find_if(fields.begin(), fields.end(),
                                  [](const GroupField& field) { return !field.file.empty(); });
  return found == fields.end() ? nullptr : &*found;
}

size_t GroupFields::LanguagePlace() const {
  const auto found = std::find_if(fields.begin(), fields.end(), [](const GroupField& field) {
    return IsLanguageField(field.name);
  });
  return static_cast<size_t>(found - fields.begin());
}

SegmentGroups GroupsBy(const GroupFields& by) {
  SegmentGroups groups;
  groups.field = fmt::format("{}", fmt::join(by.names(), ","));
  for (const GroupField& field : by.fields) {
    if (by.OfFile() == nullptr) break;
    groups.file += (&field == &by.fields.front() ? "" : "\n") + field.file;
  }
  return groups;
}

GroupFields FieldsOf(const SegmentGroups& groups) {
  GroupFields by;
  std::string_view files = groups.file;
  for (const std::string& name : SplitFields(groups.field)) {
    const std::string_view file = files.substr(0, files.find('\n'));
    by.fields.push_back({name, std::string(file)});
    files.remove_prefix(std::min(file.size() + 1, files.size()));
  }
  return by;
}

}  // namespace mtgauge
