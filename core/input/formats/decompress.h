// Reading compressed text: a source around a source of compressed bytes.
#pragma once

#include <memory>

#include "core/input/source.h"

namespace mtgauge {

// The text of `source`, whose first bytes, not its name, say whether it is compressed: one member
// or several (concatenated gzip files, xz streams, zstd frames), zeros after a member being
// padding. Anything else is passed on as it is, a ranged source being returned itself. Compressed
// text is sequential; it can be read again after Rewind() when `source` is ranged.
//
// What can be decoded before damage, or before the end of a file that was cut short, is passed on;
// then comes an error that names the line, the same one however blocks are cut. Needs a block of
// compressed bytes and the member's window (32 KiB for gzip; at most 2 GiB for xz and zstd, or the
// member is refused).
std::unique_ptr<Source> Decompress(std::unique_ptr<Source> source);

}  // namespace mtgauge
