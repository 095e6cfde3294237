// Reads compressed text: a source that wraps a source of compressed bytes.
#pragma once

#include <memory>

#include "core/input/source.h"

namespace mtgauge {

// Returns the text of `source`. The first bytes, not the name, decide whether it is compressed: one
// member or several (concatenated gzip files, bzip2 or xz streams, zstd frames); zeros after a
// member are padding. Anything else is passed on unchanged; a ranged source is then returned
// itself. Compressed text is sequential; it can be read again after Rewind() if `source` is ranged.
//
// If the data is damaged or the file was cut short, the part that can be decoded is passed on,
// followed by an error that names the line. The error does not depend on how blocks are cut. Needs
// a block of compressed bytes and the member's window (32 KiB for gzip, 4 MiB for bzip2; for
// xz and zstd at most 2 GiB, members with larger windows are refused).
std::unique_ptr<Source> Decompress(std::unique_ptr<Source> source);

}  // namespace mtgauge
