// Output formats of a SpansAnswer. To add one: a function and its row in spans_writer.cc.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "core/report/answer_format.h"
#include "core/report/columns/table_encoder.h"
#include "core/report/write_options.h"
#include "mtgauge/spans.h"

namespace mtgauge {

template <>
std::span<const AnswerFormat<SpansAnswer>> FormatsOf();

std::string SpansJson(const SpansAnswer& answer, const WriteOptions& options);

template <>
inline constexpr std::string_view kTableSchema<SpansAnswer> = "mtgauge.spans.table/1";

}  // namespace mtgauge
