// The table of forms of picked candidates. To add one: its row in mbr_output.cc.
#pragma once

#include <string>
#include <string_view>

#include "core/report/matrix/matrix_output.h"
#include "mtgauge/mbr.h"

namespace mtgauge {

struct MbrFormRow {
  std::string_view name;
  // What comes before all else.
  std::string (*head)(const MatrixMetric& metric);
  void (*append)(const MbrRanking& ranking, const MatrixMetric& metric, std::string& out);
};
const MbrFormRow& FindMbrForm(std::string_view name);  // a name of the table

}  // namespace mtgauge
