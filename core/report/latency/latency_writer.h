// Output formats of a LatencyAnswer. To add one: a function and its row in latency_writer.cc.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "core/report/answer_format.h"
#include "core/report/columns/table_encoder.h"
#include "core/report/write_options.h"
#include "mtgauge/latency.h"

namespace mtgauge {

template <>
std::span<const AnswerFormat<LatencyAnswer>> FormatsOf();

template <>
inline constexpr std::string_view kTableSchema<LatencyAnswer> = "mtgauge.latency.table/1";

}  // namespace mtgauge
