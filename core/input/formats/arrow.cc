// Arrow IPC: each row is a segment, and each column is chosen by its name.
#include "core/input/columns/arrow.h"

#include <memory>
#include <string_view>
#include <utility>
#include <vector>

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

Result<std::vector<Column>> OpenArrowColumns(std::unique_ptr<Source> source, Role role,
                                             const OpenOptions& options) {
  MTG_ASSIGN_OR_RETURN(std::shared_ptr<Source> bytes,
                       RandomAccess(std::move(source), "Arrow", options));
  MTG_ASSIGN_OR_RETURN(const auto file, OpenArrow(std::move(bytes)));
  return SegmentColumns(file, role, options);
}

constexpr std::string_view kArrowSuffixes[] = {".arrow", ".feather", ".ipc", ".arrows"};

}  // namespace

extern const FormatRow kFormatArrow = {
    .name = "arrow",
    .help = "columns of Arrow IPC files and streams, and of Feather 2",
    .suffixes = kArrowSuffixes,
    .detect = DetectArrow,
    .open = OpenArrowColumns,
    .chooses = true,
    .binary = true,
};

}  // namespace mtgauge
