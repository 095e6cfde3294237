// Cuts lines of text at some of their bytes, with the kernels.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "core/base/buffer.h"
#include "core/simd/kernels.h"

namespace mtgauge {

// Takes the first line of `lines`, which is returned without the LF or CR LF at its end. All of
// `lines` is a line if it has no LF.
std::string_view TakeLine(std::string_view& lines);

// Returns the number of bytes up to the last LF, that included.
size_t WholeLines(std::string_view text);

// Finds the lines, and in each of them the wanted bytes. LF is one of these.
class MarkedLines {
 public:
  explicit MarkedLines(const WantedBytes& wanted) : wanted_(wanted) {}

  // Begins with these lines, each with its LF; kTextPadding bytes after them can be read.
  void Begin(std::string_view lines);
  // Moves on to the next line. Returns false if there is none.
  bool Next();

  // The line, without the LF or CR LF at its end.
  std::string_view line() const { return line_; }
  // False if the line is so long that its marks would take much memory.
  bool is_marked() const { return is_marked_; }

  // Only for a marked line: some lines that were marked at once, of which it is one, or the first.
  std::string_view piece() const { return piece_; }
  bool begins_piece() const { return mark_ == 0; }
  // The offsets in piece() of the wanted bytes of the line, then that of the byte after it.
  const uint32_t* marks() const { return marks_.data() + mark_; }
  uint32_t count() const { return count_; }

 private:
  bool TakePiece();

  WantedBytes wanted_;
  std::string_view lines_;  // those after the piece
  std::string_view piece_, line_;
  bool is_marked_ = false;
  Buffer<uint32_t> marks_;  // of the piece
  uint32_t begin_ = 0;      // of the next line in the piece
  uint32_t mark_ = 0, count_ = 0, next_mark_ = 0;
};

}  // namespace mtgauge
