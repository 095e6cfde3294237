// What the formats of columns share: they are told by their first bytes, and read from any place.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "core/base/status.h"
#include "core/input/formats/format.h"
#include "core/input/source.h"

namespace mtgauge {

// Text may begin with the magic; such a file soon has a byte that text does not have.
Detected DetectMagic(std::string_view head, std::string_view magic);

// Returns the source if it is ranged; reads a pipe into a temporary file. `format`: for messages.
Result<std::shared_ptr<Source>> RandomAccess(std::unique_ptr<Source> source,
                                             std::string_view format, const OpenOptions& options);

// The InputError for a damaged file.
Status DamagedFile(const std::string& file, std::string what);

}  // namespace mtgauge
