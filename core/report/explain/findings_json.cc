// Writes Findings as JSON, mtgauge.explain/1, with all counts.
#include "core/report/explain/findings_fields.h"
#include "core/report/explain/findings_writer.h"

namespace mtgauge {

std::string FindingsJson(const Findings& findings, const WriteOptions& options) {
  Json json = {{"schema", "mtgauge.explain/1"}, {"version", kVersion}};
  json.update(Json(findings));
  json["comparison"] = ComparisonJson(findings.comparison, options);
  if (findings.markers.empty()) json.erase("spans");
  return DumpJson(json, 1) + '\n';
}

}  // namespace mtgauge
