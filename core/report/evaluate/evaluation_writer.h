// Output formats of an EvaluationSet. To add one: a function and its row in evaluation_writer.cc.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "core/report/answer_format.h"
#include "core/report/columns/table_encoder.h"
#include "core/report/write_options.h"
#include "mtgauge/evaluate.h"

namespace mtgauge {

template <>
std::span<const AnswerFormat<EvaluationSet>> FormatsOf();

std::string EvaluationJson(const EvaluationSet& set, const WriteOptions& options);

// Returns the conventions of the tests between metrics and of the intervals, for papers.
std::string EvaluationSignature(const EvaluationSet& set);

template <>
inline constexpr std::string_view kTableSchema<EvaluationSet> = "mtgauge.meta.table/1";

}  // namespace mtgauge
