// THE TABLE OF FORMATS THAT ARE NOT READ: they would otherwise be scored as plain text. To add one:
// its row in foreign.cc.
//
// Binary files are told by their magic bytes, together with a byte that text does not have or with
// the ending of their name. Text files are told by the shape of their first lines; a user who
// chooses a format is not doubted.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/base/status.h"
#include "core/input/formats/format.h"

namespace mtgauge {

// In each text, {} stands for the file.
struct ForeignFormat {
  std::string_view name;    // as in "this is NAME"
  std::string_view pandas;  // the call that reads it; if empty, `remedy` says what to do
  std::string_view remedy = {};
  std::string_view insist = {};    // what to set if the user knows better; empty if it is binary
  std::string_view reads_as = {};  // the `input-format` that reads its columns
};

// The name of an array of records.
inline constexpr std::string_view kJsonArray = "a JSON array";

// The beginning of a file.
struct FileHead {
  std::string_view name;
  std::string_view bytes;
  bool complete;  // no more will be seen
};

// What is doubted: all, or only that the file is not binary, or also that its lines end in CR
// alone.
enum class Doubts : uint8_t { kAll, kLines, kBinary };

// Returns null for all other files. `undecided`: it takes more bytes to tell. The result does not
// depend on the pieces in which the bytes arrive.
const ForeignFormat* FindForeign(const FileHead& head, Doubts doubts, bool& undecided);

// Returns the InputError for such a file. `line`: 0 if it is about the whole file.
Status ForeignError(const ForeignFormat& format, const std::string& file, uint64_t line = 0,
                    Reading reading = Reading::kColumns);
// The same for a line of a table whose cells are quoted.
Status QuotedTableError(const std::string& file, uint64_t line);

// Returns the error if a file that was read as a whole is binary.
Status CheckNotBinary(const std::string& file, std::string_view bytes);

// Returns true for a cell like "He said ""no""", as CSV writes texts with quotes (RFC 4180).
bool HasDoubledQuotes(std::string_view cell);

}  // namespace mtgauge
