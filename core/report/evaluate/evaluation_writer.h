// Output formats of an EvaluationSet. To add one: a function and its row in evaluation_writer.cc.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "core/report/columns/table_encoder.h"
#include "core/report/write_options.h"
#include "mtgauge/evaluate.h"

namespace mtgauge {

struct EvaluationFormat {
  std::string_view name;
  std::string (*write)(const EvaluationSet&, const WriteOptions&);
};

// All formats; the first one (text) is the default.
std::span<const EvaluationFormat> EvaluationFormats();

std::string EvaluationJson(const EvaluationSet& set, const WriteOptions& options);

// Returns the conventions of the tests between metrics and of the intervals, for papers.
std::string EvaluationSignature(const EvaluationSet& set);

template <>
inline constexpr std::string_view kTableSchema<EvaluationSet> = "mtgauge.meta.table/1";

}  // namespace mtgauge
