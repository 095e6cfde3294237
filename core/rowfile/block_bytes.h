// Row blocks as bytes of a row file.
#pragma once

#include <string>
#include <string_view>

#include "core/base/status.h"
#include "core/stats/row_block.h"

namespace mtgauge {

// Appends u32 segments and u32 columns; for each column i64 base, u32 same_as, u32 width; then the
// byte planes of the columns that share no other's, in order, each as long as RowBlock::Stride().
void AppendBlock(const RowBlock& block, std::string& bytes);

// Returns false, with an invalid `block`, unless the bytes are a block of this size.
bool ParseBlock(std::string_view bytes, uint32_t segments, uint32_t columns, RowBlock& block);

}  // namespace mtgauge
