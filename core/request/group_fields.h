// The fields that segments are grouped by; there may be several.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/request/texts.h"

namespace mtgauge {

struct GroupField {
  std::string name;
  std::string file;  // one line for each segment; empty: the inputs contain the field
};

// Several fields. JoinValues() of their values is the name of a group.
struct GroupFields {
  std::vector<GroupField> fields;  // empty: no groups

  bool empty() const { return fields.empty(); }
  std::vector<std::string> names() const;
  std::string Label() const;         // "lang, domain"
  std::string ToldByInputs() const;  // OpenOptions::by
  const GroupField* OfFile() const;  // the first field with a file; null if there is none
  // The index of the language field, or the number of fields if there is none.
  size_t LanguagePlace() const;
};

// Parses FIELD and FIELD=FILE, separated by commas, as in TextInputs::by.
GroupFields ParseGroupFields(const std::string& by);
// Convert to names separated by commas with files separated by line feeds, and back.
SegmentGroups GroupsBy(const GroupFields& by);
GroupFields FieldsOf(const SegmentGroups& groups);

}  // namespace mtgauge
