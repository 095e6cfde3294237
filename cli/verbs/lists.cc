// mtgauge metrics, tokenizers, stemmers and columns: lists of what there is.
#include "mtgauge/lists.h"

#include "cli/console/console.h"
#include "cli/flags/spelling.h"
#include "cli/verbs/verbs.h"
#include "core/base/suggest.h"
#include "core/contract/registry.h"
#include "mtgauge/output.h"

namespace mtgauge {
namespace {

ListForm ListFormOf(const OutputOptions& options) { return {options.format, OutputColumns()}; }

Status Write(const OutputOptions& options, const Result<std::string>& list) {
  if (!list.ok()) return list.status();
  MTG_ASSIGN_OR_RETURN(Output output, Output::Open(options.output));
  MTG_RETURN_IF_ERROR(output.Write(*list));
  return output.Finish();
}

}  // namespace

std::vector<std::string_view> MetricNames() { return NamesOfRows(Metrics()); }

Status RunMetrics(const LowArgs& args, const Program&) {
  Result<std::string> list = MetricsList(args.references, ListFormOf(args));
  if (list.ok() && args.format == "text") list = Spelled(*list);
  return Write(args, list);
}

Status RunTokenizers(const LowArgs& args, const Program&) {
  return Write(args, TokenizersList(ListFormOf(args)));
}

Status RunStemmers(const LowArgs& args, const Program&) {
  return Write(args, StemmersList(ListFormOf(args)));
}

Status RunColumns(const LowArgs& args, const Program&) {
  if (args.references.empty()) {
    return UsageError("no file is named", "name a file, as in 'mtgauge columns data.parquet'");
  }
  return Write(args, ColumnsList(args.references, args.input_format, ListFormOf(args)));
}

}  // namespace mtgauge
