// A sealed block of rows as bytes of a row file.
#pragma once

#include <string>
#include <string_view>

#include "core/base/status.h"
#include "core/stats/row_block.h"

namespace mtgauge {

// u32 segments, u32 columns; for each column i64 base, u32 same_as, u32 width; then the byte planes
// of the columns that share no other's, in order, each as long as RowBlock::Stride().
void AppendBlock(const RowBlock& block, std::string& bytes);

// False where the bytes are no block of so many segments and columns; `block` is void then.
bool ParseBlock(std::string_view bytes, uint32_t segments, uint32_t columns, RowBlock& block);

}  // namespace mtgauge
