// Computes details of segments from their rows.
#include "core/score/segment_details.h"

#include <cstdint>
#include <span>
#include <string>
#include <type_traits>
#include <variant>

namespace mtgauge {

std::vector<Detail> DetailsOf(const Job& job, const Delivery& delivery, size_t i, size_t cell) {
  const size_t metric = cell % job.metrics().size(), width = job.widths()[metric];
  const std::span row = std::span(delivery.rows[cell]).subspan(i * width, width);
  return job.metrics()[metric].metric->Details(row, job.options().level);
}

std::vector<TableColumn> DetailColumns(const Job& job, size_t metric) {
  const std::vector<int64_t> nothing(job.widths()[metric]);
  std::vector<TableColumn> columns;
  for (const Detail& detail : job.metrics()[metric].metric->Details(nothing, job.options().level)) {
    const auto add = [&](const std::string& name, auto number) {
      columns.push_back(
          {name, std::is_integral_v<decltype(number)> ? ColumnType::kWhole : ColumnType::kReal});
    };
    const auto name = [&](const auto& value) {
      if constexpr (std::is_arithmetic_v<std::decay_t<decltype(value)>>) {
        add(detail.name, value);
      } else {
        for (size_t n = 1; n <= value.size(); ++n) {
          add(detail.name + '_' + std::to_string(n), value[n - 1]);
        }
      }
    };
    std::visit(name, detail.value);
  }
  return columns;
}

}  // namespace mtgauge
