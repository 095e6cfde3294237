// The table of output formats for selected candidates. To add one, add its row in mbr_output.cc.
#pragma once

#include <string>
#include <string_view>

#include "core/report/columns/table_encoder.h"
#include "core/report/matrix/matrix_output.h"
#include "mtgauge/mbr.h"

namespace mtgauge {

struct MbrFormRow {
  std::string_view name;
  // Returns the header.
  std::string (*head)(const MatrixMetric& metric);
  // Null if a TableFormat of that name writes the picks.
  void (*append)(const MbrRanking& ranking, const MatrixMetric& metric, std::string& out);
  bool names_groups = true;  // otherwise only the order of the lines tells the groups
};
const MbrFormRow& FindMbrForm(std::string_view name);  // needs a name in the table

// Returns the columns of a table of picks, and adds a line for each.
TableHead MbrColumns(const MatrixMetric& metric);
void AddPicks(const MbrRanking& ranking, TableStream& table);

}  // namespace mtgauge
