// Fills blocks for sources that make their lines themselves: every format but plain text.
#pragma once

#include <cstdint>
#include <string_view>

#include "core/input/source.h"

namespace mtgauge {

// One segment of one column, as a format's reader finds it. The strings are the reader's.
struct Segment {
  std::string_view text;        // may hold LF
  std::string_view id;          // empty: not told
  std::string_view document;    // empty: not told
  uint64_t line = 0;            // in the file, from 1; 0: not told
  bool missing = false;         // there is no such reference; `text` is empty
  std::string_view group = {};  // what OpenOptions::by asks for; empty: not told
};

// Writes segments into one block, one line each, and what is known of them into its extras. Grows
// the block with what is added, up to 4 GiB; begin a new one when bytes() has reached what was
// asked for.
class BlockFiller {
 public:
  explicit BlockFiller(Block& block);
  // `system`: whose output it is, in files that hold the records of several.
  void Add(const Segment& segment, std::string_view system = {});
  uint32_t bytes() const { return block_.bytes; }
  // Counts the lines and pads. Call it once, at the end.
  void Finish(bool last);

 private:
  void AddExtras(const Segment& segment);
  Block& block_;
  uint32_t lines_ = 0;
};

}  // namespace mtgauge
