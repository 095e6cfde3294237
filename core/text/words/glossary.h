// Glossaries: how terms are to be translated. A file of lines with tabs: a term, its translations
// with | between them and, if the line holds for one segment only, the segment's number.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/status.h"

namespace mtgauge {

struct GlossaryEntry {
  std::string term;
  std::vector<std::string> translations;  // at least one
  uint64_t segment = 0;                   // from 1; 0 for all segments
  uint64_t line = 0;
};

struct Glossary {
  std::string path;
  std::string digest;  // 16 hexadecimal digits that identify the file
  std::vector<GlossaryEntry> entries;
};

// Reads a file, plain or compressed by gzip. Returns an InputError that names the line if one is
// wrong.
Result<Glossary> ReadGlossary(const std::string& path);
Result<Glossary> ParseGlossary(const std::string& path, std::string_view bytes);

}  // namespace mtgauge
