// Fills blocks for sources that produce their own lines: all formats except plain text.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "core/base/status.h"
#include "core/input/source.h"

namespace mtgauge {

// One segment of one column, as a format's reader finds it. The reader owns the strings.
struct Segment {
  std::string_view text;        // may contain LF
  std::string_view id;          // empty if not given
  std::string_view document;    // empty if not given
  uint64_t line = 0;            // in the file, from 1; 0 if not known
  bool missing = false;         // the reference is missing; `text` is empty
  std::string_view group = {};  // value of the fields in OpenOptions::by; empty if not given
};

// Returns an InputError for a name (an id, a document, a group or a system) that is not UTF-8:
// names that differ could look the same. `line`: in the file.
Status CheckNames(const std::string& file, uint64_t line, const Segment& segment,
                  std::string_view system);

// Writes segments into one block, one line each, and their metadata into its extras. The block
// grows as needed, up to 4 GiB; begin a new one when bytes() reaches the requested size.
class BlockFiller {
 public:
  explicit BlockFiller(Block& block);
  // `system`: the system that the segment belongs to, in files with records of several systems.
  void Add(const Segment& segment, std::string_view system = {});
  // Adds a segment with a text and a line, and nothing else. The text has no LF, and kTextPadding
  // bytes after it can be read.
  void AddLine(std::string_view text, uint64_t line);
  // Adds a segment that is only a text, without LF.
  void AddText(std::string_view line);
  // Adds segments that are only texts, and takes no care of LF: the texts have none if the block
  // has as many lines as texts in the end. Returns false if a text is null (its data() is).
  bool AddTexts(std::span<const std::string_view> texts);
  uint32_t bytes() const { return block_.bytes; }
  // Counts the lines and adds the padding. Call it once, at the end.
  void Finish(bool last);

 private:
  void AddExtras(const Segment& segment);
  Block& block_;
  uint32_t lines_ = 0;
};

}  // namespace mtgauge
