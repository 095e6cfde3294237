// The fields that segments are grouped by, where there may be several.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/request/texts.h"

namespace mtgauge {

struct GroupField {
  std::string name;
  std::string file;  // one line for each segment; empty: the inputs tell
};

// A group has the name that JoinValues() makes of the values of all.
struct GroupFields {
  std::vector<GroupField> fields;  // none: no groups

  bool empty() const { return fields.empty(); }
  std::vector<std::string> names() const;
  std::string Label() const;         // "lang, domain"
  std::string ToldByInputs() const;  // OpenOptions::by
  const GroupField* OfFile() const;  // the first that a file tells; null: none
  // The place of the language; as many as there are fields: none is.
  size_t LanguagePlace() const;
};

// FIELD and FIELD=FILE, separated by commas, as TextInputs::by has them.
GroupFields ParseGroupFields(const std::string& by);
// The names, separated by commas, and the files, separated by line feeds; and back.
SegmentGroups GroupsBy(const GroupFields& by);
GroupFields FieldsOf(const SegmentGroups& groups);

}  // namespace mtgauge
