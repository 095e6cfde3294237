// The table of output formats for selected candidates. To add one, add its row in mbr_output.cc.
#pragma once

#include <string>
#include <string_view>

#include "core/report/matrix/matrix_output.h"
#include "mtgauge/mbr.h"

namespace mtgauge {

struct MbrFormRow {
  std::string_view name;
  // Returns the header.
  std::string (*head)(const MatrixMetric& metric);
  void (*append)(const MbrRanking& ranking, const MatrixMetric& metric, std::string& out);
};
const MbrFormRow& FindMbrForm(std::string_view name);  // needs a name in the table

}  // namespace mtgauge
