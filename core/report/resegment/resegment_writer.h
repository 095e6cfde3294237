// Output formats of a ResegmentAnswer. To add one: a function and its row in resegment_writer.cc.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "core/report/answer_format.h"
#include "core/report/columns/table_encoder.h"
#include "core/report/write_options.h"
#include "mtgauge/resegment.h"

namespace mtgauge {

template <>
std::span<const AnswerFormat<ResegmentAnswer>> FormatsOf();

template <>
inline constexpr std::string_view kTableSchema<ResegmentAnswer> = "mtgauge.resegment.table/1";

}  // namespace mtgauge
