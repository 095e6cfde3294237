// Lists of metrics, tokenizers, stemmers and the columns of files, for humans and programs, and
// descriptions of metrics.
//
// Every function is thread-safe.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "mtgauge/status.h"
#include "mtgauge/visibility.h"

namespace MTGAUGE_PUBLIC mtgauge {

// The formats of lists: "text", "json" and "tsv".
std::vector<std::string_view> ListForms();
struct ListForm {
  std::string format = "text";
  size_t columns = 80;  // line width of "text"
};

// Lists all metrics, or describes those in `specs`. Returns a UsageError if a metric does not
// exist.
Result<std::string> MetricsList(const std::vector<std::string>& specs, const ListForm& form);
std::string TokenizersList(const ListForm& form);
std::string StemmersList(const ListForm& form);
// Lists the columns of tables, JSON, Parquet and Arrow. `format`: of all files; empty: detected.
Result<std::string> ColumnsList(const std::vector<std::string>& files, const std::string& format,
                                const ListForm& form);

}  // namespace mtgauge
