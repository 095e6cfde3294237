// Lists of metrics, tokenizers and stemmers, for people and programs, and descriptions of metrics.
//
// Every function is thread-safe.
#pragma once

#include <absl/status/statusor.h>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace mtgauge {

// How a list is written: "text", "json" or "tsv".
std::vector<std::string_view> ListForms();
struct ListForm {
  std::string format = "text";
  size_t columns = 80;  // of text
};

// All metrics, or those of these specs. A UsageError for a metric that does not exist.
absl::StatusOr<std::string> MetricsList(const std::vector<std::string>& specs,
                                        const ListForm& form);
std::string TokenizersList(const ListForm& form);
std::string StemmersList(const ListForm& form);

}  // namespace mtgauge
