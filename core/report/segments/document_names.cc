// Reads the documents of segments from a separate file.
#include "core/report/segments/document_names.h"

#include <fmt/format.h>

#include "core/base/printing.h"

namespace mtgauge {

Result<DocumentNames> DocumentNames::Read(const std::string& file) {
  DocumentNames names;
  if (file.empty()) return names;
  names.file_ = file;
  MTG_ASSIGN_OR_RETURN(names.table_, ReadUnitTable(file, 0));
  return names;
}

void DocumentNames::AddTo(Delivery& delivery) const {
  if (!told()) return;
  delivery.has_documents = true;
  for (SegmentScores& segment : delivery.segments) {
    if (segment.index >= table_.unit_of_segment.size()) return;
    segment.document = table_.names[table_.unit_of_segment[segment.index]];
  }
}

Status DocumentNames::Check(uint64_t segments, bool at_end) const {
  const uint64_t lines = table_.unit_of_segment.size();
  if (!told() || segments == lines || (segments < lines && !at_end)) return OkStatus();
  return InputError({file_},
                    fmt::format("{} for {}{}", Counted(lines, "line"), at_end ? "" : "at least ",
                                Counted(segments, "segment")),
                    "give one line per segment");
}

}  // namespace mtgauge
