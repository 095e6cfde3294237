// Makes leaves of Arrow's schema.
#pragma once

#include <cstdint>
#include <string>

#include "core/input/columns/arrow_metadata.h"
#include "core/input/columns/flatbuffer.h"

namespace mtgauge {

// Fills the leaves and fields. `version`: of the metadata, where 4 is called V5. Returns what is
// wrong, or nothing.
std::string ReadArrowSchema(const FlatTable& schema, int16_t version, ArrowMetadata& found);

}  // namespace mtgauge
