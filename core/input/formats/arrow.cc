// Arrow IPC: each row is a segment, and each column is chosen by its name.
#include "core/input/columns/arrow.h"

#include <string_view>

#include "core/input/columns/binary_file.h"
#include "core/input/columns/column_source.h"
#include "core/input/formats/format.h"

namespace mtgauge {
namespace {

// Files and streams.
Detected DetectArrow(std::string_view head) {
  const Detected file = DetectMagic(head, "ARROW1");
  return file == Detected::kNo ? DetectMagic(head, "\xFF\xFF\xFF\xFF") : file;
}

constexpr std::string_view kArrowName = "Arrow";
using ArrowFormat = ColumnFormat<kArrowName, OpenArrow>;

constexpr std::string_view kArrowSuffixes[] = {".arrow", ".feather", ".ipc", ".arrows"};

}  // namespace

extern const FormatRow kFormatArrow = {
    .name = "arrow",
    .help = "columns of Arrow IPC files and streams, and of Feather 2",
    .suffixes = kArrowSuffixes,
    .detect = DetectArrow,
    .open = ArrowFormat::Open,
    .chooses = true,
    .binary = true,
    .describe = ArrowFormat::Describe,
    .columns = ArrowFormat::Columns,
};

}  // namespace mtgauge
