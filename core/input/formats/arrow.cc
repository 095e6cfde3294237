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

Result<std::shared_ptr<const ColumnFile>> OpenArrowFile(std::unique_ptr<Source> source,
                                                        const OpenOptions& options) {
  MTG_ASSIGN_OR_RETURN(std::shared_ptr<Source> bytes,
                       RandomAccess(std::move(source), "Arrow", options));
  return OpenArrow(std::move(bytes));
}

Result<std::vector<Column>> OpenArrowColumns(std::unique_ptr<Source> source, Role role,
                                             const OpenOptions& options) {
  MTG_ASSIGN_OR_RETURN(const auto file, OpenArrowFile(std::move(source), options));
  return SegmentColumns(file, role, options);
}

Result<std::vector<ColumnFacts>> DescribeArrow(std::unique_ptr<Source> source,
                                               const OpenOptions& options) {
  MTG_ASSIGN_OR_RETURN(const auto file, OpenArrowFile(std::move(source), options));
  return DescribeLeaves(*file);
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
    .describe = DescribeArrow,
};

}  // namespace mtgauge
