// Writes a Comparison as HTML: a page or, with CompareRequest::table, the table alone.
#include <string>

#include "core/report/compare/comparison_writer.h"
#include "core/report/compare/paper_table.h"
#include "core/report/page/page.h"
#include "core/report/write_options.h"

namespace mtgauge {

std::string CompareHtml(const Comparison& comparison, const WriteOptions& options) {
  return comparison.table ? PaperHtml(comparison, options) : ComparisonHtml(comparison, options);
}

}  // namespace mtgauge
