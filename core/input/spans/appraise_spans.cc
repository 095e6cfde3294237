// WMT24's CSV files: Appraise's export (core/input/tables/appraise_rows.h), with a JSON list of
// errors on each line. The end of a span is its last character. WMT25's export has them too.

#include "core/input/formats/json_record.h"
#include "core/input/spans/span_forms.h"
#include "core/input/tables/appraise_rows.h"
#include "core/simd/kernels.h"

namespace mtgauge {
namespace {

Status ParseAppraiseSpans(const SpanFile& file, SpanCollector& collector) {
  MTG_ASSIGN_OR_RETURN(const AppraiseRows read, ReadAppraiseRows(file.table));
  simdjson::dom::parser parser;
  for (const AppraiseRow& row : read.rows) {
    const std::string_view document = read.At(row, read.columns.document());
    if (document == "canary") continue;
    if (!read.HasErrors(row)) {
      return InputError({file.table.name, row.line}, "a judgement without a list of error spans",
                        "use the export of an ESA campaign, with [] where there is no error");
    }
    const JudgedText output = {read.PairOf(row), row.values[read.columns.system()],
                               std::string(document), read.ItemOf(row)};
    MTG_RETURN_IF_ERROR(collector.Begin(row.line, output, row.values[0], {}));
    const std::string padded = row.values[read.columns.errors()] + std::string(kTextPadding, '\0');
    const std::string_view errors =
        std::string_view(padded).substr(0, padded.size() - kTextPadding);
    MTG_ASSIGN_OR_RETURN(const simdjson::dom::element value,
                         ParseValue(file.table.name, {errors, row.line}, parser,
                                    "write the errors as a list of JSON objects"));
    simdjson::dom::array list;
    if (value.get(list) != simdjson::SUCCESS) {
      return InputError({file.table.name, row.line}, "the errors are not a list",
                        "write [] where there is no error");
    }
    MTG_RETURN_IF_ERROR(AddErrors(file.table.name, row.line, list, kAppraiseKeys, collector));
  }
  return OkStatus();
}

}  // namespace

const SpanForm kAppraiseSpans = {
    "appraise", SpanEnd::kInclusive,
    [](const SpanFile& file) { return !file.table.is_json && IsAppraise(file.table); },
    ParseAppraiseSpans};

}  // namespace mtgauge
