// Output formats of a ResegmentAnswer. To add one: a function and its row in resegment_writer.cc.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "core/report/columns/table_encoder.h"
#include "core/report/write_options.h"
#include "mtgauge/resegment.h"

namespace mtgauge {

struct ResegmentFormat {
  std::string_view name;
  std::string (*write)(const ResegmentAnswer&, const WriteOptions&);
};

// All formats; the first one (text) is the default.
std::span<const ResegmentFormat> ResegmentFormats();

template <>
inline constexpr std::string_view kTableSchema<ResegmentAnswer> = "mtgauge.resegment.table/1";

}  // namespace mtgauge
